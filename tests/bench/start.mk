# SPDX-License-Identifier: GPL-2.0-or-later
# The cost of a start beside 9.65's, and of many drives.

.PHONY: bench-start
bench-start: $(PROGRAM) #: processor time of a start, beside hdparm 9.65's
	$(Q)bash tests/bench/start.sh $(PROGRAM) $(HDPARM_ORACLE)

$(BUILD)/bench/calls.so: tests/bench/calls.c
	$(Q)mkdir -p $(@D)
	@echo "  LINK    $@"
	$(Q)$(CC) $(FAKE_CFLAGS) -D_GNU_SOURCE -fno-builtin -fPIC -fvisibility=hidden -shared -Wl,-z,now -o $@ $< -ldl

.PHONY: bench-list
bench-list: $(PROGRAM) $(RUNNER) $(SHIM) $(BUILD)/bench/calls.so #: system calls a drive of --list and --conf on 240 drives
	$(Q)sh tests/bench/list.sh $(PROGRAM) $(RUNNER) $(SHIM) $(BUILD)/bench/calls.so

bench: bench-start bench-list
