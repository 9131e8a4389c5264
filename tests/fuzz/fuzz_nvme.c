/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every decoder of NVMe answers, on the same 4096 bytes. Texts are printable, numbers stay within
 * their arrays, and masking leaves no name. */
#include "fuzz.h"
#include "nvme.h"

#include <stdlib.h>
#include <string.h>

static void check_text(const char *text, size_t most)
{
	if (strlen(text) > most)
		abort();
	for (; *text; text++) {
		if (*text < ' ' || *text > '~')
			abort();
	}
}

static void check_controller(const uint8_t *data)
{
	struct nvme_controller ctrl;

	if (!nvme_controller_decode(data, &ctrl))
		return;
	check_text(ctrl.model, NVME_MODEL_BYTES - 1);
	check_text(ctrl.serial, NVME_SERIAL_BYTES - 1);
	check_text(ctrl.firmware, NVME_FIRMWARE_BYTES - 1);
	if (!ctrl.power_states || ctrl.power_states > 32 || ctrl.firmware_slots > 7)
		abort();
}

static void check_namespace(const uint8_t *data)
{
	struct nvme_namespace ns;

	if (!nvme_namespace_decode(data, &ns))
		return;
	if (!ns.formats || ns.formats > NVME_FORMATS)
		abort();
	if (nvme_format_in_use(&ns) && ns.layout.format >= ns.formats)
		abort();
	for (unsigned i = 0; i < NVME_FORMATS; i++) {
		if (ns.format[i].block_bytes & 511)
			abort();
	}
}

static void check_names(const struct nvme_names *names)
{
	check_text(names->eui64, NVME_EUI64_BYTES - 1);
	check_text(names->nguid, NVME_NGUID_BYTES - 1);
	check_text(names->uuid, NVME_UUID_BYTES - 1);
}

static void check_anonymous(const uint8_t *data, size_t bytes)
{
	uint8_t copy[NVME_IDENTIFY_BYTES];

	for (int cns = -1; cns <= NVME_CNS_NAMES; cns++) {
		memcpy(copy, data, sizeof(copy));
		nvme_make_anonymous(cns, copy, bytes);
		if (memcmp(copy + bytes, data + bytes, sizeof(copy) - bytes))
			abort();
	}
}

/* Check a bridge's data: accepted Identify data have a name, and a health log has none. */
static void check_tunnel(const uint8_t *data)
{
	struct nvme_controller ctrl;
	struct nvme_result res = { .answered = false };

	if (nvme_controller_plausible(data) &&
	    (!nvme_controller_decode(data, &ctrl) || !*ctrl.model))
		abort();
	if (nvme_health_plausible(data) && nvme_controller_plausible(data))
		abort();
	if (nvme_tunnel_reply(data, &res) != res.answered || res.status > 0x7ff)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	uint8_t data[NVME_IDENTIFY_BYTES] = { 0 };
	struct nvme_sanitize_status status;
	struct nvme_slots slots;
	struct nvme_names names;
	int celsius;

	n = n < sizeof(data) ? n : sizeof(data);
	memcpy(data, bytes, n);
	check_controller(data);
	check_namespace(data);
	nvme_names_of_namespace(data, &names);
	check_names(&names);
	nvme_names_decode(data, &names);
	check_names(&names);
	nvme_temperature(data, &celsius);
	nvme_sanitize_decode(data, &status);
	nvme_slots_decode(data, &slots);
	for (size_t i = 0; i < NVME_SLOTS; i++)
		check_text(slots.revision[i], NVME_FIRMWARE_BYTES - 1);
	if (slots.active > NVME_SLOTS || slots.next > NVME_SLOTS)
		abort();
	check_anonymous(data, n);
	check_tunnel(data);
	return 0;
}
