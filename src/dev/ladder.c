// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which way a USB bridge understands: known by its identity, or found out by IDENTIFY DEVICE, which
 * harms nothing. Makers' own CDBs mean other things to other makers' bridges, so they are tried
 * with their maker's alone.
 */
#include "ata_drive.h"
#include "bridge.h"
#include "usb.h"

enum { ANY_PRODUCT = 0 };

/* Products that are listed are known; a maker's others are asked. */
static const struct bridge {
	uint16_t vendor, product;
	const struct transport *transport;
} bridges[] = {
	{ 0x152d, 0x2329, &transport_jmicron }, /* JM20329 */
	{ 0x152d, 0x2336, &transport_jmicron }, /* JM20336 */
	{ 0x152d, 0x2338, &transport_jmicron }, /* JM20337, JM20338 */
	{ 0x152d, 0x2339, &transport_jmicron }, /* JM20339 */
	{ 0x152d, 0x2352, &transport_jmicron }, /* JM20352 */
	{ 0x0c0b, 0xb157, &transport_jmicron }, /* ioSafe's, with a JMicron chip */
	{ 0x04fc, 0x0c05, &transport_sunplus }, /* SPIF215 */
	{ 0x04fc, 0x0c15, &transport_sunplus }, /* SPIF215A */
	{ 0x04b4, 0x6830, &transport_cypress }, /* CY7C68300A */
	{ 0x04b4, 0x6831, &transport_cypress }, /* CY7C68300B, CY7C68300C */
	{ 0x14cd, 0x6116, &transport_cypress }, /* Super Top M6116, the same command set */
	{ 0x152d, ANY_PRODUCT, &transport_jmicron }, { 0x04fc, ANY_PRODUCT, &transport_sunplus },
	{ 0x04b4, ANY_PRODUCT, &transport_cypress },
};

const struct transport *ladder_known(const struct device *dev)
{
	uint16_t vendor, product;

	if (!device_usb_id(dev, &vendor, &product))
		return NULL;
	for (size_t i = 0; i < sizeof(bridges) / sizeof(bridges[0]); i++) {
		if (bridges[i].vendor == vendor && bridges[i].product == product)
			return bridges[i].transport;
	}
	return NULL;
}

static bool answers(struct device *dev, const struct transport *transport)
{
	uint8_t data[ID_BYTES] = { 0 };
	struct ata_cmd cmd = ata_command_data(ATA_IDENTIFY_DEVICE, data, sizeof(data));

	return !transport->execute(dev, &cmd) && !ata_id_blank(data);
}

const struct transport *ladder_find(struct device *dev)
{
	struct device_watch watch = dev->watch;
	const struct transport *found = NULL;
	uint16_t vendor, product;

	/* that a step of the ladder does not hold is nothing to be told */
	dev->watch.bad_sense = NULL;
	if (answers(dev, &transport_sat12))
		found = &transport_sat12;
	for (size_t i = 0; !found && i < sizeof(bridges) / sizeof(bridges[0]); i++) {
		if (bridges[i].product == ANY_PRODUCT && device_usb_id(dev, &vendor, &product) &&
		    bridges[i].vendor == vendor && answers(dev, bridges[i].transport))
			found = bridges[i].transport;
	}
	dev->watch = watch;
	return found;
}
