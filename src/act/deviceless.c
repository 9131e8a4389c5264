// SPDX-License-Identifier: GPL-2.0-or-later
/* The order of the acts that need no open device. */
#include "action.h"
#include "acts.h"

/* clang-format off */
const struct action deviceless_table[] = {
	{ .opt = OPT_HELP, .stage = STAGE_DO, .run = act_help },
	{ .opt = OPT_VERSION, .stage = STAGE_DO, .run = act_version },
	{ .opt = OPT_LIST_OPTIONS, .stage = STAGE_DO, .run = act_list_options },
	{ .opt = OPT_IDENTIFY_STDIN, .stage = STAGE_DO, .run = act_identify_stdin },
	{ .opt = OPT_SECURITY_HELP, .stage = STAGE_DO, .run = act_security_help },
	{ .opt = OPT_FALLOCATE, .stage = STAGE_DO, .run = act_fallocate },
	{ .opt = OPT_FIBMAP, .stage = STAGE_DO, .run = act_fibmap },

	/* for a device that is suspended, and is not opened */
	{ .opt = OPT_POWER_MODE, .stage = STAGE_GET, .run = act_power_mode },
};
/* clang-format on */

const size_t deviceless_count = sizeof(deviceless_table) / sizeof(deviceless_table[0]);
