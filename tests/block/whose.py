#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Compare what --whose-sector says of random sectors with filefrag(8) and with the sectors' data.

Usage: whose.py HDPARM DISK START SECTORS FOLDER SEED. The file system of FOLDER is on a partition of
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


def main():
    program, disk, start, sectors, folder, seed = sys.argv[1:]
    start, sectors = int(start), int(sectors)
    choice = random.Random(int(seed))
    asked = sorted(choice.sample(range(start, start + sectors), 200))
    answer = subprocess.run([program, "--json", "--whose-sector", *map(str, asked), disk],
                            capture_output=True, check=True).stdout
    ranges = json.loads(answer)["devices"][0]["whose_sector"]["ranges"]
    files = extents(folder)
    counts = {"file": 0, "free": 0, "other": 0}
    faults = 0

    def wrong(text):
        nonlocal faults
        faults += 1
        print(f"FAIL sector {lba}: {text}")

    if [entry["first_lba"] for entry in ranges] != asked:
        lba = 0
        wrong("not all ranges are answered in order")
    with open(disk, "rb") as device:
        for entry in ranges:
            lba = entry["first_lba"]
            own = lba - start
            expected = {inode: (names, byte + (own - first) * SECTOR, unwritten)
                        for inode, (names, parts) in files.items()
                        for first, end, byte, unwritten in parts if first <= own < end}
            named = {part["inode"]: part for part in entry["parts"] if part["use"] == "file"}
            if entry["layers"][0]["lba"] != own:
                wrong("another place in the partition")
            if set(named) != set(expected):
                wrong(f"inodes {sorted(named)}, and filefrag has {sorted(expected)}")
                continue
            for inode, (names, byte, unwritten) in expected.items():
                if sorted(named[inode]["files"]) != sorted(names):
                    wrong(f"names {named[inode]['files']}, and the tree has {names}")
                if named[inode]["offset_bytes"] != byte or named[inode]["written"] == unwritten:
                    wrong(f"{named[inode]}, not byte {byte}, unwritten {unwritten}")
                device.seek(lba * SECTOR)
                with open(names[0], "rb") as file:
                    file.seek(byte)
                    data = file.read(SECTOR)
                if not unwritten and device.read(SECTOR)[:len(data)] != data:
                    wrong("the file has other data")
            use = entry["parts"][0]["use"]
            counts[use if use in counts else "other"] += 1
            if not expected and use == "file":
                wrong("a file is named")
    print(" ".join(f"{counts[use]} {use}" for use in counts))
    return 1 if faults else 0


sys.exit(main())
