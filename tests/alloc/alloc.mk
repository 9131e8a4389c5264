# SPDX-License-Identifier: GPL-2.0-or-later
# Short of memory: each request for some fails once, and then that and all later ones.

FAILING := $(FAKE_DIR)/failing.so

$(FAILING): tests/alloc/failing.c tests/alloc/failing.h
	@echo "  LINK    $@"
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(FAKE_CFLAGS) -fPIC -fvisibility=hidden -shared -Wl,-z,now -o $@ $< -ldl

STARVE = $(RUN_CASES) -a $(FAILING)

.PHONY: check-alloc check-alloc-all
check-alloc: $(PROGRAM) $(SHIM) $(RUNNER) $(FAILING) ## commands short of memory, at every request for some
	$(Q)$(STARVE) tests/alloc/alloc.case

check-alloc-all: $(PROGRAM) $(SHIM) $(RUNNER) $(FAILING) ## every case short of memory, with --json and without
	$(Q)$(STARVE) tests/alloc/alloc.case $(CLI_CASES)

CHECKS += check-alloc
