// SPDX-License-Identifier: GPL-2.0-or-later
/* The kinds of devices, and the names of ioctls, with the answers of real kernels. */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <linux/cdrom.h>
#include <linux/fs.h>
#include <linux/hdreg.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>
#include <scsi/sg.h>
#include "kernel.h"

#define PCI "pci0000:00/0000:00:"

/* clang-format off */
#define OPCODE { 5, 0x20, 0x00 }
const struct fake_kind fake_kinds[] = {
	{ .name = "sat", .preset = "hdd", .major = 8, .sg = SG_LIBATA, .hdio = HDIO_LIBATA,
	  .devpath = PCI "1f.2/ata#/host#/target#:0:0/#:0:0:0", .unknown = ENOTTY,
	  .sense_ok = SENSE_DESCRIPTOR, .sense_error = SENSE_FIXED_LINUX, .heads = 255, .sectors = 63,
	  .rotational = true },
	{ .name = "ata", .preset = "ata6", .major = 8, .sg = SG_LIBATA, .hdio = HDIO_LIBATA,
	  .devpath = PCI "1f.1/ata#/host#/target#:0:0/#:0:0:0", .unknown = ENOTTY,
	  .sense_ok = SENSE_DESCRIPTOR, .sense_error = SENSE_DESCRIPTOR, .heads = 255, .sectors = 63,
	  .rotational = true },
	{ .name = "usb", .preset = "hdd", .major = 8, .sg = SG_SCSI,
	  .devpath = PCI "14.0/usb1/1-#/1-#:1.0/host#/target#:0:0/#:0:0:0", .unknown = EINVAL,
	  .sense_error = SENSE_FIXED, .reject = OPCODE, .heads = 255, .sectors = 63, .rotational = true },
	{ .name = "usbsat", .preset = "hdd", .major = 8, .sg = SG_BRIDGE,
	  .devpath = PCI "14.0/usb1/1-#/1-#:1.0/host#/target#:0:0/#:0:0:0", .unknown = EINVAL,
	  .sense_ok = SENSE_FIXED, .sense_error = SENSE_FIXED, .heads = 255, .sectors = 63,
	  .rotational = true },
	{ .name = "usbnvme", .major = 8, .sg = SG_SCSI,
	  .devpath = PCI "14.0/usb1/1-#/1-#:1.0/host#/target#:0:0/#:0:0:0", .unknown = EINVAL,
	  .sense_error = SENSE_FIXED, .reject = OPCODE, .heads = 255, .sectors = 63,
	  .tunnels = true },
	{ .name = "sas", .major = 8, .sg = SG_SCSI,
	  .devpath = PCI "02.0/0000:01:00.0/host#/port-#:0/end_device-#:0/target#:0:0/#:0:0:0",
	  .unknown = EINVAL, .sense_error = SENSE_FIXED, .reject = OPCODE, .heads = 255, .sectors = 63,
	  .rotational = true },
	{ .name = "sassat", .preset = "hdd", .major = 8, .sg = SG_BRIDGE,
	  .devpath = PCI "02.0/0000:01:00.0/host#/port-#:0/end_device-#:0/target#:0:0/#:0:0:0",
	  .unknown = EINVAL, .sense_ok = SENSE_DESCRIPTOR, .sense_error = SENSE_DESCRIPTOR,
	  .heads = 255, .sectors = 63, .rotational = true },
	{ .name = "ide", .preset = "ata4", .major = 3, .hdio = HDIO_LEGACY,
	  .devpath = PCI "07.1/ide#/#.0", .unknown = EINVAL, .heads = 16, .sectors = 63,
	  .rotational = true },
	{ .name = "sr", .preset = "cd", .major = 11, .sg = SG_LIBATA, .hdio = HDIO_LIBATA,
	  .devpath = PCI "1f.2/ata#/host#/target#:0:0/#:0:0:0", .unknown = ENOTTY,
	  .sense_ok = SENSE_DESCRIPTOR, .sense_error = SENSE_FIXED_LINUX, .cdrom = true,
	  .rotational = true },
	{ .name = "usbsr", .preset = "cd", .major = 11, .sg = SG_SCSI,
	  .devpath = PCI "14.0/usb1/1-#/1-#:1.0/host#/target#:0:0/#:0:0:0", .unknown = EINVAL,
	  .sense_error = SENSE_FIXED, .reject = OPCODE, .cdrom = true, .rotational = true },
	{ .name = "idecd", .preset = "cd", .major = 22, .sg = SG_PACKET, .hdio = HDIO_LEGACY_CD,
	  .devpath = PCI "07.1/ide#/#.0", .unknown = ENOSYS, .sense_error = SENSE_FIXED,
	  .cdrom = true, .rotational = true },
	{ .name = "nvme", .major = 259, .devpath = PCI "03.0/0000:02:00.0/nvme/nvme#",
	  .unknown = ENOTTY, .heads = 64, .sectors = 32 },
	{ .name = "virtio", .major = 254, .devpath = PCI "05.0/virtio#", .unknown = ENOTTY,
	  .heads = 16, .sectors = 63, .rotational = true },
	{ .name = "md", .major = 9, .devpath = "virtual", .unknown = ENOTTY, .heads = 2, .sectors = 4 },
	{ .name = "dm", .major = 253, .devpath = "virtual", .unknown = ENOTTY, .no_geometry = true },
	{ .name = "loop", .major = 7, .devpath = "virtual", .unknown = EINVAL },
	{ .name = "zram", .major = 252, .devpath = "virtual", .unknown = ENOTTY },
	{ .name = "mmc", .major = 179, .devpath = PCI "06.0/mmc_host/mmc#/mmc#:0001", .unknown = EINVAL,
	  .heads = 4, .sectors = 16 },
	{ .name = NULL },
};

static const struct {
	const char *name;
	unsigned long request;
} requests[] = {
	{ "SG_IO", SG_IO }, { "BLKRASET", BLKRASET }, { "BLKRAGET", BLKRAGET },
	{ "BLKROSET", BLKROSET }, { "BLKROGET", BLKROGET }, { "BLKFLSBUF", BLKFLSBUF },
	{ "BLKRRPART", BLKRRPART }, { "BLKGETSIZE", BLKGETSIZE }, { "BLKGETSIZE64", BLKGETSIZE64 },
	{ "BLKSSZGET", BLKSSZGET }, { "HDIO_GETGEO", HDIO_GETGEO },
	{ "HDIO_DRIVE_CMD", HDIO_DRIVE_CMD }, { "HDIO_DRIVE_TASK", HDIO_DRIVE_TASK },
	{ "HDIO_DRIVE_TASKFILE", HDIO_DRIVE_TASKFILE }, { "HDIO_DRIVE_RESET", HDIO_DRIVE_RESET },
	{ "HDIO_GET_IDENTITY", HDIO_GET_IDENTITY },
	{ "HDIO_GET_32BIT", HDIO_GET_32BIT }, { "HDIO_SET_32BIT", HDIO_SET_32BIT },
	{ "HDIO_GET_MULTCOUNT", HDIO_GET_MULTCOUNT }, { "HDIO_SET_MULTCOUNT", HDIO_SET_MULTCOUNT },
	{ "HDIO_GET_UNMASKINTR", HDIO_GET_UNMASKINTR }, { "HDIO_SET_UNMASKINTR", HDIO_SET_UNMASKINTR },
	{ "HDIO_GET_DMA", HDIO_GET_DMA }, { "HDIO_SET_DMA", HDIO_SET_DMA },
	{ "HDIO_GET_KEEPSETTINGS", HDIO_GET_KEEPSETTINGS },
	{ "HDIO_SET_KEEPSETTINGS", HDIO_SET_KEEPSETTINGS },
	{ "HDIO_GET_NOWERR", HDIO_GET_NOWERR }, { "HDIO_SET_NOWERR", HDIO_SET_NOWERR },
	{ "HDIO_GET_BUSSTATE", HDIO_GET_BUSSTATE }, { "HDIO_SET_BUSSTATE", HDIO_SET_BUSSTATE },
	{ "HDIO_SET_PIO_MODE", HDIO_SET_PIO_MODE }, { "HDIO_SET_WCACHE", HDIO_SET_WCACHE },
	{ "HDIO_GET_WCACHE", HDIO_GET_WCACHE }, { "HDIO_SET_ACOUSTIC", HDIO_SET_ACOUSTIC },
	{ "HDIO_GET_ACOUSTIC", HDIO_GET_ACOUSTIC },
	{ "NVME_IOCTL_ID", NVME_IOCTL_ID }, { "NVME_IOCTL_ADMIN_CMD", NVME_IOCTL_ADMIN_CMD },
	{ "NVME_IOCTL_IO_CMD", NVME_IOCTL_IO_CMD },
	{ "fsync", FAKE_FSYNC }, { "BLKDISCARD", BLKDISCARD },
	{ "CDROM_SELECT_SPEED", CDROM_SELECT_SPEED }, { "CDROM_SEND_PACKET", CDROM_SEND_PACKET },
};
/* clang-format on */

int fake_kind_by_name(const char *name)
{
	for (int i = 0; fake_kinds[i].name; i++)
		if (!strcmp(fake_kinds[i].name, name))
			return i;
	return -1;
}

unsigned long fake_request(const char *name)
{
	for (size_t i = 0; i < sizeof(requests) / sizeof(*requests); i++)
		if (!strcmp(requests[i].name, name))
			return requests[i].request;
	return 0;
}

const char *fake_request_name(unsigned long request)
{
	for (size_t i = 0; i < sizeof(requests) / sizeof(*requests); i++)
		if (requests[i].request == request)
			return requests[i].name;
	return NULL;
}
