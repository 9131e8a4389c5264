/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_FAKE_NVME_H
#define TESTS_FAKE_NVME_H

/*
 * A behaving NVMe controller with its namespaces. The controller decodes the dwords of a command
 * without any header of the product. A namespace is a device of the world; the first namespace of a
 * controller holds the controller's state.
 */
#include <stdbool.h>
#include <stdint.h>

enum { NVME_FORMATS_KEPT = 20, NVME_PATCHES = 6, NVME_PATCH_BYTES = 16, NVME_SLOTS = 8 };

/* Bytes of an answer that are not as they should be. */
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
	bool multipath;	    /* the disk is its subsystem's, above a hidden path */
	/* of a namespace */
	unsigned formats, format; /* how many; the current one */
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
	/* bit n: feature n can be saved, not changed; is not saved though that is claimed */
	uint32_t saves, fixed, lies, forgets;
	uint16_t tler, tler_saved, tler_default; /* times of error recovery in 100 ms */
	bool dulbe, has_apst, apst;
	int kelvin;
	char hwmon[12]; /* temp1_input; "": none */
	unsigned slots, active_slot, next_slot;
	bool slot_fixed, at_once;
	char slot[NVME_SLOTS][9];
	uint32_t downloaded; /* bytes so far, */
	char image[9];	     /* its first characters */
	uint32_t image_sum;
	bool names_no_slot; /* the log does not say which slot is active from the next reset on */
	int commit_status;
	unsigned format_takes;	 /* duration in seconds */
	uint8_t sanitize_action; /* the last operation and its end, */
	uint64_t sanitize_from;	 /* its start in the virtual clock, */
	unsigned sanitize_takes; /* its duration in seconds */
	bool sanitize_fails, sanitize_failed, sanitize_over;
	uint32_t sanitize_pattern;
	struct nvme_patch patch[NVME_PATCHES];
	unsigned patches;
};

/* A USB bridge with an NVMe drive behind it (tunnel.c). */
struct fake_tunnel {
	/* whose CDBs carry the commands: "jmicron", "realtek", "asmedia"; "": none / */
	char form[12];
	char lie[12];	      /* what the bridge does wrong */
	unsigned lie_from;    /* from that command on, */
	unsigned commands;    /* number of commands so far */
	uint8_t envelope[72]; /* jmicron: the command that waits for its data, */
	uint16_t status;      /* and the completion of the previous command */
	uint32_t value;
	uint8_t memory[4096]; /* the answer before */
};

#endif
