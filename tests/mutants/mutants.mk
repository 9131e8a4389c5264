# SPDX-License-Identifier: GPL-2.0-or-later
# Random faults: a sample, whose survivors a person reads. No part of a gate: any change of the
# sources draws other faults, and some of them mean the same as the original.

.PHONY: mutants
mutants: checked #: N small faults, one at a time: which of them does no test notice? (SEED=, N=; root)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL python3 tests/mutants/mutate.py '$(MAKE)' $(BUILD) \
		$(if $(filter file,$(origin N)),40,$(N)) $(SEED)
