#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Compare what --whose-sector says of random sectors with filefrag(8) and with the sectors' data.

Usage: whose.py HDPARM DISK START SECTORS FOLDER. The file system of FOLDER is on a partition of
DISK. Prints what is wrong, and "N files, N free, N other"."""
import json
import os
import random
import re
import subprocess
import sys

SECTOR = 512


def extents(folder):
    """For each inode: its names, and its extents as (first sector on the partition, end, byte)."""
    files = {}
    for top, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(top, name)
            if os.path.islink(path):
                continue
            file = files.setdefault(os.stat(path).st_ino, ([], []))
            file[0].append(path)
            if len(file[0]) > 1:
                continue
            text = subprocess.run(["filefrag", "-v", f"-b{SECTOR}", path], capture_output=True,
                                  check=True).stdout.decode(errors="replace")
            for row in re.finditer(r"^ *\d+: *(\d+)\.\. *\d+: *(\d+)\.\. *(\d+): *\d+:(.*)$", text,
                                   flags=re.M):
                byte, first, last = (int(row.group(i)) for i in (1, 2, 3))
                file[1].append((first, last + 1, byte * SECTOR, "unwritten" in row.group(4)))
    return files


class Comparison:
    """Of the answers with the truth."""

    def __init__(self, program, disk, start, folder):
        self.program, self.disk, self.start = program, disk, start
        self.files = extents(folder)
        self.counts = {"file": 0, "free": 0, "other": 0}
        self.faults = 0

    def wrong(self, lba, text):
        self.faults += 1
        print(f"FAIL sector {lba}: {text}")

    def data_at(self, path, byte):
        with open(path, "rb") as file:
            file.seek(byte)
            return file.read(SECTOR)

    def judge(self, entry, device):
        lba = entry["first_lba"]
        own = lba - self.start
        expected = {inode: (names, byte + (own - first) * SECTOR, unwritten)
                    for inode, (names, parts) in self.files.items()
                    for first, end, byte, unwritten in parts if first <= own < end}
        named = {part["inode"]: part for part in entry["parts"] if part["use"] == "file"}
        use = entry["parts"][0]["use"]
        self.counts[use if use in self.counts else "other"] += 1
        if entry["layers"][0]["lba"] != own:
            self.wrong(lba, "another place in the partition")
        if set(named) != set(expected):
            self.wrong(lba, f"inodes {sorted(named)}, and filefrag has {sorted(expected)}")
            return
        for inode, (names, byte, unwritten) in expected.items():
            part = named[inode]
            if sorted(part["files"]) != sorted(names):
                self.wrong(lba, f"names {part['files']}, and the tree has {names}")
            if part["offset_bytes"] != byte or part["written"] == unwritten:
                self.wrong(lba, f"{part}, not byte {byte}, unwritten {unwritten}")
            data = self.data_at(part["files"][0], part["offset_bytes"])
            device.seek(lba * SECTOR)
            if not unwritten and device.read(SECTOR)[:len(data)] != data:
                self.wrong(lba, "the file has other data")

    def ask(self, asked):
        answer = subprocess.run([self.program, "--json", "--whose-sector", *map(str, asked),
                                 self.disk], capture_output=True, check=True).stdout
        ranges = json.loads(answer)["devices"][0]["whose_sector"]["ranges"]
        if [entry["first_lba"] for entry in ranges] != asked:
            self.wrong(asked[0], "not all ranges are answered in order")
        with open(self.disk, "rb") as device:
            for entry in ranges:
                self.judge(entry, device)


def main():
    program, disk, start, sectors, folder = sys.argv[1:]
    start, sectors = int(start), int(sectors)
    comparison = Comparison(program, disk, start, folder)
    for seed in range(3):
        choice = random.Random(seed)
        comparison.ask(sorted(choice.sample(range(start, start + sectors), 200)))
    print(" ".join(f"{number} {use}" for use, number in comparison.counts.items()))
    return 1 if comparison.faults else 0


sys.exit(main())
