# SPDX-License-Identifier: GPL-2.0-or-later
# Needs python3-jsonschema; without it the check fails, it is not skipped.
.PHONY: check-json
check-json: $(PROGRAM) $(SHIM) $(RUNNER) ## every case's command with --json, against the schema
	$(Q)sh tests/json/run.sh $(PROGRAM) $(SHIM) $(RUNNER) \
		contrib/hdparm.schema.json $(CLI_CASES)

CHECKS += check-json
