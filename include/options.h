/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The option table: the only list of options. It drives the scanner, the range check, --help,
 * --list-options (from which completions are made), the man page check and the gates.
 */
#ifndef HDPARM_OPTIONS_H
#define HDPARM_OPTIONS_H

#include "option_values.h"
#include "small.h"

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
	OPT_EPC,
	OPT_EPC_GO,
	OPT_EPC_IDLE_A, /* in the order of enum ata_epc */
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
	OPT_OFFSET,
	OPT_PACE,
	OPT_CONSENT_DESTROY,
	OPT_POWER_CHANGE,
	OPT_PREFER_ATA12,
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
	OPT_SET_SECTOR_SIZE,
	OPT_STRICT,
	OPT_SURFACE_SCAN,
	OPT_TRANSPORT,
	OPT_TRIM_SECTOR_RANGES,
	OPT_TRIM_SECTOR_RANGES_STDIN,
	OPT_USER_MASTER,
	OPT_VERBOSE,
	OPT_WAIT,
	OPT_WATCH,
	OPT_WRITE_SECTOR,
	OPT_CONSENT_YES,
	OPT_ZONES,
	OPT_COUNT
};

enum opt_kind {
	OPT_KIND_GETSET,   /* without a value: ask; with one: set */
	OPT_KIND_SET,	   /* needs a value */
	OPT_KIND_ASK,	   /* a question that needs a value; -q does not silence the answer */
	OPT_KIND_FLAG,	   /* an action, not a setting; most take no value */
	OPT_KIND_SOLO,	   /* an action that must be the only one of its device */
	OPT_KIND_PLAN,	   /* finds the drives itself; alone in its step; needs no device */
	OPT_KIND_MODIFIER, /* changes how others act; does nothing by itself */
	/* an action without a device; an error with a device or another action */
	OPT_KIND_LONE,
	OPT_KIND_INFO /* prints information without a device; nothing else is done */
};

/* The largest values of --queue-depth, --runs and --zones; the timings have arrays of this size. */
enum { READ_DEPTH_MAX = 256, RUNS_MAX = 1000, ZONES_MAX = 100 };

enum { COMMAND_TIMEOUT_MAX = 86400, WATCH_MAX = 86400 }; /* in seconds: a day */

enum { CONSENT_YES = 1, CONSENT_DESTROY = 2 }; /* bits: neither word implies the other */

/* Flags of an option. */
enum {
	OPT_ONE_DEVICE = 1,    /* refuses a second device word */
	OPT_ENDS_CLUSTER = 2,  /* nothing may follow its value in the same word */
	OPT_HIDDEN = 4,	       /* not in --help */
	OPT_RDWR = 8,	       /* the device is opened for writing */
	OPT_EQUALS_VALUE = 16, /* the value is optional and follows "=" */
	/* valid for the whole line wherever it is: also for devices before it */
	OPT_WHOLE_LINE = 32,
	OPT_DEVICE_FILE = 64, /* its value is a file for one device; each device needs its own */
	/* as a query: its result replaces that of the earlier queries */
	OPT_RESETS_RESULT = 128,
	OPT_EXCLUSIVE = 256, /* takes the disk's lock: job_guard_place() */
	/*
	 * the value may be absent: the next word is no value if it looks like an option or a path
	 */
	OPT_MAY_LACK_VALUE = 512,
	OPT_LEFT_OUT = 1024, /* this build lacks it: only its name is here */
	/* guards: the walk over the actions applies them before the act begins (job.h) */
	OPT_WHOLE_DISK = 2048, /* refuses a partition and an array */
	OPT_UNUSED = 4096,     /* refuses a drive that is in use in any part, by any path */
	/* the same, but not for an ATA drive: scripts for 9.65 do it to members of live arrays */
	OPT_UNUSED_UNLESS_ATA = 8192,
	OPT_SECTORS = 16384, /* its value, or its input, are sectors of the whole disk */
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

enum help_group { HELP_EVERYDAY, HELP_DANGEROUS };

struct opt_state {
	bool seen;    /* named on the command line, or implied */
	bool set;     /* came with a value */
	bool quiet;   /* -q came before it */
	bool listed;  /* shown because of -v, even after -q */
	bool implied; /* member of the default listing: a missing answer is not reported */
	bool flag;    /* the value had the prefix letter of its type */
	uint64_t value;
	uint64_t asked;	  /* seconds that `value` was rounded from; 0: given as a code */
	const char *text; /* the value's own word, for types that keep it */
	/* the words after the first value; value_type.more says how many */
	char *const *more;
	size_t n_more;
};

struct option_def;

/* A word that stands for a number. */
struct named_number {
	const char *word;
	uint64_t number;
};

/* One way to read a value. */
struct value_type {
	const char *metavar;
	const char *words; /* for messages: words that are allowed beside numbers, or NULL */
	/* for messages: what is allowed; NULL: the option's range, and words */
	const char *spelling;
	/*
	 * How many leading characters of `text` belong to a value; 0 when none starts there. Shows
	 * where a cluster continues after a number, and whether the next word is the value.
	 */
	size_t (*extent)(const char *text);
	/* letters after its digits are a unit; in a cluster only letters that are no options */
	bool unit;
	/* words that stand for numbers, in any case, the last one NULL; or NULL */
	const struct named_number *names;
	/* whether another separate word is a value as a whole, as "20min"; NULL: never */
	bool (*is_word)(const char *word);
	/*
	 * Fills state->value from `word` (exactly the extent). 0, -EINVAL for no such value,
	 * -ERANGE for one outside def->min..def->max.
	 */
	int (*parse)(const struct option_def *def, const char *word, struct opt_state *state);
	/*
	 * For an option that stands for several: returns the one that `word` names, and its value,
	 * a part of `word`, or NULL if the value may be the next word; or OPT_COUNT. NULL: an
	 * ordinary option.
	 */
	enum opt_id (*member)(const char *word, const char **value);
	/* further words after the first: their type, and the least and largest number of them */
	const struct value_type *more;
	size_t more_min, more_max;
	bool any_word; /* the next word is always the value, even an empty one */
	/* a password: never shown; a next word that looks like an option or a device is refused */
	bool secret;
	bool described; /* the number is an internal code: users and machines see the word itself */
};

/* "--NAME" and its NUL. */
enum { OPTION_NAME_BYTES = 32 };

struct option_def {
	/* long name without dashes, or ""; after its NUL follow the key and the help */
	const char *name;
	char letter;	     /* 'W', or 0 */
	uint8_t kind;	     /* enum opt_kind */
	uint8_t consent : 2; /* CONSENT_* bits that the line must have */
	enum consent_when consent_when : 2;
	enum help_group group : 1;
	bool newer : 1; /* 9.65 lacks it: no script expects 9.65's exit status */
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

/* Whether the value names exactly one sector. */
bool option_names_one_sector(enum opt_id id, const struct opt_state *opt);

/* Whether this build is without the option; a command line with it is refused. */
bool option_left_out(enum opt_id id);

/* Row of a letter, or OPT_COUNT. */
enum opt_id option_by_letter(char letter);

/*
 * Row of a long name, without regard to case. *rest points after the name: empty or "=value".
 * OPT_COUNT when there is none.
 */
enum opt_id option_by_name(const char *word, const char **rest);

/*
 * The same for a word of a command line, "--NAME"; if it is none, *rest points to the word's end.
 */
enum opt_id option_of_word(const char *word, const char **rest);

/* Whether the option (or OPT_COUNT) takes a password. */
bool option_is_secret(enum opt_id id);

/*
 * The long name, without dashes, that is most similar to the first `length` bytes of a misspelt
 * one; NULL: none is similar.
 */
const char *option_guess(const char *typed, size_t length);

/* Whether two words are equal without regard to case, and with '-' equal to '_'. */
bool same_word(const char *a, const char *b);

/* Search for the word that a misspelt one was probably meant for. */
struct guess {
	const char *typed;
	const char *found; /* the nearest candidate so far, or NULL */
	unsigned best;	   /* the next candidate must have fewer wrong letters than this */
};

/* `typed` is not copied. A candidate matches only if at most a third of the letters is wrong. */
void guess_start(struct guess *guess, const char *typed);
void guess_offer(struct guess *guess, const char *candidate);

/* "-W" or "--offset": the option's name in messages. */
const char *option_name(enum opt_id id, char buffer[OPTION_NAME_BYTES]);

/*
 * The allowed values of an option that takes one, for messages: "0..255, off", or in words.
 */
enum { OPTION_ALLOWED_BYTES = 176 };
const char *value_allowed(const struct option_def *def, char text[OPTION_ALLOWED_BYTES]);

/*
 * Whether a separate word is one whole value, by its name or its form. Inside a cluster only
 * `extent` decides.
 */
bool value_is_word(const struct value_type *type, const char *word);

/* Value types. */
extern const struct value_type value_number;	     /* decimal, or hexadecimal with 0x */
extern const struct value_type value_switch;	     /* 0 or 1, or off or on */
extern const struct value_type value_bus_state;	     /* 0 to 2, or off, on, tristate */
extern const struct value_type value_transport;	     /* a name of ata_path_name() */
extern const struct value_type value_level;	     /* the same, or off, min, max (APM) */
extern const struct value_type value_standby_timer;  /* the same, or off, or a time as 20min */
extern const struct value_type value_epc_timer;	     /* a time, or off, on, default, saved */
extern const struct value_type value_epc_member;     /* a condition's name, then one of these */
extern const struct value_type value_epc_condition;  /* a power condition: enum ata_epc */
extern const struct value_type value_path;	     /* any word: the name of a file */
extern const struct value_type value_transfer_mode;  /* number or a name such as udma2 */
extern const struct value_type value_lasting_number; /* number; p before it sets the flag */
extern const struct value_type value_bad_sector;     /* sector number; f before it sets the flag */
extern const struct value_type value_lba_ranges;     /* LBA:COUNT, any number of words */
extern const struct value_type value_sectors;	     /* LBA or LBA:COUNT: lba_run_parse() */
extern const struct value_type value_lba_run;	     /* also LBA:, to the end */
extern const struct value_type value_password;	     /* kept as text: password_decode() reads it */
extern const struct value_type value_pattern;	     /* hex: and eight digits */
extern const struct value_type
	value_erase_method; /* enum disk_erase, by a name of erase_methods[] */
extern const struct value_type value_user_master;   /* u or m */
extern const struct value_type value_security_mode; /* h or m */
extern const struct value_type value_kib_and_file;  /* number of KiB, then a path */

extern const struct value_type value_seconds;	     /* number, or a time as 3min */
extern const struct value_type value_recovery_time;  /* packed: recovery_unpack(); flag: keep */
extern const struct value_type value_sct_feature;    /* the name of one of the next two */
extern const struct value_type value_sct_cache;	     /* drive, on, off; flag: keep */
extern const struct value_type value_sct_reordering; /* on, off; flag: keep */

#endif
