#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Completions in the real shells, under a terminal: what is typed, and what is shown then.

The shells see a /dev and a /sys of their own: the drives of the machine come and go, and others' tests
make and remove some.

Usage: completion.py HDPARM FOLDER-OF-COMPLETIONS
"""
import glob
import os
import pty
import re
import select
import signal
import stat
import subprocess
import sys
import tempfile
import time

hdparm, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
inside = sys.argv[3:] == ["--inside"]
passed = failed = 0

# typed text; strings that must appear; strings that must not
CASES = [
    ("hdparm --idle-\t\t", ["--idle-immediate", "--idle-unload"], ["--json"]),
    ("hdparm --jso\t", ["--json"], []),
    ("hdparm -X u\t\t\t", ["udma2", "udma6"], ["pio1"]),
    ("hdparm -B mi\t", ["min"], ["/dev/"]),
    ("hdparm -S 20\t", ["20min"], ["/dev/"]),
    ("hdparm -a \t\t", ["1024", "8192", "/dev/nvme0n1"], ["/dev/gone"]),
    ("hdparm -I /dev/nv\t\t", ["/dev/nvme0n1"], []),
    ("hdparm -I /dev/s\t\t\t", ["/dev/sda1", "/dev/sda2"], ["/dev/nvme0n1"]),
    ("hdparm -I /dev/ccis\t\t", ["/dev/cciss/c0d0"], []),
    ("hdparm -I /dev/disk/by-id/a\t\t", ["/dev/disk/by-id/ata-DISK_1"], []),
    ("hdparm --Iraw sav\t", ["saved.bin"], []),
    ("hdparm --conf=my-\t", ["my-drives.conf"], []),
    ("hdparm --conf=my-drives.conf /dev/nv\t\t", ["/dev/nvme0n1"], []),
    ("hdparm --user-master ma\t", ["master"], ["/dev/"]),
    ("hdparm --security-mode ma\t", ["maximum"], ["/dev/"]),
    ("hdparm --transport sat\t\t\t", ["sat16", "sat12"], []),
    ("hdparm --transport cy\t", ["cypress"], ["/dev/"]),
    ("hdparm --set-sector-size 40\t", ["4096"], ["/dev/"]),
    ("hdparm --sanitize-overwrite-passes \t\t", ["7"], ["/dev/"]),
    ("hdparm -b \t\t", ["tristate", "/dev/nvme0n1"], []),
    ("hdparm -S 20min rot\t", ["rotational"], ["/dev/"]),
    ("hdparm -W of\t", ["off"], ["/dev/"]),
    # the option is completed, which shows that the completions are loaded
    ("hdparm --security-unl\t /dev/nv\t\t", ["--security-unlock"], ["/dev/nvme0n1"]),
    ("hdparm --queue-depth 12\t", ["128"], ["/dev/"]),
    # an optional value: behind "=", or the next word if it is one
    ("hdparm --surface-scan /dev/nv\t\t", ["/dev/nvme0n1"], []),
    ("hdparm --why-awake /dev/nv\t\t", ["/dev/nvme0n1"], []),
    ("hdparm --if-awake /dev/nv\t\t", ["/dev/nvme0n1"], []),
    ("hdparm --list --watch /dev/nv\t\t", ["/dev/nvme0n1"], []),
    ("hdparm --list --watch \t\t", ["60", "/dev/nvme0n1"], []),
    ("hdparm --security-recover /dev/nv\t\t", ["/dev/nvme0n1"], []),
    ("hdparm --surface-scan=\t\t", [], ["/dev/", "saved.bin"]),
    ("hdparm --epc /dev/nv\t\t", ["/dev/nvme0n1"], []),
    # fixed lists
    ("hdparm --erase-method sec\t\t\t", ["security-erase-enhanced"], ["/dev/", "sanitize"]),
    ("hdparm --erase-method f\t\t\t", ["format-unit", "format-crypto-erase"], ["/dev/"]),
    ("hdparm --provisioning unm\t", ["unmap"], ["/dev/"]),
    ("hdparm --epc-go st\t\t\t", ["standby_y", "standby_z"], ["/dev/"]),
]

ORDERED = {"hdparm -b \t\t": ["off", "/dev/nvme0n1"]}

# only in zsh: the groups of -h and the help texts, in this order; hidden options only if nothing
# else fits; no groups for a value, letters after others and --conf=FILE
ZSH_CASES = [
    ("hdparm -\t\t", ["What drive it is:", "-I  ", "Power:", "-S  ", "Set the spin-down timer",
                      "Cache, features and time limits:", "--provisioning", "Erase and passwords:", "--erase  ",
                      "Erase the drive in the best way"], ["--epc-standby-z", "The same as --epc-timer"]),
    ("hdparm --security-\t\t", ["Erase and passwords:", "--security-erase  "], ["Power:", "--json"]),
    ("hdparm --epc-standby\t\t", ["--epc-standby-y", "--epc-standby-z"], ["Power:"]),
    ("hdparm --record -\t\t", [], ["Power:"]),
    ("hdparm -q\t\t", ["-W", "-S"], ["Power:"]),
]
ORDERED["hdparm -\t\t"] = [w for w in ZSH_CASES[0][1] if w.endswith(":")]

NODES = ("sda", "sda1", "sda2", "nvme0n1", "cciss/c0d0")

SHELLS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}


def setup(shell):
    """Load the completions as a user's shell does at its start, from the usual place."""
    if shell == "bash":
        return [f"source {folder}/hdparm", "bind 'set bell-style none'", "bind 'set completion-query-items 0'",
                "bind 'set page-completions off'", "PS1='READY> '"]
    if shell == "zsh":
        return [f"fpath=({folder} $fpath)", "autoload -U compinit", "compinit -D -u", "LISTMAX=9999",
                "PS1='READY> '"]
    return [f"source {folder}/hdparm.fish", "function fish_prompt; echo 'READY> '; end",
            "set fish_autosuggestion_enabled 0"]


class Terminal:
    def __init__(self, shell, where):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(where)
            os.environ.update(TERM="vt100", HOME=where, LC_ALL="C", COLUMNS="100", LINES="200",
                              XDG_CONFIG_HOME=where, XDG_DATA_HOME=where)
            os.environ["PATH"] = os.path.dirname(hdparm) + ":" + os.environ["PATH"]
            os.execvp(SHELLS[shell][0], SHELLS[shell])
        subprocess.run(["stty", "rows", "200", "cols", "100"], stdin=self.fd, check=False)

    def read(self, quiet, until=None, limit=15.0):
        """Return the output until nothing comes for `quiet` seconds, or `until` is there."""
        text, end, last = "", time.monotonic() + limit, time.monotonic()
        while time.monotonic() < end:
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    data = os.read(self.fd, 65536)
                except OSError:
                    break
                text, last = text + data.decode(errors="replace"), time.monotonic()
                if b"\x1b[c" in data or b"\x1b[0c" in data or b"\x1b[6n" in data:
                    os.write(self.fd, b"\x1b[?1;2c")
            elif time.monotonic() - last > quiet and (until is None or until(text)):
                break
        return re.sub(r"\x1b(\[[0-9;?>]*[a-zA-Z]|[=>()][0B]?)", "", text)

    def type(self, text):
        os.write(self.fd, text.encode())

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def build_machine(where):
    """Make a /dev and a /sys with only these block devices."""
    def run(*words):
        subprocess.run(words, check=True)

    dev = os.path.join(where, "dev")
    os.mkdir(dev)
    run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", dev)
    for name in ("null", "zero", "full", "random", "urandom", "tty"):
        open(os.path.join(dev, name), "w").close()
        run("mount", "--bind", "/dev/" + name, os.path.join(dev, name))
    os.makedirs(os.path.join(dev, "pts"))
    run("mount", "-t", "devpts", "-o", "newinstance,ptmxmode=0666", "devpts", os.path.join(dev, "pts"))
    os.symlink("pts/ptmx", os.path.join(dev, "ptmx"))
    os.symlink("/proc/self/fd", os.path.join(dev, "fd"))
    os.makedirs(os.path.join(dev, "cciss"))
    os.makedirs(os.path.join(dev, "disk/by-id"))
    os.symlink("../../sda", os.path.join(dev, "disk/by-id/ata-DISK_1"))
    for name in NODES:
        path = os.path.join(dev, name)
        try:
            os.mknod(path, 0o600 | stat.S_IFBLK, os.makedev(0, 0))
        except PermissionError:
            # root of a user namespace cannot make nodes: use one of the machine's
            nodes = [n for n in glob.glob("/dev/*") if stat.S_ISBLK(os.stat(n).st_mode)]
            if not nodes:
                sys.exit("check-completion: this machine has no block device: run it as root")
            open(path, "w").close()
            run("mount", "--bind", nodes[0], path)
    run("mount", "--rbind", dev, "/dev")
    run("umount", "-l", dev)
    run("mount", "-t", "tmpfs", "tmpfs", "/sys")
    for name in (*NODES, "gone"):
        os.makedirs("/sys/class/block/" + name.replace("/", "!"))


def check(name, good, text):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {name}\n{text!r}")


def run_shell(shell, where):
    for typed, wanted, unwanted in CASES + (ZSH_CASES if shell == "zsh" else []):
        terminal = Terminal(shell, where)
        terminal.read(0.3)
        for line in setup(shell):
            terminal.type(line + "\r")
            terminal.read(0.05)
        terminal.type("\r")
        terminal.read(0.2)
        terminal.type(typed)

        def done(text):
            return all(w in text for w in wanted)

        text = terminal.read(0.3, done, 30.0)
        if typed in ORDERED and all(w in text for w in ORDERED[typed]):
            at = [text.index(w) for w in ORDERED[typed]]
            check(f"{shell}: {typed!r}: {ORDERED[typed]} in this order", at == sorted(at), text)
        missing = [w for w in wanted if w not in text]
        extra = [u for u in unwanted if u in text]
        check(f"{shell}: {typed!r} lacks {missing}, has {extra}", not missing and not extra, text)
        terminal.close()


def check_values():
    """The program accepts every offered value."""
    awk = open(os.path.join(os.path.dirname(__file__), "../../contrib/completions/options.awk")).read()
    known = subprocess.run([hdparm, "--list-options"], capture_output=True, text=True, check=True).stdout
    made = open(os.path.join(folder, "hdparm")).read()
    offered = re.findall(r'hint\["([^"]+)"\] = "([^"]+)"', awk)
    offered += re.findall(r"^\t-?-([^ )]+).*\) takes=\w+ values='([^']+)'", made, re.M)
    for option, values in offered:
        dashes = "-" if len(option) == 1 else "--"
        column = 0 if len(option) == 1 else 1
        check(f"options.awk: no option {option}", any(r.split("\t")[column] == option for r in known.splitlines()), "")
        # options that need another option
        needs = {"queue-depth": "-t", "runs": "-t", "zones": "-t", "pace": "--surface-scan",
                 "erase-method": "--erase"}
        modified = [needs[option]] if option in needs else []
        # options that wait for a drive to come
        device = "--help" if option in ("watch", "idle-standby") else "/nonexistent/device"
        for value in values.split():
            ran = subprocess.run([hdparm, *modified, dashes + option, value, device],
                                 capture_output=True, text=True, check=False)
            check(f"{dashes}{option} {value}: status {ran.returncode}", ran.returncode != 22, ran.stderr)


def main():
    if not inside:
        user = [] if os.geteuid() == 0 else ["-r"]
        os.execvp("unshare", ["unshare", "-m", *user, sys.executable, *sys.argv, "--inside"])
    with tempfile.TemporaryDirectory() as where:
        for name in ("my-drives.conf", "saved.bin"):
            open(os.path.join(where, name), "w").close()
        build_machine(where)
        for shell in SHELLS:
            run_shell(shell, where)
    check_values()
    print(f"{passed} passed, {failed} failed (completions)")
    sys.exit(failed > 0)


main()
