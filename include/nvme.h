/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * NVMe commands and their answers. "Base" is the NVM Express Base Specification 2.0, "NVM" is the
 * NVM Command Set Specification 1.0.
 */
#ifndef HDPARM_NVME_H
#define HDPARM_NVME_H

#include "ata.h"
#include "passthrough.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum nvme_id {
	NVME_IDENTIFY,
	NVME_GET_LOG_PAGE,
	NVME_GET_FEATURES,
	NVME_SET_FEATURES,
	NVME_FIRMWARE_COMMIT,
	NVME_FIRMWARE_DOWNLOAD,
	NVME_FORMAT,
	NVME_SANITIZE,
	NVME_FLUSH,
	NVME_WRITE_UNCORRECTABLE,
	NVME_VERIFY,
	NVME_OPERATION_COUNT
};

struct nvme_operation {
	char name[32];
	uint8_t opcode;
	bool admin;   /* an Admin command; else an I/O command */
	bool changes; /* the command changes settings, firmware, state or media */
	enum ata_lasting lasting;
	unsigned timeout_s;
};

extern const struct nvme_operation nvme_operation_table[NVME_OPERATION_COUNT];

/* The namespace number for all namespaces, or for the controller in Get Log Page. */
#define NVME_ALL_NAMESPACES UINT32_C(0xffffffff)

struct nvme_result {
	/* `status` and `value` are from the controller, or a dry run left the command out */
	bool answered;
	uint16_t status; /* an NVMe status, see below; 0: success, or no status came */
	uint32_t value;	 /* dword 0 of the completion */
	/* not sent, as device_hung() or device.closed is not 0 */
	bool unsent;
	/* sense data that a USB bridge returned; all 0 without sense data */
	struct sense_code sense;
};

struct nvme_cmd {
	const struct nvme_operation *operation;
	uint32_t nsid;
	uint32_t cdw10, cdw11, cdw12;
	void *data;
	size_t bytes;
	unsigned timeout_s;
	struct nvme_result res;
};

/* True if bit 0 of the opcode says that the command transfers data to the device. */
static inline bool nvme_opcode_writes(uint8_t opcode)
{
	return opcode & 1;
}

static inline bool nvme_writes_data(const struct nvme_cmd *cmd)
{
	return nvme_opcode_writes(cmd->operation->opcode) && cmd->bytes;
}

/* --- commands; `data` belongs to the caller and must live as long as the command --- */

enum { NVME_IDENTIFY_BYTES = 4096 };

/* The data that Identify returns (CNS field). */
enum nvme_cns {
	NVME_CNS_NAMESPACE = 0x00,
	NVME_CNS_CONTROLLER = 0x01,
	NVME_CNS_ACTIVE_LIST = 0x02, /* numbers of the active namespaces above `nsid` */
	NVME_CNS_NAMES = 0x03	     /* descriptors with the names of a namespace */
};
struct nvme_cmd nvme_identify(enum nvme_cns cns, uint32_t nsid, void *data);

/* Feature identifiers of Get Features (Base 5.15) and Set Features (Base 5.27). */
enum nvme_feature {
	NVME_POWER_STATE = 0x02,
	NVME_ERROR_RECOVERY = 0x05,
	NVME_WRITE_CACHE = 0x06,
	NVME_APST = 0x0c, /* Autonomous Power State Transition, Base 5.27.1.9 */
	NVME_HOST_BEHAVIOR = 0x16
};

/* Select field of Get Features. A value other than NVME_CURRENT needs nvme_controller.selects. */
enum nvme_select { NVME_CURRENT, NVME_DEFAULT, NVME_SAVED, NVME_CAPABILITIES };
struct nvme_cmd nvme_get_feature(enum nvme_feature feature, enum nvme_select select);

/* Set Features of the write cache (Base 5.27). `save` (SV): the value survives power cycles. */
struct nvme_cmd nvme_set_write_cache(bool on, bool save);

enum { NVME_APST_BYTES = 256 };

/* Get Features of APST: next state and idle time of each state, in NVME_APST_BYTES bytes. */
struct nvme_cmd nvme_get_apst(void *data);

/* Error recovery of a namespace (NVM 4.1.3.2). */
struct nvme_recovery {
	uint16_t tler; /* time limit for retries of a command, in units of 100 ms; 0: no limit */
	bool dulbe;    /* reads of deallocated or unwritten blocks fail */
};

/* Get Features and Set Features of error recovery. `nsid` is the number of a namespace, not 0. */
struct nvme_cmd nvme_get_recovery(uint32_t nsid, enum nvme_select select);
struct nvme_cmd nvme_set_recovery(uint32_t nsid, const struct nvme_recovery *recovery, bool save);

enum ata_lasting nvme_lasting(const struct nvme_cmd *cmd);

enum { NVME_LOG_BYTES = 512 };
enum nvme_log { NVME_LOG_HEALTH = 0x02, NVME_LOG_FIRMWARE = 0x03, NVME_LOG_SANITIZE = 0x81 };

/* Get Log Page (Base 5.16) of the first NVME_LOG_BYTES bytes. */
struct nvme_cmd nvme_get_log(enum nvme_log log, void *data);

enum { NVME_BEHAVIOR_BYTES = 512 };

/* Get Features of Host Behavior Support (Base 5.27.1.18), into NVME_BEHAVIOR_BYTES bytes. */
struct nvme_cmd nvme_get_behavior(void *data);

/* True if the host has enabled more than 16 LBA formats (LBAFEE). */
bool nvme_formats_extended(const uint8_t data[NVME_BEHAVIOR_BYTES]);

/* Secure Erase Settings of Format NVM. The data are lost with NVME_NO_ERASE, too. */
enum nvme_erase { NVME_NO_ERASE, NVME_ERASE_USER_DATA, NVME_ERASE_CRYPTO };

/* Block layout of a namespace, as Format NVM sets the layout. */
struct nvme_layout {
	unsigned format; /* format number, 0 to 63; NVME_FORMATS: not known */
	/* metadata follow each block's data in the same transfer, not in a separate buffer */
	bool metadata_after;
	uint8_t protection;    /* type of protection information; 0: none */
	bool protection_first; /* protection information comes first in the metadata, not last */
};

/* Format NVM (Base 5.14). A format number above 15 needs nvme_formats_extended(). */
struct nvme_cmd nvme_format(uint32_t nsid, const struct nvme_layout *layout, enum nvme_erase erase);

/* Sanitize actions (Base 5.24), for the whole subsystem. */
enum nvme_sanitize {
	NVME_SANITIZE_EXIT_FAILURE = 1,
	NVME_SANITIZE_BLOCK_ERASE = 2,
	NVME_SANITIZE_OVERWRITE = 3,
	NVME_SANITIZE_CRYPTO_ERASE = 4
};

enum { NVME_MOST_PASSES = 16 };

/*
 * Sanitize (Base 5.24). Only NVME_SANITIZE_OVERWRITE uses `passes` (1 to 16; 0 means 16) and
 * `pattern`.
 */
struct nvme_cmd nvme_sanitize(enum nvme_sanitize action, unsigned passes, uint32_t pattern);

/* Firmware Image Download (Base 5.13). `offset` (bytes) and `bytes` (not 0): multiples of 4. */
struct nvme_cmd nvme_firmware_download(void *data, size_t bytes, uint32_t offset);

enum nvme_commit {
	NVME_COMMIT_STORE = 0, /* store the downloaded image in the slot; do not activate it */
	NVME_COMMIT_STORE_AND_RESET = 1, /* store the image; activate it at the next reset */
	NVME_COMMIT_AT_RESET = 2,	 /* activate the image of the slot at the next reset */
	NVME_COMMIT_NOW = 3 /* store the image, if any; activate the image of the slot at once */
};

/* Firmware Commit (Base 5.12). `slot` is 1 to 7, or 0: the controller chooses the slot. */
struct nvme_cmd nvme_firmware_commit(enum nvme_commit action, unsigned slot);

enum { NVME_MOST_BLOCKS = 65536 };

/* Flush (NVM 3.2.1). `nsid`: the namespace whose cached data are written. */
struct nvme_cmd nvme_flush(uint32_t nsid);

/* Write Uncorrectable and Verify of 1 to NVME_MOST_BLOCKS blocks. */
struct nvme_cmd nvme_write_uncorrectable(uint32_t nsid, uint64_t lba, uint32_t blocks);
struct nvme_cmd nvme_verify(uint32_t nsid, uint64_t lba, uint32_t blocks);

/* --- status --- */

/* NVMe statuses: status code type << 8 | status code. */
enum {
	NVME_INVALID_OPCODE = 0x001,
	NVME_INVALID_FIELD = 0x002,
	NVME_INVALID_NAMESPACE = 0x00b,
	NVME_SEQUENCE_ERROR = 0x00c,
	NVME_SANITIZE_FAILED_STATUS = 0x01c,
	NVME_SANITIZE_IN_PROGRESS = 0x01d,
	NVME_NAMESPACE_NOT_READY = 0x082,
	NVME_INVALID_FORMAT = 0x10a,
	NVME_NEEDS_CONVENTIONAL_RESET = 0x10b,
	NVME_NOT_SAVEABLE = 0x10d,
	NVME_NEEDS_SUBSYSTEM_RESET = 0x110,
	NVME_NEEDS_CONTROLLER_RESET = 0x111,
	NVME_MEMORY_REGION_ENABLED = 0x123,
	NVME_UNRECOVERED_READ = 0x281,
	NVME_ACCESS_DENIED = 0x286
};

/*
 * Return 0 for success, else -errno. -ENOTTY: the drive lacks the command or log, or rejects a
 * field. -EACCES: locked, write-protected or reserved. -EBUSY: a format or sanitize operation is
 * running. -EBADE: the path failed, or the kernel aborted the command. -EIO: any other status.
 */
int nvme_verdict(uint16_t status);

/* True for some statuses that show that a command other than Firmware Commit changed nothing. */
bool nvme_refused(uint16_t status);

/* True if Firmware Commit succeeded, and a reset is needed before the image is active. */
bool nvme_firmware_stored(uint16_t status);

/* True if a block cannot be read, or its protection information is wrong (281h to 284h). */
bool nvme_medium_failed(uint16_t status);

/* Maximum wait in seconds until a namespace is ready. */
enum { NVME_READY_S = 60 };

enum { NVME_STATUS_TEXT_BYTES = 96 };

/* Write a status to `text`, as "the drive lacks this command (status 001h)"; return `text`. */
const char *nvme_status_text(uint16_t status, char text[NVME_STATUS_TEXT_BYTES]);

/* --- the kernel's ioctls (linux/nvme_ioctl.h) --- */

/* True for NVME_IOCTL_ADMIN_CMD and NVME_IOCTL_IO_CMD. */
bool nvme_ioctl(unsigned long request);

/* Return 0 if `result` is not negative, -ETIMEDOUT for -EINTR (cancelled), else `result`. */
int nvme_ioctl_verdict(int result);

/* --- identity --- */

/*
 * Mask serial number, identifiers (as EUI-64, NQN) and vendor bytes, but not the model, in Identify
 * data of CNS 00h, 01h and 03h.
 */
void nvme_make_anonymous(int cns, uint8_t *data, size_t bytes);

/* --- answers of NVMe drives, decoded --- */

enum { NVME_MODEL_BYTES = 41, NVME_SERIAL_BYTES = 21, NVME_FIRMWARE_BYTES = 9 };

/* Decoded Identify data of a controller (Base figure 275). */
struct nvme_controller {
	/* printable text without outer blanks; empty: not reported */
	char model[NVME_MODEL_BYTES], serial[NVME_SERIAL_BYTES], firmware[NVME_FIRMWARE_BYTES];
	uint16_t id;	       /* CNTLID */
	unsigned major, minor; /* version of the standard; 0.0: not reported */
	uint32_t namespaces;   /* NN: the highest possible namespace number */
	/* limit of a transfer in bytes, for pages of 4096 bytes; 0: none, or above 256 MiB */
	size_t most_bytes;
	bool write_cache;		  /* the controller has a volatile write cache */
	bool write_uncorrectable, verify; /* the controller has these optional I/O commands */
	bool selects; /* Select of Get Features and Save of Set Features are supported */
	bool apst;
	bool format, firmware_update; /* the controller has these optional Admin commands */
	bool format_all;	      /* Format NVM with NVME_NO_ERASE changes every namespace */
	bool erase_all;		      /* Format NVM with an erase changes every namespace */
	bool erase_crypto;
	bool sanitize_crypto, sanitize_block, sanitize_overwrite;
	unsigned firmware_slots;
	bool first_slot_fixed;	 /* slot 1 cannot be written */
	bool activates_at_once;	 /* firmware can be activated without a reset */
	size_t firmware_granule; /* unit in bytes of a firmware download; 0: not reported, or any */
	unsigned power_states;	 /* 1 to 32 */
	uint32_t non_operational; /* bit n: power state n processes no I/O */
};
/* Decode Identify controller data. False for all zeros and all ones. */
bool nvme_controller_decode(const uint8_t data[NVME_IDENTIFY_BYTES], struct nvme_controller *ctrl);

enum { NVME_FORMATS = 64, NVME_PLAIN_FORMATS = 16 };
struct nvme_format_def {
	uint32_t block_bytes; /* 0: not available, or not of 512 bytes to 16 MiB */
	uint16_t metadata_bytes;
	uint8_t performance; /* 0 best to 3 degraded */
};

/* Decoded Identify data of a namespace (NVM figure 97). */
struct nvme_namespace {
	uint64_t blocks, capacity; /* NSZE and NCAP, in blocks of the current format */
	unsigned formats;	   /* 1 to NVME_FORMATS */
	struct nvme_layout layout;
	bool shared; /* several controllers can use the namespace */
	struct nvme_format_def format[NVME_FORMATS];
};
/* Decode Identify namespace data. False for all zeros (inactive namespace) and all ones. */
bool nvme_namespace_decode(const uint8_t data[NVME_IDENTIFY_BYTES], struct nvme_namespace *ns);

/* Return the format in use; NULL if the format or the size of a block is not known. */
const struct nvme_format_def *nvme_format_in_use(const struct nvme_namespace *ns);

enum { NVME_EUI64_BYTES = 17, NVME_NGUID_BYTES = 33, NVME_UUID_BYTES = 37 };

/* EUI-64 and NGUID are hexadecimal digits, a UUID also has hyphens; "": not reported. */
struct nvme_names {
	char eui64[NVME_EUI64_BYTES], nguid[NVME_NGUID_BYTES], uuid[NVME_UUID_BYTES];
};

/* Read EUI-64 and NGUID from Identify namespace data. */
void nvme_names_of_namespace(const uint8_t data[NVME_IDENTIFY_BYTES], struct nvme_names *names);

/* Read the names from the data of NVME_CNS_NAMES (Base 5.17.2.3). */
void nvme_names_decode(const uint8_t data[NVME_IDENTIFY_BYTES], struct nvme_names *names);

/* Read the composite temperature from the health log (Base 5.16.1.3). False: not reported. */
bool nvme_temperature(const uint8_t log[NVME_LOG_BYTES], int *celsius);

enum { NVME_SLOTS = 7 };

/* The decoded firmware slot log (Base 5.16.1.4). */
struct nvme_slots {
	unsigned active; /* slot of the running firmware, 1 to NVME_SLOTS; 0: not reported */
	unsigned next;	 /* slot that is active after the next reset; 0: not reported */
	char revision[NVME_SLOTS][NVME_FIRMWARE_BYTES]; /* [n]: slot n + 1; "": no image */
};
void nvme_slots_decode(const uint8_t log[NVME_LOG_BYTES], struct nvme_slots *slots);

/* State of the last sanitize operation, from the log (Base 5.16.1.25). */
enum nvme_sanitize_state {
	NVME_SANITIZE_NEVER,
	NVME_SANITIZE_DONE,
	NVME_SANITIZE_RUNNING,
	NVME_SANITIZE_FAILED,
	/* done; the host had asked for No-Deallocate After Sanitize, but the drive deallocated */
	NVME_SANITIZE_DONE_DEALLOCATED,
	NVME_SANITIZE_UNKNOWN /* a reserved code of the log */
};
struct nvme_sanitize_status {
	enum nvme_sanitize_state state;
	unsigned progress; /* of a running operation, in 1/65536 */
	unsigned passes;   /* completed passes of an overwrite */
	uint32_t overwrite_s, block_erase_s, crypto_erase_s; /* estimates; 0: not reported */
};
void nvme_sanitize_decode(const uint8_t log[NVME_LOG_BYTES], struct nvme_sanitize_status *status);

/* --- nvme_result.value of Get Features, decoded --- */

static inline bool nvme_write_cache_on(uint32_t value)
{
	return value & 1;
}

static inline unsigned nvme_power_state(uint32_t value)
{
	return value & 0x1f;
}

static inline bool nvme_apst_on(uint32_t value)
{
	return value & 1;
}

static inline struct nvme_recovery nvme_recovery(uint32_t value)
{
	return (struct nvme_recovery){ .tler = (uint16_t)value, .dulbe = value >> 16 & 1 };
}

/* True if `value`, asked for with NVME_CAPABILITIES, says that the feature can be saved. */
static inline bool nvme_saveable(uint32_t value)
{
	return value & 1;
}

/* True if `value`, asked for with NVME_CAPABILITIES, says that the feature can be changed. */
static inline bool nvme_changeable(uint32_t value)
{
	return value >> 2 & 1;
}

/* True if the data can be Identify data of a controller, with a model name. */
bool nvme_controller_plausible(const uint8_t data[NVME_IDENTIFY_BYTES]);

/* True if the data can be a health log: not all zeros, and zeros in reserved bytes 7 to 31. */
bool nvme_health_plausible(const uint8_t log[NVME_LOG_BYTES]);

/* --- tunnels: NVMe commands in SCSI commands of USB bridges --- */

/* Number that stands for the namespace behind a tunnel. */
enum { NVME_TUNNEL_NAMESPACE = 1 };

enum nvme_step_kind {
	NVME_STEP_COMMAND, /* data to the bridge: NVME_ENVELOPE_BYTES with the NVMe command */
	NVME_STEP_DATA,	   /* data from the drive: the NVMe command's data */
	NVME_STEP_REPLY	   /* data from the bridge: NVME_ENVELOPE_BYTES with the completion */
};

enum { NVME_ENVELOPE_BYTES = 512, NVME_STEPS = 3, NVME_STEP_CDB_BYTES = 16 };

/* One of the SCSI commands that carry an NVMe command. */
struct nvme_step {
	enum nvme_step_kind kind;
	uint8_t length; /* of `cdb`: 12 or 16 */
	uint8_t cdb[NVME_STEP_CDB_BYTES];
	size_t bytes;
};

/* True if the tunnel carries the command. */
bool nvme_tunnel_carries(enum nvme_tunnel tunnel, const struct nvme_cmd *cmd);

/*
 * Make the SCSI commands for `cmd`, in the order of sending; return their number. Only after
 * nvme_tunnel_carries() returned true. `envelope` becomes the data of NVME_STEP_COMMAND.
 */
unsigned nvme_tunnel_encode(enum nvme_tunnel tunnel, const struct nvme_cmd *cmd,
			    struct nvme_step steps[NVME_STEPS],
			    uint8_t envelope[NVME_ENVELOPE_BYTES]);

/* Decode the data of NVME_STEP_REPLY. False if the reply is no completion. */
bool nvme_tunnel_reply(const uint8_t reply[NVME_ENVELOPE_BYTES], struct nvme_result *res);

#endif
