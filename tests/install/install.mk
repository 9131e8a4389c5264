# SPDX-License-Identifier: GPL-2.0-or-later
.PHONY: check-install check-completion
check-install: all ## install, boot files, packages, in scratch folders (root, apt's archive)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/install/run.sh '$(MAKE)' $(BUILD)
	$(Q)bash tests/install/system.sh $(BUILD)/hdparm10_*.deb

check-completion: all ## completions in bash, zsh and fish under a terminal
	$(Q)sh tests/completion/awks.sh $(PROGRAM)
	$(Q)python3 tests/completion/run.py $(PROGRAM) $(BUILD)/completions
