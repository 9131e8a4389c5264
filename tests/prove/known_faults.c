// SPDX-License-Identifier: GPL-2.0-or-later
/* include/known_faults.h: names of any characters, up to a few; and two that fit rows. */
#include "known_faults.h"
#include "prove.h"

enum { NAME_MOST = 1 };

static void prove_names(const char *model, const char *firmware)
{
	char text[KNOWN_FAULT_TEXT_BYTES];
	const struct known_fault *row = known_fault_next(NULL, model, firmware);

	known_fault_shuns(model, firmware, SHUNS_LOG_DIRECTORY);
	if (!row)
		return;
	known_fault_key(row);
	known_fault_text(row, firmware, text);
	known_fault_next(row, model, firmware);
}

void prove_known_faults(void)
{
	char name[NAME_MOST + 1];

	//@ loop unroll NAME_MOST + 1;
	for (size_t length = 0; length <= NAME_MOST; length++) {
		any_text(name, length);
		prove_names(name, "");
		prove_names("ST3500320AS", name);
	}
	prove_names("Maxtor 6B200M0", "BANC1980");
	prove_names("SAMSUNG HD204UI", "1AQ10001");
	prove_names("SATADOM-ML 3ME", "");
}
