/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Run a fuzz target over files, without libFuzzer: complete, cut short, and with single bytes
 * changed. Print the number of inputs. -w: files named *.hex have words in hexadecimal; -o FOLDER:
 * write the inputs there, as seeds for libFuzzer, and do not run them.
 */
#include "fuzz.h"
#include "act/hexwords.h"

#include <stdlib.h>
#include <string.h>

enum { INPUT_BYTES = 64 * 1024 };

static unsigned long runs;

static void run(const uint8_t *data, size_t bytes)
{
	LLVMFuzzerTestOneInput(data, bytes);
	runs++;
}

static void run_file(uint8_t *data, size_t bytes)
{
	size_t step = bytes / 32 ? bytes / 32 : 1;

	run(data, bytes);
	for (size_t n = 0; n < bytes; n += step) {
		uint8_t was = data[n];

		run(data, n);
		data[n] = (uint8_t)~was;
		run(data, bytes);
		data[n] = was;
	}
}

static bool is_words(const char *name)
{
	size_t n = strlen(name);

	return n > 4 && !strcmp(name + n - 4, ".hex");
}

/* Convert words in hexadecimal, the form of drives' blocks, into bytes. */
static size_t read_input(const char *name, bool words, uint8_t data[INPUT_BYTES])
{
	static char text[INPUT_BYTES];
	FILE *file = fopen(name, "rb");
	size_t bytes;

	if (!file) {
		perror(name);
		exit(1);
	}
	bytes = fread(text, 1, sizeof(text), file);
	fclose(file);
	if (words && is_words(name))
		return 2 * hexwords_parse(text, bytes, data);
	memcpy(data, text, bytes);
	return bytes;
}

static void save_seed(const char *folder, unsigned n, const uint8_t *data, size_t bytes)
{
	char name[4096];
	FILE *file;

	snprintf(name, sizeof(name), "%s/seed-%03u", folder, n);
	file = fopen(name, "wb");
	if (!file || fwrite(data, 1, bytes, file) != bytes || fclose(file)) {
		perror(name);
		exit(1);
	}
}

int main(int argc, char *argv[])
{
	static uint8_t data[INPUT_BYTES];
	const char *folder = NULL;
	bool words = false;
	int files = 0;
	int i = 1;

	for (; i < argc && argv[i][0] == '-'; i++) {
		if (!strcmp(argv[i], "-w"))
			words = true;
		else if (!strcmp(argv[i], "-o") && i + 1 < argc)
			folder = argv[++i];
	}
	for (; i < argc; i++, files++) {
		size_t bytes = read_input(argv[i], words, data);

		if (folder)
			save_seed(folder, (unsigned)files, data, bytes);
		else
			run_file(data, bytes);
	}
	if (!files) {
		fprintf(stderr, "replay: no input\n");
		return 1;
	}
	printf("replay: %d files, %lu inputs\n", files, runs);
	return 0;
}
