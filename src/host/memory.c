// SPDX-License-Identifier: GPL-2.0-or-later
/* Memory for timings: aligned for direct reads and for huge pages, and locked. */
#include "kernel.h"

#include <errno.h>
#include <sys/mman.h>

/* Transparent huge pages of x86-64, and of arm64 and riscv kernels with 4 KiB pages. */
enum { HUGE_PAGE_BYTES = 2 << 20 };

enum { ANONYMOUS = MAP_PRIVATE | MAP_ANONYMOUS, READ_WRITE = PROT_READ | PROT_WRITE };

/* An aligned address with room for `bytes` behind it, 0 where there is none. */
static uintptr_t aligned_room(size_t bytes)
{
	const size_t whole = bytes + HUGE_PAGE_BYTES;
	/* cppcheck-suppress invalidFunctionArg ; -1 is the word for no file */
	void *room = mmap(NULL, whole, READ_WRITE, ANONYMOUS, -1, 0);
	uintptr_t address;

	if (room == MAP_FAILED)
		return 0;
	address = (uintptr_t)room + HUGE_PAGE_BYTES - 1;
	munmap(room, whole);
	return address / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
}

/*
 * Mapped, not allocated: after an interrupted measurement the kernel may still write into pages
 * that are no longer ours.
 */
void *kernel_buffer(struct host *host, size_t bytes, int *lock_error)
{
	bool huge = bytes >= HUGE_PAGE_BYTES;
	uintptr_t hint = huge ? aligned_room(bytes) : 0;
	/* cppcheck-suppress invalidFunctionArg ; as above */
	void *buffer = mmap((void *)hint, bytes, READ_WRITE, ANONYMOUS, -1, 0);

	(void)host;
	if (buffer == MAP_FAILED)
		return NULL;
	/* Advice: a kernel without huge pages refuses, and nothing is lost. */
	if (huge)
		madvise(buffer, bytes, MADV_HUGEPAGE);
	if (lock_error)
		*lock_error = mlock(buffer, bytes) < 0 ? -errno : 0;
	return buffer;
}

void kernel_buffer_free(struct host *host, void *buffer, size_t bytes)
{
	(void)host;
	munmap(buffer, bytes);
}
