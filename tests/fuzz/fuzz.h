/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A fuzz target: libFuzzer calls it, or tests/fuzz/replay.c with each file of a corpus. */
#ifndef HDPARM_TESTS_FUZZ_H
#define HDPARM_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Abort on a finding; always return 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);

#endif
