// SPDX-License-Identifier: GPL-2.0-or-later
/* The whole way: file, blocks, devices, command lines, plan. */
#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The option that a word names, if its value is a password; *rest is what stands behind it. */
static bool takes_secret(const char *word, const char **rest)
{
	enum opt_id id = strncmp(word, "--", 2) ? OPT_COUNT : option_by_name(word + 2, rest);

	return id != OPT_COUNT && option_table[id].value && option_table[id].value->secret;
}

/*
 * As it is shown, a password that stands on the line is asked for instead. The plan has taken it
 * from there and left nothing: what is not empty behind such an option is no password but the next
 * word, the password being in a file or asked for already.
 */
static char *shown(struct conf_store *store, const struct words *words)
{
	char *prompt = store_printf(store, "--security-prompt-for-password"), *line;
	char **copy = calloc(2 * words->n + 1, sizeof(*copy));
	size_t n = 0;

	if (!copy || !prompt) {
		free(copy);
		store->failed = true;
		return NULL;
	}
	for (size_t i = 0; i < words->n; i++) {
		char *word = words->word[i];
		const char *rest = "";
		bool own;

		if (takes_secret(word, &rest)) {
			own = *rest == '=';
			if (own || (i + 1 < words->n && !*words->word[i + 1])) {
				copy[n++] = prompt;
				i += !own;
			}
			if (own)
				word = store_copy(store, word, (size_t)(rest - word));
		}
		if (word)
			copy[n++] = word;
	}
	line = words_quoted(store, copy, n);
	free(copy);
	return line;
}

void add_command(struct making *making, const struct words *words, struct plan *plan,
		 struct block_identity *chosen)
{
	struct conf *conf = making->conf;
	struct conf_command *more = grow(conf->store, conf->commands, conf->n, sizeof(*more));

	/* the array may have moved: it is whose it was all the same */
	if (more)
		conf->commands = more;
	if (!more || !chosen) {
		free(words->word);
		free(chosen);
		plan_free(plan);
		return;
	}
	for (size_t i = 0; !making->replay && i < plan->n; i++)
		plan->steps[i].chosen = &chosen[i];
	more[conf->n++] = (struct conf_command){ words->word, shown(conf->store, words), words->n,
						 *plan, chosen };
}

void add_unmatched(struct making *making, unsigned line, const char *name)
{
	struct conf *conf = making->conf;
	struct conf_unmatched *last = conf->unmatched, *more;

	if (conf->n_unmatched && last[conf->n_unmatched - 1].line == line) {
		last += conf->n_unmatched - 1;
		last->names = store_printf(conf->store, "%s, %s", last->names, name);
		return;
	}
	more = grow(conf->store, conf->unmatched, conf->n_unmatched, sizeof(*more));
	if (!more)
		return;
	conf->unmatched = more;
	more[conf->n_unmatched++] =
		(struct conf_unmatched){ line, store_copy(conf->store, name, strlen(name)) };
}

/* Of the line that --conf stands on, what changes how each device is served. */
static void take_asked(struct making *making, const struct request *req)
{
	struct conf_store *store = making->file->store;
	char name[OPTION_NAME_BYTES];

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct opt_state *state = &req->opt[id];
		const struct option_def *def = &option_table[id];
		char **more;

		if (!state->seen || def->kind != OPT_KIND_MODIFIER || id == OPT_DEFAULTS ||
		    ((def->flags & OPT_WHOLE_LINE) && id != OPT_STRICT))
			continue;
		more = grow(store, making->asked, making->n_asked, sizeof(*more));
		if (!more)
			return;
		making->asked = more;
		option_name((enum opt_id)id, name);
		more[making->n_asked++] = state->set && def->name
						  ? store_printf(store, "%s=%s", name, state->text)
						  : store_copy(store, name, strlen(name));
	}
}

/* The devices of the command line: canonical, each once. One that is not there is an error. */
static void take_devices(struct conf *conf, struct conf_file *file, const struct plan *asked,
			 struct device_list *only)
{
	for (size_t i = 0; i < asked->n; i++) {
		const char *path = asked->steps[i].path;
		char *device = path ? device_canonical(file, path) : NULL;

		if (device) {
			list_add(file, only, device);
		} else if (path) {
			report_error(file->out, NULL, ENOENT, "%s: %s%s", path, strerror(ENOENT),
				     word_names_device(path)
					     ? ""
					     : "; a configuration file stands behind an equals "
					       "sign, --conf=FILE");
			if (!conf->status)
				conf->status = ENOENT;
		}
	}
}

/* A file as the next word would be a device without settings, and the stock file be applied. */
static int refuse_files(const struct plan *asked, struct host *host, struct report *out)
{
	for (size_t i = 0; i < asked->n; i++) {
		const char *path = asked->steps[i].path;
		struct stat st;

		if (!path || host_stat(host, path, &st) || S_ISBLK(st.st_mode) ||
		    S_ISCHR(st.st_mode))
			continue;
		report_error(out, "--conf", EINVAL,
			     "%s is no device: a configuration file stands behind an equals "
			     "sign, --conf=%s",
			     path, path);
		return STATUS_USAGE;
	}
	return 0;
}

static bool asks_for_battery(const struct targets *targets)
{
	for (size_t i = 0; i < targets->n; i++) {
		for (size_t k = 0; k < targets->target[i].n; k++) {
			if (targets->target[i].settings[k]->means.flags & KEY_BATTERY)
				return true;
		}
	}
	return false;
}

static void make_all(struct making *making)
{
	struct conf_file *file = making->file;
	struct targets targets = { NULL, 0, NULL };
	bool battery;

	targets_collect(file, making->only, &targets);
	battery = asks_for_battery(&targets) && on_battery(file->host);
	for (size_t i = 0; i < targets.n && !file->store->failed; i++)
		make_target(making, &targets.target[i], battery);
	for (size_t i = 0; i < file->n && !file->store->failed; i++) {
		const struct block *block = &file->blocks[i];

		if (block->commands && !block->ignored)
			make_commands(making, block);
		for (size_t k = 0; block->missing && k < block->n_names; k++)
			add_unmatched(making, block->line, block->names[k]);
	}
	targets_free(&targets);
}

static void free_block(struct block *block)
{
	free(block->names);
	free(block->settings);
	free(block->lines);
}

static void expand(struct conf *conf, struct conf_file *file, const struct plan *asked)
{
	struct device_list only = { NULL, 0 };
	struct making making = { .conf = conf,
				 .file = file,
				 .replay = plan_has(asked, OPT_REPLAY) };

	take_asked(&making, &asked->steps[0].req);
	settings_check(file, &file->global, making.asked, making.n_asked);
	for (size_t i = 0; i < file->n; i++)
		settings_check(file, &file->blocks[i], making.asked, making.n_asked);
	take_devices(conf, file, asked, &only);
	if (asked->steps[0].path)
		making.only = &only;
	make_all(&making);
	free(only.path);
	free(making.asked);
}

static void drop_commands(struct conf *conf)
{
	for (size_t i = 0; i < conf->n; i++) {
		free(conf->commands[i].words);
		free(conf->commands[i].chosen);
		plan_free(&conf->commands[i].plan);
	}
	free(conf->commands);
	free(conf->unmatched);
	conf->commands = NULL;
	conf->unmatched = NULL;
	conf->n = conf->n_unmatched = 0;
}

void conf_load(struct conf *conf, const struct plan *asked, struct host *host, struct report *out)
{
	const struct opt_state *opt = plan_option(asked, OPT_CONF);
	struct conf_file file = { .out = out };
	struct conf_watch watch;
	char *text = NULL;

	*conf = (struct conf){ .store = calloc(1, sizeof(*conf->store)) };
	conf->path = file.path = opt->text ? opt->text : CONF_DEFAULT_PATH;
	file.store = conf->store;
	file.host = conf_watch(&watch, host, conf->store);
	if (!conf->store || !store_copy(conf->store, "hdparm", strlen("hdparm")))
		conf->status = ENOMEM;
	else
		conf->status = refuse_files(asked, host, out);
	if (!conf->status)
		conf->status = text_read(&file, &text);
	if (!conf->status) {
		file_parse(&file, text);
		expand(conf, &file, asked);
	}
	file_errors_report(&file);
	if (file.n_errors && !conf->status)
		conf->status = STATUS_USAGE;
	if (conf->store && conf->store->failed)
		conf->status = ENOMEM;
	if (conf->status == ENOMEM) {
		report_error(out, NULL, ENOMEM, "%s: nothing is done: %s", file.path,
			     strerror(ENOMEM));
		drop_commands(conf);
	}
	free_block(&file.global);
	for (size_t i = 0; i < file.n; i++)
		free_block(&file.blocks[i]);
	free(file.blocks);
}

void conf_free(struct conf *conf)
{
	drop_commands(conf);
	for (size_t i = 0; conf->store && i < conf->store->n; i++) {
		explicit_bzero(conf->store->kept[i], strlen(conf->store->kept[i]));
		free(conf->store->kept[i]);
	}
	if (conf->store)
		free(conf->store->kept);
	free(conf->store);
	*conf = (struct conf){ .status = 0 };
}
