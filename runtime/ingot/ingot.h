/* SPDX-License-Identifier: MIT */
/* All of libingot's public headers. */
#ifndef INGOT_INGOT_H
#define INGOT_INGOT_H

#include <ingot/batch.h>
#include <ingot/block.h>
#include <ingot/json.h>
#include <ingot/lazy.h>
#include <ingot/make.h>
#include <ingot/message.h>
#include <ingot/metadata.h>
#include <ingot/ops.h>
#include <ingot/reader.h>
#include <ingot/status.h>
#include <ingot/strings.h>
#include <ingot/type.h>
#include <ingot/value.h>
#include <ingot/version.h>
#include <ingot/walk.h>
#include <ingot/writer.h>

#endif
