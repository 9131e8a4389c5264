#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""A setting does and says the same by its option, by --conf and by --conf --check.

The cross product of the keys of hdparm.conf, of values, of disks, and of the state before: a new
disk, one with this value, one with another value. The keys and values come from the program's
tables, the disks from lacks.py and languages.py, also with the kernel's part otherwise, and with
answers that fail. In each cell:

- after --conf the machine is as after the option: what --save-conf finds, the IDENTIFY data, /sys,
  also after a power cycle;
- --conf fails if and only if the option fails; notes of the option are notes of --conf;
- --check says "same" only if the option changes nothing, and then --conf sends nothing; it says
  "different" only if --conf changes something or fails, or the drive ignores the option;
- after the option, and after --conf, --check does not say "different", if they succeeded;
- `all` and the disk's own block find the same.

Usage: doors.py HDPARM RUNNER SHIM [PART PARTS] <KEYS   one of PARTS parts of the cells, and each in
which a value is set while the kernel's part is otherwise
"""
import collections
import os
import re
import subprocess
import sys
import tempfile
import zlib

import lacks
import languages

# what may differ from a disk's row: the kernel's part, and questions without an answer
OTHERWISE = {
    "sat": ["abrt=ec"], "sassat": ["kernel-write-cache=0", "unreadable=EACCES:cache_type"],
    "usbsat": ["kernel-write-cache=0", "abrt=ec"],
    "sas": ["write-cache=1 kernel-write-cache=0", "write-cache=0 kernel-write-cache=1",
            "lacks=5a,1a"],
    "usb": ["lbp=80 unmap-blocks=4194240 discards usb-id=152d:0578"],
}
# texts that differ with the door
OPTION_ONLY = re.compile(r"(?:-[A-Za-z]|--[a-z-]+)(?=[: ])")
# sent to an ATA drive without a question, which could wake it; a drive may ignore it, which --conf
# and --check tell by standby_z, and the option on a terminal alone
UNASKED = "spindown_time"
CHECKED = re.compile(r"\S+: [a-z_0-9]+: (same|different|unknowable|lacking)\b")
STATES = ["new", "so", "otherwise"]


def worlds():
    """Names and descriptions of disks."""
    found = dict.fromkeys((kind, name) for name, kind in lacks.disks())
    for row in list(languages.DISKS.values()) + list(languages.BLOCK_DISKS.values()):
        name, kind = row.split(" ", 1)
        found[(kind, name)] = None
    for kind, name in list(found):
        for more in OTHERWISE.get(kind.split()[0], []):
            found[(f"{kind} {more}", name)] = None
    return [(name, kind) for kind, name in found]


def some(values):
    """Of numbers the first two and the last; all words."""
    numbers = [value for value in values if value.split("=")[0].isdigit()]
    return [value for value in values
            if value not in numbers or value in numbers[:2] + numbers[-1:]]


def cells(keys):
    for name, kind in worlds():
        for key, option, *values in keys:
            chosen, seen = [], set()
            for word in some(values):
                form = word.split("=", 1)[1]
                if form not in seen:
                    chosen.append(word.split("=", 1))
                    seen.add(form)
            for word, form in chosen:
                other = next((f for _, f in reversed(chosen) if f != form), None)
                for state in STATES:
                    if state != "otherwise" or other is not None:
                        yield name, kind, key, option, word, form, state, other
            if not values:
                yield name, kind, key, option, "", None, "new", None


def is_always(cell, last):
    """In each part: the last value where the kernel's part is otherwise, new and set already."""
    _, kind, key, _, word, _, state, _ = cell
    usual = [f"{k} {lacks.FULL} {more}"
             for k in ("sassat", "usbsat", "usb") for more in OTHERWISE[k]]
    usual += [f"sas {more}" for more in OTHERWISE["sas"]]
    return state != "otherwise" and word == last.get(key) and kind in usual


def typed(option, form):
    if form is None:
        return option
    if option.startswith("--"):
        return f"'{option}={form}'"
    return option + form if form[0].isdigit() else f"{option} {form}"


def lines(cell):
    """The two cases of a cell."""
    name, kind, key, option, word, form, state, other = cell
    node = f"/dev/{name}"
    show = (f"$ hdparm --save-conf {node} 2>&1; hdparm --Istdout {node} 2>&1; "
            f"hdparm {node} 2>&1; hdparm -b -n -k {node} 2>&1; "
            "grep -rs . sys/devices | grep -v -e /stat: -e /inflight: | sort; echo ==\n")
    check = "$ hdparm --conf=c --check 2>&1; echo ==\n"
    setting = f"{key} = {word}" if word else key
    before = "" if state == "new" else f"hdparm -q {typed(option, form if state == 'so' else other)} " \
        f"{node} >/dev/null 2>&1; "
    files = f"printf '{node} {{\\n{setting}\\n}}\\n' >c; printf 'all {{\\n{setting}\\n}}\\n' >a; "
    head = f"dev {name} {kind}\nonly ours\n$ {before}{files}:\n"
    set_it = f"$ hdparm {typed(option, form)} {node} 2>&1; echo =$?; echo ==\n"
    # what the disk keeps
    cycle = f"@ {name} power-cycle\n{show}" if name[:2] in ("sd", "hd", "nv") else show
    yield head + show + check + set_it + show + check + cycle
    yield (head + "$ hdparm --conf=a --check 2>&1; echo ==\n$ hdparm --conf=c 2>&1; echo =$?; echo ==\n"
           + show + check + cycle)


def said(case):
    """The parts of what a case printed, without its log."""
    text = [line[1:] for line in case.splitlines() if line.startswith("|")]
    parts = [[]]
    for line in text:
        if line == "==":
            parts.append([])
        else:
            parts[-1].append(line)
    return parts[:-1]


def ended(part):
    return int(part[-1][1:]) if part and re.fullmatch(r"=\d+", part[-1]) else None


def result(part):
    found = [m[1] for m in map(CHECKED.match, part) if m]
    return found[0] if found else "none"


def notes(part):
    return [OPTION_ONLY.sub("OPTION", line) for line in part
            if line.startswith("hdparm: ") and "failed" not in line]


def judge(key, first, second):
    """The faults of a cell."""
    a, b = said(first), said(second)
    if len(a) != 6 or len(b) != 5:
        return ["the case did not run"]
    before, check, option, after, then, kept = a
    check_all, conf, after_conf, then_conf, kept_conf = b
    was, by_option, by_conf = result(check), ended(option), ended(conf)
    is_so = any(" is already " in line for line in conf)
    faults = []
    for one, two, when in (after, after_conf, ""), (kept, kept_conf, " and a power cycle"):
        if one != two:
            faults.append(f"another state after --conf{when}: " + next(
                f"{x!r} and {y!r}" for x, y in zip(one + [""], two + [""]) if x != y))
    # what is so already needs neither consent nor a drive that lets it be set
    if key == UNASKED:
        return faults
    if bool(by_option) != bool(by_conf) and not is_so:
        faults.append(f"the option ends with {by_option}, --conf with {by_conf}")
    if was == "same" and before != after:
        faults.append("--check says same, and the option changes something")
    if was == "same" and not is_so:
        faults.append("--check says same, and --conf sends it")
    if was != "same" and is_so:
        faults.append(f"--check says {was}, and --conf already")
    if was == "different" and not by_option and before == after:
        faults.append("--check says different, and the option changes nothing")
    if by_option == 0 and result(then) in ("different", "none"):
        faults.append(f"--check after the option: {result(then)}")
    if by_conf == 0 and result(then_conf) in ("different", "none"):
        faults.append(f"--check after --conf: {result(then_conf)}")
    # a kind of disks may lack what is an error for a disk with a name
    called = "lacking" if was == "different" and ": different: is " not in check[0] else was
    if result(check_all) not in ("none", called):
        faults.append(f"--check of the disk's block says {was}, of `all` {result(check_all)}")
    missing = [line for line in notes(option) if line not in notes(conf)]
    if missing and not by_option:
        faults.append(f"--conf lacks the note {missing[0]!r}")
    return faults


def run(chosen, hdparm, runner, shim):
    """What the cases of each cell printed. The runner updates a file by one process: a file each."""
    ran, jobs = [None] * len(chosen), os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"doors{job}.case") for job in range(jobs)]
        for job, path in enumerate(paths):
            with open(path, "w", encoding="utf-8") as file:
                for i in range(job, len(chosen), jobs):
                    for j, case in enumerate(chosen[i]):
                        file.write(f"== {i} {j}\n{case}")
        command = [runner, "-u", "-b", os.path.realpath(hdparm), "-s", shim]
        for process in [subprocess.Popen([*command, path], stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL) for path in paths]:
            process.wait()
        for job, path in enumerate(paths):
            printed = re.split(r"^== ", lacks.read(path), flags=re.M)[1:]
            for i, pair in zip(range(job, len(chosen), jobs), zip(printed[::2], printed[1::2])):
                ran[i] = pair
    return ran


def main(hdparm, runner, shim, part="0", parts="1"):
    keys = [line.split("\t") for line in sys.stdin.read().splitlines()]
    last = {key: values[-1].split("=", 1)[0] for key, _, *values in keys if values}
    chosen = [cell for cell in cells(keys) if is_always(cell, last)
              or zlib.crc32(repr(cell).encode()) % int(parts) == int(part)]
    ran = run([list(lines(cell)) for cell in chosen], hdparm, runner, shim)
    failed, counts = 0, collections.Counter()
    for i, (name, kind, key, option, word, form, state, other) in enumerate(chosen):
        faults = judge(key, *ran[i])
        failed += bool(faults)
        for fault in faults:
            counts[fault] += 1
            print(f"doors: {name} {kind}: {key} = {word} ({state}): {fault}")
    print(f"{len(chosen) - failed} passed, {failed} failed (settings, disks and states)")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
