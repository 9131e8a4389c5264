// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Readers of untrusted text outside the pure folders: the journal of an erase, a recording, the
 * words of a command line in hdparm.conf, and option values. Each file is included, so that its
 * static functions are reached; texts have any characters, up to a few.
 */
#include <string.h>

/* copies of a text have its length */
#define strlen prove_strlen
#define strcmp prove_strcmp
#include "security/journal.c"
#undef TEXT
#include "record/tape.c"
#include "prove.h"

enum { VALUE_MOST = 6, LINE_MOST = 5, TEXT_MOST = 16 };

static void prove_journal_line(const char *name, size_t length)
{
	static struct erase_journal journal;
	char value[TEXT_MOST + 1];

	if (length > VALUE_MOST)
		any_ascii(value + TEXT_MOST - length, length);
	else
		any_text(value + TEXT_MOST - length, length);
	decode_journal_line(&journal, name, value + TEXT_MOST - length);
}

void prove_journal(void)
{
	static const char *const names[] = { "step",  "model",	  "serial", "method",
					     "since", "when",	  "failed", "tried",
					     "whose", "password", "other" };
	static struct erase_journal journal;
	static char digits[PASSWORD_DIGITS + 1];
	static char text[JOURNAL_BYTES];

	//@ loop unroll 11;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		//@ loop unroll VALUE_MOST + 1;
		for (size_t length = 0; length <= VALUE_MOST; length++)
			prove_journal_line(names[i], length);
	}
	/* the longest step, and a step that is too long */
	prove_journal_line("step", TEXT_MOST - 1);
	prove_journal_line("step", TEXT_MOST);
	any_text(digits, PASSWORD_DIGITS);
	decode_password(digits, journal.password);
	/* lines of any characters, complete or not */
	//@ loop unroll LINE_MOST + 1;
	for (size_t length = 0; length <= LINE_MOST; length++) {
		memcpy(text, "hdparm-erase 1\n", 15);
		any_text(text + 15, length);
		journal_decode(text, &journal);
	}
}

/* A line of data, and a text to write. */
void prove_recording(void)
{
	static char line[LINE_MOST + 8], out[6];
	uint8_t to[4];

	//@ loop unroll LINE_MOST + 1;
	for (size_t length = 0; length <= LINE_MOST; length++) {
		struct sink sink = { .to = to, .room = sizeof(to) };
		char *at = line + sizeof(line) - 1 - length;

		any_text(at, length);
		read_bytes(&sink, at);
		sink.bytes = 0;
		read_text(&sink, at);
		sink.bytes = 0;
		text_encode(at, length, out, sizeof(out));
	}
}
