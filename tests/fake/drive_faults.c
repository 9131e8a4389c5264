// SPDX-License-Identifier: GPL-2.0-or-later
/* Faults: the commands that a fault strikes, and its effect. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include "drive.h"

static bool matches(const struct drive_fault *f, const struct fake_cmd *c)
{
	return f->kind && (f->command < 0 || f->command == c->command) &&
	       (f->feature < 0 || f->feature == c->feature);
}

void drive_fault_apply(struct drive *d, struct fake_cmd *c, const struct drive_fault *f)
{
	switch (f->kind) {
	case FAULT_ABORT:
		drive_abort(c, f->error);
		break;
	case FAULT_FAULT:
		c->out.status = ST_DRDY | ST_DF | 0x10 | ST_ERR;
		c->out.error = f->error;
		break;
	case FAULT_LOST:
		c->lost = f->err;
		break;
	case FAULT_SENSE:
		memcpy(c->sense, f->sense, f->sense_bytes);
		c->sense_bytes = f->sense_bytes;
		break;
	case FAULT_GOOD_SENSE:
		memcpy(c->sense, f->sense, f->sense_bytes);
		c->good_bytes = f->sense_bytes;
		break;
	case FAULT_SIGNAL:
		kill(getpid(), f->err);
		break;
	case FAULT_POWER:
		if (f->moment == FAULT_DURING)
			drive_erase_broken_off(d, c);
		d->place = DRIVE_OFF;
		c->lost = ENODEV;
		break;
	case FAULT_GONE:
		d->place = DRIVE_GONE;
		c->lost = ENODEV;
		break;
	case FAULT_NONE:
	case FAULT_IGNORE:
	case FAULT_STATUS:
		break;
	}
}

/* True if the command is still carried out. */
static bool stops_nothing(const struct drive_fault *f)
{
	return f->kind == FAULT_GOOD_SENSE || (f->kind == FAULT_SIGNAL && f->moment != FAULT_AFTER);
}

struct drive_fault drive_fault_strike(struct drive *d, struct fake_cmd *c)
{
	struct drive_fault struck = { FAULT_NONE };

	for (unsigned i = 0; i < DRIVE_FAULTS; i++) {
		struct drive_fault *f = &d->fault[i];

		if (!matches(f, c))
			continue;
		if (f->skip) {
			f->skip--;
			continue;
		}
		if (struck.kind)
			continue;
		d->struck++;
		if (stops_nothing(f))
			drive_fault_apply(d, c, f);
		else
			struck = *f;
		if (f->times && --f->times == 0)
			f->kind = FAULT_NONE;
	}
	return struck;
}
