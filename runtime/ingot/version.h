/* SPDX-License-Identifier: MIT */
/* Which libingot this is. Generated headers stop with #error when INGOT_API is not the one they were written for. */
#ifndef INGOT_VERSION_H
#define INGOT_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

#define INGOT_VERSION "0.1.0"

/* Goes up when generated code has to be generated again. */
#define INGOT_API 1

/* INGOT_VERSION of the library that is running. Static storage. */
const char *ingot_version(void);

#ifdef __cplusplus
}
#endif
#endif
