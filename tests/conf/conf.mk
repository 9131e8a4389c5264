# SPDX-License-Identifier: GPL-2.0-or-later
.PHONY: compat-conf check-conf-cost
compat-conf: $(PROGRAM) $(SHIM) $(RUNNER) ## --conf beside Debian's hdparm_options
	$(Q)bash tests/conf/debian.sh $(PROGRAM) $(SHIM) $(RUNNER) \
		$(dir $(HDPARM_ORACLE))../lib/hdparm/hdparm-functions

check-conf-cost: $(PROGRAM) ## 10,000 blocks: well under a second, linear
	$(Q)sh tests/conf/cost.sh $(PROGRAM)
