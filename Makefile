# SPDX-License-Identifier: GPL-2.0-or-later
# Variables from outside win; `make help` and `make help-all` list the targets.

CC ?= cc
AR ?= ar
BUILD ?= build
INSTALL ?= install
# The command that removes symbols from the installed program, and, if given, also from ./hdparm;
# empty: symbols stay. As with hdparm 9.65, `make install` strips. By default it is the compiler's
# own command, since `make CC=...` may have built for another machine.
STRIPS = $(if $(filter undefined,$(origin STRIP)),$(shell $(CC) -print-prog-name=strip),$(STRIP))
KEEPS = $(if $(filter undefined,$(origin STRIP)),|| echo "$(1) keeps its symbols: give STRIP=")

CFLAGS ?= -O2 -g
WARNINGS := -Wall -Wextra -Wshadow -Wformat=2 -Wstrict-prototypes -Wmissing-prototypes \
	-Wwrite-strings -Wcast-qual -Wvla -Wundef -Wconversion

# The option, if this compiler accepts it for this processor, or nothing.
accepted = $(shell $(CC) $(filter -O%,$(CFLAGS)) -Werror $(1) -include stdlib.h -fsyntax-only \
	-x c /dev/null 2>/dev/null && echo '$(1)')
# Debian's hardening (dpkg-buildflags), as far as the compiler has it.
HARDENING := -fPIE -fstack-protector-strong $(call accepted,-fstack-clash-protection) \
	$(call accepted,-fcf-protection)
# A level from outside is kept. Fortified functions would hide memory errors from a sanitizer.
ifeq ($(SANITIZE)$(findstring _FORTIFY_SOURCE,$(CC) $(CPPFLAGS) $(CFLAGS)),)
HARDENING += $(or $(call accepted,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3), \
	$(call accepted,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
endif

BASE_CPPFLAGS := -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -Iinclude
# the same binary in any folder
REPRODUCIBLE := "-ffile-prefix-map=$(CURDIR)=."
BASE_CFLAGS := -std=gnu11 $(WARNINGS) $(HARDENING) $(REPRODUCIBLE) $(if $(WERROR),-Werror)
# -z now: lazy binding would save registers, with pieces of a password, to the stack. -static-pie:
# s390x's glibc does not have it; i686's fails when it chooses memset() at start.
static_pie = $(shell echo 'char to[9]; int main(int n, char **from) { \
	return __builtin_strcpy(to, from[0]) == memset(to, n, strlen(from[0])); }' | \
	$(CC) -include string.h $(HARDENING) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -static-pie -o /dev/null \
	-x c - 2>/dev/null && echo -static-pie)
BASE_LDFLAGS := $(if $(STATIC),$(or $(static_pie),-static -no-pie),-pie) -Wl,-z,relro,-z,now

ifneq ($(SANITIZE),)
BASE_CFLAGS += -g -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
BASE_LDFLAGS += -fsanitize=$(SANITIZE)
# The fake drive is loaded before the sanitizer's library, which binds its symbols lazily unless
# LD_BIND_NOW is set: it would save vector registers, with a password, on a stack that has been
# wiped. The unit tests' process would keep 450 MB of freed memory, which slows each test's fork()
# and search for leaks.
export ASAN_OPTIONS = verify_asan_link_order=0:quarantine_size_mb=4
export LD_BIND_NOW = 1
endif

# Debian's musl-gcc searches only musl's folder, which lacks the kernel's headers.
ifneq ($(filter-out help% clean uninstall% deps% dist format,$(or $(MAKECMDGOALS),all)),)
ifneq ($(shell $(CC) $(CPPFLAGS) -include linux/fs.h -E -x c /dev/null >/dev/null 2>&1 || \
	echo none),)
KERNEL := $(patsubst %/asm/ioctl.h,%,$(firstword $(wildcard $(addprefix /usr/include/,$(shell $(CC) \
	-dumpmachine 2>/dev/null)/asm/ioctl.h asm/ioctl.h))))
ifneq ($(and $(KERNEL),$(wildcard /usr/include/linux/fs.h)),)
BASE_CPPFLAGS += -idirafter $(BUILD)/kernel
$(shell mkdir -p $(BUILD)/kernel && ln -sfn $(KERNEL)/asm $(BUILD)/kernel/asm && \
	ln -sfn /usr/include/asm-generic $(BUILD)/kernel/asm-generic && \
	ln -sfn /usr/include/linux $(BUILD)/kernel/linux)
else ifeq ($(filter deps%,$(MAKECMDGOALS)),)
$(error $(CC) does not run, or finds no headers of the kernel: install linux-libc-dev (Debian), kernel-headers \
	(Fedora), linux-headers (Alpine), or say -I in CPPFLAGS)
endif
endif
endif

SOURCES := $(wildcard src/*/*.c)
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
LIBRARY := $(BUILD)/libhdparm.a
PROGRAM := $(BUILD)/hdparm
COMPILE = $(CC) $(BASE_CPPFLAGS) $(CPPFLAGS) $(BASE_CFLAGS) $(CFLAGS) -MMD -MP
Q := $(if $(V),,@)

# The parts of `make check`, and the programs that it compiles for them; each part adds its own.
CHECKS :=
CHECKED =

.PHONY: all
all: $(PROGRAM) $(if $(filter build,$(BUILD)),hdparm) ## build ./hdparm

include contrib/paths.mk contrib/contrib.mk
-include $(wildcard tests/*.mk tests/*/*.mk)

hdparm: $(PROGRAM)
	$(Q)cp $< $@
	$(if $(STRIP),$(Q)$(STRIP) $@)

$(PROGRAM): $(BUILD)/src/main.o $(LIBRARY)
	@echo "  LINK    $@"
	$(Q)$(CC) $(BASE_LDFLAGS) $(LDFLAGS) -o $@ $^

$(LIBRARY): $(OBJECTS)
	$(Q)rm -f $@ && $(AR) rcD $@ $^

$(BUILD)/%.o: %.c $(BUILD)/flags
	$(Q)mkdir -p $(@D)
	@echo "  CC      $<"
	$(Q)$(COMPILE) -c -o $@ $<

# Rebuild when the compiler or its flags change. The := is needed: a target's variables are also
# valid for its prerequisites, such as this one.
FLAGS := $(COMPILE) $(BASE_LDFLAGS) $(LDFLAGS)
# `make install` without CC and CFLAGS installs what `make CC=... CFLAGS=...` built.
AS_BUILT := $(and $(MAKECMDGOALS),$(wildcard $(BUILD)/flags),$(if $(strip $(filter-out install% \
	uninstall%,$(MAKECMDGOALS)) $(foreach name,CC CFLAGS CPPFLAGS LDFLAGS STATIC SANITIZE, \
	$(call given,$(name)))),,yes))
$(BUILD)/flags: $(if $(AS_BUILT),,FORCE)
	$(Q)mkdir -p $(BUILD)
	$(Q)echo '$(FLAGS)' | cmp -s - $@ || echo '$(FLAGS)' >$@

-include $(OBJECTS:.o=.d) $(BUILD)/src/main.d

# keep intermediate files
.SECONDARY:

.PHONY: check check-all check-orders asan asan-all
.PHONY: checked
checked: all fake $(CHECKED)

# The programs of the parts are built first, on all processors unless -j is given.
check: ## unit tests, command-line cases and corpora: no root, no drive
	$(Q)$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),, \
		-j$(or $(shell nproc 2>/dev/null),2)) checked
	$(Q)sh tests/check.sh $@ "$(MAKE)" $(CHECKS)

check-all: ## what .ci/run leaves out, in parts (PARTS="prove-32 block"; root, downloads a gigabyte)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/checks/all.sh $(PARTS)

check-orders: #: stages in other orders and checks side by side count the same (root; half an hour)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/checks/orders.sh

# A sanitizer finds nothing new in texts, in other machines and in repeated lines.
SANITIZED = $(MAKE) BUILD=build/asan SANITIZE=address,undefined CFLAGS=-O1
SANITIZED_CHECKS := check-unit check-fuzz check-golden
asan: #: unit tests, fuzz corpora and the covering cases under AddressSanitizer and UndefinedBehaviorSanitizer
	$(Q)$(SANITIZED) --no-print-directory -j2 checked
	$(Q)sh tests/check.sh $@ "$(SANITIZED)" check-covering $(SANITIZED_CHECKS)

asan-all: #: the same with all cases, and with failing allocations and drives
	$(Q)$(SANITIZED) --no-print-directory -j2 checked
	$(Q)sh tests/check.sh $@ "$(SANITIZED)" check-cli check-alloc check-truth $(SANITIZED_CHECKS)

.PHONY: try deps deps-block deps-completion deps-fleet deps-vm deps-deb deps-rpm deps-prove install uninstall clean help help-all FORCE
try: all $(SHIM) $(RUNNER) ## build it and watch it work: no root, no drive
	$(Q)sh tests/try.sh $(PROGRAM) $(SHIM) $(RUNNER)

deps: ## install what the tests and lint need (apt, dnf, apk or pacman)
	$(Q)sh tests/deps.sh check

deps-block: #: install the file systems of check-block and check-wiper
	$(Q)sh tests/deps.sh block

deps-completion: #: install the shells that check-completion needs: zsh, fish, bash-completion
	$(Q)sh tests/deps.sh completion

deps-fleet: #: install what check-fleet needs: ansible-core, jq; unpack promtool
	$(Q)sh tests/deps.sh fleet

deps-vm: #: install what the guests need: QEMU, what builds a kernel; 30 MB
	$(Q)sh tests/deps.sh vm

deps-deb: #: install what makes the Debian package and tests it: debhelper, lintian, debootstrap
	$(Q)sh tests/deps.sh deb

deps-rpm: #: install what builds and checks packages for rpm
	$(Q)sh tests/deps.sh rpm

deps-prove: #: install what `make prove` needs: Frama-C
	$(Q)sh tests/deps.sh prove

PAGES7 := $(wildcard man/*.7)
install: $(PROGRAM) ## install the binary, man pages and completions (DESTDIR, PREFIX, SBINDIR, MANDIR)
	$(INSTALL) -d $(DESTDIR)$(SBINDIR) $(DESTDIR)$(MANDIR)/man8 \
		$(DESTDIR)$(MANDIR)/man7 $(DESTDIR)$(MANDIR)/man5
	$(INSTALL) -m 755 $(PROGRAM) $(DESTDIR)$(SBINDIR)/hdparm
	$(if $(STRIPS),$(STRIPS) $(DESTDIR)$(SBINDIR)/hdparm $(call KEEPS,hdparm))
	$(INSTALL) -m 644 man/hdparm.8 $(DESTDIR)$(MANDIR)/man8/hdparm.8
	$(INSTALL) -m 644 $(PAGES7) $(DESTDIR)$(MANDIR)/man7
	$(INSTALL) -m 644 man/hdparm.conf.5 $(DESTDIR)$(MANDIR)/man5/hdparm.conf.5

uninstall: ## remove what install put there
	rm -f $(DESTDIR)$(SBINDIR)/hdparm $(DESTDIR)$(MANDIR)/man8/hdparm.8 \
		$(PAGES7:man/%=$(DESTDIR)$(MANDIR)/man7/%) \
		$(DESTDIR)$(MANDIR)/man5/hdparm.conf.5

clean: ## remove everything that was built
	rm -rf build hdparm

# Texts of everyday targets begin with ##, of all others with #:
list = awk -F ':.*$(1) ' '/^[a-z][a-z0-9-]*:.*$(1) / { printf "  %-17s %s\n", $$1, $$2 }' \
	$(MAKEFILE_LIST) | sort
help: ## list the everyday targets
	@$(call list,##)
help-all: #: list all others: parts of check and check-all, tools
	@$(call list,#:)

FORCE:
