# SPDX-License-Identifier: GPL-2.0-or-later
# Needs python3-jsonschema; without it the check fails, it is not skipped.
.PHONY: check-json
check-json: $(PROGRAM) $(SHIM) $(RUNNER) ## the cases' commands with --json, against the schema (ALL=1: of all cases)
	$(Q)sh tests/json/run.sh $(PROGRAM) $(SHIM) $(RUNNER) \
		contrib/hdparm.schema.json $(SOME_CASES)

# The settings' part of the schema, by the table of settings.
$(BUILD)/tests/json/settings: tests/json/settings.c $(LIBRARY)
	$(Q)mkdir -p $(@D)
	$(Q)$(COMPILE) -Isrc $(LDFLAGS) -o $@ $^

.PHONY: check-schema
check-schema: $(BUILD)/tests/json/settings ## the schema has every setting of the table (UPDATE=1 adds what it lacks)
	$(Q)$< | python3 tests/json/settings.py contrib/hdparm.schema.json $(if $(UPDATE),update)

CHECKS += check-schema check-json
CHECKED += $(BUILD)/tests/json/settings
