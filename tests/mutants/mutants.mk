# SPDX-License-Identifier: GPL-2.0-or-later
# Check that the tests notice a broken program. Only on demand: it takes long.

.PHONY: mutants
mutants: #: small breakages in a copy of the tree: which check notices (PART=text: some of them)
	$(Q)python3 tests/mutants/run.py tests/mutants/list $(BUILD)/mutants 95 $(if $(PART),'$(PART)')
