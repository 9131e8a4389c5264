// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Reads the file, and parses its text into blocks:
 *
 *	key = value                     # outside of blocks
 *	/dev/sda /dev/sd[bc] id:WDC* {  # names and conditions
 *		key = value; key
 *	}
 *	command_line {
 *		hdparm -q -S12 /dev/sdd
 *	}
 */
#include "device.h"
#include "file.h"
#include "options.h"
#include "text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT_MAX = 16 << 20 };
#define TOO_LARGE "is larger than 16 MiB, too large for a configuration file"
#define BINARY	  "has binary data: it is no text file"

static int refuse_file(struct conf_file *file, int status, const char *why)
{
	report_error(file->out, NULL, status, "%s: %s", file->path, why);
	return status;
}

static int check_kind(struct conf_file *file, int fd, size_t *bytes)
{
	char why[INPUT_WHY_BYTES];
	struct stat st;
	int err = host_fstat(file->host, fd, &st);

	if (err)
		return refuse_file(file, -err, error_words(-err));
	if (!S_ISREG(st.st_mode))
		return refuse_file(file, STATUS_USAGE, "is no regular file");
	if (st.st_size > TEXT_MAX)
		return refuse_file(file, STATUS_USAGE, TOO_LARGE);
	/* refuse a file that others could change: the program runs the commands in this file */
	err = host_judge_input(file->host, fd, file->path, why);
	if (err < 0)
		return refuse_file(file, -err, error_words(-err));
	if (err)
		return refuse_file(file, EPERM, why);
	*bytes = (size_t)st.st_size;
	return 0;
}

static int read_conf_text(struct conf_file *file, int fd, char *text, size_t bytes)
{
	size_t at = 0;

	while (at < bytes) {
		ssize_t got = host_pread(file->host, fd, text + at, bytes - at, at);

		if (got == -EINTR)
			continue;
		if (got < 0)
			return refuse_file(file, (int)-got, error_words((int)-got));
		if (got == 0)
			break;
		at += (size_t)got;
	}
	text[at] = '\0';
	return strlen(text) == at ? 0 : refuse_file(file, STATUS_USAGE, BINARY);
}

static int check_text(struct conf_file *file, const char *text)
{
	for (const char *at = text; *at; at++) {
		if (((unsigned char)*at < ' ' && !strchr("\t\n\r\f", *at)) || *at == 0x7f)
			return refuse_file(file, STATUS_USAGE, BINARY);
	}
	return 0;
}

int text_read(struct conf_file *file, char **text)
{
	size_t bytes = 0;
	int fd, status;
	ssize_t got;

	/* the owner of standard input is not checked: the user of the program chose the input */
	if (!strcmp(file->path, "-")) {
		file->path = "standard input";
		*text = store_keep(file->store, calloc(1, TEXT_MAX + 2));
		if (!*text)
			return ENOMEM;
		got = host_read_stream(file->host, STDIN_FILENO, *text, TEXT_MAX + 1);
		if (got < 0)
			return refuse_file(file, (int)-got, error_words((int)-got));
		if (got > TEXT_MAX)
			return refuse_file(file, STATUS_USAGE, TOO_LARGE);
		if (strlen(*text) != (size_t)got)
			return refuse_file(file, STATUS_USAGE, BINARY);
		return check_text(file, *text);
	}
	/* do not wait for the other end of a pipe; check_kind() refuses a pipe */
	fd = host_open(file->host, file->path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return refuse_file(file, -fd, error_words(-fd));
	status = check_kind(file, fd, &bytes);
	if (!status) {
		*text = store_keep(file->store, calloc(1, bytes + 1));
		status = *text ? read_conf_text(file, fd, *text, bytes) : ENOMEM;
	}
	host_close(file->host, fd);
	return status ? status : check_text(file, *text);
}

struct scan {
	struct conf_file *file;
	const char *at;
	unsigned line, secret_line; /* present line; line of the last key for a password */
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\f';
}

static void skip_line(struct scan *scan)
{
	while (*scan->at && *scan->at != '\n')
		scan->at++;
}

static void skip_blanks(struct scan *scan)
{
	while (is_blank(*scan->at))
		scan->at++;
	if (*scan->at == '#')
		skip_line(scan);
}

static void skip_space(struct scan *scan)
{
	for (skip_blanks(scan); *scan->at == '\n' || *scan->at == ';'; skip_blanks(scan)) {
		scan->line += *scan->at == '\n';
		scan->at++;
	}
}

static void skip_statement(struct scan *scan)
{
	while (*scan->at && !strchr("\n}", *scan->at))
		scan->at++;
}

/* Pass a quoted word, or a word up to a blank, the line's end or a character of `ends`. */
static const char *word_at(struct scan *scan, const char *ends, size_t *length)
{
	const char *start = scan->at, *close;
	char quote = *start;

	if (quote == '"' || quote == '\'') {
		close = start + 1 + strcspn(start + 1, quote == '"' ? "\"\n" : "'\n");
		if (*close == quote) {
			scan->at = close + 1;
			*length = (size_t)(close - start - 1);
			return start + 1;
		}
	}
	while (*scan->at && *scan->at != '\n' && !is_blank(*scan->at) && !strchr(ends, *scan->at))
		scan->at++;
	*length = (size_t)(scan->at - start);
	return start;
}

static char *take_word(struct scan *scan, const char *ends)
{
	size_t length;
	const char *start = word_at(scan, ends, &length);

	return store_copy(scan->file->store, start, length);
}

enum { PEEK_BYTES = 64 };

/*
 * Copy the next word, or its begin, and return what follows it. No key, selector or path that
 * matters is longer. The store does not keep the word, which may be a password.
 */
static struct scan peek_word(const struct scan *scan, const char *ends, char word[PEEK_BYTES])
{
	struct scan ahead = *scan;
	size_t length;
	const char *start = word_at(&ahead, ends, &length);

	snprintf(word, PEEK_BYTES, "%.*s", length < PEEK_BYTES ? (int)length : PEEK_BYTES - 1,
		 start);
	return ahead;
}

static bool is_device_word(const char *word)
{
	return word[0] == '/' || is_selector(word) || word_is(word, "command_line") ||
	       !strcmp(word, "ROOTFS");
}

/* "/dev/sda = x" is a setting; but a path or selector may contain '='. */
static bool at_device_word(struct scan *scan)
{
	char word[PEEK_BYTES];
	struct scan ahead = peek_word(scan, "{}=;", word);
	const char *end = ahead.at;

	skip_blanks(&ahead);
	return is_device_word(word) &&
	       (*ahead.at != '=' || (ahead.at == end && (word[0] == '/' || is_selector(word))));
}

static void add_setting(struct scan *scan, struct block *block, const struct setting *setting)
{
	struct setting *more =
		store_grow(scan->file->store, block->settings, block->n_settings, sizeof(*more));

	if (!more)
		return;
	block->settings = more;
	more[block->n_settings++] = *setting;
	scan->file->asks_battery |= (setting->means.flags & KEY_BATTERY) != 0;
}

static void unknown_key(struct scan *scan, const char *key)
{
	const char *like;

	/* do not show a word behind a password: the password may continue in this word */
	if (scan->line == scan->secret_line)
		key = "(hidden: a password?)";
	like = key_suggest(key);
	if (is_device_word(key))
		file_error(scan->file, scan->line, "'%s' is the name of a block, not a key", key);
	else if (key_is_option(key))
		file_error(scan->file, scan->line,
			   "'%s' is no key: only a command line has that option", key);
	else if (like)
		file_error(scan->file, scan->line, "unknown key '%s' (did you mean %s?)", key,
			   like);
	else
		file_error(scan->file, scan->line, "unknown key '%s'", key);
	skip_statement(scan);
}

/* Add "else command_timeout 180" to the value of error_recovery. -1 after an error; else 0. */
static int parse_otherwise(struct scan *scan, struct setting *setting)
{
	char next[PEEK_BYTES];
	struct scan ahead;
	struct key_meaning means;
	char *word, *key;

	skip_blanks(scan);
	ahead = peek_word(scan, "};#", next);
	if (!word_is(next, "else"))
		return 0;
	*scan = ahead;
	skip_blanks(scan);
	key = take_word(scan, "={};#");
	for (skip_blanks(scan); *scan->at == '='; skip_blanks(scan))
		scan->at++;
	word = take_word(scan, "};#");
	if (key_flag(setting->means.id, KEY_HAS_ELSE) && key && word && *word &&
	    key_find(key, &means) && key_flag(means.id, KEY_AFTER_ELSE)) {
		setting->value =
			store_printf(scan->file->store, "%s,else=%s", setting->value, word);
		return 0;
	}
	file_error(scan->file, scan->line,
		   "%s: only \"error_recovery = TIME else command_timeout SECONDS\" has an else",
		   setting->key);
	skip_statement(scan);
	return -1;
}

static void parse_setting(struct scan *scan, struct block *block)
{
	struct setting setting = { .line = scan->line, .key = take_word(scan, "={};#") };
	enum opt_id any_switch = OPT_READ_ONLY;
	const struct option_def *def;
	struct opt_state state;
	bool modifies;

	if (!setting.key)
		return;
	skip_blanks(scan);
	if (*scan->at == '=') {
		scan->at++;
		skip_blanks(scan);
		if (*scan->at && !strchr("\n};", *scan->at))
			setting.value = take_word(scan, "};");
	}
	if (!key_find(setting.key, &setting.means)) {
		unknown_key(scan, setting.key);
		return;
	}
	if (option_is_secret(setting.means.id))
		scan->secret_line = scan->line;
	if (setting.value && parse_otherwise(scan, &setting))
		return;
	def = setting_row(&setting);
	modifies = def->kind == OPT_KIND_MODIFIER;
	if (!setting.value && def->value && !(def->flags & OPT_EQUALS_VALUE) &&
	    !(setting.means.flags & KEY_VALUE_OPTIONAL)) {
		file_error(scan->file, scan->line, "%s: needs a value (%s = ...)", setting.key,
			   setting.key);
		/* settings_refuse_lines() refuses the block with a modifier in a faulty line */
		if (modifies)
			add_setting(scan, block, &setting);
		skip_statement(scan);
	} else if (setting.value && !def->value) {
		/* "standby = on" means "standby"; "standby = off" means no setting */
		if (value_switch.parse(&option_table[any_switch],
				       key_value(any_switch, setting.value), &state)) {
			file_error(scan->file, scan->line, "%s: takes no value", setting.key);
			setting.value = NULL;
			if (modifies)
				add_setting(scan, block, &setting);
		} else if (state.value) {
			setting.value = NULL;
			add_setting(scan, block, &setting);
		}
	} else {
		add_setting(scan, block, &setting);
	}
}

/*
 * A command ends at an unescaped newline, even within quotes; at the newline behind a comment; and
 * at an unescaped ';' or '}' outside quotes and comments. A comment begins with '#' at the start
 * of a word, as in words_split().
 */
static void parse_commands(struct scan *scan, struct block *block)
{
	char quote = 0;
	const char *start;
	struct command_text *more;

	for (skip_space(scan); *scan->at && *scan->at != '}'; skip_space(scan)) {
		unsigned line = scan->line;
		bool word = false, escaped;

		for (start = scan->at; *scan->at && (!quote || *scan->at != '\n'); scan->at++) {
			if (!quote && !word && *scan->at == '#') {
				skip_line(scan);
				break;
			}
			escaped = *scan->at == '\\' && quote != '\'' && scan->at[1];
			if (escaped) {
				scan->at++;
				if (*scan->at == '\r' && scan->at[1] == '\n')
					scan->at++;
			} else if (quote ? *scan->at == quote
					 : *scan->at == '\'' || *scan->at == '"')
				quote = quote ? 0 : *scan->at;
			else if (!quote && strchr("\n;}", *scan->at))
				break;
			/* an escaped newline joins two lines, also within a word */
			if (!escaped || *scan->at != '\n')
				word = escaped || quote || !is_blank(*scan->at);
			scan->line += *scan->at == '\n';
		}
		quote = 0;
		more = store_grow(scan->file->store, block->lines, block->n_lines, sizeof(*more));
		if (!more)
			return;
		block->lines = more;
		more[block->n_lines++] =
			(struct command_text){ line, store_copy(scan->file->store, start,
								(size_t)(scan->at - start)) };
	}
}

static void parse_settings(struct scan *scan, struct block *block)
{
	size_t first = scan->file->n_errors;

	for (skip_space(scan); *scan->at && *scan->at != '}'; skip_space(scan)) {
		if (scan->line != scan->secret_line && at_device_word(scan))
			break; /* the next block begins: a brace was forgotten */
		if (strchr("{=", *scan->at)) {
			file_error(scan->file, scan->line, "'%c' without a key in front of it",
				   *scan->at);
			scan->at++;
			skip_statement(scan);
		} else {
			parse_setting(scan, block);
		}
	}
	settings_refuse_lines(scan->file, block, first);
}

static void parse_block(struct scan *scan)
{
	struct conf_file *file = scan->file;
	struct block *block = store_grow(file->store, file->blocks, file->n, sizeof(*block));
	char path[NODE_PATH_BYTES];
	const char **names;

	if (!block)
		return;
	file->blocks = block;
	block += file->n++;
	*block = (struct block){ .line = scan->line };
	while (*scan->at && *scan->at != '\n' && *scan->at != '{') {
		char *word = take_word(scan, "{;");
		size_t length = word ? strlen(word) : 0;

		if (!word)
			return;
		/* remove commas behind a name; a comma inside a name belongs to the name */
		while (length && word[length - 1] == ',')
			word[--length] = '\0';
		if (word_is(word, "command_line")) {
			block->commands = true;
		} else if (is_device_word(word)) {
			names = store_grow(file->store, block->names, block->n_names,
					   sizeof(*names));
			if (names) {
				block->names = names;
				names[block->n_names++] = word;
			}
		} else if (length) {
			const char *like = path_of_name(file->host, word, path)
						   ? path
						   : selector_suggest(word);

			file_error(file, scan->line,
				   "'%s' is neither a device nor a selector%s%s%s", word,
				   like ? " (did you mean " : "", like ? like : "",
				   like ? "?)" : "");
			block->ignored = true;
		}
		while (is_blank(*scan->at) || *scan->at == ';')
			scan->at++;
		skip_blanks(scan);
	}
	skip_space(scan);
	if (*scan->at != '{') {
		file_error(file, block->line, "no '{' behind the device");
		block->ignored = true;
		return;
	}
	scan->at++;
	if (block->commands)
		parse_commands(scan, block);
	else
		parse_settings(scan, block);
	if (*scan->at == '}') {
		scan->at++;
		return;
	}
	file_error(file, block->line, "the block that begins here is never closed by '}'");
	/* a file that ends inside a block is truncated: its last word may be incomplete */
	if (!*scan->at)
		block->ignored = true;
}

/* True if a brace follows the next word: a block with an unknown name is parsed and ignored. */
static bool heads_block(struct scan *scan)
{
	char word[PEEK_BYTES];
	struct scan ahead = peek_word(scan, "={};#", word);

	skip_space(&ahead);
	return *ahead.at == '{';
}

void file_parse(struct conf_file *file, const char *text)
{
	struct scan scan = { .file = file, .at = text, .line = 1 };

	if (!strncmp(text, "\xef\xbb\xbf", 3))
		scan.at += 3; /* skip the byte order mark */
	for (skip_space(&scan); *scan.at && !file->store->failed; skip_space(&scan)) {
		if (*scan.at == '}') {
			file_error(file, scan.line, "'}' without a block");
			scan.at++;
		} else if (*scan.at == '{') {
			file_error(file, scan.line, "'{' without a device in front of it");
			parse_block(&scan);
			if (file->n)
				file->blocks[file->n - 1].ignored = true;
		} else if (*scan.at == '=') {
			file_error(file, scan.line, "'%c' without a key in front of it", '=');
			skip_line(&scan);
		} else if (at_device_word(&scan) || heads_block(&scan)) {
			parse_block(&scan);
		} else {
			parse_setting(&scan, &file->global);
		}
	}
	settings_refuse_lines(file, &file->global, 0);
}
