// SPDX-License-Identifier: GPL-2.0-or-later
/* --whose-sector: what lies at sectors of a device. */
#include "whose.h"
#include "search.h"
#include "block.h"
#include "options.h"
#include "text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *key, *text;
} uses[] = {
	[USE_UNKNOWN] = { "unknown", "not known" },
	[USE_GAP] = { "gap", "in no partition" },
	[USE_SWAP] = { "swap", "swap space" },
	[USE_RESERVED] = { "reserved", "free, or reserved" },
	[USE_NOT_FOLLOWED] = { "not_followed", "not known" },
	[USE_NOT_MOUNTED] = { "not_mounted", "not mounted" },
	[USE_FREE] = { "free", "free space" },
	[USE_METADATA] = { "metadata", "metadata" },
	[USE_FILE] = { "file", "file" },
	[USE_FOLDER] = { "folder", "folder" },
};

/* --- paths: any name may be shown on a terminal --- */

/* True if the path has a character that a terminal or a reader of lines takes for another one. */
static bool needs_escapes(const char *path)
{
	for (size_t n; *path; path += n) {
		n = utf8_length(path);
		if (!n || utf8_acts(path, n))
			return true;
	}
	return false;
}

/* Return the path as a word for a shell, which the caller frees; NULL: no memory. */
static char *path_word(const char *path)
{
	size_t room = 4 * strlen(path) + 4, n = 0;
	char *word = malloc(room);

	if (!word || !needs_escapes(path)) {
		if (word)
			word_quote(word, room, path);
		return word;
	}
	n += (size_t)snprintf(word, room, "$'");
	for (; *path; path++) {
		if (*path == '\'' || *path == '\\')
			n += (size_t)snprintf(word + n, room - n, "\\%c", *path);
		else if (is_printable(*path))
			n += (size_t)snprintf(word + n, room - n, "%c", *path);
		else
			n += (size_t)snprintf(word + n, room - n, "\\%03o", (unsigned char)*path);
	}
	snprintf(word + n, room - n, "'");
	return word;
}

/* --- output --- */

struct shown {
	struct search *s;
	struct report *out;
	uint64_t unit; /* SECTORs in a logical sector */
	const struct spot *spot;
};

/* A part of a spot that has the same owners everywhere. */
struct segment {
	uint64_t first, end;
};

static bool owns(const struct shown *v, const struct owner *owner, uint64_t sector)
{
	return &v->s->spot[owner->spot] == v->spot && sector >= owner->first &&
	       sector - owner->first < owner->count;
}

static struct segment segment_from(const struct shown *v, uint64_t first)
{
	struct segment segment = { first, v->spot->first + v->spot->count };

	for (size_t i = 0; i < v->s->owners; i++) {
		const struct owner *owner = &v->s->owner[i];
		const uint64_t ends[] = { owner->first, owner->first + owner->count };

		for (size_t k = 0; k < 2 && &v->s->spot[owner->spot] == v->spot; k++) {
			if (ends[k] > first && ends[k] < segment.end)
				segment.end = ends[k];
		}
	}
	return segment;
}

static void show_use(const struct shown *v, struct segment segment, enum use use)
{
	uint64_t first = segment.first / v->unit, last = (segment.end - 1) / v->unit;

	report_section_begin(v->out, "part");
	report_u64(v->out, "first_lba", first, NO_TEXT);
	report_u64(v->out, "last_lba", last, NO_TEXT);
	report_string(v->out, "use", uses[use].key, "  use: %s", uses[use].text);
	if (segment.first == v->spot->first && segment.end == v->spot->first + v->spot->count)
		return;
	if (first == last)
		report_line(v->out, ", sector %" PRIu64, first);
	else
		report_line(v->out, ", sectors %" PRIu64 " to %" PRIu64, first, last);
}

static int show_path(const struct shown *v, const char *path)
{
	char *word = path_word(path);

	if (!word)
		return -ENOMEM;
	report_string(v->out, "file", path, "  file: %s\n", word);
	free(word);
	return 0;
}

/* Show all names of the inode of v->s->owner[first], if no owner before it has shown them. */
static int show_file(const struct shown *v, struct segment segment, size_t first)
{
	const struct search *s = v->s;
	const struct owner *owner = &s->owner[first];
	uint64_t byte = owner->offset + (segment.first - owner->first) * SECTOR;
	int err = 0;

	for (size_t i = 0; i < first; i++) {
		if (s->owner[i].path && s->owner[i].inode == owner->inode &&
		    owns(v, &s->owner[i], segment.first))
			return 0;
	}
	show_use(v, segment, owner->use);
	report_u64(v->out, "inode", owner->inode, NO_TEXT);
	report_u64(v->out, "offset_bytes", byte, ", from byte %" PRIu64, byte);
	if (owner->use == USE_FILE)
		report_bool(v->out, "written", !owner->unwritten, "%s",
			    owner->unwritten ? ", reserved and not written" : "");
	report_line(v->out, "\n");
	report_array_begin(v->out, "files");
	for (size_t i = first; i < s->owners && !err; i++) {
		if (s->owner[i].path && s->owner[i].inode == owner->inode &&
		    owns(v, &s->owner[i], segment.first))
			err = show_path(v, s->owner[i].path);
	}
	report_section_end(v->out);
	report_section_end(v->out);
	return err;
}

static bool was_searched(const struct file_system *fs)
{
	return !fs->err && !fs->closed && !fs->covered && !fs->part && !fs->unplaced;
}

/* A part that no file is known to have; `owner`: what the file system tells of the part, or NULL.
 */
static void show_other(const struct shown *v, struct segment segment, const struct owner *owner)
{
	const struct file_system *fs = &v->s->system[v->spot->system - 1];
	const char *why;

	show_use(v, segment, owner ? owner->use : USE_UNKNOWN);
	if (owner && owner->what)
		report_string(v->out, "why", owner->what, ": %s", owner->what);
	if (owner && owner->inode)
		report_u64(v->out, "inode", owner->inode, ", inode %" PRIu64, owner->inode);
	if (!owner || owner->use == USE_FILE) {
		if (!strcmp(fs->type, "btrfs"))
			why = "btrfs maps its own sectors";
		else if (fs->err)
			why = fs->err == -EINTR ? "the search was interrupted"
						: "the file system could not be searched";
		else if (!was_searched(fs))
			why = "not all of the file system was searched";
		else if (fs->mapped)
			why = "metadata, or a deleted file that is still open";
		else
			why = "free space, metadata, or a deleted file that is still open";
		report_string(v->out, "why", why, ": %s", why);
	}
	report_line(v->out, "\n");
	report_section_end(v->out);
}

static int show_segment(const struct shown *v, struct segment segment)
{
	const struct search *s = v->s;
	const struct owner *other = NULL;
	bool file = false;
	int err = 0;

	for (size_t i = 0; i < s->owners && !err; i++) {
		const struct owner *owner = &s->owner[i];

		if (!owns(v, owner, segment.first))
			continue;
		if (owner->path)
			err = show_file(v, segment, i);
		else if (!other)
			other = owner;
		file |= owner->path != NULL;
	}
	if (!file)
		show_other(v, segment, other);
	return err;
}

static void show_without_system(const struct shown *v)
{
	const struct spot *spot = v->spot;
	const struct segment all = { spot->first, spot->first + spot->count };

	show_use(v, all, spot->use);
	if (spot->use == USE_NOT_MOUNTED) {
		report_string(v->out, "type", *spot->type ? spot->type : NULL, "%s%s%s",
			      *spot->type ? " (" : "", spot->type, *spot->type ? ")" : "");
		report_string(v->out, "command", spot->why, "\n  to find the file: %s\n",
			      spot->why);
	} else {
		if (*spot->why)
			report_string(v->out, "why", spot->why, ": %s", spot->why);
		report_line(v->out, "\n");
	}
	report_section_end(v->out);
}

static int show_spot(struct shown *v)
{
	const struct spot *spot = v->spot;
	const struct file_system *fs = spot->system ? &v->s->system[spot->system - 1] : NULL;
	uint64_t first = spot->first / v->unit;
	uint64_t last = (spot->first + spot->count - 1) / v->unit;
	struct report *out = v->out;
	struct segment segment;
	int err = 0;

	report_section_begin(out, "range");
	report_u64(out, "first_lba", first,
		   first == last ? " sector %" PRIu64 : " sectors %" PRIu64, first);
	report_u64(out, "last_lba", last, NO_TEXT);
	if (first != last)
		report_line(out, " to %" PRIu64, last);
	report_line(out, ":\n");
	report_array_begin(out, "layers");
	for (unsigned i = 0; i < spot->layers; i++) {
		uint64_t own = spot->layer[i].at / v->unit;

		report_section_begin(out, "layer");
		report_string(out, "device", spot->layer[i].name, "  in: %s", spot->layer[i].name);
		report_u64(out, "lba", own, ", sector %" PRIu64 "\n", own);
		report_section_end(out);
	}
	report_section_end(out);
	if (fs) {
		char *word = path_word(fs->place);

		if (!word)
			return -ENOMEM;
		report_string(out, "mounted_on", fs->place, "  mounted on: %s", word);
		report_string(out, "file_system", fs->type, " (%s)\n", fs->type);
		free(word);
	}
	report_array_begin(out, "parts");
	if (!fs)
		show_without_system(v);
	for (segment.end = spot->first; fs && !err && segment.end < spot->first + spot->count;) {
		segment = segment_from(v, segment.end);
		err = show_segment(v, segment);
	}
	report_section_end(out);
	report_section_end(out);
	return err;
}

static void note_unsearched(struct job *job, const struct file_system *fs)
{
	char *word = path_word(fs->place), *example = path_word(fs->example);

	if (!word || !example)
		host_no_memory(job->host);
	else if (fs->err && fs->err != -EINTR)
		job_note(job, "%s could not be searched: %s", word,
			 fs->err == -ESTALE ? "another mount hides it" : error_words(-fs->err));
	else if (!was_searched(fs))
		job_note(job, "%s: not all of it was searched:%s%s%s%s%s", word,
			 fs->part ? " only a folder of it is mounted;" : "",
			 fs->covered ? " other mounts hide folders;" : "",
			 fs->unplaced ? " new data have no place on the disk yet;" : "",
			 fs->closed ? " not readable: " : "", fs->closed ? example : "");
	free(word);
	free(example);
}

static void search_free(struct search *s)
{
	for (size_t i = 0; i < s->owners; i++)
		free(s->owner[i].path);
	for (size_t i = 0; i < s->systems; i++)
		free(s->system[i].place);
	free(s->owner);
	free(s->system);
	free(s->spot);
}

static int show_all(struct search *s, uint64_t unit)
{
	struct shown shown = { .s = s, .out = s->job->out, .unit = unit };
	int err = 0;

	report_section_begin(shown.out, "whose_sector");
	report_u64(shown.out, "sector_bytes", unit * SECTOR, NO_TEXT);
	report_array_begin(shown.out, "ranges");
	for (size_t i = 0; i < s->spots && !err; i++) {
		shown.spot = &s->spot[i];
		err = show_spot(&shown);
	}
	report_section_end(shown.out);
	report_section_end(shown.out);
	report_flush(shown.out);
	return err;
}

/* Find what lies at the runs. 0, or -errno: -EINTR if a signal ended the search. */
static int search_runs(struct search *s, const struct whose_run *run, size_t n, uint64_t unit)
{
	struct job *job = s->job;
	char folder[PATH_MAX];
	int err = sysfs_folder(job->host, job->dev->sys.rdev, folder);

	if (!err)
		sysfs_last_name(folder, s->name);
	for (size_t i = 0; i < n && !err; i++)
		err = stack_follow(s, run[i].lba * unit, run[i].count * unit);
	for (size_t i = 0; i < s->systems && !err; i++)
		err = files_find(s, i);
	return err;
}

/* --- the bad sectors of --surface-scan --- */

enum { MOST_FILES = 20, MOST_RUNS = 1000 };

/* True if an owner before this one has the same name. */
static bool is_listed(const struct search *s, size_t number)
{
	for (size_t i = 0; i < number; i++) {
		if (s->owner[i].path && !strcmp(s->owner[i].path, s->owner[number].path))
			return true;
	}
	return false;
}

static void list_files(struct search *s, uint64_t unit)
{
	struct report *out = s->job->out;
	uint64_t listed = 0, more = 0;

	report_array_begin(out, "files");
	for (size_t i = 0; i < s->owners; i++) {
		const struct owner *owner = &s->owner[i];
		char *word;

		if (!owner->path || is_listed(s, i))
			continue;
		if (listed == MOST_FILES) {
			more++;
			continue;
		}
		word = path_word(owner->path);
		if (!word)
			continue;
		listed++;
		report_section_begin(out, "file");
		report_u64(out, "lba", owner->first / unit, " sector %" PRIu64,
			   owner->first / unit);
		report_string(out, "file", owner->path, " is in %s\n", word);
		report_section_end(out);
		free(word);
	}
	report_section_end(out);
	if (more)
		report_u64(out, "more_files", more, " and %" PRIu64 " more names of files\n", more);
}

void whose_list_files(struct job *job, unsigned sector_bytes, const struct whose_run *run, size_t n)
{
	struct search s = { .job = job, .only_files = true };
	uint64_t unit = sector_bytes / SECTOR;

	if (job->dev->sys.rdev && !job->dev->sys.character && n &&
	    search_runs(&s, run, n < MOST_RUNS ? n : MOST_RUNS, unit) != -ENOMEM && s.owners)
		list_files(&s, unit);
	search_free(&s);
}

/* --- the act --- */

static int list_runs(struct job *job, uint64_t sectors, struct whose_run **runs, size_t *n)
{
	*n = job->opt->n_more + 1;
	*runs = calloc(*n, sizeof(**runs));
	if (!*runs)
		return job_fail(job, -ENOMEM, "a list of sectors");
	for (size_t i = 0; i < *n; i++) {
		const char *word = i ? job->opt->more[i - 1] : job->opt->text;
		struct lba_range range;

		lba_run_parse(word, &range);
		range.count += !range.count;
		if (range.lba >= sectors || range.count > sectors - range.lba)
			return job_refuse(job, -ERANGE, "'%s': the device has %" PRIu64 " sectors",
					  word, sectors);
		(*runs)[i] = (struct whose_run){ range.lba, range.count };
	}
	return 0;
}

int act_whose_sector(struct job *job)
{
	unsigned sector_bytes = block_sector_bytes(job->dev);
	uint64_t unit = sector_bytes / SECTOR, bytes = 0;
	struct search s = { .job = job };
	struct whose_run *run = NULL;
	int err, shown = 0;
	size_t n = 0;
	bool held;

	if (job->dev->sys.character || !job->dev->sys.rdev)
		return job_refuse(job, -ENOTBLK, "no block device: name a disk or a partition");
	err = block_bytes(job->dev, &bytes);
	if (err)
		return job_fail(job, err, "finding the size");
	err = list_runs(job, bytes / sector_bytes, &run, &n);
	if (err) {
		free(run);
		return err;
	}
	held = host_interrupt_hold(job->host, false);
	err = search_runs(&s, run, n, unit);
	free(run);
	if (!err || err == -EINTR)
		shown = show_all(&s, unit);
	for (size_t i = 0; i < s.systems && !shown; i++)
		note_unsearched(job, &s.system[i]);
	if (err == -EINTR)
		err = job_interrupted(job, "what was found until then is shown");
	else if (err == -ENOMEM || shown)
		err = job_fail(job, -ENOMEM, "finding what lies there");
	else if (err)
		err = job_fail(job, err, "finding the device in sysfs");
	search_free(&s);
	if (held && host_interrupt_release(job->host))
		err = -RESULT_INTERRUPTED;
	return err;
}
