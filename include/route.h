/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The route by which commands reach a drive: chosen by known facts and the user's options, and
 * changed by answers. Pure: nothing is read or sent.
 */
#ifndef HDPARM_ROUTE_H
#define HDPARM_ROUTE_H

#include "passthrough.h"

enum device_kind {
	DEVICE_OTHER,
	DEVICE_BLOCK,	   /* a block device of none of the kinds below */
	DEVICE_LEGACY_IDE, /* block device of the old drivers/ide, known by its major number */
	DEVICE_OPTICAL,	   /* sr*, or an sg* that may be a CD or DVD drive */
	DEVICE_FILE	   /* regular file */
};

/*
 * The commands that a drive takes. LANGUAGE_SCSI_USB: a USB disk that takes no ATA commands,
 * without the queries and settings that may hang a stick. LANGUAGE_NVME_USB: NVMe behind a USB
 * bridge, only Identify and Get Log Page. LANGUAGE_BLOCK: none, only the kernel's block layer is
 * left.
 */
enum language {
	LANGUAGE_ATA,
	LANGUAGE_SCSI,
	LANGUAGE_SCSI_USB,
	LANGUAGE_NVME,
	LANGUAGE_NVME_USB,
	LANGUAGE_BLOCK
};

/* A way to send an ATA command. A form of CDB has the value of the form in enum ata_path. */
enum route_way {
	ROUTE_NONE, /* no way */
	ROUTE_SAT16 = ATA_PATH_SAT16,
	ROUTE_SAT12 = ATA_PATH_SAT12,
	ROUTE_HDIO_CMD = ATA_PATH_COUNT,
	ROUTE_HDIO_TASK,
	ROUTE_HDIO_TASKFILE
};

enum { ROUTE_FORMS = 4 };

struct route {
	enum language language; /* route_is_open(): presumed */
	bool found;		/* false: no other member is valid */
	bool answered;		/* an ATA command had an answer */
	/* the forms of CDB for ATA commands, in the order of preference */
	enum ata_path form[ROUTE_FORMS];
	unsigned forms;
	bool ioctls; /* the HDIO_DRIVE_* ioctls carry ATA commands, if no form of CDB does */
	/* LANGUAGE_NVME_USB: the tunnel in use; else the one that may follow ATA commands */
	enum nvme_tunnel tunnel;
	bool scsi;  /* LANGUAGE_SCSI may follow, if the drive takes no ATA commands */
	bool block; /* LANGUAGE_BLOCK, if the kernel refuses ATA commands */
};

struct drive_known {
	enum device_kind kind;
	bool namespace; /* the device is a namespace of the kernel's NVMe driver */
	/* 1: attached by USB; 0: not, or not looked up; -ENOENT: not shown by sysfs */
	int usb;
	bool sas;	      /* a disk at a SAS host, without SCSI-ATA translation */
	bool libata;	      /* a disk of the kernel's ATA layer */
	enum ata_path bridge; /* the USB bridge's form of CDB; ATA_PATH_ANY: not known */
	/* the form of CDB that unlisted bridges of the vendor may take, or ATA_PATH_ANY */
	enum ata_path makers;
	enum nvme_tunnel tunnel; /* the tunnel of the USB bridge, or NVME_TUNNEL_NONE */
	bool sata_too;		 /* the bridge with this tunnel takes SATA drives as well */
};

struct route_wish {
	enum ata_path path; /* the only form of CDB to use; ATA_PATH_ANY: the usual forms */
	/* the tunnel of a USB bridge that is not known; NVME_TUNNEL_NONE: none */
	enum nvme_tunnel tunnel;
	bool prefer_ata12;
};

/* Find the route before the first command. */
void route_find(struct route *route, const struct drive_known *known,
		const struct route_wish *wish);

/*
 * Return a way that carries the command; ROUTE_NONE: there is none. route_first(): the way to try
 * first. route_next(): the ROUTE_HDIO_* way to try after `way` failed with an error of
 * route_refused_unsent().
 */
enum route_way route_first(const struct route *route, const struct ata_cmd *cmd);
enum route_way route_next(const struct route *route, enum route_way way, const struct ata_cmd *cmd);

/*
 * Return the ROUTE_HDIO_* way by which to repeat a query after a host error (-EBADE). `way`: the
 * form of CDB with which the query failed. ROUTE_NONE: there is no such way.
 */
enum route_way route_detour(const struct route *route, enum route_way way,
			    const struct ata_cmd *cmd);

/* True if the language is presumed: only an answer shows it. */
bool route_is_open(const struct route *route);

/* What an answer shows of an open route. */
enum route_answer {
	ANSWER_OPEN,   /* nothing: no answer, or an answer without registers */
	ANSWER_ATA,    /* the drive takes ATA commands this way */
	ANSWER_UNSENT, /* the kernel or the path refused the command: route_refused_unsent() */
	ANSWER_UNKNOWN /* the bridge or disk knows no such command in this form */
};

/*
 * Judge the answer to CHECK POWER MODE or IDENTIFY DEVICE. `err`: result of `cmd`, which was sent
 * by `way`: 0 or -errno.
 */
enum route_answer route_judge(const struct route *route, enum route_way way,
			      const struct ata_cmd *cmd, int err);

/* Settle the language: an open route is open no more. */
void route_settle(struct route *route, enum language language);

/* Drop all ways of ATA commands but route->form[form]. */
void route_keep_form(struct route *route, unsigned form);

/* True if the result of `cmd`, sent by `way`, is the drive's: done, or refused. */
bool route_has_answer(enum route_way way, const struct ata_cmd *cmd, int err);

/* Note an answer to an ATA command: later ones are not repeated by ioctls. */
void route_answered(struct route *route, enum route_way way);

/* True if the operation code is unknown, and the drive may speak another language than ATA. */
bool route_unknown(const struct route *route, const struct ata_result *res);

/* True if the route has a way for ATA commands. */
bool route_takes_ata(const struct route *route);

/* True if the route has exactly one way for ATA commands. */
bool route_is_single(const struct route *route);

/* True if the way is a form of CDB for ATA commands. */
bool route_by_cdb(enum route_way way);

/* True if `err` means that kernel or path refused the command, and the command was not sent. */
bool route_refused_unsent(int err);

/* Return the name of a way, such as "sat16", "hdio-cmd" or "none". */
const char *route_name(enum route_way way);

#endif
