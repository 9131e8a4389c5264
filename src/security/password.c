// SPDX-License-Identifier: GPL-2.0-or-later
/* The password of a security command: from the command line, a file, or standard input. */
#include "security_send.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/* Room for "hex:" and 64 digits. */
enum { LINE_BYTES = 80, STANDARD_INPUT = 0 };

static int decode_password_line(struct job *job, const char *text, uint8_t password[PASSWORD_BYTES])
{
	int err = password_decode(text, password);

	/* An empty line is more often a mistake than a request for an empty password. */
	if (!*text)
		return job_fail(job, -EINVAL,
				"the password is empty; write NULL for an empty password");
	/* E2BIG would be reported as "Argument list too long" */
	return err ? job_fail(job, -EINVAL, "a password has up to 32 bytes, or hex: and 64 digits")
		   : 0;
}

static int refuse_line(struct job *job, int err, const char *where)
{
	switch (err) {
	case -E2BIG:
		return job_fail(job, -EINVAL, "the line of %s is longer than any password", where);
	case -EILSEQ:
		return job_fail(
			job, -EINVAL,
			"%s begins with a byte order mark, which cannot be typed: remove it, "
			"or write the password as hexadecimal digits",
			where);
	case -EBADMSG:
		/* the text after it would be lost, and the drive locked with a shorter password */
		return job_fail(job, -EINVAL,
				"the line of %s holds a zero byte, which no text has: write the "
				"password as hexadecimal digits",
				where);
	case -EPROTO:
		return job_fail(job, -EINVAL,
				"the line of %s ends in a carriage return, which cannot be typed: "
				"remove it, or write the password as hexadecimal digits",
				where);
	default:
		return job_fail(job, err, "reading the password from %s", where);
	}
}

/* `prompt` is printed even without a terminal; NULL: there is none. */
static int from_line(struct job *job, int fd, const char *where, const char *prompt,
		     uint8_t password[PASSWORD_BYTES])
{
	char line[LINE_BYTES];
	int err;

	do {
		if (prompt)
			report_prompt(job->out, prompt);
		err = host_read_secret(job->host, fd, line, sizeof(line));
	} while (err == -ERESTART);
	if (prompt && job->out->err_terminal)
		report_prompt(job->out, "\n");
	err = err ? refuse_line(job, err, where) : decode_password_line(job, line, password);
	explicit_bzero(line, sizeof(line));
	return err;
}

/* Warn only: the password is right, but others may have read the file. */
static void warn_of_others(struct job *job, int fd, const char *path)
{
	struct stat st;

	if (host_fstat(job->host, fd, &st) || !S_ISREG(st.st_mode))
		return;
	if (st.st_mode & (S_IRWXG | S_IRWXO))
		job_note(job, "others can read the password file %s (mode %04o): try chmod 600",
			 path, st.st_mode & 07777);
}

static int from_file(struct job *job, const char *path, uint8_t password[PASSWORD_BYTES])
{
	int fd, err;

	if (!strcmp(path, "-"))
		return from_line(job, STANDARD_INPUT, "standard input", NULL, password);
	fd = host_open(job->host, path, O_RDONLY | O_NOCTTY);
	if (fd < 0)
		return job_fail(job, fd, "opening the password file %s", path);
	err = job_judge_input(job, fd, path);
	if (!err) {
		warn_of_others(job, fd, path);
		err = from_line(job, fd, path, NULL, password);
	}
	host_close(job->host, fd);
	return err;
}

int password_get(struct job *job, uint8_t password[PASSWORD_BYTES])
{
	const struct opt_state *file = &job->req->opt[OPT_SECURITY_PASSWORD_FILE];

	host_guard_secrets();
	if (job->opt->text)
		return password_decode(job->opt->text, password);
	if (file->seen)
		return from_file(job, file->text, password);
	return from_line(job, STANDARD_INPUT, "standard input",
			 "Please enter the drive password: ", password);
}
