# SPDX-License-Identifier: MIT
"""Plots of run.py's results, drawn by gnuplot."""

import re
import subprocess

HEAD = '''set terminal svg size 900,{height} dynamic noenhanced background rgb 'white' font 'sans-serif,12'
set output '{path}'
set title "{title}"
set key outside bottom center horizontal width 2
set linetype 9 lc rgb '#8c564b'
set linetype 10 lc rgb '#17becf'
set linetype 11 lc rgb '#bcbd22'
set linetype 12 lc rgb '#e377c2'
set grid
'''


def gnuplot(script):
    subprocess.run(['gnuplot'], input=script, text=True, check=True)


def quoted(text):
    return '"' + text.replace('"', "'") + '"'


def bars(result, path):
    """One group for each workload: nanoseconds for each byte on the wire, contenders side by side; of two compilers, gcc's."""
    workloads = list(dict.fromkeys(row['workload'] for row in result['rows']))
    contenders = [c for c in dict.fromkeys(row['contender'] for row in result['rows']) if not c.endswith(', clang')]
    cell = {(row['workload'], row['contender']): row['median_ns'] / row['wire_bytes'] for row in result['rows']}
    script = HEAD.format(height=560, path=path, title=result['title'])
    script += 'set style data histograms\nset style histogram clustered gap 2\nset style fill solid 0.9 noborder\n'
    script += 'set logscale y\nset ylabel "ns for each byte on the wire"\nset xtics font ",10"\n$data << END\n'
    script += ' '.join(['"workload"'] + [quoted(c) for c in contenders]) + '\n'
    for w in workloads:
        script += ' '.join([quoted(w)] + [f'{cell[w, c]:.4f}' if (w, c) in cell else '?' for c in contenders]) + '\n'
    script += 'END\nset datafile missing "?"\n'
    script += f'plot for [i=2:{len(contenders) + 1}] $data using i:xtic(1) title columnheader(i)\n'
    gnuplot(script)


def lines(result, path):
    """Columns against nanoseconds for each column, which stay level when time is linear."""
    contenders = list(dict.fromkeys(row['contender'] for row in result['rows']))
    script = HEAD.format(height=480, path=path, title=result['title'])
    script += 'set logscale xy\nset xlabel "columns"\nset ylabel "ns for each column chunk"\n'
    for i, c in enumerate(contenders):
        script += f'$c{i} << END\n'
        for row in result['rows']:
            if row['contender'] == c:
                columns = int(re.search(r'([\d,]+) columns', row['workload']).group(1).replace(',', ''))
                script += f'{columns} {row["median_ns"] / columns / 10:.3f}\n'
        script += 'END\n'
    script += 'plot ' + ', '.join(f'$c{i} with linespoints lw 2 title {quoted(c)}' for i, c in enumerate(contenders)) + '\n'
    gnuplot(script)


def draw(kind, result, path):
    {'bars': bars, 'lines': lines}[kind](result, path)
