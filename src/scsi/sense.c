// SPDX-License-Identifier: GPL-2.0-or-later
/* Meanings of sense data for SCSI commands; src/ata/passthrough.c decodes the codes. */
#include "scsi.h"
#include "bytes.h"

#include <errno.h>
#include <stdio.h>

enum {
	FIXED = 0x70,
	DESCRIPTOR = 0x72,
	VALID = 0x80, /* fixed format: INFORMATION is valid; descriptor format: the same bit in byte
			 2 of the descriptor */
	SKSV = 0x80,  /* sense key specific bytes are defined */
	DESCRIPTOR_INFORMATION = 0x00,
	DESCRIPTOR_KEY_SPECIFIC = 0x02
};

/* True if the sense key specific bytes hold a progress: only these keys do (SPC-5 4.4.2.4). */
static bool tells_progress(const struct sense_code *code)
{
	return code->key == KEY_NO_SENSE || code->key == KEY_NOT_READY;
}

static void take_progress(const uint8_t *specific, struct scsi_sense *out)
{
	if (!(specific[0] & SKSV) || !tells_progress(&out->code))
		return;
	out->has_progress = true;
	out->progress = (uint16_t)get_number(specific + 1, 2);
}

static void scsi_decode_fixed(const uint8_t *sense, size_t bytes, struct scsi_sense *out)
{
	enum { INFORMATION = 3, KEY_SPECIFIC = 15, LEAST = 18 };

	out->has_information = sense[0] & VALID;
	if (out->has_information)
		out->information = get_number(sense + INFORMATION, 4);
	if (bytes >= LEAST)
		take_progress(sense + KEY_SPECIFIC, out);
}

static void scsi_decode_descriptors(const uint8_t *sense, size_t bytes, struct scsi_sense *out)
{
	size_t end = 8 + (size_t)sense[7];

	if (end > bytes)
		end = bytes;
	for (size_t at = 8; at + 2 <= end; at += 2 + (size_t)sense[at + 1]) {
		uint8_t type = sense[at], length = sense[at + 1];

		if (type == DESCRIPTOR_INFORMATION && length >= 10 && at + 12 <= end) {
			out->has_information = sense[at + 2] & VALID;
			out->information = out->has_information ? get_number(sense + at + 4, 8) : 0;
		} else if (type == DESCRIPTOR_KEY_SPECIFIC && length >= 6 && at + 8 <= end) {
			take_progress(sense + at + 4, out);
		}
	}
}

struct scsi_sense scsi_sense_decode(const uint8_t *sense, size_t bytes)
{
	struct scsi_sense out = { .code = sense_code(sense, bytes) };

	if (!out.code.present)
		return out;
	/* bit 0 marks the sense data of an earlier command */
	if ((sense[0] & 0x7e) == FIXED)
		scsi_decode_fixed(sense, bytes, &out);
	else if ((sense[0] & 0x7e) == DESCRIPTOR)
		scsi_decode_descriptors(sense, bytes, &out);
	return out;
}

enum {
	KEY_HARDWARE_ERROR = 0x4,
	KEY_DATA_PROTECT = 0x7,
	ASC_CONDITIONS_CHANGED = 0x3f,
	ASCQ_MICROCODE_CHANGED = 0x01,
	ASC_INVALID_DATA = 0x26,
	ASC_FORMAT_FAILED = 0x31,
	ASCQ_BECOMING_READY = 0x01,
	ASCQ_FORMAT_RUNNING = 0x04,
	ASCQ_STARTING = 0x1a, /* START STOP UNIT is in progress */
	ASCQ_SANITIZE_RUNNING = 0x1b,
	ASCQ_FORMAT_CORRUPTED = 0x00,
	ASCQ_FORMAT_COMMAND_FAILED = 0x01,
	ASCQ_SANITIZE_FAILED = 0x03,
	ANY = -1
};

/* SPC-5 tables 47 and F.1; the first row that fits counts. */
static const struct {
	uint8_t key;
	int asc, ascq;
	int err;
	const char *text;
} meanings[] = {
	{ KEY_NO_SENSE, ANY, ANY, 0, "no error" },
	{ KEY_RECOVERED_ERROR, ANY, ANY, 0, "done, after the device corrected an error" },
	{ KEY_COMPLETED, ANY, ANY, 0, "done" },
	{ KEY_NOT_READY, ASC_NOT_READY, ASCQ_BECOMING_READY, EIO, "the disk becomes ready" },
	{ KEY_NOT_READY, ASC_NOT_READY, ASCQ_STARTING, EIO, "the disk starts or stops" },
	{ KEY_NOT_READY, ASC_NOT_READY, ASCQ_START_UNIT_REQUIRED, EIO, "the disk is stopped" },
	{ KEY_NOT_READY, ASC_NOT_READY, ASCQ_FORMAT_RUNNING, EBUSY, "a format is running" },
	{ KEY_NOT_READY, ASC_NOT_READY, ASCQ_SANITIZE_RUNNING, EBUSY,
	  "a sanitize operation is running" },
	{ KEY_NOT_READY, 0x3a, ANY, ENOMEDIUM, "there is no medium" },
	{ KEY_NOT_READY, ANY, ANY, EIO, "the device is not ready" },
	{ KEY_MEDIUM_ERROR, ASC_FORMAT_FAILED, ASCQ_FORMAT_CORRUPTED, EIO,
	  "the medium has no valid format" },
	{ KEY_MEDIUM_ERROR, ASC_FORMAT_FAILED, ASCQ_FORMAT_COMMAND_FAILED, EIO,
	  "the last format failed" },
	{ KEY_MEDIUM_ERROR, ASC_FORMAT_FAILED, ASCQ_SANITIZE_FAILED, EIO,
	  "the last sanitize operation failed" },
	{ KEY_MEDIUM_ERROR, ANY, ANY, EIO, "the sector cannot be read or written" },
	{ KEY_HARDWARE_ERROR, ANY, ANY, EIO, "the device reports a fault of its own" },
	{ KEY_ILLEGAL_REQUEST, ASC_INVALID_OPCODE, ANY, EOPNOTSUPP,
	  "the device does not know the command" },
	{ KEY_ILLEGAL_REQUEST, 0x21, ANY, EINVAL, "the address is beyond the end of the disk" },
	{ KEY_ILLEGAL_REQUEST, ASC_INVALID_FIELD, ANY, EOPNOTSUPP,
	  "the device does not take this form of the command" },
	{ KEY_ILLEGAL_REQUEST, ASC_INVALID_DATA, ANY, EOPNOTSUPP,
	  "the device does not take these values" },
	{ KEY_ILLEGAL_REQUEST, ANY, ANY, EIO, "the device refuses the command" },
	{ KEY_UNIT_ATTENTION, ANY, ANY, EIO, "the device was reset or changed meanwhile" },
	{ KEY_DATA_PROTECT, ANY, ANY, EACCES, "the device is write-protected or locked" },
	{ KEY_ABORTED_COMMAND, ANY, ANY, EIO, "the device aborted the command" },
};

static size_t meaning(const struct sense_code *code)
{
	size_t i;

	for (i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++) {
		if (meanings[i].key == code->key &&
		    (meanings[i].asc == ANY || meanings[i].asc == code->asc) &&
		    (meanings[i].ascq == ANY || meanings[i].ascq == code->ascq))
			break;
	}
	return i;
}

bool scsi_attention(const struct scsi_sense *sense)
{
	return sense->code.present && sense->code.key == KEY_UNIT_ATTENTION;
}

bool scsi_not_ready(const struct scsi_sense *sense)
{
	return sense->code.present && sense->code.key == KEY_NOT_READY;
}

bool scsi_becomes_ready(const struct scsi_sense *sense)
{
	return scsi_not_ready(sense) && sense->code.asc == ASC_NOT_READY &&
	       (sense->code.ascq == ASCQ_BECOMING_READY || sense->code.ascq == ASCQ_STARTING);
}

bool scsi_stopped(const struct scsi_sense *sense)
{
	return scsi_not_ready(sense) && sense->code.asc == ASC_NOT_READY &&
	       sense->code.ascq == ASCQ_START_UNIT_REQUIRED;
}

static bool scsi_refused_with(const struct scsi_sense *sense, uint8_t asc)
{
	return sense->code.present && sense->code.key == KEY_ILLEGAL_REQUEST &&
	       sense->code.asc == asc;
}

bool scsi_unknown(const struct scsi_sense *sense)
{
	return scsi_refused_with(sense, ASC_INVALID_OPCODE);
}

bool scsi_form_refused(const struct scsi_sense *sense)
{
	return scsi_refused_with(sense, ASC_INVALID_FIELD);
}

bool scsi_data_refused(const struct scsi_sense *sense)
{
	return scsi_refused_with(sense, ASC_INVALID_DATA);
}

bool scsi_refused(const struct scsi_sense *sense)
{
	return sense->code.present && !sense->code.deferred &&
	       sense->code.key == KEY_ILLEGAL_REQUEST;
}

bool scsi_microcode_changed(const struct scsi_sense *sense)
{
	return sense->code.present && sense->code.key == KEY_UNIT_ATTENTION &&
	       sense->code.asc == ASC_CONDITIONS_CHANGED &&
	       sense->code.ascq == ASCQ_MICROCODE_CHANGED;
}

bool scsi_medium_failed(const struct scsi_sense *sense)
{
	return sense->code.present && sense->code.key == KEY_MEDIUM_ERROR &&
	       scsi_sanitize_state(sense) == SCSI_SANITIZE_UNTOLD &&
	       scsi_format_state(sense) == SCSI_FORMAT_UNTOLD;
}

/* True if an operation runs. Some disks report it by REQUEST SENSE without the key of an error. */
static bool runs(const struct sense_code *code, uint8_t ascq)
{
	return code->present && (code->key == KEY_NOT_READY || code->key == KEY_NO_SENSE) &&
	       code->asc == ASC_NOT_READY && code->ascq == ascq;
}

static bool format_failed(const struct sense_code *code, uint8_t ascq)
{
	return code->present && code->key == KEY_MEDIUM_ERROR && code->asc == ASC_FORMAT_FAILED &&
	       code->ascq == ascq;
}

enum scsi_sanitize_state scsi_sanitize_state(const struct scsi_sense *sense)
{
	if (runs(&sense->code, ASCQ_SANITIZE_RUNNING))
		return SCSI_SANITIZE_RUNNING;
	return format_failed(&sense->code, ASCQ_SANITIZE_FAILED) ? SCSI_SANITIZE_FAILED
								 : SCSI_SANITIZE_UNTOLD;
}

enum scsi_format_state scsi_format_state(const struct scsi_sense *sense)
{
	if (runs(&sense->code, ASCQ_FORMAT_RUNNING))
		return SCSI_FORMAT_RUNNING;
	return format_failed(&sense->code, ASCQ_FORMAT_CORRUPTED) ||
			       format_failed(&sense->code, ASCQ_FORMAT_COMMAND_FAILED)
		       ? SCSI_FORMAT_CORRUPT
		       : SCSI_FORMAT_UNTOLD;
}

int scsi_verdict(const struct scsi_sense *sense)
{
	size_t i = meaning(&sense->code);

	if (!sense->code.present || i == sizeof(meanings) / sizeof(meanings[0]))
		return -EIO;
	return -meanings[i].err;
}

const char *scsi_sense_text(const struct scsi_sense *sense, char text[SCSI_SENSE_TEXT_BYTES])
{
	size_t i = meaning(&sense->code);

	if (sense->code.deferred)
		snprintf(text, SCSI_SENSE_TEXT_BYTES,
			 "not executed, since an earlier command failed (sense %02Xh/%02Xh/%02Xh)",
			 sense->code.key, sense->code.asc, sense->code.ascq);
	else if (!sense->code.present)
		snprintf(text, SCSI_SENSE_TEXT_BYTES, "the device refuses and does not say why");
	else
		snprintf(text, SCSI_SENSE_TEXT_BYTES, "%s (sense %02Xh/%02Xh/%02Xh)",
			 i < sizeof(meanings) / sizeof(meanings[0]) ? meanings[i].text
								    : "the command failed",
			 sense->code.key, sense->code.asc, sense->code.ascq);
	return text;
}
