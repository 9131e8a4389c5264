# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2154,SC2034,SC2086 # variables shared with lib.sh; words
# Disks without ATA commands: hdparm reports the same as nvme-cli, sdparm and sg3_utils, and reads
# what they set, and the reverse.
# shellcheck source=/dev/null
. /vm/fakedrive.sh
PATH=$PATH:/usr/bin:/usr/sbin

# said WORDS: the text after these words in our program's last answer, without blanks around it
said()
{
	sed -n "s/^[[:space:]]*$1[:=]* *//p" /tmp/out | sed 's/ *$//' | head -n 1
}

# same WHAT THEIRS OURS: must be equal and not missing.
same()
{
	want_that "$1: theirs \"$2\", ours \"$3\"" [ "${2:-none}" = "$3" ]
}

# field NAME: the value of "NAME : value" in a peer's answer, without blanks at the end
field()
{
	sed -n "s/^$1 *: *//p" | sed 's/ *$//' | head -n 1
}

nvme_feature()
{
	nvme get-feature -f "$1" "$2" | sed -n 's/.*[Cc]urrent value: *\(0x\)*0*\([0-9a-f]\)$/\2/p'
}

# NODE: identity, size, cache and temperature
nvme_disk()
{
	topic "NVMe: $1"
	name nvme "$1"
	nvme id-ctrl "$1" >/tmp/ctrl 2>&1
	nvme id-ns "$1" >/tmp/ns 2>&1
	ours -I "$1"
	want_status 0
	same model "$(field mn </tmp/ctrl)" "$(said 'Model Number')"
	same serial "$(field sn </tmp/ctrl)" "$(said 'Serial Number')"
	same firmware "$(field fr </tmp/ctrl)" "$(said 'Firmware Revision')"
	shift_=$(sed -n 's/.*lbads:\([0-9]*\).*(in use).*/\1/p' /tmp/ns)
	same "sector size" "$((1 << shift_)) bytes" "$(said 'Logical *Sector size')"
	blocks=$(field nsze </tmp/ns)
	same size "$((blocks * (1 << shift_) / 1000000)) MBytes ($((blocks * (1 << shift_) / 1000000000)) GB)" \
		"$(said 'device size with M = 1000\*1000')"
	eui=$(field eui64 </tmp/ns)
	nguid=$(field nguid </tmp/ns)
	[ "$nguid" = 00000000000000000000000000000000 ] || eui=$nguid
	# zeros are no name
	[ "$eui" = 0000000000000000 ] || same name "$eui" "$(said 'Logical Unit WWN Device Identifier')"
	ours -i "$1"
	want_out "^ Model=$(field mn </tmp/ctrl), FwRev=$(field fr </tmp/ctrl), SerialNo=$(field sn </tmp/ctrl)\$"
	ours -H "$1"
	same temperature "$(nvme smart-log "$1" | sed -n 's/^temperature[^:]*: *\([0-9]*\).*/\1/p')" \
		"$(said 'drive temperature (celsius) is')"
	for value in 0 1; do
		nvme set-feature -f 6 -v $value "$1" >/dev/null
		ours -W "$1"
		same "write cache, set by nvme-cli" "$(nvme_feature 6 "$1")" "$(said write-caching | sed 's,^= *,,' | cut -c1)"
	done
	for value in 0 1; do
		ours -W$value "$1"
		want_status 0
		same "write cache, set by us" "$(nvme_feature 6 "$1")" "$value"
	done
}

sdparm_value()
{
	sdparm --quiet --get="$1" "$2" 2>/dev/null | awk '{ print $2 }'
}

# NODE WORDS [usb-storage|uas]: the same of a disk of SCSI commands
scsi_disk()
{
	topic "SCSI: $2"
	name scsi "$1"
	sg_inq "$1" >/tmp/inquiry 2>&1
	sg_readcap --16 "$1" >/tmp/capacity 2>&1
	ours -I "$1"
	want_status 0
	vendor=$(sed -n 's/^ *Vendor identification: *//p' /tmp/inquiry | sed 's/ *$//')
	product=$(sed -n 's/^ *Product identification: *//p' /tmp/inquiry | sed 's/ *$//')
	same model "$vendor $product" "$(said 'Model Number')"
	same revision "$(sed -n 's/^ *Product revision level: *//p' /tmp/inquiry | sed 's/ *$//')" \
		"$(said 'Firmware Revision')"
	serial=$(sg_vpd -p sn "$1" 2>/dev/null | sed -n 's/^ *Unit serial number: *//p' | sed 's/ *$//')
	# the kernel asks a USB disk for no such page
	[ -z "$serial" ] || [ "${3-}" = usb-storage ] || same serial "$serial" "$(said 'Serial Number')"
	size=$(sed -n 's/.*Logical block length=\([0-9]*\) bytes.*/\1/p' /tmp/capacity)
	blocks=$(sed -n 's/.*Number of logical blocks=\([0-9]*\).*/\1/p' /tmp/capacity)
	same "sector size" "$size bytes" "$(said 'Logical *Sector size')"
	same size "$((blocks * size / 1000000)) MBytes ($((blocks * size / 1000000000)) GB)" \
		"$(said 'device size with M = 1000\*1000')"
	naa=$(sg_vpd -p di_lu -q "$1" 2>/dev/null | sed -n 's/^ *0x\([0-9a-f]*\)$/\1/p' | head -n 1)
	[ -z "$naa" ] || same name "$naa" "$(said 'Logical Unit WWN Device Identifier')"
	rotation=$(sg_vpd -p bdc "$1" 2>/dev/null | sed -n 's/^ *Nominal rotation rate: *\([0-9]*\).*/\1/p')
	[ -z "$rotation" ] || same rotation "$rotation" "$(said 'Nominal Media Rotation Rate')"
	ours -W "$1"
	same "write cache" "$(sdparm_value WCE "$1")" "$(said write-caching | sed 's,^= *,,' | cut -c1)"
	for value in 0 1; do
		ours -W$value "$1"
		want_status 0
		same "write cache, set by us" "$(sdparm_value WCE "$1")" "$value"
	done
	sdparm --quiet --clear=WCE "$1" >/dev/null 2>&1
	sdparm_value WCE "$1" >/dev/null # a disk says once that parameters changed
	ours -W "$1"
	# many USB disks hang at this question: what the kernel has read is shown
	[ -n "${3-}" ] || same "write cache, set by sdparm" "$(sdparm_value WCE "$1")" \
		"$(said write-caching | sed 's,^= *,,' | cut -c1)"
	celsius=$(sg_logs -t "$1" 2>/dev/null | sed -n 's/.*Current temperature = *\([0-9]*\) C.*/\1/p')
	ours -H "$1"
	sdparm --quiet --set=WCE "$1" >/dev/null 2>&1
	[ -z "$celsius" ] || same temperature "$celsius" "$(said 'drive temperature (celsius) is')"
}

# value ROW: of a line of --epc
timer()
{
	sed -n "s/^ $1  *\\([^ ]* *[a-z]*\\)  .*/\\1/p" /tmp/out | sed 's/ *$//'
}

# NODE: what mode pages 01h, 08h and 1Ah hold, set by us and read by sdparm, and the other way
mode_pages()
{
	topic "SCSI: recovery times, read-ahead, timers of power conditions"
	ours --error-recovery 7s "$1"
	want_status 0
	same "recovery time limit" "$(sdparm_value RTL "$1")" 7000
	sdparm --quiet --set=RTL=1500 "$1" >/tmp/sdparm 2>&1 || note "sdparm: $(cat /tmp/sdparm)"
	ours --error-recovery "$1"
	want_out '1[.]5'
	ours -A0 "$1"
	want_status 0
	same "read-ahead, disabled by us" "$(sdparm_value DRA "$1")" 1
	sdparm --quiet --clear=DRA "$1" >/dev/null 2>&1
	ours -A "$1"
	want_out '= *1 [(]on[)]'
	ours --epc-timer idle_b=5min --epc-timer standby_y=2h "$1"
	want_status 0
	same "idle_b" "$(sdparm_value IDLE_B "$1") $(sdparm_value IBCT "$1")" "1 3000"
	same "standby_y" "$(sdparm_value STANDBY_Y "$1") $(sdparm_value SYCT "$1")" "1 72000"
	sdparm --quiet --set=IDLE_C=1,ICCT=12000 "$1" >/dev/null 2>&1
	ours --epc "$1"
	want_out '^ idle_c  *20 min '
	sg_vpd -p pc "$1" >/tmp/conditions 2>&1
	note "sg_vpd -p pc: $(tr '\n' ';' </tmp/conditions)"
	ours --epc off "$1"
	want_status 0
	same "all timers off" "$(for f in IDLE_A IDLE_B IDLE_C STANDBY_Y STANDBY_Z; do
		sdparm_value $f "$1"; done | tr -d '\n')" 00000
	topic "SCSI: a power condition at once"
	ours --epc-go idle_b "$1"
	want_status 0
	sg_requests "$1" >/tmp/requested 2>&1
	note "sg_requests: $(cat /tmp/requested)"
	same "sg_requests" "$(grep -ci 'idle_b condition activated by command' /tmp/requested)" 1
	sg_start --start "$1"
}

# NODE: a format is started, followed and seen by others
format()
{
	topic "SCSI: --erase by FORMAT UNIT"
	: >/tmp/drive.log
	ours $yes $destroy --erase --erase-method format-unit "$1"
	want_status 0
	want_out 'erased|completed'
	reached 'FORMAT UNIT'
	note "--erase: $(cat /tmp/out /tmp/err)"
	same "ready" "$(sg_turs "$1" >/dev/null 2>&1; echo $?)" 0
	topic "SCSI: a format is broken off by a power cut, and repeated by the line that was named"
	tell again " format-takes=100"
	$NEW $destroy --set-sector-size 4096 "$1" >/tmp/followed 2>&1 &
	followed=$!
	tries=0
	until grep -q 'FORMAT UNIT' /tmp/drive.log || [ $tries = 100 ]; do
		tries=$((tries + 1))
		usleep 100000
	done
	sg_requests "$1" >/tmp/requested 2>&1
	same "sg_requests" "$(grep -ci 'format in progress' /tmp/requested)" 1
	kill -TERM $followed
	wait $followed
	note "--set-sector-size, ended: $(cat /tmp/followed)"
	same "the line to type" "$(tail -n 1 /tmp/followed | grep -c 'set-sector-size 4096 .* follows')" 1
	change power-cycle
	sg_turs -v "$1" >/tmp/ready 2>&1
	note "after the power cut: $(tr '\n' ';' </tmp/ready)"
	change format-takes=3
	ours $destroy --set-sector-size 4096 "$1"
	want_status 0
	note "--set-sector-size: $(cat /tmp/out /tmp/err)"
	same "sector size" "$(sg_readcap --16 "$1" | sed -n 's/.*Logical block length=\([0-9]*\) bytes.*/\1/p')" 4096
}

# The fake SAS disk, behind a real kernel: it alone has power conditions.
drive sda sas
scsi_disk "$disk" "the fake SAS disk"
topic "SCSI: the standby_z timer"
ours -S 120 "$disk"
want_status 0
same "timer, in 100 ms" "$(sdparm_value SZCT "$disk")" 6000
same "enabled" "$(sdparm_value STANDBY_Z "$disk")" 1
ours -S 0 "$disk"
same "enabled by -S 0" "$(sdparm_value STANDBY_Z "$disk")" 0
topic "SCSI: power conditions"
ours -y "$disk"
want_status 0
sg_requests "$disk" >/tmp/requested 2>&1
note "sg_requests: $(cat /tmp/requested)"
ours -C "$disk"
want_out 'standby'
same "sg_requests" "$(grep -ci 'standby' /tmp/requested)" 1
sg_start --start "$disk"
ours -C "$disk"
want_out 'active/idle'
sg_start --pc=3 "$disk"
ours -C "$disk"
want_out 'standby'
sg_start --start "$disk"
topic "SCSI: a sanitize operation"
: >/tmp/drive.log
ours $yes --sanitize-crypto-scramble "$disk"
want_status 0
reached 'SANITIZE 03'
not_reached 'SANITIZE 0[12]'
sg_requests "$disk" >/tmp/requested 2>&1
note "sg_requests: $(cat /tmp/requested)"
same "sg_requests" "$(grep -ci 'sanitize in progress' /tmp/requested)" 1
ours --sanitize-status "$disk"
want_out '[Ii]n process|[Pp]rogress'
note "--sanitize-status: $(cat /tmp/out)"
drive sda sas power-conditions format-takes=4
mode_pages "$disk"
format "$disk"
remove_drive

load nvme
load virtio_scsi
load xhci_pci
load usb_storage delay_use=0
load uas
load scsi_debug dev_size_mb=48 sector_size=4096
wait_for device/vendor QEMU
wait_for device/model UAS-DISK

nvme_disk /dev/nvme0n1
nvme_disk /dev/nvme0n2
topic "the controller's node"
ours -H /dev/nvme0
note "-H: status $status: $(cat /tmp/out /tmp/err)"

topic "NVMe: a change of the sector size takes the namespace that is named alone"
ours --please-destroy-my-drive --set-sector-size 4096 /dev/nvme0n1
note "--set-sector-size: status $status: $(cat /tmp/out /tmp/err)"
nvme id-ns /dev/nvme0n1 | grep 'in use' >/tmp/format
same "format in use" "$(sed -n 's/.*lbads:\([0-9]*\).*/\1/p' /tmp/format)" 12
same "of the other one" "$(nvme id-ns /dev/nvme0n2 | sed -n 's/.*lbads:\([0-9]*\).*(in use).*/\1/p')" 12

scsi_disk "$(disk_with device/model VIRTIO-SCSI)" "QEMU's scsi-hd"
scsi_disk "$(disk_with device/model UAS-DISK)" "QEMU's scsi-hd, by UAS" uas
scsi_disk "$(disk_with device/vendor QEMU)" "QEMU's USB disk" usb-storage

topic "NVMe: time-limited error recovery"
ours --error-recovery 5s /dev/nvme0n1
note "--error-recovery: status $status: $(cat /tmp/out /tmp/err)"
nvme get-feature -f 5 /dev/nvme0n1 >/tmp/feature 2>&1
same "by nvme-cli" "$(sed -n 's/.*[Cc]urrent value: *\(0x\)*0*\([0-9a-f]*\)$/\2/p' /tmp/feature)" 32
nvme set-feature -f 5 -v 20 /dev/nvme0n1 >/dev/null 2>&1
ours --error-recovery /dev/nvme0n1
want_out 'read 2[.]0 s'

topic "NVMe: --erase by Format NVM leaves the format and the other namespace"
ours $yes $destroy --erase --erase-method format-user-data-erase /dev/nvme0n1
note "--erase: status $status: $(cat /tmp/out /tmp/err)"
want_out 'erased|completed'
same "format in use" "$(nvme id-ns /dev/nvme0n1 | sed -n 's/.*lbads:\([0-9]*\).*(in use).*/\1/p')" 12
scsi_disk "$(disk_with device/model scsi_debug)" "scsi_debug, 4096-byte sectors"
rmmod scsi_debug

topic "how long the kernel waits after a timeout"
ours --eh-timeout 20 "$(disk_with device/model VIRTIO-SCSI)"
want_status 0
ours --eh-timeout "$(disk_with device/model VIRTIO-SCSI)"
want_out '= *20 '
same "the kernel's" "$(cat /sys/block/"$(basename "$(disk_with device/model VIRTIO-SCSI)")"/device/eh_timeout)" 20

topic "TRIM: scsi_debug discards, and sg_vpd says the same"
load scsi_debug dev_size_mb=64 lbpu=1 lbprz=1 unmap_max_blocks=8192 unmap_max_desc=4
wait_for device/model scsi_debug
thin=$(disk_with device/model scsi_debug)
name thin "$thin"
ours --provisioning "$thin"
want_out 'unmap'
sg_vpd -p lbpv "$thin" >/tmp/lbpv 2>&1
same "LBPU" "$(grep -c 'LBPU): 1' /tmp/lbpv)" 1
ours --provisioning disabled "$thin"
want_status 0
same "the kernel's" "$(cat /sys/block/"${thin##*/}"/device/scsi_disk/*/provisioning_mode)" disabled
ours $destroy --trim-sector-ranges 2048:8 "$thin"
want_err 'provisioning unmap'
ours $destroy --provisioning unmap --verify 4096:8192 "$thin"
want_status 0
want_out 'proved'
note "--verify: $(cat /tmp/out /tmp/err)"
same "the kernel's" "$(cat /sys/block/"${thin##*/}"/device/scsi_disk/*/provisioning_mode)" unmap
same "the most bytes at a time" "$(cat /sys/block/"${thin##*/}"/queue/discard_max_bytes)" $((8192 * 512))
dd if=/dev/urandom of="$thin" bs=512 seek=2048 count=16 2>/dev/null
ours $destroy --trim-sector-ranges 2048:8 "$thin"
want_status 0
dd if="$thin" bs=512 skip=2048 count=8 iflag=direct 2>/dev/null | tr -d '\000' >/tmp/left
same "bytes that are not zero" "$(wc -c </tmp/left)" 0
rmmod scsi_debug

topic "TRIM: units that begin behind the first sector, which the kernel does not show"
load scsi_debug dev_size_mb=64 lbpu=1 lbprz=1 unmap_granularity=8 unmap_alignment=3
wait_for device/model scsi_debug
thin=$(disk_with device/model scsi_debug)
ours $destroy --provisioning unmap --verify 4096:1000 "$thin"
want_status 0
want_out 'proved: sectors 4099 to 5090 '
rmmod scsi_debug

topic "TRIM: a mode that fails its proof is set back, with the limit of the kernel"
load scsi_debug dev_size_mb=64 lbpu=1 lbprz=0 unmap_granularity=8
wait_for device/model scsi_debug
thin=$(disk_with device/model scsi_debug)
most=$(cat /sys/block/"${thin##*/}"/queue/discard_max_bytes)
ours $destroy --provisioning unmap --verify 4096:1000 "$thin"
want_status 5
want_err 'not proved'
want_err 'provisioning_mode is unmap again$'
same "the most bytes at a time" "$(cat /sys/block/"${thin##*/}"/queue/discard_max_bytes)" "$most"
rmmod scsi_debug
