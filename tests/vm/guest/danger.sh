# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2034 # variables shared with lib.sh
# The dangerous options, on the base machine.
# shellcheck source=/dev/null
. /vm/drives.sh
make_files
# shellcheck source=/dev/null
. /vm/sectors.sh
unwritten ahci-hdd
sectors ahci-hdd 5
unwritten ahci-ssd
sectors ahci-ssd 5
trimmed ahci-ssd
sectors ahci-ssd 268435452 # the last sector of 28-bit commands
sectors ahci-ssd 268435455
unwritten pata
sectors pata 5
sectors pata 268435452
sectors pata 268435455
session danger
topic "--Iraw"
command="--Iraw"
want_that "the files of both programs are the same" cmp /tmp/old/raw /tmp/new/raw
