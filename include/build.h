/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Other programs parse the output "hdparm vN.N". */
#ifndef HDPARM_BUILD_H
#define HDPARM_BUILD_H

#define HDPARM_VERSION "10.0"

#endif
