/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ioctls that we know: one row each, with what they do and what their argument is. */
#ifndef HDPARM_IOCTLS_H
#define HDPARM_IOCTLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ioctl_argument {
	IOCTL_NONE,
	IOCTL_VALUE,	   /* a number in place of the pointer */
	IOCTL_INT_POINTER, /* points to an int that is set */
	IOCTL_RANGE,	   /* points to two uint64_t: offset and length in bytes */
	IOCTL_ANSWER,	   /* points to `bytes` bytes that are filled */
	IOCTL_BLOCK	   /* points to a block that contains its own size; see ioctl_sizes() */
};

struct ioctl_def {
	unsigned long request;
	char name[24];	 /* in the row: a pointer would cost each start a relocation */
	bool question;	 /* changes nothing */
	bool legacy_ide; /* only the old IDE driver has it: others return ENOTTY */
	enum ioctl_argument argument;
	size_t bytes; /* of an answer; for a block, its fixed first part */
};

/*
 * The row of a request, or NULL. Those that carry commands with pointers to their data have none:
 * SG_IO, and those of nvme_ioctl().
 */
const struct ioctl_def *ioctl_def(unsigned long request);

/*
 * How many bytes at `arg` the kernel reads, and how many it may write, by the row and, for a block,
 * by its contents before the call. Both are 0 where `arg` is NULL or no pointer.
 */
void ioctl_sizes(const struct ioctl_def *def, const void *arg, size_t *in, size_t *out);

#endif
