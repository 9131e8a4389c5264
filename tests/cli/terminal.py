#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""hdparm on a real terminal, below a shell with job control; for cases.

Usage: python3 $CASES/terminal.py [STEP ...] -- ARGUMENTS OF HDPARM
Steps: cols:N             columns of the window, before the start
       wait:TEXT          read until TEXT was printed
       env:NAME=VALUE     in the environment, before the start
       send:TEXT          type it (Python's escapes: \\x03 is Ctrl-C)
       silent             wait until the terminal does not echo
       echo               print whether the terminal echoes
       screen             print what stands on the screen
       bytes              at the end, print what came, too, as a Python string
       signal:NAME        SIGNAME to the foreground; INT is Ctrl-C without its echo, which the
                          terminal puts anywhere into what is being printed
       stopped, cont      wait until the program is stopped; let it go on
At the end: how it ended, whether the terminal echoes, and the screen.
"""
import os
import pty
import select
import re
import signal
import subprocess
import sys
import termios
import time

LIMIT_S = 8


class Screen:
    """What hdparm uses of a terminal: wrapping or not, saving the cursor, erasing the line."""

    def __init__(self, cols):
        self.cols, self.rows, self.row, self.col = cols, [[]], 0, 0
        self.saved, self.wrap = (0, 0), True

    def put(self, char):
        if self.col >= self.cols and self.wrap:
            self.feed()
            self.col = 0
        self.col = min(self.col, self.cols - 1)
        line = self.rows[self.row]
        line.extend(" " * (self.col + 1 - len(line)))
        line[self.col] = char
        self.col += 1

    def feed(self):
        self.row += 1
        if self.row == len(self.rows):
            self.rows.append([])

    def escape(self, sequence):
        if sequence == "7":
            self.saved = (self.row, self.col)
        elif sequence == "8":
            self.row, self.col = self.saved
        elif sequence == "[K":
            del self.rows[self.row][min(self.col, self.cols - 1):]
        elif sequence in ("[?7l", "[?7h"):
            self.wrap = sequence.endswith("h")
        elif re.fullmatch(r"\[\d+A", sequence):
            self.row = max(0, self.row - int(sequence[1:-1]))
        elif sequence in ("[7m", "[31m", "[0m"):  # inverse: bars of a chart; red
            pass
        else:
            raise SystemExit(f"unknown escape sequence {sequence!r}")

    def show(self, text):
        at = 0
        while at < len(text):
            char = text[at]
            at += 1
            if char == "\x1b":
                end = at
                if text[at] == "[":
                    end = next(i for i in range(at + 1, len(text)) if text[i].isalpha())
                self.escape(text[at:end + 1])
                at = end + 1
            elif char == "\r":
                self.col = 0
            elif char == "\n":
                self.feed()
            else:
                self.put(char)
        return [("".join(row)).rstrip() for row in self.rows]


class Job:
    """The program in the foreground of a terminal, and a shell above it that sees it stop."""

    def __init__(self, words, cols, env):
        self.cols, self.env, self.text = cols, env, ""
        told, self.tell = os.pipe()
        self.news, news = os.pipe()
        pid, self.fd = pty.fork()
        if pid == 0:
            self.shell(words, told, news)
        os.close(told)
        os.close(news)

    def shell(self, words, told, news):
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        subprocess.run(["stty", "rows", "24", "cols", str(self.cols)], check=True)
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(0, os.getpgrp())
            for number in (signal.SIGTTOU, signal.SIGINT, signal.SIGQUIT):
                signal.signal(number, signal.SIG_DFL)
            os.environ.update({"TERM": "vt100", "LD_PRELOAD": os.environ["SHIM"]} | self.env)
            os.execv(os.environ["HDPARM_BINARY"], ["hdparm"] + words)
        while True:
            _, status = os.waitpid(child, os.WUNTRACED)
            if not os.WIFSTOPPED(status):
                break
            os.write(news, b"stopped\n")
            os.read(told, 1)
            os.tcsetpgrp(0, child)
            os.kill(child, signal.SIGCONT)
        how = f"killed by signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else \
            f"exit status {os.WEXITSTATUS(status)}"
        os.write(news, how.encode() + b"\n")
        os.read(told, 1)
        os._exit(0)

    def read(self, done):
        end = time.monotonic() + LIMIT_S
        while not done():
            if time.monotonic() > end:
                raise SystemExit(f"nothing more came: {self.text!r}")
            if select.select([self.fd], [], [], 0.02)[0]:
                try:
                    self.text += os.read(self.fd, 65536).decode()
                except OSError:
                    return

    def hear(self):
        self.read(lambda: select.select([self.news], [], [], 0)[0])
        while select.select([self.fd], [], [], 0.05)[0]:
            self.text += os.read(self.fd, 65536).decode()
        return os.read(self.news, 100).decode().strip()

    def echo(self):
        return "echo on" if termios.tcgetattr(self.fd)[3] & termios.ECHO else "echo off"

    def screen(self):
        while select.select([self.fd], [], [], 0.05)[0]:
            try:
                self.text += os.read(self.fd, 65536).decode()
            except OSError:
                break
        for line in Screen(self.cols).show(self.text):
            print("[" + line + "]")


def main():
    split = sys.argv.index("--")
    steps, words = sys.argv[1:split], sys.argv[split + 1:]
    cols = 80
    if steps and steps[0].startswith("cols:"):
        cols = int(steps.pop(0)[5:])
    env = {}
    while steps and steps[0].startswith("env:"):
        name, _, text = steps.pop(0)[4:].partition("=")
        env[name] = text
    job = Job(words, cols, env)
    for step in steps:
        name, _, text = step.partition(":")
        text = text.encode().decode("unicode_escape")
        if name == "wait":
            job.read(lambda: text in job.text)
        elif name == "send":
            os.write(job.fd, text.encode())
        elif name == "silent":
            job.read(lambda: job.echo() == "echo off")
        elif name == "echo":
            print(job.echo())
        elif name == "screen":
            job.screen()
        elif name == "signal":
            os.killpg(os.tcgetpgrp(job.fd), getattr(signal, "SIG" + text))
        elif name == "stopped":
            print(job.hear())
        elif name == "cont":
            os.write(job.tell, b".")
    print(job.hear())
    print(job.echo())
    job.screen()
    if "bytes" in steps:
        print(repr(job.text))
    os.write(job.tell, b".")


main()
