/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every decoder of SCSI answers and of sense data, on any bytes. Names are printable; a list for
 * MODE SELECT is not longer than the answer and has the given value; masking leaves no name in a
 * page.
 */
#include "fuzz.h"
#include "scsi.h"

#include <stdlib.h>
#include <string.h>

static void check_text(const char *text, size_t room)
{
	size_t n = strnlen(text, room);

	if (n == room)
		abort();
	for (size_t i = 0; i < n; i++) {
		if (text[i] < ' ' || text[i] > '~')
			abort();
	}
}

static void read_names(const uint8_t *data, size_t bytes)
{
	struct scsi_identity id;
	char serial[SCSI_SERIAL_BYTES], name[SCSI_NAME_BYTES];
	unsigned rate = scsi_rotation_decode(data, bytes);
	int celsius;

	if (scsi_identity_decode(data, bytes, &id)) {
		check_text(id.vendor, sizeof(id.vendor));
		check_text(id.product, sizeof(id.product));
		check_text(id.revision, sizeof(id.revision));
	}
	if (scsi_serial_decode(data, bytes, serial))
		check_text(serial, sizeof(serial));
	if (scsi_name_decode(data, bytes, name))
		check_text(name, sizeof(name));
	if (rate > 0xfffe)
		abort();
	if (scsi_temperature_decode(data, bytes, &celsius) && (celsius < 0 || celsius > 254))
		abort();
}

/* Every timer in the page can be set, and nothing is written beyond the page's end. */
static void set_timers(const uint8_t *data, size_t bytes)
{
	uint8_t *list = malloc(bytes ? bytes : 1);
	struct scsi_timers before, set, now;
	bool is_page = scsi_timers_decode(data, bytes, &before);
	size_t n;

	if (!list)
		abort();
	for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
		set.timer[i].enabled = !before.timer[i].enabled;
		set.timer[i].time = before.timer[i].time ^ 0x01020304;
	}
	n = scsi_timers_encode(data, bytes, &set, list);
	if (n > bytes || !n != !is_page)
		abort();
	if (n) { /* an answer of MODE SENSE */
		list[0] = (uint8_t)((n - 2) >> 8);
		list[1] = (uint8_t)(n - 2);
		if (!scsi_timers_decode(list, n, &now) ||
		    scsi_mode_saveable(list, n, SCSI_MODE_POWER_CONDITION))
			abort();
		for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
			if (now.has[i] != before.has[i] ||
			    (now.has[i] && (now.timer[i].enabled != set.timer[i].enabled ||
					    now.timer[i].time != set.timer[i].time)))
				abort();
		}
	}
	free(list);
}

/* Check that a value which the page lacks is not shown as a time. */
static void check_conditions(const uint8_t *data, size_t bytes)
{
	struct scsi_conditions conditions;
	bool is_page = scsi_conditions_decode(data, bytes, &conditions);

	for (unsigned i = 0; i < ATA_EPC_COUNT; i++) {
		if (conditions.recovery_ms[i] == 0xffff ||
		    (!is_page && (conditions.has[i] || conditions.recovery_ms[i])))
			abort();
	}
}

static void hide_names(const uint8_t *data, size_t bytes)
{
	uint8_t *copy = malloc(bytes ? bytes : 1), *again = malloc(bytes ? bytes : 1);

	if (!copy || !again)
		abort();
	memcpy(copy, data, bytes);
	scsi_page_make_anonymous(copy, bytes);
	memcpy(again, copy, bytes);
	scsi_page_make_anonymous(again, bytes);
	if (memcmp(copy, again, bytes) != 0)
		abort();
	free(copy);
	free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	struct scsi_sense sense = scsi_sense_decode(data, bytes);
	char text[SCSI_SENSE_TEXT_BYTES];

	if (scsi_verdict(&sense) > 0)
		abort();
	check_text(scsi_sense_text(&sense, text), sizeof(text));
	read_names(data, bytes);
	scsi_mode_saveable(data, bytes, SCSI_MODE_CACHING);
	set_timers(data, bytes);
	check_conditions(data, bytes);
	hide_names(data, bytes);
	return 0;
}
