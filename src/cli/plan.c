// SPDX-License-Identifier: GPL-2.0-or-later
/* Makes and searches plans. getopt cannot parse "-W0S12", where -S follows a number. */
#include "ata_drive.h"
#include "options.h"
#include "text.h"
#include "units.h"
#include "values.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int plan_out_of_memory(struct plan_error *error)
{
	error->status = ENOMEM;
	snprintf(error->text, sizeof(error->text), "out of memory");
	return -1;
}

/* Queried for a device with -v, or if no act is requested. */
static const enum opt_id default_listing[] = {
	OPT_READ_AHEAD,	   OPT_IO_32BIT,  OPT_DMA,	  OPT_GEOMETRY,
	OPT_KEEP_SETTINGS, OPT_MULTCOUNT, OPT_UNMASK_IRQ, OPT_READ_ONLY,
};

/*
 * For -S with --epc on, add a missing standby_z timer, unless the code of -S is vendor-specific or
 * reserved: EPC replaces the timer of -S.
 */
static void set_standby_alike(struct request *req)
{
	const struct opt_state *standby = &req->opt[OPT_STANDBY_TIMER], *epc = &req->opt[OPT_EPC];
	struct opt_state *alike = &req->opt[OPT_EPC_STANDBY_Z];
	unsigned seconds = standby_timer_seconds((unsigned)standby->value);

	if (!standby->set || !epc->set || !epc->value || alike->seen ||
	    (standby->value && !seconds))
		return;
	*alike = (struct opt_state){ .seen = true,
				     .set = true,
				     .quiet = standby->quiet,
				     .flag = standby->flag,
				     .general = standby->general,
				     .value = ata_epc_rounded((uint64_t)seconds * 10) };
}

static int one_device_error(enum opt_id id, struct plan_error *error)
{
	char name[OPTION_NAME_BYTES];

	return usage_error(error, "%s: takes one device only", option_name(id, name));
}

static int count_acts(const struct plan *plan, const struct request *req, struct plan_error *error)
{
	enum opt_id lone = OPT_COUNT;
	char name[OPTION_NAME_BYTES];
	int acts = 0;

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct option_def *def = &option_table[id];

		if (!req->opt[id].seen)
			continue;
		acts += def->kind != OPT_KIND_MODIFIER;
		if (lone == OPT_COUNT && (def->kind == OPT_KIND_SOLO ||
					  def->kind == OPT_KIND_PLAN || def->kind == OPT_KIND_LONE))
			lone = (enum opt_id)id;
		if ((def->flags & OPT_ONE_DEVICE) && plan->n > 0)
			return one_device_error((enum opt_id)id, error);
	}
	if (lone != OPT_COUNT && acts > 1)
		return usage_error(error, "%s: cannot be combined with other options",
				   option_name(lone, name));
	return acts;
}

int plan_add_step(struct plan *plan, const char *path, const struct request *req,
		  struct plan_error *error)
{
	struct step *steps = realloc(plan->steps, (plan->n + 1) * sizeof(*steps));
	struct step *step;
	int acts;

	if (!steps)
		return plan_out_of_memory(error);
	plan->steps = steps;
	acts = count_acts(plan, req, error);
	if (acts < 0)
		return -1;
	step = &steps[plan->n++];
	/* an initializer may copy the large request twice */
	step->path = path;
	step->req = *req;
	step->chosen = NULL;
	step->heeds_lock = false;
	step->purpose = STEP_RUN;
	step->wakes = false;
	step->selector = NULL;
	step->selected = false;
	set_standby_alike(&step->req);
	if (!path || (acts && !req->opt[OPT_DEFAULTS].seen))
		return 0;
	for (size_t i = 0; i < sizeof(default_listing) / sizeof(default_listing[0]); i++) {
		struct opt_state *state = &step->req.opt[default_listing[i]];

		state->listed = req->opt[OPT_DEFAULTS].seen;
		if (state->seen)
			continue;
		state->implied = state->seen = true;
		state->quiet = req->next_quiet;
	}
	return 0;
}

void plan_free(struct plan *plan)
{
	for (size_t i = 0; i < plan->n_secrets; i++) {
		explicit_bzero(plan->secrets[i], strlen(plan->secrets[i]));
		free(plan->secrets[i]);
	}
	free(plan->secrets);
	free(plan->steps);
	*plan = (struct plan){ 0 };
}

const struct opt_state *plan_option(const struct plan *plan, enum opt_id id)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (plan->steps[i].req.opt[id].seen)
			return &plan->steps[i].req.opt[id];
	}
	return NULL;
}

bool plan_has(const struct plan *plan, enum opt_id id)
{
	return plan_option(plan, id) != NULL;
}

enum opt_id request_finder(const struct request *req)
{
	for (unsigned id = 0; req->finds && id < OPT_COUNT; id++) {
		if (req->opt[id].seen && option_table[id].kind == OPT_KIND_PLAN)
			return (enum opt_id)id;
	}
	return OPT_COUNT;
}

bool request_needs_no_device(const struct request *req)
{
	return request_finder(req) < OPT_COUNT ||
	       (req->opt[OPT_WATCH].seen && req->opt[OPT_POWER_MODE].seen);
}

bool words_have_option(int argc, char *const argv[], enum opt_id id)
{
	const char *rest;

	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
		if (option_of_word(argv[i], &rest) == id)
			return true;
	}
	return false;
}

bool step_carries_consent(const struct step *step)
{
	return step->req.opt[OPT_CONSENT_YES].seen || step->req.opt[OPT_CONSENT_DESTROY].seen;
}

bool step_takes_password(const struct step *step)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (step->req.opt[id].seen && option_is_secret((enum opt_id)id))
			return true;
	}
	return false;
}

bool plan_has_secret(const struct plan *plan)
{
	return plan->n_secrets || plan_has(plan, OPT_CONF) ||
	       plan_has(plan, OPT_SECURITY_PASSWORD_FILE) || plan_has(plan, OPT_SECURITY_PROMPT);
}

bool plan_hides_word(const struct plan *plan, const struct step *step)
{
	for (size_t i = 0; step->path && !word_names_device(step->path) && i < plan->n; i++) {
		if (step_takes_password(&plan->steps[i]))
			return true;
	}
	return false;
}

void step_wipe_word(const struct step *step)
{
	/* main()'s argv may be written to (C11 5.1.2.2.1) */
	explicit_bzero((char *)(uintptr_t)step->path, strlen(step->path));
}

/* --- errors of the command line --- */

static const char *option_guess(const char *typed, size_t length)
{
	char word[GUESS_MAX + 1];
	const char *longer = NULL;
	struct guess guess;

	if (length < 2 || length > GUESS_MAX)
		return NULL;
	snprintf(word, sizeof(word), "%.*s", (int)length, typed);
	guess_start(&guess, word);
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (option_table[id].name[0] && !(option_table[id].flags & OPT_HIDDEN))
			guess_offer(&guess, option_table[id].name);
	}
	if (guess.found)
		return guess.found;
	/* suggest the only visible name that begins with `word` */
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const char *name = option_table[id].name;

		if (!name[0] || (option_table[id].flags & OPT_HIDDEN) ||
		    !word_begins(name, word, length))
			continue;
		if (longer)
			return NULL;
		longer = name;
	}
	return longer;
}

/* An option may have taken the device's name as its value. */
static int no_device_error(struct plan_error *error, const struct request *req)
{
	char name[OPTION_NAME_BYTES];

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct opt_state *opt = &req->opt[id];

		if (opt->text && word_names_device(opt->text))
			return usage_error(error,
					   "%s: its argument is missing (%s): "
					   "it took %.64s, and no device follows",
					   option_name((enum opt_id)id, name),
					   option_table[id].value->metavar, opt->text);
	}
	return usage_error(error, "no device given (see hdparm -h)");
}

/* at[]: index of the first device of the last row, index of the word behind this row, argc. */
static int order_error(struct plan_error *error, char *const argv[], const int at[3])
{
	/* corrected order: the last row of devices comes last */
	const int order[][2] = { { 1, at[0] }, { at[1], at[2] }, { at[0], at[1] } };
	char line[sizeof(error->text)];
	const char *rest;
	enum opt_id id;
	size_t n = 0;

	for (int i = 0; i < 3; i++) {
		for (int word = order[i][0]; word < order[i][1]; word++) {
			if (n + 1 >= sizeof(line))
				break;
			line[n++] = ' ';
			n += word_quote(line + n, sizeof(line) - n, argv[word]);
			id = option_of_word(argv[word], &rest);
			if (option_is_secret(id) || id == OPT_SECURITY_PROMPT ||
			    id == OPT_SECURITY_PASSWORD_FILE)
				n = sizeof(line);
		}
	}
	usage_error(error, "options after the last device have no effect: hdparm%s", line);
	if (n >= sizeof(line) || strlen(error->text) == sizeof(error->text) - 1)
		usage_error(error,
			    "options after the last device have no effect: put them before it");
	return -1;
}

/* --- the scanner --- */

struct scan {
	int argc;
	char *const *argv;
	int next;	       /* index of the next word */
	int number_end;	       /* index of the word behind `number`; 0: no `number` */
	const char *number;    /* latest value that is all digits and ends its word; no password */
	enum opt_id number_of; /* the option that has `number` as its value */
	int maybe_password;    /* index of a word that may be a password; 0: none */
	int devices;	       /* index of the first device of the last row of devices */
	int options;	       /* index of the word after the last device */
	struct request req;    /* options so far */
	bool after_options;    /* "--" was seen */
	bool loose;	       /* an option without OPT_WHOLE_LINE was read since the last device */
	bool info;	       /* an INFO option ends the scan */
	const struct option_def *lone;	/* the OPT_KIND_LONE option, or NULL */
	bool given[OPT_COUNT];		/* options given since the last device */
	const struct option_def *twice; /* an option wrongly given twice, or NULL */
	struct plan *plan;
	struct plan_error *error;
};

static void note_option(struct scan *scan, enum opt_id id)
{
	enum opt_kind kind = option_table[id].kind;
	bool whole = option_table[id].flags & OPT_WHOLE_LINE;

	if (((kind == OPT_KIND_SOLO || kind == OPT_KIND_LONE) && scan->given[id]) ||
	    (whole && scan->req.opt[id].set))
		scan->twice = &option_table[id];
	if (kind == OPT_KIND_LONE)
		scan->lone = &option_table[id];
	scan->loose |= !whole;
	scan->given[id] = true;
	scan->info |= kind == OPT_KIND_INFO;
}

static int take_no_value(struct scan *scan, enum opt_id id)
{
	const char *word = scan->next < scan->argc ? scan->argv[scan->next] : "/";

	if (!request_set(&scan->req, id, NULL, scan->error))
		return 0;
	/* the next word may be a misspelt value */
	if (*word == '-' ? is_digit(word[1]) : !strchr(word, '/'))
		value_error(scan->error, &scan->req, id, word, -EINVAL);
	return -1;
}

/* Wipe a password in argv, which ps(1) shows; keep the copy in plan->secrets. */
static int take_value(struct scan *scan, enum opt_id id, const char *text, size_t length)
{
	struct plan *plan = scan->plan;
	char *word = strndup(text, length), **secrets;
	int err;

	if (!word)
		return plan_out_of_memory(scan->error);
	err = request_set(&scan->req, id, word, scan->error);
	if (option_is_secret(id)) {
		explicit_bzero((char *)(uintptr_t)text, length);
		secrets = realloc(plan->secrets, (plan->n_secrets + 1) * sizeof(*secrets));
		if (!secrets) {
			explicit_bzero(word, strlen(word));
			free(word);
			return plan_out_of_memory(scan->error);
		}
		plan->secrets = secrets;
		secrets[plan->n_secrets++] = word;
		return err;
	}
	scan->req.opt[id].text = text;
	/* note the number: in "20 min", the next word would be taken for a device */
	if (is_digit(*text) && !text[strspn(text, "0123456789")]) {
		scan->number_end = scan->next;
		scan->number = text;
		scan->number_of = id;
	}
	free(word);
	return err;
}

static int take_more_words(struct scan *scan, enum opt_id id)
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
			return value_error(scan->error, &scan->req, id, word, err);
		state->n_more++;
		scan->next++;
	}
	if (state->n_more < first->more_min)
		return usage_error(scan->error, "%s: an argument is missing (allowed: %s)",
				   option_name(id, name), first->metavar);
	return 0;
}

/* Refuse the "=VALUE" at `at` behind a letter. Return -1. */
static int equals_error(struct scan *scan, enum opt_id id, const char *at)
{
	const struct option_def *def = &option_table[id];
	struct opt_state own = { .seen = true };
	int err;

	if (!def->value)
		return usage_error(scan->error, "-%c: takes no value", def->letter);
	err = def->value->parse(def, at + 1, &own);
	if (err)
		return value_error(scan->error, &scan->req, id, at + 1, err);
	return usage_error(scan->error,
			   "-%c: its value follows without an equals sign (did you mean -%c %s?)",
			   def->letter, def->letter, at + 1);
}

/* Take a value at `at` or in the next word, if any. Return the text behind; NULL: error. */
static const char *letter_value(struct scan *scan, enum opt_id id, const char *at)
{
	const struct option_def *def = &option_table[id];
	size_t length = value_extent(def->value, at);

	if (!length && !*at && scan->next < scan->argc) {
		length = word_extent(def->value, scan->argv[scan->next]);
		if (length)
			at = scan->argv[scan->next++];
	}
	/* refuse "20 min" as one word */
	if (length && at[length] == ' ' && def->value->unit) {
		value_error(scan->error, &scan->req, id, at, -EINVAL);
		return NULL;
	}
	if (length ? take_value(scan, id, at, length) : take_no_value(scan, id))
		return NULL;
	at += length;
	if (scan->req.opt[id].set && length && *at && (def->flags & OPT_ENDS_CLUSTER)) {
		usage_error(scan->error, "-%c: '%s' after its value", def->letter, at);
		return NULL;
	}
	return at;
}

static int scan_cluster(struct scan *scan, const char *word)
{
	const char *at = word + 1;
	int next = scan->next;

	while (*at) {
		enum opt_id id = option_by_letter(*at);

		if (id == OPT_COUNT) {
			if (*at == 'U' || *at == 'x')
				return usage_error(scan->error,
						   "-%c: obsolete: the kernel no longer has it",
						   *at);
			return usage_error(scan->error, "'%s': unknown option '%c' (see hdparm -h)",
					   word, *at);
		}
		note_option(scan, id);
		at++;
		if (*at == '=' && at[1])
			return equals_error(scan, id, at);
		if (option_table[id].value)
			at = letter_value(scan, id, at);
		else
			request_set(&scan->req, id, NULL, scan->error);
		if (!at)
			return -1;
		if (scan->info)
			return 0;
		if (scan->next != next) /* the next word has the value, and maybe more letters */
			word = scan->argv[scan->next - 1];
	}
	return 0;
}

/* After an error in a word such as "-list": suggest the long option. Return -1. */
static int cluster_error(struct scan *scan, const char *word)
{
	const char *rest;
	enum opt_id id = option_by_name(word + 1, &rest);

	if (id == OPT_COUNT || scan->error->status == ENOMEM)
		return -1;
	/* do not show the text after an equals sign: the text may be a password */
	return usage_error(scan->error, "unknown option '%.*s' (did you mean --%s?)",
			   (int)(rest - word), word, option_table[id].name);
}

/* Refuse a next word that should follow the option and "=", as in "--surface-scan 5". */
static int check_equals(struct scan *scan, enum opt_id id)
{
	const struct option_def *def = &option_table[id];
	const char *word = scan->next < scan->argc ? scan->argv[scan->next] : "";
	struct opt_state own = { .seen = true };

	if (!(def->flags & OPT_EQUALS_VALUE) || def->value == &value_path ||
	    def->value->parse(def, word, &own) == -EINVAL)
		return 0;
	return usage_error(scan->error,
			   "--%s: its value follows an equals sign (did you mean --%s=%.40s?)",
			   def->name, def->name, word);
}

/* Set *value if the next word is the option's value. 0, or -1 after an error. */
static int value_apart(struct scan *scan, enum opt_id id, const char **value)
{
	const struct option_def *def = &option_table[id];
	const char *word = scan->next < scan->argc ? scan->argv[scan->next] : NULL;

	if (!word || !def->value || (def->flags & OPT_EQUALS_VALUE) ||
	    (!def->value->any_word && !word_extent(def->value, word)))
		return 0;
	/* a word like an option or a device: the password is probably missing */
	if (def->value->secret && (*word == '-' || word_names_device(word))) {
		if (def->flags & OPT_MAY_LACK_VALUE)
			return 0;
		return usage_error(
			scan->error,
			"--%s: needs a PASSWORD, "
			"and the next word looks like an option or a device; "
			"a password of that form is joined (--%s=PASSWORD) or comes from a file",
			def->name, def->name);
	}
	scan->next++;
	*value = word;
	return 0;
}

static int scan_long(struct scan *scan, const char *name)
{
	const char *rest, *meant, *value = NULL;
	enum opt_id id = option_by_name(name, &rest);
	const struct option_def *def = &option_table[id];

	if (id == OPT_COUNT) {
		meant = option_guess(name, (size_t)(rest - name));
		/* do not show the text after an equals sign: the text may be a password */
		if (meant)
			return usage_error(scan->error,
					   "unknown option '--%.*s' (did you mean --%s?)",
					   (int)(rest - name), name, meant);
		snprintf(scan->error->unknown, sizeof(scan->error->unknown), "%.*s",
			 (int)(rest - name), name);
		return usage_error(scan->error, "unknown option '--%.*s' (see hdparm -h)",
				   (int)(rest - name), name);
	}
	note_option(scan, id);
	if (*rest == '=')
		value = rest + 1;
	if (value && !def->value)
		return usage_error(scan->error, "--%s: takes no value", def->name);
	if (!value && request_given_elsewhere(&scan->req, id))
		scan->maybe_password = scan->next;
	else if (!value && (check_equals(scan, id) || value_apart(scan, id, &value)))
		return -1;
	if (value && def->value->member) {
		id = def->value->member(value, &value);
		if (id == OPT_COUNT)
			return value_error(scan->error, &scan->req,
					   (enum opt_id)(def - option_table), value, -EINVAL);
		if (!value && value_apart(scan, id, &value))
			return -1;
	}
	scan->req.opt[id].member = def != &option_table[id];
	if (!value)
		return take_no_value(scan, id);
	return take_value(scan, id, value, strlen(value)) ? -1 : take_more_words(scan, id);
}

static int check_twice(struct scan *scan)
{
	return scan->twice ? usage_error(scan->error, "--%s: given twice; give it once",
					 scan->twice->name)
			   : 0;
}

static int scan_step(struct scan *scan, const char *path)
{
	if (check_twice(scan) || plan_add_step(scan->plan, path, &scan->req, scan->error))
		return -1;
	memset(scan->given, 0, sizeof(scan->given));
	scan->loose = false;
	return 0;
}

static int scan_word(struct scan *scan, const char *word)
{
	if (scan->after_options || word[0] != '-') {
		if (!*word)
			return usage_error(scan->error, "an empty word is no device");
		if (scan->number_end == scan->next - 1 && is_time_unit(word))
			return unit_error(scan->error, &scan->req, scan->number_of, scan->number,
					  word);
		if (scan->options != scan->next - 1)
			scan->devices = scan->next - 1;
		scan->options = scan->next;
		return scan_step(scan, word);
	}
	if (!strcmp(word, "--")) {
		scan->after_options = true;
		return 0;
	}
	if (word[1] == '-')
		return scan_long(scan, word + 2);
	if (!word[1])
		return usage_error(scan->error, "'-' is no option");
	return scan_cluster(scan, word) ? cluster_error(scan, word) : 0;
}

static int scan_line(struct scan *scan)
{
	while (scan->next < scan->argc && !scan->info) {
		if (scan_word(scan, scan->argv[scan->next++]))
			return -1;
	}
	if (scan->info && scan->plan->n)
		return usage_error(scan->error,
				   "help and version take no device: leave the device out");
	/* an INFO option cancels the other acts; modifiers remain, but --watch would serve drives
	 */
	for (unsigned id = 0; scan->info && id < OPT_COUNT; id++) {
		const struct option_def *def = &option_table[id];

		if (def->kind != OPT_KIND_INFO &&
		    (def->kind != OPT_KIND_MODIFIER || id == OPT_WATCH))
			scan->req.opt[id].seen = false;
		/* a whole-line option without a value may follow the word that ended the scan */
		if ((def->flags & OPT_WHOLE_LINE) && !def->value &&
		    words_have_option(scan->argc, scan->argv, (enum opt_id)id))
			scan->req.opt[id].seen = true;
	}
	if (scan->info)
		return scan_step(scan, NULL);
	if (scan->lone) {
		if (scan->plan->n)
			return usage_error(scan->error, "--%s: takes no device, and one is named",
					   scan->lone->name);
		if (scan->req.opt[OPT_DEFAULTS].seen)
			return usage_error(scan->error,
					   "--%s: cannot be combined with other options",
					   scan->lone->name);
		return scan_step(scan, NULL);
	}
	if (scan->plan->n == 0 && request_needs_no_device(&scan->req))
		return scan_step(scan, NULL);
	if (scan->plan->n == 0)
		return no_device_error(scan->error, &scan->req);
	if (check_twice(scan))
		return -1;
	if (scan->loose)
		return order_error(scan->error, scan->argv,
				   (const int[]){ scan->devices, scan->options, scan->argc });
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (!(option_table[id].flags & OPT_WHOLE_LINE))
			continue;
		if ((option_table[id].flags & OPT_ONE_DEVICE) && scan->req.opt[id].seen &&
		    scan->plan->n > 1)
			return one_device_error((enum opt_id)id, scan->error);
		for (size_t i = 0; i < scan->plan->n; i++)
			scan->plan->steps[i].req.opt[id] = scan->req.opt[id];
	}
	return 0;
}

int plan_parse(const struct request *before, int argc, char *const argv[], struct plan *plan,
	       struct plan_error *error)
{
	struct scan scan = { .argc = argc, .argv = argv, .next = 1, .plan = plan, .error = error };
	const char *rest;

	*plan = (struct plan){ 0 };
	error->unknown[0] = '\0';
	if (before)
		scan.req = *before;
	if (!scan_line(&scan))
		return 0;
	/* do not show a word that may be a password */
	if (scan.maybe_password && scan.maybe_password == scan.next - 1 && error->status != ENOMEM)
		usage_error(error,
			    "%s: the next word is neither a device nor a known option; "
			    "it is not shown, since it may be a password",
			    argv[scan.maybe_password - 1]);
	/* wipe the value of each password option in argv, also behind the word in error */
	for (int i = 1; i < argc; i++) {
		if (!option_is_secret(option_of_word(argv[i], &rest)))
			continue;
		if (*rest)
			explicit_bzero((char *)(uintptr_t)rest, strlen(rest));
		else if (i + 1 < argc)
			explicit_bzero(argv[i + 1], strlen(argv[i + 1]));
	}
	plan_free(plan);
	return -1;
}
