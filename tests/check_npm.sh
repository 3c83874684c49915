#!/bin/bash
# SPDX-License-Identifier: MIT
# Schemas that others wrote, out of packages of npm: installed to a folder that git ignores, without running anything of theirs. What the
# packaged thrift accepts ingotc accepts, but for differences.txt, and the output compiles.
. "$srcdir/tests/tap.sh" || exit 1
. "$srcdir/tests/compile.sh"

packages=(hive-driver@1.0.0 jaeger-client@3.19.0 parquetjs@0.11.2 thrift@0.24.0 thrift-parser@0.4.2 thriftrw@3.12.0
	@guardian/content-api-models@31.0.0)
modules=$builddir/tests/npm/node_modules

if [ ! -f "$modules/.complete" ]; then
	if ! command -v npm >/dev/null; then
		skip "schemas of npm packages" "there is no npm"
		tap_done
	fi
	mkdir -p "$builddir/tests/npm"
	echo '{"private": true}' >"$builddir/tests/npm/package.json"
	if ! (cd "$builddir/tests/npm" && timeout 120 npm install --ignore-scripts --no-audit --no-fund "${packages[@]}") >"$tap_dir/npm" 2>&1; then
		skip "schemas of npm packages" "npm could not install them"
		tap_done
	fi
	touch "$modules/.complete"
fi

mkdir "$tap_dir/other"
found=0 accepted=0 only= outputs=() names=()
while IFS= read -r path; do
	found=$((found + 1))
	mkdir "$tap_dir/$found"
	if output=$(timeout 5 "$INGOTC" -o "$tap_dir/$found" "$path" 2>&1); then
		accepted=$((accepted + 1))
		outputs+=("$tap_dir/$found")
		names+=("${path#"$modules/"}")
	elif command -v thrift >/dev/null && timeout 2 thrift -out "$tap_dir/other" --gen json "$path" >/dev/null 2>&1; then
		output=$(grep -m 1 'error: ' <<<"$output")
		is_known "$output" || only+="$output
"
	fi
done < <(find "$modules" -name '*.thrift' | LC_ALL=C sort)

# Whether a folder has none of another's files with other content.
goes_with() { # folder other
	local file
	for file in "$2"/*; do
		[ ! -f "$1/${file##*/}" ] || cmp -s "$file" "$1/${file##*/}" || return 1
	done
}

# Many at once; when that fails, as it does for schemas that have names in common, one by one.
for i in "${!outputs[@]}"; do
	group=0
	while ! goes_with "$tap_dir/group$group" "${outputs[i]}"; do
		group=$((group + 1))
	done
	mkdir -p "$tap_dir/group$group"
	cp "${outputs[i]}"/* "$tap_dir/group$group"
	groups[i]=$group
done
for group in $(printf '%s\n' "${groups[@]}" | sort -nu); do
	if try_compiles "$tap_dir/group$group" >/dev/null; then
		ok "the output of schemas compiles, part $group"
		continue
	fi
	for i in "${!outputs[@]}"; do
		[ "${groups[i]}" != "$group" ] || compiles "${names[i]} compiles" "${outputs[i]}"
	done
done

is "what thrift accepts ingotc accepts" "$only" ""
[ "$found" -ge 60 ] && ok "there are schemas in the packages" || not_ok "there are schemas in the packages" "$found"
[ $((accepted * 3)) -ge $((found * 2)) ] && ok "most are accepted" || not_ok "most are accepted" "$accepted of $found"

tap_done
