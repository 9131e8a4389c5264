/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Explain a failed command in a sentence. */
#ifndef HDPARM_DEV_DIAGNOSE_H
#define HDPARM_DEV_DIAGNOSE_H

#include "device.h"
#include "erase.h"

/* for the names of all forms of CDB */
enum { FORMS_BYTES = 64 };

struct symptom {
	int err; /* -errno of the failed command */
	const struct ata_cmd *cmd;
	bool usb;
	bool uas;
	bool fixed;	  /* USB: the medium cannot be removed, unlike that of a card reader */
	bool sas_adapter; /* a SATA drive at a SAS host */
	char forms[FORMS_BYTES]; /* the forms of CDB that were tried: " sat16", or "s sat16, sat12"
				  */
	bool two_drives;	 /* the bridge has a drive at each of its ports */
	bool legacy_ide;
	bool by_ioctl; /* the command went by an HDIO ioctl */
	/* --prefer-ata12 was given, or cannot help: the command did not go by SAT16 */
	bool prefer_ata12;
	uint16_t vendor, product; /* USB identity of the bridge; 0: not known */
	/* only `locked` and `frozen` are used; false if not known */
	struct ata_security security;
};

/* Write a sentence about the failure, without its full stop; "": none is known. */
void diagnose(const struct symptom *symptom, char text[DIAGNOSIS_BYTES]);

#endif
