#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Planted faults: takes one check, bound, limit or free at a time out of the reader, and sees whether the tests notice.

  mutants.py [--sample N] [--seconds N] [--list] [--survivors FILE]

Builds a copy of the runtime with each fault, with the address sanitizer, and runs the tests of hostile bytes until one fails. Ends
with 1 when a fault was not noticed that tests/mutants.txt does not explain.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILES = ["runtime/decode.c", "runtime/decode_list.c", "runtime/skip.c", "runtime/keep.c", "runtime/block.c", "runtime/walk.c",
         "runtime/typed.c", "runtime/diagnose.c", "runtime/message.c", "runtime/theader.c", "runtime/ingot/cursor.h", "runtime/ingot/decode.h"]
TESTS = ["check_attacks", "check_limits", "check_loops", "check_walk", "check_message"]
HELPERS = ["tests/main.c", "tests/hostile.c", "tests/wiregen.c", "tests/failing.c"]
GENERATED = ["attack", "bench", "everything", "parquet", "recursion"]
FLAGS = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O0", "-w", "-fsanitize=address", "-fno-omit-frame-pointer"]

RULES = [  # what, and what becomes of it
    (re.compile(r"^(\s*)(\} else )?if \((?!__)(.+)\)( \{)?$"), lambda m: "%s%sif (0 && (%s))%s" % (m[1], m[2] or "", m[3], m[4] or "")),
    (re.compile(r"^(\s*)(talloc_free|talloc_free_children)\((.*)\);$"), lambda m: "%s(void)(%s);" % (m[1], m[3])),
    (re.compile(r"^(.*[^-<>]) > (?!>)(.*)$"), lambda m: "%s >= %s" % (m[1], m[2])),
    (re.compile(r"^(.*) >= (.*)$"), lambda m: "%s > %s" % (m[1], m[2])),
    (re.compile(r"^(.*) (<=) (.*)$"), lambda m: "%s < %s" % (m[1], m[3])),
    (re.compile(r"^(.*)depth - 1(.*)$"), lambda m: "%sdepth%s" % (m[1], m[2])),
]
COMMENT = re.compile(r"^\s*(/\*|\*|//|#)")


def mutants():
    found = []
    for name in FILES:
        lines = open(os.path.join(ROOT, name), encoding="utf-8").read().split("\n")
        for number, line in enumerate(lines):
            if COMMENT.match(line):
                continue
            end = " \\" if line.endswith(" \\") else ""
            for pattern, change in RULES:
                match = pattern.match(line[:len(line) - len(end)])
                if match:
                    found.append((name, number, line, change(match) + end))
    return found


def known():
    """Lines of mutants.txt: file, TAB, the changed line's text, TAB, why nobody can notice."""
    result = {}
    path = os.path.join(ROOT, "tests/mutants.txt")
    for line in open(path, encoding="utf-8") if os.path.exists(path) else []:
        if line.strip() and not line.startswith("#"):
            name, text, why = line.rstrip("\n").split("\t")
            result[(name, text)] = why
    return result


class Build:
    def __init__(self, folder):
        self.folder = folder
        self.cflags = FLAGS + ["-I" + os.path.join(folder, d) for d in ("runtime", "generated", "tests")]
        for part in ("runtime", "generated", "tests"):
            shutil.copytree(os.path.join(ROOT, part), os.path.join(folder, part), ignore=shutil.ignore_patterns("*.bin", "cases"))
        self.runtime = sorted("runtime/" + n for n in os.listdir(os.path.join(folder, "runtime"))
                              if n.endswith(".c") and n != "json_read.c")
        self.generated = ["generated/%s.c" % n for n in GENERATED]
        self.objects = {}
        self.users = [s for s in self.runtime + self.generated + HELPERS + ["tests/%s.c" % t for t in TESTS]]

    def compile(self, source):
        target = os.path.join(self.folder, source.replace("/", "_")[:-2] + ".o")
        done = subprocess.run(["gcc"] + self.cflags + ["-c", os.path.join(self.folder, source), "-o", target], capture_output=True, check=False)
        self.objects[source] = target
        return done.returncode == 0

    def all(self):
        return all([self.compile(source) for source in self.users])

    def touched(self, name):
        if name.endswith(".c"):
            return [name]
        return [s for s in self.users if s in self.generated or "ingot/decode.h" in open(os.path.join(self.folder, s), encoding="utf-8").read()]

    def link(self, test):
        sources = [s for s in self.runtime + self.generated + HELPERS] + ["tests/%s.c" % test]
        target = os.path.join(self.folder, test)
        command = ["gcc"] + FLAGS + [self.objects[s] for s in sources] + ["-o", target, "-ltalloc", "-lcheck", "-lsubunit", "-lrt", "-lm", "-lpthread", "-ldl"]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            command.remove("-lsubunit")
            subprocess.run(command, check=True)
        return target

    def notices(self, test):
        environment = dict(os.environ, srcdir=ROOT, CK_FORK="no", INGOT_QUICK="1",
                           ASAN_OPTIONS="allocator_may_return_null=1:detect_leaks=%d" % (test != "check_message"))
        try:
            done = subprocess.run([self.link(test)], cwd=self.folder, env=environment, capture_output=True, timeout=120, check=False)
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0 or b"\nnot ok" in done.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--survivors", default=None)
    options = parser.parse_args()
    chosen = mutants()
    explained = known()
    chosen = [m for m in chosen if (m[0], m[3].strip()) not in explained]
    if options.sample and options.sample < len(chosen):
        chosen = [chosen[i * len(chosen) // options.sample] for i in range(options.sample)]
    elif options.seconds:
        chosen = [chosen[i * 61 % len(chosen)] for i in range(len(chosen))] if len(chosen) % 61 else chosen
    if options.list:
        for name, number, _, text in chosen:
            print("%s:%d: %s" % (name, number + 1, text.strip()))
        print("%d planted faults, %d explained" % (len(chosen), len(explained)))
        return 0
    begin = time.time()
    noticed, invalid, survivors = 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        build = Build(folder)
        if not build.all() or any(build.notices(test) for test in TESTS):
            print("mutants: the tests fail without any planted fault")
            return 1
        for name, number, line, text in chosen:
            if options.seconds and time.time() - begin > options.seconds:
                break
            path = os.path.join(folder, name)
            whole = open(path, encoding="utf-8").read()
            lines = whole.split("\n")
            lines[number] = text
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(lines))
            touched = build.touched(name)
            if not all([build.compile(source) for source in touched]):
                invalid += 1
            elif any(build.notices(test) for test in TESTS):
                noticed += 1
            else:
                survivors.append((name, number, text.strip()))
                print("NOT NOTICED %s:%d: %s" % (name, number + 1, text.strip()), flush=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(whole)
            for source in touched:
                build.compile(source)
    if options.survivors:
        with open(options.survivors, "w", encoding="utf-8") as file:
            for name, number, text in survivors:
                file.write("%s\t%s\t\n" % (name, text))
    print("%d planted faults noticed, %d not noticed, %d do not compile, %d explained, %d s" %
          (noticed, len(survivors), invalid, len(explained), time.time() - begin))
    return 1 if survivors else 0


sys.exit(main())
