// SPDX-License-Identifier: GPL-2.0-or-later
/* The libc functions that the shim replaces: making, renaming and removing files. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "shim.h"

#define EXPORT __attribute__((visibility("default")))

/* True if a device's node would be removed, replaced or made. */
static bool refused(const struct shim_place *at, int device)
{
	int err = at->device ? device : at->err;

	errno = err ? err : errno;
	return err;
}

static bool is_instance(const struct shim_place *at)
{
	return at->ours && !at->err && strstr(at->name, "/tracing/instances/");
}

EXPORT int unlinkat(int dir, const char *path, int flags)
{
	const struct shim_place *at = shim_place(dir, path, AT_SYMLINK_NOFOLLOW);

	if (refused(at, EPERM))
		return -1;
	if (is_instance(at))
		return shim_instance(at, false) ? 0 : -1;
	return (int)syscall(SYS_unlinkat, at->dir, at->path, flags);
}

EXPORT int unlink(const char *path)
{
	return unlinkat(AT_FDCWD, path, 0);
}

EXPORT int mkdirat(int dir, const char *path, mode_t mode)
{
	const struct shim_place *at = shim_place(dir, path, AT_SYMLINK_NOFOLLOW);

	if (refused(at, EEXIST))
		return -1;
	if (is_instance(at))
		return shim_instance(at, true) ? 0 : -1;
	return (int)syscall(SYS_mkdirat, at->dir, at->path, mode);
}

EXPORT int mkdir(const char *path, mode_t mode)
{
	return mkdirat(AT_FDCWD, path, mode);
}

EXPORT int renameat(int dir, const char *path, int new_dir, const char *new_path)
{
	const struct shim_place *at = shim_place(dir, path, AT_SYMLINK_NOFOLLOW);
	const struct shim_place *to = shim_place(new_dir, new_path, AT_SYMLINK_NOFOLLOW);

	if (refused(at, EPERM) || refused(to, EPERM))
		return -1;
	return (int)syscall(SYS_renameat2, at->dir, at->path, to->dir, to->path, 0);
}

EXPORT int rename(const char *path, const char *new_path)
{
	return renameat(AT_FDCWD, path, AT_FDCWD, new_path);
}

/* The number of each mount of a world: see write_users() in sysfs.c. */
EXPORT int name_to_handle_at(int dir, const char *path, struct file_handle *handle, int *mount,
			     int flags)
{
	(void)dir;
	(void)path;
	(void)flags;
	handle->handle_bytes = 0;
	*mount = 36;
	return 0;
}

#ifdef STATX_TYPE
EXPORT int statx(int dir, const char *restrict path, int flags, unsigned mask,
		 struct statx *restrict st)
{
	const struct shim_place *at = shim_place(dir, path, flags);

	return refused(at, ENOSYS) ? -1
				   : (int)syscall(SYS_statx, at->dir, at->path, flags, mask, st);
}
#endif
