// SPDX-License-Identifier: GPL-2.0-or-later
#include "suites.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

/* Return the document between its version and its exit status. */
static char *document(void (*tell)(struct report *), bool part)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size), *err = tmpfile();
	struct report report;

	ck_assert_int_eq(report_json(&report, out, err), 0);
	report.part = part;
	ck_assert(report.structured);
	tell(&report);
	ck_assert_int_eq(report_finish(&report, 0), 0);
	fclose(out);
	fclose(err);
	return text;
}

static void expect(void (*tell)(struct report *), const char *want)
{
	char *text = document(tell, true);

	ck_assert_str_eq(text, want);
	free(text);
}

#define DEVICE(settings, rest)                                                                     \
	"{\n      \"path\": \"/dev/a\",\n      \"settings\": " settings                            \
	",\n      \"errors\": []" rest "\n    }"

static void tell_strings(struct report *out)
{
	report_device_begin(out, "/dev/a", true);
	report_string(out, "model", "a\"b\\c\n\x7f", NO_TEXT);
	report_string(out, "latin", "caf\xe9 \xc3\xa9", NO_TEXT);
	report_string(out, "overlong", "\xc0\xaf", NO_TEXT);
	report_string(out, "surrogate", "\xed\xa0\x80", NO_TEXT);
	report_string(out, "cut", "x\xe2\x82", NO_TEXT);
	report_string(out, "astral", "\xf0\x9f\x98\x80", NO_TEXT);
	report_device_end(out);
}

START_TEST(drive_strings_cannot_break_the_document)
{
	expect(tell_strings, DEVICE("{\n"
				    "        \"model\": \"a\\\"b\\\\c\\u000a\\u007f\",\n"
				    "        \"latin\": \"caf\\ufffd \xc3\xa9\",\n"
				    "        \"overlong\": \"\\ufffd\\ufffd\",\n"
				    "        \"surrogate\": \"\\ufffd\\ufffd\\ufffd\",\n"
				    "        \"cut\": \"x\\ufffd\\ufffd\",\n"
				    "        \"astral\": \"\xf0\x9f\x98\x80\"\n"
				    "      }",
				    ""));
}
END_TEST

static void tell_numbers(struct report *out)
{
	report_device_begin(out, "/dev/a", true);
	report_u64(out, "exact", (uint64_t)1 << 53, NO_TEXT);
	report_u64(out, "big", ((uint64_t)1 << 53) + 1, NO_TEXT);
	report_i64(out, "low", -5, NO_TEXT);
	report_f64(out, "rate", 2.5, NO_TEXT);
	report_f64(out, "endless", 1.0 / 0.0, NO_TEXT);
	report_bool(out, "on", true, NO_TEXT);
	report_null(out, "unknown", NO_TEXT);
	report_line(out, "text only\n");
	report_device_end(out);
}

START_TEST(numbers_are_exact_or_strings)
{
	expect(tell_numbers, DEVICE("{\n"
				    "        \"exact\": 9007199254740992,\n"
				    "        \"big\": \"9007199254740993\",\n"
				    "        \"low\": -5,\n"
				    "        \"rate\": 2.5,\n"
				    "        \"endless\": null,\n"
				    "        \"on\": true,\n"
				    "        \"unknown\": null\n"
				    "      }",
				    ""));
}
END_TEST

static void tell_sections(struct report *out)
{
	report_device_begin(out, "/dev/a", true);
	report_u64(out, "x", 1, NO_TEXT);
	report_u64(out, "x", 2, NO_TEXT);
	report_array_begin(out, "list");
	report_u64(out, "item", 1, NO_TEXT);
	report_section_end(out);
	report_array_begin(out, "list");
	report_section_begin(out, "item");
	report_u64(out, "y", 3, NO_TEXT);
	report_section_end(out);
	report_section_end(out);
	report_device_end(out);
}

START_TEST(same_key_replaces_a_value_and_extends_a_section)
{
	expect(tell_sections, DEVICE("{\n        \"x\": 2\n      }",
				     ",\n      \"list\": [\n        1,\n        {\n"
				     "          \"y\": 3\n        }\n      ]"));
}
END_TEST

static void tell_errors(struct report *out)
{
	report_error(out, NULL, 22, "no such word");
	out->path = "/dev/a";
	report_error(out, NULL, 2, "not there");
	report_device_begin(out, "/dev/b", true);
	report_failure(out,
		       &(struct report_failure){ .option = "-W", .err = 5, .meaning = "locked" },
		       "refused");
	report_device_end(out);
	report_u64(out, "bare", 1, NO_TEXT);
}

START_TEST(errors_go_to_their_device)
{
	char *text = document(tell_errors, false);
	const char *at = text;
	static const char *const order[] = {
		"\"devices\"",
		"\"/dev/a\"",
		"not there",
		"\"/dev/b\"",
		"\"errno\": 5",
		"\"refused\"",
		"\"locked\"",
		"\"path\": null",
		"\"bare\": 1",
		"no such word",
		"\"exit_status\": 0\n}\n",
	};

	for (int i = 0; i < ROWS(order); i++) {
		at = strstr(at, order[i]);
		ck_assert_msg(at, "%s is missing or too early in %s", order[i], text);
	}
	free(text);
}
END_TEST

static void tell_fragments(struct report *out)
{
	char *part = document(tell_sections, true);

	report_fragment(out, part);
	report_device_begin(out, "/dev/z", true);
	report_device_end(out);
	free(part);
}

START_TEST(fragments_stand_among_the_devices)
{
	char *text = document(tell_fragments, false);

	ck_assert_ptr_nonnull(strstr(text, "\"devices\": [\n    {\n      \"path\": \"/dev/a\""));
	ck_assert_ptr_nonnull(strstr(text, "    },\n    {\n      \"path\": \"/dev/z\""));
	free(text);
}
END_TEST

Suite *json_suite(void)
{
	Suite *suite = suite_create("json");

	add_case(suite, "strings", drive_strings_cannot_break_the_document);
	add_case(suite, "numbers", numbers_are_exact_or_strings);
	add_case(suite, "sections", same_key_replaces_a_value_and_extends_a_section);
	add_case(suite, "errors", errors_go_to_their_device);
	add_case(suite, "fragments", fragments_stand_among_the_devices);
	return suite;
}
