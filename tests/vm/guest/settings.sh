# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Settings and timings, on the same machine.
# shellcheck source=/dev/null
. /vm/drives.sh
session settings
session timing
