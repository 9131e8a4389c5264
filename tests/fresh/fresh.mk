# SPDX-License-Identifier: GPL-2.0-or-later
.PHONY: check-machines check-fresh
MACHINE_CASES := $(patsubst %,tests/cli/%.case,machine files place)
check-machines: $(PROGRAM) $(SHIM) $(RUNNER) ## the cases see nothing of the machine: the same on four (root, or a kernel that lets users)
	$(Q)sh tests/fresh/machines.sh $(RUNNER) $(PROGRAM) $(SHIM) $(MACHINE_CASES)

CHECKS += check-machines

check-fresh: ## README's commands and figures on a bare Debian 12, from HEAD (root, deps-deb)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/fresh/run.sh $(VM_CACHE)
