/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions of the action table (actions.c). Each returns what struct action.run has to. */
#ifndef HDPARM_ACT_ACTS_H
#define HDPARM_ACT_ACTS_H

#include "action.h"
#include "ata_drive.h"
#include "options.h"
#include "text.h"

/* How to judge a value that reads back different from the requested one. */
enum nature {
	EXACT, /* on, off or a code: a difference means that the request was ignored */
	/* the kernel rounds the value, and refuses impossible ones: a difference is no failure */
	ROUNDED,
	/* the drive may ignore or round the value: compare with the value before the change */
	LEVEL
};

typedef enum knowledge setting_reader(struct job *, struct observed *);

/*
 * A setting: its texts, the place of its value, and how to read it back. The value is in the drive
 * (SET FEATURES, SCT), in the kernel (a sysfs attribute, or two ioctls of linux/hdreg.h or
 * linux/fs.h), or elsewhere; in the last case `read` reads it.
 */
struct setting_def {
	enum opt_id opt : 8;
	enum ata_feature feature : 8; /* feature that SET FEATURES changes; FEATURE_NONE: none */
	enum sct_setting sct : 8;     /* setting that SCT changes; SCT_NO_SETTING: none */
	/* how to judge a value read back; for a feature with a level see setting_nature() */
	enum nature nature : 4;
	/* true: a blank follows the value 0, as in 9.65, for scripts that compare */
	bool blank_after_zero : 1;
	/*
	 * argument of the ioctls. True: both take a pointer to int. False: `get` takes a pointer to
	 * long, and `set` the value itself.
	 */
	bool int_pointer : 1;
	bool old_driver : 1; /* only the old IDE driver (drivers/ide) has this setting */
	/*
	 * true: no common read-back, since the act itself reads the value back, or since reading it
	 * takes commands that 9.65 does not send
	 */
	bool not_read_back : 1;
	uint16_t off_value;   /* option's value that turns the feature off */
	const char *announce; /* name for the line " setting using_dma to 1 (on)" */
	/* text before the value, as " using_dma     ="; NULL: the value is never shown */
	const char *label;
	/* text in parentheses after the value, when it is set and when it is shown; NULL: none */
	const char *(*set_meaning)(uint64_t value);
	const char *(*get_meaning)(uint64_t value);

	const char *attribute; /* sysfs attribute with the value; NULL: none */

	unsigned get, set; /* ioctls that read and set the value; 0: none */

	/* reader for a setting that the members above do not suffice to read; NULL: they do */
	setting_reader *read;
	/* text of a value in messages; NULL: its number */
	void (*text)(uint64_t value, char text[UNITS_TEXT_BYTES]);
};

/*
 * Return the option's row. For an option without a setting the row is empty: its `opt` is
 * OPT_COUNT.
 */
const struct setting_def *setting_of(enum opt_id id);

/* Return the row of the job's option, as setting_of(). */
const struct setting_def *job_setting(const struct job *job);

enum nature setting_nature(enum opt_id id);

/* True if JSON shows the setting as a boolean, although its option may take more numbers. */
bool setting_is_flag(enum opt_id id);

/* Print " setting WHAT to VALUE (MEANING)", unless quiet. */
void setting_announce(struct job *);

/* Functions that read a setting. The first three read the place that the row names. */
setting_reader read_feature, read_ioctl, read_attribute, read_multcount, read_max_sectors,
	read_time_limit, read_transfer_mode, read_write_read_verify, read_write_cache,
	read_look_ahead, read_standby_timer, read_epc, read_epc_timer, read_recovery, read_sct,
	read_frozen, read_provisioning;

/* Show the setting of an option without a value: label, value and meaning, also in JSON. */
int act_setting_get(struct job *);
/* Show a setting, and fill *now with its value. 0, or -errno, reported. */
int setting_show(struct job *, struct observed *now);

/*
 * Report the result `err` of the verb that set a feature. Return 0 or -errno: 0 also if the drive's
 * data show that the feature has the requested value nevertheless.
 */
int feature_end_set(struct job *, int err);

/* Settings of the kernel (-a -b -c -d -k -m -n -r -u, and -p, which cannot be read back). */
int act_ioctl_set(struct job *);
int act_multcount_set(struct job *);
int act_pio_mode_set(struct job *);

/* IDENTIFY data (-I -i --Istdin --Istdout --Iraw). */
int act_identify(struct job *);
int act_identity(struct job *);
int act_identify_stdin(struct job *);
int act_identify_words(struct job *);
int act_identify_file(struct job *);

/* Settings of the drive, changed by SET FEATURES (-A -B -D -K -M -P -R -s -W -X). */
int act_feature_set(struct job *);
int act_look_ahead_set(struct job *);
int act_look_ahead_get(struct job *);
int act_apm_set(struct job *);
int act_write_cache_set(struct job *);
int act_write_cache_get(struct job *);
/*
 * Make the kernel send flushes at a SAS host after an act that may have turned on an ATA drive's
 * write cache, since the kernel does not notice. Behind a USB bridge, warn only. `proved`: the act
 * has proved that the cache is on; else the drive is asked first.
 */
void tell_kernel_it_caches(struct job *, bool proved);

int act_power_up_in_standby_set(struct job *);
int act_transfer_mode_set(struct job *);

/* An act that prints a line and sends one command without data. */
struct plain_command {
	enum ata_id id;
	enum ata_id older; /* command to send if the drive aborts `id`; the same as `id`: none */
	const char *announce;
};

extern const struct plain_command command_sleep, command_idle_immediate,
	command_seagate_powersave_off, command_dco_freeze;

int act_plain_command(struct job *);
int act_standby(struct job *);
int act_power_mode(struct job *);
int act_standby_timer_set(struct job *);
int act_idle_unload(struct job *);
int act_flush_drive(struct job *);

/* Extended Power Conditions (--epc, --epc-timer, --epc-go). */
int act_epc_set(struct job *);
int act_epc_get(struct job *);
int act_epc_timer_set(struct job *);
int act_epc_go(struct job *);
/* 0, or -errno, reported, for a drive that is known to have no power conditions. */
int check_conditions(struct job *);

/* Return the power condition of an option from OPT_EPC_IDLE_A to OPT_EPC_STANDBY_Z. */
enum ata_epc epc_condition_of(enum opt_id id);

/*
 * True if --epc off leaves standby_z alone, since -S on the same command line sets a time for that
 * timer.
 */
bool standby_apart(const struct request *req);

/* Write the text of a timer's value, in units of 100 ms or a word. */
void epc_timer_text(uint64_t value, char text[UNITS_TEXT_BYTES]);

/* Block layer and bus (-f -g -z -w -Q). */
int act_flush_buffers(struct job *);
int act_geometry(struct job *);
int act_reread_partitions(struct job *);
int act_reset(struct job *);
int act_attribute_set(struct job *);
int act_time_limit_set(struct job *);

/* How the kernel discards (--provisioning, --verify). */
int act_provisioning_set(struct job *);
int act_provisioning_get(struct job *);

/* Set the kernel's time limit for commands, and read it back. 0 or -errno, reported. */
int command_timeout_change(struct job *job, uint64_t seconds);

/*
 * Set and read how long the drive retries a bad sector. recovery_wanted() converts an option's
 * value to times in ms.
 */
int act_recovery_set(struct job *);
int act_recovery_get(struct job *);
static inline struct recovery_time recovery_wanted(const struct recovery_value *value)
{
	return (struct recovery_time){ .ms = { value->units[0] * UINT32_C(100),
					       value->units[1] * UINT32_C(100) } };
}

/* Settings of an ATA drive, changed by SCT. These acts read the value back themselves. */
int act_sct_set(struct job *);
int act_sct_get(struct job *);

/* Removable media: speed and door lock (-E -L). */
int act_cd_speed_set(struct job *);
int act_door_lock_set(struct job *);

/* Size (-N, --dco-*). */
int act_max_sectors_set(struct job *);
int act_max_sectors_get(struct job *);
int act_dco_identify(struct job *);
int act_dco_restore(struct job *);
int act_dco_setmax(struct job *);

int act_read_sector(struct job *);
int act_write_sector(struct job *);
int act_make_bad_sector(struct job *);

int check_set_sector_size(struct job *);
int act_set_sector_size(struct job *);
int act_trim_ranges(struct job *);
int act_trim_stdin(struct job *);

/* The way in which an option sends new firmware. */
struct firmware_act {
	enum disk_firmware_way way;
	bool largest; /* true: the largest segments that the drive takes; false: the smallest */
};

extern const struct firmware_act firmware_preferred, firmware_mode3, firmware_mode3_max,
	firmware_mode7, firmware_modee, firmware_modee_max;

int act_firmware(struct job *);
int act_firmware_activate(struct job *);

/* Vendors' commands (-H -J), and a test of the kernel (--drq-hsm-error). */
int act_temperature(struct job *);
int act_idle3_set(struct job *);
int act_idle3_get(struct job *);
int act_drq_hsm_error(struct job *);

/* Files (--fallocate, --fibmap). */
int act_fallocate(struct job *);
int act_fibmap(struct job *);

#endif
