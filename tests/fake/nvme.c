// SPDX-License-Identifier: GPL-2.0-or-later
/* NVMe commands (Base 2.0, NVM command set 1.0), as they come through the kernel's ioctls. */
#include <errno.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kernel.h"
#include "text.h"

enum {
	SUCCESS = 0x000,
	INVALID_OPCODE = 0x001,
	INVALID_FIELD = 0x002,
	INVALID_NAMESPACE = 0x00b,
	SANITIZE_FAILED = 0x01c,
	SANITIZE_IN_PROGRESS = 0x01d,
	LBA_RANGE = 0x080,
	INVALID_SLOT = 0x106,
	INVALID_IMAGE = 0x107,
	INVALID_LOG = 0x109,
	INVALID_FORMAT = 0x10a,
	NEEDS_RESET = 0x10b,
	NOT_SAVEABLE = 0x10d,
	NOT_CHANGEABLE = 0x10e,
	UNRECOVERED_READ = 0x281,
	DO_NOT_RETRY = 0x4000
};

enum { ALL = 0xffffffff, IO_SUB = 0x100 };

struct run {
	struct fake_call *call;
	struct world *w;
	struct fake_device *dev;
	struct fake_nvme *ctrl;
	struct nvme_passthru_cmd *io;
	uint8_t *data;
	uint32_t shown; /* the checksum of the segment, or of the whole image */
};

static struct fake_device *namespace_by_id(const struct run *r, uint32_t nsid)
{
	for (unsigned i = 0; i < r->w->devices; i++) {
		struct fake_device *d = &r->w->device[i];

		if (fake_has_nvme(d) && d->whole < 0 && !d->nvme.is_controller &&
		    d->nvme.controller == r->dev->nvme.controller && d->nvme.nsid == nsid)
			return d;
	}
	return NULL;
}

static void put16(uint8_t *at, unsigned v)
{
	at[0] = v & 0xff;
	at[1] = v >> 8 & 0xff;
}

static void put32(uint8_t *at, uint32_t v)
{
	put16(at, v);
	put16(at + 2, v >> 16);
}

static void put64(uint8_t *at, uint64_t v)
{
	put32(at, (uint32_t)v);
	put32(at + 4, (uint32_t)(v >> 32));
}

static void put_text(uint8_t *at, size_t n, const char *text)
{
	memset(at, ' ', n);
	memcpy(at, text, strnlen(text, n));
}

static void patch(const struct run *r, bool log, unsigned page, uint8_t *answer)
{
	for (unsigned i = 0; i < r->ctrl->patches; i++) {
		const struct nvme_patch *p = &r->ctrl->patch[i];

		if (p->log == log && p->page == page)
			memcpy(answer + p->at, p->byte, p->bytes);
	}
}

static void give(const struct run *r, const uint8_t *answer, size_t bytes)
{
	if (r->data)
		memcpy(r->data, answer, bytes < r->io->data_len ? bytes : r->io->data_len);
}

static void identify_controller(const struct run *r, uint8_t *a)
{
	const struct fake_nvme *c = r->ctrl;
	unsigned most = 0;

	for (unsigned i = 0; i < r->w->devices; i++)
		if (fake_has_nvme(&r->w->device[i]) && r->w->device[i].nvme.nsid > most)
			most = r->w->device[i].nvme.nsid;
	put16(a, 0x144d);
	put_text(a + 4, 20, c->serial);
	put_text(a + 24, 40, c->model);
	put_text(a + 64, 8, c->firmware);
	a[77] = c->mdts;
	put16(a + 78, 1);
	put32(a + 80, c->version);
	put16(a + 256, c->oacs);
	a[260] = (uint8_t)(c->slot_fixed | c->slots << 1 | c->at_once << 4);
	a[263] = (uint8_t)(c->power_states - 1);
	a[265] = c->has_apst;
	a[319] = c->granule;
	put32(a + 328, c->sanicap);
	put32(a + 516, most);
	put16(a + 520, c->oncs);
	a[524] = c->fna;
	a[525] = c->has_cache;
	snprintf((char *)a + 768, 256, "nqn.2014.08.org.nvmexpress:144d144d%s%s", c->serial,
		 c->model);
	for (unsigned i = 0; i < c->power_states; i++)
		a[2048 + 32 * i + 3] = i >= c->non_operational ? 2 : 0;
}

static void identify_namespace(const struct fake_device *d, uint8_t *a)
{
	const struct fake_nvme *n = &d->nvme;
	uint64_t blocks = d->bytes >> n->formatted[n->format].shift;

	put64(a, blocks);
	put64(a + 8, blocks);
	put64(a + 16, blocks);
	a[25] = (uint8_t)(n->formats - 1);
	a[26] = (uint8_t)((n->format & 0x0f) | (n->format & 0x30) << 1 | n->flbas);
	a[29] = n->dps;
	memcpy(a + 104, n->nguid, 16);
	memcpy(a + 120, n->eui, 8);
	for (unsigned i = 0; i < n->formats; i++) {
		put16(a + 128 + 4 * i, n->formatted[i].metadata);
		a[128 + 4 * i + 2] = n->formatted[i].shift;
	}
}

static size_t descriptor(uint8_t *a, uint8_t type, const uint8_t *name, uint8_t bytes)
{
	static const uint8_t none[16];

	if (!memcmp(name, none, bytes))
		return 0;
	a[0] = type;
	a[1] = bytes;
	memcpy(a + 4, name, bytes);
	return 4u + bytes;
}

static int identify(struct run *r)
{
	struct fake_device *d = namespace_by_id(r, r->io->nsid);
	uint8_t a[4096] = { 0 };
	unsigned cns = r->io->cdw10 & 0xff;
	size_t at = 0;

	switch (cns) {
	case 0x00:
		if (!d)
			return INVALID_NAMESPACE;
		identify_namespace(d, a);
		break;
	case 0x01:
		identify_controller(r, a);
		break;
	case 0x02:
		for (uint32_t n = r->io->nsid + 1; n < 64; n++)
			if (namespace_by_id(r, n))
				put32(a + at, n), at += 4;
		break;
	case 0x03:
		if (!d)
			return INVALID_NAMESPACE;
		at += descriptor(a + at, 1, d->nvme.eui, 8);
		at += descriptor(a + at, 2, d->nvme.nguid, 16);
		descriptor(a + at, 3, d->nvme.uuid, 16);
		break;
	default:
		return INVALID_FIELD;
	}
	patch(r, false, cns, a);
	give(r, a, sizeof(a));
	return SUCCESS;
}

static void sanitize_advance(struct run *r)
{
	static const enum drive_fill fills[] = {
		[2] = FILL_WORD, [3] = FILL_WORD, [4] = FILL_SCRAMBLED
	};
	struct fake_nvme *c = r->ctrl;
	uint64_t end = c->sanitize_from + c->sanitize_takes * 1000000000ull;

	if (!c->sanitize_action || c->sanitize_over || r->w->nanoseconds < end)
		return;
	c->sanitize_over = true;
	c->sanitize_failed = c->sanitize_fails;
	for (unsigned i = 0; i < r->w->devices && !c->sanitize_failed; i++) {
		struct fake_device *d = &r->w->device[i];

		if (fake_has_nvme(d) && d->nvme.controller == r->dev->nvme.controller)
			drive_erase_medium(&d->drive, fills[c->sanitize_action],
					   c->sanitize_action == 3 ? c->sanitize_pattern : 0);
	}
}

static bool sanitizing(const struct fake_nvme *c)
{
	return c->sanitize_action && !c->sanitize_over;
}

bool fake_nvme_ready(struct world *w, struct fake_device *dev)
{
	struct run r = { .w = w, .dev = dev, .ctrl = &w->device[dev->nvme.controller].nvme };

	sanitize_advance(&r);
	return !sanitizing(r.ctrl) && !r.ctrl->sanitize_failed;
}

static void sanitize_log(struct run *r, uint8_t *a)
{
	const struct fake_nvme *c = r->ctrl;
	uint64_t passed = r->w->nanoseconds - c->sanitize_from;
	unsigned state = c->sanitize_failed ? 3 : c->sanitize_over ? 1 : sanitizing(c) ? 2 : 0;

	put16(a, 0xffff);
	if (state == 2)
		put16(a, (unsigned)(passed * 65536 / (c->sanitize_takes * 1000000000ull)));
	put16(a + 2, state | (state == 1 ? 0x100 : 0));
	put32(a + 8, 7200);
	put32(a + 12, 60);
	put32(a + 16, ALL);
}

/* Firmware Slot Information: slots 1 to 7, the active slot, the next slot, and their revisions. */
static void firmware_log(const struct run *r, uint8_t *a)
{
	const struct fake_nvme *c = r->ctrl;

	a[0] = (uint8_t)(c->active_slot | (c->names_no_slot ? 0 : c->next_slot << 4));
	for (unsigned i = 1; i < NVME_SLOTS; i++)
		if (c->slot[i][0])
			put_text(a + 8 * i, 8, c->slot[i]);
}

static int get_log(struct run *r)
{
	unsigned log = r->io->cdw10 & 0xff;
	size_t bytes = ((r->io->cdw10 >> 16) + 1) * 4u;
	uint8_t a[512] = { 0 };

	if (bytes != r->io->data_len || bytes > sizeof(a))
		return INVALID_FIELD;
	if (log == 0x02 && r->io->nsid != ALL)
		return INVALID_NAMESPACE;
	if (log == 0x02)
		put16(a + 1, (unsigned)r->ctrl->kelvin), a[3] = 100;
	else if (log == 0x03)
		firmware_log(r, a);
	else if (log == 0x81 && r->ctrl->sanicap)
		sanitize_log(r, a);
	else
		return INVALID_LOG;
	patch(r, true, log, a);
	give(r, a, sizeof(a));
	return SUCCESS;
}

enum { SELECT_CURRENT, SELECT_DEFAULT, SELECT_SAVED, SELECT_CAPABILITIES };

static bool has_feature(const struct fake_nvme *c, unsigned feature)
{
	return feature == 0x02 || feature == 0x05 || (feature == 0x06 && c->has_cache) ||
	       (feature == 0x0c && c->has_apst) || feature == 0x16;
}

/* NVM figure 97 ff.: TLER and DULBE. */
static uint32_t error_recovery(const struct fake_nvme *c, unsigned select)
{
	return (select == SELECT_DEFAULT ? c->tler_default
		: select == SELECT_SAVED ? c->tler_saved
					 : c->tler) |
	       (uint32_t)c->dulbe << 16;
}

static int get_features(struct run *r)
{
	const struct fake_nvme *c = r->ctrl;
	unsigned feature = r->io->cdw10 & 0xff, select = r->io->cdw10 >> 8 & 7;
	uint8_t a[512] = { 0 };

	if (!has_feature(c, feature) || select > SELECT_CAPABILITIES ||
	    (select && !(c->oncs & 0x10)))
		return INVALID_FIELD;
	if (feature == 0x05 && !namespace_by_id(r, r->io->nsid))
		return INVALID_NAMESPACE;
	if (select == SELECT_CAPABILITIES) {
		r->io->result = (c->saves >> feature & 1) | (feature == 0x05 ? 2 : 0) |
				(c->fixed >> feature & 1 ? 0 : 4);
		return SUCCESS;
	}
	switch (feature) {
	case 0x02:
		r->io->result = c->power_state;
		break;
	case 0x05:
		r->io->result = error_recovery(c, select);
		break;
	case 0x06:
		r->io->result = select == SELECT_CURRENT ? c->cache_on : c->cache_saved;
		break;
	case 0x0c:
		if (r->io->data_len != 256)
			return INVALID_FIELD;
		r->io->result = c->apst;
		give(r, a, 256);
		break;
	case 0x16:
		if (r->io->data_len != sizeof(a))
			return INVALID_FIELD;
		a[2] = c->extended_formats;
		give(r, a, sizeof(a));
		break;
	}
	return SUCCESS;
}

static int set_features(struct run *r)
{
	struct fake_nvme *c = r->ctrl;
	unsigned feature = r->io->cdw10 & 0xff;
	bool save = r->io->cdw10 & 0x80000000u;

	if (feature == 0x05 && !namespace_by_id(r, r->io->nsid))
		return INVALID_NAMESPACE;
	if ((feature != 0x05 && feature != 0x06) || !has_feature(c, feature) ||
	    (r->io->cdw11 > (feature == 0x05 ? 0x1ffffu : 1u)))
		return INVALID_FIELD;
	if (save && (!(c->saves >> feature & 1) || c->lies >> feature & 1))
		return NOT_SAVEABLE;
	if (c->fixed >> feature & 1)
		return NOT_CHANGEABLE;
	save = save && !(c->forgets >> feature & 1);
	if (feature == 0x05) {
		c->tler = (uint16_t)r->io->cdw11;
		c->dulbe = r->io->cdw11 >> 16;
		if (save)
			c->tler_saved = c->tler;
	} else if (!c->cache_ignores) {
		c->cache_on = r->io->cdw11 & 1;
		if (save)
			c->cache_saved = c->cache_on;
	}
	return SUCCESS;
}

static int download(struct run *r)
{
	uint32_t bytes = (r->io->cdw10 + 1) * 4, at = r->io->cdw11 * 4;

	if (!(r->ctrl->oacs & 4))
		return INVALID_OPCODE;
	if (bytes != r->io->data_len || !r->data ||
	    (r->ctrl->mdts && bytes > 4096u << r->ctrl->mdts))
		return INVALID_FIELD;
	r->shown = text_sum(TEXT_SUM_OF_NOTHING, r->data, bytes);
	if (at != r->ctrl->downloaded && at)
		return 0x114;
	if (r->ctrl->granule && r->ctrl->granule != 0xff && at % (r->ctrl->granule * 4096u))
		return INVALID_FIELD;
	if (!at) {
		memcpy(r->ctrl->image, r->data, 8);
		r->ctrl->image_sum = TEXT_SUM_OF_NOTHING;
	}
	r->ctrl->image_sum = text_sum(r->ctrl->image_sum, r->data, bytes);
	r->ctrl->downloaded = at + bytes;
	return SUCCESS;
}

static int commit(struct run *r)
{
	struct fake_nvme *c = r->ctrl;
	unsigned slot = r->io->cdw10 & 7, action = r->io->cdw10 >> 3 & 7;

	if (!(c->oacs & 4))
		return INVALID_OPCODE;
	if (action > 3)
		return INVALID_FIELD;
	if (!slot)
		slot = c->slot_fixed && c->active_slot == 1 ? 2 : c->active_slot;
	if (slot > c->slots || (slot == 1 && c->slot_fixed && action != 2))
		return INVALID_SLOT;
	if (c->downloaded && action != 2) {
		r->shown = c->image_sum;
		if (c->image[0] < '0' || c->image[0] > 'Z')
			return INVALID_IMAGE;
		memcpy(c->slot[slot], c->image, 8);
		c->downloaded = 0;
	} else if (action < 2) {
		return INVALID_IMAGE;
	}
	if (action == 3 && c->at_once && !c->commit_status) {
		memcpy(c->firmware, c->slot[slot], 8);
		c->active_slot = slot;
		c->next_slot = 0;
	} else if (action) {
		c->next_slot = slot;
	}
	return c->commit_status		    ? c->commit_status
	       : action == 3 && !c->at_once ? NEEDS_RESET
					    : SUCCESS;
}

static void format_one(struct fake_device *d, unsigned format, uint32_t cdw10)
{
	d->nvme.format = format;
	d->nvme.flbas = cdw10 & 0x10;
	d->nvme.dps = (uint8_t)((cdw10 >> 5 & 7) | (cdw10 >> 5 & 8));
	fake_nvme_settle(d);
	drive_erase_medium(&d->drive, (cdw10 >> 9 & 7) == 2 ? FILL_SCRAMBLED : FILL_WORD, 0);
}

static int format_nvm(struct run *r)
{
	struct fake_device *d = namespace_by_id(r, r->io->nsid);
	unsigned format = r->io->cdw10 & 15, erase = r->io->cdw10 >> 9 & 7;
	unsigned all = erase ? 2 : 1; /* the bit of FNA */

	/* bits that a controller ignores until the host has enabled them */
	if (r->ctrl->extended_formats)
		format |= r->io->cdw10 >> 8 & 0x30;

	if (!(r->ctrl->oacs & 2))
		return INVALID_OPCODE;
	if (erase > (r->ctrl->fna & 4 ? 2 : 1))
		return INVALID_FIELD;
	if (!d && r->io->nsid != ALL)
		return INVALID_NAMESPACE;
	for (unsigned i = 0; i < r->w->devices; i++) {
		struct fake_device *one = &r->w->device[i];

		if (!fake_has_nvme(one) || one->nvme.controller != r->dev->nvme.controller)
			continue;
		if (one != d && !(r->ctrl->fna & all) && r->io->nsid != ALL)
			continue;
		if (format >= one->nvme.formats)
			return INVALID_FORMAT;
		format_one(one, format, r->io->cdw10);
	}
	r->w->nanoseconds += r->ctrl->format_takes * 1000000000ull;
	return SUCCESS;
}

static int sanitize(struct run *r)
{
	struct fake_nvme *c = r->ctrl;
	unsigned action = r->io->cdw10 & 7;
	static const uint8_t needs[] = { 0, 0xff, 2, 4, 1, 0, 0, 0 };

	if (!c->sanicap)
		return INVALID_OPCODE;
	if (action == 1) {
		if (c->sanitize_failed)
			c->sanitize_action = 0, c->sanitize_failed = c->sanitize_over = false;
		return SUCCESS;
	}
	if (!(c->sanicap & needs[action]))
		return INVALID_FIELD;
	c->sanitize_action = (uint8_t)action;
	c->sanitize_from = r->w->nanoseconds;
	c->sanitize_failed = c->sanitize_over = false;
	c->sanitize_pattern = r->io->cdw11;
	return SUCCESS;
}

static int flush(struct run *r)
{
	return r->io->nsid == ALL || namespace_by_id(r, r->io->nsid) ? SUCCESS : INVALID_NAMESPACE;
}

/* The range of a command; the medium of its namespace, or NULL with a status. */
static struct drive *range(struct run *r, uint16_t needs, uint64_t *lba, uint64_t *n, int *status)
{
	struct fake_device *d = namespace_by_id(r, r->io->nsid);

	*lba = r->io->cdw10 | (uint64_t)r->io->cdw11 << 32;
	*n = (r->io->cdw12 & 0xffff) + 1u;
	*status = !(r->ctrl->oncs & needs)	      ? INVALID_OPCODE
		  : !d				      ? INVALID_NAMESPACE
		  : r->io->cdw12 >> 16		      ? INVALID_FIELD
		  : *lba + *n > d->bytes / d->logical ? LBA_RANGE
						      : SUCCESS;
	return *status ? NULL : &d->drive;
}

static int verify(struct run *r)
{
	uint64_t lba, n;
	int status;
	struct drive *d = range(r, 0x80, &lba, &n, &status);

	if (!d)
		return status;
	r->w->nanoseconds += n * 1000 + drive_slow_ms(d, lba, n) * 1000000ull;
	return drive_first_bad(d, lba, n) < lba + n ? UNRECOVERED_READ : SUCCESS;
}

static int write_uncorrectable(struct run *r)
{
	uint64_t lba, n;
	int status;
	struct drive *d = range(r, 0x02, &lba, &n, &status);

	for (uint64_t i = 0; d && i < n; i++) {
		struct drive_sector *s = drive_sector(d, lba + i, true);

		if (s)
			s->unreadable = s->flagged = true;
	}
	return status;
}

static const struct operation {
	bool admin;
	uint8_t opcode;
	const char *name;
	int (*run)(struct run *);
	bool asks;
} operations[] = {
	{ true, 0x02, "Get Log Page", get_log, true },
	{ true, 0x06, "Identify", identify, true },
	{ true, 0x09, "Set Features", set_features, false },
	{ true, 0x0a, "Get Features", get_features, true },
	{ true, 0x10, "Firmware Commit", commit, false },
	{ true, 0x11, "Firmware Image Download", download, false },
	{ true, 0x80, "Format NVM", format_nvm, false },
	{ true, 0x84, "Sanitize", sanitize, false },
	{ false, 0x00, "Flush", flush, false },
	{ false, 0x04, "Write Uncorrectable", write_uncorrectable, false },
	{ false, 0x0c, "Verify", verify, true },
};

static const struct operation *find(bool admin, uint8_t opcode)
{
	for (size_t i = 0; i < sizeof(operations) / sizeof(*operations); i++)
		if (operations[i].admin == admin && operations[i].opcode == opcode)
			return &operations[i];
	return NULL;
}

static void log_command(struct run *r, const struct operation *op, bool admin, int result)
{
	const struct {
		const char *name;
		uint32_t value;
	} fields[] = {
		{ "nsid", r->io->nsid },   { "cdw10", r->io->cdw10 }, { "cdw11", r->io->cdw11 },
		{ "cdw12", r->io->cdw12 }, { "cdw13", r->io->cdw13 }, { "cdw14", r->io->cdw14 },
		{ "cdw15", r->io->cdw15 },
	};
	char line[200], end[16] = "";
	size_t n;

	n = (size_t)snprintf(line, sizeof(line), "%s %s", r->dev->name,
			     op	     ? op->name
			     : admin ? "nvme admin"
				     : "nvme io");
	if (!op)
		n += (size_t)snprintf(line + n, sizeof(line) - n, " %02xh", r->io->opcode);
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (fields[i].value)
			n += (size_t)snprintf(line + n, sizeof(line) - n, " %s=%x", fields[i].name,
					      fields[i].value);
	if (r->shown)
		n += (size_t)snprintf(line + n, sizeof(line) - n, " data=%08x", r->shown);
	if (result > 0)
		snprintf(end, sizeof(end), " -> %03x", result & 0x7ff);
	fake_log(r->call, "%s%s", line, result < 0 ? " -> lost" : end);
}

/* Find a fault by the opcode; CDW10 replaces FEATURE. */
static struct drive_fault strike(struct run *r, bool admin)
{
	struct fake_cmd c = { .command = r->io->opcode };

	c.feature = admin ? r->io->cdw10 & 0xff : IO_SUB;
	if (admin && r->io->opcode == 0x10)
		c.feature = r->io->cdw10 >> 3 & 7;
	if (admin && r->io->opcode == 0x11)
		c.feature = 0;
	return drive_fault_strike(&r->dev->drive, &c);
}

static int execute(struct run *r, bool admin)
{
	const struct operation *op = find(admin, r->io->opcode);
	struct drive_fault fault = strike(r, admin);
	struct fake_cmd c = { 0 };

	sanitize_advance(r);
	if (fault.kind == FAULT_STATUS)
		return fault.err | DO_NOT_RETRY;
	if (fault.kind && fault.kind != FAULT_IGNORE && fault.moment != FAULT_AFTER) {
		drive_fault_apply(&r->dev->drive, &c, &fault);
		return c.lost == ETIMEDOUT ? -EINTR : -c.lost;
	}
	if (fault.kind == FAULT_IGNORE)
		return SUCCESS;
	if (!op)
		return INVALID_OPCODE | DO_NOT_RETRY;
	if (!admin && sanitizing(r->ctrl))
		return SANITIZE_IN_PROGRESS;
	if (!op->asks && admin &&
	    (sanitizing(r->ctrl) || (r->ctrl->sanitize_failed && r->io->opcode != 0x84)))
		return sanitizing(r->ctrl) ? SANITIZE_IN_PROGRESS : SANITIZE_FAILED;
	c.lost = op->run(r);
	if (fault.kind) {
		drive_fault_apply(&r->dev->drive, &c, &fault);
		return c.lost == ETIMEDOUT ? -EINTR : -c.lost;
	}
	return c.lost ? c.lost | DO_NOT_RETRY : SUCCESS;
}

/* For a power cycle or a reset: activate the next slot. */
void fake_nvme_power_cycle(struct fake_device *d)
{
	struct fake_nvme *c = &d->nvme;

	c->downloaded = 0;
	c->cache_on = c->cache_saved;
	c->tler = c->tler_saved;
	if (!c->next_slot)
		return;
	c->active_slot = c->next_slot;
	c->next_slot = 0;
	memcpy(c->firmware, c->slot[c->active_slot], sizeof(c->firmware) - 1);
}

int fake_nvme_run(struct fake_call *call, struct nvme_passthru_cmd *io, bool admin)
{
	struct run r = { .call = call, .w = call->world, .dev = call->dev, .io = io };
	int result;

	r.ctrl = &call->world->device[call->dev->nvme.controller].nvme;
	r.data = (uint8_t *)(uintptr_t)io->addr;
	io->result = 0;
	result = execute(&r, admin);
	log_command(&r, find(admin, io->opcode), admin, result);
	return result;
}

int fake_nvme_ioctl(struct fake_call *call, unsigned long request, void *arg)
{
	struct fake_device *dev = fake_whole(call->world, call->dev);
	struct fake_call whole = { call->world, dev, call->trace, call->who };
	struct nvme_passthru_cmd *io = arg;
	bool admin = request == NVME_IOCTL_ADMIN_CMD;

	if (request == NVME_IOCTL_ID)
		return call->dev->nvme.is_controller ? -ENOTTY : (int)dev->nvme.nsid;
	if (!admin && request != NVME_IOCTL_IO_CMD)
		return -ENOTTY;
	if (call->dev->nvme.is_controller && !admin)
		return -ENOTTY;
	if (!admin && io->nsid != dev->nvme.nsid)
		return -EINVAL;
	return fake_nvme_run(&whole, io, admin);
}
