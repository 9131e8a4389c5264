# SPDX-License-Identifier: GPL-2.0-or-later
# Out of memory: each allocation fails once; then it and all later ones fail.

FAILING := $(FAKE_DIR)/failing.so

$(FAILING): tests/alloc/failing.c tests/alloc/failing.h
	@echo "  LINK    $@"
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(FAKE_CFLAGS) -fPIC -fvisibility=hidden -shared -Wl,-z,now -o $@ $< -ldl

STARVE = $(RUN_CASES) -a $(FAILING)

.PHONY: check-alloc check-alloc-all
check-alloc: $(PROGRAM) $(SHIM) $(RUNNER) $(FAILING) #: commands whose allocations fail, every fourth one
	$(Q)$(STARVE) -e 4 tests/alloc/alloc.case

check-alloc-all: $(PROGRAM) $(SHIM) $(RUNNER) $(FAILING) #: each allocation of every case fails, with --json and without
	$(Q)$(STARVE) tests/alloc/alloc.case $(CLI_CASES)

CHECKS += check-alloc
CHECKED += $(FAILING)
