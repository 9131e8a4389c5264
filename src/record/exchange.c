// SPDX-License-Identifier: GPL-2.0-or-later
/* The names of calls in a recording, and the encoding of texts. */
#include "exchange.h"
#include "ioctls.h"
#include "ascii.h"
#include "nvme.h"

#include <ctype.h>
#include <inttypes.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <string.h>

void encode_text(const char *text, size_t bytes, char *out, size_t size)
{
	size_t at = 0;

	for (size_t i = 0; i < bytes && at + 4 <= size; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c <= ' ' || c >= 0x7f || c == '%' || c == '=')
			at += (size_t)snprintf(out + at, size - at, "%%%02x", c);
		else
			out[at++] = (char)c;
	}
	out[at] = '\0';
}

ssize_t decode_text(const char *text, char *out)
{
	char *start = out;

	while (*text) {
		int high, low;

		if (*text != '%') {
			*out++ = *text++;
			continue;
		}
		high = hex_digit(text[1]);
		low = high < 0 ? -1 : hex_digit(text[2]);
		if (low < 0)
			return -1;
		*out++ = (char)(high << 4 | low);
		text += 3;
	}
	*out = '\0';
	return out - start;
}

void file_opened(struct file_names *names, int fd, const char *path)
{
	if (names->n == OPEN_FILES)
		return;
	names->file[names->n].fd = fd;
	encode_text(path, strlen(path), names->file[names->n].path, PATH_KEPT);
	names->n++;
}

void file_closed(struct file_names *names, int fd)
{
	for (unsigned i = 0; i < names->n; i++) {
		if (names->file[i].fd == fd) {
			names->file[i] = names->file[--names->n];
			return;
		}
	}
}

const char *file_name(const struct file_names *names, int fd)
{
	for (unsigned i = 0; i < names->n; i++) {
		if (names->file[i].fd == fd)
			return names->file[i].path;
	}
	return "?";
}

/* With dots between the bytes, so that masking does not take the digits for a serial number. */
static void add_bytes(char *key, const uint8_t *bytes, size_t n)
{
	size_t at = strlen(key);

	for (size_t i = 0; i < n && at + 4 < KEY_BYTES; i++)
		at += (size_t)snprintf(key + at, KEY_BYTES - at, "%s%02x", i ? "." : "", bytes[i]);
}

void key_of_ioctl(char key[KEY_BYTES], const char *path, unsigned long request, const void *arg)
{
	const struct ioctl_def *def = ioctl_def(request);
	size_t in, out;

	if (!def) {
		snprintf(key, KEY_BYTES, "ioctl %s 0x%lx", path, request);
		return;
	}
	if (def->argument == IOCTL_VALUE) {
		snprintf(key, KEY_BYTES, "ioctl %s %s %" PRIuPTR, path, def->name, (uintptr_t)arg);
		return;
	}
	ioctl_sizes(def, arg, &in, &out);
	snprintf(key, KEY_BYTES, "ioctl %s %s%s", path, def->name, in ? " " : "");
	/* the registers or the packet, without the data behind them */
	add_bytes(key, arg, in < def->bytes || !def->bytes ? in : def->bytes);
}

void key_of_sg_io(char key[KEY_BYTES], const char *path, const struct sg_io_hdr *io)
{
	const char *direction = io->dxfer_direction == SG_DXFER_TO_DEV	   ? "out"
				: io->dxfer_direction == SG_DXFER_FROM_DEV ? "in"
									   : "none";

	snprintf(key, KEY_BYTES, "sg_io %s %s %u ", path, direction, io->dxfer_len);
	add_bytes(key, io->cmdp, io->cmd_len);
}

/* Without the time limit and the addresses of the data. */
void key_of_nvme(char key[KEY_BYTES], const char *path, unsigned long request,
		 const struct nvme_passthru_cmd *io)
{
	const uint32_t words[] = { io->nsid,  io->cdw2,	 io->cdw3,  io->cdw10, io->cdw11,
				   io->cdw12, io->cdw13, io->cdw14, io->cdw15 };
	size_t at;

	snprintf(key, KEY_BYTES, "nvme %s %s %s %" PRIu32 " %" PRIu32 " %02x", path,
		 request == NVME_IOCTL_ADMIN_CMD ? "admin" : "io",
		 nvme_opcode_writes(io->opcode) ? "out" : "in", io->data_len, io->metadata_len,
		 io->opcode);
	at = strlen(key);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]) && at < KEY_BYTES; i++)
		at += (size_t)snprintf(key + at, KEY_BYTES - at, ".%" PRIx32, words[i]);
}

void key_of_lock(char key[KEY_BYTES], const char *path, bool exclusive)
{
	snprintf(key, KEY_BYTES, "lock %s %s", path, exclusive ? "exclusive" : "shared");
}

void key_of_path(char key[KEY_BYTES], const char *call, const char *path)
{
	char encoded[PATH_KEPT];

	encode_text(path, strlen(path), encoded, sizeof(encoded));
	snprintf(key, KEY_BYTES, "%s %s", call, encoded);
}

void key_of_folder(char key[KEY_BYTES], const char *call, const char *path)
{
	const char *end = strrchr(path, '/');
	char encoded[PATH_KEPT];

	encode_text(path, end ? (size_t)(end - path) : 0, encoded, sizeof(encoded));
	snprintf(key, KEY_BYTES, "%s %s", call, encoded);
}
