// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of a dm device (Documentation/admin-guide/device-mapper). */
#include "search.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/dm-ioctl.h>
#include <linux/ioctl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_LEAST = 16 * 1024, TABLE_MOST = 16 * 1024 * 1024 };

/* Return the word with this number, from 0, or NULL. */
static const char *nth_word(const char *values, unsigned number)
{
	for (; *values == ' '; values++)
		;
	for (; number && *values; number--) {
		values += strcspn(values, " ");
		values += strspn(values, " ");
	}
	return *values ? values : NULL;
}

static bool is_device(const char *word, uint64_t rdev)
{
	char number[24];
	size_t n = (size_t)snprintf(number, sizeof(number), "%u:%u", rdev_major(rdev),
				    rdev_minor(rdev));

	return word && !strncmp(word, number, n) && (!word[n] || word[n] == ' ');
}

int dm_line_place(const struct dm_line *line, uint64_t below, uint64_t *start)
{
	/* the number of the word with the device; the sector where the data begin is behind it */
	static const struct {
		const char *type;
		unsigned word;
	} followed[] = { { "linear", 0 }, { "crypt", 3 } };
	bool mentioned = false;
	const char *word;

	for (unsigned i = 0; !mentioned && (word = nth_word(line->values, i)); i++)
		mentioned = is_device(word, below);
	for (size_t i = 0; i < sizeof(followed) / sizeof(followed[0]); i++) {
		if (strcmp(line->type, followed[i].type) != 0)
			continue;
		word = nth_word(line->values, followed[i].word + 1);
		if (!is_device(nth_word(line->values, followed[i].word), below) || !word ||
		    !is_digit(*word))
			return 0;
		*start = strtoull(word, NULL, 10);
		return 1;
	}
	*start = 0;
	/* each path of a multipath map is the whole drive */
	if (mentioned && !strcmp(line->type, "multipath"))
		return 1;
	return mentioned ? -ENOTTY : 0;
}

int dm_lines(const char *table, size_t bytes, unsigned n,
	     void (*found)(void *who, const struct dm_line *), void *who)
{
	size_t at = 0;

	for (unsigned i = 0; i < n; i++) {
		struct dm_target_spec spec;
		char type[DM_MAX_TYPE_NAME + 1];
		struct dm_line line;

		if (at > bytes || bytes - at <= sizeof(spec))
			return -EBADMSG;
		memcpy(&spec, table + at, sizeof(spec));
		snprintf(type, sizeof(type), "%.*s", DM_MAX_TYPE_NAME, spec.target_type);
		if (!memchr(table + at + sizeof(spec), '\0', bytes - at - sizeof(spec)))
			return -EBADMSG;
		line = (struct dm_line){ spec.sector_start, spec.length, type,
					 table + at + sizeof(spec) };
		found(who, &line);
		/* counted from the first line, unlike in a table that a program loads */
		if (spec.next <= at && i + 1 < n)
			return -EBADMSG;
		at = spec.next;
	}
	return 0;
}

/* Return 0; -EMSGSIZE: `bytes` are too few for the table; or another -errno. */
static int ask_table(struct host *host, int fd, uint64_t rdev, struct dm_ioctl *ask, size_t bytes)
{
	int err;

	memset(ask, 0, sizeof(*ask));
	/* any kernel's device mapper answers the first version of its interface */
	ask->version[0] = DM_VERSION_MAJOR;
	ask->data_size = (uint32_t)bytes;
	ask->data_start = sizeof(*ask);
	/* the kernel wipes its copy, too */
	ask->flags = DM_STATUS_TABLE_FLAG | DM_SECURE_DATA_FLAG | DM_NOFLUSH_FLAG;
	ask->dev = (rdev_minor(rdev) & 0xff) | (uint64_t)rdev_major(rdev) << 8 |
		   (uint64_t)(rdev_minor(rdev) & ~0xffu) << 12;
	err = host_ioctl(host, fd, DM_TABLE_STATUS, ask);
	if (err < 0)
		return err;
	return ask->flags & DM_BUFFER_FULL_FLAG ? -EMSGSIZE : 0;
}

int dm_table(struct host *host, uint64_t rdev, void (*found)(void *who, const struct dm_line *),
	     void *who)
{
	int fd = host_open(host, "/dev/mapper/control", O_RDONLY | O_NONBLOCK);
	int err = -EMSGSIZE, unlocked;

	if (fd < 0)
		return fd;
	/* a line of dm-crypt has the volume's key, unless the key is in the kernel's keyring */
	host_guard_secrets();
	for (size_t bytes = TABLE_LEAST; err == -EMSGSIZE && bytes <= TABLE_MOST; bytes *= 4) {
		struct dm_ioctl *ask = host_buffer(bytes, &unlocked);

		if (!ask) {
			err = -ENOMEM;
			break;
		}
		err = ask_table(host, fd, rdev, ask, bytes);
		if (!err && (ask->data_start < sizeof(*ask) || ask->data_start > bytes))
			err = -EBADMSG;
		if (!err)
			err = dm_lines((const char *)ask + ask->data_start, bytes - ask->data_start,
				       ask->target_count, found, who);
		explicit_bzero(ask, bytes);
		host_buffer_free(ask, bytes);
	}
	host_close(host, fd);
	return err;
}
