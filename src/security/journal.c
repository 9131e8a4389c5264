// SPDX-License-Identifier: GPL-2.0-or-later
/* The journal of a drive, a text file: lines "NAME VALUE" between a fixed first and last line. */
#include "journal.h"
#include "identify.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char first_line[] = "hdparm-erase 1";
static const char last_line[] = "end";

enum { PATH_BYTES = 160, NAMES = 2, PASSWORD_DIGITS = 2 * PASSWORD_BYTES };

/* clang-format off */
#define TEXT(name) \
	#name, offsetof(struct erase_journal, name), sizeof(((struct erase_journal *)NULL)->name)
/* clang-format on */

static const struct {
	const char *name;
	size_t at, size;
} texts[] = {
	{ TEXT(step) }, { TEXT(model) }, { TEXT(serial) }, { TEXT(method) }, { TEXT(since) }
};
enum { TEXTS = sizeof(texts) / sizeof(texts[0]) };

size_t journal_encode(const struct erase_journal *journal, char text[JOURNAL_BYTES])
{
	size_t n = (size_t)snprintf(text, JOURNAL_BYTES, "%s\n", first_line);

	for (size_t i = 0; i < TEXTS; i++)
		n += (size_t)snprintf(text + n, JOURNAL_BYTES - n, "%s %s\n", texts[i].name,
				      (const char *)journal + texts[i].at);
	n += (size_t)snprintf(text + n, JOURNAL_BYTES - n,
			      "when %" PRId64 "\nfailed %u\ntried %" PRIu32 "\nwhose %s\n",
			      journal->when, journal->failed, journal->tried,
			      journal->master ? "master" : "user");
	if (journal->has_password) {
		n += (size_t)snprintf(text + n, JOURNAL_BYTES - n, "password ");
		for (size_t i = 0; i < PASSWORD_BYTES; i++)
			n += (size_t)snprintf(text + n, JOURNAL_BYTES - n, "%02x",
					      journal->password[i]);
		n += (size_t)snprintf(text + n, JOURNAL_BYTES - n, "\n");
	}
	return n + (size_t)snprintf(text + n, JOURNAL_BYTES - n, "%s\n", last_line);
}

static bool decode_number(const char *value, int64_t most, int64_t *result)
{
	unsigned long long number;
	char *end;

	errno = 0;
	number = strtoull(value, &end, 10);
	if (errno || !is_digit(*value) || *end || number > (unsigned long long)most)
		return false;
	*result = (int64_t)number;
	return true;
}

static bool decode_password(const char *digits, uint8_t bytes[PASSWORD_BYTES])
{
	if (strlen(digits) != PASSWORD_DIGITS)
		return false;
	for (size_t i = 0; i < PASSWORD_BYTES; i++) {
		int high = hex_digit(digits[2 * i]), low = hex_digit(digits[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		bytes[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

/* Bits of the lines that were found: bit i for texts[i], then a bit for each other line. */
enum {
	SEEN_WHEN = 1 << TEXTS,
	SEEN_FAILED = SEEN_WHEN << 1,
	SEEN_TRIED = SEEN_WHEN << 2,
	SEEN_WHOSE = SEEN_WHEN << 3,
	SEEN_PASSWORD = SEEN_WHEN << 4, /* the line "password" may be missing */
	SEEN_ALL = SEEN_PASSWORD - 1
};

static unsigned decode_journal_line(struct erase_journal *journal, const char *name,
				    const char *value)
{
	int64_t n;

	for (unsigned i = 0; i < TEXTS; i++) {
		if (strcmp(name, texts[i].name) != 0)
			continue;
		if (strlen(value) >= texts[i].size)
			return 0;
		memcpy((char *)journal + texts[i].at, value, strlen(value) + 1);
		return 1u << i;
	}
	if (!strcmp(name, "when") && decode_number(value, INT64_MAX, &n)) {
		journal->when = n;
		return SEEN_WHEN;
	}
	if (!strcmp(name, "failed") && decode_number(value, UINT16_MAX, &n)) {
		journal->failed = (unsigned)n;
		return SEEN_FAILED;
	}
	if (!strcmp(name, "tried") && decode_number(value, UINT32_MAX, &n)) {
		journal->tried = (uint32_t)n;
		return SEEN_TRIED;
	}
	if (!strcmp(name, "whose") && (!strcmp(value, "master") || !strcmp(value, "user"))) {
		journal->master = value[0] == 'm';
		return SEEN_WHOSE;
	}
	if (!strcmp(name, "password") && decode_password(value, journal->password)) {
		journal->has_password = true;
		return SEEN_PASSWORD;
	}
	return 0;
}

static char *next_line(char **rest)
{
	char *line = *rest, *end = strchr(line, '\n');

	if (!end)
		return NULL;
	*end = '\0';
	*rest = end + 1;
	return line;
}

static bool decode_lines(char *rest, struct erase_journal *journal)
{
	char *line = next_line(&rest), *value;
	unsigned seen = 0, bit;

	if (!line || strcmp(line, first_line) != 0)
		return false;
	while ((line = next_line(&rest)) && strcmp(line, last_line) != 0) {
		value = strchr(line, ' ');
		if (!value)
			return false;
		*value = '\0';
		bit = decode_journal_line(journal, line, value + 1);
		if (!bit || (seen & bit))
			return false;
		seen |= bit;
	}
	return line && !*rest && (seen & SEEN_ALL) == SEEN_ALL;
}

int journal_decode(const char *text, struct erase_journal *journal)
{
	char copy[JOURNAL_BYTES];
	bool whole;

	*journal = (struct erase_journal){ .when = 0 };
	if (strlen(text) >= sizeof(copy))
		return -EBADMSG;
	memcpy(copy, text, strlen(text) + 1);
	whole = decode_lines(copy, journal);
	explicit_bzero(copy, sizeof(copy));
	return whole ? 0 : -EBADMSG;
}

static void trimmed_identity(const struct job *job, char model[ID_STRING_BYTES],
			     char serial[ID_STRING_BYTES])
{
	ata_id_trimmed_text(job->dev->id.raw, ID_MODEL, model);
	ata_id_trimmed_text(job->dev->id.raw, ID_SERIAL, serial);
}

/* Write the paths where the journal may be, the preferred path first. Return their number. */
static size_t find_paths(const struct job *job, char path[NAMES][PATH_BYTES])
{
	uint64_t wwn = ata_id_world_wide_name(job->dev->id.raw);
	char model[ID_STRING_BYTES], serial[ID_STRING_BYTES], name[2 * ID_STRING_BYTES];
	size_t n = 0;

	if (wwn)
		snprintf(path[n++], PATH_BYTES, "%s/%016" PRIx64, JOURNAL_FOLDER, wwn);
	trimmed_identity(job, model, serial);
	snprintf(name, sizeof(name), "%s_%s", model, serial);
	for (char *at = name; *at; at++) {
		if (!is_letter(*at) && !is_digit(*at) && *at != '-' && *at != '.')
			*at = '_';
	}
	snprintf(path[n++], PATH_BYTES, "%s/%s", JOURNAL_FOLDER, name);
	return n;
}

/*
 * Return as journal_read(). `path`: the drive's file, even if damaged; for -ENOENT, the file to
 * write; for -ESTALE, a file of another drive.
 */
static int find_journal(struct job *job, struct erase_journal *journal, char path[PATH_BYTES])
{
	char model[ID_STRING_BYTES], serial[ID_STRING_BYTES];
	char paths[NAMES][PATH_BYTES], text[JOURNAL_BYTES];
	size_t n = find_paths(job, paths), vacant = n;
	ssize_t got;
	int err;

	trimmed_identity(job, model, serial);
	for (size_t i = 0; i < n; i++) {
		memcpy(path, paths[i], PATH_BYTES);
		got = host_read_kept(job->host, path, text, sizeof(text));
		if (got < 0)
			err = got == -ENOENT ? -ENOENT : -EBADMSG;
		else
			err = journal_decode(text, journal);
		explicit_bzero(text, sizeof(text));
		if (!err && (strcmp(journal->model, model) || strcmp(journal->serial, serial)))
			err = -ESTALE;
		if (!err || err == -EBADMSG)
			return err;
		if (err == -ENOENT && vacant == n)
			vacant = i;
	}
	if (vacant == n)
		return -ESTALE;
	memcpy(path, paths[vacant], PATH_BYTES);
	return -ENOENT;
}

int journal_read(struct job *job, struct erase_journal *journal)
{
	char path[PATH_BYTES];

	return find_journal(job, journal, path);
}

int journal_write(struct job *job, struct erase_journal *journal)
{
	char text[JOURNAL_BYTES], path[PATH_BYTES];
	char model[ID_STRING_BYTES], serial[ID_STRING_BYTES];
	struct erase_journal before;
	size_t bytes;
	int err;

	trimmed_identity(job, model, serial);
	snprintf(journal->model, sizeof(journal->model), "%s", model);
	snprintf(journal->serial, sizeof(journal->serial), "%.20s", serial);
	journal->when = host_wall_s();
	err = find_journal(job, &before, path);
	explicit_bzero(&before, sizeof(before));
	bytes = journal_encode(journal, text);
	/* do not lose a password that another drive's journal may have */
	err = err == -ESTALE ? -EEXIST : host_keep_file(job->host, path, text, bytes);
	explicit_bzero(text, sizeof(text));
	if (err && job->out->verbose)
		job_note(job, "no journal is kept, %s: %s", path, error_words(-err));
	return err;
}

void journal_forget_tried(struct job *job)
{
	struct erase_journal journal;

	if (!journal_read(job, &journal) && journal.tried) {
		journal.tried = 0;
		journal_write(job, &journal);
	}
	explicit_bzero(&journal, sizeof(journal));
}

int journal_remove(struct job *job)
{
	struct erase_journal journal;
	char path[PATH_BYTES];
	int err = find_journal(job, &journal, path);

	explicit_bzero(&journal, sizeof(journal));
	if (err == -ESTALE || err == -ENOENT)
		return 0;
	return host_drop_kept(job->host, path);
}
