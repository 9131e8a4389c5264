# SPDX-License-Identifier: GPL-2.0-or-later
.PHONY: check-record
check-record: $(PROGRAM) $(SHIM) $(RUNNER) ## every kind of call recorded and replayed: the same output, and no secret in it
	$(Q)sh tests/record/run.sh $(PROGRAM) $(SHIM) $(RUNNER) \
		$(CLI_CASES)

CHECKS += check-record
