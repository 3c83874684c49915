#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the attack set: one file an attack, and expected.tsv. Run in this folder after a change: ./make.py

Each attack is a class of failure that was met in decoders of Thrift, put into every place that it can stand, in both protocols. What
must come of it is written down here by the rules, not by running anything. Columns of expected.tsv:

  file      without .bin
  protocol  binary or compact
  type      of idl/attack.thrift or idl/parquet.thrift: the file is read as that ...; message, frame or theader: it is read as such,
            and unknown and walk do not count
  known     ... with this status,
  unknown   as a struct that knows no field with this one (everything is skipped),
  walk      and without a schema with this one
  bytes     most bytes that may be asked of talloc, headers included, when read as the type
  ms        most milliseconds of processor time for each of the three
"""
import os
import struct
import sys

BINARY, COMPACT = 0, 1
NAMES = ["binary", "compact"]
CODES = {  # name: binary, compact
    "stop": (0, 0), "bool": (2, 1), "i8": (3, 3), "i16": (6, 4), "i32": (8, 5), "i64": (10, 6), "double": (4, 7),
    "string": (11, 8), "list": (15, 9), "set": (14, 10), "map": (13, 11), "struct": (12, 12), "uuid": (16, 13),
}

OK, TRUNCATED, BAD_TYPE, BAD_SIZE = "ok", "truncated", "bad type", "bad size"
BAD_VARINT, BAD_BOOL, BAD_FIELD_ID = "bad varint", "bad bool", "bad field id"
BAD_UNION, MISSING = "union with more than one member", "required field missing"
DEPTH, BUDGET = "nested too deep", "over the memory budget"
TOO_LARGE, BAD_MESSAGE, UNSUPPORTED = "too large", "bad message", "unsupported"


def varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def zigzag(value):
    return value << 1 if value >= 0 else (-value << 1) - 1


class Wire:
    """The two protocols. A code may also be a number, which goes out as it is."""

    def __init__(self, protocol):
        self.protocol = protocol
        self.name = NAMES[protocol]

    def code(self, name):
        return name if isinstance(name, int) else CODES[name][self.protocol]

    def integer(self, value, size):
        if self.protocol == COMPACT:
            return bytes([value & 255]) if size == 1 else varint(zigzag(value))
        return value.to_bytes(size, "big", signed=True)

    def size(self, value):
        return varint(value) if self.protocol == COMPACT else struct.pack(">I", value)

    def string(self, data, size=None):
        return self.size(len(data) if size is None else size) + data

    def field(self, field_id, code, payload=b"", last=0):
        code = self.code(code)
        if self.protocol == BINARY:
            return struct.pack(">Bh", code, field_id) + payload
        if 1 <= field_id - last <= 15:
            return bytes([(field_id - last) << 4 | code]) + payload
        return bytes([code]) + varint(zigzag(field_id)) + payload

    def list(self, code, count, payload=b""):
        code = self.code(code)
        if self.protocol == BINARY:
            return struct.pack(">BI", code, count) + payload
        if count < 15:
            return bytes([count << 4 | code]) + payload
        return bytes([0xF0 | code]) + varint(count) + payload

    def map(self, key, value, count, payload=b""):
        key, value = self.code(key), self.code(value)
        if self.protocol == BINARY:
            return struct.pack(">BBI", key, value, count) + payload
        return varint(count) + (bytes([key << 4 | value]) if count else b"") + payload


# Fields of attack.Root by the type they hold, and where: (place, id, what stands around the value)
def places(wire, kind):
    """Yields (place, field id, field code, function that puts one value of that kind there)."""
    one = {"i64": wire.integer(1, 8), "i32": wire.integer(1, 4), "string": wire.string(b"k")}
    table = {
        "string": [("field", 7, "string", lambda v: v),
                   ("list", 26, "list", lambda v: wire.list("string", 1, v)),
                   ("set", 42, "set", lambda v: wire.list("string", 1, v)),
                   ("key", 52, "map", lambda v: wire.map("string", "string", 1, v)),
                   ("value", 52, "map", lambda v: wire.map("string", "string", 1, one["string"] + v))],
        "i64": [("field", 5, "i64", lambda v: v),
                ("list", 24, "list", lambda v: wire.list("i64", 1, v)),
                ("set", 41, "set", lambda v: wire.list("i64", 1, v)),
                ("value", 51, "map", lambda v: wire.map("i32", "i64", 1, one["i32"] + v))],
        "i32": [("field", 4, "i32", lambda v: v),
                ("list", 23, "list", lambda v: wire.list("i32", 1, v)),
                ("key", 51, "map", lambda v: wire.map("i32", "i64", 1, v))],
        "i16": [("field", 3, "i16", lambda v: v),
                ("list", 22, "list", lambda v: wire.list("i16", 1, v))],
        "struct": [("field", 12, "struct", lambda v: v),
                   ("list", 29, "list", lambda v: wire.list("struct", 1, v)),
                   ("set", 43, "set", lambda v: wire.list("struct", 1, v)),
                   ("key", 54, "map", lambda v: wire.map("struct", "i32", 1, v)),
                   ("value", 53, "map", lambda v: wire.map("i32", "struct", 1, one["i32"] + v))],
        "list": [("field", 24, "list", lambda v: v),
                 ("list", 33, "list", lambda v: wire.list("list", 1, v)),
                 ("set", 45, "set", lambda v: wire.list("set", 1, v)),
                 ("key", 56, "map", lambda v: wire.map("list", "set", 1, v)),
                 ("value", 57, "map", lambda v: wire.map("i32", "list", 1, one["i32"] + v))],
        "map": [("field", 51, "map", lambda v: v),
                ("list", 34, "list", lambda v: wire.list("map", 1, v))],
        "bool": [("list", 20, "list", lambda v: wire.list("bool", 1, v)),
                 ("set", 40, "set", lambda v: wire.list("bool", 1, v)),
                 ("key", 50, "map", lambda v: wire.map("bool", "bool", 1, v)),
                 ("value", 50, "map", lambda v: wire.map("bool", "bool", 1, b"\x01" + v))],
    }
    return table[kind]


class Set:
    def __init__(self):
        self.rows = []
        self.names = set()

    def add(self, name, wire, data, known, unknown=None, walk=None, type_name="Root", size=None, ms=50):
        unknown = known if unknown is None else unknown
        walk = unknown if walk is None else walk
        name = "%s-%s" % (wire.name, name)
        assert name not in self.names, name
        self.names.add(name)
        size = 16384 + 64 * len(data) if size is None else size
        self.rows.append((name, data, [wire.name, type_name, known, unknown, walk, str(size), str(ms)]))

    def in_places(self, name, wire, kind, value, *status, stop=b"\0", **options):
        for place, field_id, code, put in places(wire, kind):
            self.add("%s-%s" % (name, place), wire, wire.field(field_id, code, put(value)) + stop, *status, **options)
        # and below another struct
        place, field_id, code, put = places(wire, kind)[0]
        inner = wire.field(field_id, code, put(value)) + stop
        self.add("%s-nested" % name, wire, wire.field(12, "struct", inner) + stop, *status, **options)


def declared_sizes(attacks, wire):
    """Allocation by a declared size; a count checked against a limit instead of the bytes; products that overflow 32 bits."""
    for label, count in [("26mi", 27262976), ("100mi", 100 << 20), ("2g", 0x7FFFFFFF)]:
        attacks.in_places("string-of-" + label, wire, "string", wire.string(b"", count), TRUNCATED, stop=b"")
    attacks.in_places("list-of-100mi-i64", wire, "list", wire.list("i64", 100 << 20), TRUNCATED, stop=b"")
    for label, count in [("26mi", 27262976), ("overflow", 0x5000001), ("2g", 0x7FFFFFFF)]:
        for element, field_id in [("i64", 24), ("string", 26), ("struct", 31), ("bool", 20), ("double", 25), ("uuid", 27)]:
            attacks.add("list-of-%s-%s" % (label, element), wire, wire.field(field_id, "list", wire.list(element, count)), TRUNCATED)
    attacks.add("set-of-overflow-i64", wire, wire.field(41, "set", wire.list("i64", 0x5000001, bytes(16))), TRUNCATED)
    attacks.add("list-of-2g-empty-structs", wire, wire.field(32, "list", wire.list("struct", 0x7FFFFFFF, bytes(64))), TRUNCATED)
    attacks.add("map-of-overflow-i64", wire, wire.field(51, "map", wire.map("i32", "i64", 0x10000001, bytes(64))), TRUNCATED)
    attacks.add("map-of-2g-bool", wire, wire.field(50, "map", wire.map("bool", "bool", 0x7FFFFFFF, bytes(64))), TRUNCATED)
    attacks.add("one-element-too-many", wire, wire.field(24, "list", wire.list("i64", 3, wire.integer(-(1 << 62), 8) * 2)), TRUNCATED)
    attacks.add("one-byte-too-many", wire, wire.field(7, "string", wire.string(b"x" * 40, 41)), TRUNCATED)
    for label, count in [("negative", 0x80000000), ("minus-one", 0xFFFFFFFF)]:
        attacks.in_places("string-size-" + label, wire, "string", wire.string(b"abc", count), BAD_SIZE)
        attacks.in_places("list-count-" + label, wire, "list", wire.list("i64", count, bytes(16)), BAD_SIZE)
        attacks.in_places("map-count-" + label, wire, "map", wire.map("i32", "i32", count, bytes(16)), BAD_SIZE)


def amplification(attacks, wire):
    """Few bytes on the wire, many in memory."""
    zeros = 40000
    attacks.add("honest-empty-structs", wire, wire.field(32, "list", wire.list("struct", zeros, bytes(zeros))) + b"\0", OK)
    attacks.add("wide-structs-below-the-budget", wire, wire.field(31, "list", wire.list("struct", 2000, bytes(2000))) + b"\0", OK,
                size=(1 << 20) + 64 * 2016)
    attacks.add("wide-structs-above-the-budget", wire, wire.field(31, "list", wire.list("struct", zeros, bytes(zeros))) + b"\0",
                BUDGET, OK)
    attacks.add("wide-structs-in-a-set", wire, wire.field(44, "set", wire.list("struct", zeros, bytes(zeros))) + b"\0", BUDGET, OK)
    entry = wire.integer(1, 4) + b"\0"
    attacks.add("wide-structs-in-a-map", wire,
                wire.field(55, "map", wire.map("i32", "struct", zeros // 2, entry * (zeros // 2))) + b"\0",
                BUDGET if wire.protocol == COMPACT else OK, OK, size=(1 << 20) + 64 * (zeros // 2) * len(entry) + 1024)
    attacks.add("empty-strings", wire, wire.field(26, "list", wire.list("string", zeros, wire.string(b"") * zeros)) + b"\0", OK)
    attacks.add("empty-lists", wire, wire.field(33, "list", wire.list("list", zeros, wire.list("i64", 0) * zeros)) + b"\0", OK)
    body = b"".join(wire.field(24, "list", wire.list("i64", 100, wire.integer(1, 8) * 100)) for _ in range(200))
    attacks.add("repeated-list", wire, body + b"\0", OK, size=(1 << 20) + 64 * len(body))
    long = b"\x08\x0e\x05again" if wire.protocol == COMPACT else wire.field(7, "string", wire.string(b"again"))
    attacks.add("repeated-string", wire, long * 2000 + b"\0", OK, size=(1 << 20) + 64 * 8 * 2000)
    again = b"\x0c\x18\0" if wire.protocol == COMPACT else wire.field(12, "struct", b"\0")
    attacks.add("repeated-struct", wire, again * 3000 + b"\0", BUDGET if wire.protocol == COMPACT else OK, OK, size=(1 << 20) + 64 * (len(again * 3000) + 1))


def nesting(attacks, wire):
    """Recursion without a limit, in what is known and in what is skipped, through each container."""
    kinds = {
        "struct": ("Root", wire.field(12, "struct"), 1),
        "list": ("InList", wire.field(1, "list", wire.list("struct", 1)), 2),
        "set": ("InSet", wire.field(1, "set", wire.list("struct", 1)), 2),
        "key": ("InKey", wire.field(1, "map", wire.map("struct", "i8", 1)), 2),
        "value": ("InValue", wire.field(1, "map", wire.map("i8", "struct", 1, b"\x01")), 2),
    }
    for kind, (type_name, opening, levels) in kinds.items():
        closing = b"\x01\0" if kind == "key" else b"\0"
        deepest = (64 - 1) // levels
        attacks.add("nested-%s-at-the-limit" % kind, wire, opening * deepest + b"\0" + closing * deepest, OK, type_name=type_name, size=1 << 17)
        deepest += 1
        attacks.add("nested-%s-above-the-limit" % kind, wire, opening * deepest + b"\0" + closing * deepest, DEPTH,
                    type_name=type_name, size=1 << 17)
        attacks.add("nested-%s-5000" % kind, wire, opening * 5000, DEPTH, type_name=type_name, size=(1 << 20) + 64 * 5000 * len(opening))
    # Containers in containers: no struct takes part, so no schema knows it.
    attacks.add("nested-lists-5000", wire, wire.field(24, "list", wire.list("list", 1) * 5000), DEPTH)
    attacks.add("nested-sets-5000", wire, wire.field(41, "set", wire.list("set", 1) * 5000), DEPTH)
    attacks.add("nested-map-keys-5000", wire, wire.field(51, "map", wire.map("map", "i8", 1) * 5000), DEPTH)
    attacks.add("nested-map-values-5000", wire, wire.field(51, "map", wire.map("bool", "map", 1, b"\x01") * 5000), DEPTH)
    attacks.add("nested-unions-5000", wire, wire.field(13, "struct", wire.field(8, "struct") * 5000), DEPTH,
                size=(1 << 20) + 64 * 5000)
    if wire.protocol == COMPACT:
        attacks.add("nested-struct-50001-bytes", wire, b"\x1c" * 50001, DEPTH)
        attacks.add("nested-list-50001-bytes", wire, b"\x19" * 50001, DEPTH)


def elements(attacks, wire):
    """Elements that take no bytes, and types that do not exist."""
    none = [("stop", 0)] + ([("void", 1), ("five", 5), ("seven", 7), ("nine", 9), ("float", 19), ("largest", 255)]
                            if wire.protocol == BINARY else [("fourteen", 14), ("fifteen", 15)])
    for label, code in none:
        for count_label, count in [("2g", 0x7FFFFFFF), ("two", 2)]:
            attacks.add("list-of-%s-%s" % (count_label, label), wire, wire.field(24, "list", wire.list(code, count, bytes(8))), BAD_TYPE)
        attacks.add("set-of-" + label, wire, wire.field(41, "set", wire.list(code, 2, bytes(8))), BAD_TYPE)
        attacks.add("map-of-%s-keys" % label, wire, wire.field(51, "map", wire.map(code, "i32", 2, bytes(8))), BAD_TYPE)
        attacks.add("map-of-%s-values" % label, wire, wire.field(51, "map", wire.map("i32", code, 2, bytes(8))), BAD_TYPE)
        if code != 0:
            attacks.add("field-of-" + label, wire, wire.field(1, code, bytes(8)) + b"\0", BAD_TYPE)
        attacks.add("empty-list-of-" + label, wire, wire.field(24, "list", wire.list(code, 0)) + b"\0", OK)
    for label, byte in [("3", 3), ("255", 255)]:
        for place, field_id, code, put in places(wire, "bool"):
            data = put(bytes([byte]) + (b"\x01" if place == "key" else b""))
            status = (BAD_BOOL, OK, BAD_BOOL) if wire.protocol == COMPACT else (OK,)
            attacks.add("bool-%s-in-%s" % (label, place), wire, wire.field(field_id, code, data) + b"\0", *status)
    # Another element type than the schema's: skipped as a whole, never read as if it were right.
    for element, payload in [("i32", wire.integer(7, 4)), ("string", wire.string(b"s")), ("struct", b"\0"), ("bool", b"\x01"),
                             ("list", wire.list("i32", 0)), ("map", wire.map("i32", "i32", 0)), ("uuid", bytes(16))]:
        for field_id, name in [(24, "i64"), (28, "leaf"), (33, "list")]:
            if (element, name) in [("list", "list"), ("struct", "leaf")]:
                continue
            attacks.add("%s-list-holds-%s" % (name, element), wire, wire.field(field_id, "list", wire.list(element, 2, payload * 2)) + b"\0", OK)
    attacks.add("map-holds-other-keys", wire, wire.field(51, "map", wire.map("string", "i64", 1, wire.string(b"k") + wire.integer(1, 8))) + b"\0", OK)
    attacks.add("map-holds-other-values", wire, wire.field(51, "map", wire.map("i32", "string", 1, wire.integer(1, 4) + wire.string(b"v"))) + b"\0", OK)
    attacks.add("mismatched-list-is-shorter-than-the-schemas", wire, wire.field(28, "list", wire.list("bool", 2, b"\1\1")) + b"\0", OK)
    attacks.add("mismatched-list-of-2g", wire, wire.field(28, "list", wire.list("i8", 0x7FFFFFFF, bytes(9))), TRUNCATED)
    attacks.add("list-for-a-set", wire, wire.field(41, "list", wire.list("i64", 1, wire.integer(1, 8))) + b"\0", OK)
    attacks.add("struct-for-a-string", wire, wire.field(7, "struct", b"\0") + b"\0", OK)
    attacks.add("string-for-a-struct", wire, wire.field(12, "string", wire.string(b"\xff\x1c\x1c")) + b"\0", OK)


def varints(attacks, wire):
    """Varints without an end, or with a value that the type does not have."""
    endless = b"\xff" * 1000
    for kind in ["i16", "i32", "i64", "string"]:
        attacks.in_places("endless-" + kind, wire, kind, endless, BAD_VARINT)
    attacks.in_places("endless-list-count", wire, "list", b"\xf6" + endless, BAD_VARINT)
    attacks.in_places("endless-map-count", wire, "map", endless, BAD_VARINT)
    attacks.add("endless-field-id", wire, b"\x05" + endless, BAD_VARINT)
    attacks.add("endless-zeros", wire, wire.field(5, "i64", b"\x80" * 1000), BAD_VARINT)
    wide = [("i16-of-17-bits", 3, "i16", varint(1 << 16), BAD_VARINT), ("i32-of-33-bits", 4, "i32", varint(1 << 32), BAD_VARINT),
            ("i32-in-6-bytes", 4, "i32", b"\x80\x80\x80\x80\x80\x00", BAD_VARINT),
            ("i16-in-10-bytes", 3, "i16", b"\x80" * 9 + b"\x00", BAD_VARINT),
            ("i32-in-5-bytes", 4, "i32", b"\x80\x80\x80\x80\x00", OK), ("i64-in-10-bytes", 5, "i64", b"\x80" * 9 + b"\x00", OK)]
    for label, field_id, code, payload, status in wide:
        attacks.add(label, wire, wire.field(field_id, code, payload) + b"\0", status, OK, status)
    attacks.add("i64-of-65-bits", wire, wire.field(5, "i64", b"\xff" * 9 + b"\x02") + b"\0", BAD_VARINT)
    attacks.add("i64-in-11-bytes", wire, wire.field(5, "i64", b"\x80" * 10 + b"\x00") + b"\0", BAD_VARINT)
    attacks.add("string-size-in-6-bytes", wire, wire.field(7, "string", b"\x80\x80\x80\x80\x80\x00") + b"\0", BAD_VARINT)
    attacks.add("string-size-of-33-bits", wire, wire.field(7, "string", b"\x81\x80\x80\x80\x10") + b"x\0", BAD_VARINT)
    attacks.add("count-of-33-bits", wire, wire.field(24, "list", b"\xf6\x81\x80\x80\x80\x10") + bytes(9), BAD_VARINT)


def field_ids(attacks, wire):
    last = wire.field(32767, "i32", wire.integer(1, 4))
    attacks.add("last-field-id", wire, last + b"\0", OK)
    attacks.add("negative-field-id", wire, wire.field(-1, "i32", wire.integer(1, 4)) + b"\0", OK)
    attacks.add("field-id-zero", wire, (b"\x05\x00\x02" if wire.protocol == COMPACT else wire.field(0, "i32", wire.integer(1, 4))) + b"\0", OK)
    if wire.protocol == BINARY:
        return
    for delta in [1, 15]:
        attacks.add("field-id-overflows-by-%d" % delta, wire, last + bytes([delta << 4 | 5, 2, 0]), BAD_FIELD_ID)
        attacks.add("bool-field-id-overflows-by-%d" % delta, wire, last + bytes([delta << 4 | 1, 0]), BAD_FIELD_ID)
        attacks.add("nested-field-id-overflows-by-%d" % delta, wire, b"\xcc" + last + bytes([delta << 4 | 5, 2, 0, 0]), BAD_FIELD_ID)
    attacks.add("field-id-32768", wire, b"\x05" + varint(zigzag(32768)) + b"\x02\0", BAD_FIELD_ID)
    attacks.add("field-id-minus-32769", wire, b"\x05" + varint(zigzag(-32769)) + b"\x02\0", BAD_FIELD_ID)
    attacks.add("field-id-of-32-bits", wire, b"\x05\xff\xff\xff\xff\x0f\x02\0", BAD_FIELD_ID)
    attacks.add("stop-with-a-delta", wire, b"\xf0", OK)
    attacks.add("stop-with-a-delta-behind-the-last-id", wire, last + b"\xf0", OK)
    attacks.add("nested-stop-with-a-delta-behind-the-last-id", wire, b"\xcc" + last + b"\xf0\0", OK)


def unions(attacks, wire):
    number = wire.field(1, "i32", wire.integer(7, 4))
    text = wire.field(2, "string", wire.string(b"seven"))
    if wire.protocol == COMPACT:
        text = b"\x08\x04\x05seven"
    tree = (b"\x0c\x06" if wire.protocol == COMPACT else wire.field(3, "struct")) + text + b"\0"
    numbers = (b"\x09\x08" if wire.protocol == COMPACT else wire.field(4, "list")) + wire.list("i32", 1, wire.integer(7, 4))
    other = (b"\x09\x08" if wire.protocol == COMPACT else wire.field(4, "list")) + wire.list("string", 1, wire.string(b"x"))
    unknown = (b"\x05\xc8\x01\x0e" if wire.protocol == COMPACT else wire.field(100, "i32", wire.integer(7, 4)))
    cases = [("scalar-then-string", number + text, BAD_UNION), ("string-then-scalar", text + (b"\x05\x02\x0e" if wire.protocol == COMPACT else number), BAD_UNION),
             ("struct-then-string", tree + text, BAD_UNION), ("string-then-struct", text + tree, BAD_UNION),
             ("list-then-string", numbers + text, BAD_UNION), ("struct-then-list", tree + numbers, BAD_UNION),
             ("string-twice", text + text, OK), ("struct-twice", tree + tree, OK), ("list-twice", numbers + numbers, OK),
             ("none", b"", OK), ("unknown", unknown, OK), ("unknown-and-known", unknown + text, OK),
             ("mistyped-and-known", other + text, OK), ("mistyped-list", other, OK)]
    for label, members, status in cases:
        attacks.add("union-" + label, wire, wire.field(13, "struct", members + b"\0") + b"\0", status, OK)
        attacks.add("union-in-list-" + label, wire, wire.field(30, "list", wire.list("struct", 1, members + b"\0")) + b"\0", status, OK)
    attacks.add("union-at-the-root", wire, number + text + b"\0", BAD_UNION, OK, type_name="Choice")


def required(attacks, wire):
    fields = [(1, "bool", b"\x01" if wire.protocol == BINARY else b""), (2, "i64", wire.integer(1, 8)), (3, "string", wire.string(b"t")),
              (4, "struct", wire.field(1, "i32", wire.integer(1, 4)) + b"\0"), (5, "list", wire.list("i32", 1, wire.integer(1, 4))),
              (6, "list", wire.list("struct", 0)), (7, "map", wire.map("string", "i32", 0)),
              (8, "struct", wire.field(1, "i32", wire.integer(1, 4)) + b"\0"), (9, "i32", wire.integer(1, 4)),
              (10, "list", wire.list("i32", 1, wire.integer(1, 4)))]

    def message(without=0, instead=None):
        out, last = b"", 0
        for field_id, code, payload in fields:
            if field_id == without and instead is None:
                continue
            if field_id == without:
                code, payload = instead
            out += wire.field(field_id, code, payload, last)
            last = field_id
        return out + b"\0"

    attacks.add("required-all", wire, message(), OK, type_name="Demanding")
    for field_id, _, _ in fields:
        attacks.add("required-%d-is-missing" % field_id, wire, message(field_id), MISSING, OK, type_name="Demanding")
        attacks.add("required-%d-is-mistyped" % field_id, wire, message(field_id, ("i8", b"\x01")), MISSING, OK, type_name="Demanding")
    for field_id in [5, 6, 10]:
        attacks.add("required-%d-holds-another-type" % field_id, wire, message(field_id, ("list", wire.list("i8", 1, b"\x01"))), MISSING, OK,
                    type_name="Demanding")
    attacks.add("required-nothing", wire, b"\0", MISSING, OK, type_name="Demanding")
    leaf = wire.field(11, "struct", b"\0") + b"\0"
    attacks.add("required-in-a-nested-struct", wire, leaf, MISSING, OK)
    attacks.add("required-in-a-list", wire, wire.field(28, "list", wire.list("struct", 2, b"\0\0")) + b"\0",
                MISSING, OK)
    many = b"".join(wire.field(i, "i8", b"\x01", i - 1) for i in range(1, 71))
    attacks.add("required-70", wire, many + b"\0", OK, type_name="Many")
    for gone in [1, 64, 65, 70]:
        data, last = b"", 0
        for i in range(1, 71):
            if i != gone:
                data += wire.field(i, "i8", b"\x01", last)
                last = i
        attacks.add("required-70-without-%d" % gone, wire, data + b"\0", MISSING, OK, type_name="Many")


def ends(attacks, wire):
    """Input that ends early, or late."""
    whole = {"i8": b"\x01", "i16": wire.integer(-30000, 2), "i32": wire.integer(-(1 << 30), 4), "i64": wire.integer(-(1 << 62), 8),
             "double": bytes(8), "string": wire.string(b"abcdef"), "uuid": bytes(16), "struct": b"\0",
             "list": wire.list("i64", 2, wire.integer(1, 8) * 2), "map": wire.map("i32", "i64", 1, wire.integer(1, 4) + wire.integer(1, 8))}
    ids = {"i8": 2, "i16": 3, "i32": 4, "i64": 5, "double": 6, "string": 7, "uuid": 9, "struct": 12, "list": 24, "map": 51}
    for kind, payload in whole.items():
        data = wire.field(ids[kind], kind, payload)
        attacks.add("ends-in-" + kind, wire, data[:-1], TRUNCATED)
        attacks.add("ends-behind-" + kind, wire, data, TRUNCATED)
        attacks.add("ends-in-the-header-of-" + kind, wire, data[:2 if wire.protocol == BINARY else 1][:max(1, len(data) - len(payload) - 1)], TRUNCATED)
    attacks.add("trailing-bytes", wire, b"\0\xff\xff\xff", OK)
    attacks.add("one-stop-is-missing", wire, wire.field(12, "struct", b"\0"), TRUNCATED)
    attacks.add("not-utf8", wire, wire.field(7, "string", wire.string(b"\xc0\x80\xff\xed\xa0\x80")) + b"\0", OK)
    attacks.add("terminal-sequences", wire, wire.field(7, "string", wire.string(b"\x1b]0;title\x07\x9b31m\r\n\xe2\x80\xae\xef\xbb\xbf")) + b"\0", OK)
    attacks.add("string-with-nul", wire, wire.field(7, "string", wire.string(b"a\0b")) + b"\0", OK)


def reported(attacks, wires):
    """Bytes from public reports, as they were."""
    compact = wires[COMPACT]
    attacks.add("reported-polars-27490", compact, bytes.fromhex("2bf9eeeeeeee43"), BAD_VARINT, type_name="FileMetaData", size=65536)
    attacks.add("reported-nanopb-oneof", compact, bytes.fromhex("08082d"), TRUNCATED, type_name="Choice")
    forged = compact.field(1, "i32", compact.integer(1, 4)) + compact.field(2, "list", compact.list("struct", 0x0FFFFFFF), 1)
    attacks.add("reported-clickhouse-113212", compact, forged + bytes(800), TRUNCATED, type_name="FileMetaData", size=262144)
    forged = compact.field(1, "i32", compact.integer(1, 4)) + compact.field(2, "list", compact.list("struct", 104857600), 1)
    attacks.add("reported-milvus-51825", compact, forged, TRUNCATED, type_name="FileMetaData", size=65536)
    attacks.add("reported-arrow-rs-9868", compact, bytes.fromhex("1502") + b"\x19\xfc\xff\xff\xff\xff\x07\x15\x00", TRUNCATED,
                type_name="FileMetaData", size=65536)
    attacks.add("reported-cve-2019-0205", compact, bytes.fromhex("19f0ffffffff07"), BAD_TYPE)


def messages(attacks, wires):
    """Headers, frames and the header transport."""
    def message(wire, name, data, status):
        attacks.add("message-" + name, wire, data, status, type_name="message", size=0)

    def frame(name, data, status):
        attacks.add("frame-" + name, wires[BINARY], data, status, type_name="frame", size=0)

    def theader(name, header, status, words=None, before=b"\x0f\xff\0\0\0\0\0\1", size=4096):
        header += bytes(-len(header) % 4)
        words = len(header) // 4 if words is None else words
        attacks.add("theader-" + name, wires[BINARY], before + struct.pack(">H", words) + header, status, type_name="theader", size=size)

    binary, compact = wires
    strict = b"\x80\x01\0\x01"
    message(binary, "strict", strict + b"\0\0\0\x04ping\0\0\0\x07\0", OK)
    message(binary, "old", b"\0\0\0\x04ping\x01\0\0\0\x07\0", OK)
    message(binary, "old-with-a-name-of-2g", b"\x7f\xff\xff\xff", TOO_LARGE)
    message(binary, "old-with-a-name-that-is-not-there", b"\0\0\xff\xffping", TRUNCATED)
    message(binary, "old-ends-behind-its-name", b"\0\0\0\x04ping", TRUNCATED)
    message(binary, "old-of-type-0", b"\0\0\0\x04ping\0\0\0\0\x07\0", BAD_MESSAGE)
    message(binary, "old-of-type-255", b"\0\0\0\x04ping\xff\0\0\0\x07\0", BAD_MESSAGE)
    message(binary, "strict-with-a-name-of-2g", strict + b"\x7f\xff\xff\xff", TOO_LARGE)
    message(binary, "strict-with-a-name-of-100mi", strict + b"\x06\x40\0\0", TOO_LARGE)
    message(binary, "strict-with-a-negative-name", strict + b"\xff\xff\xff\xff", BAD_SIZE)
    message(binary, "strict-name-is-not-there", strict + b"\0\0\xff\xff", TRUNCATED)
    message(binary, "strict-without-seqid", strict + b"\0\0\0\x04ping\0\0\0", TRUNCATED)
    message(binary, "strict-of-type-0", b"\x80\x01\0\0\0\0\0\0\0\0\0\0", BAD_MESSAGE)
    message(binary, "strict-of-type-5", b"\x80\x01\0\x05\0\0\0\0\0\0\0\0", BAD_MESSAGE)
    message(binary, "strict-of-version-2", b"\x80\x02\0\x01\0\0\0\0\0\0\0\0", BAD_MESSAGE)
    message(binary, "empty-name", strict + bytes(9), OK)
    message(binary, "one-byte", b"\x80", TRUNCATED)
    message(compact, "plain", b"\x82\x21\x07\x04ping\0", OK)
    message(compact, "with-a-name-of-2g", b"\x82\x21\x07\xff\xff\xff\xff\x07", TOO_LARGE)
    message(compact, "with-a-negative-name", b"\x82\x21\x07\xff\xff\xff\xff\x0f", BAD_SIZE)
    message(compact, "name-is-not-there", b"\x82\x21\x07\x05ping", TRUNCATED)
    message(compact, "endless-seqid", b"\x82\x21" + b"\xff" * 1000, BAD_VARINT)
    message(compact, "endless-name-size", b"\x82\x21\x07" + b"\xff" * 1000, BAD_VARINT)
    message(compact, "of-version-0", b"\x82\x20\x07\x04ping\0", BAD_MESSAGE)
    message(compact, "of-type-0", b"\x82\x01\x07\x04ping\0", BAD_MESSAGE)
    message(compact, "of-type-7", b"\x82\xe1\x07\x04ping\0", BAD_MESSAGE)
    message(compact, "of-another-protocol", b"\x83\x21\x07\x04ping\0", BAD_MESSAGE)
    message(compact, "one-byte", b"\x82", TRUNCATED)
    frame("empty", bytes(4), OK)
    frame("ten-thousand-empty", bytes(40000), OK)
    frame("negative", b"\x80\0\0\0", BAD_SIZE)
    frame("minus-one", b"\xff" * 4 + b"x", BAD_SIZE)
    frame("above-the-limit", struct.pack(">I", 16384001), TOO_LARGE)
    frame("at-the-limit", struct.pack(">I", 16384000), TRUNCATED)
    frame("of-2g", b"\x7f\xff\xff\xff", TOO_LARGE)
    frame("one-byte-short", b"\0\0\0\x05ping", TRUNCATED)
    frame("half-a-length", b"\0\0", TRUNCATED)
    theader("plain", b"\x02\0", OK)
    theader("longer-than-the-frame", b"\x02\0", TRUNCATED, words=2)
    theader("of-262140-bytes", b"\x02\0", TRUNCATED, words=0xFFFF)
    theader("without-words", b"", TRUNCATED, words=0)
    theader("endless-protocol", b"\xff" * 400, BAD_VARINT)
    theader("endless-transforms", b"\x02" + b"\xff" * 400, BAD_VARINT)
    theader("endless-info", b"\x02\0" + b"\xff" * 400, BAD_VARINT)
    theader("of-json", b"\x01\0", UNSUPPORTED)
    for number, transform in [(1, "zlib"), (2, "hmac"), (3, "snappy"), (100, "unknown")]:
        theader("transform-" + transform, b"\x02\x01" + bytes([number]), UNSUPPORTED)
    theader("of-2g-transforms", b"\x02\xff\xff\xff\xff\x07\x01", UNSUPPORTED)
    theader("of-2g-key-values", b"\x02\0\x01\xff\xff\xff\xff\x07", TRUNCATED)
    theader("of-4g-key-values", b"\x02\0\x01\xff\xff\xff\xff\x0f", BAD_SIZE)
    theader("key-of-2g", b"\x02\0\x01\x01\xff\xff\xff\xff\x07key", TRUNCATED)
    theader("value-past-the-header", b"\x02\0\x01\x01\x03key\x09val", TRUNCATED)
    theader("value-is-missing", b"\x02\0\x01\x02\x01k\x01v\x03kkk", TRUNCATED)
    theader("two-infos-and-the-second-is-cut", b"\x02\0\x01\x01\x01k\x01v\x01\x01\x01k\x0f", TRUNCATED)
    theader("not-one", b"\x02\0", BAD_MESSAGE, before=b"\x0f\xfe\0\0\0\0\0\1")
    attacks.add("theader-of-nine-bytes", wires[BINARY], b"\x0f\xff\0\0\0\0\0\1\0", TRUNCATED, type_name="theader", size=4096)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    out = sys.argv[1] if len(sys.argv) > 1 else here
    attacks = Set()
    wires = [Wire(BINARY), Wire(COMPACT)]
    for wire in wires:
        declared_sizes(attacks, wire)
        amplification(attacks, wire)
        nesting(attacks, wire)
        elements(attacks, wire)
        field_ids(attacks, wire)
        unions(attacks, wire)
        required(attacks, wire)
        ends(attacks, wire)
    varints(attacks, wires[COMPACT])
    reported(attacks, wires)
    messages(attacks, wires)
    for name in os.listdir(out):
        if name.endswith(".bin"):
            os.unlink(os.path.join(out, name))
    with open(os.path.join(out, "expected.tsv"), "w", encoding="ascii") as table:
        table.write("# file\tprotocol\ttype\tknown\tunknown\twalk\tbytes\tms\n")
        for name, data, columns in sorted(attacks.rows):
            with open(os.path.join(out, name + ".bin"), "wb") as file:
                file.write(data)
            table.write("\t".join([name] + columns) + "\n")


main()
