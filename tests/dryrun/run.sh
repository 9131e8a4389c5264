#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# No option forgets --dry-run: every option there is, on several kinds of devices, and every command
# of every case once more, with --dry-run. What reaches the drive or the block layer then may be
# questions only. Usage: run.sh HDPARM SHIM RUNNER CASE...
set -u
hdparm=$(realpath "$1") shim=$2 runner=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

cat >"$work/hdparm" <<END
#!/bin/sh
# what a secret leaves in memory is not asked here
unset FAKE_SECRET
timeout 20 "$hdparm" --dry-run "\$@" >"$work/\$\$.out" 2>&1
status=\$?
printf '%s\n' "\$*" >"$work/\$\$.line"
case \$status in
# SIGHUP, SIGINT, SIGQUIT, SIGPIPE and SIGTERM come from the case; timeout's own end is 124
129 | 130 | 131 | 141 | 143) ;;
*) [ \$status -lt 124 ] || echo "ended with status \$status" >>"\$FAKE_WORLD/log" ;;
esac
cat "\$FAKE_WORLD/log" >"$work/\$\$.log" 2>"$work/none" || :
exit \$status
END
chmod +x "$work/hdparm"

# A value for each kind of value; a new kind must be given one here.
value() {
	case $1 in
	'') ;;
	N | S | LEVEL | TIME) echo "$2" ;;
	MODE) echo 66 ;;
	'[p]N') echo p1000 ;;
	'[f]LBA') echo f5 ;;
	hex:*) echo hex:12345678 ;;
	LBA:COUNT) echo 1000:8 ;;
	FILE) echo "$work/file" ;;
	PASSWORD) echo secret ;;
	*) echo "unknown-kind-$1" ;;
	esac
}
head -c 4096 /dev/zero >"$work/file"
"$hdparm" --list-options | while IFS= read -r line; do
	letter=$(echo "$line" | cut -f 1)
	name=$(echo "$line" | cut -f 2)
	kind=$(echo "$line" | cut -f 3)
	word=--$name
	[ -z "$letter" ] || word=-$letter
	case $kind in modifier | info) continue ;; esac
	text=$(value "$(echo "$line" | cut -f 4)" "$(echo "$line" | cut -f 6)")
	case $text in unknown-kind-*)
		echo "no value for $word, which takes ${text#unknown-kind-}" >>"$work/missing"
		;;
	esac
	for kind in sat ide sr; do
		echo "== $word on $kind"
		echo "dev sda $kind"
		echo "\$ hdparm --yes-i-know-what-i-am-doing --please-destroy-my-drive $word $text /dev/sda"
	done
done >"$work/options.case"

"$runner" -b "$work/hdparm" -s "$shim" "$work/options.case" "$@" >"$work/runner.log" 2>&1
passed=0 failed=0
for log in "$work"/*.log; do
	line=${log%.log}.line
	[ -f "$line" ] || continue
	# what asks only; a sleeping drive is reset by the kernel before any command
	changes=$(grep -vE '^[a-z0-9]+ (\(reset\)$|IDENTIFY|CHECK POWER MODE|READ |SMART READ|DCO IDENTIFY|DEVICE CONFIGURATION IDENTIFY|SECURITY STATUS|SANITIZE STATUS|open direct$|open exclusive$|SANITIZE DEVICE( ->|$)|ACCESSIBLE MAX ADDRESS CONFIGURATION( ->|$)|HITACHI SENSE CONDITION|HDIO_DRIVE_CMD = EIO$|scsi (00|03|12|df)h)|^guard: ' "$log")
	if [ -n "$changes" ]; then
		failed=$((failed + 1))
		echo "hdparm --dry-run $(cat "$line")"
		echo "$changes" | sed 's/^/  /'
	else
		passed=$((passed + 1))
	fi
done
if [ -f "$work/missing" ]; then
	failed=$((failed + 1))
	cat "$work/missing"
fi
# each such line calls it once at least
least=$(cat "$work/options.case" "$@" | grep -c '^\$ hdparm ')
if [ $((passed + failed)) -lt "$least" ]; then
	echo "$((passed + failed)) calls were looked at, not $least"
	failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
