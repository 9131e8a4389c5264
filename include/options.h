/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The option table: the only list of options. It drives the scanner, the range check, --help,
 * --list-options (from which completions are made), the man page check and the gates.
 */
#ifndef HDPARM_OPTIONS_H
#define HDPARM_OPTIONS_H

#include "build.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum opt_id {
	OPT_READ_AHEAD,
	OPT_LOOK_AHEAD,
	OPT_BUS_STATE,
	OPT_APM,
	OPT_IO_32BIT,
	OPT_POWER_MODE,
	OPT_DMA,
	OPT_DEFECT_MANAGEMENT,
	OPT_CD_SPEED,
	OPT_FLUSH_BUFFERS,
	OPT_FLUSH_DRIVE,
	OPT_GEOMETRY,
	OPT_HELP,
	OPT_IDENTIFY,
	OPT_IDENTITY,
	OPT_TEMPERATURE,
	OPT_IDLE3_TIMER,
	OPT_KEEP_SETTINGS,
	OPT_KEEP_FEATURES,
	OPT_DOOR_LOCK,
	OPT_MULTCOUNT,
	OPT_ACOUSTIC,
	OPT_NOWERR,
	OPT_MAX_SECTORS,
	OPT_PIO_MODE,
	OPT_PREFETCH,
	OPT_QUIET,
	OPT_QUEUE_DEPTH,
	OPT_READ_ONLY,
	OPT_WRITE_READ_VERIFY,
	OPT_POWER_UP_IN_STANDBY,
	OPT_STANDBY_TIMER,
	OPT_TIME_DEVICE,
	OPT_TIME_CACHE,
	OPT_UNMASK_IRQ,
	OPT_DEFAULTS,
	OPT_VERSION,
	OPT_RESET,
	OPT_WRITE_CACHE,
	OPT_TRANSFER_MODE,
	OPT_STANDBY_NOW,
	OPT_SLEEP_NOW,
	OPT_REREAD_PARTITIONS,
	OPT_SEAGATE_POWERSAVE_OFF,
	OPT_CHECK,
	OPT_COMMAND_TIMEOUT,
	OPT_CONF,
	OPT_DCO_FREEZE,
	OPT_DCO_IDENTIFY,
	OPT_DCO_RESTORE,
	OPT_DCO_SETMAX,
	OPT_DIRECT,
	OPT_DRQ_HSM_ERROR,
	OPT_DRY_RUN,
	OPT_EH_TIMEOUT,
	OPT_EPC,
	OPT_EPC_GO,
	OPT_EPC_IDLE_A, /* the conditions in the order of enum ata_epc */
	OPT_EPC_IDLE_B,
	OPT_EPC_IDLE_C,
	OPT_EPC_STANDBY_Y,
	OPT_EPC_STANDBY_Z,
	OPT_EPC_TIMER,
	OPT_ERASE,
	OPT_ERASE_METHOD,
	OPT_ERROR_RECOVERY,
	OPT_EVEN_IF_IN_USE,
	OPT_FALLOCATE,
	OPT_FIBMAP,
	OPT_FORCE,
	OPT_FWACTIVATE,
	OPT_FWDOWNLOAD,
	OPT_FWDOWNLOAD_MODE3,
	OPT_FWDOWNLOAD_MODE3_MAX,
	OPT_FWDOWNLOAD_MODE7,
	OPT_FWDOWNLOAD_MODEE,
	OPT_FWDOWNLOAD_MODEE_MAX,
	OPT_IDLE_IMMEDIATE,
	OPT_IDLE_STANDBY,
	OPT_IDLE_UNLOAD,
	OPT_IF_AWAKE,
	OPT_IDENTIFY_FILE,
	OPT_IDENTIFY_STDIN,
	OPT_IDENTIFY_STDOUT,
	OPT_JOBS,
	OPT_JSON,
	OPT_LIST,
	OPT_LIST_OPTIONS,
	OPT_MAKE_BAD_SECTOR,
	OPT_NEW_PARTITION,
	OPT_OFFSET,
	OPT_PACE,
	OPT_CONSENT_DESTROY,
	OPT_POWER_CHANGE,
	OPT_PREFER_ATA12,
	OPT_PROVISIONING,
	OPT_READ_DEPTH,
	OPT_RECORD,
	OPT_RECORD_SERIALS,
	OPT_REPLAY,
	OPT_READ_SECTOR,
	OPT_REPAIR,
	OPT_REPAIR_SECTOR,
	OPT_RUNS,
	OPT_SANITIZE_ANTIFREEZE_LOCK,
	OPT_SANITIZE_BLOCK_ERASE,
	OPT_SANITIZE_CRYPTO_SCRAMBLE,
	OPT_SANITIZE_FREEZE_LOCK,
	OPT_SANITIZE_OVERWRITE,
	OPT_SANITIZE_OVERWRITE_PASSES,
	OPT_SANITIZE_STATUS,
	OPT_SAVE_CONF,
	OPT_SCT_FEATURE,
	OPT_SCT_WRITE_CACHE,
	OPT_SCT_WRITE_REORDERING,
	OPT_SECURITY_DISABLE,
	OPT_SECURITY_ERASE,
	OPT_SECURITY_ERASE_ENHANCED,
	OPT_SECURITY_FREEZE,
	OPT_SECURITY_HELP,
	OPT_SECURITY_MODE,
	OPT_SECURITY_PASSWORD_FILE,
	OPT_SECURITY_PROMPT,
	OPT_SECURITY_RECOVER,
	OPT_SECURITY_SET_PASS,
	OPT_SECURITY_UNLOCK,
	OPT_SERVE,
	OPT_SET_SECTOR_SIZE,
	OPT_STRICT,
	OPT_SURFACE_SCAN,
	OPT_TRANSPORT,
	OPT_TRIM_SECTOR_RANGES,
	OPT_TRIM_SECTOR_RANGES_STDIN,
	OPT_USER_MASTER,
	OPT_VERBOSE,
	OPT_VERIFY,
	OPT_WAIT,
	OPT_WATCH,
	OPT_WHY_AWAKE,
	OPT_WRITE_SECTOR,
	OPT_CONSENT_YES,
	OPT_ZONES,
	OPT_COUNT
};

enum opt_kind {
	OPT_KIND_GETSET, /* without a value: ask; with one: set */
	OPT_KIND_SET,	 /* needs a value */
	OPT_KIND_ASK,	 /* a question that needs a value; -q does not silence the answer */
	OPT_KIND_FLAG,	 /* an action, not a setting; most take no value */
	OPT_KIND_SOLO,	 /* an action that excludes other actions on its device */
	OPT_KIND_PLAN, /* finds the drives itself: the only option of its step, without a device */
	OPT_KIND_RUN,  /* loops over all devices by itself: no table has its action */
	OPT_KIND_MODIFIER, /* changes how others act; does nothing by itself */
	OPT_KIND_LONE,	   /* an action without a device; an error with one or another action */
	OPT_KIND_INFO	   /* prints information without a device; nothing else is done */
};

/* The largest values of --queue-depth, --runs and --zones; the timings have arrays of this size. */
enum { READ_DEPTH_MAX = 256, RUNS_MAX = 1000, ZONES_MAX = 100 };

enum { CONSENT_YES = 1, CONSENT_DESTROY = 2 }; /* bits: neither word implies the other */

/* Flags of an option. */
enum {
	OPT_ONE_DEVICE = 1,    /* refuses a second device word */
	OPT_ENDS_CLUSTER = 2,  /* nothing may follow the value in the same word */
	OPT_HIDDEN = 4,	       /* not in --help */
	OPT_RDWR = 8,	       /* the device is opened for writing */
	OPT_EQUALS_VALUE = 16, /* the value is optional and follows "=" */
	OPT_WHOLE_LINE = 32,   /* applies also to devices before it on the line */
	OPT_DEVICE_FILE = 64,  /* the value is a file; each device needs its own */
	/* as a query: its result replaces that of the earlier queries */
	OPT_RESETS_RESULT = 128,
	OPT_EXCLUSIVE = 256, /* takes the disk's lock: job_guard_place() */
	/* the value may be absent: a next word that looks like an option or a path is none */
	OPT_MAY_LACK_VALUE = 512,
	/* guards: the walk over the actions applies them before the act begins (job.h) */
	OPT_WHOLE_DISK = 2048, /* refuses a partition and an array */
	OPT_UNUSED = 4096,     /* refuses a drive that is in use in any part, by any path */
	/* the same, but not for an ATA drive: scripts for 9.65 do it to members of live arrays */
	OPT_UNUSED_UNLESS_ATA = 8192,
	OPT_SECTORS = 16384, /* the value, or the input, are sectors of the whole disk */
	/* refuses a drive that another program has locked, as --erase does; udev shares its lock */
	OPT_SHARES_LOCK = 32768,
	OPT_GUARDS = OPT_EXCLUSIVE | OPT_SHARES_LOCK | OPT_WHOLE_DISK | OPT_UNUSED |
		     OPT_UNUSED_UNLESS_ATA
};

/* Which uses of an option need its consent. */
enum consent_when {
	CONSENT_ALWAYS,
	CONSENT_FOR_VALUE, /* not for the question */
	CONSENT_FOR_1	   /* -s1: the firmware may not find a drive that powers up in standby */
};

/* By task, as -h shows them. */
enum help_group {
	HELP_IDENTITY = 1,
	HELP_POWER,
	HELP_CACHE,
	HELP_SPEED,
	HELP_SECTORS,
	HELP_ERASE,
	HELP_FIRMWARE,
	HELP_CONF,
	HELP_OUTPUT,
	HELP_OLD,
	HELP_COUNT
};

struct opt_state {
	bool seen;    /* named on the command line, or implied */
	bool set;     /* came with a value */
	bool quiet;   /* -q came before it */
	bool listed;  /* shown because of -v, even after -q */
	bool implied; /* member of the default listing: a missing answer is not reported */
	bool flag;    /* the value had the prefix letter of its type */
	/* of a block of hdparm.conf that names no drive: a drive may lack it without a failure */
	bool general;
	uint64_t value;
	uint64_t asked;	  /* seconds that `value` was rounded from; 0: given as a code */
	const char *text; /* the value's word, for types that keep it */
	/* the words after the first value; value_type.more says how many */
	char *const *more;
	size_t n_more;
};

struct value_type;

/* "--NAME" and its NUL. */
enum { OPTION_NAME_BYTES = 32 };

struct option_def {
	/* long name without dashes, or ""; after its NUL follow the key and the help */
	const char *name;
	char letter;	     /* 'W', or 0 */
	uint8_t kind;	     /* enum opt_kind */
	uint8_t consent : 2; /* CONSENT_* bits that the line must have */
	enum consent_when consent_when : 2;
	enum help_group group : 4;
	bool dangerous : 1; /* it can lose data or the drive: marked in -h */
	bool newer : 1;	    /* 9.65 lacks it: no script expects 9.65's exit status */
	/* a SCSI disk may have it, though no verb does it there: job_lacks() */
	bool scsi_may : 1;
	/* it needs a clock, several processes or signals, which no recording has */
	bool unrecorded : 1;
	uint16_t flags; /* OPT_* above */
	uint16_t min;
	uint64_t max;
	const struct value_type *value; /* NULL: takes none */
	const char *danger;		/* what may happen; required with consent */
};

extern const struct option_def option_table[OPT_COUNT];

/* JSON key of the setting, or ""; and the one line of help. */
const char *option_key(enum opt_id id);
const char *option_help(enum opt_id id);

/* True if the value names exactly one sector. */
bool option_names_one_sector(enum opt_id id, const struct opt_state *opt);

/* Row of a letter, or OPT_COUNT. */
enum opt_id option_by_letter(char letter);

/*
 * Row of a long name, without regard to case. *rest points after the name: empty or "=value".
 * OPT_COUNT when there is none.
 */
enum opt_id option_by_name(const char *word, const char **rest);

/*
 * Find the option of a word of a command line, "--NAME"; otherwise *rest points to the word's end.
 */
enum opt_id option_of_word(const char *word, const char **rest);

/* True if the option (or OPT_COUNT) takes a password. */
bool option_is_secret(enum opt_id id);

/* "-W" or "--offset": the option's name in messages. */
const char *option_name(enum opt_id id, char buffer[OPTION_NAME_BYTES]);

#endif
