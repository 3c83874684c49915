#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Apache Thrift's Python side of damaged.c: reads each input and writes what it took.

    damaged.py binary|compact GENERATED < INPUTS > REPLIES"""
import sys

sys.path.insert(0, sys.argv[2])
from interop import ttypes  # noqa: E402
from thrift.protocol import TBinaryProtocol, TCompactProtocol  # noqa: E402
from thrift.transport.TTransport import TMemoryBuffer  # noqa: E402

TYPES = [ttypes.Required, ttypes.Optional, ttypes.Containers, ttypes.Ids]
PROTOCOL = TBinaryProtocol.TBinaryProtocol if sys.argv[1] == 'binary' else TCompactProtocol.TCompactProtocol


def reply(kind, data):
    wire = TMemoryBuffer(data)
    value = TYPES[kind]()
    try:
        # Limits as one would set them: without, a size alone allocates.
        value.read(PROTOCOL(wire, string_length_limit=len(data), container_length_limit=len(data)))
        value.validate()
    except Exception as error:  # whatever it is: a refusal
        why = repr(error).encode()
        return bytes(5) + len(why).to_bytes(4, 'big') + why
    used = wire._buffer.tell().to_bytes(4, 'big')
    out = TMemoryBuffer()
    try:
        value.write(PROTOCOL(out))
    except Exception as error:
        why = repr(error).encode()
        return b'\3' + used + len(why).to_bytes(4, 'big') + why
    out = out.getvalue()
    return b'\1' + used + len(out).to_bytes(4, 'big') + out


def main():
    while head := sys.stdin.buffer.read(5):
        sys.stdout.buffer.write(reply(head[0], sys.stdin.buffer.read(int.from_bytes(head[1:], 'big'))))


main()
