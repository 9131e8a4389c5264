# SPDX-License-Identifier: GPL-2.0-or-later
.PHONY: check-block check-wiper
check-block: $(PROGRAM) $(RUNNER) $(SHIM) #: real loop and zram devices against blockdev, sysfs and dd; a hostile user (root)
	$(Q)bash tests/block/run.sh $(PROGRAM)
	$(Q)bash tests/block/timing.sh $(PROGRAM)
	$(Q)bash tests/block/inuse.sh $(PROGRAM)
	$(Q)bash tests/block/files.sh $(PROGRAM)
	$(Q)bash tests/block/whose.sh $(PROGRAM)
	$(Q)bash tests/block/attack.sh $(PROGRAM) $(RUNNER) $(SHIM)

check-wiper: $(PROGRAM) $(RUNNER) $(SHIM) #: contrib/wiper on file systems on loop devices: is every file whole afterwards? (root)
	$(Q)bash tests/block/wiper.sh $(PROGRAM) $(RUNNER) $(SHIM)
