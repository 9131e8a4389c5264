#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Only src/ata/passthrough.c has the operation codes and layouts of CDBs that carry ATA commands,
# only src/scsi those of SCSI commands, and only src/nvme/tunnel.c those that carry NVMe commands,
# where A1h is a bridge maker's operation code.
set -u
home=src/ata/passthrough.c
failed=0
# 85h, A1h, DFh, F8h and 24h in other meanings, which the line shows: a row of an ATA command or of
# a feature with subcommands, an additional sense code.
others='\[(ATA|FEATURE)_[A-Z_]*\] = |ASC_[A-Z_]* = '
for file in src/*.c src/*/*.[ch] include/*.h; do
	case $file in "$home" | src/nvme/tunnel.c) continue ;; esac
	grep -nEi '\b0x(85|a1|df|f8|24)\b' "$file" | grep -vE "$others" |
		sed "s|^|lint: an operation code of $home in $file:|" | grep . && failed=1
	case $file in src/scsi/*) continue ;; esac
	# a byte by its number, except the first, which is compared with a name
	grep -nE '\b(cdb|cmdp|cdb(\.|->)byte)\[([1-9]|0\] *[!=]?= *0x)' "$file" |
		sed "s|^|lint: a byte of a CDB outside $home and src/scsi in $file:|" | grep . && failed=1
done
exit $failed
