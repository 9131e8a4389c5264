#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Follow the recipes of src/README in a copy of the tree, for a SET FEATURES option that hdparm
# lacks (-G, free-fall control) and for a USB bridge, by adding only their rows. Then help, the
# configuration file, names of commands, read-back, lifetime and the schema's key must have the
# option. Usage: recipe.sh SHIM RUNNER MAKE
set -u
shim=$(realpath "$1") runner=$(realpath "$2") make=$3
unset MAKEFLAGS MFLAGS MAKELEVEL UPDATE
here=$(realpath "$(dirname "$0")")
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM HUP
cp -r Makefile README include src contrib tests "$copy"
cd "$copy" || exit 1

passed=0 failed=0
prove() {
	what=$1
	shift
	if "$@" >output 2>&1; then
		passed=$((passed + 1))
	else
		echo "recipe: $what"
		cat output
		failed=$((failed + 1))
	fi
}

# put FILE WORDS ROW: add the row before the line with these words
put() {
	echo "$1" >>touched
	awk -v words="$2" -v row="$3" '
		!done && index($0, words) { print row; done = 1 }
		{ print }
		END { exit !done }' "$1" >new && cat new >"$1"
}

put include/options.h '	OPT_COUNT' '	OPT_FREE_FALL,'
put src/cli/options.c '	[OPT_ZONES]' '	[OPT_FREE_FALL] = { IN(CACHE), TEXTS("", "free_fall_control",
		"Get/set free-fall control (0/1)"), .letter = '"'G'"', .kind = OPT_KIND_GETSET, SWITCH },'
put include/ata.h '	ATA_FEATURE_COUNT' '	FEATURE_FREE_FALL,'
put src/ata/command.c '	[FEATURE_SPIN_UP]' '	[FEATURE_FREE_FALL] = {
		.on = { 0x41, "enable free-fall control" },
		.off = { 0xc1, "disable free-fall control" }, .lasting = LASTING_POWER_CYCLE,
		.in_identify = true, .identify_feature = ID_HAS_FREE_FALL_CONTROL },'
put src/act/settings.c '	{ .opt = OPT_TRANSFER_MODE,' '	{ .opt = OPT_FREE_FALL, .feature = FEATURE_FREE_FALL,
		.announce = "free-fall control", .set_meaning = on_off,
		.label = " free-fall     =", .get_meaning = on_off },'
put src/act/actions.c '.opt = OPT_STANDBY_TIMER, .stage = STAGE_SET' \
	'	{ .opt = OPT_FREE_FALL, .stage = STAGE_SET, .run = act_feature_set },'
put src/act/actions.c '.opt = OPT_BUS_STATE, .stage = STAGE_GET' \
	'	{ .opt = OPT_FREE_FALL, .stage = STAGE_GET, .run = act_setting_get },'

# A USB bridge needs only its row.
put src/ata/passthrough.c '{ 0x04fc, 0x0c05' '	{ 0x1234, 0x5678, 0xffff, ATA_PATH_SUNPLUS, 0 },'
sed -i '/passthrough\.c$/d' touched

# The recipe names exactly these files of src and include.
sort -u touched >files
sed -n '/^Add a SET FEATURES option/,/^$/p' src/README | grep -oE '(include|src)/[a-z_/]+\.[ch]' |
	sort -u >named
prove "src/README names other files than an option needs" diff named files

prove "does not build" "$make" -s -j2 WERROR=1 BUILD=build CFLAGS=-O0 \
	build/hdparm build/tests/checks/schema
prove "what is seen of the option" \
	"$runner" -b build/hdparm -s "$shim" "$here/recipe.case"

# the schema has the key from the table; without the row it refuses the key
set -- "$make" -s BUILD=build CFLAGS=-O0 WERROR=1
mkdir documents
echo '--json -G1 /dev/sda' >documents/1.line
echo 0 >documents/1.status
"$runner" -x -b build/hdparm -s "$shim" 'sda sat id=hdd w119.5=1' -- --json -G1 /dev/sda |
	sed -n 's/^|//p' >documents/1.json
validate() {
	python3 tests/checks/json-validate.py contrib/hdparm.schema.json documents
}
accepts_unknown() {
	! validate
}
prove "the schema accepts a key that it does not have" accepts_unknown
prove "the schema does not get the key" "$@" UPDATE=1 check-schema
prove "the schema has another value than the table" "$@" check-schema
prove "the schema refuses a document with the option" validate

echo "$passed passed, $failed failed (recipe)"
[ "$failed" = 0 ]
