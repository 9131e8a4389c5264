// SPDX-License-Identifier: GPL-2.0-or-later
/* Any text as a configuration file, on a machine with two drives. The plans pass the gates and are
 * only for these drives; the command line shown for each plan gives the same plan. */
#include "fuzz.h"
#include "conf/file.h"
#include "host.h"
#include "options.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

struct machine {
	struct host host; /* first: the functions find the machine by it */
	const uint8_t *text;
	size_t bytes;
};

static const char *const drives[] = { "/dev/sda", "/dev/sdb" };

static int find_drive(const char *path)
{
	for (int i = 0; i < 2; i++) {
		if (!strcmp(path, drives[i]))
			return i;
	}
	return -1;
}

static int fake_open(struct host *host, const char *path, int flags)
{
	(void)host;
	(void)flags;
	return strcmp(path, "file") ? -ENOENT : 3;
}

static int fake_close(struct host *host, int fd)
{
	(void)host;
	(void)fd;
	return 0;
}

static int fake_fstat(struct host *host, int fd, struct stat *st)
{
	(void)fd;
	*st = (struct stat){ .st_mode = S_IFREG | 0644 };
	st->st_size = (off_t)((struct machine *)host)->bytes;
	return 0;
}

static int fake_stat(struct host *host, const char *path, struct stat *st)
{
	int drive = find_drive(path);

	(void)host;
	*st = (struct stat){ .st_mode = S_IFBLK | 0600, .st_dev = makedev(8, 0) };
	st->st_rdev = makedev(8, 16 * (unsigned)(drive < 0 ? 0 : drive));
	return drive < 0 && strcmp(path, "/") ? -ENOENT : 0;
}

static ssize_t fake_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset)
{
	const struct machine *m = (struct machine *)host;
	size_t n = offset < m->bytes ? m->bytes - (size_t)offset : 0;

	(void)fd;
	n = n < bytes ? n : bytes;
	memcpy(buf, m->text + offset, n);
	return (ssize_t)n;
}

static ssize_t fake_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	(void)host;
	if (!strstr(path, "queue/rotational"))
		return -ENOENT;
	snprintf(buf, size, "1");
	return 1;
}

static ssize_t fake_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	(void)host;
	if (find_drive(path) < 0)
		return -ENOENT;
	return snprintf(buf, size, "%s", path);
}

static int fake_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	(void)host;
	*paths = (struct host_paths){ calloc(2, sizeof(char *)), 0 };
	for (int i = 0; paths->path && i < 2; i++) {
		if (!fnmatch(pattern, drives[i], FNM_PATHNAME))
			paths->path[paths->n++] = strdup(drives[i]);
	}
	return 0;
}

static int fake_judge_input(struct host *host, int fd, const char *path, char why[INPUT_WHY_BYTES])
{
	(void)why;
	(void)host;
	(void)fd;
	(void)path;
	return 0;
}

static const struct host_ops ops = {
	.open = fake_open,
	.close = fake_close,
	.fstat = fake_fstat,
	.stat = fake_stat,
	.pread = fake_pread,
	.read_file = fake_read_file,
	.real_path = fake_real_path,
	.link_target = fake_real_path,
	.glob = fake_glob,
	.judge_input = fake_judge_input,
};

static bool same_state(enum opt_id id, const struct opt_state *a, const struct opt_state *b)
{
	if (option_is_secret(id))
		return a->seen == b->seen;
	/* two words may be the same number */
	if (a->text && b->text && option_table[id].value->extent == value_path.extent &&
	    strcmp(a->text, b->text) != 0)
		return false;
	return a->seen == b->seen && a->set == b->set && a->quiet == b->quiet &&
	       a->flag == b->flag && a->value == b->value && a->n_more == b->n_more;
}

static void check_same(const struct step *step, const struct step *shown, bool asks)
{
	if (strcmp(step->path, shown->path) != 0 || step->req.no_heading != shown->req.no_heading)
		abort();
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		/* the shown line prompts for a password that the file contains */
		if (asks && (id == OPT_SECURITY_PROMPT || id == OPT_SECURITY_PASSWORD_FILE))
			continue;
		if (!same_state((enum opt_id)id, &step->req.opt[id], &shown->req.opt[id]))
			abort();
	}
}

/* Split and parse the shown command line: it must give the same plan, except for a password. */
static void check_shown(struct machine *m, const struct conf_command *command)
{
	struct conf_store store = { NULL, 0, false };
	struct conf_file file = { .host = &m->host, .store = &store };
	bool asks = strstr(command->shown, "--security-prompt-for-password");
	struct words words = { NULL, 0 };
	struct plan_error error;
	const char *why = NULL;
	struct plan plan;

	if (words_split(&file, command->shown, &words, &why))
		abort();
	/* the options of a left out device stay, and password options are there twice */
	if (plan_parse(NULL, (int)words.n, words.word, &plan, &error) && !asks)
		abort();
	if (plan.n && plan.n != command->plan.n)
		abort();
	for (size_t i = 0; i < plan.n; i++)
		check_same(&command->plan.steps[i], &plan.steps[i], asks);
	plan_free(&plan);
	for (size_t i = 0; i < store.n; i++)
		free(store.kept[i]);
	free(store.kept);
	free(words.word);
}

static void check_command(struct machine *m, const struct conf_command *command)
{
	const struct plan *plan = &command->plan;
	struct plan_error error;

	if (gate_check(plan, &error) || plan->n == 0)
		abort();
	for (size_t i = 0; i < plan->n; i++) {
		if (!plan->steps[i].path || find_drive(plan->steps[i].path) < 0)
			abort();
	}
	check_shown(m, command);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
	char name[] = "hdparm", conf_option[] = "--conf=file", dry[] = "--dry-run";
	char quiet[] = "-q", sdb[] = "/dev/sdb";
	char *const line[] = { name, conf_option, dry, quiet, sdb };
	struct machine m = { { .ops = &ops }, data, bytes };
	size_t size = 0;
	char *text = NULL;

	for (int i = 0; i < 2; i++) {
		FILE *out = open_memstream(&text, &size);
		struct plan_error error;
		struct report report;
		struct conf conf;
		struct plan asked;

		if (!out || plan_parse(NULL, 3 + 2 * i, line, &asked, &error))
			abort();
		report = report_text(out, out);
		conf_load(&conf, &asked, &m.host, &report);
		for (size_t k = 0; k < conf.n; k++)
			check_command(&m, &conf.commands[k]);
		report_finish(&report, conf.status);
		conf_free(&conf);
		plan_free(&asked);
		fclose(out);
		free(text);
	}
	return 0;
}
