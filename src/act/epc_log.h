/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The log of Extended Power Conditions, as epc.c and the settings' rows read it. */
#ifndef HDPARM_ACT_EPC_LOG_H
#define HDPARM_ACT_EPC_LOG_H

#include "acts.h"
#include "ata_drive.h"

/* The condition that one of the options OPT_EPC_IDLE_A to OPT_EPC_STANDBY_Z is about. */
enum ata_epc epc_condition_of(enum opt_id id);

/* What a timer is set to, as text. */
void epc_timer_text(uint64_t value, char text[UNITS_TEXT_BYTES]);

/*
 * Reads a timer back, in units of 100 ms, 0: off; the value that was set where the drive has done
 * what that says, a word's too.
 */
enum knowledge epc_timer_read(struct job *job, uint64_t *value);

#endif
