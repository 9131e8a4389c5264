#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Rows of these tables name their fields, so that a new field moves no value. gcc checks a copy of
# the sources in which these structs have the attribute designated_init, which other compilers lack.
set -u
rows="option_def action setting_def ata_feature_def ata_command_def
	plain_command security_act sanitize_act firmware_act scsi_operation"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r include src "$copy"
cd "$copy" || exit 1
failed=0
compile() {
	gcc -std=gnu11 -D_GNU_SOURCE -Iinclude -Werror=designated-init -fsyntax-only "$@"
}

for row in $rows; do
	header=$(grep -l "^struct $row {" include/*.h src/*/*.h)
	if [ -z "$header" ]; then
		echo "lint: no header has struct $row: name what took its place in tests/lint/rows.sh"
		failed=1
		continue
	fi
	sed -i "s/^struct $row {/struct __attribute__((designated_init)) $row {/" "$header"
	tables=$(grep -lE "^(static )?const struct $row .*= " src/*/*.c)
	for table in $tables; do
		compile "$table" || failed=1
	done
	[ -n "$tables" ] || { echo "lint: no table has rows of struct $row"; failed=1; }
done
# check the check: the compiler must refuse a row without names
if echo '#include "ata.h"
const struct ata_feature_def unnamed = { { 2, "on" } };' | compile -x c - 2>/dev/null; then
	echo "lint: this compiler accepts rows that do not name their fields"
	failed=1
fi
exit $failed
