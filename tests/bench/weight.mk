# SPDX-License-Identifier: GPL-2.0-or-later
# Cost of a start, beside 9.65's.

.PHONY: bench-identify
bench-identify: $(PROGRAM) $(RUNNER) $(SHIM) ## instructions, size and imports against hdparm 9.65 (valgrind)
	$(Q)$(MAKE) --no-print-directory SMALL=1 BUILD=$(BUILD)/small $(BUILD)/small/hdparm
	$(Q)sh tests/bench/weight.sh $(PROGRAM) $(HDPARM_ORACLE) $(RUNNER) $(SHIM) $(BUILD)/small/hdparm

bench: bench-identify
