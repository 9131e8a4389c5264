// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * --link-power: the policy of a SATA disk's port; or the latency that the power states may cost
 * which an NVMe drive enters by itself.
 */
#include "acts.h"
#include "device.h"
#include "host.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char no_default[] = "the kernel does not show its default";
static const char no_link[] = "the kernel has no link power management for this disk";
/* the kernel does not say which of both (ATA_FLAG_NO_LPM, ATA_QUIRK_NOLPM) */
static const char cannot_be_set[] =
	"the port has no link power management, or the kernel bars it for this drive";

static const struct named_number *policy_by_word(const char *word)
{
	for (const struct named_number *at = link_power_words; at->word; at++) {
		if (at->number >= LINK_POLICY && !strcmp(at->word, word))
			return at;
	}
	return NULL;
}

/* Write a latency, in microseconds, as the option takes it. */
static size_t write_latency(uint64_t us, char *text, size_t room)
{
	static const char *const units[] = { "us", "ms", "s" };
	size_t unit = 0;

	if (us == LINK_LATENCY_ANY || !us)
		return (size_t)snprintf(text, room, "%s", us ? "any" : "0");
	for (; unit < 2 && us % 1000 == 0; unit++)
		us /= 1000;
	return (size_t)snprintf(text, room, "%" PRIu64 "%s", us, units[unit]);
}

/*
 * A controller without a limit shows "auto" or "any": the kernel allows each state by both. 0, or
 * -EINVAL: no latency.
 */
static int latency_of(const char *word, uint64_t *us)
{
	char *end;

	*us = strtoull(word, &end, 10);
	if (!strcmp(word, "auto") || !strcmp(word, "any") || *us > LINK_LATENCY_ANY)
		*us = LINK_LATENCY_ANY;
	else if (end == word || *end)
		return -EINVAL;
	return 0;
}

static int read_link(struct host *host, const struct sys_link *link, struct link_power *now)
{
	uint64_t least = UINT64_MAX, most = 0, us;
	const struct named_number *policy;
	char word[LINK_WORD_BYTES];
	size_t n;
	int err;

	for (size_t i = 0; i < link->owner.n; i++) {
		err = sys_link_read(host, link, i, word);
		if (!err && link->nvme)
			err = latency_of(word, &us);
		if (err)
			return err;
		if (link->nvme && us < least)
			least = us;
		if (link->nvme && us > most)
			most = us;
	}
	if (!link->nvme) {
		policy = policy_by_word(word);
		*now = (struct link_power){ .value = policy ? policy->number : 0,
					    .other = !policy };
		snprintf(now->text, sizeof(now->text), "%s", word);
		return 0;
	}
	*now = (struct link_power){ .value = least, .other = least != most };
	n = write_latency(least, now->text, sizeof(now->text));
	if (now->other) {
		n += (size_t)snprintf(now->text + n, sizeof(now->text) - n, " to ");
		write_latency(most, now->text + n, sizeof(now->text) - n);
	}
	return 0;
}

int link_power_read(struct sys_disk *disk, struct link_power *now)
{
	struct sys_link link;
	int err = sys_link_find(disk, &link);

	if (!err)
		err = read_link(disk->host, &link, now);
	sys_link_free(&link);
	return err;
}

/* Read the limit that the kernel gives a new controller. False: not known. */
static bool default_latency(struct host *host, uint64_t *us)
{
	char text[DISK_TEXT_BYTES];

	sys_nvme_default_latency(host, text);
	return !latency_of(text, us);
}

enum knowledge read_link_power(struct job *job, struct observed *now)
{
	const struct opt_state *opt = job->opt;
	int err = link_power_read(&job->dev->sys, &now->is.link);
	uint64_t us;

	if (err == -ENOENT) {
		now->why = no_link;
		return NO_SUCH_SETTING;
	}
	if (err) {
		drive_tell(&job->drive, err, "reading the link's power management failed");
		now->err = err;
		now->why = "the kernel does not show it";
		return NOT_KNOWN;
	}
	now->value = now->is.link.value;
	now->other = now->is.link.other;
	if (opt->set && opt->value == LINK_LATENCY_DEFAULT && !now->other &&
	    now->value < LINK_POLICY) {
		if (!default_latency(job->host, &us))
			now->why = no_default;
		else if (now->value == us)
			now->value = LINK_LATENCY_DEFAULT;
	} else if (now->value == LINK_POLICY && (!opt->set || opt->value == LINK_POLICY) &&
		   !sys_link_tells_unset(job->host)) {
		now->why = "before Linux 6.8 the kernel also shows max_performance if nothing was "
			   "set";
	}
	return KNOWN;
}

void write_link_power(const struct observed *now, char text[COMPARED_TEXT_BYTES])
{
	snprintf(text, COMPARED_TEXT_BYTES, "%s", now->is.link.text);
}

static const char *why_not(struct job *job, const struct sys_link *link)
{
	bool policy = job->opt->value >= LINK_POLICY;

	if (link->nvme && policy)
		return "an NVMe drive has no policy: name a latency, such as 25ms";
	if (!link->nvme && !policy)
		return "a SATA disk has no latency: name a policy, such as med_power_with_dipm";
	if (sys_link_barred(job->host, link))
		return cannot_be_set;
	return NULL;
}

const char *link_power_barred(struct job *job)
{
	struct sys_link link;
	int err = sys_link_find(&job->dev->sys, &link);
	const char *why = err ? NULL : why_not(job, &link);

	sys_link_free(&link);
	return why;
}

static void name_controllers(const struct sys_link *link, char names[BLOCK_WHY_BYTES])
{
	char name[BLOCK_NAME_BYTES];
	size_t n = 0;

	names[0] = '\0';
	for (size_t i = 0; i < link->owner.n && n < BLOCK_WHY_BYTES; i++) {
		sysfs_last_name(link->owner.path[i], name);
		n += (size_t)snprintf(names + n, BLOCK_WHY_BYTES - n, "%s%s", i ? ", " : "", name);
	}
}

/* Name what else the value applies to, and what a policy costs. */
static void note_link(struct job *job, const struct sys_link *link)
{
	char names[BLOCK_WHY_BYTES];

	if (link->nvme) {
		name_controllers(link, names);
		if (link->owner.n > 1)
			job_note(job, "the latency belongs to the controllers of the drive: %s",
				 names);
		return;
	}
	if (!sys_link_others(&job->dev->sys, link, names) && *names)
		job_note(job, "the policy belongs to the port: it applies to %s, too", names);
	if (job->opt->value != LINK_POLICY)
		job_note(job, "with this policy many controllers do not notice "
			      "when a drive is plugged in or pulled out");
}

void note_link_power(struct job *job, const struct observed *now)
{
	struct sys_link link;
	int err;

	(void)now;
	if (job_quiet(job))
		return;
	err = sys_link_find(&job->dev->sys, &link);
	if (!err)
		note_link(job, &link);
	sys_link_free(&link);
}

/* The word that the kernel takes, and the value as it is read back. False: it is not known. */
static bool kernels_word(struct job *job, char word[LINK_WORD_BYTES], uint64_t *value)
{
	*value = job->opt->value;
	for (const struct named_number *at = link_power_words; at->word; at++) {
		if (at->number != *value || *value < LINK_POLICY)
			continue;
		snprintf(word, LINK_WORD_BYTES, "%s", at->word);
		return true;
	}
	if (*value == LINK_LATENCY_DEFAULT && !default_latency(job->host, value))
		return false;
	if (*value == LINK_LATENCY_ANY)
		snprintf(word, LINK_WORD_BYTES, "any");
	else
		snprintf(word, LINK_WORD_BYTES, "%" PRIu64, *value);
	return true;
}

/* Write the word for all owners, also after a failure. 0 or the first failure, reported. */
static int write_link(struct job *job, const struct sys_link *link, const char *word)
{
	size_t written = 0;
	int first = 0;

	for (size_t i = 0; i < link->owner.n; i++) {
		int err = sys_link_write(job->host, link, i, word);

		written += !err;
		if (err == -EOPNOTSUPP)
			err = job_refuse(job, err, "the kernel refuses it: %s", cannot_be_set);
		else if (err)
			err = job_fail(job, err, "setting it in %s failed", link->owner.path[i]);
		first = first ? first : err;
	}
	if (first && written)
		job_note(job, "%zu of the drive's %zu controllers have taken it", written,
			 link->owner.n);
	return first;
}

/* `before`: what was read before the change. */
static int set_link(struct job *job, const struct sys_link *link, const struct link_power *before)
{
	const char *why = why_not(job, link);
	char word[LINK_WORD_BYTES];
	struct link_power now;
	uint64_t value;
	bool restored;
	int err;

	if (!why && !kernels_word(job, word, &value))
		why = no_default;
	if (why)
		return job_refuse(job, -EOPNOTSUPP, "%s", why);
	job_say(job, " setting link power to %s\n", job->opt->text);
	err = write_link(job, link, word);
	if (err)
		return err;
	/* an older kernel takes min_power_with_partial for min_power: it compares beginnings */
	if (!job->dev->dry_run && !read_link(job->host, link, &now) &&
	    (now.other || now.value != value)) {
		restored = !link->nvme && strcmp(now.text, before->text) != 0 &&
			   !sys_link_write(job->host, link, 0, before->text);
		job->proof = DISPROVED;
		return job_refuse(job, -EIO, "set to %s: accepted, but it is %s%s%s",
				  job->opt->text, now.text, restored ? ": set back to " : "",
				  restored ? before->text : "");
	}
	if (!job_quiet(job))
		note_link(job, link);
	return 0;
}

int act_link_power_set(struct job *job)
{
	struct sys_link link;
	struct link_power before;
	int err = sys_link_find(&job->dev->sys, &link);

	if (!err)
		err = read_link(job->host, &link, &before);
	if (err == -ENOENT)
		err = job_refuse(job, -ENOTTY, "%s", no_link);
	else if (err)
		err = job_fail(job, err, "reading the link's power management failed");
	else
		err = set_link(job, &link, &before);
	sys_link_free(&link);
	return err;
}
