/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SCT commands as they are sent: what failed is told by the caller, or by nobody. */
#ifndef HDPARM_ACT_SCT_SEND_H
#define HDPARM_ACT_SCT_SEND_H

#include "acts.h"
#include "ata_drive.h"

/* Of error recovery the times of reading and writing; of a feature its state, and if it is kept. */
struct sct_values {
	uint16_t part[SCT_PARTS];
};

enum { SCT_PART_STATE, SCT_PART_KEPT, SCT_PART_BITS = 16 };

/* The command that failed. `lost`: it was delivered, and its answer did not come back. */
struct sct_failure {
	struct ata_cmd cmd;
	uint8_t page[SCT_BYTES];  /* its data */
	bool lost, echo;	  /* echo: the registers that came are the command's own */
	struct sct_status status; /* busy: another SCT command runs, and nothing was sent */
};

/* Sends one command; *value is the answer to one that asks. 0 or -errno, with *failure filled. */
int sct_send(struct job *job, const struct sct_request *request, uint16_t *value,
	     struct sct_failure *failure);

/*
 * Whether a command may be sent: it is aborted while another one runs. 0; -EBUSY with
 * failure->status; or -errno with failure->cmd.
 */
int sct_ask_idle(struct job *job, struct sct_failure *failure);

/* Asks for both values of the setting by `get`. 0 or -errno, with *failure filled. */
int sct_ask_values(struct job *job, const struct sct_setting_def *def, enum sct_operation get,
		   struct sct_values *values, struct sct_failure *failure);

#endif
