# SPDX-License-Identifier: GPL-2.0-or-later
# Slower runs of the same tests: memory and coverage.

.PHONY: valgrind cover
valgrind: $(BUILD)/unit #: unit tests under valgrind: no leak, no bad read
	$(Q)CK_TIMEOUT_MULTIPLIER=99 sh tests/unit/suites.sh '$(UNIT_NAMES)' valgrind -q \
		--error-exitcode=9 --leak-check=full --show-leak-kinds=all \
		--errors-for-leak-kinds=definite,indirect,possible $(BUILD)/unit

cover: #: lines that make check runs, per file and in all
	$(Q)$(MAKE) BUILD=build/cover CFLAGS='-O0 -g --coverage' LDFLAGS=--coverage check
	$(Q)sh tests/cover.sh build/cover
