/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sections of IDENTIFY data, in the order in which they are shown. */
#ifndef HDPARM_IDENTIFY_SHOW_H
#define HDPARM_IDENTIFY_SHOW_H

#include "show.h"

void show_configuration(const struct identify *id, struct report *out);
void show_capabilities(const struct identify *id, struct report *out);
void show_features(const struct identify *id, struct report *out);
/* Nothing for what is no CompactFlash card. */
void show_cfa(const struct identify *id, struct report *out);
void show_security(const struct identify *id, struct report *out);
/* World wide name, hardware reset results and what the log pages tell. */
void show_identity(const struct identify *id, struct report *out);
/* What the layout has no place for: to machines, and to people who ask for more. */
void show_newer_facts(const struct identify *id, struct report *out);
void show_integrity(const struct identify *id, struct report *out);

#endif
