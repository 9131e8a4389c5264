#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The man pages say what the program does. Usage: man.sh PROGRAM RUNNER SHIM, or man.sh update
#  - every row of the option table has its paragraph in OPTIONS and the reverse, in the same order;
#    what is still missing stands in tests/lint/man.gaps, which may only shrink;
#  - every reasoned difference of tests/compat/differences stands in man/hdparm-differences.7, word by
#    word; `update` writes that list anew;
#  - every command that man/hdparm.8 shows runs on the fake drive;
#  - the version and the sections are there;
# The form of the pages is lint-mandoc's part.
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

# "TAG | patterns | reason" as list items, a sentence a line, lines folded as mandoc wants them
list_differences() {
	sed -e '/^#/d' -e '/^$/d' -e 's/\\/\\e/g' -e 's/^\([^ ]*\) | [^|]* | /.It \1\n/' \
		tests/compat/differences |
		sed 's/\. \([A-Z]\)/.\n\1/g' | fold -s -w 79 |
		sed -e 's/ *$//' -e "s/^'/\\\\\&'/"
}

# what which disks answer, by the program's table of options
list_disks() {
	"$1" --list-options | awk -F '\t' '
		function answers(word) { return index("," $9 ",", "," word ",") ? "yes" : "no" }
		$9 ~ /,/ {
			print ".It Fl " ($1 != "" ? $1 : "-" $2) " Ta " answers("scsi") " Ta " \
				answers("usb") " Ta " answers("nvme") " Ta " answers("block")
		}'
}

if [ "$1" = update ]; then
	list_disks "${2:-build/hdparm}" >"$work/disks"
	awk -v list="$work/disks" '
		!inside || !/^\.It Fl/ { print }
		/^\.It Em option Ta/ {
			while ((getline line < list) > 0)
				print line
			inside = 1
		}
		/^\.El/ { inside = 0 }' "$page" >"$work/page"
	cp "$work/page" "$page"
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

# one word an option: the letter if it has one, as messages call it
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

# a long name beside a letter stands in the same line
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

# what -h lists as dangerous is marked so, and nothing else; modifiers do nothing by themselves
"$program" --list-options |
	awk -F '\t' '$3 == "modifier" { print "-" ($1 != "" ? $1 : "-" $2) }' >"$work/modifiers"
"$program" -h | awk '/^Dangerous/ { on = 1 } on && /^ -/ { print $1 }' |
	grep -vxFf "$work/modifiers" >"$work/dangerous"
awk '/^\.It Fl / { option = "-" $3 } $0 == ".Em (dangerous)" && option { print option }' \
	"$page" >"$work/marked"
[ -s "$work/dangerous" ] || say "$program -h lists nothing as dangerous"
sort "$work/dangerous" >"$work/dangerous.sorted"
sort "$work/marked" | comm -3 "$work/dangerous.sorted" - >"$work/unlike"
[ ! -s "$work/unlike" ] ||
	say "marked (dangerous) in $page but not so in -h, or the reverse: $(tr -s "\t\n" "  " <"$work/unlike")"
checked=$((checked + $(wc -l <"$work/dangerous")))

# SAFETY tells which consent word an option wants
awk '
	/^\.Sh / { safety = $2 == "SAFETY" }
	safety && /^\.It / { word = /Both/ ? 3 : /-yes-i-know/ ? 1 : /-please-destroy/ ? 2 : 0 }
	safety && /^\.El/ { word = 0 }
	# conditions are for those that ask the drive first
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
	cmp -s - "$work/disks" ||
	say "the table of DISKS WITHOUT ATA COMMANDS in $page: sh tests/lint/man.sh update"
checked=$((checked + $(wc -l <"$work/disks")))

list_differences | tr -d ' \n' >"$work/expected"
awk '/^\.El/ { exit } list { print } /^\.Bl/ { list = 1 }' "$differences" | tr -d ' \n' >"$work/found"
cmp -s "$work/expected" "$work/found" ||
	say "$differences is not tests/compat/differences: sh tests/lint/man.sh update"
checked=$((checked + $(grep -c '^[^#]' tests/compat/differences)))

version=$(sed -n 's/^#define HDPARM_VERSION "\(.*\)"/\1/p' include/version.h)
for file in man/*.[1-9]; do
	grep -qx "\.Os hdparm $version" "$file" || say "$file: '.Os hdparm $version' is missing"
	checked=$((checked + 1))
done

# the keys of the configuration file and the options they stand for
sed -n 's/^\t{ "\([a-z0-9_]*\)", "\([^"]*\)",.*/\1 \2/p' src/conf/keys.c >"$work/keys"
sed -n 's/^\.It Cm \([a-z0-9_]*\) .*Bq Fl -*\([^ ]*\)$/\1 \2/p' man/hdparm.conf.5 >"$work/keys.page"
[ -s "$work/keys" ] || say "src/conf/keys.c has no keys"
if ! cmp -s "$work/keys" "$work/keys.page"; then
	say "KEYS of man/hdparm.conf.5 is not the table of src/conf/keys.c (table, page):"
	diff "$work/keys" "$work/keys.page" | grep '^[<>]' | head -n 6
fi
checked=$((checked + $(wc -l <"$work/keys")))

for section in NAME SYNOPSIS DESCRIPTION OPTIONS SECURITY JSON 'EXIT STATUS' SAFETY FILES EXAMPLES \
	'DIFFERENCES FROM 9.65' 'SEE ALSO'; do
	grep -qx "\.Sh $section" "$page" || say "$page has no section $section"
	checked=$((checked + 1))
done

# each command that the page shows does what it shows, on the fake drive
awk -f tests/lint/examples.awk "$page" >"$work/examples.case"
"$runner" -b "$program" -s "$shim" "$work/examples.case" >"$work/out" || {
	say "a command that $page shows fails (lint/examples.awk makes a case of it):"
	sed "s,^,  ," "$work/out"
}
commands=$(grep -c '^\$ ' "$work/examples.case")
checked=$((checked + commands))
[ "$commands" -ge 30 ] || say "$page shows fewer than thirty commands"

# the text that man -k searches
checked=$((checked + 1))
grep -q '^\.Nd .*configuration' man/hdparm.conf.5 || say "man -k configuration does not find hdparm.conf"

# each file that hdparm.conf.5 shows, and the sample with its comments taken off, has no error
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
