#!/bin/bash
# SPDX-License-Identifier: MIT
# exports.sh SRCDIR: what libingot's public headers declare, one name a line, sorted: what runtime/exports.txt has to be. Needs gcc.
set -euo pipefail

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
headers=("$1"/runtime/ingot/*.h)
for header in "${headers[@]}"; do
	# That one is libingot-json's.
	[ "${header##*/}" = json_read.h ] || echo "#include <ingot/${header##*/}>"
done >"$scratch/all.c"
gcc -std=c11 -I"$1/runtime" -aux-info "$scratch/aux" -fsyntax-only "$scratch/all.c"
{
	sed -n 's|^/\* .*runtime/ingot/[a-z_]*\.h:.*\*/ extern .*[ *]\(ingot_[a-z0-9_]*\) (.*|\1|p' "$scratch/aux"
	sed -n 's/^extern const struct [a-z_]* \(ingot_[a-z0-9_]*\);.*/\1/p' "${headers[@]}"
} | LC_ALL=C sort -u
