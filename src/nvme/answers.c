// SPDX-License-Identifier: GPL-2.0-or-later
/* Decodes data that NVMe controllers return, and masks identifiers in them. */
#include "nvme.h"
#include "bytes.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

static bool all_bytes(const uint8_t *data, size_t bytes, uint8_t value)
{
	for (size_t i = 0; i < bytes; i++) {
		if (data[i] != value)
			return false;
	}
	return true;
}

/* True for all zeros, as of a dropped command, or all ones, as of a device that is gone. */
static bool nvme_text_blank(const uint8_t *data)
{
	return all_bytes(data, NVME_IDENTIFY_BYTES, 0) ||
	       all_bytes(data, NVME_IDENTIFY_BYTES, 0xff);
}

/* Offsets in the Identify data of a controller (Base figure 275). */
enum {
	C_SERIAL = 4,
	C_MODEL = 24,
	C_FIRMWARE = 64,
	C_MDTS = 77,
	C_CNTLID = 78,
	C_VERSION = 80,
	C_FRU_GUID = 112,
	C_OACS = 256,
	C_FRMW = 260,
	C_NPSS = 263,
	C_APSTA = 265,
	C_FWUG = 319,
	C_SANICAP = 328,
	C_NN = 516,
	C_ONCS = 520,
	C_FNA = 524,
	C_VWC = 525,
	C_SUBNQN = 768,
	C_POWER_STATES = 2048,
	C_VENDOR = 3072
};

enum {
	SERIAL_BYTES = 20,
	MODEL_BYTES = 40,
	FIRMWARE_BYTES = 8,
	GUID_BYTES = 16,
	SUBNQN_BYTES = 256,
	POWER_STATE_BYTES = 32,
	POWER_STATES = 32,
	PAGE_BYTES = 4096
};

enum {
	OACS_FORMAT = 1 << 1,
	OACS_FIRMWARE = 1 << 2,
	FRMW_FIRST_FIXED = 1 << 0,
	FRMW_AT_ONCE = 1 << 4,
	ONCS_WRITE_UNCORRECTABLE = 1 << 1,
	ONCS_SELECT = 1 << 4,
	ONCS_VERIFY = 1 << 7,
	APSTA_SUPPORTED = 1 << 0,
	SANICAP_CRYPTO = 1 << 0,
	SANICAP_BLOCK = 1 << 1,
	SANICAP_OVERWRITE = 1 << 2,
	FNA_FORMAT_ALL = 1 << 0,
	FNA_ERASE_ALL = 1 << 1,
	FNA_ERASE_CRYPTO = 1 << 2,
	VWC_PRESENT = 1 << 0,
	POWER_NON_OPERATIONAL = 1 << 1
};

bool nvme_controller_decode(const uint8_t data[NVME_IDENTIFY_BYTES], struct nvme_controller *ctrl)
{
	enum { MOST_SHIFT = 16, NO_LIMIT = 0xff };
	uint32_t version = get32(data + C_VERSION), sanicap = get32(data + C_SANICAP);
	uint16_t oncs = get16(data + C_ONCS), oacs = get16(data + C_OACS);

	*ctrl = (struct nvme_controller){ 0 };
	if (nvme_text_blank(data))
		return false;
	ascii_shown((const char *)data + C_MODEL, MODEL_BYTES, ctrl->model);
	ascii_shown((const char *)data + C_SERIAL, SERIAL_BYTES, ctrl->serial);
	ascii_shown((const char *)data + C_FIRMWARE, FIRMWARE_BYTES, ctrl->firmware);
	ctrl->id = get16(data + C_CNTLID);
	ctrl->major = version >> 16;
	ctrl->minor = version >> 8 & 0xff;
	ctrl->namespaces = get32(data + C_NN);
	/* MDTS: a transfer has at most 2^MDTS pages; a page has at least 4096 bytes (CAP.MPSMIN) */
	if (data[C_MDTS] && data[C_MDTS] <= MOST_SHIFT)
		ctrl->most_bytes = (size_t)PAGE_BYTES << data[C_MDTS];

	ctrl->write_uncorrectable = oncs & ONCS_WRITE_UNCORRECTABLE;
	ctrl->verify = oncs & ONCS_VERIFY;
	ctrl->selects = oncs & ONCS_SELECT;
	ctrl->apst = data[C_APSTA] & APSTA_SUPPORTED;
	ctrl->write_cache = data[C_VWC] & VWC_PRESENT;

	ctrl->format = oacs & OACS_FORMAT;
	ctrl->format_all = data[C_FNA] & FNA_FORMAT_ALL;
	ctrl->erase_all = data[C_FNA] & FNA_ERASE_ALL;
	ctrl->erase_crypto = data[C_FNA] & FNA_ERASE_CRYPTO;
	ctrl->sanitize_crypto = sanicap & SANICAP_CRYPTO;
	ctrl->sanitize_block = sanicap & SANICAP_BLOCK;
	ctrl->sanitize_overwrite = sanicap & SANICAP_OVERWRITE;

	ctrl->firmware_update = oacs & OACS_FIRMWARE;
	ctrl->firmware_slots = data[C_FRMW] >> 1 & 7;
	ctrl->first_slot_fixed = data[C_FRMW] & FRMW_FIRST_FIXED;
	ctrl->activates_at_once = data[C_FRMW] & FRMW_AT_ONCE;
	if (data[C_FWUG] != NO_LIMIT)
		ctrl->firmware_granule = (size_t)data[C_FWUG] * PAGE_BYTES;

	ctrl->power_states = data[C_NPSS] < POWER_STATES ? data[C_NPSS] + 1u : POWER_STATES;
	for (unsigned i = 0; i < ctrl->power_states; i++) {
		const uint8_t *state = data + C_POWER_STATES + (size_t)i * POWER_STATE_BYTES;

		if (state[3] & POWER_NON_OPERATIONAL)
			ctrl->non_operational |= UINT32_C(1) << i;
	}
	return true;
}

/* Offsets in the Identify data of a namespace (NVM figure 97). */
enum {
	N_SIZE = 0,
	N_CAPACITY = 8,
	N_FORMATS = 25,
	N_CURRENT = 26,
	N_PROTECTION = 29,
	N_SHARING = 30,
	N_UNIQUE_FORMATS = 82,
	N_NGUID = 104,
	N_EUI64 = 120,
	N_FORMAT = 128,
	N_VENDOR = 384
};
enum { METADATA_AFTER = 1 << 4, PROTECTION_FIRST = 1 << 3, SHARED = 1 };
enum { FORMAT_BYTES = 4, EUI64_BYTES = 8 };

bool nvme_namespace_decode(const uint8_t data[NVME_IDENTIFY_BYTES], struct nvme_namespace *ns)
{
	enum { LEAST_SHIFT = 9, MOST_SHIFT = 24 }; /* blocks of 512 bytes to 16 MiB */
	/* NLBAF + 1 formats, then NULBAF formats with attributes of their own */
	unsigned formats = data[N_FORMATS] + 1u + data[N_UNIQUE_FORMATS];
	unsigned format = data[N_CURRENT] & 0x0f;

	*ns = (struct nvme_namespace){ 0 };
	if (nvme_text_blank(data))
		return false;
	ns->blocks = get64(data + N_SIZE);
	ns->capacity = get64(data + N_CAPACITY);
	ns->shared = data[N_SHARING] & SHARED;
	ns->formats = formats < NVME_FORMATS ? formats : NVME_FORMATS;
	for (unsigned i = 0; i < ns->formats; i++) {
		const uint8_t *at = data + N_FORMAT + (size_t)i * FORMAT_BYTES;
		uint8_t shift = at[2];

		if (shift >= LEAST_SHIFT && shift <= MOST_SHIFT)
			ns->format[i].block_bytes = UINT32_C(1) << shift;
		ns->format[i].metadata_bytes = get16(at);
		ns->format[i].performance = at[3] & 3;
	}
	/* FLBAS: bits 6:5 are the upper bits of the index if there are more than 16 formats */
	if (ns->formats > NVME_PLAIN_FORMATS)
		format |= (unsigned)(data[N_CURRENT] & 0x60) >> 1;
	ns->layout = (struct nvme_layout){
		.format = format < ns->formats ? format : NVME_FORMATS,
		.metadata_after = data[N_CURRENT] & METADATA_AFTER,
		.protection = data[N_PROTECTION] & 7,
		.protection_first = data[N_PROTECTION] & PROTECTION_FIRST,
	};
	return true;
}

const struct nvme_format_def *nvme_format_in_use(const struct nvme_namespace *ns)
{
	unsigned format = ns->layout.format;

	return format < ns->formats && ns->format[format].block_bytes ? &ns->format[format] : NULL;
}

/*
 * Write a name, `bytes` bytes from data[at] on, in hexadecimal; "" if the name is zeros, all ones,
 * or extends beyond the NVME_IDENTIFY_BYTES of `data`.
 */
static void name_decode(const uint8_t *data, size_t at, size_t bytes, char *name)
{
	name[0] = '\0';
	if (at + bytes > NVME_IDENTIFY_BYTES || all_bytes(data + at, bytes, 0) ||
	    all_bytes(data + at, bytes, 0xff))
		return;
	for (size_t i = 0; i < bytes; i++)
		snprintf(name + 2 * i, 3, "%02x", data[at + i]);
}

void nvme_names_of_namespace(const uint8_t data[NVME_IDENTIFY_BYTES], struct nvme_names *names)
{
	*names = (struct nvme_names){ 0 };
	name_decode(data, N_EUI64, EUI64_BYTES, names->eui64);
	name_decode(data, N_NGUID, GUID_BYTES, names->nguid);
}

static void uuid_decode(const uint8_t *data, size_t at, char name[NVME_UUID_BYTES])
{
	static const uint8_t groups[] = { 8, 4, 4, 4, 12 };
	char digits[NVME_NGUID_BYTES] = "", *from = digits, *to = name;

	name_decode(data, at, GUID_BYTES, digits);
	*to = '\0';
	for (size_t i = 0; *from && i < sizeof(groups); i++) {
		to += snprintf(to, 14, "%s%.*s", i ? "-" : "", groups[i], from);
		from += groups[i];
	}
}

/* Layout of a descriptor (Base 5.17.2.3): type, length, two reserved bytes, the name. */
enum { D_TYPE = 0, D_LENGTH = 1, D_HEADER = 4 };
enum { TYPE_EUI64 = 1, TYPE_NGUID = 2, TYPE_UUID = 3 };

void nvme_names_decode(const uint8_t data[NVME_IDENTIFY_BYTES], struct nvme_names *names)
{
	*names = (struct nvme_names){ 0 };
	for (size_t at = 0; at + D_HEADER <= NVME_IDENTIFY_BYTES && data[at + D_LENGTH];) {
		uint8_t type = data[at + D_TYPE], bytes = data[at + D_LENGTH];

		at += D_HEADER;
		if (type == TYPE_EUI64 && bytes == EUI64_BYTES)
			name_decode(data, at, EUI64_BYTES, names->eui64);
		else if (type == TYPE_NGUID && bytes == GUID_BYTES)
			name_decode(data, at, GUID_BYTES, names->nguid);
		else if (type == TYPE_UUID && bytes == GUID_BYTES)
			uuid_decode(data, at, names->uuid);
		at += bytes;
	}
}

/* --- Log pages --- */

bool nvme_temperature(const uint8_t log[NVME_LOG_BYTES], int *celsius)
{
	enum { TEMPERATURE = 1, ZERO_CELSIUS = 273, NONE = 0xffff };
	uint16_t kelvin = get16(log + TEMPERATURE);

	*celsius = kelvin - ZERO_CELSIUS;
	return kelvin && kelvin != NONE;
}

void nvme_slots_decode(const uint8_t log[NVME_LOG_BYTES], struct nvme_slots *slots)
{
	enum { REVISIONS = 8, BYTES = 8, SLOT_MASK = 7, NEXT_AT = 4 };

	slots->active = log[0] & SLOT_MASK;
	slots->next = log[0] >> NEXT_AT & SLOT_MASK;
	for (size_t i = 0; i < NVME_SLOTS; i++)
		ascii_shown((const char *)log + REVISIONS + i * BYTES, BYTES, slots->revision[i]);
}

/* Offsets in the sanitize status log (Base 5.16.1.25). */
enum {
	S_PROGRESS = 0,
	S_STATUS = 2,
	S_OVERWRITE_TIME = 8,
	S_BLOCK_ERASE_TIME = 12,
	S_CRYPTO_ERASE_TIME = 16
};
enum { STATE_MASK = 7, PASSES_AT = 3, PASSES_MASK = 0x1f };

static uint32_t known_seconds(const uint8_t *at)
{
	uint32_t seconds = get32(at);

	return seconds == UINT32_MAX ? 0 : seconds;
}

void nvme_sanitize_decode(const uint8_t log[NVME_LOG_BYTES], struct nvme_sanitize_status *status)
{
	uint16_t word = get16(log + S_STATUS);
	unsigned state = word & STATE_MASK;

	*status = (struct nvme_sanitize_status){
		.state = state < NVME_SANITIZE_UNKNOWN ? (enum nvme_sanitize_state)state
						       : NVME_SANITIZE_UNKNOWN,
		.progress = get16(log + S_PROGRESS),
		.passes = word >> PASSES_AT & PASSES_MASK,
		.overwrite_s = known_seconds(log + S_OVERWRITE_TIME),
		.block_erase_s = known_seconds(log + S_BLOCK_ERASE_TIME),
		.crypto_erase_s = known_seconds(log + S_CRYPTO_ERASE_TIME),
	};
}

/* --- Masks for recordings --- */

static void mask_text_field(uint8_t *data, size_t from, size_t bytes, size_t all)
{
	for (size_t i = from; i < from + bytes && i < all; i++) {
		if (data[i] && data[i] != ' ')
			data[i] = 'X';
	}
}

static void clear_bytes(uint8_t *data, size_t from, size_t bytes, size_t all)
{
	for (size_t i = from; i < from + bytes && i < all; i++)
		data[i] = 0;
}

/* Replace each byte that is not 0 by 1: a replay of the recording still finds a valid name. */
static void mask_name_field(uint8_t *data, size_t from, size_t bytes, size_t all)
{
	for (size_t i = from; i < from + bytes && i < all; i++)
		data[i] = data[i] ? 1 : 0;
}

void nvme_make_anonymous(int cns, uint8_t *data, size_t bytes)
{
	switch (cns) {
	case NVME_CNS_NAMESPACE:
		mask_name_field(data, N_NGUID, GUID_BYTES + EUI64_BYTES, bytes);
		clear_bytes(data, N_VENDOR, bytes, bytes);
		break;
	case NVME_CNS_CONTROLLER:
		mask_text_field(data, C_SERIAL, SERIAL_BYTES, bytes);
		clear_bytes(data, C_FRU_GUID, GUID_BYTES, bytes);
		clear_bytes(data, C_SUBNQN, SUBNQN_BYTES, bytes);
		clear_bytes(data, C_VENDOR, bytes, bytes);
		break;
	case NVME_CNS_NAMES:
		for (size_t at = 0; at + D_HEADER <= bytes && data[at + D_LENGTH];) {
			uint8_t length = data[at + D_LENGTH];

			mask_name_field(data, at + D_HEADER, length, bytes);
			at += D_HEADER + (size_t)length;
		}
		break;
	}
}
