/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions behind the action table; each follows struct action.run's contract. */
#ifndef HDPARM_ACTS_H
#define HDPARM_ACTS_H

#include "action.h"

/*
 * A setting kept by the kernel and reached by a pair of ioctls (-a -c -d -k -m -n -r -u -b, and
 * -p, which cannot be read back).
 */
struct ioctl_setting {
	const char *get_name; /* as in linux/hdreg.h, for messages */
	const char *set_name;
	unsigned long get, set; /* 0: there is none */
	bool set_by_pointer;	/* the value is passed by address (BLKROSET) */
	bool set_on_off;	/* the announcement ends in "(on)" or "(off)" */
	const char *announce;	/* " setting using_dma to" */
	const char *label;	/* " using_dma     =" */
	const char *(*meaning)(uint64_t value); /* text in parentheses, NULL: none */
	const char *key;
};

extern const struct ioctl_setting setting_read_ahead, setting_read_only, setting_io_32bit,
	setting_dma, setting_keep_settings, setting_multcount, setting_nowerr, setting_unmask_irq,
	setting_bus_state, setting_pio_mode;

int act_ioctl_set(struct job *);
int act_ioctl_get(struct job *);
int act_multcount_set(struct job *);
int act_multcount_get(struct job *);
int act_pio_mode_set(struct job *);

/* A setting that the drive keeps, changed by SET FEATURES (-A -B -D -K -M -P -R -s -W -X). */
struct feature_setting {
	uint8_t on, off;	/* SF_* subcommands */
	bool value_in_count;	/* COUNT carries the value */
	uint16_t off_value;	/* this value is sent as `off` when value_in_count */
	bool has_off;
	const char *announce;	/* " setting drive write-caching to" */
	bool on_off;		/* the announcement ends in " (on)" or " (off)" */
	const char *label;	/* " write-caching =" */
	const char *key;
	uint8_t support_word, support_bit; /* IDENTIFY support, 0: none */
	uint8_t enabled_word, enabled_bit;
};

extern const struct feature_setting feature_look_ahead, feature_apm, feature_defect_management,
	feature_keep_features, feature_acoustic, feature_prefetch, feature_write_read_verify,
	feature_power_up_in_standby, feature_write_cache, feature_transfer_mode;

int act_feature_set(struct job *);
int act_feature_get(struct job *);
int act_apm_get(struct job *);
int act_acoustic_get(struct job *);
int act_power_up_in_standby_set(struct job *);
int act_write_cache_set(struct job *);
int act_transfer_mode_set(struct job *);

/* Power (-C -S -y -Y, --idle-*) and caches (-F). */
int act_standby_timer_set(struct job *);
int act_power_mode(struct job *);
int act_power_command(struct job *);
int act_standby_now(struct job *);
int act_sleep_now(struct job *);
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
int act_cd_speed(struct job *);
int act_door_lock(struct job *);

/* Timings (-t -T). */
int act_time_cache(struct job *);
int act_time_device(struct job *);

/* Acts without a device. */
int act_help(struct job *);
int act_version(struct job *);
int act_list_options(struct job *);

#endif
