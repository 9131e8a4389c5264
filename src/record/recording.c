// SPDX-License-Identifier: GPL-2.0-or-later
/* The host layers recorder and replay. A recorded call has one function for both. */
#include "host.h"
#include "nvme.h"
#include "record.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/hdreg.h>
#include <linux/ioctl.h>
#include <linux/nvme_ioctl.h>
#include <scsi/sg.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	KEY_BYTES = 2048,
	PATH_KEPT = 256,
	OPEN_FILES = 256,
	FIRST_FD = 100000, /* first descriptor of a replay, above the program's other descriptors */
	TICK_NS = 1000000  /* advance of a replay's clock at each host_now_ns() */
};

struct layer {
	struct host host; /* first member, since layer_of() casts its address */
	struct open_file {
		int fd;
		char path[PATH_KEPT];
	} file[OPEN_FILES]; /* open files, since a recording names files by path */
	unsigned files;
	struct mask mask;
	char key[KEY_BYTES];
	int64_t result;
	bool replays;
	const struct exchange *answer; /* in a replay: the recorded answer, or NULL */
	int next_fd;
	uint64_t now_ns;
	char fault[REPLAY_FAULT_BYTES];
	struct tape tape; /* last member, since tape.text has no fixed size */
};

static struct layer *layer_of(const struct host *host)
{
	return (struct layer *)(uintptr_t)host;
}

/* --- A call: a key and a result, then numbers and data --- */

static void note_fault(struct layer *layer, const char *why)
{
	if (!*layer->fault)
		snprintf(layer->fault, REPLAY_FAULT_BYTES, "line %u: %s", layer->answer->line, why);
	layer->result = -EIO;
}

/*
 * True in a recorder: the caller makes the call. In a replay, a missing record gives the result
 * `missing`, and a fault if `needed`.
 */
__attribute__((format(printf, 6, 7))) static bool call_starts(struct layer *layer, const char *name,
							      const char *path, int missing,
							      bool needed, const char *more, ...)
{
	size_t n = (size_t)snprintf(layer->key, KEY_BYTES, "%s ", name);
	va_list args;

	text_encode(path, strlen(path), layer->key + n, 3 * PATH_KEPT);
	n += strlen(layer->key + n);
	va_start(args, more);
	vsnprintf(layer->key + n, KEY_BYTES - n, more, args);
	va_end(args);
	if (!layer->replays)
		return true;
	layer->answer = tape_find(&layer->tape, layer->key);
	layer->result = layer->answer ? layer->answer->result : missing;
	if (!layer->answer && needed && !*layer->fault)
		snprintf(layer->fault, REPLAY_FAULT_BYTES, "nothing is recorded for: %.180s",
			 layer->key);
	if (layer->result < -4095 || layer->result > INT32_MAX)
		note_fault(layer, "no such result exists");
	return false;
}

static void call_made(struct layer *layer, int64_t result)
{
	layer->result = result;
	tape_put(&layer->tape, "\n%s = %" PRId64, layer->key, result);
}

static uint64_t pass_number(struct layer *layer, const char *name, uint64_t value)
{
	if (!layer->replays)
		tape_put(&layer->tape, " %s=0x%" PRIx64, name, value);
	else if (layer->answer)
		value = exchange_number(layer->answer, name, value);
	return value;
}

/* `path`: the data are text that was read for this path; NULL: data of an ioctl. */
static void put_masked(struct layer *layer, const char *path, enum answer_names kind,
		       const void *data, size_t bytes)
{
	char *copy = bytes ? malloc(bytes + 1) : NULL;

	layer->tape.cut |= bytes && !copy;
	if (!copy)
		return;
	memcpy(copy, data, bytes);
	copy[bytes] = '\0';
	if (path) {
		mask_attribute(&layer->mask, path, copy, bytes);
		tape_put_text(&layer->tape, "text", copy, bytes);
	} else {
		mask_data(&layer->mask, kind, (uint8_t *)copy, bytes);
		tape_put_bytes(&layer->tape, "in", (const uint8_t *)copy, bytes);
	}
	free(copy);
}

static void pass_text(struct layer *layer, const char *path, char *buf, size_t size)
{
	size_t n = layer->answer ? exchange_data(layer->answer, "text", buf, size - 1) : 0;

	if (layer->result < 0)
		return;
	if (!layer->replays) {
		put_masked(layer, path, NAMES_NONE, buf, (size_t)layer->result);
	} else {
		layer->result = (int64_t)(n < size ? n : size - 1);
		buf[layer->result] = '\0';
	}
}

/* --- Files --- */

static struct open_file *file_of(const struct host *host, int fd)
{
	struct layer *layer = layer_of(host);

	for (unsigned i = 0; i < layer->files; i++) {
		if (layer->file[i].fd == fd)
			return &layer->file[i];
	}
	return NULL;
}

/* Return NULL for a descriptor that this layer did not open, as standard input. */
static const char *path_of(const struct host *host, int fd)
{
	return file_of(host, fd) ? file_of(host, fd)->path : NULL;
}

static int tape_open(struct host *host, const char *path, int flags)
{
	struct layer *layer = layer_of(host);
	int fd = layer->next_fd;

	if (layer->files == OPEN_FILES)
		return -EMFILE;
	if (call_starts(layer, "open", path, -ENOENT, true, "%s", "")) {
		fd = host_open(host->below, path, flags);
		call_made(layer, fd < 0 ? fd : 0);
		tape_put(&layer->tape, " flags=0%o", (unsigned)flags);
	}
	if (layer->result < 0)
		return (int)layer->result;
	layer->next_fd++;
	layer->file[layer->files].fd = fd;
	snprintf(layer->file[layer->files++].path, PATH_KEPT, "%s", path);
	return fd;
}

static int tape_close(struct host *host, int fd)
{
	struct layer *layer = layer_of(host);
	struct open_file *file = file_of(host, fd);

	if (file)
		*file = layer->file[--layer->files];
	return layer->replays ? 0 : host_close(host->below, fd);
}

static void end_stat(struct layer *layer, struct stat *st)
{
	uint64_t major, minor;

	if (layer->result)
		return;
	if (layer->replays)
		memset(st, 0, sizeof(*st));
	st->st_mode = (mode_t)pass_number(layer, "mode", st->st_mode);
	major = pass_number(layer, "major", rdev_major(st->st_rdev));
	minor = pass_number(layer, "minor", rdev_minor(st->st_rdev));
	st->st_rdev = rdev_make((unsigned)major, (unsigned)minor);
	major = pass_number(layer, "on_major", rdev_major(st->st_dev));
	minor = pass_number(layer, "on_minor", rdev_minor(st->st_dev));
	st->st_dev = rdev_make((unsigned)major, (unsigned)minor);
	st->st_size = (off_t)pass_number(layer, "size", (uint64_t)st->st_size);
}

static void end_path(struct layer *layer, const char *path, char *buf, size_t size)
{
	pass_text(layer, path, buf, size);
	if (layer->result >= 0 && buf[0] != '/')
		layer->result = -EIO;
}

static void end_names(struct layer *layer, struct host_paths *paths)
{
	size_t bytes = layer->answer ? exchange_data(layer->answer, "name", NULL, 0) : 0;
	char *names = malloc(bytes + 1);

	for (size_t i = 0; !layer->replays && i < paths->n; i++)
		tape_put_text(&layer->tape, "name", paths->path[i], strlen(paths->path[i]));
	if (layer->replays)
		*paths = (struct host_paths){ NULL, 0 };
	if (!names)
		layer->result = -ENOMEM;
	else if (bytes)
		exchange_data(layer->answer, "name", names, bytes);
	for (const char *at = names; !layer->result && at < names + bytes; at += strlen(at) + 1)
		layer->result = *at == '/' ? host_paths_add(paths, at) : -EIO;
	free(names);
}

static void end_input(struct layer *layer, char *buf, size_t size)
{
	if (layer->result > (int64_t)size)
		note_fault(layer, "more bytes were read than were asked for");
	/* the bytes are not recorded: fill the buffer with '0'; end_pread() may change the bytes */
	if (layer->replays && layer->result > 0)
		memset(buf, '0', (size_t)layer->result);
}

static void end_pread(struct layer *layer, void *buf, size_t size)
{
	struct contents contents = { CONTENTS_ONES, UINT32_MAX };

	end_input(layer, buf, size);
	if (layer->result <= 0 || layer->result % 4)
		return;
	if (!layer->replays)
		contents = contents_of(buf, (size_t)layer->result);
	contents.kind = (enum contents_kind)pass_number(layer, "kind", contents.kind);
	contents.mark = pass_number(layer, "mark", contents.mark);
	if (layer->replays)
		contents_like(&contents, buf, (size_t)layer->result);
}

/* Without a path, as for standard input, the call is made even in a replay. */
#define TAPED(type, member, arguments, passed, path, missing, needed, more, end)                   \
	static type tape_##member arguments                                                        \
	{                                                                                          \
		struct layer *layer = layer_of(host);                                              \
		const char *const on = path;                                                       \
                                                                                                   \
		if (!on)                                                                           \
			return host_##member passed;                                               \
		if (call_starts(layer, #member, on, missing, needed, UNWRAPPED more))              \
			call_made(layer, host_##member passed);                                    \
		end;                                                                               \
		return (type)layer->result;                                                        \
	}
#define UNWRAPPED(...) __VA_ARGS__

/* For calls that are not recorded: a replay returns `answer`, and does not make the call. */
#define LEFT_OUT(type, member, arguments, passed, answer)                                          \
	static type tape_##member arguments                                                        \
	{                                                                                          \
		return layer_of(host)->replays ? (type)(answer) : host_##member passed;            \
	}

/* clang-format off */
TAPED(int, stat, (struct host *host, const char *path, struct stat *st), (host->below, path, st),
      path, -ENOENT, false, ("%s", ""), end_stat(layer, st))
TAPED(int, fstat, (struct host *host, int fd, struct stat *st), (host->below, fd, st),
      path_of(host, fd), -ENOENT, false, ("%s", ""), end_stat(layer, st))
TAPED(ssize_t, read_file, (struct host *host, const char *path, char *buf, size_t size),
      (host->below, path, buf, size), path, -ENOENT, false, ("%s", ""),
      pass_text(layer, path, buf, size))
TAPED(int, write_file, (struct host *host, const char *path, const char *text),
      (host->below, path, text), path, -ENODATA, true, ("%s", ""), )
TAPED(ssize_t, real_path, (struct host *host, const char *path, char *buf, size_t size),
      (host->below, path, buf, size), path, -ENOENT, false, ("%s", ""),
      end_path(layer, path, buf, size))
TAPED(int, glob, (struct host *host, const char *pattern, struct host_paths *paths),
      (host->below, pattern, paths), pattern, 0, false, ("%s", ""), end_names(layer, paths))
/* -EPROTO, for a missing record, is no error that a sector can have */
TAPED(ssize_t, pread, (struct host *host, int fd, void *buf, size_t bytes, uint64_t offset),
      (host->below, fd, buf, bytes, offset), path_of(host, fd), -EPROTO, true,
      (" %zu %" PRIu64, bytes, offset), end_pread(layer, buf, bytes))
TAPED(ssize_t, pwrite, (struct host *host, int fd, const void *buf, size_t bytes, uint64_t offset),
      (host->below, fd, buf, bytes, offset), path_of(host, fd), -EIO, true,
      (" %zu %" PRIu64, bytes, offset), )
TAPED(int, fsync, (struct host *host, int fd), (host->below, fd),
      path_of(host, fd), 0, false, ("%s", ""), )
TAPED(int, lock, (struct host *host, int fd, bool exclusive, unsigned *holder),
      (host->below, fd, exclusive, holder), path_of(host, fd), 0, false,
      (" %s", exclusive ? "exclusive" : "shared"),
      *holder = (unsigned)pass_number(layer, "holder", layer->replays ? 0 : *holder))
TAPED(ssize_t, read_stream, (struct host *host, int fd, char *buf, size_t size),
      (host->below, fd, buf, size), path_of(host, fd), -ENODATA, true, (" %zu", size),
      end_input(layer, buf, size))
TAPED(int, read_secret, (struct host *host, int fd, char *buf, size_t size),
      (host->below, fd, buf, size), path_of(host, fd), -ENODATA, true, ("%s", ""),
      if (layer->replays) snprintf(buf, size, "0"))
TAPED(int, make_room, (struct host *host, const char *path, uint64_t bytes),
      (host->below, path, bytes), path, -ENODATA, true, ("%s", ""), )
LEFT_OUT(int, drop_cache, (struct host *host, int fd), (host->below, fd), 0)
LEFT_OUT(void, sync, (struct host *host), (host->below), 0)
LEFT_OUT(int, judge_input, (struct host *host, int fd, const char *path),
	 (host->below, fd, path), 0)
LEFT_OUT(int, keep_file, (struct host *host, const char *path, const void *data, size_t bytes),
	 (host->below, path, data, bytes), 0)
LEFT_OUT(ssize_t, read_kept, (struct host *host, const char *path, char *buf, size_t size),
	 (host->below, path, buf, size), -ENOENT)
LEFT_OUT(int, drop_kept, (struct host *host, const char *path), (host->below, path), 0)
LEFT_OUT(uint64_t, now_ns, (struct host *host), (host->below), layer_of(host)->now_ns += TICK_NS)
LEFT_OUT(void, sleep_ns, (struct host *host, uint64_t ns), (host->below, ns),
	 layer_of(host)->now_ns += ns)
/* clang-format on */

/* --- ioctls, and the commands that some ioctls carry --- */

struct ioctl_call {
	const char *name;
	char key[KEY_BYTES / 2];
	enum answer_names names;
	void *in;     /* buffer of the returned data, if `bytes` is not 0 */
	size_t bytes; /* size of the returned data; 0: none */
};

/* Append bytes in hexadecimal, separated by dots: mask_text() finds no serial number in these. */
static void add_dotted(struct ioctl_call *c, const uint8_t *bytes, size_t n)
{
	size_t at = strlen(c->key);

	for (size_t i = 0; i < n && at + 4 < sizeof(c->key); i++)
		at += (size_t)snprintf(c->key + at, sizeof(c->key) - at, "%s%02x", i ? "." : " ",
				       bytes[i]);
}

static void describe_sg_io(const struct sg_io_hdr *io, const struct host_command *command,
			   struct ioctl_call *c)
{
	bool in = io->dxfer_direction == SG_DXFER_FROM_DEV;
	bool out = io->dxfer_direction == SG_DXFER_TO_DEV;
	size_t at;

	*c = (struct ioctl_call){ "sg_io", "", NAMES_NONE, io->dxferp, in ? io->dxfer_len : 0 };
	snprintf(c->key, sizeof(c->key), " %s %u", in ? "in" : out ? "out" : "none", io->dxfer_len);
	add_dotted(c, io->cmdp, io->cmd_len);
	at = strlen(c->key);
	/* tunnelled commands may have equal CDBs */
	if (command && command->tunnelled)
		snprintf(c->key + at, sizeof(c->key) - at, " nvme.%02x.%02x", command->opcode,
			 command->cdw10);
}

static void describe_nvme(unsigned long request, const struct nvme_passthru_cmd *io,
			  struct ioctl_call *c)
{
	bool writes = nvme_opcode_writes(io->opcode);

	*c = (struct ioctl_call){ "nvme", "", NAMES_NONE, (void *)(uintptr_t)io->addr,
				  writes ? 0 : io->data_len };
	snprintf(c->key, sizeof(c->key), " %s %s %u %u %02x.%x.%x.%x.%x.%x.%x.%x.%x.%x",
		 request == NVME_IOCTL_ADMIN_CMD ? "admin" : "io", writes ? "out" : "in",
		 io->data_len, io->metadata_len, io->opcode, io->nsid, io->cdw2, io->cdw3,
		 io->cdw10, io->cdw11, io->cdw12, io->cdw13, io->cdw14, io->cdw15);
}

static void describe_other(unsigned long request, void *arg, struct ioctl_call *c)
{
	const struct ioctl_def *def = ioctl_def(request);
	size_t in = 0;

	*c = (struct ioctl_call){ "ioctl", "", NAMES_NONE, arg, 0 };
	if (!def)
		snprintf(c->key, sizeof(c->key), " 0x%lx", request);
	else if (def->argument == IOCTL_VALUE)
		snprintf(c->key, sizeof(c->key), " %s %" PRIuPTR, def->name, (uintptr_t)arg);
	else
		snprintf(c->key, sizeof(c->key), " %s", def->name);
	if (def && def->argument != IOCTL_VALUE)
		ioctl_sizes(def, arg, &in, &c->bytes);
	if (in)
		add_dotted(c, arg, in < def->bytes || !def->bytes ? in : def->bytes);
	if (request == HDIO_GET_IDENTITY)
		c->names = NAMES_IDENTIFY;
}

static int tape_ioctl(struct host *host, int fd, unsigned long request, void *arg,
		      const struct host_command *command)
{
	struct layer *layer = layer_of(host);
	const char *path = path_of(host, fd);
	struct nvme_passthru_cmd *nvme = arg;
	struct sg_io_hdr *io = arg;
	struct ioctl_call c;
	size_t bytes;

	if (request == SG_IO)
		describe_sg_io(io, command, &c);
	else if (nvme_ioctl(request))
		describe_nvme(request, nvme, &c);
	else
		describe_other(request, arg, &c);
	if (command)
		c.names = command->names;
	if (call_starts(layer, c.name, path ? path : "?", -ENODATA, true, "%s", c.key))
		call_made(layer, host_command(host->below, fd, request, arg, command));
	if (request == SG_IO && layer->result >= 0) {
		io->status = (uint8_t)pass_number(layer, "status", io->status);
		io->host_status = (uint16_t)pass_number(layer, "host", io->host_status);
		io->driver_status = (uint16_t)pass_number(layer, "driver", io->driver_status);
		io->resid = (int)pass_number(layer, "resid", (uint64_t)io->resid);
		bytes = layer->replays ? 0 : io->sb_len_wr;
		if (layer->answer)
			bytes = exchange_data(layer->answer, "sense", io->sbp, io->mx_sb_len);
		io->sb_len_wr = (uint8_t)(bytes < io->mx_sb_len ? bytes : io->mx_sb_len);
		if (!layer->replays)
			tape_put_bytes(&layer->tape, "sense", io->sbp, io->sb_len_wr);
	}
	if (nvme_ioctl(request))
		nvme->result = (uint32_t)pass_number(layer, "value", nvme->result);
	/* a success has all its data; a failure with -EIO may have data, such as registers */
	if (layer->result >= 0 || layer->result == -EIO) {
		bytes = c.bytes;
		if (layer->answer)
			bytes = exchange_data(layer->answer, "in", c.in, c.bytes);
		if (!layer->replays)
			put_masked(layer, NULL, c.names, c.in, c.bytes);
		else if (bytes != c.bytes && (bytes || layer->result >= 0))
			note_fault(layer, "the data have another length than the call asks for");
	}
	return (int)layer->result;
}

/* clang-format off */
static const struct host_ops tape_ops = {
	.open = tape_open, .close = tape_close, .fstat = tape_fstat, .stat = tape_stat,
	.ioctl = tape_ioctl, .pread = tape_pread, .pwrite = tape_pwrite, .fsync = tape_fsync,
	.sync = tape_sync, .drop_cache = tape_drop_cache, .read_file = tape_read_file,
	.write_file = tape_write_file, .read_stream = tape_read_stream, .glob = tape_glob,
	/* a link of sysfs is recorded with its real path, which is the link's target */
	.real_path = tape_real_path, .link_target = tape_real_path,
	.now_ns = tape_now_ns, .sleep_ns = tape_sleep_ns, .read_secret = tape_read_secret,
	.make_room = tape_make_room, .judge_input = tape_judge_input, .lock = tape_lock,
	.keep_file = tape_keep_file, .read_kept = tape_read_kept, .drop_kept = tape_drop_kept,
};
/* clang-format on */

/* --- The two layers --- */

static struct layer *new_layer(struct host *real, size_t room)
{
	struct layer *layer = calloc(1, sizeof(*layer) + room + 1);

	if (layer) {
		layer->host = (struct host){ .ops = &tape_ops, .below = real };
		layer->tape.room = room;
	}
	return layer;
}

struct host *recorder_new(struct host *real, bool serials)
{
	struct layer *layer = new_layer(real, RECORDING_BYTES);

	if (!layer)
		return NULL;
	layer->mask.off = serials;
	tape_put(&layer->tape, "hdparm-recording 1\n# serial numbers are %s",
		 serials ? "included" : "masked");
	return &layer->host;
}

int recorder_save(struct host *host, const char *path)
{
	struct layer *layer = layer_of(host);
	struct tape *tape = &layer->tape;

	tape_put(tape, "\nend\n");
	if (tape->cut || layer->mask.full)
		return -ENOMEM;
	for (char *line = tape->text, *end; *line; line = end + 1) {
		end = strchr(line, '\n');
		*end = '\0';
		/* other data lines stay: mask_data() has masked the lines "in" before */
		if (*line != ' ' || !strncmp(line, " text ", 6) || !strncmp(line, " name ", 6))
			mask_text(&layer->mask, line);
		*end = '\n';
	}
	return host_save_file(host->below, path, tape->text, tape->bytes, SAVE_PRIVATE);
}

void recording_free(struct host *host)
{
	if (host)
		free(layer_of(host)->tape.exchange);
	free(layer_of(host));
}

struct host *replay_new(struct host *real, const char *text, size_t bytes,
			char fault[REPLAY_FAULT_BYTES])
{
	struct layer *layer = new_layer(real, bytes);
	const char *why;
	unsigned line;

	fault[0] = '\0';
	if (!layer)
		return NULL;
	layer->replays = true;
	layer->next_fd = FIRST_FD;
	memcpy(layer->tape.text, text, layer->tape.bytes = bytes);
	why = tape_read(&layer->tape, &line);
	if (!why)
		return &layer->host;
	if (*why)
		snprintf(fault, REPLAY_FAULT_BYTES, "line %u: %s", line, why);
	recording_free(&layer->host);
	return NULL;
}

/* host_judge_input() is not needed, since no byte of a recording reaches a drive. */
int replay_load(struct host *real, const char *path, struct host **replay,
		char fault[REPLAY_FAULT_BYTES])
{
	int fd = host_open(real, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
	char *text = malloc(RECORDING_BYTES), why[REPLAY_FAULT_BYTES] = "neither a file nor a pipe";
	ssize_t got = fd;
	struct stat st;

	if (fd >= 0)
		got = text ? host_fstat(real, fd, &st) : -ENOMEM;
	if (!got && !S_ISREG(st.st_mode) && !S_ISFIFO(st.st_mode))
		got = S_ISDIR(st.st_mode) ? -EISDIR : -EINVAL;
	if (!got)
		got = host_read_stream(real, fd, text, RECORDING_BYTES);
	if (got == RECORDING_BYTES)
		got = -EFBIG;
	if (got >= 0 && !(*replay = replay_new(real, text, (size_t)got, why)))
		got = *why ? -EINVAL : -ENOMEM;
	if (got < 0)
		snprintf(fault, REPLAY_FAULT_BYTES, "%.100s: %.150s", path,
			 got == -EINVAL ? why : error_words((int)-got));
	if (fd >= 0)
		host_close(real, fd);
	free(text);
	return got < 0 ? (int)got : 0;
}

const char *replay_fault(const struct host *replay)
{
	return *layer_of(replay)->fault ? layer_of(replay)->fault : NULL;
}
