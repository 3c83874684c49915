#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutate_schemas.py COUNT FROM TO [SEED]: copies of the schemas in FROM with a few tokens changed, TO/m0.thrift and on."""
import os, random, re, sys

TOKENS = re.compile(r'\s+|//[^\n]*|#[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_][\w.]*|[+-]?[\d.]+(?:e[+-]?\d+)?|.', re.S)
SPARE = ('1 0 -1 300 65536 32768 2147483648 9223372036854775807 0x10 +5 .5 1e3 true false "" "x" \'y\' [] {} [1] {"a":1} ; , : = ( ) < > { } '
         'required optional i8 i16 i32 i64 double string binary bool byte list<i32> set<string> map<i32,i32> void oneway struct union enum '
         'const typedef exception service extends throws namespace include & * xsd_optional xsd_nillable cpp_type a.b E.A x').split(' ')


def mutate(rng, text):
    tokens = TOKENS.findall(text)
    solid = [i for i, t in enumerate(tokens) if not t.isspace()]
    if not solid:
        return text
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        i, j = rng.choice(solid), rng.choice(solid)
        how = rng.randrange(5)
        if how == 0:
            tokens[i] = ''
        elif how == 1:
            tokens[i] += ' ' + tokens[i]
        elif how == 2:
            tokens[i], tokens[j] = tokens[j], tokens[i]
        elif how == 3:
            tokens[i] = ' ' + rng.choice(SPARE) + ' '
        else:
            tokens[i] = tokens[j]
    return ''.join(tokens)


def main():
    count, source, target = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    names = sorted(n for n in os.listdir(source) if n.endswith('.thrift'))
    for i in range(count):
        with open(os.path.join(source, rng.choice(names)), newline='', encoding='utf-8', errors='surrogateescape') as f:
            text = f.read()
        with open(os.path.join(target, 'm%d.thrift' % i), 'w', newline='', encoding='utf-8', errors='surrogateescape') as f:
            f.write(mutate(rng, text))


main()
