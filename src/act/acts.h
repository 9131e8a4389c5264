/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions behind the action table; each follows struct action.run's contract. */
#ifndef HDPARM_ACT_ACTS_H
#define HDPARM_ACT_ACTS_H

#include "job.h"
#include "sct.h"
#include "units.h"

/* The result of reading a setting. */
enum knowledge { NOT_KNOWN, NO_SUCH_FEATURE, KNOWN };

/* What it means if the value read back is not the one requested. */
enum nature {
	EXACT,	 /* on or off, or a code: the request was ignored */
	ROUNDED, /* the kernel rounds, and refuses what it cannot do */
	LEVEL	 /* a drive may ignore or round: compare with the value before */
};

/*
 * A setting: its texts, where it is kept, and how it is read back. It is kept by the drive (SET
 * FEATURES, or SCT), by the kernel (a sysfs attribute, or a pair of ioctls; numbers and layouts:
 * linux/hdreg.h, linux/fs.h), or elsewhere (then `read` reads it).
 */
struct setting_def {
	enum opt_id opt : 8;
	enum ata_feature feature : 8; /* FEATURE_NONE: SET FEATURES does not change it */
	enum sct_setting sct : 8;     /* SCT_NO_SETTING: SCT does not set it */
	enum nature nature : 4;	   /* not used for a feature with a level: see setting_nature() */
	bool blank_after_zero : 1; /* 9.65 ends the line of a 0 with a blank, and scripts compare */
	/* both ioctls go by pointer to int; else get by pointer to long, set by value */
	bool int_pointer : 1;
	bool old_driver : 1;  /* only drivers/ide has it */
	uint16_t off_value;   /* the option's value that means the feature's `off` */
	const char *announce; /* "using_dma", for " setting using_dma to 1 (on)" */
	const char *label;    /* " using_dma     =", in front of the value; NULL: never shown */
	/* the text in parentheses behind the value, when set and when shown; or NULL */
	const char *(*set_meaning)(uint64_t value);
	const char *(*get_meaning)(uint64_t value);

	const char *attribute; /* in sysfs */

	unsigned get, set; /* ioctls; 0: there is none */
	const char *get_name, *set_name;

	/* reads it back, if none of the above does */
	enum knowledge (*read)(struct job *, uint64_t *value);
	/* reads it back from a disk that takes no ATA commands */
	enum knowledge (*ask)(struct job *, uint64_t *value);
	/* the value in messages; NULL: its number */
	void (*text)(uint64_t value, char text[UNITS_TEXT_BYTES]);
};

/* The row is empty if the option is not such a setting. */
const struct setting_def *setting_of(enum opt_id id);

/* The same for the job's option. */
const struct setting_def *job_setting(const struct job *job);

enum nature setting_nature(enum opt_id id);

/* Whether machines see it as a boolean, however many numbers the option takes. */
bool setting_is_flag(enum opt_id id);

/* " setting WHAT to VALUE (MEANING)", unless quiet. */
void setting_announce(struct job *);

/* The answer to the option without a value: label, value, meaning; and the same for machines. */
void setting_show(struct job *, int64_t value);

/* Reads the present value; sends IDENTIFY if that holds it. */
enum knowledge setting_read(struct job *, uint64_t *value);

/* Reads the job's setting by its ioctl. 0 or -errno. */
int setting_read_ioctl(struct job *, long *value);

/* The same for -m; reads it from the drive if the kernel does not have it. */
int multcount_read(struct job *, long *value);

/* Settings of the kernel (-a -b -c -d -k -m -n -r -u, and -p, which cannot be read back). */
int act_ioctl_set(struct job *);
int act_ioctl_get(struct job *);
int act_multcount_set(struct job *);
int act_multcount_get(struct job *);
int act_pio_mode_set(struct job *);

/* IDENTIFY data (-I -i --Istdin --Istdout --Iraw). */
int act_identify(struct job *);
int act_identity(struct job *);
int act_identify_stdin(struct job *);
int act_identify_words(struct job *);
int act_identify_file(struct job *);

/* Settings of the drive, changed by SET FEATURES (-A -B -D -K -M -P -R -s -W -X). */
int act_feature_set(struct job *);
int act_feature_get(struct job *);
int act_apm_set(struct job *);
int act_apm_get(struct job *);
int act_write_cache_set(struct job *);
int act_power_up_in_standby_set(struct job *);
int act_transfer_mode_set(struct job *);

/*
 * Sends FLUSH CACHE (EXT), whichever the drive claims, as a part of another act. If the drive
 * claims neither, its refusal is no failure. 0 or -errno.
 */
int act_flush_if_possible(struct job *);

/* An act that is one command without data, announced by a line. */
struct plain_command {
	enum ata_id id;
	enum ata_id older; /* sent if the drive refuses `id`; the same as `id`: none */
	const char *announce;
	bool whole_disk; /* refuses a partition; scripts use the other commands on partitions */
};

extern const struct plain_command command_standby, command_sleep, command_idle_immediate,
	command_seagate_powersave_off, command_dco_freeze;

int act_plain_command(struct job *);
int act_power_mode(struct job *);
int act_standby_timer_set(struct job *);
int act_idle_unload(struct job *);
int act_flush_drive(struct job *);

/* Extended Power Conditions (--epc, --epc-timer, --epc-go). */
int act_epc_set(struct job *);
int act_epc_get(struct job *);
int act_epc_timer_set(struct job *);
int act_epc_go(struct job *);

/* The time of -S, announced: in seconds, 0 for off and for the maker's codes. */
unsigned standby_timer_announce(struct job *job);

/*
 * The same options for disks that take no ATA commands, by their language, which has the verb if
 * the row of the action says that it answers.
 */
int ask_identity(struct job *);
int ask_names(struct job *);
int ask_set_sector_size(struct job *);
void disk_show_power_state(struct job *);
int ask_temperature(struct job *);
int ask_write_cache(struct job *);
int ask_write_cache_set(struct job *);
int ask_standby(struct job *);
int ask_standby_timer_set(struct job *);
int ask_flush(struct job *);
int ask_make_bad_sector(struct job *);
int ask_firmware(struct job *);
int ask_firmware_activate(struct job *);

/* Block layer and bus (-f -g -z -w -Q). */
int act_flush_buffers(struct job *);
int act_geometry(struct job *);
int act_reread_partitions(struct job *);
int act_reset(struct job *);
int act_attribute_set(struct job *);
int act_attribute_get(struct job *);
int act_command_timeout_set(struct job *);
int act_command_timeout_get(struct job *);

/* Sets the kernel's time limit and reads it back. 0, or -errno reported. */
int command_timeout_change(struct job *job, uint64_t seconds);

/* Settings of the drive, changed by SCT. They read back by themselves. */
int act_sct_set(struct job *);
int act_sct_get(struct job *);

/* Media (-E -L). */
int act_cd_speed_set(struct job *);
int act_door_lock_set(struct job *);

/* Size (-N, --dco-*). */
int act_max_sectors_set(struct job *);
int act_max_sectors_get(struct job *);
int act_dco_identify(struct job *);
int act_dco_restore(struct job *);
int act_dco_setmax(struct job *);

/* How many sectors the drive really has, by DEVICE CONFIGURATION IDENTIFY; false: not known. */
bool dco_real_sectors(struct job *, uint64_t *sectors);

/* Sectors. */
int act_read_sector(struct job *);
int act_write_sector(struct job *);
int act_make_bad_sector(struct job *);
int act_set_sector_size(struct job *);
int act_trim_ranges(struct job *);
int act_trim_stdin(struct job *);

/* New firmware: how an option sends it. */
struct firmware_act {
	uint8_t mode; /* enum ata_firmware_mode, 0: as the drive prefers */
	bool largest; /* the largest segments that the drive takes, else the smallest */
};

extern const struct firmware_act firmware_preferred, firmware_mode3, firmware_mode3_max,
	firmware_mode7, firmware_modee, firmware_modee_max;

int act_firmware(struct job *);
int act_firmware_activate(struct job *);

/* Vendors' commands (-H -J) and a test of the kernel. */
int act_temperature(struct job *);
int act_idle3_set(struct job *);
int act_idle3_get(struct job *);
int act_drq_hsm_error(struct job *);

/* Files. */
int act_fallocate(struct job *);
int act_fibmap(struct job *);

/* Acts without a device. */
int act_help(struct job *);
int act_version(struct job *);
int act_list_options(struct job *);
int act_security_help(struct job *);

#endif
