# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# shellcheck source=/dev/null
. /vm/drives.sh
session queries
session settings
session timing
