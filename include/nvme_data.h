/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Answers of NVMe drives, decoded: Identify data, logs, features. No value is trusted: no length or
 * offset leads outside the data. Pure; clauses as in nvme.h.
 */
#ifndef HDPARM_NVME_DATA_H
#define HDPARM_NVME_DATA_H

#include "nvme.h"

enum { NVME_MODEL_BYTES = 41, NVME_SERIAL_BYTES = 21, NVME_FIRMWARE_BYTES = 9 };

/* Identify controller (Base figure 275). */
struct nvme_controller {
	/* printable text without outer blanks, empty where there is none */
	char model[NVME_MODEL_BYTES], serial[NVME_SERIAL_BYTES], firmware[NVME_FIRMWARE_BYTES];
	uint16_t id;			 /* CNTLID */
	unsigned major, minor, tertiary; /* version; 0: before 1.2, not reported */
	uint32_t namespaces;		 /* NN: the highest number of one */
	size_t most_bytes; /* maximum bytes of a transfer; 0: no limit (4096-byte pages) */
	bool write_cache;  /* there is a volatile one */
	bool write_uncorrectable, dsm, verify; /* optional I/O commands */
	bool selects; /* Get Features tells more than current values, and values can be saved */
	bool apst;    /* autonomous power state transitions are supported */
	bool format, firmware_update; /* optional Admin commands */
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
	uint64_t blocks, capacity; /* numbers of blocks of the current format */
	unsigned formats;	   /* 1 to NVME_FORMATS */
	/* the present layout; layout.format NVME_FORMATS: not among the formats, so not known */
	struct nvme_layout layout;
	bool shared; /* several controllers can use the namespace */
	struct nvme_format_def format[NVME_FORMATS];
};
/* False for data that cannot be a namespace's: an inactive one answers with zeros. */
bool nvme_namespace_decode(const uint8_t data[NVME_IDENTIFY_BYTES], struct nvme_namespace *ns);

/* Return the format in use; NULL if the format or its block size is not known. */
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
	unsigned next;	 /* slot that is active after the next reset; 0: not reported */
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
	unsigned progress;    /* progress of a running operation, in 1/65536 */
	unsigned passes;      /* completed passes of an overwrite */
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

/*
 * True if APST is enabled. The next functions: error recovery, and NVME_CAPABILITIES (Base figure
 * 194).
 */
static inline bool nvme_apst_on(uint32_t value)
{
	return value & 1;
}

static inline struct nvme_recovery nvme_recovery(uint32_t value)
{
	return (struct nvme_recovery){ .tler = (uint16_t)value, .dulbe = value >> 16 & 1 };
}

static inline bool nvme_saveable(uint32_t value)
{
	return value & 1;
}

static inline bool nvme_changeable(uint32_t value)
{
	return value >> 2 & 1;
}

/*
 * True if the data can come from a controller, or be a health log. A bridge that lost the answer
 * may return zeros or old data.
 */
bool nvme_controller_plausible(const uint8_t data[NVME_IDENTIFY_BYTES]);
bool nvme_health_plausible(const uint8_t log[NVME_LOG_BYTES]);

#endif
