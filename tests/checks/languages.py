#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Which option each kind of disk answers, and where it does not, who lacks it: the drive or this
program. The program says so itself, on the fake drives: each option runs on a disk of each kind,
and every refusal has to be one line with a known reason. The table of DISKS WITHOUT ATA COMMANDS in
man/hdparm.8 has to say the same; its column "block" names those of these disks that answer.

Usage: languages.py check|show|update PROGRAM RUNNER SHIM
"""
import os
import re
import subprocess
import sys
import tempfile

PAGE = "man/hdparm.8"

# disks with all features of their kind, APM off where EPC is on: a refusal is then the kind's
DISKS = {
    "ATA": "sda sat id=hdd link-power=max_performance w86.3=0 epc=on erc=70,70",
    "SAS": "sda sas power-conditions recovery=7000 discards lbp=e0 unmap-blocks=65536",
    "USB": "sda usb allow-restart discards lbp=e0 unmap-blocks=65536",
    "NVMe": "nvme0n1 nvme apst=on link-power=100000 oncs=ff oacs=16 sanicap=7 fna=4 slots=3 activates-at-once discards",
    "NVMe, USB": "sda usbnvme discards lbp=e0 unmap-blocks=65536",
}
COLUMNS = ["SAS", "USB", "NVMe", "NVMe, USB"]
# the kernel answers what these lack, in its own words, as in 9.65
BLOCK = "block"
BLOCK_DISKS = {
    "virtio": "vda virtio discards",
    "MMC": "mmcblk0 mmc discards",
    "loop": "loop0 loop discards",
    "md": "md0 md discards",
    "dm": "dm-0 dm discards",
    "zram": "zram0 zram discards",
}

# values of options that need one
VALUES = {
    "-D": "1", "-E": "8", "-K": "1", "-L": "0", "-p": "4", "-P": "8", "-s": "0", "-S": "12",
    "-X": "34", "--dco-setmax": "1000000", "--epc-go": "standby_z", "--Iraw": "iraw",
    "--link-power": "max_performance", "--make-bad-sector": "1000", "--provisioning": "unmap", "--read-sector": "1000",
    "--repair-sector": "1000", "--security-disable": "x", "--security-erase": "x",
    "--security-erase-enhanced": "x", "--security-recover": "x", "--security-set-pass": "x",
    "--security-unlock": "x", "--sanitize-overwrite": "hex:00000001", "--set-sector-size": "4096",
    "--trim-sector-ranges": "1000:8", "--whose-sector": "1000",
    "--write-sector": "1000",
}
CONSENT = "--yes-i-know-what-i-am-doing --please-destroy-my-drive"

YES, DRIVE, PROGRAM, KERNEL = "yes", "no", "not done", "kernel"
# messages of a refusal; the first that fits
LACKS = [
    (DRIVE, r": [^:]* has no such feature"),
    (DRIVE, r": the kernel has no link power management for this disk"),
    (PROGRAM, r": hdparm cannot do this on "),
    (PROGRAM, r": not done behind a USB bridge"),
    (PROGRAM, r": the drive is behind a USB bridge, and bridges abort long commands"),
    (KERNEL, r": (HDIO|CDROM)_\w+ failed: "),
    (KERNEL, r": reading sysfs device/queue_depth failed: "),
    (DRIVE, r": CHECK POWER MODE failed: .*; an NVMe device is not an ATA drive"),
    (DRIVE, r": CHECK POWER MODE failed: the USB bridge takes no ATA commands"),
]
BLOCK_LACKS = [
    r" failed(, so iraw is not written)?: (Inappropriate ioctl for device|Invalid argument)",
    r": the kernel has no (provisioning mode|link power management) for this disk",
    r": (the kernel has no time limit for this device|reading sysfs [a-z_/]* failed): No such file",
    r": this is a RAID array: name ",
    r": [^:]* has no such feature",
]
# the disk's answer: it was asked, and has nothing to show or do
OWN_ANSWERS = [
    r": the disk has no timer for ",  # the USB disk
    r"-epc-go: START STOP UNIT failed: ",
    r"-fwactivate: ",  # no firmware waits
    r"-link-power: an NVMe drive has no policy: ",  # but a latency
]


def options(program):
    """Each option that asks a disk: its name, and the disks that answer it by the tables."""
    rows = subprocess.run([program, "--list-options"], capture_output=True, text=True, check=True)
    for row in rows.stdout.splitlines():
        field = row.split("\t")
        if field[8]:
            yield ("-" + field[0] if field[0] else "--" + field[1]), field[8].split(",")


def command(option, node):
    value = VALUES.get(option, "")
    before = ""
    if option.startswith("--epc-") and option != "--epc-go":
        option, value = "--epc-timer", option[6:].replace("-", "_") + "=20min"
    elif option.startswith("--fwdownload"):
        before, value = "printf ABC12345%4088s . >fw; ", "fw"
    elif option == "--surface-scan":
        option = "--surface-scan=0:8"
    elif option == "--error-recovery":
        value = "7s"
    return " ".join([before + "hdparm", CONSENT, option] + [value] * bool(value) + [node])


def run(tools, names):
    """The output for each option and disk: lines of stderr, and the exit status."""
    program, runner, shim = tools
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "languages.case")
        with open(path, "w", encoding="utf-8") as file:
            for name in names:
                for kind, disk in (DISKS | BLOCK_DISKS).items():
                    node = "/dev/" + disk.split()[0]
                    file.write(f"== {name}: {kind}\ndev {disk}\n$ {command(name, node)}\n")
                    file.write("<1000:8\n" if name.endswith("-stdin") else "")
        subprocess.run([runner, "-u", "-j2", "-b", program, "-s", shim, path],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        with open(path, encoding="utf-8") as file:
            cases = re.split(r"^== ", file.read(), flags=re.M)[1:]
    said = {}
    for case in cases:
        name, kind = case.split("\n", 1)[0].split(": ")
        errors = [line[1:] for line in case.splitlines() if line.startswith("!")]
        status = re.search(r"^\?(\d+)$", case, flags=re.M)
        said[name, kind] = errors, int(status.group(1)) if status else 0
    return said


def judge(option, errors, status):
    """The word for an answer; or None, and the fault."""
    words = [next((word for word, lack in LACKS if re.search(lack, line)), None)
             for line in errors]
    lacks = [word for word in words if word]
    if lacks and len(errors) > 1:
        return None, "is not one line: " + " / ".join(errors)
    if lacks:
        return lacks[0], ""
    if status and not any(re.search(own, option + " " + line) for own in OWN_ANSWERS
                          for line in errors):
        return None, "fails for no known reason: " + " / ".join(errors or [f"status {status}"])
    return YES, ""


def block_cell(option, said):
    """The disks of the block layer that answer: yes, no, or names of the smaller part; and the faults."""
    answer, faults = [], []
    for kind in BLOCK_DISKS:
        errors, status = said[option, kind]
        if any(re.search(lack, line) for line in errors for lack in BLOCK_LACKS):
            continue
        answer.append(kind)
        if status:
            faults.append(f"{option} on {kind}: fails for no known reason: " + " / ".join(errors))
    others = [kind for kind in BLOCK_DISKS if kind not in answer]
    if not answer or not others:
        return (YES if answer else DRIVE), faults
    few = answer if len(answer) <= len(others) else others
    return ("not " if few is others else "") + ", ".join(few), faults


def build(tools):
    """The table by the program's messages, and the faults."""
    rows = list(options(tools[0]))
    said = run(tools, [name for name, _ in rows])
    keys = {"SAS": "scsi", "USB": "usb", "NVMe": "nvme", "NVMe, USB": "nvme-usb"}
    table, faults = {}, []
    for name, answer in rows:
        cells = {}
        for kind in DISKS:
            errors, status = said[name, kind]
            word, fault = judge(name, errors, status)
            if kind == "ATA":
                # other tests check an ATA drive's refusals; its language is never missing
                word = KERNEL if word == KERNEL else DRIVE if word == DRIVE else YES
                fault = "an ATA drive lacks it" if word == DRIVE else ""
            elif word and (word == YES) != (keys[kind] in answer):
                fault = f"'{word}', and --list-options says otherwise: " + " / ".join(errors)
            cells[kind] = word or "?"
            if fault:
                faults.append(f"{name} on {kind}: {fault}")
        cells[BLOCK], more = block_cell(name, said)
        faults += more
        if (cells[BLOCK] != DRIVE) != (BLOCK in answer):
            faults.append(f"{name}: '{cells[BLOCK]}' of the disks of the block layer answer, and "
                          "--list-options says otherwise")
        table[name] = cells
    return table, faults


def page_rows(table):
    """The manual's rows: options that some disk without ATA commands answers."""
    for name, cells in table.items():
        words = [cells[kind] for kind in COLUMNS + [BLOCK]]
        words = [DRIVE if word == KERNEL else word for word in words]
        if set(words) - {DRIVE, PROGRAM}:
            yield f".It Fl {name[1:]} Ta " + " Ta ".join(words)


def split_page(text):
    start = text.index("\n", text.index(".It Em option Ta")) + 1
    end = text.index(".El", start)
    return text[:start], text[start:end], text[end:]


def main(what, *tools):
    table, faults = build([os.path.realpath(tool) for tool in tools])
    with open(PAGE, encoding="utf-8") as file:
        before, rows, after = split_page(file.read())
    wanted = "".join(row + "\n" for row in page_rows(table))
    if what == "show":
        columns = list(DISKS) + [BLOCK]
        print("\t".join(["option"] + columns))
        for name, cells in table.items():
            print("\t".join([name] + [cells[kind] for kind in columns]))
        return 0
    if what == "update":
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(before + wanted + after)
        return 0
    faults += [f"{PAGE}: {row}: tests/checks/languages.py update" for row in
               sorted(set(rows.splitlines()) ^ set(wanted.splitlines()))]
    for fault in faults:
        print("languages:", fault)
    cells = len(table) * len(DISKS | BLOCK_DISKS)
    print(f"{cells - len(faults)} passed, {len(faults)} failed (options on kinds of disks)")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
