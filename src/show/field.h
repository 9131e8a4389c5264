/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Macros that report one field of IDENTIFY data. */
#ifndef HDPARM_SHOW_FIELD_H
#define HDPARM_SHOW_FIELD_H

#include "show.h"

#define SHOW_FIELD(out, id, field, key, fmt)                                                       \
	report_u64(out, key, id_field(id, field), fmt, id_field(id, field))
#define SHOW_BIT(out, id, field, key, fmt, yes, no)                                                \
	report_bool(out, key, id_field(id, field), fmt, id_field(id, field) ? (yes) : (no))

#endif
