// SPDX-License-Identifier: GPL-2.0-or-later
/* --save-conf: the drives of this machine, each with a selector that matches it on any port. */
#include "file.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/*
 * True if the file can hold the word, and an editor keeps it: no quoting helps with these
 * characters.
 */
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
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789/:._+-";
	const char *quote = word[strspn(word, plain)] ? "\"" : "";

	return store_printf(file->store, "%s%s%s", quote, word, quote);
}

/* "id:NAME", in which no character of the name is a wildcard. */
static char *exact(struct conf_file *file, const char *prefix, const char *name)
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

/* True if the file can hold the selector, and it matches only this drive. */
static bool means_only(struct conf_file *file, const char *selector, const char *path,
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

/* Select the drive by a link of udev: sysfs does not show the serial number of every drive. */
static char *link_selector(struct conf_file *file, const char *path,
			   const struct device_list *disks)
{
	struct host_paths links = { NULL, 0 };
	char real[DEVICE_PATH_BYTES], *found = NULL;

	file_glob(file, "/dev/disk/by-id/*", &links);
	for (size_t i = 0; i < links.n && !found; i++) {
		if (host_real_path(file->host, links.path[i], real, sizeof(real)) <= 0 ||
		    strcmp(real, path) != 0)
			continue;
		found = exact(file, "id:", strrchr(links.path[i], '/') + 1);
		if (!means_only(file, found, path, disks))
			found = NULL;
	}
	host_paths_free(&links);
	return found;
}

/* The best selector of a drive, in the store; a path is not stable, but the last resort. */
static char *selector_of(struct conf_file *file, const char *path, const struct device_list *disks)
{
	char name[DRIVE_NAME_BYTES], *selector;

	/* without a serial number it is the name of a model */
	if (drive_name(file->host, path, name) && name[strlen(name) - 1] != '_') {
		selector = exact(file, "id:", name);
		if (means_only(file, selector, path, disks))
			return selector;
	}
	selector = link_selector(file, path, disks);
	if (selector)
		return selector;
	if (sysfs_wwn(file->host, path, name)) {
		selector = exact(file, "wwn:", name);
		if (means_only(file, selector, path, disks))
			return selector;
	}
	return path[0] == '/' && can_be_quoted(path) && !path[strcspn(path, "*?[\\")]
		       ? store_copy(file->store, path, strlen(path))
		       : NULL;
}

static void refuse_drive(struct conf_file *file, const char *path, int err, const char *why)
{
	report_error(file->out, "--save-conf", err, "%s: %s", path, why);
	if (!file->conf->status)
		file->conf->status = err;
}

static void add_drive(struct conf_file *file, const struct plan *asked, char *path,
		      const struct device_list *disks)
{
	struct conf_command command = { .chosen = malloc(sizeof(*command.chosen)) };
	char *selector = selector_of(file, path, disks);
	struct plan_error error;
	struct stat st;

	/* a disk's own node: device_canonical() has been here */
	if (host_stat(file->host, path, &st) || !S_ISBLK(st.st_mode)) {
		refuse_drive(file, path, ENOTBLK, "is no known disk");
	} else if (!selector) {
		refuse_drive(file, "a device", EINVAL, "the file cannot hold its path");
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
}

void drives_collect(struct conf_file *file, const struct plan *asked)
{
	struct device_list disks = { NULL, 0 };
	const struct device_list *list = file->all ? &disks : &file->only;

	add_all_disks(file, &disks);
	for (size_t i = 0; i < list->n && !file->store->failed; i++) {
		if (!file->all || is_disk(file->host, list->path[i], true))
			add_drive(file, asked, list->path[i], &disks);
	}
	free(disks.path);
}
