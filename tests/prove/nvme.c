// SPDX-License-Identifier: GPL-2.0-or-later
/* include/nvme.h. */
#include "nvme.h"
#include "prove.h"

#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>

static uint8_t page[NVME_IDENTIFY_BYTES], list_of_names[NVME_IDENTIFY_BYTES];
static uint8_t log_page[NVME_LOG_BYTES], small[NVME_BEHAVIOR_BYTES];

static void prove_nvme_commands(void)
{
	struct nvme_layout layout = { any_upto(63), any_bool(), any_upto(3), any_bool() };
	struct nvme_recovery recovery = { any_u16(), any_bool() };
	uint32_t nsid = any_u32(), blocks = any_upto(NVME_MOST_BLOCKS - 1) + 1;
	struct nvme_cmd cmd = nvme_identify(any_upto(NVME_CNS_NAMES), nsid, page);
	uint32_t value = any_u32();

	nvme_lasting(&cmd);
	nvme_opcode_writes(any_u8());
	nvme_writes_data(&cmd);
	nvme_get_feature(any_u8(), any_upto(NVME_CAPABILITIES));
	cmd = nvme_set_write_cache(any_bool(), any_bool());
	nvme_lasting(&cmd);
	nvme_writes_data(&cmd);
	nvme_get_apst(page);
	nvme_get_recovery(nsid, any_upto(NVME_CAPABILITIES));
	nvme_set_recovery(nsid, &recovery, any_bool());
	nvme_get_log(any_u8(), log_page);
	nvme_get_behavior(small);
	nvme_formats_extended(small);
	nvme_format(nsid, &layout, any_upto(NVME_ERASE_CRYPTO));
	nvme_sanitize(any_upto(3) + 1, any_upto(NVME_MOST_PASSES - 1) + 1, any_u32());
	nvme_firmware_download(page, 4 * (any_upto(UINT32_MAX / 4 - 1) + 1),
			       4 * any_upto(0x3fffffff));
	nvme_firmware_commit(any_upto(NVME_COMMIT_NOW), any_upto(7));
	nvme_write_uncorrectable(nsid, any_u64(), blocks);
	nvme_flush(nsid);
	nvme_verify(nsid, any_u64(), blocks);
	nvme_write_cache_on(value);
	nvme_power_state(value);
	nvme_apst_on(value);
	nvme_recovery(value);
	nvme_saveable(value);
	nvme_changeable(value);
}

static void prove_identify_answers(void)
{
	static struct nvme_controller ctrl;
	static struct nvme_namespace ns;
	struct nvme_names names;

	nvme_controller_decode(page, &ctrl);
	if (nvme_namespace_decode(page, &ns))
		nvme_format_in_use(&ns);
	nvme_names_of_namespace(page, &names);
	nvme_names_decode(page, &names);
}

/* Any answer of up to 4096 bytes: the length is the buffer's, or a part of it. */
static void prove_anonymous(void)
{
	static const size_t lengths[] = { 0, 1, 3, 4, 23, 24, 511, 512, 2048, 4095, 4096 };

	for (int cns = -1; cns <= NVME_CNS_NAMES + 1; cns++) {
		for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
			any_bytes(list_of_names, sizeof(list_of_names));
			nvme_make_anonymous(cns, list_of_names + NVME_IDENTIFY_BYTES - lengths[i],
					    lengths[i]);
		}
	}
}

static void prove_ioctls(void)
{
	static const unsigned long requests[] = { NVME_IOCTL_ADMIN_CMD, NVME_IOCTL_IO_CMD,
						  NVME_IOCTL_ID };

	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
		nvme_ioctl(requests[i]);
	nvme_ioctl(any_u32());
	nvme_ioctl_verdict(Frama_C_interval(-4095, INT32_MAX));
}

void prove_nvme_tunnels(void)
{
	static uint8_t envelope[NVME_ENVELOPE_BYTES];
	struct nvme_step steps[NVME_STEPS];
	struct nvme_result res;
	struct nvme_cmd cmds[] = {
		nvme_identify(NVME_CNS_NAMESPACE, 1, page),
		nvme_identify(NVME_CNS_CONTROLLER, 1, page),
		nvme_get_log(any_u8(), log_page),
	};

	any_bytes(page, sizeof(page));
	any_bytes(log_page, sizeof(log_page));
	for (size_t i = 0; i < sizeof(cmds) / sizeof(cmds[0]); i++) {
		for (unsigned tunnel = NVME_TUNNEL_NONE; tunnel <= NVME_TUNNEL_ASMEDIA; tunnel++) {
			if (nvme_tunnel_carries((enum nvme_tunnel)tunnel, &cmds[i]))
				nvme_tunnel_encode((enum nvme_tunnel)tunnel, &cmds[i], steps,
						   envelope);
		}
	}
	any_bytes(envelope, sizeof(envelope));
	nvme_tunnel_reply(envelope, &res);
	nvme_controller_plausible(page);
	nvme_health_plausible(log_page);
}

void prove_nvme(void)
{
	char text[NVME_STATUS_TEXT_BYTES];
	struct nvme_slots slots;
	struct nvme_sanitize_status status;
	int celsius;

	any_bytes(page, sizeof(page));
	any_bytes(log_page, sizeof(log_page));
	any_bytes(small, sizeof(small));
	prove_nvme_commands();
	prove_identify_answers();
	prove_anonymous();
	prove_ioctls();
	nvme_temperature(log_page, &celsius);
	nvme_slots_decode(log_page, &slots);
	nvme_sanitize_decode(log_page, &status);
	nvme_verdict(any_u16());
	nvme_firmware_stored(any_u16());
	nvme_medium_failed(any_u16());
	nvme_refused(any_u16());
	nvme_status_text(any_u16(), text);
}
