/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The option table: the only list of options. It drives the scanner, the range check, --help,
 * --list-options (from which completions are made), the man page check and the gates.
 */
#ifndef HDPARM_OPTIONS_H
#define HDPARM_OPTIONS_H

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
	OPT_KEEP_SETTINGS,
	OPT_KEEP_FEATURES,
	OPT_DOOR_LOCK,
	OPT_MULTCOUNT,
	OPT_ACOUSTIC,
	OPT_NOWERR,
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
	OPT_CONF,
	OPT_DIRECT,
	OPT_DRY_RUN,
	OPT_IDLE_IMMEDIATE,
	OPT_IDLE_UNLOAD,
	OPT_IF_AWAKE,
	OPT_IDENTIFY_FILE,
	OPT_IDENTIFY_STDIN,
	OPT_IDENTIFY_STDOUT,
	OPT_JOBS,
	OPT_JSON,
	OPT_LIST_OPTIONS,
	OPT_OFFSET,
	OPT_CONSENT_DESTROY,
	OPT_PREFER_ATA12,
	OPT_READ_DEPTH,
	OPT_RECORD,
	OPT_RECORD_SERIALS,
	OPT_REPLAY,
	OPT_RUNS,
	OPT_STRICT,
	OPT_VERBOSE,
	OPT_CONSENT_YES,
	OPT_ZONES,
	OPT_COUNT
};

enum opt_kind {
	OPT_KIND_GETSET,   /* without a value: ask; with one: set */
	OPT_KIND_SET,	   /* needs a value */
	OPT_KIND_ASK,	   /* a question that needs a value; -q does not silence its answer */
	OPT_KIND_FLAG,	   /* an act without a value */
	OPT_KIND_SOLO,	   /* an act that must be the only one of its device */
	OPT_KIND_PLAN,	   /* makes the plan from elsewhere; alone, devices may be absent */
	OPT_KIND_MODIFIER, /* changes how others act; no act of its own */
	OPT_KIND_INFO	   /* acts at once, without a device, and nothing else is done */
};

/* The two independent consent words (design: levels would let one stand for the other). */
enum { CONSENT_YES = 1, CONSENT_DESTROY = 2 };

/* Beside the kind. */
enum {
	OPT_ONE_DEVICE = 1,   /* refuses a second device word */
	OPT_ENDS_CLUSTER = 2, /* after its value nothing may follow in the same word */
	OPT_HIDDEN = 4,	      /* not in --help */
	OPT_RDWR = 8,	      /* the device is opened for writing */
	OPT_EQUALS_VALUE = 16 /* the value may be absent, and comes behind "=" alone */
};

enum help_group { HELP_EVERYDAY, HELP_DANGEROUS };

struct opt_state {
	bool seen;    /* named on the command line, or implied */
	bool set;     /* came with a value */
	bool quiet;   /* -q stood before it */
	bool listed;  /* shown for -v, even after -q */
	bool implied; /* member of the default listing: silent about what is missing */
	uint64_t value;
	uint64_t asked;	  /* seconds or the like that `value` was rounded from; 0: said as a code */
	const char *text; /* the value's own word, for types that keep it */
};

struct option_def;

/* One way to read a value. */
struct value_type {
	const char *metavar;
	const char *words; /* for messages: what is allowed beside numbers, or NULL */
	/*
	 * How many leading characters of `text` belong to a value; 0 when none starts there.
	 * Lets a cluster go on behind a number, and decides whether the next word is the value.
	 */
	size_t (*extent)(const char *text);
	/*
	 * Whether a whole separate word is a value by its meaning, as "20min". NULL: no type of
	 * words. Inside a cluster words are not known: there -S20min is -S20 -m -i -n.
	 */
	bool (*is_word)(const char *word);
	/*
	 * Fills state->value from `word` (exactly the extent). 0, -EINVAL for no such value,
	 * -ERANGE for one outside def->min..def->max.
	 */
	int (*parse)(const struct option_def *def, const char *word, struct opt_state *state);
};

struct option_def {
	char letter;	  /* 'W', or 0 */
	const char *name; /* long name without dashes, or NULL */
	enum opt_kind kind;
	unsigned flags;
	const struct value_type *value; /* NULL: takes none */
	uint64_t min, max;
	unsigned consent;			   /* CONSENT_* bits that must stand on the line */
	bool (*guarded)(const struct opt_state *); /* NULL: consent is always needed */
	const char *key;			   /* JSON key of the setting */
	enum help_group group;
	const char *help;   /* one line */
	const char *danger; /* what may happen; required with consent */
};

extern const struct option_def option_table[OPT_COUNT];

/* Row of a letter, or OPT_COUNT. */
enum opt_id option_by_letter(char letter);

/*
 * Row of a long name, without regard to case. *rest points behind the name: empty or "=value".
 * OPT_COUNT when there is none.
 */
enum opt_id option_by_name(const char *word, const char **rest);

/* "-W" or "--offset": how messages call the option. The buffer holds any of them. */
enum { OPTION_NAME_BYTES = 48 };
const char *option_name(enum opt_id id, char buffer[OPTION_NAME_BYTES]);

/* Value types. */
extern const struct value_type value_number;	    /* decimal, or hexadecimal with 0x */
extern const struct value_type value_level;	    /* the same, or off, min, max (APM) */
extern const struct value_type value_standby_timer; /* the same, or off, or a time as 20min */
extern const struct value_type value_path;	    /* any word: the name of a file */
extern const struct value_type value_transfer_mode; /* number or a name such as udma2 */

#endif
