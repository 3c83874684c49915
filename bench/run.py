#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the suites of suites.py: contenders in turn, round by round, so that what else the machine does hits all alike. Times are process
CPU time; median and best of the rounds. Allocations, bytes and instructions come from runs of their own. Prints tables; writes JSON and
plots."""

import argparse
import glob
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import plot
from suites import PROMISES, SUITES

HERE = os.path.dirname(os.path.abspath(__file__))
TREE = os.path.dirname(HERE)


class Bench:
    def __init__(self, options):
        self.options = options
        self.bin = os.path.abspath(options.build)
        self.abilities = {}

    def files(self, workload):
        names = []
        for pattern in workload.files:
            pattern = pattern.replace('TREE/', TREE + '/').replace('SHARED/', os.path.dirname(TREE) + '/shared/')
            names += sorted(glob.glob(os.path.join(self.bin, 'inputs', pattern)))
        return names

    def can(self, contender, workload):
        """Whether the program exists and names the operation and the kind."""
        program = os.path.join(self.bin, contender.program)
        if contender.program not in self.abilities:
            listed = set()
            if contender.program.startswith('trial'):
                listed = {('decode', 'footer')} if os.path.exists(program) else set()
            elif os.path.exists(program):
                out = subprocess.run([program, 'list'], capture_output=True, text=True, check=True).stdout
                listed = {tuple(line.split()) for line in out.splitlines()}
            self.abilities[contender.program] = listed
        return (contender.operation, workload.kind) in self.abilities[contender.program] and bool(self.files(workload))

    def run(self, contender, mode, workload, prefix=(), **environment):
        command = [*prefix, os.path.join(self.bin, contender.program), mode, contender.operation, workload.kind, *self.files(workload)]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, timeout=600)
        if done.returncode:
            sys.exit(f'{" ".join(command[:5])}: {done.stderr.strip()[-300:]}')
        return done.stdout

    def time(self, contender, workload, seconds):
        """(mean, best) nanoseconds of one run over the workload's files."""
        if contender.program.startswith('trial'):
            command = [os.path.join(self.bin, contender.program), contender.operation, 'w', *self.files(workload)]
            out = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600,
                                 env={**os.environ, 'MIN_S': str(seconds)}).stdout.split('\t')
            return float(out[3]), float(out[7])
        mean, best, _ = self.run(contender, 'time', workload, SECONDS_OF_CPU=str(seconds)).split()
        return float(mean), float(best)

    def count(self, contender, workload):
        """Allocations, bytes asked for, most bytes held."""
        if contender.program.startswith('trial'):
            return None
        out = self.run(contender, 'count', workload, LD_PRELOAD=os.path.join(self.bin, 'count_malloc.so'), G_SLICE='always-malloc')
        return [int(x) for x in out.split()]

    def instructions(self, contender, workload):
        if contender.program.startswith('trial') or not shutil.which('valgrind') or self.options.no_callgrind:
            return None
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, 'out')
            self.run(contender, 'trace', workload, LD_BIND_NOW='1', prefix=(
                'valgrind', '-q', '--tool=callgrind', '--collect-atstart=no', '--toggle-collect=bench_traced',
                f'--callgrind-out-file={out}'))
            with open(out, encoding='utf-8') as file:
                return int(re.search(r'^(?:summary|totals): (\d+)', file.read(), re.M).group(1))

    def suite(self, name):
        suite = SUITES[name]
        pairs = [(w, c) for w in suite.workloads for c in suite.contenders if self.can(c, w)]
        samples = {(w.label, c.label): [] for w, c in pairs}
        # Of what takes little time there are more rounds.
        rounds = self.options.rounds * (3 if name in ('first', 'skip') else 1)
        for i in range(rounds):
            print(f'{name}: round {i + 1} of {rounds}', file=sys.stderr)
            for w, c in pairs:
                if suite.mode == 'first':
                    first = float(self.run(c, 'first', w))
                    samples[w.label, c.label].append((first, first))
                else:
                    samples[w.label, c.label].append(self.time(c, w, self.options.seconds))
        rows = []
        for w, c in pairs:
            size = sum(os.path.getsize(path) for path in self.files(w))
            means, bests = zip(*samples[w.label, c.label])
            count = self.count(c, w)
            slow = statistics.median(means) > 30e6
            rows.append({
                'workload': w.label, 'contender': c.label, 'messages': len(self.files(w)), 'wire_bytes': size,
                'median_ns': round(statistics.median(means), 1), 'best_ns': round(min(bests), 1), 'rounds_ns': means,
                'allocations': count and count[0], 'allocated_bytes': count and count[1], 'peak_bytes': count and count[2],
                'instructions': None if slow or suite.mode == 'first' else self.instructions(c, w),
            })
        return {'title': suite.title, 'rows': rows}


def machine():
    def first_line(*command):
        try:
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
        except (OSError, subprocess.CalledProcessError, IndexError):
            return None
    with open('/proc/cpuinfo', encoding='utf-8') as file:
        model = re.search(r'^model name\s*: (.*)$', file.read(), re.M)
    return {'cpu': model.group(1) if model else platform.machine(), 'cpus': os.cpu_count(), 'gcc': first_line('gcc', '--version'),
            'clang': first_line('clang', '--version'), 'thrift': first_line('thrift', '--version')}


def number(value):
    return '-' if value is None else f'{value:,.0f}'


def print_suite(result):
    print(f'\n{result["title"]}')
    workload = None
    for row in result['rows']:
        if row['workload'] != workload:
            workload = row['workload']
            base = row['median_ns']
            print(f'\n  {workload}: {row["messages"]} message{"s" if row["messages"] > 1 else ""}, {row["wire_bytes"]:,} bytes')
            print(f'    {"":38}{"median ns":>15}{"best ns":>15}{"ratio":>8}{"allocs":>10}{"bytes":>13}{"instructions":>15}')
        print(f'    {row["contender"]:38}{number(row["median_ns"]):>15}{number(row["best_ns"]):>15}{row["median_ns"] / base:>8.2f}'
              f'{number(row["allocations"]):>10}{number(row["allocated_bytes"]):>13}{number(row["instructions"]):>15}')
    sys.stdout.flush()


def promises(results):
    """
    (promise, times as fast) of what was measured: the median of the rounds' ratios, since the two were measured one after the other in
    each, whatever else the machine did then.
    """
    times = {(suite, row['workload'], row['contender']): row['rounds_ns'] for suite, result in results.items() for row in result['rows']}
    for promise in PROMISES:
        ours, peer = (times.get((promise.suite, promise.workload, who)) for who in (promise.ours, promise.peer))
        if ours and peer:
            yield promise, statistics.median(theirs / own for own, theirs in zip(ours, peer))


def print_promises(kept):
    if kept:
        print('\nTimes as fast as a peer, the median of the ratios of each round\n')
    for promise, times in kept:
        verdict = 'kept' if times >= promise.times else 'MISSED'
        print(f'    {promise.name:26}{promise.peer:32}{times:8.1f}   at least {promise.times:3}: {verdict}')


def print_behind(results):
    """Where a peer needs less than Ingot with a fresh chunk does."""
    print('\nWhere Ingot is not ahead\n')
    behind = [(row, result['rows'][i]) for result in results.values() for row in result['rows'] if row['contender'].startswith('Apache')
              for i in [next(i for i, r in enumerate(result['rows']) if r['workload'] == row['workload'])]
              if row['median_ns'] < result['rows'][i]['median_ns']]
    for peer, ours in behind:
        print(f'    {peer["workload"]}: {peer["contender"]} {number(peer["median_ns"])} ns, {ours["contender"]} {number(ours["median_ns"])} ns')
    if not behind:
        print('    nowhere in this run')


def main():
    parser = argparse.ArgumentParser(description='Ingot and its peers in one run.')
    parser.add_argument('suites', nargs='*', help=', '.join(SUITES), metavar='SUITE')
    parser.add_argument('--build', default=os.path.join(TREE, 'build', 'bench'), help='where the programs and inputs are')
    parser.add_argument('--rounds', type=int, default=5)
    parser.add_argument('--seconds', type=float, default=0.1, help='of CPU time for each measurement')
    parser.add_argument('--no-callgrind', action='store_true', help='do not count instructions')
    parser.add_argument('--json', metavar='FILE', help='write all numbers there')
    parser.add_argument('--plots', metavar='DIR', help='write SVG plots there (needs gnuplot)')
    options = parser.parse_args()
    unknown = set(options.suites) - set(SUITES)
    if unknown:
        parser.error(f'no such suite: {", ".join(sorted(unknown))}')
    bench = Bench(options)
    results = {}
    for name in options.suites or SUITES:
        results[name] = bench.suite(name)
        print_suite(results[name])
    if options.json:
        with open(options.json, 'w', encoding='utf-8') as file:
            json.dump({'machine': machine(), 'suites': results}, file, indent=1)
            file.write('\n')
    kept = list(promises(results))
    print_promises(kept)
    print_behind(results)
    if options.plots:
        os.makedirs(options.plots, exist_ok=True)
        for name, result in results.items():
            if SUITES[name].plot == 'lines':
                plot.lines(result, os.path.join(options.plots, f'bench-{name}.svg'))
        if kept:
            plot.ratios(kept, os.path.join(options.plots, 'bench-ratios.svg'))


if __name__ == '__main__':
    main()
