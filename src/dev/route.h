/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The route by which commands reach a drive: chosen by known facts and the user's options, and
 * changed by answers. Pure: nothing is read or sent.
 */
#ifndef HDPARM_ROUTE_H
#define HDPARM_ROUTE_H

#include "device.h"

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

/* True if the route has exactly one way for ATA commands. */
bool route_is_single(const struct route *route);

/* True if the way is a form of CDB for ATA commands. */
bool route_by_cdb(enum route_way way);

/* True if `err` means that kernel or path refused the command, and the command was not sent. */
bool route_refused_unsent(int err);

/* Return the name of a way, such as "sat16", "hdio-cmd" or "none". */
const char *route_name(enum route_way way);

#endif
