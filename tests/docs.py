#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs.py [--update] SRCDIR BUILDDIR ROOT FILE.md...: what the documents say that commands print is what they print.

A block opened by ```console has lines `$ COMMAND`, each followed by its output; `...` as the last line stands for any lines more. A block opened
by ```c or ```thrift that follows <!-- FILE --> is that file's text; without that it is a fragment, which is not looked at. ROOT is a DESTDIR
of `make install`: its programs come first in PATH.
Commands run in one scratch folder for each document, in which the source tree's folders and build/ are found by name. Writes TAP; with
--update, the documents instead."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

# What runs elsewhere: the suite itself, and what would run it again or take long. Each is run by what is named.
ELSEWHERE = {
    './dev check': 'is what runs this',
    '.ci/run': 'runs this',
    './dev bench': 'takes minutes, needs peers',
    './configure && make && make check && make install': 'check_install.sh and make distcheck',
}

FENCE = re.compile(r'(?:<!-- (?P<file>\S+) -->\n)?```(?P<kind>console|c|thrift|sh)\n(?P<body>.*?)^```$', re.S | re.M)


def command_blocks(body):
    """[(command, [output lines])]"""
    found = []
    for line in body.splitlines():
        if line.startswith('$ '):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
        else:
            raise ValueError(f'output before a command: {line}')
    return found


class Scratch:
    def __init__(self, source, build, root):
        self.dir = tempfile.mkdtemp()
        for name in os.listdir(source):
            if not name.startswith('.') and name not in ('build', 'configure', 'Makefile.in'):
                os.symlink(os.path.join(source, name), os.path.join(self.dir, name))
        os.symlink(build, os.path.join(self.dir, 'build'))
        with open(os.path.join(build, 'ingot.pc'), encoding='utf-8') as file:
            prefix = root + re.search(r'^prefix=(.*)$', file.read(), re.M).group(1)
        # The packages as they would be if ROOT was no detour.
        packages = os.path.join(self.dir, '.pkgconfig')
        os.mkdir(packages)
        for name in os.listdir(os.path.join(prefix, 'lib/pkgconfig')):
            with open(os.path.join(prefix, 'lib/pkgconfig', name), encoding='utf-8') as file:
                text = re.sub(r'^prefix=.*$', f'prefix={prefix}', file.read(), flags=re.M)
            with open(os.path.join(packages, name), 'w', encoding='utf-8') as file:
                file.write(text)
        # make check sets CC; the documents' readers do not.
        inherited = {name: value for name, value in os.environ.items() if name not in ('CC', 'CFLAGS')}
        self.environment = {
            **inherited, 'PATH': f'{prefix}/bin:{os.environ["PATH"]}', 'LD_LIBRARY_PATH': f'{prefix}/lib',
            'PKG_CONFIG_PATH': packages, 'INGOT_IS_BUILT': '1', 'LC_ALL': 'C.UTF-8',
        }

    def run(self, command):
        # What a person sees: a command that fails shows that, too.
        done = subprocess.run(['bash', '-o', 'pipefail', '-c', command], cwd=self.dir, env=self.environment, text=True, timeout=300,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return [line.rstrip() for line in done.stdout.splitlines()]

    def close(self):
        shutil.rmtree(self.dir)


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def test(self, passed, name, why=''):
        self.count += 1
        self.failed += not passed
        print(f'{"ok" if passed else "not ok"} {self.count} - {name.replace("#", "")}')
        for line in why.splitlines() if not passed else ():
            print(f'# {line}')


def differs(want, got):
    """None, or what is wrong."""
    if want and want[-1] == '...':
        want, got = want[:-1], got[:len(want) - 1]
    if want == got:
        return None
    for i, (a, b) in enumerate(zip(want + [''] * len(got), got + [''] * len(want))):
        if a != b:
            return f'line {i + 1}: the document has\n  {a}\nbut it is\n  {b}\nrefresh with: ./dev docs'
    return 'refresh with: ./dev docs'


def check_document(tap, path, source, scratch):
    with open(path, encoding='utf-8') as file:
        text = file.read()
    name = os.path.basename(path)
    for fence in FENCE.finditer(text):
        if fence['kind'] != 'console':
            if fence['file']:
                with open(os.path.join(source, fence['file']), encoding='utf-8') as file:
                    tap.test(file.read() == fence['body'], f'{name} shows {fence["file"]}', 'refresh with: ./dev docs')
            continue
        for command, want in command_blocks(fence['body']):
            if command in ELSEWHERE:
                continue
            why = differs(want, scratch.run(command))
            tap.test(why is None, f'{name}: {command[:70]}', why or '')


def update_document(path, source, scratch):
    def replace(fence):
        head = fence[0][:fence.start('body') - fence.start()]
        if fence['kind'] != 'console':
            if not fence['file']:
                return fence[0]
            with open(os.path.join(source, fence['file']), encoding='utf-8') as file:
                return head + file.read() + '```'
        body = ''
        for command, old in command_blocks(fence['body']):
            body += f'$ {command}\n'
            new = old if command in ELSEWHERE else scratch.run(command)
            if old and old[-1] == '...' and command not in ELSEWHERE:
                new = new[:len(old) - 1] + ['...']
            body += ''.join(line + '\n' for line in new)
        return head + body + '```'

    with open(path, encoding='utf-8') as file:
        text = file.read()
    text = FENCE.sub(replace, text)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def main():
    arguments = [x for x in sys.argv[1:] if x != '--update']
    source, build, root = (os.path.abspath(x) for x in arguments[:3])
    tap = Tap()
    for path in arguments[3:]:
        scratch = Scratch(source, build, root)
        if '--update' in sys.argv:
            update_document(path, source, scratch)
        else:
            check_document(tap, path, source, scratch)
        scratch.close()
    if '--update' not in sys.argv:
        print(f'1..{tap.count}')
        return tap.failed > 0 and 'INGOT_TAP_ONLY' not in os.environ
    return 0


if __name__ == '__main__':
    sys.exit(main())
