// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of options, one row each. README, Recipes, says what else an option needs. */
#include "ata_drive.h"
#include "options.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* -s1 alone is dangerous: a drive that powers up in standby may not be found by the firmware. */
static bool turns_standby_on(const struct opt_state *state)
{
	return state->set && state->value == 1;
}

/* For -J: without a value it only asks. */
static bool has_value(const struct opt_state *state)
{
	return state->set;
}

static bool password_elsewhere(const struct opt_state *all)
{
	return all[OPT_SECURITY_PROMPT].seen || all[OPT_SECURITY_PASSWORD_FILE].seen;
}

#define SECTOR(type) .value = &(type), .max = ATA_ADDRESSES - 1
#define PASSWORD                                                                                   \
	.value = &value_password, .given_elsewhere = password_elsewhere, .kind = OPT_KIND_SOLO,    \
	.group = HELP_DANGEROUS
#define FIRMWARE                                                                                   \
	.kind = OPT_KIND_SOLO, .flags = OPT_ONE_DEVICE | OPT_EXCLUSIVE, .value = &value_path,      \
	.consent = CONSENT_YES | CONSENT_DESTROY, .group = HELP_DANGEROUS, .key = "firmware",      \
	.danger = "a drive whose firmware is wrong or incomplete may never work again"

#define NUMBER(low, high) .value = &value_number, .min = (low), .max = (high)
#define SWITCH		  .value = &value_switch, .max = 1

/* clang-format off */
const struct option_def option_table[OPT_COUNT] = {
	[OPT_READ_AHEAD] = { .letter = 'a', .kind = OPT_KIND_GETSET, NUMBER(0, INT32_MAX),
		.key = "read_ahead_sectors",
		.help = "Get/set the kernel's read-ahead, 512-byte sectors" },
	[OPT_LOOK_AHEAD] = { .letter = 'A', .kind = OPT_KIND_GETSET, SWITCH,
		.key = "read_look_ahead",
		.help = "Get/set the drive's read look-ahead (0/1)" },
	[OPT_BUS_STATE] = { .letter = 'b', .kind = OPT_KIND_GETSET, .value = &value_bus_state,
		.max = 2, .key = "bus_state",
		.help = "Get/set bus state (0/1/2)" },
	[OPT_APM] = { .letter = 'B', .kind = OPT_KIND_GETSET, .value = &value_level, .max = 255,
		.key = "apm_level",
		.help = "Get/set APM level: 1 (min) to 254 (max), 255 (off)" },
	[OPT_IO_32BIT] = { .letter = 'c', .kind = OPT_KIND_GETSET, NUMBER(0, 3),
		.key = "io_32bit_support",
		.help = "Get/set 32-bit I/O of the IDE driver (0-3)" },
	[OPT_POWER_MODE] = { .letter = 'C', .kind = OPT_KIND_FLAG, .key = "power_mode",
		.help = "Show the drive's power mode" },
	[OPT_DMA] = { .letter = 'd', .kind = OPT_KIND_GETSET, SWITCH, .key = "using_dma",
		.help = "Get/set the IDE driver's use of DMA (0/1)" },
	[OPT_DEFECT_MANAGEMENT] = { .letter = 'D', .kind = OPT_KIND_SET, SWITCH,
		.key = "defect_management",
		.help = "Set the drive's automatic defect management (0/1)" },
	[OPT_CD_SPEED] = { .letter = 'E', .kind = OPT_KIND_SET, NUMBER(0, 255),
		.key = "cd_speed",
		.help = "Set the reading speed of a CD or DVD drive" },
	[OPT_FLUSH_BUFFERS] = { .letter = 'f', .kind = OPT_KIND_FLAG, .key = "flush_buffers",
		.help = "Write out and drop the device's cached pages" },
	[OPT_FLUSH_DRIVE] = { .letter = 'F', .kind = OPT_KIND_FLAG, .key = "flush_drive_cache",
		.help = "Flush the drive's write cache" },
	[OPT_GEOMETRY] = { .letter = 'g', .kind = OPT_KIND_FLAG, .key = "geometry",
		.flags = OPT_RESETS_RESULT,
		.help = "Show geometry, size and start" },
	[OPT_HELP] = { .letter = 'h', .name = "help", .kind = OPT_KIND_INFO,
		.help = "Show this help" },
	[OPT_IDENTIFY] = { .letter = 'I', .kind = OPT_KIND_FLAG, .key = "identify",
		.help = "Show what the drive says of itself (IDENTIFY data)" },
	[OPT_IDENTITY] = { .letter = 'i', .kind = OPT_KIND_FLAG, .key = "identity",
		.help = "Show what the kernel keeps of the IDENTIFY data" },
	[OPT_TEMPERATURE] = { .letter = 'H', .kind = OPT_KIND_FLAG, .key = "temperature_celsius",
		.help = "Show the drive's temperature" },
	[OPT_IDLE3_TIMER] = { .letter = 'J', .kind = OPT_KIND_GETSET, NUMBER(0, 300),
		.flags = OPT_ENDS_CLUSTER | OPT_RESETS_RESULT, .consent = CONSENT_DESTROY,
		.guarded = has_value,
		.key = "idle3_timer_s", .group = HELP_DANGEROUS,
		.help = "Get/set WD's idle3 timer, in seconds (0 disables)",
		.danger = "-J uses commands that their vendor has not published" },
	[OPT_KEEP_SETTINGS] = { .letter = 'k', .kind = OPT_KIND_GETSET, SWITCH,
		.key = "keep_settings",
		.help = "Get/set keeping settings over a reset (IDE driver)" },
	[OPT_KEEP_FEATURES] = { .letter = 'K', .kind = OPT_KIND_SET, SWITCH,
		.key = "keep_features",
		.help = "Set keeping features over a reset (0/1)" },
	[OPT_DOOR_LOCK] = { .letter = 'L', .kind = OPT_KIND_SET, SWITCH,
		.key = "door_lock",
		.help = "Lock or unlock the door of a removable disk (0/1)" },
	[OPT_MULTCOUNT] = { .letter = 'm', .kind = OPT_KIND_GETSET, NUMBER(0, 64),
		.key = "multiple_sectors",
		.help = "Get/set sectors per interrupt (0 disables)" },
	[OPT_ACOUSTIC] = { .letter = 'M', .kind = OPT_KIND_GETSET, NUMBER(0, 255),
		.key = "acoustic_management_level",
		.help = "Get/set acoustic level (0 off, 128 quiet-254 fast)" },
	[OPT_NOWERR] = { .letter = 'n', .kind = OPT_KIND_GETSET, SWITCH,
		.key = "ignore_write_errors",
		.help = "Get/set ignoring write errors (IDE driver)" },
	[OPT_MAX_SECTORS] = { .letter = 'N', .kind = OPT_KIND_GETSET, .value = &value_lasting_number,
		.min = 1, .max = ATA_MOST_SECTORS, .flags = OPT_ENDS_CLUSTER,
		.key = "max_sectors", .group = HELP_DANGEROUS,
		.help = "Get/set visible sectors (p: over a power cycle)" },
	[OPT_PIO_MODE] = { .letter = 'p', .kind = OPT_KIND_SET, .value = &value_transfer_mode,
		.max = 255, .key = "pio_mode",
		.help = "Set the IDE chipset's PIO mode (0-5, 255 tunes)" },
	[OPT_PREFETCH] = { .letter = 'P', .kind = OPT_KIND_SET, NUMBER(0, 255),
		.key = "prefetch_sectors",
		.help = "Set the drive's prefetch count" },
	[OPT_QUIET] = { .letter = 'q', .kind = OPT_KIND_MODIFIER,
		.help = "Be quiet about the next option; no device names" },
	[OPT_QUEUE_DEPTH] = { .letter = 'Q', .kind = OPT_KIND_GETSET, NUMBER(0, 1024),
		.flags = OPT_RESETS_RESULT,
		.key = "queue_depth",
		.help = "Get/set the queue depth" },
	[OPT_READ_ONLY] = { .letter = 'r', .kind = OPT_KIND_GETSET, SWITCH,
		.key = "read_only", .group = HELP_DANGEROUS,
		.help = "Get/set the device's read-only flag (0/1)" },
	[OPT_WRITE_READ_VERIFY] = { .letter = 'R', .kind = OPT_KIND_GETSET, NUMBER(0, 3),
		.key = "write_read_verify",
		.help = "Get/set write-read-verify" },
	[OPT_POWER_UP_IN_STANDBY] = { .letter = 's', .kind = OPT_KIND_SET, SWITCH,
		.flags = OPT_ENDS_CLUSTER, .consent = CONSENT_YES, .guarded = turns_standby_on,
		.key = "power_up_in_standby", .group = HELP_DANGEROUS,
		.help = "Set power-up in standby (0/1)",
		.danger = "-s1 can leave a drive that the BIOS or the kernel does not find any more" },
	[OPT_STANDBY_TIMER] = { .letter = 'S', .kind = OPT_KIND_SET,
		.value = &value_standby_timer, .max = 255, .key = "standby_timer",
		.help = "Set the spin-down timer (0 off, 1-255, or 20min)" },
	[OPT_TIME_DEVICE] = { .letter = 't', .kind = OPT_KIND_FLAG, .key = "device_reads",
		.help = "Time reads from the device" },
	[OPT_TIME_CACHE] = { .letter = 'T', .kind = OPT_KIND_FLAG, .key = "cached_reads",
		.help = "Time reads from the cache" },
	[OPT_UNMASK_IRQ] = { .letter = 'u', .kind = OPT_KIND_GETSET, SWITCH,
		.key = "unmask_irq",
		.help = "Get/set interrupt unmasking (IDE driver)" },
	[OPT_DEFAULTS] = { .letter = 'v', .kind = OPT_KIND_MODIFIER,
		.help = "Show the usual settings, too (-acdgkmur)" },
	[OPT_VERSION] = { .letter = 'V', .name = "version", .kind = OPT_KIND_INFO,
		.help = "Show the version" },
	[OPT_RESET] = { .letter = 'w', .kind = OPT_KIND_FLAG, .key = "reset",
		.group = HELP_DANGEROUS,
		.help = "Reset the device" },
	[OPT_WRITE_CACHE] = { .letter = 'W', .kind = OPT_KIND_GETSET, SWITCH,
		.key = "write_cache",
		.help = "Get/set the drive's write cache (0/1)" },
	[OPT_TRANSFER_MODE] = { .letter = 'X', .kind = OPT_KIND_SET, .value = &value_transfer_mode,
		.max = 255, .key = "transfer_mode", .group = HELP_DANGEROUS,
		.help = "Set the transfer mode (as pio4, mdma2, udma6, N)" },
	[OPT_STANDBY_NOW] = { .letter = 'y', .kind = OPT_KIND_FLAG, .key = "standby",
		.help = "Put the drive in standby (spun down)" },
	[OPT_SLEEP_NOW] = { .letter = 'Y', .kind = OPT_KIND_FLAG, .key = "sleep",
		.help = "Put the drive to sleep" },
	[OPT_REREAD_PARTITIONS] = { .letter = 'z', .kind = OPT_KIND_FLAG,
		.key = "reread_partition_table",
		.help = "Have the kernel read the partition table again" },
	[OPT_SEAGATE_POWERSAVE_OFF] = { .letter = 'Z', .kind = OPT_KIND_FLAG,
		.key = "seagate_power_saving_off",
		.help = "Disable power saving of old Seagate drives" },
	[OPT_CONF] = { .name = "conf", .kind = OPT_KIND_PLAN, .flags = OPT_EQUALS_VALUE,
		.value = &value_path,
		.help = "Do what FILE or /etc/hdparm.conf says" },
	[OPT_DCO_FREEZE] = { .name = "dco-freeze", .kind = OPT_KIND_FLAG, .key = "dco_freeze",
		.group = HELP_DANGEROUS,
		.help = "Bar DCO changes until power is cycled" },
	[OPT_DCO_IDENTIFY] = { .name = "dco-identify", .kind = OPT_KIND_FLAG, .key = "dco",
		.help = "Show what device configuration (DCO) can change" },
	[OPT_DCO_RESTORE] = { .name = "dco-restore", .kind = OPT_KIND_SOLO, .consent = CONSENT_YES,
		.key = "dco_restore", .group = HELP_DANGEROUS,
		.help = "Set DCO back to the factory's",
		.danger = "the drive's size and features may change, and its data become unreachable" },
	[OPT_DCO_SETMAX] = { .name = "dco-setmax", .kind = OPT_KIND_SOLO, .value = &value_number,
		.min = 1, .max = ATA_MOST_SECTORS, .key = "dco_max_sectors", .group = HELP_DANGEROUS,
		.help = "Set the drive's size by DCO, in sectors" },
	[OPT_DIRECT] = { .name = "direct", .kind = OPT_KIND_MODIFIER,
		.help = "Time with O_DIRECT, past the page cache" },
	[OPT_DRQ_HSM_ERROR] = { .name = "drq-hsm-error", .kind = OPT_KIND_FLAG,
		.key = "drq_hsm_error", .group = HELP_DANGEROUS,
		.help = "Hang the drive on purpose, to test the kernel" },
	[OPT_DRY_RUN] = { .name = "dry-run", .kind = OPT_KIND_MODIFIER,
		.flags = OPT_WHOLE_LINE,
		.help = "Change nothing; show what would be sent" },
	[OPT_ERASE] = { .name = "erase", .kind = OPT_KIND_SOLO, .flags = OPT_EXCLUSIVE,
		.consent = CONSENT_YES | CONSENT_DESTROY, .key = "erase", .group = HELP_DANGEROUS,
		.help = "Erase the drive in the best way that it offers",
		.danger = "all data of the drive are lost, and nothing stops it once it has begun" },
	[OPT_EVEN_IF_IN_USE] = { .name = "even-if-in-use", .kind = OPT_KIND_MODIFIER,
		.group = HELP_DANGEROUS,
		.help = "Destroy a drive though a part of it is in use" },
	[OPT_FALLOCATE] = { .name = "fallocate", .kind = OPT_KIND_LONE, .value = &value_kib_and_file,
		.min = 1, .max = INT64_MAX / 1024, .key = "fallocate",
		.help = "Create a file of so many KiB without writing data" },
	[OPT_FIBMAP] = { .name = "fibmap", .kind = OPT_KIND_LONE, .value = &value_path,
		.key = "fibmap",
		.help = "Show where on the disk a file lies" },
	[OPT_FWACTIVATE] = { .name = "fwactivate", .kind = OPT_KIND_SOLO,
		.flags = OPT_ONE_DEVICE | OPT_EXCLUSIVE, .consent = CONSENT_YES | CONSENT_DESTROY,
		.key = "firmware", .group = HELP_DANGEROUS,
		.help = "Activate firmware sent by --fwdownload-modee",
		.danger = "a drive whose firmware is wrong may never work again" },
	[OPT_FWDOWNLOAD] = { .name = "fwdownload", FIRMWARE,
		.help = "Send new firmware in the way the drive prefers" },
	[OPT_FWDOWNLOAD_MODE3] = { .name = "fwdownload-mode3", FIRMWARE,
		.help = "Send new firmware in the smallest segments" },
	[OPT_FWDOWNLOAD_MODE3_MAX] = { .name = "fwdownload-mode3-max", FIRMWARE,
		.help = "Send new firmware in the largest segments" },
	[OPT_FWDOWNLOAD_MODE7] = { .name = "fwdownload-mode7", FIRMWARE,
		.help = "Send new firmware in one piece" },
	[OPT_FWDOWNLOAD_MODEE] = { .name = "fwdownload-modee", FIRMWARE,
		.help = "Send firmware for later, in the smallest segments" },
	[OPT_FWDOWNLOAD_MODEE_MAX] = { .name = "fwdownload-modee-max", FIRMWARE,
		.help = "Send firmware for later, in the largest segments" },
	[OPT_IDLE_IMMEDIATE] = { .name = "idle-immediate", .kind = OPT_KIND_FLAG,
		.key = "idle_immediate",
		.help = "Idle the drive at once" },
	[OPT_IDLE_UNLOAD] = { .name = "idle-unload", .kind = OPT_KIND_FLAG, .key = "idle_unload",
		.help = "Idle the drive at once and unload its heads" },
	[OPT_IF_AWAKE] = { .name = "if-awake", .kind = OPT_KIND_MODIFIER, NUMBER(0, 255),
		.flags = OPT_EQUALS_VALUE,
		.help = "Skip a drive in standby (and exit with status N)" },
	[OPT_IDENTIFY_FILE] = { .name = "Iraw", .kind = OPT_KIND_ASK, .value = &value_path,
		.flags = OPT_DEVICE_FILE,
		.help = "Save the IDENTIFY data to a file, 512 bytes" },
	[OPT_IDENTIFY_STDIN] = { .name = "Istdin", .kind = OPT_KIND_LONE,
		.help = "Decode IDENTIFY words from standard input" },
	[OPT_IDENTIFY_STDOUT] = { .name = "Istdout", .kind = OPT_KIND_FLAG,
		.help = "Print the IDENTIFY data as words" },
	[OPT_JOBS] = { .name = "jobs", .kind = OPT_KIND_MODIFIER,
		.flags = OPT_WHOLE_LINE, NUMBER(1, 1024),
		.help = "Serve so many devices at a time" },
	[OPT_JSON] = { .name = "json", .kind = OPT_KIND_MODIFIER,
		.flags = OPT_WHOLE_LINE,
		.help = "Print one JSON document instead of text" },
	[OPT_LIST_OPTIONS] = { .name = "list-options", .kind = OPT_KIND_INFO, .flags = OPT_HIDDEN,
		.help = "Print the table of options, tab-separated" },
	[OPT_MAKE_BAD_SECTOR] = { .name = "make-bad-sector", .kind = OPT_KIND_SET,
		SECTOR(value_bad_sector), .consent = CONSENT_YES, .key = "make_bad_sector",
		.group = HELP_DANGEROUS,
		.help = "Make a sector unreadable (f: flag it only)",
		.danger = "the sector's data are lost" },
	[OPT_OFFSET] = { .name = "offset", .kind = OPT_KIND_MODIFIER, NUMBER(0, UINT64_MAX >> 31),
		.help = "Start -t this many GiB into the device" },
	[OPT_CONSENT_DESTROY] = { .name = "please-destroy-my-drive", .kind = OPT_KIND_MODIFIER,
		.group = HELP_DANGEROUS,
		.help = "Consent word; see SAFETY in man hdparm" },
	[OPT_PREFER_ATA12] = { .name = "prefer-ata12", .kind = OPT_KIND_MODIFIER,
		.help = "Use 12-byte commands where they suffice" },
	[OPT_READ_DEPTH] = { .name = "queue-depth", .kind = OPT_KIND_MODIFIER,
		NUMBER(1, READ_DEPTH_MAX),
		.help = "Reads in flight with --direct (else up to 32)" },
	[OPT_RECORD] = { .name = "record", .kind = OPT_KIND_MODIFIER,
		.flags = OPT_WHOLE_LINE, .value = &value_path,
		.help = "Write every exchange with the devices to a file" },
	[OPT_RECORD_SERIALS] = { .name = "record-serials", .kind = OPT_KIND_MODIFIER,
		.flags = OPT_WHOLE_LINE,
		.help = "Do not mask serial numbers in it" },
	[OPT_REPLAY] = { .name = "replay", .kind = OPT_KIND_MODIFIER,
		.flags = OPT_WHOLE_LINE, .value = &value_path,
		.help = "Answer from such a file: no device is touched" },
	[OPT_READ_SECTOR] = { .name = "read-sector", .kind = OPT_KIND_ASK, SECTOR(value_number),
		.key = "read_sector",
		.help = "Read one sector from the medium and print it" },
	[OPT_REPAIR_SECTOR] = { .name = "repair-sector", .kind = OPT_KIND_SOLO,
		.flags = OPT_ONE_DEVICE, SECTOR(value_number), .consent = CONSENT_YES,
		.key = "write_sector", .group = HELP_DANGEROUS,
		.help = "The same as --write-sector",
		.danger = "the sector's data are overwritten with zeros" },
	[OPT_RUNS] = { .name = "runs", .kind = OPT_KIND_MODIFIER, NUMBER(1, RUNS_MAX),
		.help = "Repeat -t or -T so many times and summarize" },
	[OPT_SANITIZE_ANTIFREEZE_LOCK] = { .name = "sanitize-antifreeze-lock", .kind = OPT_KIND_SOLO,
		.key = "sanitize", .group = HELP_DANGEROUS,
		.help = "Bar --sanitize-freeze-lock until power is cycled" },
	[OPT_SANITIZE_BLOCK_ERASE] = { .name = "sanitize-block-erase", .kind = OPT_KIND_SOLO, .flags = OPT_EXCLUSIVE,
		.consent = CONSENT_YES, .key = "sanitize", .group = HELP_DANGEROUS,
		.help = "Erase all blocks of the drive's memory",
		.danger = "all data of the drive are erased, and nothing stops it once it has begun" },
	[OPT_SANITIZE_CRYPTO_SCRAMBLE] = { .name = "sanitize-crypto-scramble",
		.kind = OPT_KIND_SOLO, .flags = OPT_EXCLUSIVE, .consent = CONSENT_YES, .key = "sanitize",
		.group = HELP_DANGEROUS,
		.help = "Change the encryption keys: all data are lost",
		.danger = "all data of the drive become unreadable for ever" },
	[OPT_SANITIZE_FREEZE_LOCK] = { .name = "sanitize-freeze-lock", .kind = OPT_KIND_SOLO,
		.key = "sanitize", .group = HELP_DANGEROUS,
		.help = "Bar the sanitize commands until power is cycled" },
	[OPT_SANITIZE_OVERWRITE] = { .name = "sanitize-overwrite", .kind = OPT_KIND_SOLO, .flags = OPT_EXCLUSIVE,
		.value = &value_pattern, .consent = CONSENT_YES, .key = "sanitize",
		.group = HELP_DANGEROUS,
		.help = "Overwrite everything with a pattern of four bytes",
		.danger = "all data of the drive are erased, and nothing stops it once it has begun" },
	[OPT_SANITIZE_OVERWRITE_PASSES] = { .name = "sanitize-overwrite-passes",
		.kind = OPT_KIND_MODIFIER, NUMBER(0, 7), .group = HELP_DANGEROUS,
		.help = "Passes of --sanitize-overwrite (0 stands for 16)" },
	[OPT_SANITIZE_STATUS] = { .name = "sanitize-status", .kind = OPT_KIND_SOLO,
		.key = "sanitize",
		.help = "Show the state of the sanitize feature set" },
	[OPT_SECURITY_DISABLE] = { .name = "security-disable", PASSWORD, .key = "security",
		.help = "Unlock the drive and take its user password away" },
	[OPT_SECURITY_ERASE] = { .name = "security-erase", PASSWORD, .flags = OPT_EXCLUSIVE,
		.key = "security",
		.help = "Erase the whole drive, and its user password" },
	[OPT_SECURITY_ERASE_ENHANCED] = { .name = "security-erase-enhanced", PASSWORD,
		.flags = OPT_EXCLUSIVE, .key = "security",
		.help = "Erase the whole drive, reassigned sectors included" },
	[OPT_SECURITY_FREEZE] = { .name = "security-freeze", .kind = OPT_KIND_FLAG,
		.key = "security_freeze", .group = HELP_DANGEROUS,
		.help = "Bar the security commands until power is cycled" },
	[OPT_SECURITY_HELP] = { .name = "security-help", .kind = OPT_KIND_INFO,
		.help = "Show help on the security options" },
	[OPT_SECURITY_MODE] = { .name = "security-mode", .kind = OPT_KIND_MODIFIER,
		.value = &value_security_mode, .group = HELP_DANGEROUS,
		.help = "Level that --security-set-pass sets: high, maximum" },
	[OPT_SECURITY_PASSWORD_FILE] = { .name = "security-password-file", .kind = OPT_KIND_MODIFIER,
		.value = &value_path, .group = HELP_DANGEROUS,
		.help = "Read the password from FILE (-: standard input)" },
	[OPT_SECURITY_PROMPT] = { .name = "security-prompt-for-password", .kind = OPT_KIND_MODIFIER,
		.group = HELP_DANGEROUS,
		.help = "Ask for the password on the terminal" },
	[OPT_SECURITY_RECOVER] = { .name = "security-recover", PASSWORD, .key = "security",
		.flags = OPT_MAY_LACK_VALUE | OPT_EXCLUSIVE,
		.help = "Unlock a drive that an erase left locked" },
	[OPT_SECURITY_SET_PASS] = { .name = "security-set-pass", PASSWORD, .key = "security",
		.help = "Set a password; a user's locks after power-off" },
	[OPT_SECURITY_UNLOCK] = { .name = "security-unlock", PASSWORD, .key = "security",
		.help = "Unlock the drive until power is cycled" },
	[OPT_SET_SECTOR_SIZE] = { .name = "set-sector-size", .kind = OPT_KIND_SOLO,
		.flags = OPT_ONE_DEVICE | OPT_EXCLUSIVE, NUMBER(512, 65536), .consent = CONSENT_DESTROY,
		.key = "sector_bytes", .group = HELP_DANGEROUS,
		.help = "Set the size of the drive's logical sectors",
		.danger = "all data of the drive are lost" },
	[OPT_STRICT] = { .name = "strict", .kind = OPT_KIND_MODIFIER,
		.flags = OPT_WHOLE_LINE,
		.help = "Exit with an error when a question got no answer" },
	[OPT_TRANSPORT] = { .name = "transport", .kind = OPT_KIND_MODIFIER,
		.value = &value_transport,
		.help = "Send ATA commands in this way alone" },
	[OPT_TRIM_SECTOR_RANGES] = { .name = "trim-sector-ranges", .kind = OPT_KIND_SOLO,
		.flags = OPT_ONE_DEVICE | OPT_RDWR, .value = &value_lba_ranges,
		.consent = CONSENT_DESTROY, .key = "trim", .group = HELP_DANGEROUS,
		.help = "Tell an SSD that these sectors hold no data (TRIM)",
		.danger = "the data in these sectors are lost" },
	[OPT_TRIM_SECTOR_RANGES_STDIN] = { .name = "trim-sector-ranges-stdin",
		.kind = OPT_KIND_SOLO, .flags = OPT_ONE_DEVICE, .consent = CONSENT_DESTROY,
		.key = "trim", .group = HELP_DANGEROUS,
		.help = "The same, with ranges from standard input",
		.danger = "the data in these sectors are lost" },
	[OPT_USER_MASTER] = { .name = "user-master", .kind = OPT_KIND_MODIFIER,
		.value = &value_user_master, .group = HELP_DANGEROUS,
		.help = "Whose password is meant: user's or master's" },
	[OPT_VERBOSE] = { .name = "verbose", .kind = OPT_KIND_MODIFIER,
		.help = "Show the commands sent and what came back" },
	[OPT_WAIT] = { .name = "wait", .kind = OPT_KIND_MODIFIER,
		.help = "Follow a sanitize operation to its end" },
	[OPT_WRITE_SECTOR] = { .name = "write-sector", .kind = OPT_KIND_SOLO,
		.flags = OPT_ONE_DEVICE, SECTOR(value_number), .consent = CONSENT_YES,
		.key = "write_sector", .group = HELP_DANGEROUS,
		.help = "Overwrite a sector with zeros, to repair it",
		.danger = "the sector's data are overwritten with zeros" },
	[OPT_CONSENT_YES] = { .name = "yes-i-know-what-i-am-doing", .kind = OPT_KIND_MODIFIER,
		.group = HELP_DANGEROUS,
		.help = "Consent word; see SAFETY in man hdparm" },
	[OPT_ZONES] = { .name = "zones", .kind = OPT_KIND_MODIFIER, NUMBER(1, ZONES_MAX),
		.help = "Time -t at N places of the device; draw a chart" },
};
/* clang-format on */

enum opt_id option_by_letter(char letter)
{
	unsigned id;

	for (id = 0; id < OPT_COUNT; id++) {
		if (letter && option_table[id].letter == letter)
			break;
	}
	return (enum opt_id)id;
}

enum opt_id option_by_name(const char *word, const char **rest)
{
	size_t length = strcspn(word, "=");
	unsigned id;

	for (id = 0; id < OPT_COUNT; id++) {
		const char *name = option_table[id].name;

		if (name[0] && !strncasecmp(word, name, length) && !name[length])
			break;
	}
	*rest = word + length;
	return (enum opt_id)id;
}

enum opt_id option_of_word(const char *word, const char **rest)
{
	*rest = word + strlen(word);
	return strncmp(word, "--", 2) ? OPT_COUNT : option_by_name(word + 2, rest);
}

bool option_is_secret(enum opt_id id)
{
	return id != OPT_COUNT && option_table[id].value && option_table[id].value->secret;
}

const char *option_name(enum opt_id id, char buffer[OPTION_NAME_BYTES])
{
	const struct option_def *def = &option_table[id];

	if (def->letter)
		snprintf(buffer, OPTION_NAME_BYTES, "-%c", def->letter);
	else
		snprintf(buffer, OPTION_NAME_BYTES, "--%s", def->name);
	return buffer;
}
