# SPDX-License-Identifier: GPL-2.0-or-later
.PHONY: check-dryrun
check-dryrun: $(PROGRAM) $(SHIM) $(RUNNER) ## every option and every case with --dry-run: no change may happen
	$(Q)sh tests/dryrun/run.sh $(PROGRAM) $(SHIM) $(RUNNER) \
		$(CLI_CASES)

CHECKS += check-dryrun
