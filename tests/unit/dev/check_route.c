// SPDX-License-Identifier: GPL-2.0-or-later
/* The route to each kind of device, and after each class of answer. */
#include "suites.h"
#include "dev/route.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/*
 * A route in letters: S, s: the 16-byte and the 12-byte form; J: JMicron's; c, t, f:
 * HDIO_DRIVE_CMD, _TASK and _TASKFILE; A: SCSI; N: NVMe; U: a tunnel; -: only the block layer. "!":
 * an ATA command had an answer; "?": the language is presumed.
 */
static const char *letters(const struct route *route)
{
	static char text[16];
	size_t at = 0;

	if (route->language == LANGUAGE_SCSI || route->language == LANGUAGE_NVME)
		text[at++] = route->language == LANGUAGE_SCSI ? 'A' : 'N';
	if (route->language == LANGUAGE_NVME_USB)
		text[at++] = route->tunnel ? 'U' : 'x';
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
	if (route->answered)
		text[at++] = '!';
	if (route_is_open(route))
		text[at++] = '?';
	text[at] = '\0';
	return text;
}

enum { BY_CDB, BY_IOCTL, BY_FORM, LACKS, CHANGES };

#define BLOCK	.kind = DEVICE_BLOCK
#define JMICRON .usb = true, .makers = ATA_PATH_JMICRON

/* NULL: this route does not change so. */
static const struct {
	const char *name;
	struct drive_known known;
	struct route_wish wish;
	const char *first, *then[CHANGES];
	enum language left; /* LACKS: the language that is left */
} rows[] = {
	{ "a disk that sysfs does not show",
	  { BLOCK },
	  { 0 },
	  "SctfA-?",
	  { "Sctf!", "ctf!", "S", "A" },
	  LANGUAGE_SCSI },
	{ "the same, --prefer-ata12",
	  { BLOCK },
	  { .prefer_ata12 = true },
	  "sSctfA-?",
	  { "sSctf!", "ctf!", "S", "-" },
	  LANGUAGE_BLOCK },
	{ "a disk of libata",
	  { BLOCK, .libata = true },
	  { 0 },
	  "Sctf",
	  { "Sctf!", "ctf!" },
	  LANGUAGE_ATA },
	{ "a disk of libata, --prefer-ata12",
	  { BLOCK, .libata = true },
	  { .prefer_ata12 = true },
	  "sSctf",
	  { "sSctf!", "ctf!" },
	  LANGUAGE_ATA },
	{ "a disk, --transport=sat16",
	  { BLOCK, JMICRON },
	  { .path = ATA_PATH_SAT16 },
	  "S",
	  { "S!" },
	  LANGUAGE_ATA },
	{ "a SAS disk", { BLOCK, .sas = true }, { 0 }, "ASctf", { "ASctf!" }, LANGUAGE_ATA },
	{ "a SAS disk, --transport=sat16",
	  { BLOCK, .sas = true },
	  { .path = ATA_PATH_SAT16 },
	  "S",
	  { "S!" },
	  LANGUAGE_ATA },
	{ "an unknown USB bridge",
	  { BLOCK, .usb = true },
	  { 0 },
	  "SsctfA-?",
	  { "Ssctf!", "ctf!", "s", "A" },
	  LANGUAGE_SCSI },
	{ "an unknown USB bridge of a known maker",
	  { BLOCK, JMICRON },
	  { 0 },
	  "SsJctfA-?",
	  { "SsJctf!", "ctf!", "J", "A" },
	  LANGUAGE_SCSI },
	{ "the same, --prefer-ata12",
	  { BLOCK, JMICRON },
	  { .prefer_ata12 = true },
	  "sSJctfA-?",
	  { "sSJctf!", "ctf!", "J", "A" },
	  LANGUAGE_SCSI },
	{ "a known USB bridge",
	  { BLOCK, JMICRON, .bridge = ATA_PATH_JMICRON },
	  { 0 },
	  "J",
	  { "J!" },
	  LANGUAGE_ATA },
	{ "a USB bridge of NVMe and SATA drives",
	  { BLOCK, .usb = true, .tunnel = NVME_TUNNEL_REALTEK, .sata_too = true },
	  { 0 },
	  "SsctfUA-?",
	  { "Ssctf!", "ctf!", "s", "U" },
	  LANGUAGE_NVME_USB },
	{ "a USB bridge of NVMe drives",
	  { BLOCK, JMICRON, .tunnel = NVME_TUNNEL_JMICRON },
	  { 0 },
	  "USsJctf",
	  { NULL },
	  LANGUAGE_ATA },
	{ "an NVMe namespace",
	  { BLOCK, .namespace = true },
	  { 0 },
	  "NSctf",
	  { NULL },
	  LANGUAGE_ATA },
	{ "an NVMe namespace, --transport=sat16",
	  { BLOCK, .namespace = true },
	  { .path = ATA_PATH_SAT16 },
	  "NS",
	  { NULL },
	  LANGUAGE_ATA },
	{ "a disk of the old IDE driver",
	  { .kind = DEVICE_LEGACY_IDE },
	  { .prefer_ata12 = true },
	  "ctf",
	  { NULL, "ctf!" },
	  LANGUAGE_ATA },
	{ "a CD drive",
	  { .kind = DEVICE_OPTICAL, .libata = true },
	  { .prefer_ata12 = true },
	  "Sctf",
	  { "Sctf!", "ctf!" },
	  LANGUAGE_ATA },
	{ "a CD drive, --transport=sat16",
	  { .kind = DEVICE_OPTICAL },
	  { .path = ATA_PATH_SAT16 },
	  "S",
	  { "S!" },
	  LANGUAGE_ATA },
	{ "a file", { .kind = DEVICE_FILE }, { 0 }, "Sctf", { NULL }, LANGUAGE_ATA },
	{ "a generic node",
	  { .kind = DEVICE_OTHER },
	  { 0 },
	  "SctfA?",
	  { "Sctf!", "ctf!", "S", "A" },
	  LANGUAGE_SCSI },
	{ "a generic node of a SAS disk",
	  { .kind = DEVICE_OTHER, .sas = true },
	  { 0 },
	  "ASctf",
	  { NULL },
	  LANGUAGE_ATA },
	{ "a generic node of a bridge of NVMe drives",
	  { .kind = DEVICE_OTHER, JMICRON, .tunnel = NVME_TUNNEL_JMICRON },
	  { 0 },
	  "USctf",
	  { NULL },
	  LANGUAGE_ATA },
	{ "a generic node of a bridge of NVMe and SATA drives",
	  { .kind = DEVICE_OTHER, .usb = true, .tunnel = NVME_TUNNEL_REALTEK, .sata_too = true },
	  { 0 },
	  "SctfUA?",
	  { "Sctf!", "ctf!", "S", "U" },
	  LANGUAGE_NVME_USB },
};

static void change_route(struct route *route, int change, enum language language)
{
	switch (change) {
	case BY_CDB:
	case BY_IOCTL:
		route_settle(route, route->language);
		route_answered(route, change == BY_CDB ? ROUTE_SAT16 : ROUTE_HDIO_CMD);
		break;
	case BY_FORM:
		route_settle(route, LANGUAGE_ATA);
		route_keep_form(route, route->forms - 1);
		break;
	default:
		route_settle(route, language);
	}
}

START_TEST(each_answer_leads_to_the_next_state)
{
	struct route route;

	route_find(&route, &rows[_i].known, &rows[_i].wish);
	ck_assert_msg(!strcmp(letters(&route), rows[_i].first), "%s: %s", rows[_i].name,
		      letters(&route));
	for (int n = 0; n < CHANGES; n++) {
		if (!rows[_i].then[n] || (n <= BY_IOCTL && route.language != LANGUAGE_ATA))
			continue;
		route_find(&route, &rows[_i].known, &rows[_i].wish);
		change_route(&route, n, rows[_i].left);
		ck_assert_msg(!strcmp(letters(&route), rows[_i].then[n]), "%s, change %d: %s",
			      rows[_i].name, n, letters(&route));
		ck_assert_msg(!route_is_open(&route), "%s, change %d", rows[_i].name, n);
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
	enum route_way way;
	int err;
	bool valid;
	uint8_t sense[4];
	enum route_answer answer;
} judged[] = {
	{ "done", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_SAT16, 0,
	  .answer = ANSWER_ATA },
	{ "refused with registers", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_SAT16,
	  -EIO, .valid = true, .answer = ANSWER_ATA },
	{ "refused by ioctl", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_HDIO_CMD, -EIO,
	  .answer = ANSWER_ATA },
	{ "refused, registers lost", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_SAT16,
	  -EIO, .sense = SENSE(0xb, 0, 0), .answer = ANSWER_OPEN },
	{ "ENOTTY", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_SAT16, -ENOTTY,
	  .answer = ANSWER_UNSENT },
	{ "EINVAL", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_SAT16, -EINVAL,
	  .answer = ANSWER_UNSENT },
	{ "EOPNOTSUPP", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_SAT16, -EOPNOTSUPP,
	  .answer = ANSWER_UNSENT },
	{ "EPERM", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_SAT16, -EPERM,
	  .answer = ANSWER_OPEN },
	{ "a timeout", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_SAT16, -ETIMEDOUT,
	  .answer = ANSWER_OPEN },
	{ "an error of the host", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_SAT16,
	  -EBADE, .answer = ANSWER_OPEN },
	{ "gone", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_SAT16, -ENXIO,
	  .answer = ANSWER_OPEN },
	{ "an unknown operation code", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_SAT16,
	  -EIO, .sense = SENSE(5, 0x20, 0), .answer = ANSWER_UNKNOWN },
	{ "a wrong field", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_SAT16, -EIO,
	  .sense = SENSE(5, 0x24, 0), .answer = ANSWER_OPEN },
	{ "IDENTIFY DEVICE is unknown", "a USB bridge of NVMe and SATA drives", ATA_IDENTIFY_DEVICE,
	  ROUTE_SAT16, -EIO, .sense = SENSE(5, 0x20, 0), .answer = ANSWER_UNKNOWN },
	{ "IDENTIFY DEVICE has a wrong field", "a USB bridge of NVMe and SATA drives",
	  ATA_IDENTIFY_DEVICE, ROUTE_SAT16, -EIO, .sense = SENSE(5, 0x24, 0),
	  .answer = ANSWER_UNKNOWN },
	{ "another command has", "a USB bridge of NVMe and SATA drives", ATA_CHECK_POWER_MODE,
	  ROUTE_SAT16, -EIO, .sense = SENSE(5, 0x24, 0), .answer = ANSWER_OPEN },
	{ "the same without a tunnel", "an unknown USB bridge", ATA_IDENTIFY_DEVICE, ROUTE_SAT16,
	  -EIO, .sense = SENSE(5, 0x24, 0), .answer = ANSWER_OPEN },
	{ "a disk sanitizes", "an unknown USB bridge", ATA_CHECK_POWER_MODE, ROUTE_SAT16, -EIO,
	  .sense = SENSE(2, 0x04, 0x1b), .answer = ANSWER_OPEN },
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

	cmd.res.valid = judged[_i].valid;
	cmd.res.answered = judged[_i].sense[0];
	cmd.res.sense_bytes = judged[_i].sense[0] ? 8 : 0;
	memcpy(cmd.res.sense, judged[_i].sense, sizeof(judged[_i].sense));
	answer = route_judge(&route, judged[_i].way, &cmd, judged[_i].err);
	ck_assert_msg(answer == judged[_i].answer, "%s: %d", judged[_i].name, answer);
}
END_TEST

/* An unknown operation code of a drive that may speak another language gives no warning. */
START_TEST(only_ata_is_asked_why)
{
	static const struct {
		const char *device;
		bool unknown;
	} asked[] = {
		{ "an unknown USB bridge", true },	{ "a SAS disk", true },
		{ "an NVMe namespace", true },		{ "a known USB bridge", false },
		{ "a disk of libata", false },		{ "a CD drive", false },
		{ "a disk, --transport=sat16", false },
	};
	struct ata_result res = { .answered = true,
				  .sense_bytes = 8,
				  .sense = { 0x72, 0x05, 0x20, 0 } };

	for (int i = 0; i < ROWS(asked); i++) {
		struct route route = route_of(asked[i].device);

		ck_assert_msg(route_unknown(&route, &res) == asked[i].unknown, "%s",
			      asked[i].device);
	}
}
END_TEST

START_TEST(an_answer_ends_the_detours)
{
	struct route route = route_of("a disk of libata");
	struct ata_cmd cmd = ata_command(ATA_STANDBY_IMMEDIATE);

	ck_assert_int_eq(route_next(&route, ROUTE_SAT16, &cmd), ROUTE_HDIO_CMD);
	ck_assert(!route_has_answer(ROUTE_SAT16, &cmd, -EIO));
	ck_assert(route_has_answer(ROUTE_HDIO_CMD, &cmd, -EIO));
	ck_assert(!route_has_answer(ROUTE_HDIO_CMD, &cmd, -ENOTTY));
	ck_assert(route_has_answer(ROUTE_SAT16, &cmd, 0));
	cmd.res.valid = true;
	ck_assert(route_has_answer(ROUTE_SAT16, &cmd, -EIO));
	route_answered(&route, ROUTE_SAT16);
	ck_assert_int_eq(route_next(&route, ROUTE_SAT16, &cmd), ROUTE_NONE);
	ck_assert_int_eq(route_detour(&route, ROUTE_SAT16, &cmd), ROUTE_HDIO_CMD);
	route_answered(&route, ROUTE_HDIO_TASK);
	ck_assert_int_eq(route_first(&route, &cmd), ROUTE_HDIO_CMD);
}
END_TEST

/* The order of tries, while the kernel has no request. */
static const struct {
	const char *device;
	enum ata_id id;
	const char *tried;
} orders[] = {
	{ "a disk of libata", ATA_IDENTIFY_DEVICE, "Scf" },
	{ "a disk of libata", ATA_STANDBY_IMMEDIATE, "Sctf" },
	{ "a disk of libata", ATA_FLUSH_CACHE_EXT, "Sf" },
	{ "a disk of libata, --prefer-ata12", ATA_STANDBY_IMMEDIATE, "sctf" },
	{ "a disk of libata, --prefer-ata12", ATA_FLUSH_CACHE_EXT, "Sf" },
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

START_TEST(the_language_is_that_of_the_device)
{
	static const struct {
		const char *device;
		enum language language;
	} spoken[] = {
		{ "a disk that sysfs does not show", LANGUAGE_ATA },
		{ "a disk of libata", LANGUAGE_ATA },
		{ "a SAS disk", LANGUAGE_SCSI },
		{ "an NVMe namespace", LANGUAGE_NVME },
		{ "a USB bridge of NVMe drives", LANGUAGE_NVME_USB },
		{ "a USB bridge of NVMe and SATA drives", LANGUAGE_ATA },
	};

	for (int i = 0; i < ROWS(spoken); i++) {
		struct route route = route_of(spoken[i].device);

		ck_assert_msg(route.language == spoken[i].language, "%s", spoken[i].device);
	}
}
END_TEST

Suite *route_suite(void)
{
	Suite *suite = suite_create("route");

	add_rows(suite, "states", each_answer_leads_to_the_next_state, ROWS(rows));
	add_rows(suite, "classes", each_result_is_of_a_class, ROWS(judged));
	add_rows(suite, "orders", each_command_has_its_order, ROWS(orders));
	add_case(suite, "unknown", only_ata_is_asked_why);
	add_case(suite, "detours", an_answer_ends_the_detours);
	add_case(suite, "language", the_language_is_that_of_the_device);
	return suite;
}
