# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2154,SC2034,SC2086 # variables shared with lib.sh; words
# The dangerous options from start to end, as a user runs them, on the fake drive behind a real
# kernel: the output, the commands to the drive, and the state after a power cycle.
# shellcheck source=/dev/null
. /vm/fakedrive.sh
make_files

# Run ours with an empty log of the drive.
run()
{
	: >/tmp/drive.log
	ours "$@" "$disk"
}

asked_for_power_mode_alone()
{
	want_that "it was asked for its power mode alone" \
		[ "$(sort -u /tmp/drive.log)" = "$(grep -m 1 '^[a-z]* CHECK POWER MODE$' /tmp/drive.log)" ]
}

# Run it at a terminal.
run_at_terminal()
{
	terminal=/vm/tty
	run "$@"
	terminal=
}

security()
{
	topic "$kind: a password is set, locks after a power cycle, unlocks, and goes"
	run --security-set-pass abc
	want_status 0
	reached 'SECURITY SET PASSWORD'
	want_no_out abc
	run -I
	want_out '^	*enabled$'
	change power-cycle
	run -I
	want_out '^	*locked$'
	run --security-unlock wrong
	want_status 5
	want_err '--security-unlock: '
	run --read-sector 5
	want_status 5
	want_no_out succeeded
	run --security-unlock abc
	want_status 0
	run --read-sector 5
	want_status 0
	want_out 'reading sector 5: succeeded'
	run --security-disable abc
	want_status 0
	run -I
	want_out 'not	enabled'
	change power-cycle
	run --read-sector 5
	want_status 0

	topic "$kind: a frozen drive takes no password until its power was away"
	run --security-freeze
	want_status 0
	run -I
	want_out '^		frozen$'
	run --security-set-pass abc
	want_status 5
	not_reached 'SECURITY SET'
	change power-cycle
	run -I
	want_out '^	not	frozen$'

	topic "$kind: secure erase"
	run --security-set-pass abc
	want_status 0
	run --security-erase wrong
	want_status 5
	run --security-erase abc
	want_status 0
	reached 'SECURITY ERASE UNIT'
	run -I
	want_out 'not	enabled'

	topic "$kind: five wrong passwords, a power cycle, and the master erases"
	run --user-master m --security-set-pass top
	want_status 0
	run --security-mode m --security-set-pass abc
	want_status 0
	change power-cycle
	for try in 1 2 3 4 5; do
		run --security-unlock wrong$try
		want_status 5
	done
	want_err 'attempts used up'
	run -I
	want_out '^		expired: security count'
	run --security-unlock abc
	want_status 5
	not_reached 'SECURITY UNLOCK'
	change power-cycle
	run --user-master m --security-unlock top
	want_status 5
	not_reached 'SECURITY UNLOCK'
	run --user-master m --security-erase top
	want_status 0
	reached 'SECURITY ERASE UNIT'
	run -I
	want_out 'not	enabled'
	run --read-sector 5
	want_status 0

	topic "$kind: the password from a file, and from a prompt"
	echo abc >/tmp/password
	chmod 600 /tmp/password
	run --security-password-file /tmp/password --security-set-pass
	want_status 0
	run --security-disable abc
	want_status 0
	run --security-set-pass abc
	want_status 0
	input=/tmp/password
	run --security-prompt-for-password --security-disable
	want_err 'Please enter the drive password: '
	want_status 0
	input=
	run -I
	want_out 'not	enabled'
	topic "$kind: the password typed at a terminal"
	input=/tmp/password
	run_at_terminal --security-prompt-for-password --security-set-pass
	want_status 0
	want_out 'Please enter the drive password: '
	want_no_out abc
	run --security-disable abc
	want_status 0
	run --security-set-pass abc
	want_status 0
	run_at_terminal --security-prompt-for-password --security-disable
	want_status 0
	want_no_out abc
	input=
	run -I
	want_out 'not	enabled'
}

capacity()
{
	topic "$kind: the host protected area"
	run -N
	want_status 0
	want_out 'HPA is disabled'
	sectors=$(sed -n 's/.*max sectors *= \([0-9]*\)\/.*/\1/p' /tmp/out)
	run -N1000000
	want_status 1
	run $yes -N1000000
	want_status 0
	want_out "max sectors   = 1000000/$sectors, HPA is enabled"
	change power-cycle
	run -N
	want_out "max sectors   = $sectors/$sectors, HPA is disabled"
	run $yes -Np1000000
	want_status 0
	run $yes -Np2000000
	want_status 5
	change power-cycle
	run -N
	want_out "max sectors   = 1000000/$sectors, HPA is enabled"
	run -Np$sectors
	want_status 0
	run -N
	want_out "max sectors   = $sectors/$sectors, HPA is disabled"

	topic "$kind: device configuration overlay"
	change power-cycle
	run --dco-identify
	want_status 0
	want_out "Real max sectors: $sectors"
	run $yes --dco-setmax 1000000
	want_status 0
	run -N
	want_out 'max sectors   = 1000000/1000000, HPA is disabled'
	change power-cycle
	run $yes --dco-restore
	want_status 0
	run -N
	want_out "max sectors   = $sectors/$sectors, HPA is disabled"
	run --dco-freeze
	want_status 0
	reached 'DEVICE CONFIGURATION FREEZE'
	run $yes --dco-setmax 1000000
	want_status 5
	change power-cycle
	run --dco-identify
	want_status 0
}

refuses_to_guess()
{
	topic "$kind: no size is made of half an address"
	run -N
	want_status 5
	want_no_out 'max sectors'
	run $yes -N1000000
	want_status 5
	not_reached 'SET MAX'
	topic "$kind: device configuration overlay"
	run --dco-identify
	want_status 0
	want_out 'Real max sectors: 1953525168'
}

refusals()
{
	topic "$kind: sectors"
	run $yes --write-sector 7
	want_status 0
	want_out 'succeeded'
	run --read-sector 99999999999
	want_status 34
	want_err 'the drive has no sector 99999999999: it has 1953525168 sectors'
	want_no_out succeeded
	change fault cmd=24 unc
	change fault cmd=20 unc
	run --read-sector 8
	want_status 5
	want_no_out succeeded

	topic "$kind: refusals of the drive are failures"
	for command in b1 92 b4; do
		change fault cmd=$command abrt
	done
	run --dco-freeze
	want_status 5
	run --dco-identify
	want_status 5
	want_no_out 'Real max sectors'
	run $yes $destroy --fwdownload /vm/firmware
	want_status 5
	want_no_out Done
	run --sanitize-status
	want_status 5
	want_no_out State
}

for kind in "sda sat id=hdd w59=f510" "sda sat id=hdd w59=f510 sense=desc" \
	"sda sassat id=hdd w59=f510 sense=fixed"; do
	drive "$kind"
	security
	case $kind in
	*fixed) refuses_to_guess ;; # that form has no room for such a large address
	*) capacity ;;
	esac
	refusals
done

kind="accessible max address"
drive sda sat id=hdd w82.10=0 w119.8=1
topic "$kind"
run $yes -N1000000
want_status 0
reached 'MAX ADDRESS'
want_out '1000000/[0-9]*, ACCESSIBLE MAX ADDRESS enabled'
run $yes -N2000000
want_status 5
change power-cycle
run -N
want_out '1000000/[0-9]*, ACCESSIBLE MAX ADDRESS enabled'

drive sda sat id=hdd w59=f510 sanitize-step=60000
topic "sanitize, followed to its end"
run --sanitize-status
want_status 0
want_out 'SD0 Sanitize Idle'
run $yes --sanitize-block-erase --wait
want_status 0
reached 'SANITIZE.*feature=12'
want_out 'Last Sanitize Operation Completed Without Error'
topic "sanitize, followed at a terminal"
change sanitize-step=16384
run_at_terminal $yes --sanitize-block-erase --wait
want_status 0
reached 'SANITIZE.*feature=12'
want_out 'sanitizing: 25%'
want_out 'sanitizing: 50%, about 0:00:0[0-9] left'
want_out 'Last Sanitize Operation Completed Without Error'
topic "sanitize goes on when power was away"
change sanitize-step=16384
run $yes --sanitize-overwrite hex:12345678
want_status 0
want_out 'Operation started in background'
# each query of the state is a step, the command itself is the first
run --sanitize-status
want_out 'SD2 Sanitize operation In Process'
want_out 'Progress: 0x8000 \(50%\)'
run --read-sector 5
want_status 5
want_no_out succeeded
change power-cycle
run --sanitize-status
want_out 'Progress: 0xc000 \(75%\)'
run --json --sanitize-status --wait
want_status 0
want_out '"state": "idle"'
run --sanitize-status
want_out 'Last Sanitize Operation Completed Without Error'
topic "sanitize that fails at its end"
change sanitize-fails sanitize-step=60000
run $yes --sanitize-crypto-scramble --wait
want_status 5
want_err 'SD3 Sanitize Operation Failed'
want_no_out 'Completed Without Error'

topic "firmware: a failure at segment 3 ends it, the old one stays"
tell again
change fault cmd=92 nth=3 abrt
run $yes $destroy --fwdownload-mode3 /vm/firmware
want_status 5
want_no_out Done
want_that "3 segments, no more" [ "$(grep -c 'DOWNLOAD MICROCODE' /tmp/drive.log)" = 3 ]
run -I
want_out 'Firmware Revision:  F1.0'
topic "firmware: active at once"
for mode in fwdownload fwdownload-mode3 fwdownload-mode3-max fwdownload-mode7; do
	tell again
	run $yes $destroy --$mode /vm/firmware
	want_status 0
	want_out 'firmware revision: F1.0 before, NEWFW1.0 now'
done
topic "firmware: active after a power cycle"
for mode in fwdownload-modee fwdownload-modee-max; do
	tell again
	run $yes $destroy --$mode /vm/firmware
	want_status 0
	run -I
	want_out 'Firmware Revision:  F1.0'
	change power-cycle
	run -I
	want_out 'Firmware Revision:  NEWFW1.0'
done
topic "firmware: nothing waits for activation"
run $yes $destroy --fwactivate
want_status 5
topic "firmware: activated"
tell again
run $yes $destroy --fwdownload-modee /vm/firmware
want_status 0
run $yes $destroy --fwactivate
want_status 0
reached 'DOWNLOAD MICROCODE feature=0f'
run -I
want_out 'Firmware Revision:  NEWFW1.0'

# Commands that change something, in the log. Without --dry-run the checks see that the log has
# them.
changes='SECURITY (SET|UNLOCK|DISABLE|ERASE|FREEZE)|SANITIZE.*feature=1|MICROCODE|WRITE|DATA SET|SET MAX'
changes="$changes|SET FEATURES|SET SECTOR|STANDBY|SLEEP|IDLE|FLUSH|CONFIGURATION (FREEZE|RESTORE|SET)|VENDOR"
drive sda sat id=hdd $all_features
topic "a dry run"
for command in -W0 -S12 -y -Y -B127 -A0 -M128 -X66 -Z -F "-s1 $yes" "-J30 $destroy" "$yes -N1000000" \
	--idle-immediate --idle-unload --dco-freeze "$yes --dco-restore" "$yes --dco-setmax 1000000" \
	"--security-set-pass abc" --security-freeze "$yes --write-sector 5" "$yes --repair-sector 5" \
	"$yes --make-bad-sector f6" "$yes --sanitize-block-erase" "$yes --sanitize-crypto-scramble" \
	"$yes --sanitize-overwrite hex:12345678" --sanitize-freeze-lock \
	"$yes $destroy --fwdownload-mode7 /vm/firmware" "$destroy --set-sector-size 4096"; do
	run --dry-run $command
	want_status 0
	want_out ' not sent: '
	not_reached "$changes"
done
run -I
want_out '	not	enabled'
want_out '	not	frozen'
want_out 'Firmware Revision:  F1.0'
run -W0
want_status 0
reached "$changes"

drive sda sat id=hdd epc=on
topic "extended power conditions"
run --epc-timer idle_b=20min,save --epc-idle-a 2s --epc-idle-b 30min --epc-idle-c off --epc-standby-z 2h
want_status 0
reached 'SET FEATURES feature=4a count=82 lba=465022'
reached 'SET FEATURES feature=4a lba=78a2'
run --epc-standby-y 2min
want_status 95
want_err 'the drive does not have this power condition'
not_reached "$changes"
run --epc off
want_status 0
run --epc on
want_status 0
run --epc-standby-z 10min
want_status 0
run --epc
want_status 0
want_out '^ epc           =  1 \(on\)$'
want_out '^ standby_z 10 min   off '
run --epc-go standby_z
want_status 0
run -C
want_out 'drive state is:  standby'

drive sda sat id=hdd erc=0 erc-least=65 erc-keeps
topic "error recovery, and what outlasts -W"
run --error-recovery 7s,8s,keep
want_status 0
want_out '^ error recovery at power-on = read 7.0 s, write 8.0 s$'
reached 'SMART WRITE LOG .*sct=3/1/1/70/0'
reached 'SMART WRITE LOG .*sct=3/3/2/80/0'
run --error-recovery 3s
want_status 5
want_err 'the time for reading is shorter than the drive takes'
change power-cycle
run --error-recovery
want_status 0
want_out '^ error recovery = read 7.0 s, write 8.0 s$'
run --sct-feature write-cache off,keep --sct-write-reordering off
want_status 0
reached 'SMART WRITE LOG .*sct=4/1/1/3/1'
change power-cycle
run --sct-write-cache --sct-write-reordering -W
want_status 0
want_out '^ write-caching =  0 \(off\)$'
want_out '^ SCT write cache = off, kept over a power cycle$'
want_out '^ SCT write reordering = on$'
run --sct-write-cache=on
want_status 0

drive sda sat id=hdd
topic "a drive in standby is left alone"
run -y
want_status 0
for question in -W -t -I "--read-sector 5" -S12; do
	run --if-awake=3 $question
	want_status 3
	want_out '^ skipped: the drive is in standby \(standby_z\)$'
	asked_for_power_mode_alone
done
run --list
want_status 0
want_out "^${disk#/dev/}	.*	standby_z	"
asked_for_power_mode_alone
LIMIT=4 run -C --watch=1
want_status 137
want_out "^20[0-9]*-[0-9T:-]* $disk standby\$"
asked_for_power_mode_alone
run --if-awake -W
want_status 0
want_out '^ skipped: '
run -W
want_status 0
want_out 'write-caching'
run --idle-immediate
run --if-awake=3 -W
want_status 0
want_out 'write-caching'
topic "a drive that the kernel has suspended is left alone"
power=/sys/block/${disk#/dev/}/device/power
echo 100 >$power/autosuspend_delay_ms
echo auto >$power/control
tries=0
while [ "$(cat $power/runtime_status)" != suspended ] && [ $tries -lt 100 ]; do
	usleep 100000
	tries=$((tries + 1))
done
want_that "it is suspended" [ "$(cat $power/runtime_status)" = suspended ]
run --if-awake=4 -W
want_status 4
want_out '^ skipped: the drive is in standby \(suspended\)$'
run -C
want_out 'drive state is:  standby'
want_that "it stays suspended" [ "$(cat $power/runtime_status)" = suspended ]
want_that "it was sent nothing" [ ! -s /tmp/drive.log ]
run --list
want_out "^${disk#/dev/}	.*	suspended	"
want_that "it stays suspended" [ "$(cat $power/runtime_status)" = suspended ]
want_that "it was sent nothing" [ ! -s /tmp/drive.log ]
run -W
want_status 0
want_out 'write-caching'
echo on >$power/control

topic "two devices at a time"
load loop
truncate -s 8M /tmp/beside
losetup /dev/loop1 /tmp/beside
change delay=1500
(
	tries=0
	while [ "$(cat /sys/block/loop1/queue/read_ahead_kb)" != 152 ] && [ $tries -lt 1000 ]; do
		tries=$((tries + 1))
		usleep 20000
	done
	cut -d. -f1 /proc/uptime >/tmp/when
) &
: >/tmp/drive.log
ours --jobs 2 -qa304 -W -A -y "$disk" /dev/loop1
ended=$(cut -d. -f1 /proc/uptime)
want_out '^ write-caching'
wait $!
want_that "the second was served while the first was slow" [ $((ended - $(cat /tmp/when))) -ge 1 ]
losetup -d /dev/loop1

drive sda sat id=hdd idle3=80 temp=35
topic "vendors' commands"
run -J
want_status 0
want_out 'wdidle3      = 8.0 secs'
run $destroy -J30
want_status 0
want_out 'wdidle3      = 30 secs'
change power-cycle
run -J
want_out 'wdidle3      = 30 secs'
change fault cmd=b0 abrt
run $destroy -J12
want_status 5
reached 'WESTERN DIGITAL VENDOR MODE feature=44' # vendor mode was left, whatever happened
run -H
want_out 'drive temperature \(celsius\) is:  35'
run -Z
want_status 0
run --drq-hsm-error
want_status 5
want_err 'status=0x51'

drive sda sat id=ssd logical=4096
topic "sectors of 4096 bytes"
want_that "the kernel sees them" [ "$(cat /sys/block/${disk#/dev/}/queue/logical_block_size)" = 4096 ]
run -I
want_out 'Logical  Sector size: *4096 bytes'
run --read-sector 5
want_status 0
want_that "all of a sector is shown" [ "$(grep -c '^[0-9a-f]* [0-9a-f ]*$' /tmp/out)" = 256 ]
want_out '^0500 0000 0000 0000'
run $yes --write-sector 5
want_status 0
run --read-sector 5
want_that "all of it was written" \
	[ "$(grep -c '^0000 0000 0000 0000 0000 0000 0000 0000$' /tmp/out)" = 256 ]
run --read-sector 6
want_out '^0600 0000 0000 0000'
run $yes --make-bad-sector f6
want_status 5
change w119.2=1
run $yes --make-bad-sector f6
want_status 0
run --read-sector 6
want_status 5
want_no_out succeeded
run $yes --repair-sector 6
want_status 0
run --read-sector 6
want_status 0
run $destroy --trim-sector-ranges 5:1 4096:65535
want_status 0
reached 'DATA SET MANAGEMENT feature=01 count=01'
ours -t "$disk"
want_status 0
want_out '= .*B/sec'

drive sda sat id=hdd log=2f:0=vm/sector-sizes.hex
topic "the size of sectors"
run --set-sector-size 4096
want_status 1
run $destroy --set-sector-size 520
want_status 22
not_reached 'SET SECTOR CONFIGURATION'
run $destroy --set-sector-size 4096
want_status 0
reached 'SET SECTOR CONFIGURATION EXT feature=a100 count=01'
run -I
want_out 'Logical  Sector size: *4096 bytes'
run --read-sector 1
want_status 0
want_out '^0100 0000 0000 0000'
run $destroy --set-sector-size 512
want_status 0
run -I
want_out 'Logical  Sector size: *512 bytes'

drive sda sat id=ssd w105=4000
awk 'BEGIN { for (i = 0; i < 100000; i++) print 16 * i ":8" }' >/tmp/ranges
for limit in default 512 64; do
	topic "trim of 100000 ranges, max_sectors_kb $limit"
	[ $limit = default ] || echo $limit >/sys/block/${disk#/dev/}/queue/max_sectors_kb
	input=/tmp/ranges
	run $destroy --trim-sector-ranges-stdin
	input=
	want_status 0
	want_no_err
	sectors=$(awk '/^trimming/ { n += $2 } END { print n }' /tmp/out)
	want_that "800000 sectors, not $sectors" [ "$sectors" = 800000 ]
	note "max_sectors_kb $(cat /sys/block/${disk#/dev/}/queue/max_sectors_kb)," \
		"$(grep -c 'DATA SET MANAGEMENT' /tmp/drive.log) commands, $took s"
done
topic "trim: the second command fails"
change fault cmd=06 nth=2 abrt
input=/tmp/ranges
run $destroy --trim-sector-ranges-stdin
input=
want_status 5
want_that "what was done is told" [ "$(grep -c succeeded /tmp/out)" = 1 ]
want_that "nothing after it" [ "$(grep -c 'DATA SET MANAGEMENT' /tmp/drive.log)" = 2 ]

drive sda sat id=hdd $all_features
topic "a drive in use"
load dm_mod
dmsetup create holder --table "0 8 linear $disk 0"
run --security-set-pass abc
want_status 0
for action in "--security-erase abc" "$yes --sanitize-block-erase" "$yes -N1000" \
	"$destroy --set-sector-size 4096"; do
	run $action
	want_status 16
	not_reached "$changes"
done
run --even-if-in-use --security-erase abc
want_status 0
reached 'SECURITY ERASE UNIT'
dmsetup remove holder

# A slow drive that the kernel loses at work: results so far may be shown, the rest is a failure,
# and nothing hangs.
taken_away()
{
	change delay=1500
	(sleep 2; echo 1 >/sys/block/${disk#/dev/}/device/delete) &
	run "$@"
	note "$*: status $status after $took s: $(cat /tmp/err)"
	want_within 20
	wait $!
}

topic "taken away in the middle of a trim"
drive sda sat id=ssd w105=0001
head -n 400 /tmp/ranges >/tmp/some
input=/tmp/some
taken_away $destroy --trim-sector-ranges-stdin
input=
want_status 5 19 52
want_err '--trim-sector-ranges-stdin: '
want_that "not all of it" [ "$(grep -c succeeded /tmp/out)" -lt 7 ]
topic "taken away in the middle of -I and other questions, as JSON"
drive sda sat id=hdd
taken_away --json --strict -IHNA
want_status 5 19 52
want_out "^  \"exit_status\": $status\$"
want_out '^ +("option": )?"-N",?$'
want_no_out '"errors": []'
want_no_out '"native_sectors"'
topic "taken away while a sector is read"
drive sda sat id=hdd
taken_away --read-sector 5 -y
want_status 5 19 52
want_err '-y: |left undone: -y$'
topic "taken away, and another device beside it"
drive sda sat id=hdd
load loop
truncate -s 8M /tmp/other
losetup /dev/loop0 /tmp/other
: >/tmp/drive.log
change delay=1500
(sleep 2; echo 1 >/sys/block/${disk#/dev/}/device/delete) &
ours --jobs 2 -g -aAW "$disk" /dev/loop0
wait $!
want_within 20
want_out '^/dev/loop0:'
want_out 'readahead     = 256'
losetup -d /dev/loop0

# Recovery of a drive that an erase has left locked.
drive sda sat id=hdd
topic "--erase takes the way of the security feature set, and leaves no password"
run --erase $yes $destroy
want_status 0
want_out 'method:  SECURITY ERASE UNIT'
want_out 'result:  erased'
reached 'SECURITY SET PASSWORD'
reached 'SECURITY ERASE UNIT'
run -I
want_out 'not	enabled'
topic "--erase of a drive that refuses to erase leaves no password"
change fault cmd=f4 times=1 abrt
run --erase $yes $destroy
want_status 5
run -I
want_out 'not	enabled'
topic "the power goes in the middle of an erase"
run --security-set-pass hdparm
want_status 0
change power-cycle
run --read-sector 5
want_status 5
run --security-recover
want_status 0
run -I
want_out 'not	enabled'
run --read-sector 5
want_status 0
# The lock of the disk's node, which keeps udev and others away from a drive.
drive sda sat id=hdd user-password=abc
topic "a drive that another process has locked"
lock "$disk"
run --security-erase abc
want_status 16
want_err "busy: another program \(locked, process $lock_holder\) has locked the drive; nothing was sent"
not_reached '.'
run -C
want_status 0
want_out 'active/idle'
printf '%s {\n\twrite_cache = off\n}\n' "$disk" >/tmp/locked.conf
: >/tmp/drive.log
ours --conf=/tmp/locked.conf
want_status 16
want_err 'locked'
not_reached 'SET FEATURES'
unlock
ours --conf=/tmp/locked.conf
want_status 0
reached 'SET FEATURES'
topic "an erase has the lock until it has ended"
mkfifo /tmp/erase-password
run --security-set-pass abc
want_status 0
: >/tmp/drive.log
$NEW --security-password-file /tmp/erase-password --security-erase "$disk" >/tmp/erase 2>&1 &
erase=$!
for try in 1 2 3 4 5 6 7 8 9 10; do
	grep -q FLOCK /proc/locks && break
	usleep 200000
done
want_that "another process does not get it" [ "$(/vm/locked "$disk" 0; echo $?)" = 1 ]
not_reached 'ERASE'
echo abc >/tmp/erase-password
wait $erase
status=$?
cp /tmp/erase /tmp/out
want_status 0
reached 'SECURITY ERASE UNIT'
want_that "the lock is free again" /vm/locked "$disk" 0
# Time limits: the drive is silent, and the kernel gives up after the limit of SG_IO.
drive sda sat id=hdd w59=f510
topic "a drive that does not answer"
change fault cmd=b4 times=1 lost
run --sanitize-status
want_status 110
want_err '--sanitize-status: SANITIZE STATUS EXT failed \(no answer within 10 s\): Connection timed out'
want_no_out State
want_within 40
run -C
want_status 0
change fault cmd=ef times=1 lost
run -A0
want_status 110
want_err '-A: SET FEATURES disable read look-ahead failed \(no answer within 15 s\): Connection timed out'
want_that "sent once" [ "$(grep -c 'SET FEATURES' /tmp/drive.log)" = 1 ]
want_within 40
run -C
want_status 0
want_out 'active/idle'
topic "a drive that does not answer gets no more commands"
change fault cmd=ef times=1 lost
run -A0 -y
want_status 110
want_err 'the drive hangs: SET FEATURES disable read look-ahead had no answer within 15 s; nothing more is sent to it; left undone: -y'
not_reached 'STANDBY IMMEDIATE'
want_within 40
topic "a slow drive"
change delay=3000
run -C
want_status 0
want_out 'active/idle'
want_within 20
remove_drive
