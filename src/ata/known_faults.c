// SPDX-License-Identifier: GPL-2.0-or-later
/* The table of known faults, and the patterns of its rows. */
#include "known_faults.h"

#include <stdio.h>
#include <string.h>

/* The kernel's own list: a row repeats what the kernel does for the drive, and why. */
#define LIBATA	    "drivers/ata/libata-core.c of Linux"
#define SMARTCTL_DB "drivedb.h of smartmontools"
#define SEAGATE	    "https://knowledge.seagate.com/articles/en_US/FAQ/"
#define HPE	    "https://support.hpe.com/hpesc/public/docDisplay?docId="

/* The words for faults of several rows. */
static const char at_power_on[] = "after power-on the drive may not be found any more";
static const char ncq_broken[] = "queued commands (NCQ) fail";
static const char one_command[] = "Linux sends it one command at a time, and -Q sets no more";
static const char link_broken[] = "low power states of the link fail";
static const char link_awake[] = "Linux does not use them with it";
static const char native_broken[] = "READ NATIVE MAX ADDRESS fails";
static const char no_native[] = "do without -N and --dco-identify";

const struct known_fault known_fault_table[] = {
	/* --- data are lost, or cannot be reached any more --- */

	/*
	 * The mended firmware has the same version; drives made in December 2010 or later have it.
	 * Behind a USB bridge, SCSI's vendor may be "SAMSUNG", and the model the rest.
	 */
	{ "SAMSUNG HD155UI|SAMSUNG HD204UI|HD155UI|HD204UI", NULL, FAULT_MAY_BE, SHUNS_IDENTIFY,
	  "writes may be lost that come while the drive is asked for IDENTIFY DEVICE",
	  "install Samsung's patch, which keeps the version",
	  "https://www.smartmontools.org/wiki/SamsungF4EGBadBlocks" },
	/* The versions before 0309, by its release notes: 000F, 010G, 040H and 070H came later. */
	{ "M4-CT032M4SSD[123]|M4-CT064M4SSD[123]|M4-CT128M4SSD[123]|M4-CT256M4SSD[123]|"
	  "M4-CT512M4SSD[123]",
	  "000[129]", FAULT_AFFECTED, SHUNS_NOTHING,
	  "after 5184 hours of operation it stops answering, and then every hour, until its power "
	  "is switched off",
	  "update the firmware to 0309 or later",
	  "https://www.tomshardware.com/news/Crucial-m4-Firmware-BSOD,14544.html" },
	{ "C400-MTFDDA[ACK]064MAM|C400-MTFDDA[ACK]128MAM|C400-MTFDDA[ACK]256MAM|"
	  "C400-MTFDDA[ACK]512MAM",
	  "000[129]", FAULT_MAY_BE, SHUNS_NOTHING,
	  "after 5184 hours of operation it may stop answering until its power is switched off",
	  "ask the seller of the drive for newer firmware", SMARTCTL_DB },
	{ "ST92505610AS|ST93205620AS|ST95005620AS", "SD2[45]", FAULT_AFFECTED, SHUNS_NOTHING,
	  "large files may be damaged when they are written", "update the firmware to SD28",
	  SEAGATE "215451en" },
	{ "STM3500320A|STM3500320AS|STM3750330A|STM3750330AS|STM31000340A|STM31000340AS|"
	  "MAXTOR STM3500320A|MAXTOR STM3500320AS|MAXTOR STM3750330A|MAXTOR STM3750330AS|"
	  "MAXTOR STM31000340A|MAXTOR STM31000340AS",
	  "MX15", FAULT_AFFECTED, SHUNS_NOTHING, at_power_on,
	  "save the data, and update the firmware to MX1A", SEAGATE "207969en" },
	{ "ST3250310NS|ST3500320NS|ST3750330NS|ST31000340NS", "MA07", FAULT_AFFECTED, SHUNS_NOTHING,
	  at_power_on, "save the data, and ask Dell for newer firmware",
	  SEAGATE "207963en and " SMARTCTL_DB },
	{ "ST3500[368]20A|ST3500[368]20AS|ST3640[35]30A|ST3640[35]30AS|ST3750[36]30A|"
	  "ST3750[36]30AS|ST31000340A|ST31000340AS",
	  "AD14|SD1[56789]|SD81", FAULT_MAY_BE, SHUNS_NOTHING, at_power_on,
	  "save the data; Seagate tells by the serial number which drive needs firmware SD1A",
	  SEAGATE "207951en" },
	{ "ST31500341AS|ST31000333AS|ST3640[36]23AS|ST3320[68]13AS", "SD1[56789]", FAULT_AFFECTED,
	  SHUNS_NOTHING, "FLUSH CACHE may get no answer after queued commands (NCQ)",
	  "update the firmware; Linux sends it one command at a time, and -Q sets no more",
	  LIBATA " and " SEAGATE "207957en" },
	{ "INTEL SSDSA2[BC]W*G3|INTEL SSDSA1NW*G3", "4PC10302", FAULT_AFFECTED, SHUNS_NOTHING,
	  "after a loss of power it may report a size of 8 MB, and its data are lost",
	  "save the data, and update the firmware to 4PC10362 or later",
	  "http://www.pcpro.co.uk/news/369400/intel-releases-update-to-fix-ssd-bug" },
	{ "*VO0480JFDGT|*VO0960JFDGU|*VO1920JFDGV|*VO3840JFDHA|*MO0400JFFCF|*MO0800JFFCH|"
	  "*MO1600JFFCK|*MO3200JFFCL|*VO000480JWDAR|*VO000960JWDAT|*VO001920JWDAU|"
	  "*VO003840JWDAV|*VO007680JWCNK|*VO015300JWCNL|*VK000960JWSSQ|*VK001920JWSSR|"
	  "*VK003840JWSST|*VK007680JWSSU|*VO015300JWSSV",
	  "HPD[01234567]", FAULT_AFFECTED, SHUNS_NOTHING,
	  "after 32768 hours of operation the drive fails, and its data are lost",
	  "save the data, and update the firmware to HPD8 or later", HPE "emr_na-a00092491en_us" },
	{ "*EK0800JVYPN|*EO1600JVYPP|*MK0800JVYPQ|*MO1600JVYPR", "HPD[0123456]", FAULT_AFFECTED,
	  SHUNS_NOTHING, "after 40000 hours of operation the drive fails, and its data are lost",
	  "save the data, and update the firmware to HPD7 or later", HPE "a00097382en_us" },
	{ "ST380013AS", "3.20", FAULT_AFFECTED, SHUNS_NOTHING,
	  "a command of more than 1024 sectors may damage data without an error",
	  "leave max_sectors_kb in sysfs at 512 or less", LIBATA },
	{ "SATADOM-ML 3ME", NULL, FAULT_AFFECTED, SHUNS_LOG_DIRECTORY,
	  "it locks up when the directory of its logs is read", "no option reads it", LIBATA },

	/* --- TRIM --- */

	{ "Micron_M5[15]0_*|Micron_M500IT_*|Crucial_CT*M550*|Crucial_CT*MX100*", "MU01",
	  FAULT_AFFECTED, SHUNS_NOTHING, "queued TRIM is not handled properly",
	  "update the firmware; Linux and --trim-sector-ranges send TRIM unqueued", LIBATA },
	{ "SuperSSpeed S238*|M88V29*", NULL, FAULT_AFFECTED, SHUNS_NOTHING,
	  "TRIM is not handled properly", "do without the --trim- options", LIBATA },
	{ "SanDisk SD[789]*", NULL, FAULT_AFFECTED, SHUNS_NOTHING, "a large TRIM may lock it up",
	  "give --trim-sector-ranges at most 262144 sectors (128 MiB) at a time", LIBATA },
	{ "INTEL*SSDSC2MH*", NULL, FAULT_AFFECTED, SHUNS_NOTHING,
	  "it claims that trimmed sectors read as zeros, and they may not",
	  "do not rely on the zeros after --trim-sector-ranges", LIBATA },

	/* --- the size (-N) --- */

	{ "HDS724040KLSA80", "KFAOA20N", FAULT_AFFECTED, SHUNS_NOTHING, native_broken, no_native,
	  LIBATA },
	{ "MAXTOR 6L080L4", "A93.0500", FAULT_AFFECTED, SHUNS_NOTHING, native_broken, no_native,
	  LIBATA },
	{ "OCZ-VERTEX", "1.30", FAULT_AFFECTED, SHUNS_NOTHING,
	  "sectors that were hidden by -N cannot be read or written after -N shows them",
	  "leave the size as it is", LIBATA },
	{ "ST340823A|ST320413A|ST310211A", NULL, FAULT_AFFECTED, SHUNS_NOTHING,
	  "READ NATIVE MAX ADDRESS reports one sector too many",
	  "set a size one sector below the native one by -N", LIBATA },

	/* --- queued commands (-Q) --- */

	{ "WDC WD740ADFD-00|WDC WD740ADFD-00NLR1", NULL, FAULT_AFFECTED, SHUNS_NOTHING,
	  "queued commands (NCQ) are slow", one_command, LIBATA },
	{ "FUJITSU MHT2060BH", NULL, FAULT_MAY_BE, SHUNS_NOTHING, ncq_broken, one_command, LIBATA },
	{ "Maxtor *", "BANC*", FAULT_AFFECTED, SHUNS_NOTHING, ncq_broken, one_command, LIBATA },
	{ "Maxtor 7V300F0", "VA111630", FAULT_AFFECTED, SHUNS_NOTHING, ncq_broken, one_command,
	  LIBATA },
	{ "ST380817AS|ST3160023AS", "3.42", FAULT_AFFECTED, SHUNS_NOTHING, ncq_broken, one_command,
	  LIBATA },
	{ "OCZ CORE_SSD", "02.10104", FAULT_AFFECTED, SHUNS_NOTHING, ncq_broken, one_command,
	  LIBATA },
	/* by a list of a driver for Windows */
	{ "HTS541060G9SA00|HTS541080G9SA00|HTS541010G9SA00", "MB[34Z]OC60D", FAULT_MAY_BE,
	  SHUNS_NOTHING, ncq_broken, one_command, LIBATA },
	{ "C300-CTFDDAC128MAG", "0001", FAULT_AFFECTED, SHUNS_NOTHING, ncq_broken, one_command,
	  LIBATA },

	/* --- the power states of the link --- */

	{ "ST1000LM024 HN-M101MBB|R3SL240G|Apacer AS340*|CT*0BX*00SSD1|"
	  "Crucial_CT512MX100*|Crucial_CT480M500*|Crucial_CT960M500*|SAMSUNG MZ7TD256HAFV-000L9",
	  NULL, FAULT_AFFECTED, SHUNS_NOTHING, link_broken, link_awake, LIBATA },
	{ "SAMSUNG MZMPC128HBFU-000MV", "CXM14M1Q", FAULT_AFFECTED, SHUNS_NOTHING, link_broken,
	  link_awake, LIBATA },
	{ "SAMSUNG SSD PM830 mSATA *", "CXM13D1Q", FAULT_AFFECTED, SHUNS_NOTHING, link_broken,
	  link_awake, LIBATA },
	{ "SAMSUNG MZ7TE512HMHP-000L1", "EXT06L0Q", FAULT_AFFECTED, SHUNS_NOTHING, link_broken,
	  link_awake, LIBATA },
	/* libata asks the drive; its first generation alone has the fault */
	{ "WDC WD800JD-*|WDC WD1200JD-*|WDC WD1600JD-*|WDC WD2000JD-*|WDC WD2500JD-*|"
	  "WDC WD3000JD-*|WDC WD3200JD-*",
	  NULL, FAULT_MAY_BE, SHUNS_NOTHING,
	  "low power states of the link fail if the drive is SATA of the first generation",
	  link_awake, LIBATA },
	{ .model = NULL },
};

/* True if the character fits at[0..], which is not '*'; *next: what follows it in the pattern. */
static bool fits_char(const char *at, char c, const char **next)
{
	size_t n = *at == '[' ? strcspn(at, "]") : 0;

	*next = at + n + 1;
	return n ? memchr(at + 1, c, n - 1) != NULL : *at == '?' || *at == c;
}

/* True if the alternative at[0..end-1] of a pattern fits the text. */
static bool fits(const char *at, const char *end, const char *text)
{
	/* behind the last '*', and the text that it has not taken yet */
	const char *star = NULL, *rest = NULL, *next;

	while (at < end || *text) {
		if (at < end && *at == '*') {
			star = ++at;
			rest = text;
		} else if (at < end && *text && fits_char(at, *text, &next)) {
			at = next;
			text++;
		} else if (star && *rest) {
			at = star;
			text = ++rest;
		} else {
			return false;
		}
	}
	return true;
}

static bool fits_one(const char *pattern, const char *text)
{
	size_t n;

	for (;; pattern += n + 1) {
		n = strcspn(pattern, "|");
		if (fits(pattern, pattern + n, text))
			return true;
		if (!pattern[n])
			return false;
	}
}

static bool row_fits(const struct known_fault *row, const char *model, const char *firmware)
{
	return fits_one(row->model, model) && (!row->firmware || fits_one(row->firmware, firmware));
}

const struct known_fault *known_fault_next(const struct known_fault *row, const char *model,
					   const char *firmware)
{
	for (row = row ? row + 1 : known_fault_table; row->model; row++) {
		if (row_fits(row, model, firmware))
			return row;
	}
	return NULL;
}

bool known_fault_shuns(const char *model, const char *firmware, enum fault_shuns what)
{
	for (const struct known_fault *row = known_fault_table; row->model; row++) {
		if (row->shuns == what && row_fits(row, model, firmware))
			return true;
	}
	return false;
}

const char *known_fault_key(const struct known_fault *row)
{
	return row->certainty == FAULT_MAY_BE ? "may_be_affected" : "affected";
}

const char *known_fault_text(const struct known_fault *row, const char *firmware,
			     char text[KNOWN_FAULT_TEXT_BYTES])
{
	snprintf(text, KNOWN_FAULT_TEXT_BYTES, "%s%s %s affected: %s; %s; see %s",
		 row->firmware ? "firmware " : "this model", row->firmware ? firmware : "",
		 row->certainty == FAULT_MAY_BE ? "may be" : "is", row->what, row->remedy,
		 row->source);
	return text;
}
