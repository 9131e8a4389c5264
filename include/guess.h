/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which of many words a misspelt one was probably meant for. */
#ifndef HDPARM_GUESS_H
#define HDPARM_GUESS_H

#include <stdbool.h>

/* The same word without regard to case, a dash being as good as an underscore. */
bool same_word(const char *a, const char *b);

struct guess {
	const char *typed;
	const char *found; /* the nearest candidate so far, or NULL */
	unsigned best;	   /* fewer letters than this must be wrong in the next one */
};

/* `typed` is not copied. A word of which more than a third would be wrong is another word. */
void guess_start(struct guess *guess, const char *typed);
void guess_offer(struct guess *guess, const char *candidate);

#endif
