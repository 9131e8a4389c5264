/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_FAKE_DRIVE_H
#define TESTS_FAKE_DRIVE_H

/*
 * A behaving ATA drive: commands in, registers and data out, as ACS defines. The drive includes no
 * header of the product, so its statements about a command are independent evidence. All state is
 * plain data without pointers: a drive is a file that several processes map one after the other. So
 * a setting survives from one command line to the next, and is lost at a power cycle.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	DRIVE_SECTORS_KEPT = 48,
	DRIVE_SECTOR_MAX = 4096,
	DRIVE_LOG_PAGES = 24,
	DRIVE_FAULTS = 24,
	DRIVE_NAME = 32,
	DRIVE_COUNTS = 16,
	DRIVE_SCT_WORDS = 5,
};

enum fake_protocol {
	FAKE_NON_DATA,
	FAKE_PIO_IN,
	FAKE_PIO_OUT,
	FAKE_DMA_IN,
	FAKE_DMA_OUT,
};

enum {
	ST_ERR = 0x01, /* ACS-3 6.2: status bits */
	ST_DRQ = 0x08,
	ST_DF = 0x20,
	ST_DRDY = 0x40,
	ER_ABRT = 0x04, /* ACS-3 6.3: error bits */
	ER_IDNF = 0x10,
	ER_UNC = 0x40,
	ER_ICRC = 0x80,
};

/* The registers that a command leaves behind. */
struct fake_regs {
	uint8_t status, error, device;
	uint16_t count;
	uint64_t lba;
};

/* One command as the host gave it, and its outcome. */
struct fake_cmd {
	uint8_t command;
	bool ext; /* 48-bit registers were written */
	enum fake_protocol protocol;
	uint16_t feature, count;
	uint64_t lba; /* 24 bits unless ext; the device register holds the other four */
	uint8_t device;
	void *data;
	size_t bytes;	      /* length of the host's buffer */
	unsigned timeout_ms;  /* the path gives up then and resets the drive; 0: never */
	const char *via;      /* how it came: "" for the usual way, or "ata12", "hdio-task" */
	struct fake_regs out; /* valid when lost is 0 */
	uint64_t moved; /* bytes that were read without a transfer, and the time of other work */
	unsigned spent_ms;
	int lost;	      /* an errno: the path failed and there are no registers */
	uint8_t sense[32];    /* sense data in place of the drive's answer, */
	unsigned sense_bytes; /* where this is not 0 */
	unsigned good_bytes;  /* registers after this many bytes of the answer, with status GOOD */
};

enum drive_power {
	POWER_ACTIVE = 0xff, /* ACS-3 7.2, CHECK POWER MODE: the values of COUNT */
	POWER_ACTIVE_NV_DOWN = 0x40,
	POWER_ACTIVE_NV_UP = 0x41,
	POWER_STANDBY = 0x00,
	POWER_STANDBY_Y = 0x01,
	POWER_IDLE = 0x80,
	POWER_IDLE_A = 0x81,
	POWER_IDLE_B = 0x82,
	POWER_IDLE_C = 0x83,
	POWER_SLEEP = 0xf0, /* ours: a sleeping drive answers nothing until it is reset */
};

enum fault_kind {
	FAULT_NONE,
	FAULT_ABORT,	  /* status 51h with the given error bits */
	FAULT_FAULT,	  /* status 71h: device fault */
	FAULT_LOST,	  /* no answer: the path fails with an errno */
	FAULT_IGNORE,	  /* completes without having any effect */
	FAULT_GOOD_SENSE, /* done: these sense data come along, with status GOOD */
	FAULT_SENSE,	  /* not done: the path answers with these sense data and no more */
	FAULT_SIGNAL,	  /* signal `err` arrives, and the command is done as ever */
	FAULT_POWER,	  /* the drive loses power: nothing answers until it is back */
	FAULT_STATUS,	  /* not done: an NVMe status, `err` */
	FAULT_GONE, /* the connection is lost (a bridge is unplugged); the drive keeps its state */
};

/* When a fault strikes: before, during or after the effect of the command. */
enum fault_moment { FAULT_BEFORE, FAULT_DURING, FAULT_AFTER };

/* Something that goes wrong, for every command that it matches. */
struct drive_fault {
	enum fault_kind kind;
	enum fault_moment moment;
	int command, feature; /* -1: any */
	unsigned skip, times; /* let so many matching commands pass; times 0: for ever */
	uint8_t error;
	int err;
	uint8_t sense[32];
	unsigned sense_bytes;
};

struct drive_log {
	bool used, writable;
	uint8_t address;
	uint16_t page;
	uint8_t data[512];
};

struct drive_sector {
	bool used, unreadable;
	bool flagged; /* unreadable by WRITE UNCORRECTABLE's flag, not as a medium error */
	uint64_t lba;
	uint8_t data[DRIVE_SECTOR_MAX];
};

enum drive_fill {
	FILL_ADDRESS,  /* each its own address, again and again */
	FILL_WORD,     /* an erased one: four bytes */
	FILL_SCRAMBLED /* contents that were decrypted by another key */
};

struct drive_security {
	uint8_t user[32], master[32];
	bool prepared;		 /* the last command was SECURITY ERASE PREPARE */
	unsigned tries, erase_s; /* seconds that an erase takes */
	bool freezes;		 /* the firmware of the machine freezes it at every start */
	bool must_finish;	 /* after an interrupted erase only another erase */
	bool unfinished;	 /* works, and an erase was interrupted */
	bool fails_locked;	 /* an erase fails, and leaves the drive locked */
	bool counts_all;	 /* a wrong password counts, too, where nothing is locked */
};

/* Whether the host can reach the drive. */
enum drive_place { DRIVE_THERE, DRIVE_OFF, DRIVE_GONE };

/*
 * Device configuration overlay (ACS-2 4.9): the capabilities of the drive, and those that remain
 * after DEVICE CONFIGURATION SET.
 */
struct drive_dco {
	bool set, frozen;
	uint64_t max; /* 0: native_max is the factory's */
	bool bad_sum;
	bool given[32]; /* words of DEVICE CONFIGURATION IDENTIFY that the case has given */
	uint16_t words[32];
};

/* ACS-3 4.16: states SD0 to SD4. */
enum sanitize_state { SD_IDLE, SD_FROZEN, SD_RUNNING, SD_FAILED, SD_DONE };

struct drive_sanitize {
	enum sanitize_state state;
	bool antifrozen, succeeded, failed;
	bool will_fail;	      /* the operation that runs ends in failure */
	unsigned at, step;    /* progress in 1/65536; what each command adds */
	enum drive_fill fill; /* contents after the operation */
	uint32_t fill_word;
};

/* SCT (ACS-4 8); the first of each pair is for reading and the write cache. */
struct drive_sct {
	bool there;	      /* log E0h is served */
	bool keeps;	      /* it has times for power-on, and the factory's */
	bool clamps, ignores; /* raises times that are too short; ignores what is set */
	bool echoes, busy;    /* COUNT and LBA come back as sent; another command is running */
	uint16_t least;	      /* the shortest time, in units of 100 ms */
	uint16_t time[2], start[2], factory[2];
	uint16_t state[2], options[2];	   /* states and option bits of the features */
	uint16_t status, action, function; /* the last command's status and codes */
};

/* What the drive reports about its health (drive_health.c). */
enum drive_told { TOLD_NOT, TOLD, TOLD_INVALID, TOLD_ZEROS };

struct drive_health {
	bool tests;			   /* a self-test runs */
	enum drive_told statistics, smart; /* log 04h page 3; SMART READ DATA */
	uint32_t reallocated;		   /* sectors */
	int step;			   /* number that each reallocation adds to the count */
};

/* A download in segments (ACS-3 7.7). */
struct drive_download {
	bool deferred;	  /* mode Eh: waits for activation */
	unsigned next;	  /* block that has to come next */
	char revision[8]; /* the image's first eight bytes */
	uint64_t bytes;	  /* taken in so far */
};

/* A power condition (Extended Power Conditions); times in 100 ms. */
enum { EPC_ROWS = 5 };

struct fake_epc_timer {
	bool enabled;
	uint32_t time;
};

struct fake_epc {
	bool supported, changeable, saveable;
	struct fake_epc_timer factory, saved, current;
	uint32_t recovery, min, max;
};

struct drive {
	char name[DRIVE_NAME];
	uint16_t id[256];	/* IDENTIFY data; the settings it shows have no other place */
	uint16_t id_power[256]; /* IDENTIFY data after a power cycle */
	bool packet, silent;	/* answers A1h only; or aborts everything */
	enum drive_place place;
	enum drive_power power;
	uint8_t standby_timer, doorlock;
	bool keep_features, defect_management, old_power_codes;
	uint8_t prefetch, transfer_mode, apm_step;
	int temperature;	  /* Celsius, for F0h */
	bool seagate_saving;	  /* Seagate's automatic power saving, for FBh */
	uint64_t native_max;	  /* highest native address */
	uint64_t sectors_default; /* the size that is restored at power up */
	bool hpa_set_once;
	bool ama_frozen, ama_set_once;
	struct drive_security security;
	struct drive_dco dco;
	struct drive_sanitize sanitize;
	struct drive_download download;
	struct drive_sct sct;
	struct drive_health health;
	uint64_t trims; /* ranges */
	struct drive_fault fault[DRIVE_FAULTS];
	struct drive_log log[DRIVE_LOG_PAGES];
	struct drive_sector sector[DRIVE_SECTORS_KEPT];
	enum drive_fill fill; /* contents of sectors that were not written since */
	uint32_t fill_word;
	/* sectors that take time, in the virtual clock; how a failed verify reports its sector */
	struct {
		uint64_t lba;
		unsigned ms;
	} slow[4];
	unsigned slows;
	bool misnames;
	uint64_t misnamed;
	bool bad_writes;       /* a bad sector stays so, whatever is written */
	bool keeps_data;       /* an erase reports success and does nothing */
	uint64_t keeps_sector; /* number of the sector that no erase reaches, plus one; or 0 */
	uint64_t firmware_bytes, trimmed; /* bytes of the active image; trimmed sectors */
	/* what COUNT says of the first segments, whatever has become of them */
	uint8_t firmware_count[DRIVE_COUNTS];
	unsigned firmware_counts, firmware_segments;
	bool sizes_in_bytes;  /* log 2Fh lists bytes, against ACS */
	uint32_t idle3_value; /* 100h + the timer's byte; 0: no such timer */
	bool idle3_open;
	uint8_t idle3_key; /* what log BFh is to be */
	struct fake_epc epc[EPC_ROWS];
	bool epc_takes_limits; /* a timer beyond a limit becomes the limit: no ABRT */
	bool epc_forgets;      /* what is to be saved is not */
	unsigned commands;     /* executed so far */
	unsigned struck;       /* faults that have struck */
	unsigned starts;       /* power cycles */
};

/* One row per opcode. */
struct drive_opcode {
	uint8_t command;
	const char *name; /* name in ACS, capitals */
	bool ext;
	enum fake_protocol protocol;
	void (*run)(struct drive *, struct fake_cmd *);
	uint8_t feature; /* subcommand with its own row; 0: all subcommands without a row */
};

/* The row of a command, or NULL for one that no drive here knows. */
const struct drive_opcode *drive_opcode(uint8_t command, uint16_t feature);

/* Receiver of the log's lines, without their newline; NULL switches the log off. */
typedef void drive_trace(void *who, const char *line);

/*
 * Execute one command. Fill cmd->out and move data to or from cmd->data. A sleeping drive is reset
 * first, as the host's driver does. Log one line: name, command, fields, result.
 */
void drive_execute(struct drive *, struct fake_cmd *, drive_trace *, void *who);

/* Take the power away and bring it back: also of a drive that is off or gone. */
void drive_power_cycle(struct drive *);

/*
 * Return the fault of this command; .kind FAULT_NONE: no fault. Count the faults down, and apply
 * those that do not stop the command.
 */
struct drive_fault drive_fault_strike(struct drive *, struct fake_cmd *);
/* Apply a fault that has struck to the command (or to its drive). */
void drive_fault_apply(struct drive *, struct fake_cmd *, const struct drive_fault *);
/* The power fails during a SECURITY ERASE UNIT; other commands are not affected. */
void drive_erase_broken_off(struct drive *, const struct fake_cmd *);

/* Set up from an IDENTIFY image: a preset's name or 256 words. */
int drive_preset(struct drive *, const char *preset);
void drive_load(struct drive *, const uint16_t id[256]);

/* Apply one KEY=VALUE of a drive description; -ENOENT for an unknown key, -EINVAL for a value. */
int drive_option(struct drive *, const char *key, const char *value);

/* Add a fault from its description, e.g. "cmd=ef/02 nth=2 abrt". 0, or -EINVAL. */
int drive_add_fault(struct drive *, const char *text);

/* Helpers for the handlers. */
bool drive_bit(const struct drive *, unsigned word, unsigned bit);
void drive_set_bit(struct drive *, unsigned word, unsigned bit, bool on);
void drive_set_word(struct drive *, unsigned word, uint16_t value);
void drive_set_string(struct drive *, unsigned word, unsigned words, const char *text);
uint64_t drive_sectors(const struct drive *);
void drive_set_sectors(struct drive *, uint64_t sectors);
unsigned drive_sector_bytes(const struct drive *);
/* The address of a 28- or 48-bit command; false (and IDNF or ABRT) if it is beyond the end. */
bool drive_address(struct drive *, struct fake_cmd *, uint64_t *lba, unsigned sectors);
struct drive_sector *drive_sector(struct drive *, uint64_t lba, bool create);
void drive_read_sector(struct drive *, uint64_t lba, uint8_t *data);
/* All sectors are erased, unless the drive says so alone. */
void drive_erase_medium(struct drive *, enum drive_fill fill, uint32_t word);
/* Return the first sector of a run that cannot be read; the run's end if all can be read. */
uint64_t drive_first_bad(struct drive *, uint64_t lba, uint64_t sectors);
/* How long the slow sectors of a run take. */
unsigned drive_slow_ms(const struct drive *, uint64_t lba, uint64_t sectors);
/* True if the drive returns a sector's data: not locked, not sanitizing, sector readable. */
bool drive_gives_sector(struct drive *, uint64_t lba);
struct drive_log *drive_find_log(struct drive *, uint8_t address, uint16_t page);
struct drive_log *drive_make_log(struct drive *, uint8_t address, uint16_t page);
void drive_abort(struct fake_cmd *, uint8_t error);
/* Copy to the host's buffer what fits. */
void drive_give(struct fake_cmd *, const void *data, size_t bytes);

/* Handlers, by file. */
typedef void drive_handler(struct drive *, struct fake_cmd *);
drive_handler drive_identify, drive_identify_packet, drive_read_log, drive_write_log; /* identify */
drive_handler drive_set_features;						      /* features */
drive_handler fake_standby, drive_standby_immediate, drive_idle, drive_idle_immediate, drive_sleep,
	drive_check_power; /* power */
drive_handler drive_read, drive_write, drive_verify, fake_flush, drive_set_multiple,
	drive_door_lock, drive_door_unlock;				  /* media */
drive_handler drive_read_native_max, drive_set_max, drive_accessible_max; /* capacity */
drive_handler drive_configuration_overlay;				  /* dco */
drive_handler drive_sanitize_device;					  /* sanitize */
drive_handler drive_data_set_management;				  /* trim */
drive_handler drive_download_microcode;					  /* firmware */
drive_handler drive_write_uncorrectable, drive_write_long, drive_set_sector_configuration;
drive_handler drive_security_command; /* security */
drive_handler drive_hitachi_temperature, drive_seagate_saving, drive_western_digital,
	drive_smart; /* vendor */

/* True while a sanitize operation bars this command (ACS-3 table 11); it has then been aborted. */
bool drive_sanitize_bars(struct drive *, struct fake_cmd *);
/* SCT: a command that was written to log E0h, and what is read from it. */
void drive_sct_command(struct drive *, struct fake_cmd *);
void drive_sct_status(const struct drive *, uint8_t page[512]);
void drive_sct_power_cycle(struct drive *);
/* True if the registers describe a transfer of an SCT log, and the drive has SCT. */
bool drive_sct_has(const struct drive *, const struct fake_cmd *);
/*
 * The words of an SCT command: action, function, selection, value, options. False for another
 * command, and where more than these is sent.
 */
bool drive_sct_words(const struct fake_cmd *, uint16_t words[DRIVE_SCT_WORDS]);
int drive_option_sct(struct drive *, const char *key, const char *value);
/* Health: SMART READ DATA; a page of log 04h (false: there is none); a bad sector was written. */
drive_handler drive_smart_data;
bool drive_health_log(const struct drive *, unsigned page, uint8_t *bytes);
void drive_health_wrote_bad(struct drive *);
int drive_option_health(struct drive *, const char *key, const char *value);
/* A deferred image becomes active: at power-up, or by subcommand 0Fh. */
void drive_activate(struct drive *);
/* Extended Power Conditions: at power-up; by APM; SET FEATURES 4Ah (false: ABRT); a page of log 08h
 * (false: there is none); KEY=VALUE as below. */
void drive_epc_start(struct drive *);
void drive_epc_disable(struct drive *);
bool drive_epc_command(struct drive *, const struct fake_cmd *);
bool drive_epc_log(struct drive *, unsigned page, uint8_t *bytes);
int drive_epc_option(struct drive *, const char *key, const char *value);
/* Apply one KEY=VALUE of the dangerous features; -ENOENT for another key. */
int drive_option_danger(struct drive *, const char *key, const char *value);

#endif
