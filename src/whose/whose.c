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
	[USE_NOT_FOLLOWED] = { "not_followed", "not known" },
	[USE_NOT_MOUNTED] = { "not_mounted", "not mounted here" },
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
	uint64_t unit; /* SECTORs in a logical sector of the named device */
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
	return !fs->err && !fs->closed && !fs->covered && !fs->part && !fs->unplaced &&
	       !fs->compressed && system_type_known(fs->type);
}

/* Why no file is known to have a part; `owner`: what the file system tells of it, or NULL. */
static const char *why_no_file(const struct file_system *fs, const struct owner *owner)
{
	if (!strcmp(fs->type, "btrfs"))
		return "btrfs maps its own sectors";
	if (!system_type_known(fs->type))
		return "files of this type of file system are not searched";
	if (fs->err == -EINTR)
		return "the search was interrupted";
	if (fs->err)
		return "the file system could not be searched";
	if (!was_searched(fs))
		return "not all of the file system was searched";
	if (owner && owner->inode)
		return "no name of it was found: a link, a deleted open file, or the file system's "
		       "own";
	if (owner)
		return "metadata, a folder or link, or a deleted open file";
	if (fs->mapped)
		return "the file system does not say; it may begin behind this place, or end "
		       "before it";
	return "free, metadata, a folder or link, or a deleted open file";
}

/* A part that no file is known to have; `owner`: what the file system tells of the part, or NULL.
 */
static void show_other(const struct shown *v, struct segment segment, const struct owner *owner)
{
	const struct file_system *fs = &v->s->system[v->spot->system - 1];

	show_use(v, segment, owner ? owner->use : USE_UNKNOWN);
	if (owner && owner->what)
		report_string(v->out, "why", owner->what, ": %s", owner->what);
	if (owner && owner->inode)
		report_u64(v->out, "inode", owner->inode, ", inode %" PRIu64, owner->inode);
	if (!owner || owner->use == USE_FILE || owner->use == USE_UNKNOWN)
		report_string(v->out, "why", why_no_file(fs, owner), ": %s",
			      why_no_file(fs, owner));
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
		report_line(v->out, "\n");
		if (*spot->why)
			report_string(v->out, "command", spot->why, "  to find the file: %s\n",
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
		uint64_t own = spot->layer[i].at / spot->layer[i].unit;
		char volume[BLOCK_NAME_BYTES];

		report_section_begin(out, "layer");
		report_string(out, "device", spot->layer[i].name, "  in: %s", spot->layer[i].name);
		dm_name_of(v->s->job->host, spot->layer[i].name, volume);
		if (*volume)
			report_string(out, "volume", volume, " (%s)", volume);
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

enum { REASONS_BYTES = 1024 + 512 };

/* `example`: a name that could not be read. Return `text`. */
static const char *why_not_all(const struct file_system *fs, const char *example,
			       char text[REASONS_BYTES])
{
	const struct {
		bool is;
		const char *words;
	} reasons[] = {
		{ fs->part, "only a folder of it is mounted" },
		{ fs->covered, "other mounts hide files or folders" },
		{ fs->unplaced, "new data have no place on the disk yet" },
		{ fs->compressed, "the places of compressed files are not known" },
		{ fs->closed, "not readable: " },
	};
	size_t n = 0;

	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		if (reasons[i].is)
			n += (size_t)snprintf(text + n, REASONS_BYTES - n, "%s%s", n ? "; " : "",
					      reasons[i].words);
	}
	if (fs->closed)
		snprintf(text + n, REASONS_BYTES - n, "%s", example);
	return text;
}

/* Say what was not searched. Return 0; or, if nothing was and `fails`, an error, reported. */
static int note_unsearched(struct job *job, const struct file_system *fs, bool fails)
{
	char *word = path_word(fs->place), *example = path_word(fs->example);
	char text[REASONS_BYTES];
	int err = 0;

	if (!word || !example)
		host_no_memory(job->host);
	else if (fs->err && fs->err != -EINTR && !fails)
		job_note(job, "%s cannot be searched: %s", word,
			 fs->err == -ESTALE ? "another mount hides it" : error_words(-fs->err));
	else if (fs->err == -ESTALE)
		err = job_refuse(job, -EBUSY, "%s cannot be searched: another mount hides it",
				 word);
	else if (fs->err && fs->err != -EINTR)
		err = job_fail(job, fs->err, "searching %s failed", word);
	else if (!was_searched(fs) && system_type_known(fs->type) && !fs->err)
		job_note(job, "%s: not all of it was searched: %s", word,
			 why_not_all(fs, example, text));
	free(word);
	free(example);
	return err;
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

static int show_all(struct search *s)
{
	struct shown shown = { .s = s, .out = s->job->out, .unit = s->unit };
	int err = 0;

	report_section_begin(shown.out, "whose_sector");
	report_u64(shown.out, "sector_bytes", s->unit * SECTOR, NO_TEXT);
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

/* Find what lies at the ranges. 0, or -errno: -EINTR if a signal ended the search. */
static int search_ranges(struct search *s, const struct lba_range *range, size_t n)
{
	struct job *job = s->job;
	char folder[PATH_MAX];
	int err = sysfs_folder(job->host, job->dev->sys.rdev, folder);

	s->unit = block_sector_bytes(job->dev) / SECTOR;
	if (!err)
		sysfs_last_name(folder, s->name);
	for (size_t i = 0; i < n && !err; i++)
		err = stack_follow(s, range[i].lba * s->unit, range[i].count * s->unit);
	for (size_t i = 0; i < s->systems; i++) {
		err = err ? err : files_find(s, i);
		s->system[i].err = err ? err : s->system[i].err;
	}
	return err;
}

/* --- the bad sectors of --surface-scan --- */

enum { MOST_FILES = 20, MOST_RANGES = 1000 };

/* True if an owner before this one has the same name. */
static bool is_listed(const struct search *s, size_t number)
{
	for (size_t i = 0; i < number; i++) {
		if (s->owner[i].path && !strcmp(s->owner[i].path, s->owner[number].path))
			return true;
	}
	return false;
}

/* Return 0, or -ENOMEM if a name is left out. */
static int list_files(struct search *s)
{
	struct report *out = s->job->out;
	uint64_t listed = 0, more = 0;
	int err = 0;

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
		if (!word) {
			err = -ENOMEM;
			continue;
		}
		listed++;
		report_section_begin(out, "file");
		report_u64(out, "lba", owner->first / s->unit, " sector %" PRIu64,
			   owner->first / s->unit);
		report_string(out, "file", owner->path, " is in %s\n", word);
		report_section_end(out);
		free(word);
	}
	report_section_end(out);
	if (more)
		report_u64(out, "more_files", more, " and %" PRIu64 " more names of files\n", more);
	return err;
}

/* True if each sector of the spot is in a file whose name is known. */
static bool has_files(const struct search *s, size_t number)
{
	uint64_t at = s->spot[number].first, end = at + s->spot[number].count;
	size_t i = 0;

	while (i < s->owners && at < end) {
		const struct owner *owner = &s->owner[i];

		if (owner->path && owner->spot == number && at >= owner->first &&
		    at - owner->first < owner->count) {
			at = owner->first + owner->count;
			i = 0;
		} else {
			i++;
		}
	}
	return at >= end;
}

/* Say how to ask for the first sectors that are in use, and in no file whose name is known. */
static void point_to_others(const struct search *s)
{
	for (size_t i = 0; i < s->spots; i++) {
		const struct spot *spot = &s->spot[i];

		if (!spot->system && spot->use != USE_NOT_FOLLOWED)
			continue;
		if (has_files(s, i))
			continue;
		report_line(s->job->out,
			    " not all bad sectors have a file that is known; to see why:\n"
			    "  hdparm --whose-sector %" PRIu64,
			    spot->first / s->unit);
		if (spot->count > s->unit)
			report_line(s->job->out, ":%" PRIu64, spot->count / s->unit);
		report_line(s->job->out, " %s\n", job_device_word(s->job));
		return;
	}
}

void whose_list_files(struct job *job, const struct lba_range *range, size_t n)
{
	struct search s = { .job = job, .only_files = true };
	int err, lack = 0;

	if (!job->dev->sys.rdev || job->dev->sys.character || !n)
		return;
	err = search_ranges(&s, range, n < MOST_RANGES ? n : MOST_RANGES);
	if (s.owners)
		lack = list_files(&s);
	err = err ? err : lack;
	point_to_others(&s);
	for (size_t i = 0; i < s.systems && (!err || err == -EINTR); i++)
		note_unsearched(job, &s.system[i], false);
	if (n > MOST_RANGES)
		job_note(job, "only the first %d runs of bad sectors were looked up", MOST_RANGES);
	if (err && err != -EINTR && err != -ENOENT)
		job_note(job, "the files of the bad sectors are not all known: %s",
			 err == -E2BIG ? "they are too many" : error_words(-err));
	search_free(&s);
}

/* --- the act --- */

static int list_ranges(struct job *job, uint64_t sectors, struct lba_range *range, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *word = i ? job->opt->more[i - 1] : job->opt->text;

		lba_run_parse(word, &range[i]);
		range[i].count += !range[i].count;
		if (range[i].lba >= sectors || range[i].count > sectors - range[i].lba)
			return job_refuse(job, -ERANGE, "'%s': the device has %" PRIu64 " sectors",
					  word, sectors);
	}
	return 0;
}

/* Search, and show what was found. Return 0, or an error, reported. */
static int find_and_show(struct search *s, const struct lba_range *range, size_t n)
{
	struct job *job = s->job;
	int err = search_ranges(s, range, n), shown, failed = 0;

	if (err == -E2BIG)
		return job_refuse(job, err,
				  "more than %d files and free places have them: "
				  "name fewer sectors",
				  MOST_OWNERS);
	if (err == -ENOMEM)
		return job_fail(job, err, "finding what lies there");
	if (err && err != -EINTR)
		return job_fail(job, err, "finding the device in sysfs");
	shown = show_all(s);
	if (shown)
		return job_fail(job, shown, "showing what lies there");
	for (size_t i = 0; i < s->systems; i++) {
		int unsearched = note_unsearched(job, &s->system[i], true);

		failed = failed ? failed : unsearched;
	}
	return err ? job_interrupted(job, "what was found until then is shown") : failed;
}

int act_whose_sector(struct job *job)
{
	struct search s = { .job = job };
	size_t n = job->opt->n_more + 1;
	struct lba_range *range;
	uint64_t bytes = 0;
	bool held;
	int err;

	if (job->dev->sys.character || !job->dev->sys.rdev)
		return job_refuse(job, -ENOTBLK, "no block device: name a disk or a partition");
	err = block_bytes(job->dev, &bytes);
	if (err)
		return job_fail(job, err, "finding the size");
	range = calloc(n, sizeof(*range));
	if (!range)
		return job_fail(job, -ENOMEM, "a list of sectors");
	err = list_ranges(job, bytes / block_sector_bytes(job->dev), range, n);
	held = !err && host_interrupt_hold(job->host, false);
	if (!err)
		err = find_and_show(&s, range, n);
	free(range);
	search_free(&s);
	if (held && host_interrupt_release(job->host))
		err = -RESULT_INTERRUPTED;
	return err;
}
