/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The USB bridge of a drive, by sysfs. */
#ifndef HDPARM_DEV_USB_H
#define HDPARM_DEV_USB_H

#include "device.h"

/* Whether the kernel's uas drives the bridge, not usb-storage; false where sysfs does not tell. */
bool device_on_uas(const struct device *dev);

/* idVendor and idProduct of the bridge. False when there is none, or they cannot be read. */
bool device_usb_id(const struct device *dev, uint16_t *vendor, uint16_t *product);

#endif
