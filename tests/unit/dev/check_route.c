// SPDX-License-Identifier: GPL-2.0-or-later
/* The route to each kind of device, and after each class of answer. */
#include "suites.h"
#include "route.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/*
 * A route in letters: S, s: the 16-byte and the 12-byte form; J: JMicron's; c, t, f:
 * HDIO_DRIVE_CMD, _TASK and _TASKFILE; A: SCSI; N: NVMe; U: a tunnel; -: only the block layer. "!":
 * sure.
 */
static const char *letters(const struct route *route)
{
	static char text[16];
	size_t at = 0;

	if (route->language == LANGUAGE_SCSI || route->language == LANGUAGE_NVME)
		text[at++] = route->language == LANGUAGE_SCSI ? 'A' : 'N';
	if (route->language == LANGUAGE_NVME_USB)
		text[at++] = route->tunnel ? 'U' : '?';
	for (unsigned i = 0; i < route->forms; i++)
		text[at++] = "-SsJ"[route->form[i]];
	if (route->ioctls)
		at += (size_t)sprintf(text + at, "ctf");
	if (route->tunnel && route->language == LANGUAGE_ATA)
		text[at++] = 'U';
	if (route->scsi)
		text[at++] = 'A';
	if (route->block || route->language == LANGUAGE_BLOCK)
		text[at++] = '-';
	if (route->sure)
		text[at++] = '!';
	text[at] = '\0';
	return text;
}

/* The answers, and the way that brings them: an answer of a drive comes by CDB and by ioctl. */
enum { BY_CDB, BY_IOCTL, FOUND, NO_FORM, NO_POWER, UNSENT, OPEN, ANSWERS };

static const struct {
	enum route_answer answer;
	enum route_way kind; /* ROUTE_NONE: the first way of ATA commands */
} answers[ANSWERS] = {
	[BY_CDB] = { ANSWER_DRIVE, ROUTE_NONE },      [BY_IOCTL] = { ANSWER_DRIVE, ROUTE_HDIO_CMD },
	[FOUND] = { ANSWER_FOUND, ROUTE_SAT12 },      [NO_FORM] = { ANSWER_NO_FORM, ROUTE_NONE },
	[NO_POWER] = { ANSWER_NO_POWER, ROUTE_NONE }, [UNSENT] = { ANSWER_UNSENT, ROUTE_NONE },
	[OPEN] = { ANSWER_OPEN, ROUTE_NONE },
};

#define BLOCK	.kind = DEVICE_BLOCK
#define JMICRON .usb = true, .makers = ATA_PATH_JMICRON

/* NULL: this route has no such answer. */
static const struct {
	const char *name;
	struct drive_known known;
	struct route_wish wish;
	const char *first, *then[ANSWERS];
} rows[] = {
	{ "a SATA disk, or any disk without sysfs",
	  { BLOCK },
	  { 0 },
	  "SctfA-",
	  { "Sctf!", "ctf!", NULL, "A!", NULL, "-!", "SctfA-" } },
	{ "a SATA disk, --prefer-ata12",
	  { BLOCK },
	  { .prefer_ata12 = true },
	  "sSctfA-",
	  { "sSctf!", "ctf!", NULL, "A!", NULL, "-!", "sSctfA-" } },
	{ "a disk, --transport=sat16",
	  { BLOCK, JMICRON },
	  { .path = ATA_PATH_SAT16 },
	  "S-!",
	  { "S!", NULL, NULL, NULL, NULL, "-!", "S-!" } },
	{ "a SAS disk",
	  { BLOCK, .sas = true },
	  { 0 },
	  "ASctf",
	  { "ASctf!", "Actf!", NULL, "A!", NULL, "A", "ASctf" } },
	{ "a SAS disk, --transport=sat16",
	  { BLOCK, .sas = true },
	  { .path = ATA_PATH_SAT16 },
	  "S-!",
	  { "S!", NULL, NULL, NULL, NULL, "-!", "S-!" } },
	{ "an unknown USB bridge",
	  { BLOCK, .usb = true },
	  { 0 },
	  "SsctfA-",
	  { "Sctf!", "ctf!", "s!", "A!", "SsctfA-", "-!", "SsctfA-" } },
	{ "an unknown USB bridge of a known maker",
	  { BLOCK, JMICRON },
	  { 0 },
	  "SsJctfA-",
	  { "Sctf!", "ctf!", "s!", "A!", "SsJctfA-", "-!", "SsJctfA-" } },
	{ "the same, --prefer-ata12",
	  { BLOCK, JMICRON },
	  { .prefer_ata12 = true },
	  "sSsJctfA-",
	  { "sSctf!", "ctf!", "s!", "A!", "sSsJctfA-", "-!", "sSsJctfA-" } },
	{ "a known USB bridge",
	  { BLOCK, JMICRON, .bridge = ATA_PATH_JMICRON },
	  { 0 },
	  "J-",
	  { "J!", NULL, NULL, NULL, NULL, "-!", "J-" } },
	{ "a USB bridge of NVMe and SATA drives",
	  { BLOCK, .usb = true, .tunnel = NVME_TUNNEL_REALTEK, .sata_too = true },
	  { 0 },
	  "SsctfUA-",
	  { "Sctf!", "ctf!", "s!", "U!", "SsctfUA-", "-!", "SsctfUA-" } },
	{ "a USB bridge of NVMe drives",
	  { BLOCK, JMICRON, .tunnel = NVME_TUNNEL_JMICRON },
	  { 0 },
	  "USsJctf",
	  { "USctf!", "Uctf!", "s!", "U!", "USsJctf", "U", "USsJctf" } },
	{ "an NVMe namespace",
	  { BLOCK, .namespace = true },
	  { 0 },
	  "NSctf",
	  { "NSctf!", "Nctf!", NULL, "N!", NULL, "N", "NSctf" } },
	{ "an NVMe namespace, --transport=sat16",
	  { BLOCK, .namespace = true },
	  { .path = ATA_PATH_SAT16 },
	  "NS!",
	  { "NS!", NULL, NULL, NULL, NULL, "N!", "NS!" } },
	{ "a disk of the old IDE driver",
	  { .kind = DEVICE_LEGACY_IDE },
	  { .prefer_ata12 = true },
	  "ctf!",
	  { NULL, "ctf!", NULL, NULL, NULL, "ctf!", "ctf!" } },
	{ "a CD drive",
	  { .kind = DEVICE_OPTICAL },
	  { .prefer_ata12 = true },
	  "Sctf",
	  { "Sctf!", "ctf!", NULL, NULL, NULL, "Sctf", "Sctf" } },
	{ "a CD drive, --transport=sat16",
	  { .kind = DEVICE_OPTICAL },
	  { .path = ATA_PATH_SAT16 },
	  "S!",
	  { "S!", NULL, NULL, NULL, NULL, "S!", "S!" } },
	{ "a file",
	  { .kind = DEVICE_FILE },
	  { 0 },
	  "Sctf",
	  { NULL, NULL, NULL, NULL, NULL, "Sctf", "Sctf" } },
	{ "a generic node",
	  { .kind = DEVICE_OTHER },
	  { 0 },
	  "SctfA",
	  { "Sctf!", "ctf!", NULL, "A!", NULL, "SctfA", "SctfA" } },
	{ "a generic node of a SAS disk",
	  { .kind = DEVICE_OTHER, .sas = true },
	  { 0 },
	  "ASctf",
	  { "ASctf!", "Actf!", NULL, "A!", NULL, "A", "ASctf" } },
	{ "a generic node of a bridge of NVMe drives",
	  { .kind = DEVICE_OTHER, JMICRON, .tunnel = NVME_TUNNEL_JMICRON },
	  { 0 },
	  "USctf",
	  { "USctf!", "Uctf!", NULL, "U!", NULL, "U", "USctf" } },
	{ "a generic node of a bridge of NVMe and SATA drives",
	  { .kind = DEVICE_OTHER, .usb = true, .tunnel = NVME_TUNNEL_REALTEK, .sata_too = true },
	  { 0 },
	  "SctfUA",
	  { "Sctf!", "ctf!", NULL, "U!", NULL, "SctfUA", "SctfUA" } },
};

static enum route_way first_ata(const struct route *route)
{
	if (route->forms)
		return (enum route_way)route->form[0];
	return route->ioctls ? ROUTE_HDIO_CMD : ROUTE_NONE;
}

START_TEST(each_answer_leads_to_the_next_state)
{
	struct route route;

	route_find(&route, &rows[_i].known, &rows[_i].wish);
	ck_assert_msg(!strcmp(letters(&route), rows[_i].first), "%s: %s", rows[_i].name,
		      letters(&route));
	for (int n = 0; n < ANSWERS; n++) {
		if (!rows[_i].then[n])
			continue;
		route_find(&route, &rows[_i].known, &rows[_i].wish);
		route_answer(&route, answers[n].kind ? answers[n].kind : first_ata(&route),
			     answers[n].answer);
		ck_assert_msg(!strcmp(letters(&route), rows[_i].then[n]), "%s, answer %d: %s",
			      rows[_i].name, n, letters(&route));
	}
}
END_TEST

START_TEST(a_settled_route_keeps_its_way)
{
	struct route route;

	for (int n = 0; n < ANSWERS; n++) {
		if (n == FOUND || n == BY_IOCTL)
			continue;
		route_find(&route, &rows[_i].known, &rows[_i].wish);
		route_answer(&route, first_ata(&route), ANSWER_DRIVE);
		if (!route_by_cdb(first_ata(&route)) || route.language != LANGUAGE_ATA)
			return;
		enum route_way used = first_ata(&route);
		struct ata_cmd cmd = ata_command(ATA_CHECK_POWER_MODE);

		cmd.res.answered = true;
		cmd.res.sense_bytes = 8;
		memcpy(cmd.res.sense, "\x72\x05\x20\x00\0\0\0\0", 8);
		route_answer(&route, used, route_judge(&route, used, &cmd, -EIO));
		route_answer(&route, used, route_judge(&route, used, &cmd, -EINVAL));
		ck_assert_msg(first_ata(&route) == used && route.sure, "%s: %s", rows[_i].name,
			      letters(&route));
	}
}
END_TEST

/* Sense data in descriptor form: key, code and qualifier. */
/* clang-format off */
#define SENSE(key, asc, ascq) { 0x72, key, asc, ascq }
/* clang-format on */

static const struct {
	const char *name;
	const char *device;
	enum ata_id id;
	enum route_way kind;
	int err;
	bool valid, wants, sure;
	uint8_t sense[4];
	enum route_answer answer;
} judged[] = {
	{ "done", "a SAS disk", ATA_IDENTIFY_DEVICE, ROUTE_SAT16, 0, .answer = ANSWER_DRIVE },
	{ "refused with registers", "a SATA disk, or any disk without sysfs", ATA_IDENTIFY_DEVICE,
	  ROUTE_SAT16, -EIO, .valid = true, .answer = ANSWER_DRIVE },
	{ "refused by ioctl", "a SATA disk, or any disk without sysfs", ATA_IDENTIFY_DEVICE,
	  ROUTE_HDIO_CMD, -EIO, .answer = ANSWER_DRIVE },
	{ "refused, registers lost", "a SATA disk, or any disk without sysfs", ATA_IDENTIFY_DEVICE,
	  ROUTE_SAT16, -EIO, .sense = SENSE(0xb, 0, 0), .answer = ANSWER_OPEN },
	{ "ENOTTY", "a SAS disk", ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -ENOTTY,
	  .answer = ANSWER_UNSENT },
	{ "EINVAL", "a SAS disk", ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -EINVAL,
	  .answer = ANSWER_UNSENT },
	{ "EOPNOTSUPP", "a SAS disk", ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -EOPNOTSUPP,
	  .answer = ANSWER_UNSENT },
	{ "EPERM", "a SAS disk", ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -EPERM, .answer = ANSWER_OPEN },
	{ "a timeout", "a SAS disk", ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -ETIMEDOUT,
	  .answer = ANSWER_OPEN },
	{ "an error of the host", "a SAS disk", ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -EBADE,
	  .answer = ANSWER_OPEN },
	{ "gone", "a SAS disk", ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -ENXIO, .answer = ANSWER_OPEN },
	{ "an unknown operation code", "a SAS disk", ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -EIO,
	  .sense = SENSE(5, 0x20, 0), .answer = ANSWER_NO_FORM },
	{ "the same by a form that the user asks for", "a SAS disk, --transport=sat16",
	  ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -EIO, .sense = SENSE(5, 0x20, 0),
	  .answer = ANSWER_OPEN },
	{ "the same by the only form of a known bridge", "a known USB bridge", ATA_IDENTIFY_DEVICE,
	  ROUTE_SAT16, -EIO, .sense = SENSE(5, 0x20, 0), .answer = ANSWER_OPEN },
	{ "the same of a CD drive", "a CD drive", ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -EIO,
	  .sense = SENSE(5, 0x20, 0), .answer = ANSWER_OPEN },
	{ "the same of the power condition", "an unknown USB bridge", ATA_CHECK_POWER_MODE,
	  ROUTE_SAT16, -EIO, .wants = true, .sense = SENSE(5, 0x20, 0), .answer = ANSWER_NO_POWER },
	{ "the same, where no other form may be", "a SATA disk, or any disk without sysfs",
	  ATA_CHECK_POWER_MODE, ROUTE_SAT16, -EIO, .wants = true, .sense = SENSE(5, 0x20, 0),
	  .answer = ANSWER_NO_FORM },
	{ "IDENTIFY DEVICE is a wrong request", "a USB bridge of NVMe and SATA drives",
	  ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -EIO, .sense = SENSE(5, 0x24, 0),
	  .answer = ANSWER_NO_FORM },
	{ "another command is", "a USB bridge of NVMe and SATA drives", ATA_CHECK_POWER_MODE,
	  ROUTE_SAT16, -EIO, .sense = SENSE(5, 0x24, 0), .answer = ANSWER_OPEN },
	{ "the same without a tunnel", "an unknown USB bridge", ATA_IDENTIFY_DEVICE, ROUTE_SAT16,
	  -EIO, .sense = SENSE(5, 0x24, 0), .answer = ANSWER_OPEN },
	{ "a SAS disk sanitizes", "a SAS disk", ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -EIO,
	  .sense = SENSE(2, 0x04, 0x1b), .answer = ANSWER_NO_FORM },
	{ "the same after an ATA answer", "a SAS disk", ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -EIO,
	  .sure = true, .sense = SENSE(2, 0x04, 0x1b), .answer = ANSWER_OPEN },
	{ "a wrong request after an ATA answer", "a USB bridge of NVMe drives", ATA_IDENTIFY_DEVICE,
	  ROUTE_SAT16, -EIO, .sure = true, .sense = SENSE(5, 0x24, 0), .answer = ANSWER_OPEN },
	{ "a drive at a host says so", "a SATA disk, or any disk without sysfs",
	  ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -EIO, .sense = SENSE(2, 0x04, 0x1b),
	  .answer = ANSWER_OPEN },
};

static struct route route_of(const char *name)
{
	struct route route = { .found = false };

	for (int i = 0; i < ROWS(rows); i++) {
		if (!strcmp(rows[i].name, name))
			route_find(&route, &rows[i].known, &rows[i].wish);
	}
	ck_assert_msg(route.found, "%s", name);
	return route;
}

START_TEST(each_result_is_of_a_class)
{
	struct route route = route_of(judged[_i].device);
	struct ata_cmd cmd = ata_command(judged[_i].id);
	enum route_answer answer;

	route.sure |= judged[_i].sure;
	cmd.want = judged[_i].wants ? WANT_COUNT : 0;
	cmd.res.valid = judged[_i].valid;
	cmd.res.answered = judged[_i].sense[0];
	cmd.res.sense_bytes = judged[_i].sense[0] ? 8 : 0;
	memcpy(cmd.res.sense, judged[_i].sense, sizeof(judged[_i].sense));
	answer = route_judge(&route, judged[_i].kind, &cmd, judged[_i].err);
	ck_assert_msg(answer == judged[_i].answer, "%s: %d", judged[_i].name, answer);
}
END_TEST

/* The order of tries, while the kernel has no request. */
static const struct {
	const char *device;
	enum ata_id id;
	const char *tried;
} orders[] = {
	{ "a SATA disk, or any disk without sysfs", ATA_IDENTIFY_DEVICE, "Scf" },
	{ "a SATA disk, or any disk without sysfs", ATA_STANDBY_IMMEDIATE, "Sctf" },
	{ "a SATA disk, or any disk without sysfs", ATA_FLUSH_CACHE_EXT, "Sf" },
	{ "a SATA disk, --prefer-ata12", ATA_STANDBY_IMMEDIATE, "sctf" },
	{ "a SATA disk, --prefer-ata12", ATA_FLUSH_CACHE_EXT, "Sf" },
	{ "an unknown USB bridge of a known maker", ATA_IDENTIFY_DEVICE, "Scf" },
	{ "a known USB bridge", ATA_STANDBY_IMMEDIATE, "J" },
	{ "a known USB bridge", ATA_FLUSH_CACHE_EXT, "" },
	{ "a disk of the old IDE driver", ATA_FLUSH_CACHE_EXT, "f" },
	{ "an NVMe namespace", ATA_STANDBY_IMMEDIATE, "Sctf" },
};

START_TEST(each_command_has_its_order)
{
	struct route route = route_of(orders[_i].device);
	uint8_t data[512];
	struct ata_cmd cmd = orders[_i].id == ATA_IDENTIFY_DEVICE
				     ? ata_command_data(orders[_i].id, data, sizeof(data))
				     : ata_command(orders[_i].id);
	char tried[8];
	size_t n = 0;

	for (enum route_way kind = route_first(&route, &cmd); kind;
	     kind = route_next(&route, kind, &cmd))
		tried[n++] = "-SsJ??ctf"[kind];
	tried[n] = '\0';
	ck_assert_msg(!strcmp(tried, orders[_i].tried), "%s: %s", orders[_i].device, tried);
}
END_TEST

START_TEST(each_other_form_is_looked_for_once)
{
	static const struct {
		const char *device;
		enum route_way refused;
		const char *forms;
	} looks[] = {
		{ "an unknown USB bridge of a known maker", ROUTE_SAT16, "sJ" },
		{ "an unknown USB bridge", ROUTE_SAT16, "s" },
		{ "the same, --prefer-ata12", ROUTE_SAT12, "J" },
		{ "the same, --prefer-ata12", ROUTE_SAT16, "sJ" },
		{ "a SATA disk, --prefer-ata12", ROUTE_SAT12, "" },
		{ "a SAS disk", ROUTE_SAT16, "" },
	};
	for (int i = 0; i < ROWS(looks); i++) {
		struct route route = route_of(looks[i].device), forms = { .found = true };

		for (enum route_way form = route_next_form(&route, looks[i].refused, ROUTE_NONE);
		     form; form = route_next_form(&route, looks[i].refused, form))
			forms.form[forms.forms++] = (enum ata_path)form;
		ck_assert_msg(!strcmp(letters(&forms), looks[i].forms), "%s: %s", looks[i].device,
			      letters(&forms));
	}
}
END_TEST

START_TEST(the_language_is_that_of_the_device)
{
	static const struct {
		const char *device;
		enum language language;
	} spoken[] = {
		{ "a SATA disk, or any disk without sysfs", LANGUAGE_ATA },
		{ "a SAS disk", LANGUAGE_SCSI },
		{ "an NVMe namespace", LANGUAGE_NVME },
		{ "a USB bridge of NVMe drives", LANGUAGE_NVME_USB },
		{ "a USB bridge of NVMe and SATA drives", LANGUAGE_ATA },
	};
	struct route none = route_of("a SATA disk, or any disk without sysfs");

	for (int i = 0; i < ROWS(spoken); i++) {
		struct route route = route_of(spoken[i].device);

		ck_assert_msg(route.language == spoken[i].language, "%s", spoken[i].device);
	}
	route_answer(&none, ROUTE_SAT16, ANSWER_UNSENT);
	ck_assert_int_eq(none.language, LANGUAGE_BLOCK);
}
END_TEST

Suite *route_suite(void)
{
	Suite *suite = suite_create("route");

	add_rows(suite, "states", each_answer_leads_to_the_next_state, ROWS(rows));
	add_rows(suite, "settled", a_settled_route_keeps_its_way, ROWS(rows));
	add_rows(suite, "classes", each_result_is_of_a_class, ROWS(judged));
	add_rows(suite, "orders", each_command_has_its_order, ROWS(orders));
	add_case(suite, "forms", each_other_form_is_looked_for_once);
	add_case(suite, "language", the_language_is_that_of_the_device);
	return suite;
}
