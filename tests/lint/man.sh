#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The man pages match the program. Usage: man.sh PROGRAM RUNNER SHIM, or man.sh update
# - Each row of the option table has a paragraph in OPTIONS, in the same order, and each paragraph
# has a row. tests/lint/man.gaps lists missing paragraphs; the list may only shrink.
# - man/hdparm-differences.7 has the text of each reasoned difference of tests/compat/differences,
# in the order of their options; `update` writes that list.
# - Each command that a page shows runs on the fake drive, and stands on one line of a page of 80
# columns, so that it can be pasted.
# - The first 150 lines answer everyday questions; EXIT STATUS has the statuses of the cases.
# - The version and the sections are there, and no sentence stands in two pages.
# lint-mandoc checks the form of the pages.
set -u
page=man/hdparm.8
differences=man/hdparm-differences.7
gaps=tests/lint/man.gaps
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
checked=0
say() {
	echo "man: $*"
	failed=$((failed + 1))
}

# "TAG | patterns | options: reason" as list items, one sentence a line, folded for mandoc
list_differences() {
	sed -e '/^#/d' -e '/^$/d' -e 's/\\/\\e/g' \
		-e 's/^\([^ ]*\) | [^|]* | all: /.It all options Pq \1\n/' \
		-e 's/^\([^ ]*\) | [^|]* | -\([^:]*\): /.It Fl \2 Pq \1\n/' tests/compat/differences |
		sed '/^\.It Fl /s/, -/ , /g' |
		sed 's/\. \([A-Z]\)/.\n\1/g' | fold -s -w 79 |
		sed -e 's/ *$//' -e "s/^'/\\\\\&'/"
}

# the table of disks that answer, from the program's table of options
list_disks() {
	"$1" --list-options | awk -F '\t' '
		function answers(word) { return index("," $9 ",", "," word ",") ? "yes" : "no" }
		$9 ~ /,/ {
			print ".It Fl " ($1 != "" ? $1 : "-" $2) " Ta " answers("scsi") " Ta " \
				answers("usb") " Ta " answers("nvme") " Ta " answers("nvme-usb") " Ta " answers("block")
		}'
}

if [ "$1" = update ]; then
	list_differences >"$work/differences"
	awk -v list="$work/differences" '
		!inside { print }
		/^\.Bl/ {
			while ((getline line < list) > 0)
				print line
			inside = 1
		}
		inside && /^\.El/ { print; inside = 0 }' "$differences" >"$work/page"
	cp "$work/page" "$differences"
	exit 0
fi
program=$(realpath "$1") runner=$2 shim=$3

# one word for each option: the letter if it has one, as messages call it
"$program" --list-options | awk -F '\t' '{ print ($1 != "" ? "-" $1 : "--" $2) }' >"$work/table"
awk '
	/^\.Sh / { options = $2 == "OPTIONS" }
	options && /^\.It Fl / { print "-" $3 }' "$page" >"$work/page"
[ -s "$work/table" ] || say "$program --list-options prints nothing"

sort "$work/table" >"$work/table.sorted"
sort "$work/page" >"$work/page.sorted"
sed '/^#/d' "$gaps" | sort >"$work/gaps"
for option in $(comm -23 "$work/table.sorted" "$work/page.sorted"); do
	grep -qxe "$option" "$work/gaps" || say "$option has no paragraph in OPTIONS of $page"
done
for option in $(comm -13 "$work/table.sorted" "$work/page.sorted"); do
	say "$page describes $option, which is not in the option table (or describes it twice)"
done
while read -r option; do
	grep -qxe "$option" "$work/page.sorted" || ! grep -qxe "$option" "$work/table.sorted" ||
		continue
	say "$option is no gap any more: take it out of $gaps"
done <"$work/gaps"
comm -12 "$work/table.sorted" "$work/page.sorted" >"$work/both"
grep -xFf "$work/both" "$work/table" >"$work/table.order"
grep -xFf "$work/both" "$work/page" >"$work/page.order"
if ! cmp -s "$work/table.order" "$work/page.order"; then
	say "OPTIONS is not in the order of the option table; first difference (table, page):"
	diff "$work/table.order" "$work/page.order" | head -n 4
fi
checked=$((checked + $(wc -l <"$work/table")))

# a long name is in the line of its letter
"$program" --list-options | awk -F '\t' '$1 != "" && $2 != "" { print $1, $2 }' >"$work/double"
while read -r letter name; do
	grep -q "^\.It Fl $letter , -$name" "$page" || grep -qxe "-$letter" "$work/gaps" ||
		say "-$letter: its name --$name is not in its heading"
done <"$work/double"

# whether an option takes a value, and needs it
"$program" --list-options |
	awk -F '\t' '{ print ($1 != "" ? $1 : "-" $2), $3, ($4 != "" ? "value" : "none") }' \
		>"$work/values"
while read -r option kind value; do
	heading=$(grep -m 1 -E "^\.It Fl $option( |\$)" "$page") || continue
	case $kind/$value/$heading in
	getset/value/*" Op "* | */none/*) ;;
	getset/value/*) say "'$heading': the value may be left out, so it stands behind Op" ;;
	*/value/*" Ar "*) ;;
	*) say "'$heading': the option takes a value" ;;
	esac
	case $value/$heading in
	none/*" Ar "*) say "'$heading': the option takes no value" ;;
	esac
done <"$work/values"

# Limits are in the heading or the paragraph, as LOW-HIGH or LOW to HIGH, if they are more than on
# and off and less than a size. A range in a heading is the table's.
"$program" --list-options | awk -F '\t' '
	$4 != "" && $6 > 0 && $6 < 1000000 { print ($1 != "" ? "-" $1 : "--" $2), $5, $6 }' >"$work/limits"
awk '
	function judge() {
		gsub(",", "", text)
		if (option in low && high[option] > 1 && text !~ \
			("(^|[^0-9])" low[option] "( to |-)" high[option] "([^0-9]|$)") && \
			heading !~ ("Ar " low[option] " [|] 1 [|] " high[option] "$"))
			print option ": its limits are " low[option] " to " high[option] ", and are not in its text"
		if (option in low && match(heading, /[0-9]+-[0-9]+/) && \
			substr(heading, RSTART, RLENGTH) != low[option] "-" high[option])
			print option ": its limits are " low[option] " to " high[option] ": " heading
	}
	NR == FNR { low[$1] = $2; high[$1] = $3; next }
	/^\.Sh / || (on && /^\.It Fl /) { judge(); option = text = heading = "" }
	/^\.Sh / { on = $2 == "OPTIONS" }
	on && /^\.It Fl / { option = "-" $3; heading = $0 }
	{ text = text " " $0 }' "$work/limits" "$page" >"$work/ranges"
while read -r fault; do
	say "$page: $fault"
done <"$work/ranges"
checked=$((checked + $(wc -l <"$work/limits")))

# what the paragraph of an option says in any case: OPTION|PATTERN, in one line of the source
while IFS='|' read -r option fact; do
	checked=$((checked + 1))
	awk -v option="$option" '
		/^\.(It|Sh|El)/ { on = $2 == "Fl" && $3 == option }
		on' "$page" | tr '\n' ' ' | grep -qe "$fact" || say "$page: -$option does not say '$fact'"
done <<-END
	C|wakes a drive in standby.* that sleeps .*Fl Y
	Y|resets .*Fl C
	-list|in standby
	B|idle_b and idle_c
	-epc|idle_b and idle_c park
END
checked=$((checked + 1))
awk '/^\.It/ { on = $3 == "if_awake" } on' man/hdparm.conf.5 | grep -q 'spin up.*resume' ||
	say "man/hdparm.conf.5: if_awake does not say how a drive stays spun down after a resume"

# exactly the options that -h lists as dangerous are marked, except modifiers
"$program" --list-options |
	awk -F '\t' '$3 == "modifier" { print "-" ($1 != "" ? $1 : "-" $2) }' >"$work/modifiers"
"$program" -h | sed -n 's/^!\([^ ]*\).*/\1/p' |
	grep -vxFf "$work/modifiers" >"$work/dangerous"
awk '/^\.It Fl / { option = "-" $3 } $0 == ".Em (dangerous)" && option { print option }' \
	"$page" >"$work/marked"
[ -s "$work/dangerous" ] || say "$program -h lists nothing as dangerous"
sort "$work/dangerous" >"$work/dangerous.sorted"
sort "$work/marked" | comm -3 "$work/dangerous.sorted" - >"$work/unlike"
[ ! -s "$work/unlike" ] ||
	say "marked (dangerous) in $page but not so in -h, or the reverse: $(tr -s "\t\n" "  " <"$work/unlike")"
checked=$((checked + $(wc -l <"$work/dangerous")))

# SAFETY has each option's consent word
awk '
	/^\.Sh / { safety = $2 == "SAFETY" }
	safety && /^\.It / { word = /Both/ ? 3 : /-yes-i-know/ ? 1 : /-please-destroy/ ? 2 : 0 }
	safety && /^\.El/ { word = 0 }
	# conditions of options that ask the drive first
	safety && /^and, where/ { word = 0 }
	safety && word && $1 == ".Fl" { print $2, word }' "$page" | sort >"$work/consent.page"
"$program" --list-options |
	awk -F '\t' '$7 > 0 { print ($1 != "" ? $1 : "-" $2), $7 }' | sort >"$work/consent"
if ! cmp -s "$work/consent" "$work/consent.page"; then
	say "SAFETY of $page does not have the table's consent words (table, page):"
	diff "$work/consent" "$work/consent.page" | grep '^[<>]' | head -n 6
fi
checked=$((checked + $(wc -l <"$work/consent")))

list_disks "$program" >"$work/disks"
[ -s "$work/disks" ] || say "$program --list-options says of no option that other disks answer it"
awk '/^\.El/ { inside = 0 } inside { print } /^\.It Em option Ta/ { inside = 1 }' "$page" |
	sed -e 's/Ta not done/Ta no/g' -e 's/Ta \(not [a-z]\|[a-zA-Z]*, \|MMC\|virtio\)[^T]*$/Ta yes/' | cmp -s - "$work/disks" ||
	say "the table of DISKS WITHOUT ATA COMMANDS in $page: UPDATE=1 make check-languages"
checked=$((checked + $(wc -l <"$work/disks")))

list_differences | tr -d ' \n' >"$work/expected"
awk '/^\.El/ { exit } list { print } /^\.Bl/ { list = 1 }' "$differences" | tr -d ' \n' >"$work/found"
cmp -s "$work/expected" "$work/found" ||
	say "$differences is not tests/compat/differences: sh tests/lint/man.sh update"
checked=$((checked + $(grep -c '^[^#]' tests/compat/differences)))

# differences are in the order of their first option in the table; those of all options come first
awk -F ' [|] ' '
	NR == FNR { place[$1] = NR; next }
	/^#/ || /^$/ { next }
	{
		options = $3
		if (!sub(/: .*/, "", options)) {
			print $1 ": names no options"
			next
		}
		at = 0
		for (i = 1; i <= split(options, option, ", "); i++) {
			if (option[i] == "all")
				continue
			if (!(option[i] in place))
				print $1 ": the program has no option " option[i]
			else if (place[option[i]] <= at)
				print $1 ": its options are not in the order of the table"
			at = place[option[i]]
		}
		at = option[1] in place ? place[option[1]] : 0
		if (at < before)
			print $1 ": stands behind a difference of a later option"
		before = at
	}' "$work/table" tests/compat/differences >"$work/order"
while read -r fault; do
	say "tests/compat/differences: $fault"
done <"$work/order"

version=$(sed -n 's/^#define HDPARM_VERSION "\(.*\)"/\1/p' include/build.h)
for file in man/*.[1-9]; do
	grep -qx "\.Os hdparm $version" "$file" || say "$file: '.Os hdparm $version' is missing"
	# groff 1.22 writes BSD into the head of a page
	grep -qx "\.ds doc-volume-operating-system Linux" "$file" || say "$file: its head says BSD"
	checked=$((checked + 2))
done

# the configuration file's keys and their options
"$program" --list-options | awk -F'\t' '{
	for (n = split($NF, key, ","); n; n--) print key[n], $1 ? $1 : $2 }' | LC_ALL=C sort >"$work/keys"
sed -n 's/^\.It Cm \([a-z0-9_]*\) .*Bq Fl -*\([^ ]*\)$/\1 \2/p' man/hdparm.conf.5 >"$work/keys.page"
[ -s "$work/keys" ] || say "--list-options has no keys"
diff "$work/keys" "$work/keys.page" | sed -n \
	-e 's,^< \(.*\),KEYS of man/hdparm.conf.5 lacks \1,p' \
	-e 's,^> \(.*\),KEYS of man/hdparm.conf.5 has \1: not so in src/cli/options.c,p' >"$work/unlike"
while read -r fault; do
	say "$fault"
done <"$work/unlike"
checked=$((checked + $(wc -l <"$work/keys")))

for section in NAME SYNOPSIS DESCRIPTION OPTIONS SECURITY JSON 'EXIT STATUS' SAFETY FILES EXAMPLES \
	'DIFFERENCES FROM 9.65' 'SEE ALSO' AUTHORS 'REPORTING BUGS'; do
	grep -qx "\.Sh $section" "$page" || say "$page has no section $section"
	checked=$((checked + 1))
done

# each command of the pages runs on the fake drive
for file in "$page" man/hdparm-*.7; do
	awk -f tests/lint/examples.awk "$file"
done >"$work/examples.case"
"$runner" -b "$program" -s "$shim" "$work/examples.case" >"$work/out" || {
	say "a command that a page shows fails (lint/examples.awk makes a case of it):"
	sed "s,^,  ," "$work/out"
}
commands=$(grep -c '^\$ ' "$work/examples.case")
checked=$((checked + commands))
[ "$commands" -ge 30 ] || say "the pages show fewer than thirty commands"

# a sentence of seven words or more stands in one page; others refer to it
awk '
	function end_sentence() {
		if (split(text, words) >= 7 && text in page && page[text] != FILENAME)
			print page[text] " and " FILENAME " both say:" text
		else if (text)
			page[text] = FILENAME
		text = ""
	}
	/^\.\\"/ { next }
	/^\.(Sh|Ss|It|Pp|Bl|El|Bd|Dl)/ { end_sentence() }
	/^\.Bd/ { inside = 1 }
	/^\.Ed/ { inside = 0 }
	inside || /^\.(Sh|Ss|It|Pp|Bl|El|Ed|Dl)/ { next }
	{
		ended = /[.:]$/
		sub(/^\.[A-Z][a-z] /, "")
		sub(/ \.$/, ".")
		text = text " " $0
		if (ended)
			end_sentence()
	}' man/*.[1-9] >"$work/twice"
while read -r fault; do
	say "$fault"
done <"$work/twice"
checked=$((checked + 1))

# Displayed lines are whole in a terminal of 80 columns: man-db uses 78, and groff indents a display by
# up to 7 and 6, mandoc by 6 and 7. A command with a drive is displayed, because a paragraph would
# break its line.
for file in man/*.[1-9]; do
	mandoc -Tascii -O width=78,indent=6 "$file" | sed -e "s,.$(printf "\\b"),,g" |
		awk 'length <= 78 { sub(/^ +/, ""); print }' >"$work/rendered"
	awk '
		/^\.Dl / || inside && !/^\./ {
			sub(/^(\.Dl)?[ \t]+/, "")
			gsub(/\\e/, "\\")
			gsub(/\\&/, "")
			print
		}
		/^\.Bd -literal/ { inside = 1 }
		/^\.Ed/ { inside = 0 }' "$file" >"$work/displayed"
	checked=$((checked + $(wc -l <"$work/displayed")))
	grep -vxFf "$work/rendered" "$work/displayed" >"$work/broken"
	while read -r line; do
		say "$file: too long for 80 columns, and breaks when pasted: $line"
	done <"$work/broken"
	grep '^\.Ql hdparm .*/dev/' "$file" >"$work/inline"
	while read -r line; do
		say "$file: a command in a paragraph breaks when pasted; .Dl displays it: $line"
	done <"$work/inline"
done

# the first screens answer everyday questions, with the command to type
while IFS='|' read -r question line; do
	checked=$((checked + 1))
	mandoc -Tascii -O width=80 "$page" 2>/dev/null | sed "s,.$(printf "\\b"),,g" | head -n 150 |
		grep -A 14 "$question" | grep -q -e "$line" ||
		say "the first 150 lines of $page do not answer '$question' by '$line'"
done <<-END
	Spin down after 20 minutes, for good|systemctl enable hdparm
	A disk does not spin down|hdparm --why-awake
	Erase a drive before it is sold|hdparm --erase --dry-run
	Find and repair bad sectors|hdparm --surface-scan
	Measure speed honestly|hdparm -t --direct --runs
	TRIM behind a USB bridge|hdparm --provisioning unmap
	One setting on all drives|hdparm -S 20min rotational
END

# EXIT STATUS has each status of ten or more cases, and any page only those of cases
awk '/^\.Sh / { on = $2 == "EXIT" } on && /^\.It [0-9]/ { print $2 }' "$page" >"$work/statuses"
for status in $(sed -n 's/^?\([0-9]*\)$/\1/p' tests/cli/*.case | sort | uniq -c |
	awk '$1 >= 10 { print $2 }'); do
	checked=$((checked + 1))
	grep -qx "$status" "$work/statuses" ||
		say "EXIT STATUS of $page lacks $status, with which ten cases or more end"
done
for status in $(cat "$work/statuses") $(sed -n 's/.*status \([0-9][0-9]*\)[^0-9].*/\1/p' man/*.[1-9]); do
	checked=$((checked + 1))
	[ "$status" = 0 ] || grep -qx "?$status" tests/cli/*.case tests/alloc/*.case ||
		say "a page has exit status $status, with which no case ends"
done

checked=$((checked + 1))
grep -q '^\.Nd .*configuration' man/hdparm.conf.5 || say "man -k configuration does not find hdparm.conf"

# each file in hdparm.conf.5, and the uncommented sample, has no error
awk -v out="$work/shown" '/^\.Bd -literal/ { n++; inside = 1; next } /^\.Ed/ { inside = 0 }
	inside { print >(out n) }' man/hdparm.conf.5
sed 's,^#\([^ ]\),\1,; s,^#$,,' contrib/hdparm.conf >"$work/shown.sample"
cp contrib/hdparm.conf "$work/shown.commented"
chmod 644 "$work"/shown*
for file in "$work"/shown*; do
	checked=$((checked + 1))
	"$program" "--conf=$file" --dry-run >"$work/out" 2>&1 || say "an example: $(head -n 1 "$work/out")"
	# the drives of the examples do not exist on this machine
	grep -v ': no device here matches ' "$work/out" >"$work/wrong"
	! grep -q "$file" "$work/wrong" || say "an example: $(head -n 1 "$work/wrong")"
done
set -- "$work"/shown*
[ $# -ge 5 ] || say "man/hdparm.conf.5 shows fewer than three files"

echo "$((checked - failed)) passed, $failed failed (man page)"
[ "$failed" = 0 ]
