// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of commands. To add one: a row here, a handler in the drive_*.c file of its kind. */
#include "drive.h"

static void nop(struct drive *d, struct fake_cmd *c)
{
	(void)d;
	drive_abort(c, ER_ABRT); /* ACS-3 7.24: NOP always ends so */
}

/* clang-format off */
static const struct drive_opcode opcodes[] = {
	{ 0x00, "NOP", false, FAKE_NON_DATA, nop },
	{ 0x06, "DATA SET MANAGEMENT", true, FAKE_DMA_OUT, drive_data_set_management },
	{ 0x20, "READ SECTOR(S)", false, FAKE_PIO_IN, drive_read },
	{ 0x24, "READ SECTOR(S) EXT", true, FAKE_PIO_IN, drive_read },
	{ 0x25, "READ DMA EXT", true, FAKE_DMA_IN, drive_read },
	{ 0x27, "READ NATIVE MAX ADDRESS EXT", true, FAKE_NON_DATA, drive_read_native_max },
	{ 0x2f, "READ LOG EXT", true, FAKE_PIO_IN, drive_read_log },
	{ 0x30, "WRITE SECTOR(S)", false, FAKE_PIO_OUT, drive_write },
	{ 0x32, "WRITE LONG", false, FAKE_PIO_OUT, drive_write_long },
	{ 0x33, "WRITE LONG (without retry)", false, FAKE_PIO_OUT, drive_write_long },
	{ 0x34, "WRITE SECTOR(S) EXT", true, FAKE_PIO_OUT, drive_write },
	{ 0x35, "WRITE DMA EXT", true, FAKE_DMA_OUT, drive_write },
	{ 0x37, "SET MAX ADDRESS EXT", true, FAKE_NON_DATA, drive_set_max },
	{ 0x3f, "WRITE LOG EXT", true, FAKE_PIO_OUT, drive_write_log },
	{ 0x40, "READ VERIFY SECTOR(S)", false, FAKE_NON_DATA, drive_verify },
	{ 0x42, "READ VERIFY SECTOR(S) EXT", true, FAKE_NON_DATA, drive_verify },
	{ 0x45, "WRITE UNCORRECTABLE EXT", true, FAKE_NON_DATA, drive_write_uncorrectable },
	{ 0x47, "READ LOG DMA EXT", true, FAKE_DMA_IN, drive_read_log },
	{ 0x78, "ACCESSIBLE MAX ADDRESS CONFIGURATION", true, FAKE_NON_DATA, drive_accessible_max },
	{ 0x80, "WESTERN DIGITAL VENDOR MODE", false, FAKE_NON_DATA, drive_western_digital },
	{ 0x92, "DOWNLOAD MICROCODE", false, FAKE_NON_DATA, drive_download_microcode, 0x0f },
	{ 0x92, "DOWNLOAD MICROCODE", false, FAKE_PIO_OUT, drive_download_microcode },
	{ 0x94, "STANDBY IMMEDIATE (old)", false, FAKE_NON_DATA, drive_standby_immediate },
	{ 0x95, "IDLE IMMEDIATE (old)", false, FAKE_NON_DATA, drive_idle_immediate },
	{ 0x96, "STANDBY (old)", false, FAKE_NON_DATA, fake_standby },
	{ 0x97, "IDLE (old)", false, FAKE_NON_DATA, drive_idle },
	{ 0x98, "CHECK POWER MODE (old)", false, FAKE_NON_DATA, drive_check_power },
	{ 0x99, "SLEEP (old)", false, FAKE_NON_DATA, drive_sleep },
	{ 0xa1, "IDENTIFY PACKET DEVICE", false, FAKE_PIO_IN, drive_identify_packet },
	{ 0xb0, "SMART READ DATA", false, FAKE_PIO_IN, drive_smart_data, 0xd0 },
	{ 0xb0, "SMART READ LOG", false, FAKE_PIO_IN, drive_smart, 0xd5 },
	{ 0xb0, "SMART WRITE LOG", false, FAKE_PIO_OUT, drive_smart, 0xd6 },
	{ 0xb0, "SMART", false, FAKE_NON_DATA, drive_smart },
	{ 0xb1, "DEVICE CONFIGURATION RESTORE", false, FAKE_NON_DATA, drive_configuration_overlay, 0xc0 },
	{ 0xb1, "DEVICE CONFIGURATION FREEZE LOCK", false, FAKE_NON_DATA, drive_configuration_overlay, 0xc1 },
	{ 0xb1, "DEVICE CONFIGURATION IDENTIFY", false, FAKE_PIO_IN, drive_configuration_overlay, 0xc2 },
	{ 0xb1, "DEVICE CONFIGURATION SET", false, FAKE_PIO_OUT, drive_configuration_overlay, 0xc3 },
	{ 0xb2, "SET SECTOR CONFIGURATION EXT", true, FAKE_NON_DATA, drive_set_sector_configuration },
	{ 0xb4, "SANITIZE DEVICE", true, FAKE_NON_DATA, drive_sanitize_device },
	{ 0xc6, "SET MULTIPLE MODE", false, FAKE_NON_DATA, drive_set_multiple },
	{ 0xc8, "READ DMA", false, FAKE_DMA_IN, drive_read },
	{ 0xca, "WRITE DMA", false, FAKE_DMA_OUT, drive_write },
	{ 0xde, "MEDIA LOCK", false, FAKE_NON_DATA, drive_door_lock },
	{ 0xdf, "MEDIA UNLOCK", false, FAKE_NON_DATA, drive_door_unlock },
	{ 0xe0, "STANDBY IMMEDIATE", false, FAKE_NON_DATA, drive_standby_immediate },
	{ 0xe1, "IDLE IMMEDIATE", false, FAKE_NON_DATA, drive_idle_immediate },
	{ 0xe2, "STANDBY", false, FAKE_NON_DATA, fake_standby },
	{ 0xe3, "IDLE", false, FAKE_NON_DATA, drive_idle },
	{ 0xe5, "CHECK POWER MODE", false, FAKE_NON_DATA, drive_check_power },
	{ 0xe6, "SLEEP", false, FAKE_NON_DATA, drive_sleep },
	{ 0xe7, "FLUSH CACHE", false, FAKE_NON_DATA, fake_flush },
	{ 0xea, "FLUSH CACHE EXT", true, FAKE_NON_DATA, fake_flush },
	{ 0xec, "IDENTIFY DEVICE", false, FAKE_PIO_IN, drive_identify },
	{ 0xef, "SET FEATURES", false, FAKE_NON_DATA, drive_set_features },
	{ 0xf0, "HITACHI SENSE CONDITION", false, FAKE_NON_DATA, drive_hitachi_temperature },
	{ 0xf1, "SECURITY SET PASSWORD", false, FAKE_PIO_OUT, drive_security_command },
	{ 0xf2, "SECURITY UNLOCK", false, FAKE_PIO_OUT, drive_security_command },
	{ 0xf3, "SECURITY ERASE PREPARE", false, FAKE_NON_DATA, drive_security_command },
	{ 0xf4, "SECURITY ERASE UNIT", false, FAKE_PIO_OUT, drive_security_command },
	{ 0xf5, "SECURITY FREEZE LOCK", false, FAKE_NON_DATA, drive_security_command },
	{ 0xf6, "SECURITY DISABLE PASSWORD", false, FAKE_PIO_OUT, drive_security_command },
	{ 0xf8, "READ NATIVE MAX ADDRESS", false, FAKE_NON_DATA, drive_read_native_max },
	{ 0xf9, "SET MAX ADDRESS", false, FAKE_NON_DATA, drive_set_max },
	{ 0xfb, "SEAGATE POWER SAVING OFF", false, FAKE_NON_DATA, drive_seagate_saving },
};
/* clang-format on */

const struct drive_opcode *drive_opcode(uint8_t command, uint16_t feature)
{
	for (size_t i = 0; i < sizeof(opcodes) / sizeof(*opcodes); i++)
		if (opcodes[i].command == command &&
		    (!opcodes[i].feature || opcodes[i].feature == feature))
			return &opcodes[i];
	return NULL;
}
