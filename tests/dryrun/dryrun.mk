# SPDX-License-Identifier: GPL-2.0-or-later
.PHONY: check-dryrun
check-dryrun: $(PROGRAM) $(SHIM) $(RUNNER) ## every option and the cases with --dry-run: no change may happen (ALL=1: all cases)
	$(Q)sh tests/dryrun/run.sh $(PROGRAM) $(SHIM) $(RUNNER) \
		$(SOME_CASES)

CHECKS += check-dryrun
