/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a plan is made: why a command line is refused, and the passwords in it. */
#ifndef HDPARM_CLI_PLAN_H
#define HDPARM_CLI_PLAN_H

#include "options.h"

/* Set the error for missing memory; return -1, as usage_error(). */
int plan_out_of_memory(struct plan_error *error);

/* Set the error for a wrong value: `err` is -EINVAL, or -ERANGE for a value out of range. */
int value_error(struct plan_error *error, enum opt_id id, const char *word, int err);

/*
 * Set the error for "20 min": the number is a value of the option, and the unit is the next word.
 */
int unit_error(struct plan_error *error, enum opt_id id, const char *number, const char *unit);

/*
 * Set the error for the first `length` bytes of `name`, which name no option. The part after an
 * equals sign may be a password and is not shown.
 */
int name_error(struct plan_error *error, const char *name, size_t length);

/* Set the error for a missing device: an option may have taken the device's name as its value. */
int no_device_error(struct plan_error *error, const struct request *req);

/*
 * Options follow the last device. at[]: the index of the first device, of the options behind the
 * devices, and of the end of argv. The message has the corrected line, unless it may hold a
 * password.
 */
int order_error(struct plan_error *error, char *const argv[], const int at[3]);

/*
 * Set the error for a word after an option with a password: the word is probably not the password.
 */
int password_error(struct plan_error *error, enum opt_id id);

/*
 * Give an allocated password to the plan; plan_free() wipes it. 0, or -1 with *error filled where
 * there is no memory: the password is wiped and freed then.
 */
int plan_keep_secret(struct plan *plan, char *word, struct plan_error *error);

/* Wipe the passwords of a refused line, also those after the word in error. */
void words_forget_secrets(int argc, char *const argv[]);

/* True if a line with these options is complete without a device: they find the drives. */
bool request_needs_no_device(const struct request *req);

#endif
