/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Explain a failed command in a sentence: which part refused it, and what to try. */
#ifndef HDPARM_DEV_DIAGNOSE_H
#define HDPARM_DEV_DIAGNOSE_H

#include "device.h"
#include "erase.h"

/* The known facts of a failed command. */
struct symptom {
	int err; /* the error that device_ata() returned, as -errno */
	const struct ata_cmd *cmd;
	bool usb;	 /* the drive is behind a USB bridge */
	bool uas;	 /* the kernel's driver of the bridge is uas */
	bool two_drives; /* the bridge has a drive at each of its ports */
	bool legacy_ide; /* the old IDE driver's device */
	/* --prefer-ata12 was given, or does not apply to the path in use */
	bool prefer_ata12;
	uint16_t vendor, product; /* USB identity of the bridge; 0: not known */
	/* locked and frozen of the drive's security state; false if not known */
	struct ata_security security;
};

/*
 * Explain the failure in a sentence without its final stop. The text is empty if nothing can be
 * added to the failure's own message.
 */
void diagnose(const struct symptom *symptom, char text[DIAGNOSIS_BYTES]);

#endif
