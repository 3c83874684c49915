# SPDX-License-Identifier: MIT
"""What is measured: tables only. run.py does the work.

A contender is a program of build/bench with one of its operations. A workload is files of one kind. A suite puts each of its workloads
before each of its contenders that can do it (it says so itself: PROGRAM list). The first contender of a suite is what the others are
compared with. To add one: a line here, and its program in build.sh."""

import collections

Contender = collections.namedtuple('Contender', 'label program operation')
Workload = collections.namedtuple('Workload', 'label kind files')
Suite = collections.namedtuple('Suite', 'title mode contenders workloads plot')
Promise = collections.namedtuple('Promise', 'name suite workload ours peer times')

# Files: names in build/bench/inputs; TREE/… in the source tree; SHARED/… beside it, left out when absent. Globs are expanded.
FOOTERS = [
    Workload('footer, 1,000 columns x 10', 'footer', ['footer-1000x10.bin']),
    Workload('footer, 100 columns x 1', 'footer', ['footer-100x1.bin']),
    Workload('footers of our Parquet files', 'footer', ['real/*.bin']),
    Workload('footers of parquet-testing', 'footer', ['SHARED/data/footers/*.bin']),
]
MESSAGES = [Workload(f'{name}, {protocol}', f'{name}.{protocol}', [f'{name}.{protocol}.bin'])
            for name in ('primitive', 'graph', 'containers') for protocol in ('binary', 'compact')]
COLUMNS = (10, 100, 1000, 10000)
LINEAR = [Workload(f'footer, {columns:,} columns x 10', 'footer', [f'footer-{columns}x10.bin']) for columns in COLUMNS]
UNKNOWN = [Workload('footer as an unknown field', 'unknown', ['unknown-1000x10.bin'])]

OURS = [
    Contender('Ingot', 'ours-gcc', 'decode'),
    Contender('Ingot, clang', 'ours-clang', 'decode'),
    Contender('Ingot, block used again', 'ours-gcc', 'decode-again'),
    Contender('Ingot, block used again, clang', 'ours-clang', 'decode-again'),
    Contender('Ingot, strings borrowed', 'ours-gcc', 'decode-borrow'),
    Contender('Ingot, borrowed, block used again', 'ours-gcc', 'decode-borrow-again'),
]
APACHE = [
    Contender('Apache C++', 'cpp-gcc', 'decode'),
    Contender('Apache C++, clang', 'cpp-clang', 'decode'),
    Contender('Apache C++, object used again', 'cpp-gcc', 'decode-again'),
    Contender('Apache c_glib, fast transport', 'c_glib-gcc', 'decode'),
    Contender('Apache c_glib, fast transport, clang', 'c_glib-clang', 'decode'),
]
# c_glib over its own memory buffer moves the whole rest at each read: only for small messages.
SHIPPED = [Contender('Apache c_glib as shipped', 'c_glib-gcc', 'decode-shipped')]
# The same generated readers over other ways to get memory: what the block replaces.
REPLACED = [
    Contender('a talloc chunk for each part', 'baseline-chunks', 'decode'),
    Contender('the same from a talloc pool', 'baseline-chunks', 'decode-pool'),
    Contender('one block, all optional fields in it', 'baseline-combined', 'decode'),
]
TRIAL = [Contender('trial decoder (BMI2, unsafe)', 'trial', 'decode'), Contender('trial decoder, portable', 'trial-portable', 'decode')]

SUITES = {
    'footers': Suite('Decoding Parquet footers, destroying included', 'time', OURS + APACHE + REPLACED + TRIAL, FOOTERS, None),
    'messages': Suite('Decoding small messages, destroying included', 'time', OURS + APACHE + SHIPPED + REPLACED, MESSAGES, None),
    'skip': Suite('Skipping a footer as an unknown field', 'time',
                  [Contender('Ingot', 'ours-gcc', 'skip'), Contender('Ingot, clang', 'ours-clang', 'skip'),
                   Contender('Apache C++', 'cpp-gcc', 'skip'), Contender('Apache c_glib, fast transport', 'c_glib-gcc', 'skip'),
                   Contender('trial decoder (BMI2, unsafe)', 'trial', 'skip')], UNKNOWN, None),
    'encode': Suite('Encoding', 'time',
                    [Contender('Ingot', 'ours-gcc', 'encode'), Contender('Ingot, clang', 'ours-clang', 'encode'),
                     Contender('Apache C++', 'cpp-gcc', 'encode')], FOOTERS[:2] + MESSAGES, None),
    'linear': Suite('Decoding wider and wider footers', 'time',
                    [OURS[0], OURS[2], APACHE[0], APACHE[3]], LINEAR, 'lines'),
    'first': Suite('The first decode of a process', 'first', [OURS[0], OURS[1], APACHE[0], APACHE[3]],
                   FOOTERS[:2] + [MESSAGES[0]], None),
}

# What we promise: ours is at least so many times as fast as the peer, at the median of the rounds.
CPP, C_GLIB = APACHE[0].label, APACHE[3].label
FRESH, AGAIN, BORROWED = OURS[0].label, OURS[2].label, OURS[4].label
PROMISES = [
    Promise('footer, borrowed', 'footers', FOOTERS[0].label, BORROWED, CPP, 10),
    Promise('footer, copied', 'footers', FOOTERS[0].label, FRESH, CPP, 8),
    Promise('footer, copied', 'footers', FOOTERS[0].label, FRESH, C_GLIB, 100),
    Promise('Primitive, block again', 'messages', MESSAGES[0].label, AGAIN, CPP, 3),
    Promise('Primitive, fresh', 'messages', MESSAGES[0].label, FRESH, CPP, 1),
    Promise('Graph, block again', 'messages', MESSAGES[2].label, AGAIN, CPP, 3),
    Promise('Graph, fresh', 'messages', MESSAGES[2].label, FRESH, CPP, 1),
    Promise('Containers, fresh', 'messages', MESSAGES[4].label, FRESH, CPP, 8),
    Promise('footer, skipped', 'skip', UNKNOWN[0].label, FRESH, CPP, 6),
    Promise('footer, first decode', 'first', FOOTERS[0].label, FRESH, CPP, 4),
]
