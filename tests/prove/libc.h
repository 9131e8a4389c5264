/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For every source of a proof: C library functions with too weak a contract in Frama-C have a body
 * in libc.c. */
#ifndef PROVE_LIBC_H
#define PROVE_LIBC_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Frama-C's have the type long. */
#undef INT32_C
#undef UINT32_C
#define INT32_C(c)  c
#define UINT32_C(c) c##U

int prove_snprintf(char *to, size_t room, const char *fmt, ...);
char *prove_number_end(const char *text, int base);
unsigned long long prove_number(void);
size_t prove_strspn(const char *text, const char *set);
size_t prove_strcspn(const char *text, const char *set);
size_t prove_strlen(const char *text);
int prove_strcmp(const char *one, const char *other);
char *prove_strchr(const char *text, int c);
char *prove_strstr(const char *text, const char *part);
void prove_qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));
void prove_bzero(void *to, size_t bytes);
void *prove_memmove(void *to, const void *from, size_t bytes);
int prove_memcmp(const void *one, const void *other, size_t bytes);

#define snprintf       prove_snprintf
#define strspn	       prove_strspn
#define strcspn	       prove_strcspn
#define strchr	       prove_strchr
#define strstr	       prove_strstr
#define qsort	       prove_qsort
#define explicit_bzero prove_bzero
#define memmove	       prove_memmove
#define memcmp	       prove_memcmp

/*
 * Store the end of the number in a variable of the caller, so that the prover separates its values.
 */
#define strtoull(text, end, base)                                                                  \
	({                                                                                         \
		char *prove_to = prove_number_end(text, base), **prove_end = (end);                \
                                                                                                   \
		if (prove_end)                                                                     \
			*prove_end = prove_to;                                                     \
		prove_number();                                                                    \
	})

#endif
