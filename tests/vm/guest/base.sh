# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# shellcheck source=/dev/null
. /vm/drives.sh
session queries
session settings
dd if=/dev/zero of=/vm/firmware bs=1024 count=64 2>/dev/null
session danger
session timing
