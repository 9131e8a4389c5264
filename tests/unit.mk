# SPDX-License-Identifier: GPL-2.0-or-later
# Unit tests on `check`: one tests/unit/*/check_NAME.c per subject, each with NAME_suite().

UNIT_SOURCES := $(wildcard tests/unit/*/check_*.c)
UNIT_NAMES := $(UNIT_SOURCES:%.c=%)
UNIT_NAMES := $(patsubst check_%,%,$(notdir $(UNIT_NAMES)))
UNIT_OBJECTS := $(UNIT_SOURCES:%.c=$(BUILD)/%.o) \
	$(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/unit/lib/*.c tests/unit/*.c tests/lib/*.c)) \
	$(BUILD)/tests/unit/suites.o

CHECKS += check-unit
CHECKED += $(BUILD)/unit

# The tests include the private headers of every layer. Suites have no header: their list is
# generated; check's macros do not compile with -Wconversion.
$(BUILD)/tests/unit/%.o: BASE_CPPFLAGS += -Isrc -Itests -Itests/unit/lib
$(BUILD)/tests/unit/%.o: BASE_CFLAGS := $(filter-out -Wconversion -Wformat=2 -Wmissing-prototypes,$(BASE_CFLAGS))

# The list of suites comes from the file names, so that none is forgotten.
$(BUILD)/tests/unit/suites.c: $(UNIT_SOURCES) tests/unit.mk
	$(Q)mkdir -p $(@D)
	$(Q){ echo '#include "suites.h"'; \
	for name in $(UNIT_NAMES); do echo "Suite *$${name}_suite(void);"; done; \
	echo 'Suite *(*const suites[])(void) = {'; \
	for name in $(UNIT_NAMES); do echo "	$${name}_suite,"; done; \
	echo '	NULL'; echo '};'; } >$@

$(BUILD)/tests/unit/suites.o: $(BUILD)/tests/unit/suites.c
	$(Q)$(COMPILE) -c -o $@ $<

# The fake drives and their kernel, without the shim.
UNIT_FAKE := $(patsubst %.c,$(BUILD)/unit-%.o,$(filter-out tests/fake/preload.c tests/fake/wrap%.c, \
	$(wildcard tests/fake/*.c)))
$(BUILD)/unit-tests/fake/%.o: tests/fake/%.c $(BUILD)/flags
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -D_GNU_SOURCE -Itests/fake -std=gnu11 -O1 -g -MMD -MP $(if $(SANITIZE), \
		-fsanitize=$(SANITIZE) -fno-omit-frame-pointer) -c -o $@ $<

$(BUILD)/unit: $(UNIT_OBJECTS) $(UNIT_FAKE) $(LIBRARY)
	@echo "  LINK    $@"
	$(Q)$(CC) $(BASE_LDFLAGS) $(LDFLAGS) -o $@ $^ -lcheck -lsubunit -lm -lrt -lpthread

.PHONY: check-unit
check-unit: $(BUILD)/unit #: unit tests only
	$(Q)export CK_TIMEOUT_MULTIPLIER=8; \
	$(if $(SANITIZE),exec sh tests/unit/suites.sh '$(UNIT_NAMES)' $(BUILD)/unit;) \
	$(BUILD)/unit 1/2 & first=$$!; $(BUILD)/unit 2/2; second=$$?; \
	wait $$first && exit $$second

-include $(UNIT_OBJECTS:.o=.d) $(UNIT_FAKE:.o=.d)
