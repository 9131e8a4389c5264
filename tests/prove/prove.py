#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Proves with Frama-C's Eva that no input makes src/ata, src/scsi and src/nvme, and the readers of
untrusted text in tests/prove/readers.c and words.c, read or write out of bounds, divide by zero,
overflow a signed number, shift too far or use what was never set.

Usage: prove.py BUILD [MACHINE...]
Each driver of tests/prove is analyzed on each machine: an alarm is a failure. Then: whether each
function of the folders was reached, and how many of their statements; and whether each fault of
tests/prove/faults raises an alarm."""
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import time

MACHINES = {"x86-64": "gcc_x86_64", "32-bit": "gcc_x86_32", "big-endian": "ppc_32"}
FOLDERS = ("src/ata", "src/scsi", "src/nvme")
LEAST = 97 # percent of a folder's statements
HERE = "tests/prove"
SUPPORT = ("libc", "prove")
# Functions whose paths are kept apart: C library functions, and readers of a few characters.
APART = """prove_snprintf read_field put_text put_digits put_double prove_number_end prove_strspn
prove_strcspn prove_strchr prove_strlen prove_strcmp numbers_read time_seconds time_tenths
word_begins utf8_length utf8_clean decode_lines decode_journal_line journal_decode next_line
decode_number decode_password read_text read_bytes hex_byte text_encode sink_bytes words_split
line_join plain_part quoted_part word_add_char room_of store_keep prove_conf_words
find_name known_fault_next known_fault_shuns row_fits fits_one fits fits_char
number_extent time_extent letters_and_digits mode_extent mode_parse standby_timer_extent
number_parse saved_word_split transfer_mode_code next_part decimal one_time parse_rest recovery_parse
state_parse seconds_parse prove_strncmp password_decode prove_password prefixed_extent
prefixed_parse provisioning_parse link_power_parse epc_timer_parse epc_member choose_word word_of_list
read_number lba_run_parse lba_ranges_next ranges_parse""".split()
# Functions each of whose results has a path afterwards.
RESULTS_APART = """prove_strspn prove_strcspn prove_number_end prove_strchr prove_strlen utf8_length
next_line hex_byte hex_digit decode_number line_join plain_part quoted_part number_extent
time_extent letters_and_digits lba_ranges_next transfer_mode_code next_part one_time decimal
saved_word_split read_number prove_strncmp""".split()
EVA = ["-eva", "-eva-auto-loop-unroll", "70", "-eva-slevel", "0", "-eva-split-return", "auto",
       "-eva-split-return-function", ",".join(name + ":full" for name in RESULTS_APART),
       "-eva-unroll-recursive-calls", "2",
       "-eva-slevel-function", ",".join(name + ":5000" for name in APART),
       "-eva-slevel-merge-after-loop", "put_text,put_digits,put_double",
       "-eva-msg-key=-initial-state,-final-states,-loop-unroll", "-eva-no-show-progress",
       "-metrics-eva-cover"]


def run(command, log):
    with open(log, "w", encoding="utf-8") as out:
        status = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT,
                                stdin=subprocess.DEVNULL, check=False).returncode
    with open(log, encoding="utf-8", errors="replace") as text:
        return status, text.read()


def kernel_headers():
    """The compiler's folders of linux/ and asm/."""
    out = subprocess.run([os.environ.get("CC", "cc"), "-E", "-v", "-x", "c", "/dev/null"],
                         capture_output=True, text=True, check=True).stderr
    folders = out.split("search starts here:\n")[-1].split("End of search")[0].split()
    return [folder for folder in folders if os.path.isdir(folder + "/linux")
            or os.path.isdir(folder + "/asm")]


def parse(root, machine, saved):
    """Read all sources below `root` once; True on success."""
    cpp = (f"-I{root}/include -I{root}/src -I{root}/{HERE} -D_GNU_SOURCE"
           f" -include {root}/{HERE}/libc.h"
           + "".join(f" -idirafter {folder}" for folder in kernel_headers()))
    sources = [name for folder in FOLDERS for name in sorted(glob.glob(f"{root}/{folder}/*.c"))]
    sources += sorted(glob.glob(f"{root}/{HERE}/*.c"))
    status, text = run(["frama-c", "-machdep", machine, f"-cpp-extra-args={cpp}", *sources, "-save",
                        saved], saved + ".log")
    if status:
        print(text[-2000:])
    return status == 0


def analyze(saved, driver, log):
    status, text = run(["frama-c", "-load", saved, "-main", "prove_" + driver] + EVA, log)
    alarms = re.findall(r"^\[eva:alarm\] .*(?:\n  .*)*", text, re.M)
    if status or "ANALYSIS SUMMARY" not in text or "User Error" in text:
        alarms.append(text[-1500:])
    return alarms, dict((name, (int(done), int(of))) for name, done, of in re.findall(
        r"^ *(\w+): (\d+) stmts out of (\d+)", text, re.M))


def mains(drivers):
    """The entries of the analysis: the functions of the drivers that are not static."""
    names = []
    for driver in drivers:
        with open(f"{HERE}/{driver}.c", encoding="utf-8") as text:
            names += re.findall(r"^void prove_(\w+)\(void\)$", text.read(), re.M)
    return names


def functions_of(folder):
    """Every function of the folder's sources, also static ones."""
    names = set()
    for source in glob.glob(f"{folder}/*.c"):
        with open(source, encoding="utf-8") as text:
            names.update(re.findall(r"^[a-z][\w \*]*?\b(\w+)\([^;{]*\)\n\{", text.read(), re.M))
    return names


def inline_functions(headers):
    names = set()
    for header in headers:
        with open(header, encoding="utf-8") as text:
            names.update(re.findall(r"^static inline [\w \*]*?\b(\w+)\(", text.read(), re.M))
    return names


def covered_headers(drivers):
    """The headers in the drivers' first lines."""
    headers = []
    for driver in drivers:
        with open(f"{HERE}/{driver}.c", encoding="utf-8") as text:
            headers += re.findall(r"\b(\w+\.h)\b", text.read().split("*/")[0])
    return [f"include/{name}" for name in headers]


class Proof:
    def __init__(self, build, machines):
        self.build = build
        self.machines = machines
        self.passed = self.failed = self.alarms = 0
        self.reached = {}

    def verdict(self, good, what, details=()):
        if good:
            self.passed += 1
            return
        self.failed += 1
        print(f"FAILED: {what}")
        for detail in details:
            print("  " + detail.replace("\n", "\n  "))

    def note_coverage(self, coverage):
        for name, (done, of) in coverage.items():
            before = self.reached.get(name, (0, of))
            self.reached[name] = (max(done, before[0]), of)

    def of(self, name):
        """The number of statements of a function: the most that one driver reached, and all."""
        found = [self.reached[key] for key in self.reached
                 if key == name or re.fullmatch(re.escape(name) + r"_\d+", key)]
        return max(found) if found else None

    def check_reach(self, drivers):
        count = all_done = all_of = 0
        for folder in FOLDERS:
            names = functions_of(folder)
            missing = sorted(name for name in names if not self.of(name))
            done = sum(self.of(name)[0] for name in names if self.of(name))
            of = sum(self.of(name)[1] for name in names if self.of(name))
            self.verdict(not missing, f"{folder}: not reached", missing)
            self.verdict(of and 100 * done >= LEAST * of,
                         f"{folder}: {done} of {of} statements reached",
                         [f"{name}: {self.of(name)[0]} of {self.of(name)[1]}"
                          for name in sorted(names)
                          if self.of(name) and self.of(name)[0] < self.of(name)[1]])
            print(f"{folder}: {len(names)} functions, {done} of {of} statements reached, "
                  f"{100 * done / max(of, 1):.1f} %")
            count, all_done, all_of = count + len(names), all_done + done, all_of + of
        missing = sorted(name for name in inline_functions(covered_headers(drivers))
                         if not self.of(name))
        self.verdict(not missing, "functions of the headers are not reached", missing)
        return f"{count} functions, {all_done} of {all_of} statements reached"


def read_faults():
    with open(f"{HERE}/faults", encoding="utf-8") as rows:
        return [[field.replace("\\n", "\n").replace("\\t", "\t")
                 for field in row.rstrip("\n").split("\t")]
                for row in rows if not row.startswith("#")]


def plant(build, number, row):
    """True if the analysis of a copy of the tree with this fault raises an alarm."""
    source, driver, there, instead, _ = row
    root = f"{build}/fault{number}"
    shutil.rmtree(root, ignore_errors=True)
    for folder in ("src", "include", HERE):
        shutil.copytree(folder, f"{root}/{folder}")
    with open(f"{root}/{source}", encoding="utf-8") as file:
        text = file.read()
    if text.count(there) != 1:
        return f"the text stands {text.count(there)} times in {source}"
    with open(f"{root}/{source}", "w", encoding="utf-8") as file:
        file.write(text.replace(there, instead))
    if not parse(root, MACHINES["x86-64"], f"{root}/parsed"):
        return "the tree with the fault is not valid C"
    alarms, coverage = analyze(f"{root}/parsed", driver, f"{root}/log")
    shutil.rmtree(root, ignore_errors=True)
    return None if coverage and any("[eva:alarm]" in alarm for alarm in alarms) else "no alarm"


def main():
    proof = Proof(sys.argv[1] + "/prove", sys.argv[2:] or list(MACHINES))
    started = time.monotonic()
    shutil.rmtree(proof.build, ignore_errors=True)
    os.makedirs(proof.build)
    drivers = sorted(set(os.path.basename(name)[:-2] for name in glob.glob(f"{HERE}/*.c"))
                     - set(SUPPORT))
    faults = read_faults()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        parsed = {name: pool.submit(parse, ".", MACHINES[name], f"{proof.build}/{name}")
                  for name in proof.machines}
        for name in proof.machines:
            proof.verdict(parsed[name].result(), f"{name}: the sources cannot be read")
        if proof.failed:
            return finish(proof, "", len(faults), started)
        jobs = [(name, driver, pool.submit(analyze, f"{proof.build}/{name}", driver,
                                           f"{proof.build}/{name}-{driver}.log"))
                for name in proof.machines for driver in mains(drivers)]
        planted = [(row, pool.submit(plant, proof.build, number, row))
                   for number, row in enumerate(faults)]
        for name, driver, job in jobs:
            alarms, coverage = job.result()
            proof.alarms += len(alarms)
            proof.note_coverage(coverage)
            proof.verdict(not alarms, f"{driver}, {name}: {len(alarms)} alarms", alarms)
        for row, job in planted:
            why = job.result()
            proof.verdict(why is None, f"planted fault in {row[0]}, {row[4]}: {why}")
    return finish(proof, proof.check_reach(drivers), len(faults), started)


def finish(proof, reach, faults, started):
    print(f"{reach}, {proof.alarms} alarms on {', '.join(proof.machines)}; {faults} faults planted; "
          f"{time.monotonic() - started:.0f} s")
    print(f"{proof.passed} passed, {proof.failed} failed")
    return 1 if proof.failed or not proof.passed else 0


sys.exit(main())
