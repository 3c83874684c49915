#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""large_schemas.py BYTES FOLDER: schemas of about that size, each with very many of one thing, FOLDER/NAME.thrift."""
import os
import sys

size, folder = int(sys.argv[1]), sys.argv[2]


def many(make, begin="", end=""):
    parts, length, i = [begin], len(begin) + len(end), 0
    while length < size:
        part = make(i)
        parts.append(part)
        length += len(part)
        i += 1
    parts.append(end)
    return "".join(parts)


SHAPES = {
    "empty-structs": many(lambda i: "struct S%d{}" % i),
    "small-structs": many(lambda i: "struct S%d{1:i32 a;2:string b}\n" % i),
    "structs-in-a-chain": many(lambda i: "struct S%d{1:S%d a}\n" % (i, i + 1)) + "struct S9{}",
    "structs-of-the-next": "".join("struct S%d{1:optional S%d a}\n" % (i, i + 1) for i in range(size // 32)) + "struct S%d{}" % (size // 32),
    "structs-of-the-one-before": "struct S0{}" + many(lambda i: "struct S%d{1:optional S%d a;2:list<S%d> b}\n" % (i + 1, i, i)),
    "fields": many(lambda i: "%d:i32 f%d\n" % (i + 1, i), "struct S{\n", "}"),
    "fields-in-some-structs": many(lambda i: ("struct S%d{" % i) + "".join("%d:i32 f%d\n" % (j + 1, j) for j in range(2000)) + "}\n"),
    "fields-without-ids": many(lambda i: "i32 f%d\n" % i, "struct S{\n", "}"),
    "fields-of-one-name": many(lambda i: "%d:i32 f\n" % (i % 30000 + 1), "struct S{\n", "}"),
    "union-members": many(lambda i: "%d:i32 f%d\n" % (i + 1, i), "union S{\n", "}"),
    "enum-values": many(lambda i: "V%d\n" % i, "enum E{\n", "}"),
    "enum-numbers": many(lambda i: "V%d=%d\n" % (i, -i), "enum E{\n", "}"),
    "enums": many(lambda i: "enum E%d{A B}\n" % i),
    "constants": many(lambda i: "const i32 C%d=%d\n" % (i, i)),
    "constants-in-a-chain": many(lambda i: "const i32 C%d=C%d\n" % (i + 1, i), "const i32 C0=1\n"),
    "constants-in-a-chain-back": "".join("const i32 C%d=C%d\n" % (i, i + 1) for i in range(size // 24)) + "const i32 C%d=1" % (size // 24),
    "typedefs-in-a-chain": many(lambda i: "typedef T%d T%d\n" % (i, i + 1), "typedef i32 T0\n"),
    "typedefs-in-a-chain-back": "".join("typedef T%d T%d\n" % (i + 1, i) for i in range(size // 24)) + "typedef i32 T%d" % (size // 24),
    "namespaces": many(lambda i: "namespace n%d x\n" % i),
    "namespaces-and-structs": many(lambda i: "namespace n%d x\n" % i)[:size // 2 // 14 * 14] + "\n" + many(lambda i: "struct S%d{}" % i)[:0],
    "functions": many(lambda i: "void f%d()\n" % i, "service S{\n", "}"),
    "arguments": many(lambda i: "%d:i32 f%d," % (i + 1, i), "service S{void f(", ")}"),
    "exceptions": many(lambda i: "%d:X f%d," % (i + 1, i), "exception X{}service S{void f()throws(", ")}"),
    "services": many(lambda i: "service S%d{void f()}\n" % i),
    "services-in-a-chain": many(lambda i: "service S%d extends S%d{void f%d()}\n" % (i + 1, i, i), "service S0{}"),
    "services-in-a-chain-back": "".join("service S%d extends S%d{}\n" % (i, i + 1) for i in range(size // 36)) + "service S%d{}" % (size // 36),
    "annotations": many(lambda i: "a%d=\"x\"," % i, "struct S{}(", ")"),
    "annotated-fields": many(lambda i: "struct S%d{1:i32 a(c.name=\"b%d\")}\n" % (i, i)),
    "list-items": many(lambda i: "%d," % i, "const list<i32> L=[", "]"),
    "set-items": many(lambda i: "%d," % i, "const set<i32> L=[", "]"),
    "set-of-one-item": many(lambda i: "1,", "const set<i32> L=[", "]"),
    "set-of-strings": many(lambda i: "\"%d\"," % i, "const set<string> L=[", "]"),
    "set-of-lists": many(lambda i: "[%d]," % i, "const set<list<i32>> L=[", "]"),
    "map-items": many(lambda i: "%d:1," % i, "const map<i32,i32> L={", "}"),
    "struct-literal": many(lambda i: "\"a\":1,", "struct S{1:i32 a}const S L={", "}"),
    "references": many(lambda i: "C,", "const i32 C=1 const list<i32> L=[", "]"),
    "enum-references": many(lambda i: "E.A,", "enum E{A}const list<i32> L=[", "]"),
    "defaults": many(lambda i: "struct S%d{1:i32 a=C}\n" % i, "const i32 C=1\n"),
    "big-defaults": "const list<i32> L=[" + "1," * (size // 8) + "]\n" + "".join("struct S%d{1:list<i32> a=L}\n" % i for i in range(size // 64)),
    "a-literal": many(lambda i: "x" * 64, "const string S=\"", "\""),
    "a-comment": many(lambda i: "x" * 64, "/*", "*/"),
    "a-doc-comment": many(lambda i: "x" * 64 + "\n * ", "/** ", "*/struct S{}"),
    "doc-comments": many(lambda i: "/** x */struct S%d{}" % i),
    "doc-comments-of-nothing": many(lambda i: "/** x */"),
    "blanks": many(lambda i: " " * 64 + "\n"),
    "unknown-types": many(lambda i: "struct S%d{1:Q%d a}\n" % (i, i)),
    "names-that-are-alike": many(lambda i: "struct Nameeeeeeeeeeeeeeee%d{1:Nameeeeeeeeeeeeeeee%dx a}\n" % (i, i)),
    "one-name": many(lambda i: "struct S{}\n"),
    "names-of-one-case": many(lambda i: "struct S%da{}struct S%dA{}\n" % (i, i)),
    "names-that-clash": many(lambda i: "struct S%d{1:list<map<i32,i32>> a}struct S%d_a_entry{}\n" % (i, i)),
    "nested-types": many(lambda i: "struct S%d{1:%si32%s a}\n" % (i, "list<" * 60, ">" * 60)),
    "open-lists": many(lambda i: "[", "const list<i32> L="),
    "open-types": many(lambda i: "list<", "typedef "),
    "braces": many(lambda i: "{"),
    "a-long-name": many(lambda i: "x" * 64, "struct ", "{}"),
    "a-long-number": many(lambda i: "9" * 64, "const double D=0.", ""),
}
SHAPES["namespaces-and-structs"] = SHAPES["namespaces"][:size // 2].rsplit("\n", 1)[0] + "\n" + SHAPES["empty-structs"][:size // 2].rsplit("s", 2)[0]
os.makedirs(folder, exist_ok=True)
for name, text in SHAPES.items():
    with open(os.path.join(folder, name + ".thrift"), "w", encoding="ascii") as file:
        file.write(text)
