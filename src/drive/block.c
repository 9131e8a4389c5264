// SPDX-License-Identifier: GPL-2.0-or-later
/* What the kernel's block layer does for a device that takes no pass-through commands. */
#include "ops.h"

const struct drive_ops drive_block = {
	.name = "the block layer",
	.flush = drive_sync,
	.plan_trim = drive_kernel_plan_trim,
	.trim = drive_kernel_trim,
};
