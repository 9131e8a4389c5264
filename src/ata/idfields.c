// SPDX-License-Identifier: GPL-2.0-or-later
/* Features, fields and strings in IDENTIFY data. */
#include "identify.h"
#include "text.h"
#include "words.h"

#include <string.h>

/* --- Feature bits, in the order of the output --- */

/* `listed`: the text in the list of -I, or "". `clause` is not compiled. */
#define TEXTS(key_, listed, name, clause) .key = key_ "\0" listed "\0" name

#define BIT(word_, bit_)     .word = word_, .bit = bit_
#define ENABLED(word_, bit_) .on_word = word_, .on_bit = bit_

/* clang-format off */
const struct id_feature id_feature_table[ID_FEATURE_COUNT] = {
	[ID_HAS_SMART] = { .group = ID_GROUP_82, BIT(82, 0), ENABLED(85, 0),
	  TEXTS("smart", "SMART feature set", "SMART feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_SECURITY] = { .group = ID_GROUP_82, BIT(82, 1), ENABLED(85, 1),
	  TEXTS("security", "Security Mode feature set", "Security feature set",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_REMOVABLE_MEDIA] = { .group = ID_GROUP_82, BIT(82, 2), ENABLED(85, 2),
	  TEXTS("removable_media", "Removable Media feature set", "Removable Media feature set",
	  "ATA/ATAPI-7 word 82") },
	[ID_HAS_POWER_MANAGEMENT] = { .group = ID_GROUP_82, BIT(82, 3), ENABLED(85, 3),
	  TEXTS("power_management", "Power Management feature set", "Power Management feature set",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_PACKET] = { .group = ID_GROUP_82, BIT(82, 4), ENABLED(85, 4),
	  TEXTS("packet", "PACKET command feature set", "PACKET feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_VOLATILE_WRITE_CACHE] = { .group = ID_GROUP_82, BIT(82, 5), ENABLED(85, 5),
	  TEXTS("volatile_write_cache", "Write cache", "Volatile Write Cache", "ACS-3 7.12.7.40") },
	[ID_HAS_READ_LOOK_AHEAD] = { .group = ID_GROUP_82, BIT(82, 6), ENABLED(85, 6),
	  TEXTS("read_look_ahead", "Look-ahead", "Read look-ahead", "ACS-3 7.12.7.40") },
	[ID_HAS_RELEASE_INTERRUPT] = { .group = ID_GROUP_82, BIT(82, 7), ENABLED(85, 7),
	  TEXTS("release_interrupt", "Release interrupt", "Release interrupt",
	  "ATA/ATAPI-7 word 82") },
	[ID_HAS_SERVICE_INTERRUPT] = { .group = ID_GROUP_82, BIT(82, 8), ENABLED(85, 8),
	  TEXTS("service_interrupt", "SERVICE interrupt", "SERVICE interrupt",
	  "ATA/ATAPI-7 word 82") },
	[ID_HAS_DEVICE_RESET] = { .group = ID_GROUP_82, BIT(82, 9), ENABLED(85, 9),
	  TEXTS("device_reset", "DEVICE_RESET command", "DEVICE RESET command",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_HOST_PROTECTED_AREA] = { .group = ID_GROUP_82, BIT(82, 10), ENABLED(85, 10),
	  TEXTS("host_protected_area", "Host Protected Area feature set",
	  "Host Protected Area feature set", "ACS-2 word 82") },
	[ID_HAS_WRITE_VERIFY] = { .group = ID_GROUP_82, BIT(82, 11), ENABLED(85, 11),
	  TEXTS("write_verify", "WRITE_VERIFY command", "WRITE VERIFY command", "ATA-3 word 82") },
	[ID_HAS_WRITE_BUFFER] = { .group = ID_GROUP_82, BIT(82, 12), ENABLED(85, 12),
	  TEXTS("write_buffer", "WRITE_BUFFER command", "WRITE BUFFER command",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_READ_BUFFER] = { .group = ID_GROUP_82, BIT(82, 13), ENABLED(85, 13),
	  TEXTS("read_buffer", "READ_BUFFER command", "READ BUFFER command", "ACS-3 7.12.7.40") },
	[ID_HAS_NOP] = { .group = ID_GROUP_82, BIT(82, 14), ENABLED(85, 14),
	  TEXTS("nop", "NOP cmd", "NOP command", "ACS-3 7.12.7.40") },
	[ID_HAS_DOWNLOAD_MICROCODE] = { .group = ID_GROUP_82, BIT(83, 0), ENABLED(86, 0),
	  TEXTS("download_microcode", "DOWNLOAD_MICROCODE", "DOWNLOAD MICROCODE command",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_TAGGED_COMMAND_QUEUING] = { .group = ID_GROUP_82, BIT(83, 1), ENABLED(86, 1),
	  TEXTS("tagged_command_queuing", "READ/WRITE_DMA_QUEUED",
	  "Tagged Command Queuing feature set", "ATA8-ACS word 83") },
	[ID_HAS_CFA] = { .group = ID_GROUP_82, BIT(83, 2), ENABLED(86, 2),
	  TEXTS("cfa", "CFA feature set", "CFA feature set", "ACS-2 word 83") },
	[ID_HAS_ADVANCED_POWER_MANAGEMENT] = { .group = ID_GROUP_82, BIT(83, 3), ENABLED(86, 3),
	  TEXTS("advanced_power_management", "Advanced Power Management feature set",
	  "Advanced Power Management feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_REMOVABLE_MEDIA_STATUS_NOTIFICATION] = { .group = ID_GROUP_82, BIT(83, 4),
	  ENABLED(86, 4),
	  TEXTS("removable_media_status_notification",
	  "Removable Media Status Notification feature set",
	  "Removable Media Status Notification feature set", "ATA/ATAPI-7 word 83") },
	[ID_HAS_POWER_UP_IN_STANDBY] = { .group = ID_GROUP_82, BIT(83, 5), ENABLED(86, 5),
	  TEXTS("power_up_in_standby", "Power-Up In Standby feature set",
	  "Power-Up In Standby feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_SET_FEATURES_SPIN_UP] = { .group = ID_GROUP_82, BIT(83, 6), ENABLED(86, 6),
	  TEXTS("set_features_spin_up", "SET_FEATURES required to spinup after power up",
	  "SET FEATURES subcommand required to spin up", "ACS-3 7.12.7.40") },
	[ID_HAS_ADDRESS_OFFSET_RESERVED_AREA_BOOT] = { .group = ID_GROUP_82, BIT(83, 7),
	  ENABLED(86, 7),
	  TEXTS("address_offset_reserved_area_boot", "Address Offset Reserved Area Boot",
	  "Address Offset Reserved Area Boot", "ATA/ATAPI-7 word 83") },
	[ID_HAS_SET_MAX_SECURITY] = { .group = ID_GROUP_82, BIT(83, 8), ENABLED(86, 8),
	  TEXTS("set_max_security", "SET_MAX security extension", "SET MAX security extension",
	  "ACS-2 word 83") },
	[ID_HAS_AUTOMATIC_ACOUSTIC_MANAGEMENT] = { .group = ID_GROUP_82, BIT(83, 9), ENABLED(86, 9),
	  TEXTS("automatic_acoustic_management", "Automatic Acoustic Management feature set",
	  "Automatic Acoustic Management feature set", "ATA8-ACS word 83") },
	[ID_HAS_LBA48] = { .group = ID_GROUP_82, BIT(83, 10), ENABLED(86, 10),
	  TEXTS("lba48", "48-bit Address feature set", "48-bit Address feature set",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_DEVICE_CONFIGURATION_OVERLAY] = { .group = ID_GROUP_82, BIT(83, 11),
	  ENABLED(86, 11),
	  TEXTS("device_configuration_overlay", "Device Configuration Overlay feature set",
	  "Device Configuration Overlay feature set", "ACS-2 word 83") },
	[ID_HAS_FLUSH_CACHE] = { .group = ID_GROUP_82, BIT(83, 12), ENABLED(86, 12),
	  TEXTS("flush_cache", "Mandatory FLUSH_CACHE", "FLUSH CACHE command", "ACS-3 7.12.7.40") },
	[ID_HAS_FLUSH_CACHE_EXT] = { .group = ID_GROUP_82, BIT(83, 13), ENABLED(86, 13),
	  TEXTS("flush_cache_ext", "FLUSH_CACHE_EXT", "FLUSH CACHE EXT command",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_SMART_ERROR_LOGGING] = { .group = ID_GROUP_84, BIT(84, 0), ENABLED(87, 0),
	  TEXTS("smart_error_logging", "SMART error logging", "SMART error logging",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_SMART_SELF_TEST] = { .group = ID_GROUP_84, BIT(84, 1), ENABLED(87, 1),
	  TEXTS("smart_self_test", "SMART self-test", "SMART self-test", "ACS-3 7.12.7.40") },
	[ID_HAS_MEDIA_SERIAL_NUMBER] = { .group = ID_GROUP_84, BIT(84, 2), ENABLED(87, 2),
	  TEXTS("media_serial_number", "Media serial number", "Media serial number",
	  "ATA8-ACS word 84") },
	[ID_HAS_MEDIA_CARD_PASS_THROUGH_FEATURE_SET] = { .group = ID_GROUP_84, BIT(84, 3),
	  ENABLED(87, 3),
	  TEXTS("media_card_pass_through_feature_set",
	  "Media Card Pass Through Command feature set",
	  "Media Card Pass Through Command feature set", "ATA8-ACS word 84") },
	[ID_HAS_STREAMING] = { .group = ID_GROUP_84, BIT(84, 4), ENABLED(87, 4),
	  TEXTS("streaming", "Media Card Pass-Through", "Streaming feature set",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_GENERAL_PURPOSE_LOGGING] = { .group = ID_GROUP_84, BIT(84, 5), ENABLED(87, 5),
	  TEXTS("general_purpose_logging", "General Purpose Logging feature set",
	  "General Purpose Logging feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_WRITE_FUA_EXT] = { .group = ID_GROUP_84, BIT(84, 6), ENABLED(87, 6),
	  TEXTS("write_fua_ext", "WRITE_{DMA|MULTIPLE}_FUA_EXT",
	  "WRITE DMA FUA EXT and WRITE MULTIPLE FUA EXT commands", "ACS-3 7.12.7.40") },
	[ID_HAS_WRITE_DMA_QUEUED_FUA_EXT] = { .group = ID_GROUP_84, BIT(84, 7), ENABLED(87, 7),
	  TEXTS("write_dma_queued_fua_ext", "WRITE_DMA_QUEUED_FUA_EXT",
	  "WRITE DMA QUEUED FUA EXT command", "ATA8-ACS word 84") },
	[ID_HAS_WORLD_WIDE_NAME] = { .group = ID_GROUP_84, BIT(84, 8), ENABLED(87, 8),
	  TEXTS("world_wide_name", "64-bit World wide name", "World wide name",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_URG_READ_STREAM] = { .group = ID_GROUP_84, BIT(84, 9), ENABLED(87, 9),
	  TEXTS("urg_read_stream", "URG for READ_STREAM[_DMA]_EXT", "URG bit of READ STREAM",
	  "ATA/ATAPI-7 word 84") },
	[ID_HAS_URG_WRITE_STREAM] = { .group = ID_GROUP_84, BIT(84, 10), ENABLED(87, 10),
	  TEXTS("urg_write_stream", "URG for WRITE_STREAM[_DMA]_EXT", "URG bit of WRITE STREAM",
	  "ATA/ATAPI-7 word 84") },
	[ID_HAS_TIME_LIMITED_COMMANDS] = { .group = ID_GROUP_84, BIT(84, 11), ENABLED(87, 11),
	  TEXTS("time_limited_commands", "Time Limited Commands (TLC) feature set",
	  "Time Limited Commands feature set", "ATA8-ACS word 84") },
	[ID_HAS_COMMAND_COMPLETION_TIME_LIMIT] = { .group = ID_GROUP_84, BIT(84, 12),
	  ENABLED(87, 12),
	  TEXTS("command_completion_time_limit", "Command Completion Time Limit (CCTL)",
	  "Command Completion Time Limit", "ATA8-ACS word 84") },
	[ID_HAS_IDLE_IMMEDIATE_UNLOAD] = { .group = ID_GROUP_84, BIT(84, 13), ENABLED(87, 13),
	  TEXTS("idle_immediate_unload", "IDLE_IMMEDIATE with UNLOAD",
	  "IDLE IMMEDIATE command with UNLOAD feature", "ACS-3 7.12.7.40") },
	[ID_HAS_DISABLE_DATA_TRANSFER_AFTER_ERROR] = { .group = ID_GROUP_119, BIT(119, 0),
	  ENABLED(120, 0),
	  TEXTS("disable_data_transfer_after_error", "Disable Data Transfer After Error Detection",
	  "Disable Data Transfer After Error Detection", "ATA8-ACS word 119") },
	[ID_HAS_WRITE_READ_VERIFY] = { .group = ID_GROUP_119, BIT(119, 1), ENABLED(120, 1),
	  TEXTS("write_read_verify", "Write-Read-Verify feature set",
	  "Write-Read-Verify feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_WRITE_UNCORRECTABLE_EXT] = { .group = ID_GROUP_119, BIT(119, 2), ENABLED(120, 2),
	  TEXTS("write_uncorrectable_ext", "WRITE_UNCORRECTABLE_EXT command",
	  "WRITE UNCORRECTABLE EXT command", "ACS-3 7.12.7.40") },
	[ID_HAS_LOG_DMA_EXT] = { .group = ID_GROUP_119, BIT(119, 3), ENABLED(120, 3),
	  TEXTS("log_dma_ext", "{READ,WRITE}_DMA_EXT_GPL commands",
	  "READ LOG DMA EXT and WRITE LOG DMA EXT commands", "ACS-3 7.12.7.40") },
	[ID_HAS_DOWNLOAD_MICROCODE_SEGMENTED] = { .group = ID_GROUP_119, BIT(119, 4),
	  ENABLED(120, 4),
	  TEXTS("download_microcode_segmented", "Segmented DOWNLOAD_MICROCODE",
	  "DOWNLOAD MICROCODE mode 3", "ACS-3 7.12.7.40") },
	[ID_HAS_FREE_FALL_CONTROL] = { .group = ID_GROUP_119, BIT(119, 5), ENABLED(120, 5),
	  TEXTS("free_fall_control", "Free-fall Control feature set",
	  "Free-fall Control feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_SENSE_DATA_REPORTING] = { .group = ID_GROUP_119, BIT(119, 6), ENABLED(120, 6),
	  .flags = ID_BY_NUMBER,
	  TEXTS("sense_data_reporting", "unknown 119[6]", "Sense Data Reporting feature set",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_EXTENDED_POWER_CONDITIONS] = { .group = ID_GROUP_119, BIT(119, 7), ENABLED(120, 7),
	  .flags = ID_BY_NUMBER,
	  TEXTS("extended_power_conditions", "unknown 119[7]",
	  "Extended Power Conditions feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_ACCESSIBLE_MAX_ADDRESS] = { .group = ID_GROUP_119, BIT(119, 8), ENABLED(120, 8),
	  .flags = ID_BY_NUMBER | ID_MARK_RESERVED,
	  TEXTS("accessible_max_address", "unknown 119[8]",
	  "Accessible Max Address Configuration feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_DEVICE_STATISTICS_NOTIFICATION] = { .group = ID_GROUP_119, BIT(119, 9),
	  ENABLED(120, 9), .flags = ID_BY_NUMBER,
	  TEXTS("device_statistics_notification", "unknown 119[9]",
	  "Device Statistics Notification feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_WORD_119_BIT_10] = { .group = ID_GROUP_119, BIT(119, 10), ENABLED(120, 10),
	  TEXTS("word_119_bit_10", "unknown 119[10]", "", "ACS-3 7.12.7.40") },
	[ID_HAS_WORD_119_BIT_11] = { .group = ID_GROUP_119, BIT(119, 11), ENABLED(120, 11),
	  TEXTS("word_119_bit_11", "unknown 119[11]", "", "ACS-3 7.12.7.40") },
	[ID_HAS_WORD_119_BIT_12] = { .group = ID_GROUP_119, BIT(119, 12), ENABLED(120, 12),
	  TEXTS("word_119_bit_12", "unknown 119[12]", "", "ACS-3 7.12.7.40") },
	[ID_HAS_WORD_119_BIT_13] = { .group = ID_GROUP_119, BIT(119, 13), ENABLED(120, 13),
	  TEXTS("word_119_bit_13", "unknown 119[13]", "", "ACS-3 7.12.7.40") },
	[ID_HAS_WORD_76_BIT_0] = { .group = ID_GROUP_76, BIT(76, 0),
	  TEXTS("word_76_bit_0", "unknown 76[0]", "", "ACS-3 7.12.7.34") },
	[ID_HAS_SATA_GEN1] = { .group = ID_GROUP_76, BIT(76, 1),
	  TEXTS("sata_gen1", "Gen1 signaling speed (1.5Gb/s)",
	  "SATA Gen1 signaling speed (1.5 Gb/s)", "ACS-3 7.12.7.34") },
	[ID_HAS_SATA_GEN2] = { .group = ID_GROUP_76, BIT(76, 2),
	  TEXTS("sata_gen2", "Gen2 signaling speed (3.0Gb/s)",
	  "SATA Gen2 signaling speed (3.0 Gb/s)", "ACS-3 7.12.7.34") },
	[ID_HAS_SATA_GEN3] = { .group = ID_GROUP_76, BIT(76, 3),
	  TEXTS("sata_gen3", "Gen3 signaling speed (6.0Gb/s)",
	  "SATA Gen3 signaling speed (6.0 Gb/s)", "ACS-3 7.12.7.34") },
	[ID_HAS_WORD_76_BIT_4] = { .group = ID_GROUP_76, BIT(76, 4),
	  TEXTS("word_76_bit_4", "unknown 76[4]", "", "ACS-3 7.12.7.34") },
	[ID_HAS_WORD_76_BIT_5] = { .group = ID_GROUP_76, BIT(76, 5),
	  TEXTS("word_76_bit_5", "unknown 76[5]", "", "ACS-3 7.12.7.34") },
	[ID_HAS_WORD_76_BIT_6] = { .group = ID_GROUP_76, BIT(76, 6),
	  TEXTS("word_76_bit_6", "unknown 76[6]", "", "ACS-3 7.12.7.34") },
	[ID_HAS_WORD_76_BIT_7] = { .group = ID_GROUP_76, BIT(76, 7),
	  TEXTS("word_76_bit_7", "unknown 76[7]", "", "ACS-3 7.12.7.34") },
	[ID_HAS_NATIVE_COMMAND_QUEUING] = { .group = ID_GROUP_76, BIT(76, 8),
	  TEXTS("native_command_queuing", "Native Command Queueing (NCQ)", "NCQ feature set",
	  "ACS-3 7.12.7.34") },
	[ID_HAS_HOST_INITIATED_POWER_MANAGEMENT] = { .group = ID_GROUP_76, BIT(76, 9),
	  TEXTS("host_initiated_power_management", "Host-initiated interface power management",
	  "Receipt of host-initiated power management requests", "ACS-3 7.12.7.34") },
	[ID_HAS_PHY_EVENT_COUNTERS] = { .group = ID_GROUP_76, BIT(76, 10),
	  TEXTS("phy_event_counters", "Phy event counters", "Phy event counters log",
	  "ACS-3 7.12.7.34") },
	[ID_HAS_NCQ_UNLOAD] = { .group = ID_GROUP_76, BIT(76, 11),
	  TEXTS("ncq_unload", "Idle-Unload when NCQ is active",
	  "Unload while NCQ commands are outstanding", "ACS-3 7.12.7.34") },
	[ID_HAS_NCQ_PRIORITY] = { .group = ID_GROUP_76, BIT(76, 12),
	  TEXTS("ncq_priority", "NCQ priority information", "NCQ priority information",
	  "ACS-3 7.12.7.34") },
	[ID_HAS_HOST_AUTOMATIC_PARTIAL_TO_SLUMBER] = { .group = ID_GROUP_76, BIT(76, 13),
	  TEXTS("host_automatic_partial_to_slumber",
	  "Host automatic Partial to Slumber transitions",
	  "Host automatic Partial to Slumber transitions", "ACS-3 7.12.7.34") },
	[ID_HAS_DEVICE_AUTOMATIC_PARTIAL_TO_SLUMBER] = { .group = ID_GROUP_76, BIT(76, 14),
	  ENABLED(79, 7),
	  TEXTS("device_automatic_partial_to_slumber",
	  "Device automatic Partial to Slumber transitions",
	  "Device automatic Partial to Slumber transitions", "ACS-3 7.12.7.34") },
	[ID_HAS_READ_LOG_DMA_EXT_AS_READ_LOG_EXT] = { .group = ID_GROUP_76, BIT(76, 15),
	  TEXTS("read_log_dma_ext_as_read_log_ext", "READ_LOG_DMA_EXT equivalent to READ_LOG_EXT",
	  "READ LOG DMA EXT as equivalent to READ LOG EXT", "ACS-3 7.12.7.34") },
	[ID_HAS_NCQ_STREAMING] = { .group = ID_GROUP_77, BIT(77, 4),
	  TEXTS("ncq_streaming", "", "NCQ Streaming", "ACS-4 word 77") },
	[ID_HAS_NCQ_NON_DATA] = { .group = ID_GROUP_77, BIT(77, 5),
	  TEXTS("ncq_non_data", "", "NCQ NON-DATA command", "ACS-4 word 77") },
	[ID_HAS_SEND_RECEIVE_FPDMA_QUEUED] = { .group = ID_GROUP_77, BIT(77, 6),
	  TEXTS("send_receive_fpdma_queued", "",
	  "SEND FPDMA QUEUED and RECEIVE FPDMA QUEUED commands", "ACS-4 word 77") },
	[ID_HAS_DEVICE_SLEEP_TO_REDUCED_POWER] = { .group = ID_GROUP_77, BIT(77, 7),
	  TEXTS("device_sleep_to_reduced_power", "", "Device Sleep to ReducedPwrState",
	  "ACS-4 word 77") },
	[ID_HAS_POWER_DISABLE_ALWAYS] = { .group = ID_GROUP_77, BIT(77, 8),
	  TEXTS("power_disable_always", "", "Power Disable feature always enabled",
	  "ACS-4 word 77") },
	[ID_HAS_OUT_OF_BAND_MANAGEMENT] = { .group = ID_GROUP_77, BIT(77, 9),
	  TEXTS("out_of_band_management", "", "Out Of Band Management interface",
	  "ACS-5 word 77") },
	[ID_HAS_WORD_78_BIT_0] = { .group = ID_GROUP_78, BIT(78, 0), ENABLED(79, 0),
	  TEXTS("word_78_bit_0", "unknown 78[0]", "", "ACS-3 7.12.7.36") },
	[ID_HAS_NON_ZERO_BUFFER_OFFSETS] = { .group = ID_GROUP_78, BIT(78, 1), ENABLED(79, 1),
	  TEXTS("non_zero_buffer_offsets", "Non-Zero buffer offsets in DMA Setup FIS",
	  "Non-zero buffer offsets", "ACS-3 7.12.7.36") },
	[ID_HAS_DMA_SETUP_AUTO_ACTIVATE] = { .group = ID_GROUP_78, BIT(78, 2), ENABLED(79, 2),
	  TEXTS("dma_setup_auto_activate", "DMA Setup Auto-Activate optimization",
	  "DMA Setup auto-activation", "ACS-3 7.12.7.36") },
	[ID_HAS_DEVICE_INITIATED_POWER_MANAGEMENT] = { .group = ID_GROUP_78, BIT(78, 3),
	  ENABLED(79, 3),
	  TEXTS("device_initiated_power_management", "Device-initiated interface power management",
	  "Device Initiated Power Management", "ACS-3 7.12.7.36") },
	[ID_HAS_IN_ORDER_DATA_DELIVERY] = { .group = ID_GROUP_78, BIT(78, 4), ENABLED(79, 4),
	  TEXTS("in_order_data_delivery", "In-order data delivery", "In-order data delivery",
	  "ACS-3 7.12.7.36") },
	[ID_HAS_HARDWARE_FEATURE_CONTROL] = { .group = ID_GROUP_78, BIT(78, 5), ENABLED(79, 5),
	  TEXTS("hardware_feature_control", "Asynchronous notification (eg. media change)",
	  "Hardware Feature Control (ATAPI: asynchronous notification)", "ACS-3 7.12.7.36") },
	[ID_HAS_SOFTWARE_SETTINGS_PRESERVATION] = { .group = ID_GROUP_78, BIT(78, 6),
	  ENABLED(79, 6),
	  TEXTS("software_settings_preservation", "Software settings preservation",
	  "Software Settings Preservation", "ACS-3 7.12.7.36") },
	/* no "enabled" bit: word 79 bit 7 belongs to the feature of word 76 bit 14 */
	[ID_HAS_NCQ_AUTOSENSE] = { .group = ID_GROUP_78, BIT(78, 7),
	  .flags = ID_BY_NUMBER | ID_UNMARKED,
	  TEXTS("ncq_autosense", "unknown 78[7]", "NCQ Autosense", "ACS-3 7.12.7.36") },
	[ID_HAS_DEVICE_SLEEP] = { .group = ID_GROUP_78, BIT(78, 8), ENABLED(79, 8),
	  TEXTS("device_sleep", "Device Sleep (DEVSLP)", "Device Sleep", "SATA 3.2 word 78") },
	[ID_HAS_HYBRID_INFORMATION] = { .group = ID_GROUP_78, BIT(78, 9), ENABLED(79, 9),
	  .flags = ID_BY_NUMBER,
	  TEXTS("hybrid_information", "unknown 78[9]", "Hybrid Information feature set",
	  "SATA 3.2 word 78") },
	[ID_HAS_DIPM_SSP_PRESERVATION] = { .group = ID_GROUP_78, BIT(78, 10),
	  .flags = ID_BY_NUMBER | ID_UNMARKED,
	  TEXTS("dipm_ssp_preservation", "unknown 78[10]",
	  "DIPM preserved by Software Settings Preservation", "ACS-4 word 78") },
	[ID_HAS_REBUILD_ASSIST] = { .group = ID_GROUP_78, BIT(78, 11), ENABLED(79, 11),
	  .flags = ID_BY_NUMBER,
	  TEXTS("rebuild_assist", "unknown 78[11]", "Rebuild Assist feature set",
	  "ACS-4 word 78") },
	[ID_HAS_POWER_DISABLE] = { .group = ID_GROUP_78, BIT(78, 12), ENABLED(79, 10),
	  .flags = ID_BY_NUMBER,
	  TEXTS("power_disable", "unknown 78[12]", "Power Disable feature",
	  "ACS-4 words 78 and 79") },
	[ID_HAS_WORD_78_BIT_13] = { .group = ID_GROUP_78, BIT(78, 13), ENABLED(79, 13),
	  TEXTS("word_78_bit_13", "unknown 78[13]", "", "ACS-3 7.12.7.36") },
	[ID_HAS_WORD_78_BIT_14] = { .group = ID_GROUP_78, BIT(78, 14), ENABLED(79, 14),
	  TEXTS("word_78_bit_14", "unknown 78[14]", "", "ACS-3 7.12.7.36") },
	[ID_HAS_WORD_78_BIT_15] = { .group = ID_GROUP_78, BIT(78, 15), ENABLED(79, 15),
	  TEXTS("word_78_bit_15", "unknown 78[15]", "", "ACS-3 7.12.7.36") },
	[ID_HAS_SCT] = { .group = ID_GROUP_SCT, BIT(206, 0),
	  TEXTS("sct", "SMART Command Transport (SCT) feature set", "SCT command transport",
	  "ACS-3 word 206") },
	[ID_HAS_SCT_READ_WRITE_LONG] = { .group = ID_GROUP_SCT, BIT(206, 1),
	  TEXTS("sct_read_write_long", "SCT Read/Write Long (AC1), obsolete", "SCT Read/Write Long",
	  "ATA8-ACS word 206") },
	[ID_HAS_SCT_WRITE_SAME] = { .group = ID_GROUP_SCT, BIT(206, 2),
	  TEXTS("sct_write_same", "SCT Write Same (AC2)", "SCT Write Same command",
	  "ACS-3 word 206") },
	[ID_HAS_SCT_ERROR_RECOVERY_CONTROL] = { .group = ID_GROUP_SCT, BIT(206, 3),
	  TEXTS("sct_error_recovery_control", "SCT Error Recovery Control (AC3)",
	  "SCT Error Recovery Control command", "ACS-3 word 206") },
	[ID_HAS_SCT_FEATURE_CONTROL] = { .group = ID_GROUP_SCT, BIT(206, 4),
	  TEXTS("sct_feature_control", "SCT Features Control (AC4)", "SCT Feature Control command",
	  "ACS-3 word 206") },
	[ID_HAS_SCT_DATA_TABLES] = { .group = ID_GROUP_SCT, BIT(206, 5),
	  TEXTS("sct_data_tables", "SCT Data Tables (AC5)", "SCT Data Tables command",
	  "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_6] = { .group = ID_GROUP_SCT, BIT(206, 6), .flags = ID_UNMARKED,
	  TEXTS("word_206_bit_6", "unknown 206[6]", "", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_7] = { .group = ID_GROUP_SCT, BIT(206, 7), .flags = ID_UNMARKED,
	  TEXTS("word_206_bit_7", "unknown 206[7]", "", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_8] = { .group = ID_GROUP_SCT, BIT(206, 8), .flags = ID_UNMARKED,
	  TEXTS("word_206_bit_8", "unknown 206[8]", "", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_9] = { .group = ID_GROUP_SCT, BIT(206, 9), .flags = ID_UNMARKED,
	  TEXTS("word_206_bit_9", "unknown 206[9]", "", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_10] = { .group = ID_GROUP_SCT, BIT(206, 10), .flags = ID_UNMARKED,
	  TEXTS("word_206_bit_10", "unknown 206[10]", "", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_11] = { .group = ID_GROUP_SCT, BIT(206, 11), .flags = ID_UNMARKED,
	  TEXTS("word_206_bit_11", "unknown 206[11]", "", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_12] = { .group = ID_GROUP_SCT, BIT(206, 12),
	  .flags = ID_UNMARKED | ID_BY_NUMBER,
	  TEXTS("word_206_bit_12", "unknown 206[12] (vendor specific)", "SCT vendor specific",
	  "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_13] = { .group = ID_GROUP_SCT, BIT(206, 13),
	  .flags = ID_UNMARKED | ID_BY_NUMBER,
	  TEXTS("word_206_bit_13", "unknown 206[13] (vendor specific)", "SCT vendor specific",
	  "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_14] = { .group = ID_GROUP_SCT, BIT(206, 14),
	  .flags = ID_UNMARKED | ID_BY_NUMBER,
	  TEXTS("word_206_bit_14", "unknown 206[14] (vendor specific)", "SCT vendor specific",
	  "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_15] = { .group = ID_GROUP_SCT, BIT(206, 15),
	  .flags = ID_UNMARKED | ID_BY_NUMBER,
	  TEXTS("word_206_bit_15", "unknown 206[15] (vendor specific)", "SCT vendor specific",
	  "ACS-3 word 206") },
	[ID_HAS_SANITIZE_ANTIFREEZE_LOCK_EXT] = { .group = ID_GROUP_SANITIZE, BIT(59, 10),
	  TEXTS("sanitize_antifreeze_lock_ext", "SANITIZE_ANTIFREEZE_LOCK_EXT command",
	  "SANITIZE ANTIFREEZE LOCK EXT command", "ACS-3 7.12.7.21") },
	[ID_HAS_SANITIZE_COMMANDS_BY_STANDARD] = { .group = ID_GROUP_SANITIZE, BIT(59, 11),
	  TEXTS("sanitize_commands_by_standard", "",
	  "Commands during a sanitize operation by the standard", "ACS-3 7.12.7.21") },
	[ID_HAS_SANITIZE] = { .group = ID_GROUP_SANITIZE, BIT(59, 12),
	  TEXTS("sanitize", "SANITIZE feature set", "Sanitize Device feature set",
	  "ACS-3 7.12.7.21") },
	[ID_HAS_CRYPTO_SCRAMBLE_EXT] = { .group = ID_GROUP_SANITIZE, BIT(59, 13),
	  TEXTS("crypto_scramble_ext", "CRYPTO_SCRAMBLE_EXT command", "CRYPTO SCRAMBLE EXT command",
	  "ACS-3 7.12.7.21") },
	[ID_HAS_OVERWRITE_EXT] = { .group = ID_GROUP_SANITIZE, BIT(59, 14),
	  TEXTS("overwrite_ext", "OVERWRITE_EXT command", "OVERWRITE EXT command",
	  "ACS-3 7.12.7.21") },
	[ID_HAS_BLOCK_ERASE_EXT] = { .group = ID_GROUP_SANITIZE, BIT(59, 15),
	  TEXTS("block_erase_ext", "BLOCK_ERASE_EXT command", "BLOCK ERASE EXT command",
	  "ACS-3 7.12.7.21") },
	[ID_HAS_ZONED_BIT_0] = { .group = ID_GROUP_69, BIT(69, 0), .flags = ID_BY_NUMBER,
	  TEXTS("zoned_bit_0", "reserved 69[0]", "Host-aware zones (word 69 bits 1:0)",
	  "ACS-4 word 69") },
	[ID_HAS_ZONED_BIT_1] = { .group = ID_GROUP_69, BIT(69, 1), .flags = ID_BY_NUMBER,
	  TEXTS("zoned_bit_1", "reserved 69[1]", "Device-managed zones (word 69 bits 1:0)",
	  "ACS-4 word 69") },
	[ID_HAS_NON_VOLATILE_WRITE_CACHE] = { .group = ID_GROUP_69, BIT(69, 2),
	  TEXTS("non_volatile_write_cache", "All write cache is non-volatile",
	  "All write cache is non-volatile", "ACS-3 7.12.7.30") },
	[ID_HAS_EXTENDED_USER_ADDRESSABLE_SECTORS] = { .group = ID_GROUP_69, BIT(69, 3),
	  TEXTS("extended_user_addressable_sectors", "Extended number of user addressable sectors ",
	  "Extended number of user addressable sectors", "ACS-3 7.12.7.30") },
	[ID_HAS_ENCRYPTS_ALL_USER_DATA] = { .group = ID_GROUP_69, BIT(69, 4),
	  TEXTS("encrypts_all_user_data", "Device encrypts all user data",
	  "Device encrypts all user data", "ACS-3 7.12.7.30") },
	[ID_HAS_TRIM_READS_ZEROS] = { .group = ID_GROUP_69, BIT(69, 5), .flags = ID_WITH_TRIM,
	  TEXTS("trim_reads_zeros", "", "Trimmed LBAs read as zeros", "ACS-3 7.12.7.30") },
	[ID_HAS_OPTIONAL_28_BIT_COMMANDS] = { .group = ID_GROUP_69, BIT(69, 6),
	  TEXTS("optional_28_bit_commands", "Optional ATA device 28-bit commands",
	  "Optional 28-bit commands", "ACS-3 7.12.7.30") },
	[ID_HAS_IEEE_1667] = { .group = ID_GROUP_69, BIT(69, 7),
	  TEXTS("ieee_1667", "IEEE 1667 authentication of transient storage devices", "IEEE 1667",
	  "ACS-3 7.12.7.30") },
	[ID_HAS_DOWNLOAD_MICROCODE_DMA] = { .group = ID_GROUP_69, BIT(69, 8),
	  TEXTS("download_microcode_dma", "DOWNLOAD MICROCODE DMA command",
	  "DOWNLOAD MICROCODE DMA command", "ACS-3 7.12.7.30") },
	[ID_HAS_SET_MAX_PASSWORD_DMA] = { .group = ID_GROUP_69, BIT(69, 9),
	  TEXTS("set_max_password_dma", "SET MAX SETPASSWORD/UNLOCK DMA commands",
	  "SET MAX SET PASSWORD DMA and SET MAX UNLOCK DMA commands", "ACS-2 word 69") },
	[ID_HAS_WRITE_BUFFER_DMA] = { .group = ID_GROUP_69, BIT(69, 10),
	  TEXTS("write_buffer_dma", "WRITE BUFFER DMA command", "WRITE BUFFER DMA command",
	  "ACS-3 7.12.7.30") },
	[ID_HAS_READ_BUFFER_DMA] = { .group = ID_GROUP_69, BIT(69, 11),
	  TEXTS("read_buffer_dma", "READ BUFFER DMA command", "READ BUFFER DMA command",
	  "ACS-3 7.12.7.30") },
	[ID_HAS_DEVICE_CONFIGURATION_DMA] = { .group = ID_GROUP_69, BIT(69, 12),
	  TEXTS("device_configuration_dma", "DEVICE CONFIGURATION SET/IDENTIFY DMA commands",
	  "DEVICE CONFIGURATION IDENTIFY DMA and SET DMA commands", "ACS-2 word 69") },
	[ID_HAS_LONG_PHYSICAL_SECTOR_ALIGNMENT_ERROR] = { .group = ID_GROUP_69, BIT(69, 13),
	  TEXTS("long_physical_sector_alignment_error", "Long physical sector diagnostics",
	  "LPS Misalignment Error Reporting", "ACS-3 7.12.7.30") },
	[ID_HAS_TRIM_DETERMINISTIC] = { .group = ID_GROUP_69, BIT(69, 14), .flags = ID_WITH_TRIM,
	  TEXTS("trim_deterministic", "", "Trimmed LBAs read deterministically",
	  "ACS-3 7.12.7.30") },
	[ID_HAS_CFAST] = { .group = ID_GROUP_69, BIT(69, 15),
	  TEXTS("cfast", "CFast specification support", "CFast specification", "ACS-2 word 69") },
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

bool ata_id_claims(const uint8_t *id, enum id_feature_id feature)
{
	const struct id_feature *row = &id_feature_table[feature];

	return ata_word(id, row->word) >> row->bit & 1;
}

bool ata_id_has(const uint8_t *id, enum id_feature_id feature)
{
	const struct id_feature *row = &id_feature_table[feature];

	switch ((enum id_group)row->group) {
	case ID_GROUP_82:
		return ata_words_82_tell(id) && ata_id_claims(id, feature);
	case ID_GROUP_84:
	case ID_GROUP_119:
		return ata_word_valid(id, row->word) && ata_id_claims(id, feature);
	default:
		/* words of these groups have no signature; FFFFh: the drive did not set the word */
		return ata_word(id, row->word) != 0xffff && ata_id_claims(id, feature);
	}
}

bool ata_id_enabled(const uint8_t *id, enum id_feature_id feature)
{
	const struct id_feature *row = &id_feature_table[feature];

	return !row->on_word || (ata_word(id, row->on_word) >> row->on_bit & 1);
}

/* --- Fields and strings --- */

/* A field of `bits` bits from bit `bit` of word `word` on; 32 bits include the next word. */
struct field {
	uint8_t word, bit, bits;
};

/* Clauses are of ACS-3 unless another standard is named. */
/* clang-format off */
static const struct field fields[ID_FIELD_COUNT] = {
	/* word 0, general configuration (7.12.7.2); in ATA-1, bits 15:1 describe the drive */
	[ID_CONFIGURATION] = { 0, 0, 16 },
	[ID_RESPONSE_INCOMPLETE] = { 0, 2, 1 },
	[ID_PACKET_SIZE] = { 0, 0, 2 },
	[ID_PACKET_DRQ] = { 0, 5, 2 },
	[ID_REMOVABLE] = { 0, 7, 1 },
	[ID_COMMAND_SET] = { 0, 8, 5 },
	[ID_CYLINDERS] = { 1, 0, 16 },
	[ID_SPECIFIC_CONFIGURATION] = { 2, 0, 16 }, /* 7.12.7.4 */
	[ID_HEADS] = { 3, 0, 16 },
	[ID_TRACK_BYTES] = { 4, 0, 16 },
	[ID_UNFORMATTED_SECTOR_BYTES] = { 5, 0, 16 },
	[ID_TRACK_SECTORS] = { 6, 0, 16 },
	[ID_BUFFER_TYPE] = { 20, 0, 16 },
	[ID_BUFFER_SECTORS] = { 21, 0, 16 },
	[ID_LONG_BYTES] = { 22, 0, 16 },
	[ID_MULTIPLE_MAX] = { 47, 0, 8 }, /* 7.12.7.15 */
	/* word 48: double word I/O in ATA-1; Trusted Computing in ACS-3 (7.12.7.16) */
	[ID_DOUBLE_WORD_IO] = { 48, 0, 16 },
	[ID_TRUSTED_COMPUTING] = { 48, 0, 1 },
	/* words 49 and 50 (7.12.7.17); bits 15:12 of word 49 mean other things on packet devices */
	[ID_DMA] = { 49, 8, 1 },
	[ID_LBA] = { 49, 9, 1 },
	[ID_IORDY_DISABLE] = { 49, 10, 1 },
	[ID_IORDY] = { 49, 11, 1 },
	[ID_SOFTWARE_RESET] = { 49, 12, 1 },
	[ID_STANDARD_STANDBY] = { 49, 13, 1 },
	[ID_OVERLAP] = { 49, 13, 1 },
	[ID_QUEUING] = { 49, 14, 1 },
	[ID_INTERLEAVED_DMA] = { 49, 15, 1 },
	[ID_STANDBY_MINIMUM] = { 50, 0, 1 },
	[ID_OLD_PIO_MODE] = { 51, 8, 8 },
	[ID_OLD_DMA] = { 52, 0, 16 },
	[ID_OLD_DMA_MODE] = { 52, 8, 8 },
	/* bits 0, 1 and 2 of word 53: words 54-58, 64-70 and 88 are valid (7.12.7.19) */
	[ID_CHS_VALID] = { 53, 0, 1 },
	[ID_TIMINGS_VALID] = { 53, 1, 1 },
	[ID_ULTRA_DMA_VALID] = { 53, 2, 1 },
	[ID_FREE_FALL_SENSITIVITY] = { 53, 8, 8 },
	[ID_CURRENT_CYLINDERS] = { 54, 0, 16 },
	[ID_CURRENT_HEADS] = { 55, 0, 16 },
	[ID_CURRENT_TRACK_SECTORS] = { 56, 0, 16 },
	[ID_CURRENT_SECTORS] = { 57, 0, 32 },
	[ID_LBA_SECTORS] = { 60, 0, 32 },
	/* words 62 (as in ATA-1), 63, 88: DMA modes; bits 7:0: supported, 15:8: selected */
	[ID_SINGLE_WORD_DMA] = { 62, 0, 16 },
	[ID_MULTIWORD_DMA] = { 63, 0, 16 },
	[ID_PIO_MODES] = { 64, 0, 16 },
	[ID_MULTIWORD_DMA_MIN_NS] = { 65, 0, 16 },
	[ID_MULTIWORD_DMA_NS] = { 66, 0, 16 },
	[ID_PIO_NS] = { 67, 0, 16 },
	[ID_PIO_IORDY_NS] = { 68, 0, 16 },
	[ID_ULTRA_DMA] = { 88, 0, 16 },
	[ID_ZONED] = { 69, 0, 2 }, /* ACS-4 */
	/* words 71 and 72: packet devices, ATA/ATAPI-4 to -7; words 73 and 74: SFF-8020i */
	[ID_BUS_RELEASE_US] = { 71, 0, 16 },
	[ID_SERVICE_US] = { 72, 0, 16 },
	[ID_CDROM_MAJOR] = { 73, 0, 16 },
	[ID_CDROM_MINOR] = { 74, 0, 16 },
	[ID_QUEUE_DEPTH] = { 75, 0, 5 }, /* 7.12.7.33 */
	[ID_SATA_SPEED] = { 77, 1, 3 },	 /* ACS-4 */
	[ID_MAJOR] = { 80, 0, 16 },
	[ID_MINOR] = { 81, 0, 16 },
	[ID_ERASE_TIME] = { 89, 0, 16 }, /* 7.12.7.43 */
	[ID_ENHANCED_ERASE_TIME] = { 90, 0, 16 },
	[ID_APM_LEVEL] = { 91, 0, 8 }, /* 7.12.7.45 */
	[ID_MASTER_REVISION] = { 92, 0, 16 },
	/* word 93, result of a hardware reset (7.12.7.47) */
	[ID_CBLID] = { 93, 13, 1 },
	[ID_DEVICE_0] = { 93, 0, 1 },
	[ID_DEVICE_0_HOW] = { 93, 1, 2 },
	[ID_DEVICE_1_HOW] = { 93, 9, 2 },
	/* word 94, acoustic management: ATA/ATAPI-6 to ATA8-ACS */
	[ID_ACOUSTIC_LEVEL] = { 94, 0, 8 },
	[ID_ACOUSTIC_RECOMMENDED] = { 94, 8, 8 },
	[ID_TRIM_BLOCKS] = { 105, 0, 16 },
	[ID_COMPLETION_LIMIT] = { 116, 0, 16 }, /* units of 10 ms (ATA8-ACS revision 3) */
	[ID_REMOVABLE_NOTIFICATION] = { 127, 0, 2 },
	/* word 128, security status (7.12.7.66) */
	[ID_SECURITY] = { 128, 0, 16 },
	[ID_SECURITY_SUPPORTED] = { 128, 0, 1 },
	[ID_SECURITY_ENABLED] = { 128, 1, 1 },
	[ID_SECURITY_LOCKED] = { 128, 2, 1 },
	[ID_SECURITY_FROZEN] = { 128, 3, 1 },
	[ID_SECURITY_EXPIRED] = { 128, 4, 1 },
	[ID_SECURITY_ENHANCED_ERASE] = { 128, 5, 1 },
	[ID_SECURITY_MAXIMUM] = { 128, 8, 1 },
	/* words 160 to 164: CF+ and CompactFlash 4.1, clause 6.2.1.6 */
	[ID_CFA_MILLIAMPERE] = { 160, 0, 12 },
	[ID_CFA_LEVEL_1_OFF] = { 160, 13, 1 },
	[ID_CFA_POWER_VALID] = { 160, 15, 1 },
	[ID_CFA_KEY_MANAGEMENT] = { 162, 0, 16 },
	[ID_CFA_PIO_MAX] = { 163, 0, 3 },
	[ID_CFA_MDMA_MAX] = { 163, 3, 3 },
	[ID_CFA_PIO] = { 163, 6, 3 },
	[ID_CFA_MDMA] = { 163, 9, 3 },
	[ID_CFA_IO_CYCLE] = { 164, 0, 3 },
	[ID_CFA_MEMORY_CYCLE] = { 164, 3, 3 },
	[ID_CFA_IO_MAX] = { 164, 6, 3 },
	[ID_CFA_MEMORY_MAX] = { 164, 9, 3 },
	[ID_CFA_CARD_MODE] = { 164, 12, 3 },
	[ID_CFA_CARD_VALID] = { 164, 15, 1 },
	[ID_DATA_SET_MANAGEMENT] = { 169, 0, 16 },
	[ID_FORM_FACTOR] = { 168, 0, 16 }, /* ACS-3 7.12.7.69; bits 15:4 are reserved */
	[ID_WRITE_READ_VERIFY_SECTORS] = { 210, 0, 32 }, /* of mode 3 */
	[ID_ROTATION_RATE] = { 217, 0, 16 },
	[ID_WRITE_READ_VERIFY_MODE] = { 220, 0, 8 },
	[ID_TRANSPORT_MAJOR] = { 222, 0, 16 },
	[ID_TRANSPORT] = { 222, 12, 4 },
	[ID_TRANSPORT_MINOR] = { 223, 0, 16 },
	[ID_MICROCODE_MIN] = { 234, 0, 16 },
	[ID_MICROCODE_MAX] = { 235, 0, 16 },
	[ID_INTEGRITY] = { 255, 0, 16 },
};

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

uint32_t ata_id_field(const uint8_t *id, enum id_field which)
{
	const struct field *field = &fields[which];
	uint32_t value = ata_word(id, field->word);

	if (field->bits == 32)
		return ata_dword(id, field->word);
	return value >> field->bit & ((1u << field->bits) - 1);
}

uint32_t ata_id_known(const uint8_t *id, enum id_field field)
{
	uint32_t value = ata_id_field(id, field);

	return value == 0xffff ? 0 : value;
}

unsigned ata_id_empty_word(const uint8_t *id, enum id_feature_id feature, enum id_field level)
{
	const struct id_feature *row = &id_feature_table[feature];
	const unsigned words[] = { row->word, row->on_word, fields[level].word };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		bool told = words[i] >= 82 && words[i] <= 86 && ata_words_82_tell(id);

		if (words[i] && !told && ata_word(id, words[i]) == 0xffff)
			return words[i];
	}
	return 0;
}

bool ata_id_field_valid(const uint8_t *id, enum id_field field)
{
	return ata_word_valid(id, fields[field].word);
}

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
