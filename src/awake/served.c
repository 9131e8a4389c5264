// SPDX-License-Identifier: GPL-2.0-or-later
/* Which drives are served, and which must sleep together; events of drives. */
#include "idle.h"
#include "options.h"
#include "sysfs.h"
#include "units.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Events: a line for each, on stderr, or as JSON --- */

const char *span_text(uint64_t ns, char text[SPAN_BYTES])
{
	uint64_t tenths = ns / (NS_PER_S / 10);

	/* round down to whole seconds, from one hour on to whole minutes */
	tenths -= tenths % (tenths >= 10 * HOUR_S ? 600 : 10);
	tenths_text(tenths < UINT32_MAX ? (uint32_t)tenths : UINT32_MAX, text);
	return text;
}

void idle_tell(struct idle *s, const struct idle_drive *d, const char *event, uint64_t seconds,
	       const char *fmt, ...)
{
	char time[HOST_TIME_BYTES], text[240];
	struct report *out = s->out;
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	host_local_time(host_wall_s(), time);
	if (!out->structured) {
		report_notice(out, "%s %s: %s", time, d ? d->path : "hdparm", text);
		return;
	}
	report_device_begin(out, d ? d->path : NULL, false);
	report_section_begin(out, "idle_standby");
	report_string(out, "time", time, NO_TEXT);
	report_string(out, "event", event, NO_TEXT);
	report_u64(out, "seconds", seconds, NO_TEXT);
	report_string(out, "text", text, NO_TEXT);
	report_section_end(out);
	report_device_end(out);
}

/* --- The drives --- */

static void leave_alone(struct idle *s, struct idle_drive *d, int err, const char *why)
{
	/* a drive of the configuration file may be plugged in later */
	if (err == ENOENT && s->source->reloads)
		return;
	if (err != ENOENT && (!d->named || s->source->reloads)) {
		idle_tell(s, d, "left_alone", 0, "left alone: %s", why);
		return;
	}
	s->out->path = d->path;
	report_error(s->out, s->source->option, err, "%s", why);
	s->out->path = NULL;
	s->failed = s->failed ? s->failed : err;
}

static uint64_t hash_name(const char *text)
{
	uint64_t number = UINT64_C(14695981039346656037); /* FNV-1a */

	for (const char *at = text; *at; at++)
		number = (number ^ (unsigned char)*at) * UINT64_C(1099511628211);
	return number;
}

static void note_path(void *who, const char *disk, const char *name)
{
	struct idle *s = who;
	struct idle_path *more = realloc(s->path, (s->paths + 1) * sizeof(*more));

	if (!more) {
		s->starved = true;
		return;
	}
	s->path = more;
	more[s->paths].number = hash_name(name);
	snprintf(more[s->paths++].disk, sizeof(more->disk), "%s", disk);
}

int idle_find_paths(struct idle *s)
{
	int err;

	s->paths = 0;
	err = disks_named_world_wide(s->host, note_path, s);
	for (size_t i = 0; i < s->n; i++)
		s->drive[i].number = idle_number(s, s->drive[i].disk.name);
	return s->starved ? -ENOMEM : host_lack_advice(err) ? err : 0;
}

uint64_t idle_number(const struct idle *s, const char *disk)
{
	for (size_t i = 0; i < s->paths; i++) {
		if (!strcmp(s->path[i].disk, disk))
			return s->path[i].number;
	}
	return 0;
}

static int drive_memberships(const struct idle *s, const struct idle_drive *d,
			     void (*found)(void *who, const char *thing), void *who)
{
	int err = disk_memberships(s->host, &d->disk, found, who);

	for (size_t i = 0; i < s->paths && !err; i++) {
		struct block_disk other = d->disk;

		if (s->path[i].number != d->number || !strcmp(s->path[i].disk, other.name))
			continue;
		memcpy(other.name, s->path[i].disk, sizeof(other.name));
		err = disk_memberships(s->host, &other, found, who);
	}
	return err;
}

struct root {
	struct host *host;
	const char *disk; /* name of the whole device with the root file system, as "dm-0" */
	char name[BLOCK_NAME_BYTES]; /* name of the root device, which may be a partition */
	const char *thing;	     /* array, volume or file system that the drive belongs to */
	bool found;
	int err;
};

static void compare_things(void *who, const char *thing)
{
	struct root *root = who;

	root->found |= !strcmp(thing, root->thing);
}

/* Set root->found if the root device is `thing`, a partition of `thing`, or a member of `thing`. */
static void compare_root(void *who, const char *thing)
{
	struct root *root = who;

	root->found |= !strcmp(thing, root->disk);
	root->thing = thing;
	if (!root->err)
		root->err = block_memberships(root->host, root->name, compare_things, root);
}

/*
 * Return 1 if the root file system uses the drive (also by md, dm, btrfs); -errno if memory or
 * descriptors run out; or else 0.
 */
static int holds_root(struct idle *s, const struct idle_drive *d)
{
	char path[PATH_MAX], node[PATH_MAX];
	struct sys_disk disk;
	struct block_disk whole;
	struct root root = { .host = s->host, .disk = whole.name };
	int err = sysfs_root_device(s->host, path);

	/* a live system, or a root file system on the network, has no root device */
	if (err || sys_disk_of_path(&disk, s->host, path) || sys_disk_whole(&disk, &whole))
		return host_lack_advice(err) ? err : 0;
	if (!strcmp(whole.name, d->disk.name) ||
	    (d->number && d->number == idle_number(s, whole.name)))
		return 1;
	if (host_real_path(s->host, path, node, sizeof(node)) <= 0)
		return 0;
	sysfs_last_name(node, root.name);
	err = drive_memberships(s, d, compare_root, &root);
	err = err ? err : root.err;
	return host_lack_advice(err) ? err : root.found;
}

bool idle_is_counted(struct idle *s, const struct idle_drive *d)
{
	struct sys_disk disk;
	uint64_t iostats;

	return sys_disk_of_path(&disk, s->host, d->path) ||
	       sysfs_disk_u64(&disk, "queue/iostats", &iostats) || iostats;
}

static int find_obstacle(struct idle *s, struct sys_disk *disk, struct idle_drive *d,
			 const char **why)
{
	char node[SYSFS_NODE_BYTES], folder[SYSFS_NAMED_BYTES];
	struct drive_facts facts;
	int err = drive_facts(disk, &facts), root = 0;

	*why = NULL;
	sysfs_node_path(d->disk.name, node);
	sysfs_named_path(node, "", folder);
	if (err || !drive_is_listed(s->host, folder))
		*why = "not a disk of its own: name the disks below it";
	else if (facts.link == LINK_NVME || (facts.has_rotational && !facts.rotational))
		*why = "it does not rotate";
	else if (!facts.bytes)
		*why = "it has no medium";
	else if (!idle_is_counted(s, d))
		*why = "the kernel does not count its reads and writes: queue/iostats is 0";
	else if (!d->named && (root = holds_root(s, d)))
		*why = "the root file system is on it; name it itself if it is to sleep";
	return host_lack_advice(err) ? err : root < 0 ? root : 0;
}

static int find_disk(struct idle *s, const struct idle_drive *d, struct sys_disk *disk,
		     struct block_disk *whole)
{
	int err = sys_disk_of_path(disk, s->host, d->path);

	return err ? err : sys_disk_whole(disk, whole);
}

/*
 * True if the user names the drive by a link of udev, which udev makes of the drive's serial
 * number, if it has one, also where sysfs does not show the number.
 */
static bool is_linked(const struct idle_drive *d)
{
	return !strncmp(d->path, "/dev/disk/by-id/", strlen("/dev/disk/by-id/"));
}

/* True if the disk is the drive of this entry, which may have been away. */
static bool is_again(const struct idle_drive *d, struct sys_disk *disk)
{
	char names[DRIVE_NAMES_BYTES];
	uint64_t sequence = sys_disk_sequence(disk);

	if (sequence && sequence == d->sequence)
		return true;
	sys_disk_names(disk, names, sizeof(names));
	/* if diskseq is not known or differs, only equal names show that the drive is the same */
	return !strcmp(names, d->names) && (names[0] || is_linked(d));
}

bool idle_is_same(struct idle *s, struct idle_drive *d)
{
	struct sys_disk disk;
	struct block_disk whole;
	uint64_t sequence;

	/* under another name the counts were those of another disk */
	if (find_disk(s, d, &disk, &whole) || whole.rdev != d->disk.rdev || !is_again(d, &disk))
		return false;
	sequence = sys_disk_sequence(&disk);
	/* a link may be older than the number: udev changes it a moment after the kernel */
	if (!d->names[0] && sequence != d->sequence)
		return false;
	d->sequence = sequence;
	return true;
}

static void tell_taken(struct idle *s, const struct idle_drive *d, struct sys_disk *disk)
{
	char names[DRIVE_NAMES_BYTES];

	sys_disk_names(disk, names, sizeof(names));
	if (strcmp(names, d->names) != 0)
		idle_tell(s, d, "left_alone", 0, "left alone: another drive has this name now");
	else
		idle_tell(s, d, "left_alone", 0,
			  "left alone: it may be another drive now, "
			  "as it shows neither a world wide name nor a serial number; "
			  "name it by its link in /dev/disk/by-id");
}

int idle_look(struct idle *s, struct idle_drive *d, bool first)
{
	char no_drive[NO_DRIVE_BYTES];
	struct sys_disk disk;
	struct block_disk whole;
	const char *why;
	int err = find_disk(s, d, &disk, &whole);

	d->changed = d->served = false;
	if (err) {
		if (first)
			leave_alone(s, d, -err, no_drive_text(s->host, d->path, err, no_drive));
		d->place = PLACE_EMPTY;
		d->present = false;
		return host_lack_advice(err) ? err : 0;
	}
	if (!first && d->disk.name[0] && !is_again(d, &disk)) {
		if (d->place != PLACE_TAKEN)
			tell_taken(s, d, &disk);
		d->place = PLACE_TAKEN;
		d->present = false;
		return 0;
	}
	d->disk = whole;
	d->place = PLACE_OWN;
	d->sequence = sys_disk_sequence(&disk);
	d->number = idle_number(s, d->disk.name);
	sys_disk_names(&disk, d->names, sizeof(d->names));
	err = find_obstacle(s, &disk, d, &why);
	d->served = !err && !why;
	if (!err && why && (first || (d->named && !s->source->reloads)))
		leave_alone(s, d, EINVAL, why);
	return err;
}

bool idle_is_back(struct idle *s, struct idle_drive *d)
{
	struct sys_disk disk;
	struct block_disk whole;

	if (d->place == PLACE_OWN || find_disk(s, d, &disk, &whole))
		return false;
	return d->place == PLACE_EMPTY || is_again(d, &disk);
}

/* Copy the stops of another entry of the drive, unless `d` has later ones. */
static void take_stops(struct idle_drive *d, const struct idle_drive *other)
{
	if (other->stopped[0] < d->stopped[0])
		return;
	memcpy(d->stopped, other->stopped, sizeof(d->stopped));
	d->reported_limit = other->reported_limit;
}

static void carry_over(struct idle_drive *d, struct idle_drive *old, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		bool same_path = !strcmp(old[i].path, d->path);

		if (strcmp(old[i].names, d->names) != 0 || (!d->names[0] && !same_path))
			continue;
		take_stops(d, &old[i]);
		d->failed |= old[i].failed;
		old[i].past = false;
		if (!same_path || old[i].sequence != d->sequence || !old[i].present)
			continue;
		d->present = old[i].present;
		d->usage = old[i].usage;
		d->paths = old[i].paths;
		d->idle_since = old[i].idle_since;
		d->state_since = old[i].state_since;
		d->asked_at = old[i].asked_at;
		d->state = old[i].state;
		d->found_asleep = old[i].found_asleep;
	}
}

unsigned idle_stops(const struct idle *s, const struct idle_drive *d)
{
	unsigned n = 0;

	for (unsigned i = 0; i < STOPS_AN_HOUR; i++)
		n += d->stopped[i] && s->now - d->stopped[i] < HOUR_S * NS_PER_S;
	return n;
}

void idle_serve_once(struct idle *s, struct idle_drive *d)
{
	for (size_t i = 0; i < s->n && d->served; i++) {
		const struct idle_drive *other = &s->drive[i];

		if (other == d || (other->disk.rdev != d->disk.rdev &&
				   (!d->number || other->number != d->number)))
			continue;
		d->served = !other->served;
		if (d->served)
			take_stops(d, other);
	}
}

static void free_drives(struct idle_drive *drive, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(drive[i].path);
	free(drive);
}

int idle_load(struct idle *s)
{
	struct idle_source *source = s->source;
	struct idle_drive *old = s->drive;
	size_t n = s->n;
	int err = source->load(source);

	if (err)
		return err;
	s->n = 0;
	err = idle_find_paths(s);
	s->drive = err ? NULL : calloc(source->n + n + 1, sizeof(*s->drive));
	for (size_t i = 0; i < n; i++)
		old[i].past = true;
	for (size_t i = 0; s->drive && i < source->n; i++) {
		struct idle_drive *d = &s->drive[s->n];
		const struct idle_wish *wish = &source->wish[i];

		*d = (struct idle_drive){ .path = strdup(wish->path),
					  .limit = wish->seconds * NS_PER_S,
					  .prefer_ata12 = wish->prefer_ata12,
					  .way = wish->way,
					  .named = wish->named,
					  .idle_since = s->now,
					  .state_since = s->now };
		err = d->path ? idle_look(s, d, !old) : -ENOMEM;
		if (err) {
			free(d->path);
			break;
		}
		idle_serve_once(s, d);
		carry_over(d, old, n);
		s->n++;
	}
	if (!s->drive && !err)
		err = -ENOMEM;
	/* keep past drives with names and recent stops: stops within the last hour still count */
	for (size_t i = 0; i < n && !err; i++) {
		if (!old[i].past || !old[i].names[0] || !idle_stops(s, &old[i]))
			continue;
		s->drive[s->n] = old[i];
		s->drive[s->n].served = s->drive[s->n].present = s->drive[s->n].changed = false;
		s->n++;
		old[i].path = NULL;
	}
	free_drives(old, old ? n : 0);
	source->drop(source);
	return err ? err : idle_group(s);
}

struct member {
	uint64_t thing; /* hash of the name of an array, volume or file system of the drive */
	size_t drive;
};

struct members {
	struct member *member;
	size_t n, drive;
	bool failed;
};

static void add_member(void *who, const char *thing)
{
	struct members *m = who;
	struct member *more = realloc(m->member, (m->n + 1) * sizeof(*more));

	if (!more) {
		m->failed = true;
		return;
	}
	m->member = more;
	more[m->n++] = (struct member){ hash_name(thing), m->drive };
}

static void join_groups(struct idle *s, size_t one, size_t other)
{
	size_t a = s->drive[one].group, b = s->drive[other].group;
	size_t low = a < b ? a : b;

	for (size_t i = 0; i < s->n; i++) {
		if (s->drive[i].group == a || s->drive[i].group == b)
			s->drive[i].group = low;
	}
}

int idle_group(struct idle *s)
{
	struct members m = { .member = NULL };
	int err = 0;

	for (size_t i = 0; i < s->n; i++) {
		s->drive[i].group = m.drive = i;
		if (s->drive[i].served && !err)
			err = drive_memberships(s, &s->drive[i], add_member, &m);
	}
	for (size_t i = 0; i < m.n; i++) {
		for (size_t k = 0; k < i; k++) {
			if (m.member[i].thing == m.member[k].thing)
				join_groups(s, m.member[i].drive, m.member[k].drive);
		}
	}
	free(m.member);
	return m.failed ? -ENOMEM : host_lack_advice(err) ? err : 0;
}

void idle_free(struct idle *s)
{
	free_drives(s->drive, s->n);
	free(s->path);
}
