// SPDX-License-Identifier: GPL-2.0-or-later
/* Memory for timings: aligned for direct reads and for huge pages, and locked. */
#include "kernel.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
	PAGE_BYTES = 4096,
	/* Transparent huge pages of x86-64, and of arm64 and riscv kernels with 4 KiB pages. */
	HUGE_PAGE_BYTES = 2 << 20
};

void *kernel_buffer(struct host *host, size_t bytes, int *lock_error)
{
	bool huge = bytes >= HUGE_PAGE_BYTES;
	void *buffer;

	(void)host;
	if (posix_memalign(&buffer, huge ? HUGE_PAGE_BYTES : PAGE_BYTES, bytes))
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
	munlock(buffer, bytes);
	free(buffer);
}
