// SPDX-License-Identifier: GPL-2.0-or-later
/* Choose the route to a drive, and change the route by answers. */
#include "route.h"
#include "transport.h"

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
	SAS = 256,
	LIBATA = 512
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
	IOCTLS = 1,  /* the HDIO_DRIVE_* ioctls carry ATA commands */
	SCSI = 2,    /* without ATA commands it takes SCSI commands */
	TUNNEL = 4,  /* without ATA commands it takes the NVMe commands of its tunnel, if any */
	AS_BLOCK = 8 /* if the kernel refuses ATA commands, the block layer is left */
};

/* The first row whose `needs` are all met gives the route. */
static const struct {
	unsigned needs;
	enum language language;
	enum forms forms;
	unsigned flags;
} rows[] = {
	{ ASKS | NAMESPACE, LANGUAGE_NVME, ASKED, 0 },
	{ ASKS, LANGUAGE_ATA, ASKED, 0 },
	{ NAMESPACE, LANGUAGE_NVME, STANDARD, IOCTLS },
	/* SG_IO of the old IDE driver sends packet commands only: no pass-through */
	{ LEGACY_IDE, LANGUAGE_ATA, NONE, IOCTLS },
	/* no 12-byte form: its operation code, A1h, is BLANK of packet devices */
	{ OPTICAL, LANGUAGE_ATA, SAT16, IOCTLS },
	{ A_FILE, LANGUAGE_ATA, STANDARD, IOCTLS },
	{ NVME_ALONE, LANGUAGE_NVME_USB, STANDARD, IOCTLS | TUNNEL },
	{ BRIDGE | BLOCK, LANGUAGE_ATA, KNOWN, 0 },
	{ LIBATA, LANGUAGE_ATA, STANDARD, IOCTLS },
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
	       (known->sas ? SAS : 0) | (known->libata ? LIBATA : 0) |
	       (known->bridge ? BRIDGE : 0) | (known->tunnel && !known->sata_too ? NVME_ALONE : 0);
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
		if (usb_disk && !wish->prefer_ata12)
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
		return route->answered ? ROUTE_NONE : route_detour(route, way, cmd);
	return first_ioctl(route, way + 1, cmd);
}

bool route_is_open(const struct route *route)
{
	return route->language == LANGUAGE_ATA && (route->tunnel || route->scsi || route->block);
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
	return (route->language != LANGUAGE_ATA || route_is_open(route)) &&
	       sense_opcode_unknown(res);
}

bool route_refused_unsent(int err)
{
	return err == -ENOTTY || err == -EINVAL || err == -EOPNOTSUPP || err == -ENOSYS;
}

bool route_has_answer(enum route_way way, const struct ata_cmd *cmd, int err)
{
	/* an HDIO ioctl returns -EIO for a refusal and for no answer: count -EIO as an answer */
	return !err || cmd->res.valid || (err == -EIO && !route_by_cdb(way));
}

/*
 * A bridge with an NVMe tunnel refuses IDENTIFY DEVICE as unknown (05/20) or invalid (05/24), which
 * a SATA drive would answer. Other errors prove nothing: JMicron's tunnel would reset a SATA drive.
 */
static bool is_unknown(const struct route *route, const struct ata_cmd *cmd)
{
	const struct ata_result *res = &cmd->res;
	struct sense_code code = sense_code(res->sense, res->sense_bytes);

	if (!route->tunnel || cmd->id != ATA_IDENTIFY_DEVICE)
		return sense_opcode_unknown(res);
	return res->answered && code.key == KEY_ILLEGAL_REQUEST &&
	       (code.asc == ASC_INVALID_OPCODE || code.asc == ASC_INVALID_FIELD);
}

enum route_answer route_judge(const struct route *route, enum route_way way,
			      const struct ata_cmd *cmd, int err)
{
	if (route_has_answer(way, cmd, err))
		return ANSWER_ATA;
	if (route_refused_unsent(err))
		return ANSWER_UNSENT;
	return err == -EIO && is_unknown(route, cmd) ? ANSWER_UNKNOWN : ANSWER_OPEN;
}

void route_settle(struct route *route, enum language language)
{
	enum nvme_tunnel tunnel = route->tunnel;

	route->scsi = route->block = false;
	if (language == LANGUAGE_ATA)
		route->tunnel = NVME_TUNNEL_NONE;
	else
		*route = (struct route){ .found = true, .language = language };
	if (language == LANGUAGE_NVME_USB)
		route->tunnel = tunnel;
}

void route_keep_form(struct route *route, unsigned form)
{
	route->form[0] = route->form[form];
	route->forms = 1;
	route->ioctls = false;
}

void route_answered(struct route *route, enum route_way way)
{
	route->answered = true;
	if (!route_by_cdb(way))
		route->forms = 0;
}

const char *route_name(enum route_way way)
{
	static const char *const names[] = { "hdio-cmd", "hdio-task", "hdio-taskfile" };

	if (way == ROUTE_NONE)
		return "none";
	return route_by_cdb(way) ? ata_path_name((enum ata_path)way) : names[way - ROUTE_HDIO_CMD];
}
