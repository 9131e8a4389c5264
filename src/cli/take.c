// SPDX-License-Identifier: GPL-2.0-or-later
/* Values: judged, kept, and refused with a line that says what would do. */
#include "scan.h"
#include "status.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int scan_refuse(struct scan *scan, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	scan->error->status = STATUS_USAGE;
	vsnprintf(scan->error->text, sizeof(scan->error->text), fmt, args);
	va_end(args);
	return -1;
}

int scan_out_of_memory(struct scan *scan)
{
	scan->error->status = ENOMEM;
	snprintf(scan->error->text, sizeof(scan->error->text), "out of memory");
	return -1;
}

/*
 * The plan keeps `word`, a copy of the value, and the word of the command line is overwritten:
 * while the drive is erased for hours, ps(1) shows it to nobody.
 */
static int keep_secret(struct scan *scan, enum opt_id id, char *word)
{
	struct opt_state *state = &scan->req.opt[id];
	struct plan *plan = scan->plan;
	char **secrets = realloc(plan->secrets, (plan->n_secrets + 1) * sizeof(*secrets));

	/* argv is main()'s, which may be written to (C11 5.1.2.2.1) */
	explicit_bzero((char *)(uintptr_t)state->text, strlen(state->text));
	if (!secrets) {
		explicit_bzero(word, strlen(word));
		free(word);
		return scan_out_of_memory(scan);
	}
	plan->secrets = secrets;
	plan->secrets[plan->n_secrets++] = word;
	state->text = word;
	return 0;
}

/* Nothing of an earlier mention's value is left for this one. */
static void forget_value(struct opt_state *state)
{
	state->set = state->flag = false;
	state->value = state->asked = 0;
	state->text = NULL;
	state->more = NULL;
	state->n_more = 0;
}

void scan_no_value(struct scan *scan, enum opt_id id, bool elsewhere)
{
	struct opt_state *state = &scan->req.opt[id];

	forget_value(state);
	state->set = elsewhere;
}

int scan_take_value(struct scan *scan, enum opt_id id, const char *text, size_t length)
{
	const struct option_def *def = &option_table[id];
	struct opt_state *state = &scan->req.opt[id];
	const struct value_type *type = def->value;
	char name[OPTION_NAME_BYTES], range[OPTION_ALLOWED_BYTES];
	char *word = strndup(text, length);
	int err;

	if (!word)
		return scan_out_of_memory(scan);
	forget_value(state);
	state->set = true;
	state->text = text;
	err = def->value->parse(def, word, state);
	if (err)
		scan_refuse(scan, "%s: %s%s%s %s (allowed: %s)", option_name(id, name),
			    type->secret ? "" : "'", type->secret ? "what follows" : word,
			    type->secret ? "" : "'",
			    err == -ERANGE ? "is out of range" : "is no such value",
			    value_allowed(def, range));
	if (type->secret)
		return keep_secret(scan, id, word) || err ? -1 : 0;
	free(word);
	return err ? -1 : 0;
}

/* The words that may follow the first value: each is judged as its type says. */
int scan_take_more(struct scan *scan, enum opt_id id)
{
	const struct value_type *first = option_table[id].value, *type = first->more;
	struct opt_state *state = &scan->req.opt[id], own = { 0 };
	char name[OPTION_NAME_BYTES];
	int err;

	if (!type)
		return 0;
	state->more = scan->argv + scan->next;
	state->n_more = 0;
	while (scan->next < scan->argc && state->n_more < first->more_max) {
		const char *word = scan->argv[scan->next];

		if (!type->extent(word))
			break;
		err = type->parse(&option_table[id], word, &own);
		if (err)
			return scan_refuse(scan, "%s: '%s' %s (allowed: %s)", option_name(id, name),
					   word,
					   err == -ERANGE ? "is out of range" : "is no such value",
					   type->metavar);
		state->n_more++;
		scan->next++;
	}
	if (state->n_more < first->more_min)
		return scan_refuse(scan, "%s: needs more (allowed: %s)", option_name(id, name),
				   first->metavar);
	return 0;
}

/* A word that is neither an option nor a device was meant as the value. */
static bool meant_as_value(const char *word)
{
	return *word == '-' ? isdigit((unsigned char)word[1]) : !strchr(word, '/');
}

int scan_missing_value(struct scan *scan, enum opt_id id)
{
	const char *word = scan->next < scan->argc ? scan->argv[scan->next] : "/";
	char name[OPTION_NAME_BYTES], range[OPTION_ALLOWED_BYTES];

	if (meant_as_value(word))
		return scan_refuse(scan, "%s: '%s' is no such value (allowed: %s)",
				   option_name(id, name), word,
				   value_allowed(&option_table[id], range));
	return scan_refuse(scan, "%s: needs a value (allowed: %s)", option_name(id, name),
			   value_allowed(&option_table[id], range));
}
