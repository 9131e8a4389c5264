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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
	KEY_BYTES = 2048,
	PATH_KEPT = 256,
	OPEN_FILES = 256,
	FIRST_FD = 100000, /* first descriptor of a replay, above the program's other descriptors */
	RANGE_BYTES = 48,  /* two numbers of a key */
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

/* NEEDED: a replay that lacks the call has a fault. */
enum need { OPTIONAL, NEEDED };

/*
 * Form the key "NAME PATH" with `more` behind. True in a recorder: the caller makes the call. False
 * in a replay: the result is the recorded one, or `missing`.
 */
static bool call_starts(struct layer *layer, const char *name, const char *path, const char *more,
			int missing, enum need need)
{
	size_t n = (size_t)snprintf(layer->key, KEY_BYTES, "%s ", name);

	text_encode(path, strlen(path), layer->key + n, 3 * PATH_KEPT);
	n += strlen(layer->key + n);
	snprintf(layer->key + n, KEY_BYTES - n, "%s", more);
	if (!layer->replays)
		return true;
	layer->answer = tape_find(&layer->tape, layer->key);
	layer->result = layer->answer ? layer->answer->result : missing;
	if (!layer->answer && need == NEEDED && !*layer->fault)
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

/* Return "?" for a descriptor that this layer did not open, as standard input. */
static const char *path_of(const struct host *host, int fd)
{
	return file_of(host, fd) ? file_of(host, fd)->path : "?";
}

static int tape_open(struct host *host, const char *path, int flags)
{
	struct layer *layer = layer_of(host);
	int fd = layer->next_fd;

	if (layer->files == OPEN_FILES)
		return -EMFILE;
	if (call_starts(layer, "open", path, "", -ENOENT, NEEDED)) {
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

static int end_stat(struct layer *layer, struct stat *st)
{
	uint64_t major, minor;

	if (layer->result)
		return (int)layer->result;
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
	return 0;
}

static int tape_stat(struct host *host, const char *path, struct stat *st)
{
	struct layer *layer = layer_of(host);

	if (call_starts(layer, "stat", path, "", -ENOENT, OPTIONAL))
		call_made(layer, host_stat(host->below, path, st));
	return end_stat(layer, st);
}

/* Calls for a descriptor without a path, as of standard input, are made even in a replay. */
static int tape_fstat(struct host *host, int fd, struct stat *st)
{
	struct layer *layer = layer_of(host);
	const char *path = path_of(host, fd);

	if (!file_of(host, fd))
		return host_fstat(host->below, fd, st);
	if (call_starts(layer, "fstat", path, "", -ENOENT, OPTIONAL))
		call_made(layer, host_fstat(host->below, fd, st));
	return end_stat(layer, st);
}

static ssize_t tape_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	struct layer *layer = layer_of(host);

	if (call_starts(layer, "read_file", path, "", -ENOENT, OPTIONAL))
		call_made(layer, host_read_file(host->below, path, buf, size));
	pass_text(layer, path, buf, size);
	return (ssize_t)layer->result;
}

static ssize_t tape_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	struct layer *layer = layer_of(host);

	if (call_starts(layer, "real_path", path, "", -ENOENT, OPTIONAL))
		call_made(layer, host_real_path(host->below, path, buf, size));
	pass_text(layer, path, buf, size);
	if (layer->result >= 0 && buf[0] != '/')
		layer->result = -EIO;
	return (ssize_t)layer->result;
}

static int tape_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	struct layer *layer = layer_of(host);
	size_t bytes = 0;
	char *names;

	if (call_starts(layer, "glob", pattern, "", 0, OPTIONAL)) {
		call_made(layer, host_glob(host->below, pattern, paths));
		for (size_t i = 0; i < paths->n; i++)
			tape_put_text(&layer->tape, "name", paths->path[i], strlen(paths->path[i]));
		return (int)layer->result;
	}
	*paths = (struct host_paths){ NULL, 0 };
	if (layer->answer)
		bytes = exchange_data(layer->answer, "name", NULL, 0);
	names = malloc(bytes + 1);
	if (!names)
		return -ENOMEM;
	if (bytes)
		exchange_data(layer->answer, "name", names, bytes);
	for (const char *at = names; !layer->result && at < names + bytes; at += strlen(at) + 1)
		layer->result = *at == '/' ? host_paths_add(paths, at) : -EIO;
	free(names);
	return (int)layer->result;
}

static void end_input(struct layer *layer, char *buf, size_t size)
{
	if (layer->result > (int64_t)size)
		note_fault(layer, "more bytes were read than were asked for");
	/* the bytes are not recorded: fill the buffer with '0'; tape_pread() may change them */
	if (layer->replays && layer->result > 0)
		memset(buf, '0', (size_t)layer->result);
}

static ssize_t tape_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset)
{
	struct layer *layer = layer_of(host);
	struct contents contents = { CONTENTS_ONES, UINT32_MAX };
	const char *path = path_of(host, fd);
	char range[RANGE_BYTES];

	snprintf(range, sizeof(range), " %zu %" PRIu64, bytes, offset);
	/* -EPROTO, for a missing record, is no error that a sector can have */
	if (call_starts(layer, "pread", path, range, -EPROTO, NEEDED))
		call_made(layer, host_pread(host->below, fd, buf, bytes, offset));
	end_input(layer, buf, bytes);
	if (layer->result <= 0 || layer->result % 4)
		return (ssize_t)layer->result;
	if (!layer->replays)
		contents = contents_of(buf, (size_t)layer->result);
	contents.kind = (enum contents_kind)pass_number(layer, "kind", contents.kind);
	contents.mark = pass_number(layer, "mark", contents.mark);
	if (layer->replays)
		contents_like(&contents, buf, (size_t)layer->result);
	return (ssize_t)layer->result;
}

/* Return the name of the change in a recording; NULL: not recorded, as the program's own files. */
static const char *change_name(enum file_change_kind kind)
{
	switch (kind) {
	case CHANGE_SETTING:
		return "write_file";
	case CHANGE_SECTORS:
		return "pwrite";
	case CHANGE_SAVE:
		return "save_file";
	case CHANGE_ROOM:
		return "make_room";
	case CHANGE_MAKE:
		return "make_folder";
	case CHANGE_REMOVE:
		return "remove_folder";
	case CHANGE_KEEP:
	case CHANGE_DROP:
		break;
	}
	return NULL;
}

/* What is not recorded seems to succeed in a replay. */
static ssize_t tape_change(struct host *host, const struct file_change *change)
{
	struct layer *layer = layer_of(host);
	const char *path = change->path ? change->path : path_of(host, change->fd);
	const char *name = change_name(change->kind);
	char range[RANGE_BYTES] = "";

	if (!name)
		return layer->replays ? 0 : host_change(host->below, change);
	if (change->kind == CHANGE_SECTORS)
		snprintf(range, sizeof(range), " %zu %" PRIu64, change->bytes, change->number);
	if (call_starts(layer, name, path, range, change->path ? -ENODATA : -EIO, NEEDED))
		call_made(layer, host_change(host->below, change));
	return (ssize_t)layer->result;
}

static int tape_fsync(struct host *host, int fd)
{
	struct layer *layer = layer_of(host);
	const char *path = path_of(host, fd);

	if (call_starts(layer, "fsync", path, "", 0, OPTIONAL))
		call_made(layer, host_fsync(host->below, fd));
	return (int)layer->result;
}

static int tape_lock(struct host *host, int fd, bool exclusive, unsigned *holder)
{
	struct layer *layer = layer_of(host);
	const char *path = path_of(host, fd);

	*holder = 0;
	if (call_starts(layer, "lock", path, exclusive ? " exclusive" : " shared", 0, OPTIONAL))
		call_made(layer, host_lock(host->below, fd, exclusive, holder));
	*holder = (unsigned)pass_number(layer, "holder", *holder);
	return (int)layer->result;
}

static ssize_t tape_read_stream(struct host *host, int fd, char *buf, size_t size)
{
	struct layer *layer = layer_of(host);
	const char *path = path_of(host, fd);
	char room[RANGE_BYTES];

	if (!file_of(host, fd))
		return host_read_stream(host->below, fd, buf, size);
	snprintf(room, sizeof(room), " %zu", size);
	if (call_starts(layer, "read_stream", path, room, -ENODATA, NEEDED))
		call_made(layer, host_read_stream(host->below, fd, buf, size));
	end_input(layer, buf, size);
	return (ssize_t)layer->result;
}

static int tape_read_secret(struct host *host, int fd, char *buf, size_t size)
{
	struct layer *layer = layer_of(host);
	const char *path = path_of(host, fd);

	if (!file_of(host, fd))
		return host_read_secret(host->below, fd, buf, size);
	if (call_starts(layer, "read_secret", path, "", -ENODATA, NEEDED))
		call_made(layer, host_read_secret(host->below, fd, buf, size));
	else
		snprintf(buf, size, "0");
	return (int)layer->result;
}

/* --- Calls that are not recorded: a replay answers without the call --- */

static int tape_drop_cache(struct host *host, int fd)
{
	return layer_of(host)->replays ? 0 : host_drop_cache(host->below, fd);
}

static void tape_sync(struct host *host)
{
	if (!layer_of(host)->replays)
		host_sync(host->below);
}

static int tape_judge_input(struct host *host, int fd, const char *path, char why[INPUT_WHY_BYTES])
{
	return layer_of(host)->replays ? 0 : host_judge_input(host->below, fd, path, why);
}

static ssize_t tape_read_kept(struct host *host, const char *path, char *buf, size_t size)
{
	return layer_of(host)->replays ? -ENOENT : host_read_kept(host->below, path, buf, size);
}

static int tape_queue_open(struct host *host, const struct read_queue_setup *setup,
			   struct read_queue **queue)
{
	return layer_of(host)->replays ? -EOPNOTSUPP : host_queue_open(host->below, setup, queue);
}

static uint64_t tape_now_ns(struct host *host)
{
	struct layer *layer = layer_of(host);

	return layer->replays ? layer->now_ns += TICK_NS : host_now_ns(host->below);
}

static void tape_sleep_ns(struct host *host, uint64_t ns)
{
	if (layer_of(host)->replays)
		layer_of(host)->now_ns += ns;
	else
		host_sleep_ns(host->below, ns);
}

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
	if (call_starts(layer, c.name, path, c.key, -ENODATA, NEEDED))
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
	.ioctl = tape_ioctl, .pread = tape_pread, .queue_open = tape_queue_open,
	.fsync = tape_fsync, .sync = tape_sync, .drop_cache = tape_drop_cache,
	.change = tape_change, .read_file = tape_read_file, .read_stream = tape_read_stream,
	.read_secret = tape_read_secret, .glob = tape_glob, .lock = tape_lock,
	/* a link of sysfs is recorded with its real path, which is the link's target */
	.real_path = tape_real_path, .link_target = tape_real_path,
	.read_kept = tape_read_kept, .judge_input = tape_judge_input,
	.now_ns = tape_now_ns, .sleep_ns = tape_sleep_ns,
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
