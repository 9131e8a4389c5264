/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sections of IDENTIFY data, in the order in which they are shown. */
#ifndef HDPARM_IDENTIFY_SHOW_H
#define HDPARM_IDENTIFY_SHOW_H

#include "show.h"

/*
 * Report a number or a bit of IDENTIFY data: its field, key and format; for a bit also the words
 * for true and false.
 */
#define SHOW_FIELD(out, id, field, key, fmt)                                                       \
	report_u64(out, key, id_field(id, field), fmt, id_field(id, field))
#define SHOW_BIT(out, id, field, key, fmt, yes, no)                                                \
	report_bool(out, key, id_field(id, field), fmt, id_field(id, field) ? (yes) : (no))

/* A line of modes; its text has room for all modes of all kinds. */
struct mode_line {
	size_t length;
	char text[512];
};

void show_configuration(const struct identify *id, struct report *out);
void show_capabilities(const struct identify *id, struct report *out);
void show_features(const struct identify *id, struct report *out);
/* Print nothing unless it is a CompactFlash card. */
void show_cfa(const struct identify *id, struct report *out);
void show_security(const struct identify *id, struct report *out);
/* World wide name, hardware reset results and facts from log pages. */
void show_identity(const struct identify *id, struct report *out);
/* Facts that 9.65's layout has no place for: in JSON, and with --verbose. */
void show_newer_facts(const struct identify *id, struct report *out);
void show_integrity(const struct identify *id, struct report *out);

#endif
