// SPDX-License-Identifier: GPL-2.0-or-later
/* Explain a failed command by its sense codes, its registers, or its errno. */
#include "diagnose.h"
#include "identify.h"
#include "transport.h"

#include <errno.h>
#include <stdio.h>

/*
 * The devices to which a row applies. USB_SHORT: as USB, where --prefer-ata12 may help. USB_FIXED:
 * USB disks whose medium cannot be removed.
 */
enum where { ANYWHERE, NOT_USB, USB, USB_SHORT, USB_FIXED };

enum { ANY = -1 };

/* For an aborted command without the registers that would show the cause. */
static const char aborted[] = "the command was aborted, and the drive's reason was lost: "
			      "it does not support it, or the link failed; "
			      "the kernel log tells more";

/* The names of the forms follow. */
static const char no_form[] = "the USB bridge does not take this command in the form";

static const char encrypted[] =
	"the drive is locked by its maker's encryption; unlock it with the maker's program";
static const char bad_medium[] = "the medium cannot be read or written at this address";
static const char no_sector[] = "the drive has no such sector, or cannot find it";

/* Sense codes (SPC-5 annex F) and their sentences. The first row that fits is used. */
static const struct sense_row {
	int key, asc, ascq; /* sense key, ASC and ASCQ; ANY matches every value */
	enum where where;
	const char *sentence;
} sense_rows[] = {
	{ KEY_ILLEGAL_REQUEST, ASC_INVALID_OPCODE, 0x00, USB, no_form },
	{ KEY_ILLEGAL_REQUEST, ASC_INVALID_OPCODE, 0x00, NOT_USB,
	  "the device, or the adapter before it, takes no ATA commands" },
	{ KEY_ILLEGAL_REQUEST, ASC_INVALID_FIELD, 0x00, USB_SHORT,
	  "the USB bridge rejects a field of the command" },
	{ KEY_ILLEGAL_REQUEST, ASC_INVALID_FIELD, 0x00, NOT_USB,
	  "the kernel or the adapter filters this command before it reaches the drive" },
	/* libata's sense data for a plain ABRT, and for a link that failed during the command */
	{ 0x5, 0x21, 0x04, ANYWHERE, aborted },
	{ 0x5, 0x21, ANY, ANYWHERE, no_sector },
	{ 0x5, 0x74, 0x71, ANYWHERE, encrypted },
	{ 0x7, 0x74, ANY, ANYWHERE, encrypted },
	{ 0x7, 0x20, 0x02, ANYWHERE,
	  "access is denied, for lack of access rights; "
	  "a drive that its encryption has locked answers so" },
	{ 0x7, ANY, ANY, ANYWHERE, "the drive is write-protected or locked" },
	{ 0x2, 0x3a, ANY, USB_FIXED,
	  "the USB adapter finds no drive: "
	  "check the drive's power and contacts, or try another port" },
	{ 0x2, 0x3a, ANY, ANYWHERE, "there is no medium in the drive" },
	{ 0x2, ANY, ANY, ANYWHERE, "the drive is not ready; wait, and try again" },
	{ 0x3, ANY, ANY, ANYWHERE, bad_medium },
	{ 0x4, ANY, ANY, ANYWHERE, "the drive reports a hardware fault; save its data" },
	{ 0x6, ANY, ANY, ANYWHERE, "the drive was reset or replaced meanwhile; try again" },
	{ 0xb, 0x47, ANY, ANYWHERE, "data were damaged on the cable; check it and its plugs" },
	{ 0xb, ANY, ANY, ANYWHERE, aborted },
	{ 0x0, 0x00, 0x00, USB_SHORT, "the USB bridge returned no registers with its answer" },
	{ 0x1, 0x00, 0x1d, ANYWHERE, "the answer came without the registers that were asked for" },
};

static const struct errno_row {
	int err;
	const char *sentence;
} errno_rows[] = {
	{ ENOTTY, "the kernel has no such request for this device: it is no ATA drive" },
	{ EINVAL, "the kernel has no such request for this device: it is no ATA drive" },
	{ EOPNOTSUPP, "no way of sending this command to the device is known" },
	{ EPERM, "the kernel does not permit it" },
	{ EACCES, "the kernel does not permit it" },
	{ ETIMEDOUT,
	  "the drive did not answer within the time limit; it may be spinning up, hung or dead" },
	{ EBADE, "the adapter or its driver failed; the kernel log tells more" },
	{ ENODEV, "the device has gone" },
	{ ENXIO, "the device has gone" },
	{ EREMOTEIO, "fewer data came back than were asked for" },
	{ ENODATA, "the data came back as zeros: something in between made up the answer" },
};

/* Return what an aborted command of this kind may mean, or NULL. */
static const char *by_command(const struct symptom *s)
{
	if (s->cmd->id == ATA_DOWNLOAD_MICROCODE)
		return "the download was aborted, "
		       "most likely because the drive wants another mode, "
		       "such as --fwdownload-mode7, or because the file is for another model";
	if (s->cmd->id == ATA_SET_SECTOR_CONFIGURATION_EXT && s->sas_adapter)
		return "the command was aborted: the drive does not support it, "
		       "or the SAS adapter does not carry it; try a SATA port";
	return NULL;
}

static const char *by_registers(const struct symptom *s)
{
	const struct ata_result *res = &s->cmd->res;
	const char *sentence;

	if (res->status & ST_DF)
		return "the drive reports a fault of its own; save its data";
	if (res->error & ER_UNC)
		return ata_changes(s->cmd) ? bad_medium
					   : "the medium cannot be read at this address; "
					     "--repair-sector writes it anew";
	if (res->error & ER_IDNF)
		return no_sector;
	if (!(res->error & ER_ABRT))
		return NULL;
	if (s->security.frozen && ata_code_secures(s->cmd->command))
		return "the drive's security is frozen until the power goes: "
		       "suspend the machine to RAM and wake it, then try again";
	if (s->security.locked && !ata_code_secures(s->cmd->command))
		return "the drive is locked by a password; --security-unlock opens it";
	if (ata_code_secures(s->cmd->command))
		return "the drive refused: a wrong password, too many tries since power-up, "
		       "or not in this state of its security";
	sentence = by_command(s);
	return sentence ? sentence
			: "the drive aborted the command: "
			  "it does not support it, or not in its present state";
}

static const struct sense_row no_sense[] = {
	[false] = { .sentence = "the adapter returned no sense data with its refusal" },
	[true] = { .sentence = "the USB bridge lost the answer", .where = USB_SHORT },
};

static const char *by_sense(const struct symptom *s, bool *short_may_work)
{
	const struct ata_result *res = &s->cmd->res;
	struct sense_code code = sense_code(res->sense, res->sense_bytes);
	const struct sense_row *row = code.present ? NULL : &no_sense[s->usb];

	for (size_t i = 0; !row && i < sizeof(sense_rows) / sizeof(sense_rows[0]); i++) {
		const struct sense_row *r = &sense_rows[i];

		if ((r->key == ANY || r->key == code.key) &&
		    (r->asc == ANY || r->asc == code.asc) &&
		    (r->ascq == ANY || r->ascq == code.ascq) &&
		    (r->where == ANYWHERE || (r->where >= USB) == s->usb) &&
		    (r->where != USB_FIXED || s->fixed))
			row = r;
	}
	*short_may_work = row && row->where == USB_SHORT && !s->prefer_ata12;
	if (row && row->sentence == aborted && by_command(s))
		return by_command(s);
	return row ? row->sentence : NULL;
}

/* True if the quirk "u" of usb-storage may help: usb-storage then replaces the driver uas. */
static bool quirk_helps(const struct symptom *s)
{
	struct sense_code code = sense_code(s->cmd->res.sense, s->cmd->res.sense_bytes);

	return s->err == -EIO && !s->cmd->res.valid && s->uas && s->vendor && code.present &&
	       code.key == KEY_ILLEGAL_REQUEST;
}

void diagnose(const struct symptom *s, char text[DIAGNOSIS_BYTES])
{
	const char *sentence = NULL;
	bool short_may_work = false;
	char quirk[80] = "";

	if (s->err == -EOPNOTSUPP && s->two_drives)
		sentence = "the USB bridge has two drives and does not say which of them this is; "
			   "take one out";
	else if (s->err == -EOPNOTSUPP && s->legacy_ide && ata_by_dma(s->cmd))
		sentence = "the command goes by DMA, which is off in the IDE driver, "
			   "where it would hang the machine; -d1 switches it on";
	else if (s->err == -EREMOTEIO && ata_writes_data(s->cmd))
		sentence = "the drive took fewer data than were sent";
	else if (s->err == -EIO && s->cmd->res.valid)
		sentence = by_registers(s);
	else if (s->err == -EIO && s->by_ioctl)
		sentence = "the driver returned no registers: the drive may have done the command";
	else if (s->err == -EIO)
		sentence = by_sense(s, &short_may_work);
	for (size_t i = 0; !sentence && i < sizeof(errno_rows) / sizeof(errno_rows[0]); i++) {
		if (s->err != -EIO && errno_rows[i].err == -s->err)
			sentence = errno_rows[i].sentence;
	}
	if (sentence && quirk_helps(s))
		snprintf(quirk, sizeof(quirk),
			 "%s the kernel parameter usb-storage.quirks=%04x:%04x:u",
			 short_may_work ? ", or" : "; try", s->vendor, s->product);
	snprintf(text, DIAGNOSIS_BYTES, "%s%s%s%s", sentence ? sentence : "",
		 sentence == no_form ? s->forms : "", short_may_work ? "; try --prefer-ata12" : "",
		 quirk);
}

/* Write the names of the forms of CDB that were tried with the last command: " sat16". */
static void name_forms(const struct device *dev, char text[FORMS_BYTES])
{
	struct route whole;
	size_t n = 0;

	route_find(&whole, &dev->known, &dev->wish);
	if (route_takes_ata(&dev->route) || whole.forms < 2) {
		snprintf(text, FORMS_BYTES, " %s", route_name(dev->attempt.via));
		return;
	}
	for (unsigned i = 0; i < whole.forms; i++)
		n += (size_t)snprintf(text + n, FORMS_BYTES - n, "%s %s", i ? "," : "s",
				      route_name((enum route_way)whole.form[i]));
}

/* True if sysfs says that the disk's medium cannot be removed. Ask only if that matters. */
static bool medium_is_fixed(struct device *dev, const struct ata_result *res)
{
	struct sense_code code = sense_code(res->sense, res->sense_bytes);
	char folder[SYSFS_DISK_BYTES];
	uint64_t removable;

	return code.key == KEY_NOT_READY && code.asc == 0x3a &&
	       sysfs_disk_folder(&dev->sys, folder) &&
	       !sysfs_u64(dev->host, folder, "removable", &removable) && !removable;
}

void device_diagnose(struct device *dev, char text[DIAGNOSIS_BYTES])
{
	struct symptom symptom = { .err = dev->attempt.result, .cmd = &dev->attempt.cmd };

	text[0] = '\0';
	if (!symptom.err)
		return;
	symptom.prefer_ata12 = dev->wish.prefer_ata12 || dev->attempt.via != ROUTE_SAT16;
	symptom.usb = device_is_usb(dev);
	symptom.by_ioctl = !route_by_cdb(dev->attempt.via);
	symptom.legacy_ide = dev->kind == DEVICE_LEGACY_IDE;
	symptom.uas = symptom.usb && sysfs_on_uas(&dev->sys);
	name_forms(dev, symptom.forms);
	symptom.two_drives = dev->ports.have == ATA_PORT_BOTH;
	symptom.fixed = symptom.usb && medium_is_fixed(dev, &symptom.cmd->res);
	symptom.sas_adapter =
		symptom.cmd->id == ATA_SET_SECTOR_CONFIGURATION_EXT && sysfs_at_sas_host(&dev->sys);
	if (symptom.usb)
		sysfs_usb_id(&dev->sys, &symptom.vendor, &symptom.product);
	/* use the bits "locked" and "frozen" even if "supported" is clear, as in some drives */
	if (dev->id.asked && !dev->id.result) {
		symptom.security.locked = ata_id_field(dev->id.raw, ID_SECURITY_LOCKED);
		symptom.security.frozen = ata_id_field(dev->id.raw, ID_SECURITY_FROZEN);
	}
	diagnose(&symptom, text);
}
