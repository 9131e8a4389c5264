/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions behind the action table; each follows struct action.run's contract. */
#ifndef HDPARM_ACT_ACTS_H
#define HDPARM_ACT_ACTS_H

#include "action.h"
#include "ata_drive.h"
#include "options.h"
#include "text.h"

/* What it means if the value read back is not the one requested. */
enum nature {
	EXACT,	 /* on or off, or a code: the request was ignored */
	ROUNDED, /* the kernel rounds the value, and refuses impossible ones */
	LEVEL	 /* a drive may ignore or round: compare with the value before */
};

typedef enum knowledge setting_reader(struct job *, struct observed *);

/*
 * A setting: its texts, where its value is, and how to read the value back. The value is in the
 * drive (SET FEATURES, or SCT), in the kernel (a sysfs attribute, or a pair of ioctls; numbers and
 * layouts: linux/hdreg.h, linux/fs.h), or elsewhere (then `read` reads it).
 */
struct setting_def {
	enum opt_id opt : 8;
	enum ata_feature feature : 8; /* FEATURE_NONE: SET FEATURES does not change it */
	enum sct_setting sct : 8;     /* SCT_NO_SETTING: SCT does not set it */
	enum nature nature : 4;	   /* not used for a feature with a level: see setting_nature() */
	bool blank_after_zero : 1; /* 9.65 ends the line of a 0 with a blank, and scripts compare */
	/* both ioctls go by pointer to int; else get by pointer to long, set by value */
	bool int_pointer : 1;
	bool old_driver : 1; /* only drivers/ide has it */
	/* the act reads it back itself, or that takes commands which 9.65 does not send */
	bool not_read_back : 1;
	uint16_t off_value;   /* the option's value that means the feature's `off` */
	const char *announce; /* "using_dma", for " setting using_dma to 1 (on)" */
	const char *label;    /* " using_dma     =", in front of the value; NULL: never shown */
	/* the text in parentheses behind the value, when set and when shown; or NULL */
	const char *(*set_meaning)(uint64_t value);
	const char *(*get_meaning)(uint64_t value);

	const char *attribute; /* attribute in sysfs */

	unsigned get, set; /* ioctls; 0: there is none */

	/* reads it, where that takes more than one of the above */
	setting_reader *read;
	/* the value in messages; NULL: its number */
	void (*text)(uint64_t value, char text[UNITS_TEXT_BYTES]);
};

/* The row is empty if the option is not such a setting. */
const struct setting_def *setting_of(enum opt_id id);

/* setting_of() for the job's option. */
const struct setting_def *job_setting(const struct job *job);

enum nature setting_nature(enum opt_id id);

/* True if machines see it as a boolean, however many numbers the option takes. */
bool setting_is_flag(enum opt_id id);

/* " setting WHAT to VALUE (MEANING)", unless quiet. */
void setting_announce(struct job *);

/* The readers. The first three read what their row names. */
setting_reader read_feature, read_ioctl, read_attribute, read_multcount, read_max_sectors,
	read_time_limit, read_transfer_mode, read_write_read_verify, read_write_cache,
	read_look_ahead, read_standby_timer, read_epc, read_epc_timer, read_recovery, read_sct,
	read_frozen, read_provisioning;

/* The option without a value: label, value, meaning; and the same for machines. */
int act_setting_get(struct job *);
/* Show a setting, and fill *now with its value. */
int setting_show(struct job *, struct observed *now);

/* End the setting of a feature with the result `err` of its verb: 0 or -errno, reported. */
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
 * After an act that turned on, or may have, the write cache of an ATA drive: let the kernel know
 * where it does not learn by itself, at a SAS host, and warn behind a USB bridge. Unless the act
 * has proved that the cache is on, the drive is asked first.
 */
void tell_kernel_it_caches(struct job *, bool proved);

int act_power_up_in_standby_set(struct job *);
int act_transfer_mode_set(struct job *);

/* An act that is one command without data, announced by a line. */
struct plain_command {
	enum ata_id id;
	enum ata_id older; /* command that is sent if the drive refuses `id`; `id` itself: none */
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
/* Refuse a drive that is known to have no power conditions. */
int check_conditions(struct job *);

/* The condition that one of the options OPT_EPC_IDLE_A to OPT_EPC_STANDBY_Z is about. */
enum ata_epc epc_condition_of(enum opt_id id);

/* True if --epc off is to leave the timer alone that -S of the same line sets. */
bool standby_apart(const struct request *req);

/* Make the text of a timer's value. */
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

/* Set the kernel's time limit and read it back. 0, or -errno reported. */
int command_timeout_change(struct job *job, uint64_t seconds);

/* How long the drive tries a bad sector; the times that a value stands for. */
int act_recovery_set(struct job *);
int act_recovery_get(struct job *);
static inline struct recovery_time recovery_wanted(const struct recovery_value *value)
{
	return (struct recovery_time){ .ms = { value->units[0] * UINT32_C(100),
					       value->units[1] * UINT32_C(100) } };
}

/* Settings of an ATA drive, changed by SCT. They read back by themselves. */
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

/* Sectors. */
int act_read_sector(struct job *);
int act_write_sector(struct job *);
int act_make_bad_sector(struct job *);

int check_set_sector_size(struct job *);
int act_set_sector_size(struct job *);
int act_trim_ranges(struct job *);
int act_trim_stdin(struct job *);

/* New firmware: how an option sends it. */
struct firmware_act {
	enum disk_firmware_way way;
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

#endif
