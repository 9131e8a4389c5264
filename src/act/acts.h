/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions behind the action table; each follows struct action.run's contract. */
#ifndef HDPARM_ACT_ACTS_H
#define HDPARM_ACT_ACTS_H

#include "job.h"

/* What reading a setting back has told. */
enum knowledge { NOT_KNOWN, NO_SUCH_FEATURE, KNOWN };

/* How a number read back that is not the one asked for is to be taken. */
enum nature {
	EXACT,	 /* on or off, or a code: it was ignored */
	ROUNDED, /* the kernel rounds, and refuses what it will not do */
	LEVEL	 /* a drive may do either: what it was before tells */
};

/*
 * A setting, by its option: what is said of it, who keeps it, and how it is read back. It is kept
 * by the drive (SET FEATURES), by the kernel (a sysfs attribute, or a pair of ioctls; numbers and
 * layouts: linux/hdreg.h, linux/fs.h), or where `read` looks.
 */
struct setting_def {
	const char *announce; /* "using_dma", for " setting using_dma to 1 (on)" */
	const char *label;    /* " using_dma     =", in front of the value; NULL: not to be asked */
	/* what stands in parentheses behind the value that is set, and that is shown, or NULL */
	const char *(*set_meaning)(uint64_t value);
	const char *(*get_meaning)(uint64_t value);
	bool blank_after_zero; /* 9.65 ends the line of a 0 with a blank, and scripts compare */

	enum ata_feature feature; /* FEATURE_NONE: SET FEATURES does not change it */
	uint64_t off_value;	  /* the option's value that stands for the feature's `off` */

	const char *attribute; /* in sysfs */

	unsigned long get, set; /* ioctls; 0: there is none */
	const char *get_name, *set_name;
	bool int_pointer; /* both go by pointer to int; else get by pointer to long, set by value */
	bool old_driver;  /* drivers/ide alone has it */

	/* how it is read back where none of the above tells */
	enum knowledge (*read)(struct job *, uint64_t *value);
	enum nature nature; /* a feature that has a level is LEVEL by itself: setting_nature() */
};

/* Rows without a field are those of options that are no such settings. */
extern const struct setting_def setting_table[OPT_COUNT];

static inline const struct setting_def *job_setting(const struct job *job)
{
	return &setting_table[job->id];
}

enum nature setting_nature(enum opt_id id);

/* Whether it is on or off to machines, however many numbers the option takes. */
bool setting_is_flag(enum opt_id id);

/* " setting WHAT to VALUE (MEANING)", unless quiet. */
void setting_announce(struct job *);

/* The answer to the option without a value: label, value, meaning; and the same for machines. */
void setting_show(struct job *, int64_t value);

/* What it is now; sends IDENTIFY where that tells. */
enum knowledge setting_read(struct job *, uint64_t *value);

/* Reads the job's setting by its ioctl. 0 or -errno. */
int setting_read_ioctl(struct job *, long *value);

/* The same of -m, from the drive where the kernel does not have it. */
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
 * FLUSH CACHE (EXT), whichever the drive says that it has, as a part of another act: the refusal of
 * a drive that claims neither is no failure. 0 or -errno.
 */
int act_flush_if_possible(struct job *);

/* An act that is one command without data, announced by a line. */
struct plain_command {
	enum ata_id id;
	enum ata_id older; /* sent where the drive refuses `id`; the same as `id`: none */
	const char *announce;
	bool whole_disk; /* a partition is refused; scripts use others on partitions */
};

extern const struct plain_command command_standby, command_sleep, command_idle_immediate,
	command_seagate_powersave_off, command_dco_freeze;

int act_plain_command(struct job *);
int act_power_mode(struct job *);
int act_standby_timer_set(struct job *);
int act_idle_unload(struct job *);
int act_flush_drive(struct job *);

/* Block layer and bus (-f -g -z -w -Q). */
int act_flush_buffers(struct job *);
int act_geometry(struct job *);
int act_reread_partitions(struct job *);
int act_reset(struct job *);
int act_attribute_set(struct job *);
int act_attribute_get(struct job *);

/* Media (-E -L). */
int act_cd_speed_set(struct job *);
int act_door_lock_set(struct job *);

/* Size (-N, --dco-*). */
int act_max_sectors_set(struct job *);
int act_max_sectors_get(struct job *);
int act_dco_identify(struct job *);
int act_dco_restore(struct job *);
int act_dco_setmax(struct job *);

/* How many sectors the drive really has, by DEVICE CONFIGURATION IDENTIFY; false: it does not tell.
 */
bool dco_real_sectors(struct job *, uint64_t *sectors);

/* Sectors. */
int act_read_sector(struct job *);
int act_write_sector(struct job *);
int act_make_bad_sector(struct job *);
int act_set_sector_size(struct job *);
int act_trim_ranges(struct job *);
int act_trim_stdin(struct job *);

/* The security feature set. A row says which command an option stands for. */
struct security_act {
	enum ata_id id;
	const char *announce; /* "SECURITY_UNLOCK" */
	const char *may_be;   /* so the drive may be where its state cannot be read afterwards */
	bool enhanced;	      /* the enhanced erase */
};

extern const struct security_act security_set_pass, security_unlock, security_disable,
	security_erase, security_erase_enhanced;

/*
 * The password for this job: from the option's value, --security-password-file, or asked for.
 * 0, or -errno reported. The caller wipes `password`.
 */
int password_get(struct job *job, uint8_t password[PASSWORD_BYTES]);

int act_security(struct job *);
int act_security_freeze(struct job *);
int act_security_help(struct job *);

/* The sanitize feature set. */
struct sanitize_act {
	enum ata_id id;
	const char *announce; /* "SANITIZE_BLOCK_ERASE" */
};

extern const struct sanitize_act sanitize_status, sanitize_freeze_lock, sanitize_antifreeze_lock,
	sanitize_block_erase, sanitize_crypto_scramble, sanitize_overwrite;

int act_sanitize(struct job *);

/* New firmware: how an option sends it. */
struct firmware_act {
	uint8_t mode; /* enum ata_firmware_mode, 0: as the drive prefers */
	bool largest; /* segments as large as the drive takes, else as small */
};

extern const struct firmware_act firmware_preferred, firmware_mode3, firmware_mode3_max,
	firmware_mode7, firmware_modee, firmware_modee_max;

int act_firmware(struct job *);
int act_firmware_activate(struct job *);

/* Vendors' own (-H -J) and tests of the kernel. */
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

#endif
