// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Print the keys of hdparm.conf that act on a disk, except passwords, from the tables, a line each:
 * the key, its option, then after tabs values that the key takes, each with the value's form for
 * the option, as "off=0"; a key without a value has none.
 */
#include "conf/file.h"
#include "options.h"

#include <stdio.h>

static const char *const words[] = { "off",	 "0",	      "1",	 "8",
				     "16",	 "34",	      "60",	 "128",
				     "254",	 "512",	      "1min",	 "7s",
				     "off,save", "1min,save", "7s,keep", "p1000",
				     "saved",	 "default",   "unmap",	 "drive",
				     "on,keep",	 "word",      "on",	 "max_performance",
				     "min_power" };

int main(void)
{
	struct key_meaning meaning;
	struct plan_error error;
	char name[OPTION_NAME_BYTES];

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		const struct option_def *def = &option_table[id];
		const char *key = conf_key((enum opt_id)id);

		if (!key[0] || !key_find(key, &meaning) || meaning.id != id ||
		    (meaning.flags & KEY_SERVED) || def->kind == OPT_KIND_MODIFIER ||
		    option_is_secret((enum opt_id)id))
			continue;
		printf("%s\t%s", key, option_name((enum opt_id)id, name));
		for (size_t i = 0; def->value && i < sizeof(words) / sizeof(words[0]); i++) {
			struct request req = { .from_block = true };
			const char *value = key_value((enum opt_id)id, words[i]);

			if (!request_set(&req, (enum opt_id)id, value, &error))
				printf("\t%s=%s", words[i], value);
		}
		printf("\n");
	}
	return 0;
}
