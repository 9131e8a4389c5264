# SPDX-License-Identifier: GPL-2.0-or-later
# Compare timings with those of hdparm 9.65 and fio, as ratios within one run.

ROUNDS ?= 5

$(BUILD)/bench/slowfs: tests/bench/slowfs.c
	$(Q)mkdir -p $(@D)
	@echo "  LINK    $@"
	$(Q)$(CC) -std=gnu11 -O2 -Wall -Wextra $$(pkg-config --cflags fuse3) -o $@ $< \
		$$(pkg-config --libs fuse3)

$(BUILD)/bench/measure: tests/bench/measure.c
	$(Q)mkdir -p $(@D)
	@echo "  LINK    $@"
	$(Q)$(CC) -std=gnu11 -O2 -Wall -Wextra -D_GNU_SOURCE -o $@ $<

.PHONY: bench
bench: $(PROGRAM) $(BUILD)/bench/slowfs $(BUILD)/bench/measure ## speed against hdparm 9.65 and fio (root; ROUNDS=5)
	$(Q)sh tests/bench/run.sh $(PROGRAM) $(HDPARM_ORACLE) $(BUILD)/bench/measure \
		$(BUILD)/bench/slowfs $(ROUNDS)
