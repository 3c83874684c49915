#!/bin/bash
# SPDX-License-Identifier: MIT
# Every verb of ingot on some thousand damaged inputs; ./dev soak cli runs as many as are asked for.
. "$srcdir/tests/tap.sh"

count=4000
[ -z "${INGOT_QUICK-}" ] || count=1000
cd "$tap_dir" || exit 2
passes "no verb breaks a promise on $count damaged inputs" "$builddir/soak_cli" "$srcdir" "$count" 1
tap_done
