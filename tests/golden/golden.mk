# SPDX-License-Identifier: GPL-2.0-or-later
# IDENTIFY blocks and what is shown of them.

.PHONY: check-golden
check-golden: $(PROGRAM) #: IDENTIFY blocks against golden text and JSON (UPDATE=1 rewrites it)
	$(Q)sh tests/golden/run.sh $(PROGRAM) $(if $(UPDATE),update)

CHECKS += check-golden
