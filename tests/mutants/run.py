#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Break the program on purpose, one small change at a time, and see which check notices.

Usage: run.py LIST WORK LEAST [PART]
       run.py LIST

LIST has one mutation a line, five fields between tabs:
  FILE or FILE:FUNCTION   where: the whole file, or the body of one function
  OLD                     a part of a line, which is there exactly once
  NEW                     what stands there instead
  WORDS                   what is broken
  CHECKS                  what notices: NAME.case of tests/cli, unit/SUITE, golden, fuzz or man
A mutation is tried with these checks; if they pass, or none is named, with all others, and the line
that should name another is shown. UPDATE=1 in the environment writes what noticed into LIST.
WORK is a folder for copies of the tree, which are made anew: the tree itself stays as it is. PART:
only mutations whose line holds that text. A mutation that does not apply, does not compile or
leaves the program as it was is a failure. Exit status: 0 if LEAST per cent are noticed (with PART:
all). With LIST alone nothing is built: does each mutation find its place, and is its check there?
"""
import glob
import os
import queue
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

TREE = ["Makefile", "include", "src", "tests", "contrib", "man", "README", "COPYING"]
# The time of a check, relative to that without a mutation, after which it counts as hanging.
TIMES, MORE_S = 6, 30
# The time of a check that was not measured.
UNMEASURED_S = 120
# Limits of a program that never ends: memory, and bytes of a file.
MOST_MEMORY, MOST_FILE = 2 << 30, 512 << 20
# Case files that take longer without a mutation come after the other checks.
SLOW_S = 3
# Mutations tried at a time, each in its own copy.
COPIES = 2
# Lines by which the checks name what failed.
NAMED = re.compile(r"^(tests/cli/\S+\.case:\d+: .*|\S*check_\w+\.c:\d+:[FE]:.*|golden: .*)$", re.M)
MAKE = ["make", "-s", "BUILD=build", "REPRODUCIBLE="]


class Broken(Exception):
    """The mutation itself is wrong."""


def kill_those_of(folder):
    """Kill the programs of the folder: a case may start one in another session."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/exe").startswith(os.path.realpath(folder) + os.sep):
                os.kill(int(pid), signal.SIGKILL)
        except OSError:
            pass  # it has ended, or it is not our process


def limit_child():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE, MOST_FILE))


def run(command, folder, limit=None):
    """Exit status (None: it hung) and output of a command, which leaves no process behind."""
    env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS",
                                                            "UPDATE")}
    env["CK_TIMEOUT_MULTIPLIER"] = "8"
    with open(os.path.join(folder, "output"), "w+", errors="replace") as output:
        process = subprocess.Popen(command, cwd=folder, env=env, stdin=subprocess.DEVNULL,
                                   stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
                                   preexec_fn=limit_child)
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


def body(text, name):
    """The place of the function's definition."""
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


def all_checks():
    return ([os.path.basename(path) for path in sorted(glob.glob("tests/cli/*.case"))] +
            ["golden", "fuzz", "man"] +
            sorted(f"unit/{re.sub('.*check_|[.]c$', '', path)}"
                   for path in glob.glob("tests/unit/*/check_*.c")))


class Copy:
    """A copy of the tree, in which one mutation at a time is tried."""

    def __init__(self, tree):
        self.tree = tree

    def prepare(self, source):
        shutil.rmtree(self.tree, ignore_errors=True)
        os.makedirs(self.tree)
        for name in TREE + (["build"] if source != "." else []):
            path = os.path.join(source, name)
            if os.path.isdir(path):
                shutil.copytree(path, os.path.join(self.tree, name), symlinks=True)
            else:
                shutil.copy2(path, self.tree)

    def make(self, *targets):
        return run([*MAKE, *targets], self.tree)

    def program(self):
        """The program without debug information, which changes with each character."""
        bare = os.path.join(self.tree, "build/bare")
        subprocess.run(["objcopy", "-S", "-R", ".note.gnu.build-id",
                        os.path.join(self.tree, "build/hdparm"), bare], check=True)
        with open(bare, "rb") as file:
            return file.read()

    def check(self, name, limit):
        """The check's message if it fails, or None."""
        if name.endswith(".case"):
            command = ["build/fake/runner", "-j2", "-b", "build/hdparm", "-s", "build/fake/shim.so",
                       f"tests/cli/{name}"]
        elif name.startswith("unit/"):
            status, said = self.make("build/unit")
            if status:
                return f"{name}: build/unit does not build"
            command = ["build/unit", name.partition("/")[2]]
        else:
            command = [*MAKE, f"check-{name}"]
        status, said = run(command, self.tree, limit)
        if status is None:
            return f"{name}: it hangs"
        if status:
            named = NAMED.search(said)
            return f"{name}: {named.group(0) if named else said.strip().rpartition(chr(10))[2]}"
        return None

    def attempt(self, mutation, original, checks):
        """The first check that fails, and its message; (None, None) if none does."""
        path, before, after = apply(self.tree, *mutation[:3])
        try:
            write(path, after)
            status, said = self.make("build/hdparm")
            if status:
                raise Broken("it does not compile: " + said.strip()[:200])
            if self.program() == original:
                raise Broken("it leaves the program as it was")
            for check, limit in checks:
                said = self.check(check, limit)
                if said:
                    return check, said
            return None, None
        finally:
            write(path, before)


def read_list(path, part):
    mutations = []
    with open(path) as lines:
        for number, line in enumerate(lines, 1):
            fields = line.rstrip("\n").split("\t")
            if line.startswith("#") or part not in line:
                continue
            if len(fields) != 5 or not (fields[0] and fields[1] and fields[3]):
                sys.exit(f"{path}:{number}: five fields between tabs are wanted")
            mutations.append(fields)
    return mutations


def write_checks(path, found):
    """Write to the list which check noticed each mutation, by the mutation's words."""
    with open(path) as file:
        lines = file.read().split("\n")
    for i, line in enumerate(lines):
        fields = line.split("\t")
        if not line.startswith("#") and len(fields) == 5 and tuple(fields[:4]) in found:
            fields[4] = found[tuple(fields[:4])]
            lines[i] = "\t".join(fields)
    write(path, "\n".join(lines))


def check_folders(mutations):
    """Every folder of src must have mutations."""
    have = {place.split("/")[1] for place, *_ in mutations}
    for name in sorted(os.listdir("src")):
        if os.path.isdir(os.path.join("src", name)) and name not in have:
            sys.exit(f"mutants: there is none in src/{name}")


def lost(mutations):
    """The number of mutations that no longer apply, or name a check that does not exist."""
    count = 0
    known = all_checks()
    for place, old, new, words, checks in mutations:
        try:
            apply(".", place, old, new)
            for check in checks.split() or [""]:
                if check not in known:
                    raise Broken(f"there is no check '{check}'")
        except Broken as why:
            print(f"mutants: {place}: {words}: {why}")
            count += 1
    return count


def measure(copies, checks):
    """The time of each check without a mutation. All checks must pass."""
    seconds, failed = {}, []

    def some(copy, of_copy):
        for check in of_copy:
            start = time.monotonic()
            said = copy.check(check, UNMEASURED_S)
            seconds[check] = time.monotonic() - start
            if said:
                failed.append(said)

    side_by_side([(some, (copy, checks[i::len(copies)])) for i, copy in enumerate(copies)])
    if failed:
        sys.exit("mutants: without a mutation: " + "\n".join(failed))
    return seconds


def side_by_side(calls):
    threads = [threading.Thread(target=call, args=args) for call, args in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def order(named, seconds):
    """The checks of one mutation with their time limits: the named ones, then the others."""
    rest = [check for check in all_checks() if check not in named]
    rest.sort(key=lambda check: (not check.endswith(".case") or seconds.get(check, 0) > SLOW_S,
                                 check.endswith(".case"), seconds.get(check, 0)))
    return [(check, TIMES * seconds[check] + MORE_S if check in seconds else UNMEASURED_S)
            for check in named + rest]


def try_all(copies, mutations, seconds):
    """For each mutation, in the order of the list: (check, what it says), or Broken."""
    waiting = queue.Queue()
    original = copies[0].program()
    found = {}

    def some(copy):
        while True:
            try:
                number = waiting.get_nowait()
            except queue.Empty:
                return
            place, _, _, words, checks = mutations[number]
            named = checks.split()
            try:
                check, said = copy.attempt(mutations[number], original, order(named, seconds))
                said = said or "NOT NOTICED"
                if check and named and check not in named:
                    said += f"\n    {checks}: NOT NOTICED THERE"
            except Broken as why:
                check, said = "broken", f"BROKEN MUTATION: {why}"
            found[number] = check
            print(f"{place}: {words}\n    {said}", flush=True)

    for number in range(len(mutations)):
        waiting.put(number)
    side_by_side([(some, (copy,)) for copy in copies])
    return found


def main(path, work=None, least=0, part=""):
    mutations = read_list(path, part)
    if not part:
        check_folders(mutations)
    if not work:
        return 1 if lost(mutations) else 0
    copies = [Copy(os.path.join(os.path.abspath(work), f"tree{i}")) for i in range(COPIES)]
    copies[0].prepare(".")
    status, said = copies[0].make(f"-j{COPIES}", "build/hdparm", "fake", "build/unit")
    if status:
        sys.exit(f"mutants: make fails without a mutation:\n{said}")
    for copy in copies[1:]:
        copy.prepare(copies[0].tree)
    checks = sorted({c for *_, named in mutations for c in named.split()}) if part else all_checks()
    found = try_all(copies, mutations, measure(copies, checks))
    if os.environ.get("UPDATE"):
        write_checks(path, {tuple(mutations[i][:4]): check for i, check in found.items()
                            if check and check != "broken"})
    for copy in copies:
        shutil.rmtree(copy.tree)
    broken = sum(check == "broken" for check in found.values())
    noticed = sum(bool(check) for check in found.values()) - broken
    rate = 100 * noticed / len(mutations)
    print(f"noticed {noticed} of {len(mutations)}, {rate:.1f} %" +
          (f", {broken} broken" if broken else ""))
    return 1 if broken or rate < (100 if part else float(least)) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
