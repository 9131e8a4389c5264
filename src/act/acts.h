/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Acts of options, for struct action, and the table of settings. */
#ifndef HDPARM_ACT_ACTS_H
#define HDPARM_ACT_ACTS_H

#include "action.h"
#include "ata_drive.h"
#include "block.h"
#include "options.h"
#include "text.h"

/* How to judge a setting if another value is read back than was requested. */
enum nature {
	EXACT, /* a difference means that the request was ignored */
	/* the kernel may round the value: a difference is no failure */
	ROUNDED,
	/* the drive may ignore or round the value: compare the value read with the old value */
	LEVEL
};

typedef enum knowledge setting_reader(struct job *, struct observed *);

/* The value is read by the first of `read`, `attribute`, `get` and `feature` that is set. */
struct setting_def {
	enum opt_id opt : 8;
	enum ata_feature feature : 8;
	enum sct_setting sct : 8;
	enum nature nature : 4;
	/* the line that shows the value 0 ends with a blank, as in hdparm 9.65 */
	bool blank_after_zero : 1;
	/* both ioctls take a pointer to int; false: `get` takes a pointer to long, `set` a value */
	bool int_pointer : 1;
	bool old_driver : 1; /* only the old IDE driver (drivers/ide) has this setting */
	bool not_read_back : 1;
	uint16_t off_value;   /* value of the option that turns the feature off */
	const char *announce; /* name of the setting in " setting using_dma to 1 (on)" */
	/* text before the shown value, as " using_dma     =" */
	const char *label;
	/* text in parentheses after the value: in the announcement, and when shown; NULL: none */
	const char *(*set_meaning)(uint64_t value);
	const char *(*get_meaning)(uint64_t value);

	const char *attribute;

	unsigned get, set;

	setting_reader *read;
	/*
	 * If setting the value that is set already would change something else as well: write what
	 * differs to `text`, as "the kernel sends it no flushes". 0, or -errno: not known. NULL: it
	 * changes nothing else.
	 */
	int (*beside)(struct job *, char text[COMPARED_TEXT_BYTES]);
	/* gives a note that also a value which is set already deserves; NULL: there is none */
	void (*note)(struct job *);
	/* writes a value as text for messages; NULL: as a number */
	void (*text)(uint64_t value, char text[UNITS_TEXT_BYTES]);
};

/* Return the option's row, or an empty row with `opt` OPT_COUNT. */
const struct setting_def *setting_of(enum opt_id id);

const struct setting_def *job_setting(const struct job *job);

enum nature setting_nature(enum opt_id id);

/* True if setting_show() writes a known value as a boolean in JSON. */
bool setting_is_flag(enum opt_id id);

void setting_announce(struct job *);

setting_reader read_feature, read_ioctl, read_attribute, read_multcount, read_max_sectors,
	read_time_limit, read_transfer_mode, read_write_read_verify, read_write_cache,
	read_look_ahead, read_standby_timer, read_epc, read_epc_timer, read_recovery, read_sct,
	read_frozen, read_provisioning, read_pio_mode, read_cd_speed, read_door_lock;

int write_cache_beside(struct job *, char text[COMPARED_TEXT_BYTES]);
int sct_cache_beside(struct job *, char text[COMPARED_TEXT_BYTES]);
int discard_limit_beside(struct job *, char text[COMPARED_TEXT_BYTES]);
void note_write_cache(struct job *);

int act_setting_get(struct job *);
/* Return 0, or the result of job_warn_drive() or job_fail_drive(). Fill *now in all cases. */
int setting_show(struct job *, struct observed *now);

/*
 * Report the failure `err`, if not 0, of a call that set a feature. Return 0 or -errno; 0 also
 * after sense data with status GOOD, if a read-back shows the requested value.
 */
int feature_end_set(struct job *, int err);

int act_ioctl_set(struct job *);
int act_multcount_set(struct job *);
int act_pio_mode_set(struct job *);

int act_identify(struct job *);
int act_identity(struct job *);
int act_identify_stdin(struct job *);
int act_identify_words(struct job *);
int act_identify_file(struct job *);

int act_feature_set(struct job *);
int act_look_ahead_set(struct job *);
int act_look_ahead_get(struct job *);
int act_apm_set(struct job *);
int act_write_cache_set(struct job *);
int act_write_cache_get(struct job *);
/*
 * For an ATA drive that caches writes, but gets no flushes from the kernel: turn the flushes on at
 * a SAS host. Except in a dry run, warn if the flushes stay off, as behind a USB bridge. `proved`:
 * the cache is known to be on. 0, or -errno if memory or descriptors run out.
 */
int tell_kernel_it_caches(struct job *, bool proved);

int act_power_up_in_standby_set(struct job *);
int act_transfer_mode_set(struct job *);

struct plain_command {
	enum ata_id id;
	enum ata_id older; /* command to send if the drive aborts `id`; equal to `id`: none */
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

int act_epc_set(struct job *);
int act_epc_get(struct job *);
int act_epc_timer_set(struct job *);
int act_epc_go(struct job *);
/* Return 0; or -errno, reported, if job_check_identity() fails, or an ATA drive lacks EPC. */
int check_conditions(struct job *);

/* Return the power condition of an option from OPT_EPC_IDLE_A to OPT_EPC_STANDBY_Z. */
enum ata_epc epc_condition_of(enum opt_id id);

/* True for `--epc off` with a -S that is not 0: a SCSI disk then keeps the timer of standby_z. */
bool standby_apart(const struct request *req);

/* Write a timer's value, in units of 100 ms or an ATA_EPC_ value, as text: 0 as "off". */
void epc_timer_text(uint64_t value, char text[UNITS_TEXT_BYTES]);

int act_flush_buffers(struct job *);
int act_geometry(struct job *);
int act_reread_partitions(struct job *);
int act_reset(struct job *);
int act_attribute_set(struct job *);
int act_time_limit_set(struct job *);

/* Write the option, or the key of hdparm.conf, that sets standby_z to the time of -S. */
void standby_z_setter(const struct job *, char text[COMPARED_TEXT_BYTES]);

/* Write the limit as text: "30", or "30 to 60" for paths that differ. */
void time_limit_text(const struct block_limit *limit, char text[UNITS_TEXT_BYTES]);

/* Write the limits that read_time_limit() found, as time_limit_text(). Return `text`. */
const char *observed_limits(const struct observed *now, char text[UNITS_TEXT_BYTES]);

int act_provisioning_set(struct job *);
int act_provisioning_get(struct job *);

/* Set the kernel's time limit. 0, or -errno, reported: -EIO if another limit is read back. */
int command_timeout_change(struct job *job, uint64_t seconds);

int act_recovery_set(struct job *);
int act_recovery_get(struct job *);
static inline struct recovery_time recovery_wanted(const struct recovery_value *value)
{
	return (struct recovery_time){ .ms = { value->units[0] * UINT32_C(100),
					       value->units[1] * UINT32_C(100) } };
}

int act_sct_set(struct job *);
int act_sct_get(struct job *);

int act_cd_speed_set(struct job *);
int act_door_lock_set(struct job *);

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

struct firmware_act {
	enum disk_firmware_way way;
	bool largest; /* true for options that end in -max: send the largest segments */
};

extern const struct firmware_act firmware_preferred, firmware_mode3, firmware_mode3_max,
	firmware_mode7, firmware_modee, firmware_modee_max;

int act_firmware(struct job *);
int act_firmware_activate(struct job *);

int act_temperature(struct job *);
int act_idle3_set(struct job *);
int act_idle3_get(struct job *);
int act_drq_hsm_error(struct job *);

int act_fallocate(struct job *);
int act_fibmap(struct job *);

#endif
