/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The version in the output "hdparm vN.N", which other programs parse. */
#ifndef HDPARM_BUILD_H
#define HDPARM_BUILD_H

#define HDPARM_VERSION "10.0"

#endif
