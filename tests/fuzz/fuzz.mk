# SPDX-License-Identifier: GPL-2.0-or-later
# Fuzz targets: their corpora are replayed with any compiler; fuzzing itself needs clang.

FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_CC ?= clang
F ?= identify
T ?= 60
FUZZ_FLAGS := -std=gnu11 -O1 -g -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -Iinclude -Isrc -Itests/fuzz \
	-fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
FUZZ_SEEDS_identify := $(wildcard tests/data/identify/*.hex)
FUZZ_SEEDS_istdin := $(wildcard tests/data/identify/*.hex)
FUZZ_SEEDS_replay := $(wildcard tests/data/recording/*.rec)
FUZZ_OPTIONS_identify := -w
fuzz_inputs = $(wildcard tests/fuzz/corpus/$(1)/*) $(FUZZ_SEEDS_$(1))

$(BUILD)/fuzz/replay-%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/replay.o $(LIBRARY)
	$(Q)mkdir -p $(@D)
	@echo "  LINK    $@"
	$(Q)$(CC) $(BASE_LDFLAGS) $(LDFLAGS) -o $@ $^

$(BUILD)/tests/fuzz/%.o: BASE_CPPFLAGS += -Itests/fuzz -Isrc
$(BUILD)/tests/fuzz/%.o: BASE_CFLAGS := $(filter-out -Wmissing-prototypes,$(BASE_CFLAGS))
-include $(wildcard $(BUILD)/tests/fuzz/*.d)

.PHONY: check-fuzz fuzz
check-fuzz: $(FUZZ_TARGETS:%=$(BUILD)/fuzz/replay-%) #: corpora of the fuzz targets, replayed
	$(Q)$(foreach t,$(FUZZ_TARGETS),printf '%s ' $(t) && \
		$(BUILD)/fuzz/replay-$(t) $(FUZZ_OPTIONS_$(t)) $(call fuzz_inputs,$(t)) &&) true

CHECKS += check-fuzz
CHECKED += $(FUZZ_TARGETS:%=$(BUILD)/fuzz/replay-%)

# New inputs are kept in build/fuzz/corpus-F; `-merge=1` of libFuzzer copies the useful ones back.
fuzz: $(BUILD)/fuzz/replay-$(F) #: fuzz one target (F=identify T=60: seconds; clang)
	$(Q)mkdir -p $(BUILD)/fuzz/corpus-$(F) $(BUILD)/fuzz/seeds-$(F)
	$(Q)$(BUILD)/fuzz/replay-$(F) $(FUZZ_OPTIONS_$(F)) -o $(BUILD)/fuzz/seeds-$(F) \
		$(call fuzz_inputs,$(F))
	$(Q)$(FUZZ_CC) $(FUZZ_FLAGS) -o $(BUILD)/fuzz/fuzz-$(F) tests/fuzz/fuzz_$(F).c $(SOURCES)
	$(Q)cd $(BUILD)/fuzz && ./fuzz-$(F) -max_total_time=$(T) -print_final_stats=1 -timeout=10 \
		-max_len=4096 corpus-$(F) seeds-$(F)
