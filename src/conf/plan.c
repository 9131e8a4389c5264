// SPDX-License-Identifier: GPL-2.0-or-later
/* The steps from the text to blocks, devices and plans. */
#include "file.h"
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Take over the modifiers on the command line of --conf: they apply to every device. */
static void take_asked(struct conf_file *file, const struct request *req)
{
	struct plan_error error;

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct opt_state *state = &req->opt[id];
		const struct option_def *def = &option_table[id];

		if (!state->seen || def->kind != OPT_KIND_MODIFIER || id == OPT_DEFAULTS ||
		    ((def->flags & OPT_WHOLE_LINE) && id != OPT_STRICT))
			continue;
		/* its value was checked on the command line */
		request_set(&file->asked, (enum opt_id)id, state->set ? state->text : NULL, &error);
	}
}

static const char file_advice[] = "; give a configuration file as --conf=FILE";

/* The devices of the command line: canonical, without duplicates. A missing device is an error. */
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
			report_error(file->out, NULL, ENOENT, "%s: %s%s", path, strerror(ENOENT),
				     word_names_device(path) || file->purpose == STEP_SAVE
					     ? ""
					     : file_advice);
			if (!file->conf->status)
				file->conf->status = ENOENT;
		}
	}
}

/* Refuse "--conf FILE", which would take the file for a device and apply /etc/hdparm.conf. */
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

static void free_block(struct block *block)
{
	free(block->names);
	free(block->settings);
	free(block->lines);
}

/* If drives are checked, each word that names a drive must match one. */
static void note_absent_names(struct conf_file *file, const struct block *block)
{
	for (size_t i = 0; i < block->n_names; i++) {
		const char *name = block->names[i];
		const struct block own = { .names = &name, .n_names = 1 };
		struct device_list list = { NULL, 0 };

		if (!names_drive(name))
			continue;
		block_devices(file, &own, &list);
		if (!list.n)
			unmatched_add(file, block->line, name, true);
		free(list.path);
	}
}

static void add_all_commands(struct conf_file *file)
{
	struct targets targets = { .n = 0 };

	targets_collect(file, &targets);
	targets_commands(file, &targets);
	for (size_t i = 0; i < file->n && !file->store->failed; i++) {
		const struct block *block = &file->blocks[i];

		if (block->commands && !block->ignored && !file->only_battery && !file->serves)
			block_commands(file, block);
		for (size_t k = 0; block->missing && k < block->n_names; k++)
			unmatched_add(file, block->line, block->names[k],
				      names_drive(block->names[k]));
		if (file->purpose == STEP_CHECK && file->all && !block->missing && !block->ignored)
			note_absent_names(file, block);
	}
	targets_free(&targets);
}

static void note_served(struct conf_file *file, const struct block *block)
{
	for (size_t i = 0; i < block->n_settings; i++)
		file->conf->serves |= block->settings[i].means.flags & KEY_SERVED;
}

static void work_out(struct conf_file *file, const struct plan *asked)
{
	take_asked(file, &asked->steps[0].req);
	file->asked.checks_consent = file->shows;
	settings_check(file, &file->global);
	note_served(file, &file->global);
	for (size_t i = 0; i < file->n; i++) {
		settings_check(file, &file->blocks[i]);
		note_served(file, &file->blocks[i]);
	}
	take_devices(file, asked);
	file->battery = file->asks_battery && on_battery(file);
	add_all_commands(file);
}

static void file_begin(struct conf_file *file, struct conf *conf, const struct plan *asked)
{
	*conf = (struct conf){ .store = calloc(1, sizeof(*conf->store)), .path = file->path };
	conf->status = conf->store ? 0 : ENOMEM;
	file->conf = conf;
	file->store = conf->store;
	file->shows = plan_has(asked, OPT_DRY_RUN);
	file->tape = plan_has(asked, OPT_RECORD)   ? OPT_RECORD
		     : plan_has(asked, OPT_REPLAY) ? OPT_REPLAY
						   : OPT_COUNT;
	file->wakes = plan_has(asked, OPT_FORCE);
}

static void file_end(struct conf_file *file)
{
	struct conf *conf = file->conf;

	if (conf->store && conf->store->failed)
		conf->status = ENOMEM;
	if (conf->status == ENOMEM) {
		report_error(file->out, NULL, ENOMEM, "%s%s%s: %s", file->path ? file->path : "",
			     file->path ? ": " : "",
			     file->serves ? "the file is not taken" : "nothing is done",
			     strerror(ENOMEM));
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
				  .purpose = plan_has(asked, OPT_CHECK)	  ? STEP_CHECK
					     : plan_has(asked, OPT_FORCE) ? STEP_RUN
									  : STEP_ATTAIN };
	char *text = NULL;

	file_begin(&file, conf, asked);
	if (!conf->status)
		conf->status = refuse_files(asked, host, out);
	if (!conf->status)
		conf->status = text_read(&file, &text);
	conf->path = file.path;
	if (!conf->status) {
		file_parse(&file, text);
		work_out(&file, asked);
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

	file_begin(&file, conf, asked);
	if (!conf->status) {
		take_devices(&file, asked);
		drives_collect(&file, asked);
	}
	file_end(&file);
}
