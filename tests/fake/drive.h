/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_FAKE_DRIVE_H
#define TESTS_FAKE_DRIVE_H

/*
 * An ATA drive: commands in, registers and data out, as ACS defines. The drive includes no header
 * of the product, so that its statements about a command are independent evidence. Its state is
 * plain data without pointers, in a file that several processes map one after the other: a setting
 * lasts from one command line to the next, and is lost at a power cycle.
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

struct fake_regs {
	uint8_t status, error, device;
	uint16_t count;
	uint64_t lba;
};

/* A command from the host, and its outcome. */
struct fake_cmd {
	uint8_t command;
	bool ext; /* 48-bit registers were written */
	enum fake_protocol protocol;
	uint16_t feature, count;
	uint64_t lba; /* 24 bits unless ext; the device register holds the other four */
	uint8_t device;
	void *data;
	size_t bytes;
	unsigned timeout_ms;  /* the path's time limit, after which it resets the drive; 0: none */
	const char *via;      /* the way it came: "" for the usual one, or "ata12", "hdio-task" */
	struct fake_regs out; /* valid if lost is 0 */
	uint64_t moved; /* for the virtual clock: bytes that were read without a transfer, and other
			   work */
	unsigned spent_ms;
	int lost; /* an errno: the path failed and there are no registers */
	uint8_t sense[32];
	unsigned sense_bytes;
	unsigned good_bytes; /* registers come after this many bytes of the answer, with status GOOD
			      */
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
	POWER_SLEEP = 0xf0, /* not in ACS: a sleeping drive answers nothing until it is reset */
};

enum fault_kind {
	FAULT_NONE,
	FAULT_ABORT, /* status 51h with the given error bits */
	FAULT_FAULT, /* status 71h: device fault */
	FAULT_LOST,  /* no answer: the path fails with an errno */
	FAULT_IGNORE,
	FAULT_GOOD_SENSE, /* done: these sense data come with status GOOD */
	FAULT_SENSE,	  /* not done: the path answers only with these sense data */
	FAULT_SIGNAL,	  /* signal `err` arrives, and the command is done */
	FAULT_POWER,	  /* the drive loses power: nothing answers until it is back */
	FAULT_STATUS,	  /* not done: an NVMe status, `err` */
	FAULT_GONE, /* the connection is lost (a bridge is unplugged); the drive keeps its state */
};

enum fault_moment { FAULT_BEFORE, FAULT_DURING, FAULT_AFTER };

struct drive_fault {
	enum fault_kind kind;
	enum fault_moment moment;
	int command, feature; /* -1: any */
	unsigned skip,
		times; /* commands that pass before the fault; number of faults, 0: no limit */
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
	FILL_ADDRESS,  /* each address, repeated */
	FILL_WORD,     /* four bytes, repeated */
	FILL_SCRAMBLED /* contents that were decrypted by another key */
};

struct drive_security {
	uint8_t user[32], master[32];
	bool prepared; /* the last command was SECURITY ERASE PREPARE */
	unsigned tries, erase_s;
	bool freezes; /* the machine's firmware freezes the drive at every start */
	bool must_finish;
	bool unfinished; /* the drive works, and an erase was interrupted */
	bool fails_locked;
	bool counts_all;
};

enum drive_place { DRIVE_THERE, DRIVE_OFF, DRIVE_GONE };

/*
 * Device configuration overlay (ACS-2 4.9): the capabilities of the drive, and those that remain
 * after DEVICE CONFIGURATION SET.
 */
struct drive_dco {
	bool set, frozen;
	uint64_t max; /* 0: native_max is the maker's */
	bool bad_sum;
	bool given[32]; /* words of DEVICE CONFIGURATION IDENTIFY that the case sets */
	uint16_t words[32];
};

/* ACS-3 4.16: states SD0 to SD4. */
enum sanitize_state { SD_IDLE, SD_FROZEN, SD_RUNNING, SD_FAILED, SD_DONE };

struct drive_sanitize {
	enum sanitize_state state;
	bool antifrozen, succeeded, failed;
	bool will_fail;
	unsigned at, step; /* progress in 1/65536; what each command adds */
	enum drive_fill fill;
	uint32_t fill_word;
};

/* SCT (ACS-4 8); the first member of a pair is for reads or the write cache. */
struct drive_sct {
	bool there; /* the drive has log E0h */
	bool keeps; /* has times for power-on and default times */
	bool clamps, ignores;
	bool echoes, busy;
	uint16_t least; /* the shortest time, in units of 100 ms */
	uint16_t time[2], start[2], factory[2];
	uint16_t state[2], options[2];
	uint16_t status, action, function;
};

/* What the drive reports about its health (drive_health.c). */
enum drive_told { TOLD_NOT, TOLD, TOLD_INVALID, TOLD_ZEROS };

struct drive_health {
	bool tests;
	enum drive_told statistics, smart; /* log 04h page 3; SMART READ DATA */
	uint32_t reallocated;
	int step;
};

/* A download in segments (ACS-3 7.7). */
struct drive_download {
	bool deferred;	  /* mode Eh: waits for activation */
	unsigned next;	  /* block that must come next */
	char revision[8]; /* the image's first eight bytes */
	uint64_t bytes;
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
	uint16_t id[256]; /* IDENTIFY data, the only place of the settings they show */
	uint16_t id_power[256];
	bool packet, silent; /* answers only A1h; or aborts everything */
	enum drive_place place;
	enum drive_power power;
	uint8_t standby_timer, doorlock;
	bool keep_features, defect_management, old_power_codes;
	bool heads_stay; /* IDLE IMMEDIATE with UNLOAD succeeds and unloads nothing */
	uint8_t prefetch, transfer_mode, apm_step;
	uint8_t verify_mode; /* word 220 while write-read-verify is on, plus 1; 0: the mode set */
	int temperature;
	bool seagate_saving;
	uint64_t native_max;
	uint64_t sectors_default; /* the size at power-up */
	bool hpa_set_once;
	bool ama_frozen, ama_set_once;
	struct drive_security security;
	struct drive_dco dco;
	struct drive_sanitize sanitize;
	struct drive_download download;
	struct drive_sct sct;
	struct drive_health health;
	uint64_t trims;
	struct drive_fault fault[DRIVE_FAULTS];
	struct drive_log log[DRIVE_LOG_PAGES];
	struct drive_sector sector[DRIVE_SECTORS_KEPT];
	enum drive_fill fill; /* contents of sectors that were not written since */
	uint32_t fill_word;
	/* sectors that take time of the virtual clock; how a failed verify reports its sector */
	struct {
		uint64_t lba;
		unsigned ms;
	} slow[4];
	unsigned slows;
	uint64_t locks_at, sanitizes_at; /* plus one; 0: never */
	bool misnames;
	uint64_t misnamed;
	bool bad_writes;
	bool keeps_data;
	uint64_t keeps_sector; /* number of the sector that no erase reaches, plus one; 0: none */
	uint64_t firmware_bytes, trimmed;
	/* COUNT after the first segments, whatever their result was */
	uint8_t firmware_count[DRIVE_COUNTS];
	unsigned firmware_counts, firmware_segments;
	bool sizes_in_bytes;  /* log 2Fh has bytes, contrary to ACS */
	uint32_t idle3_value; /* 100h + the timer's byte; 0: no such timer */
	bool idle3_open;
	uint8_t idle3_key; /* the meaning of log BFh */
	struct fake_epc epc[EPC_ROWS];
	bool epc_takes_limits;
	bool epc_takes_timer;
	bool epc_forgets;
	unsigned commands;
	unsigned struck;
	unsigned starts;
};

struct drive_opcode {
	uint8_t command;
	const char *name; /* ACS name in capitals */
	bool ext;
	enum fake_protocol protocol;
	void (*run)(struct drive *, struct fake_cmd *);
	uint8_t feature; /* subcommand with its own row; 0: all others */
};

/* The row of a command, or NULL for an unknown command. */
const struct drive_opcode *drive_opcode(uint8_t command, uint16_t feature);

/* Receives lines of the log without newline; NULL: no log. */
typedef void drive_trace(void *who, const char *line);

/* Execute one command. Fill cmd->out, and move data to or from cmd->data. As the host's driver
 * does, reset a sleeping drive first. Log one line: name, command, fields, result. */
void drive_execute(struct drive *, struct fake_cmd *, drive_trace *, void *who);

void drive_power_cycle(struct drive *);

/* Return the fault of this command; .kind FAULT_NONE: none. Count faults down, and apply those that
 * do not stop the command. */
struct drive_fault drive_fault_strike(struct drive *, struct fake_cmd *);
void drive_fault_apply(struct drive *, struct fake_cmd *, const struct drive_fault *);
/* Let the power fail during a SECURITY ERASE UNIT; ignore other commands. */
void drive_erase_broken_off(struct drive *, const struct fake_cmd *);

int drive_preset(struct drive *, const char *preset);
void drive_load(struct drive *, const uint16_t id[256]);

/* Apply one KEY=VALUE; -ENOENT for an unknown key, -EINVAL for a value. */
int drive_option(struct drive *, const char *key, const char *value);

/* Add a fault such as "cmd=ef/02 nth=2 abrt". 0, or -EINVAL. */
int drive_add_fault(struct drive *, const char *text);

bool drive_bit(const struct drive *, unsigned word, unsigned bit);
void drive_set_bit(struct drive *, unsigned word, unsigned bit, bool on);
void drive_set_word(struct drive *, unsigned word, uint16_t value);
void drive_set_string(struct drive *, unsigned word, unsigned words, const char *text);
uint64_t drive_sectors(const struct drive *);
void drive_set_sectors(struct drive *, uint64_t sectors);
unsigned drive_sector_bytes(const struct drive *);
/* Set *lba of a 28- or 48-bit command; false, with IDNF or ABRT, beyond the end. */
bool drive_address(struct drive *, struct fake_cmd *, uint64_t *lba, unsigned sectors);
struct drive_sector *drive_sector(struct drive *, uint64_t lba, bool create);
void drive_read_sector(struct drive *, uint64_t lba, uint8_t *data);
/* Erase all sectors, unless an option of the drive keeps them. */
void drive_erase_medium(struct drive *, enum drive_fill fill, uint32_t word);
/* Return the first unreadable sector of a run, or the run's end. */
uint64_t drive_first_bad(struct drive *, uint64_t lba, uint64_t sectors);
unsigned drive_slow_ms(const struct drive *, uint64_t lba, uint64_t sectors);
/* True if the drive returns a sector's data: not locked, not sanitizing, sector readable. */
/* Lock the drive, or begin to sanitize it, if it is to do so at one of these sectors. */
void drive_reach(struct drive *d, uint64_t lba, uint64_t sectors);
bool drive_gives_sector(struct drive *, uint64_t lba);
struct drive_log *drive_find_log(struct drive *, uint8_t address, uint16_t page);
struct drive_log *drive_make_log(struct drive *, uint8_t address, uint16_t page);
void drive_abort(struct fake_cmd *, uint8_t error);
void drive_give(struct fake_cmd *, const void *data, size_t bytes);

/* Handlers, in the order of their files. */
typedef void drive_handler(struct drive *, struct fake_cmd *);
drive_handler drive_identify, drive_identify_packet, drive_read_log, drive_write_log;
drive_handler drive_set_features;
drive_handler fake_standby, drive_standby_immediate, drive_idle, drive_idle_immediate, drive_sleep,
	drive_check_power;
drive_handler drive_read, drive_write, drive_verify, fake_flush, drive_set_multiple,
	drive_door_lock, drive_door_unlock;
drive_handler drive_read_native_max, drive_set_max, drive_accessible_max;
drive_handler drive_configuration_overlay;
drive_handler drive_sanitize_device;
drive_handler drive_data_set_management;
drive_handler drive_download_microcode;
drive_handler drive_write_uncorrectable, drive_write_long, drive_set_sector_configuration;
drive_handler drive_security_command;
drive_handler drive_hitachi_temperature, drive_seagate_saving, drive_western_digital, drive_smart;

/* True, with ABRT, if a sanitize operation forbids this command (ACS-3 table 11). */
bool drive_sanitize_bars(struct drive *, struct fake_cmd *);
/* SCT: execute a command in log E0h; read the log. */
void drive_sct_command(struct drive *, struct fake_cmd *);
void drive_sct_status(const struct drive *, uint8_t page[512]);
void drive_sct_power_cycle(struct drive *);
/* True if the registers describe a transfer of an SCT log, and the drive has SCT. */
bool drive_sct_has(const struct drive *, const struct fake_cmd *);
/* The words of an SCT command: action, function, selection, value, options. False for another
 * command, or if it has more. */
bool drive_sct_words(const struct fake_cmd *, uint16_t words[DRIVE_SCT_WORDS]);
int drive_option_sct(struct drive *, const char *key, const char *value);
/* Health: SMART READ DATA; a page of log 04h, false: none; a bad sector was written. */
drive_handler drive_smart_data;
bool drive_health_log(const struct drive *, unsigned page, uint8_t *bytes);
void drive_health_wrote_bad(struct drive *);
int drive_option_health(struct drive *, const char *key, const char *value);
/* Activate a deferred image, at power-up or by subcommand 0Fh. */
void drive_activate(struct drive *);
/* Extended Power Conditions: power-up; APM; SET FEATURES 4Ah, false: ABRT; a page of log 08h,
 * false: none; KEY=VALUE as below. */
void drive_epc_start(struct drive *);
void drive_epc_take_timer(struct drive *, uint8_t code);
void drive_epc_disable(struct drive *);
bool drive_epc_command(struct drive *, const struct fake_cmd *);
bool drive_epc_log(struct drive *, unsigned page, uint8_t *bytes);
int drive_epc_option(struct drive *, const char *key, const char *value);
/* Apply one KEY=VALUE of the dangerous features; -ENOENT for another key. */
int drive_option_danger(struct drive *, const char *key, const char *value);

#endif
