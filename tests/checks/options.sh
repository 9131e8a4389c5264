#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What a new option or key of hdparm.conf needs besides its row: a case that uses it and, if hdparm
# 9.65 lacks it, a line of NEWS. Usage: options.sh HDPARM CASE...
set -u
hdparm=$1
shift
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
passed=0 failed=0

# need FILE PATTERN FAULT: a line of the file has the pattern
need() {
	if grep -qEe "$2" "$1"; then
		passed=$((passed + 1))
	else
		echo "options: $3"
		failed=$((failed + 1))
	fi
}

# commands, except those with an unknown option, and their standard input, which may be an hdparm.conf
awk '
	/unknown option/ { held = "" }
	/^[$<]/ { print held; held = $0 }
	END { print held }' "$@" >"$work/cases"

"$hdparm" --list-options | awk -F '\t' '{ print $1 != "" ? "-" $1 : "--" $2 }' >"$work/options"
[ -s "$work/options" ] || need /dev/null . "$hdparm prints no options"
while read -r word; do
	need "$work/cases" "[ ']$word([^a-z-]|\$)" "$word has no case in tests/cli/*.case"
done <"$work/options"

# options that 9.65 lacks; a hidden one stands for a value of another
awk '
	function judge() {
		if (row ~ /NEWER\(/ && row !~ /OPT_HIDDEN/)
			print row ~ /\.letter/ ? "-" letter : "--" name
	}
	/^\t\[OPT_/ { judge(); row = "" }
	{ row = row $0 }
	match($0, /NEWER\("[^"]*/) { name = substr($0, RSTART + 7, RLENGTH - 7) }
	match($0, /\.letter = ./) { letter = substr($0, RSTART + RLENGTH, 1) }
	END { judge() }' src/cli/options.c >"$work/newer"
while read -r word; do
	need contrib/NEWS "(^|[ (\"])$word([^a-z0-9-]|\$)" "contrib/NEWS lacks $word, which 9.65 lacks"
done <"$work/newer"

# the keys of hdparm.conf of 9.65 in Debian
cat >"$work/old" <<END
acoustic_management apm apm_battery bus cd_speed chipset_pio_mode defect_mana disable_seagate dma
force_spindown_time interrupt_unmask io32_support keep_features_over_reset keep_settings_over_reset
lookahead mult_sect_io poweron_standby prefetch_sect quiet read_ahead_sect read_only
security_disable security_freeze security_mode security_pass security_unlock sleep spindown_time
standby transfer_mode user_master write_cache write_read_verify
END
"$hdparm" --list-options | awk -F'\t' '{ gsub(",", "\n", $NF); if ($NF) print $NF }' >"$work/keys"
while read -r key; do
	need "$work/cases" "[^a-z_-]$key *(=|}|\\\\n|\$)" "$key of hdparm.conf has no case in tests/cli/*.case"
	grep -qw "$key" "$work/old" ||
		need contrib/NEWS "(^|[^a-z_])$key([^a-z_]|\$)" "contrib/NEWS lacks the key $key, which 9.65 lacks"
done <"$work/keys"

echo "$passed passed, $failed failed (options)"
[ "$failed" = 0 ]
