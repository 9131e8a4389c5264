/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Acts of options, for struct action, and the table of settings. */
#ifndef HDPARM_ACT_ACTS_H
#define HDPARM_ACT_ACTS_H

#include "action.h"
#include "ata_drive.h"
#include "block.h"
#include "options.h"
#include "units.h"

/* How to judge a setting if another value is read back than was requested. */
enum nature {
	EXACT, /* a difference means that the request was ignored */
	/* the kernel may round the value: a difference is no failure */
	ROUNDED,
	/* the drive may ignore or round the value: compare the value read with the old value */
	LEVEL
};

/* A value of write-read-verify that is read: on, in a mode that the drive does not report. */
#define VERIFY_UNTOLD UINT64_MAX

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
	/* not_read_back, but for JSON of an ATA drive by whose standby_z the act was judged */
	bool ata_read_if_judged : 1;
	bool has_modes : 1; /* it is off, or in one of several modes */
	bool handler : 1;   /* read_time_limit(): of the kernel's error handler, not of a command */
	bool saves : 1;	    /* ",save" may follow the value */
	bool lasts : 1;	    /* "p" may be in front of the value: permanently */
	bool in_words : 1;  /* shown as `write_now` writes it */
	/* an ATA drive is sent the value without a question, which may wake the drive */
	bool ata_unasked : 1;
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
	 * How hdparm.conf has a value of the option: NULL: on or off, or a number. And the present
	 * state; NULL: observed.value as `write` writes it.
	 */
	void (*write)(uint64_t value, char text[COMPARED_TEXT_BYTES]);
	void (*write_now)(const struct observed *now, char text[COMPARED_TEXT_BYTES]);
	/* true if the kernel makes `now` of `asked`; NULL: it takes each value as it is */
	bool (*is_same)(uint64_t asked, uint64_t now);
	/* true if a drive may have rounded `asked` to `now`; NULL: it rounds none */
	bool (*may_round)(uint64_t asked, uint64_t now);
	/* return why the requested value cannot be set; NULL: not known to be so */
	const char *(*barred)(struct job *);
	/*
	 * Compare what the request sets instead on a drive that lacks the setting.
	 * NO_SUCH_SETTING: nothing. NULL: no value names something else.
	 */
	enum knowledge (*instead)(struct job *, struct compared *);
	/* write to c->helps what also sets the state; NULL: nothing else sets it */
	void (*helper)(struct job *, struct compared *c);
	/* --save-conf: true if the file has a state that is `actual`; NULL: it has each */
	bool (*is_kept)(struct job *, const char *actual);
	/* --save-conf reads the setting only if this one is on; 0: always */
	enum opt_id needs_on : 8;
	/* while this option is set, too, the state that is read is not this setting's; 0: none */
	enum opt_id hidden_by : 8;
	/*
	 * If setting the value that is set already would change something else as well: write what
	 * differs to `text`, as "the kernel sends it no flushes". 0, or -errno: not known. NULL: it
	 * changes nothing else.
	 */
	int (*beside)(struct job *, char text[COMPARED_TEXT_BYTES]);
	/* gives a note that also a value which is set already deserves; NULL: there is none */
	void (*note)(struct job *, const struct observed *now);
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
	read_frozen, read_provisioning, read_link_power, read_pio_mode, read_cd_speed,
	read_door_lock;

/* --- judge.c --- */

void write_apm(uint64_t value, char text[COMPARED_TEXT_BYTES]);
void write_limits(const struct observed *now, char text[COMPARED_TEXT_BYTES]);
bool apm_may_round(uint64_t asked, uint64_t now);
bool same_read_ahead(uint64_t asked, uint64_t now);
const char *transfer_mode_barred(struct job *);
void write_epc_timer(uint64_t value, char text[COMPARED_TEXT_BYTES]);
void write_standby_timer(uint64_t value, char text[COMPARED_TEXT_BYTES]);
void write_timer_now(const struct observed *now, char text[COMPARED_TEXT_BYTES]);
void write_recovery(const struct observed *now, char text[COMPARED_TEXT_BYTES]);
void write_sct(const struct observed *now, char text[COMPARED_TEXT_BYTES]);
void write_provisioning(const struct observed *now, char text[COMPARED_TEXT_BYTES]);
const char *standby_timer_barred(struct job *);
const char *saved_timer_barred(struct job *);
const char *epc_barred(struct job *);
const char *recovery_barred(struct job *);
const char *provisioning_barred(struct job *);
/* True if the kernel discards sectors in this mode. */
bool provisioning_discards(const char *mode);
bool provisioning_is_kept(struct job *, const char *actual);
/* Write the option, or the key of hdparm.conf, that sets standby_z to the time of -S. */
void standby_z_setter(const struct job *job, char text[COMPARED_TEXT_BYTES]);
void standby_timer_helper(struct job *, struct compared *c);
enum knowledge compare_command_timeout(struct job *, struct compared *c);
int write_cache_beside(struct job *, char text[COMPARED_TEXT_BYTES]);
int sct_cache_beside(struct job *, char text[COMPARED_TEXT_BYTES]);
int discard_limit_beside(struct job *, char text[COMPARED_TEXT_BYTES]);
/* True if the drive caches writes in this state of SCT_WRITE_CACHE. */
bool sct_state_caches(struct job *, uint64_t state);
void note_write_cache(struct job *, const struct observed *now);
void note_sct_cache(struct job *, const struct observed *now);
void note_recovery(struct job *, const struct observed *now);
/* Write a time as text: "7.0 s", "off", "default"; in hdparm.conf "7s". */
void recovery_time_text(uint32_t ms, bool in_file, char text[UNITS_TEXT_BYTES]);
/* Write a note if the kernel's time limit is too short: the kernel may reset or drop the drive. */
void note_kernel_limit(struct job *, const struct recovery_time *t);

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

/* Write the limit as text: "30", or "30 to 60" for paths that differ. Return `text`. */
const char *time_limit_text(const struct block_limit *limit, char text[UNITS_TEXT_BYTES]);

void write_link_power(const struct observed *now, char text[COMPARED_TEXT_BYTES]);
const char *link_power_barred(struct job *);
void note_link_power(struct job *, const struct observed *now);
int act_link_power_set(struct job *);

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
