/* SPDX-License-Identifier: MIT */
/* The schemas that the program brings with it: Parquet's metadata. */
#ifndef CLI_BUILTIN_H
#define CLI_BUILTIN_H

#include <ingot/type.h>

/* "FileMetaData" or "parquet.FileMetaData"; NULL when there is none of that name. */
const struct ingot_type *builtin_type(const char *name);

/* All of them, by index; NULL at the end. */
const struct ingot_type *builtin_at(unsigned index);

#endif
