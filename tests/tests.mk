# SPDX-License-Identifier: GPL-2.0-or-later
# Tests of the real binary on fake devices: the shim, the case runner, the comparison with 9.65.

# the folder of downloads
CACHE ?= build/cache
# other programs for comparisons, unpacked if the machine lacks them
PEERS := $(CACHE)/peers
# hdparm 9.65
HDPARM_ORACLE ?= $(shell sh tests/compat/oracle.sh $(PEERS) hdparm)
FAKE_DIR := $(BUILD)/fake
FAKE_CFLAGS := -std=gnu11 -O1 -g -Wall -Wextra -Wshadow -Wformat=2 -Wstrict-prototypes \
	-Wmissing-prototypes -Wwrite-strings -Wcast-qual -Wvla -Wundef -Wno-missing-field-initializers $(if $(WERROR),-Werror)
# for another processor or C library: the program's CPPFLAGS and LDFLAGS
FAKE_CPPFLAGS ?=
FAKE_LDFLAGS ?=
FAKE_WORLD := $(filter-out tests/fake/preload.c tests/fake/wrap%.c,$(wildcard tests/fake/*.c))
FAKE_SHIM := $(FAKE_WORLD) $(wildcard tests/fake/preload.c tests/fake/wrap*.c)
FAKE_RUNNER := $(FAKE_WORLD) $(wildcard tests/cli/*.c tests/lib/*.c)
FAKE_HEADERS := $(wildcard tests/fake/*.h tests/cli/*.h tests/lib/*.h tests/alloc/*.h)
CLI_CASES := $(wildcard tests/cli/*.case)
# Cases for checks that run every case in another way: they take every branch that all cases take.
# ALL=1 (make check-all) runs all cases.
COVERING := tests/cli/covering
SOME_CASES = $(if $(ALL),,-n $(COVERING)) $(CLI_CASES)
SHIM := $(FAKE_DIR)/shim.so
RUNNER := $(FAKE_DIR)/runner
RUN_CASES = $(RUNNER) -b $(PROGRAM) -s $(SHIM)

# The shim is never instrumented: it is loaded before a sanitizer's library.
$(FAKE_DIR)/shim/%.o: tests/%.c $(FAKE_HEADERS)
	$(Q)mkdir -p $(@D)
	@echo "  CC      $<"
	$(Q)$(CC) $(FAKE_CPPFLAGS) $(FAKE_CFLAGS) -fPIC -fvisibility=hidden -c -o $@ $<

$(SHIM): $(patsubst tests/%.c,$(FAKE_DIR)/shim/%.o,$(FAKE_SHIM))
	@echo "  LINK    $@"
	$(Q)$(CC) -shared $(FAKE_LDFLAGS) -Wl,-z,now -o $@ $^ -ldl -lpthread

$(RUNNER): $(patsubst tests/%.c,$(FAKE_DIR)/shim/%.o,$(FAKE_RUNNER))
	@echo "  LINK    $@"
	$(Q)$(CC) $(FAKE_LDFLAGS) -o $@ $^

fake: $(SHIM) $(RUNNER)

# UPDATE=1 rewrites the expectations with the results of ./hdparm; review the difference.
check-cli: $(SHIM) $(RUNNER) $(PROGRAM) #: command-line cases on fake drives (UPDATE=1 rewrites them)
	$(Q)$(RUN_CASES) $(if $(UPDATE),-u) $(CLI_CASES)

check-covering: $(SHIM) $(RUNNER) $(PROGRAM) #: the cases that together take every branch
	$(Q)$(RUN_CASES) $(SOME_CASES)

# Choose the covering cases; run it after cases were added.
covering: $(SHIM) $(RUNNER) #: choose them anew, by the branches that each case takes
	$(Q)sh tests/checks/covering.sh '$(MAKE)' $(BUILD) $(SHIM) $(RUNNER) $(COVERING) $(CLI_CASES)

# The same cases with Debian's hdparm 9.65 and with ours.
compat: $(SHIM) $(RUNNER) $(PROGRAM) #: the same cases with hdparm 9.65 (HDPARM_ORACLE) and with ours
	$(Q)$(RUN_CASES) -c $(HDPARM_ORACLE) -d tests/compat/differences $(CLI_CASES)

# Settings and values by smartctl and by ours, on the same drives.
check-smartctl: $(SHIM) $(RUNNER) $(PROGRAM) #: the same settings and values with smartctl and with ours
	$(Q)sh tests/compat/smartctl.sh $(PROGRAM) $(SHIM) $(RUNNER) $(PEERS)

CHECKS += check-cli check-smartctl
.PHONY: fake check-cli check-covering covering check-smartctl compat

# Random cases; the same SEED gives the same ones.
SEED ?= 1
N ?= 1000
$(FAKE_DIR)/generate: tests/compat/generate.c
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(FAKE_CFLAGS) -o $@ $<

compat-gen: $(SHIM) $(RUNNER) $(PROGRAM) $(FAKE_DIR)/generate #: N generated cases with 9.65 and with ours (SEED=, N=)
	$(Q)$(FAKE_DIR)/generate $(SEED) $(N) >$(FAKE_DIR)/generated.case
	$(Q)$(FAKE_DIR)/generate $(SEED) $(N) story >$(FAKE_DIR)/story.case
	$(Q)$(RUN_CASES) -c $(HDPARM_ORACLE) $(FAKE_DIR)/generated.case $(FAKE_DIR)/story.case

# With random faults: every failure is reported, and every statement about a drive is true.
check-truth: $(SHIM) $(RUNNER) $(PROGRAM) $(FAKE_DIR)/generate #: N generated lines on failing devices: is what is printed true? (SEED=, N=)
	$(Q)$(FAKE_DIR)/generate $(SEED) $(N) chaos >$(FAKE_DIR)/chaos.case
	$(Q)$(RUN_CASES) -t $(FAKE_DIR)/chaos.case

CHECKS += check-truth
CHECKED += $(FAKE_DIR)/generate
.PHONY: compat-gen check-truth
