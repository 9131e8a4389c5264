#!/bin/sh
# The list of differences from 9.65 and the man page's section of that name say the same.
# differences.sh --print writes the section's paragraphs for the man page.
list=tests/compat/differences
man=man/hdparm.8

rows() {
	sed -e '/^#/d' -e '/^$/d' -e 's/ | [^|]* | /\t/' "$list"
}

if [ "$1" = --print ]; then
	rows | sed -e 's/\\/\\e/g' -e 's/-/\\-/g' |
		awk -F '\t' '{ printf ".TP\n.B %s\n%s\n", $1, $2 }'
	exit 0
fi

[ -f "$man" ] || { echo "lint: $man is missing"; exit 1; }
# The page as running text: no requests, no font changes, one blank between words.
text=$(sed -n '/^\.SH.*DIFFERENCES/,/^\.SH [^D]/p' "$man" |
	sed -e 's/^\.B[RI]* *//' -e 's/^\.[A-Z]*.*//' -e 's/\\-/-/g' -e 's/\\f[BIRP]//g' \
		-e 's/\\e/\\/g' -e 's/\\(dq/"/g' -e 's/\\(aq/'"'"'/g' -e 's/\\&//g' |
	tr -s '[:space:]' ' ')
bad=0
while IFS='	' read -r tag reason; do
	case $text in
	*"$tag $reason"*) ;;
	*)
		echo "$man: section DIFFERENCES lacks: $tag: $reason"
		bad=1
		;;
	esac
done <<END
$(rows)
END
exit $bad
