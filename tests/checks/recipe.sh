#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Follow the recipes of src/README in a copy of the tree: for a SET FEATURES option (-G, free-fall
# control), a query (--form-factor), a key of hdparm.conf (idle_immediate) and a USB bridge, all of
# which hdparm lacks. Then the checks must pass; without one of the steps a check must fail, and say
# in one line which file lacks it. Usage: recipe.sh SHIM RUNNER MAKE
set -u
shim=$(realpath "$1") runner=$(realpath "$2") make=$3
unset MAKEFLAGS MFLAGS MAKELEVEL UPDATE
here=$(realpath "$(dirname "$0")")
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM HUP
cp -r Makefile README include src contrib man tests "$copy"
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

# put FILE WORDS ROW: add the row before the line with these words; without words at the end
put() {
	echo "$1" >>touched
	WORDS=$2 ROW=$3 awk '
		!done && index($0, ENVIRON["WORDS"]) && ENVIRON["WORDS"] { print ENVIRON["ROW"]; done = 1 }
		{ print }
		END { if (!done) print ENVIRON["ROW"]; exit !done && ENVIRON["WORDS"] }' \
		"$1" >new || prove "$1 has no line with '$2'" false
	cat new >"$1"
}

# followed RECIPE: the recipe of this title names exactly the files that were touched
followed() {
	sort -u touched >files
	sed -n "/^$1\$/,/^\$/p" src/README |
		grep -oE '(include|src|contrib|man|tests)/[a-zA-Z0-9_/]+(\.[a-z0-9.]*[a-z0-9])?' |
		sort -u >named
	prove "'$1' of src/README names other files than were touched" diff named files
	: >touched
}

build() {
	"$make" -s -j2 WERROR=1 BUILD=build CFLAGS=-O0 "$@"
}
unit() {
	build build/unit >/dev/null && build/unit "$1"
}
# all suites but timing, which takes long and sees no table
units() {
	for suite in tests/unit/*/check_*.c; do
		suite=${suite##*/check_}
		[ "$suite" = timing.c ] || build/unit "${suite%.c}" || return 1
	done
}
options() {
	sh tests/checks/options.sh build/hdparm tests/cli/*.case
}
man() {
	sh tests/lint/man.sh build/hdparm "$runner" "$shim"
}
validate() {
	python3 tests/checks/json-validate.py contrib/hdparm.schema.json documents
}

said_once() { # FILE; of a case its folder
	cat said
	[ "$(wc -l <said)" = 1 ] && grep -qF "${1%/*.case}" said
}

# forget FILE WORDS CHECK...: without the lines with these words the check fails, and one line,
# which names the file, says what is missing
forget() {
	file=$1 words=$2
	shift 2
	cp "$file" kept
	grep -vFe "$words" kept >"$file"
	if cmp -s "$file" kept || "$@" >output 2>&1; then
		: >said
	else
		grep -vE ' passed, |^Running suite|^[0-9]+%: Checks|^make: ' output >said
	fi
	cp kept "$file"
	prove "without '$words' in $file: $* does not name the file in its only line" said_once "$file"
}

put include/options.h '	OPT_HELP,' '	OPT_FREE_FALL,'
put src/cli/options.c '	[OPT_HELP]' '	[OPT_FREE_FALL] = { IN(CACHE), NEWER("", "free_fall_control", "Get/set free-fall control (0/1)", .letter = '"'G'"', .kind = OPT_KIND_GETSET, SWITCH) },'
put include/ata.h '	ATA_FEATURE_COUNT' '	FEATURE_FREE_FALL,'
put src/ata/command.c '	[FEATURE_SPIN_UP]' '	[FEATURE_FREE_FALL] = { .on = { 0x41, "enable free-fall control" }, .off = { 0xc1, "disable free-fall control" }, .lasting = LASTING_POWER_CYCLE, .in_identify = true, .identify_feature = ID_HAS_FREE_FALL_CONTROL },'
put src/act/settings.c '	{ .opt = OPT_TRANSFER_MODE,' '	{ .opt = OPT_FREE_FALL, .feature = FEATURE_FREE_FALL, .announce = "free-fall control", .set_meaning = on_off, .label = " free-fall     =", .get_meaning = on_off },'
put src/act/actions.c '.opt = OPT_EPC, .stage = STAGE_SET' \
	'	{ .opt = OPT_FREE_FALL, .stage = STAGE_SET, .run = act_feature_set },'
put src/act/actions.c '.opt = OPT_APM, .stage = STAGE_GET' \
	'	{ .opt = OPT_FREE_FALL, .stage = STAGE_GET, .run = act_setting_get },'
put tests/unit/run/check_actions.c '	"set --epc\n' '	"set -G\n"'
put tests/unit/run/check_actions.c '	"get -B\n' '	"get -G\n"'
put man/hdparm.8 '.It Fl h , -help' '.It Fl G Op Ar 0 | 1
Free-fall control.'
put tests/cli/features.case '' '
== -G
dev sda sat id=hdd w119.5=1
only ours
$ hdparm -G /dev/sda
|
|/dev/sda:
| free-fall     =  0 (off)
>sda IDENTIFY DEVICE'
put contrib/NEWS '  - --if-awake skips' '  - -G turns free-fall control on and off.'
# UPDATE=1 make check-schema, below
echo contrib/hdparm.schema.json >>touched
followed "Add a SET FEATURES option"

put include/options.h '	OPT_FWACTIVATE,' '	OPT_FORM_FACTOR,'
put src/cli/options.c '	[OPT_FWACTIVATE]' '	[OPT_FORM_FACTOR] = { IN(IDENTITY), NEWER("form-factor", "form_factor", "Show the form factor", .kind = OPT_KIND_FLAG) },'
put src/act/acts.h 'int act_identify_file(' 'int act_form_factor(struct job *);'
put src/act/identify.c 'int act_identify_file(' 'int act_form_factor(struct job *job)
{
	int err = job_identify(job);
	const char *form = err ? NULL : ata_id_form_factor(job->dev->id.raw);

	if (form)
		report_string(job->out, option_key(job->id), form, " form factor   =  %s\n", form);
	else if (!err)
		report_null(job->out, option_key(job->id), " form factor   =  unknown\n");
	return err;
}
'
put src/act/actions.c '.opt = OPT_LOOK_AHEAD, .stage = STAGE_GET' \
	'	{ .opt = OPT_FORM_FACTOR, .stage = STAGE_GET, .run = act_form_factor },'
put tests/unit/run/check_actions.c '	"get -A\n' '	"get --form-factor\n"'
put contrib/hdparm.schema.json '            "make_bad_sector"' \
	'            "form_factor": { "type": ["string", "null"] },'
put man/hdparm.8 '.It Fl -fwactivate' '.It Fl -form-factor
The form factor.'
put tests/cli/identify_more.case '' '
== --form-factor
dev sda sat w168=3
only ours
$ hdparm --form-factor /dev/sda
|
|/dev/sda:
| form factor   =  2.5 inch
>sda IDENTIFY DEVICE'
put contrib/NEWS '  - --if-awake skips' '  - --form-factor shows the form factor.'
followed "Add a query option"

put src/cli/options.c '		.scsi_may = true, .kind = OPT_KIND_FLAG },' '		KEYS({ "idle_immediate", 0 }),'
put man/hdparm.conf.5 '.It Cm idle_standby' '.It Cm idle_immediate Bq Fl -idle-immediate
Idle the drive at once.'
put tests/cli/conf.case '' '
== idle_immediate
$ cat >c; hdparm --conf=c --dry-run
</dev/sda { idle_immediate }
|hdparm --idle-immediate /dev/sda'
put contrib/NEWS '  - hdparm.conf has more keys' '  - The key idle_immediate of hdparm.conf.'
followed "Add a key of hdparm.conf"

# a USB bridge needs only its row
put src/ata/passthrough.c '{ 0x04fc, 0x0c05' '	{ 0x1234, 0x5678, 0xffff, ATA_PATH_SUNPLUS, 0 },'

prove "does not build" build build/hdparm build/tests/checks/schema build/unit
prove "cases" "$runner" -j2 -b build/hdparm -s "$shim" \
	tests/cli/features.case tests/cli/identify_more.case tests/cli/conf.case
prove "what is seen of the option and the bridge" \
	"$runner" -b build/hdparm -s "$shim" "$here/recipe.case"

# without its row the schema refuses a key
mkdir documents
document() {
	echo "--json $2 /dev/sda" >"documents/$1.line"
	echo 0 >"documents/$1.status"
	"$runner" -x -b build/hdparm -s "$shim" 'sda sat id=hdd w119.5=1' -- --json "$2" /dev/sda |
		sed -n 's/^|//p' >"documents/$1.json"
}
document 1 -G1
accepts_unknown() {
	! validate
}
prove "the schema accepts a key that it does not have" accepts_unknown
prove "the schema does not get the key" build UPDATE=1 check-schema
document 2 --form-factor
prove "the schema refuses a document with an option" validate

for shell in bash zsh fish; do
	sh contrib/completions/generate.sh build/hdparm "$shell" >"completion.$shell"
	prove "completion for $shell" grep -q form-factor "completion.$shell"
done
prove "check-schema" build check-schema
prove "check-options" options
prove "check-man" man
prove "check-unit" units

forget src/ata/command.c '[FEATURE_FREE_FALL]' unit actions
forget src/act/settings.c OPT_FREE_FALL unit actions
forget src/act/actions.c OPT_FREE_FALL unit actions
forget tests/unit/run/check_actions.c '"set -G\n"' unit actions
forget contrib/hdparm.schema.json '"free_fall_control": { "type"' build check-schema
forget man/hdparm.8 '.It Fl G ' man
forget tests/cli/features.case 'hdparm -G' options
forget contrib/NEWS ' -G ' options
forget src/act/actions.c OPT_FORM_FACTOR unit actions
forget tests/unit/run/check_actions.c '"get --form-factor\n"' unit actions
forget contrib/hdparm.schema.json '"form_factor": { "type"' build check-schema
forget man/hdparm.8 '.It Fl -form-factor' man
forget tests/cli/identify_more.case 'hdparm --form-factor' options
forget contrib/NEWS ' --form-factor ' options
forget man/hdparm.conf.5 '.It Cm idle_immediate' man
forget tests/cli/conf.case '{ idle_immediate }' options
forget contrib/NEWS 'idle_immediate' options

echo "$passed passed, $failed failed (recipe)"
[ "$failed" = 0 ]
