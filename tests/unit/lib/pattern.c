// SPDX-License-Identifier: GPL-2.0-or-later
#include "pattern.h"

#include "suites.h"
#include <stdlib.h>
#include <unistd.h>

static unsigned char byte_at(uint64_t offset)
{
	return (unsigned char)(offset / 8192 * 31 + offset % 251);
}

int pattern_file(size_t bytes)
{
	char path[] = "/tmp/pattern.XXXXXX";
	int fd = mkstemp(path);
	unsigned char *data = malloc(bytes);

	ck_assert_int_ge(fd, 0);
	unlink(path);
	for (size_t i = 0; i < bytes; i++)
		data[i] = byte_at(i);
	ck_assert_int_eq(write(fd, data, bytes), (ssize_t)bytes);
	free(data);
	return fd;
}

void pattern_check(const char *data, size_t bytes, uint64_t offset)
{
	/* one ck_assert() for all bytes: each sends a message */
	for (size_t i = 0; i < bytes; i++) {
		if ((unsigned char)data[i] != byte_at(offset + i))
			ck_abort_msg("byte %zu of offset %llu", i, (unsigned long long)offset);
	}
}
