# SPDX-License-Identifier: GPL-2.0-or-later
# Variables from outside win; `make help` lists the targets.

CC ?= cc
AR ?= ar
# SMALL=1, for an initramfs or a router: what hdparm 9.65 can do, and little more
BUILD ?= $(if $(SMALL),build/small,build)
INSTALL ?= install
# What removes symbols from the installed program, and, given, from ./hdparm, too; empty: they stay.
# As with hdparm 9.65, `make install` strips. Unless given, it is the compiler's own, which may be for
# another machine than the program that `make CC=...` built before.
STRIPS = $(if $(filter undefined,$(origin STRIP)),$(shell $(CC) -print-prog-name=strip),$(STRIP))
KEEPS = $(if $(filter undefined,$(origin STRIP)),|| echo "$(1) keeps its symbols: give STRIP=")

# The option, if this compiler accepts it for this processor, or nothing.
accepted = $(shell $(CC) $(filter -O%,$(CFLAGS)) -Werror $(1) -include stdlib.h -fsyntax-only \
	-x c /dev/null 2>/dev/null && echo '$(1)')

# Small, but for what formats lines, clears and copies requests, and reads fields: instructions count
# (bench-identify).
# What is computed early, before a loop or a branch, takes a register that has to be saved; so does
# what is kept in one over a call. To jump to another function instead of calling it takes the code
# that leaves this one; a branch that is decided before is there twice.
NO_EARLY := -fno-tree-loop-im -fno-code-hoisting -fno-tree-pre -fno-tree-dominator-opts \
	-fno-caller-saves -fno-thread-jumps -fno-optimize-sibling-calls
FAST := $(if $(SMALL),,$(addprefix src/,report/format report/report report/text cli/plan cli/parse ata/idfields))
ifeq ($(origin CFLAGS),undefined)
CFLAGS := $(or $(call accepted,-Oz $(NO_EARLY)),$(call accepted,-Oz),-Os) -g
$(FAST:%=$(BUILD)/%.o): CFLAGS := -O2 $(call accepted,-fno-align-functions -fno-align-jumps -fno-align-loops) -g
endif

WARNINGS := -Wall -Wextra -Wshadow -Wformat=2 -Wstrict-prototypes -Wmissing-prototypes \
	-Wwrite-strings -Wcast-qual -Wvla -Wundef -Wconversion

# Linux guards where programs return to (shadow stacks, since 6.6), and not where they jump, for which
# each function would begin with a mark. SMALL=1 has what OpenWrt asks of its packages.
HARDENING := -fPIE $(if $(SMALL),-fstack-protector,-fstack-protector-strong \
	$(call accepted,-fstack-clash-protection) $(call accepted,-fcf-protection=return))
# A level from outside is kept. With a sanitizer there is none: fortified functions would hide
# memory errors from it.
ifeq ($(SANITIZE)$(findstring _FORTIFY_SOURCE,$(CC) $(CPPFLAGS) $(CFLAGS)),)
HARDENING += $(or $(call accepted,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3), \
	$(call accepted,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
endif
# Nothing unwinds the stack at run time; debuggers use the debug symbols.
UNWIND := $(if $(SANITIZE),,-fno-asynchronous-unwind-tables -fno-unwind-tables)
# the same binary in any folder
REPRODUCIBLE := "-ffile-prefix-map=$(CURDIR)=."
# Tables of jumps are larger than the comparisons that they replace.
BASE_CFLAGS := -std=gnu11 -fno-jump-tables -ffunction-sections -fdata-sections $(WARNINGS) $(HARDENING) $(UNWIND) $(REPRODUCIBLE) \
	$(if $(WERROR),-Werror)
BASE_CPPFLAGS := -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -Iinclude
# Bind at start (-z now): lazy binding would save registers, with pieces of a password, to the stack
# at a function's first call, and leave the table of functions writable.
# s390x's glibc lacks what -static-pie needs; i686's fails where it chooses memset() at start.
static_pie = $(shell echo 'char to[9]; int main(int n, char **from) { \
	return __builtin_strcpy(to, from[0]) == memset(to, n, strlen(from[0])); }' | \
	$(CC) -include string.h $(HARDENING) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -static-pie -o /dev/null \
	-x c - 2>/dev/null && echo -static-pie)
BASE_LDFLAGS := $(if $(STATIC),$(or $(static_pie),-static -no-pie),-pie) \
	-Wl,-z,relro,-z,now,-z,noseparate-code,--gc-sections

# The linker's option, if it knows it, or nothing; glibc before 2.36 does not know packed relocations.
linked = $(shell echo 'int main(void) { return 0; } _Static_assert(__GLIBC_PREREQ(2, 36), "old");' | \
	$(CC) -fPIE -pie -include features.h -Wl,--fatal-warnings,-z,$(1) -o /dev/null -x c - \
	2>/dev/null && echo -Wl,-z,$(1))
# Without the other one the loader looks for symbols that may be missing, and are.
BASE_LDFLAGS += $(call linked,pack-relative-relocs) $(call linked,nodynamic-undefined-weak)

ifneq ($(SANITIZE),)
BASE_CFLAGS += -g -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
BASE_LDFLAGS += -fsanitize=$(SANITIZE)
# The fake drive is loaded before the sanitizer's library. That library binds its symbols lazily
# unless LD_BIND_NOW is set, and would save vector registers, with a password in them, on a stack
# that has been wiped.
# The unit tests' process would keep 450 MB of freed memory, which each test's fork() and search for
# leaks goes through.
export ASAN_OPTIONS = verify_asan_link_order=0:quarantine_size_mb=4
export LD_BIND_NOW = 1
endif

ifneq ($(SMALL),)
# What is left out are rows and fields of tables, NOT_SMALL() and FULL(), and what HDPARM_SMALL
# changes; the linker drops what nothing refers to then.
BASE_CPPFLAGS += -DHDPARM_SMALL
BASE_CFLAGS += $(if $(SANITIZE),,$(shell \
	echo 'int main(void) { return 0; }' | $(CC) -flto=auto -fPIE -pie -Wl,--fatal-warnings \
	-o /dev/null -x c - 2>/dev/null && echo -flto=auto))
# -flto compiles at the link
BASE_LDFLAGS += $(filter -flto%,$(BASE_CFLAGS)) $(UNWIND) $(REPRODUCIBLE)
endif

# musl-gcc of Debian looks only into musl's folder, which has no headers of the kernel.
ifneq ($(filter-out help clean uninstall% deps% dist format,$(or $(MAKECMDGOALS),all)),)
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

# What `make check` runs, and the programs that it compiles for that; each part adds its own.
CHECKS :=
CHECKED =

.PHONY: all
all: $(PROGRAM) $(if $(filter build,$(BUILD)),hdparm) ## build ./hdparm

include contrib/paths.mk contrib/contrib.mk
-include $(wildcard tests/*.mk tests/*/*.mk)

hdparm: $(PROGRAM)
	$(Q)cp $< $@
	$(if $(STRIP),$(Q)$(STRIP) $@)

# of SMALL=1 as objects: an archive of -flto would need another ar
$(PROGRAM): $(BUILD)/src/main.o $(if $(SMALL),$(OBJECTS),$(LIBRARY))
	@echo "  LINK    $@"
	$(Q)$(CC) $(BASE_LDFLAGS) $(LDFLAGS) -o $@ $^

$(LIBRARY): $(OBJECTS)
	$(Q)rm -f $@ && $(AR) rcD $@ $^

$(BUILD)/%.o: %.c $(BUILD)/flags
	$(Q)mkdir -p $(@D)
	@echo "  CC      $<"
	$(Q)$(COMPILE) -c -o $@ $<

# Rebuild when the compiler or its flags change. The := is needed: a target's own variables are also
# valid for its prerequisites, such as this one.
FLAGS := $(FAST) $(COMPILE) $(BASE_LDFLAGS) $(LDFLAGS)
# `make install` without them installs what `make CC=... CFLAGS=...` built.
AS_BUILT := $(and $(MAKECMDGOALS),$(wildcard $(BUILD)/flags),$(if $(strip $(filter-out install% \
	uninstall%,$(MAKECMDGOALS)) $(foreach name,CC CFLAGS CPPFLAGS LDFLAGS STATIC SMALL SANITIZE, \
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

# What the parts need is built first, on all processors unless -j says how many.
check: ## unit tests, command-line cases and corpora: no root, no drive
	$(Q)$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),, \
		-j$(or $(shell nproc 2>/dev/null),2)) checked
	$(Q)sh tests/check.sh $@ "$(MAKE)" $(CHECKS)

check-all: ## what .ci/run leaves out, in parts (PARTS="prove-32 block"; root, downloads a gigabyte)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/checks/all.sh $(PARTS)

check-orders: ## stages in other orders and checks side by side count the same (root; half an hour)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/checks/orders.sh

# Texts, other people's machines and the same lines once more show a sanitizer nothing new.
SANITIZED = $(MAKE) BUILD=build/asan SANITIZE=address,undefined CFLAGS=-O1
SANITIZED_CHECKS := check-unit check-fuzz check-golden
asan: ## unit tests, fuzz corpora and the covering cases under AddressSanitizer and UndefinedBehaviorSanitizer
	$(Q)$(SANITIZED) --no-print-directory -j2 checked
	$(Q)sh tests/check.sh $@ "$(SANITIZED)" check-covering $(SANITIZED_CHECKS)

asan-all: ## the same with all cases, and with failing allocations and drives
	$(Q)$(SANITIZED) --no-print-directory -j2 checked
	$(Q)sh tests/check.sh $@ "$(SANITIZED)" check-cli check-alloc check-truth $(SANITIZED_CHECKS)

.PHONY: try deps deps-block deps-completion deps-fleet deps-vm deps-deb deps-rpm deps-prove install uninstall clean help FORCE
try: all $(SHIM) $(RUNNER) ## build it and watch it work: no root, no drive
	$(Q)sh tests/try.sh $(PROGRAM) $(SHIM) $(RUNNER)

deps: ## install what the tests and lint need (apt, dnf, apk or pacman)
	$(Q)sh tests/deps.sh check

deps-block: ## install the file systems of check-block and check-wiper
	$(Q)sh tests/deps.sh block

deps-completion: ## install the shells that check-completion needs: zsh, fish, bash-completion
	$(Q)sh tests/deps.sh completion

deps-fleet: ## install what check-fleet needs: ansible-core, jq; unpack promtool
	$(Q)sh tests/deps.sh fleet

deps-vm: ## install what the guests need: QEMU, what builds a kernel; 30 MB
	$(Q)sh tests/deps.sh vm

deps-deb: ## install what makes the Debian package and tests it: debhelper, lintian, debootstrap
	$(Q)sh tests/deps.sh deb

deps-rpm: ## install what builds and checks packages for rpm
	$(Q)sh tests/deps.sh rpm

deps-prove: ## install what `make prove` needs: Frama-C
	$(Q)sh tests/deps.sh prove

install: $(PROGRAM) ## install the binary and the man pages (DESTDIR, PREFIX, SBINDIR, MANDIR)
	$(INSTALL) -d $(DESTDIR)$(SBINDIR) $(DESTDIR)$(MANDIR)/man8 \
		$(DESTDIR)$(MANDIR)/man7 $(DESTDIR)$(MANDIR)/man5
	$(INSTALL) -m 755 $(PROGRAM) $(DESTDIR)$(SBINDIR)/hdparm
	$(if $(STRIPS),$(STRIPS) $(DESTDIR)$(SBINDIR)/hdparm $(call KEEPS,hdparm))
	$(INSTALL) -m 644 man/hdparm.8 $(DESTDIR)$(MANDIR)/man8/hdparm.8
	$(INSTALL) -m 644 man/hdparm-differences.7 $(DESTDIR)$(MANDIR)/man7/hdparm-differences.7
	$(INSTALL) -m 644 man/hdparm.conf.5 $(DESTDIR)$(MANDIR)/man5/hdparm.conf.5

uninstall: ## remove what install put there
	rm -f $(DESTDIR)$(SBINDIR)/hdparm $(DESTDIR)$(MANDIR)/man8/hdparm.8 \
		$(DESTDIR)$(MANDIR)/man7/hdparm-differences.7 \
		$(DESTDIR)$(MANDIR)/man5/hdparm.conf.5

clean: ## remove everything that was built
	rm -rf build hdparm

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z][a-z0-9-]*:.*## / { printf "  %-16s %s\n", $$1, $$2 }' \
		$(MAKEFILE_LIST) | sort

FORCE:
