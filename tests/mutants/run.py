#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Break the program on purpose, one small change at a time, and see which check notices.

Usage: run.py LIST WORK LEAST [PART]
       run.py LIST

LIST has one mutation a line, four fields between tabs:
  FILE or FILE:FUNCTION   where: the whole file, or the body of one function
  OLD                     a part of a line, which is there exactly once
  NEW                     what stands there instead
  WORDS                   what is broken
WORK is a folder for the copy of the tree, which is made anew: the tree itself stays as it is. PART:
only mutations whose line holds that text. A mutation that does not apply, does not compile or
leaves the program as it was is a failure. Exit status: 0 if LEAST are noticed (with PART: all).
With LIST alone nothing is built: does each mutation still find its place?
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import time

CHECKS = ["check-unit", "check-cli", "check-golden", "check-fuzz", "check-man"]
TREE = ["Makefile", "include", "src", "tests", "contrib", "man", "README", "COPYING"]
# How much longer than without a mutation a check may take before it counts as hanging.
TIMES, MORE_S = 6, 30
# Lines by which the checks name what failed.
NAMED = re.compile(r"^(tests/cli/\S+\.case:\d+: .*|\S*check_\w+\.c:\d+:[FE]:.*|golden: .*)$", re.M)


class Broken(Exception):
    """The mutation itself is wrong."""


def kill_those_of(folder):
    """What runs a program of the folder: a case may put one into a session of its own."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/exe").startswith(os.path.realpath(folder) + os.sep):
                os.kill(int(pid), signal.SIGKILL)
        except OSError:
            pass  # it has ended, or it is not our process


def run(command, folder, limit=None):
    """Exit status (None: it hung) and output of a command, which leaves no process behind."""
    env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    with open(os.path.join(folder, "output"), "w+", errors="replace") as output:
        process = subprocess.Popen(command, cwd=folder, env=env, stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            kill_those_of(folder)
        output.seek(0)
        return status, output.read()


def make(folder, target, limit=None):
    return run(["make", "-s", f"-j{os.cpu_count()}", "BUILD=build", target], folder, limit)


def body(text, name):
    """Where the function's definition begins and ends."""
    for start in re.finditer(rf"^[^\s#/].*\b{re.escape(name)}\(", text, re.M):
        head = text[start.start():text.find("\n{", start.start())]
        end = text.find("\n}", start.start())
        if ";" not in head and end > 0:
            return start.start(), end
    raise Broken(f"there is no function {name}")


def apply(tree, place, old, new):
    """The file's path, and its text before and after."""
    name, _, function = place.partition(":")
    path = os.path.join(tree, name)
    if not os.path.exists(path):
        raise Broken(f"there is no file {name}")
    with open(path) as file:
        text = file.read()
    first, last = body(text, function) if function else (0, len(text))
    found = text.count(old, first, last)
    if found != 1:
        raise Broken(f"'{old}' is there {found} times")
    at = text.index(old, first)
    return path, text, text[:at] + new + text[at + len(old):]


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def program(tree):
    with open(os.path.join(tree, "build/hdparm"), "rb") as file:
        return file.read()


def first_to_notice(tree, limits):
    """The first check that fails, and what it said; None if none does."""
    for check, limit in limits:
        status, said = make(tree, check, limit)
        if status is None:
            return f"{check}: it hangs"
        if status:
            named = NAMED.search(said)
            return f"{check}: {named.group(0) if named else said.strip().rpartition(chr(10))[2]}"
    return None


def try_one(tree, limits, original, place, old, new):
    path, before, after = apply(tree, place, old, new)
    try:
        write(path, after)
        status, said = make(tree, "all")
        if status:
            raise Broken("it does not compile: " + said.strip()[:200])
        if program(tree) == original:
            raise Broken("it leaves the program as it was")
        return first_to_notice(tree, limits)
    finally:
        write(path, before)


def prepare(tree):
    """A copy of the tree whose checks pass. The checks with their time limits, cheapest first."""
    seconds = {}
    shutil.rmtree(tree, ignore_errors=True)
    os.makedirs(tree)
    for name in TREE:
        if os.path.isdir(name):
            shutil.copytree(name, os.path.join(tree, name), symlinks=True)
        else:
            shutil.copy2(name, tree)
    # the first time a check is built, the second time it shows how long it takes
    for target in ["all", "fake", *CHECKS, *CHECKS]:
        start = time.monotonic()
        status, said = make(tree, target)
        if status:
            sys.exit(f"mutants: make {target} fails without a mutation:\n{said}")
        seconds[target] = time.monotonic() - start
    return [(check, TIMES * seconds[check] + MORE_S) for check in sorted(CHECKS, key=seconds.get)]


def read_list(path, part):
    mutations = []
    with open(path) as lines:
        for number, line in enumerate(lines, 1):
            fields = line.rstrip("\n").split("\t")
            if line.startswith("#") or part not in line:
                continue
            if len(fields) != 4 or not (fields[0] and fields[1] and fields[3]):
                sys.exit(f"{path}:{number}: four fields between tabs are wanted")
            mutations.append(fields)
    return mutations


def check_folders(mutations):
    """Every folder of src has its mutations."""
    have = {place.split("/")[1] for place, _, _, _ in mutations}
    for name in sorted(os.listdir("src")):
        if os.path.isdir(os.path.join("src", name)) and name not in have:
            sys.exit(f"mutants: there is none in src/{name}")


def lost(mutations):
    """How many of them no longer apply to the tree."""
    count = 0
    for place, old, new, words in mutations:
        try:
            apply(".", place, old, new)
        except Broken as why:
            print(f"mutants: {place}: {words}: {why}")
            count += 1
    return count


def main(path, work=None, least=0, part=""):
    mutations = read_list(path, part)
    if not part:
        check_folders(mutations)
    if not work:
        return 1 if lost(mutations) else 0
    tree = os.path.join(os.path.abspath(work), "tree")
    limits = prepare(tree)
    original = program(tree)
    noticed = broken = 0
    for place, old, new, words in mutations:
        try:
            by = try_one(tree, limits, original, place, old, new)
            noticed += by is not None
        except Broken as why:
            by = f"BROKEN MUTATION: {why}"
            broken += 1
        print(f"{place}: {words}\n    {by or 'NOT NOTICED'}", flush=True)
    shutil.rmtree(tree)
    print(f"noticed {noticed} of {len(mutations)}")
    return 1 if broken or noticed < (len(mutations) if part else int(least)) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
