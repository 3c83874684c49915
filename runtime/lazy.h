/* SPDX-License-Identifier: MIT */
/* How a lazy field lies in its string: a byte that says what it is, and then the value as it was on the wire. */
#ifndef RUNTIME_LAZY_H
#define RUNTIME_LAZY_H

#include <ingot/type.h>

/* The first byte: the protocol above, the wire type as the compact protocol has it below. */
static inline uint8_t lazy_head(uint8_t protocol, uint8_t compact_code)
{
	return (uint8_t)(protocol << 4 | compact_code);
}

/* The same value as a field that was kept. False: absent, or no lazy value. */
bool lazy_unpack(struct ingot_string lazy, int32_t id, struct ingot_unknown *field);

#endif
