# SPDX-License-Identifier: GPL-2.0-or-later
.PHONY: check-machines check-fresh
MACHINE_CASES := $(patsubst %,tests/cli/%.case,machine files place)
check-machines: $(PROGRAM) $(SHIM) $(RUNNER) ## the cases see nothing of the machine: the same on four (root, or a kernel that lets users)
	$(Q)sh tests/fresh/machines.sh $(RUNNER) $(PROGRAM) $(SHIM) $(MACHINE_CASES)

CHECKS += check-machines

.PHONY: check-place
check-place: ## README's commands below /var, in a path with a blank, as a user, from the archive (root)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/checks/place.sh '$(MAKE)' $(BUILD)

SUITE ?= trixie
check-fresh: ## README's commands and the package on a bare Debian 13, from HEAD (SUITE=sid; root, deps-deb)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/fresh/run.sh $(CACHE) $(SUITE)
