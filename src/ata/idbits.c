// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The feature bits of IDENTIFY data, in the order in which they are shown, and how they are read.
 */
#include "ascii.h"
#include "idfields.h"
#include "words.h"

/*
 * `listed` is 9.65's name of a feature, which scripts look for. `name` is that of the newest
 * standard that has the bit; the two may differ. The clause is for readers of this table.
 */
#ifdef HDPARM_SMALL /* neither JSON nor the newer facts of -I --verbose */
#define TEXTS(key, listed, name, clause) "\0" listed
#else
#define TEXTS(key, listed, name, clause) key "\0" listed "\0" name
#endif

/* clang-format off */
const struct id_feature id_feature_table[ID_FEATURE_COUNT] = {
	[ID_HAS_SMART] = { ID_GROUP_82, 82, 0, 85, 0, 0, TEXTS("smart",
	  "SMART feature set", "SMART feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_SECURITY] = { ID_GROUP_82, 82, 1, 85, 1, 0, TEXTS("security",
	  "Security Mode feature set", "Security feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_REMOVABLE_MEDIA] = { ID_GROUP_82, 82, 2, 85, 2, 0, TEXTS("removable_media",
	  "Removable Media feature set", "Removable Media feature set", "ATA/ATAPI-7 word 82") },
	[ID_HAS_POWER_MANAGEMENT] = { ID_GROUP_82, 82, 3, 85, 3, 0, TEXTS("power_management",
	  "Power Management feature set", "Power Management feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_PACKET] = { ID_GROUP_82, 82, 4, 85, 4, 0, TEXTS("packet",
	  "PACKET command feature set", "PACKET feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_VOLATILE_WRITE_CACHE] = {
	  ID_GROUP_82, 82, 5, 85, 5, 0, TEXTS("volatile_write_cache",
	  "Write cache", "Volatile Write Cache", "ACS-3 7.12.7.40") },
	[ID_HAS_READ_LOOK_AHEAD] = { ID_GROUP_82, 82, 6, 85, 6, 0, TEXTS("read_look_ahead",
	  "Look-ahead", "Read look-ahead", "ACS-3 7.12.7.40") },
	[ID_HAS_RELEASE_INTERRUPT] = { ID_GROUP_82, 82, 7, 85, 7, 0, TEXTS("release_interrupt",
	  "Release interrupt", "Release interrupt", "ATA/ATAPI-7 word 82") },
	[ID_HAS_SERVICE_INTERRUPT] = { ID_GROUP_82, 82, 8, 85, 8, 0, TEXTS("service_interrupt",
	  "SERVICE interrupt", "SERVICE interrupt", "ATA/ATAPI-7 word 82") },
	[ID_HAS_DEVICE_RESET] = { ID_GROUP_82, 82, 9, 85, 9, 0, TEXTS("device_reset",
	  "DEVICE_RESET command", "DEVICE RESET command", "ACS-3 7.12.7.40") },
	[ID_HAS_HOST_PROTECTED_AREA] = {
	  ID_GROUP_82, 82, 10, 85, 10, 0, TEXTS("host_protected_area",
	  "Host Protected Area feature set", "Host Protected Area feature set", "ACS-2 word 82") },
	[ID_HAS_WRITE_VERIFY] = { ID_GROUP_82, 82, 11, 85, 11, 0, TEXTS("write_verify",
	  "WRITE_VERIFY command", "WRITE VERIFY command", "ATA-3 word 82") },
	[ID_HAS_WRITE_BUFFER] = { ID_GROUP_82, 82, 12, 85, 12, 0, TEXTS("write_buffer",
	  "WRITE_BUFFER command", "WRITE BUFFER command", "ACS-3 7.12.7.40") },
	[ID_HAS_READ_BUFFER] = { ID_GROUP_82, 82, 13, 85, 13, 0, TEXTS("read_buffer",
	  "READ_BUFFER command", "READ BUFFER command", "ACS-3 7.12.7.40") },
	[ID_HAS_NOP] = { ID_GROUP_82, 82, 14, 85, 14, 0, TEXTS("nop",
	  "NOP cmd", "NOP command", "ACS-3 7.12.7.40") },
	[ID_HAS_DOWNLOAD_MICROCODE] = { ID_GROUP_82, 83, 0, 86, 0, 0, TEXTS("download_microcode",
	  "DOWNLOAD_MICROCODE", "DOWNLOAD MICROCODE command", "ACS-3 7.12.7.40") },
	[ID_HAS_TAGGED_COMMAND_QUEUING] = {
	  ID_GROUP_82, 83, 1, 86, 1, 0, TEXTS("tagged_command_queuing",
	  "READ/WRITE_DMA_QUEUED", "Tagged Command Queuing feature set", "ATA8-ACS word 83") },
	[ID_HAS_CFA] = { ID_GROUP_82, 83, 2, 86, 2, 0, TEXTS("cfa",
	  "CFA feature set", "CFA feature set", "ACS-2 word 83") },
	[ID_HAS_ADVANCED_POWER_MANAGEMENT] = {
	  ID_GROUP_82, 83, 3, 86, 3, 0, TEXTS("advanced_power_management",
	  "Advanced Power Management feature set", "Advanced Power Management feature set",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_REMOVABLE_MEDIA_STATUS_NOTIFICATION] = {
	  ID_GROUP_82, 83, 4, 86, 4, 0, TEXTS("removable_media_status_notification",
	  "Removable Media Status Notification feature set",
	  "Removable Media Status Notification feature set", "ATA/ATAPI-7 word 83") },
	[ID_HAS_POWER_UP_IN_STANDBY] = {
	  ID_GROUP_82, 83, 5, 86, 5, 0, TEXTS("power_up_in_standby",
	  "Power-Up In Standby feature set", "Power-Up In Standby feature set",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_SET_FEATURES_SPIN_UP] = {
	  ID_GROUP_82, 83, 6, 86, 6, 0, TEXTS("set_features_spin_up",
	  "SET_FEATURES required to spinup after power up",
	  "SET FEATURES subcommand required to spin up", "ACS-3 7.12.7.40") },
	[ID_HAS_ADDRESS_OFFSET_RESERVED_AREA_BOOT] = {
	  ID_GROUP_82, 83, 7, 86, 7, 0, TEXTS("address_offset_reserved_area_boot",
	  "Address Offset Reserved Area Boot", "Address Offset Reserved Area Boot",
	  "ATA/ATAPI-7 word 83") },
	[ID_HAS_SET_MAX_SECURITY] = { ID_GROUP_82, 83, 8, 86, 8, 0, TEXTS("set_max_security",
	  "SET_MAX security extension", "SET MAX security extension", "ACS-2 word 83") },
	[ID_HAS_AUTOMATIC_ACOUSTIC_MANAGEMENT] = {
	  ID_GROUP_82, 83, 9, 86, 9, 0, TEXTS("automatic_acoustic_management",
	  "Automatic Acoustic Management feature set", "Automatic Acoustic Management feature set",
	  "ATA8-ACS word 83") },
	[ID_HAS_LBA48] = { ID_GROUP_82, 83, 10, 86, 10, 0, TEXTS("lba48",
	  "48-bit Address feature set", "48-bit Address feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_DEVICE_CONFIGURATION_OVERLAY] = {
	  ID_GROUP_82, 83, 11, 86, 11, 0, TEXTS("device_configuration_overlay",
	  "Device Configuration Overlay feature set", "Device Configuration Overlay feature set",
	  "ACS-2 word 83") },
	[ID_HAS_FLUSH_CACHE] = { ID_GROUP_82, 83, 12, 86, 12, 0, TEXTS("flush_cache",
	  "Mandatory FLUSH_CACHE", "FLUSH CACHE command", "ACS-3 7.12.7.40") },
	[ID_HAS_FLUSH_CACHE_EXT] = { ID_GROUP_82, 83, 13, 86, 13, 0, TEXTS("flush_cache_ext",
	  "FLUSH_CACHE_EXT", "FLUSH CACHE EXT command", "ACS-3 7.12.7.40") },
	[ID_HAS_SMART_ERROR_LOGGING] = {
	  ID_GROUP_84, 84, 0, 87, 0, 0, TEXTS("smart_error_logging",
	  "SMART error logging", "SMART error logging", "ACS-3 7.12.7.40") },
	[ID_HAS_SMART_SELF_TEST] = { ID_GROUP_84, 84, 1, 87, 1, 0, TEXTS("smart_self_test",
	  "SMART self-test", "SMART self-test", "ACS-3 7.12.7.40") },
	[ID_HAS_MEDIA_SERIAL_NUMBER] = {
	  ID_GROUP_84, 84, 2, 87, 2, 0, TEXTS("media_serial_number",
	  "Media serial number", "Media serial number", "ATA8-ACS word 84") },
	[ID_HAS_MEDIA_CARD_PASS_THROUGH_FEATURE_SET] = {
	  ID_GROUP_84, 84, 3, 87, 3, 0, TEXTS("media_card_pass_through_feature_set",
	  "Media Card Pass Through Command feature set",
	  "Media Card Pass Through Command feature set", "ATA8-ACS word 84") },
	[ID_HAS_STREAMING] = { ID_GROUP_84, 84, 4, 87, 4, 0, TEXTS("streaming",
	  "Media Card Pass-Through", "Streaming feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_GENERAL_PURPOSE_LOGGING] = {
	  ID_GROUP_84, 84, 5, 87, 5, 0, TEXTS("general_purpose_logging",
	  "General Purpose Logging feature set", "General Purpose Logging feature set",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_WRITE_FUA_EXT] = { ID_GROUP_84, 84, 6, 87, 6, 0, TEXTS("write_fua_ext",
	  "WRITE_{DMA|MULTIPLE}_FUA_EXT", "WRITE DMA FUA EXT and WRITE MULTIPLE FUA EXT commands",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_WRITE_DMA_QUEUED_FUA_EXT] = {
	  ID_GROUP_84, 84, 7, 87, 7, 0, TEXTS("write_dma_queued_fua_ext",
	  "WRITE_DMA_QUEUED_FUA_EXT", "WRITE DMA QUEUED FUA EXT command", "ATA8-ACS word 84") },
	[ID_HAS_WORLD_WIDE_NAME] = { ID_GROUP_84, 84, 8, 87, 8, 0, TEXTS("world_wide_name",
	  "64-bit World wide name", "World wide name", "ACS-3 7.12.7.40") },
	[ID_HAS_URG_READ_STREAM] = { ID_GROUP_84, 84, 9, 87, 9, 0, TEXTS("urg_read_stream",
	  "URG for READ_STREAM[_DMA]_EXT", "URG bit of READ STREAM", "ATA/ATAPI-7 word 84") },
	[ID_HAS_URG_WRITE_STREAM] = { ID_GROUP_84, 84, 10, 87, 10, 0, TEXTS("urg_write_stream",
	  "URG for WRITE_STREAM[_DMA]_EXT", "URG bit of WRITE STREAM", "ATA/ATAPI-7 word 84") },
	[ID_HAS_TIME_LIMITED_COMMANDS] = {
	  ID_GROUP_84, 84, 11, 87, 11, 0, TEXTS("time_limited_commands",
	  "Time Limited Commands (TLC) feature set", "Time Limited Commands feature set",
	  "ATA8-ACS word 84") },
	[ID_HAS_COMMAND_COMPLETION_TIME_LIMIT] = {
	  ID_GROUP_84, 84, 12, 87, 12, 0, TEXTS("command_completion_time_limit",
	  "Command Completion Time Limit (CCTL)", "Command Completion Time Limit",
	  "ATA8-ACS word 84") },
	[ID_HAS_IDLE_IMMEDIATE_UNLOAD] = {
	  ID_GROUP_84, 84, 13, 87, 13, 0, TEXTS("idle_immediate_unload",
	  "IDLE_IMMEDIATE with UNLOAD", "IDLE IMMEDIATE command with UNLOAD feature",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_DISABLE_DATA_TRANSFER_AFTER_ERROR] = {
	  ID_GROUP_119, 119, 0, 120, 0, 0, TEXTS("disable_data_transfer_after_error",
	  "Disable Data Transfer After Error Detection",
	  "Disable Data Transfer After Error Detection", "ATA8-ACS word 119") },
	[ID_HAS_WRITE_READ_VERIFY] = { ID_GROUP_119, 119, 1, 120, 1, 0, TEXTS("write_read_verify",
	  "Write-Read-Verify feature set", "Write-Read-Verify feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_WRITE_UNCORRECTABLE_EXT] = {
	  ID_GROUP_119, 119, 2, 120, 2, 0, TEXTS("write_uncorrectable_ext",
	  "WRITE_UNCORRECTABLE_EXT command", "WRITE UNCORRECTABLE EXT command",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_LOG_DMA_EXT] = { ID_GROUP_119, 119, 3, 120, 3, 0, TEXTS("log_dma_ext",
	  "{READ,WRITE}_DMA_EXT_GPL commands", "READ LOG DMA EXT and WRITE LOG DMA EXT commands",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_DOWNLOAD_MICROCODE_SEGMENTED] = {
	  ID_GROUP_119, 119, 4, 120, 4, 0, TEXTS("download_microcode_segmented",
	  "Segmented DOWNLOAD_MICROCODE", "DOWNLOAD MICROCODE mode 3", "ACS-3 7.12.7.40") },
	[ID_HAS_FREE_FALL_CONTROL] = { ID_GROUP_119, 119, 5, 120, 5, 0, TEXTS("free_fall_control",
	  "Free-fall Control feature set", "Free-fall Control feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_SENSE_DATA_REPORTING] = {
	  ID_GROUP_119, 119, 6, 120, 6, ID_BY_NUMBER, TEXTS("sense_data_reporting",
	  "unknown 119[6]", "Sense Data Reporting feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_EXTENDED_POWER_CONDITIONS] = {
	  ID_GROUP_119, 119, 7, 120, 7, ID_BY_NUMBER, TEXTS("extended_power_conditions",
	  "unknown 119[7]", "Extended Power Conditions feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_ACCESSIBLE_MAX_ADDRESS] = {
	  ID_GROUP_119, 119, 8, 120, 8, ID_BY_NUMBER, TEXTS("accessible_max_address",
	  "unknown 119[8]", "Accessible Max Address Configuration feature set",
	  "ACS-3 7.12.7.40") },
	[ID_HAS_DEVICE_STATISTICS_NOTIFICATION] = {
	  ID_GROUP_119, 119, 9, 120, 9, ID_BY_NUMBER, TEXTS("device_statistics_notification",
	  "unknown 119[9]", "Device Statistics Notification feature set", "ACS-3 7.12.7.40") },
	[ID_HAS_WORD_119_BIT_10] = { ID_GROUP_119, 119, 10, 120, 10, 0, TEXTS("word_119_bit_10",
	  "unknown 119[10]", "", "ACS-3 7.12.7.40") },
	[ID_HAS_WORD_119_BIT_11] = { ID_GROUP_119, 119, 11, 120, 11, 0, TEXTS("word_119_bit_11",
	  "unknown 119[11]", "", "ACS-3 7.12.7.40") },
	[ID_HAS_WORD_119_BIT_12] = { ID_GROUP_119, 119, 12, 120, 12, 0, TEXTS("word_119_bit_12",
	  "unknown 119[12]", "", "ACS-3 7.12.7.40") },
	[ID_HAS_WORD_119_BIT_13] = { ID_GROUP_119, 119, 13, 120, 13, 0, TEXTS("word_119_bit_13",
	  "unknown 119[13]", "", "ACS-3 7.12.7.40") },
	[ID_HAS_WORD_76_BIT_0] = { ID_GROUP_76, 76, 0, 0, 0, 0, TEXTS("word_76_bit_0",
	  "unknown 76[0]", "", "ACS-3 7.12.7.34") },
	[ID_HAS_SATA_GEN1] = { ID_GROUP_76, 76, 1, 0, 0, 0, TEXTS("sata_gen1",
	  "Gen1 signaling speed (1.5Gb/s)", "SATA Gen1 signaling speed (1.5 Gb/s)",
	  "ACS-3 7.12.7.34") },
	[ID_HAS_SATA_GEN2] = { ID_GROUP_76, 76, 2, 0, 0, 0, TEXTS("sata_gen2",
	  "Gen2 signaling speed (3.0Gb/s)", "SATA Gen2 signaling speed (3.0 Gb/s)",
	  "ACS-3 7.12.7.34") },
	[ID_HAS_SATA_GEN3] = { ID_GROUP_76, 76, 3, 0, 0, 0, TEXTS("sata_gen3",
	  "Gen3 signaling speed (6.0Gb/s)", "SATA Gen3 signaling speed (6.0 Gb/s)",
	  "ACS-3 7.12.7.34") },
	[ID_HAS_WORD_76_BIT_4] = { ID_GROUP_76, 76, 4, 0, 0, 0, TEXTS("word_76_bit_4",
	  "unknown 76[4]", "", "ACS-3 7.12.7.34") },
	[ID_HAS_WORD_76_BIT_5] = { ID_GROUP_76, 76, 5, 0, 0, 0, TEXTS("word_76_bit_5",
	  "unknown 76[5]", "", "ACS-3 7.12.7.34") },
	[ID_HAS_WORD_76_BIT_6] = { ID_GROUP_76, 76, 6, 0, 0, 0, TEXTS("word_76_bit_6",
	  "unknown 76[6]", "", "ACS-3 7.12.7.34") },
	[ID_HAS_WORD_76_BIT_7] = { ID_GROUP_76, 76, 7, 0, 0, 0, TEXTS("word_76_bit_7",
	  "unknown 76[7]", "", "ACS-3 7.12.7.34") },
	[ID_HAS_NATIVE_COMMAND_QUEUING] = {
	  ID_GROUP_76, 76, 8, 0, 0, 0, TEXTS("native_command_queuing",
	  "Native Command Queueing (NCQ)", "NCQ feature set", "ACS-3 7.12.7.34") },
	[ID_HAS_HOST_INITIATED_POWER_MANAGEMENT] = {
	  ID_GROUP_76, 76, 9, 0, 0, 0, TEXTS("host_initiated_power_management",
	  "Host-initiated interface power management",
	  "Receipt of host-initiated power management requests", "ACS-3 7.12.7.34") },
	[ID_HAS_PHY_EVENT_COUNTERS] = { ID_GROUP_76, 76, 10, 0, 0, 0, TEXTS("phy_event_counters",
	  "Phy event counters", "Phy event counters log", "ACS-3 7.12.7.34") },
	[ID_HAS_NCQ_UNLOAD] = { ID_GROUP_76, 76, 11, 0, 0, 0, TEXTS("ncq_unload",
	  "Idle-Unload when NCQ is active", "Unload while NCQ commands are outstanding",
	  "ACS-3 7.12.7.34") },
	[ID_HAS_NCQ_PRIORITY] = { ID_GROUP_76, 76, 12, 0, 0, 0, TEXTS("ncq_priority",
	  "NCQ priority information", "NCQ priority information", "ACS-3 7.12.7.34") },
	[ID_HAS_HOST_AUTOMATIC_PARTIAL_TO_SLUMBER] = {
	  ID_GROUP_76, 76, 13, 0, 0, 0, TEXTS("host_automatic_partial_to_slumber",
	  "Host automatic Partial to Slumber transitions",
	  "Host automatic Partial to Slumber transitions", "ACS-3 7.12.7.34") },
	[ID_HAS_DEVICE_AUTOMATIC_PARTIAL_TO_SLUMBER] = {
	  ID_GROUP_76, 76, 14, 79, 7, 0, TEXTS("device_automatic_partial_to_slumber",
	  "Device automatic Partial to Slumber transitions",
	  "Device automatic Partial to Slumber transitions", "ACS-3 7.12.7.34") },
	[ID_HAS_READ_LOG_DMA_EXT_AS_READ_LOG_EXT] = {
	  ID_GROUP_76, 76, 15, 0, 0, 0, TEXTS("read_log_dma_ext_as_read_log_ext",
	  "READ_LOG_DMA_EXT equivalent to READ_LOG_EXT",
	  "READ LOG DMA EXT as equivalent to READ LOG EXT", "ACS-3 7.12.7.34") },
	[ID_HAS_NCQ_STREAMING] = { ID_GROUP_77, 77, 4, 0, 0, 0, TEXTS("ncq_streaming",
	  "", "NCQ Streaming", "ACS-4 word 77") },
	[ID_HAS_NCQ_NON_DATA] = { ID_GROUP_77, 77, 5, 0, 0, 0, TEXTS("ncq_non_data",
	  "", "NCQ NON-DATA command", "ACS-4 word 77") },
	[ID_HAS_SEND_RECEIVE_FPDMA_QUEUED] = {
	  ID_GROUP_77, 77, 6, 0, 0, 0, TEXTS("send_receive_fpdma_queued",
	  "", "SEND FPDMA QUEUED and RECEIVE FPDMA QUEUED commands", "ACS-4 word 77") },
	[ID_HAS_DEVICE_SLEEP_TO_REDUCED_POWER] = {
	  ID_GROUP_77, 77, 7, 0, 0, 0, TEXTS("device_sleep_to_reduced_power",
	  "", "Device Sleep to ReducedPwrState", "ACS-4 word 77") },
	[ID_HAS_POWER_DISABLE_ALWAYS] = {
	  ID_GROUP_77, 77, 8, 0, 0, 0, TEXTS("power_disable_always",
	  "", "Power Disable feature always enabled", "ACS-4 word 77") },
	[ID_HAS_OUT_OF_BAND_MANAGEMENT] = {
	  ID_GROUP_77, 77, 9, 0, 0, 0, TEXTS("out_of_band_management",
	  "", "Out Of Band Management interface", "ACS-5 word 77") },
	[ID_HAS_WORD_78_BIT_0] = { ID_GROUP_78, 78, 0, 79, 0, 0, TEXTS("word_78_bit_0",
	  "unknown 78[0]", "", "ACS-3 7.12.7.36") },
	[ID_HAS_NON_ZERO_BUFFER_OFFSETS] = {
	  ID_GROUP_78, 78, 1, 79, 1, 0, TEXTS("non_zero_buffer_offsets",
	  "Non-Zero buffer offsets in DMA Setup FIS", "Non-zero buffer offsets",
	  "ACS-3 7.12.7.36") },
	[ID_HAS_DMA_SETUP_AUTO_ACTIVATE] = {
	  ID_GROUP_78, 78, 2, 79, 2, 0, TEXTS("dma_setup_auto_activate",
	  "DMA Setup Auto-Activate optimization", "DMA Setup auto-activation",
	  "ACS-3 7.12.7.36") },
	[ID_HAS_DEVICE_INITIATED_POWER_MANAGEMENT] = {
	  ID_GROUP_78, 78, 3, 79, 3, 0, TEXTS("device_initiated_power_management",
	  "Device-initiated interface power management", "Device Initiated Power Management",
	  "ACS-3 7.12.7.36") },
	[ID_HAS_IN_ORDER_DATA_DELIVERY] = {
	  ID_GROUP_78, 78, 4, 79, 4, 0, TEXTS("in_order_data_delivery",
	  "In-order data delivery", "In-order data delivery", "ACS-3 7.12.7.36") },
	[ID_HAS_HARDWARE_FEATURE_CONTROL] = {
	  ID_GROUP_78, 78, 5, 79, 5, 0, TEXTS("hardware_feature_control",
	  "Asynchronous notification (eg. media change)",
	  "Hardware Feature Control (ATAPI: asynchronous notification)", "ACS-3 7.12.7.36") },
	[ID_HAS_SOFTWARE_SETTINGS_PRESERVATION] = {
	  ID_GROUP_78, 78, 6, 79, 6, 0, TEXTS("software_settings_preservation",
	  "Software settings preservation", "Software Settings Preservation", "ACS-3 7.12.7.36") },
	/* no bit shows whether it is enabled: word 79 bit 7 belongs to word 76 bit 14 */
	[ID_HAS_NCQ_AUTOSENSE] = {
	  ID_GROUP_78, 78, 7, 0, 0, ID_BY_NUMBER | ID_UNMARKED, TEXTS("ncq_autosense",
	  "unknown 78[7]", "NCQ Autosense", "ACS-3 7.12.7.36") },
	[ID_HAS_DEVICE_SLEEP] = { ID_GROUP_78, 78, 8, 79, 8, 0, TEXTS("device_sleep",
	  "Device Sleep (DEVSLP)", "Device Sleep", "SATA 3.2 word 78") },
	[ID_HAS_HYBRID_INFORMATION] = {
	  ID_GROUP_78, 78, 9, 79, 9, ID_BY_NUMBER, TEXTS("hybrid_information",
	  "unknown 78[9]", "Hybrid Information feature set", "SATA 3.2 word 78") },
	[ID_HAS_DIPM_SSP_PRESERVATION] = {
	  ID_GROUP_78, 78, 10, 0, 0, ID_BY_NUMBER | ID_UNMARKED, TEXTS("dipm_ssp_preservation",
	  "unknown 78[10]", "DIPM preserved by Software Settings Preservation",
	  "ACS-4 word 78") },
	[ID_HAS_REBUILD_ASSIST] = {
	  ID_GROUP_78, 78, 11, 79, 11, ID_BY_NUMBER, TEXTS("rebuild_assist",
	  "unknown 78[11]", "Rebuild Assist feature set", "ACS-4 word 78") },
	[ID_HAS_POWER_DISABLE] = {
	  ID_GROUP_78, 78, 12, 79, 10, ID_BY_NUMBER, TEXTS("power_disable",
	  "unknown 78[12]", "Power Disable feature", "ACS-4 words 78 and 79") },
	[ID_HAS_WORD_78_BIT_13] = { ID_GROUP_78, 78, 13, 79, 13, 0, TEXTS("word_78_bit_13",
	  "unknown 78[13]", "", "ACS-3 7.12.7.36") },
	[ID_HAS_WORD_78_BIT_14] = { ID_GROUP_78, 78, 14, 79, 14, 0, TEXTS("word_78_bit_14",
	  "unknown 78[14]", "", "ACS-3 7.12.7.36") },
	[ID_HAS_WORD_78_BIT_15] = { ID_GROUP_78, 78, 15, 79, 15, 0, TEXTS("word_78_bit_15",
	  "unknown 78[15]", "", "ACS-3 7.12.7.36") },
	[ID_HAS_SCT] = { ID_GROUP_SCT, 206, 0, 0, 0, 0, TEXTS("sct",
	  "SMART Command Transport (SCT) feature set", "SCT command transport",
	  "ACS-3 word 206") },
	[ID_HAS_SCT_READ_WRITE_LONG] = {
	  ID_GROUP_SCT, 206, 1, 0, 0, 0, TEXTS("sct_read_write_long",
	  "SCT Read/Write Long (AC1), obsolete", "SCT Read/Write Long", "ATA8-ACS word 206") },
	[ID_HAS_SCT_WRITE_SAME] = { ID_GROUP_SCT, 206, 2, 0, 0, 0, TEXTS("sct_write_same",
	  "SCT Write Same (AC2)", "SCT Write Same command", "ACS-3 word 206") },
	[ID_HAS_SCT_ERROR_RECOVERY_CONTROL] = {
	  ID_GROUP_SCT, 206, 3, 0, 0, 0, TEXTS("sct_error_recovery_control",
	  "SCT Error Recovery Control (AC3)", "SCT Error Recovery Control command",
	  "ACS-3 word 206") },
	[ID_HAS_SCT_FEATURE_CONTROL] = {
	  ID_GROUP_SCT, 206, 4, 0, 0, 0, TEXTS("sct_feature_control",
	  "SCT Features Control (AC4)", "SCT Feature Control command", "ACS-3 word 206") },
	[ID_HAS_SCT_DATA_TABLES] = { ID_GROUP_SCT, 206, 5, 0, 0, 0, TEXTS("sct_data_tables",
	  "SCT Data Tables (AC5)", "SCT Data Tables command", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_6] = {
	  ID_GROUP_SCT, 206, 6, 0, 0, ID_UNMARKED, TEXTS("word_206_bit_6",
	  "unknown 206[6]", "", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_7] = {
	  ID_GROUP_SCT, 206, 7, 0, 0, ID_UNMARKED, TEXTS("word_206_bit_7",
	  "unknown 206[7]", "", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_8] = {
	  ID_GROUP_SCT, 206, 8, 0, 0, ID_UNMARKED, TEXTS("word_206_bit_8",
	  "unknown 206[8]", "", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_9] = {
	  ID_GROUP_SCT, 206, 9, 0, 0, ID_UNMARKED, TEXTS("word_206_bit_9",
	  "unknown 206[9]", "", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_10] = {
	  ID_GROUP_SCT, 206, 10, 0, 0, ID_UNMARKED, TEXTS("word_206_bit_10",
	  "unknown 206[10]", "", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_11] = {
	  ID_GROUP_SCT, 206, 11, 0, 0, ID_UNMARKED, TEXTS("word_206_bit_11",
	  "unknown 206[11]", "", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_12] = {
	  ID_GROUP_SCT, 206, 12, 0, 0, ID_UNMARKED | ID_BY_NUMBER, TEXTS("word_206_bit_12",
	  "unknown 206[12] (vendor specific)", "SCT vendor specific", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_13] = {
	  ID_GROUP_SCT, 206, 13, 0, 0, ID_UNMARKED | ID_BY_NUMBER, TEXTS("word_206_bit_13",
	  "unknown 206[13] (vendor specific)", "SCT vendor specific", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_14] = {
	  ID_GROUP_SCT, 206, 14, 0, 0, ID_UNMARKED | ID_BY_NUMBER, TEXTS("word_206_bit_14",
	  "unknown 206[14] (vendor specific)", "SCT vendor specific", "ACS-3 word 206") },
	[ID_HAS_WORD_206_BIT_15] = {
	  ID_GROUP_SCT, 206, 15, 0, 0, ID_UNMARKED | ID_BY_NUMBER, TEXTS("word_206_bit_15",
	  "unknown 206[15] (vendor specific)", "SCT vendor specific", "ACS-3 word 206") },
	[ID_HAS_SANITIZE_ANTIFREEZE_LOCK_EXT] = {
	  ID_GROUP_SANITIZE, 59, 10, 0, 0, 0, TEXTS("sanitize_antifreeze_lock_ext",
	  "SANITIZE_ANTIFREEZE_LOCK_EXT command", "SANITIZE ANTIFREEZE LOCK EXT command",
	  "ACS-3 7.12.7.21") },
	[ID_HAS_SANITIZE_COMMANDS_BY_STANDARD] = {
	  ID_GROUP_SANITIZE, 59, 11, 0, 0, 0, TEXTS("sanitize_commands_by_standard",
	  "", "Commands during a sanitize operation by the standard", "ACS-3 7.12.7.21") },
	[ID_HAS_SANITIZE] = { ID_GROUP_SANITIZE, 59, 12, 0, 0, 0, TEXTS("sanitize",
	  "SANITIZE feature set", "Sanitize Device feature set", "ACS-3 7.12.7.21") },
	[ID_HAS_CRYPTO_SCRAMBLE_EXT] = {
	  ID_GROUP_SANITIZE, 59, 13, 0, 0, 0, TEXTS("crypto_scramble_ext",
	  "CRYPTO_SCRAMBLE_EXT command", "CRYPTO SCRAMBLE EXT command", "ACS-3 7.12.7.21") },
	[ID_HAS_OVERWRITE_EXT] = { ID_GROUP_SANITIZE, 59, 14, 0, 0, 0, TEXTS("overwrite_ext",
	  "OVERWRITE_EXT command", "OVERWRITE EXT command", "ACS-3 7.12.7.21") },
	[ID_HAS_BLOCK_ERASE_EXT] = { ID_GROUP_SANITIZE, 59, 15, 0, 0, 0, TEXTS("block_erase_ext",
	  "BLOCK_ERASE_EXT command", "BLOCK ERASE EXT command", "ACS-3 7.12.7.21") },
	[ID_HAS_ZONED_BIT_0] = { ID_GROUP_69, 69, 0, 0, 0, ID_BY_NUMBER, TEXTS("zoned_bit_0",
	  "reserved 69[0]", "Host-aware zones (word 69 bits 1:0)", "ACS-4 word 69") },
	[ID_HAS_ZONED_BIT_1] = { ID_GROUP_69, 69, 1, 0, 0, ID_BY_NUMBER, TEXTS("zoned_bit_1",
	  "reserved 69[1]", "Device-managed zones (word 69 bits 1:0)", "ACS-4 word 69") },
	[ID_HAS_NON_VOLATILE_WRITE_CACHE] = {
	  ID_GROUP_69, 69, 2, 0, 0, 0, TEXTS("non_volatile_write_cache",
	  "All write cache is non-volatile", "All write cache is non-volatile",
	  "ACS-3 7.12.7.30") },
	[ID_HAS_EXTENDED_USER_ADDRESSABLE_SECTORS] = {
	  ID_GROUP_69, 69, 3, 0, 0, 0, TEXTS("extended_user_addressable_sectors",
	  "Extended number of user addressable sectors ",
	  "Extended number of user addressable sectors", "ACS-3 7.12.7.30") },
	[ID_HAS_ENCRYPTS_ALL_USER_DATA] = {
	  ID_GROUP_69, 69, 4, 0, 0, 0, TEXTS("encrypts_all_user_data",
	  "Device encrypts all user data", "Device encrypts all user data", "ACS-3 7.12.7.30") },
	[ID_HAS_TRIM_READS_ZEROS] = {
	  ID_GROUP_69, 69, 5, 0, 0, ID_WITH_TRIM, TEXTS("trim_reads_zeros",
	  "", "Trimmed LBAs read as zeros", "ACS-3 7.12.7.30") },
	[ID_HAS_OPTIONAL_28_BIT_COMMANDS] = {
	  ID_GROUP_69, 69, 6, 0, 0, 0, TEXTS("optional_28_bit_commands",
	  "Optional ATA device 28-bit commands", "Optional 28-bit commands", "ACS-3 7.12.7.30") },
	[ID_HAS_IEEE_1667] = { ID_GROUP_69, 69, 7, 0, 0, 0, TEXTS("ieee_1667",
	  "IEEE 1667 authentication of transient storage devices", "IEEE 1667",
	  "ACS-3 7.12.7.30") },
	[ID_HAS_DOWNLOAD_MICROCODE_DMA] = {
	  ID_GROUP_69, 69, 8, 0, 0, 0, TEXTS("download_microcode_dma",
	  "DOWNLOAD MICROCODE DMA command", "DOWNLOAD MICROCODE DMA command", "ACS-3 7.12.7.30") },
	[ID_HAS_SET_MAX_PASSWORD_DMA] = {
	  ID_GROUP_69, 69, 9, 0, 0, 0, TEXTS("set_max_password_dma",
	  "SET MAX SETPASSWORD/UNLOCK DMA commands",
	  "SET MAX SET PASSWORD DMA and SET MAX UNLOCK DMA commands", "ACS-2 word 69") },
	[ID_HAS_WRITE_BUFFER_DMA] = { ID_GROUP_69, 69, 10, 0, 0, 0, TEXTS("write_buffer_dma",
	  "WRITE BUFFER DMA command", "WRITE BUFFER DMA command", "ACS-3 7.12.7.30") },
	[ID_HAS_READ_BUFFER_DMA] = { ID_GROUP_69, 69, 11, 0, 0, 0, TEXTS("read_buffer_dma",
	  "READ BUFFER DMA command", "READ BUFFER DMA command", "ACS-3 7.12.7.30") },
	[ID_HAS_DEVICE_CONFIGURATION_DMA] = {
	  ID_GROUP_69, 69, 12, 0, 0, 0, TEXTS("device_configuration_dma",
	  "DEVICE CONFIGURATION SET/IDENTIFY DMA commands",
	  "DEVICE CONFIGURATION IDENTIFY DMA and SET DMA commands", "ACS-2 word 69") },
	[ID_HAS_LONG_PHYSICAL_SECTOR_ALIGNMENT_ERROR] = {
	  ID_GROUP_69, 69, 13, 0, 0, 0, TEXTS("long_physical_sector_alignment_error",
	  "Long physical sector diagnostics", "LPS Misalignment Error Reporting",
	  "ACS-3 7.12.7.30") },
	[ID_HAS_TRIM_DETERMINISTIC] = {
	  ID_GROUP_69, 69, 14, 0, 0, ID_WITH_TRIM, TEXTS("trim_deterministic",
	  "", "Trimmed LBAs read deterministically", "ACS-3 7.12.7.30") },
	[ID_HAS_CFAST] = { ID_GROUP_69, 69, 15, 0, 0, 0, TEXTS("cfast",
	  "CFast specification support", "CFast specification", "ACS-2 word 69") },
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
		/* a word without a signature; FFFFh: not filled in */
		return ata_word(id, row->word) != 0xffff && ata_id_claims(id, feature);
	}
}

bool ata_id_enabled(const uint8_t *id, enum id_feature_id feature)
{
	const struct id_feature *row = &id_feature_table[feature];

	return !row->on_word || (ata_word(id, row->on_word) >> row->on_bit & 1);
}
