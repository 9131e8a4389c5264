// SPDX-License-Identifier: GPL-2.0-or-later
/* Checks of the options of a plan, consent among them. */
#include "options.h"
#include "status.h"

#include <stdio.h>
#include <string.h>

unsigned consent_given(const struct request *req)
{
	return (req->opt[OPT_CONSENT_YES].seen ? CONSENT_YES : 0u) |
	       (req->opt[OPT_CONSENT_DESTROY].seen ? CONSENT_DESTROY : 0u);
}

const char *consent_words(unsigned consent)
{
	static const char *const words[] = {
		[CONSENT_YES] = "--yes-i-know-what-i-am-doing",
		[CONSENT_DESTROY] = "--please-destroy-my-drive",
		[CONSENT_YES | CONSENT_DESTROY] =
			"--yes-i-know-what-i-am-doing --please-destroy-my-drive",
	};

	return words[consent];
}

const char *consent_place(const struct request *req)
{
	return req->from_block ? "" : " before the device";
}

static bool is_in(const enum opt_id *ids, enum opt_id id)
{
	while (ids && *ids != OPT_COUNT && *ids != id)
		ids++;
	return ids && *ids == id;
}

static bool has_any(const struct request *req, const enum opt_id *ids)
{
	for (; *ids != OPT_COUNT; ids++) {
		if (req->opt[*ids].seen)
			return true;
	}
	return false;
}

static void name_any(const enum opt_id *ids, char *text, size_t size)
{
	char name[OPTION_NAME_BYTES];
	size_t n = 0;

	for (size_t i = 0; ids[i] != OPT_COUNT && n < size; i++) {
		const char *before = ids[i + 1] == OPT_COUNT ? " or " : ", ";

		n += (size_t)snprintf(text + n, size - n, "%s%s", i ? before : "",
				      option_name(ids[i], name));
	}
}

enum opt_id request_unused(const struct request *req, char *with, size_t size)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const enum opt_id *needs = option_table[id].with;

		if (req->opt[id].seen && needs && !has_any(req, needs)) {
			name_any(needs, with, size);
			return (enum opt_id)id;
		}
	}
	return OPT_COUNT;
}

static int check_belonging(const struct request *req, struct plan_error *error)
{
	char name[OPTION_NAME_BYTES], with[160];

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const enum opt_id *needs = option_table[id].with;

		/* accept --offset without -t, as hdparm 9.65 does */
		if (!req->opt[id].seen || !needs || id == OPT_OFFSET || has_any(req, needs))
			continue;
		name_any(needs, with, sizeof(with));
		return usage_error(error, "%s: needs %s", option_name((enum opt_id)id, name), with);
	}
	return 0;
}

static bool plan_gives(const struct plan *plan, enum opt_id id, const char *value)
{
	for (size_t i = 0; value && i < plan->n; i++) {
		const struct opt_state *opt = &plan->steps[i].req.opt[id];

		if (opt->seen && opt->text && !strcmp(opt->text, value))
			return true;
	}
	return !value && plan_has(plan, id);
}

int gate_check_tape(const struct plan *plan, enum opt_id tape, struct plan_error *error)
{
	char one[OPTION_NAME_BYTES], other[OPTION_NAME_BYTES];

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (option_table[id].unrecorded && plan_has(plan, (enum opt_id)id))
			return usage_error(error, "%s and %s exclude each other",
					   option_name((enum opt_id)id, one),
					   option_name(tape, other));
	}
	return 0;
}

static int check_exclusive(const struct plan *plan, struct plan_error *error)
{
	char one[OPTION_NAME_BYTES], other[OPTION_NAME_BYTES];
	enum opt_id tape = plan_has(plan, OPT_RECORD) ? OPT_RECORD : OPT_REPLAY;

	if (plan_has(plan, tape) && gate_check_tape(plan, tape, error))
		return -1;
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct excluded *no = option_table[id].excludes;

		for (; no && no->id != OPT_COUNT && plan_has(plan, (enum opt_id)id); no++) {
			if (!plan_gives(plan, no->id, no->value))
				continue;
			return usage_error(error, "%s and %s%s%s exclude each other",
					   option_name((enum opt_id)id, one),
					   option_name(no->id, other), no->value ? " " : "",
					   no->value ? no->value : "");
		}
	}
	return 0;
}

static bool given_before(const struct plan *plan, size_t step, enum opt_id id)
{
	const char *text = plan->steps[step].req.opt[id].text;

	for (size_t i = 0; i < step; i++) {
		const struct opt_state *opt = &plan->steps[i].req.opt[id];

		if (opt->seen && !strcmp(opt->text, text))
			return true;
	}
	return false;
}

static int check_files(const struct plan *plan, struct plan_error *error)
{
	char name[OPTION_NAME_BYTES];

	for (unsigned id = 0; id < OPT_COUNT && plan->n > 1; id++) {
		if (!(option_table[id].flags & OPT_DEVICE_FILE))
			continue;
		for (size_t i = 1; i < plan->n; i++) {
			if (!plan->steps[i].req.opt[id].seen ||
			    !given_before(plan, i, (enum opt_id)id))
				continue;
			option_name((enum opt_id)id, name);
			return usage_error(error,
					   "%s: one file cannot hold the data of two devices: "
					   "put %s with another FILE before the next device",
					   name, name);
		}
	}
	return 0;
}

static bool same_options(const struct request *one, const struct request *other)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct opt_state *a = &one->opt[id], *b = &other->opt[id];

		if (a->seen != b->seen || a->set != b->set || a->flag != b->flag ||
		    a->value != b->value || a->text != b->text)
			return false;
	}
	return true;
}

static int check_finder(const struct plan *plan, struct plan_error *error)
{
	enum opt_id finder = OPT_COUNT;
	char name[OPTION_NAME_BYTES];

	for (size_t i = 0; finder == OPT_COUNT && i < plan->n; i++)
		finder = request_finder(&plan->steps[i].req);
	if (finder == OPT_COUNT)
		return 0;
	for (size_t i = 1; i < plan->n; i++) {
		if (same_options(&plan->steps[0].req, &plan->steps[i].req))
			continue;
		return usage_error(error,
				   "%s: put it and all other options before the first device",
				   option_name(finder, name));
	}
	return 0;
}

static bool is_heeded(enum opt_id id, enum opt_id leader)
{
	return id == leader || (option_table[id].flags & OPT_HEEDED) ||
	       is_in(option_table[id].with, leader) || is_in(option_table[leader].with, id);
}

static int check_leaders(const struct request *req, struct plan_error *error)
{
	const struct opt_state *idle = &req->opt[OPT_IDLE_STANDBY];
	char name[OPTION_NAME_BYTES], other[OPTION_NAME_BYTES];
	enum opt_id leader = OPT_COUNT;

	if (req->from_block)
		return 0;
	if (idle->set && !idle->value)
		return usage_error(error, "--idle-standby: off is for hdparm.conf alone");
	for (unsigned id = 0; leader == OPT_COUNT && id < OPT_COUNT; id++) {
		if (req->opt[id].seen && (option_table[id].flags & OPT_LEADS))
			leader = (enum opt_id)id;
	}
	for (unsigned id = 0; leader != OPT_COUNT && id < OPT_COUNT; id++) {
		if (!req->opt[id].seen || is_heeded((enum opt_id)id, leader))
			continue;
		return usage_error(error, "%s and %s exclude each other", option_name(leader, name),
				   option_typed(req, (enum opt_id)id, other));
	}
	return 0;
}

unsigned request_guards(const struct request *req, enum opt_id id)
{
	const struct opt_state *opt = &req->opt[id];
	unsigned flags = option_table[id].flags;

	/* the option without a value is a query */
	if (option_table[id].kind == OPT_KIND_GETSET && !opt->set)
		flags = 0;
	for (unsigned modifier = 0; modifier < OPT_COUNT; modifier++) {
		if (req->opt[modifier].seen && is_in(option_table[modifier].with, id))
			flags |= option_table[modifier].flags;
	}
	return flags & OPT_GUARDS;
}

unsigned consent_lacking(const struct request *req, enum opt_id id)
{
	const struct option_def *def = &option_table[id];
	const struct opt_state *state = &req->opt[id];

	if (!state->seen || (def->consent_when == CONSENT_FOR_VALUE && !state->set) ||
	    (def->consent_when == CONSENT_FOR_1 && !(state->set && state->value == 1)))
		return 0;
	return def->consent & ~consent_given(req);
}

int gate_check(const struct plan *plan, struct plan_error *error)
{
	char name[OPTION_NAME_BYTES];

	if (check_exclusive(plan, error) || check_finder(plan, error) || check_files(plan, error))
		return -1;
	for (size_t i = 0; i < plan->n; i++) {
		const struct request *req = &plan->steps[i].req;
		bool serves_devices = plan->steps[i].path || request_needs_no_device(req);
		/* a dry run needs no consent, unless hdparm.conf is checked as for a real run */
		bool changes_nothing = req->opt[OPT_DRY_RUN].seen && !req->checks_consent;

		if (serves_devices && (check_belonging(req, error) || check_leaders(req, error)))
			return -1;
		for (unsigned id = 0; id < OPT_COUNT; id++) {
			unsigned missing = 0;

			if (option_table[id].consent)
				missing = consent_lacking(req, (enum opt_id)id);
			/* without a device, as with --help, a modifier changes nothing */
			if (!missing || changes_nothing ||
			    (option_table[id].kind == OPT_KIND_MODIFIER && !serves_devices))
				continue;
			error->status = STATUS_REFUSED;
			snprintf(error->text, sizeof(error->text),
				 "%s: DANGEROUS: %s; to do it, add %s%s",
				 option_name((enum opt_id)id, name), option_table[id].danger,
				 consent_words(missing), consent_place(req));
			return -1;
		}
	}
	return 0;
}
