# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2034 # variables shared with lib.sh
# The dangerous half, on the same machine.
# shellcheck source=/dev/null
. /vm/drives.sh
make_files
session danger
topic "--Iraw"
command="--Iraw"
want_that "the files of both programs are the same" cmp /tmp/old/raw /tmp/new/raw
