/* SPDX-License-Identifier: MIT */
/* The tables of verbs and options. */
#include "option_table.h"

#include <stddef.h>

#define READS \
	(VERB_INSPECT | VERB_CONVERT | VERB_STATS | VERB_QUERY | VERB_DIFF | VERB_IDENTIFY | \
		VERB_INFER)
#define NAMES (VERB_INSPECT | VERB_STATS | VERB_QUERY | VERB_DIFF | VERB_ENCODE)

const struct option_row option_rows[] = {
	{ "protocol", 'p', "binary|compact", READS, "the protocol, instead of finding out" },
	{ "framing", 0, "none|framed|varint|theader|parquet", READS,
	  "what is around each value, instead of finding out" },
	{ "message", 'm', NULL, READS, "messages: a header with a name, then a struct" },
	{ "struct", 0, NULL, READS, "bare structs, no message headers" },
	{ "many", 0, NULL, READS, "values follow one another to the end of the file" },
	{ "idl", 'i', "FILE", NAMES | VERB_IDENTIFY, "take names from this Thrift file" },
	{ "type", 't', "NAME", NAMES, "the struct in the Thrift file that the bytes are" },
	{ "include", 'I', "DIR", NAMES | VERB_IDENTIFY,
	  "where included Thrift files are looked for; may be repeated" },
	{ "from", 0, "raw|hex|base64", READS, "how the bytes are written in the file" },
	{ "at", 0, "OFFSET", READS, "begin at this byte (0x... for hex)" },
	{ "length", 0, "SIZE", READS, "take so many bytes" },
	{ "format", 'f', "tree|json|hex|text|html", VERB_INSPECT, "how to print" },
	{ "format", 'f', "tree|json", VERB_STATS | VERB_QUERY | VERB_DIFF | VERB_IDENTIFY,
	  "how to print" },
	{ "format", 'f', "json|text", VERB_ENCODE, "what is read, instead of finding out" },
	{ "enums", 0, "name|number", VERB_INSPECT | VERB_QUERY | VERB_DIFF,
	  "how enums are printed" },
	{ "strict", 0, NULL, READS,
	  "refuse what decoders let pass: mistyped fields, padded varints, "
	  "text that is not UTF-8" },
	{ "dialect", 0, "apache|facebook", READS | VERB_ENCODE,
	  "facebook: type 13 is float, compact doubles are big endian" },
	{ "full", 0, NULL, VERB_INSPECT | VERB_QUERY | VERB_DIFF, "do not cut long values" },
	{ "pages", 0, NULL, VERB_INSPECT, "of a Parquet file: page headers and indexes too" },
	{ "resync", 0, NULL, VERB_INSPECT | VERB_STATS,
	  "after damage in a stream, go on at the next message" },
	{ "color", 0, "auto|always|never", VERB_INSPECT | VERB_QUERY | VERB_DIFF | VERB_STATS,
	  "colours" },
	{ "by", 0, "PATH", VERB_STATS,
	  "add up by the value at this path, such as 'row_groups[*].columns[*].meta_data.codec'" },
	{ "svg", 0, NULL, VERB_STATS, "a drawing instead of a table" },
	{ "top", 'n', "COUNT", VERB_STATS | VERB_IDENTIFY, "how many lines at most (0: all)" },
	{ "to", 0, "binary|compact", VERB_CONVERT | VERB_ENCODE, "the protocol to write" },
	{ "to-framing", 0, "none|framed|varint|theader", VERB_CONVERT,
	  "what to put around each value" },
	{ "output", 'o', "FILE", VERB_INSPECT | VERB_ENCODE | VERB_CONVERT | VERB_STATS,
	  "write there instead of to stdout" },
	{ "help", 'h', NULL, ~0u, "print this" },
	{ .name = NULL },
};

const struct verb_row verb_rows[] = {
	{ VERB_INSPECT, "inspect", "FILE...", "print what is in wire bytes",
	  "  ingot inspect data.parquet                     what is in this Parquet file\n"
	  "  ingot inspect --idl api.thrift --type User u.bin\n"
	  "  echo 150e00 | ingot inspect --from hex -       what a line of a log says\n"
	  "  ingot inspect --format hex blob.bin            every byte explained\n"
	  "  ingot inspect --format html blob.bin >page.html\n" },
	{ VERB_STATS, "stats", "FILE...", "tell where the bytes go, by path",
	  "  ingot stats data.parquet                       which columns take most of the footer\n"
	  "  ingot stats --svg capture.bin >where.svg\n" },
	{ VERB_QUERY, "query", "PATH FILE...", "print the values at a path",
	  "  ingot query 'row_groups[*].columns[*].meta_data.codec' data.parquet\n"
	  "  ingot query '2[0].1' blob.bin\n"
	  "  ingot query -- -1 blob.bin                     ids may be negative\n" },
	{ VERB_DIFF, "diff", "FILE FILE",
	  "tell what differs between two blobs, by path; exit 1 when something does",
	  "  ingot diff before.parquet after.parquet\n" },
	{ VERB_IDENTIFY, "identify", "--idl FILE BLOB...",
	  "tell which structs of an IDL the bytes could be, best first",
	  "  ingot identify --idl api.thrift blob.bin\n" },
	{ VERB_INFER, "infer", "BLOB...", "write a draft of an IDL from samples",
	  "  ingot infer samples/*.bin >draft.thrift\n" },
	{ VERB_ENCODE, "encode", "[FILE]",
	  "turn the text or JSON that inspect prints back into bytes",
	  "  ingot inspect --format text blob.bin >blob.txt; vi blob.txt; "
	  "ingot encode blob.txt >new.bin\n"
	  "  echo '{\"1\": {\"i32\": 7}}' | ingot encode --to compact >seven.bin\n" },
	{ VERB_CONVERT, "convert", "--to PROTOCOL FILE",
	  "write the same values in another protocol or framing",
	  "  ingot convert --to binary compact.bin >binary.bin\n"
	  "  ingot convert --to-framing none framed.bin >plain.bin\n" },
	{ .name = NULL },
};
