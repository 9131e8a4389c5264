# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
echo "<2>last words of the hanging guest" >/dev/kmsg
sleep 100000
