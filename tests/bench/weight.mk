# SPDX-License-Identifier: GPL-2.0-or-later
# Cost of a start, beside 9.65's.

.PHONY: bench-identify
bench-identify: $(PROGRAM) $(RUNNER) $(SHIM) ## instructions, size and imports against hdparm 9.65 (valgrind)
	$(Q)sh tests/bench/weight.sh $(PROGRAM) $(HDPARM_ORACLE) $(RUNNER) $(SHIM)

bench: bench-identify
