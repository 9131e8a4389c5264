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

static const struct {
	enum opt_id one, other;
	const char *value; /* the value of `other` that is refused; NULL: any value, or none */
} exclusive[] = {
	{ OPT_RECORD, OPT_REPLAY, NULL },
	/* parallel measurements disturb each other */
	{ OPT_JOBS, OPT_TIME_DEVICE, NULL },
	{ OPT_JOBS, OPT_TIME_CACHE, NULL },
	/* --conf and --save-conf choose the number of processes: run_commands() */
	{ OPT_JOBS, OPT_CONF, NULL },
	{ OPT_JOBS, OPT_SAVE_CONF, NULL },
	/* --check changes no setting */
	{ OPT_CHECK, OPT_DRY_RUN, NULL },
	{ OPT_CHECK, OPT_POWER_CHANGE, NULL },
	{ OPT_CHECK, OPT_NEW_PARTITION, NULL },
	/* a process of --jobs might read only a part of the password */
	{ OPT_JOBS, OPT_SECURITY_PROMPT, NULL },
	{ OPT_JOBS, OPT_SECURITY_PASSWORD_FILE, "-" },
	/* --watch has no planned end: the JSON document would stay incomplete */
	{ OPT_WATCH, OPT_JSON, NULL },
	/* --why-awake changes no setting of a drive */
	{ OPT_WHY_AWAKE, OPT_DRY_RUN, NULL },
	{ OPT_WHY_AWAKE, OPT_JOBS, NULL },
	{ OPT_IDLE_STANDBY, OPT_JOBS, NULL },
	{ OPT_SERVE, OPT_CHECK, NULL },
	{ OPT_SERVE, OPT_POWER_CHANGE, NULL },
	{ OPT_SERVE, OPT_NEW_PARTITION, NULL },
	{ OPT_SERVE, OPT_FORCE, NULL },
};

/* Modifiers that have an effect only with an option in `with`, which OPT_COUNT ends. */
static const struct {
	enum opt_id id, with[5];
} belongs[] = {
	{ OPT_OFFSET, { OPT_TIME_DEVICE, OPT_COUNT } },
	{ OPT_ZONES, { OPT_TIME_DEVICE, OPT_COUNT } },
	{ OPT_RUNS, { OPT_TIME_DEVICE, OPT_TIME_CACHE, OPT_COUNT } },
	{ OPT_READ_DEPTH, { OPT_TIME_DEVICE, OPT_TIME_CACHE, OPT_COUNT } },
	{ OPT_WAIT,
	  { OPT_SANITIZE_STATUS, OPT_SANITIZE_BLOCK_ERASE, OPT_SANITIZE_CRYPTO_SCRAMBLE,
	    OPT_SANITIZE_OVERWRITE, OPT_COUNT } },
	{ OPT_ERASE_METHOD, { OPT_ERASE, OPT_COUNT } },
	{ OPT_RECORD_SERIALS, { OPT_RECORD, OPT_COUNT } },
	{ OPT_POWER_CHANGE, { OPT_CONF, OPT_COUNT } },
	{ OPT_NEW_PARTITION, { OPT_CONF, OPT_COUNT } },
	{ OPT_CHECK, { OPT_CONF, OPT_COUNT } },
	{ OPT_SERVE, { OPT_CONF, OPT_COUNT } },
	{ OPT_FORCE, { OPT_CONF, OPT_SAVE_CONF, OPT_COUNT } },
	{ OPT_WATCH, { OPT_LIST, OPT_POWER_MODE, OPT_COUNT } },
	{ OPT_REPAIR, { OPT_SURFACE_SCAN, OPT_COUNT } },
	{ OPT_PACE, { OPT_SURFACE_SCAN, OPT_COUNT } },
	{ OPT_VERIFY, { OPT_PROVISIONING, OPT_COUNT } },
};

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
	for (size_t i = 0; i < sizeof(belongs) / sizeof(belongs[0]); i++) {
		if (req->opt[belongs[i].id].seen && !has_any(req, belongs[i].with)) {
			name_any(belongs[i].with, with, size);
			return belongs[i].id;
		}
	}
	return OPT_COUNT;
}

static int check_belonging(const struct request *req, struct plan_error *error)
{
	char name[OPTION_NAME_BYTES], with[160];

	for (size_t i = 0; i < sizeof(belongs) / sizeof(belongs[0]); i++) {
		enum opt_id id = belongs[i].id;

		/* accept --offset without -t, as hdparm 9.65 does */
		if (!req->opt[id].seen || id == OPT_OFFSET || has_any(req, belongs[i].with))
			continue;
		name_any(belongs[i].with, with, sizeof(with));
		return usage_error(error, "%s: needs %s", option_name(id, name), with);
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
	for (size_t i = 0; i < sizeof(exclusive) / sizeof(exclusive[0]); i++) {
		const char *value = exclusive[i].value;

		if (!plan_has(plan, exclusive[i].one) ||
		    !plan_gives(plan, exclusive[i].other, value))
			continue;
		return usage_error(error, "%s and %s%s%s exclude each other",
				   option_name(exclusive[i].one, one),
				   option_name(exclusive[i].other, other), value ? " " : "",
				   value ? value : "");
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
			return usage_error(
				error,
				"%s: one file cannot hold the data of two devices: put %s with "
				"another FILE before the next device",
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

/* Options that decide what the run does: check_leaders() permits few others beside them. */
static const enum opt_id leaders[] = { OPT_LIST, OPT_WATCH, OPT_WHY_AWAKE, OPT_IDLE_STANDBY };

/* Options that check_leaders() accepts beside each leader. */
static const enum opt_id heeded[] = {
	OPT_JSON,    OPT_JOBS,	 OPT_TRANSPORT,	     OPT_PREFER_ATA12, OPT_VERBOSE,
	OPT_DRY_RUN, OPT_RECORD, OPT_RECORD_SERIALS, OPT_REPLAY,       OPT_STRICT,
};

static bool is_heeded(enum opt_id id, enum opt_id leader)
{
	for (size_t i = 0; i < sizeof(heeded) / sizeof(heeded[0]); i++) {
		if (heeded[i] == id)
			return true;
	}
	return id == leader || (leader == OPT_LIST && id == OPT_WATCH) ||
	       (leader == OPT_WATCH && id == OPT_POWER_MODE);
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
	for (size_t i = 0; leader == OPT_COUNT && i < sizeof(leaders) / sizeof(leaders[0]); i++) {
		if (req->opt[leaders[i]].seen)
			leader = leaders[i];
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
	for (size_t i = 0; i < sizeof(belongs) / sizeof(belongs[0]); i++) {
		if (!req->opt[belongs[i].id].seen)
			continue;
		for (const enum opt_id *with = belongs[i].with; *with != OPT_COUNT; with++)
			flags |= *with == id ? option_table[belongs[i].id].flags : 0u;
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
