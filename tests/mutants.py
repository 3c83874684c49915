#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Planted faults: takes one check, bound, level or free at a time out of the runtime, and sees whether the tests notice.

  mutants.py [--sample N] [--list] [--only TEXT] [--results FILE] [--keep FOLDER] [--jobs N]

All faults are compiled into one copy of the runtime, each behind a number (tests/fault.h); the tests that come by a fault then run with
its number until one fails, crashes, or does not end: first as they are, then with the sanitizers. Ends with 1 when a fault is not
noticed that tests/mutants.txt does not explain. With --results, outcomes are kept in FILE, and those that are there are not tried again.
"""
import argparse
import glob
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FILES = ["runtime/ingot/cursor.h", "runtime/ingot/decode.h", "runtime/decode*.c", "runtime/skip*.c", "runtime/keep.c", "runtime/block.c", "runtime/share.c",
         "runtime/trim.c", "runtime/walk.c", "runtime/walk_inline.h", "runtime/typed.c", "runtime/diagnose.c", "runtime/message.c",
         "runtime/theader.c", "runtime/bytes.h",
         "runtime/ingot/encode.h", "runtime/pen.c", "runtime/write.c", "runtime/writer.c", "runtime/json_*.c",
         "runtime/metadata.c"]
TESTS = ["check_message", "check_lazy", "check_block", "check_huge", "check_walk", "check_unknown", "check_dedup", "check_attacks",
	 "check_limits", "check_loops", "check_ops", "check_writer", "check_json", "check_roundtrip", "check_metadata"]
HELPERS = ["tests/main.c", "tests/fault.c", "tests/hostile.c", "tests/wiregen.c", "tests/failing.c", "tests/random.c", "tests/handmade.c"]
GENERATED = ["attack", "bench", "everything", "parquet", "recursion", "service", "techniques"]
COMPILE = ["clang", "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-w"]
# As they are; with the sanitizers, for what assertions do not notice.
BUILDS = [["-O1"], ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]]
LIBRARIES = ["-Wl,--wrap=_ck_assert_failed", "-ltalloc", "-ljansson", "-lcheck", "-lsubunit", "-lrt", "-lm", "-lpthread", "-ldl"]

COMPARISONS = {">": "FAULT_GREATER", ">=": "FAULT_NOT_LESS", "<": "FAULT_LESS", "<=": "FAULT_NOT_GREATER"}
# What a comparison's operand, or that of && and ||, ends at, on the same level of brackets.
OPERAND_ENDS = re.compile(r"[,;?{}]|\s:\s|&&|\|\||\s[!=]=\s|\s[-+|&^*/]?=\s|\s[&|^]\s|\breturn\b|\bcase\b")
TERM_ENDS = re.compile(r"[,;?{}]|\s:\s|&&|\|\||\s[-+|&^*/]?=\s|\breturn\b|\bcase\b")


class Fault:
	def __init__(self, name, text, begin, end, kind):
		self.name, self.begin, self.end, self.kind = name, begin, end, kind
		self.line = text.count("\n", 0, begin) + 1
		self.text = " ".join(text[begin:end].replace("\\\n", " ").split())
		heads = re.findall(r"^(?!#)(?=\w)[^\n]*?(\w+)\(|^#define (\w+)\(", text[:begin], re.M)
		self.function = ("".join(heads[-1]) if heads else "")

	def key(self):
		return "%s\t%s\t%s\t%s" % (self.name, self.function, self.kind, self.text)


def blanked(text):
	"""The text with comments and preprocessor lines (but not the bodies of macros) as spaces, strings and characters as words."""
	def blank(match):
		return re.sub(r"[^\n]", "_" if match[0][0] in "\"'" else " ", match[0])
	text = re.sub(r"/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'", blank, text, flags=re.S)
	return re.sub(r"^#.*$|\\$|_Static_assert\(.*", blank, text, flags=re.M)


def operand(code, at, step, ends):
	"""Where the operand that lies before (step -1) or behind (1) the position ends."""
	closing, opening = (")]", "([") if step < 0 else ("([", ")]")
	stops = [m.span() for m in ends.finditer(code, max(0, at - 600), at + 600)]
	stop_at = {s[1]: s for s in stops} if step < 0 else {s[0]: s for s in stops}
	depth = 0
	while True:
		if depth == 0 and at in stop_at:
			break
		char = code[at - 1] if step < 0 else code[at]
		if char in closing:
			depth += 1
		elif char in opening:
			if depth == 0:
				break
			depth -= 1
		at += step
	while code[at if step < 0 else at - 1].isspace():
		at -= step
	return at


def closing_bracket(code, at):
	depth = 0
	while True:
		depth += (code[at] == "(") - (code[at] == ")")
		if depth == 0:
			return at
		at += 1


def faults_of(name, text):
	code = blanked(text)
	found = {}

	def add(begin, end, kind):
		found.setdefault((begin, end, kind), Fault(name, text, begin, end, kind))

	for match in re.finditer(r"\bif \((?!INGOT_LIKELY)", code): # what is likely is no check, but the quick way
		add(match.end(), closing_bracket(code, match.end() - 1), "check left out")
	for match in re.finditer(r"\b(talloc_free|TALLOC_FREE|talloc_free_children)\([^;]*;", code):
		add(match.start(), match.end(), "not freed")
	for match in re.finditer(r"\bdepth - 1\b", code):
		add(match.start(), match.end(), "level not counted")
	for match in re.finditer(r"(?<=\s)\|\|(?=\s)", code):
		left, right = operand(code, match.start() - 1, -1, TERM_ENDS), operand(code, match.end() + 1, 1, TERM_ENDS)
		add(left, match.start() - 1, "alternative left out")
		add(re.compile(r"\S").search(code, match.end()).start(), right, "alternative left out")
	for match in re.finditer(r"(?<=\s)(<=|>=|<|>)(?=\s)", code):
		left, right = operand(code, match.start() - 1, -1, OPERAND_ENDS), operand(code, match.end() + 1, 1, OPERAND_ENDS)
		fault = Fault(name, text, left, right, "off by one")
		fault.operator = match.span()
		found[(left, right, fault.kind)] = fault
	return sorted(found.values(), key=lambda f: (f.begin, -f.end))


def planted(text, faults):
	"""The text with all of the faults in it."""
	opened, closed, replaced = {}, {}, {}
	for fault in sorted(faults, key=lambda f: (f.begin, -f.end)):
		before, after = {
			"check left out": ("!FAULT(%d) && (" % fault.number, ")"),
			"not freed": ("{ if (!FAULT(%d)) " % fault.number, " }"),
			"level not counted": ("", " + FAULT(%d)" % fault.number),
			"alternative left out": ("(!FAULT(%d) && (" % fault.number, "))"),
			"off by one": ("", ")"),
		}[fault.kind]
		if fault.kind == "off by one":
			begin, end = fault.operator
			before = "%s(%d, " % (COMPARISONS[text[begin:end]], fault.number)
			replaced[begin] = (end, ",")
		opened.setdefault(fault.begin, []).append(before)
		closed.setdefault(fault.end, []).insert(0, (fault.begin, after))
	result, at = [], 0
	while at < len(text):
		result += [after for _, after in sorted(closed.get(at, []), key=lambda c: -c[0])]
		result += opened.get(at, [])
		if at in replaced:
			at, char = replaced[at]
			result.append(char)
			continue
		result.append(text[at])
		at += 1
	return "".join(result)


def all_faults():
	faults, seen = [], {}
	for pattern in FILES:
		for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
			name = os.path.relpath(path, ROOT)
			faults += faults_of(name, open(path, encoding="utf-8").read())
	for number, fault in enumerate(faults, 1):
		fault.number = number
		count = seen[fault.key()] = seen.get(fault.key(), 0) + 1
		if count > 1:
			fault.kind_text = "%s (%d)" % (fault.text, count)
			fault.text = fault.kind_text
	return faults


def known():
	"""Lines of mutants.txt: file, function, what is done, to which text, why nobody can notice; TABs between."""
	result = {}
	for line in open(os.path.join(ROOT, "tests/mutants.txt"), encoding="utf-8"):
		if line.strip() and not line.startswith("#"):
			key, why = line.rstrip("\n").rsplit("\t", 1)
			result[key] = why
	return result


class Build:
	"""The runtime with all faults, the generated code and the tests, each compiled once."""
	def __init__(self, folder, faults, is_sample):
		self.folder = folder
		# For a few faults the compiler takes longer than the tests.
		self.flags = [["-O0"] if is_sample else [], []]
		for part in ("runtime", "generated", "tests"):
			shutil.copytree(os.path.join(ROOT, part), os.path.join(folder, part), ignore=shutil.ignore_patterns("*.bin", "cases", "*.thrift"))
		for name in {fault.name for fault in faults}:
			path = os.path.join(folder, name)
			text = open(path, encoding="utf-8").read()
			with open(path, "w", encoding="utf-8") as file:
				file.write(planted(text, [f for f in faults if f.name == name]))
		self.write_types()

	def write_types(self):
		"""tests/types.c, as Makefile.am makes it."""
		headers = ["%s.h" % name for name in GENERATED]
		with open(os.path.join(self.folder, "tests/types.c"), "w", encoding="utf-8") as file:
			file.write('#include "types.h"\n%sconst struct ingot_type *const types[] = {\n' % "".join('#include "%s"\n' % h for h in headers))
			for header in headers:
				text = open(os.path.join(self.folder, "generated", header), encoding="utf-8").read()
				file.write("".join("\t&%s_type,\n" % n for n in re.findall(r"^struct (\w+) \*\1_from_wire\(.*\);$", text, re.M)))
			file.write("};\nconst unsigned type_count = sizeof(types) / sizeof(types[0]);\n")

	def run(self, command):
		done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
		if done.returncode != 0:
			sys.exit("mutants: %s\n%s" % (" ".join(command), done.stderr[:4000]))

	def compile(self, source, flags):
		target = source.replace("/", "_")[:-2] + ".o"
		self.run(COMPILE + flags + ["-include", "tests/fault.h", "-Iruntime", "-Igenerated", "-Itests", "-c", source, "-o", target])
		return target

	def all(self, pool, number):
		"""The programs of that number in BUILDS."""
		flags = BUILDS[number] + self.flags[number]
		runtime = sorted(os.path.relpath(n, self.folder) for n in glob.glob(os.path.join(self.folder, "runtime/*.c")))
		shared = runtime + ["generated/%s.c" % n for n in GENERATED] + HELPERS + ["tests/types.c"]
		tests = ["tests/%s.c" % test for test in TESTS]
		objects = list(pool.map(lambda source: self.compile(source, flags), shared + tests))
		shared, tests = objects[:-len(tests)], objects[-len(tests):]
		list(pool.map(lambda t: self.run(COMPILE + flags + [t[0]] + shared + ["-o", "%s.%d" % (t[1], number)] + LIBRARIES), zip(tests, TESTS)))

	def notices(self, program, fault, seconds, reached=None):
		"""How the program shows that something is wrong, or None. It may take so many seconds of processor time."""
		environment = dict(os.environ, srcdir=ROOT, builddir=self.folder, CK_FORK="no", INGOT_QUICK="1", INGOT_ROUNDTRIP="1000",
				   INGOT_FAULT=str(fault), ASAN_OPTIONS="allocator_may_return_null=1:hard_rss_limit_mb=2048:detect_leaks=1")
		if reached:
			environment["INGOT_FAULTS_REACHED"] = reached
		try:
			done = subprocess.run([os.path.join(self.folder, program)], cwd=self.folder, env=environment, capture_output=True,
					      timeout=600, check=False, preexec_fn=lambda: limit(int(seconds) + 1, program.endswith(".0")))
		except subprocess.TimeoutExpired:
			return "no end"
		if done.returncode == -signal.SIGXCPU:
			return "no end"
		if done.returncode == 0 and b"\nnot ok" not in done.stdout:
			return None
		lines = done.stderr.decode(errors="replace").strip().split("\n")
		told = [line for line in lines if "ERROR: " in line or "runtime error" in line or ".c:" in line]
		return (told or [line for line in lines if line] or ["status %d" % done.returncode])[0].strip().replace("\t", " ")[:200]


def limit(seconds, memory):
	resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
	resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
	if memory: # with the sanitizers, addresses are not memory
		resource.setrlimit(resource.RLIMIT_AS, (16 << 30, 16 << 30))


def read_results(path):
	results = {}
	for line in open(path, encoding="utf-8") if path and os.path.exists(path) else []:
		*key, test, how = line.rstrip("\n").split("\t")
		results["\t".join(key)] = (test, how)
	return results


def parse_options():
	parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
	parser.add_argument("--sample", type=int, default=0, help="try so many, spread over all")
	parser.add_argument("--list", action="store_true", help="print them, and try none")
	parser.add_argument("--only", default="", help="those whose file, function, kind or text has this")
	parser.add_argument("--results", default=None, help="keep outcomes there, and try only what is not there yet")
	parser.add_argument("--keep", default=None, help="build there, and leave it")
	parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
	return parser.parse_args()


def processor_time():
	"""Of all processes that have ended."""
	used = resource.getrusage(resource.RUSAGE_CHILDREN)
	return used.ru_utime + used.ru_stime


class Programs:
	"""The test programs of one build: how long each takes, and which faults it comes by."""
	def __init__(self, build, number):
		self.build, self.number = build, number
		self.seconds, self.reached, self.last = {}, {}, {}
		for test in TESTS:
			begin, path = processor_time(), os.path.join(build.folder, "reached")
			how = build.notices("%s.%d" % (test, number), 0, 600, path)
			if how:
				sys.exit("mutants: %s fails without any planted fault: %s" % (test, how))
			self.seconds[test] = processor_time() - begin
			self.reached[test] = {int(line) for line in open(path, encoding="utf-8")}
		print("without a fault: " + ", ".join("%s %.1f s" % (t[6:], s) for t, s in self.seconds.items()), flush=True)

	def try_one(self, fault):
		"""Which test notices, and how. The quickest first; the one that noticed the last fault of the file counts as quicker."""
		last = self.last.get(fault.name)
		for test in sorted(TESTS, key=lambda test: self.seconds[test] / (4 if test == last else 1)):
			if fault.number not in self.reached[test]:
				continue
			how = self.build.notices("%s.%d" % (test, self.number), fault.number, 2 + 5 * self.seconds[test])
			if how:
				self.last[fault.name] = test
				return test, how
		return "", ""


def try_all(programs, pool, chosen, results, results_path):
	"""What is noticed by which test, by key; prints what is not when there is no other build to try."""
	new = [f for f in chosen if not results.get(f.key(), ("", ""))[1]]
	for fault, result in zip(new, pool.map(programs.try_one, new)):
		results[fault.key()] = result
		if not result[1]:
			print("%s %s:%d: %s: %s" % ("not noticed yet" if programs.number == 0 else "NOT NOTICED", fault.name, fault.line, fault.kind, fault.text), flush=True)
		if results_path and (result[1] or programs.number > 0):
			with open(results_path, "a", encoding="utf-8") as file:
				file.write("%s\t%s\t%s\n" % (fault.key(), *result))


def main():
	options = parse_options()
	faults, explained = all_faults(), known()
	chosen = [f for f in faults if f.key() not in explained and options.only in "%s:%s" % (f.line, f.key())]
	stale = set(explained) - {f.key() for f in faults}
	for key in sorted(stale):
		print("mutants: tests/mutants.txt explains what is not there: %s" % key)
	if options.sample and options.sample < len(chosen):
		chosen = [chosen[i * len(chosen) // options.sample] for i in range(options.sample)]
	if options.list:
		for fault in chosen:
			print("%s:%d: %s: %s: %s" % (fault.name, fault.line, fault.function, fault.kind, fault.text))
		print("%d planted faults, %d explained" % (len(faults), len(explained)))
		return 0
	begin = time.time()
	with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
		if options.keep:
			folder = options.keep
			shutil.rmtree(folder, ignore_errors=True)
		build = Build(folder, faults, options.sample > 0)
		results = read_results(options.results)
		for number in range(len(BUILDS)):
			if all(f.key() in results and results[f.key()][1] for f in chosen):
				break
			build.all(pool, number)
			print("%d faults planted, built after %d s" % (len(faults), time.time() - begin), flush=True)
			try_all(Programs(build, number), pool, chosen, results, options.results)
	survivors = [f for f in chosen if not results[f.key()][1]]
	print("%d planted faults: %d tried, %d noticed, %d not noticed, %d explained, %d s" %
	      (len(faults), len(chosen), len(chosen) - len(survivors), len(survivors), len(explained), time.time() - begin))
	return 1 if survivors or stale else 0


if __name__ == "__main__":
	sys.exit(main())
