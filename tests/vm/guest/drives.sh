# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# Find or make the drives of the base machine, and name them.
load sg
load sd_mod
load sr_mod
load ahci
load ata_piix
load xhci_pci
load usb_storage delay_use=0
load uas
load nvme
load virtio_blk
load virtio_scsi
load loop
wait_for device/model UAS-DISK
wait_for device/vendor QEMU

name ahci-hdd "$(disk_with device/model VM-AHCI-HDD)"
name ahci-ssd "$(disk_with device/model VM-AHCI-SSD)"
name ahci-cd /dev/sr0
name ahci-desc "$(disk_with device/model VM-AHCI-DESC)"
name pata "$(disk_with device/model VM-PATA)"
name usb "$(disk_with device/model 'QEMU HARDDISK')"
name uas "$(disk_with device/model UAS-DISK)"
name nvme /dev/nvme0n1
name virtio-blk /dev/vda
name virtio-scsi "$(disk_with device/model VIRTIO-SCSI)"
name partition "$(dev ahci-hdd)1"
name ssd-partition "$(dev ahci-ssd)1"
# sense data in descriptor format, also for errors
/vm/dsense "$(dev ahci-desc)" 1 || echo "@fail setup: descriptor sense" >&3
marker=$(disk_with device/model VM-MARKER)
blockdev --setra 0 "$marker"

load scsi_debug dev_size_mb=16 delay=0
name scsi-debug "$(disk_with device/model scsi_debug)"

dd if=/dev/zero of=/tmp/loop0 bs=1M count=24 2>/dev/null
dd if=/dev/zero of=/tmp/loop1 bs=1M count=24 2>/dev/null
dd if=/dev/zero of=/tmp/loop2 bs=1M count=24 2>/dev/null
losetup /dev/loop0 /tmp/loop0
losetup /dev/loop1 /tmp/loop1
losetup /dev/loop2 /tmp/loop2
name loop /dev/loop0
load raid1
mdadm --create /dev/md0 --run --quiet --level=1 --raid-devices=2 --metadata=1.2 \
	/dev/loop1 /dev/loop2 >/tmp/mdadm.log 2>&1 || note "mdadm: $(cat /tmp/mdadm.log)"
name md /dev/md0
load dm_mod
dmsetup create linear --table "0 16384 linear /dev/loop0 0" >/tmp/dm.log 2>&1 ||
	note "dmsetup: $(cat /tmp/dm.log)"
dmsetup mknodes >/dev/null 2>&1
name dm /dev/mapper/linear
load null_blk nr_devices=1 gb=1 irqmode=2 completion_nsec=200000
name null-blk /dev/nullb0
