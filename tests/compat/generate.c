// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * generate SEED N [chaos|story]: print N cases for the comparison with 9.65, drawn from the
 * grammar, the options, the kinds of devices and single faults. The same seed gives the same cases.
 * Known differences (tests/compat/differences) are left out, so that every difference is new; each
 * place that leaves one out names its tag.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t next_random(uint64_t *state)
{
	uint64_t x = *state;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	*state = x;
	return x * 0x2545f4914f6cdd1dull;
}

static unsigned pick(uint64_t *state, unsigned n)
{
	return (unsigned)(next_random(state) >> 33) % n;
}

#define PICK(state, array) (array)[pick(state, sizeof(array) / sizeof(*(array)))]

/* An option: its values, and its devices. */
struct option_row {
	char letter;
	const char *name; /* name of a long option */
	bool get, set;
	unsigned min, max;
	const char *command; /* the command that the drive refuses in the fault cases */
};

/* clang-format off */
static const struct option_row options[] = {
	{ 'a', NULL, true, true, 0, 2048, NULL }, /* read-ahead: 2048 is 9.65's limit */
	{ 'A', NULL, true, true, 0, 1, "ef" },
	{ 'b', NULL, true, false, 0, 0, NULL }, /* quiet-one: no sets */
	{ 'B', NULL, true, true, 1, 255, "ef" },
	{ 'c', NULL, true, true, 0, 3, NULL },
	{ 'C', NULL, true, false, 0, 0, NULL }, /* old-code: no refusals */
	{ 'd', NULL, true, true, 0, 1, NULL },
	{ 'D', NULL, false, true, 0, 1, "ef" },
	{ 'F', NULL, true, false, 0, 0, "ea" },
	{ 'f', NULL, true, false, 0, 0, NULL },
	{ 'g', NULL, true, false, 0, 0, NULL },
	{ 'i', NULL, true, false, 0, 0, NULL },
	{ 'I', NULL, true, false, 0, 0, NULL },
	{ 'k', NULL, true, true, 0, 1, NULL },
	{ 'K', NULL, false, true, 0, 1, "ef" },
	{ 'L', NULL, false, true, 0, 1, "de" },
	{ 'm', NULL, true, false, 0, 0, NULL }, /* gate-shows: no sets */
	{ 'M', NULL, true, true, 0, 254, "ef" },
	{ 'n', NULL, true, true, 0, 1, NULL },
	{ 'P', NULL, false, true, 0, 255, "ef" },
	{ 'Q', NULL, true, true, 1, 31, NULL },
	{ 'r', NULL, true, true, 0, 1, NULL },
	{ 'R', NULL, true, true, 0, 0, "ef" }, /* verify-flag: off only */
	{ 'S', NULL, false, true, 0, 255, "e3" },
	{ 'u', NULL, true, true, 0, 1, NULL },
	{ 'W', NULL, true, true, 1, 1, "ef" }, /* first-failure: -W0 is in the written cases */
	{ 'y', NULL, true, false, 0, 0, "e0" },
	{ 'Y', NULL, true, false, 0, 0, "e6" },
	{ 'z', NULL, true, false, 0, 0, NULL },
	{ 0, "idle-immediate", true, false, 0, 0, "e1" },
};

/* quiet-listing: devices that lack parts of the listing always get an option. */
static const char *const devices[] = {
	"sda sat sense=desc w91=4080", "sda sat sense=desc id=ssd", "sda ata", "hda ide id=ata6", /* rejected */
	"hda ide w91=4000", "sda sassat w91=4080", "sda usbsat sense=desc w91=4080", "nvme0n1 nvme", "vda virtio", "md0 md",
	"loop0 loop", "zram0 zram", "sr0 sr sense=desc",
};
static const char *const ata_devices[] = {
	"sda sat sense=desc w91=4080", "sda ata", "hda ide id=ata6", "sda sassat w91=4080",
};
static const char *const details[] = {
	"", "", "", " w85.5=0", " w85.6=0", " w82.5=0", " w82.6=0", " w86.3=0", " w83.3=0", " w91=40fe",
	" w83.9=0", " w94=80", " w59=0", " w59=108", " w83.13=0", " power=standby", " power=idle", " ro",
	" readahead=1024", " logical=4096", " w82=0 w83=0", " w106=0", " nosys",
};
static const char *const wrong[] = {
	"-G", "-A2", "-A-1", "-B256", "-c4", "-d2", "-D2", "-K2", "-L2", "-M999", "-n2", "-r2", "-S", "-S256",
	"-P256", "-u2", "-W2", "-k3", "-b9", "-m65", "-P", "-D", "-K", "-L", "--nonsense", "-S x",
	"-s", "-s2", "-R4", "-l", "-o", "-e", "-j", "-O", "-1", "-=", "-:", "-?", "---", "--q",
	"--idle", "--security", "--dco", "-aAbBcCdgl",
};
static const char *const requests[] = {
	"SG_IO", "BLKRASET", "BLKRAGET", "BLKROSET", "BLKROGET", "BLKFLSBUF", "BLKRRPART", "BLKGETSIZE64",
	"HDIO_GETGEO", "HDIO_GET_32BIT", "HDIO_SET_32BIT", "HDIO_GET_MULTCOUNT",
	"HDIO_GET_UNMASKINTR", "HDIO_SET_UNMASKINTR", "HDIO_GET_DMA", "HDIO_SET_DMA", "HDIO_GET_NOWERR",
	"HDIO_SET_NOWERR", "HDIO_GET_KEEPSETTINGS", "HDIO_SET_KEEPSETTINGS", "HDIO_SET_WCACHE",
	"HDIO_GET_BUSSTATE",
};
static const char *const errnos[] = { "EPERM", "EACCES", "EINVAL", "ENOTTY", "EIO" };
/* clang-format on */

struct text {
	char buf[512];
};

static void add(struct text *t, const char *s)
{
	strncat(t->buf, s, sizeof(t->buf) - strlen(t->buf) - 1);
}

/*
 * Write one option in one of its spellings. open: the text ends in a cluster that may be continued.
 */
static bool spell(uint64_t *state, struct text *t, const struct option_row *o, bool open)
{
	bool set = o->set && (!o->get || pick(state, 2));
	char word[80], number[16] = "";

	if (o->name) {
		snprintf(word, sizeof(word), " %s--%s", pick(state, 6) ? "" : "-q ", o->name);
		for (char *p = word; !pick(state, 3) && *p; p++)
			*p = (char)toupper((unsigned char)*p);
		add(t, strchr(word, 'Q') && strstr(word, "-Q ") ? " --Idle-Immediate" : word);
		return false;
	}
	if (set)
		snprintf(number, sizeof(number), "%u", o->min + pick(state, o->max - o->min + 1));
	snprintf(word, sizeof(word), "%s%s%c", open && pick(state, 2) ? "" : " -",
		 pick(state, 6) ? "" : "q", o->letter);
	add(t, word);
	if (set && !pick(state, 3)) {
		add(t, " ");
		add(t, number);
		return false;
	}
	add(t, number);
	/* standby-time: a letter after its number may begin a unit */
	return !set || o->letter != 'S';
}

/* Long options have no letter, and strchr() would find the NUL at the end. */
static bool allowed(const char *letters, char letter)
{
	return letter && strchr(letters, letter);
}

/* query-after-set: an option is once on a line. letters: only these, or NULL. */
static void some_options(uint64_t *state, struct text *t, unsigned n, const char *letters)
{
	uint64_t used = 0;
	bool open = false;

	for (unsigned i = 0; i < n; i++) {
		unsigned row = pick(state, sizeof(options) / sizeof(*options));

		if (used >> row & 1 || (letters && !allowed(letters, options[row].letter)))
			continue;
		used |= 1ull << row;
		open = spell(state, t, &options[row], open);
	}
}

static void device_line(const char *device, const char *detail)
{
	printf("dev %s%s\n", device, detail);
}

static void print_command(const struct text *t, const char *device)
{
	printf("$ hdparm%s /dev/%.*s\n\n", t->buf, (int)strcspn(device, " "), device);
}

/* No fault: any device, any options. */
static void clean_case(uint64_t *state, unsigned number)
{
	const char *device = PICK(state, devices), *detail = PICK(state, details);
	/* logs-supported, apm-setting: 9.65 reads data that word 83 does not confirm differently */
	bool odd = strstr(detail, "w83=") || strstr(detail, "w106") || strstr(detail, "logical");
	/* tells-why: -m without an answer is not a failure */
	bool foreign = strstr(device, " virtio") || strstr(device, " md") ||
		       strstr(device, " loop") || strstr(device, " zram");
	/* other-languages: only options that the kernel answers for any disk, without -F */
	const char *letters = strstr(device, " nvme") ? "abcCdfgknQruz"
			      : foreign		      ? "aAbBcCdDfgiIkKLnMPQrRSuWyYz"
			      : odd		      ? "aAbBcCdDFfgkKLmMnPQrRSuWyYz"
						      : NULL;
	struct text t = { "" };

	printf("== %u: clean, %s\n", number, device);
	device_line(device, detail);
	while (!t.buf[0])
		some_options(state, &t, 1 + pick(state, 5), letters);
	print_command(&t, device);
}

/* One option whose command the drive refuses. */
static void fault_case(uint64_t *state, unsigned number)
{
	const char *device = PICK(state, ata_devices);
	const struct option_row *o = &PICK(state, options);
	struct text t = { "" };

	while (!o->command)
		o = &PICK(state, options);
	printf("== %u: refused %s, %s\n", number, o->command, device);
	device_line(device, "");
	printf("fault %.*s cmd=%s abrt\n", (int)strcspn(device, " "), device, o->command);
	spell(state, &t, o, false);
	print_command(&t, device);
}

/* One option whose ioctl the kernel refuses. */
static void kernel_case(uint64_t *state, unsigned number)
{
	const char *device = PICK(state, ata_devices), *request = PICK(state, requests);
	const char *err = PICK(state, errnos);
	const struct option_row *o = &PICK(state, options);
	struct text t = { "" };

	if (device[0] == 'h' && !strcmp(request, "SG_IO")) /* legacy-ioctl: not used there */
		request = "HDIO_GETGEO";
	if (!strcmp(request, "SG_IO") &&
	    !strcmp(err, "ENOTTY")) /* legacy-ioctl: the next kinds are tried */
		err = "EACCES";
	printf("== %u: %s is %s, %s\n", number, request, err, device);
	printf("dev %s refuse=%s:%s\n", device, request, err);
	while (o->letter == 'i') /* -i only reads the kernel's copy */
		o = &PICK(state, options);
	spell(state, &t, o, false);
	print_command(&t, device);
}

/* Options before and between devices. Left out: options that fail (go-on), and options only between
 * devices (defaults-stay). */
static void several_case(uint64_t *state, unsigned number)
{
	static const char *const first[] = { "sda sat sense=desc w91=4080", "sda ata",
					     "sda sassat w91=4080" };
	static const char *const second[] = { "sdb sat sense=desc id=ssd", "sdb ata w85.5=0",
					      "hda ide id=ata6" };
	const char *a = PICK(state, first), *b = PICK(state, second);
	struct text t = { "" };
	struct text u = { "" };

	printf("== %u: two devices, %s and %s\n", number, a, b);
	device_line(a, "");
	device_line(b, "");
	some_options(state, &t, pick(state, 9), "aACgrSyPmKD");
	if (t.buf[0] &&
	    !pick(state, 3)) /* query-after-set: another option, if the first were sets */
		add(&u, " -n");
	printf("$ hdparm%s /dev/%.*s%s /dev/%.*s\n\n", t.buf, (int)strcspn(a, " "), a, u.buf,
	       (int)strcspn(b, " "), b);
}

/*
 * Letters and digits in any order before one device: is it a command line, and which one? Left out:
 * letters with other values (mode-value, verify-flag, quiet-one, version, numbers, standby-time),
 * and -E, which only CD drives accept.
 */
static void soup_case(uint64_t *state, unsigned number)
{
	static const char letters[] = "aaAABBCCDFFfgkKLmMnPPqqqQruvWyz0123456789";
	const char *device = PICK(state, ata_devices);
	struct text t = { "" };
	char word[8];

	for (unsigned i = 0, n = 1 + pick(state, 3); i < n; i++) {
		unsigned length = 1 + pick(state, 5);

		for (unsigned c = 0; c < length; c++) {
			word[c] = letters[pick(state, sizeof(letters) - 1)];
			/* query-after-set: each letter once */
			if (isalpha((unsigned char)word[c]) && strchr(t.buf, word[c]))
				word[c] = '1';
		}
		word[length] = 0;
		for (unsigned c = 1; c < length; c++)
			if (isalpha((unsigned char)word[c]) && memchr(word, word[c], c))
				word[c] = 'q';
		add(&t, " -"); /* go-on: without a dash the word would be a missing device */
		add(&t, word);
	}
	printf("== %u: soup, %s\n", number, device);
	device_line(device, "");
	print_command(&t, device);
}

/*
 * One or two letters, each with a value, a wrong one, a prefix or none. Left out: -p and -X, and
 * 'p' behind another letter than N (mode-value), -R (verify-flag), -b and -Z (quiet-one), -h and -V
 * (version), -J and -s (whole-line), -t, -T and -w; signs, 0x, and letters behind the number of -N
 * (numbers); -N of the old IDE driver (legacy-ioctl).
 */
static void value_case(uint64_t *state, unsigned number)
{
	static const char letters[] = "aABcCdDEfFgHiIkKLmMnNNNNPqQrSuvWyYz";
	static const char *const tails[] = { "",   "",	 "",   "0",   "1",   "2",  "255", "256",
					     "f",  "f1", "x",  "-1",  "01",  " 0", " 1",  " 2",
					     " f", " x", "=1", ":1",  " -1", ",1", ".5",  "e",
					     "e1", "q",	 " q", " 01", "Y",   "f1", " ",	  "1" };
	static const char *const n_tails[] = { "p", "p1", "pq", " p",  "pW",  " pW", "pN", "pf",
					       "",  "1",  " 1", " p1", "p 1", "P",   "px", "pC" };
	const char *device = ata_devices[pick(state, 2) ? 0 : 3];
	struct text t = { "" };
	char word[4] = " -";

	for (unsigned i = 0, n = 1 + pick(state, 2); i < n; i++) {
		word[2] = letters[pick(state, sizeof(letters) - 1)];
		if (strchr(t.buf, word[2]))
			continue;
		add(&t, word);
		add(&t, word[2] == 'N' ? PICK(state, n_tails) : PICK(state, tails));
	}
	printf("== %u: value, %s\n", number, device);
	device_line(device, "");
	print_command(&t, device);
}

/* A line that is wrong at its beginning: nothing may happen (whole-line: not after other acts). */
static void wrong_case(uint64_t *state, unsigned number)
{
	const char *device = PICK(state, ata_devices), *bad = PICK(state, wrong);
	struct text t = { " " };

	printf("== %u: wrong %s\n", number, bad);
	device_line(device, "");
	add(&t, bad);
	some_options(state, &t, pick(state, 3), NULL);
	print_command(&t, device);
}

/*
 * A story of dangerous commands on one drive, with power cycles. Left out are known differences
 * (trim on a drive without the command, --make-bad-sector, --dco-setmax, missing consent,
 * passwords, -g of a sleeping drive). A sector is bad from the beginning, instead of
 * --make-bad-sector.
 */
static void story_case(uint64_t *state, unsigned number)
{
#define YES "--yes-i-know-what-i-am-doing "
	static const char *const drives[] = { "sat sense=desc bad-sector=7",
					      "sat sense=desc id=ssd bad-sector=7",
					      "ata bad-sector=7" };
	static const char *const steps[] = {
		"-N",
		"-N",
		YES "-N 1000000",
		YES "-N p2000000",
		"-N 312581808",
		"-N p488397168",
		YES "-N 500000",
		"-g",
		"-I",
		"--dco-identify",
		"--dco-freeze",
		YES "--dco-restore",
		"--security-freeze",
		"--sanitize-status",
		"--sanitize-freeze-lock",
		"--sanitize-antifreeze-lock",
		YES "--sanitize-block-erase",
		"--read-sector 7",
		"--read-sector 499999", /* beyond-end: valid after each -N */
		YES "--write-sector 7",
		YES "--repair-sector 7",
		"-H",
		"-J",
		"-C",
		"-y",
	};
	unsigned n = 2 + pick(state, 6);

	printf("== %u: story\n", number);
	printf("dev sda %s\n", PICK(state, drives));
	for (unsigned i = 0; i < n; i++) {
		if (!pick(state, 5))
			printf("@ sda power-cycle\n");
		printf("$ hdparm %s /dev/sda\n", PICK(state, steps));
	}
	printf("\n");
}

/* Chaos, only for the properties: anything on any device, with any form of sense data, and up to
 * three faults. Only faults that change the state unnoticed by a query are left out. */
static void chaos_case(uint64_t *state, unsigned number)
{
	static const char *const kinds[] = { "sat", "ata",  "usb", "usbsat", "sas",   "sassat",
					     "sr",  "nvme", "md",  "loop",   "virtio" };
	static const char *const senses[] = {
		"",	      " sense=desc", " sense=fixed", " sense=zero", " sense=fixed-linux",
		" sense=none"
	};
	static const char *const ways[] = { "abrt",	"unc",	       "idnf",	     "icrc",
					    "df",	"ignore",      "lost",	     "lost=EBADE",
					    "lost=EIO", "lost=EINVAL", "lost=ENODEV" };
	static const char *const commands[] = { "ec", "a1",    "ef",	"ef/02", "ef/82",
						"e5", "98",    "e3",	"ea",	 "e7",
						"2f", "ef/05", "ef/aa", "ef/55", "ef/0b" };
	unsigned n = 1 + pick(state, 2), faults = pick(state, 4);
	struct text t = { "" };
	char name[2][16];

	printf("== %u: chaos\n", number);
	for (unsigned i = 0; i < n; i++) {
		const char *kind = PICK(state, kinds);

		snprintf(name[i], sizeof(name[i]), !strcmp(kind, "nvme") ? "nvme%un1" : "sd%c",
			 !strcmp(kind, "nvme") ? i : 'a' + i);
		printf("dev %s %s%s", name[i], kind, PICK(state, senses));
		if (pick(state, 2))
			printf("%s", PICK(state, details));
		if (!pick(state, 4))
			printf(" refuse=%s:%s", PICK(state, requests), PICK(state, errnos));
		printf("\n");
	}
	for (unsigned i = 0; i < faults; i++) {
		const char *way = PICK(state, ways), *command = PICK(state, commands);

		/* a drive that ignores a query leaves wrong data, which no program can detect */
		if (!strcmp(way, "ignore"))
			command = "ef";
		printf("fault %s cmd=%s nth=%u %s\n", name[pick(state, n)], command,
		       1 + pick(state, 3), way);
	}
	while (!t.buf[0])
		some_options(state, &t, 1 + pick(state, 6), "aABbcCdDgIikKLmMnPQrRuWz");
	if (!pick(state, 3))
		add(&t, strchr(t.buf, 'W') ? " -v" : " -W0");
	printf("$ hdparm%s", t.buf);
	for (unsigned i = 0; i < n; i++)
		printf(" /dev/%s", name[i]);
	printf("\n\n");
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	unsigned n = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 1000;
	uint64_t state = seed * 0x9e3779b97f4a7c15ull + 0x1234567;

	printf("# generated: seed %llu\n\n", (unsigned long long)seed);
	for (unsigned i = 1; i <= n; i++) {
		unsigned family = pick(&state, 16);

		if (argc > 3 && !strcmp(argv[3], "story"))
			story_case(&state, i);
		else if (argc > 3)
			chaos_case(&state, i);
		else if (family < 5)
			clean_case(&state, i);
		else if (family < 7)
			fault_case(&state, i);
		else if (family < 8)
			kernel_case(&state, i);
		else if (family < 10)
			several_case(&state, i);
		else if (family < 12)
			soup_case(&state, i);
		else if (family < 14)
			wrong_case(&state, i);
		else
			value_case(&state, i);
	}
	return 0;
}
