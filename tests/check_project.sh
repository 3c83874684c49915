#!/bin/bash
# SPDX-License-Identifier: MIT
# ingotc --project: a smaller struct decodes the same fields and steps over the rest; with --unknown it gives the rest back, too.
. "$srcdir/tests/tap.sh"

# Other tests decode optimised code; here that would take longer than all the rest.
read -ra cc <<<"$CC $CFLAGS -O0"
read -ra talloc_cflags <<<"$TALLOC_CFLAGS"
read -ra talloc <<<"$TALLOC_CFLAGS $TALLOC_LIBS"
warnings=(-std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Werror)
paths=FileMetaData:num_rows,row_groups.columns.meta_data.statistics,row_groups.columns.meta_data.path_in_schema,schema.name

cat >"$tap_dir/project.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "parquet.h"
static void fail(const char *what)
{
	puts(what);
	exit(1);
}
static void compare(const struct parquet_FileMetaData *whole, const struct parquet_Stats *part)
{
	const struct ingot_type *type, *part_type;
	char path[100];

	if (whole->num_rows != part->num_rows || whole->row_groups.count != part->row_groups.count)
		fail("num_rows or row_groups differ");
	for (unsigned i = 0; i < whole->row_groups.count; i++) {
		for (unsigned j = 0; j < whole->row_groups.items[i].columns.count; j++) {
			snprintf(path, sizeof(path), "row_groups[%u].columns[%u].meta_data.statistics", i, j);
			const void *a = ingot_get(&parquet_FileMetaData_type, whole, path, &type);
			const void *b = ingot_get(&parquet_Stats_type, part, path, &part_type);
			if ((a == NULL) != (b == NULL) || (a != NULL && (type != part_type || !ingot_equal(type, a, b))))
				fail(path);
		}
	}
	for (unsigned i = 0; i < whole->schema.count; i++) {
		if (strcmp(whole->schema.items[i].name.data, part->schema.items[i].name.data) != 0)
			fail("schema names differ");
	}
}
int main(int argc, char **argv)
{
	static uint8_t file[1 << 20];
	FILE *in = fopen(argv[argc - 1], "rb");
	size_t size = in != NULL ? fread(file, 1, sizeof(file), in) : 0, footer = 0;
	struct ingot_reader reader;
	struct ingot_writer writer;
	struct parquet_FileMetaData *whole;
	struct parquet_Stats *part;

	fclose(in);
	for (int i = 0; i < 4; i++)
		footer |= (size_t)file[size - 8 + (size_t)i] << (8 * i);
	ingot_reader_init(&reader, INGOT_COMPACT, file + size - 8 - footer, footer);
	whole = parquet_FileMetaData_from_wire(NULL, &reader);
	if (whole == NULL)
		fail(ingot_reader_error(&reader));
	ingot_reader_init(&reader, INGOT_COMPACT, file + size - 8 - footer, footer);
	reader.options = argc == 3 ? INGOT_KEEP_UNKNOWN : 0;
	part = parquet_Stats_from_wire(NULL, &reader);
	if (part == NULL || reader.offset != footer)
		fail(ingot_reader_error(&reader));
	compare(whole, part);
	if (argc == 2 && talloc_total_size(part) >= talloc_total_size(whole))
		fail("the part is not smaller");
	ingot_writer_init(&writer, INGOT_COMPACT, whole);
	if (!parquet_Stats_to_wire(part, &writer))
		fail(ingot_writer_error(&writer));
	if (argc == 3 && (writer.size != footer || memcmp(writer.bytes, file + size - 8 - footer, footer) != 0))
		fail("other bytes");
	talloc_free(whole);
	talloc_free(part);
	return 0;
}
END

for unknown in "" --unknown; do
	mkdir "$tap_dir/gen$unknown"
	passes "a projection compiles ${unknown:+with $unknown}" "$INGOTC" $unknown -o "$tap_dir/gen$unknown" --project "$paths" --as Stats \
		"$srcdir/idl/parquet.thrift"
	passes "its code builds ${unknown:+with $unknown}" "${cc[@]}" "${warnings[@]}" -I"$srcdir/runtime" -I"$tap_dir/gen$unknown" "$tap_dir/project.c" \
		"$tap_dir/gen$unknown/parquet.c" "$builddir/.libs/libingot.a" "${talloc[@]}" -o "$tap_dir/project$unknown"
	for file in "$srcdir"/tests/data/parquet/*.parquet; do
		if [ -z "$unknown" ]; then
			passes "${file##*/}: the fields are those of the whole" "$tap_dir/project" "$file"
		else
			passes "${file##*/}: what is not known comes back byte for byte" "$tap_dir/project$unknown" keep "$file"
		fi
	done
done

refused() { # message, options…
	local message=$1
	shift
	is "refused: $*" "$("$INGOTC" -o "$tap_dir" "$@" "$srcdir/idl/parquet.thrift" 2>&1 | head -n 1; echo "${PIPESTATUS[0]}")" "ingotc: $message
2"
}

refused '--project X:a: there is no struct "X"' --project X:a --as Y
refused '--project FileMetaData:nope: "FileMetaData" has no field "nope"' --project FileMetaData:nope --as Y
refused '--project FileMetaData:row_groups.nope: "RowGroup" has no field "nope"' --project FileMetaData:row_groups.nope --as Y
refused '--project FileMetaData:num_rows.x: "num_rows" has no fields' --project FileMetaData:num_rows.x --as Y
refused '--project FileMetaData: a projection is TYPE:path,path' --project FileMetaData --as Y
refused '--project FileMetaData:a..b: a path has an empty name in it' --project FileMetaData:a..b --as Y
refused '--project FileMetaData:version: there is a "KeyValue" already' --project FileMetaData:version --as KeyValue
refused '--project FileMetaData:version: "a-b" is no name for a projection' --project FileMetaData:version --as a-b
refused '--as belongs behind a --project' --as Y
refused 'there is no --as behind --project "FileMetaData:version"' --project FileMetaData:version

# Typedefs, maps, unions, recursion and included files on the way.
echo 'namespace c far struct Leaf { 1: i32 a; 2: string b }' >"$tap_dir/far.thrift"
cat >"$tap_dir/near.thrift" <<'END'
include "far.thrift"
typedef map<i32, list<far.Leaf>> Leaves
typedef Node Alias
union Either { 1: far.Leaf leaf; 2: string text }
struct Node { 1: optional Leaves leaves; 2: optional Alias next; 3: optional Either either; 4: optional i64 other = 3 }
END
passes "a projection goes through typedefs, maps, unions, recursion and includes" \
	"$INGOTC" -o "$tap_dir" --project Node:leaves.a,next.next.leaves,either.leaf.b,other --as Part --project far.Leaf:a --as Bit "$tap_dir/near.thrift"
passes "its code builds" "${cc[@]}" "${warnings[@]}" -c -I"$srcdir/runtime" -I"$tap_dir" "${talloc_cflags[@]}" "$tap_dir/near.c" -o "$tap_dir/near.o"

# The same in the schema.
cat >"$tap_dir/noted.thrift" <<'END'
struct Part { 1: i32 a; 2: string b }
struct Whole { 1: optional Part part; 2: list<Part> parts; 3: i64 n } (c.project = "Names:parts.b", c.project = "Count:n")
END
passes "annotations ask for projections" "$INGOTC" -o "$tap_dir" "$tap_dir/noted.thrift"
is "each of them is a struct" "$(grep -E '^struct noted_(Names|Count)[A-Za-z_]* \{' "$tap_dir/noted.h" | tr '\n' ' ')" \
	"struct noted_Names { struct noted_Names_Part { struct noted_Count { "
echo 'struct S { 1: i32 a } (c.project = "T:b")' >"$tap_dir/noted.thrift"
is "a wrong one is an error where it stands" "$("$INGOTC" -o "$tap_dir" "$tap_dir/noted.thrift" 2>&1 | head -n 1 | sed 's|.*/||')" \
	'noted.thrift:1:24: error: "S" has no field "b"'

tap_done
