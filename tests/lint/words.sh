#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Only src/ata and src/scsi have the words and bytes of answers, and include/idfields.h the places in
# IDENTIFY data: elsewhere no word has a number or a name, and no page is read at an offset.
set -u
# shellcheck disable=SC2046 # file names have no blanks
awk '
	function report(what) {
		printf "lint: %s:%d: %s outside src/ata: %s\n", FILENAME, FNR, what, $0
		bad = 1
	}
	/^ \*/ { next }
	{
		line = $0
		gsub(/\/\*.*\*\/|"[^"]*"/, "", line)
	}
	line ~ /(^|[^A-Z0-9_])IDW_/ { report("a name for a word") }
	line ~ /(ata|id|hexwords)_([dq]?word|word_valid|bit|valid)\(.*, *(0x)?[0-9]/ {
		report("a word by its number")
	}
	FILENAME != "include/idfields.h" && line ~ /(^|[^A-Z0-9_])ID_(D?WORD|BITS?)\(/ {
		report("a word by its number")
	}
	line ~ /(\.|->)(raw|sata|sector_configuration)( *\[| *\+)/ { report("an offset into a page") }
	line ~ /(^|[^a-z0-9_])(page|directory|identify|sata|sector_configuration)\[(0x)?[0-9]/ &&
		line !~ /(uint8_t|char) / { report("an offset into a page") }
	END { exit bad }' include/*.h src/*.c $(find src -mindepth 2 -name '*.[ch]' ! -path 'src/ata/*' ! -path 'src/scsi/*')
