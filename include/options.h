/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options, their values, and plans: from a command line or from hdparm.conf. */
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
	OPT_EPC_IDLE_A, /* OPT_EPC_IDLE_A to OPT_EPC_STANDBY_Z have the order of enum ata_epc */
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
	OPT_LINK_POWER,
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
	OPT_WHOSE_SECTOR,
	OPT_WHY_AWAKE,
	OPT_WRITE_SECTOR,
	OPT_CONSENT_YES,
	OPT_ZONES,
	OPT_COUNT
};

enum opt_kind {
	OPT_KIND_GETSET, /* without a value: ask; with a value: set */
	OPT_KIND_SET,	 /* changes something; needs a value */
	OPT_KIND_ASK,	 /* a question that needs a value */
	OPT_KIND_FLAG,	 /* an action or a question */
	OPT_KIND_SOLO,	 /* combined only with modifiers */
	OPT_KIND_PLAN,	 /* finds drives if no device is named; combined only with modifiers */
	OPT_KIND_RUN,	 /* one loop serves all devices */
	/* stands for other options, as -v and --epc-timer do; or changes how other options act */
	OPT_KIND_MODIFIER,
	OPT_KIND_LONE, /* takes no device */
	OPT_KIND_INFO  /* prints information without a device; other acts are dropped */
};

/* Largest values of --queue-depth, --runs and --zones. */
enum { READ_DEPTH_MAX = 256, RUNS_MAX = 1000, ZONES_MAX = 100 };

enum { CONSENT_YES = 1, CONSENT_DESTROY = 2 }; /* bits of option_def.consent */

/* bits of option_def.flags; OPT_GUARDS of an OPT_KIND_GETSET option apply only with a value */
enum {
	OPT_ONE_DEVICE = 1,    /* the command line may name only one device */
	OPT_ENDS_CLUSTER = 2,  /* no further option may follow the value in the same word */
	OPT_HIDDEN = 4,	       /* not in --help, nor suggested for an unknown option */
	OPT_RDWR = 8,	       /* open the device for writing; not in a dry run or with --check */
	OPT_EQUALS_VALUE = 16, /* the value is optional and follows "=" */
	OPT_WHOLE_LINE = 32,   /* applies to all devices of the line, even to earlier devices */
	OPT_DEVICE_FILE = 64,  /* the value is a file; each device needs a file of its own */
	/*
	 * without --strict, the option's query drops failures of the device's earlier queries
	 * (STAGE_GET) from the exit status
	 */
	OPT_RESETS_RESULT = 128,
	OPT_EXCLUSIVE = 256,	  /* asks for an exclusive lock on the disk */
	OPT_MAY_LACK_VALUE = 512, /* the value is optional, and may be the next word */
	OPT_NEEDS_ANSWER = 1024,  /* also a query that hdparm cannot make is a failure */
	/* refuses a partition, a RAID array, and a device that is built on disks */
	OPT_WHOLE_DISK = 2048,
	OPT_UNUSED = 4096,	      /* refuses a drive in use, except with --even-if-in-use */
	OPT_UNUSED_UNLESS_ATA = 8192, /* like OPT_UNUSED, but accepts ATA drives in use */
	OPT_SECTORS = 16384,	      /* value or standard input names sectors of the whole disk */
	OPT_SHARES_LOCK = 32768,      /* asks for a shared lock on the disk */
	OPT_LEADS = 65536,   /* decides what the run does: few others may stand beside it */
	OPT_HEEDED = 131072, /* may stand beside an option with OPT_LEADS */
	OPT_GUARDS = OPT_EXCLUSIVE | OPT_SHARES_LOCK | OPT_WHOLE_DISK | OPT_UNUSED |
		     OPT_UNUSED_UNLESS_ATA
};

enum consent_when {
	CONSENT_ALWAYS,
	CONSENT_FOR_VALUE, /* without a value, the option is a question */
	CONSENT_FOR_1	   /* for the value 1, as -s1 */
};

/* Groups of options, in the order of -h. */
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
	bool seen;
	bool set;    /* the option has a value, or a password from a prompt or a file */
	bool quiet;  /* -q silences the option, and drops its STAGE_GET action unless `listed` */
	bool listed; /* -v lists the setting, even after -q */
	/* part of the default listing, without a value: a failed query is not reported */
	bool implied;
	bool member; /* option_def.member is the name that was typed */
	bool flag;   /* the value had a letter in front, or a word such as ",keep" behind */
	/* from a part of hdparm.conf that names no drive: a lack of the setting is no failure */
	bool general;
	uint64_t value;
	uint64_t asked; /* given time in whole seconds, before rounding to `value`; 0: not kept */
	/* the value and the rest of its word ("0S12" in -W0S12); NULL: no value from a word */
	const char *text;
	char *const *more; /* further words, of the type value_type.more */
	size_t n_more;
};

struct value_type;
struct request;

struct excluded {
	enum opt_id id;
	const char *value; /* the value of `id` that is refused; NULL: any value, or none */
};

/* A key of hdparm.conf. */
struct conf_key {
	const char *name;
	unsigned flags; /* KEY_* */
};

enum {
	KEY_BATTERY = 1,	/* apm_battery: applies only on battery power */
	KEY_VALUE_OPTIONAL = 2, /* the value is a password, which may come from another source */
	KEY_OLD_NAME = 4,	/* the option has a newer key, which conf_key() returns */
	KEY_SAVED = 8,		/* --save-conf may write the key */
	KEY_SERVED = 16,	/* the key applies only with --serve */
	KEY_HAS_ELSE = 32,	/* "else" and a key with KEY_AFTER_ELSE may follow the value */
	KEY_AFTER_ELSE = 64
};

enum { OPTION_NAME_BYTES = 32 };

struct option_def {
	const char *name;    /* long name without dashes, or ""; then "\0", JSON key, "\0", help */
	char letter;	     /* 'W' for -W; 0: the option has only a long name */
	uint8_t kind;	     /* enum opt_kind */
	uint8_t consent : 2; /* CONSENT_* bits that the option needs */
	enum consent_when consent_when : 2;
	enum help_group group : 4;
	bool dangerous : 1; /* marked in -h as dangerous */
	/* set only for options that hdparm 9.65 lacks; see job_warn(), job_knows_lack() */
	bool newer : 1;
	/* report a missing feature of a SCSI disk as a lack of hdparm, not of the disk */
	bool scsi_may : 1;
	bool nvme_may : 1;   /* the same for an NVMe disk */
	bool unrecorded : 1; /* needs real time, processes or signals, which no recording has */
	uint32_t flags;	     /* OPT_* above */
	uint16_t min;
	uint64_t max;
	const struct value_type *value; /* NULL: the option takes no value */
	/* a modifier without effect, unless one of these options is given; NULL: never */
	const enum opt_id *with; /* ended by OPT_COUNT */
	/* options with which this one is refused; NULL: none */
	const struct excluded *excludes; /* ended by OPT_COUNT */
	/* keys of hdparm.conf, ended by a NULL name; NULL: the JSON key, if it is a setting */
	const struct conf_key *keys;
	const char *member; /* how another option gives this one; or NULL */
	const char *danger; /* what may happen, for messages; set if `consent` is set */
};

extern const struct option_def option_table[OPT_COUNT];

/* Return the JSON key of the option, or "". */
const char *option_key(enum opt_id id);

/* Return the option's help text. */
const char *option_help(enum opt_id id);

/*
 * True for --make-bad-sector; for --read-sector, --write-sector and --repair-sector, true if the
 * value in opt->text has no ":COUNT".
 */
bool option_names_one_sector(enum opt_id id, const struct opt_state *opt);

/* Return the option with this letter, or OPT_COUNT. */
enum opt_id option_by_letter(char letter);

/*
 * Return the option of a long NAME or NAME=VALUE, in any case of letters, or OPT_COUNT. *rest
 * becomes "" or "=VALUE".
 */
enum opt_id option_by_name(const char *word, const char **rest);

/* As option_by_name(), for --NAME or --NAME=VALUE. Without "--": OPT_COUNT, and *rest is "". */
enum opt_id option_of_word(const char *word, const char **rest);

/* True if the option takes a password; false for OPT_COUNT. */
bool option_is_secret(enum opt_id id);

/* Return the option's name in messages, "-W" or "--offset". */
const char *option_name(enum opt_id id, char buffer[OPTION_NAME_BYTES]);

/* As option_name(), or the name by which another option gave this one: "--epc-timer idle_a". */
const char *option_typed(const struct request *req, enum opt_id id, char buffer[OPTION_NAME_BYTES]);

struct lba_range;

/* --- words --- */

/* True if two words are equal without regard to case, and with '-' equal to '_'. */
bool same_word(const char *a, const char *b);

enum { GUESS_MAX = 40 }; /* a longer word is not compared */

/* A search for the candidate nearest to a misspelt word. */
struct guess {
	const char *typed; /* borrowed */
	const char *found; /* nearest candidate so far, or NULL */
	unsigned best;	   /* edit distance of `found`; at first, one more than the maximum */
};

/* Begin a search for a candidate with an edit distance of at most a third of `typed`'s length. */
void guess_start(struct guess *guess, const char *typed);

/* Set guess->found and guess->best if the candidate's edit distance is below guess->best. */
void guess_offer(struct guess *guess, const char *candidate);

/* True if a word begins with "/dev/". */
bool word_names_device(const char *word);

/* Write the word, quoted for a shell if needed. `room` and result are as for snprintf(). */
size_t word_quote(char *to, size_t room, const char *word);

enum { WORD_QUOTED_BYTES = 512 };

/* Return the quoted word in `to`; or `word` itself if `to` is too small. */
const char *word_quoted(const char *word, char to[WORD_QUOTED_BYTES]);

/* --- types of values --- */

struct named_number {
	const char *word;
	uint64_t number;
};

struct value_type {
	const char *metavar;
	const char *words; /* for messages: what is allowed besides the range of numbers; or NULL */
	const char *spelling; /* for messages: the allowed values; NULL: the range and `words` */
	const char *missing;  /* for messages: what an incomplete value lacks; or NULL */
	/* Return how many leading characters of `text` are the value, right or wrong; 0: none. */
	size_t (*extent)(const char *text);
	bool unit; /* a letter behind digits may be a unit or, as in -S12Y, an option */
	const struct named_number *names; /* ended by a NULL word; or NULL */
	/* True if the whole word is a value with a unit, such as "20min". NULL: never. */
	bool (*is_word)(const char *word);
	/*
	 * Check the whole word, and set value, asked and flag of `state` as the type needs. Return
	 * 0, or -errno: -ERANGE if out of range, -ENODATA if the value lacks what `missing` names.
	 */
	int (*parse)(const struct option_def *def, const char *word, struct opt_state *state);
	/*
	 * For --epc-timer and --sct-feature: return the option that `word` names, or OPT_COUNT.
	 * *value: the value in `word`; NULL: none; unchanged with OPT_COUNT.
	 */
	enum opt_id (*member)(const char *word, const char **value);
	const struct value_type *more; /* type of further words; NULL: none */
	size_t more_min, more_max;     /* minimum and maximum number of further words */
	bool any_word;	/* a next word of any form can be the value; but see `secret` */
	bool secret;	/* a password; a next word that begins with '-' or "/dev/" is none */
	bool described; /* messages show opt_state.text: opt_state.value is a code */
};

enum { OPTION_ALLOWED_BYTES = 176 };

/* Write the allowed values of an option with a value, as "0..255, off". Return `text`. */
const char *value_allowed(const struct option_def *def, char text[OPTION_ALLOWED_BYTES]);

/* True if the word as a whole is one of type->names, or a value by type->is_word(). */
bool value_is_word(const struct value_type *type, const char *word);

extern const struct value_type value_number;	 /* decimal, or hexadecimal with 0x */
extern const struct value_type value_switch;	 /* 0, 1, off or on */
extern const struct value_type value_path;	 /* the name of a file, or "-" */
extern const struct value_type value_lba_ranges; /* LBA:COUNT ranges, in one word or more */
extern const struct value_type value_sectors;	 /* LBA or LBA:COUNT, for lba_run_parse() */
extern const struct value_type value_password;	 /* a text, for password_decode() */

/* --- values that are more than a number --- */

/* The value of --error-recovery, packed in opt_state.value. */
struct recovery_value {
	uint16_t units[2]; /* times for reading and for writing, in units of 100 ms; 0: off */
	bool restore;	   /* restore the maker's times, and ignore `units` */
	/*
	 * kernel's command timeout in seconds, for a drive not known to have times that can be set;
	 * 0: not given
	 */
	uint32_t otherwise_s;
};

struct recovery_value recovery_unpack(uint64_t packed);

/* Like lba_range_parse(), but also read "LBA" and "LBA:", with a count of 0. */
int lba_run_parse(const char *word, struct lba_range *range);

/*
 * Read exactly "LBA:COUNT"; the numbers are decimal, or hexadecimal with 0x. Return 0, or -errno:
 * -EINVAL for another form or a count of 0; -ERANGE if a sector needs more than 48 bits.
 */
int lba_range_parse(const char *word, struct lba_range *range);

/*
 * Read the first word, LBA:COUNT, of a text. is_space() separates words. Return the length of the
 * word with the spaces before it; 0: no word is left. *err: 0, or -errno as lba_range_parse(), but
 * -EINVAL for a word of 64 or more characters.
 */
size_t lba_ranges_next(const char *words, struct lba_range *range, int *err);

/* The kernel's words (drivers/scsi/sd.c) for the values of --provisioning from 0; then NULL. */
extern const char *const provisioning_words[];

/*
 * A value of --link-power. For NVMe: a latency in microseconds, LINK_LATENCY_ANY, or
 * LINK_LATENCY_DEFAULT, the kernel's limit for a new controller. For SATA: LINK_POLICY or more.
 */
#define LINK_LATENCY_ANY     UINT64_C(0x7fffffff) /* no limit; as the kernel, 2^31 - 1 */
#define LINK_LATENCY_DEFAULT UINT64_C(0x80000000)
#define LINK_POLICY	     UINT64_C(0x100000000)

/*
 * The words of --link-power, ended by a NULL word. Those with a number from LINK_POLICY on are the
 * kernel's (drivers/ata/libata-sata.c).
 */
extern const struct named_number link_power_words[];

enum { PASSWORD_BYTES = 32 };

/*
 * Make the drive's password: the text padded with zeros, zeros for "NULL", or the bytes after
 * "hex:". Return 0; -E2BIG for a text of more than 32 bytes; -EINVAL for "hex:" and not 64 digits.
 */
int password_decode(const char *text, uint8_t password[PASSWORD_BYTES]);

/* --- the plan: a step for each device word, with its own request --- */

struct request {
	struct opt_state opt[OPT_COUNT];
	bool next_quiet;     /* -q was given, and no act and no -v has followed yet */
	bool finds;	     /* the request has an option of OPT_KIND_PLAN */
	bool no_heading;     /* -q was given: print no heading */
	bool checks_consent; /* gate_check() wants consent even with --dry-run */
	bool from_block;     /* made from settings of hdparm.conf */
};

struct block_identity;

enum step_purpose {
	STEP_RUN,
	STEP_ATTAIN, /* settings for which act_is_so() is true are not sent */
	STEP_CHECK,  /* settings are compared with the present ones; nothing is changed */
	STEP_SAVE    /* present settings are printed as a block of hdparm.conf */
};

struct step {
	const char *path; /* the device word: a path, or a selector such as "usb"; NULL: none */
	struct request req;
	/* the device that had the path earlier; NULL: do not compare */
	const struct block_identity *chosen;
	bool selected; /* `path` comes from a selector of the command line, or the implied "all" */
	bool heeds_lock; /* nothing is sent if another program has locked the drive exclusively */
	enum step_purpose purpose;
	bool wakes;	      /* for STEP_CHECK and STEP_SAVE: commands may wake a sleeping drive */
	const char *selector; /* for STEP_SAVE: the block's heading, quoted if needed */
};

/* Paths and values are borrowed, and must outlive the plan; but `secrets` belong to the plan. */
struct plan {
	struct step *steps;
	size_t n;
	char **secrets; /* copies of passwords, which plan_free() wipes */
	size_t n_secrets;
};

struct plan_error {
	int status;	/* the exit status: STATUS_USAGE, STATUS_REFUSED or ENOMEM */
	char text[256]; /* a line for stderr, without the program's name */
	/* set by plan_parse(): a long option that nothing resembles, without dashes; or "" */
	char unknown[GUESS_MAX + 1];
};

/* Fill *error with a usage error, and return -1. */
int usage_error(struct plan_error *error, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Add an option to the request. `text`: the whole value, which must outlive the request; NULL: no
 * value. Return 0, or -1 with *error filled.
 */
int request_set(struct request *req, enum opt_id id, const char *text, struct plan_error *error);

/*
 * As request_set(), with the value that request_set() put into `parsed`, of another request, and
 * has not refused; or without a value. `parsed->text` must outlive the request.
 */
int request_take(struct request *req, enum opt_id id, const struct opt_state *parsed,
		 struct plan_error *error);

/* True if the option takes a password, and the request takes passwords from a prompt or a file. */
bool request_given_elsewhere(const struct request *req, enum opt_id id);

/*
 * Add a step for the device word `path` (NULL: none), with a copy of the request and the options
 * that the request implies. Return 0, or -1 with *error filled.
 */
int plan_add_step(struct plan *plan, const char *path, const struct request *req,
		  struct plan_error *error);

/*
 * Parse the command line behind argv[0], after the options of `before`; NULL: none. Return 0; or -1
 * with *error filled and an empty plan.
 */
int plan_parse(const struct request *before, int argc, char *const argv[], struct plan *plan,
	       struct plan_error *error);

bool plan_has(const struct plan *plan, enum opt_id id);

/* True if the plan has a password, or reads one from a terminal or a file. */
bool plan_has_secret(const struct plan *plan);

/* Return the option's state in the first step that has the option, or NULL. */
const struct opt_state *plan_option(const struct plan *plan, enum opt_id id);

/* True if argv[1] or a later word, before "--", is the option's --NAME or --NAME=VALUE. */
bool words_have_option(int argc, char *const argv[], enum opt_id id);

/* Return the request's option of OPT_KIND_PLAN, or OPT_COUNT. */
enum opt_id request_finder(const struct request *req);

/* True if the options find drives without a device word, as --list and --watch -C do. */
bool request_needs_no_device(const struct request *req);

/* True if the step has an option that gives consent (CONSENT_*). */
bool step_carries_consent(const struct step *step);

bool step_takes_password(const struct step *step);

/* True if the plan has a password option and the step's device word does not begin with "/dev/". */
bool plan_hides_word(const struct plan *plan, const struct step *step);

/* Overwrite a step's device word: ps(1) shows the words of argv. */
void step_wipe_word(const struct step *step);

void plan_free(struct plan *plan);

/* --- gates --- */

/*
 * Check combinations of options; and consent, except in a dry run without request.checks_consent.
 * Return 0, or -1 with *error filled.
 */
int gate_check(const struct plan *plan, struct plan_error *error);

/*
 * Refuse an option with option_def.unrecorded. `tape`, for the message: OPT_RECORD or OPT_REPLAY.
 * Return 0, or -1 with *error filled.
 */
int gate_check_tape(const struct plan *plan, enum opt_id tape, struct plan_error *error);

/*
 * Return the guards (OPT_GUARDS) of an option and of the request's modifiers that belong to the
 * option. A GETSET option without a value has no guards of its own.
 */
unsigned request_guards(const struct request *req, enum opt_id id);

/*
 * Return the first modifier (of belongs[] in gate.c) without an option to modify; `with` becomes
 * the names of the options that the modifier can modify. Else return OPT_COUNT.
 */
enum opt_id request_unused(const struct request *req, char *with, size_t size);

unsigned consent_given(const struct request *req);

/* Return the CONSENT_* bits that a given option needs and the request lacks. */
unsigned consent_lacking(const struct request *req, enum opt_id id);

/* Return the options that give these CONSENT_* bits, for messages; NULL for 0. */
const char *consent_words(unsigned consent);

/*
 * Return the end of the advice "add --OPTION before the device": " before the device"; or "" for a
 * request made from hdparm.conf (from_block).
 */
const char *consent_place(const struct request *req);

#endif
