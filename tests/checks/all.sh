#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The parts that .ci/run leaves out: all, or the named ones. Usage: all.sh [PART...]
cd "$(dirname "$0")/../.." || exit 1
BUDGET=${BUDGET:-14400}
# shellcheck source=tests/checks/stages.sh
. tests/checks/stages.sh

parts=(
	"platforms bare make check-platforms"
	"fresh-bookworm bare make check-fresh SUITE=bookworm"
	"fresh-sid bare make check-fresh SUITE=sid"
	"guests bare make check-vm"
	"prove-x86-64 bare make prove MACHINES=x86-64"
	"prove-32 bare make prove MACHINES=32-bit"
	"prove-big-endian bare make prove MACHINES=big-endian"
	"asan-all bare make asan-all"
	"ways bare make check-json check-dryrun check-saved check-doors ALL=1"
	"alloc bare make check-alloc-all"
	"ide bare make check-ide"
	"deb devices make check-dist && DEB_BUILD_OPTIONS=nocheck make check-deb"
	"packaging bare make check-packaging"
	"place bare make check-place"
	"fleet bare make check-fleet"
	"completion bare make check-completion"
	"wiper devices make check-wiper"
	"block devices make check-block"
	"cost bare make check-conf-cost bench-list"
	"fuzz bare make compat-fuzz"
	"hang bare make check-vm-hang"
)
if [ $# != 0 ]; then
	for name; do
		wanted=$(printf '%s\n' "${parts[@]}" | grep "^$name ") || { echo "check-all has no part $name"; exit 1; }
		chosen+=("$wanted")
	done
	parts=("${chosen[@]}")
fi
run prepare bash tests/checks/prepare.sh all
run build make -s -j2 all fake
! all_passed || stages "${parts[@]}"
summary
