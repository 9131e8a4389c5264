/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the bytes of a refusal to a sentence: what refused, and the one thing to try. */
#ifndef HDPARM_DEV_DIAGNOSE_H
#define HDPARM_DEV_DIAGNOSE_H

#include "ata_drive.h"
#include "device.h"

/* What is known of a failed command. */
struct symptom {
	int err; /* -errno as device_ata() gives it */
	const struct ata_cmd *cmd;
	bool usb;		      /* a USB bridge is in the way */
	bool uas;		      /* and the kernel drives it by uas */
	bool two_drives;	      /* the bridge has a drive at each of its ports */
	bool legacy_ide;	      /* the old IDE driver's device */
	bool prefer_ata12;	      /* --prefer-ata12 was given */
	uint16_t vendor, product;     /* its identity, 0 if not known */
	struct ata_security security; /* the drive's state, all false where it is not known */
};

/*
 * Writes a sentence without its final stop, or an empty text where the failure says nothing that
 * its message does not.
 */
void diagnose(const struct symptom *symptom, char text[DIAGNOSIS_BYTES]);

#endif
