// SPDX-License-Identifier: GPL-2.0-or-later
/* A machine before another one: every call is handed on, for decorators to replace some. */
#include "host.h"

static struct host *below(struct host *host)
{
	return ((struct host_layer *)host)->real; /* the host is the layer's first member */
}

static int layer_open(struct host *host, const char *path, int flags)
{
	return host_open(below(host), path, flags);
}

static int layer_ioctl(struct host *host, int fd, unsigned long request, void *arg)
{
	return host_ioctl(below(host), fd, request, arg);
}

static int layer_fsync(struct host *host, int fd)
{
	return host_fsync(below(host), fd);
}

static void layer_sync(struct host *host)
{
	host_sync(below(host));
}

static int layer_write_file(struct host *host, const char *path, const char *text)
{
	return host_write_file(below(host), path, text);
}

static int layer_close(struct host *host, int fd)
{
	return host_close(below(host), fd);
}

static int layer_fstat(struct host *host, int fd, struct stat *st)
{
	return host_fstat(below(host), fd, st);
}

static int layer_stat(struct host *host, const char *path, struct stat *st)
{
	return host_stat(below(host), path, st);
}

static ssize_t layer_pread(struct host *host, int fd, void *buf, size_t bytes, uint64_t offset)
{
	return host_pread(below(host), fd, buf, bytes, offset);
}

static int layer_drop_cache(struct host *host, int fd)
{
	return host_drop_cache(below(host), fd);
}

static ssize_t layer_read_stream(struct host *host, int fd, char *buf, size_t size)
{
	return host_read_stream(below(host), fd, buf, size);
}

static int layer_save_file(struct host *host, const char *path, const void *data, size_t bytes,
			   unsigned mode)
{
	return host_save_file(below(host), path, data, bytes, mode);
}

static ssize_t layer_read_file(struct host *host, const char *path, char *buf, size_t size)
{
	return host_read_file(below(host), path, buf, size);
}

static ssize_t layer_real_path(struct host *host, const char *path, char *buf, size_t size)
{
	return host_real_path(below(host), path, buf, size);
}

static uint64_t layer_now_ns(struct host *host)
{
	return host_now_ns(below(host));
}

static void layer_sleep_ns(struct host *host, uint64_t ns)
{
	host_sleep_ns(below(host), ns);
}

static void *layer_buffer(struct host *host, size_t bytes, int *lock_error)
{
	return host_buffer(below(host), bytes, lock_error);
}

static void layer_buffer_free(struct host *host, void *buffer, size_t bytes)
{
	host_buffer_free(below(host), buffer, bytes);
}

static int layer_queue_open(struct host *host, const struct read_queue_setup *setup,
			    struct read_queue **queue)
{
	return host_queue_open(below(host), setup, queue);
}

static bool layer_interrupt_hold(struct host *host, bool all)
{
	return host_interrupt_hold(below(host), all);
}

static bool layer_interrupted(struct host *host)
{
	return host_interrupted(below(host));
}

static bool layer_interrupt_release(struct host *host)
{
	return host_interrupt_release(below(host));
}

static bool layer_is_terminal(struct host *host, int fd)
{
	return host_is_terminal(below(host), fd);
}

static int layer_glob(struct host *host, const char *pattern, struct host_paths *paths)
{
	return host_glob(below(host), pattern, paths);
}

static void layer_paths_free(struct host *host, struct host_paths *paths)
{
	host_paths_free(below(host), paths);
}

static unsigned layer_effective_user(struct host *host)
{
	return host_effective_user(below(host));
}

static ssize_t layer_read_secret(struct host *host, int fd, char *buf, size_t size)
{
	return host_read_secret(below(host), fd, buf, size);
}

static int layer_may_save(struct host *host, const char *path)
{
	return host_may_save(below(host), path);
}

static int layer_make_room(struct host *host, const char *path, uint64_t bytes)
{
	return host_make_room(below(host), path, bytes);
}

static int layer_others_write(struct host *host, int fd)
{
	return host_others_write(below(host), fd);
}

static void layer_guard_secrets(struct host *host)
{
	host_guard_secrets(below(host));
}

static struct ticker *layer_tick_start(struct host *host, void (*tick)(void *who), void *who)
{
	return host_tick_start(below(host), tick, who);
}

static void layer_tick_stop(struct host *host, struct ticker *ticker)
{
	host_tick_stop(below(host), ticker);
}

static struct farewell *layer_farewell_start(struct host *host, bool (*last)(void *who, int signal),
					     void *who)
{
	return host_farewell_start(below(host), last, who);
}

static bool layer_farewell_spare(struct host *host, struct farewell *farewell, enum spare spare)
{
	return host_farewell_spare(below(host), farewell, spare);
}

static void layer_farewell_stop(struct host *host, struct farewell *farewell)
{
	host_farewell_stop(below(host), farewell);
}

static const struct host_ops layer_ops = {
	.open = layer_open,
	.close = layer_close,
	.fstat = layer_fstat,
	.stat = layer_stat,
	.ioctl = layer_ioctl,
	.pread = layer_pread,
	.fsync = layer_fsync,
	.sync = layer_sync,
	.drop_cache = layer_drop_cache,
	.read_file = layer_read_file,
	.read_stream = layer_read_stream,
	.save_file = layer_save_file,
	.write_file = layer_write_file,
	.real_path = layer_real_path,
	.now_ns = layer_now_ns,
	.sleep_ns = layer_sleep_ns,
	.buffer = layer_buffer,
	.buffer_free = layer_buffer_free,
	.queue_open = layer_queue_open,
	.interrupt_hold = layer_interrupt_hold,
	.interrupted = layer_interrupted,
	.interrupt_release = layer_interrupt_release,
	.is_terminal = layer_is_terminal,
	.glob = layer_glob,
	.paths_free = layer_paths_free,
	.effective_user = layer_effective_user,
	.read_secret = layer_read_secret,
	.make_room = layer_make_room,
	.may_save = layer_may_save,
	.others_write = layer_others_write,
	.guard_secrets = layer_guard_secrets,
	.tick_start = layer_tick_start,
	.tick_stop = layer_tick_stop,
	.farewell_start = layer_farewell_start,
	.farewell_spare = layer_farewell_spare,
	.farewell_stop = layer_farewell_stop,
};

void host_layer_init(struct host_layer *layer, struct host *real)
{
	layer->real = real;
	layer->ops = layer_ops;
	layer->host.ops = &layer->ops;
}
