#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the tests leave out: reads what `llvm-cov export` writes, and prints a table of lines, branches and MC/DC for each file.

  coverage.py EXPORT.json EXPLAINED.txt SOURCE_FOLDER

A function in a header is one function, however many sources compile it: counts are added up, and a condition that one of them shows to
matter is shown. Ends with 1 when something is not covered that EXPLAINED.txt does not explain: file, TAB, the line, TAB, why.
"""
import collections
import json
import os
import sys


def lines_of(segments):
	"""The lines that hold code, and how often each ran: llvm's own rules for its segments."""
	by_line = collections.defaultdict(list)
	for line, _, count, has_count, is_entry, is_gap in segments:
		by_line[line].append((count, has_count, is_entry, is_gap))
	counts, wrapped = {}, None
	last = max(by_line, default=0)
	for line in range(min(by_line, default=1), last + 1):
		here = by_line.get(line, [])
		begun = [count for count, has_count, is_entry, is_gap in here if has_count and is_entry and not is_gap]
		is_skipped = bool(here) and not here[0][1] and here[0][2]
		if not is_skipped and (begun or (wrapped and wrapped[1])):
			counts[line] = max(begun + ([wrapped[0]] if wrapped and wrapped[1] else []))
		if here:
			wrapped = here[-1]
	return counts


def branches_of(functions):
	"""For each file: (line, column, end line, end column): how often true, how often false. Those in expanded macros are there too."""
	result = collections.defaultdict(dict)
	for function in functions:
		for branch in function["branches"]:
			file, at = result[function["filenames"][branch[6]]], tuple(branch[:4])
			true, false = file.get(at, (0, 0))
			file[at] = (true + branch[4], false + branch[5])
	return result


def decisions_of(found):
	"""(line, column, end line, end column): for each condition whether it was shown to decide."""
	result = {}
	for record in found:
		at, shown = tuple(record[:4]), record[-1]
		result[at] = [a or b for a, b in zip(shown, result.get(at, shown))]
	return result


class File:
	def __init__(self, data, branches, name, path, explained):
		self.name = name
		self.text = open(path, encoding="utf-8").read().split("\n")
		self.gaps = []
		self.totals = []
		self.explained = explained
		lines = lines_of(data["segments"])
		self.judge("line", [((line,), 1, count > 0, "") for line, count in lines.items()])
		self.judge("branch", [(at, 2, (true > 0) + (false > 0), self.quote(at) + (": never true" if not true else ": never false"))
				      for at, (true, false) in branches.items()])
		self.judge("mcdc", [(at, len(shown), sum(shown), self.quote(at) + ": condition %s" % ", ".join(
			str(i + 1) for i, s in enumerate(shown) if not s)) for at, shown in decisions_of(data["mcdc_records"]).items()])

	def quote(self, at):
		line, column, end_line, end_column = at
		if line == end_line:
			return self.text[line - 1][column - 1:end_column - 1]
		return " ".join([self.text[line - 1][column - 1:].strip()] + [t.strip() for t in self.text[line:end_line - 1]] +
				[self.text[end_line - 1][:end_column - 1].strip()])

	def judge(self, what, found):
		wanted = covered = 0
		for at, count, done, told in sorted(found):
			key = (self.name, self.text[at[0] - 1].strip())
			if done < count and key in self.explained:
				self.explained[key] += 1
				continue
			wanted += count
			covered += done
			if done < count:
				self.gaps.append("%s:%d: %s: %s" % (self.name, at[0], what, told or key[1]))
		self.totals.append((covered, wanted))


def read_explained(path):
	explained = {}
	for line in open(path, encoding="utf-8"):
		if line.strip() and not line.startswith("#"):
			name, text, _ = line.rstrip("\n").split("\t")
			explained[(name, text)] = 0
	return explained


def show(name, totals):
	print("%-28s" % name + "".join(" %6d/%-6d %6.2f" % (c, w, 100 * c / w if w else 100) for c, w in totals))


def main():
	export, explained_path, root = sys.argv[1:]
	explained = read_explained(explained_path)
	files = []
	export = json.load(open(export, encoding="utf-8"))["data"][0]
	branches = branches_of(export["functions"])
	for data in export["files"]:
		name = os.path.relpath(data["filename"], os.path.realpath(root))
		if name.startswith("runtime/"):
			files.append(File(data, branches[data["filename"]], name, data["filename"], explained))
	files.sort(key=lambda f: f.name)
	print("%-28s %13s %6s %13s %6s %13s %6s" % ("file", "lines", "%", "branches", "%", "MC/DC", "%"))
	for file in files:
		show(file.name, file.totals)
	show("all", [tuple(map(sum, zip(*totals))) for totals in zip(*[f.totals for f in files])])
	gaps = [gap for file in files for gap in file.gaps]
	gaps += ["%s: explained, and covered or not there: %s" % key for key, used in explained.items() if not used]
	print("\n".join(gaps))
	print("%d not covered, %d lines explained" % (len(gaps), len(explained)))
	return 1 if gaps else 0


sys.exit(main())
