/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A device opened for one step of the plan, and the ways to send commands to the device. Nothing
 * here prints. No state is kept from one device to the next.
 */
#ifndef HDPARM_DEVICE_H
#define HDPARM_DEVICE_H

#include "ata_drive.h"
#include "host.h"
#include "route.h"
#include "sysfs.h"

struct device;
struct drive_hang;
struct nvme_cmd;
struct scsi_cmd;

/* Callbacks for what is sent and received; each may be NULL. */
struct device_watch {
	void (*command)(void *who, const struct device *, const struct ata_cmd *, int result);
	/* raw CDB sent (16 or 12 bytes), for --verbose */
	void (*cdb)(void *who, const uint8_t *cdb, size_t bytes);
	/* an answer was needed and the sense data hold none, or no status announced them */
	void (*bad_sense)(void *who, const struct ata_result *res);
	/* a command that is not sent since it would change something in a dry run */
	void (*unsent)(void *who, const struct ata_cmd *);
	/* the same two for NVMe commands */
	void (*nvme_command)(void *who, const struct nvme_cmd *, int result);
	void (*nvme_unsent)(void *who, const struct nvme_cmd *);
	void *who;
};

/* The disk's lock, which keeps other programs off it: block_lock(). */
enum device_lock { LOCK_NONE, LOCK_SHARED, LOCK_EXCLUSIVE };

enum { ID_BYTES = 512 };

struct id_cache {
	bool asked;
	int result;  /* 0, or -errno of IDENTIFY */
	int unheard; /* attempt.unheard of a failed IDENTIFY, or 0 */
	bool packet; /* answered IDENTIFY PACKET DEVICE */
	uint8_t raw[ID_BYTES];
};

enum { DEVICE_OTHERS = 31 };

/* The answer to an ATA command. */
struct refusal {
	int err;
	struct ata_result res;
};

/* The locks and claims that keep other programs off the disk: block_lock(), block_claim(). */
struct claim {
	int fd;			      /* descriptor of an exclusive open, or -1 */
	int others_fd[DEVICE_OTHERS]; /* the same for the drive's other disks */
	unsigned others;
	enum device_lock lock;
	int lock_fd; /* the lock on the disk's node, if that is another node; or -1 */
};

/* The last command and its result, and what earlier commands left open. */
struct attempt {
	struct ata_cmd cmd;  /* without its data */
	int result;	     /* 0 or -errno; 0 after device_forget_failure() */
	enum route_kind via; /* the last kind that took an ATA command, for traces */
	/*
	 * -errno of the first command since this was 0 that the kernel refused to send, or that had
	 * no answer; a request that the kernel does not know for the device does not count
	 */
	int unheard;
	bool changing;	/* the command that is being sent, or was last, changes something */
	bool unsettled; /* a change failed since this was set to false, and may have been done */
	const struct ata_cmd *sending;	     /* while device_ata() does, for whoever looks on; */
	const struct nvme_cmd *sending_nvme; /* while a tunnel does */
};

/* Which of the two ports of a USB bridge have a drive. */
struct bridge_ports {
	bool asked;
	uint8_t have; /* ATA_PORT_* */
};

/* Which logs the drive has, by the log directory. */
struct log_directory {
	bool asked;
	uint8_t raw[ID_BYTES]; /* zeros: it could not be read */
};

enum { DEVICE_WORD_BYTES = 512 };
struct device {
	struct host *host;
	const char *path;
	char word[DEVICE_WORD_BYTES]; /* path in a line to type: job_device_word() */
	int fd;			      /* -1: the device could not be opened, see `closed` */
	int closed;		      /* -errno of opening it */
	struct claim claim;
	enum device_kind kind;
	struct sys_disk sys; /* its number; 0 for a file */
	bool dry_run;	     /* commands that change anything are passed to watch.unsent instead */
	struct route_wish wish;	  /* set by device_wish() */
	struct route route;	  /* set by device_find_route() */
	struct drive_known known; /* facts from which the route was found */
	struct refusal refusal;	  /* answer to all ATA commands once no kind carries them */
	struct bridge_ports ports;
	struct attempt attempt;
	struct drive_hang *hang; /* NULL: nobody looks whether it hangs */
	bool holding;		 /* signals are held, since a command that changes something */
	struct id_cache id;
	struct log_directory logs;
	struct device_watch watch;
};

/* True if a path that does not exist is a link to one that does not. */
bool path_is_link(struct host *host, const char *path);

/*
 * True if a device word is probably a part of something else, such as the "min" of "20 min" or a
 * letter without its dash: the word has no slash, and no file has that name. A dangling link counts
 * as a device.
 */
bool path_is_stray(struct host *host, const char *path);

/*
 * Open `path` with open(2) flags (O_NONBLOCK is added) and find its kind. -errno of open or fstat
 * on failure. Only after success is device_close() needed.
 */
int device_open(struct device *dev, struct host *host, const char *path, int flags);

/* True if a command that failed with `err` and without an answer may have reached the device. */
bool error_leaves_open(int err);

/*
 * Set up a device that could not be opened with `err`, to read what sysfs shows of it: every
 * command fails with `err`. False if the path is no block device.
 */
bool device_leave_closed(struct device *dev, struct host *host, const char *path, int err);
void device_close(struct device *dev);

/* Release what block_claim() has claimed. */
void device_unclaim(struct device *dev);

/*
 * Set the user's wishes for the route, before the first command. -EOPNOTSUPP, without the form, if
 * the device may take the CDB for another command.
 */
int device_wish(struct device *dev, enum ata_path path, bool prefer_ata12);

/* True for a USB disk, unless the user has said by --transport which form its bridge takes. */
bool device_on_bridge(const struct device *dev);

/*
 * Find the route, with one look at sysfs, unless it is found already. drive_of() does, and each
 * command; before that, the route is that of the block layer: no command is needed.
 */
void device_find_route(struct device *dev);

/*
 * Send one command by the first kind of the route that carries it. Tries the next kind only where
 * the kernel refused before anything was sent. Only a command that changes nothing (!ata_changes())
 * is ever sent twice: after a host error (EBADE), by a kind that takes another way through the
 * host. 0        the drive completed it; the registers in cmd->res are valid if any were wanted
 *   -EIO     with cmd->res.valid: the drive refused (status and error say why);
 *            without: the answer could not be decoded, or the device is no ATA drive
 *   In a dry run a command that changes something is not sent; it "completes" with made-up
 *   registers that report success and nothing else.
 *   -errno   the path failed: refused by the kernel, host error (EBADE), timeout (ETIMEDOUT),
 *            fewer data than were asked for (EREMOTEIO)
 */
int device_ata(struct device *dev, struct ata_cmd *cmd);

/*
 * Send a SCSI command, for a device that takes no ATA commands. The buffer of a read is zeroed
 * first; cmd->got bytes came. A question that meets a reset or changed parameters is sent once
 * more. Hangs, signals and dry runs are handled as by device_ata(); in a dry run a change
 * "succeeds".
 *   0        the device did it, perhaps after correcting an error
 *   -errno   with cmd->sense_bytes: the device refused, scsi_verdict() of its sense data;
 *            without: the path failed, as device_ata()
 */
int device_scsi(struct device *dev, struct scsi_cmd *cmd);

/*
 * Return the tunnel in which the USB bridge carries NVMe commands, from the bridge's IDs and
 * version; NVME_TUNNEL_NONE with --transport. For a bridge that takes SATA drives as well,
 * NVME_TUNNEL_NONE until the bridge has refused ATA commands as unknown, or IDENTIFY DEVICE.
 * Nothing is sent.
 */
enum nvme_tunnel device_tunnel(const struct device *dev);

/*
 * Send one NVMe command, by the kernel's ioctl or through the bridge's tunnel. Hangs, signals and
 * dry runs are handled as by device_ata().
 *   0        the drive completed it; cmd->res.value is its answer
 *   -errno   with cmd->res.answered: the drive refused, nvme_verdict() of cmd->res.status
 *            without: the path failed, as device_ata(); -ENOTTY: it is no NVMe device;
 *            with cmd->res.sense.present: the bridge refused, scsi_verdict(); -EOPNOTSUPP, and
 *            nothing sent: the tunnel does not carry it; -ENODATA: the bridge lost the answer
 *   In a dry run a command that changes something is not sent, and "completes" with value 0.
 */
int device_nvme(struct device *dev, struct nvme_cmd *cmd);

/*
 * Return the number of the device's namespace; no command is sent. -ENOTTY if the device is no NVMe
 * namespace, such as the node of a controller, /dev/nvme0. For a device that could not be opened,
 * the number comes from sysfs, and the error is that of opening.
 */
int device_nvme_namespace(struct device *dev, uint32_t *nsid);

/*
 * Return whether the device is attached by USB: 1 or 0; -errno if sysfs does not show it. Callers
 * then refuse what a USB bridge may spoil.
 */
static inline int device_find_usb(struct device *dev)
{
	return sysfs_find_usb(&dev->sys);
}

/* Return whether the device is attached by USB; false if sysfs does not show the attachment. */
static inline bool device_is_usb(struct device *dev)
{
	return device_find_usb(dev) > 0;
}

/* True if it is attached by USB, or sysfs does not show how it is attached. */
static inline bool device_may_be_usb(struct device *dev)
{
	return dev->sys.rdev && dev->kind != DEVICE_LEGACY_IDE && device_find_usb(dev) != 0;
}

/*
 * Name of the last command's way, such as "sat16" or "hdio-cmd". A command must have been
 * sent.
 */
const char *device_via(const struct device *dev);

/*
 * The first command that changes something holds the signals that would end the program. This
 * releases them, at the end of an act, so that the act is either complete or has reported how far
 * it got. True when a signal came.
 */
bool device_release_signals(struct device *dev);

/*
 * Pass a query to watch.unsent instead of sending it, in a dry run, if the query makes sense only
 * after commands that were not sent. Returns 0: the query "completes" as device_ata() describes.
 */
int device_leave_unsent(struct device *dev, struct ata_cmd *cmd);

/*
 * Write what the failure of the last command means and what to try: a sentence without its full
 * stop. Empty if the command did not fail, if its message already says all, or after
 * device_forget_failure().
 */
enum { DIAGNOSIS_BYTES = 256 };
void device_diagnose(struct device *dev, char text[DIAGNOSIS_BYTES]);

/* From now on device_diagnose() does not explain an error by an earlier command. */
static inline void device_forget_failure(struct device *dev)
{
	dev->attempt.result = 0;
}

/* 0, or the -errno of the command that hung; nothing is sent to the device after it. */
int device_hung(const struct device *dev);

/*
 * Record a hang if err means a hang and none is recorded yet. `what` names the call. For reads
 * through a queue, whose results bypass struct host.
 */
void device_note_hang(struct device *dev, int err, const char *what);

/*
 * Allow one more question after a timeout, for an act that may have left the drive locked: the
 * kernel has reset the drive by then. A device that is gone is not asked.
 */
void device_may_ask_hung(struct device *dev);

/*
 * Permit commands again until the next one hangs: for an act that waits for an operation inside the
 * drive and asks again after a timeout.
 */
void device_forget_hang(struct device *dev);

/*
 * Two layers between a device and its host: one ends the run after a hang, the other changes
 * nothing (dry run).
 */

struct device;

/*
 * --- nothing more is sent to a drive that hangs ---
 *
 * It did not answer a command within its time limit, or is gone. This applies to all acts and all
 * transports: the layer sees every call for the device. Each further command would wait as long,
 * and the kernel would reset the bus again.
 */

struct drive_hang {
	struct host host; /* first: a struct host * is a struct drive_hang * */
	struct device *dev;
	/* 0, or the result of the hung call: -ETIMEDOUT; -ENXIO or -ENODEV if the device is gone */
	int err;
	unsigned limit_s; /* time limit in seconds; 0: the call has no limit */
	char what[64];	  /* name of the command or system call */
	bool reported;	  /* an act has reported the hang as its failure */
	bool question;	  /* see device_may_ask_hung() */
	bool asking;	  /* that question is being sent */
};

/* Put `hang` in front of `host`. Pass a device that is opened on it to hang_watch(). */
void hang_init(struct drive_hang *hang, struct host *host);

/* From now on all calls for this device are watched. */
void hang_watch(struct drive_hang *hang, struct device *dev);

/*
 * --- a dry run: queries go through to the real host, changes are passed to a callback instead ---
 *
 * What is not known to be a query counts as a change. device_ata() catches ATA commands, whose
 * names it knows. This layer catches the rest, and also every pass-through whose command is not
 * known to be a query.
 */

/* A change that was not made. */
struct unsent {
	const char *kind; /* "ioctl", "scsi", "nvme", "file", "open", "flush", "write" */
	const char *name; /* "BLKRASET", a path; NULL for an ioctl without a known name */
	uint64_t number;  /* the ioctl's request, or the command's operation code */
	bool has_value;
	int64_t value;	  /* the ioctl's argument */
	const char *text; /* what would be written to a file, or NULL */
};

struct dry_run {
	struct host host;  /* first: a struct host * is a struct dry_run * */
	bool legacy_ide;   /* the old IDE driver has the device, and all of HDIO_* */
	bool regular_file; /* the kernel refuses each ioctl of a drive with ENOTTY */
	void (*tell)(void *who, const struct unsent *);
	void *who;
};

/* Put `dry` in front of `real`. `tell` is called for every change, and must not be NULL. */
void dry_run_init(struct dry_run *dry, struct host *real,
		  void (*tell)(void *who, const struct unsent *), void *who);

/* Questions to an open device: IDENTIFY data, logs, the native size, the power mode. */

/*
 * IDENTIFY data, asked once and kept until device_forget(): IDENTIFY DEVICE, and where the drive
 * refuses, IDENTIFY PACKET DEVICE. 0 or -errno as device_ata(); -ENODATA when the drive answered
 * with zeros only. On success dev->id.raw and dev->id.packet are set.
 */
int device_identify(struct device *dev);

/*
 * Return the cached IDENTIFY data, or send IDENTIFY DEVICE with `quiet` if nothing is cached.
 * device_identify() uses ATA_QUIET_MISSING: most acts need no registers, and scripts do not expect
 * the warning.
 */
int device_identify_as(struct device *dev, enum ata_quiet quiet);

/*
 * Copy the IDENTIFY data that the kernel read when it found the drive into dev->id.raw: for a
 * user without permission to ask the drive, and for a drive that must not be woken. False: the
 * kernel has none.
 */
bool device_identify_kept(struct device *dev);

/* Drop the cached IDENTIFY data and log directory, as after a setting. */
void device_forget(struct device *dev);

/* --- logs; device_identify() must have answered before --- */

/*
 * Read one page of a log into data[512] by READ LOG EXT, even if the log directory does not list
 * the page. Nothing is cached. 0 or -errno as device_ata(); *cmd is the finished command.
 */
int device_log_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		    struct ata_cmd *cmd);

/* True if the drive has any logs for READ LOG EXT: its General Purpose Logging. */
bool device_has_logs(struct device *dev);

/*
 * Read a page as device_log_page() does, if the log directory lists the page. -ENOENT, and no
 * further command, if the directory does not list it. If reading the directory fails: that error,
 * and *cmd is that command.
 */
int device_listed_page(struct device *dev, uint8_t address, uint16_t page, uint8_t data[ID_BYTES],
		       struct ata_cmd *cmd);

/* Read the SCT status. 0 or -errno as device_ata(); *cmd is the finished command. */
int device_sct_status(struct device *dev, uint8_t page[SCT_BYTES], struct ata_cmd *cmd);

/* --- how many sectors the drive has in addition to those that it shows --- */

/* The command that reads the native size, by the IDENTIFY data. */
enum ata_id native_command(const uint8_t *id);

/*
 * The native size in sectors, of dev->id.raw. 0, or -errno, with the finished command in *cmd:
 * -EPROTO: only the lower 24 bits came back; -ENODATA: the answer is no size. cmd->quiet is the
 * caller's.
 */
int device_native_sectors(struct device *dev, struct ata_cmd *cmd, uint64_t *sectors);

/* DEVICE CONFIGURATION IDENTIFY. 0, or -errno; -ENODATA: the answer holds no such data. */
int device_overlay(struct device *dev, struct ata_cmd *cmd, uint8_t data[512]);

/*
 * The size that the drive would have without its configuration overlay. 0 or -errno: -EOPNOTSUPP
 * without the feature set, and nothing was sent; -ENODATA: the answer is no size.
 */
int device_overlay_sectors(struct device *dev, enum ata_quiet quiet, uint64_t *sectors);

/* --- the power mode, by queries that do not wake it --- */

enum power_source { POWER_UNKNOWN, POWER_BY_CHECK, POWER_BY_SENSE, POWER_BY_RUNTIME };

struct power_state {
	enum power_source source;
	const char *mode;      /* text of -C, "standby"; "unknown" without a source */
	const char *condition; /* the exact condition, "idle_b"; NULL without a source */
	const char *set_by;    /* cause of the mode: "timer", "command"; NULL: not known */
	bool asleep;	       /* any other command may spin it up */
	/* without a source: */
	int err;	    /* -errno of the query */
	bool fixed_sense;   /* the drive's refusal came in fixed sense */
	const char *reason; /* a sentence without its full stop; NULL: `err` is enough */
	struct ata_cmd cmd; /* the command that was sent last */
};

/*
 * Ask by CHECK POWER MODE, or by REQUEST SENSE where the device takes no ATA commands. The warning
 * about bad sense data is given only if both fail. True when state->source says how the answer was
 * found.
 */
bool device_power(struct device *dev, struct power_state *state);

/* The state of a device for which path_suspended() is true. */
struct power_state power_suspended(void);

#endif
