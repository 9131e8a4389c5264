// SPDX-License-Identifier: GPL-2.0-or-later
#include "evidence.h"

#include <errno.h>
#include <stdio.h>

int evidence_begin(struct job *job, struct evidence *e)
{
	int err;

	*e = (struct evidence){ .ran = false };
	err = sample_begin(job, &e->sample);
	return err ? job_fail(job, err, "reading") : 0;
}

/* Appends " 120 zeros", after a comma unless it is the first. */
static size_t add_samples(char *text, size_t size, size_t n, unsigned count, const char *what)
{
	if (!count)
		return n;
	return n + (size_t)snprintf(text + n, size - n, "%s %u %s", n ? "," : "", count, what);
}

static void show_sample(struct job *job, const struct sample_result *r)
{
	const struct {
		unsigned count;
		const char *key, *what;
	} kinds[] = {
		{ r->zeros, "zeros", "zeros" },
		{ r->ones, "ones", "ones" },
		{ r->repeated, "repeated", "another fill" },
		{ r->mixed, "mixed", "other data" },
		{ r->unchanged, "unchanged", "as before" },
		{ r->unreadable, "unreadable", "unreadable" },
	};
	const char *pattern = NULL;
	char text[160] = "";
	size_t n = 0;

	report_section_begin(job->out, "verification");
	report_u64(job->out, "sectors", r->sectors, NO_TEXT);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		report_u64(job->out, kinds[i].key, kinds[i].count, NO_TEXT);
		n = add_samples(text, sizeof(text), n, kinds[i].count, kinds[i].what);
		if (kinds[i].count)
			pattern = pattern ? "several" : kinds[i].key;
	}
	if (pattern)
		report_string(job->out, "pattern", pattern, NO_TEXT);
	else
		report_null(job->out, "pattern", NO_TEXT);
	report_u64(job->out, "changed", r->changed, NO_TEXT);
	report_section_end(job->out);
	if (n)
		report_line(job->out, " checked: %u sectors of the medium:%s\n", r->sectors, text);
	else
		report_line(job->out,
			    " checked: nothing, since no sector can be read by this name\n");
}

int evidence_judge(struct job *job, struct evidence *e, const struct erase_leaves *leaves)
{
	struct sample_result *r = &e->result;

	sample_again(job, &e->sample, leaves, r);
	show_sample(job, r);
	e->judged = !r->unchanged;
	if (e->judged) {
		job->proof = evidence_proves(e) ? PROVED : UNPROVED;
		return 0;
	}
	job->proof = DISPROVED;
	return job_refuse(job, -EIO,
			  "%u of %u sectors still hold their old data, though the drive reported "
			  "success: do not rely on it",
			  r->unchanged, r->sectors);
}

bool evidence_proves(const struct evidence *e)
{
	return e->judged && (e->ran || e->bit_changed || e->result.changed);
}

const char *evidence_lack(const struct evidence *e)
{
	const struct sample_result *r = &e->result;

	if (!r->same)
		return "nothing proves it, since no sample could be compared";
	if (r->same == r->same_zeros)
		return "the samples prove nothing, they were zeros before";
	if (r->same == r->same_ones)
		return "the samples prove nothing, they were ones before";
	return "the samples prove nothing, they held the same before";
}

void evidence_tell(struct job *job, const struct evidence *e)
{
	const char *proof = !evidence_proves(e) ? "none" : e->result.changed ? "samples" : "status";

	report_string(job->out, "proof", proof, NO_TEXT);
}

void evidence_end(struct job *job, struct evidence *e)
{
	sample_end(job, &e->sample);
}
