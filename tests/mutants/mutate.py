#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Break the program by small changes, one at a time: which of them does no test notice?

Usage: mutate.py MAKE BUILD N SEED (root)

A line of src is drawn, and a change of it: an operator, a constant, a condition, what a function
returns, a call, an assignment, or a row of a table. A change that does not compile, or after which
the object is the same, is not counted; another one is drawn. The covering cases judge first, then
the golden texts, the unit tests, all cases and failing allocations. A mutant that no judge notices
needs a case, or means the same as the original: a person decides. The same SEED draws the same
changes in the same sources.

All is done in tests/checks/apart.sh, where the changes of the tree are in memory, and where /dev
has no disk. A judge's processes have limits of time and memory, and end with the judge. A removed
free() is not drawn: `make asan` notices leaks.
"""
import glob
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time

# The time of a judge, relative to that without a change, after which it counts as hanging: long,
# since the machine may be busy, and a loop ends by its processor time.
TIMES, MORE_S = 20, 120
# Limits: bytes of memory, bytes of a file, seconds of one process; processes.
MOST_MEMORY, MOST_FILE, MOST_CPU_S, MOST_PROCESSES = 1 << 30, 256 << 20, 60, 500
# Lines by which the judges name what failed.
NAMED = re.compile(r"^(tests/cli/\S+\.case:\d+: .*|\S*check_\w+\.c:\d+:[FE]:.*|golden: .*)$", re.M)

HIDDEN = re.compile(r"""/\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
                    | ^[ \t]*\#(?:\\\n|[^\n])*""", re.S | re.M | re.X)
OPERATORS = {"==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="],
             ">=": [">", "<"], "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"],
             "/": ["*"], "%": ["/"], "<<": [">>"], ">>": ["<<"], "&": ["|"], "|": ["&"],
             "+=": ["-="], "-=": ["+="], "|=": ["&=", "="], "&=": ["|="], "++": ["--"],
             "--": ["++"], "true": ["false"], "false": ["true"]}
OPERATOR = re.compile(r"(?<=[ ])(?:[=!<>]=|<<|>>|&&|\|\||[-+|&]=|[-<>+*/%&|])(?=[ ]|$)|\+\+|--|"
                      r"\b(?:true|false)\b")
CONSTANT = re.compile(r"(?<![\w.])(?:0x[0-9a-fA-F]+|0(?![0-9])|[1-9][0-9]*)(?![\w.]*\.)")
CONDITION = re.compile(r"\b(if|while) \((.*)\)(?: \{)?$")
RETURN = re.compile(r"\breturn (.+);$")
CALL = re.compile(r"^\t+(\(void\))?[a-z_]\w*(?<!free)(?<!return)\(.*\);$")
CALLED = re.compile(r" = ([a-z_]\w*\(.*\));$")
ASSIGNMENT = re.compile(r"^\t+[\w>.*\[\]-]+ [|&+-]?= .*;$|^\t+(?:break|continue);$")
ROW = re.compile(r"^\t+(?:\[\w+\] = )?\{.*\},$")


def hidden(text):
    """The text with comments, strings, characters and directives made unrecognizable."""
    return HIDDEN.sub(lambda found: re.sub(r"[^\n]", "\0", found.group()), text)


def balanced(text):
    depth = 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if depth < 0:
            return False
    return depth == 0


def numbers(text):
    value = int(text, 0)
    form = "{:#x}" if text.startswith("0x") else "{}"
    return [form.format(other) for other in {value + 1, max(value - 1, 0), 0} - {value}]


def changes(line):
    """Kinds of changes of a line without its strings: for each a list of (start, end, text)."""
    found = {}

    def add(kind, place, *texts):
        found.setdefault(kind, []).extend((*place, text) for text in texts)

    for m in OPERATOR.finditer(line):
        add("operator", m.span(), *OPERATORS[m.group()])
    for m in CONSTANT.finditer(line):
        add("constant", m.span(), *sorted(numbers(m.group())))
    m = CONDITION.search(line)
    if m and balanced(m[2]):
        add("condition", m.span(2), "false", *(["true"] if m[1] == "if" else []))
        add("condition", (m.start(2), m.start(2)), "!") if re.fullmatch(r"\w+", m[2]) else None
    for m in re.finditer(r"!(?=[\w(*])", line):
        add("condition", m.span(), "")
    m = RETURN.search(line)
    if m:
        add("return", m.span(1), "-1" if m[1] == "0" else "0")
    for m in (CALL.search(line), ASSIGNMENT.search(line)):
        if m:
            add("statement", (line.index(line.lstrip()), len(line)), ";")
    m = CALLED.search(line)
    if m and balanced(m[1]):
        add("call", m.span(1), "0")
    if ROW.search(line):
        add("row", (0, len(line)), "")
    return found


class Mutant:
    """A change of one line: path, line's number from 1, the line before and after."""

    def __init__(self, path, number, before, after):
        self.path, self.number, self.before, self.after = path, number, before, after

    def __str__(self):
        return (f"{self.path}:{self.number}:\n  - {self.before.strip()}\n  + {self.after.strip()}")


def draw(seed):
    """Mutants for ever, none twice."""
    chance = random.Random(seed)
    lines = []
    for path in sorted(glob.glob("src/*.c") + glob.glob("src/*/*.c")):
        with open(path) as file:
            text = file.read()
        for number, (line, bare) in enumerate(zip(text.split("\n"), hidden(text).split("\n")), 1):
            if changes(bare):
                lines.append((path, number, line, bare))
    drawn = set()
    while True:
        path, number, line, bare = chance.choice(lines)
        kinds = changes(bare)
        start, end, text = chance.choice(kinds[chance.choice(sorted(kinds))])
        mutant = Mutant(path, number, line, line[:start] + text + line[end:])
        if str(mutant) not in drawn:
            drawn.add(str(mutant))
            yield mutant


def limit_child():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE, MOST_FILE))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, limit=None):
    """Status (None: it hung or forked without end) and output of a command: no process stays."""
    end = time.monotonic() + limit if limit else None
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        process = subprocess.Popen(
            ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", *command],
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            preexec_fn=limit_child)
        status = None
        while status is None:
            try:
                status = process.wait(0.2)
            except subprocess.TimeoutExpired:
                processes = sum(name.isdigit() for name in os.listdir("/proc"))
                if processes > MOST_PROCESSES or (end and time.monotonic() > end):
                    process.kill()
                    process.wait()
                    break
        output.seek(0)
        return status, output.read()


class Tree:
    """The tree, in which one mutant at a time is built and judged."""

    def __init__(self, make, build):
        self.make = [*make, "-s", f"BUILD={build}"]
        self.build = build
        cases = ["-b", f"{build}/hdparm", "-s", f"{build}/fake/shim.so",
                 *sorted(glob.glob("tests/cli/*.case"))]
        runner = [f"{build}/fake/runner", "-f"]
        self.judges = {"covering cases": [*runner, "-n", "tests/cli/covering", *cases],
                       "golden texts": ["sh", "tests/golden/run.sh", f"{build}/hdparm"],
                       "unit tests": ["sh", "tests/unit/suites.sh", " ".join(
                           re.findall(r"check_(\w+)\.c", " ".join(glob.glob("tests/unit/*/*.c")))),
                                      f"{build}/unit"],
                       "cases": [*runner, *cases],
                       "failing allocations": [*runner[:1], "-a", f"{build}/fake/failing.so", "-e",
                                               "4", *cases[:4], "tests/alloc/alloc.case"]}
        self.limits = {}

    def bare(self, path):
        """The object without debug information, which has the columns of the source."""
        subprocess.run(["objcopy", "-g", path, "/tmp/bare.o"], check=True)
        with open("/tmp/bare.o", "rb") as file:
            return file.read()

    def measure(self):
        status, said = run([*self.make, "checked"])
        if status:
            sys.exit(f"mutants: make fails without a change:\n{said}")
        for judge, command in self.judges.items():
            start = time.monotonic()
            status, said = run(command)
            if status:
                sys.exit(f"mutants: {judge} fail without a change:\n{said[-2000:]}")
            self.limits[judge] = TIMES * (time.monotonic() - start) + MORE_S

    def noticed(self):
        """What noticed the mutant, or None."""
        for judge, command in self.judges.items():
            target = "unit" if judge == "unit tests" else "hdparm"
            status, said = run([*self.make, f"{self.build}/{target}"])
            if status:
                return f"{target} does not build"
            status, said = run(command, self.limits[judge])
            if status is None:
                return f"{judge}: it hangs"
            if status:
                named = NAMED.search(said)
                return named.group(0) if named else f"{judge}: {said.strip()[-100:]}"
        return None

    def judge(self, mutant):
        """"same", "broken" (it does not compile), or as noticed()."""
        built = f"{self.build}/{mutant.path[:-2]}.o"
        with open(mutant.path) as source, open(built, "rb") as file:
            text, original = source.read(), file.read()
        bare = self.bare(built)
        lines = text.split("\n")
        lines[mutant.number - 1] = mutant.after
        try:
            write(mutant.path, "\n".join(lines).encode())
            status, _ = run([*self.make, built])
            if status:
                return "broken"
            return "same" if self.bare(built) == bare else self.noticed()
        finally:
            # the object is newer than its source: make does not build it again
            write(mutant.path, text.encode())
            write(built, original)


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def main(make, build, n, seed):
    """Return 1 if a mutant survives."""
    os.environ.pop("UPDATE", None)
    tree = Tree(shlex.split(make), build)
    tree.measure()
    start = time.monotonic()
    counts = {"noticed": 0, "survived": 0, "same": 0, "broken": 0}
    for mutant in draw(int(seed)):
        verdict = tree.judge(mutant)
        if verdict in ("same", "broken"):
            counts[verdict] += 1
            continue
        counts["noticed" if verdict else "survived"] += 1
        print(f"{mutant}\n  {verdict or 'SURVIVED'}", flush=True)
        if counts["noticed"] + counts["survived"] >= int(n):
            break
    print(f"seed {seed}: {counts['noticed']} noticed, {counts['survived']} survived "
          f"({counts['same']} more left the program as it was, {counts['broken']} did not compile), "
          f"{(time.monotonic() - start) / max(int(n), 1):.0f} s each")
    return counts["survived"] > 0


def apart(arguments):
    """Run this script again in tests/checks/apart.sh. Return its status."""
    work = tempfile.mkdtemp()
    inside = shlex.join(["env", "MUTANTS=inside", "python3", *sys.argv])
    try:
        return subprocess.call(
            ["unshare", "--mount", "sh", "-c",
             'mount -t tmpfs tmpfs "$1" && exec bash tests/checks/apart.sh "$1/tree" bare "$2"',
             "sh", work, inside], env={**os.environ, "CACHE": f"{work}/cache"})
    finally:
        os.rmdir(work)


if __name__ == "__main__":
    # apart.sh has emptied /sys: nobody else's MUTANTS lets mutants write the tree and see /dev
    is_apart = os.environ.get("MUTANTS") == "inside" and not os.listdir("/sys")
    sys.exit(main(*sys.argv[1:]) if is_apart else apart(sys.argv))
