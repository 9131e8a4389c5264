# SPDX-License-Identifier: GPL-2.0-or-later
"""choose.py FILE.case ...: the cases whose commands are recorded, a line "FILE: CASE" each.

The cases say what a recording can meet: options, kinds of devices, the commands that reach each kind,
one that it refuses, and ioctls that it lacks. Cases are taken until all of that is met, always the
one that brings the most new for each of its command lines."""
import os
import re
import sys

# a recording has no signals, so a replay goes on where the run was ended
SIGNALS = re.compile(r"\bsig(?:[a-z]+\d?|\d+)\b|\bsignal=|\bkill\b|SIG[A-Z]")
# such a command records already, or is refused with --record
UNRECORDED = {"--record", "--replay", "--jobs", "--watch", "--why-awake", "--idle-standby",
              "--serve", "--surface-scan", "-t", "-T"}
STEP = re.compile(r"^(?=[$@] )", re.M)
HDPARM = re.compile(r"\bhdparm\b|HDPARM_BINARY\W*")
OPTION = re.compile(r"-[a-zA-Z]|--[A-Za-z-]+")
IOCTL = re.compile(r"(BLK|HDIO_|CDROM_)\w+|sysfs write")
FIELD = re.compile(r" (?:\w+=|->|\[|!)")


def kinds_of(text):
    """Names and kinds of the devices; a partition or another node says of which kind the disk is."""
    kinds = {}
    for name, kind in re.findall(r"^dev (\S+) (\S+)", text, re.M):
        relation, _, disk = kind.partition("=")
        kinds[name] = f"{relation} {kinds.get(disk)}" if disk else kind
    return kinds


def commands_of(line):
    """The options of each command of a line of sh, of which those are left out that cannot be
    recorded. A dry run sends little of what it is given."""
    for command in HDPARM.split(line)[1:]:
        words = re.split(r"[|;&<>]", command)[0].split()
        # with standard input in the place of a file
        options = {option[0] + (" -" if after == "-" else "")
                   for word, after in zip(words, [*words[1:], ""]) if (option := OPTION.match(word))}
        if not options & UNRECORDED:
            yield {"--dry-run"} if "--dry-run" in options else options


def calls_of(log, kinds):
    for name, command in re.findall(r"^>(\S+) (.*)", log, re.M):
        if name in kinds:
            ioctl = IOCTL.match(command)
            yield kinds[name], ioctl[0] if ioctl else FIELD.split(command)[0]
            yield kinds[name], " -> " in command


def met_by(text):
    """What the commands of a case meet, and how many these are."""
    kinds, n = kinds_of(text), 0
    met = {*kinds.values(), *re.findall(r"\brefuse=\w+", text)}
    for step in STEP.split(text)[1:]:
        line, _, rest = step.partition("\n")
        commands = list(commands_of(line)) if line.startswith("$") else []
        n += len(commands)
        if commands:
            met.update(calls_of(rest, kinds))
        # an option of a command that fails may have been refused
        if not re.search(r"^\?", rest, re.M):
            met.update(*commands)
    return met, n


def main():
    cases = []
    for path in sys.argv[1:]:
        with open(path, encoding="latin-1") as file:
            head, *blocks = re.split(r"^== ", file.read(), flags=re.M)
        for block in blocks:
            name, _, text = block.partition("\n")
            if re.search(r"^once$", head + text, re.M) or SIGNALS.search(head + text):
                continue
            met, n = met_by(head + text)
            if n:
                cases.append((met, n, f"{os.path.basename(path)[:-5]}: {name}"))
    missing = set().union(*(met for met, *_ in cases))
    while missing:
        met, _, name = max(cases, key=lambda case: len(case[0] & missing) / case[1])
        missing -= met
        print(name)


main()
