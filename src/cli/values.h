/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The types of values that only src/cli uses, the extent of a value, and errors of values. */
#ifndef HDPARM_CLI_VALUES_H
#define HDPARM_CLI_VALUES_H

#include "options.h"

enum { COMMAND_TIMEOUT_MAX = 86400, WATCH_MAX = 86400 }; /* a day in seconds */
enum { IDLE_STANDBY_MIN = 60 };

enum { OPTION_ALLOWED_BYTES = 176 };

/* Write the allowed values of an option that takes a value: "0..255, off". Return the text. */
const char *value_allowed(const struct option_def *def, char text[OPTION_ALLOWED_BYTES]);

/*
 * value_extent(): return the length of the value at the start of `text`, the rest of a cluster; 0:
 * none. "20MIN" is a time, but "1H" is 1 and -H, as in hdparm 9.65. word_extent(): return the
 * length of the value at the start of a separate word.
 */
size_t value_extent(const struct value_type *type, const char *text);
size_t word_extent(const struct value_type *type, const char *word);

/* Report a wrong value, and return -1. `err`: -ERANGE if out of range, else another error. */
int value_error(struct plan_error *error, enum opt_id id, const char *word, int err);

/* Report a unit in a word of its own, as in "20 min". Return -1. */
int unit_error(struct plan_error *error, enum opt_id id, const char *number, const char *unit);

/* `flag` is opt_state.flag. */
extern const struct value_type value_bus_state;	     /* 0 to 2, or off, on, tristate */
extern const struct value_type value_transport;	     /* a name of ata_path_name() */
extern const struct value_type value_level;	     /* a number, or off, min, max (APM) */
extern const struct value_type value_standby_timer;  /* N, off, or a time as 20min; also ,save */
extern const struct value_type value_epc_timer;	     /* a time or a word such as off; also ,save */
extern const struct value_type value_epc_member;     /* a condition's name, then value_epc_timer */
extern const struct value_type value_epc_condition;  /* a power condition: enum ata_epc */
extern const struct value_type value_transfer_mode;  /* number or a name such as udma2 */
extern const struct value_type value_lasting_number; /* number; p in front sets `flag` */
extern const struct value_type value_bad_sector;     /* sector number; f in front sets `flag` */
extern const struct value_type value_lba_run;	     /* LBA:COUNT; LBA and LBA: run to the end */
extern const struct value_type value_pattern;	     /* hex: and eight digits */
extern const struct value_type value_erase_method;   /* enum disk_erase */
extern const struct value_type value_user_master;    /* the beginning of user or master */
extern const struct value_type value_security_mode;  /* the beginning of high or maximum */
extern const struct value_type value_kib_and_file;   /* number of KiB, then a path */
extern const struct value_type value_seconds;	     /* number, or a time as 3min */
extern const struct value_type value_idle_time;	     /* value_seconds, or off */
extern const struct value_type value_recovery_time;  /* recovery_unpack(); ",keep" sets `flag` */
extern const struct value_type value_sct_feature;    /* a feature, then a value of its type */
extern const struct value_type value_sct_cache;	     /* drive, on, off; ",keep" sets `flag` */
extern const struct value_type value_sct_reordering; /* on, off; ",keep" sets `flag` */
extern const struct value_type value_provisioning;   /* index of provisioning_words[] */
extern const struct value_type value_lba_range;	     /* LBA:COUNT */

#endif
