// SPDX-License-Identifier: GPL-2.0-or-later
/* Choose the route to a drive, and change the route by answers. */
#include "route.h"
#include "transport.h"
#include "scsi.h"

#include <errno.h>
#include <string.h>

/* Words in rows[] that row_kind() turns into kinds. A form is a form of CDB for ATA commands. */
enum {
	SHORT = 100, /* ROUTE_SAT12 with --prefer-ata12; else none */
	ASKED,	     /* the form that the user names by --transport */
	KNOWN,	     /* the form that this bridge is known to take */
	OTHER_SHORT, /* ROUTE_SAT12 for a USB disk; else none */
	MAKERS,	     /* for a USB disk, the form of the vendor's other bridges; else none */
	TUNNEL	     /* the USB bridge's NVMe tunnel, if any */
};

#define IOCTLS ROUTE_HDIO_CMD, ROUTE_HDIO_TASK, ROUTE_HDIO_TASKFILE
#define END    -1

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

/* The first row whose `needs` are all met gives the route, and `sure` the value of route.sure. */
static const struct {
	unsigned needs;
	bool sure;
	int kinds[ROUTE_KINDS + 1];
} rows[] = {
	{ ASKS | NAMESPACE, true, { ROUTE_NVME, ASKED, END } },
	{ ASKS | BLOCK, true, { ASKED, ROUTE_NONE, END } },
	{ ASKS, true, { ASKED, END } },
	{ NAMESPACE, false, { ROUTE_NVME, SHORT, ROUTE_SAT16, IOCTLS, END } },
	/* SG_IO of the old IDE driver sends packet commands only: no pass-through */
	{ LEGACY_IDE, true, { IOCTLS, END } },
	/* no 12-byte form: its operation code, A1h, is BLANK of packet devices */
	{ OPTICAL, false, { ROUTE_SAT16, IOCTLS, END } },
	{ A_FILE, false, { SHORT, ROUTE_SAT16, IOCTLS, END } },
	{ NVME_ALONE, false, { TUNNEL, SHORT, ROUTE_SAT16, OTHER_SHORT, MAKERS, IOCTLS, END } },
	{ BRIDGE | BLOCK, false, { KNOWN, ROUTE_NONE, END } },
	{ SAS, false, { ROUTE_SCSI, SHORT, ROUTE_SAT16, IOCTLS, END } },
	{ BLOCK,
	  false,
	  { SHORT, ROUTE_SAT16, OTHER_SHORT, MAKERS, IOCTLS, TUNNEL, ROUTE_SCSI, ROUTE_NONE,
	    END } },
	{ 0, false, { SHORT, ROUTE_SAT16, IOCTLS, TUNNEL, ROUTE_SCSI, END } },
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

static int row_kind(int word, const struct drive_known *known, const struct route_wish *wish)
{
	bool bridge = known->usb > 0 && known->kind == DEVICE_BLOCK;

	switch (word) {
	case SHORT:
		return wish->prefer_ata12 ? ROUTE_SAT12 : -1;
	case ASKED:
		/*
		 * the kernel's ums-cypress writes each register once: the drive would take the
		 * upper bytes of a 48-bit command from the command before
		 */
		if (known->bridge == ATA_PATH_CYPRESS && wish->path == ATA_PATH_SAT16)
			return ROUTE_SAT12;
		return (int)wish->path;
	case KNOWN:
		return (int)known->bridge;
	case OTHER_SHORT:
		return bridge ? ROUTE_SAT12 : -1;
	case MAKERS:
		return bridge && known->makers ? (int)known->makers : -1;
	case TUNNEL:
		return known->tunnel ? (int)ROUTE_NVME + (int)known->tunnel : -1;
	}
	return word;
}

void route_find(struct route *route, const struct drive_known *known, const struct route_wish *wish)
{
	size_t i = 0;

	while (rows[i].needs & ~needs_met(known, wish))
		i++;
	*route = (struct route){ .sure = rows[i].sure };
	for (const int *word = rows[i].kinds; *word != END; word++) {
		int kind = row_kind(*word, known, wish);

		if (kind >= 0)
			route->kinds[route->n++] = (enum route_kind)kind;
	}
}

bool route_by_cdb(enum route_kind kind)
{
	return kind != ROUTE_NONE && kind < ROUTE_HDIO_CMD;
}

static bool takes_ata(enum route_kind kind)
{
	return kind != ROUTE_NONE && kind < ROUTE_SCSI;
}

static bool carries(enum route_kind kind, const struct ata_cmd *cmd)
{
	if (route_by_cdb(kind))
		return ata_path_carries((enum ata_path)kind, cmd);
	return takes_ata(kind) && hdio_carries(kind, cmd);
}

static unsigned route_place(const struct route *route, enum route_kind kind)
{
	unsigned i = 0;

	while (i < route->n && route->kinds[i] != kind)
		i++;
	return i;
}

static enum route_kind first_from(const struct route *route, unsigned i, const struct ata_cmd *cmd)
{
	while (i < route->n && !carries(route->kinds[i], cmd))
		i++;
	return i < route->n ? route->kinds[i] : ROUTE_NONE;
}

enum route_kind route_first(const struct route *route, const struct ata_cmd *cmd)
{
	enum route_kind first = first_from(route, 0, cmd);

	return cmd->short_form && first == ROUTE_SAT16 && carries(ROUTE_SAT12, cmd) ? ROUTE_SAT12
										    : first;
}

enum route_kind route_detour(const struct route *route, enum route_kind kind,
			     const struct ata_cmd *cmd)
{
	unsigned i = route_place(route, ROUTE_HDIO_CMD);

	return route_by_cdb(kind) ? first_from(route, i, cmd) : ROUTE_NONE;
}

enum route_kind route_next(const struct route *route, enum route_kind kind,
			   const struct ata_cmd *cmd)
{
	if (route_by_cdb(kind))
		return route->sure ? ROUTE_NONE : route_detour(route, kind, cmd);
	return first_from(route, route_place(route, kind) + 1, cmd);
}

static bool has_tunnel(const struct route *route)
{
	bool tunnel = false;

	for (unsigned i = 0; i < route->n; i++)
		tunnel |= route_tunnel(route->kinds[i]) != NVME_TUNNEL_NONE;
	return tunnel;
}

bool route_guards_tunnel(const struct route *route)
{
	return takes_ata(route->kinds[0]) && has_tunnel(route);
}

enum route_kind route_next_form(const struct route *route, enum route_kind refused,
				enum route_kind form)
{
	unsigned i = route_place(route, ROUTE_SAT16);

	/* --prefer-ata12 tries ROUTE_SAT12 first, which then stands behind ROUTE_SAT16, too */
	if (refused == ROUTE_SAT16 || !route_guards_tunnel(route))
		i++;
	if (form != ROUTE_NONE) {
		while (i < route->n && route->kinds[i] != form)
			i++;
		i++;
	}
	if (i < route->n && route->kinds[i] == refused)
		i++;
	return i < route->n && route_by_cdb(route->kinds[i]) ? route->kinds[i] : ROUTE_NONE;
}

static unsigned count_ata(const struct route *route)
{
	unsigned n = 0;

	for (unsigned i = 0; i < route->n; i++)
		n += takes_ata(route->kinds[i]);
	return n;
}

bool route_takes_ata(const struct route *route)
{
	return count_ata(route);
}

bool route_is_single(const struct route *route)
{
	return count_ata(route) == 1;
}

bool route_unknown(const struct route *route, const struct ata_result *res)
{
	/* a language other than ATA is possible if the first or last kind takes no ATA commands */
	bool other = !takes_ata(route->kinds[0]) || !takes_ata(route->kinds[route->n - 1]);

	return !route->sure && other && sense_opcode_unknown(res);
}

static bool is_barred_sas(const struct route *route, const struct ata_result *res)
{
	struct scsi_sense sense = scsi_sense_decode(res->sense, res->sense_bytes);

	return route->kinds[0] == ROUTE_SCSI && !res->unannounced &&
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

	return has_tunnel(route) && cmd->id == ATA_IDENTIFY_DEVICE && res->answered &&
	       !res->valid && code.key == KEY_ILLEGAL_REQUEST &&
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

enum route_answer route_judge(const struct route *route, enum route_kind kind,
			      const struct ata_cmd *cmd, int err)
{
	if (!err || cmd->res.valid || (err == -EIO && !route_by_cdb(kind)))
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

static void keep(struct route *route, bool (*stays)(const struct route *, unsigned i))
{
	struct route kept = { .sure = route->sure };

	for (unsigned i = 0; i < route->n; i++) {
		if (stays(route, i))
			kept.kinds[kept.n++] = route->kinds[i];
	}
	if (kept.n)
		*route = kept;
}

static bool stays_by_cdb(const struct route *route, unsigned i)
{
	if (route_by_cdb(route->kinds[i]))
		return i <= route_place(route, ROUTE_SAT16);
	return !i || takes_ata(route->kinds[i]);
}

static bool stays_by_ioctl(const struct route *route, unsigned i)
{
	return !i ? !route_by_cdb(route->kinds[i])
		  : takes_ata(route->kinds[i]) && !route_by_cdb(route->kinds[i]);
}

static bool stays_without_ata(const struct route *route, unsigned i)
{
	return route->kinds[i] != ROUTE_NONE && !takes_ata(route->kinds[i]);
}

static void settle_on(struct route *route, enum route_kind kind)
{
	*route = (struct route){ .kinds = { kind }, .n = 1, .sure = true };
}

void route_answer(struct route *route, enum route_kind kind, enum route_answer answer)
{
	switch (answer) {
	case ANSWER_DRIVE:
		keep(route, route_by_cdb(kind) ? stays_by_cdb : stays_by_ioctl);
		route->sure = true;
		break;
	case ANSWER_FOUND:
		settle_on(route, kind);
		break;
	case ANSWER_NO_FORM:
		keep(route, stays_without_ata);
		if (!takes_ata(route->kinds[0]))
			settle_on(route, route->kinds[0]);
		break;
	case ANSWER_UNSENT:
		if (!takes_ata(route->kinds[0]))
			keep(route, stays_without_ata);
		else if (route->kinds[route->n - 1] == ROUTE_NONE)
			settle_on(route, ROUTE_NONE);
		break;
	case ANSWER_OPEN:
	case ANSWER_NO_POWER:
	case ANSWER_COUNT:
		break;
	}
}

enum nvme_tunnel route_tunnel(enum route_kind kind)
{
	return kind > ROUTE_NVME ? (enum nvme_tunnel)(kind - ROUTE_NVME) : NVME_TUNNEL_NONE;
}

enum language route_language(const struct route *route)
{
	enum route_kind kind = route->kinds[0];

	if (takes_ata(kind))
		return LANGUAGE_ATA;
	if (kind == ROUTE_NONE)
		return LANGUAGE_BLOCK;
	if (kind == ROUTE_SCSI)
		return LANGUAGE_SCSI;
	return kind == ROUTE_NVME ? LANGUAGE_NVME : LANGUAGE_NVME_USB;
}

const char *route_name(enum route_kind kind)
{
	static const char *const names[] = { "hdio-cmd", "hdio-task", "hdio-taskfile", "scsi",
					     "nvme" };

	if (kind == ROUTE_NONE)
		return "none";
	if (route_by_cdb(kind))
		return ata_path_name((enum ata_path)kind);
	return kind > ROUTE_NVME ? "nvme-tunnel" : names[kind - ROUTE_HDIO_CMD];
}
