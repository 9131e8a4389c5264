/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * NVMe commands: encoded, and their answers decoded. Pure: no I/O, no printing. Clauses are those
 * of the NVM Express Base Specification 2.0 and, for namespaces, of the NVM Command Set 1.0.
 *
 * Only commands that these functions build are sent: Format NVM and Sanitize erase, and some
 * devices execute a code that they should refuse.
 */
#ifndef HDPARM_NVME_H
#define HDPARM_NVME_H

#include "ata.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One member per command that is sent; each has a row in nvme_operation_table[]. */
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

/* The fixed facts of one command. */
struct nvme_operation {
	char name[32]; /* as in the standard */
	uint8_t opcode;
	bool admin;   /* an Admin command; else an I/O command */
	bool changes; /* settings, firmware, state or media */
	enum ata_lasting lasting;
	unsigned timeout_s;
};

extern const struct nvme_operation nvme_operation_table[NVME_OPERATION_COUNT];

/* The row of an opcode, or NULL: such a command counts as a change. */
const struct nvme_operation *nvme_operation(bool admin, uint8_t opcode);

/* Every namespace; used for a log of the controller (Base 3.2.1.2). */
#define NVME_ALL_NAMESPACES UINT32_C(0xffffffff)

struct nvme_result {
	bool answered;	 /* the controller completed the command: */
	uint16_t status; /* status code type << 8 | status code; 0: success */
	uint32_t value;	 /* dword 0 of the completion */
	bool unsent;	 /* not sent, since the drive hangs on an earlier command */
};

/* A command to be sent, and what came back. */
struct nvme_cmd {
	const struct nvme_operation *operation;
	uint32_t nsid;
	uint32_t cdw10, cdw11, cdw12; /* none of the commands uses the others */
	void *data;
	size_t bytes; /* of data */
	unsigned timeout_s;
	struct nvme_result res;
};

/* Whether data, if there are any, go to the device (data transfer direction, Base 3.1.2). */
static inline bool nvme_opcode_writes(uint8_t opcode)
{
	return opcode & 1;
}

/* Whether the command has data that go to the device. */
static inline bool nvme_writes_data(const struct nvme_cmd *cmd)
{
	return nvme_opcode_writes(cmd->operation->opcode) && cmd->bytes;
}

/* --- commands; `data` belongs to the caller and must live as long as the command --- */

/* Identify (Base 5.17), into 4096 bytes. */
enum { NVME_IDENTIFY_BYTES = 4096 };
enum nvme_cns {
	NVME_CNS_NAMESPACE = 0x00,
	NVME_CNS_CONTROLLER = 0x01,
	NVME_CNS_ACTIVE_LIST = 0x02, /* namespaces above `nsid`, which may be 0 */
	NVME_CNS_NAMES = 0x03	     /* identification descriptors of a namespace */
};
struct nvme_cmd nvme_identify(enum nvme_cns cns, uint32_t nsid, void *data);

/* Get Features (Base 5.15): the current value. Set Features (5.27) of the write cache, not saved.
 */
enum nvme_feature { NVME_POWER_STATE = 0x02, NVME_WRITE_CACHE = 0x06, NVME_HOST_BEHAVIOR = 0x16 };
struct nvme_cmd nvme_get_feature(enum nvme_feature feature);
struct nvme_cmd nvme_set_write_cache(bool on);

/* Get Log Page (Base 5.16) of the controller or subsystem, from its start, into 512 bytes. */
enum { NVME_LOG_BYTES = 512 };
enum nvme_log { NVME_LOG_HEALTH = 0x02, NVME_LOG_FIRMWARE = 0x03, NVME_LOG_SANITIZE = 0x81 };
struct nvme_cmd nvme_get_log(enum nvme_log log, void *data);

/*
 * Get Features of Host Behavior Support (Base 5.27.1.18), into 512 bytes; nvme_formats_extended()
 * reads them: whether the host has told the controller that there may be more than 16 LBA formats.
 */
enum { NVME_BEHAVIOR_BYTES = 512 };
struct nvme_cmd nvme_get_behavior(void *data);
bool nvme_formats_extended(const uint8_t data[NVME_BEHAVIOR_BYTES]);

/*
 * Format NVM (Base 5.14): all data are lost, also without an erase. A format from
 * NVME_PLAIN_FORMATS on needs nvme_formats_extended(): otherwise the upper bits of its number are
 * ignored.
 */
enum nvme_erase { NVME_NO_ERASE, NVME_ERASE_USER_DATA, NVME_ERASE_CRYPTO };
struct nvme_layout {
	unsigned format;     /* 0 to 63 */
	bool metadata_after; /* each block's data, in the same transfer; not in a buffer of its own
			      */
	uint8_t protection;  /* type of protection information, 0 to 3; 0: none */
	bool protection_first; /* it is at the start of the metadata, not at their end */
};
struct nvme_cmd nvme_format(uint32_t nsid, const struct nvme_layout *layout, enum nvme_erase erase);

/*
 * Sanitize (Base 5.24) of the whole subsystem. Only for the overwrite: `passes` is 1 to 16, and
 * `pattern` is written.
 */
enum nvme_sanitize {
	NVME_SANITIZE_EXIT_FAILURE = 1,
	NVME_SANITIZE_BLOCK_ERASE = 2,
	NVME_SANITIZE_OVERWRITE = 3,
	NVME_SANITIZE_CRYPTO_ERASE = 4
};
enum { NVME_MOST_PASSES = 16 };
struct nvme_cmd nvme_sanitize(enum nvme_sanitize action, unsigned passes, uint32_t pattern);

/* Firmware Image Download (Base 5.13): `offset` and `bytes`, not 0, are multiples of 4. */
struct nvme_cmd nvme_firmware_download(void *data, size_t bytes, uint32_t offset);

/* Firmware Commit (Base 5.12): `slot` is 1 to 7, or 0: the controller chooses. */
enum nvme_commit {
	NVME_COMMIT_STORE = 0,		 /* the downloaded image into the slot, not activated */
	NVME_COMMIT_STORE_AND_RESET = 1, /* the same, active from the next reset on */
	NVME_COMMIT_AT_RESET = 2,	 /* the slot's image is active from the next reset on */
	NVME_COMMIT_NOW = 3		 /* the downloaded image, or the slot's, at once */
};
struct nvme_cmd nvme_firmware_commit(enum nvme_commit action, unsigned slot);

/* Flush, Write Uncorrectable and Verify (NVM 3.2.1, 3.2.7, 3.2.6) of 1 to 65536 blocks. */
enum { NVME_MOST_BLOCKS = 65536 };
struct nvme_cmd nvme_flush(uint32_t nsid);
struct nvme_cmd nvme_write_uncorrectable(uint32_t nsid, uint64_t lba, uint32_t blocks);
struct nvme_cmd nvme_verify(uint32_t nsid, uint64_t lba, uint32_t blocks);

/* --- answers: no value is trusted, and no length or offset leads outside the data --- */

enum { NVME_MODEL_BYTES = 41, NVME_SERIAL_BYTES = 21, NVME_FIRMWARE_BYTES = 9 };

/* Identify controller (Base figure 275). */
struct nvme_controller {
	/* printable text without outer blanks, empty where there is none */
	char model[NVME_MODEL_BYTES], serial[NVME_SERIAL_BYTES], firmware[NVME_FIRMWARE_BYTES];
	uint16_t id;			       /* CNTLID */
	unsigned major, minor, tertiary;       /* of the version; 0: before 1.2, not reported */
	uint32_t namespaces;		       /* NN: the highest number of one */
	size_t most_bytes;		       /* of one transfer; 0: no limit (4096-byte pages) */
	bool write_cache;		       /* there is a volatile one */
	bool write_uncorrectable, dsm, verify; /* optional I/O commands */
	bool format, firmware_update;	       /* optional Admin commands */
	/* Format NVM changes every namespace, whichever is named; the same with an erase */
	bool format_all, erase_all;
	bool erase_crypto; /* Format NVM can change the encryption key */
	bool sanitize_crypto, sanitize_block, sanitize_overwrite;
	unsigned firmware_slots;
	bool first_slot_fixed;	/* slot 1 cannot be written */
	bool activates_at_once; /* new firmware needs no reset */
	/* bytes that an offset is a multiple of; 0: any, or not reported */
	size_t firmware_granule;
	unsigned power_states;	  /* 1 to 32 */
	uint32_t non_operational; /* bit n: power state n processes no I/O */
	bool several_controllers; /* the subsystem may have more than one */
};
/* False for data that cannot be a controller's: all zeros or all ones. */
bool nvme_controller_decode(const uint8_t data[NVME_IDENTIFY_BYTES], struct nvme_controller *ctrl);

enum { NVME_FORMATS = 64, NVME_PLAIN_FORMATS = 16 };
struct nvme_format_def {
	uint32_t block_bytes; /* 0: no such format, or not available */
	uint16_t metadata_bytes;
	uint8_t performance; /* relative: 0 best to 3 degraded */
};

/* Identify namespace (NVM figure 97). */
struct nvme_namespace {
	uint64_t blocks, capacity; /* in blocks of the current format */
	unsigned formats;	   /* 1 to NVME_FORMATS */
	/* the present layout; layout.format NVME_FORMATS: not among the formats, so not known */
	struct nvme_layout layout;
	bool shared; /* by several controllers */
	struct nvme_format_def format[NVME_FORMATS];
};
/* False for data that cannot be a namespace's: an inactive one answers with zeros. */
bool nvme_namespace_decode(const uint8_t data[NVME_IDENTIFY_BYTES], struct nvme_namespace *ns);

/* The format in use; NULL if it is not known, or its block size is not known. */
const struct nvme_format_def *nvme_format_in_use(const struct nvme_namespace *ns);

/*
 * World wide names of a namespace in hexadecimal digits, empty where there is none: EUI-64 and
 * NGUID from Identify namespace or from the list of descriptors (Base 5.17.2.3), UUID from the
 * latter.
 */
enum { NVME_EUI64_BYTES = 17, NVME_NGUID_BYTES = 33, NVME_UUID_BYTES = 37 };
struct nvme_names {
	char eui64[NVME_EUI64_BYTES], nguid[NVME_NGUID_BYTES], uuid[NVME_UUID_BYTES];
};
void nvme_names_of_namespace(const uint8_t data[NVME_IDENTIFY_BYTES], struct nvme_names *names);
void nvme_names_decode(const uint8_t data[NVME_IDENTIFY_BYTES], struct nvme_names *names);

/* The active namespaces in a list, in order; at most `most`. Returns how many. */
size_t nvme_active_decode(const uint8_t data[NVME_IDENTIFY_BYTES], uint32_t *nsid, size_t most);

/* The composite temperature in the health log (Base 5.16.1.3); false: not reported. */
bool nvme_temperature(const uint8_t log[NVME_LOG_BYTES], int *celsius);

/* The firmware slot log (Base 5.16.1.4). */
enum { NVME_SLOTS = 7 };
struct nvme_slots {
	unsigned active; /* 1 to NVME_SLOTS; 0: not reported */
	unsigned next;	 /* the one that is active from the next reset on; 0: not reported */
	/* of the image in slot N + 1, empty if there is none */
	char revision[NVME_SLOTS][NVME_FIRMWARE_BYTES];
};
void nvme_slots_decode(const uint8_t log[NVME_LOG_BYTES], struct nvme_slots *slots);

/* The sanitize status log (Base 5.16.1.24). */
enum nvme_sanitize_state {
	NVME_SANITIZE_NEVER,
	NVME_SANITIZE_DONE,
	NVME_SANITIZE_RUNNING,
	NVME_SANITIZE_FAILED,
	NVME_SANITIZE_DONE_KEPT, /* done; the blocks were not deallocated, as requested */
	NVME_SANITIZE_UNKNOWN	 /* a reserved code */
};
struct nvme_sanitize_status {
	enum nvme_sanitize_state state;
	unsigned progress;    /* in 1/65536, while it runs */
	unsigned passes;      /* of an overwrite that are complete */
	bool nothing_written; /* since it was completed, or since the device was made */
	/* estimated seconds of each; 0: not reported */
	uint32_t overwrite_s, block_erase_s, crypto_erase_s;
};
void nvme_sanitize_decode(const uint8_t log[NVME_LOG_BYTES], struct nvme_sanitize_status *status);

/* The write cache's state and the power state in `value` of Get Features. */
static inline bool nvme_write_cache_on(uint32_t value)
{
	return value & 1;
}

static inline unsigned nvme_power_state(uint32_t value)
{
	return value & 0x1f;
}

/* --- status --- */

/* Statuses that callers tell apart. */
enum {
	NVME_INVALID_OPCODE = 0x001,
	NVME_INVALID_FIELD = 0x002,
	NVME_SANITIZE_FAILED_STATUS = 0x01c,
	NVME_SANITIZE_IN_PROGRESS = 0x01d,
	NVME_NEEDS_CONVENTIONAL_RESET = 0x10b,
	NVME_NEEDS_SUBSYSTEM_RESET = 0x110,
	NVME_NEEDS_CONTROLLER_RESET = 0x111,
	NVME_UNRECOVERED_READ = 0x281,
	NVME_ACCESS_DENIED = 0x286
};

/*
 * 0, or -errno: -ENOTTY if the device does not support the command or these fields, -EACCES if it
 * is locked, -EBUSY while it is formatted or sanitized, -EBADE if the path to it failed, else -EIO.
 */
int nvme_verdict(uint16_t status);

/* Whether Firmware Commit stored the image, and some reset is needed before it is active. */
bool nvme_firmware_stored(uint16_t status);

/* Whether it says that a block of the command cannot be read. */
bool nvme_medium_failed(uint16_t status);

/* In plain words with its number: "invalid field in the command (status 002h)". */
enum { NVME_STATUS_TEXT_BYTES = 96 };
const char *nvme_status_text(uint16_t status, char text[NVME_STATUS_TEXT_BYTES]);

/* --- the kernel's ioctls (linux/nvme_ioctl.h) --- */

/* Whether its argument is a command, struct nvme_passthru_cmd. */
bool nvme_ioctl(unsigned long request);

/* The row of the command; NULL: an ioctl without a command, or a command without a row. */
const struct nvme_operation *nvme_ioctl_operation(unsigned long request, const void *arg);

/* The CNS of an Identify command; -1 for anything else. */
int nvme_ioctl_cns(unsigned long request, const void *arg);

/*
 * Whether the kernel brought a command to the device and an answer back, by the ioctl's result: 0
 * or -errno. -ETIMEDOUT after the time limit.
 */
int nvme_ioctl_verdict(int result);

/* --- identity --- */

/*
 * Replaces what identifies the drive in the answer of an Identify command: serial number, names,
 * and all vendor-specific bytes. Other answers stay as they are.
 */
void nvme_make_anonymous(int cns, uint8_t *data, size_t bytes);

#endif
