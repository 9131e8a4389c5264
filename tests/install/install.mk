# SPDX-License-Identifier: GPL-2.0-or-later
.PHONY: check-install check-dist check-deb check-packaging
# Debian releases, with other versions of tar and gzip
DIST_SUITES ?= trixie
check-install: all #: install, boot files and dist, in scratch folders (root, apt's archive)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/install/run.sh '$(MAKE)' $(BUILD)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/install/lines.sh '$(MAKE)' $(BUILD)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/install/dist.sh '$(MAKE)'
	$(Q)bash tests/install/mains.sh '$(MAKE)' $(BUILD)

check-dist: #: make dist here and in chroots of DIST_SUITES: the same bytes (root, deps-deb)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/install/dist.sh '$(MAKE)' $(CACHE) $(DIST_SUITES)

check-deb: #: make deb, lintian, and from Debian's hdparm and back in a chroot (root, deps-deb)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/install/deb.sh '$(MAKE)' $(BUILD) $(CACHE)
	$(Q)bash tests/install/system.sh $(BUILD)/deb/hdparm_*.deb

check-packaging: #: the packages of contrib/packaging: built, their files, rpmlint (root, deps-rpm)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/install/packaging.sh '$(MAKE)'
