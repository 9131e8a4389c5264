# SPDX-License-Identifier: GPL-2.0-or-later
# Slower runs of the same tests: memory and coverage.

.PHONY: valgrind cover
# A process for each suite: what one leaves behind is not the next one's. queue forbids its process
# system calls, test by test.
valgrind: $(BUILD)/unit ## unit tests under valgrind: no leak, no bad read
	$(Q)printf '%s\n' $(UNIT_NAMES) | CK_TIMEOUT_MULTIPLIER=99 xargs -P 2 -n 1 sh -c '\
		CK_FORK=$$([ "$$1" = queue ] && echo yes || echo no) valgrind -q --error-exitcode=9 \
		--leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=definite,indirect,possible \
		$(BUILD)/unit "$$1"' sh

cover: ## lines that make check runs, per file and in all
	$(Q)$(MAKE) BUILD=build/cover CFLAGS='-O0 -g --coverage' LDFLAGS=--coverage check
	$(Q)sh tests/cover.sh build/cover
