#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The files of a folder use each other without circles, by the symbols that their object files
# define and need. tests/lint/circles lists the exceptions, and may only shrink. Usage: circles.sh
# OBJECT...
set -u
nm -A "$@" | awk -v list=tests/lint/circles '
	function name(object) { sub(/.*\/src\//, "", object); sub(/\.o:?$/, "", object); return object }
	{
		sub(/\.o:/, ".o ")
		file = name($1)
		type = $(NF - 1)
		if (!(file in number)) {
			number[file] = ++files
			names[files] = file
			folder[files] = file
			sub(/\/.*/, "", folder[files])
		}
	}
	type ~ /[A-Z]/ && type !~ /[UW]/ { home[$NF] = number[file] }
	type == "U" { wants[number[file], $NF] = 1 }
	END {
		for (want in wants) {
			split(want, part, SUBSEP)
			from = part[1]
			to = home[part[2]]
			if (to && to != from && folder[to] == folder[from]) {
				symbol[from, to] = part[2]
				reaches[from, to] = 1
			}
		}
		for (by = 1; by <= files; by++)
			for (from = 1; from <= files; from++)
				if ((from, by) in reaches)
					for (to = 1; to <= files; to++)
						if ((by, to) in reaches)
							reaches[from, to] = 1
		while ((getline line < list) > 0)
			if (line !~ /^#/)
				known[line] = 1
		for (from = 1; from <= files; from++) {
			if (!((from, from) in reaches))
				continue
			if (names[from] in known) {
				still[names[from]] = 1
				continue
			}
			for (to = 1; to <= files; to++)
				if ((from, to) in symbol && (to, from) in reaches)
					printf "lint: src/%s.c uses %s() of src/%s.c, which leads back to it\n",
						names[from], symbol[from, to], names[to]
			bad = 1
		}
		for (file in known)
			if (!(file in still)) {
				printf "lint: src/%s.c stands in no circle any more: take it out of %s\n", file, list
				bad = 1
			}
		exit bad
	}'
