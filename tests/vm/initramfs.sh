#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# initramfs.sh CACHE OURS OUTPUT [FILE=PLACE...]: pack the guest's root: busybox, both programs with
# their libraries, the modules of guest/modules with their dependencies, guest/ and sessions/. OURS
# is the program under test. A folder with place "." becomes part of the root.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cache=$(cd "$1" && pwd)
ours=$2
output=$3
shift 3
root=$(mktemp -d)
chmod 755 "$root" # the guest's /, for its unprivileged user too
trap 'rm -rf "$root"' EXIT
trap 'exit 130' INT TERM HUP
unpacked=$cache/root
busybox=$unpacked/bin/busybox

mkdir -p "$root/bin" "$root/sbin" "$root/old" "$root/new" "$root/vm" "$root/dev" "$root/proc" \
	"$root/sys" "$root/tmp" "$root/etc" "$root/run" "$root/mnt" "$root/usr" "$root/root"
cp "$busybox" "$root/bin/busybox"
for applet in $("$busybox" --list); do
	[ "$applet" = busybox ] || ln -s busybox "$root/bin/$applet"
done
cp "$unpacked/sbin/hdparm" "$root/old/hdparm"
cp "$ours" "$root/new/hdparm"
cp "$unpacked/sbin/mdadm" "$unpacked/sbin/dmsetup" "$root/sbin/"
for pair; do
	if [ "${pair#*=}" = . ]; then
		cp -a "${pair%%=*}/." "$root/"
		continue
	fi
	mkdir -p "$root/$(dirname "${pair#*=}")"
	cp -R "${pair%%=*}" "$root/${pair#*=}"
done

# Libraries: libc of this machine (ours was linked with it, and newer ones run older programs), the
# others from the packages.
mkdir -p "$root/lib64" "$root/lib/x86_64-linux-gnu"
LD_LIBRARY_PATH=$unpacked/lib/x86_64-linux-gnu:$unpacked/usr/lib/x86_64-linux-gnu
export LD_LIBRARY_PATH
for program in "$root/old/hdparm" "$root/new/hdparm" "$root/sbin/mdadm" "$root/sbin/dmsetup"; do
	ldd "$program" 2>/dev/null | sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p; s/^[[:space:]]*\(\/[^ ]*\) (.*/\1/p'
done | sort -u | while read -r library; do
	case $library in
	*/ld-linux*) cp -L "$library" "$root/lib64/" ;;
	*) cp -L "$library" "$root/lib/x86_64-linux-gnu/" ;;
	esac
done
unset LD_LIBRARY_PATH

# Modules: the named ones, those of the machine in MODULES, and their dependencies in modules.dep.
modules=$(echo "$unpacked"/lib/modules/*)
version=${modules##*/}
mkdir -p "$root/lib/modules/$version"
{ grep -v '^#' "$here/guest/modules"; echo "${MODULES:-}"; } | tr ' ' '\n' | awk -v dep="$modules/modules.dep" '
	BEGIN {
		while ((getline line <dep) > 0) {
			split(line, part, ":")
			name = part[1]
			gsub(/.*\/|\.ko$/, "", name)
			gsub(/-/, "_", name)
			path[name] = part[1]
			needs[name] = part[2]
		}
	}
	/./ {
		gsub(/-/, "_")
		if (!($0 in path)) {
			print "initramfs.sh: no module " $0 >"/dev/stderr"
			exit 1
		}
		print path[$0]
		n = split(needs[$0], more, " ")
		for (i = 1; i <= n; i++)
			print more[i]
	}' | sort -u | while read -r module; do
	mkdir -p "$root/lib/modules/$version/$(dirname "$module")"
	cp "$modules/$module" "$root/lib/modules/$version/$module"
done
cp "$modules"/modules.builtin "$modules"/modules.order "$root/lib/modules/$version/"
"$busybox" depmod -b "$root" "$version"

cp -R "$here/guest/." "$here/sessions" "$root/vm/"
ln -s vm/init "$root/init"
printf 'root:x:0:0:root:/:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n' >"$root/etc/passwd"
printf 'root:x:0:\nnogroup:x:65534:\n' >"$root/etc/group"
(cd "$root" && find . | "$busybox" cpio -o -H newc 2>/dev/null) >"$output.new"
mv "$output.new" "$output"
