// SPDX-License-Identifier: GPL-2.0-or-later
/* What is said of --idle-standby: a line for each event, on stderr, or as JSON. */
#include "idle.h"
#include "units.h"

#include <stdio.h>

const char *span_text(uint64_t ns, char text[SPAN_BYTES])
{
	uint64_t tenths = ns / (NS_PER_S / 10);

	/* whole seconds, and of long times whole minutes */
	tenths -= tenths % (tenths >= 10 * HOUR_S ? 600 : 10);
	tenths_text(tenths < UINT32_MAX ? (uint32_t)tenths : UINT32_MAX, text);
	return text;
}

void idle_tell(struct idle *s, const struct idle_drive *d, const char *event, uint64_t seconds,
	       const char *fmt, ...)
{
	char time[HOST_TIME_BYTES], text[240];
	struct report *out = s->out;
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	host_local_time(host_wall_s(s->host), time);
	if (!out->structured) {
		report_notice(out, "%s %s: %s", time, d ? d->path : "hdparm", text);
		return;
	}
	report_device_begin(out, d ? d->path : NULL, false);
	report_section_begin(out, "idle_standby");
	report_string(out, "time", time, NO_TEXT);
	report_string(out, "event", event, NO_TEXT);
	report_u64(out, "seconds", seconds, NO_TEXT);
	report_string(out, "text", text, NO_TEXT);
	report_section_end(out);
	report_device_end(out);
}
