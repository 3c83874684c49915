#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Metadata, look-up, batches, repeated strings: runs build/bench/techniques, prints ours beside rivals of the same run and beside the
figures of the Go originals, and says for each promise whether it was kept. Writes JSON and plots; with --docs into docs/."""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys

import plot
import run

TREE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Figures of the Go originals: median and minimum nanoseconds, allocations. The strings' allocations are for a whole run.
GO = {
    ('append', 'N = 1'): {'copying': (456, 229, 4), 'linked list': (436, 199, 4)},
    ('append', 'N = 5'): {'copying': (2985, 1341, 20), 'linked list': (2282, 1065, 20)},
    ('append', 'N = 10'): {'copying': (6605, 3499, 40), 'linked list': (4255, 2498, 40)},
    ('append', 'N = 50'): {'copying': (47142, 24408, 200), 'linked list': (23579, 12502, 200)},
    ('raw', 'N = 1'): {'copying': (22, 12, 0), 'linked list': (274, 129, 4)},
    ('raw', 'N = 5'): {'copying': (40, 26, 0), 'linked list': (388, 187, 4)},
    ('raw', 'N = 10'): {'copying': (58, 36, 0), 'linked list': (457, 239, 4)},
    ('raw', 'N = 50'): {'copying': (203, 108, 0), 'linked list': (1176, 683, 4)},
    ('append+raw', 'N = 1'): {'copying': (1056, 617, 11), 'linked list': (1299, 719, 15)},
    ('append+raw', 'N = 5'): {'copying': (4391, 1990, 35), 'linked list': (4039, 1903, 39)},
    ('append+raw', 'N = 10'): {'copying': (8042, 4554, 65), 'linked list': (7113, 3557, 69)},
    ('append+raw', 'N = 50'): {'copying': (60649, 29014, 305), 'linked list': (25630, 16037, 309)},
    ('lookup', '1 header, found'): {'fold, stop early': (99, 42, 1), 'lower-case all': (96, 45, 1)},
    ('lookup', '1 header, not found'): {'fold, stop early': (94, 53, None), 'lower-case all': (134, 77, None)},
    ('lookup', '10 headers, found'): {'fold, stop early': (109, 53, 1), 'lower-case all': (110, 50, 1)},
    ('lookup', '10 headers, not found'): {'fold, stop early': (300, 167, None), 'lower-case all': (653, 345, None)},
    ('strings', 'cold'): {'before': (710, 401, 584), 'sized ahead': (452, 287, 300), 'dense map': (323, 208, 289)},
    ('strings', 'stream'): {'before': (673, 445, 4000), 'sized ahead': (605, 396, 1316), 'dense map': (379, 195, 1186)},
    ('strings', 'warm'): {'before': (515, 346, 397), 'sized ahead': (513, 312, 134), 'dense map': (359, 186, 120)},
    ('strings', 'all known'): {'before': (583, 270, 280), 'sized ahead': (474, 251, 14), 'dense map': (87, 57, 2)},
}

TITLES = {
    'append': 'Metadata: N times two pairs appended, every handle kept; ns for all N',
    'raw': 'Metadata: every pair visited, oldest first; ns for all',
    'append+raw': 'Metadata: N appends, then every pair visited; ns for all',
    'from': 'Metadata: a copy of its own; ns for all',
    'branch': 'Metadata: two pairs appended to a handle of N that others were made from; ns',
    'chain': 'Metadata: one pair appended, N times; ns for each',
    'lookup': 'Look-up of one key, case ignored; ns',
    'strings': 'Repeated strings: batches of 10,000; ns for each element',
    'batch': 'Batches of N framed messages, freed again; ns for each message',
    'dedup': 'A Parquet footer whose 1,000 paths come ten times; ns',
}


def measure(options):
    """{(technique, workload, who): {median, best, allocations, allocated, held}}, in the order of the program."""
    program = os.path.join(options.build, 'techniques')
    environment = {**os.environ, 'INGOT_BENCH_FOOTER': os.path.join(options.build, 'inputs', 'footer-1000x10.bin')}
    rows = {}
    out = subprocess.run([program, 'time', str(options.rounds)], capture_output=True, text=True, check=True, env=environment).stdout
    for line in out.splitlines():
        row = json.loads(line)
        rows[row['technique'], row['workload'], row['who']] = {
            'n': row['n'], 'median': statistics.median(row['ns']), 'best': min(row['ns'])}
    counting = {**environment, 'LD_PRELOAD': os.path.join(options.build, 'count_malloc.so'), 'G_SLICE': 'always-malloc'}
    out = subprocess.run([program, 'count'], capture_output=True, text=True, check=True, env=counting).stdout
    for line in out.splitlines():
        row = json.loads(re.sub(r'"counts": (\d+) (\d+) (\d+)$', r'"calls": \1, "size": \2}', line))
        rows[row['technique'], row['workload'], row['who']].update(allocations=row['calls'], allocated=row['size'], held=row['held'])
    return rows


def promises(rows):
    """What was promised, what came out, and whether that is enough: (text, figure, kept)."""
    found = []

    def promise(text, figure, kept):
        found.append((text, figure, bool(kept)))

    def get(technique, workload, who='ingot'):
        return rows[technique, workload, who]

    for n in (1, 5, 10, 50):
        ours, go = get('append', f'N = {n}'), GO['append', f'N = {n}']['linked list']
        promise(f'{n} appends cost less than the original list\'s', f'{ours["median"]:.0f} ns against {go[0]}', ours['median'] <= go[0])
        ours, go = get('raw', f'N = {n}'), GO['raw', f'N = {n}']['copying']
        promise(f'visiting after {n} appends costs no more than the original copying version\'s, and allocates nothing',
                f'{ours["median"]:.1f} ns against {go[0]}, {ours["allocations"]} allocations',
                ours['median'] <= go[0] and ours['allocations'] == 0)
        ours, rival = get('raw', f'N = {n}'), get('raw', f'N = {n}', 'copied array')
        promise(f'visiting after {n} appends is as fast as along a copied array in C (within a fifth, or 2 ns)',
                f'{ours["median"]:.1f} ns against {rival["median"]:.1f}', ours['median'] <= max(1.2 * rival['median'], rival['median'] + 2))
    ours, rival = get('append', 'N = 50'), get('append', 'N = 50', 'linked list')
    promise('50 appends cost no more than a linked list\'s in C (within a tenth)', f'{ours["median"]:.0f} ns against {rival["median"]:.0f}',
            ours['median'] <= 1.1 * rival['median'])
    small, large = get('chain', 'N = 10'), get('chain', 'N = 10000')
    promise('an append at 10,000 pairs costs no more than one at 10', f'{large["median"]:.1f} ns against {small["median"]:.1f}',
            large['median'] <= 1.1 * small['median'])
    miss = get('lookup', '10 headers, not found')
    promise('a miss among ten headers is ten times faster than the original\'s, without allocating',
            f'{miss["median"]:.1f} ns, {miss["best"]:.1f} at best, against 300 and 167; {miss["allocations"]} allocations',
            miss['median'] <= 30 and miss['best'] <= 16.7 and miss['allocations'] == 0)
    cold, known = get('strings', 'cold'), get('strings', 'all known')
    promise('a new string costs less than 60 ns', f'{cold["median"]:.1f} ns', cold['median'] < 60)
    promise('a known string costs less than 25 ns', f'{known["median"]:.1f} ns', known['median'] < 25)
    promise('a batch of 10,000 new strings takes a handful of allocations, one of known strings none',
            f'{cold["allocations"]} and {known["allocations"]}', cold['allocations'] <= 8 and known['allocations'] == 0)
    for workload in ('cold', 'stream', 'warm', 'all known'):
        ours, single = get('strings', workload), get('strings', workload, 'ingot, one by one')
        best = min(figure[0] for figure in GO['strings', workload].values())
        promise(f'{workload}: a batch costs no more than one by one, and less than the best of the originals',
                f'{ours["median"]:.1f} ns against {single["median"]:.1f} and {best}',
                ours['median'] <= 1.05 * single['median'] and ours['median'] < best)
    for n in (1, 2, 8, 64, 1000):
        ours, again = get('batch', str(n), 'ingot, batch'), get('batch', str(n), 'ingot, batch, block used again')
        promise(f'a batch of {n} is one allocation, and none with a block that is used again',
                f'{ours["allocations"]} and {again["allocations"]}', ours['allocations'] == 1 and again['allocations'] == 0)
    for kind in ('', ', block used again'):
        plain, shared = get('dedup', 'footer, 1,000 x 10', 'plain' + kind), get('dedup', 'footer, 1,000 x 10', 'paths shared' + kind)
        promise(f'shared paths{kind}: less is held, at no more than 1.15 times the time',
                f'{shared["held"]:,} bytes against {plain["held"]:,}, {shared["best"] / plain["best"]:.2f} times',
                shared['held'] < plain['held'] and shared['best'] <= 1.15 * plain['best'])
    return found


def number(value, digits=0):
    return '' if value is None else f'{value:,.{digits}f}'


def tables(rows):
    """Markdown: one table a technique, ours, rivals and originals beside each other."""
    lines = []
    for technique, title in TITLES.items():
        lines += [f'### {title}', '', '| workload | who | median ns | best ns | allocations | bytes asked for | bytes held |',
                  '|---|---|--:|--:|--:|--:|--:|']
        workloads = list(dict.fromkeys(w for t, w, _ in rows if t == technique))
        for workload in workloads:
            for (t, w, who), row in rows.items():
                if (t, w) == (technique, workload):
                    digits = 1 if row['median'] < 1000 else 0
                    lines.append(f'| {workload} | {who} | {number(row["median"], digits)} | {number(row["best"], digits)} '
                                 f'| {number(row["allocations"])} | {number(row["allocated"])} | {number(row["held"] or None)} |')
            for who, figure in GO.get((technique, workload), {}).items():
                lines.append(f'| {workload} | *Go, {who}* | {number(figure[0])} | {number(figure[1])} | {number(figure[2])} | | |')
        lines.append('')
    return '\n'.join(lines)


def kept_table(found):
    lines = ['| promise | this run | kept |', '|---|---|---|']
    lines += [f'| {text} | {figure} | {"yes" if kept else "**no**"} |' for text, figure, kept in found]
    return '\n'.join(lines) + '\n'


def curve(rows, technique, figure, path, title, ylabel, xlabel):
    """Lines by who over n."""
    whos = list(dict.fromkeys(who for t, _, who in rows if t == technique))
    script = plot.HEAD.format(height=480, path=path, title=title)
    script += f'set logscale xy\nset xlabel "{xlabel}"\nset ylabel "{ylabel}"\n'
    for i, who in enumerate(whos):
        points = [(row['n'], row[figure]) for (t, _, w), row in rows.items() if t == technique and w == who]
        # A logarithm has no zero: none is drawn at a tenth.
        script += f'$w{i} << END\n' + ''.join(f'{n} {max(value, 0.1):.3f}\n' for n, value in points) + 'END\n'
    script += 'plot ' + ', '.join(f'$w{i} with linespoints lw 2 title {plot.quoted(who)}' for i, who in enumerate(whos)) + '\n'
    plot.gnuplot(script)


def draw(rows, folder):
    curve(rows, 'chain', 'median', os.path.join(folder, 'techniques-append.svg'), 'Appending one pair to a chain of N', 'ns for each append',
          'pairs')
    curve(rows, 'batch', 'allocations', os.path.join(folder, 'techniques-batch.svg'), 'Allocations for a batch (0.1 stands for none)',
          'allocations', 'messages')


def put_into(path, begin, text):
    """Replaces what stands between the marks `<!-- begin -->` and `<!-- end -->`."""
    with open(path, encoding='utf-8') as file:
        page = file.read()
    head, rest = page.split(f'<!-- {begin} -->\n', 1)
    tail = rest[rest.index('<!-- end -->'):]
    with open(path, 'w', encoding='utf-8') as file:
        file.write(f'{head}<!-- {begin} -->\n{text}{tail}')


def save(path, options, rows, found):
    """JSON, a row a line."""
    flat = [{'technique': t, 'workload': w, 'who': who, **row} for (t, w, who), row in rows.items()]
    kept = [{'promise': text, 'figure': figure, 'kept': is_kept} for text, figure, is_kept in found]
    with open(path, 'w', encoding='utf-8') as file:
        file.write(f'{{"machine": {json.dumps(run.machine())},\n"rounds": {options.rounds},\n')
        file.write('"rows": [\n' + ',\n'.join(json.dumps(row) for row in flat) + '],\n')
        file.write('"promises": [\n' + ',\n'.join(json.dumps(row) for row in kept) + ']}\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--build', default=os.path.join(TREE, 'build', 'bench'), help='where the program is')
    parser.add_argument('--rounds', type=int, default=21)
    parser.add_argument('--docs', action='store_true', help='write numbers and plots into docs/, not beside the program')
    options = parser.parse_args()
    folder = os.path.join(TREE, 'docs') if options.docs else options.build
    rows = measure(options)
    found = promises(rows)
    print(tables(rows))
    print(kept_table(found))
    save(os.path.join(folder, 'techniques.json'), options, rows, found)
    draw(rows, folder)
    if options.docs:
        put_into(os.path.join(folder, 'techniques.md'), 'promises', kept_table(found))
        put_into(os.path.join(folder, 'techniques.md'), 'tables', tables(rows))
    broken = [text for text, _, kept in found if not kept]
    if broken:
        sys.exit('not kept in this run:\n  ' + '\n  '.join(broken))


if __name__ == '__main__':
    main()
