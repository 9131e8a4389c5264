/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a dry run shows of the changes that it keeps back. */
#ifndef HDPARM_UNSENT_H
#define HDPARM_UNSENT_H

#include "dry_run.h"
#include "device.h"
#include "report.h"

/* For struct dry_run.tell; `who` is the report. */
void tell_unsent(void *who, const struct unsent *unsent);

/* For struct device_watch.unsent; `who` is the report. */
void tell_unsent_command(void *who, const struct ata_cmd *cmd);

#endif
