/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A machine with fake drives below struct host: the product's transports, acts and runner work
 * unmodified, in this process, on virtual time. tests/cli/README describes devices, faults and the
 * log.
 */
#ifndef TESTS_FAKE_MACHINE_H
#define TESTS_FAKE_MACHINE_H

#include "host.h"

struct fake_machine;

/* A machine with one device ("sda sat id=ssd"); the test fails if the description is wrong. */
struct fake_machine *fake_machine(const char *device);
void fake_machine_free(struct fake_machine *machine);

/* Add a device, or change one ("sda fault cmd=ef nth=2 abrt", "sda power-cycle"). */
void fake_add(struct fake_machine *machine, const char *device);
void fake_change(struct fake_machine *machine, const char *change);

struct host *fake_host(struct fake_machine *machine);

/* The commands to drives and the block layer since the log was cleared, one line each. */
const char *fake_machine_log(const struct fake_machine *machine);
void fake_machine_log_clear(struct fake_machine *machine);

/* The text of standard input; NULL (the default): none. The caller keeps the text. */
void fake_input(struct fake_machine *machine, const char *text);

unsigned fake_commands(const struct fake_machine *machine);

/* Number of open descriptors of devices and files. */
int fake_open_files(const struct fake_machine *machine);

/* A command line through parser, gates and runner: words between blanks, without "hdparm". */
struct fake_run {
	int status;
	char *out, *err;
};
struct fake_run fake_run(struct fake_machine *machine, const char *line);
void fake_run_free(struct fake_run *run);

#endif
