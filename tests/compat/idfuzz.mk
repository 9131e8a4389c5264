# SPDX-License-Identifier: GPL-2.0-or-later
# Mutated IDENTIFY blocks for --Istdin of 9.65 and of ours.

IDENTIFY_BLOCKS := $(wildcard tests/data/identify/*.hex)
IDFUZZ := $(BUILD)/compat/idfuzz
SEED ?= 1
# other targets have other defaults of N
IDFUZZ_N := $(if $(filter command%,$(origin N)),$(N),2000)

$(IDFUZZ): tests/compat/idfuzz.c tests/compat/mutate.c tests/compat/idfuzz.h
	$(Q)mkdir -p $(@D)
	@echo "  LINK    $@"
	$(Q)$(CC) $(FAKE_CFLAGS) -D_GNU_SOURCE -O2 -o $@ $(filter %.c,$^)

.PHONY: compat-fuzz
compat-fuzz: $(IDFUZZ) $(PROGRAM) #: mutated IDENTIFY blocks with 9.65 and with ours (N=2000 SEED=1)
	$(Q)$(IDFUZZ) $(PROGRAM) $(HDPARM_ORACLE) $(IDFUZZ_N) $(SEED) tests/compat/differences \
		$(IDENTIFY_BLOCKS)
