/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The recorder, as the files that make it up see it. */
#ifndef HDPARM_RECORDER_H
#define HDPARM_RECORDER_H

#include "exchange.h"
#include "mask.h"
#include "recording.h"

#include <stdio.h>

/*
 * The lock of `out` is held while an exchange is written down, and never while the machine is
 * asked: the farewell's thread finds whole exchanges whatever the main one waits for.
 */
struct recorder {
	struct host_layer layer;
	struct recording_setup setup;
	struct file_names files;
	struct mask mask;
	FILE *out; /* into `text` */
	char *text;
	size_t bytes, room;
	bool no_memory;		/* something is missing from it */
	uint64_t began;		/* host_now_ns() then */
	char asking[KEY_BYTES]; /* what the device has not answered yet, or empty */
	struct farewell *farewell;
	unsigned polls; /* how often signals were asked for, see host_interrupted() */
	bool told;	/* that it came, since it is held */
	enum spare spare;
	bool saved;
	int error; /* what saving it came to */
};

static inline struct recorder *recorder_of(struct host *host)
{
	return (struct recorder *)host; /* the layer is its first member */
}

/* Bytes in hexadecimal under a label. */
void recorder_put_data(struct recorder *, const char *label, const uint8_t *data, size_t bytes);

/* The same of what a device or a file said: masked unless serial numbers are wanted. */
void recorder_put_answer(struct recorder *, const char *label, bool identify, const void *data,
			 size_t bytes);

void recorder_put_text(struct recorder *, const char *text, size_t bytes);

void recorder_put_names(struct recorder *, const struct host_paths *);

/* Put their functions in the layer's place. */
void recorder_listen_device(struct host_ops *);
void recorder_listen_files(struct host_ops *);

#endif
