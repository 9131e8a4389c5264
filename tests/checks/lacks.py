#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""In a block of hdparm.conf for a kind of disks, a setting that one of them lacks is no error.

Each key runs on a disk of each kind, with two of the values that the key takes, without and with
the words of consent. A disk that takes one of the values has the setting: it may refuse the other
one. On other disks each value is left out with a reason, no error is printed, and --check does not
call the setting different.

The keys and values come from the program's tables, the kinds from tests/cli/README, and the names
of disks from the cases.

Usage: lacks.py HDPARM RUNNER SHIM <KEYS
"""
import collections
import glob
import os
import re
import subprocess
import sys
import tempfile

CONSENT = r"yes_i_know_what_i_am_doing\nplease_destroy_my_drive\n"
# an ATA drive that has what its IDENTIFY data say, and a path that returns all registers
FULL = "erc=70,70 sense=desc"
USAGE = 22  # also the kernel's EINVAL
NEEDS_CONSENT = re.compile(r"hdparm: c:\d+: ")  # the file is refused before any disk is touched


def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read()


def disks():
    """A disk of each kind but CD drives, with the name that most cases give it."""
    listed = re.search(r"^Kinds: (.*?);", read("tests/cli/README"), re.M | re.S)[1]
    cases = "\n".join(read(path) for path in sorted(glob.glob("tests/cli/*.case")))
    for kind in re.sub(r"\([^)]*\)", "", listed).replace(",", " ").split():
        names = re.findall(rf"^dev (\S+) {kind}(?=\s)", cases, re.M)
        is_ata = re.search(rf"^dev \S+ {kind} .*id=", cases, re.M)
        if not kind.endswith(("sr", "cd")):
            yield (collections.Counter(names).most_common(1)[0][0],
                   kind + (" " + FULL if is_ata else ""))
    yield "sda", "sat id=ata4"


def commands(key, values):
    """Lines of a case: for each value what --conf prints, and its status; then --check.

    The selector takes no array and no loop device: they pass.
    """
    runs = [("", value) for value in dict.fromkeys(values[:1] + values[-1:])] or [("", "")]
    for words, value in runs + [(CONSENT, runs[-1][1])]:
        setting = f"{key} = {value}" if value else key
        yield (f"$ printf 'all {{\\n{words}{setting}\\n}}\\n' >c; hdparm --conf=c 2>&1; "
               "echo =$?; hdparm --conf=c --check 2>&1; echo =$?")


def judge(case):
    """The faults of a key on a disk: lines, and whether it takes a value."""
    faults, takes = [], False
    for run in re.split(r"^\$ .*\n", case, flags=re.M)[1:]:
        said = [line[1:] for line in run.splitlines() if line.startswith("|")]
        ends = [i for i, line in enumerate(said) if re.fullmatch(r"=\d+", line)]
        if len(ends) != 2:
            faults.append("the case did not run")
            continue
        done, checked = said[:ends[0]], said[ends[0] + 1:ends[1]]
        status = int(said[ends[0]][1:])
        if any(NEEDS_CONSENT.match(line) for line in done) and status == USAGE:
            continue
        left = any(" is left out: " in line for line in done)
        errors = [line for line in done if line.startswith("hdparm: ")]
        if left or status or errors:
            faults += errors if errors else [f"status {status}"] if status else []
            if left:
                faults += [line for line in checked if ": different: " in line]
        else:
            takes = True
    return [] if takes else faults


def main(hdparm, runner, shim):
    keys = [line.split("\t") for line in sys.stdin.read().splitlines()]
    cells = [(key, [value.split("=")[0] for value in values], name, kind)
             for name, kind in disks() for key, _, *values in keys]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lacks.case")
        with open(path, "w", encoding="utf-8") as file:
            for key, values, name, kind in cells:
                file.write(f"== {key} on {kind}\ndev {name} {kind}\n")
                file.write("".join(line + "\n" for line in commands(key, values)))
        subprocess.run([runner, "-u", "-j2", "-b", os.path.realpath(hdparm), "-s", shim, path],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        cases = re.split(r"^== ", read(path), flags=re.M)[1:]
    failed = 0
    for (key, _, _, kind), case in zip(cells, cases, strict=True):
        faults = judge(case)
        failed += bool(faults)
        for fault in dict.fromkeys(faults):
            print(f"lacks: {key} on {kind}: {fault}")
    print(f"{len(cells) - failed} passed, {failed} failed (keys on kinds of disks)")
    return 1 if failed or not cells else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
