/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A device, its commands and queries; layers above a struct host for hangs and for dry runs. */
#ifndef HDPARM_DEVICE_H
#define HDPARM_DEVICE_H

#include "ata_drive.h"
#include "host.h"
#include "passthrough.h"
#include "sysfs.h"

enum device_kind {
	DEVICE_OTHER,
	DEVICE_BLOCK,	   /* a block device of none of the kinds below */
	DEVICE_LEGACY_IDE, /* block device of the old drivers/ide, known by its major number */
	DEVICE_OPTICAL,	   /* sr*, or an sg* that may be a CD or DVD drive */
	DEVICE_FILE	   /* regular file */
};

/*
 * The commands that a drive takes. LANGUAGE_SCSI_USB: a USB disk that takes no ATA commands,
 * without the queries and settings that may hang a stick. LANGUAGE_NVME_USB: NVMe behind a USB
 * bridge, only Identify and Get Log Page. LANGUAGE_BLOCK: none, only the kernel's block layer is
 * left.
 */
enum language {
	LANGUAGE_ATA,
	LANGUAGE_SCSI,
	LANGUAGE_SCSI_USB,
	LANGUAGE_NVME,
	LANGUAGE_NVME_USB,
	LANGUAGE_BLOCK
};

/* A way to send an ATA command. A form of CDB has the value of the form in enum ata_path. */
enum route_way {
	ROUTE_NONE, /* no way */
	ROUTE_SAT16 = ATA_PATH_SAT16,
	ROUTE_SAT12 = ATA_PATH_SAT12,
	ROUTE_HDIO_CMD = ATA_PATH_COUNT,
	ROUTE_HDIO_TASK,
	ROUTE_HDIO_TASKFILE
};

enum { ROUTE_FORMS = 4 };

struct route {
	enum language language; /* route_is_open(): presumed */
	bool found;		/* false: no other member is valid */
	bool answered;		/* an ATA command had an answer */
	/* the forms of CDB for ATA commands, in the order of preference */
	enum ata_path form[ROUTE_FORMS];
	unsigned forms;
	bool ioctls; /* the HDIO_DRIVE_* ioctls carry ATA commands, if no form of CDB does */
	/* LANGUAGE_NVME_USB: the tunnel in use; else the one that may follow ATA commands */
	enum nvme_tunnel tunnel;
	bool scsi;  /* LANGUAGE_SCSI may follow, if the drive takes no ATA commands */
	bool block; /* LANGUAGE_BLOCK, if the kernel refuses ATA commands */
};

struct drive_known {
	enum device_kind kind;
	bool namespace; /* the device is a namespace of the kernel's NVMe driver */
	/* 1: attached by USB; 0: not, or not looked up; -ENOENT: not shown by sysfs */
	int usb;
	bool sas;	      /* a disk at a SAS host, without SCSI-ATA translation */
	bool libata;	      /* a disk of the kernel's ATA layer */
	enum ata_path bridge; /* the USB bridge's form of CDB; ATA_PATH_ANY: not known */
	/* the form of CDB that unlisted bridges of the vendor may take, or ATA_PATH_ANY */
	enum ata_path makers;
	enum nvme_tunnel tunnel; /* the tunnel of the USB bridge, or NVME_TUNNEL_NONE */
	bool sata_too;		 /* the bridge with this tunnel takes SATA drives as well */
};

struct route_wish {
	enum ata_path path; /* the only form of CDB to use; ATA_PATH_ANY: the usual forms */
	/* the tunnel of a USB bridge that is not known; NVME_TUNNEL_NONE: none */
	enum nvme_tunnel tunnel;
	bool prefer_ata12;
};

/* True if the route has a way for ATA commands. */
bool route_takes_ata(const struct route *route);

struct device;
struct drive_hang;
struct nvme_cmd;
struct scsi_cmd;

/* Callbacks for commands to a device, or NULL. A dry run requires those that end in `unsent`. */
struct device_watch {
	/* an attempt to send a command of device_ata() has ended; not called for ATA_QUIET_ALL */
	void (*command)(void *who, const struct device *, const struct ata_cmd *, int result);
	/* SG_IO is called next with a CDB of `bytes` bytes; not called for ATA_QUIET_ALL */
	void (*cdb)(void *who, const uint8_t *cdb, size_t bytes);
	/* missing registers, or sense data without registers with status GOOD; see ata_quiet */
	void (*bad_sense)(void *who, const struct ata_result *res);
	void (*unsent)(void *who, const struct ata_cmd *);
	void (*scsi_unsent)(void *who, const struct scsi_cmd *);
	/* an attempt to send an NVMe command has ended; `result`: 0 or -errno */
	void (*nvme_command)(void *who, const struct nvme_cmd *, int result);
	void (*nvme_unsent)(void *who, const struct nvme_cmd *);
	void *who;
};

enum device_lock { LOCK_NONE, LOCK_SHARED, LOCK_EXCLUSIVE };

enum { ID_BYTES = 512 };

struct id_cache {
	bool asked; /* `result` and `unheard` are valid; if `result` is 0, all members are */
	int result; /* 0, or -errno as device_identify() */
	/* attempt.unheard, counted from the start of a failed device_identify(); else 0 */
	int unheard;
	bool packet; /* the data are from IDENTIFY PACKET DEVICE */
	uint8_t raw[ID_BYTES];
};

enum { SHUNNED_BYTES = BLOCK_WHY_BYTES + 128 };

/* Models that may lose writes by IDENTIFY DEVICE (SHUNS_IDENTIFY of known_faults.h). */
struct shunning {
	bool looked; /* `is` is valid */
	bool is;     /* the model is one of these, by its name in sysfs */
	/* IDENTIFY DEVICE was not sent because of this: a clause with a use; "": it may be sent */
	char why[SHUNNED_BYTES];
};

/* block_claim() and block_lock_drive() take at most this number of other disks of a drive. */
enum { DEVICE_OTHERS = 31 };

/*
 * The last question of device_settle(), and its result, which is that of device_ata() if the route
 * has no way for ATA commands.
 */
struct settling {
	enum ata_id question;
	int err; /* 0 or -errno */
	struct ata_result res;
};

struct claim {
	int fd; /* the device, or a generic node's disk, opened with O_EXCL; -1: not claimed */
	int others_fd[DEVICE_OTHERS]; /* the drive's other disks, opened with O_EXCL */
	unsigned others;
	enum device_lock lock;
	/* the whole disk's node, opened for the lock; -1: none, or the lock is on device.fd */
	int lock_fd;
	int kin_fd[DEVICE_OTHERS]; /* the drive's other disks, opened for block_lock_drive() */
	unsigned kin;
	enum device_lock kin_lock;
};

struct attempt {
	struct ata_cmd cmd; /* the ATA command that device_diagnose() explains; `data` is NULL */
	int result;	    /* 0, or the -errno that device_diagnose() explains */
	enum route_way via; /* the way by which an ATA command was sent last */
	/*
	 * -errno of the first command that got no answer after `unheard` was set to 0. A cached
	 * device_identify() counts as a command. Not counted: results with route_refused_unsent(),
	 * and commands that are not sent because the device hangs or is closed.
	 */
	int unheard;
	bool changing;	/* the last attempted command changes something */
	bool unsettled; /* a failed change may have been done; not cleared by later commands */
};

/* The command that is sent: one member; NULL: none. */
struct in_flight {
	const struct ata_cmd *ata;
	const struct scsi_cmd *scsi;
	const struct nvme_cmd *nvme;
};

/* Which of the two ports of a USB bridge have a drive. */
struct bridge_ports {
	bool asked;   /* `have` is valid */
	uint8_t have; /* ATA_PORT_* */
};

struct log_directory {
	bool asked;	       /* `raw` is valid */
	uint8_t raw[ID_BYTES]; /* page 0 of log 00h; zeros if the page could not be read */
};

enum { DEVICE_WORD_BYTES = 512 };
struct device {
	struct host *host;
	const char *path;
	char word[DEVICE_WORD_BYTES]; /* buffer of job_device_word() */
	int fd;			      /* below 0: not open */
	int closed; /* -errno of the failed open(2), by device_leave_closed(); else 0 */
	struct claim claim;
	enum device_kind kind;
	struct sys_disk sys; /* the node in sysfs; sys.rdev is 0 for a file that is no device */
	bool dry_run;
	struct route_wish wish;
	struct route route;
	struct drive_known known;
	struct settling settling;
	struct bridge_ports ports;
	struct attempt attempt;
	struct in_flight in_flight;
	struct drive_hang *hang; /* NULL: a hang is not noticed */
	bool holding;		 /* signals are held until device_release_signals() */
	struct id_cache id;
	struct shunning shunning;
	struct log_directory logs;
	struct device_watch watch;
};

/* True if the path is a symbolic link, dangling or not. */
bool path_is_link(struct host *host, const char *path);

/* True for a word that is hardly a path, as "min": no slash, and no such file or link. */
bool path_is_stray(struct host *host, const char *path);

enum { NODE_PATH_BYTES = 288 };

/* True if a node in /dev or a link in /dev/disk has the name `word`; `path` becomes its path. */
bool path_of_name(struct host *host, const char *word, char path[NODE_PATH_BYTES]);

/* Open `path` with `flags` of open(2) and O_NONBLOCK. 0 or -errno. After 0, call device_close(). */
int device_open(struct device *dev, struct host *host, const char *path, int flags);

/* True if a command without an answer that failed with `err` may have reached the device. */
bool error_leaves_open(int err);

/*
 * Set up a device that open(2) refused with `err`, for facts from sysfs. device_ata() and
 * device_scsi() return `err`. False if the path leads to no block device.
 */
bool device_leave_closed(struct device *dev, struct host *host, const char *path, int err);

/* Close the device, and end the lock and the claims. */
void device_close(struct device *dev);

/*
 * Set the user's wishes for the route, before the first command. `transport`: a number that
 * ata_transport_name() names, or 0. Return NULL; or, with `transport` ignored, why this device does
 * not get such commands: a packet device may take the CDB for another command, and only a USB
 * bridge of unknown form may need the tunnel.
 */
const char *device_wish(struct device *dev, unsigned transport, bool prefer_ata12);

/* True for a DEVICE_BLOCK on USB, without --transport. False before device_find_route(). */
bool device_on_bridge(const struct device *dev);

/*
 * Return the advice to try --transport for a device on a USB bridge; NULL if --transport was given,
 * or the form of the bridge's maker was tried without it. device_tunnel_advice(): the same for an
 * NVMe drive behind a bridge that is not known.
 */
const char *device_form_advice(const struct device *dev);
const char *device_tunnel_advice(const struct device *dev);

/* Find the route, if not yet found. No command is sent to the drive. */
void device_find_route(struct device *dev);

/*
 * Settle which commands the drive takes: after this call, dev->route.language does not change. If
 * sysfs does not show it, ask CHECK POWER MODE; if that is unknown, was refused by the kernel, or
 * was not answered where an NVMe tunnel may follow, IDENTIFY DEVICE in each form of CDB. Without a
 * verdict, ATA is presumed. No effect after the first call, and for a device that is closed or
 * hung, whose language is settled after device_forget_hang().
 */
void device_settle(struct device *dev);

/*
 * Send one ATA command. In a dry run, a command is not sent unless ata_asks(): if the device
 * takes ATA commands, is open and does not hang, the result is 0, with made-up registers of
 * success. Results:
 *
 *   0        the drive completed the command
 *   -EIO     with cmd->res.valid: the drive refused, and the registers came;
 *            without: a refusal, no answer, or registers of cmd->want are missing
 *   -errno   unsent, or the path failed. -EBADE: host error; -ETIMEDOUT: no answer in time;
 *            -EREMOTEIO: fewer data were transferred than requested; -ECANCELED: IDENTIFY DEVICE,
 *            or what makes the kernel send it (ata_revalidates()), is not sent to a drive in use,
 *            or whose use is not known, if the model may lose writes by it: dev->shunning.why
 */
int device_ata(struct device *dev, struct ata_cmd *cmd);

/*
 * Send a SCSI command. The buffer of a read is zeroed first; cmd->got is the number of bytes that
 * were transferred. A query that meets a unit attention or a deferred error is sent again, at most
 * four times in all. In a dry run, a command that changes something is not sent: if the device is
 * open and does not hang, the result is 0. Results:
 *
 *   0        the device completed the command, perhaps after a recovered error
 *   -errno   with cmd->sense_bytes: scsi_verdict() of the sense data;
 *            without: no sense data came, or the path failed, as device_ata()
 */
int device_scsi(struct device *dev, struct scsi_cmd *cmd);

/* Return the tunnel of a drive that speaks LANGUAGE_NVME_USB, else NVME_TUNNEL_NONE. */
enum nvme_tunnel device_tunnel(const struct device *dev);

/*
 * Send one NVMe command. In a dry run, a command that changes something is not sent: if the device
 * is open and does not hang, the result is -EOPNOTSUPP as below; or 0, and cmd->res.value is 0.
 * Results:
 *
 *   0        the drive completed the command; cmd->res.value is dword 0 of the completion, or 0
 *            if the tunnel does not return dword 0
 *   -errno   with cmd->res.answered: the drive refused, nvme_verdict() of cmd->res.status
 *            with cmd->res.sense.present: the bridge refused, scsi_verdict() of the sense data
 *            without both: the path failed, as device_ata(); -EOPNOTSUPP: the bridge does not
 *            carry this command, and nothing was sent; -ENODATA: the bridge lost the answer
 */
int device_nvme(struct device *dev, struct nvme_cmd *cmd);

/*
 * Find the number of the device's NVMe namespace, without a command to the drive. 0, or -errno:
 * -ENOTTY if the device is no namespace, such as /dev/nvme0; device.closed, with *nsid set, for a
 * namespace that could not be opened.
 */
int device_nvme_namespace(struct device *dev, uint32_t *nsid);

/* Return 1 for USB; 0 if not USB, or before device_find_route(); -ENOENT: sysfs does not tell. */
static inline int device_find_usb(const struct device *dev)
{
	return dev->known.usb;
}

static inline bool device_is_usb(const struct device *dev)
{
	return device_find_usb(dev) > 0;
}

/*
 * True for USB, or if sysfs does not tell. False for regular files, drivers/ide and NVMe
 * namespaces, and before device_find_route().
 */
static inline bool device_may_be_usb(const struct device *dev)
{
	return dev->sys.rdev && dev->kind != DEVICE_LEGACY_IDE && device_find_usb(dev) != 0;
}

/* Return the name of attempt.via, such as "sat16" or "hdio-cmd"; "none": no ATA command sent. */
const char *device_via(const struct device *dev);

/*
 * End the hold of signals, if a command that changes something began the hold. True if a held
 * signal came: the caller must end the run.
 */
bool device_release_signals(struct device *dev);

/* Report, by watch.unsent, a command that a dry run does not send. Return 0, as after success. */
int device_leave_unsent(struct device *dev, struct ata_cmd *cmd);

enum { DIAGNOSIS_BYTES = 288 };

/* Write the cause of the failure in dev->attempt, without a full stop; "": none, or not known. */
void device_diagnose(struct device *dev, char text[DIAGNOSIS_BYTES]);

/* Let device_diagnose() write nothing until the next failure. */
static inline void device_forget_failure(struct device *dev)
{
	dev->attempt.result = 0;
}

/* Return drive_hang.err, the -errno of a hang; 0: the device does not hang, or is not watched. */
int device_hung(const struct device *dev);

/*
 * Record a hang that struct drive_hang does not see, if `err` means a hang, unless a hang is
 * recorded. `what` names the call: "reading it".
 */
void device_note_hang(struct device *dev, int err, const char *what);

/* After a timeout, allow one query: the drive may answer again. No effect if the device is gone. */
void device_may_ask_hung(struct device *dev);

/* Permit commands again after a timeout. No effect if the device is gone. */
void device_forget_hang(struct device *dev);

/*
 * --- a drive that hangs: no answer within the time limit, or gone ---
 *
 * Commands fail with device_hung(), unsent, to avoid further waits. Descriptors other than
 * device.fd, as for direct I/O, are not watched.
 */

struct drive_hang {
	struct host host; /* first member: a struct host * is cast to struct drive_hang * */
	struct device *dev;
	/* 0: no hang; -ETIMEDOUT: no answer in time; -ENXIO or -ENODEV: the device is gone */
	int err;
	/* time limit of the hung call in seconds; 0: not known, or the device is gone */
	unsigned limit_s;
	char what[64]; /* the command or call that hung */
	bool reported; /* a failed ATA command was reported while the drive hung */
	bool question; /* one query may be sent despite the hang */
	bool asking;   /* this query is being sent */
};

/* Make `hang` a layer above `host`. Call device_open() with &hang->host. */
void hang_init(struct drive_hang *hang, struct host *host);

/* Watch ioctl(2), pread(2) and fsync(2) of dev->fd, and set dev->hang. */
void hang_watch(struct drive_hang *hang, struct device *dev);

/*
 * --- a dry run: queries go through to the real host, changes are withheld ---
 *
 * An ioctl counts as a change unless known to be a query. Opens that make or truncate a file are
 * withheld; other opens are read-only. Locks are taken even in a dry run.
 */

/* A call that a dry run has withheld. */
struct unsent {
	const char *kind; /* "ioctl", "scsi", "nvme", "file", "open", "flush", "write" */
	const char *name; /* call, command or path; for a write, "zeros at byte"; NULL: not known */
	uint64_t number;  /* request of an ioctl, operation code of a command; else 0 */
	bool has_value;	  /* `value` is valid */
	/* argument of an ioctl; byte offset of a write; disk space for a file, in bytes */
	int64_t value;
	/* text for a file, or words such as "removed"; bytes 1 and up of a CDB in hex; or NULL */
	const char *text;
	const char *verb; /* words for people before the name; NULL: `kind` */
	const char *link; /* words for people before value or text, "" or " to"; NULL: no text */
};

struct dry_run {
	struct host host;  /* first member: a struct host * is cast to struct dry_run * */
	bool legacy_ide;   /* false: ioctls with ioctl_def.legacy_ide fail with -ENOTTY */
	bool regular_file; /* changes by ioctls fail with -ENOTTY */
	void (*tell)(void *who, const struct unsent *);
	void *who;
};

/*
 * Make `dry` a layer above `real`. `tell` is called for each withheld call, which then seems to
 * succeed; without `tell`, a withheld call fails with -EPERM.
 */
void dry_run_init(struct dry_run *dry, struct host *real,
		  void (*tell)(void *who, const struct unsent *), void *who);

/* --- queries: IDENTIFY data, logs, the native size, the power mode --- */

/*
 * Read the IDENTIFY (PACKET) DEVICE data into dev->id, once until device_forget(). 0, or -errno of
 * IDENTIFY DEVICE: as device_ata(), or -ENODATA for an answer of zeros; unsent, -EIO for a drive
 * that speaks SCSI, and -ENOTTY for an NVMe namespace. `quiet`: of IDENTIFY DEVICE, usually
 * ATA_QUIET_MISSING.
 */
int device_identify(struct device *dev, enum ata_quiet quiet);

/* Copy the drive's IDENTIFY data from sysfs to dev->id.raw. Nothing is sent. False: not there. */
bool device_identify_kept(struct device *dev);

/* Drop the cached IDENTIFY data and log directory. */
void device_forget(struct device *dev);

/* --- logs; device_identify() must have answered before --- */

/*
 * Read one page of a log into data[512] by READ LOG EXT, listed in the log directory or not. 0 or
 * -errno as device_ata(); *cmd is the finished command.
 */
int device_log_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		    struct ata_cmd *cmd);

/* True if the drive has General Purpose Logging, the logs of READ LOG EXT. */
bool device_has_logs(struct device *dev);

/*
 * Read a page as device_log_page() does, if the log directory lists the page; else -ENOENT. If the
 * directory cannot be read, return the -errno; later calls return -ENOENT until device_forget().
 */
int device_listed_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		       struct ata_cmd *cmd);

/* Read the SCT status. 0 or -errno as device_ata(); *cmd is the finished command. */
int device_sct_status(struct device *dev, uint8_t page[SCT_BYTES], struct ata_cmd *cmd);

/* --- sizes that the drive may hide --- */

/* Return the command that reads the native max address, by the IDENTIFY data `id`. */
enum ata_id native_command(const uint8_t *id);

/*
 * Read the native size in logical sectors, by native_command() of dev->id.raw. 0, or -errno as
 * device_ata(); -EPROTO if the answer to a 48-bit command lacks bits of LBA 47:24; -ENODATA if the
 * answer cannot be a size. *cmd becomes the finished command; the caller sets cmd->quiet before.
 */
int device_native_sectors(struct device *dev, struct ata_cmd *cmd, uint64_t *sectors);

/*
 * Send DEVICE CONFIGURATION IDENTIFY. 0, or -errno as device_ata(); -ENODATA if the revision is 0.
 * *cmd becomes the finished command; the caller sets cmd->quiet before.
 */
int device_overlay(struct device *dev, struct ata_cmd *cmd, uint8_t data[512]);

/*
 * Find the size in logical sectors that the drive would have without device configuration overlay.
 * 0, or -errno as device_overlay(); -EOPNOTSUPP if the drive lacks the feature set; -ENODATA if the
 * answer has no size.
 */
int device_overlay_sectors(struct device *dev, enum ata_quiet quiet, uint64_t *sectors);

/* --- the power mode, by queries that do not wake the drive --- */

enum power_source { POWER_UNKNOWN, POWER_BY_CHECK, POWER_BY_SENSE, POWER_BY_RUNTIME };

struct power_state {
	enum power_source source;
	const char *mode;      /* text of -C, such as "standby"; "unknown" for POWER_UNKNOWN */
	const char *condition; /* the exact condition, such as "idle_b"; NULL for POWER_UNKNOWN */
	const char *set_by;    /* cause of the mode: "timer" or "command"; NULL: not known */
	bool asleep;	       /* a command may spin the drive up; false for POWER_UNKNOWN */
	/* valid for POWER_UNKNOWN only: `err`, `fixed_sense` and `reason` */
	/* -errno of CHECK POWER MODE, sent or not; 0: the drive returned an unknown code */
	int err;
	bool fixed_sense; /* the drive refused, and its answer is fixed-format sense data */
	/* why the mode is not known, without a full stop; NULL: strerror(-err) is enough */
	const char *reason;
	struct ata_cmd cmd; /* CHECK POWER MODE, and the answer */
};

/*
 * Find the power mode by CHECK POWER MODE. If the device does not know ATA PASS-THROUGH, and
 * device_may_be_usb() is false, use REQUEST SENSE. False for POWER_UNKNOWN.
 */
bool device_power(struct device *dev, struct power_state *state);

/* Return the state of a device that the kernel has suspended. */
struct power_state power_suspended(void);

#endif
