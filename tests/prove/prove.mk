# SPDX-License-Identifier: GPL-2.0-or-later
# Proofs with Frama-C's Eva (make deps-prove): no input makes the pure folders misbehave.

.PHONY: prove
prove: #: prove that no input from a drive makes the decoders misbehave (make deps-prove; MACHINES)
	$(Q)python3 tests/prove/prove.py $(BUILD) $(MACHINES)
