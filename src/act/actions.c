// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The order of all acts. It does not depend on the command line's order. Scripts rely on it
 * (read-ahead is set before timings, the drive sleeps last), and a test keeps it.
 */
#include "action.h"
#include "acts.h"
#include "scan.h"
#include "security.h"
#include "timing.h"

/* clang-format off */
const struct action action_table[] = {
	{ .opt = OPT_SET_SECTOR_SIZE, .stage = STAGE_SET, .verb = VERB_SET_SECTOR_BYTES, .first = FIRST_IDENTIFY_QUIETLY, .not_usb = true, .check = check_set_sector_size, .run = act_set_sector_size },
	{ .opt = OPT_TRIM_SECTOR_RANGES_STDIN, .stage = STAGE_SET, .verb = VERB_TRIM, .run = act_trim_stdin },
	{ .opt = OPT_IDLE3_TIMER, .stage = STAGE_SET, .run = act_idle3_set },
	{ .opt = OPT_READ_AHEAD, .stage = STAGE_SET, .verb = VERB_ANY, .run = act_ioctl_set },
	{ .opt = OPT_PIO_MODE, .stage = STAGE_SET, .tries = true, .run = act_pio_mode_set },
	{ .opt = OPT_IO_32BIT, .stage = STAGE_SET, .tries = true, .run = act_ioctl_set },
	{ .opt = OPT_MULTCOUNT, .stage = STAGE_SET, .tries = true, .run = act_multcount_set },
	{ .opt = OPT_READ_ONLY, .stage = STAGE_SET, .verb = VERB_ANY, .run = act_ioctl_set },
	{ .opt = OPT_UNMASK_IRQ, .stage = STAGE_SET, .tries = true, .run = act_ioctl_set },
	{ .opt = OPT_DMA, .stage = STAGE_SET, .tries = true, .run = act_ioctl_set },
	{ .opt = OPT_QUEUE_DEPTH, .stage = STAGE_SET, .verb = VERB_SCSI_LAYER, .tries = true, .run = act_attribute_set },
	{ .opt = OPT_NOWERR, .stage = STAGE_SET, .tries = true, .run = act_ioctl_set },
	{ .opt = OPT_KEEP_SETTINGS, .stage = STAGE_SET, .tries = true, .run = act_ioctl_set },
	{ .opt = OPT_DOOR_LOCK, .stage = STAGE_SET, .run = act_door_lock_set },
	{ .opt = OPT_KEEP_FEATURES, .stage = STAGE_SET, .run = act_feature_set },
	{ .opt = OPT_DEFECT_MANAGEMENT, .stage = STAGE_SET, .run = act_feature_set },
	{ .opt = OPT_PREFETCH, .stage = STAGE_SET, .run = act_feature_set },
	{ .opt = OPT_TRANSFER_MODE, .stage = STAGE_SET, .run = act_transfer_mode_set },
	{ .opt = OPT_LOOK_AHEAD, .stage = STAGE_SET, .verb = VERB_SET_LOOK_AHEAD, .run = act_look_ahead_set },
	{ .opt = OPT_POWER_UP_IN_STANDBY, .stage = STAGE_SET, .run = act_power_up_in_standby_set },
	{ .opt = OPT_APM, .stage = STAGE_SET, .run = act_apm_set },
	{ .opt = OPT_CD_SPEED, .stage = STAGE_SET, .tries = true, .run = act_cd_speed_set },
	{ .opt = OPT_ACOUSTIC, .stage = STAGE_SET, .run = act_feature_set },
	{ .opt = OPT_WRITE_READ_VERIFY, .stage = STAGE_SET, .run = act_feature_set },
	{ .opt = OPT_WRITE_CACHE, .stage = STAGE_SET, .verb = VERB_SET_WRITE_CACHE, .run = act_write_cache_set },
	NOT_SMALL({ .opt = OPT_COMMAND_TIMEOUT, .stage = STAGE_SET, .verb = VERB_ANY, .run = act_time_limit_set },)
	NOT_SMALL({ .opt = OPT_EH_TIMEOUT, .stage = STAGE_SET, .verb = VERB_SCSI_LAYER, .run = act_time_limit_set },)
	NOT_SMALL({ .opt = OPT_PROVISIONING, .stage = STAGE_SET, .verb = VERB_SCSI_LAYER, .run = act_provisioning_set },)
	NOT_SMALL({ .opt = OPT_ERROR_RECOVERY, .stage = STAGE_SET, .verb = VERB_SET_RECOVERY_TIME, .tries = true, .run = act_recovery_set },)
	NOT_SMALL({ .opt = OPT_SCT_WRITE_CACHE, .stage = STAGE_SET, .run = act_sct_set },)
	NOT_SMALL({ .opt = OPT_SCT_WRITE_REORDERING, .stage = STAGE_SET, .run = act_sct_set },)
	{ .opt = OPT_STANDBY_TIMER, .stage = STAGE_SET, .verb = VERB_SET_STANDBY_TIMER, .run = act_standby_timer_set },
	NOT_SMALL({ .opt = OPT_EPC, .stage = STAGE_SET, .verb = VERB_SET_EPC, .run = act_epc_set },)
	NOT_SMALL({ .opt = OPT_EPC_IDLE_A, .stage = STAGE_SET, .verb = VERB_SET_CONDITION, .first = FIRST_IDENTIFY_QUIETLY, .check = check_conditions, .run = act_epc_timer_set },)
	NOT_SMALL({ .opt = OPT_EPC_IDLE_B, .stage = STAGE_SET, .verb = VERB_SET_CONDITION, .first = FIRST_IDENTIFY_QUIETLY, .check = check_conditions, .run = act_epc_timer_set },)
	NOT_SMALL({ .opt = OPT_EPC_IDLE_C, .stage = STAGE_SET, .verb = VERB_SET_CONDITION, .first = FIRST_IDENTIFY_QUIETLY, .check = check_conditions, .run = act_epc_timer_set },)
	NOT_SMALL({ .opt = OPT_EPC_STANDBY_Y, .stage = STAGE_SET, .verb = VERB_SET_CONDITION, .first = FIRST_IDENTIFY_QUIETLY, .check = check_conditions, .run = act_epc_timer_set },)
	NOT_SMALL({ .opt = OPT_EPC_STANDBY_Z, .stage = STAGE_SET, .verb = VERB_SET_CONDITION, .first = FIRST_IDENTIFY_QUIETLY, .check = check_conditions, .run = act_epc_timer_set },)
	NOT_SMALL({ .opt = OPT_ERASE, .stage = STAGE_SET, .verb = VERB_ERASE, .not_usb = true, .check = check_erase, .run = act_erase },)
	{ .opt = OPT_SECURITY_UNLOCK, .stage = STAGE_SET, .check = check_security, .run = act_security, .row = &security_unlock },
	{ .opt = OPT_SECURITY_SET_PASS, .stage = STAGE_SET, .check = check_security, .run = act_security, .row = &security_set_pass },
	{ .opt = OPT_SECURITY_DISABLE, .stage = STAGE_SET, .check = check_security, .run = act_security, .row = &security_disable },
	{ .opt = OPT_SECURITY_ERASE, .stage = STAGE_SET, .check = check_security, .run = act_security, .row = &security_erase },
	{ .opt = OPT_SECURITY_ERASE_ENHANCED, .stage = STAGE_SET, .check = check_security, .run = act_security, .row = &security_erase_enhanced },
	NOT_SMALL({ .opt = OPT_SECURITY_RECOVER, .stage = STAGE_SET, .run = act_security_recover },)
	{ .opt = OPT_SANITIZE_STATUS, .stage = STAGE_SET, .verb = VERB_SANITIZE_STATUS, .first = FIRST_IDENTIFY_QUIETLY, .not_usb = true, .check = check_sanitize, .run = act_sanitize_status },
	{ .opt = OPT_SANITIZE_FREEZE_LOCK, .stage = STAGE_SET, .check = check_sanitize, .run = act_sanitize_lock, .row = &sanitize_freeze_lock },
	{ .opt = OPT_SANITIZE_ANTIFREEZE_LOCK, .stage = STAGE_SET, .check = check_sanitize, .run = act_sanitize_lock, .row = &sanitize_antifreeze_lock },
	{ .opt = OPT_SANITIZE_CRYPTO_SCRAMBLE, .stage = STAGE_SET, .verb = VERB_ERASE, .first = FIRST_IDENTIFY_QUIETLY, .not_usb = true, .check = check_sanitize, .run = act_sanitize, .row = &sanitize_crypto_scramble },
	{ .opt = OPT_SANITIZE_BLOCK_ERASE, .stage = STAGE_SET, .verb = VERB_ERASE, .first = FIRST_IDENTIFY_QUIETLY, .not_usb = true, .check = check_sanitize, .run = act_sanitize, .row = &sanitize_block_erase },
	{ .opt = OPT_SANITIZE_OVERWRITE, .stage = STAGE_SET, .verb = VERB_ERASE, .first = FIRST_IDENTIFY_QUIETLY, .not_usb = true, .check = check_sanitize, .run = act_sanitize, .row = &sanitize_overwrite },
	{ .opt = OPT_DCO_IDENTIFY, .stage = STAGE_SET, .run = act_dco_identify },
	{ .opt = OPT_DCO_RESTORE, .stage = STAGE_SET, .run = act_dco_restore },
	{ .opt = OPT_DCO_FREEZE, .stage = STAGE_SET, .run = act_plain_command, .row = &command_dco_freeze },
	{ .opt = OPT_DCO_SETMAX, .stage = STAGE_SET, .run = act_dco_setmax },
	{ .opt = OPT_SECURITY_FREEZE, .stage = STAGE_SET, .run = act_security_freeze },
	{ .opt = OPT_SEAGATE_POWERSAVE_OFF, .stage = STAGE_SET, .run = act_plain_command, .row = &command_seagate_powersave_off },
	{ .opt = OPT_BUS_STATE, .stage = STAGE_SET, .tries = true, .run = act_ioctl_set },
	{ .opt = OPT_MAX_SECTORS, .stage = STAGE_SET, .run = act_max_sectors_set },
	{ .opt = OPT_MAKE_BAD_SECTOR, .stage = STAGE_SET, .verb = VERB_MAKE_BAD, .first = FIRST_IDENTIFY, .run = act_make_bad_sector },
	{ .opt = OPT_TRIM_SECTOR_RANGES, .stage = STAGE_SET, .verb = VERB_TRIM, .run = act_trim_ranges },
	{ .opt = OPT_WRITE_SECTOR, .stage = STAGE_SET, .verb = VERB_ANY, .run = act_write_sector },
	{ .opt = OPT_REPAIR_SECTOR, .stage = STAGE_SET, .verb = VERB_ANY, .run = act_write_sector },
	{ .opt = OPT_FWDOWNLOAD, .stage = STAGE_SET, .verb = VERB_SEND_FIRMWARE, .first = FIRST_IDENTIFY_QUIETLY, .not_usb = true, .check = job_check_identity, .run = act_firmware, .row = &firmware_preferred },
	{ .opt = OPT_FWDOWNLOAD_MODE3, .stage = STAGE_SET, .verb = VERB_SEND_FIRMWARE, .first = FIRST_IDENTIFY_QUIETLY, .not_usb = true, .check = job_check_identity, .run = act_firmware, .row = &firmware_mode3 },
	{ .opt = OPT_FWDOWNLOAD_MODE3_MAX, .stage = STAGE_SET, .verb = VERB_SEND_FIRMWARE, .first = FIRST_IDENTIFY_QUIETLY, .not_usb = true, .check = job_check_identity, .run = act_firmware, .row = &firmware_mode3_max },
	{ .opt = OPT_FWDOWNLOAD_MODE7, .stage = STAGE_SET, .verb = VERB_SEND_FIRMWARE, .first = FIRST_IDENTIFY_QUIETLY, .not_usb = true, .check = job_check_identity, .run = act_firmware, .row = &firmware_mode7 },
	{ .opt = OPT_FWDOWNLOAD_MODEE, .stage = STAGE_SET, .verb = VERB_SEND_FIRMWARE, .first = FIRST_IDENTIFY_QUIETLY, .not_usb = true, .check = job_check_identity, .run = act_firmware, .row = &firmware_modee },
	{ .opt = OPT_FWDOWNLOAD_MODEE_MAX, .stage = STAGE_SET, .verb = VERB_SEND_FIRMWARE, .first = FIRST_IDENTIFY_QUIETLY, .not_usb = true, .check = job_check_identity, .run = act_firmware, .row = &firmware_modee_max },
	{ .opt = OPT_FWACTIVATE, .stage = STAGE_SET, .verb = VERB_ACTIVATE_FIRMWARE, .first = FIRST_IDENTIFY_QUIETLY, .not_usb = true, .check = job_check_identity, .run = act_firmware_activate },
	{ .opt = OPT_READ_SECTOR, .stage = STAGE_SET, .verb = VERB_ANY, .run = act_read_sector },
	{ .opt = OPT_DRQ_HSM_ERROR, .stage = STAGE_SET, .check = job_identify, .run = act_drq_hsm_error },

	{ .opt = OPT_TEMPERATURE, .stage = STAGE_GET, .verb = VERB_TEMPERATURE, .run = act_temperature },
	{ .opt = OPT_MULTCOUNT, .stage = STAGE_GET, .tries = true, .run = act_setting_get },
	{ .opt = OPT_IO_32BIT, .stage = STAGE_GET, .tries = true, .run = act_setting_get },
	{ .opt = OPT_UNMASK_IRQ, .stage = STAGE_GET, .tries = true, .run = act_setting_get },
	{ .opt = OPT_DMA, .stage = STAGE_GET, .tries = true, .run = act_setting_get },
	{ .opt = OPT_QUEUE_DEPTH, .stage = STAGE_GET, .verb = VERB_SCSI_LAYER, .tries = true, .run = act_setting_get },
	{ .opt = OPT_KEEP_SETTINGS, .stage = STAGE_GET, .tries = true, .run = act_setting_get },
	{ .opt = OPT_NOWERR, .stage = STAGE_GET, .tries = true, .run = act_setting_get },
	{ .opt = OPT_READ_ONLY, .stage = STAGE_GET, .verb = VERB_ANY, .run = act_setting_get },
	{ .opt = OPT_READ_AHEAD, .stage = STAGE_GET, .verb = VERB_ANY, .run = act_setting_get },
	{ .opt = OPT_GEOMETRY, .stage = STAGE_GET, .verb = VERB_ANY, .run = act_geometry },
	{ .opt = OPT_IDLE3_TIMER, .stage = STAGE_GET, .run = act_idle3_get },
	{ .opt = OPT_POWER_MODE, .stage = STAGE_GET, .verb = VERB_POWER, .tries = true, .not_usb = true, .run = act_power_mode },
	{ .opt = OPT_IDENTITY, .stage = STAGE_DO, .verb = VERB_IDENTITY, .run = act_identity },
	{ .opt = OPT_IDENTIFY, .stage = STAGE_DO, .verb = VERB_IDENTITY, .run = act_identify },
	{ .opt = OPT_IDENTIFY_STDOUT, .stage = STAGE_DO, .run = act_identify_words },
	{ .opt = OPT_IDENTIFY_FILE, .stage = STAGE_DO, .run = act_identify_file },
	{ .opt = OPT_LOOK_AHEAD, .stage = STAGE_GET, .verb = VERB_LOOK_AHEAD, .run = act_look_ahead_get },
	{ .opt = OPT_WRITE_CACHE, .stage = STAGE_GET, .verb = VERB_WRITE_CACHE, .run = act_write_cache_get },
	NOT_SMALL({ .opt = OPT_ERROR_RECOVERY, .stage = STAGE_GET, .verb = VERB_RECOVERY_TIME, .run = act_recovery_get },)
	NOT_SMALL({ .opt = OPT_SCT_WRITE_CACHE, .stage = STAGE_GET, .run = act_sct_get },)
	NOT_SMALL({ .opt = OPT_SCT_WRITE_REORDERING, .stage = STAGE_GET, .run = act_sct_get },)
	NOT_SMALL({ .opt = OPT_COMMAND_TIMEOUT, .stage = STAGE_GET, .verb = VERB_ANY, .run = act_setting_get },)
	NOT_SMALL({ .opt = OPT_EH_TIMEOUT, .stage = STAGE_GET, .verb = VERB_SCSI_LAYER, .run = act_setting_get },)
	NOT_SMALL({ .opt = OPT_PROVISIONING, .stage = STAGE_GET, .verb = VERB_SCSI_LAYER, .run = act_provisioning_get },)
	{ .opt = OPT_APM, .stage = STAGE_GET, .run = act_setting_get },
	{ .opt = OPT_ACOUSTIC, .stage = STAGE_GET, .run = act_setting_get },
	{ .opt = OPT_WRITE_READ_VERIFY, .stage = STAGE_GET, .run = act_setting_get },
	NOT_SMALL({ .opt = OPT_EPC, .stage = STAGE_GET, .verb = VERB_CONDITIONS, .run = act_epc_get },)
	{ .opt = OPT_BUS_STATE, .stage = STAGE_GET, .tries = true, .run = act_setting_get },
	{ .opt = OPT_MAX_SECTORS, .stage = STAGE_GET, .run = act_max_sectors_get },

	{ .opt = OPT_TIME_CACHE, .stage = STAGE_DO, .verb = VERB_ANY, .run = act_time_cache },
	{ .opt = OPT_FLUSH_DRIVE, .stage = STAGE_DO, .verb = VERB_FLUSH, .run = act_flush_drive },
	{ .opt = OPT_TIME_DEVICE, .stage = STAGE_DO, .verb = VERB_ANY, .run = act_time_device },
	{ .opt = OPT_FLUSH_BUFFERS, .stage = STAGE_DO, .verb = VERB_ANY, .run = act_flush_buffers },
	NOT_SMALL({ .opt = OPT_SURFACE_SCAN, .stage = STAGE_DO, .verb = VERB_ANY, .run = act_surface_scan },)
	{ .opt = OPT_REREAD_PARTITIONS, .stage = STAGE_DO, .verb = VERB_ANY, .run = act_reread_partitions },
	{ .opt = OPT_IDLE_IMMEDIATE, .stage = STAGE_DO, .run = act_plain_command, .row = &command_idle_immediate },
	{ .opt = OPT_STANDBY_NOW, .stage = STAGE_DO, .verb = VERB_STANDBY, .run = act_standby },
	{ .opt = OPT_IDLE_UNLOAD, .stage = STAGE_DO, .announce = " issuing idle_immediate_unload command\n", .run = act_idle_unload },
	NOT_SMALL({ .opt = OPT_EPC_GO, .stage = STAGE_DO, .verb = VERB_GO_TO, .first = FIRST_IDENTIFY_QUIETLY, .check = check_conditions, .run = act_epc_go },)
	{ .opt = OPT_SLEEP_NOW, .stage = STAGE_DO, .run = act_plain_command, .row = &command_sleep },
	{ .opt = OPT_RESET, .stage = STAGE_DO, .tries = true, .run = act_reset },
};
/* clang-format on */

const size_t action_count = sizeof(action_table) / sizeof(action_table[0]);
