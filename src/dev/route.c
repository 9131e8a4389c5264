// SPDX-License-Identifier: GPL-2.0-or-later
/* Choose the route to a drive, and change the route by answers. */
#include "route.h"
#include "transport.h"
#include "scsi.h"

#include <errno.h>
#include <string.h>

/* What is known of the device, and what the user asks for. */
enum {
	ASKS = 1, /* --transport names a form */
	NAMESPACE = 2,
	BLOCK = 4,
	LEGACY_IDE = 8,
	OPTICAL = 16,
	A_FILE = 32,
	NVME_ALONE = 64, /* a USB bridge with an NVMe tunnel, for NVMe drives only */
	BRIDGE = 128,	 /* a USB bridge whose form is known */
	SAS = 256
};

/* The forms of CDB of a row. */
enum forms {
	NONE,  /* SG_IO carries no ATA commands there */
	ASKED, /* the form that the user names by --transport */
	KNOWN, /* the form that this bridge is known to take */
	SAT16, /* the 16-byte form alone */
	/* SAT16, after SAT12 with --prefer-ata12; behind USB also SAT12 and that of the maker */
	STANDARD
};

/* What else holds for a row. */
enum {
	SURE = 1,     /* an unknown operation code does not change the route */
	IOCTLS = 2,   /* the HDIO_DRIVE_* ioctls carry ATA commands */
	SCSI = 4,     /* without ATA commands it takes SCSI commands */
	TUNNEL = 8,   /* without ATA commands it takes the NVMe commands of its tunnel, if any */
	AS_BLOCK = 16 /* if the kernel refuses ATA commands, the block layer is left */
};

/* The first row whose `needs` are all met gives the route. */
static const struct {
	unsigned needs;
	enum language language;
	enum forms forms;
	unsigned flags;
} rows[] = {
	{ ASKS | NAMESPACE, LANGUAGE_NVME, ASKED, SURE },
	{ ASKS | BLOCK, LANGUAGE_ATA, ASKED, SURE | AS_BLOCK },
	{ ASKS, LANGUAGE_ATA, ASKED, SURE },
	{ NAMESPACE, LANGUAGE_NVME, STANDARD, IOCTLS },
	/* SG_IO of the old IDE driver sends packet commands only: no pass-through */
	{ LEGACY_IDE, LANGUAGE_ATA, NONE, SURE | IOCTLS },
	/* no 12-byte form: its operation code, A1h, is BLANK of packet devices */
	{ OPTICAL, LANGUAGE_ATA, SAT16, IOCTLS },
	{ A_FILE, LANGUAGE_ATA, STANDARD, IOCTLS },
	{ NVME_ALONE, LANGUAGE_NVME_USB, STANDARD, IOCTLS | TUNNEL },
	{ BRIDGE | BLOCK, LANGUAGE_ATA, KNOWN, AS_BLOCK },
	{ SAS, LANGUAGE_SCSI, STANDARD, IOCTLS },
	{ BLOCK, LANGUAGE_ATA, STANDARD, IOCTLS | TUNNEL | SCSI | AS_BLOCK },
	{ 0, LANGUAGE_ATA, STANDARD, IOCTLS | TUNNEL | SCSI },
};

static unsigned needs_met(const struct drive_known *known, const struct route_wish *wish)
{
	static const unsigned by_kind[] = { [DEVICE_BLOCK] = BLOCK,
					    [DEVICE_LEGACY_IDE] = LEGACY_IDE,
					    [DEVICE_OPTICAL] = OPTICAL,
					    [DEVICE_FILE] = A_FILE };

	return by_kind[known->kind] | (wish->path ? ASKS : 0) | (known->namespace ? NAMESPACE : 0) |
	       (known->sas ? SAS : 0) | (known->bridge ? BRIDGE : 0) |
	       (known->tunnel && !known->sata_too ? NVME_ALONE : 0);
}

static void add_form(struct route *route, enum ata_path form)
{
	route->form[route->forms++] = form;
}

static void add_forms(struct route *route, enum forms forms, const struct drive_known *known,
		      const struct route_wish *wish)
{
	bool usb_disk = known->usb > 0 && known->kind == DEVICE_BLOCK;

	switch (forms) {
	case NONE:
		break;
	case ASKED:
		/*
		 * the kernel's ums-cypress writes each register once: the drive would take the
		 * upper bytes of a 48-bit command from the command before
		 */
		if (known->bridge == ATA_PATH_CYPRESS && wish->path == ATA_PATH_SAT16)
			add_form(route, ATA_PATH_SAT12);
		else
			add_form(route, wish->path);
		break;
	case KNOWN:
		add_form(route, known->bridge);
		break;
	case SAT16:
		add_form(route, ATA_PATH_SAT16);
		break;
	case STANDARD:
		if (wish->prefer_ata12)
			add_form(route, ATA_PATH_SAT12);
		add_form(route, ATA_PATH_SAT16);
		if (usb_disk)
			add_form(route, ATA_PATH_SAT12);
		if (usb_disk && known->makers)
			add_form(route, known->makers);
		break;
	}
}

void route_find(struct route *route, const struct drive_known *known, const struct route_wish *wish)
{
	size_t i = 0;

	while (rows[i].needs & ~needs_met(known, wish))
		i++;
	*route = (struct route){
		.language = rows[i].language,
		.found = true,
		.sure = rows[i].flags & SURE,
		.ioctls = rows[i].flags & IOCTLS,
		.scsi = rows[i].flags & SCSI,
		.block = rows[i].flags & AS_BLOCK,
		.tunnel = rows[i].flags & TUNNEL ? known->tunnel : NVME_TUNNEL_NONE,
	};
	add_forms(route, rows[i].forms, known, wish);
}

bool route_by_cdb(enum route_way way)
{
	return way != ROUTE_NONE && way < ROUTE_HDIO_CMD;
}

static enum route_way first_ioctl(const struct route *route, enum route_way from,
				  const struct ata_cmd *cmd)
{
	for (enum route_way way = from; route->ioctls && way <= ROUTE_HDIO_TASKFILE; way++) {
		if (hdio_carries(way, cmd))
			return way;
	}
	return ROUTE_NONE;
}

enum route_way route_first(const struct route *route, const struct ata_cmd *cmd)
{
	for (unsigned i = 0; i < route->forms; i++) {
		if (!ata_path_carries(route->form[i], cmd))
			continue;
		if (cmd->short_form && route->form[i] == ATA_PATH_SAT16 &&
		    ata_path_carries(ATA_PATH_SAT12, cmd))
			return ROUTE_SAT12;
		return (enum route_way)route->form[i];
	}
	return first_ioctl(route, ROUTE_HDIO_CMD, cmd);
}

enum route_way route_detour(const struct route *route, enum route_way way,
			    const struct ata_cmd *cmd)
{
	return route_by_cdb(way) ? first_ioctl(route, ROUTE_HDIO_CMD, cmd) : ROUTE_NONE;
}

enum route_way route_next(const struct route *route, enum route_way way, const struct ata_cmd *cmd)
{
	if (route_by_cdb(way))
		return route->sure ? ROUTE_NONE : route_detour(route, way, cmd);
	return first_ioctl(route, way + 1, cmd);
}

bool route_guards_tunnel(const struct route *route)
{
	return route->language == LANGUAGE_ATA && route->tunnel;
}

static unsigned form_place(const struct route *route, unsigned from, enum route_way form)
{
	while (from < route->forms && (enum route_way)route->form[from] != form)
		from++;
	return from;
}

enum route_way route_next_form(const struct route *route, enum route_way refused,
			       enum route_way form)
{
	unsigned i = form_place(route, 0, ROUTE_SAT16);

	/* --prefer-ata12 tries ROUTE_SAT12 first, which then stands behind ROUTE_SAT16, too */
	if (refused == ROUTE_SAT16 || !route_guards_tunnel(route))
		i++;
	if (form != ROUTE_NONE)
		i = form_place(route, i, form) + 1;
	if (i < route->forms && (enum route_way)route->form[i] == refused)
		i++;
	return i < route->forms ? (enum route_way)route->form[i] : ROUTE_NONE;
}

bool route_takes_ata(const struct route *route)
{
	return route->forms || route->ioctls;
}

bool route_is_single(const struct route *route)
{
	return route->forms == 1 && !route->ioctls;
}

bool route_unknown(const struct route *route, const struct ata_result *res)
{
	bool other =
		route->language != LANGUAGE_ATA || route->tunnel || route->scsi || route->block;

	return !route->sure && other && sense_opcode_unknown(res);
}

static bool is_barred_sas(const struct route *route, const struct ata_result *res)
{
	struct scsi_sense sense = scsi_sense_decode(res->sense, res->sense_bytes);

	return route->language == LANGUAGE_SCSI && !res->unannounced &&
	       scsi_sanitize_state(&sense) != SCSI_SANITIZE_UNTOLD;
}

/*
 * True if a bridge with an NVMe tunnel refuses IDENTIFY as unknown (05/20) or invalid (05/24),
 * which a SATA drive would answer. Other errors prove nothing: JMicron's tunnel would reset a SATA
 * drive.
 */
static bool has_nvme_behind(const struct route *route, const struct ata_cmd *cmd)
{
	const struct ata_result *res = &cmd->res;
	struct sense_code code = sense_code(res->sense, res->sense_bytes);

	return route->tunnel && cmd->id == ATA_IDENTIFY_DEVICE && res->answered && !res->valid &&
	       code.key == KEY_ILLEGAL_REQUEST &&
	       (code.asc == ASC_INVALID_OPCODE || code.asc == ASC_INVALID_FIELD);
}

static bool asks_power(const struct ata_cmd *cmd)
{
	return cmd->want &&
	       (cmd->id == ATA_CHECK_POWER_MODE || cmd->id == ATA_CHECK_POWER_MODE_OLD);
}

bool route_refused_unsent(int err)
{
	return err == -ENOTTY || err == -EINVAL || err == -EOPNOTSUPP || err == -ENOSYS;
}

enum route_answer route_judge(const struct route *route, enum route_way way,
			      const struct ata_cmd *cmd, int err)
{
	if (!err || cmd->res.valid || (err == -EIO && !route_by_cdb(way)))
		return ANSWER_DRIVE;
	if (route_refused_unsent(err))
		return ANSWER_UNSENT;
	if (err != -EIO || route->sure || route_is_single(route))
		return ANSWER_OPEN;
	if (route_unknown(route, &cmd->res) && asks_power(cmd) &&
	    route_next_form(route, ROUTE_NONE, ROUTE_NONE) != ROUTE_NONE)
		return ANSWER_NO_POWER;
	return route_unknown(route, &cmd->res) || is_barred_sas(route, &cmd->res) ||
			       has_nvme_behind(route, cmd)
		       ? ANSWER_NO_FORM
		       : ANSWER_OPEN;
}

static void settle_language(struct route *route, enum language language)
{
	*route = (struct route){ .found = true,
				 .sure = true,
				 .language = language,
				 .tunnel = language == LANGUAGE_NVME_USB ? route->tunnel
									 : NVME_TUNNEL_NONE };
}

/* Settle that ATA commands reach the drive as the answer came. */
static void settle_ata(struct route *route, bool by_cdb)
{
	unsigned standard = form_place(route, 0, ROUTE_SAT16);

	route->sure = true;
	route->scsi = route->block = false;
	if (route->language == LANGUAGE_ATA)
		route->tunnel = NVME_TUNNEL_NONE;
	if (!by_cdb)
		route->forms = 0;
	else if (standard < route->forms)
		route->forms = standard + 1;
}

void route_answer(struct route *route, enum route_way way, enum route_answer answer)
{
	switch (answer) {
	case ANSWER_DRIVE:
		settle_ata(route, route_by_cdb(way));
		break;
	case ANSWER_FOUND:
		settle_language(route, LANGUAGE_ATA);
		add_form(route, (enum ata_path)way);
		break;
	case ANSWER_NO_FORM:
		if (route->language != LANGUAGE_ATA)
			settle_language(route, route->language);
		else if (route->tunnel)
			settle_language(route, LANGUAGE_NVME_USB);
		else if (route->scsi)
			settle_language(route, LANGUAGE_SCSI);
		break;
	case ANSWER_UNSENT:
		if (route->language != LANGUAGE_ATA)
			route->forms = route->ioctls = 0;
		else if (route->block)
			settle_language(route, LANGUAGE_BLOCK);
		break;
	case ANSWER_OPEN:
	case ANSWER_NO_POWER:
	case ANSWER_COUNT:
		break;
	}
}

const char *route_name(enum route_way way)
{
	static const char *const names[] = { "hdio-cmd", "hdio-task", "hdio-taskfile" };

	if (way == ROUTE_NONE)
		return "none";
	return route_by_cdb(way) ? ata_path_name((enum ata_path)way) : names[way - ROUTE_HDIO_CMD];
}
