/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_FAKE_SHIM_H
#define TESTS_FAKE_SHIM_H

/* The interface between the shim's libc functions (wrap.c) and its devices (preload.c). */
#include <limits.h>
#include <sys/stat.h>
#include <sys/types.h>
#include "kernel.h"

/*
 * With 64-bit offsets glibc exports each of these functions by two names, and a program may use
 * either. With other libraries the build's flags choose the name for program and shim; the real
 * functions have that name.
 */
#if defined(__GLIBC__) && defined(__LP64__)
#define BOTH_NAMES  1
#define LARGE(name) name
#elif defined(__GLIBC__)
#define BOTH_NAMES  0
#define LARGE(name) name "64"
#else
#define BOTH_NAMES  0
#define LARGE(name) name
#endif
/* A function with a time; on 32 bits glibc has another one for 64-bit times. */
#if defined(_TIME_BITS) && !defined(__LP64__)
#define TIMED(name, large) large
#else
#define TIMED(name, large) name
#endif

/* The next definition of a function: libc's, or a sanitizer's. */
void *shim_next(const char *name);
int shim_fstatat(int dir, const char *path, struct stat *, int flags); /* libc's */

struct world *shim_world(void); /* NULL: no world, calls go to libc */
void shim_log(const char *line);
bool shim_forked(void);	       /* true in a child of the program */
const char *shim_folder(void); /* the world's folder, a full path without links */

/* The place where a path leads. */
struct shim_place {
	int err; /* errno if the program may see nothing there, otherwise 0 and: */
	int dir; /* folder and path for the machine's functions */
	const char *path;
	bool ours; /* the place is the world's */
	struct fake_device *device;
	char name[PATH_MAX];  /* full path without links */
	char asked[PATH_MAX]; /* full path as given, with links */
	char real[PATH_MAX];
};
const void *shim_path_buffers(size_t *bytes); /* the buffers with paths */
/* flags: AT_SYMLINK_NOFOLLOW or 0. The result is valid until the next call but one. */
struct shim_place *shim_place(int dir, const char *path, int flags);
int shim_unreadable(const struct shim_place *); /* errno of an open of the world's file; 0: none */
void shim_without_folder(
	char *name); /* change a name in the world's folder to the program's name */
struct fake_device *shim_node(const char *name);
struct fake_device *shim_attribute(const struct shim_place *); /* with this attribute */
struct fake_device *shim_fd(int fd);
struct fake_device *shim_attribute_fd(int fd);
struct fake_device *shim_file_fd(int fd);
int shim_open(int dir, const char *path, int flags, mode_t mode);
void shim_close(int fd);
int shim_flock(int fd, int operation);
int shim_ioctl(struct fake_device *, unsigned long request, void *arg);
ssize_t shim_read(int fd, void *buf, size_t n);
ssize_t shim_pread(int fd, void *buf, size_t n, off64_t at);
ssize_t shim_pwrite(int fd, const void *buf, size_t n, off64_t at);
off64_t shim_lseek(int fd, off64_t to, int whence);
ssize_t shim_write_attribute(struct fake_device *, int fd, const char *data, size_t n);
bool shim_trace_fd(int fd);
bool shim_seq_fd(int fd); /* /proc/diskstats */
ssize_t shim_read_trace(int fd, char *buf, size_t n);
bool shim_instance(const struct shim_place *, bool made);
void shim_stat(const struct fake_device *, struct stat *);
void shim_stat_file(const struct fake_device *, struct stat *);
int shim_file_ioctl(const struct fake_device *, unsigned long request, void *arg);
/* The virtual clock, in nanoseconds. */
void shim_spend(uint64_t nanoseconds);
uint64_t shim_now(void);
/* Return CLOCK_MONOTONIC in the virtual time: real until the program started. */
uint64_t shim_monotonic(void);

#endif
