/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How commands reach a drive: found once from facts, and changed by what the drive, its bridge and
 * the kernel answer. Pure: nothing is read or sent.
 */
#ifndef HDPARM_ROUTE_H
#define HDPARM_ROUTE_H

#include "passthrough.h"

enum device_kind {
	DEVICE_OTHER,	   /* anything else */
	DEVICE_BLOCK,	   /* block device */
	DEVICE_LEGACY_IDE, /* block device of the old drivers/ide majors: HDIO_* before SG_IO */
	DEVICE_OPTICAL, /* CD or DVD drive under the SCSI layer: sr*, or an sg* that may be one */
	DEVICE_FILE	/* regular file: timings only */
};

/* LANGUAGE_NVME_USB: NVMe behind a USB bridge, through which a few of its commands come. */
enum language { LANGUAGE_ATA, LANGUAGE_SCSI, LANGUAGE_NVME, LANGUAGE_NVME_USB, LANGUAGE_BLOCK };

/*
 * One way to send a command. The forms of a CDB have the numbers of enum ata_path, so that a new
 * form of passthrough.c is a kind without further ado; a tunnel's kind is ROUTE_NVME plus its
 * number in enum nvme_tunnel.
 */
enum route_kind {
	ROUTE_NONE, /* the kernel's block layer answers, and no command of a program is sent */
	ROUTE_SAT16 = ATA_PATH_SAT16,
	ROUTE_SAT12 = ATA_PATH_SAT12,
	ROUTE_HDIO_CMD = ATA_PATH_COUNT,
	ROUTE_HDIO_TASK,
	ROUTE_HDIO_TASKFILE,
	ROUTE_SCSI,
	ROUTE_NVME /* the kernel's ioctl; the kinds above it are tunnels */
};

enum { ROUTE_KINDS = 10 };

/*
 * Set by route_find() when the first command is sent or the first fact is asked; only
 * route_answer() changes it. A command goes by the first kind that carries it. If the kernel knows
 * no such request for the device, the next kind is tried. A form of CDB behind ROUTE_SAT16 is tried
 * only where the bridge does not know ROUTE_SAT16, and by a question only.
 */
struct route {
	/* in the order in which they are tried; the first kind is in use */
	enum route_kind kinds[ROUTE_KINDS];
	unsigned n; /* 0: route_find() has not been called */
	/*
	 * An answer or the user has settled the kind in use: the others are tried only for a
	 * question with which the host adapter has failed.
	 */
	bool sure;
};

/* Facts about a device before anything is sent to it. */
struct drive_known {
	enum device_kind kind;
	bool namespace;		 /* namespace of the kernel's NVMe driver */
	bool usb;		 /* attached by USB */
	bool sas;		 /* at a SAS host, without ATA translation */
	enum ata_path bridge;	 /* the form that its USB bridge takes, or ANY */
	enum ata_path makers;	 /* the form that other bridges of its vendor may take, or ANY */
	enum nvme_tunnel tunnel; /* the tunnel of its USB bridge */
	bool sata_too;		 /* a bridge with this tunnel takes SATA drives as well */
};

/* What the user asks for. */
struct route_wish {
	enum ata_path path; /* the only form; ATA_PATH_ANY: the usual ones */
	bool prefer_ata12;  /* the 12-byte form where it carries the command */
};

/* The first kinds for a device. */
void route_find(struct route *route, const struct drive_known *known,
		const struct route_wish *wish);

/*
 * Return the first kind that carries an ATA command, and the next kind after `kind`; ROUTE_NONE if
 * there is none.
 */
enum route_kind route_first(const struct route *route, const struct ata_cmd *cmd);
enum route_kind route_next(const struct route *route, enum route_kind kind,
			   const struct ata_cmd *cmd);

/*
 * Return the kind by which to repeat a question after the host adapter failed with `kind`: SG_IO
 * and the HDIO ioctls take different ways through the adapter. ROUTE_NONE if there is none.
 */
enum route_kind route_detour(const struct route *route, enum route_kind kind,
			     const struct ata_cmd *cmd);

/*
 * Return the next form to try after `form` (ROUTE_NONE at first) if the bridge does not know the
 * form `refused`. ROUTE_NONE if there is no further form.
 */
enum route_kind route_next_form(const struct route *route, enum route_kind refused,
				enum route_kind form);

/* The classes of answers to an ATA command. */
enum route_answer {
	ANSWER_OPEN,	 /* no answer, or an answer that shows nothing about the route */
	ANSWER_DRIVE,	 /* the drive did the command, or has refused it */
	ANSWER_FOUND,	 /* a form that was looked for works */
	ANSWER_UNSENT,	 /* the kernel knows no request that carries the command */
	ANSWER_NO_FORM,	 /* the bridge or disk does not take ATA commands in any form */
	ANSWER_NO_POWER, /* the same of CHECK POWER MODE: another question may find a form */
	ANSWER_COUNT
};

/* The class of a result, 0 or -errno of device_ata(), that came by `kind`. */
enum route_answer route_judge(const struct route *route, enum route_kind kind,
			      const struct ata_cmd *cmd, int err);

/* The only transition: what an answer that came by `kind` makes of the route. */
void route_answer(struct route *route, enum route_kind kind, enum route_answer answer);

/*
 * True if the answer is that of a device that takes no ATA commands in this form: it does not know
 * the operation code, and nothing has settled the route.
 */
bool route_unknown(const struct route *route, const struct ata_result *res);

/* True if some kind takes ATA commands. */
bool route_takes_ata(const struct route *route);

/* True if ATA commands go by one kind alone. */
bool route_is_single(const struct route *route);

/* True if ATA commands go by CDBs, not by the HDIO ioctls. */
bool route_by_cdb(enum route_kind kind);

/* The language that the drive is taken to speak: that of the kind in use. */
enum language route_language(const struct route *route);

/* The tunnel of a kind; NVME_TUNNEL_NONE. */
enum nvme_tunnel route_tunnel(enum route_kind kind);

/* The kernel does not know the request for this device: the drive has received nothing. */
bool route_refused_unsent(int err);

/* "sat16", "hdio-cmd", "scsi", "nvme", "none". */
const char *route_name(enum route_kind kind);

#endif
