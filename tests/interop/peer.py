#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Apache Thrift's Python side: reads each value with the code that its compiler generates, holds it against our JSON of it, and writes it again.

    peer.py binary|compact GENERATED FRAMES JSON > FRAMES"""
import json
import struct
import sys

sys.path.insert(0, sys.argv[2])
from interop import ttypes  # noqa: E402
from thrift.protocol import TBinaryProtocol, TCompactProtocol  # noqa: E402
from thrift.Thrift import TType  # noqa: E402
from thrift.transport.TTransport import TMemoryBuffer  # noqa: E402

TYPES = [ttypes.Required, ttypes.Optional, ttypes.Default, ttypes.Containers, ttypes.Ids]
PROTOCOL = TBinaryProtocol.TBinaryProtocol if sys.argv[1] == 'binary' else TCompactProtocol.TCompactProtocol


def as_bytes(text):
    return bytes.fromhex(text['hex']) if isinstance(text, dict) else text.encode()


def same(ours, value, kind, args):
    """Whether our JSON is of this value, of that type."""
    if kind == TType.STRING:
        return as_bytes(ours) == (value if isinstance(value, bytes) else value.encode())
    if kind == TType.DOUBLE:
        return struct.pack('>d', float(ours)) == struct.pack('>d', value)
    if kind == TType.STRUCT:
        return same_struct(ours, value, args[0])
    if kind == TType.LIST:
        return len(ours) == len(value) and all(same(a, b, args[0], args[1]) for a, b in zip(ours, value))
    if kind == TType.SET:
        return len(ours) == len(value) and all(any(same(a, b, args[0], args[1]) for b in value) for a in ours)
    if kind == TType.MAP:
        return same_map(ours, value, args)
    return type(ours) is type(value) and ours == value


def same_map(ours, value, args):
    pairs = ours if isinstance(ours, list) else [
        [key if args[0] == TType.STRING else int(key), item] for key, item in ours.items()]
    if len(pairs) != len(value):
        return False
    return all(any(same(key, k, args[0], args[1]) and same(item, v, args[2], args[3]) for k, v in value.items()) for key, item in pairs)


def same_struct(ours, value, cls):
    fields = [spec for spec in cls.thrift_spec if spec is not None] if isinstance(cls.thrift_spec, tuple) else cls.thrift_spec
    seen = 0
    for _, kind, name, args, _ in fields:
        item = getattr(value, name)
        if (item is None) != (name not in ours):
            return False
        if item is not None:
            seen += 1
            if not same(ours[name], item, kind, fix(kind, args)):
                return False
    return seen == len(ours)


def fix(kind, args):
    return [args[0]] if kind == TType.STRUCT else args



def main():
    with open(sys.argv[3], 'rb') as frames, open(sys.argv[4], encoding='ascii') as texts:
        for i, text in enumerate(texts):
            head = frames.read(5)
            cls = TYPES[head[0]]
            value = cls()
            wire = TMemoryBuffer(frames.read(int.from_bytes(head[1:], 'big')))
            value.read(PROTOCOL(wire))
            if wire.read(1):
                sys.exit(f'value {i}: bytes are left over')
            if not same_struct(json.loads(text), value, cls):
                sys.exit(f'value {i}: ours is {text}theirs is {value}')
            out = TMemoryBuffer()
            value.write(PROTOCOL(out))
            out = out.getvalue()
            sys.stdout.buffer.write(head[:1] + len(out).to_bytes(4, 'big') + out)


main()
