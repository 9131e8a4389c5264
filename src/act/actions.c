// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The fixed order of all acts, whatever the command line's. Scripts rely on it (read-ahead is set
 * before timings, the drive sleeps last); changing it is a visible decision, kept by a test.
 */
#include "action.h"
#include "acts.h"
#include "timing.h"

/* clang-format off */
const struct action action_table[] = {
	{ OPT_SET_SECTOR_SIZE, STAGE_SET, act_set_sector_size, NULL },
	{ OPT_TRIM_SECTOR_RANGES_STDIN, STAGE_SET, act_trim_stdin, NULL },
	{ OPT_IDLE3_TIMER, STAGE_SET, act_idle3_set, NULL },
	{ OPT_READ_AHEAD, STAGE_SET, act_ioctl_set, &setting_read_ahead },
	{ OPT_PIO_MODE, STAGE_SET, act_pio_mode_set, NULL },
	{ OPT_IO_32BIT, STAGE_SET, act_ioctl_set, &setting_io_32bit },
	{ OPT_MULTCOUNT, STAGE_SET, act_multcount_set, &setting_multcount },
	{ OPT_READ_ONLY, STAGE_SET, act_ioctl_set, &setting_read_only },
	{ OPT_UNMASK_IRQ, STAGE_SET, act_ioctl_set, &setting_unmask_irq },
	{ OPT_DMA, STAGE_SET, act_ioctl_set, &setting_dma },
	{ OPT_QUEUE_DEPTH, STAGE_SET, act_queue_depth_set, NULL },
	{ OPT_NOWERR, STAGE_SET, act_ioctl_set, &setting_nowerr },
	{ OPT_KEEP_SETTINGS, STAGE_SET, act_ioctl_set, &setting_keep_settings },
	{ OPT_DOOR_LOCK, STAGE_SET, act_door_lock_set, NULL },
	{ OPT_KEEP_FEATURES, STAGE_SET, act_feature_set, &feature_keep_features },
	{ OPT_DEFECT_MANAGEMENT, STAGE_SET, act_feature_set, &feature_defect_management },
	{ OPT_PREFETCH, STAGE_SET, act_feature_set, &feature_prefetch },
	{ OPT_TRANSFER_MODE, STAGE_SET, act_transfer_mode_set, NULL },
	{ OPT_LOOK_AHEAD, STAGE_SET, act_feature_set, &feature_look_ahead },
	{ OPT_POWER_UP_IN_STANDBY, STAGE_SET, act_power_up_in_standby_set, NULL },
	{ OPT_APM, STAGE_SET, act_feature_set, &feature_apm },
	{ OPT_CD_SPEED, STAGE_SET, act_cd_speed_set, NULL },
	{ OPT_ACOUSTIC, STAGE_SET, act_feature_set, &feature_acoustic },
	{ OPT_WRITE_READ_VERIFY, STAGE_SET, act_feature_set, &feature_write_read_verify },
	{ OPT_WRITE_CACHE, STAGE_SET, act_write_cache_set, &feature_write_cache },
	{ OPT_STANDBY_TIMER, STAGE_SET, act_standby_timer_set, NULL },
	{ OPT_SECURITY_UNLOCK, STAGE_SET, act_security, &security_unlock },
	{ OPT_SECURITY_SET_PASS, STAGE_SET, act_security, &security_set_pass },
	{ OPT_SECURITY_DISABLE, STAGE_SET, act_security, &security_disable },
	{ OPT_SECURITY_ERASE, STAGE_SET, act_security, &security_erase },
	{ OPT_SECURITY_ERASE_ENHANCED, STAGE_SET, act_security, &security_erase_enhanced },
	{ OPT_SANITIZE_STATUS, STAGE_SET, act_sanitize, &sanitize_status },
	{ OPT_SANITIZE_FREEZE_LOCK, STAGE_SET, act_sanitize, &sanitize_freeze_lock },
	{ OPT_SANITIZE_ANTIFREEZE_LOCK, STAGE_SET, act_sanitize, &sanitize_antifreeze_lock },
	{ OPT_SANITIZE_CRYPTO_SCRAMBLE, STAGE_SET, act_sanitize, &sanitize_crypto_scramble },
	{ OPT_SANITIZE_BLOCK_ERASE, STAGE_SET, act_sanitize, &sanitize_block_erase },
	{ OPT_SANITIZE_OVERWRITE, STAGE_SET, act_sanitize, &sanitize_overwrite },
	{ OPT_DCO_IDENTIFY, STAGE_SET, act_dco_identify, NULL },
	{ OPT_DCO_RESTORE, STAGE_SET, act_dco_restore, NULL },
	{ OPT_DCO_FREEZE, STAGE_SET, act_plain_command, &command_dco_freeze },
	{ OPT_DCO_SETMAX, STAGE_SET, act_dco_setmax, NULL },
	{ OPT_SECURITY_FREEZE, STAGE_SET, act_security_freeze, NULL },
	{ OPT_SEAGATE_POWERSAVE_OFF, STAGE_SET, act_plain_command, &command_seagate_powersave_off },
	{ OPT_BUS_STATE, STAGE_SET, act_ioctl_set, &setting_bus_state },
	{ OPT_MAX_SECTORS, STAGE_SET, act_max_sectors_set, NULL },
	{ OPT_MAKE_BAD_SECTOR, STAGE_SET, act_make_bad_sector, NULL },
	{ OPT_TRIM_SECTOR_RANGES, STAGE_SET, act_trim_ranges, NULL },
	{ OPT_WRITE_SECTOR, STAGE_SET, act_write_sector, NULL },
	{ OPT_REPAIR_SECTOR, STAGE_SET, act_write_sector, NULL },
	{ OPT_FWDOWNLOAD, STAGE_SET, act_firmware, &firmware_preferred },
	{ OPT_FWDOWNLOAD_MODE3, STAGE_SET, act_firmware, &firmware_mode3 },
	{ OPT_FWDOWNLOAD_MODE3_MAX, STAGE_SET, act_firmware, &firmware_mode3_max },
	{ OPT_FWDOWNLOAD_MODE7, STAGE_SET, act_firmware, &firmware_mode7 },
	{ OPT_FWDOWNLOAD_MODEE, STAGE_SET, act_firmware, &firmware_modee },
	{ OPT_FWDOWNLOAD_MODEE_MAX, STAGE_SET, act_firmware, &firmware_modee_max },
	{ OPT_FWACTIVATE, STAGE_SET, act_firmware_activate, NULL },
	{ OPT_READ_SECTOR, STAGE_SET, act_read_sector, NULL },
	{ OPT_DRQ_HSM_ERROR, STAGE_SET, act_drq_hsm_error, NULL },

	{ OPT_TEMPERATURE, STAGE_GET, act_temperature, NULL },
	{ OPT_MULTCOUNT, STAGE_GET, act_multcount_get, &setting_multcount },
	{ OPT_IO_32BIT, STAGE_GET, act_ioctl_get, &setting_io_32bit },
	{ OPT_UNMASK_IRQ, STAGE_GET, act_ioctl_get, &setting_unmask_irq },
	{ OPT_DMA, STAGE_GET, act_ioctl_get, &setting_dma },
	{ OPT_QUEUE_DEPTH, STAGE_GET, act_queue_depth_get, NULL },
	{ OPT_KEEP_SETTINGS, STAGE_GET, act_ioctl_get, &setting_keep_settings },
	{ OPT_NOWERR, STAGE_GET, act_ioctl_get, &setting_nowerr },
	{ OPT_READ_ONLY, STAGE_GET, act_ioctl_get, &setting_read_only },
	{ OPT_READ_AHEAD, STAGE_GET, act_ioctl_get, &setting_read_ahead },
	{ OPT_GEOMETRY, STAGE_GET, act_geometry, NULL },
	{ OPT_IDLE3_TIMER, STAGE_GET, act_idle3_get, NULL },
	{ OPT_POWER_MODE, STAGE_GET, act_power_mode, NULL },
	{ OPT_IDENTITY, STAGE_DO, act_identity, NULL },
	{ OPT_IDENTIFY, STAGE_DO, act_identify, NULL },
	{ OPT_IDENTIFY_STDOUT, STAGE_DO, act_identify_words, NULL },
	{ OPT_IDENTIFY_FILE, STAGE_DO, act_identify_file, NULL },
	{ OPT_LOOK_AHEAD, STAGE_GET, act_flag_get, &feature_look_ahead },
	{ OPT_WRITE_CACHE, STAGE_GET, act_flag_get, &feature_write_cache },
	{ OPT_APM, STAGE_GET, act_apm_get, &feature_apm },
	{ OPT_ACOUSTIC, STAGE_GET, act_acoustic_get, &feature_acoustic },
	{ OPT_WRITE_READ_VERIFY, STAGE_GET, act_write_read_verify_get, &feature_write_read_verify },
	{ OPT_BUS_STATE, STAGE_GET, act_ioctl_get, &setting_bus_state },
	{ OPT_MAX_SECTORS, STAGE_GET, act_max_sectors_get, NULL },

	{ OPT_TIME_CACHE, STAGE_DO, act_time_cache, NULL },
	{ OPT_FLUSH_DRIVE, STAGE_DO, act_flush_drive, NULL },
	{ OPT_TIME_DEVICE, STAGE_DO, act_time_device, NULL },
	{ OPT_FLUSH_BUFFERS, STAGE_DO, act_flush_buffers, NULL },
	{ OPT_REREAD_PARTITIONS, STAGE_DO, act_reread_partitions, NULL },
	{ OPT_IDLE_IMMEDIATE, STAGE_DO, act_plain_command, &command_idle_immediate },
	{ OPT_STANDBY_NOW, STAGE_DO, act_plain_command, &command_standby },
	{ OPT_IDLE_UNLOAD, STAGE_DO, act_idle_unload, NULL },
	{ OPT_SLEEP_NOW, STAGE_DO, act_plain_command, &command_sleep },
	{ OPT_RESET, STAGE_DO, act_reset, NULL },
};
/* clang-format on */

const size_t action_count = sizeof(action_table) / sizeof(action_table[0]);

/* clang-format off */
const struct action deviceless_table[] = {
	{ OPT_HELP, STAGE_DO, act_help, NULL },
	{ OPT_VERSION, STAGE_DO, act_version, NULL },
	{ OPT_LIST_OPTIONS, STAGE_DO, act_list_options, NULL },
	{ OPT_IDENTIFY_STDIN, STAGE_DO, act_identify_stdin, NULL },
	{ OPT_SECURITY_HELP, STAGE_DO, act_security_help, NULL },
	{ OPT_FALLOCATE, STAGE_DO, act_fallocate, NULL },
	{ OPT_FIBMAP, STAGE_DO, act_fibmap, NULL },

	/* of a device that is suspended and stays closed */
	{ OPT_POWER_MODE, STAGE_GET, act_power_mode, NULL },
};
/* clang-format on */

const size_t deviceless_count = sizeof(deviceless_table) / sizeof(deviceless_table[0]);
