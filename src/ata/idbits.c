// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The feature bits of IDENTIFY data, in the order in which they are shown, and how they are read.
 * `text` is 9.65's name of a feature, which scripts look for. `name` is that of the newest standard
 * that has the bit; the two may differ.
 */
#include "idfields.h"
#include "words.h"

/* clang-format off */
const struct id_feature id_feature_table[ID_FEATURE_COUNT] = {
	[ID_HAS_SMART] = { ID_GROUP_82, 82, 0, 85, 0, 0, "smart",
	  "SMART feature set", "SMART feature set", "ACS-3 7.12.7.40" },
	[ID_HAS_SECURITY] = { ID_GROUP_82, 82, 1, 85, 1, 0, "security",
	  "Security feature set", "Security Mode feature set", "ACS-3 7.12.7.40" },
	[ID_HAS_REMOVABLE_MEDIA] = { ID_GROUP_82, 82, 2, 85, 2, 0, "removable_media",
	  "Removable Media feature set", "Removable Media feature set", "ATA/ATAPI-7 word 82" },
	[ID_HAS_POWER_MANAGEMENT] = { ID_GROUP_82, 82, 3, 85, 3, 0, "power_management",
	  "Power Management feature set", "Power Management feature set", "ACS-3 7.12.7.40" },
	[ID_HAS_PACKET] = { ID_GROUP_82, 82, 4, 85, 4, 0, "packet",
	  "PACKET feature set", "PACKET command feature set", "ACS-3 7.12.7.40" },
	[ID_HAS_VOLATILE_WRITE_CACHE] = { ID_GROUP_82, 82, 5, 85, 5, 0, "volatile_write_cache",
	  "Volatile Write Cache", "Write cache", "ACS-3 7.12.7.40" },
	[ID_HAS_READ_LOOK_AHEAD] = { ID_GROUP_82, 82, 6, 85, 6, 0, "read_look_ahead",
	  "Read look-ahead", "Look-ahead", "ACS-3 7.12.7.40" },
	[ID_HAS_RELEASE_INTERRUPT] = { ID_GROUP_82, 82, 7, 85, 7, 0, "release_interrupt",
	  "Release interrupt", "Release interrupt", "ATA/ATAPI-7 word 82" },
	[ID_HAS_SERVICE_INTERRUPT] = { ID_GROUP_82, 82, 8, 85, 8, 0, "service_interrupt",
	  "SERVICE interrupt", "SERVICE interrupt", "ATA/ATAPI-7 word 82" },
	[ID_HAS_DEVICE_RESET] = { ID_GROUP_82, 82, 9, 85, 9, 0, "device_reset",
	  "DEVICE RESET command", "DEVICE_RESET command", "ACS-3 7.12.7.40" },
	[ID_HAS_HOST_PROTECTED_AREA] = { ID_GROUP_82, 82, 10, 85, 10, 0, "host_protected_area",
	  "Host Protected Area feature set", "Host Protected Area feature set", "ACS-2 word 82" },
	[ID_HAS_WRITE_VERIFY] = { ID_GROUP_82, 82, 11, 85, 11, 0, "write_verify",
	  "WRITE VERIFY command", "WRITE_VERIFY command", "ATA-3 word 82" },
	[ID_HAS_WRITE_BUFFER] = { ID_GROUP_82, 82, 12, 85, 12, 0, "write_buffer",
	  "WRITE BUFFER command", "WRITE_BUFFER command", "ACS-3 7.12.7.40" },
	[ID_HAS_READ_BUFFER] = { ID_GROUP_82, 82, 13, 85, 13, 0, "read_buffer",
	  "READ BUFFER command", "READ_BUFFER command", "ACS-3 7.12.7.40" },
	[ID_HAS_NOP] = { ID_GROUP_82, 82, 14, 85, 14, 0, "nop",
	  "NOP command", "NOP cmd", "ACS-3 7.12.7.40" },
	[ID_HAS_DOWNLOAD_MICROCODE] = { ID_GROUP_82, 83, 0, 86, 0, 0, "download_microcode",
	  "DOWNLOAD MICROCODE command", "DOWNLOAD_MICROCODE", "ACS-3 7.12.7.40" },
	[ID_HAS_TAGGED_COMMAND_QUEUING] = { ID_GROUP_82, 83, 1, 86, 1, 0, "tagged_command_queuing",
	  "Tagged Command Queuing feature set", "READ/WRITE_DMA_QUEUED", "ATA8-ACS word 83" },
	[ID_HAS_CFA] = { ID_GROUP_82, 83, 2, 86, 2, 0, "cfa",
	  "CFA feature set", "CFA feature set", "ACS-2 word 83" },
	[ID_HAS_ADVANCED_POWER_MANAGEMENT] = {
	  ID_GROUP_82, 83, 3, 86, 3, 0, "advanced_power_management",
	  "Advanced Power Management feature set",
	  "Advanced Power Management feature set", "ACS-3 7.12.7.40" },
	[ID_HAS_REMOVABLE_MEDIA_STATUS_NOTIFICATION] = {
	  ID_GROUP_82, 83, 4, 86, 4, 0, "removable_media_status_notification",
	  "Removable Media Status Notification feature set",
	  "Removable Media Status Notification feature set", "ATA/ATAPI-7 word 83" },
	[ID_HAS_POWER_UP_IN_STANDBY] = { ID_GROUP_82, 83, 5, 86, 5, 0, "power_up_in_standby",
	  "Power-Up In Standby feature set", "Power-Up In Standby feature set", "ACS-3 7.12.7.40" },
	[ID_HAS_SET_FEATURES_SPIN_UP] = { ID_GROUP_82, 83, 6, 86, 6, 0, "set_features_spin_up",
	  "SET FEATURES subcommand required to spin up",
	  "SET_FEATURES required to spinup after power up", "ACS-3 7.12.7.40" },
	[ID_HAS_ADDRESS_OFFSET_RESERVED_AREA_BOOT] = {
	  ID_GROUP_82, 83, 7, 86, 7, 0, "address_offset_reserved_area_boot",
	  "Address Offset Reserved Area Boot",
	  "Address Offset Reserved Area Boot", "ATA/ATAPI-7 word 83" },
	[ID_HAS_SET_MAX_SECURITY] = { ID_GROUP_82, 83, 8, 86, 8, 0, "set_max_security",
	  "SET MAX security extension", "SET_MAX security extension", "ACS-2 word 83" },
	[ID_HAS_AUTOMATIC_ACOUSTIC_MANAGEMENT] = {
	  ID_GROUP_82, 83, 9, 86, 9, 0, "automatic_acoustic_management",
	  "Automatic Acoustic Management feature set",
	  "Automatic Acoustic Management feature set", "ATA8-ACS word 83" },
	[ID_HAS_LBA48] = { ID_GROUP_82, 83, 10, 86, 10, 0, "lba48",
	  "48-bit Address feature set", "48-bit Address feature set", "ACS-3 7.12.7.40" },
	[ID_HAS_DEVICE_CONFIGURATION_OVERLAY] = {
	  ID_GROUP_82, 83, 11, 86, 11, 0, "device_configuration_overlay",
	  "Device Configuration Overlay feature set",
	  "Device Configuration Overlay feature set", "ACS-2 word 83" },
	[ID_HAS_FLUSH_CACHE] = { ID_GROUP_82, 83, 12, 86, 12, 0, "flush_cache",
	  "FLUSH CACHE command", "Mandatory FLUSH_CACHE", "ACS-3 7.12.7.40" },
	[ID_HAS_FLUSH_CACHE_EXT] = { ID_GROUP_82, 83, 13, 86, 13, 0, "flush_cache_ext",
	  "FLUSH CACHE EXT command", "FLUSH_CACHE_EXT", "ACS-3 7.12.7.40" },
	[ID_HAS_SMART_ERROR_LOGGING] = { ID_GROUP_84, 84, 0, 87, 0, 0, "smart_error_logging",
	  "SMART error logging", "SMART error logging", "ACS-3 7.12.7.40" },
	[ID_HAS_SMART_SELF_TEST] = { ID_GROUP_84, 84, 1, 87, 1, 0, "smart_self_test",
	  "SMART self-test", "SMART self-test", "ACS-3 7.12.7.40" },
	[ID_HAS_MEDIA_SERIAL_NUMBER] = { ID_GROUP_84, 84, 2, 87, 2, 0, "media_serial_number",
	  "Media serial number", "Media serial number", "ATA8-ACS word 84" },
	[ID_HAS_MEDIA_CARD_PASS_THROUGH_FEATURE_SET] = {
	  ID_GROUP_84, 84, 3, 87, 3, 0, "media_card_pass_through_feature_set",
	  "Media Card Pass Through Command feature set",
	  "Media Card Pass Through Command feature set", "ATA8-ACS word 84" },
	[ID_HAS_STREAMING] = { ID_GROUP_84, 84, 4, 87, 4, 0, "streaming",
	  "Streaming feature set", "Media Card Pass-Through", "ACS-3 7.12.7.40" },
	[ID_HAS_GENERAL_PURPOSE_LOGGING] = {
	  ID_GROUP_84, 84, 5, 87, 5, 0, "general_purpose_logging",
	  "General Purpose Logging feature set",
	  "General Purpose Logging feature set", "ACS-3 7.12.7.40" },
	[ID_HAS_WRITE_FUA_EXT] = { ID_GROUP_84, 84, 6, 87, 6, 0, "write_fua_ext",
	  "WRITE DMA FUA EXT and WRITE MULTIPLE FUA EXT commands",
	  "WRITE_{DMA|MULTIPLE}_FUA_EXT", "ACS-3 7.12.7.40" },
	[ID_HAS_WRITE_DMA_QUEUED_FUA_EXT] = {
	  ID_GROUP_84, 84, 7, 87, 7, 0, "write_dma_queued_fua_ext",
	  "WRITE DMA QUEUED FUA EXT command", "WRITE_DMA_QUEUED_FUA_EXT", "ATA8-ACS word 84" },
	[ID_HAS_WORLD_WIDE_NAME] = { ID_GROUP_84, 84, 8, 87, 8, 0, "world_wide_name",
	  "World wide name", "64-bit World wide name", "ACS-3 7.12.7.40" },
	[ID_HAS_URG_READ_STREAM] = { ID_GROUP_84, 84, 9, 87, 9, 0, "urg_read_stream",
	  "URG bit of READ STREAM", "URG for READ_STREAM[_DMA]_EXT", "ATA/ATAPI-7 word 84" },
	[ID_HAS_URG_WRITE_STREAM] = { ID_GROUP_84, 84, 10, 87, 10, 0, "urg_write_stream",
	  "URG bit of WRITE STREAM", "URG for WRITE_STREAM[_DMA]_EXT", "ATA/ATAPI-7 word 84" },
	[ID_HAS_TIME_LIMITED_COMMANDS] = { ID_GROUP_84, 84, 11, 87, 11, 0, "time_limited_commands",
	  "Time Limited Commands feature set",
	  "Time Limited Commands (TLC) feature set", "ATA8-ACS word 84" },
	[ID_HAS_COMMAND_COMPLETION_TIME_LIMIT] = {
	  ID_GROUP_84, 84, 12, 87, 12, 0, "command_completion_time_limit",
	  "Command Completion Time Limit",
	  "Command Completion Time Limit (CCTL)", "ATA8-ACS word 84" },
	[ID_HAS_IDLE_IMMEDIATE_UNLOAD] = { ID_GROUP_84, 84, 13, 87, 13, 0, "idle_immediate_unload",
	  "IDLE IMMEDIATE command with UNLOAD feature",
	  "IDLE_IMMEDIATE with UNLOAD", "ACS-3 7.12.7.40" },
	[ID_HAS_DISABLE_DATA_TRANSFER_AFTER_ERROR] = {
	  ID_GROUP_119, 119, 0, 120, 0, 0, "disable_data_transfer_after_error",
	  "Disable Data Transfer After Error Detection",
	  "Disable Data Transfer After Error Detection", "ATA8-ACS word 119" },
	[ID_HAS_WRITE_READ_VERIFY] = { ID_GROUP_119, 119, 1, 120, 1, 0, "write_read_verify",
	  "Write-Read-Verify feature set", "Write-Read-Verify feature set", "ACS-3 7.12.7.40" },
	[ID_HAS_WRITE_UNCORRECTABLE_EXT] = {
	  ID_GROUP_119, 119, 2, 120, 2, 0, "write_uncorrectable_ext",
	  "WRITE UNCORRECTABLE EXT command", "WRITE_UNCORRECTABLE_EXT command", "ACS-3 7.12.7.40" },
	[ID_HAS_LOG_DMA_EXT] = { ID_GROUP_119, 119, 3, 120, 3, 0, "log_dma_ext",
	  "READ LOG DMA EXT and WRITE LOG DMA EXT commands",
	  "{READ,WRITE}_DMA_EXT_GPL commands", "ACS-3 7.12.7.40" },
	[ID_HAS_DOWNLOAD_MICROCODE_SEGMENTED] = {
	  ID_GROUP_119, 119, 4, 120, 4, 0, "download_microcode_segmented",
	  "DOWNLOAD MICROCODE mode 3", "Segmented DOWNLOAD_MICROCODE", "ACS-3 7.12.7.40" },
	[ID_HAS_FREE_FALL_CONTROL] = { ID_GROUP_119, 119, 5, 120, 5, 0, "free_fall_control",
	  "Free-fall Control feature set", "Free-fall Control feature set", "ACS-3 7.12.7.40" },
	[ID_HAS_SENSE_DATA_REPORTING] = {
	  ID_GROUP_119, 119, 6, 120, 6, ID_BY_NUMBER, "sense_data_reporting",
	  "Sense Data Reporting feature set", "unknown 119[6]", "ACS-3 7.12.7.40" },
	[ID_HAS_EXTENDED_POWER_CONDITIONS] = {
	  ID_GROUP_119, 119, 7, 120, 7, ID_BY_NUMBER, "extended_power_conditions",
	  "Extended Power Conditions feature set", "unknown 119[7]", "ACS-3 7.12.7.40" },
	[ID_HAS_ACCESSIBLE_MAX_ADDRESS] = {
	  ID_GROUP_119, 119, 8, 120, 8, ID_BY_NUMBER, "accessible_max_address",
	  "Accessible Max Address Configuration feature set", "unknown 119[8]", "ACS-3 7.12.7.40" },
	[ID_HAS_DEVICE_STATISTICS_NOTIFICATION] = {
	  ID_GROUP_119, 119, 9, 120, 9, ID_BY_NUMBER, "device_statistics_notification",
	  "Device Statistics Notification feature set", "unknown 119[9]", "ACS-3 7.12.7.40" },
	[ID_HAS_WORD_119_BIT_10] = { ID_GROUP_119, 119, 10, 120, 10, 0, "word_119_bit_10",
	  "", "unknown 119[10]", "ACS-3 7.12.7.40" },
	[ID_HAS_WORD_119_BIT_11] = { ID_GROUP_119, 119, 11, 120, 11, 0, "word_119_bit_11",
	  "", "unknown 119[11]", "ACS-3 7.12.7.40" },
	[ID_HAS_WORD_119_BIT_12] = { ID_GROUP_119, 119, 12, 120, 12, 0, "word_119_bit_12",
	  "", "unknown 119[12]", "ACS-3 7.12.7.40" },
	[ID_HAS_WORD_119_BIT_13] = { ID_GROUP_119, 119, 13, 120, 13, 0, "word_119_bit_13",
	  "", "unknown 119[13]", "ACS-3 7.12.7.40" },
	[ID_HAS_WORD_76_BIT_0] = { ID_GROUP_76, 76, 0, 0, 0, 0, "word_76_bit_0",
	  "", "unknown 76[0]", "ACS-3 7.12.7.34" },
	[ID_HAS_SATA_GEN1] = { ID_GROUP_76, 76, 1, 0, 0, 0, "sata_gen1",
	  "SATA Gen1 signaling speed (1.5 Gb/s)",
	  "Gen1 signaling speed (1.5Gb/s)", "ACS-3 7.12.7.34" },
	[ID_HAS_SATA_GEN2] = { ID_GROUP_76, 76, 2, 0, 0, 0, "sata_gen2",
	  "SATA Gen2 signaling speed (3.0 Gb/s)",
	  "Gen2 signaling speed (3.0Gb/s)", "ACS-3 7.12.7.34" },
	[ID_HAS_SATA_GEN3] = { ID_GROUP_76, 76, 3, 0, 0, 0, "sata_gen3",
	  "SATA Gen3 signaling speed (6.0 Gb/s)",
	  "Gen3 signaling speed (6.0Gb/s)", "ACS-3 7.12.7.34" },
	[ID_HAS_WORD_76_BIT_4] = { ID_GROUP_76, 76, 4, 0, 0, 0, "word_76_bit_4",
	  "", "unknown 76[4]", "ACS-3 7.12.7.34" },
	[ID_HAS_WORD_76_BIT_5] = { ID_GROUP_76, 76, 5, 0, 0, 0, "word_76_bit_5",
	  "", "unknown 76[5]", "ACS-3 7.12.7.34" },
	[ID_HAS_WORD_76_BIT_6] = { ID_GROUP_76, 76, 6, 0, 0, 0, "word_76_bit_6",
	  "", "unknown 76[6]", "ACS-3 7.12.7.34" },
	[ID_HAS_WORD_76_BIT_7] = { ID_GROUP_76, 76, 7, 0, 0, 0, "word_76_bit_7",
	  "", "unknown 76[7]", "ACS-3 7.12.7.34" },
	[ID_HAS_NATIVE_COMMAND_QUEUING] = { ID_GROUP_76, 76, 8, 0, 0, 0, "native_command_queuing",
	  "NCQ feature set", "Native Command Queueing (NCQ)", "ACS-3 7.12.7.34" },
	[ID_HAS_HOST_INITIATED_POWER_MANAGEMENT] = {
	  ID_GROUP_76, 76, 9, 0, 0, 0, "host_initiated_power_management",
	  "Receipt of host-initiated power management requests",
	  "Host-initiated interface power management", "ACS-3 7.12.7.34" },
	[ID_HAS_PHY_EVENT_COUNTERS] = { ID_GROUP_76, 76, 10, 0, 0, 0, "phy_event_counters",
	  "Phy event counters log", "Phy event counters", "ACS-3 7.12.7.34" },
	[ID_HAS_NCQ_UNLOAD] = { ID_GROUP_76, 76, 11, 0, 0, 0, "ncq_unload",
	  "Unload while NCQ commands are outstanding",
	  "Idle-Unload when NCQ is active", "ACS-3 7.12.7.34" },
	[ID_HAS_NCQ_PRIORITY] = { ID_GROUP_76, 76, 12, 0, 0, 0, "ncq_priority",
	  "NCQ priority information", "NCQ priority information", "ACS-3 7.12.7.34" },
	[ID_HAS_HOST_AUTOMATIC_PARTIAL_TO_SLUMBER] = {
	  ID_GROUP_76, 76, 13, 0, 0, 0, "host_automatic_partial_to_slumber",
	  "Host automatic Partial to Slumber transitions",
	  "Host automatic Partial to Slumber transitions", "ACS-3 7.12.7.34" },
	[ID_HAS_DEVICE_AUTOMATIC_PARTIAL_TO_SLUMBER] = {
	  ID_GROUP_76, 76, 14, 0, 0, 0, "device_automatic_partial_to_slumber",
	  "Device automatic Partial to Slumber transitions",
	  "Device automatic Partial to Slumber transitions", "ACS-3 7.12.7.34" },
	[ID_HAS_READ_LOG_DMA_EXT_AS_READ_LOG_EXT] = {
	  ID_GROUP_76, 76, 15, 0, 0, 0, "read_log_dma_ext_as_read_log_ext",
	  "READ LOG DMA EXT as equivalent to READ LOG EXT",
	  "READ_LOG_DMA_EXT equivalent to READ_LOG_EXT", "ACS-3 7.12.7.34" },
	[ID_HAS_WORD_78_BIT_0] = { ID_GROUP_78, 78, 0, 79, 0, 0, "word_78_bit_0",
	  "", "unknown 78[0]", "ACS-3 7.12.7.36" },
	[ID_HAS_NON_ZERO_BUFFER_OFFSETS] = {
	  ID_GROUP_78, 78, 1, 79, 1, 0, "non_zero_buffer_offsets",
	  "Non-zero buffer offsets",
	  "Non-Zero buffer offsets in DMA Setup FIS", "ACS-3 7.12.7.36" },
	[ID_HAS_DMA_SETUP_AUTO_ACTIVATE] = {
	  ID_GROUP_78, 78, 2, 79, 2, 0, "dma_setup_auto_activate",
	  "DMA Setup auto-activation", "DMA Setup Auto-Activate optimization", "ACS-3 7.12.7.36" },
	[ID_HAS_DEVICE_INITIATED_POWER_MANAGEMENT] = {
	  ID_GROUP_78, 78, 3, 79, 3, 0, "device_initiated_power_management",
	  "Device Initiated Power Management",
	  "Device-initiated interface power management", "ACS-3 7.12.7.36" },
	[ID_HAS_IN_ORDER_DATA_DELIVERY] = { ID_GROUP_78, 78, 4, 79, 4, 0, "in_order_data_delivery",
	  "In-order data delivery", "In-order data delivery", "ACS-3 7.12.7.36" },
	[ID_HAS_HARDWARE_FEATURE_CONTROL] = {
	  ID_GROUP_78, 78, 5, 79, 5, 0, "hardware_feature_control",
	  "Hardware Feature Control (ATAPI: asynchronous notification)",
	  "Asynchronous notification (eg. media change)", "ACS-3 7.12.7.36" },
	[ID_HAS_SOFTWARE_SETTINGS_PRESERVATION] = {
	  ID_GROUP_78, 78, 6, 79, 6, 0, "software_settings_preservation",
	  "Software Settings Preservation", "Software settings preservation", "ACS-3 7.12.7.36" },
	[ID_HAS_NCQ_AUTOSENSE] = { ID_GROUP_78, 78, 7, 79, 7, ID_BY_NUMBER, "ncq_autosense",
	  "NCQ Autosense", "unknown 78[7]", "ACS-3 7.12.7.36" },
	[ID_HAS_DEVICE_SLEEP] = { ID_GROUP_78, 78, 8, 79, 8, 0, "device_sleep",
	  "Device Sleep", "Device Sleep (DEVSLP)", "SATA 3.2 word 78" },
	[ID_HAS_HYBRID_INFORMATION] = {
	  ID_GROUP_78, 78, 9, 79, 9, ID_BY_NUMBER, "hybrid_information",
	  "Hybrid Information feature set", "unknown 78[9]", "SATA 3.2 word 78" },
	[ID_HAS_REBUILD_ASSIST] = { ID_GROUP_78, 78, 10, 79, 10, ID_BY_NUMBER, "rebuild_assist",
	  "Rebuild Assist feature set", "unknown 78[10]", "ACS-4 word 78" },
	[ID_HAS_POWER_DISABLE] = { ID_GROUP_78, 78, 11, 79, 11, ID_BY_NUMBER, "power_disable",
	  "Power Disable feature", "unknown 78[11]", "ACS-4 word 78" },
	[ID_HAS_POWER_DISABLE_ALWAYS] = {
	  ID_GROUP_78, 78, 12, 79, 12, ID_BY_NUMBER, "power_disable_always",
	  "Power Disable feature always enabled", "unknown 78[12]", "ACS-4 word 78" },
	[ID_HAS_WORD_78_BIT_13] = { ID_GROUP_78, 78, 13, 79, 13, 0, "word_78_bit_13",
	  "", "unknown 78[13]", "ACS-3 7.12.7.36" },
	[ID_HAS_WORD_78_BIT_14] = { ID_GROUP_78, 78, 14, 79, 14, 0, "word_78_bit_14",
	  "", "unknown 78[14]", "ACS-3 7.12.7.36" },
	[ID_HAS_WORD_78_BIT_15] = { ID_GROUP_78, 78, 15, 79, 15, 0, "word_78_bit_15",
	  "", "unknown 78[15]", "ACS-3 7.12.7.36" },
	[ID_HAS_SCT] = { ID_GROUP_SCT, 206, 0, 0, 0, 0, "sct",
	  "SCT command transport", "SMART Command Transport (SCT) feature set", "ACS-3 word 206" },
	[ID_HAS_SCT_READ_WRITE_LONG] = { ID_GROUP_SCT, 206, 1, 0, 0, 0, "sct_read_write_long",
	  "SCT Read/Write Long", "SCT Read/Write Long (AC1), obsolete", "ATA8-ACS word 206" },
	[ID_HAS_SCT_WRITE_SAME] = { ID_GROUP_SCT, 206, 2, 0, 0, 0, "sct_write_same",
	  "SCT Write Same command", "SCT Write Same (AC2)", "ACS-3 word 206" },
	[ID_HAS_SCT_ERROR_RECOVERY_CONTROL] = {
	  ID_GROUP_SCT, 206, 3, 0, 0, 0, "sct_error_recovery_control",
	  "SCT Error Recovery Control command",
	  "SCT Error Recovery Control (AC3)", "ACS-3 word 206" },
	[ID_HAS_SCT_FEATURE_CONTROL] = { ID_GROUP_SCT, 206, 4, 0, 0, 0, "sct_feature_control",
	  "SCT Feature Control command", "SCT Features Control (AC4)", "ACS-3 word 206" },
	[ID_HAS_SCT_DATA_TABLES] = { ID_GROUP_SCT, 206, 5, 0, 0, 0, "sct_data_tables",
	  "SCT Data Tables command", "SCT Data Tables (AC5)", "ACS-3 word 206" },
	[ID_HAS_WORD_206_BIT_6] = { ID_GROUP_SCT, 206, 6, 0, 0, ID_UNMARKED, "word_206_bit_6",
	  "", "unknown 206[6]", "ACS-3 word 206" },
	[ID_HAS_WORD_206_BIT_7] = { ID_GROUP_SCT, 206, 7, 0, 0, ID_UNMARKED, "word_206_bit_7",
	  "", "unknown 206[7]", "ACS-3 word 206" },
	[ID_HAS_WORD_206_BIT_8] = { ID_GROUP_SCT, 206, 8, 0, 0, ID_UNMARKED, "word_206_bit_8",
	  "", "unknown 206[8]", "ACS-3 word 206" },
	[ID_HAS_WORD_206_BIT_9] = { ID_GROUP_SCT, 206, 9, 0, 0, ID_UNMARKED, "word_206_bit_9",
	  "", "unknown 206[9]", "ACS-3 word 206" },
	[ID_HAS_WORD_206_BIT_10] = { ID_GROUP_SCT, 206, 10, 0, 0, ID_UNMARKED, "word_206_bit_10",
	  "", "unknown 206[10]", "ACS-3 word 206" },
	[ID_HAS_WORD_206_BIT_11] = { ID_GROUP_SCT, 206, 11, 0, 0, ID_UNMARKED, "word_206_bit_11",
	  "", "unknown 206[11]", "ACS-3 word 206" },
	[ID_HAS_WORD_206_BIT_12] = {
	  ID_GROUP_SCT, 206, 12, 0, 0, ID_UNMARKED | ID_BY_NUMBER, "word_206_bit_12",
	  "SCT vendor specific", "unknown 206[12] (vendor specific)", "ACS-3 word 206" },
	[ID_HAS_WORD_206_BIT_13] = {
	  ID_GROUP_SCT, 206, 13, 0, 0, ID_UNMARKED | ID_BY_NUMBER, "word_206_bit_13",
	  "SCT vendor specific", "unknown 206[13] (vendor specific)", "ACS-3 word 206" },
	[ID_HAS_WORD_206_BIT_14] = {
	  ID_GROUP_SCT, 206, 14, 0, 0, ID_UNMARKED | ID_BY_NUMBER, "word_206_bit_14",
	  "SCT vendor specific", "unknown 206[14] (vendor specific)", "ACS-3 word 206" },
	[ID_HAS_WORD_206_BIT_15] = {
	  ID_GROUP_SCT, 206, 15, 0, 0, ID_UNMARKED | ID_BY_NUMBER, "word_206_bit_15",
	  "SCT vendor specific", "unknown 206[15] (vendor specific)", "ACS-3 word 206" },
	[ID_HAS_SANITIZE_ANTIFREEZE_LOCK_EXT] = {
	  ID_GROUP_SANITIZE, 59, 10, 0, 0, 0, "sanitize_antifreeze_lock_ext",
	  "SANITIZE ANTIFREEZE LOCK EXT command",
	  "SANITIZE_ANTIFREEZE_LOCK_EXT command", "ACS-3 7.12.7.21" },
	[ID_HAS_SANITIZE_COMMANDS_BY_STANDARD] = {
	  ID_GROUP_SANITIZE, 59, 11, 0, 0, 0, "sanitize_commands_by_standard",
	  "Commands during a sanitize operation by the standard", "", "ACS-3 7.12.7.21" },
	[ID_HAS_SANITIZE] = { ID_GROUP_SANITIZE, 59, 12, 0, 0, 0, "sanitize",
	  "Sanitize Device feature set", "SANITIZE feature set", "ACS-3 7.12.7.21" },
	[ID_HAS_CRYPTO_SCRAMBLE_EXT] = { ID_GROUP_SANITIZE, 59, 13, 0, 0, 0, "crypto_scramble_ext",
	  "CRYPTO SCRAMBLE EXT command", "CRYPTO_SCRAMBLE_EXT command", "ACS-3 7.12.7.21" },
	[ID_HAS_OVERWRITE_EXT] = { ID_GROUP_SANITIZE, 59, 14, 0, 0, 0, "overwrite_ext",
	  "OVERWRITE EXT command", "OVERWRITE_EXT command", "ACS-3 7.12.7.21" },
	[ID_HAS_BLOCK_ERASE_EXT] = { ID_GROUP_SANITIZE, 59, 15, 0, 0, 0, "block_erase_ext",
	  "BLOCK ERASE EXT command", "BLOCK_ERASE_EXT command", "ACS-3 7.12.7.21" },
	[ID_HAS_ZONED_BIT_0] = { ID_GROUP_69, 69, 0, 0, 0, ID_BY_NUMBER, "zoned_bit_0",
	  "Host-aware zones (word 69 bits 1:0)", "reserved 69[0]", "ACS-4 word 69" },
	[ID_HAS_ZONED_BIT_1] = { ID_GROUP_69, 69, 1, 0, 0, ID_BY_NUMBER, "zoned_bit_1",
	  "Device-managed zones (word 69 bits 1:0)", "reserved 69[1]", "ACS-4 word 69" },
	[ID_HAS_NON_VOLATILE_WRITE_CACHE] = {
	  ID_GROUP_69, 69, 2, 0, 0, 0, "non_volatile_write_cache",
	  "All write cache is non-volatile", "All write cache is non-volatile", "ACS-3 7.12.7.30" },
	[ID_HAS_EXTENDED_USER_ADDRESSABLE_SECTORS] = {
	  ID_GROUP_69, 69, 3, 0, 0, 0, "extended_user_addressable_sectors",
	  "Extended number of user addressable sectors",
	  "Extended number of user addressable sectors ", "ACS-3 7.12.7.30" },
	[ID_HAS_ENCRYPTS_ALL_USER_DATA] = { ID_GROUP_69, 69, 4, 0, 0, 0, "encrypts_all_user_data",
	  "Device encrypts all user data", "Device encrypts all user data", "ACS-3 7.12.7.30" },
	[ID_HAS_TRIM_READS_ZEROS] = { ID_GROUP_69, 69, 5, 0, 0, ID_WITH_TRIM, "trim_reads_zeros",
	  "Trimmed LBAs read as zeros", "", "ACS-3 7.12.7.30" },
	[ID_HAS_OPTIONAL_28_BIT_COMMANDS] = {
	  ID_GROUP_69, 69, 6, 0, 0, 0, "optional_28_bit_commands",
	  "Optional 28-bit commands", "Optional ATA device 28-bit commands", "ACS-3 7.12.7.30" },
	[ID_HAS_IEEE_1667] = { ID_GROUP_69, 69, 7, 0, 0, 0, "ieee_1667",
	  "IEEE 1667", "IEEE 1667 authentication of transient storage devices", "ACS-3 7.12.7.30" },
	[ID_HAS_DOWNLOAD_MICROCODE_DMA] = { ID_GROUP_69, 69, 8, 0, 0, 0, "download_microcode_dma",
	  "DOWNLOAD MICROCODE DMA command", "DOWNLOAD MICROCODE DMA command", "ACS-3 7.12.7.30" },
	[ID_HAS_SET_MAX_PASSWORD_DMA] = { ID_GROUP_69, 69, 9, 0, 0, 0, "set_max_password_dma",
	  "SET MAX SET PASSWORD DMA and SET MAX UNLOCK DMA commands",
	  "SET MAX SETPASSWORD/UNLOCK DMA commands", "ACS-2 word 69" },
	[ID_HAS_WRITE_BUFFER_DMA] = { ID_GROUP_69, 69, 10, 0, 0, 0, "write_buffer_dma",
	  "WRITE BUFFER DMA command", "WRITE BUFFER DMA command", "ACS-3 7.12.7.30" },
	[ID_HAS_READ_BUFFER_DMA] = { ID_GROUP_69, 69, 11, 0, 0, 0, "read_buffer_dma",
	  "READ BUFFER DMA command", "READ BUFFER DMA command", "ACS-3 7.12.7.30" },
	[ID_HAS_DEVICE_CONFIGURATION_DMA] = {
	  ID_GROUP_69, 69, 12, 0, 0, 0, "device_configuration_dma",
	  "DEVICE CONFIGURATION IDENTIFY DMA and SET DMA commands",
	  "DEVICE CONFIGURATION SET/IDENTIFY DMA commands", "ACS-2 word 69" },
	[ID_HAS_LONG_PHYSICAL_SECTOR_ALIGNMENT_ERROR] = {
	  ID_GROUP_69, 69, 13, 0, 0, 0, "long_physical_sector_alignment_error",
	  "LPS Misalignment Error Reporting",
	  "Long physical sector diagnostics", "ACS-3 7.12.7.30" },
	[ID_HAS_TRIM_DETERMINISTIC] = {
	  ID_GROUP_69, 69, 14, 0, 0, ID_WITH_TRIM, "trim_deterministic",
	  "Trimmed LBAs read deterministically", "", "ACS-3 7.12.7.30" },
	[ID_HAS_CFAST] = { ID_GROUP_69, 69, 15, 0, 0, 0, "cfast",
	  "CFast specification", "CFast specification support", "ACS-2 word 69" },
};
/* clang-format on */

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
		return ata_word_valid(id, 83) && ata_id_claims(id, feature);
	case ID_GROUP_84:
	case ID_GROUP_119:
		return ata_word_valid(id, row->word) && ata_id_claims(id, feature);
	default:
		/* a word without a signature; FFFFh: not filled in */
		return ata_word(id, row->word) != 0xffff && ata_id_claims(id, feature);
	}
}

bool ata_id_enabled(const uint8_t *id, enum id_feature_id feature)
{
	const struct id_feature *row = &id_feature_table[feature];

	return !row->on_word || (ata_word(id, row->on_word) >> row->on_bit & 1);
}
