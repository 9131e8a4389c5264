/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a call is named in a recording: the same for writing and for looking up. */
#ifndef HDPARM_EXCHANGE_H
#define HDPARM_EXCHANGE_H

#include "host.h"

enum { KEY_BYTES = 2048, OPEN_FILES = 64, PATH_KEPT = 768 };

/* The longest password; a longer line is one in hexadecimal, or none. */
enum { SECRET_BYTES = 32 };

/* Files by descriptor: recordings name them by path. */
struct file_names {
	struct {
		int fd;
		char path[PATH_KEPT]; /* encoded */
	} file[OPEN_FILES];
	unsigned n;
};

void file_opened(struct file_names *, int fd, const char *path);
void file_closed(struct file_names *, int fd);
/* "?" for a descriptor that was not opened here. */
const char *file_name(const struct file_names *, int fd);

/* Percent-encodes blanks, controls, '%', '=' and what is not ASCII; cuts what does not fit. */
void encode_text(const char *text, size_t bytes, char *out, size_t size);
/* The reverse, NUL-terminated and never longer. The number of bytes; -1 for a bad escape. */
ssize_t decode_text(const char *text, char *out);

/* "ioctl PATH NAME ..." with the bytes that the kernel would read. */
void key_of_ioctl(char key[KEY_BYTES], const char *path, unsigned long request, const void *arg);
struct sg_io_hdr;
void key_of_sg_io(char key[KEY_BYTES], const char *path, const struct sg_io_hdr *io);
struct nvme_passthru_cmd;
void key_of_nvme(char key[KEY_BYTES], const char *path, unsigned long request,
		 const struct nvme_passthru_cmd *io);
/* "CALL PATH", the path encoded here. */
void key_of_path(char key[KEY_BYTES], const char *call, const char *path);
/* "lock PATH exclusive" or "... shared", the path encoded already. */
void key_of_lock(char key[KEY_BYTES], const char *path, bool exclusive);
/* "CALL FOLDER" of a path: for a name that is a drive's, and masked. */
void key_of_folder(char key[KEY_BYTES], const char *call, const char *path);

#endif
