/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef TESTS_FAKE_KERNEL_H
#define TESTS_FAKE_KERNEL_H

/* How the kernel presents a drive: device nodes, ioctls, the block layer. The world is plain data
 * in a file that the shim maps. */
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include "drive.h"
#include "nvme.h"

enum {
	WORLD_DEVICES = 256,
	WORLD_REFUSALS = 10,
	WORLD_MEMBERS = 9,
	WORLD_EXTENTS = 8,
	WORLD_MAGIC = 0x46414b45,
};

/* How the path returns registers (SAT-4 12.2.5 to 12.2.7). */
enum sense_style {
	SENSE_DESCRIPTOR,  /* 72h with an ATA Status Return descriptor */
	SENSE_FIXED,	   /* 70h, registers in INFORMATION and COMMAND-SPECIFIC */
	SENSE_FIXED_LINUX, /* 70h as libata before Linux 6.11 wrote it, registers from byte 8 on */
	SENSE_ZERO,	   /* status CHECK CONDITION, all bytes zero */
	SENSE_NONE,	   /* status GOOD, nothing */
};

enum sg_mode {
	SG_NONE,   /* no such ioctl: the kind's errno for unknown ioctls */
	SG_LIBATA, /* a SATA port: pass-through with libata's rules */
	SG_BRIDGE, /* a bridge or host adapter that translates */
	SG_SCSI,   /* no ATA behind it: ATA PASS-THROUGH is rejected */
	SG_PACKET, /* the legacy CD driver: any CDB goes to the drive as a packet */
};

enum hdio_mode { HDIO_NONE, HDIO_LIBATA, HDIO_LEGACY, HDIO_LEGACY_CD };

struct fake_kind {
	const char *name;
	const char *preset;  /* IDENTIFY preset, NULL: no ATA drive */
	const char *devpath; /* in /sys/devices; # is the device's number */
	unsigned major;
	enum sg_mode sg;
	enum hdio_mode hdio;
	int unknown;
	enum sense_style sense_ok, sense_error;
	uint8_t reject[3];	 /* sense of a rejected pass-through: key, ASC, ASCQ */
	unsigned heads, sectors; /* HDIO_GETGEO; heads 0: ENOTTY */
	bool no_geometry;	 /* HDIO_GETGEO returns zeros, as dm_get_geometry() */
	bool cdrom, rotational;
	bool tunnels; /* a USB bridge with an NVMe drive */
};

/* Settings of the legacy IDE driver, some of which libata has. */
struct fake_hdio {
	unsigned long io32, unmask, dma, keep, nowerr, nice, wcache, acoustic, busstate, mult;
};

/* held_tries of a device that is never released. */
#define HELD_ALWAYS 0xffffffffu

/* fsync(2) in the list of refused ioctls. */
enum { FAKE_FSYNC = 0xf5 };

struct fake_refusal {
	unsigned long request;
	int err;
	unsigned skip, times;
};

struct fake_member {
	char name[24];
	uint64_t offset; /* start of the array's data on the member, in 512-byte units */
};

/* The only file on a device, and its place on the device in bytes. */
struct fake_file {
	char name[24];
	unsigned block, extents;
	struct fake_extent {
		uint64_t logical, physical, bytes;
		unsigned flags; /* FIEMAP_EXTENT_* */
	} extent[WORLD_EXTENTS];
};

/* Commands of a SCSI disk, or one page, action or mode of a command, that are missing; -1: any. */
enum { FAKE_SCSI_LACKS = 8 };

struct fake_lack {
	bool used;
	uint8_t opcode;
	int about;
};

/* A disk without ATA commands; its sectors, power and temperature are those of the drive. */
/* A power condition of mode page 1Ah; times in 100 ms. */
enum { FAKE_CONDITIONS = 5 };

struct fake_condition {
	bool there, fixed; /* fixed: cannot be changed */
	struct {
		bool on;
		uint32_t time;
	} current, saved, factory;
};

struct fake_scsi {
	char vendor[9], product[17], revision[5], serial[33];
	uint64_t wwn; /* NAA */
	unsigned rpm; /* field of VPD page B1h */
	bool removable, allow_restart;
	bool write_cache, kernel_write_cache; /* the disk's; the value that the kernel has read */
	/* the case sets the kernel's value for an ATA drive; false: word 85 has it */
	bool kernel_cache_given;
	bool saved_write_cache;
	bool unsaved;
	uint64_t fixed;				      /* bit n: mode page n cannot be changed */
	bool no_ahead, saved_no_ahead, no_read_cache; /* DRA, RCD */
	uint16_t recovery, saved_recovery, default_recovery; /* RECOVERY TIME LIMIT, ms */
	struct fake_condition condition[FAKE_CONDITIONS];
	bool short_power_page; /* page 1Ah as in SPC-3: idle_a and standby_z */
	bool forgets_saved;
	bool commanded;	       /* a command put the disk into its power condition */
	uint8_t pending[4][3]; /* sense data that REQUEST SENSE reports first, each once */
	unsigned pendings;
	bool pending_stays; /* the last of them is reported for ever */
	bool sanitizing, sanitize_fails, sanitize_failed, bars_unknown;
	uint8_t sanitize_action;
	uint32_t sanitize_word;
	unsigned sanitize_takes; /* seconds of virtual time */
	uint64_t sanitize_began;
	uint64_t raw_bytes; /* room for sectors of any size */
	unsigned sector;    /* the disk's; struct fake_device has the kernel's */
	uint8_t protection;
	unsigned selected, saved_sector; /* set by MODE SELECT for the next format; 0: not set */
	bool long_blocks, refusal_corrupts, stays_unformatted;
	unsigned selects; /* the sector size that MODE SELECT sets, whatever was asked for; or 0 */
	bool formatting, format_fails, format_failed, unformatted;
	uint8_t format_protection;
	unsigned format_takes;
	uint64_t format_began;
	char image[5]; /* revision of the received image */
	uint32_t image_next, image_bytes, image_sum;
	bool microcode_changed; /* the next command reports new firmware */
	struct fake_lack lack[FAKE_SCSI_LACKS];
};

/* Discards: the kernel's settings, the disk's claims and behaviour (provisioning.c). */
struct fake_provisioning {
	bool claimed; /* the disk has VPD pages B0h and B2h */
	bool unkept;
	uint8_t flags; /* byte 5 of page B2h */
	uint32_t blocks, descriptors;
	char mode[16];	/* "": as at the start */
	uint64_t limit; /* the written value; 0: the kernel's */
	bool mode_sigint;
	unsigned hidden; /* number of writes of the mode after which it reads back empty */
	bool is_hidden;
	bool limit_ignored;
	bool nothing, refused;
	int shift;     /* number of sectors by which discards are too high */
	unsigned more; /* number of sectors that are discarded behind the range */
	/* size of a unit in sectors, which page B0h names with `offset`; 0: a physical sector */
	unsigned unit;
	/* sectors before the first unit; the disk discards whole units only. 0: any sectors */
	unsigned offset;
};

/* An access by another program, once or repeated. */
enum { FAKE_READS, FAKE_WRITES, FAKE_COMMANDS, FAKE_DIRTIES };
enum { FAKE_ACCESSES = 32, FAKE_SIGNALS = 3, FAKE_MOVES = 3 };
struct fake_access {
	unsigned ms, every; /* times of the virtual clock */
	unsigned kind, pid, sector;
	char comm[16];
};

struct fake_device {
	char path[48], name[24], alias[48]; /* "/dev/sda", "sda", another name or "" */
	uint8_t kind, number;		    /* row of fake_kinds, index among the devices */
	int8_t whole;			    /* the disk of this partition, or -1 */
	/* device that takes the name later; "another": with a new number; "medium" */
	char becomes[24];
	unsigned becomes_at; /* from this open on, 1 for the first; 0: never */
	unsigned opens;
	unsigned major, minor, partition;
	uint64_t bytes, start; /* start in 512-byte units */
	unsigned logical, physical;
	unsigned kernel_sector; /* sector size shown by a bridge, or 0 */
	bool readonly, nosys, noproc, character;
	uint64_t rights;			    /* the program's capabilities; 0: not set */
	bool mounted, swapped, busy, looped, btrfs; /* users of the device */
	char mount_point[80];  /* mount point as the kernel writes it, "" for /mnt/NAME */
	char mount_source[40]; /* "" for the path */
	char holder[24];
	char slave[24];
	/* how often the lock of the node is still refused, because process 4711 has it */
	unsigned held_tries;
	bool held_shared, tell_locks;
	int open_err, write_err, queue_err, read_err, put_err;
	int unreadable_err; /* of opens of files and folders whose names end so; 0: none */
	char unreadable[48];
	/* after such an error the device has no size: at once, or after GOING_MS of the virtual
	 * clock */
	bool read_gone, read_going;
	uint64_t gone_from; /* nanoseconds of the virtual clock at which the device disappears; 0:
			       never */
	uint64_t read_err_from;
	unsigned long readahead; /* read-ahead in pages, the kernel's unit */
	enum sense_style sense_ok, sense_error;
	uint8_t reject[3];
	int queue_depth;     /* -1: none */
	char eh_timeout[12]; /* device/eh_timeout, as timeout */
	char timeout[12];    /* device/timeout, "30" if empty; "none" */
	bool queue_ignores;
	/* the port's link_power_management_policy, or the controller's latency tolerance; "": none
	 */
	char link_power[32];
	bool link_old; /* it takes min_power_with_partial for min_power: compares beginnings */
	char link_supported[4]; /* link_power_management_supported; "": none, as before Linux 6.17
				 */
	unsigned port; /* number of the disk whose port this disk is behind, + 1; 0: own port */
	char raid[8];  /* md/level */
	struct fake_member member[WORLD_MEMBERS];
	unsigned members;
	char backing[40]; /* loop/backing_file */
	struct fake_file file;
	char usb[12]; /* idVendor:idProduct */
	char bcd[8];  /* bcdDevice, "0100" if empty */
	struct fake_tunnel tunnel;
	/* the bridge's form: "jmicron", "sunplus", "cypress", "sat12" */
	char bridge[12];
	bool tells_sanitize; /* an adapter reports an ATA drive's sanitize operation by REQUEST
				SENSE */
	bool hung_request_sense;
	bool no_transport_length; /* the path refuses T_LENGTH 3 */
	char usb_driver[12];	  /* "usb-storage", "ums-cypress"; "": uas */
	struct fake_once {
		uint8_t feature, count;
		uint32_t lba;
	} once;		      /* ums-cypress: the lower bytes of the previous command */
	uint8_t bridge_ports; /* jmicron: 04h a drive at the first port, 40h at the second */
	struct fake_regs bridge_regs;
	char runtime[12];   /* power/runtime_status, "active" if empty */
	char max_kb[24];    /* queue/max_sectors_kb, "1280" if empty */
	char max_hw_kb[12]; /* queue/max_hw_sectors_kb, "32767" if empty */
	bool kernel_names;  /* sysfs has the model and revision of an ATA drive */
	bool vpd89;	    /* the kernel keeps the ATA Information VPD page */
	bool discards;	    /* queue/discard_max_bytes is not 0 */
	struct fake_provisioning provisioning;
	unsigned speed; /* MB/s of uncached reads */
	/* start and end of reads by others at 8 MB/s, in ms of the virtual clock; 0: none */
	unsigned others_from, others_to;
	/* start and end of the time without a node, in ms of the virtual clock; 0: never */
	unsigned away_from, away_to;
	struct fake_access access[FAKE_ACCESSES];
	unsigned accesses;
	uint64_t seen_ms; /* time until which accesses have woken the drive */
	struct {
		unsigned ms;
		int number;
	} signal[FAKE_SIGNALS];
	unsigned signals;
	struct {
		unsigned ms;
		char from[40], to[64];
	} move[FAKE_MOVES];
	unsigned moves;
	unsigned another_until;		/* end of another_returns, in ms; 0: never */
	unsigned suspend_ms, suspend_s; /* suspend of the machine; 0: none */
	unsigned busy_from, busy_to;	/* start and end of a request under way, in ms */
	bool counts_commands;		/* the kernel counts pass-through, as Linux 5.8 did */
	bool tracefs, no_iostats, another_returns, drivetemp, resync;
	char runs[64], threads[64];
	char pool[20]; /* ZFS pool of the disk in udev's database */
	bool counted;
	uint64_t read_here;		/* bytes that were read through the attribute's counts */
	int short_command, short_bytes; /* number of missing last bytes of this command's data */
	int residue_command, residue;	/* reported residue of this command, whatever has arrived */
	bool unasked;
	unsigned delay_ms; /* delay of commands in real time, the only real clock */
	int delay_command; /* only this command; -1: every command */
	bool deaf;
	uint64_t cached_to; /* bytes from the start that are in the page cache */
	struct fake_hdio hdio;
	struct fake_scsi scsi;
	struct fake_nvme nvme;
	struct fake_refusal refusal[WORLD_REFUSALS];
	struct drive drive;
};

struct world {
	uint32_t magic, devices;
	uint64_t nanoseconds;
	struct fake_device device[WORLD_DEVICES];
};

extern const struct fake_kind fake_kinds[];
int fake_kind_by_name(const char *name); /* -1: unknown */

/* Map the folder's file "world". NULL: the folder has no world of this build. */
struct world *world_open(const char *folder);
/* Add a device from NAME KIND [KEY[=VALUE] ...]. On an error return -errno and put one line into
 * message. Files (id=FILE.hex, log=...) are in folder. */
int world_add(struct world *, const char *text, const char *folder, char *message, size_t size);
/* Change a device: KEY=VALUE words, or "fault ...", "refuse ...", "power-cycle", "reconnect". */
int world_change(struct world *, const char *text, const char *folder, char *message, size_t size);
struct fake_device *world_find(struct world *, const char *path);
/* Write /sys and /proc of this world's kernel below folder. */
int world_write_sysfs(const struct world *, const char *folder);
/* Update the attributes of disks that had a power cycle: the kernel has found them again. */
void world_count_starts(const struct world *, const char *folder);

bool fake_rotational(const struct fake_device *);

/* True if the disk's write cache is on, whichever commands the disk takes. */
bool fake_write_cache(const struct world *, const struct fake_device *);
bool fake_look_ahead(const struct fake_device *);

bool fake_in_use(const struct world *, const struct fake_device *);

/* The device with the drive and path of this device: itself, or the partition's disk. */
/* The device of this name; or NULL. */
const struct fake_device *fake_declared(const struct world *, const char *name);
struct fake_device *fake_whole(struct world *, struct fake_device *);

/* A call of the program; the caller writes the lines of the log. */
struct fake_call {
	struct world *world;
	struct fake_device *dev;
	drive_trace *trace;
	void *who;
};
__attribute__((format(printf, 2, 3))) void fake_log(struct fake_call *, const char *fmt, ...);

/* "BLKRASET" to its number and back; 0 or NULL if unknown. */
unsigned long fake_request(const char *name);
const char *fake_request_name(unsigned long request);

/*
 * others.c: KEY=VALUE; number of accesses from `from` to `to`; duration of a suspend; first signal
 * in that time, 0: none; wakes by accesses since the last call; /proc/diskstats; lines of
 * trace_pipe, and the event of a kind.
 */
int fake_others_option(struct fake_device *, const char *key, const char *value);
uint64_t fake_accesses(const struct fake_device *, unsigned kind, uint64_t from, uint64_t to);
uint64_t fake_slept_ms(const struct world *);
unsigned fake_next_signal(const struct world *, uint64_t from, uint64_t to, int *number);
/* Rename the files whose time is after `from` and until `to`, in the world's folder. */
void fake_move_files(const struct world *, const char *folder, uint64_t from, uint64_t to);
void fake_pass_time(const struct world *, struct fake_device *);
int fake_diskstats(const struct world *, char *text, size_t size);
const char *fake_event_of(unsigned kind);
int fake_trace(const struct world *, uint64_t from, uint64_t to,
	       bool (*traced)(const struct fake_device *, unsigned kind), char *text, size_t size);

/* Apply one KEY=VALUE of stacked devices; -ENOENT: another key. */
int fake_mapping_option(struct fake_device *, const char *key, const char *value);

/* Execute one ioctl of the device's file; return its value, or -errno. fake_file_bytes(): the
 * file's size. */
int fake_file_ioctl(const struct fake_device *, unsigned long request, void *arg);
uint64_t fake_file_bytes(const struct fake_file *);

bool fake_is_away(const struct world *, const struct fake_device *);

int fake_usage(const struct world *, const struct fake_device *, char *text, size_t size);

int fake_ioctl(struct fake_call *, unsigned long request, void *arg);
int fake_sg_io(struct fake_call *, void *arg);
/* Answers to CDBs: sense data with CHECK CONDITION; a failed path with an errno. */
struct sg_io_hdr;
void fake_put_sense(struct sg_io_hdr *, const uint8_t *sense, size_t bytes);
int fake_lost(struct sg_io_hdr *, int err);

/* A SCSI disk (scsi.c): a CDB; whether a command is missing; a page of vital product data and its
 * length, 0: missing; start; power cycle; KEY=VALUE. */
int fake_scsi_command(struct fake_call *, struct sg_io_hdr *);
bool fake_scsi_lacks(const struct fake_device *, unsigned opcode, int about);
size_t fake_scsi_page(const struct fake_device *, unsigned page, uint8_t data[256]);
void fake_scsi_start(struct fake_device *);
void fake_scsi_power_cycle(struct fake_device *);

/* Power conditions of a SCSI disk. _page() returns its length. _select() and _go() return false if
 * the disk refuses the values, or lacks the condition. */
void fake_power_start(struct fake_device *);
void fake_power_cycle(struct fake_device *);
size_t fake_power_page(const struct fake_device *, unsigned control, uint8_t *page);
bool fake_power_select(struct fake_device *, const uint8_t *page, bool save);
size_t fake_power_vpd(const struct fake_device *, uint8_t *data);
bool fake_power_go(struct fake_device *, unsigned condition, unsigned modifier);
int fake_power_option(struct fake_device *, const char *key, const char *value);
/* Let the kernel read the sizes; true if the kernel can read and write the medium. */
void fake_scsi_rescan(struct fake_device *);
bool fake_scsi_ready(const struct world *, struct fake_device *);
/* Set the write cache by a text for cache_type; false: the disk refuses. */
bool fake_scsi_attribute(struct fake_device *, const char *text, size_t bytes);
int fake_scsi_option(struct fake_device *, const char *key, const char *value);

/* The number of the disk's SCSI host. */
unsigned fake_scsi_host(const struct fake_device *);
/*
 * link.c: KEY=VALUE; whether the path leads to the disk's attribute; whether the kernel takes the
 * word: 0 or -errno.
 */
int fake_link_option(struct fake_device *, const char *key, const char *value);
/* The word at first: of path `i`, if several words with commas are given. */
const char *fake_link_word(const struct fake_device *, unsigned i, char word[32]);
bool fake_link_leads(const struct fake_device *, const char *path);
int fake_link_write(const struct fake_device *, const char *text, size_t bytes);

/*
 * provisioning.c: KEY=VALUE; pages B0h and B2h; texts of the attributes; writing an attribute,
 * which may change the other, 1: not one of them; a discard with the range in bytes, 0 or -errno.
 */
enum { FAKE_DISCARD_MOST = 0x7fffff };
int fake_provisioning_option(struct fake_device *, const char *key, const char *value);
size_t fake_provisioning_page(const struct fake_device *, unsigned page, uint8_t data[256]);
const char *fake_provisioning_mode(const struct fake_device *);
void fake_discard_limit(const struct fake_device *, char text[24]);
int fake_provisioning_write(struct fake_device *, const char *name, const char *text, size_t bytes);
int fake_provisioning_discard(struct fake_device *, uint64_t range[2]);
void fake_provisioning_power_cycle(struct fake_device *);

int fake_nvme_ioctl(struct fake_call *, unsigned long request, void *arg);
/* Devices of kind nvme. True if it is one; then: a new namespace, -1 for one with its own
 * controller; sizes of its format; one KEY=VALUE, -ENOENT for another key. */
bool fake_is_nvme(const struct fake_device *);
void fake_nvme_make(struct fake_device *, int controller);
void fake_nvme_settle(struct fake_device *);
/* True if the namespace returns data: no sanitize operation is running or has failed. */
bool fake_nvme_ready(struct world *, struct fake_device *);
void fake_nvme_power_cycle(struct fake_device *);
int fake_nvme_option(struct fake_device *, const char *key, const char *value);
/* Execute one NVMe command of any ioctl; return a status, or -errno. */
struct nvme_passthru_cmd;
int fake_nvme_run(struct fake_call *, struct nvme_passthru_cmd *, bool admin);

/* NVMe behind a USB bridge (tunnel.c). True if the drive is NVMe; false for a CDB of another
 * bridge. */
bool fake_has_nvme(const struct fake_device *);
bool fake_tunnelled(struct fake_call *, struct sg_io_hdr *, int *result);
void fake_tunnel_start(struct fake_device *);
int fake_tunnel_option(struct fake_device *, const char *key, const char *value);
int fake_hdio(struct fake_call *, unsigned long request, void *arg);
ssize_t fake_write(struct fake_call *, const void *buf, size_t bytes, uint64_t offset);
/* Read at an offset and advance the virtual clock; return bytes or -errno. */
ssize_t fake_read(struct fake_call *, void *buf, size_t bytes, uint64_t offset, bool direct);

#endif
