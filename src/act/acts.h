/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions behind the action table; each follows struct action.run's contract. */
#ifndef HDPARM_ACT_ACTS_H
#define HDPARM_ACT_ACTS_H

#include "job.h"

/*
 * A setting kept by the kernel and reached by a pair of ioctls (-a -b -c -d -k -m -n -r -u, and
 * -p, which cannot be read back). Numbers and layouts: linux/hdreg.h, linux/fs.h.
 */
struct ioctl_setting {
	unsigned long get, set; /* 0: there is none */
	const char *get_name, *set_name;
	bool int_pointer;     /* values go by pointer to int; else get by pointer to long,
				 set by value */
	const char *announce; /* "using_dma", for " setting using_dma to 1 (on)" */
	const char *label;    /* " using_dma     = %2ld" without the number's format */
	const char *(*set_meaning)(uint64_t value); /* what stands in parentheses, or NULL */
	const char *(*get_meaning)(uint64_t value);
	bool blank_after_zero; /* 9.65 ends the line of a 0 with a blank, and scripts compare */
	bool old_driver;       /* drivers/ide alone has it */
};

extern const struct ioctl_setting setting_read_ahead, setting_read_only, setting_io_32bit,
	setting_dma, setting_keep_settings, setting_multcount, setting_nowerr, setting_unmask_irq,
	setting_bus_state;

/* Reads the setting, whose row is `row`. 0 or -errno. */
int ioctl_setting_read(struct job *, const struct ioctl_setting *row, long *value);

/* The same of -m: from the drive where the kernel does not have it. */
int multcount_read(struct job *, long *value);

int act_ioctl_set(struct job *);
int act_ioctl_get(struct job *);
int act_multcount_set(struct job *);
int act_multcount_get(struct job *);
int act_pio_mode_set(struct job *);

/* One bit of the IDENTIFY data: word and bit; word 0 stands for "none" (it holds no such flag). */
struct id_flag {
	uint8_t word, bit;
};

/* IDENTIFY data (-I -i --Istdin --Istdout --Iraw). */
int act_identify(struct job *);
int act_identity(struct job *);
int act_identify_stdin(struct job *);
int act_identify_words(struct job *);
int act_identify_file(struct job *);

/* A setting that the drive keeps, changed by SET FEATURES (-A -B -D -K -M -P -R -W). */
struct feature_setting {
	uint8_t on, off;      /* SF_* subcommands */
	uint16_t off_value;   /* the option's value that is sent as `off` */
	bool never_off;	      /* there is no `off`: every value goes with `on` */
	bool value_in_count;  /* COUNT carries the value with `on` */
	const char *announce; /* "drive write-caching", for " setting ... to" */
	/* text behind "to ": the value and its meaning */
	void (*announce_value)(struct report *, const char *key, uint64_t value);
	const char *label; /* " write-caching =" */
	struct id_flag supported, enabled;
	bool vouched;	    /* `supported` counts only where word 83 says that it is valid */
	uint8_t level_word; /* IDENTIFY word whose low byte is the level, 0: on/off only */
};

extern const struct feature_setting feature_look_ahead, feature_apm, feature_defect_management,
	feature_keep_features, feature_acoustic, feature_prefetch, feature_write_read_verify,
	feature_write_cache;

/* The first of the setting's IDENTIFY words that is FFFFh, which tells nothing, or 0. */
unsigned feature_empty_word(const struct device *, const struct feature_setting *);

int act_feature_set(struct job *);
int act_write_cache_set(struct job *);
int act_power_up_in_standby_set(struct job *);
int act_transfer_mode_set(struct job *);
int act_flag_get(struct job *);
int act_apm_get(struct job *);
int act_acoustic_get(struct job *);
int act_write_read_verify_get(struct job *);

/*
 * FLUSH CACHE (EXT), whichever the drive has (IDENTIFY word 83 bits 12 and 13), as a part of
 * another act: the refusal of a drive that claims neither is no failure. 0 or -errno.
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
int act_queue_depth_set(struct job *);
int act_queue_depth_get(struct job *);

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
