/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What goes over the wire, told to the user. */
#ifndef HDPARM_TRACE_H
#define HDPARM_TRACE_H

#include "device.h"
#include "report.h"

/* Lets `out` hear of undecodable answers, and with `verbose` of every command. */
void trace_attach(struct device *dev, struct report *out, bool verbose);

#endif
