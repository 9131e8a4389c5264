# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# The old IDE driver's disks: /dev/hda, /dev/hdb, a CD as /dev/hdc.
name hda /dev/hda
name hdb /dev/hdb
name hdc /dev/hdc
name hda1 /dev/hda1
marker=/dev/hdd
blockdev --setra 0 $marker
make_files
session legacy
# shellcheck source=/dev/null
. /vm/sectors.sh
unwritten hda
sectors hda 5
trimmed hda
topic "hda: no command by DMA while the driver's DMA is off"
ours -d0 /dev/hda
ours --please-destroy-my-drive --trim-sector-ranges 40:1 /dev/hda
want_status 95
ours -d1 /dev/hda
want_out 'using_dma     =  1'
unwritten hdb
sectors hdb 5
sectors hdb 268435452 # the last sector of 28-bit commands
sectors hdb 268435455
session danger
