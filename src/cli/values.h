/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Types of option values, and errors for wrong values. */
#ifndef HDPARM_CLI_VALUES_H
#define HDPARM_CLI_VALUES_H

#include "options.h"

enum { COMMAND_TIMEOUT_MAX = 86400, WATCH_MAX = 86400 }; /* a day in seconds */
enum { IDLE_STANDBY_MIN = 60 };

/* Return the length of the value before any options in `text`, as 2 for "20m8"; 0: none. */
size_t value_extent(const struct value_type *type, const char *text);

/* Return the length of the value at the start of a separate word; 0: none. */
size_t word_extent(const struct value_type *type, const char *word);

/* Fill *error for the wrong value `word`. `err`: the error of value_type.parse(). Return -1. */
int value_error(struct plan_error *error, const struct request *req, enum opt_id id,
		const char *word, int err);

/* Fill *error for a number and a text behind a blank, or in two words, as "20 min". Return -1. */
int unit_error(struct plan_error *error, const struct request *req, enum opt_id id,
	       const char *number, const char *unit);

/*
 * True for a unit that time_seconds() takes, such as "min"; and for "ms", "day", "days", "week" and
 * "weeks".
 */
bool is_time_unit(const char *word);

/* Parse a time such as "90s", "20m" or "1h30min". False for other words, such as "90". */
bool time_seconds(const char *word, uint64_t *seconds);

/* Parse a time, or a multiple of 100 ms such as "500ms", into units of 100 ms. False: neither. */
bool time_tenths(const char *word, uint64_t *tenths);

/* Types, with the accepted values. `flag` is opt_state.flag. */
extern const struct value_type value_bus_state;	    /* 0 to 2, or off, on, tristate */
extern const struct value_type value_transport;	    /* form of CDB, such as sat16 */
extern const struct value_type value_level;	    /* APM level: a number, off, min or max */
extern const struct value_type value_verify;	    /* mode of write-read-verify, or off */
extern const struct value_type value_standby_timer; /* code, off or a time; then ",save" or not */
extern const struct value_type value_epc_timer;	    /* time, off, on, ...; then ",save" or not */
extern const struct value_type value_epc_member;    /* CONDITION= and a value_epc_timer */
extern const struct value_type value_epc_condition;
extern const struct value_type value_transfer_mode; /* number or a name such as udma2 */
extern const struct value_type
	value_lasting_number; /* number; 'p' before it: `flag`; alone: not `set` */
extern const struct value_type value_bad_sector;     /* sector number; 'f' before it sets `flag` */
extern const struct value_type value_lba_run;	     /* LBA:COUNT, LBA or LBA: */
extern const struct value_type value_sector_list;    /* words of value_sectors, one or more */
extern const struct value_type value_pattern;	     /* "hex:" and eight hexadecimal digits */
extern const struct value_type value_erase_method;   /* a name of erase_methods[] */
extern const struct value_type value_user_master;    /* beginning of "user" or "master" */
extern const struct value_type value_security_mode;  /* beginning of "high" or "maximum" */
extern const struct value_type value_kib_and_file;   /* number of KiB; the next word is a path */
extern const struct value_type value_seconds;	     /* seconds, or a time as 3min */
extern const struct value_type value_idle_time;	     /* value_seconds, or off */
extern const struct value_type value_recovery_time;  /* recovery times; ",keep" sets `flag` */
extern const struct value_type value_sct_feature;    /* FEATURE, or FEATURE= and its value */
extern const struct value_type value_sct_cache;	     /* drive, on, off; ",keep" sets `flag` */
extern const struct value_type value_sct_reordering; /* on, off; ",keep" sets `flag` */
extern const struct value_type value_provisioning;   /* a word of provisioning_words[] */
extern const struct value_type value_link_power;     /* a word of link_power_words[], or a time */
extern const struct value_type value_lba_range;	     /* LBA:COUNT */

#endif
