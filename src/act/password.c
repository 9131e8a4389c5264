// SPDX-License-Identifier: GPL-2.0-or-later
#include "password.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

/* Room for "hex:" and 64 digits. */
enum { LINE_BYTES = 80, STANDARD_INPUT = 0 };

static int decode(struct job *job, const char *text, uint8_t password[PASSWORD_BYTES])
{
	int err = password_decode(text, password);

	/* An empty line is an accident more often than a wish: it would set an empty password. */
	if (!*text)
		return job_fail(job, -EINVAL, "the password is empty; write NULL if it has to be");
	return err ? job_fail(job, err, "a password has up to 32 bytes, or hex: and 64 digits") : 0;
}

static int from_line(struct job *job, int fd, const char *where, uint8_t password[PASSWORD_BYTES])
{
	char line[LINE_BYTES];
	ssize_t n = host_read_secret(job->host, fd, line, sizeof(line));
	int err;

	if (n < 0)
		err = job_fail(job, (int)n, "reading the password from %s", where);
	else
		err = decode(job, line, password);
	explicit_bzero(line, sizeof(line));
	return err;
}

static int from_prompt(struct job *job, uint8_t password[PASSWORD_BYTES])
{
	int err;

	report_prompt(job->out, "Please enter the drive password: ");
	err = from_line(job, STANDARD_INPUT, "standard input", password);
	if (job->out->err_terminal)
		report_prompt(job->out, "\n");
	return err;
}

static int from_file(struct job *job, const char *path, uint8_t password[PASSWORD_BYTES])
{
	int fd = strcmp(path, "-") ? host_open(job->host, path, O_RDONLY) : STANDARD_INPUT, err;

	if (fd < 0)
		return job_fail(job, fd, "opening the password file %s", path);
	err = from_line(job, fd, fd == STANDARD_INPUT ? "standard input" : path, password);
	if (fd != STANDARD_INPUT)
		host_close(job->host, fd);
	return err;
}

int password_get(struct job *job, uint8_t password[PASSWORD_BYTES])
{
	const struct opt_state *file = &job->req->opt[OPT_SECURITY_PASSWORD_FILE];

	if (job->opt->text)
		return password_decode(job->opt->text, password);
	if (file->seen)
		return from_file(job, file->text, password);
	return from_prompt(job, password);
}
