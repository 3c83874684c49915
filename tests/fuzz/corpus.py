#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""corpus.py unpack FILE.hex FOLDER | corpus.py pack FOLDER FILE.hex: a corpus as lines of hex, shortest first, and as libFuzzer has it."""
import os
import sys


def unpack(path, folder):
    os.makedirs(folder, exist_ok=True)
    with open(path, encoding="ascii") as lines:
        for number, line in enumerate(lines, 1):
            with open(os.path.join(folder, "%05d" % number), "wb") as file:
                file.write(bytes.fromhex(line))


def pack(folder, path):
    inputs = set()
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            inputs.add(file.read())
    with open(path, "w", encoding="ascii") as file:
        for data in sorted(inputs, key=lambda data: (len(data), data)):
            file.write(data.hex() + "\n")


if len(sys.argv) != 4 or sys.argv[1] not in ("pack", "unpack"):
    sys.exit(__doc__)
(pack if sys.argv[1] == "pack" else unpack)(sys.argv[2], sys.argv[3])
