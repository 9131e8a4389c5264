// SPDX-License-Identifier: GPL-2.0-or-later
/* Runs the steps of a plan in turn. */
#include "block.h"
#include "device.h"
#include "sysfs.h"
#include "parts.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

struct run {
	const struct plan *plan;
	struct host *host;
	struct report *out;
	struct outcome outcome;
	struct dry_run dry;
	struct drive_hang hang;
	struct hung_drives *drives;
};

static bool step_only_asks(const struct step *step)
{
	return step->purpose == STEP_CHECK || step->purpose == STEP_SAVE;
}

static bool leaves_asleep(const struct step *step)
{
	return step_only_asks(step) ? !step->wakes : step->req.opt[OPT_IF_AWAKE].seen;
}

/*
 * In a dry run, --check and --save-conf, the returned host withholds changes (device.h); only a dry
 * run shows them.
 */
static struct host *host_for(struct run *run, const struct step *step)
{
	struct host *host = run->host;

	if (step->req.opt[OPT_DRY_RUN].seen || step_only_asks(step)) {
		dry_run_init(&run->dry, run->host, step_only_asks(step) ? NULL : show_unsent,
			     run->out);
		host = &run->dry.host;
	}
	hang_init(&run->hang, host);
	return &run->hang.host;
}

static int open_flags(const struct request *req)
{
	int flags = O_RDONLY;

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (req->opt[id].seen && (option_table[id].flags & OPT_RDWR))
			flags = O_RDWR;
	}
	if (req->opt[OPT_DIRECT].seen)
		flags |= O_DIRECT;
	return flags;
}

/* True if the request has `one` or `other`, and no further options but modifiers. */
static bool asks_only_for(const struct request *req, enum opt_id one, enum opt_id other)
{
	bool asked = false;

	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (!req->opt[id].seen || option_table[id].kind == OPT_KIND_MODIFIER)
			continue;
		if (id != one && id != other)
			return false;
		asked = true;
	}
	return asked;
}

/* True if no option was given, not even a modifier, so that the default listing runs. */
static bool is_listing(const struct request *req)
{
	for (unsigned id = 0; id < OPT_COUNT; id++) {
		if (req->opt[id].seen && !req->opt[id].implied)
			return false;
	}
	return true;
}

static void report_skipped(struct run *run, const struct step *step,
			   const struct power_state *state)
{
	struct report *out = run->out;

	report_device_begin(out, step->path, !step->req.no_heading);
	report_section_begin(out, "skipped");
	if (step->req.no_heading)
		report_string(out, "power_condition", state->condition, NO_TEXT);
	else
		report_string(out, "power_condition", state->condition,
			      " skipped: the drive is in standby (%s)\n", state->condition);
	report_section_end(out);
	report_device_end(out);
	if (step->req.opt[OPT_IF_AWAKE].value)
		outcome_add(&run->outcome,
			    -RESULT_SKIPPED - (int)step->req.opt[OPT_IF_AWAKE].value);
}

/*
 * Return -ENOTTY, reported, if the default listing has queries, none was answered, and the device
 * is no block device; else 0.
 */
static int judge_listing(struct job *job)
{
	struct stat st;

	if (!job->dev || !job->listed || job->unanswered < job->listed ||
	    host_fstat(job->host, job->dev->fd, &st) || S_ISBLK(st.st_mode))
		return 0;
	report_error(job->out, NULL, ENOTTY, "%s, which has no settings of a drive%s",
		     S_ISDIR(st.st_mode)    ? "a directory"
		     : S_ISREG(st.st_mode)  ? "a regular file"
		     : S_ISFIFO(st.st_mode) ? "a FIFO"
					    : "a character device",
		     S_ISREG(st.st_mode) ? "; -t and -T time how fast it is read"
					 : "; name the drive itself, as /dev/sda");
	return -ENOTTY;
}

/* `dev` is NULL for a suspended device. */
static void run_question(struct run *run, const struct step *step, struct device *dev, bool asleep)
{
	struct job job = { .host = run->host,
			   .dev = dev,
			   .drive = drive_of(dev),
			   .req = &step->req,
			   .out = run->out };

	report_device_begin(run->out, step->path, false);
	if (step->purpose == STEP_CHECK)
		run_check(&job, &run->outcome, asleep);
	else
		run_save(&job, &run->outcome, step->selector, asleep);
	run->outcome.result = result_with_lack(run->outcome.result, run->host, run->out);
	report_device_end(run->out);
}

/* `dev` is NULL without a device, and for a suspended device. */
static void begin_job(struct job *job, struct run *run, const struct step *step, struct host *host,
		      struct device *dev)
{
	char name[OPTION_NAME_BYTES], with[160];
	enum opt_id unused;

	*job = (struct job){ .host = host,
			     .dev = dev,
			     .drive = { .dev = dev },
			     .req = &step->req,
			     .out = run->out,
			     .skips_equal = step->purpose == STEP_ATTAIN };
	/* a listing without options does not need the facts of sysfs before its ioctls */
	if (!is_listing(&step->req))
		job->drive = drive_of(dev);
	if (step->path)
		report_device_begin(run->out, step->path, !step->req.no_heading);
	/* only with --verbose or on a terminal: scripts may take text on stderr for a failure */
	if (run->out->verbose || run->out->err_terminal) {
		unused = request_unused(&step->req, with, sizeof(with));
		if (unused != OPT_COUNT)
			report_note(run->out, option_name(unused, name),
				    "changes nothing without %s", with);
	}
	job_name_consent(job);
}

static void end_job(struct job *job, struct run *run, const struct step *step)
{
	outcome_add(&run->outcome, judge_listing(job));
	run->outcome.result = result_with_lack(run->outcome.result, run->host, run->out);
	if (step->path)
		report_device_end(run->out);
}

/* False if only the ATA drive itself has the data for -I or -i. */
static bool kernel_identifies(struct device *dev, const struct request *req)
{
	struct drive drive = drive_of(dev);
	struct disk_identity names;

	return !drive_takes_ata(&drive) || device_identify_kept(dev) ||
	       (asks_only_for(req, OPT_IDENTITY, OPT_IDENTITY) &&
		!drive_kernel_names(&drive, &names));
}

/* Return 0 or -errno, reported. */
static int open_device(struct run *run, const struct step *step, struct host *host,
		       struct device *dev)
{
	const struct request *req = &step->req;
	int err = device_open(dev, host, step->path, open_flags(req));

	if (!err) {
		hang_watch(&run->hang, dev);
		return 0;
	}
	/* a user who may not open the drive gets the data that the kernel has */
	if (err == -EACCES && asks_only_for(req, OPT_IDENTIFY, OPT_IDENTITY) &&
	    device_leave_closed(dev, host, step->path, err) && kernel_identifies(dev, req))
		return 0;
	report_unopened(&(struct unopened){ run->plan, step, err, "" }, host, run->out);
	return err;
}

/*
 * Set the device up for the step. Refuse a device that is not the one meant, that another program
 * has locked, or that the wished form of commands does not fit. Return 0 or -errno, reported.
 */
static int prepare_device(struct run *run, const struct step *step, struct device *dev)
{
	const struct opt_state *opt = step->req.opt;
	char who[BLOCK_HOLDER_BYTES];
	const char *unfit;
	int err;

	run->out->path = step->path;
	if (step->chosen && !block_is_still(&dev->sys, step->chosen)) {
		report_error(run->out, NULL, ENODEV,
			     "another device has this name since the configuration file was read; "
			     "nothing was sent to it");
		return -ENODEV;
	}
	/* no wait for the lock, since udev waits for --conf: skip the drive */
	err = step->heeds_lock ? block_lock(dev, LOCK_SHARED, who) : 0;
	if (err == -EWOULDBLOCK) {
		report_error(run->out, NULL, EBUSY,
			     "busy: another program%s%s%s has locked the drive; nothing was sent",
			     who[0] ? " (" : "", who, who[0] ? ")" : "");
		return -EBUSY;
	}
	if (err) {
		report_error(run->out, NULL, -err,
			     "cannot find out whether another program has locked the drive: %s; "
			     "nothing was sent",
			     error_words(-err));
		return err;
	}
	dev->dry_run = opt[OPT_DRY_RUN].seen && !step_only_asks(step);
	run->dry.legacy_ide = dev->kind == DEVICE_LEGACY_IDE;
	run->dry.regular_file = dev->kind == DEVICE_FILE;
	unfit = device_wish(dev, (unsigned)opt[OPT_TRANSPORT].value, opt[OPT_PREFER_ATA12].seen);
	if (unfit) {
		report_error(run->out, "--transport", EOPNOTSUPP, "%s", unfit);
		return -EOPNOTSUPP;
	}
	trace_attach(dev, run->out);
	return 0;
}

static void leave_device(struct run *run, const struct step *step, struct device *dev)
{
	if (run->hang.err && hung_add(run->drives, drive_key_of(run->host, step->path))) {
		report_error(run->out, NULL, ENOMEM,
			     "the run ends here, "
			     "since there is no memory to note the drive that hangs: %s",
			     error_words(ENOMEM));
		outcome_add(&run->outcome, -ENOMEM);
		run->outcome.ended = true;
	}
	device_close(dev);
}

static void refuse_hung(struct run *run, const struct step *step)
{
	report_device_begin(run->out, step->path, false);
	report_error(run->out, NULL, ETIMEDOUT,
		     "nothing was sent: the drive has hung or gone earlier in this run");
	report_device_end(run->out);
	outcome_add(&run->outcome, -ETIMEDOUT);
}

/* True if the device is suspended and stays so: an open may resume a suspended device. */
static bool stays_suspended(const struct step *step, struct host *host)
{
	return (asks_only_for(&step->req, OPT_POWER_MODE, OPT_POWER_MODE) || leaves_asleep(step)) &&
	       path_suspended(host, step->path);
}

/* A drive whose power mode is unknown counts as awake. */
static bool is_asleep(struct device *dev, struct power_state *state)
{
	struct drive drive = drive_of(dev);

	return drive_power(&drive, state) && state->asleep;
}

/*
 * Run the acts of a step, or compare or save its settings. Leave alone a drive that has hung, that
 * is not fit, or that shall not be woken.
 */
static void run_step(struct run *run, const struct step *step)
{
	struct host *host = host_for(run, step);
	struct device opened, *dev = NULL; /* NULL: no device, or one that is not opened */
	struct power_state state;
	bool asleep = false;
	struct job job;
	int err = 0;

	if (step->path && hung_has(run->drives, run->host, step->path)) {
		refuse_hung(run, step);
		return;
	}
	if (step->path && stays_suspended(step, host)) {
		state = power_suspended();
		asleep = true;
	} else if (step->path) {
		err = open_device(run, step, host, &opened);
		if (!err) {
			dev = &opened;
			err = prepare_device(run, step, dev);
		}
		asleep = !err && leaves_asleep(step) && is_asleep(dev, &state);
	}

	if (err) {
		outcome_add(&run->outcome, err);
	} else if (step_only_asks(step)) {
		run_question(run, step, dev, asleep);
	} else if (asleep && leaves_asleep(step)) {
		report_skipped(run, step, &state);
	} else {
		/* also -C of a suspended device, without `dev` */
		begin_job(&job, run, step, host, dev);
		run_actions(&job, &run->outcome);
		end_job(&job, run, step);
	}
	if (dev)
		leave_device(run, step, dev);
}

bool reads_password(const struct step *step)
{
	const struct opt_state *file = &step->req.opt[OPT_SECURITY_PASSWORD_FILE];

	return step->req.opt[OPT_SECURITY_PROMPT].seen || (file->seen && !strcmp(file->text, "-"));
}

int run_steps(const struct plan *plan, struct hung_drives *shared, struct host *host,
	      struct report *out)
{
	struct hung_drives own = { NULL };
	struct run run = {
		.plan = plan, .host = host, .out = out, .drives = shared ? shared : &own
	};
	int err = devices_open(plan, host, out);

	if (err)
		return -err;
	for (size_t i = 0; i < plan->n && !run.outcome.ended; i++) {
		const struct step *step = &plan->steps[i];

		if (result_failed(run.outcome.result) &&
		    (step_carries_consent(step) || reads_password(step)))
			break;
		out->verbose = step->req.opt[OPT_VERBOSE].seen;
		run_step(&run, step);
	}
	hung_free(&own);
	return run.outcome.result;
}
