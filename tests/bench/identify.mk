# SPDX-License-Identifier: GPL-2.0-or-later
# Cost of decoding and showing a block, beside 9.65's.

.PHONY: bench-identify
bench-identify: $(PROGRAM) ## instructions of --Istdin against hdparm 9.65 (valgrind)
	$(Q)sh tests/bench/identify.sh $(PROGRAM) $(HDPARM_ORACLE)

bench: bench-identify
