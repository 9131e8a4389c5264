# SPDX-License-Identifier: GPL-2.0-or-later
# Checks with one script each.

# The cases' commands with --json: python3-jsonschema. ALL=1: all cases.
check-json: $(PROGRAM) $(SHIM) $(RUNNER) #: the cases' commands with --json, against the schema (ALL=1: of all cases)
	$(Q)sh tests/checks/json.sh $(PROGRAM) $(SHIM) $(RUNNER) contrib/hdparm.schema.json $(SOME_CASES)

# The schema's part for settings, from the table of settings.
$(BUILD)/tests/checks/schema: tests/checks/schema.c $(LIBRARY)
	$(Q)mkdir -p $(@D)
	$(Q)$(COMPILE) -Isrc $(LDFLAGS) -o $@ $^

check-schema: $(BUILD)/tests/checks/schema #: the schema has every setting of the table (UPDATE=1 adds what it lacks)
	$(Q)$< | python3 tests/checks/schema.py contrib/hdparm.schema.json $(if $(UPDATE),update)

check-options: $(PROGRAM) #: each option and key of hdparm.conf has a case and, if 9.65 lacks it, a line of NEWS
	$(Q)sh tests/checks/options.sh $(PROGRAM) $(CLI_CASES)

check-dryrun: $(PROGRAM) $(SHIM) $(RUNNER) #: every option and the cases with --dry-run: no change may happen (ALL=1: all cases)
	$(Q)sh tests/checks/dryrun.sh $(PROGRAM) $(SHIM) $(RUNNER) $(SOME_CASES)

check-record: $(PROGRAM) $(SHIM) $(RUNNER) #: every kind of call recorded and replayed: the same output, and no secret in it
	$(Q)sh tests/checks/record.sh $(PROGRAM) $(SHIM) $(RUNNER) $(CLI_CASES)

check-recipe: $(SHIM) $(RUNNER) #: three recipes of src/README in a copy of the tree: do the checks name each forgotten step?
	$(Q)sh tests/checks/recipe.sh $(SHIM) $(RUNNER) '$(MAKE)'

check-machines: $(PROGRAM) $(SHIM) $(RUNNER) #: the cases see nothing of the machine: the same on four (root, or a kernel that lets users)
	$(Q)sh tests/checks/machines.sh $(RUNNER) $(PROGRAM) $(SHIM) \
		$(patsubst %,tests/cli/%.case,machine files place)

# The manual's table DISKS WITHOUT ATA COMMANDS, from the program's messages on each kind.
check-languages: $(SHIM) $(RUNNER) $(PROGRAM) #: which kind of disk answers which option, as in the man page (UPDATE=1 rewrites it)
	$(Q)python3 tests/checks/languages.py $(if $(UPDATE),update,check) $(PROGRAM) $(RUNNER) $(SHIM)

$(BUILD)/tests/checks/keys: tests/checks/keys.c $(LIBRARY)
	$(Q)mkdir -p $(@D)
	$(Q)$(COMPILE) -Isrc $(LDFLAGS) -o $@ $^

check-lacks: $(SHIM) $(RUNNER) $(PROGRAM) $(BUILD)/tests/checks/keys #: every key of hdparm.conf on every kind of disk: what a disk lacks is left out
	$(Q)$(BUILD)/tests/checks/keys | python3 tests/checks/lacks.py $(PROGRAM) $(RUNNER) $(SHIM)

check-saved: $(SHIM) $(RUNNER) $(PROGRAM) #: what --save-conf prints, on the cases' worlds: --conf --check finds it the same (ALL=1: all)
	$(Q)python3 tests/checks/saved.py $(PROGRAM) $(RUNNER) $(SHIM) $(SOME_CASES)

check-doors: $(SHIM) $(RUNNER) $(PROGRAM) $(BUILD)/tests/checks/keys #: a setting does and says the same by option, --conf and --check (some worlds, and one of 80 parts of the rest; SEED=N; ALL=1: all)
	$(Q)$(BUILD)/tests/checks/keys | python3 tests/checks/doors.py $(PROGRAM) $(RUNNER) $(SHIM) \
		$(if $(ALL),0 1,$(or $(SEED),0) 80)

CHECKS += check-options check-schema check-json check-dryrun check-record check-recipe check-machines check-languages \
	check-saved check-lacks check-doors
CHECKED += $(BUILD)/tests/checks/schema $(BUILD)/tests/checks/keys

# No drive is left locked: every command of each story fails in every way.
STRANDED := $(FAKE_DIR)/stranded
$(STRANDED): $(FAKE_DIR)/shim/checks/stranded.o \
		$(patsubst tests/%.c,$(FAKE_DIR)/shim/%.o,$(filter-out tests/cli/runner.c,$(FAKE_RUNNER)))
	@echo "  LINK    $@"
	$(Q)$(CC) -o $@ $^

check-stranded: $(SHIM) $(STRANDED) $(PROGRAM) #: a fault at every command of an erase: can the owner recover the drive?
	$(Q)$(STRANDED) -b $(PROGRAM) -s $(SHIM) tests/cli

compat-conf: $(PROGRAM) $(SHIM) $(RUNNER) #: --conf beside Debian's hdparm_options
	$(Q)bash tests/checks/conf-debian.sh $(PROGRAM) $(SHIM) $(RUNNER) \
		$(dir $(HDPARM_ORACLE))../lib/hdparm/hdparm-functions

check-conf-cost: $(PROGRAM) #: 10,000 blocks: well under a second, linear
	$(Q)sh tests/checks/conf-cost.sh $(PROGRAM)

check-completion: all #: completions in bash, zsh and fish under a terminal (deps-completion)
	$(Q)sh tests/checks/completion.sh $(PROGRAM)
	$(Q)python3 tests/checks/completion.py $(PROGRAM) $(BUILD)/completions

deps-platforms: #: install what check-platforms needs: cross compilers, musl, qemu-user (apt)
	$(Q)sh tests/deps.sh platforms

# PLATFORMS=NAME...: only these
check-platforms: #: builds for other processors and C libraries, and the cases there (deps-platforms)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/checks/platforms.sh '$(MAKE)' $(BUILD) $(PLATFORMS)

check-place: #: README's commands below /var, in a path with a blank, as a user, from the archive (root)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/checks/place.sh '$(MAKE)' $(BUILD)

SUITE ?= trixie
check-fresh: #: README's commands and the package on a bare Debian 13, from HEAD (SUITE=sid; root, deps-deb)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/checks/fresh.sh $(CACHE) $(SUITE)

.PHONY: check-options check-json check-schema check-dryrun check-record check-recipe check-machines \
	check-languages check-saved check-lacks check-doors check-stranded compat-conf check-conf-cost check-completion \
	deps-platforms check-platforms check-place check-fresh
