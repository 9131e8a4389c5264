# SPDX-License-Identifier: GPL-2.0-or-later
# Completions, the files for boot, resume and hotplug, packages.

# the systems to install files for: systemd, one of sysv and openrc, pm-utils
INIT ?= systemd sysv
# whether to install the hook for Debian's initramfs-tools; empty means no
INITRAMFS ?= yes
# seconds after which the wait for a drive that hangs ends
LIMIT ?= 30
# seconds until a battery reports that it discharges after the mains have gone
SETTLE ?= 3

# The program generates its completions. If it is not for this machine, HOSTCC builds another program
# from the same sources for that.
HOSTCC ?= cc
HOSTAR ?= ar
machine = $(subst -pc-,-,$(shell $(1) -dumpmachine 2>/dev/null))
ifeq ($(filter-out $(call machine,$(CC)),$(call machine,$(HOSTCC))),)
GENERATOR := $(PROGRAM)
else
GENERATOR := $(BUILD)/native/hdparm
endif
COMPLETIONS ?= $(BUILD)/completions/hdparm $(BUILD)/completions/_hdparm \
	$(BUILD)/completions/hdparm.fish
GENERATE = sh contrib/completions/generate.sh $(GENERATOR)

$(BUILD)/native/hdparm: $(SOURCES) src/main.c $(wildcard include/*.h src/*/*.h)
	$(Q)$(MAKE) CC='$(HOSTCC)' AR='$(HOSTAR)' CFLAGS=-O0 CPPFLAGS= LDFLAGS= STATIC= WERROR= \
		BUILD='$(BUILD)/native' $@

all: $(COMPLETIONS)

$(COMPLETIONS): $(GENERATOR) $(wildcard contrib/completions/*)
$(BUILD)/completions/hdparm: GENERATED = bash
$(BUILD)/completions/_hdparm: GENERATED = zsh
$(BUILD)/completions/hdparm.fish: GENERATED = fish
$(COMPLETIONS):
	@mkdir -p $(@D)
	$(Q)$(GENERATE) $(GENERATED) >$@.new && mv $@.new $@

.PHONY: install-completions install-boot uninstall-boot
install: install-completions
install-completions: $(COMPLETIONS)
ifneq ($(COMPLETIONS),)
	$(INSTALL) -d $(DESTDIR)$(BASHCOMPDIR) $(DESTDIR)$(ZSHCOMPDIR) $(DESTDIR)$(FISHCOMPDIR)
	$(INSTALL) -m 644 $(BUILD)/completions/hdparm $(DESTDIR)$(BASHCOMPDIR)/hdparm
	$(INSTALL) -m 644 $(BUILD)/completions/_hdparm $(DESTDIR)$(ZSHCOMPDIR)/_hdparm
	$(INSTALL) -m 644 $(BUILD)/completions/hdparm.fish $(DESTDIR)$(FISHCOMPDIR)/hdparm.fish
endif

uninstall: uninstall-completions
uninstall-completions:
	rm -f $(DESTDIR)$(BASHCOMPDIR)/hdparm $(DESTDIR)$(ZSHCOMPDIR)/_hdparm \
		$(DESTDIR)$(FISHCOMPDIR)/hdparm.fish
.PHONY: uninstall-completions

# Install a file with its paths filled in: $(call boot_file,SOURCE,TARGET,MODE)
define boot_file
$(INSTALL) -d $(DESTDIR)$(dir $(2))
sed -e 's,@SBINDIR@,$(SBINDIR),g' -e 's,@LIBDIR@,$(LIBDIR),g' \
	-e 's,@LIMIT@,$(LIMIT),g' -e 's,@SETTLE@,$(SETTLE),g' -e 's,@UDEVRULESDIR@,$(UDEVRULESDIR),g' \
	-e 's,@TEXTFILEDIR@,$(TEXTFILEDIR),g' contrib/boot/$(1) >$(DESTDIR)$(2)
chmod $(3) $(DESTDIR)$(2)

endef

install-boot: #: files for boot, hotplug and resume (INIT, UDEVRULESDIR, ...; DESTDIR)
	$(call boot_file,apply,$(LIBDIR)/apply,755)
	$(call boot_file,85-hdparm.rules,$(UDEVRULESDIR)/85-hdparm.rules,644)
	$(if $(INITRAMFS),$(call boot_file,initramfs-hook,$(INITRAMFSDIR)/hdparm,755))
	$(if $(filter systemd,$(INIT)),$(call boot_file,hdparm.service,$(SYSTEMDUNITDIR)/hdparm.service,644))
	$(if $(filter systemd,$(INIT)),$(call boot_file,hdparm-erase.service,$(SYSTEMDUNITDIR)/hdparm-erase.service,644))
	$(if $(filter systemd,$(INIT)),$(call boot_file,hdparm-idle.service,$(SYSTEMDUNITDIR)/hdparm-idle.service,644))
	$(if $(filter systemd,$(INIT)),$(call boot_file,sleep,$(SYSTEMDSLEEPDIR)/hdparm,755))
	$(if $(filter sysv,$(INIT)),$(call boot_file,sysv,$(INITDIR)/hdparm,755))
	$(if $(filter sysv,$(INIT)),$(call boot_file,sysv-idle,$(INITDIR)/hdparm-idle,755))
	$(if $(filter openrc,$(INIT)),$(call boot_file,openrc,$(INITDIR)/hdparm,755))
	$(if $(filter openrc,$(INIT)),$(call boot_file,openrc-idle,$(INITDIR)/hdparm-idle,755))
	$(if $(filter openrc,$(INIT)),[ -e $(DESTDIR)$(CONFDDIR)/hdparm ] || \
		$(INSTALL) -D -m 644 contrib/boot/openrc.confd $(DESTDIR)$(CONFDDIR)/hdparm)
	$(if $(filter pm-utils,$(INIT)),$(call boot_file,pm-utils,$(PMUTILSDIR)/power.d/95hdparm-apm,755))
	$(if $(filter pm-utils,$(INIT)),$(INSTALL) -d $(DESTDIR)$(PMUTILSDIR)/sleep.d && \
		ln -sf ../power.d/95hdparm-apm $(DESTDIR)$(PMUTILSDIR)/sleep.d/95hdparm-apm)
	[ -e $(DESTDIR)$(SYSCONFDIR)/hdparm.conf ] || \
		$(INSTALL) -D -m 644 contrib/hdparm.conf $(DESTDIR)$(SYSCONFDIR)/hdparm.conf

uninstall-boot: #: remove what install-boot installed, except hdparm.conf and conf.d's file
	rm -f $(DESTDIR)$(LIBDIR)/apply $(DESTDIR)$(UDEVRULESDIR)/85-hdparm.rules \
		$(DESTDIR)$(INITRAMFSDIR)/hdparm $(DESTDIR)$(SYSTEMDUNITDIR)/hdparm.service \
		$(DESTDIR)$(SYSTEMDUNITDIR)/hdparm-erase.service \
		$(DESTDIR)$(SYSTEMDUNITDIR)/hdparm-idle.service $(DESTDIR)$(INITDIR)/hdparm-idle \
		$(DESTDIR)$(SYSTEMDSLEEPDIR)/hdparm $(DESTDIR)$(INITDIR)/hdparm \
		$(DESTDIR)$(PMUTILSDIR)/power.d/95hdparm-apm \
		$(DESTDIR)$(PMUTILSDIR)/sleep.d/95hdparm-apm
	-rmdir $(DESTDIR)$(LIBDIR)

# Metrics of all drives, for Prometheus; the timer must be enabled.
.PHONY: install-textfile uninstall-textfile
install-textfile: #: the script, service and timer for node_exporter's textfile collector (TEXTFILEDIR)
	$(call boot_file,../prometheus/hdparm-textfile,$(LIBDIR)/hdparm-textfile,755)
	$(call boot_file,../prometheus/hdparm-textfile.service,$(SYSTEMDUNITDIR)/hdparm-textfile.service,644)
	$(call boot_file,../prometheus/hdparm-textfile.timer,$(SYSTEMDUNITDIR)/hdparm-textfile.timer,644)

uninstall-textfile:
	rm -f $(DESTDIR)$(LIBDIR)/hdparm-textfile \
		$(DESTDIR)$(SYSTEMDUNITDIR)/hdparm-textfile.service \
		$(DESTDIR)$(SYSTEMDUNITDIR)/hdparm-textfile.timer
	-rmdir $(DESTDIR)$(LIBDIR)

# The packages of contrib have the wiper; `make install` does not install it.
.PHONY: install-wiper uninstall-wiper
install-wiper: #: the script that trims free blocks, as SBINDIR/hdparm-wiper (DESTDIR)
	$(INSTALL) -d $(DESTDIR)$(SBINDIR)
	$(INSTALL) -m 755 contrib/wiper $(DESTDIR)$(SBINDIR)/hdparm-wiper
	$(INSTALL) -d $(DESTDIR)$(MANDIR)/man8
	$(INSTALL) -m 644 man/hdparm-wiper.8 $(DESTDIR)$(MANDIR)/man8/hdparm-wiper.8

uninstall: uninstall-wiper
uninstall-wiper:
	rm -f $(DESTDIR)$(SBINDIR)/hdparm-wiper $(DESTDIR)$(MANDIR)/man8/hdparm-wiper.8

VERSION := $(shell sed -n 's/^\#define HDPARM_VERSION "\(.*\)"/\1/p' include/build.h)

# the publisher's data
PUBLISHER ?= contrib/publisher

.PHONY: dist deb
dist: ## build/hdparm-VERSION.tar.gz, the sources: the same bytes on every machine; build/packaging
	$(Q)PUBLISHER='$(PUBLISHER)' sh contrib/dist.sh $(VERSION) $(BUILD)/hdparm-$(VERSION).tar.gz

# dpkg-buildpackage's options
DEB_OPTIONS ?= -us -uc
DEB := $(BUILD)/deb
deb: dist ## build/deb/: Debian's source package and packages of it (deps-deb; DEB_OPTIONS)
	$(Q)rm -rf $(DEB) && mkdir $(DEB)
	$(Q)cp $(BUILD)/hdparm-$(VERSION).tar.gz $(DEB)/hdparm_$(VERSION).orig.tar.gz
	$(Q)umask 022 && tar -xzf $(DEB)/hdparm_$(VERSION).orig.tar.gz -C $(DEB) && \
		cd $(DEB)/hdparm-$(VERSION) && cp -R contrib/debian . && \
		env -u MAKEFLAGS -u MAKELEVEL -u BUILD dpkg-buildpackage $(DEB_OPTIONS)
	@ls $(DEB)/*_*
