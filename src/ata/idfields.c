// SPDX-License-Identifier: GPL-2.0-or-later
/* Features, fields and strings in IDENTIFY data. */
#include "idfields.h"
#include "text.h"
#include "words.h"

#include <string.h>

/* --- Feature bits, in the order of the output --- */

/* `listed`: the text in the list of -I, or "" */
#define TEXTS(key_, listed, name) .key = key_ "\0" listed "\0" name
#define TEXT(key, name)		  TEXTS(key, name, name)
/* a bit without a name */
#define UNKNOWN(word, bit)                                                                         \
	ID_BIT(word, bit), TEXTS("word_" #word "_bit_" #bit, "unknown " #word "[" #bit "]", "")

/* clang-format off */
const struct id_feature id_feature_table[] = {
	/* words 82 to 84 and 119: ACS-3 7.12.7.40 unless another standard is named */
	{ ID_HAS_SMART, TEXT("smart", "SMART feature set") },
	{ ID_HAS_SECURITY, TEXTS("security", "Security Mode feature set", "Security feature set") },
	{ ID_HAS_REMOVABLE_MEDIA, /* ATA/ATAPI-7 */
	  TEXT("removable_media", "Removable Media feature set") },
	{ ID_BIT(82, 3), TEXT("power_management", "Power Management feature set") },
	{ ID_BIT(82, 4), TEXTS("packet", "PACKET command feature set", "PACKET feature set") },
	{ ID_HAS_VOLATILE_WRITE_CACHE,
	  TEXTS("volatile_write_cache", "Write cache", "Volatile Write Cache") },
	{ ID_HAS_READ_LOOK_AHEAD, TEXTS("read_look_ahead", "Look-ahead", "Read look-ahead") },
	{ ID_BIT(82, 7), /* ATA/ATAPI-7 */ TEXT("release_interrupt", "Release interrupt") },
	{ ID_BIT(82, 8), /* ATA/ATAPI-7 */ TEXT("service_interrupt", "SERVICE interrupt") },
	{ ID_BIT(82, 9), TEXTS("device_reset", "DEVICE_RESET command", "DEVICE RESET command") },
	{ ID_HAS_HOST_PROTECTED_AREA, /* ACS-2 */
	  TEXT("host_protected_area", "Host Protected Area feature set") },
	{ ID_BIT(82, 11), /* ATA-3 */
	  TEXTS("write_verify", "WRITE_VERIFY command", "WRITE VERIFY command") },
	{ ID_BIT(82, 12), TEXTS("write_buffer", "WRITE_BUFFER command", "WRITE BUFFER command") },
	{ ID_BIT(82, 13), TEXTS("read_buffer", "READ_BUFFER command", "READ BUFFER command") },
	{ ID_BIT(82, 14), TEXTS("nop", "NOP cmd", "NOP command") },
	{ ID_HAS_DOWNLOAD_MICROCODE,
	  TEXTS("download_microcode", "DOWNLOAD_MICROCODE", "DOWNLOAD MICROCODE command") },
	{ ID_HAS_TAGGED_COMMAND_QUEUING, /* ATA8-ACS */
	  TEXTS("tagged_command_queuing", "READ/WRITE_DMA_QUEUED",
	  "Tagged Command Queuing feature set") },
	{ ID_HAS_CFA, /* ACS-2 */ TEXT("cfa", "CFA feature set") },
	{ ID_HAS_ADVANCED_POWER_MANAGEMENT,
	  TEXT("advanced_power_management", "Advanced Power Management feature set") },
	{ ID_BIT(83, 4), /* ATA/ATAPI-7 */ TEXT("removable_media_status_notification",
	  "Removable Media Status Notification feature set") },
	{ ID_HAS_POWER_UP_IN_STANDBY,
	  TEXT("power_up_in_standby", "Power-Up In Standby feature set") },
	{ ID_BIT(83, 6),
	  TEXTS("set_features_spin_up", "SET_FEATURES required to spinup after power up",
	  "SET FEATURES subcommand required to spin up") },
	{ ID_BIT(83, 7), /* ATA/ATAPI-7 */
	  TEXT("address_offset_reserved_area_boot", "Address Offset Reserved Area Boot") },
	{ ID_BIT(83, 8), /* ACS-2 */
	  TEXTS("set_max_security", "SET_MAX security extension", "SET MAX security extension") },
	{ ID_HAS_AUTOMATIC_ACOUSTIC_MANAGEMENT, /* ATA8-ACS */
	  TEXT("automatic_acoustic_management", "Automatic Acoustic Management feature set") },
	{ ID_HAS_LBA48, TEXT("lba48", "48-bit Address feature set") },
	{ ID_HAS_DEVICE_CONFIGURATION_OVERLAY, /* ACS-2 */
	  TEXT("device_configuration_overlay", "Device Configuration Overlay feature set") },
	{ ID_HAS_FLUSH_CACHE,
	  TEXTS("flush_cache", "Mandatory FLUSH_CACHE", "FLUSH CACHE command") },
	{ ID_HAS_FLUSH_CACHE_EXT,
	  TEXTS("flush_cache_ext", "FLUSH_CACHE_EXT", "FLUSH CACHE EXT command") },
	{ ID_BIT(84, 0), TEXT("smart_error_logging", "SMART error logging") },
	{ ID_BIT(84, 1), TEXT("smart_self_test", "SMART self-test") },
	{ ID_BIT(84, 2), /* ATA8-ACS */ TEXT("media_serial_number", "Media serial number") },
	{ ID_BIT(84, 3), /* ATA8-ACS */ TEXT("media_card_pass_through_feature_set",
	  "Media Card Pass Through Command feature set") },
	{ ID_BIT(84, 4), TEXTS("streaming", "Media Card Pass-Through", "Streaming feature set") },
	{ ID_HAS_GENERAL_PURPOSE_LOGGING,
	  TEXT("general_purpose_logging", "General Purpose Logging feature set") },
	{ ID_BIT(84, 6), TEXTS("write_fua_ext", "WRITE_{DMA|MULTIPLE}_FUA_EXT",
	  "WRITE DMA FUA EXT and WRITE MULTIPLE FUA EXT commands") },
	{ ID_BIT(84, 7), /* ATA8-ACS */
	  TEXTS("write_dma_queued_fua_ext", "WRITE_DMA_QUEUED_FUA_EXT",
	  "WRITE DMA QUEUED FUA EXT command") },
	{ ID_HAS_WORLD_WIDE_NAME,
	  TEXTS("world_wide_name", "64-bit World wide name", "World wide name") },
	{ ID_BIT(84, 9), /* ATA/ATAPI-7 */
	  TEXTS("urg_read_stream", "URG for READ_STREAM[_DMA]_EXT", "URG bit of READ STREAM") },
	{ ID_BIT(84, 10), /* ATA/ATAPI-7 */
	  TEXTS("urg_write_stream", "URG for WRITE_STREAM[_DMA]_EXT", "URG bit of WRITE STREAM") },
	{ ID_HAS_TIME_LIMITED_COMMANDS, /* ATA8-ACS */
	  TEXTS("time_limited_commands", "Time Limited Commands (TLC) feature set",
	  "Time Limited Commands feature set") },
	{ ID_HAS_COMMAND_COMPLETION_TIME_LIMIT, /* ATA8-ACS */
	  TEXTS("command_completion_time_limit", "Command Completion Time Limit (CCTL)",
	  "Command Completion Time Limit") },
	{ ID_HAS_IDLE_IMMEDIATE_UNLOAD, TEXTS("idle_immediate_unload", "IDLE_IMMEDIATE with UNLOAD",
	  "IDLE IMMEDIATE command with UNLOAD feature") },
	{ ID_BIT(119, 0), /* ATA8-ACS */ TEXT("disable_data_transfer_after_error",
	  "Disable Data Transfer After Error Detection") },
	{ ID_HAS_WRITE_READ_VERIFY, TEXT("write_read_verify", "Write-Read-Verify feature set") },
	{ ID_HAS_WRITE_UNCORRECTABLE_EXT,
	  TEXTS("write_uncorrectable_ext", "WRITE_UNCORRECTABLE_EXT command",
	  "WRITE UNCORRECTABLE EXT command") },
	{ ID_BIT(119, 3), TEXTS("log_dma_ext", "{READ,WRITE}_DMA_EXT_GPL commands",
	  "READ LOG DMA EXT and WRITE LOG DMA EXT commands") },
	{ ID_HAS_DOWNLOAD_MICROCODE_SEGMENTED,
	  TEXTS("download_microcode_segmented", "Segmented DOWNLOAD_MICROCODE",
	  "DOWNLOAD MICROCODE mode 3") },
	{ ID_HAS_FREE_FALL_CONTROL, TEXT("free_fall_control", "Free-fall Control feature set") },
	{ ID_BIT(119, 6), TEXTS("sense_data_reporting", "unknown 119[6]",
	  "Sense Data Reporting feature set"), ID_BY_NUMBER },
	{ ID_HAS_EXTENDED_POWER_CONDITIONS, TEXTS("extended_power_conditions", "unknown 119[7]",
	  "Extended Power Conditions feature set"), ID_BY_NUMBER },
	{ ID_HAS_ACCESSIBLE_MAX_ADDRESS, TEXTS("accessible_max_address", "unknown 119[8]",
	  "Accessible Max Address Configuration feature set"), ID_BY_NUMBER | ID_MARK_RESERVED },
	{ ID_BIT(119, 9), TEXTS("device_statistics_notification", "unknown 119[9]",
	  "Device Statistics Notification feature set"), ID_BY_NUMBER },
	{ UNKNOWN(119, 10) },
	{ UNKNOWN(119, 11) },
	{ UNKNOWN(119, 12) },
	{ UNKNOWN(119, 13) },
	/* word 76, Serial ATA capabilities: ACS-3 7.12.7.34 */
	{ UNKNOWN(76, 0) },
	{ ID_BIT(76, 1), TEXTS("sata_gen1", "Gen1 signaling speed (1.5Gb/s)",
	  "SATA Gen1 signaling speed (1.5 Gb/s)") },
	{ ID_BIT(76, 2), TEXTS("sata_gen2", "Gen2 signaling speed (3.0Gb/s)",
	  "SATA Gen2 signaling speed (3.0 Gb/s)") },
	{ ID_BIT(76, 3), TEXTS("sata_gen3", "Gen3 signaling speed (6.0Gb/s)",
	  "SATA Gen3 signaling speed (6.0 Gb/s)") },
	{ UNKNOWN(76, 4) },
	{ UNKNOWN(76, 5) },
	{ UNKNOWN(76, 6) },
	{ UNKNOWN(76, 7) },
	{ ID_HAS_NATIVE_COMMAND_QUEUING,
	  TEXTS("native_command_queuing", "Native Command Queueing (NCQ)", "NCQ feature set") },
	{ ID_BIT(76, 9),
	  TEXTS("host_initiated_power_management", "Host-initiated interface power management",
	  "Receipt of host-initiated power management requests") },
	{ ID_BIT(76, 10),
	  TEXTS("phy_event_counters", "Phy event counters", "Phy event counters log") },
	{ ID_BIT(76, 11), TEXTS("ncq_unload", "Idle-Unload when NCQ is active",
	  "Unload while NCQ commands are outstanding") },
	{ ID_BIT(76, 12), TEXT("ncq_priority", "NCQ priority information") },
	{ ID_BIT(76, 13), TEXT("host_automatic_partial_to_slumber",
	  "Host automatic Partial to Slumber transitions") },
	{ ID_HAS_DEVICE_AUTOMATIC_PARTIAL_TO_SLUMBER, TEXT("device_automatic_partial_to_slumber",
	  "Device automatic Partial to Slumber transitions") },
	{ ID_BIT(76, 15),
	  TEXTS("read_log_dma_ext_as_read_log_ext", "READ_LOG_DMA_EXT equivalent to READ_LOG_EXT",
	  "READ LOG DMA EXT as equivalent to READ LOG EXT") },
	/* word 77, not in the list of -I: ACS-4 */
	{ ID_BIT(77, 4), TEXTS("ncq_streaming", "", "NCQ Streaming") },
	{ ID_BIT(77, 5), TEXTS("ncq_non_data", "", "NCQ NON-DATA command") },
	{ ID_BIT(77, 6), TEXTS("send_receive_fpdma_queued", "",
	  "SEND FPDMA QUEUED and RECEIVE FPDMA QUEUED commands") },
	{ ID_BIT(77, 7),
	  TEXTS("device_sleep_to_reduced_power", "", "Device Sleep to ReducedPwrState") },
	{ ID_BIT(77, 8),
	  TEXTS("power_disable_always", "", "Power Disable feature always enabled") },
	{ ID_BIT(77, 9), /* ACS-5 */
	  TEXTS("out_of_band_management", "", "Out Of Band Management interface") },
	/* word 78, Serial ATA features: ACS-3 7.12.7.36 unless another standard is named */
	{ UNKNOWN(78, 0) },
	{ ID_BIT(78, 1),
	  TEXTS("non_zero_buffer_offsets", "Non-Zero buffer offsets in DMA Setup FIS",
	  "Non-zero buffer offsets") },
	{ ID_BIT(78, 2), TEXTS("dma_setup_auto_activate", "DMA Setup Auto-Activate optimization",
	  "DMA Setup auto-activation") },
	{ ID_BIT(78, 3),
	  TEXTS("device_initiated_power_management", "Device-initiated interface power management",
	  "Device Initiated Power Management") },
	{ ID_BIT(78, 4), TEXT("in_order_data_delivery", "In-order data delivery") },
	{ ID_BIT(78, 5),
	  TEXTS("hardware_feature_control", "Asynchronous notification (eg. media change)",
	  "Hardware Feature Control (ATAPI: asynchronous notification)") },
	{ ID_BIT(78, 6), TEXTS("software_settings_preservation", "Software settings preservation",
	  "Software Settings Preservation") },
	{ ID_HAS_NCQ_AUTOSENSE,
	  TEXTS("ncq_autosense", "unknown 78[7]", "NCQ Autosense"), ID_BY_NUMBER | ID_UNMARKED },
	{ ID_HAS_DEVICE_SLEEP, /* SATA 3.2 */
	  TEXTS("device_sleep", "Device Sleep (DEVSLP)", "Device Sleep") },
	{ ID_BIT(78, 9), /* SATA 3.2 */ TEXTS("hybrid_information", "unknown 78[9]",
	  "Hybrid Information feature set"), ID_BY_NUMBER },
	{ ID_HAS_DIPM_SSP_PRESERVATION, /* ACS-4 */ TEXTS("dipm_ssp_preservation", "unknown 78[10]",
	  "DIPM preserved by Software Settings Preservation"), ID_BY_NUMBER | ID_UNMARKED },
	{ ID_BIT(78, 11), /* ACS-4 */
	  TEXTS("rebuild_assist", "unknown 78[11]", "Rebuild Assist feature set"), ID_BY_NUMBER },
	{ ID_HAS_POWER_DISABLE, /* ACS-4 */
	  TEXTS("power_disable", "unknown 78[12]", "Power Disable feature"), ID_BY_NUMBER },
	{ UNKNOWN(78, 13) },
	{ UNKNOWN(78, 14) },
	{ UNKNOWN(78, 15) },
	/* word 206: ACS-3 */
	{ ID_HAS_SCT,
	  TEXTS("sct", "SMART Command Transport (SCT) feature set", "SCT command transport") },
	{ ID_BIT(206, 1), /* ATA8-ACS */
	  TEXTS("sct_read_write_long", "SCT Read/Write Long (AC1), obsolete",
	  "SCT Read/Write Long") },
	{ ID_BIT(206, 2),
	  TEXTS("sct_write_same", "SCT Write Same (AC2)", "SCT Write Same command") },
	{ ID_HAS_SCT_ERROR_RECOVERY_CONTROL,
	  TEXTS("sct_error_recovery_control", "SCT Error Recovery Control (AC3)",
	  "SCT Error Recovery Control command") },
	{ ID_HAS_SCT_FEATURE_CONTROL, TEXTS("sct_feature_control", "SCT Features Control (AC4)",
	  "SCT Feature Control command") },
	{ ID_BIT(206, 5),
	  TEXTS("sct_data_tables", "SCT Data Tables (AC5)", "SCT Data Tables command") },
	{ UNKNOWN(206, 6), ID_UNMARKED },
	{ UNKNOWN(206, 7), ID_UNMARKED },
	{ UNKNOWN(206, 8), ID_UNMARKED },
	{ UNKNOWN(206, 9), ID_UNMARKED },
	{ UNKNOWN(206, 10), ID_UNMARKED },
	{ UNKNOWN(206, 11), ID_UNMARKED },
	{ ID_BIT(206, 12), TEXTS("word_206_bit_12", "unknown 206[12] (vendor specific)",
	  "SCT vendor specific"), ID_UNMARKED | ID_BY_NUMBER },
	{ ID_BIT(206, 13), TEXTS("word_206_bit_13", "unknown 206[13] (vendor specific)",
	  "SCT vendor specific"), ID_UNMARKED | ID_BY_NUMBER },
	{ ID_BIT(206, 14), TEXTS("word_206_bit_14", "unknown 206[14] (vendor specific)",
	  "SCT vendor specific"), ID_UNMARKED | ID_BY_NUMBER },
	{ ID_BIT(206, 15), TEXTS("word_206_bit_15", "unknown 206[15] (vendor specific)",
	  "SCT vendor specific"), ID_UNMARKED | ID_BY_NUMBER },
	/* word 59: ACS-3 7.12.7.21 */
	{ ID_HAS_SANITIZE_ANTIFREEZE_LOCK_EXT,
	  TEXTS("sanitize_antifreeze_lock_ext", "SANITIZE_ANTIFREEZE_LOCK_EXT command",
	  "SANITIZE ANTIFREEZE LOCK EXT command") },
	{ ID_BIT(59, 11), TEXTS("sanitize_commands_by_standard", "",
	  "Commands during a sanitize operation by the standard") },
	{ ID_HAS_SANITIZE,
	  TEXTS("sanitize", "SANITIZE feature set", "Sanitize Device feature set") },
	{ ID_HAS_CRYPTO_SCRAMBLE_EXT, TEXTS("crypto_scramble_ext", "CRYPTO_SCRAMBLE_EXT command",
	  "CRYPTO SCRAMBLE EXT command") },
	{ ID_HAS_OVERWRITE_EXT,
	  TEXTS("overwrite_ext", "OVERWRITE_EXT command", "OVERWRITE EXT command") },
	{ ID_HAS_BLOCK_ERASE_EXT,
	  TEXTS("block_erase_ext", "BLOCK_ERASE_EXT command", "BLOCK ERASE EXT command") },
	/* word 69: ACS-3 7.12.7.30 unless another standard is named */
	{ ID_BIT(69, 0), /* ACS-4 */ TEXTS("zoned_bit_0", "reserved 69[0]",
	  "Host-aware zones (word 69 bits 1:0)"), ID_BY_NUMBER },
	{ ID_BIT(69, 1), /* ACS-4 */ TEXTS("zoned_bit_1", "reserved 69[1]",
	  "Device-managed zones (word 69 bits 1:0)"), ID_BY_NUMBER },
	{ ID_BIT(69, 2), TEXT("non_volatile_write_cache", "All write cache is non-volatile") },
	{ ID_HAS_EXTENDED_USER_ADDRESSABLE_SECTORS,
	  TEXTS("extended_user_addressable_sectors", "Extended number of user addressable sectors ",
	  "Extended number of user addressable sectors") },
	{ ID_BIT(69, 4), TEXT("encrypts_all_user_data", "Device encrypts all user data") },
	{ ID_HAS_TRIM_READS_ZEROS,
	  TEXTS("trim_reads_zeros", "", "Trimmed LBAs read as zeros"), ID_WITH_TRIM },
	{ ID_BIT(69, 6), TEXTS("optional_28_bit_commands", "Optional ATA device 28-bit commands",
	  "Optional 28-bit commands") },
	{ ID_BIT(69, 7), TEXTS("ieee_1667", "IEEE 1667 authentication of transient storage devices",
	  "IEEE 1667") },
	{ ID_BIT(69, 8), TEXT("download_microcode_dma", "DOWNLOAD MICROCODE DMA command") },
	{ ID_BIT(69, 9), /* ACS-2 */
	  TEXTS("set_max_password_dma", "SET MAX SETPASSWORD/UNLOCK DMA commands",
	  "SET MAX SET PASSWORD DMA and SET MAX UNLOCK DMA commands") },
	{ ID_BIT(69, 10), TEXT("write_buffer_dma", "WRITE BUFFER DMA command") },
	{ ID_BIT(69, 11), TEXT("read_buffer_dma", "READ BUFFER DMA command") },
	{ ID_BIT(69, 12), /* ACS-2 */
	  TEXTS("device_configuration_dma", "DEVICE CONFIGURATION SET/IDENTIFY DMA commands",
	  "DEVICE CONFIGURATION IDENTIFY DMA and SET DMA commands") },
	{ ID_BIT(69, 13),
	  TEXTS("long_physical_sector_alignment_error", "Long physical sector diagnostics",
	  "LPS Misalignment Error Reporting") },
	{ ID_HAS_TRIM_DETERMINISTIC,
	  TEXTS("trim_deterministic", "", "Trimmed LBAs read deterministically"), ID_WITH_TRIM },
	{ ID_BIT(69, 15), /* ACS-2 */
	  TEXTS("cfast", "CFast specification support", "CFast specification") },
	{ .key = NULL }
};
/* clang-format on */

const char *id_feature_listed(const struct id_feature *row)
{
	return string_behind(row->key);
}

const char *id_feature_name(const struct id_feature *row)
{
	return string_behind(id_feature_listed(row));
}

/* --- Fields and features in a page --- */

/* Place of the same bits in the next word, minus their place. */
enum { NEXT_WORD = ID_WORD(1) - ID_WORD(0) };

uint32_t ata_id_field(const uint8_t *id, enum id_field field)
{
	unsigned word = ata_word_of(field), low = field >> 6 & 0x1f, bits = field & 0x3f;
	uint32_t value = low + bits > 16 ? ata_dword(id, word) : ata_word(id, word);

	return value >> low & (uint32_t)((UINT64_C(1) << bits) - 1);
}

uint32_t ata_id_known(const uint8_t *id, enum id_field field)
{
	uint32_t value = ata_id_field(id, field);

	return value == 0xffff ? 0 : value;
}

bool ata_id_field_valid(const uint8_t *id, enum id_field field)
{
	return ata_word_valid(id, ata_word_of(field));
}

bool ata_id_claims(const uint8_t *id, enum id_feature_id feature)
{
	return ata_id_field(id, (enum id_field)feature);
}

bool ata_id_has(const uint8_t *id, enum id_feature_id feature)
{
	unsigned word = ata_word_of(feature);

	switch (word) {
	case 82:
	case 83:
		return ata_words_82_tell(id) && ata_id_claims(id, feature);
	case 84:
	case 119:
		return ata_word_valid(id, word) && ata_id_claims(id, feature);
	default:
		/* other words have no signature; FFFFh: the drive did not set the word */
		return ata_word(id, word) != 0xffff && ata_id_claims(id, feature);
	}
}

enum id_field id_enabled_bit(enum id_feature_id feature)
{
	switch (feature) {
	case ID_HAS_DEVICE_AUTOMATIC_PARTIAL_TO_SLUMBER:
		return (enum id_field)ID_BIT(79, 7);
	case ID_HAS_POWER_DISABLE:
		return (enum id_field)ID_BIT(79, 10);
	case ID_HAS_NCQ_AUTOSENSE:
	case ID_HAS_DIPM_SSP_PRESERVATION:
		return ID_NO_FIELD; /* their bits of word 79 belong to the features above */
	default:
		break;
	}
	switch (ata_word_of(feature)) {
	case 82:
	case 83:
	case 84:
		return (enum id_field)(feature + 3 * NEXT_WORD);
	case 78:
	case 119:
		return (enum id_field)(feature + NEXT_WORD);
	default:
		return ID_NO_FIELD;
	}
}

bool ata_id_enabled(const uint8_t *id, enum id_feature_id feature)
{
	enum id_field bit = id_enabled_bit(feature);

	return bit == ID_NO_FIELD || ata_id_field(id, bit);
}

/* --- Strings --- */

/* clang-format off */
static const struct {
	uint8_t word, words;
} texts[ID_TEXT_COUNT] = {
	[ID_MODEL] = { 27, 20 },
	[ID_SERIAL] = { 10, ID_SERIAL_BYTES / 2 },
	[ID_FIRMWARE] = { 23, 4 },
	[ID_MEDIA_SERIAL] = { 176, 20 },
	[ID_MEDIA_MAKER] = { 196, 10 },
};
/* clang-format on */

/* Add eight bytes at a time, in lanes of 16 bits. */
uint8_t ata_checksum(const uint8_t *page)
{
	const uint64_t even = 0x00ff00ff00ff00ffu;
	uint64_t sums = 0;
	uint64_t eight;

	for (unsigned i = 0; i < 512; i += sizeof(eight)) {
		memcpy(&eight, page + i, sizeof(eight));
		sums += (eight & even) + (eight >> 8 & even);
	}
	return (uint8_t)(sums + (sums >> 16) + (sums >> 32) + (sums >> 48));
}

enum { SUM_SIGNATURE_AT = 510, SUM_AT = 511, SUM_SIGNATURE = 0xa5 };

bool ata_sum_signed(const uint8_t *page)
{
	return page[SUM_SIGNATURE_AT] == SUM_SIGNATURE;
}

bool ata_checksum_valid(const uint8_t *page)
{
	return ata_sum_signed(page) && ata_checksum(page) == 0;
}

void ata_checksum_set(uint8_t *page)
{
	page[SUM_SIGNATURE_AT] = SUM_SIGNATURE;
	page[SUM_AT] = 0;
	page[SUM_AT] = (uint8_t)-ata_checksum(page);
}

/* The first of two characters is in the upper byte of their word (ACS-4 3.4.9). */
unsigned ata_id_text(const uint8_t *id, enum id_text which, char text[ID_STRING_BYTES])
{
	const uint8_t *bytes = id + (size_t)2 * texts[which].word;
	unsigned n = 2u * texts[which].words;

	for (unsigned i = 0; i < n; i++)
		text[i] = (char)bytes[i ^ 1];
	text[n] = '\0';
	return n;
}

void ata_id_trimmed_text(const uint8_t *id, enum id_text which, char text[ID_STRING_BYTES])
{
	unsigned n = ata_id_text(id, which, text), length = 0, end = 0;

	for (unsigned i = 0; i < n; i++) {
		char c = is_printable(text[i]) ? text[i] : ' ';

		if (!length && c == ' ')
			continue;
		text[length++] = c;
		if (c != ' ')
			end = length;
	}
	text[end] = '\0';
}

bool ata_id_printable_text(const uint8_t *id, enum id_text which, char text[ID_STRING_BYTES])
{
	unsigned n = ata_id_text(id, which, text), i = 0;
	size_t len = 0;

	if (!ata_word(id, texts[which].word)) {
		text[0] = '\0';
		return false;
	}
	while (i < n && text[i] == ' ')
		i++;
	for (; i < n; i++) {
		if (text[i])
			text[len++] = is_printable(text[i]) ? text[i] : '?';
	}
	text[len] = '\0';
	return true;
}

void ata_id_host_text(const uint8_t *id, enum id_text which, char text[ID_STRING_BYTES])
{
	ascii_shown((const char *)id + (size_t)2 * texts[which].word, 2u * texts[which].words,
		    text);
}

/* True for words of model, serial number and firmware, whose bytes the kernel swaps. */
static bool is_text_word(unsigned word)
{
	for (unsigned i = ID_MODEL; i <= ID_FIRMWARE; i++) {
		if (word >= texts[i].word && word < texts[i].word + texts[i].words)
			return true;
	}
	return false;
}

void ata_id_from_host(const uint16_t words[256], uint8_t page[512])
{
	memcpy(page, words, 512);
	for (unsigned n = 0; n < 256; n++) {
		if (is_text_word(n))
			continue;
		page[2 * n] = (uint8_t)words[n];
		page[2 * n + 1] = (uint8_t)(words[n] >> 8);
	}
}

void ata_id_as_host(const uint8_t id[512], uint8_t page[512])
{
	memcpy(page, id, 512);
	for (unsigned n = 0; n < 256; n++) {
		if (!is_text_word(n))
			continue;
		page[2 * n] = id[2 * n + 1];
		page[2 * n + 1] = id[2 * n];
	}
}

bool ata_id_from_vpd(const void *vpd, long bytes, uint8_t page[512])
{
	if (bytes < VPD_ATA_BYTES - 1)
		return false;
	memcpy(page, (const uint8_t *)vpd + VPD_ATA_IDENTIFY, 512);
	if (bytes == VPD_ATA_BYTES - 1)
		page[511] = '\n';
	return true;
}

const uint8_t *ata_id_serial(const uint8_t *page)
{
	return page + (size_t)2 * texts[ID_SERIAL].word;
}

unsigned ata_rotation_rate(unsigned word)
{
	/* 0002h to 0400h, and FFFFh, are reserved */
	enum { SLOWEST = 0x0401, FASTEST = 0xfffe };

	return word == ID_NOT_ROTATING || (word >= SLOWEST && word <= FASTEST) ? word : 0;
}

unsigned ata_id_rotation_rate(const uint8_t *id)
{
	return ata_rotation_rate(ata_id_field(id, ID_ROTATION_RATE));
}

const char *ata_id_form_factor(const uint8_t *id)
{
	/* codes 1 to 5: ACS-3 7.12.7.69; codes from 6 on: ACS-4 */
	static const char names[][20] = {
		"",	 "5.25 inch", "3.5 inch", "2.5 inch", "1.8 inch", "less than 1.8 inch",
		"mSATA", "M.2",	      "MicroSSD", "CFast",
	};
	unsigned form = ata_id_field(id, ID_FORM_FACTOR);

	return form && form < sizeof(names) / sizeof(names[0]) ? names[form] : NULL;
}

enum { WORLD_WIDE_NAME = 108 };

uint64_t ata_id_world_wide_name(const uint8_t *id)
{
	uint64_t name = 0;

	for (unsigned i = 0; i < 4; i++)
		name = name << 16 | ata_word(id, WORLD_WIDE_NAME + i);
	return name;
}

static void mask_id_text(uint8_t *page, enum id_text which)
{
	uint8_t *text = page + (size_t)2 * texts[which].word;

	for (unsigned i = 0; i < 2u * texts[which].words; i++) {
		if (text[i] && text[i] != ' ')
			text[i] = 'X';
	}
}

void ata_id_make_anonymous(uint8_t *page)
{
	uint8_t *name = page + (size_t)2 * WORLD_WIDE_NAME;
	bool right = ata_checksum_valid(page);

	mask_id_text(page, ID_SERIAL);
	mask_id_text(page, ID_MEDIA_SERIAL);
	name[2] &= 0xf0;
	memset(name + 4, 0, 4);
	if (right)
		ata_checksum_set(page);
}
