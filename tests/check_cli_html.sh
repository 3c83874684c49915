#!/bin/bash
# SPDX-License-Identifier: MIT
# The page of --format html in a real browser: it comes up, its two sides light each other up, search and folding work, and a megabyte
# does not make it slow.
. "$srcdir/tests/tap.sh"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
names=("the page shows hex and tree" "pointing at a byte lights up its field" "pointing at a field lights up its bytes"
	"search finds a value and opens the way to it" "folding hides what is inside" "damage is marked at its byte"
	"a megabyte stays usable")
if [ -z "$browser" ] || ! command -v python3 >/dev/null; then
	for name in "${names[@]}"; do
		skip "$name" "chromium or python3 is absent"
	done
	tap_done
fi

# Runs a script at the end of a page and prints what it leaves in the page's title.
in_page() { # page script
	python3 - "$1" "$2" >"$tap_dir/run.html" <<'END'
import sys
page = open(sys.argv[1]).read()
print(page.replace('</body>', '<script>\ntry { ' + sys.argv[2] + ' } catch (error) { document.title = "error: " + error; }\n</script></body>'))
END
	timeout 60 "$browser" --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --window-size=1400,800 \
		--user-data-dir="$tap_dir/profile" --dump-dom "file://$tap_dir/run.html" 2>"$tap_dir/browser.err" |
		sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p' | head -n 1
}

page=$tap_dir/page.html
"$INGOT" inspect --format html "$srcdir/tests/data/parquet/hyparquet.parquet" >"$page"
is "${names[0]}" "$(in_page "$page" 'document.title = [...document.querySelectorAll("#tree .row")].slice(0, 3).map(row => row.textContent.trim()).join("|") +
	"|" + document.querySelector("#hex .row").textContent.slice(0, 22);')" \
	"▾ FileMetaData|version i32 2|▾schema list&lt;SchemaElement&gt;, 12|00003d14  15 04 19 cc "
if [ -n "${INGOT_QUICK-}" ]; then
	for name in "${names[@]:1}"; do
		skip "$name" "left out by --quick"
	done
	tap_done
fi
is "${names[1]}" "$(in_page "$page" 'document.querySelector("[data-offset=\"15637\"]").dispatchEvent(new MouseEvent("mousemove", {bubbles: true}));
	document.title = document.querySelector("#tree .near").textContent.trim() + "|" + document.querySelectorAll("#hex .lit").length;')" \
	"version i32 2|4"
is "${names[2]}" "$(in_page "$page" '[...document.querySelectorAll("#tree .row")].find(row => row.textContent.includes("\"root\"")).dispatchEvent(
	new MouseEvent("mousemove", {bubbles: true})); document.title = [...document.querySelectorAll("#hex .lit")].slice(0, 6).map(byte => byte.textContent.trim()).join(" ");')" \
	"48 04 72 6f 6f 74"
is "${names[3]}" "$(in_page "$page" 'get("fold").click(); get("search").value = "sphere"; search(1);
	document.title = document.querySelector("#tree .found").textContent.trim();')" 'name string "sphere"'
is "${names[4]}" "$(in_page "$page" 'const before = shown.length; get("fold").click(); const folded = shown.length; get("unfold").click();
	document.title = [folded, shown.length === before].join("|");')" "8|true"

head -c 30 "$srcdir/tests/data/wire/truncated-and-trailing-full.bin" >"$tap_dir/cut"
"$INGOT" inspect --format html "$tap_dir/cut" >"$page" 2>/dev/null
is "${names[5]}" "$(in_page "$page" 'document.title = get("status").textContent.slice(0, 18) + "|" + document.querySelectorAll(".bad").length + "|" + shown.length;')" \
	"damaged at byte 28|2|6"

python3 - "$tap_dir/large" <<'END'
import sys
element = b'\x15\x02\x18\x04abcd\x00'
open(sys.argv[1], 'wb').write(b'\x19\xfc\xa0\x8d\x06' + element * 100000 + b'\x00')
END
"$INGOT" inspect --format html "$tap_dir/large" >"$page"
is "${names[6]}" "$(in_page "$page" 'const begin = performance.now(); get("fold").click(); get("unfold").click();
	tree.show(250000); light(nodeAt(500000), "hex"); document.title = (performance.now() - begin < 3000) + "|" + shown.length;')" \
	"true|300002"

tap_done
