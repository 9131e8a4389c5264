#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# contrib/ansible on fake drives, with connection: local. ansible-playbook runs each play, and its
# recap, results and sent commands are compared. Needs ansible-core and jq. Usage: ansible.sh HDPARM
# SHIM RUNNER
set -u
hdparm=$(realpath "$1") shim=$(realpath "$2") runner=$(realpath "$3")
plays=$(realpath "$(dirname "$0")/plays")
# shellcheck source=tests/fleet/lib.sh
. "$(dirname "$0")/lib.sh"
needs ansible-playbook ansible-doc ansible-galaxy ansible-test jq python3
export ANSIBLE_COLLECTIONS_PATH=$work/collections ANSIBLE_LOCALHOST_WARNING=False \
	ANSIBLE_HOME=$work/home ANSIBLE_REMOTE_TMP=$work/remote ANSIBLE_NOCOWS=1 ANSIBLE_DEPRECATION_WARNINGS=False ANSIBLE_NOCOLOR=1 \
	ANSIBLE_CONFIG=$work/ansible.cfg ANSIBLE_RETRY_FILES_ENABLED=False LC_ALL=C.UTF-8 \
	ANSIBLE_CALLBACK_PLUGINS=$plays/callback_plugins ANSIBLE_CALLBACKS_ENABLED=keep
touch "$work/ansible.cfg"
collection=$work/collections/ansible_collections/hdparm/drives
mkdir -p "$(dirname "$collection")"
cp -R contrib/ansible "$collection"

# inventory NAME...: machines as hosts of this machine
inventory() {
	local name
	printf '[all:vars]\nansible_connection=local\nansible_python_interpreter=%s\n[all]\n' \
		"$(command -v python3)"
	for name; do
		echo "$name place=$work/$name hdparm=$work/$name/bin/hdparm"
	done
}

# play NAME RECAP WORDS...: run a task of the module on the machine; its recap must be "changed=1
# failed=0" without zeros; $work/result gets its result. WORDS are options of ansible-playbook.
play() {
	local name=$1 recap=$2 got
	shift 2
	inventory "$name" >"$work/inventory"
	rm -f "$work/kept"
	RESULTS=$work/kept ansible-playbook -i "$work/inventory" "$@" >"$work/play" 2>&1
	got=$(recaps "$work/play" | sed "s/^$name: //")
	recaps "$work/play" >>"$work/recaps"
	jq -s '.[-1] // {}' "$work/kept" >"$work/result" 2>/dev/null
	[ "$got" = "$recap" ] && return
	echo "recap '$got', not '$recap'"
	cat "$work/play"
	return 1
}
# recaps FILE: print "HOST: ok=1 changed=1" for each host, without zeros
recaps() {
	sed -n '/^PLAY RECAP/,$p' "$1" | sed -nE 's/ +: / /; s/ [a-z]+=0//g; s/^([a-z0-9]+) +(.*[^ ]) *$/\1: \2/p' |
		sed -E 's/ +/ /g'
}

# task NAME RECAP ARGUMENTS [WORDS...]: the module with these arguments, in YAML's flow style
task() {
	local name=$1 recap=$2 arguments=$3
	shift 3
	cat >"$work/task.yml" <<-END
		- hosts: all
		  gather_facts: false
		  tasks:
		    - name: Set the drives
		      hdparm.drives.hdparm:
		      args: "{{ {'executable': hdparm, 'path': place + '/etc/hdparm.conf',
		        'memory': place + '/run/ansible.json'} | combine(asked) }}"
		      vars:
		        asked: $arguments
	END
	play "$name" "$recap" "$work/task.yml" "$@"
}

# refused NAME: the module with each of the arguments in $arguments fails with the texts of $texts,
# and sends nothing
refused() {
	local name=$1 i
	(IFS=$'\n' && jq -n '$ARGS.positional | map(fromjson)' --args "${arguments[@]}") >"$work/asked.json"
	cat >"$work/task.yml" <<-END
		- hosts: all
		  gather_facts: false
		  tasks:
		    - name: Set the drives
		      hdparm.drives.hdparm:
		      args: "{{ {'executable': hdparm, 'memory': place + '/run/ansible.json'} | combine(item) }}"
		      loop: "{{ lookup('file', '$work/asked.json') | from_json }}"
		      ignore_errors: true
	END
	forget "$name"
	check "${#arguments[@]} tasks that fail" play "$name" "ok=1 ignored=1" "$work/task.yml"
	for i in "${!arguments[@]}"; do
		check "${arguments[i]}" same "$(result ".results[$i] | [.failed, (.changed // false),
			((.msg // \"\") | contains($(jq -n --arg text "${texts[i]}" '$text')))]")" '[true,false,true]'
	done
	check "nothing was sent" same "$(sent "$name")" ""
}

# result FILTER: of the last task, by jq
result() {
	jq -cr "$1" "$work/result"
}

# says TEXT: the last task's message has it
says() {
	result '.msg // ""' | grep -qF -- "$1" || { result '.msg'; return 1; }
}

# shown NAME: print its recap and commands
shown() {
	echo "  $(tail -n 1 "$work/recaps"); sent: $(sent "$1" | grep -vE "^[a-z0-9]+ ($questions)( |$)" |
		tr '\n' ';' | sed 's/;$//; s/;/; /g') (and $(sent "$1" | grep -cE "^[a-z0-9]+ ($questions)( |$)") questions)"
}

# --- one machine: applied, again, drift, check mode
echo "--- applied"
apm="{drives: [/dev/sda], settings: {apm: 127, write_cache: off}}"
machine one 'sda sat id=hdd serial=A1' 'sdb sat id=ssd serial=B2'
check "check mode before" task one "ok=1 changed=1" "$apm" --check --diff
check "it sends questions alone" only_asked one
shown one
cp "$work/result" "$work/predicted"
cp "$work/play" "$work/diff"
check "--diff shows drive, key, now and wanted" grep -qF -- "--- before: /dev/sda now" "$work/diff"
check "the value now" grep -qx -- '-apm = 128' "$work/diff"
check "the wanted one" grep -qx -- '+apm = 127' "$work/diff"
forget one
check "the first run" task one "ok=1 changed=1" "$apm"
shown one
check "it reports what check mode has" same "$(jq -S 'del(.invocation, .exit_status)' "$work/predicted")" \
	"$(jq -S 'del(.invocation, .exit_status)' "$work/result")"
check "the drive is set" same "$(on one -B -W /dev/sda | grep "=")" " write-caching =  0 (off)
 APM_level	= 127"
check "the second run" task one "ok=1" "$apm"
check "it sends questions alone" only_asked one
shown one
on one -B254 /dev/sda >"$work/out"
check "drift is seen in check mode" task one "ok=1 changed=1" "$apm" --check
check "it sends questions alone" only_asked one
check "the difference" same "$(result '.differences')" \
	'[{"drive":"/dev/sda","key":"apm","now":"254","wanted":"127"}]'
forget one
check "drift is corrected" task one "ok=1 changed=1" "$apm"
shown one
check "what is so already is not sent" same "$(sent one | grep -c 'SET FEATURES')" 1
check "the drive is set again" same "$(on one -B /dev/sda | grep "=")" " APM_level	= 127"

# --- a setting that the drive does not report
echo "--- spindown_time"
timer() { echo "{drives: [rotational], settings: {spindown_time: $1}}"; }
machine timer 'sda sat id=hdd serial=A1'
check "check mode before" task timer "ok=1 changed=1" "$(timer 20min)" --check
check "it sends questions alone" only_asked timer
shown timer
forget timer
check "the first run" task timer "ok=1 changed=1" "$(timer 20min)"
check "it is sent" grep -qx 'sda IDLE count=f0' "$work/timer/log"
shown timer
forget timer
check "the second run" task timer "ok=1" "$(timer 20min)"
check "it is not sent again" only_asked timer
shown timer
forget timer
check "check mode tells the same" task timer "ok=1" "$(timer 20min)" --check
check "another value" task timer "ok=1 changed=1" "$(timer 30min)"
change timer 'sda power-cycle'
check "re-plugged, in check mode" task timer "ok=1 changed=1" "$(timer 30min)" --check
forget timer
check "re-plugged" task timer "ok=1 changed=1" "$(timer 30min)"
check "it is sent again" grep -qx 'sda IDLE count=f1' "$work/timer/log"
shown timer
check "and once" task timer "ok=1" "$(timer 30min)"

# --- refused, missing, not offered
echo "--- failures"
machine no 'sda sat id=hdd serial=A1' 'sdb sat id=ssd serial=B2' 'fault sda cmd=ef/05 abrt' \
	'sdc sat id=hdd open=EPERM' 'sdd sat id=hdd lost=ec'
printf 'quiet\n' >"$work/no/etc/hdparm.conf"
check "a refused setting fails" task no "failed=1" "{drives: [/dev/sda], settings: {apm: 127}, state: present}"
check "with its text" says "/dev/sda: -B: "
check "and the drive's answer" says "ABRT"
echo "  $(result .msg)"
check "the file is as before" same "$(cat "$work/no/etc/hdparm.conf")" quiet
forget no
check "a setting that the drive lacks fails" task no "failed=1" "{drives: [/dev/sdb], settings: {apm: 127}}"
check "with its text" says "/dev/sdb: apm: the drive has no such setting"
check "and nothing was sent" only_asked no
check "in check mode, too" task no "failed=1" "{drives: [/dev/sdb], settings: {apm: 127}}" --check
check "with the same text" says "/dev/sdb: apm: the drive has no such setting"
check "a drive that may not be opened" task no "failed=1" "{drives: [/dev/sdc], settings: {apm: 128}}"
check "is no difference" says "/dev/sdc: Operation not permitted"
check "a drive that hangs" task no "failed=1" "{drives: [/dev/sdd], settings: {apm: 128}}"
check "is named" says "/dev/sdd: the drive hangs"
forget no
check "one of two that fails" task no "failed=1" "{drives: [rotational], settings: {write_cache: off, apm: 128}}"
check "the other one is set" same "$(result .changed)" true
check "a drive that is not here" task no "failed=1" "{drives: ['id:NONE*'], settings: {apm: 127}}"
check "is named" says "no such drive: id:NONE*"
check "unless that is no failure" task no "ok=1" \
	"{drives: ['id:NONE*'], settings: {apm: 127}, ignore_missing: true}"
check "no drive of a kind" task no "ok=1" "{drives: [nvme], settings: {write_cache: off}}"
check "nothing was sent" same "$(result '.missing, .drives')" "true
[]"
arguments=() texts=()
for key in security_pass security_set_pass sleep standby yes_i_know_what_i_am_doing \
	please_destroy_my_drive poweron_standby mult_sect_io even_if_in_use command_line; do
	arguments+=("{\"drives\": [\"/dev/sda\"], \"settings\": {\"$key\": 1}}")
	texts+=("$key: not offered")
done
for word in command_line '--security-erase' 'a"b' $'a\nb' '{' ''; do
	arguments+=("$(jq -nc --arg word "$word" '{drives: [$word], settings: {apm: 127}}')")
	texts+=("'$word'")
done
arguments+=('{"drives": ["/dev/sda"], "settings": {"idle_standby": "20min"}}')
texts+=("idle_standby: the service hdparm-idle applies it")
arguments+=('{"drives": ["/dev/sda"], "settings": {"apm": "127\nwrite_cache = off"}}'
	'{"drives": ["/dev/sda"], "settings": {"apm": 999}}' '{"drives": ["/dev/sda"], "settings": {}}'
	'{"drives": ["nothing"], "settings": {"apm": 127}}')
texts+=("is no value" "apm: " "there are none" "neither a device nor a selector")
refused no

# --- a drive that sleeps
echo "--- asleep"
machine asleep 'sda sat id=hdd power=standby' 'sdb sas power=standby'
check "it is left alone" task asleep "ok=1" "{drives: [rotational], settings: {write_cache: off}}"
check "and named" same "$(result .asleep)" '["/dev/sda","/dev/sdb"]'
check "it is asked for its power condition alone" sent_is asleep "sda CHECK POWER MODE
sdb REQUEST SENSE"
shown asleep
forget asleep
check "wake, in check mode" task asleep "ok=1 changed=1" \
	"{drives: [rotational], settings: {write_cache: off}, wake: true}" --check
check "wakes nothing" sent_is asleep "sda CHECK POWER MODE
sdb REQUEST SENSE"
shown asleep
forget asleep
check "wake" task asleep "ok=1 changed=1" "{drives: [rotational], settings: {write_cache: off}, wake: true}"
shown asleep
check "both are set" same "$(on asleep -W /dev/sda /dev/sdb | grep -c 'write-caching =  0')" 2

# --- in the file, too
echo "--- present"
machine file 'sda sat id=hdd serial=A1 vpd89'
conf=$work/file/etc/hdparm.conf
present="{drives: ['id:*_A1'], settings: {apm: 127, spindown_time: 20min}, state: present}"
printf '# mine\n/dev/sdz { apm = 1 }' >"$conf"
cp "$conf" "$work/before"
check "check mode before" task file "ok=1 changed=1" "$present" --check --diff
check "the file is as before" cmp "$conf" "$work/before"
check "it sends questions alone" only_asked file
check "--diff shows the file" grep -qx '+# BEGIN ANSIBLE hdparm: id:\*_A1' "$work/play"
check "the first run" task file "ok=1 changed=1" "$present"
check "the file" same "$(cat "$conf")" "# mine
/dev/sdz { apm = 1 }

# BEGIN ANSIBLE hdparm: id:*_A1
id:*_A1 {
	apm = 127
	spindown_time = 20min
}
# END ANSIBLE hdparm: id:*_A1"
check "hdparm finds no error in it" on file "--conf=$conf" --dry-run
forget file
check "the second run" task file "ok=1" "$present"
check "it sends questions alone" only_asked file
echo "# last" >>"$conf"
check "another value" task file "ok=1 changed=1" "${present/127/254}"
check "in the place of the old block" same "$(tail -n 2 "$conf")" "# END ANSIBLE hdparm: id:*_A1
# last"
check "once" same "$(grep -c BEGIN "$conf")" 1
check "the mode" same "$(stat -c %a "$conf")" 644
printf 'apn = 3\n' >>"$conf"
cp "$conf" "$work/before"
check "a file with an error" task file "failed=1" "${present/127/126}"
check "hdparm's text" says "apn"
check "it is not replaced" cmp "$conf" "$work/before"
rm "$conf"
(
	umask 002
	check "no file before" task file "ok=1 changed=1" "$present"
	echo "$passed $failed" >"$work/counts"
)
read -r passed failed <"$work/counts"
check "hdparm may use the new one" same "$(stat -c %a "$conf")" 644

# --- every key
echo "--- keys"
machine keys 'sda sat id=hdd erc=70,70' 'sdb usbsat id=hdd w206=0' 'sdc sat id=hdd epc=on'
all="{drives: [/dev/sda], settings: {apm: 127, error_recovery: 6s, lookahead: off, command_timeout: 60,
  eh_timeout: 20, queue_depth: 1, read_ahead_sect: 512, sct_write_cache: off,
  sct_write_reordering: off}}"
epc="{drives: [/dev/sdc], settings: {epc: on, epc_idle_b: 5min, epc_standby_z: 1h, spindown_time: 1h}}"
check "check mode before" task keys "ok=1 changed=1" "$all" --check
check "it sends questions alone" only_asked keys
cp "$work/result" "$work/predicted"
check "the first run" task keys "ok=1 changed=1" "$all"
check "as check mode told" same "$(jq -S .differences "$work/predicted")" "$(jq -S .differences "$work/result")"
forget keys
check "the second run" task keys "ok=1" "$all"
check "it sends questions alone" only_asked keys
check "power conditions, the first run" task keys "ok=1 changed=1" "$epc"
check "the second run" task keys "ok=1" "$epc"
check "the fallback of error_recovery" task keys "ok=1 changed=1" \
	"{drives: [/dev/sdb], settings: {error_recovery: 7s else command_timeout 180}}"
check "it lasts" task keys "ok=1" "{drives: [/dev/sdb], settings: {error_recovery: 7s else command_timeout 180}}"
# only settings: those of --save-conf, and apm_battery
saved=$(jq -r '.definitions.device.properties.saved.properties.settings.properties | keys[]' \
	contrib/hdparm.schema.json)
check "the offered keys" same "$(sed -n '/^KEYS = /,/)$/p' contrib/ansible/plugins/modules/hdparm.py |
	grep -o "'[a-z_]*'" | tr -d "'" | sort)" "$(printf '%s\napm_battery\n' "$saved" | sort)"
check "the documentation has them all" same "$(ansible-doc -j hdparm.drives.hdparm |
	jq -r '.[].doc.options.settings.description[1]' | sed 's/^The keys are //; s/\. .*//' |
	tr -d ' ' | tr ',' '\n')" "$(printf '%s\napm_battery\n' "$saved" | sort)"

# --- facts
echo "--- hdparm_info"
machine info 'sda sat id=hdd serial=A1 alias=/dev/disk/by-id/ata-FAKE_A1' 'sdb sas power=standby' \
	'nvme0n1 nvme' 'sdc sat lost=e5' 'sdd usb open=EACCES'
info() { # info RECAP ARGUMENTS...
	cat >"$work/info.yml" <<-END
		- hosts: all
		  gather_facts: false
		  tasks:
		    - hdparm.drives.hdparm_info:
		      args: "{{ {'executable': hdparm} | combine($2) }}"
	END
	play info "$1" "$work/info.yml" "${@:3}"
}
check "all drives" info "ok=1" "{}" --check
check "they are asked alone" only_asked info
check "as --list has them" same "$(result '[.drives[] | del(.path, .errors)]' | jq -S .)" \
	"$(on info --list --json 2>/dev/null | jq -S '[.devices[].list]')"
check "a drive that hangs has its error" same "$(result '.drives[] | select(.name == "sdc") | .errors | length')" 1
check "one kind" info "ok=1" "{'drives': ['nvme']}"
check "is one drive" same "$(result '.drives[].name')" nvme0n1
check "none of a kind" info "ok=1" "{'drives': ['id:NONE']}"
check "is no drive" same "$(result '.drives')" '[]'
check "a device that is not here" info "failed=1" "{'drives': ['/dev/sdz']}"
check "an option" info "failed=1" "{'drives': ['-W0']}"

# --- ten machines
echo "--- ten hosts"
names=(h0 h1 h2 h3 h4 h5 h6 h7 h8 h9)
machine h0 'sda sat id=hdd serial=A1' 'sdb sat id=hdd serial=B2' 'sdc sat id=ssd serial=C3'
machine h1 'sda sat id=hdd w128=29' 'sdb sat id=hdd power=standby'
machine h2 'sda sas' 'sdb sas'
machine h3 'nvme0n1 nvme' 'sda sat id=hdd'
machine h4 'sda usbsat id=hdd usb-id=152d:0578'
machine h5 'hda ide id=ata6'
machine h6 'sda sat id=hdd' 'fault sda cmd=ef/82 abrt'
machine h7 'sda sassat id=hdd'
machine h8 'vda virtio'
machine h9 'sda sat id=hdd epc=off' 'md0 md'
inventory "${names[@]}" >"$work/ten"
ten() { # ten WORDS...: recaps of all in $work/ten.recaps
	rm -f "$work/kept"
	for name in "${names[@]}"; do
		forget "$name"
	done
	RESULTS=$work/kept ansible-playbook -f 4 -i "$work/ten" "$plays/ten.yml" "$@" >"$work/play" 2>&1
	recaps "$work/play" | tee "$work/ten.recaps" | sed 's/^/  /'
	cat "$work/ten.recaps" >>"$work/recaps"
}
echo "check mode:"
ten --check
for name in "${names[@]}"; do
	[ "$name" = h8 ] || check "check mode sends $name questions alone" only_asked "$name"
done
for name in "${names[@]}"; do
	sent "$name" | sed "s/^/  $name: /"
done >"$work/check-mode"
echo "what check mode sent, by command:"
sed -E 's/^ +h[0-9]: [a-z0-9]+ //; s/ (feature|count|lba|cdw10|sector).*//' "$work/check-mode" | sort | uniq -c
expected="h0: ok=2 changed=2
h1: ok=2 changed=2
h2: ok=2 changed=2
h3: ok=2 changed=2
h4: ok=2 changed=2
h5: ok=2 changed=2
h6: ok=2 changed=2
h7: ok=2 changed=2
h8: ok=2 changed=1
h9: ok=2 changed=2"
check "check mode tells the changes" same "$(cat "$work/ten.recaps")" "$expected"
echo "first run:"
ten
check "the first run changes the same, and one drive refuses" same "$(cat "$work/ten.recaps")" \
	"${expected/h6: ok=2 changed=2/h6: failed=1}"
check "the virtual disk lacks the cache's setting" same "$(jq -sc '[.[] | .results[]?.lacking[]?, .lacking[]? |
	select(.drive == "/dev/vda").key] | sort' "$work/kept")" '["spindown_time","write_cache"]'
check "the refusal has its text" grep -qF 'failed: [h6]' "$work/play"
check "and the drive's answer" grep -q 'h6.*/dev/sda: -W: .*ABRT' "$work/play"
echo "second run:"
ten
check "the second run changes nothing" same "$(cat "$work/ten.recaps")" \
	"$(sed 's/ changed=[0-9]*//; s/^h6: .*/h6: failed=1/' <<<"$expected")"
for name in "${names[@]}"; do
	case $name in
	h6 | h8) continue ;;
	esac
	check "the second run asks $name alone" only_asked "$name"
done
check "a sleeping drive of h1 still sleeps" grep -q standby <(on h1 -C /dev/sdb)

# --- the role
echo "--- role"
machine role 'sda sat id=hdd serial=A1' 'sdb sat id=ssd serial=B2 vpd89'
mkdir "$work/tools"
cat >"$work/tools/systemctl" <<END
#!/bin/sh
# what the module systemd asks of it
for word; do
	case \$word in *.service) state=$work/state.\$word ;; esac
done
case "\$*" in
*show*) printf 'LoadState=loaded\\nActiveState=inactive\\nUnitFileState=%s\\n' disabled ;;
*is-enabled*) grep -qx enabled "\$state" 2>/dev/null && echo enabled || { echo disabled; exit 1; } ;;
*enable*) echo enabled >"\$state" ;;
esac
END
chmod 755 "$work/tools/systemctl"
role() { # role RECAP WORDS...
	RECORD=$work/packages PATH=$work/tools:$PATH play role "$@"
}
conf=$work/role/etc/hdparm.conf
export FLEET_PACKAGES=$work/packages
check "check mode before" role "ok=5 changed=5" "$plays/role.yml" --check
check "it sends questions alone" only_asked role
check "it writes nothing" test ! -e "$conf" -a ! -e "$work/packages"
check "no service is enabled" same "$(cd "$work" && ls state.* 2>/dev/null)" ""
forget role
check "the first run" role "ok=5 changed=5" "$plays/role.yml"
shown role
check "the package is installed" grep -qx 'hdparm present' "$work/packages"
check "the services are enabled" same "$(cd "$work" && ls state.*)" "state.hdparm-idle.service
state.hdparm.service"
check "the file" same "$(grep -v '^#' "$conf")" "quiet

rotational ata {
	apm = 127
	write_cache = off
	idle_standby = 20min
}

usb {
	idle_standby = 10min
}

id:*B2 {
	lookahead = off
}

command_line {
	hdparm -q -a 512 /dev/sdb
}"
check "the drives are as in the file" on role "--conf=$conf" --check /dev/sda
forget role
check "the second run" role "ok=5" "$plays/role.yml"
shown role
check "it sends questions alone" only_asked role
cp "$conf" "$work/before"
check "a file with an error" role "ok=1 failed=1" "$plays/role.yml" -e 'hdparm_conf_last=apn=3'
check "has hdparm's text" grep -q "apn" "$work/play"
check "it is not written" cmp "$conf" "$work/before"

# --- what ansible itself says of the collection
echo "--- collection"
for module in hdparm hdparm_info; do
	check "ansible-doc $module" ansible-doc "hdparm.drives.$module"
	check "its examples" ansible-playbook --syntax-check -i localhost, \
		<(printf -- '- hosts: all\n  tasks:\n'; ansible-doc -j "hdparm.drives.$module" |
			jq -r '.[].examples' | sed 's/^/    /')
	check "what it returns" test "$(ansible-doc -j "hdparm.drives.$module" | jq '.[].return | length')" -ge 3
done
check "the program's version" same "$(sed -n 's/^version: \(.*\)\.0$/\1/p' contrib/ansible/galaxy.yml)" \
	"$(sed -n 's/^#define HDPARM_VERSION "\(.*\)"/\1/p' include/build.h)"
check "ansible-galaxy collection build" ansible-galaxy collection build --output-path "$work/built" contrib/ansible
check "and install" ansible-galaxy collection install --offline -p "$work/installed" "$work"/built/*.tar.gz
check "with the modules" test -s "$work/installed/ansible_collections/hdparm/drives/plugins/modules/hdparm.py"
# the others need pip and the network
python=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
sanity=$(cd "$collection" && ansible-test sanity --list-tests 2>/dev/null |
	grep -xE 'compile|shebang|line-endings|no-.*|use-.*|symlinks|empty-init|replace-urlopen')
for test in $sanity; do
	sanity() (cd "$collection" && ansible-test sanity --color no --test "$1" --python "$python")
	check "ansible-test sanity --test $test" sanity "$test"
done
echo "  sanity: $(tr '\n' ' ' <<<"$sanity")"
finish ansible
