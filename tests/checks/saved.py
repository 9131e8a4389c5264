#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What --save-conf prints is a whole file, and --conf --check finds each of its settings the same.

In each world of the cases, --save-conf runs on all disks, and --conf --check on what it printed. A
line of the file is a comment, the begin or end of a block, or a setting; a setting without a value
is a comment with the reason. --check may call a setting unknowable, with a reason, and different
only in a world with faults, where a drive changes its answers, or if the kernel's part of a setting
differs, which a file cannot have: then --conf sets that part.

Usage: saved.py HDPARM RUNNER SHIM [-n NAMES] CASE... NAMES: a file with "FILE: CASE" lines; only
these cases.
"""
import os
import re
import subprocess
import sys
import tempfile

LINES = ("hdparm --save-conf >saved; cat saved; echo =; hdparm --conf=saved --check; echo status $?;"
         " hdparm --conf=saved >applied 2>&1; hdparm --conf=saved --check | grep ': different: .*, but '")
SAVED = re.compile(r"# .+|\S.* \{|\}|\t# [a-z_0-9]+: .+|\t[a-z_0-9]+ = \S.*")
CHECKED = re.compile(r"/dev/\S+: [a-z_0-9]+: (same|unknowable|different): .+"
                     r"|saved:\d+: no such drive: .+")
REFUSED = 22  # the file has an error
DIFFERENT = 1


def worlds(paths, names):
    """The distinct worlds of the cases: their lines, with the name of the first case of each."""
    found = {}
    for path in paths:
        file = os.path.basename(path)[:-len(".case")]
        with open(path, encoding="utf-8", errors="surrogateescape") as text:
            usual, *cases = re.split(r"^== ", text.read(), flags=re.M)
        usual = re.findall(r"^dev .*", usual, flags=re.M)
        for case in cases:
            name = f"{file}: " + case.split("\n", 1)[0]
            lines = re.findall(r"^(?:dev|fault) .*", case, flags=re.M)
            if not any(line.startswith("dev ") for line in lines):
                lines = usual + lines
            # delay= is real time
            if lines and (not names or name in names) and not any("delay=" in x for x in lines):
                found.setdefault(tuple(lines), (path, name))
    return found


def judge(lines, output):
    """The faults of one world."""
    saved, checked = output[:output.index("=")], output[output.index("=") + 1:]
    changes = any(line.startswith("fault ") for line in lines)
    end = next(i for i, line in enumerate(checked) if line.startswith("status "))
    status, applied, checked = int(checked[end].split()[1]), checked[end + 1:], checked[:end]
    kernels = any(", but " in line for line in checked)
    for line in saved:
        if not SAVED.fullmatch(line):
            yield f"no line of a file: {line!r}"
    for line in checked:
        match = CHECKED.fullmatch(line)
        if not match or (match[1] == "different" and ", but " not in line and not changes):
            yield line
    if status == REFUSED or (status == DIFFERENT and not changes and not kernels):
        yield f"--check ends with {status}"
    yield from (f"after --conf: {line}" for line in applied if not changes)


def main(hdparm, runner, shim, *paths):
    names = set()
    if paths[0] == "-n":
        with open(paths[1], encoding="utf-8", errors="surrogateescape") as file:
            names = set(file.read().splitlines())
        paths = paths[2:]
    found = list(worlds(paths, names).items())
    with tempfile.TemporaryDirectory() as folder:
        case = os.path.join(folder, "saved.case")
        os.symlink(os.path.realpath(os.path.dirname(paths[0])), os.path.join(folder, "cases"))
        with open(case, "w", encoding="utf-8", errors="surrogateescape") as file:
            for i, (lines, _) in enumerate(found):
                # FILE.hex is beside the case; a name in a case has no blank
                text = re.sub(r"=([\w./-]+\.hex)", r"=cases/\1", "\n".join(lines))
                file.write(f"== {i}\n{text}\n$ {LINES}\n")
        subprocess.run([runner, "-u", "-j2", "-b", os.path.realpath(hdparm), "-s", shim, case],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        with open(case, encoding="utf-8", errors="surrogateescape") as file:
            cases = re.split(r"^== ", file.read(), flags=re.M)[1:]
    failed = 0
    for (lines, (_, name)), case in zip(found, cases, strict=True):
        output = [re.sub(r"\\(.)", lambda m: {"t": "\t", "s": " "}.get(m[1], m[1]), line[1:])
                  for line in case.splitlines() if line.startswith("|")]
        faults = list(judge(lines, output)) if output else ["the case did not run"]
        failed += bool(faults)
        for fault in faults:
            print(f"saved: {name}: {fault}")
    print(f"{len(found) - failed} passed, {failed} failed (worlds)")
    return 1 if failed or not found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
