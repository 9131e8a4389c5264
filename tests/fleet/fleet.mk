# SPDX-License-Identifier: GPL-2.0-or-later
.PHONY: check-fleet
check-fleet: $(PROGRAM) $(SHIM) $(RUNNER) #: contrib/ansible and contrib/prometheus on fake machines (deps-fleet)
	$(Q)status=0; \
	bash tests/fleet/metrics.sh $(PROGRAM) $(SHIM) $(RUNNER) $(PEERS) '$(MAKE)' || status=1; \
	bash tests/fleet/ansible.sh $(PROGRAM) $(SHIM) $(RUNNER) || status=1; \
	exit $$status
