#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The source map of src/README lists the layers: the headers of include/ that a folder gives, and
# the folders that it uses. Each include follows the map and points down. The map names every folder
# and header. No header includes itself through others. A header that only one folder needs is in
# that folder.
set -u
failed=0

for file in include/*.h src/*/*.h; do
	# shellcheck disable=SC2013 # header names have no blanks
	for header in $(sed -n 's/^#include "\([^"]*\)"$/\1/p' "$file"); do
		own=$(dirname "$file")/$header
		[ -f "$own" ] && echo "$file $own" || echo "$file include/$header"
	done
done | tsort 2>&1 >/dev/null | grep . && failed=1

{
	# The map: "    src/NAME/   text", and below it "gives HEADER...; uses FOLDER...". FILE.c in
	# the text is a file of that folder; a path anywhere in src/README exists.
	awk '
		# a list of headers or of folders may continue in the next line
		giver && /^ +[a-z]+( [a-z]+)*$/ {
			for (i = 1; i <= NF; i++)
				print "uses", giver, $i
		}
		giver && /^ +[a-z_]+\.h( [a-z_]+\.h)*$/ {
			for (i = 1; i <= NF; i++)
				print "gives", giver, $i
		}
		{ giver = "" }
		/^    [a-z]+\// || /^    src\/main\.c / { folder = "" }
		/^    src\/[a-z]+\/ / { folder = substr($1, 5, length($1) - 5); print "folder", folder }
		folder && / gives / { split($0, half, /; uses /); sub(/.* gives /, "", half[1])
			n = split(half[1], word, " ")
			for (i = 1; i <= n; i++)
				print "gives", folder, word[i]
			n = split(half[2], word, " ")
			for (i = 1; i <= n; i++)
				print "uses", folder, word[i]
			giver = folder
			folder = ""
		}
		folder { for (i = 1; i <= NF; i++)
			if ($i ~ /^[a-z_]+\.[ch][:;,.]*$/) {
				sub(/[:;,.]+$/, "", $i)
				print "path", "src/" folder "/" $i
			} }
		{ gsub(/[^A-Za-z0-9_.\/-]/, " "); n = split($0, word, " ")
			for (i = 1; i <= n; i++) {
				sub(/[.\/]+$/, "", word[i])
				if (word[i] ~ /^(src|include|tests|contrib|man)\//)
					print "path", word[i]
			}
		}' src/README
	for folder in src/*/; do
		echo "there $(basename "$folder")"
	done
	for header in include/*.h; do
		echo "header $(basename "$header")"
	done
	for file in src/main.c src/*/*.c src/*/*.h include/*.h; do
		sed -n "s,^#include \"\\([^\"]*\\)\"\$,include $file \\1,p" "$file"
	done
} | while read -r kind one two; do
	# these checks need the whole tree, not only the map
	case $kind in
	path) [ -e "$one" ] || echo "missing $one" ;;
	include) [ -f "$(dirname "$one")/$two" ] && [ "${one#src/}" != "$one" ] ||
		echo "$kind $one $two" ;;
	*) echo "$kind $one $two" ;;
	esac
done | awk '
	function say(text) { print "lint: " text; bad = 1 }
	function layer(file, part) { split(file, part, "/")
		return part[1] == "src" ? part[2] : owner[part[2]] }
	function need(header, folder) { if (!((header, folder) in needs)) {
			needs[header, folder] = more = 1
			needed[header]++
		} }
	$1 == "folder" { place[$2] = ++folders }
	$1 == "gives" { if ($3 in owner)
			say("src/README: " $2 " and " owner[$3] " both give " $3)
		owner[$3] = $2 }
	$1 == "uses" { may[$2, $3] = 1; used[++uses] = $2 " " $3 }
	$1 == "there" { exists[$2] = 1 }
	$1 == "header" { found[$2] = 1 }
	$1 == "missing" { say("src/README names " $2 ", which is not there") }
	$1 == "include" { from[++includes] = $2; what[includes] = $3 }
	END {
		for (name in exists)
			if (!(name in place))
				say("src/" name "/ is not on the map of src/README")
		for (name in found)
			if (!(name in owner))
				say("include/" name ": no folder on the map of src/README gives it")
		for (name in owner)
			if (!(name in found))
				say("src/README: " owner[name] " gives " name ", which is not in include/")
		for (i = 1; i <= uses; i++) {
			split(used[i], of, " ")
			if (!(of[2] in place) || place[of[2]] <= place[of[1]])
				say("src/README: " of[1] " uses " of[2] ", which is not below it on the map")
		}
		for (i = 1; i <= includes; i++) {
			self = layer(from[i])
			other = owner[what[i]]
			seen[self, other] = 1
			if (self != "main.c" && self != other && !((self, other) in may))
				say(from[i] " includes " what[i] " of \x27" other "\x27, which " \
					self " does not use")
		}
		for (i = 1; i <= uses; i++) {
			split(used[i], of, " ")
			if (!((of[1], of[2]) in seen))
				say("src/README: " of[1] " uses " of[2] ", of which it includes nothing")
		}
		# directly, or through a header of include/
		for (more = 1; more;) {
			more = 0
			for (i = 1; i <= includes; i++) {
				if (from[i] ~ /^src/)
					need(what[i], layer(from[i]))
				for (folder in exists)
					if ((substr(from[i], 9), folder) in needs)
						need(what[i], folder)
			}
		}
		for (name in found)
			if (needed[name] < 2)
				say("include/" name " is needed in one folder alone: move it there")
		exit bad
	}' || failed=1
exit $failed
