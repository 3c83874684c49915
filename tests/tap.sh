# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# For tests written as shell scripts: source it, then ok, not_ok, is, skip; end with tap_done. Each line is a test that counts.

: "${srcdir:?}" "${builddir:?}" # set by make check

tap_count=0
tap_failed=0

ok() { # name
	tap_count=$((tap_count + 1))
	printf 'ok %d - %s\n' "$tap_count" "$1"
}

not_ok() { # name [text that explains]
	tap_count=$((tap_count + 1))
	tap_failed=$((tap_failed + 1))
	printf 'not ok %d - %s\n' "$tap_count" "$1"
	[ -z "${2-}" ] || printf '%s\n' "$2" | sed 's/^/# /'
}

skip() { # name reason
	tap_count=$((tap_count + 1))
	printf 'ok %d - %s # SKIP %s\n' "$tap_count" "$1" "$2"
}

is() { # name, what came, what should have come
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1" "$(diff <(printf '%s\n' "$3") <(printf '%s\n' "$2"))"
	fi
}

# Runs a command; the test passes when it exits with 0. Its output explains a failure.
passes() { # name command…
	local name=$1 output
	shift
	if output=$("$@" 2>&1); then
		ok "$name"
	else
		not_ok "$name" "$output"
	fi
}

# A folder that is gone at the end.
tap_dir=$(mktemp -d)
trap 'rm -rf "$tap_dir"' EXIT

tap_done() {
	printf '1..%d\n' "$tap_count"
	# Under make check the TAP says which failed; a status besides would count as one more.
	[ "$tap_failed" = 0 ] || [ -n "${INGOT_TAP_ONLY-}" ]
	exit
}
