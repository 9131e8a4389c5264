/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Other programs parse the output "hdparm vN.N"; wiper.sh requires at least 9.25. */
#ifndef HDPARM_BUILD_H
#define HDPARM_BUILD_H

#define HDPARM_VERSION "10.0"

#endif
