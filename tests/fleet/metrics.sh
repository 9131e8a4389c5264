#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# contrib/prometheus on every kind of fake drive: promtool's verdict, the values beside those of
# --list and --conf --check, the commands sent, how the file is replaced; and the units of systemd.
# Usage: metrics.sh HDPARM SHIM RUNNER PEERS MAKE
set -u
hdparm=$(realpath "$1") shim=$(realpath "$2") runner=$(realpath "$3")
make=$5
# shellcheck source=tests/fleet/lib.sh
. "$(dirname "$0")/lib.sh"
needs jq python3
promtool=$(sh tests/compat/oracle.sh "$4" promtool) || exit 1
here=$PWD

# write NAME: write the metrics of that machine to $work/NAME/hdparm.prom
write() {
	HDPARM=$work/$1/bin/hdparm HDPARM_CONF=$work/$1/etc/hdparm.conf \
		sh contrib/prometheus/hdparm-textfile "$work/$1/hdparm.prom" 2>"$work/$1/said"
}

# judge NAME: promtool must have no message on them
judge() {
	"$promtool" check metrics <"$work/$1/hdparm.prom" >"$work/verdict" 2>&1
	local status=$?
	verdicts=$((verdicts + 1))
	[ "$status" = 0 ] && [ ! -s "$work/verdict" ] && clean=$((clean + 1)) && return
	cat "$work/verdict"
	return 1
}
verdicts=0 clean=0

# values NAME: they are the values of the documents
values() {
	local check=$work/$1/check.json
	on "$1" --list --json >"$work/$1/list.json" 2>/dev/null
	echo '{"devices":[]}' >"$check"
	if [ -e "$work/$1/etc/hdparm.conf" ]; then
		on "$1" "--conf=$work/$1/etc/hdparm.conf" --check --json >"$check" 2>/dev/null
	fi
	python3 "$here/tests/fleet/metrics.py" "$work/$1/list.json" "$check" "$work/$1/hdparm.prom"
}

# metric NAME PATTERN: print the values of these lines
metric() {
	grep -E "^$2[{ ]" "$work/$1/hdparm.prom" | sed 's/.* //' | tr '\n' ' ' | sed 's/ $//'
}

# all_right NAME DEVICE...: make the machine and check its metrics in all ways
all_right() {
	local name=$1
	machine "$@"
	[ -z "${conf-}" ] || printf '%s\n' "$conf" >"$work/$name/etc/hdparm.conf"
	check "$name: hdparm-textfile" write "$name"
	check "$name: it asks alone" asks_alone "$name"
	forget "$name"
	check "$name: promtool" judge "$name"
	check "$name: the values" values "$name"
	echo "  $name: $(grep -vc '^#' "$work/$name/hdparm.prom") lines; $(tail -n 1 "$work/out")"
}

# some kinds of disks get no command
asks_alone() {
	[ ! -s "$work/$1/log" ] || only_asked "$1"
}

# --- every kind of drive of the case runner, by itself and all of them
conf=$(printf 'rotational { apm = 127; write_cache = off; spindown_time = 20min }\nid:NONE { apm = 1 }\n')
all=()
letters=abcdefghijklm
i=0
for kind in sat ata usb usbsat sas sassat ide sr idecd nvme virtio; do
	case $kind in
	ide) device='hda ide id=ata6' ;;
	idecd) device='hdc idecd id=cd' ;;
	sr) device='sr0 sr id=cd' ;;
	nvme) device='nvme0n1 nvme' ;;
	virtio) device='vda virtio' ;;
	sat | ata | usbsat | sassat) device="sd${letters:i:1} $kind id=hdd" ;;
	*) device="sd${letters:i:1} $kind" ;;
	esac
	i=$((i + 1))
	all+=("$device")
	all_right "$kind" "$device"
done
all_right every "${all[@]}" 'md0 md' 'loop0 loop' 'dm-0 dm' 'zram0 zram'
known=$(sed -nE 's/^Kinds: /, /p; /^Kinds: /,/^$/p' tests/cli/README | tr '\n' ' ' |
	grep -oE '(^|, )([a-z]+)( \(|,|;)' | grep -oE '[a-z]+' | sort -u)
check "no kind of drive is left out" same \
	"$(comm -23 <(echo "$known") <(printf '%s\n' sat ata usb usbsat sas sassat ide sr idecd nvme virtio md dm loop zram | sort))" ""

# --- drives in every state
all_right states 'sda sat id=hdd power=standby alias=/dev/disk/by-id/ata-FAKE_1' \
	'sdb sat id=hdd epc=on log=e0:0=tests/cli/sct-status.hex' 'sdc sat id=ssd w128=23 user-password=x' \
	'sdd sat id=hdd w128=29 mounted=/mnt' 'sde usbsat runtime=suspended usb-id=152d:0578' \
	'sdf sas power=standby' 'sdg sat id=hdd abrt=ec' 'sdh sat id=hdd open=EPERM' \
	'sdi sas power-conditions standby-timer=12000' 'sdj sat id=hdd power=idle' \
	'sdk sat id=hdd vpd89 power=standby'
all_right hangs 'sda sat lost=e5' 'sdb sat id=hdd lost=ec' 'sdc sat id=hdd'
check "a drive that hangs does not answer" same "$(metric hangs hdparm_drive_answers)" "0 0 1"
all_right text 'sda sat id=hdd model=A\CC w29=2242 alias=/dev/disk/by-id/ata-A\C'
check "a quote and a backslash in a label" grep -qF 'by_id="ata-A\\C",model="A\\CC\"B"' "$work/text/hdparm.prom"
conf=$(printf '/dev/sda { apm = 127 }\ncommand_line {\nhdparm -W0 -B254 /dev/sda\nhdparm -A1 /dev/sda\n}\n')
all_right commands 'sda sat id=hdd'
check "a drive of several commands is one" same "$(metric commands hdparm_conf_settings_different)" 2
conf=''
all_right no-conf 'sda sat id=hdd'
check "without a file there is nothing to differ from" same "$(grep -c conf "$work/no-conf/hdparm.prom")" 0
all_right none 'md0 md'
check "no drive, no line but the status" same "$(grep -vc '^#' "$work/none/hdparm.prom")" 1

# --- what was seen of a drive's sleep
machine seen 'sda sat id=hdd vpd89' 'sdb sat id=hdd serial=B2 alias=/dev/disk/by-id/ata-B2'
seen() { # seen COUNTS: the counts after another run
	write seen && judge seen && same "$(metric seen hdparm_drive_spin_ups_seen_total)" "$1"
}
check "at first" seen "0 0"
change seen 'sda power=standby' 'sdb power=standby'
forget seen
check "both sleep" seen "0 0"
check "they are asked for their power condition alone" sent_is seen "sda CHECK POWER MODE
sdb CHECK POWER MODE"
check "they keep their labels" same "$(grep -c 'model="FAKE HDD 1000"} 1' <(grep asleep "$work/seen/hdparm.prom"))" 2
check "they still sleep" seen "0 0"
change seen 'sdb power=active'
check "one has woken up" seen "0 1"
check "it is counted once" seen "0 1"
change seen 'sda power=active' 'sdb power=standby'
check "and the other one" seen "1 1"

# --- how the file is replaced
check "its mode" same "$(stat -c %a "$work/seen/hdparm.prom")" 644
check "nothing is left beside it" same "$(cd "$work/seen" && echo hdparm.prom*)" hdparm.prom
cp "$work/seen/hdparm.prom" "$work/before"
printf '#!/bin/sh\necho no JSON\n' >"$work/bad"
chmod 755 "$work/bad"
bad() {
	HDPARM=$work/bad sh contrib/prometheus/hdparm-textfile "$work/seen/hdparm.prom"
}
check "a program without documents" same "$(bad 2>&1; echo $?)" \
	"hdparm-textfile: $work/bad --list printed no document of version 1
1"
check "the file is as before" cmp "$work/seen/hdparm.prom" "$work/before"
check "nothing is left beside it" same "$(cd "$work/seen" && echo hdparm.prom*)" hdparm.prom
check "a name that the collector does not read" same \
	"$(sh contrib/prometheus/hdparm-textfile "$work/x.txt" >/dev/null 2>&1; echo $?)" 2
# the reader never sees half a file: each run makes a new file
before=$(stat -c %i "$work/seen/hdparm.prom")
cp -l "$work/seen/hdparm.prom" "$work/held"
check "another run" write seen
check "the old file is whole" cmp "$work/held" "$work/before"
check "the new one is another" test "$(stat -c %i "$work/seen/hdparm.prom")" != "$before"

# --- the words for power conditions are the schema's
words() { # words DEFINITION: of a jq function of the script
	sed -n "s/^def $1: //p" contrib/prometheus/hdparm-textfile | tr -d ';' | jq -c 'sort'
}
schema() { # schema FILTER
	jq -c "$1 | sort" contrib/hdparm.schema.json
}
check "those of sleep" same "$(words sleeps)" \
	"$(schema '.definitions.device.properties.skipped.properties.power_condition.enum')"
check "all" same "$( (words sleeps; words awake) | jq -sc 'add | sort')" \
	"$(schema '.definitions.device.properties.settings.properties.power_condition.enum | map(select(type == "string"))')"

# --- installed
check "make install-textfile" "$make" -s DESTDIR="$work/root" PREFIX=/usr TEXTFILEDIR=/var/lib/metrics install-textfile
files() {
	(cd "$work/root" && find . -type f -printf '%m %P\n' | sort -k 2)
}
check "the files" same "$(files)" "755 usr/lib/hdparm/hdparm-textfile
644 ${unit:=$(cd "$work/root" && find . -name '*.service' -printf '%P')}
644 ${unit%.service}.timer"
check "the unit names them" grep -qx \
	'ExecStart=/usr/lib/hdparm/hdparm-textfile /var/lib/metrics/hdparm.prom' "$work/root/$unit"
check "no name is left open" same "$(grep -rl '@[A-Z]*@' "$work/root")" ""
if command -v systemd-analyze >/dev/null; then
	sed -i "s,^ExecStart=/usr,ExecStart=$work/root/usr," "$work/root/$unit"
	check "systemd-analyze verify" systemd-analyze verify --man=no "$work/root/$unit" "$work/root/${unit%.service}.timer"
else
	echo "systemd-analyze verify: skipped: no systemd here"
	skipped=1
fi
check "make uninstall-textfile" "$make" -s DESTDIR="$work/root" PREFIX=/usr uninstall-textfile
check "nothing is left" same "$(files)" ""

echo "promtool check metrics: $clean of $verdicts files are clean"
finish metrics
