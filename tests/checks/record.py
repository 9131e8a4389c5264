# SPDX-License-Identifier: GPL-2.0-or-later
"""record.py OPEN MASKED: in OPEN, N.out, N.err and N.status of a run must be those of its replay
(N.out2, ...); what its recordings tell of serial numbers, no recording in MASKED may hold. Each call
that src/record has a row for is recorded, and each ioctl that the program makes and tests/fake
answers."""
import functools
import glob
import pathlib
import re
import sys

IDENTIFY = re.compile(r"^(sg_io .* (85[.]([0-9a-f]{2}[.]){13}ec|85[.]([0-9a-f]{2}[.]){13}a1)"
                      r"|ioctl \S+ HDIO_(GET_IDENTITY|DRIVE_CMD (ec|a1)))")
PASSWORD = re.compile(r"--security-(?:set-pass|unlock|disable|erase|erase-enhanced|recover)\s+([^-/\s]\S*)")
# not passwords: zero password, and the first word of --security-recover, which the man page names
PUBLIC = {b"NULL", b"hdparm"}
KILLED = {128 + n for n in (1, 2, 3, 13, 15)}  # SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM
# a recording has no time of day, signals or journal of an erase; of a password file only whether it
# can be read
TIME = re.compile(r'(?<=_unix_s": )\d+')
UNREPLAYED = ("a password has up to 32 bytes, or hex: and 64 digits", "no journal is kept",
              "interrupted")
# identities of a drive: the serial number of NVMe's Identify, and files of sysfs
IDENTIFY_NVME = re.compile(r"^nvme \S+ admin in 4096 0 06[.]([0-9a-f]+[.]){3}1[.]")
SYSFS_NAME = re.compile(r"^read_file /sys/\S+/(serial|wwid|eui|nguid) ")
SHORTEST = 4 # shorter texts are found by chance


def refused(base):
    """True if the line was refused, or a word leads nowhere: no recording was begun."""
    text = base.with_suffix(".err").read_text("latin-1")
    return (not base.with_suffix(".rec").exists()
            and ("; no device was touched" in text or "DANGEROUS" in text
                 or base.with_suffix(".status").read_text().strip() == "22"))


def killed_at_the_end(base):
    """True if the signal came after all output, with the recording written: only the status differs."""
    return int(base.with_suffix(".status").read_text()) in KILLED


def output_of(base, end):
    """The lines of output. Data that the kernel reads are not recorded, and differ in a replay."""
    text = TIME.sub("N", base.with_suffix(f".{end}").read_text("latin-1"))
    if "\npread " in base.with_suffix(".rec").read_text("latin-1"):
        text = re.sub(r"^([0-9a-f]{4} ){7}[0-9a-f]{4}$", "data", text, flags=re.M)
    return text.splitlines()


def differences(base):
    said = base.with_suffix(".err").read_text("latin-1")
    if refused(base) or any(text in said for text in UNREPLAYED):
        return
    if not base.with_suffix(".rec").exists():
        yield f"no recording, with status {base.with_suffix('.status').read_text().strip()}: {said}"
        return
    unlike = [end for end in ("status", "out", "err")
              if base.with_suffix(f".{end}").read_bytes() != base.with_suffix(f".{end}2").read_bytes()]
    if unlike == ["status"] and killed_at_the_end(base):
        return
    for end in unlike:
        a, b = (output_of(base, end + n) for n in ("", "2"))
        for i in range(max(len(a), len(b))):
            x, y = (lines[i] if i < len(lines) else None for lines in (a, b))
            if x != y:
                yield f"{end}: recorded {x!r}, replayed {y!r}"
                break


@functools.cache
def bytes_of(word):
    byte, _, count = word.partition("*")
    return bytes([int(byte, 16)]) * int(count or 1)


def data_of(words):
    return b"".join(map(bytes_of, words))


def text_of(words):
    return re.sub(rb"%(..)", lambda m: bytes([int(m[1], 16)]), " ".join(words).encode())


def exchanges(path):
    """(line of the call, all its data joined by kind)"""
    call, data = None, {}
    for line in path.read_text("latin-1").splitlines():
        if line.startswith(" "):
            label, *words = line.split()
            decode = text_of if label in ("text", "name") else data_of
            data[label] = data.get(label, b"") + decode(words)
            continue
        if call:
            yield call, data
        call, data = line, {}
    if call:
        yield call, data


def swapped(data):
    pairs = bytearray(data[:len(data) & ~1])
    pairs[0::2], pairs[1::2] = pairs[1::2], pairs[0::2]
    return bytes(pairs)


def secrets_of(path):
    """Serial numbers and world wide names in a recording's IDENTIFY data and sysfs files."""
    if "\n# serial numbers are masked\n" in path.read_text("latin-1"):
        return # a recording that the case makes itself
    for call, data in exchanges(path):
        if IDENTIFY_NVME.match(call) and "in" in data:
            yield data["in"][4:24].strip(b" \0")
        if SYSFS_NAME.match(call) and "text" in data:
            name = data["text"].strip().removeprefix(b"eui.")
            # the maker's part is not secret
            yield name[11:] if name.startswith(b"naa.") else name
        page = data.get("in", b"")[-512:]
        if not IDENTIFY.match(call) or len(page) < 512:
            continue
        serial = page[20:40]
        yield serial.strip(b" \0")
        yield swapped(serial).strip(b" \0")
        wwn = swapped(page[216:224])
        if any(wwn[3:]) and wwn[0] >> 4 == 5:
            # the maker's part, 28 bits, is not secret
            yield wwn.hex()[7:].encode()
            yield page[220:224]


def passwords_of(folder):
    for path in folder.glob("*.line"):
        yield from (word.encode() for word in PASSWORD.findall(path.read_text("latin-1")))
        if "--security-p" in path.read_text("latin-1"):
            yield from path.with_suffix(".in").read_bytes().splitlines()


def leaks(path, secrets, clean):
    """`clean` collects places without a secret: most recordings have the same places."""
    for call, data in exchanges(path):
        for place in {text_of([call]), *data.values()} - clean:
            found = [s for s in secrets if s in place or s in swapped(place)]
            yield from (f"{secret!r} in: {call[:120]}" for secret in found)
            if not found:
                clean.add(place)


def report(path, faults):
    print(f"hdparm {path.with_suffix('.line').read_text('latin-1').strip()}")
    for fault in sorted(set(faults)):
        print(f"  {fault}")


def not_recorded(opened):
    """Calls and ioctls that no recording has."""
    calls = {line.split(" ")[0] for path in opened.glob("*.rec")
             for line in path.read_text("latin-1").splitlines()}
    ioctls = {line.split(" ")[2] for path in opened.glob("*.rec")
              for line in path.read_text("latin-1").splitlines() if line.startswith("ioctl ")}
    rows = re.findall(r"^TAPED\(\w+, (\w+)", text_in("src/record/*.c"), re.M)
    known = re.findall(r"^\t[A-Z_]+\((\w+), \w+", text_in("src/host/ioctls.c"), re.M)
    made = set(known) & words_in("src/[!h]*/*.c") & words_in("tests/fake/*.c")
    return sorted(({"open", "ioctl", "sg_io", "nvme", *rows} - calls) | (made - ioctls))


def text_in(pattern):
    return "".join(pathlib.Path(path).read_text("utf-8") for path in glob.glob(pattern))


def words_in(pattern):
    return set(re.findall(r"\w+", text_in(pattern)))


def main():
    opened, masked = map(pathlib.Path, sys.argv[1:])
    passed = failed = 0
    lines = sorted(opened.glob("*.line"))
    for path in lines:
        if path.with_suffix(".other").exists():
            continue # another device had the name: a replay serves the recorded device
        faults = list(differences(path)) if path.with_suffix(".status2").exists() else ["no end"]
        failed += bool(faults)
        passed += not faults
        if faults:
            report(path, faults)
    secrets = {s for path in opened.glob("*.rec") for s in secrets_of(path)}
    secrets |= set(passwords_of(opened)) - PUBLIC
    secrets = {s for s in secrets if len(s) >= SHORTEST and len(set(s)) > 1}
    print(f"{len(secrets)} secrets looked for")
    clean = set()
    for path in sorted(masked.glob("*.rec")):
        faults = list(leaks(path, secrets, clean))
        failed += bool(faults)
        passed += not faults
        if faults:
            report(path, faults)
    for name in not_recorded(opened):
        failed += 1
        print(f"{name}: no command here makes that call, so its recording is not tested")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or len(secrets) < 15 else 0


sys.exit(main())
