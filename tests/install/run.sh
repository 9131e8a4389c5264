#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The results of `make install` and `install-boot`, in scratch folders; the boot files with a
# replacement for the program, in a mount namespace (root). Usage: run.sh MAKE BUILD
set -u
make=$1 build=$2
# shellcheck source=tests/install/lib.sh
. "$(dirname "$0")/lib.sh"
trap 'rm -rf "$work"' EXIT
umask 022
holds() { # holds FILE PATTERN: a line of the file matches
	grep -q -e "$2" "$1"
}
lacks() {
	! grep -q -e "$2" "$1"
}

# --- install and uninstall
root=$work/root
places=(DESTDIR="$root" PREFIX=/usr/local USRMERGE=yes)
check "make install" "$make" -s BUILD="$build" "${places[@]}" install
check "make install-boot" "$make" -s BUILD="$build" "${places[@]}" INIT="systemd sysv" install-boot
for file in usr/local/sbin/hdparm usr/local/share/man/man8/hdparm.8 \
	usr/local/share/man/man7/hdparm-{differences,disks,json,power,security}.7 \
	usr/local/share/man/man5/hdparm.conf.5 usr/local/lib/hdparm/apply \
	usr/local/share/bash-completion/completions/hdparm \
	usr/local/share/zsh/site-functions/_hdparm \
	usr/local/share/fish/vendor_completions.d/hdparm.fish \
	usr/lib/udev/rules.d/85-hdparm.rules usr/lib/systemd/system/hdparm.service \
	usr/lib/systemd/system/hdparm-erase.service usr/lib/systemd/system/hdparm-idle.service \
	usr/lib/systemd/system-sleep/hdparm etc/init.d/hdparm etc/init.d/hdparm-idle etc/hdparm.conf \
	usr/share/initramfs-tools/hooks/hdparm; do
	check "installed: $file" test -s "$root/$file"
done
check "no path is left open" same "$(grep -rl '@[A-Z]*@' "$root" 2>/dev/null | grep -v /sbin/)" ""
check "the wiper is not among it" test ! -e "$root/usr/local/sbin/hdparm-wiper"
check "make install-wiper" "$make" -s BUILD="$build" "${places[@]}" install-wiper
check "an installed wiper runs" bash -c "'$root/usr/local/sbin/hdparm-wiper' --help | grep -q '^usage: '"
check "an installed program runs" "$root/usr/local/sbin/hdparm" -V
echo "# mine" >"$root/etc/hdparm.conf"
check "make install-boot again" "$make" -s BUILD="$build" "${places[@]}" install-boot
check "hdparm.conf is not overwritten" holds "$root/etc/hdparm.conf" "# mine"
check "make uninstall" "$make" -s BUILD="$build" "${places[@]}" uninstall uninstall-boot
check "nothing but hdparm.conf is left" same "$(cd "$root" && find . -type f)" "./etc/hdparm.conf"
check "openrc instead of sysv" "$make" -s BUILD="$build" DESTDIR="$work/openrc" INIT=openrc install-boot
check "openrc's script" holds "$work/openrc/etc/init.d/hdparm" openrc-run
check "openrc's service of idle_standby" holds "$work/openrc/etc/init.d/hdparm-idle" openrc-run
check "openrc's options" holds "$work/openrc/etc/conf.d/hdparm" '^#sda_args='
echo "# mine" >"$work/openrc/etc/conf.d/hdparm"
check "openrc once more" "$make" -s BUILD="$build" DESTDIR="$work/openrc" INIT="openrc pm-utils" install-boot
check "conf.d's file is not overwritten" same "$(cat "$work/openrc/etc/conf.d/hdparm")" "# mine"
for folder in power.d sleep.d; do
	check "pm-utils' $folder" test -x "$work/openrc/usr/lib/pm-utils/$folder/95hdparm-apm"
done
check "make uninstall-boot" "$make" -s BUILD="$build" DESTDIR="$work/openrc" uninstall-boot
check "nothing but files of the user is left" same "$(cd "$work/openrc" && find . -type f -o -type l | sort)" \
	"$(printf './etc/conf.d/hdparm\n./etc/hdparm.conf')"
check "the sample file has no error" "$build/hdparm" --conf=contrib/hdparm.conf --dry-run

# refused: a file that other users may write to is not used, and the message says so
refused() {
	local said
	said=$("$build/hdparm" --conf="$work/conf" --dry-run 2>&1)
	same "$? $said" \
		"1 hdparm: $work/conf: others than root can write it; try chown root, chmod go-w and setfacl -b"
}

# only root may write to a file that root acts on
for mode in 600 644 444 640; do
	install -m $mode contrib/hdparm.conf "$work/conf"
	check "root uses a file of mode $mode" "$build/hdparm" --conf="$work/conf" --dry-run
done
for mode in 666 646 622; do
	install -m $mode contrib/hdparm.conf "$work/conf"
	check "root refuses a file of mode $mode" refused
done
install -m 664 -g 1 contrib/hdparm.conf "$work/conf"
check "root refuses another group's" refused
install -m 644 -o 1 contrib/hdparm.conf "$work/conf"
check "root refuses another user's" refused

# list MODE TAG:PERMISSIONS:ID...: give the file this access control list (acl(5))
list() {
	local mode=$1
	shift
	install -m "$mode" contrib/hdparm.conf "$work/conf"
	python3 -c '
import os, struct, sys
rows = [map(int, entry.split(":")) for entry in sys.argv[2:]]
os.setxattr(sys.argv[1], "system.posix_acl_access",
            struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *row) for row in rows))' \
		"$work/conf" 1:6:-1 "$@" 32:4:-1
}
check "a list that lets a user read" list 644 2:4:65534 4:4:-1 16:4:-1
check "root uses that file" "$build/hdparm" --conf="$work/conf" --dry-run
check "a list that lets a user write" list 644 2:6:65534 4:4:-1 16:6:-1
check "root refuses that file" refused
check "a list that lets a group write" list 644 4:4:-1 8:6:65534 16:6:-1
check "root refuses that one, too" refused
check "a list whose mask lets nobody write" list 644 2:6:65534 4:4:-1 16:4:-1
check "root uses it" "$build/hdparm" --conf="$work/conf" --dry-run
check "a list whose mask alone could" list 644 2:4:65534 4:4:-1 16:6:-1
check "root refuses it: the list is not read" refused
rm "$work/conf"

# folder: the group root may have members
folder() {
	local said
	said=$("$build/hdparm" --conf="$work/team/conf" --dry-run 2>&1)
	same "$? $said" "1 hdparm: $work/team/conf: the group root can put another file in its place; try chmod g-w $work/team/"
}
mkdir -m 775 "$work/team"
install -m 644 contrib/hdparm.conf "$work/team/conf"
check "root refuses a folder that the group root may write" folder
chmod g-w "$work/team"
check "root uses the file after the advice" "$build/hdparm" --conf="$work/team/conf" --dry-run
rm -r "$work/team"

# --- the hook for initramfs-tools, with functions and a file of its own
cat >"$work/functions" <<END
copy_exec() { echo "exec \$1"; }
copy_file() { echo "\$1 \${3-\$2}"; [ "\$1" != config ] || { cp -p "\$2" "$work/image.conf"; }; }
END
# hook: run it on $work/conf as /etc/hdparm.conf; keep its copies and messages
hook() {
	rm -f "$work/image.conf"
	sed "s#/usr/share/initramfs-tools/hook-functions#$work/functions#; s#/etc/hdparm.conf#$work/conf#g
		s#@[A-Z]*@#/x#" contrib/boot/initramfs-hook >"$work/hook"
	sh "$work/hook" 2>&1
}
copied=$(printf 'exec /x/hdparm\nscript /x/apply\nrule /x/85-hdparm.rules')
check "the hook says what it needs" same "$(sh contrib/boot/initramfs-hook prereqs)" udev
check "the hook without a file" same "$(hook)" ""
printf '# security_pass = Geheim8 --security-unlock Geheim9\nquiet\n/dev/sda {\n\tapm = 1\n\tsecurity_password_file = /pw\n\tsecurity_unlock\n}\n' >"$work/conf"
check "the hook copies a file without passwords" same "$(hook)" "$(printf '%s\nconfig %s' "$copied" "$work/conf")"
check "no comment is copied" lacks "$work/image.conf" Geheim
check "as it is, but for comments" same "$(sed 1d "$work/image.conf")" "$(sed 1d "$work/conf")"
cat >"$work/conf" <<'END'
/dev/sda { apm = 127; security_unlock = Geheim1 }
/dev/sdb {
	security_pass=Geheim2 # once
	Security-Set-Pass = "Geheim }; Geheim3" spindown_time = 10
	"security_disable"='Geheim4;}'
	security_unlock = "Geheim5
	security_password = Geheim6
	#security_pass = Geheim7
	write_cache = off
}
END
hook >"$work/said"
check "it leaves passwords out" lacks "$work/image.conf" Geheim
check "and says so" holds "$work/said" '^W: hdparm: the passwords of .* are left out of the initramfs$'
check "the rest stays" same "$("$build/hdparm" --conf="$work/image.conf" --dry-run 2>&1 | grep -c 'unknown\|never')" 0
check "a block in one line" holds "$work/image.conf" '^/dev/sda { apm = 127; *}$'
check "a key behind a password" holds "$work/image.conf" '^	* spindown_time = 10$'
check "a key in the next line" holds "$work/image.conf" '^	write_cache = off$'
printf '# m\374ller Geheim1\n/dev/sda {\n\tsecurity_unlock = "g\344 Geheim2"\n\tsecurity_pass\f=\r\fGeheim3\n\tsecurity_disable=\344Geheim4\n}\n' >"$work/conf"
LC_ALL=C.UTF-8 hook >"$work/said"
check "it leaves out passwords in bytes that are no characters" lacks "$work/image.conf" Geheim
for line in '--security-unlock x' '--SECURITY-set-pass=x' '--secu"rity-erase" x' "--security-\\" ; do
	printf 'command_line {\n\thdparm %s\nunlock x /dev/sda\n}\n' "$line" >"$work/conf"
	hook >"$work/said"
	check "it copies no file with $line" test ! -e "$work/image.conf"
	check "and says so of $line" holds "$work/said" '^W: hdparm: a command line in .* left out of the initramfs$'
done
for line in 'security_pass = my Geheim1' 'security_pass = "my Geheim2' 'security_unlock "Geheim3"' \
	'security_unlock Geheim4' 'security_pass: Geheim5' 'security_disable = x /Geheim6'; do
	printf '/dev/sda {\n\t%s\n}\n' "$line" >"$work/conf"
	hook >"$work/said"
	check "it copies no file with $line" test ! -e "$work/image.conf"
	check "and says so of $line" holds "$work/said" '^W: hdparm: a line in .* left out of the initramfs$'
done
printf '/dev/sda {\n\tsecurity_pass = x # was Geheim1\n\tsecurity_unlock # Geheim2\n\tapm = 1 # low\n}\n' >"$work/conf"
hook >"$work/said"
check "no comment behind a password is copied" lacks "$work/image.conf" Geheim
check "other comments stay" holds "$work/image.conf" 'apm = 1 # low$'
printf 'command_line {\n\thdparm -W0 --security-freeze /dev/sda\n}\n' >"$work/conf"
check "it copies other command lines" same "$(hook)" "$(printf '%s\nconfig %s' "$copied" "$work/conf")"
rm "$work/conf"

# --- the boot files, with a stand-in that writes down how it was called
boot=$work/boot
mkdir -p "$boot"
cat >"$boot/hdparm" <<END
#!/bin/sh
echo "\$*" >>"$boot/calls"
case \$2 in
"\$SLOW") trap '' TERM; exec sleep 60 ;;
esac
exit \${STATUS:-0}
END
chmod 755 "$boot/hdparm"
check "install-boot for the stand-in" "$make" -s BUILD="$build" DESTDIR="$boot/root" SBINDIR="$boot" \
	USRMERGE= LIBDIR="$boot/root/lib/hdparm" LIMIT=2 SETTLE=1 INIT="systemd sysv pm-utils" install-boot
mv "$boot/root$boot/root/lib" "$boot/root/lib.real"
apply=$boot/root/lib.real/hdparm/apply
mkdir -p "$boot/root/lib/hdparm"
cp "$apply" "$boot/root/lib/hdparm/apply"
echo "quiet" >"$boot/conf"

# run CMDLINE CONF COMMAND...: with this kernel command line, and this /etc/hdparm.conf or none
run() {
	local cmdline=$1 conf=$2
	shift 2
	rm -f "$boot/calls"
	echo "$cmdline" >"$boot/cmdline"
	# shellcheck disable=SC2016 # the words are those of the inner shell
	unshare -m bash -c '
		mount --make-rprivate /
		mount --bind "$1" /proc/cmdline || exit 99
		mkdir -p "$3/etc"
		cp -a /etc/. "$3/etc"
		rm -f "$3/etc/hdparm.conf"
		[ -z "$2" ] || cp "$2" "$3/etc/hdparm.conf"
		mount --bind "$3/etc" /etc || exit 99
		mount -t tmpfs run /run || exit 99
		shift 3
		exec "$@"' run "$boot/cmdline" "$conf" "$boot" "$@"
}
calls() {
	sort "$boot/calls" 2>/dev/null
}
disks=$(for folder in /sys/block/*; do
	device=/dev/$(basename "$folder" | tr '!' /)
	[ ! -b "$device" ] || echo "--conf $device"
done | sort)
check "there is a disk to test with" test -n "$disks"
check "apply runs" run "root=/dev/sda1 quiet" "$boot/conf" "$apply"
check "apply asks for every disk, once" same "$(calls)" "$disks"
check "apply without a file" run "quiet" "" "$apply"
check "apply without a file calls nothing" same "$(calls)" ""
check "apply with nohdparm" run "quiet nohdparm ro" "$boot/conf" "$apply"
check "apply with nohdparm calls nothing" same "$(calls)" ""
check "apply with nohdparmx" run "quiet nohdparmx" "$boot/conf" "$apply"
check "another word is not nohdparm" same "$(calls)" "$disks"
STATUS=5 run quiet "$boot/conf" "$apply" >/dev/null 2>&1
check "apply gives the program's status" same $? 5
check "apply with one device" run quiet "$boot/conf" "$apply" /dev/null
check "asks for that one" same "$(calls)" "--conf /dev/null"
check "apply with a partition" run quiet "$boot/conf" "$apply" --new-partition /dev/null
check "asks for what names it" same "$(calls)" "--conf --new-partition /dev/null"

# slow SHELL PATH DEVICE...: a device that hangs, with this shell and these tools
slow() {
	local shell=$1 path=$2
	shift 2
	start=$SECONDS
	# shellcheck disable=SC2086 # "busybox sh"
	SLOW=$1 PATH=$path run quiet "$boot/conf" $shell "$apply" "$@" >"$work/slow" 2>&1
	status=$?
	took=$((SECONDS - start))
}
first=$(echo "$disks" | head -n 1)
# no timeout(1), as in small systems
mkdir -p "$boot/bin"
for tool in cat sleep mount cp rm mkdir unshare bash; do
	ln -sf "$(command -v $tool)" "$boot/bin/$tool"
done
for shell in "$(command -v dash)" "$(command -v bash)" "$(command -v busybox) sh"; do
	slow "$shell" "$boot/bin" "${first#--conf }" /dev/null
	check "$shell: a device that hangs is given up" test "$took" -lt 20
	check "$shell: and told by status" same "$status" 124
	check "$shell: and by name" holds "$work/slow" \
		"^hdparm: ${first#--conf }: not set within 2 seconds"
	check "$shell: the others are set" same "$(calls | tail -n 1)" "--conf /dev/null"
done
check "the sleep hook before a suspend" run quiet "$boot/conf" \
	"$boot/root/lib/systemd/system-sleep/hdparm" pre suspend
check "does nothing" same "$(calls)" ""
check "the sleep hook after it" run quiet "$boot/conf" \
	"$boot/root/lib/systemd/system-sleep/hdparm" post suspend
check "sets every disk" same "$(calls)" "$disks"
check "the rc script starts" run quiet "$boot/conf" "$boot/root/etc/init.d/hdparm" start
check "and sets every disk" same "$(calls)" "$disks"
check "the rc script stops" run quiet "$boot/conf" "$boot/root/etc/init.d/hdparm" stop
check "and does nothing" same "$(calls)" ""
run quiet "$boot/conf" "$boot/root/etc/init.d/hdparm" status >"$work/said"
check "the rc script's status" same $? 0
check "says that no process runs" holds "$work/said" "^hdparm: no process runs"
check "and asks no drive" same "$(calls)" ""

# --- the mains come or go
changes=${disks//--conf/--conf --power-change --if-awake}
hook=$boot/root/usr/lib/pm-utils/power.d/95hdparm-apm
check "a change of power, no key for it" run quiet "$boot/conf" "$apply" --power-change
check "calls nothing" same "$(calls)" ""
for line in '#apm_battery = 1' '	# see apm_battery'; do
	printf '/dev/sda {\n\tapm = 1\n%s\n}\n' "$line" >"$boot/mains"
	check "a change of power, $line" run quiet "$boot/mains" "$apply" --power-change
	check "calls nothing for $line" same "$(calls)" ""
done
for line in '/dev/sda { APM-Battery=1 }' '	apm_battery = 1' '/dev/disk/by-id/a#b { apm_battery = 1 }'; do
	echo "$line" >"$boot/mains"
	check "a change of power, $line" run quiet "$boot/mains" "$apply" --power-change
	check "asks for every disk, once, for $line" same "$(calls)" "$changes"
done
check "a change of power, nohdparm" run "quiet nohdparm" "$boot/mains" "$apply" --power-change
check "calls nothing then" same "$(calls)" ""
# shellcheck disable=SC2016 # the words are those of the inner shell
check "many changes at once" run quiet "$boot/mains" sh -c \
	'for i in 1 2 3 4 5 6 7 8; do "$1" --power-change & done; wait' many "$apply"
check "set every disk, once" same "$(calls)" "$changes"
# shellcheck disable=SC2016
check "a change while an earlier one is applied" run quiet "$boot/mains" sh -c \
	'"$1" --power-change & sleep 1.5; "$1" --power-change; wait' two "$apply"
check "is applied after it" same "$(calls)" "$(printf '%s\n%s' "$changes" "$changes" | sort)"
# a program that hangs must not stop later changes from being applied
SLOW=--power-change run quiet "$boot/mains" "$apply" --power-change /dev/null >"$work/slow" 2>&1
check "a drive that hangs is given up" same "$? $(cat "$work/slow")" \
	"124 hdparm: /dev/null: not set within 2 seconds"
for mode in true false; do
	check "pm-utils: power.d $mode" run quiet "$boot/mains" "$hook" $mode
	check "is a change of power: $mode" same "$(calls)" "$changes"
done
check "pm-utils: resume" run quiet "$boot/mains" "$hook" resume
check "sets every disk" same "$(calls)" "$disks"
check "pm-utils: suspend" run quiet "$boot/mains" "$hook" suspend
check "does nothing" same "$(calls)" ""

# --- OpenRC's script with /etc/conf.d/hdparm, on devices of its own
mkdir -p "$boot/dev"
for device in hda sda sda1 sdb sdc cdrom cdrom0; do
	mknod "$boot/dev/$device" b 7 200
done
# openrc CONF.D: print the script's calls
openrc() {
	rm -f "$boot/calls"
	{
		# shellcheck disable=SC2016 # variables of the script
		printf 'get_bootparam() { [ "$1" = "$BOOT" ]; }\nebegin() { :; }\newarn() { echo "$*"; }\n'
		# shellcheck disable=SC2016
		printf 'eend() { return $1; }\n%s\n' "$1"
		sed "s#@LIBDIR@/apply#echo apply >>$boot/calls#; s#@SBINDIR@#$boot#; s#/dev/#$boot/dev/#g" \
			contrib/boot/openrc
		echo start
	} >"$work/openrc.sh"
	sh "$work/openrc.sh" >"$work/said" 2>&1
	status=$?
	sed "s#$boot/dev/##" "$boot/calls"
}
check "OpenRC, no options" same "$(openrc '')" apply
check "OpenRC, options of a drive" same "$(openrc 'sda_args="-S 20"')" "$(printf 'apply\n-S 20 sda')"
check "OpenRC, options of all" same "$(openrc 'all_args=-W0 sdb_args="-A 1 -q -B254"')" \
	"$(printf 'apply\n-W0 hda\n-W0 sda\n-A 1 -q -B254 sdb\n-W0 sdc\n-W0 cdrom')"
check "OpenRC, options of a kind" same "$(openrc 'pata_all_args=-d1 sata_all_args="-W 1" sdc_args=-C')" \
	"$(printf 'apply\n-d1 hda\n-W 1 sda\n-W 1 sdb\n-C sdc')"
check "OpenRC, all and a kind" same "$(openrc 'all_args=-q pata_all_args=-d1' | sed -n 2p)" "-q -d1 hda"
check "OpenRC, a CD drive" same "$(openrc 'cdrom0_args="-E 16"')" "$(printf 'apply\n-E 16 cdrom0')"
STATUS=5 openrc 'sda_args=-C' >/dev/null
check "OpenRC: a drive that failed" same "$status" 1
BOOT=nohdparm openrc 'sda_args=-C' >/dev/null 2>&1
check "OpenRC: nohdparm" same "$status $(cat "$boot/calls" 2>/dev/null)" "0 "
check "OpenRC: nohdparm is reported" holds "$work/said" 'not set, as the kernel'

echo "$passed passed, $failed failed (install)"
[ "$failed" = 0 ]
