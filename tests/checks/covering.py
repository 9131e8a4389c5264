#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Choose cases that together take every branch that all cases take.

Usage: covering.py FOLDER CASE-FILE...

FOLDER holds what covered.c kept, a file FILE:LINE for each case. Prints "FILE: NAME" for each
chosen case, in the order of the files: greedily, the case with the most new branches a command first.
"""
import heapq
import os
import re
import sys


def main():
    folder, files = sys.argv[1], sys.argv[2:]
    names, commands = {}, {}
    for path in files:
        base = os.path.basename(path)[:-len(".case")]
        with open(path, encoding="latin-1") as file:
            for number, line in enumerate(file, 1):
                if line.startswith("== "):
                    case = f"{base}:{number}"
                    names[case] = line[3:].rstrip("\n")
                    commands[case] = 0
                elif line == "once\n":
                    del names[case] # the case takes long
                elif line.startswith("$ "):
                    commands[case] += 1
    taken = {}
    for case in names:
        try:
            with open(os.path.join(folder, case), "rb") as file:
                taken[case] = {m.start() for m in re.finditer(rb"[^\0]", file.read())}
        except FileNotFoundError:
            pass # this machine cannot run the case, or the case does not run hdparm
    covered, chosen = set(), set()
    # gains only shrink: the first entry of the heap whose gain is still right is the best
    heap = [(-len(branches) / commands[case], case) for case, branches in taken.items()]
    heapq.heapify(heap)
    while heap:
        gain, case = heapq.heappop(heap)
        now = -len(taken[case] - covered) / commands[case]
        if now != gain:
            if now:
                heapq.heappush(heap, (now, case))
            continue
        covered |= taken[case]
        chosen.add(case)
    for case in names:
        if case in chosen:
            print(f"{case.split(':')[0]}: {names[case]}")
    run, all_run = sum(commands[case] for case in chosen), sum(commands[case] for case in names)
    print(f"{run} of {all_run} commands, {len(chosen)} of {len(names)} cases take all {len(covered)} branches", file=sys.stderr)


if __name__ == "__main__":
    main()
