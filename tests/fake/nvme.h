/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_FAKE_NVME_H
#define TESTS_FAKE_NVME_H

/*
 * An NVMe controller with its namespaces. It decodes a command's dwords without any header of the
 * product. A namespace is a device of the world; the first namespace of a controller holds the
 * controller's state.
 */
#include <stdbool.h>
#include <stdint.h>

enum { NVME_FORMATS_KEPT = 20, NVME_PATCHES = 6, NVME_PATCH_BYTES = 16, NVME_SLOTS = 8 };

/* Wrong bytes in an answer. */
struct nvme_patch {
	bool log;
	uint8_t page; /* CNS or log */
	unsigned at, bytes;
	uint8_t byte[NVME_PATCH_BYTES];
};

struct fake_nvme {
	int8_t controller; /* index of the device that holds the controller */
	uint32_t nsid;
	bool is_controller; /* the node /dev/nvme0 */
	unsigned multipath; /* number of hidden paths of a disk of a subsystem; 0: no subsystem */
	/* of a namespace */
	unsigned formats, format;
	struct {
		uint8_t shift;
		uint16_t metadata;
	} formatted[NVME_FORMATS_KEPT];
	uint8_t flbas, dps; /* without the number of the format */
	uint8_t eui[8], nguid[16], uuid[16];
	/* of a controller */
	char model[41], serial[21], firmware[9];
	uint32_t version, sanicap;
	uint16_t oncs, oacs;
	bool extended_formats; /* LBAFEE: the host handles more than 16 formats */
	uint8_t fna, mdts, granule, power_state, power_states, non_operational;
	bool has_cache, cache_on, cache_saved, cache_ignores;
	/* bit n: feature n can be saved; cannot be changed; refuses to be saved, against its
	 * claim; reports success, and is not saved */
	uint32_t saves, fixed, lies, forgets;
	uint16_t tler, tler_saved, tler_default; /* error recovery times in 100 ms */
	bool dulbe, has_apst, apst;
	int kelvin;
	char hwmon[12]; /* temp1_input; "": none */
	unsigned slots, active_slot, next_slot;
	bool slot_fixed, at_once;
	char slot[NVME_SLOTS][9];
	uint32_t downloaded; /* bytes so far */
	char image[9];	     /* first characters */
	uint32_t image_sum;
	bool names_no_slot; /* the log does not have the slot of the next reset */
	int commit_status;
	unsigned format_takes;	 /* duration in seconds */
	uint8_t sanitize_action; /* the last operation and its result */
	uint64_t sanitize_from;	 /* start in the virtual clock */
	unsigned sanitize_takes; /* duration in seconds */
	bool sanitize_fails, sanitize_failed, sanitize_over;
	uint32_t sanitize_pattern;
	struct nvme_patch patch[NVME_PATCHES];
	unsigned patches;
};

/* A USB bridge with an NVMe drive behind it (tunnel.c). */
struct fake_tunnel {
	/* maker of the CDBs: "jmicron", "realtek", "asmedia"; "": none */
	char form[12];
	char lie[12];	      /* the bridge's fault */
	unsigned lie_from;    /* the first faulty command */
	unsigned commands;    /* number of commands so far */
	uint8_t envelope[72]; /* jmicron: the command that waits for its data */
	uint16_t status;      /* completion of the previous command */
	uint32_t value;
	uint8_t memory[4096]; /* the previous answer */
};

#endif
