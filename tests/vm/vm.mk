# SPDX-License-Identifier: GPL-2.0-or-later
# Guests: real kernels, with hdparm 9.65 and ours. See tests/vm/run.sh.

VM_OUT := $(BUILD)/vm
VM_BIN := $(VM_OUT)/bin
VM_PROGRAMS := $(VM_BIN)/runner $(VM_BIN)/tcmu $(VM_BIN)/dsense $(VM_BIN)/tty \
	$(VM_BIN)/locked
VM_CFLAGS := -std=gnu11 -D_GNU_SOURCE -O1 -Wall -Wextra -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wwrite-strings -Wvla -Wundef $(if $(WERROR),-Werror)
# the longest first
VM_JOBS ?= settings stories queue faults awake debian base tcmu danger systems peers life

# The fake drive in the guest is the shim's.
$(VM_BIN)/tcmu: $(patsubst tests/%.c,$(FAKE_DIR)/shim/%.o,$(FAKE_WORLD))

$(VM_BIN)/%: tests/vm/%.c
	$(Q)mkdir -p $(@D)
	@echo "  CC      $<"
	$(Q)$(CC) $(VM_CFLAGS) -static -o $@ $^

$(BUILD)/static/hdparm: $(PROGRAM)
	$(Q)$(MAKE) -s STATIC=1 BUILD=$(BUILD)/static $@

# The package's files, for the guests.
$(VM_OUT)/installed: $(PROGRAM) $(COMPLETIONS) $(wildcard contrib/boot/*) contrib/contrib.mk
	$(Q)rm -rf $@
	$(Q)for init in systemd sysv openrc; do \
		$(MAKE) -s DESTDIR=$@/$$init PREFIX=/usr USRMERGE= SBINDIR=/sbin LIBDIR=/lib/hdparm LIMIT=20 \
			INIT=$$init install install-boot >/dev/null || exit; done

check-vm: $(PROGRAM) $(VM_PROGRAMS) $(BUILD)/static/hdparm $(VM_OUT)/installed #: guests with Debian's kernel: every drive, hdparm 9.65 beside ours
	$(Q)tests/vm/fetch.sh $(CACHE)/vm base
	$(Q)tests/vm/fetch.sh $(CACHE)/vm debian
	$(Q)tests/vm/fetch.sh $(CACHE)/vm peers
	$(Q)tests/vm/fetch.sh $(CACHE)/vm sleepers
	$(Q)tests/vm/fetch.sh $(CACHE)/vm systems
	$(Q)VM_COVERAGE=$(if $(filter file,$(origin VM_JOBS)),vm) tests/vm/run.sh $(CACHE)/vm \
		$(VM_BIN) $(VM_OUT) $(PROGRAM) $(VM_JOBS)

check-vm-hang: $(PROGRAM) $(VM_PROGRAMS) #: whether guests that hang or die are noticed, killed and reported
	$(Q)tests/vm/fetch.sh $(CACHE)/vm base
	$(Q)tests/vm/hang.sh $(CACHE)/vm $(VM_BIN) $(VM_OUT) $(PROGRAM)

check-ide: $(PROGRAM) $(VM_PROGRAMS) #: a guest with the legacy drivers/ide (builds its kernel once)
	$(Q)tests/vm/fetch.sh $(CACHE)/vm base
	$(Q)tests/vm/fetch.sh $(CACHE)/vm legacy
	$(Q)nice tests/vm/ide/kernel.sh $(CACHE)/vm
	$(Q)VM_COVERAGE=ide tests/vm/run.sh $(CACHE)/vm $(VM_BIN) $(VM_OUT) $(PROGRAM) legacy

.PHONY: check-vm check-vm-hang check-ide
