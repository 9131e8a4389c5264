// SPDX-License-Identifier: GPL-2.0-or-later
/* Drive descriptions: KEY=VALUE words and faults. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "drive.h"
#include "text.h"

static const struct text_value powers[] = {
	{ "active", POWER_ACTIVE },
	{ "nv-down", POWER_ACTIVE_NV_DOWN },
	{ "nv-up", POWER_ACTIVE_NV_UP },
	{ "idle", POWER_IDLE },
	{ "idle_a", POWER_IDLE_A },
	{ "idle_b", POWER_IDLE_B },
	{ "idle_c", POWER_IDLE_C },
	{ "standby", POWER_STANDBY },
	{ "standby_y", POWER_STANDBY_Y },
	{ "sleep", POWER_SLEEP },
	{ NULL, 0 },
};

static const struct text_value signals[] = {
	{ "sigint", SIGINT },	  { "sigterm", SIGTERM },
	{ "sighup", SIGHUP },	  { "sigquit", SIGQUIT },
	{ "sigpipe", SIGPIPE },	  { "sigkill", SIGKILL },
	{ "sigusr1", SIGUSR1 },	  { "sigusr2", SIGUSR2 },
	{ "sigalrm", SIGALRM },	  { "sigvtalrm", SIGVTALRM },
	{ "sigprof", SIGPROF },	  { "sigxcpu", SIGXCPU },
	{ "sigxfsz", SIGXFSZ },	  { "sigio", SIGIO },
	{ "sigpwr", SIGPWR },	  { "sigcont", SIGCONT },
	{ "sigchld", SIGCHLD },	  { "sigurg", SIGURG },
	{ "sigwinch", SIGWINCH }, { NULL, 0 },
};

/* "sigterm", or "sig34" for a signal without a name here. */
static int signal_number(const char *word)
{
	int number = text_lookup(signals, word);

	if (number > 0)
		return number;
	return strncmp(word, "sig", 3) ? -1 : atoi(word + 3);
}

/* "w85.5=0" sets a bit, "w92=fffe" a word (hexadecimal), of the IDENTIFY data. */
static int option_word(struct drive *d, const char *key, const char *value)
{
	char *end;
	unsigned long word = strtoul(key + 1, &end, 10), bit, v;

	if (word > 255 || end == key + 1)
		return -ENOENT;
	v = strtoul(value, NULL, 16);
	if (*end == '.') {
		bit = strtoul(end + 1, &end, 10);
		if (*end || bit > 15 || v > 1)
			return -EINVAL;
		drive_set_bit(d, (unsigned)word, (unsigned)bit, v);
	} else if (*end || v > 0xffff) {
		return -EINVAL;
	} else {
		drive_set_word(d, (unsigned)word, (uint16_t)v);
	}
	d->id_power[word] = d->id[word];
	return 0;
}

/* "ef/02,e5": commands that always have this kind of fault. */
static int option_faults(struct drive *d, const char *kind, const char *list)
{
	char text[96];
	int err = 0;

	while (!err && *list) {
		size_t n = strcspn(list, ",");

		if (n + strlen(kind) + 8 > sizeof(text))
			return -EINVAL;
		snprintf(text, sizeof(text), "cmd=%.*s %s", (int)n, list, kind);
		err = drive_add_fault(d, text);
		list += n + (list[n] == ',');
	}
	return err;
}

static int option_sectors(struct drive *d, const char *value)
{
	uint64_t n = strtoull(value, NULL, 0);

	drive_set_sectors(d, n);
	memcpy(d->id_power, d->id, sizeof(d->id));
	d->sectors_default = n;
	d->native_max = n - 1;
	return 0;
}

/* Logical sectors of more than 512 bytes: word 106 bit 12, words 117 and 118 in words. */
static int option_logical(struct drive *d, const char *value)
{
	unsigned long n = strtoul(value, NULL, 0);

	if (n < 512 || n > DRIVE_SECTOR_MAX)
		return -EINVAL;
	drive_set_word(d, 106, (uint16_t)((d->id[106] & 0x2fff) | 0x4000 | (n > 512 ? 0x1000 : 0)));
	drive_set_word(d, 117, (uint16_t)(n > 512 ? n / 2 : 0));
	drive_set_word(d, 118, 0);
	return 0;
}

static int option_string(struct drive *d, unsigned word, unsigned words, const char *value)
{
	drive_set_string(d, word, words, value);
	memcpy(d->id_power, d->id, sizeof(d->id));
	return 0;
}

static int option_password(uint8_t *where, const char *value)
{
	memset(where, 0, 32);
	memcpy(where, value, strnlen(value, 32));
	return 0;
}

static int option_bad_sector(struct drive *d, const char *value)
{
	struct drive_sector *s = drive_sector(d, strtoull(value, NULL, 0), true);

	if (!s)
		return -ENOSPC;
	s->unreadable = true;
	return 0;
}

/* "LBA:MS" */
static int option_slow(struct drive *d, const char *value)
{
	unsigned long long lba;
	unsigned ms;

	if (sscanf(value, "%llu:%u", &lba, &ms) != 2 ||
	    d->slows == sizeof(d->slow) / sizeof(*d->slow))
		return -EINVAL;
	d->slow[d->slows].lba = lba;
	d->slow[d->slows++].ms = ms;
	return 0;
}

static int option_state(struct drive *d, const char *key, const char *value)
{
	if (!strcmp(key, "power")) {
		int v = text_lookup(powers, value);

		if (v < 0)
			return -EINVAL;
		d->power = (enum drive_power)v;
	} else if (!strcmp(key, "temp")) {
		d->temperature = atoi(value);
	} else if (!strcmp(key, "apm-step")) {
		d->apm_step = (uint8_t)atoi(value);
	} else if (!strcmp(key, "verify-mode")) {
		d->verify_mode = (uint8_t)(atoi(value) + 1);
	} else if (!strcmp(key, "heads-stay")) {
		d->heads_stay = true;
	} else if (!strcmp(key, "old-power")) {
		d->old_power_codes = true;
	} else if (!strcmp(key, "names-sector")) {
		d->misnames = true;
		d->misnamed = strtoull(value, NULL, 0);
	} else if (!strcmp(key, "locks-at")) {
		d->locks_at = strtoull(value, NULL, 0) + 1;
	} else if (!strcmp(key, "sanitizes-at")) {
		d->sanitizes_at = strtoull(value, NULL, 0) + 1;
	} else if (!strcmp(key, "bad-stays")) {
		d->bad_writes = true;
	} else if (!strcmp(key, "silent")) {
		d->silent = true;
	} else if (!strcmp(key, "native")) {
		d->native_max = strtoull(value, NULL, 0) - 1;
	} else {
		return -ENOENT;
	}
	return 0;
}

int drive_option(struct drive *d, const char *key, const char *value)
{
	int err;

	if (!strcmp(key, "id"))
		return drive_preset(d, value);
	if (!strcmp(key, "model"))
		return option_string(d, 27, 20, value);
	if (!strcmp(key, "serial"))
		return option_string(d, 10, 10, value);
	if (!strcmp(key, "fw"))
		return option_string(d, 23, 4, value);
	if (!strcmp(key, "sectors"))
		return option_sectors(d, value);
	if (!strcmp(key, "logical"))
		return option_logical(d, value);
	if (!strcmp(key, "abrt") || !strcmp(key, "ignore") || !strcmp(key, "df") ||
	    !strcmp(key, "lost"))
		return option_faults(d, key, value);
	if (!strcmp(key, "user-password"))
		return option_password(d->security.user, value);
	if (!strcmp(key, "master-password"))
		return option_password(d->security.master, value);
	if (!strcmp(key, "bad-sector"))
		return option_bad_sector(d, value);
	if (!strcmp(key, "slow-sector"))
		return option_slow(d, value);
	if (key[0] == 'w' && key[1] >= '0' && key[1] <= '9')
		return option_word(d, key, value);
	err = option_state(d, key, value);
	if (err == -ENOENT)
		err = drive_epc_option(d, key, value);
	if (err == -ENOENT)
		err = drive_option_sct(d, key, value);
	if (err == -ENOENT)
		err = drive_option_health(d, key, value);
	return err == -ENOENT ? drive_option_danger(d, key, value) : err;
}

static int fault_sense(struct drive_fault *f, const char *hex, enum fault_kind kind)
{
	unsigned n = 0, byte;

	for (; n < sizeof(f->sense) && sscanf(hex, "%2x", &byte) == 1 && hex[1]; hex += 2)
		f->sense[n++] = (uint8_t)byte;
	f->kind = kind;
	f->sense_bytes = n;
	return n && !*hex ? 0 : -EINVAL;
}

static const struct text_value moments[] = {
	{ "before", FAULT_BEFORE },
	{ "during", FAULT_DURING },
	{ "after", FAULT_AFTER },
	{ NULL, 0 },
};

static int fault_word(struct drive_fault *f, const char *word)
{
	const char *v = strchr(word, '=');
	char *end;

	v = v ? v + 1 : "";
	if (!strncmp(word, "cmd=", 4)) {
		f->command = (int)strtoul(v, &end, 16);
		f->feature = *end == '/' ? (int)strtoul(end + 1, &end, 16) : -1;
		return *end ? -EINVAL : 0;
	}
	if (!strncmp(word, "nth=", 4) || !strncmp(word, "from=", 5)) {
		f->skip = (unsigned)atoi(v) - 1;
		f->times = word[0] == 'n';
	} else if (!strncmp(word, "times=", 6)) {
		f->times = (unsigned)atoi(v);
	} else if (!strcmp(word, "abrt")) {
		f->kind = FAULT_ABORT, f->error = ER_ABRT;
	} else if (!strcmp(word, "unc")) {
		f->kind = FAULT_ABORT, f->error = ER_UNC;
	} else if (!strcmp(word, "idnf")) {
		f->kind = FAULT_ABORT, f->error = ER_IDNF;
	} else if (!strcmp(word, "icrc")) {
		f->kind = FAULT_ABORT, f->error = ER_ICRC | ER_ABRT;
	} else if (!strcmp(word, "df")) {
		f->kind = FAULT_FAULT;
	} else if (!strcmp(word, "ignore")) {
		f->kind = FAULT_IGNORE;
	} else if (signal_number(word) > 0) {
		f->kind = FAULT_SIGNAL, f->err = signal_number(word);
	} else if (text_lookup(moments, word) >= 0) {
		f->moment = (enum fault_moment)text_lookup(moments, word);
	} else if (!strcmp(word, "power")) {
		f->kind = FAULT_POWER;
	} else if (!strcmp(word, "gone")) {
		f->kind = FAULT_GONE;
	} else if (!strncmp(word, "lost", 4)) {
		f->kind = FAULT_LOST, f->err = *v ? text_errno(v) : ETIMEDOUT;
		return f->err > 0 ? 0 : -EINVAL;
	} else if (!strncmp(word, "status=", 7)) {
		f->kind = FAULT_STATUS, f->err = (int)strtoul(v, NULL, 16);
	} else if (!strncmp(word, "sense=", 6)) {
		return fault_sense(f, v, FAULT_SENSE);
	} else if (!strncmp(word, "good-sense=", 11)) {
		return fault_sense(f, v, FAULT_GOOD_SENSE);
	} else {
		return -EINVAL;
	}
	return 0;
}

int drive_add_fault(struct drive *d, const char *text)
{
	struct drive_fault f = { .command = -1, .feature = -1 };
	char copy[128], *save = NULL;

	snprintf(copy, sizeof(copy), "%s", text);
	for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
		if (fault_word(&f, w))
			return -EINVAL;
	if (!f.kind)
		return -EINVAL;
	for (unsigned i = 0; i < DRIVE_FAULTS; i++)
		if (!d->fault[i].kind) {
			d->fault[i] = f;
			return 0;
		}
	return -ENOSPC;
}
