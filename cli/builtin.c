/* SPDX-License-Identifier: MIT */
/* Parquet's structs that stand alone in files, from the generated tables. */
#include "builtin.h"

#include <stddef.h>
#include <string.h>
#include "parquet.h"

const struct ingot_type *builtin_at(unsigned index)
{
	static const struct ingot_type *const types[] = {
		&parquet_FileMetaData_type,
		&parquet_PageHeader_type,
		&parquet_OffsetIndex_type,
		&parquet_ColumnIndex_type,
		&parquet_BloomFilterHeader_type,
		&parquet_FileCryptoMetaData_type,
	};

	return index < sizeof(types) / sizeof(types[0]) ? types[index] : NULL;
}

const struct ingot_type *builtin_type(const char *name)
{
	unsigned i;

	for (i = 0; builtin_at(i) != NULL; i++) {
		const char *own = builtin_at(i)->name;

		if (strcmp(own, name) == 0 || strcmp(strchr(own, '.') + 1, name) == 0)
			return builtin_at(i);
	}
	return NULL;
}
