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


def ratios(kept, path):
    """How many times as fast as a peer, beside what is promised."""
    script = HEAD.format(height=520, path=path, title='Times as fast as Apache Thrift, at the median')
    script += 'set style fill solid 0.9 noborder\nset boxwidth 0.7\nset logscale y\nset yrange [0.5:*]\n'
    script += 'set ylabel "times as fast"\nset xtics rotate by -35 font ",11"\nset bmargin 9\nset key inside top right vertical\n$data << END\n'
    for promise, times in kept:
        peer = promise.peer.removeprefix('Apache ').split(',')[0]
        script += f'{quoted(f"{promise.name} / {peer}")} {times:.4f} {promise.times}\n'
    script += 'END\nplot $data using 0:2:xtic(1) with boxes title "measured", '
    script += '$data using 0:($2 > $3 ? $2 : $3):(sprintf("%.1f", $2)) with labels offset 0,0.9 notitle, '
    script += '$data using 0:3 with points pt 9 ps 1.2 lc rgb "black" title "promised at least"\n'
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
