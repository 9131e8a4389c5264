# SPDX-License-Identifier: GPL-2.0-or-later
# Rules of the tree, each checked by a program. A missing tool is a failure: `make deps` installs
# all.

LINT_C := $(wildcard include/*.h src/*.c src/*/*.[ch] tests/*/*.[ch] tests/*/*/*.[ch])
LINT_SH := $(wildcard tests/*/*.sh tests/*/*/*.sh tests/*.sh .ci/run contrib/*.sh contrib/*/*.sh) \
	contrib/wiper contrib/prometheus/hdparm-textfile $(addprefix contrib/boot/,apply sleep sysv sysv-idle openrc openrc-idle initramfs-hook pm-utils) \
	$(addprefix contrib/debian/,hdparm.preinst hdparm.postinst hdparm.prerm hdparm.postrm tests/smoke) \
	tests/vm/guest/init tests/vm/guest/debian.count
LINT_PY := $(wildcard tests/*/*.py tests/*/*/*/*.py contrib/ansible/plugins/*/*.py)
LINTS := lint-headers lint-layers lint-words lint-homes lint-rows lint-cdb lint-columns lint-objects \
	lint-circles lint-hardening lint-clang lint-format lint-cppcheck lint-shell lint-python \
	lint-mandoc

.PHONY: lint format $(LINTS)
lint: $(LINTS) ## the tree's own rules, cppcheck, shellcheck, formatting, man page
	@echo "lint: $(words $(LINTS)) passed, 0 failed"

# fail with the name of a missing tool
needs = $(Q)command -v $(1) >/dev/null || { echo "$@: needs $(1) (make deps)"; exit 1; }

lint-headers lint-layers lint-words lint-homes lint-rows lint-cdb lint-columns:
	$(Q)sh tests/lint/$(@:lint-%=%).sh

lint-objects: $(PROGRAM)
	$(Q)sh tests/lint/objects.sh $(OBJECTS) $(BUILD)/src/main.o

lint-circles: $(PROGRAM)
	$(Q)sh tests/lint/circles.sh $(OBJECTS)

lint-hardening: $(PROGRAM)
	$(Q)sh tests/lint/hardening.sh $(PROGRAM) '$(MAKE)'

# faults for which gcc has no warning
lint-clang:
	$(call needs,clang)
	$(Q)clang $(BASE_CPPFLAGS) -std=gnu11 $(WARNINGS) -Werror -fsyntax-only $(SOURCES) src/main.c

lint-format:
	$(call needs,clang-format)
	$(Q)clang-format --dry-run -Werror $(LINT_C)

lint-cppcheck:
	$(call needs,cppcheck)
	$(Q)cppcheck --quiet --error-exitcode=1 --std=c11 --inline-suppr -Iinclude -D__linux__ \
		--enable=warning,portability,performance --suppress=missingIncludeSystem \
		--suppress=normalCheckLevelMaxBranches \
		--library=posix src

lint-shell:
	$(call needs,shellcheck)
	$(Q)shellcheck $(LINT_SH)

PYFLAKES = $(shell command -v pyflakes3 || echo pyflakes)
lint-python:
	$(call needs,$(PYFLAKES))
	$(Q)$(PYFLAKES) $(LINT_PY)

format: ## format every C file as .clang-format says
	$(call needs,clang-format)
	$(Q)clang-format -i $(LINT_C)

# Pages that are referred to need not be installed here. NetBSD's rule for its own pages does not
# apply: Os names the program's version, where formatters put the system's name.
lint-mandoc:
	$(call needs,mandoc)
	$(Q)mandoc -Tlint man/*.[1-9] 2>&1 | grep -v -e 'referenced manual not found' \
		-e 'outdated mandoc.db' -e 'operating system explicitly specified' | { ! grep .; }

.PHONY: check-man
check-man: $(PROGRAM) fake #: the man pages against the program and the list of differences
	$(Q)sh tests/lint/man.sh $(PROGRAM) $(RUNNER) $(SHIM)

CHECKS += check-man
