// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include "text.h"

/* clang-format off */
static const struct text_value errnos[] = {
	{ "EPERM", EPERM }, { "ENOENT", ENOENT }, { "EIO", EIO }, { "ENODATA", ENODATA }, { "ENXIO", ENXIO },
	{ "ENOMEM", ENOMEM }, { "EACCES", EACCES }, { "EFAULT", EFAULT }, { "EBUSY", EBUSY },
	{ "EMFILE", EMFILE }, { "ENFILE", ENFILE },
	{ "ENODEV", ENODEV }, { "EINVAL", EINVAL }, { "ENOTTY", ENOTTY }, { "EROFS", EROFS },
	{ "ENOSYS", ENOSYS }, { "ETIMEDOUT", ETIMEDOUT }, { "EBADE", EBADE },
	{ "EOPNOTSUPP", EOPNOTSUPP }, { "ENOMEDIUM", ENOMEDIUM }, { "EREMOTEIO", EREMOTEIO },
	{ "EINTR", EINTR }, { "ENOSPC", ENOSPC }, { "EILSEQ", EILSEQ }, { NULL, 0 },
};
/* clang-format on */

int text_lookup(const struct text_value *table, const char *name)
{
	for (; table->name; table++)
		if (!strcmp(table->name, name))
			return table->value;
	return -1;
}

const char *text_name(const struct text_value *table, int value)
{
	for (; table->name; table++)
		if (table->value == value)
			return table->name;
	return NULL;
}

int text_errno(const char *name)
{
	return text_lookup(errnos, name);
}

const char *text_errno_name(int err)
{
	const char *name = text_name(errnos, err);

	return name ? name : "E?";
}

uint32_t text_sum(uint32_t sum, const void *data, size_t bytes)
{
	const uint8_t *at = data;

	for (size_t i = 0; i < bytes; i++)
		sum = (sum ^ at[i]) * 0x01000193;
	return sum;
}
