/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a drive's password comes from. */
#ifndef HDPARM_ACT_PASSWORD_H
#define HDPARM_ACT_PASSWORD_H

#include "action.h"

/*
 * The password for this job: from the option's value, --security-password-file, or asked for.
 * 0, or -errno reported. The caller wipes `password`.
 */
int password_get(struct job *job, uint8_t password[PASSWORD_BYTES]);

#endif
