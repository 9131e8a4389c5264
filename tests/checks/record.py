# SPDX-License-Identifier: GPL-2.0-or-later
"""record.py OPEN MASKED: in OPEN, N.out, N.err and N.status of a run must be those of its replay
(N.out2, ...); what its recordings tell of serial numbers, no recording in MASKED may hold."""
import functools
import pathlib
import re
import sys

IDENTIFY = re.compile(r"^(sg_io .* (85[.]([0-9a-f]{2}[.]){13}ec|85[.]([0-9a-f]{2}[.]){13}a1)"
                      r"|ioctl \S+ HDIO_(GET_IDENTITY|DRIVE_CMD (ec|a1)))")
PASSWORD = re.compile(r"--security-(?:set-pass|unlock|disable|erase|erase-enhanced|recover)\s+([^-/\s]\S*)")
# stands for no password; the word that --security-recover tries first, as the man page says
PUBLIC = {b"NULL", b"hdparm"}
KILLED = {128 + n for n in (1, 2, 3, 13, 15)}  # SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM
SHORTEST = 4  # a shorter text is found by chance


def died(base):
    """Whether a signal ended the run: its replay ends normally."""
    recording = base.with_suffix(".rec")
    return recording.exists() and "\n# ended by signal " in recording.read_text("latin-1")


def refused(base):
    """The line was refused, or a word of it leads nowhere: no recording was begun."""
    text = base.with_suffix(".err").read_text("latin-1")
    return (not base.with_suffix(".rec").exists()
            and ("; no device was touched" in text or "DANGEROUS" in text
                 or base.with_suffix(".status").read_text().strip() == "22"))


def killed_at_the_end(base):
    """The signal came after all output, with the recording written: only the status differs."""
    return int(base.with_suffix(".status").read_text()) in KILLED


def output_of(base, end):
    """A line each. What the kernel reads is not recorded: its data are others in a replay."""
    text = base.with_suffix(f".{end}").read_text("latin-1")
    if "\npread " in base.with_suffix(".rec").read_text("latin-1"):
        text = re.sub(r"^([0-9a-f]{4} ){7}[0-9a-f]{4}$", "data", text, flags=re.M)
    return text.splitlines()


def differences(base):
    if died(base) or refused(base):
        return
    if not base.with_suffix(".rec").exists():
        said = base.with_suffix(".err").read_text("latin-1").strip()
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
    """(the line of the call, all its data joined by kind)"""
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
    """Serial numbers and world wide names in the IDENTIFY data of a recording."""
    for call, data in exchanges(path):
        page = data.get("in", b"")[-512:]
        if not IDENTIFY.match(call) or len(page) < 512:
            continue
        serial = page[20:40]
        yield serial.strip(b" \0")
        yield swapped(serial).strip(b" \0")
        wwn = swapped(page[216:224])
        if any(wwn[3:]) and wwn[0] >> 4 == 5:
            # the maker's part, 28 bits, is no secret
            yield wwn.hex()[7:].encode()
            yield page[220:224]


def passwords_of(folder):
    for path in folder.glob("*.line"):
        yield from (word.encode() for word in PASSWORD.findall(path.read_text("latin-1")))
        if "--security-p" in path.read_text("latin-1"):
            yield from path.with_suffix(".in").read_bytes().splitlines()


def leaks(path, secrets, clean):
    """`clean` collects places without a secret: most recordings hold the same ones."""
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


def main():
    opened, masked = map(pathlib.Path, sys.argv[1:])
    passed = failed = 0
    lines = sorted(opened.glob("*.line"))
    for path in lines:
        if path.with_suffix(".other").exists():
            continue  # another device had the name: a replay serves the recorded one
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
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed < 2000 or len(secrets) < 15 else 0


sys.exit(main())
