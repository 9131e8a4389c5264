# SPDX-License-Identifier: GPL-2.0-or-later
# Where files are installed: the variables, and other names for them in build commands.

OUR_PATHS := DESTDIR PREFIX SBINDIR MANDIR DATADIR SYSCONFDIR LIBDIR INITDIR CONFDDIR PMUTILSDIR \
	INITRAMFSDIR UDEVRULESDIR SYSTEMDUNITDIR SYSTEMDSLEEPDIR BASHCOMPDIR ZSHCOMPDIR FISHCOMPDIR \
	TEXTFILEDIR
# NAME:OURS:BELOW: NAME on the command line sets OURS to $(NAME)BELOW. OURS on the command line wins,
# then the first row. First hdparm 9.65's names, then those of the GNU coding standards and of
# pkg-config files.
OTHER_NAMES := sbindir:SBINDIR: exec_prefix:SBINDIR:/sbin binprefix:SBINDIR:/sbin \
	mandir:MANDIR: manprefix:MANDIR:/share/man manprefix:DATADIR:/share \
	prefix:PREFIX: datarootdir:DATADIR: datadir:DATADIR: sysconfdir:SYSCONFDIR: \
	libdir:LIBDIR:/hdparm udevdir:UDEVRULESDIR:/rules.d udevrulesdir:UDEVRULESDIR: \
	systemdunitdir:SYSTEMDUNITDIR: systemdsystemunitdir:SYSTEMDUNITDIR: unitdir:SYSTEMDUNITDIR: \
	systemdsleepdir:SYSTEMDSLEEPDIR: initdir:INITDIR: completionsdir:BASHCOMPDIR: \
	bashcompdir:BASHCOMPDIR: zshcompdir:ZSHCOMPDIR: fishcompdir:FISHCOMPDIR:
# We install nothing there. Build systems pass all these names with sbindir to every program: with
# sbindir they are ignored, without it they are an error.
NO_PATHS := bindir docdir dvidir htmldir includedir infodir libexecdir localedir localstatedir \
	oldincludedir pdfdir psdir runstatedir sharedstatedir

row = $(subst :, ,$(1))
OTHER_PATHS := $(foreach r,$(OTHER_NAMES),$(firstword $(call row,$(r))))
given = $(if $(filter command,$(origin $(1))),$(1))
UNUSED_PATHS := AM_UPDATE_INFO_DIR $(if $(call given,sbindir),$(NO_PATHS))

# If an unknown name were ignored, files would go to the wrong place.
UNKNOWN_PATHS := $(filter-out $(OUR_PATHS) $(OTHER_PATHS) $(UNUSED_PATHS),$(foreach name, \
	$(filter %dir %DIR %prefix %PREFIX,$(.VARIABLES)),$(call given,$(name))))
ifneq ($(UNKNOWN_PATHS),)
$(error $(firstword $(UNKNOWN_PATHS)) is no path of this makefile; it has $(OUR_PATHS) and, as other \
	names, $(sort $(OTHER_PATHS)))
endif

# If /sbin is a link into /usr, nothing goes to /sbin and /lib by default; if /usr/sbin is a link to
# bin, nothing goes to /usr/sbin. The folders below DESTDIR decide, or else this machine's. An empty
# USRMERGE or SBINMERGE means no.
link = $(shell test -L '$(if $(wildcard $(DESTDIR)$(1)),$(DESTDIR))$(1)' && echo yes)
ifeq ($(origin USRMERGE),undefined)
USRMERGE := $(call link,/sbin)
endif
ifeq ($(origin SBINMERGE),undefined)
SBINMERGE := $(call link,/usr/sbin)
endif
SYSTEM_LIB := $(if $(USRMERGE),/usr)/lib
sbin = $(patsubst /usr/sbin,/usr/$(if $(SBINMERGE),bin,sbin),$(patsubst /sbin,$(if \
	$(USRMERGE),/usr)/sbin,$(1)))

# A folder that is given without BELOW is not changed.
define other_name
ifneq ($$(call given,$(1)),)
$(2) ?= $(if $(3),$$(call sbin,$$(patsubst %/,%,$$($(1)))$(3)),$$($(1)))
endif
endef
$(foreach r,$(OTHER_NAMES),$(eval $(call other_name,$(word 1,$(call row,$(r))),$(word \
	2,$(call row,$(r))),$(word 3,$(call row,$(r))))))

# A package's build command without a prefix means 9.65's folders: /sbin and /usr.
ifeq ($(origin PREFIX),undefined)
ifneq ($(strip $(DESTDIR) $(foreach name,sbindir exec_prefix binprefix mandir manprefix,$(call \
	given,$(name)))),)
PREFIX := /usr
SBINDIR ?= $(call sbin,/sbin)
endif
endif

PREFIX ?= /usr/local
SBINDIR ?= $(call sbin,$(PREFIX)/sbin)
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
LIBDIR ?= $(PREFIX)/lib/hdparm
SYSCONFDIR ?= /etc
INITDIR ?= $(SYSCONFDIR)/init.d
CONFDDIR ?= $(SYSCONFDIR)/conf.d
PMUTILSDIR ?= /usr/lib/pm-utils
INITRAMFSDIR ?= /usr/share/initramfs-tools/hooks
UDEVRULESDIR ?= $(SYSTEM_LIB)/udev/rules.d
SYSTEMDUNITDIR ?= $(SYSTEM_LIB)/systemd/system
SYSTEMDSLEEPDIR ?= $(SYSTEM_LIB)/systemd/system-sleep
BASHCOMPDIR ?= $(DATADIR)/bash-completion/completions
ZSHCOMPDIR ?= $(DATADIR)/zsh/site-functions
FISHCOMPDIR ?= $(DATADIR)/fish/vendor_completions.d
# Debian's folder of node_exporter's textfile collector
TEXTFILEDIR ?= /var/lib/prometheus/node-exporter
