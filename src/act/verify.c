// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Whether settings took hold. A drive may complete SET FEATURES and do nothing, a kernel may round:
 * what was set is read back, and compared with what was asked for.
 */
#include "action.h"
#include "acts.h"
#include "ata_drive.h"
#include "block.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum {
	IDW_MULTIWORD_DMA = 63,
	IDW_MAJOR_VERSION = 80,
	IDW_SUPPORT_1 = 82,
	IDW_SUPPORT_2 = 83,
	IDW_ENABLED_2 = 86,
	IDW_ULTRA_DMA = 88
};

enum knowledge { NOT_KNOWN, NO_SUCH_FEATURE, KNOWN };

/* How a number that is not the one asked for is to be taken. */
enum nature {
	EXACT,	 /* on or off, or a code: it was ignored */
	ROUNDED, /* the kernel rounds, and refuses what it will not do */
	LEVEL	 /* a drive may do either: what it was before tells */
};

struct readable {
	enum opt_id opt;
	enum nature nature;
	enum knowledge (*read)(struct job *, const void *row, uint64_t *value);
	const void *row;
};

static enum knowledge read_ioctl(struct job *job, const void *row, uint64_t *value)
{
	long number;

	if (ioctl_setting_read(job, row, &number))
		return NOT_KNOWN;
	*value = (uint64_t)number;
	return KNOWN;
}

static enum knowledge read_multcount(struct job *job, const void *row, uint64_t *value)
{
	long number;

	(void)row;
	if (multcount_read(job, &number))
		return NOT_KNOWN;
	*value = (uint64_t)number;
	return KNOWN;
}

static enum knowledge read_queue_depth(struct job *job, const void *row, uint64_t *value)
{
	(void)row;
	return block_attr_u64(job->dev, "device/queue_depth", value) ? NOT_KNOWN : KNOWN;
}

static bool flag(const struct device *dev, struct id_flag f)
{
	return device_id_word(dev, f.word) >> f.bit & 1;
}

/*
 * Drives from before ATA-4 do not tell what they support: their silence proves nothing. The bits of
 * word 80 from 4 on stand for ATA-4 and later; 0000h and FFFFh tell no version.
 */
static bool tells_support(const struct device *dev)
{
	uint16_t first = device_id_word(dev, IDW_SUPPORT_1);
	uint16_t versions = device_id_word(dev, IDW_MAJOR_VERSION);

	return first != 0xffff && (first || (versions != 0xffff && versions >> 4));
}

/* The drive's own answer: on, off, or the level where there are levels. */
static enum knowledge read_feature(struct job *job, const void *data, uint64_t *value)
{
	const struct feature_setting *row = data;
	const struct device *dev = job->dev;

	if (device_identify(job->dev) || !tells_support(dev))
		return NOT_KNOWN;
	if (!flag(dev, row->supported))
		return NO_SUCH_FEATURE;
	if (feature_empty_word(dev, row))
		return NOT_KNOWN;
	if (!flag(dev, row->enabled))
		*value = row->off_value;
	else if (row->level_word)
		*value = device_id_word(dev, row->level_word) & 0xff;
	else
		*value = 1;
	return KNOWN;
}

/* The mode is not told by all drives, so every value but 0 counts as on. */
static enum knowledge read_write_read_verify(struct job *job, const void *row, uint64_t *value)
{
	enum knowledge known = read_feature(job, row, value);
	uint64_t asked = job->req->opt[OPT_WRITE_READ_VERIFY].value;

	if (known == KNOWN && *value && asked)
		*value = asked;
	return known;
}

static enum knowledge read_max_sectors(struct job *job, const void *row, uint64_t *value)
{
	(void)row;
	if (device_identify(job->dev))
		return NOT_KNOWN;
	*value = ata_id_sectors(job->dev->id.raw);
	return *value ? KNOWN : NOT_KNOWN;
}

static enum knowledge read_power_up(struct job *job, const void *row, uint64_t *value)
{
	const struct id_flag supported = { IDW_SUPPORT_2, 5 }, enabled = { IDW_ENABLED_2, 5 };

	(void)row;
	if (device_identify(job->dev) || !tells_support(job->dev))
		return NOT_KNOWN;
	if (!flag(job->dev, supported))
		return NO_SUCH_FEATURE;
	*value = flag(job->dev, enabled);
	return KNOWN;
}

/* The mode selected is the one bit set in 10:8 (multiword) or 14:8 (ultra); PIO is not told. */
static enum knowledge read_transfer_mode(struct job *job, const void *row, uint64_t *value)
{
	enum { MULTIWORD = 0x20, ULTRA = 0x40 };
	uint64_t base = job->req->opt[OPT_TRANSFER_MODE].value & ~(uint64_t)7;
	unsigned bits;

	(void)row;
	if ((base != MULTIWORD && base != ULTRA) || device_identify(job->dev))
		return NOT_KNOWN;
	bits = device_id_word(job->dev, base == ULTRA ? IDW_ULTRA_DMA : IDW_MULTIWORD_DMA) >> 8;
	for (unsigned mode = 0; mode < 7; mode++) {
		if (bits == 1u << mode) {
			*value = base | mode;
			return KNOWN;
		}
	}
	return NOT_KNOWN;
}

/* Settings without a row cannot be read back by any means. */
static const struct readable readables[] = {
	{ OPT_READ_AHEAD, ROUNDED, read_ioctl, &setting_read_ahead },
	{ OPT_READ_ONLY, EXACT, read_ioctl, &setting_read_only },
	{ OPT_IO_32BIT, EXACT, read_ioctl, &setting_io_32bit },
	{ OPT_MULTCOUNT, EXACT, read_multcount, NULL },
	{ OPT_UNMASK_IRQ, EXACT, read_ioctl, &setting_unmask_irq },
	{ OPT_DMA, EXACT, read_ioctl, &setting_dma },
	{ OPT_QUEUE_DEPTH, ROUNDED, read_queue_depth, NULL },
	{ OPT_NOWERR, EXACT, read_ioctl, &setting_nowerr },
	{ OPT_KEEP_SETTINGS, EXACT, read_ioctl, &setting_keep_settings },
	{ OPT_BUS_STATE, EXACT, read_ioctl, &setting_bus_state },
	{ OPT_LOOK_AHEAD, EXACT, read_feature, &feature_look_ahead },
	{ OPT_WRITE_CACHE, EXACT, read_feature, &feature_write_cache },
	{ OPT_APM, LEVEL, read_feature, &feature_apm },
	{ OPT_ACOUSTIC, LEVEL, read_feature, &feature_acoustic },
	{ OPT_WRITE_READ_VERIFY, EXACT, read_write_read_verify, &feature_write_read_verify },
	{ OPT_POWER_UP_IN_STANDBY, EXACT, read_power_up, NULL },
	{ OPT_TRANSFER_MODE, EXACT, read_transfer_mode, NULL },
	{ OPT_MAX_SECTORS, LEVEL, read_max_sectors, NULL },
};

static const struct readable *readable(enum opt_id id)
{
	for (size_t i = 0; i < sizeof(readables) / sizeof(readables[0]); i++) {
		if (readables[i].opt == id)
			return &readables[i];
	}
	return NULL;
}

/* With -q no command is sent that 9.65 would not send; a document wants to know all the same. */
static bool wants_proof(const struct job *job, const struct opt_state *opt)
{
	const struct option_def *def = &option_table[job->id];

	/* an act that stands alone says by itself what there is to say */
	if (def->kind == OPT_KIND_SOLO)
		return job->out->structured && job->id != OPT_SANITIZE_STATUS;
	return opt->set && (job->out->structured || !opt->quiet);
}

void sets_prepare(struct job *job, struct set_record records[OPT_COUNT])
{
	for (size_t i = 0; i < sizeof(readables) / sizeof(readables[0]); i++) {
		const struct readable *row = &readables[i];
		struct set_record *record = &records[row->opt];

		job->id = row->opt;
		if (row->nature != LEVEL || !wants_proof(job, &job->req->opt[row->opt]))
			continue;
		/* it is not this question that people want to hear of */
		device_identify_as(job->dev, ATA_UNTOLD);
		record->has_before = row->read(job, row->row, &record->before) == KNOWN;
	}
}

static const char *judge(const struct readable *row, const struct set_record *record,
			 enum knowledge known, uint64_t asked, uint64_t actual)
{
	if (record->proof == DISPROVED)
		return "ignored";
	if (record->err)
		return "refused";
	if (known == NOT_KNOWN)
		return record->proof == PROVED ? "applied" : "unverifiable";
	if (known == KNOWN && asked == actual)
		return "applied";
	if (known == NO_SUCH_FEATURE || row->nature == EXACT)
		return "ignored";
	if (row->nature == LEVEL && (!record->has_before || record->before == actual))
		return "ignored";
	return "rounded";
}

/* A password, a file or a list is none, and the first is nobody's business. */
static bool is_number(enum opt_id id, const struct opt_state *opt)
{
	const struct value_type *type = option_table[id].value;

	return opt->set && type != &value_password && type != &value_path &&
	       type != &value_lba_ranges;
}

static void show(struct job *job, enum knowledge known, uint64_t actual, const char *outcome)
{
	struct report *out = job->out;
	char name[OPTION_NAME_BYTES];

	report_array_begin(out, "changes");
	report_section_begin(out, "change");
	report_string(out, "option", option_name(job->id, name), NO_TEXT);
	report_string(out, "setting", option_table[job->id].key, NO_TEXT);
	if (is_number(job->id, job->opt))
		report_u64(out, "requested", job->opt->value, NO_TEXT);
	else
		report_null(out, "requested", NO_TEXT);
	if (known == KNOWN)
		report_u64(out, "actual", actual, NO_TEXT);
	else
		report_null(out, "actual", NO_TEXT);
	report_string(out, "outcome", outcome, NO_TEXT);
	report_section_end(out);
	report_section_end(out);
}

static int complain(struct job *job, enum knowledge known, uint64_t actual)
{
	char name[OPTION_NAME_BYTES];

	option_name(job->id, name);
	if (known == NO_SUCH_FEATURE)
		report_error(job->out, name, EIO,
			     "set to %" PRIu64 ": accepted, but the drive has no such feature",
			     job->opt->value);
	else
		report_error(job->out, name, EIO,
			     "set to %" PRIu64 ": accepted, but it is still %" PRIu64,
			     job->opt->value, actual);
	return -EIO;
}

static int verify(struct job *job, const struct set_record *record)
{
	const struct readable *row = readable(job->id);
	enum knowledge known = NOT_KNOWN;
	bool asked = job->dev->id.asked;
	uint64_t actual = 0;
	const char *outcome;

	if (row)
		known = row->read(job, row->row, &actual);
	/* the drive took the set, but does not answer afterwards: told by the first who asks */
	if (!asked && job->dev->id.asked && !record->err)
		job_identify_silently(job);
	outcome = judge(row, record, known, job->opt->value, actual);
	show(job, known, actual, outcome);
	/* who reads back by itself has told it */
	return !strcmp(outcome, "ignored") && !record->err ? complain(job, known, actual) : 0;
}

int sets_verify(struct job *job, const struct set_record records[OPT_COUNT])
{
	int first = 0;

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		int err;

		job->id = (enum opt_id)id;
		job->opt = &job->req->opt[id];
		if (!records[id].tried || !wants_proof(job, job->opt))
			continue;
		err = verify(job, &records[id]);
		if (err && !first)
			first = err;
	}
	return first;
}
