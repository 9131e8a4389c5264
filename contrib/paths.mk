# SPDX-License-Identifier: GPL-2.0-or-later
# Where files are installed: the variables, and the other names by which build lines know them.

OUR_PATHS := DESTDIR PREFIX SBINDIR MANDIR DATADIR SYSCONFDIR LIBDIR INITDIR CONFDDIR PMUTILSDIR \
	INITRAMFSDIR UDEVRULESDIR SYSTEMDUNITDIR SYSTEMDSLEEPDIR BASHCOMPDIR ZSHCOMPDIR FISHCOMPDIR \
	TEXTFILEDIR
# NAME:OURS:BELOW: NAME on the command line gives OURS the value $(NAME)BELOW. OURS itself wins, then
# the first row that is given. hdparm 9.65's names first, then those of the GNU coding standards and
# of pkg-config files.
OTHER_NAMES := sbindir:SBINDIR: exec_prefix:SBINDIR:/sbin binprefix:SBINDIR:/sbin \
	mandir:MANDIR: manprefix:MANDIR:/share/man manprefix:DATADIR:/share \
	prefix:PREFIX: datarootdir:DATADIR: datadir:DATADIR: sysconfdir:SYSCONFDIR: \
	libdir:LIBDIR:/hdparm udevdir:UDEVRULESDIR:/rules.d udevrulesdir:UDEVRULESDIR: \
	systemdunitdir:SYSTEMDUNITDIR: systemdsystemunitdir:SYSTEMDUNITDIR: unitdir:SYSTEMDUNITDIR: \
	systemdsleepdir:SYSTEMDSLEEPDIR: initdir:INITDIR: completionsdir:BASHCOMPDIR: \
	bashcompdir:BASHCOMPDIR: zshcompdir:ZSHCOMPDIR: fishcompdir:FISHCOMPDIR:
# Nothing of ours belongs there. Build systems give all of these to every program, beside sbindir:
# then they are ignored. Given without it, they are meant to have an effect, and have none.
NO_PATHS := bindir docdir dvidir htmldir includedir infodir libexecdir localedir localstatedir \
	oldincludedir pdfdir psdir runstatedir sharedstatedir

row = $(subst :, ,$(1))
OTHER_PATHS := $(foreach r,$(OTHER_NAMES),$(firstword $(call row,$(r))))
given = $(if $(filter command,$(origin $(1))),$(1))
UNUSED_PATHS := AM_UPDATE_INFO_DIR $(if $(call given,sbindir),$(NO_PATHS))

# Ignored, such a name would put files into the wrong place.
UNKNOWN_PATHS := $(filter-out $(OUR_PATHS) $(OTHER_PATHS) $(UNUSED_PATHS),$(foreach name, \
	$(filter %dir %DIR %prefix %PREFIX,$(.VARIABLES)),$(call given,$(name))))
ifneq ($(UNKNOWN_PATHS),)
$(error $(firstword $(UNKNOWN_PATHS)) is no path of this makefile; it has $(OUR_PATHS) and, as other \
	names, $(sort $(OTHER_PATHS)))
endif

# Where /sbin is a link into /usr, nothing goes to /sbin and /lib by default; where /usr/sbin is one
# to bin, nothing goes to it. DESTDIR's folders tell, else this machine's. Set to nothing, it is no.
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

# A folder given whole is taken as it is.
define other_name
ifneq ($$(call given,$(1)),)
$(2) ?= $(if $(3),$$(call sbin,$$(patsubst %/,%,$$($(1)))$(3)),$$($(1)))
endif
endef
$(foreach r,$(OTHER_NAMES),$(eval $(call other_name,$(word 1,$(call row,$(r))),$(word \
	2,$(call row,$(r))),$(word 3,$(call row,$(r))))))

# A package's build line without a prefix means 9.65's places: /sbin and /usr.
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
# where node_exporter reads; as Debian has it
TEXTFILEDIR ?= /var/lib/prometheus/node-exporter
