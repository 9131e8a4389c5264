#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs each suite of unit tests in one process, two at a time: a fork for each test costs more than
# most tests under a sanitizer or valgrind, which look for leaks at the end of a process. The tests of
# "queue" forbid their process system calls, so each has its own. Usage: suites.sh 'SUITE...' COMMAND...
set -u
suites=$1
shift
export COMMAND="$*"
# shellcheck disable=SC2016,SC2086 # for the inner shell; words
printf '%s\n' $suites | xargs -P 2 -n 1 sh -c '
	if [ "$1" = queue ]; then
		export CK_FORK=yes
	else
		export CK_FORK=no
	fi
	$COMMAND "$1"' sh
