// SPDX-License-Identifier: GPL-2.0-or-later
/* --conf, --save-conf, and the replacement of selectors by drives. */
#include "file.h"
#include "options.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* True if the file can hold the word in double quotes. */
static bool can_be_quoted(const char *word)
{
	size_t n = strlen(word), bytes;

	for (const char *at = word; *at; at += bytes) {
		bytes = utf8_length(at);
		if (!bytes || utf8_acts(at, bytes) || *at == '"')
			return false;
	}
	return n && word[n - 1] != ',';
}

static char *quoted(struct conf_file *file, const char *word)
{
	static const char plain[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/:._+-";
	const char *quote = word[strspn(word, plain)] ? "\"" : "";

	return store_printf(file->store, "%s%s%s", quote, word, quote);
}

static char *exact_selector(struct conf_file *file, const char *prefix, const char *name)
{
	size_t n = 0;
	char *text = malloc(2 * strlen(name) + 1), *word;

	for (const char *at = name; text && *at; at++) {
		if (strchr("*?[]\\", *at))
			text[n++] = '\\';
		text[n++] = *at;
	}
	if (text)
		text[n] = '\0';
	word = text ? store_printf(file->store, "%s%s", prefix, text) : NULL;
	if (!word)
		file->store->failed = true;
	free(text);
	return word;
}

static bool selects_only(struct conf_file *file, const char *selector, const char *path,
			 const struct device_list *disks)
{
	if (!selector || !can_be_quoted(selector) || !selector_holds(file, selector, path, false))
		return false;
	for (size_t i = 0; i < disks->n; i++) {
		if (strcmp(disks->path[i], path) != 0 &&
		    selector_holds(file, selector, disks->path[i], true))
			return false;
	}
	return true;
}

/* Return a drive's best name for the file: id:, wwn: or a path; NULL: none fits, or no memory. */
static char *selector_of(struct conf_file *file, const char *path, const struct device_list *disks)
{
	char name[DRIVE_NAME_BYTES], real[DEVICE_PATH_BYTES], *selector;
	struct host_paths links = { NULL, 0 };

	/* a name that ends in '_' has no serial number */
	if (drive_name(file->host, path, name) && name[strlen(name) - 1] != '_') {
		selector = exact_selector(file, "id:", name);
		if (selects_only(file, selector, path, disks))
			return selector;
	}
	/* sysfs does not show every drive's serial number: use udev's links */
	selector = NULL;
	host_glob(file->host, "/dev/disk/by-id/*", &links);
	for (size_t i = 0; i < links.n && !selector; i++) {
		if (host_real_path(file->host, links.path[i], real, sizeof(real)) <= 0 ||
		    strcmp(real, path) != 0)
			continue;
		selector = exact_selector(file, "id:", strrchr(links.path[i], '/') + 1);
		if (!selects_only(file, selector, path, disks))
			selector = NULL;
	}
	host_paths_free(&links);
	if (selector)
		return selector;
	if (sysfs_wwn(file->host, path, name)) {
		selector = exact_selector(file, "wwn:", name);
		if (selects_only(file, selector, path, disks))
			return selector;
	}
	/* the last resort is the path, which may lead to another drive after the next boot */
	if (path[0] != '/' || !can_be_quoted(path) || path[strcspn(path, "*?[\\")])
		return NULL;
	return store_copy(file->store, path, strlen(path));
}

static void add_drive(struct conf_file *file, const struct plan *asked, char *path,
		      const struct device_list *disks)
{
	struct conf_command command = { .chosen = malloc(sizeof(*command.chosen)) };
	char *selector = selector_of(file, path, disks);
	const char *shown = path, *why = NULL;
	char no_drive[NO_DRIVE_BYTES];
	struct plan_error error;
	struct stat st = { .st_mode = 0 };
	int err = 0;

	/* device_canonical() returns a block device for a disk */
	if (host_stat(file->host, path, &st) || !S_ISBLK(st.st_mode)) {
		err = ENOTBLK;
		why = S_ISREG(st.st_mode) ? regular_file_text(file->host, no_drive)
					  : "is no known disk";
	} else if (!selector) {
		err = EINVAL;
		shown = "a device";
		why = "the file cannot hold its path";
	} else if (command.chosen &&
		   !plan_add_step(&command.plan, path, &asked->steps[0].req, &error)) {
		block_identity(file->host, path, command.chosen);
		command.plan.steps[0].selector = quoted(file, selector);
		command_add(file, &command);
		return;
	} else {
		file->store->failed = true;
	}
	command_free(&command);
	if (!why)
		return;
	report_error(file->out, "--save-conf", err, "%s: %s", shown, why);
	if (!file->conf->status)
		file->conf->status = err;
}

static void take_asked(struct conf_file *file, const struct request *req)
{
	struct plan_error error;

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct opt_state *state = &req->opt[id];
		const struct option_def *def = &option_table[id];

		if (!state->seen || def->kind != OPT_KIND_MODIFIER || id == OPT_DEFAULTS ||
		    ((def->flags & OPT_WHOLE_LINE) && id != OPT_STRICT))
			continue;
		request_take(&file->asked, (enum opt_id)id, state, &error);
	}
}

static const char file_advice[] = "; give a configuration file as --conf=FILE";

static void take_devices(struct conf_file *file, const struct plan *asked)
{
	file->all = !asked->steps[0].path;
	for (size_t i = 0; i < asked->n; i++) {
		const char *path = asked->steps[i].path;
		char *device = path ? device_canonical(file, path) : NULL;
		struct stat st;

		if (device && plan_has(asked, OPT_NEW_PARTITION) &&
		    !host_stat(file->host, path, &st))
			file->partition = st.st_rdev;
		if (device) {
			list_add(file, &file->only, device);
		} else if (path) {
			report_error(file->out, NULL, ENOENT, "%s: %s%s", path, error_words(ENOENT),
				     word_names_device(path) || file->purpose == STEP_SAVE
					     ? ""
					     : file_advice);
			if (!file->conf->status)
				file->conf->status = ENOENT;
		}
	}
}

/* Refuse a file that is no device, as in "--conf FILE"; and --new-partition without a device. */
static int refuse_files(const struct plan *asked, struct host *host, struct report *out)
{
	if (plan_has(asked, OPT_NEW_PARTITION) && !asked->steps[0].path) {
		report_error(out, "--new-partition", EINVAL, "needs a device, the partition");
		return STATUS_USAGE;
	}
	for (size_t i = 0; i < asked->n; i++) {
		const char *path = asked->steps[i].path;
		struct stat st;

		if (!path || host_stat(host, path, &st) || S_ISBLK(st.st_mode) ||
		    S_ISCHR(st.st_mode))
			continue;
		report_error(out, "--conf", EINVAL, "%s is no device%s", path, file_advice);
		return STATUS_USAGE;
	}
	return 0;
}

static void conf_drop(struct conf *conf)
{
	for (size_t i = 0; i < conf->n; i++)
		command_free(&conf->commands[i]);
	free(conf->commands);
	free(conf->unmatched);
	conf->commands = NULL;
	conf->unmatched = NULL;
	conf->n = conf->n_unmatched = 0;
}

void conf_free(struct conf *conf)
{
	conf_drop(conf);
	store_free(conf->store);
	*conf = (struct conf){ .status = 0 };
}

static void free_block(struct block *block)
{
	free(block->names);
	free(block->settings);
	free(block->lines);
}

static void file_begin(struct conf_file *file, struct conf *conf, const struct plan *asked)
{
	*conf = (struct conf){ .store = calloc(1, sizeof(*conf->store)), .path = file->path };
	conf->status = conf->store ? 0 : ENOMEM;
	file->conf = conf;
	file->store = conf->store;
	file->shows = plan_has(asked, OPT_DRY_RUN);
	file->tape = OPT_COUNT;
	if (plan_has(asked, OPT_RECORD))
		file->tape = OPT_RECORD;
	else if (plan_has(asked, OPT_REPLAY))
		file->tape = OPT_REPLAY;
	file->wakes = plan_has(asked, OPT_FORCE);
}

static void file_end(struct conf_file *file)
{
	struct conf *conf = file->conf;
	int lack = host_lack(file->host);

	if (!conf->store || conf->store->failed || conf->status == ENOMEM)
		lack = -ENOMEM;
	else if (lack == -conf->status)
		lack = 0; /* text_read() has reported it */
	if (lack) {
		conf->status = -lack;
		report_failure(
			file->out,
			&(struct report_failure){ .err = -lack, .advice = host_lack_advice(lack) },
			"%s%s%s: %s", file->path ? file->path : "", file->path ? ": " : "",
			file->serves ? "the file is not taken" : "nothing is done",
			error_words(-lack));
		conf_drop(conf);
	}
	free(file->only.path);
	free_block(&file->global);
	for (size_t i = 0; i < file->n; i++)
		free_block(&file->blocks[i]);
	free(file->blocks);
}

void conf_load(struct conf *conf, const struct plan *asked, struct host *host, struct report *out)
{
	const struct opt_state *opt = plan_option(asked, OPT_CONF);
	struct conf_file file = { .host = host,
				  .out = out,
				  .path = opt->text ? opt->text : CONF_DEFAULT_PATH,
				  .only_battery = plan_has(asked, OPT_POWER_CHANGE),
				  .serves = plan_has(asked, OPT_SERVE),
				  .purpose = STEP_ATTAIN };
	char *text = NULL;

	if (plan_has(asked, OPT_CHECK))
		file.purpose = STEP_CHECK;
	else if (plan_has(asked, OPT_FORCE))
		file.purpose = STEP_RUN;
	file_begin(&file, conf, asked);
	if (!conf->status)
		conf->status = refuse_files(asked, host, out);
	if (!conf->status)
		conf->status = text_read(&file, &text);
	conf->path = file.path;
	if (!conf->status) {
		file_parse(&file, text);
		take_asked(&file, &asked->steps[0].req);
		file.asked.checks_consent = file.shows;
		settings_check(&file, &file.global);
		for (size_t i = 0; i < file.n; i++)
			settings_check(&file, &file.blocks[i]);
		take_devices(&file, asked);
		file.battery = file.asks_battery && on_battery(&file);
		commands_make(&file);
	}
	file_errors_report(&file);
	if (file.n_errors && !conf->status)
		conf->status = STATUS_USAGE;
	file_end(&file);
}

void conf_find_drives(struct conf *conf, const struct plan *asked, struct host *host,
		      struct report *out)
{
	struct conf_file file = { .host = host, .out = out, .purpose = STEP_SAVE };
	const struct device_list *list = &file.only;
	struct device_list disks = { NULL, 0 };

	file_begin(&file, conf, asked);
	if (!conf->status) {
		take_devices(&file, asked);
		add_all_disks(&file, &disks);
		if (file.all)
			list = &disks;
		for (size_t i = 0; i < list->n && !file.store->failed; i++) {
			if (!file.all || is_disk(host, list->path[i], true))
				add_drive(&file, asked, list->path[i], &disks);
		}
		free(disks.path);
	}
	file_end(&file);
}

bool step_selects(const struct step *step)
{
	const struct opt_state *opt = step->req.opt;

	return step->path ? is_selector(step->path) : opt[OPT_LIST].seen || opt[OPT_WATCH].seen;
}

static bool plan_selects(const struct plan *plan)
{
	for (size_t i = 0; i < plan->n; i++) {
		if (step_selects(&plan->steps[i]))
			return true;
	}
	return false;
}

/* Report an option that takes no selector. STATUS_USAGE, or 0: none. */
static int refuse_option(const struct request *req, struct report *out)
{
	char name[OPTION_NAME_BYTES];

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct option_def *def = &option_table[id];
		const struct opt_state *opt = &req->opt[id];

		/* a query is allowed for many drives */
		if (!opt->seen || opt->implied || (def->kind == OPT_KIND_GETSET && !opt->set))
			continue;
		if (def->kind != OPT_KIND_SOLO && !def->consent && !def->dangerous &&
		    !(def->flags & (OPT_EXCLUSIVE | OPT_ONE_DEVICE | OPT_DEVICE_FILE)))
			continue;
		report_error(out, option_name((enum opt_id)id, name), STATUS_USAGE,
			     "takes no selector, as \"usb\" or \"all\": "
			     "name each drive (no device was touched)");
		return STATUS_USAGE;
	}
	return 0;
}

static int add_step(struct chosen *chosen, const struct step *step, const char *path)
{
	struct plan *plan = &chosen->plan;
	struct step *steps;

	/* list a drive once, even if several selectors match the drive */
	for (size_t i = 0; step->req.opt[OPT_LIST].seen && i < plan->n; i++) {
		if (!strcmp(plan->steps[i].path, path))
			return 0;
	}
	steps = store_grow(chosen->store, plan->steps, plan->n, sizeof(*steps));
	if (!steps)
		return ENOMEM;
	plan->steps = steps;
	steps[plan->n] = *step;
	steps[plan->n].selected = path != step->path;
	steps[plan->n++].path = path;
	return 0;
}

static int add_matches(struct chosen *chosen, struct conf_file *file, const struct step *step)
{
	const char *word = step->path ? step->path : "all";
	struct device_list all = { NULL, 0 };
	bool found = false;
	int status = 0, lack;

	add_all_disks(file, &all);
	for (size_t i = 0; i < all.n && !status; i++) {
		if (!selector_holds(file, word, all.path[i], true))
			continue;
		found = true;
		status = add_step(chosen, step, all.path[i]);
	}
	free(all.path);
	lack = host_lack(file->host);
	if (lack || chosen->store->failed)
		return lack ? -lack : ENOMEM;
	if (found || !step->path)
		return status;
	report_error(file->out, NULL, ENOENT, "%s: no drive here matches this selector", word);
	return ENOENT;
}

/* True, after a note, if the selector may be the path of a file: a path comes first. */
static bool is_noted_file(struct host *host, const struct step *step, struct report *out)
{
	struct stat st;

	if (!step->path || host_stat(host, step->path, &st) == -ENOENT)
		return false;
	report_note(out, NULL,
		    "%s: there is a file of this name: "
		    "it is taken as the device, not as a selector",
		    step->path);
	return true;
}

int chosen_make(struct chosen *chosen, const struct plan *asked, struct host *host,
		struct report *out)
{
	struct conf_file file = { .host = host, .out = out };
	int status = 0, failed = 0;

	*chosen = (struct chosen){ .plan = *asked };
	if (!plan_selects(asked))
		return 0;
	*chosen = (struct chosen){ .store = calloc(1, sizeof(*chosen->store)) };
	file.store = chosen->store;
	if (!file.store)
		failed = ENOMEM;
	for (size_t i = 0; i < asked->n && !failed; i++) {
		const struct step *step = &asked->steps[i];
		int result;

		if (!step_selects(step) || is_noted_file(host, step, out)) {
			failed = add_step(chosen, step, step->path);
			continue;
		}
		failed = refuse_option(&step->req, out);
		result = failed ? 0 : add_matches(chosen, &file, step);
		if (host_lack_advice(-result))
			failed = result;
		status = status ? status : result;
	}
	if (host_lack_advice(-failed))
		report_failure(out,
			       &(struct report_failure){ .err = failed,
							 .advice = host_lack_advice(-failed) },
			       "nothing is done: %s", error_words(failed));
	if (failed)
		chosen->plan.n = 0;
	return failed ? failed : status;
}

void chosen_free(struct chosen *chosen)
{
	if (!chosen->store)
		return;
	free(chosen->plan.steps);
	store_free(chosen->store);
}
