#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Run contrib/wiper on real file systems on loop devices. A folder replaces /sys and shows them as
# disks; a program replaces hdparm and overwrites the sectors that it should trim: the file system
# and all files must be intact afterwards. Usage: wiper.sh HDPARM RUNNER SHIM. Ends with "N passed,
# N failed"; 77 means not root.
# shellcheck disable=SC2016 # the expressions are of sed
set -u
program=$(realpath "$1") runner=$(realpath "$2") shim=$(realpath "$3")
# shellcheck source=tests/block/lib.sh
. "$(dirname "$0")/lib.sh"
needs losetup blockdev mkfs.ext4 mkfs.xfs mkfs.btrfs xfs_db e2fsck dumpe2fs debugfs python3 addpart delpart flock
export LC_ALL=C
work=$(mktemp -d)
mnt=$work/mnt
mkdir -p "$work"/{mnt,dev,sys/dev/block,sys/devices,bin}

cleanup() {
	! mountpoint -q "$mnt" || umount "$mnt"
	free_disk
	rm -rf "$work"
}
trap cleanup EXIT
sed "s#/sys/dev#$work/sys/dev#; s#disk=/dev/#disk=$work/dev/#" contrib/wiper >"$work/wiper"

# The drive: FAKE_SHIFT moves its sectors, FAKE_DURING is a command to run before the trim.
cat >"$work/bin/hdparm" <<END
#!/usr/bin/env python3
import os, subprocess, sys
work = "$work"
END
cat >>"$work/bin/hdparm" <<'END'
disk = os.path.basename(sys.argv[-1])
image = open(f"{work}/dev/{disk}.image").read()
sector = int(open(f"{work}/sys/devices/{disk}/queue/logical_block_size").read())
shift = int(os.environ.get("FAKE_SHIFT", "0"))
if sys.argv[1] == "-I":
    sectors = os.stat(image).st_size // sector
    print("\tLBA    user addressable sectors:   1\n\tLBA48  user addressable sectors:%12d" % sectors)
    print("\tLogical  Sector size:                  %4d bytes" % sector)
    print("\t   *\tData Set Management TRIM supported (limit 8 blocks)")
elif sys.argv[1] == "--read-sector":
    with open(image, "rb") as file:
        file.seek((int(sys.argv[2]) + shift) * sector)
        text = file.read(sector).hex()
    print(f"\n{sys.argv[-1]}:\nreading sector {sys.argv[2]}: succeeded")
    for at in range(0, len(text), 32):
        print(" ".join(text[i:i + 4] for i in range(at, at + 32, 4)))
elif sys.argv[1:3] == ["--please-destroy-my-drive", "--trim-sector-ranges-stdin"]:
    if "FAKE_DURING" in os.environ:
        subprocess.run(os.environ["FAKE_DURING"], shell=True, stdout=open(f"{work}/during", "w"),
                       stderr=subprocess.STDOUT, close_fds=False)
    with open(image, "r+b") as file, open(f"{work}/trimmed", "w") as log:
        for word in sys.stdin.read().split():
            lba, count = map(int, word.split(":"))
            assert 0 < count < 65536
            print(lba, count, file=log)
            file.seek((lba + shift) * sector)
            file.write(b"\xff" * (count * sector))
    sys.exit(int(os.environ.get("FAKE_STATUS", "0")))
else:
    sys.exit("fake hdparm: " + " ".join(sys.argv[1:]))
END
chmod 755 "$work/bin/hdparm"

# shown NAME LOOP: show the loop device, and its partition if it has one, as a disk with a node
shown() {
	local sys=$work/sys/devices/$1 real=/sys/class/block/${2#/dev/} file part
	rm -rf "$sys" "${work:?}/dev/$1" "$work/dev/${1}1"
	mkdir -p "$sys/queue" "$sys/holders"
	cp "$real/size" "$sys/"
	cp "$real/queue/logical_block_size" "$sys/queue/"
	echo 0 >"$sys/queue/discard_max_bytes"
	cat "$real/loop/backing_file" >"$work/dev/$1.image"
	truncate -s -1 "$work/dev/$1.image"
	ln -sfn "$sys" "$work/sys/dev/block/$(cat "$real/dev")"
	# shellcheck disable=SC2046 # two numbers
	mknod "$work/dev/$1" b $(tr : ' ' <"$real/dev")
	for part in "$real/${2#/dev/}"p*; do
		[ -e "$part" ] || continue
		mkdir -p "$sys/${1}1/holders"
		for file in partition start size; do
			cp "$part/$file" "$sys/${1}1/"
		done
		ln -sfn "$sys/${1}1" "$work/sys/dev/block/$(cat "$part/dev")"
		# shellcheck disable=SC2046
		mknod "$work/dev/${1}1" b $(tr : ' ' <"$part/dev")
	done
}

# a loop device keeps the partitions that were added to it
free_disk() {
	[ ! -e "${fs:-}" ] || [ "$fs" = "$disk" ] || delpart "$loop" 1 2>/dev/null
	detach
}

# make_disk MB SECTOR [START]: make a disk, $disk; with a partition from that sector on, $fs
make_disk() {
	free_disk
	rm -f "$work/image"
	truncate -s "$1M" "$work/image"
	attach "$work/image" -b "$2"
	if [ $# = 3 ]; then
		local unit=$(($2 / 512))
		addpart "$loop" 1 $(($3 * unit)) $((($1 * 2048 / unit - $3 - 5) * unit))
	fi
	shown sdx "$loop"
	disk=$work/dev/sdx
	fs=$disk${3:+1}
}

# fill: write files of all sizes, remove every third, keep the sums in $work/sums
fill() {
	mount "$fs" "$mnt" || exit 1
	python3 - "$mnt" <<'END'
import os, random, sys
random.seed(1)
room = os.statvfs(sys.argv[1])
left = room.f_bavail * room.f_frsize * 6 // 10
names = []
while left > 0 and len(names) < 250:
    size = random.choice([100, 3000, 5000, 20000, 70001, 300000, 1200000])
    names.append(f"{sys.argv[1]}/{len(names)}")
    with open(names[-1], "wb") as file:
        file.write(random.randbytes(size))
    left -= size
os.sync()
for name in names[::3]:
    os.remove(name)
END
	(cd "$mnt" && sha256sum [0-9]* >"$work/sums")
	umount "$mnt"
}

# wipe SCRIPT ARGUMENT...: set $said to status and last line
wipe() {
	local script=$1
	shift
	rm -f "$work/trimmed"
	said=$(PATH=$work/bin:$PATH sh "$script" "$@" 2>&1)
	status=$?
	said="$status $(tail -n 1 <<<"$said")"
}

# whole: the file system is clean and every file is unchanged
whole() {
	blockdev --flushbufs "$fs"
	case $(blkid -p -o value -s TYPE "$fs") in
	xfs) xfs_repair -n "$fs" >/dev/null 2>&1 || return ;;
	*) e2fsck -fn "$fs" >/dev/null 2>&1 || return ;;
	esac
	mount -o ro "$fs" "$mnt" || return
	(cd "$mnt" && sha256sum --quiet --check "$work/sums" >/dev/null 2>&1)
	local status=$?
	umount "$mnt"
	return $status
}

# named_share: the trimmed part of the free space, in percent
named_share() {
	local free trimmed
	mount -o ro "$fs" "$mnt"
	free=$(($(stat -f -c '%f * %S' "$mnt")))
	umount "$mnt"
	trimmed=$(awk -v sector="$(cat "$work/sys/devices/sdx/queue/logical_block_size")" \
		'{ n += $2 } END { printf "%.0f", n * sector }' "$work/trimmed")
	echo $((trimmed * 100 / free))
}

# tried NAME: a dry run, then a real run
tried() {
	local before share
	fill
	before=$(sha256sum <"$work/image")
	wipe "$work/wiper" "$fs"
	is "$1: a dry run" "$said" "0 Nothing was trimmed: add --commit to do it."
	is "$1: sends nothing" "$(ls "$work/trimmed" 2>&1)" "ls: cannot access '$work/trimmed': No such file or directory"
	is "$1: changes nothing" "$(sha256sum <"$work/image")" "$before"
	wipe "$work/wiper" --commit "$fs"
	is "$1: trims" "$said" "0 Trimmed. The file system is clean."
	is "$1: every file is whole" "$(whole; echo $?)" 0
	share=$(named_share)
	is "$1: nearly all free blocks ($share %)" $((share >= 90 && share <= 100)) 1
	is "$1: the node is writable again" "$(blockdev --getro "$fs")" 0
}

make_disk 64 512 2049
mkfs.ext4 -q -F "$fs"
tried "ext4, 1k blocks, a partition at sector 2049"
make_disk 64 512 4095
mkfs.ext2 -q -F -b 4096 "$fs"
tried "ext2, 4k blocks, a partition at sector 4095"
make_disk 64 512
mkfs.ext3 -q -F -b 2048 "$fs"
tried "ext3, a whole disk"
make_disk 64 4096 259
mkfs.ext4 -q -F -b 4096 "$fs"
tried "ext4, sectors of 4096 bytes"
make_disk 320 512 2051
mkfs.xfs -q -f "$fs"
tried "xfs, a partition at sector 2051"
make_disk 320 4096
mkfs.xfs -q -f -s size=4096 "$fs"
tried "xfs, sectors of 4096 bytes"

# --- faults in the script itself are found by what stands above
make_disk 64 512 2049
mkfs.ext4 -q -F -b 1024 "$fs"
fill
cp "$work/image" "$work/good"
# broken NAME SED...: the result of a script that sed has changed
broken() {
	cp "$work/good" "$work/image"
	blockdev --flushbufs "$disk"
	sed "$2" "$work/wiper" >"$work/broken"
	is "$1: the place is there" "$(cmp -s "$work/wiper" "$work/broken"; echo $?)" 1
	wipe "$work/broken" --commit "$fs"
}
broken "a wrong start" 's/"\$node\/start") \* 512/& + 512/'
like "a wrong start is noticed" "$said" 'the superblock is not in sector 2052 of the drive; nothing was trimmed$'
broken "a wrong start, unnoticed" 's/"\$node\/start") \* 512/& + 512/; s/^check_sector .*//'
is "a wrong start, unnoticed, does harm" "$(whole && echo whole || echo harmed)" harmed
broken "a wrong length" 's/int((from + \$2 \* block) \/ sector)/& + 2/; s/^\t"check_\$kind"//'
is "a wrong length does harm" "$(whole && echo whole || echo harmed)" harmed
cp "$work/good" "$work/image"
blockdev --flushbufs "$disk"

# --- what is refused: nothing is sent, and the image is as before
# refused NAME TEXT [ARGUMENT...]
refused() {
	local name=$1 text=$2 before
	shift 2
	before=$(sha256sum <"$work/image")
	wipe "$work/wiper" --commit "${@:-$fs}"
	like "$name" "$said" "^1 hdparm-wiper: .*$text.*; nothing was trimmed$"
	is "$name: nothing is sent" "$(cat "$work/trimmed" 2>/dev/null; sha256sum <"$work/image")" "$before"
}
FAKE_SHIFT=1 refused "a drive that has its sectors elsewhere" 'superblock is not in sector 2051 '
cp "$work/bin/hdparm" "$work/hdparm"
# drive NAME TEXT SED: refused because of the drive's answer
drive() {
	sed "$3" "$work/hdparm" >"$work/bin/hdparm"
	refused "$1" "$2"
	cp "$work/hdparm" "$work/bin/hdparm"
}
drive "a drive without TRIM" 'does not support TRIM' '/Data Set/d'
drive "a drive whose TRIM is off" 'does not support TRIM' 's/   \*\\tData Set/    \\tData Set/'
drive "a drive with other sectors" 'sectors of 512 bytes, the drive says 4096' 's/%4d bytes" % sector/4096 bytes"/'
drive "a larger drive" 'the drive says 131073' 's/% sectors)/% (sectors + 1))/'
drive "a drive that does not answer" '-I .* failed' 's/if sys.argv\[1\] == "-I":/&\n    sys.exit(5)/'
mount "$fs" "$mnt"
refused "mounted" "mounted read-write: use fstrim $mnt"
echo x >"$mnt/x" && sync
cp "$work/image" "$work/dirty"
umount "$mnt"
exec 8<"$disk" && flock 8
refused "locked" 'another program has locked'
exec 8<&-
blockdev --setro "$fs"
refused "read-only already" 'read-only; see blockdev'
is "read-only already: it stays so" "$(blockdev --getro "$fs")" 1
blockdev --setrw "$fs"
touch "$work/sys/devices/sdx/sdx1/holders/md0"
refused "used by md" 'in use by md0'
rm "$work/sys/devices/sdx/sdx1/holders/md0"
for kind in dm md loop bcache; do
	mkdir "$work/sys/devices/sdx/$kind"
	refused "a $kind device" "a $kind device"
	rmdir "$work/sys/devices/sdx/$kind"
done
refused "a disk with partitions" 'has partitions' "$disk"
refused "no block device" 'no block device' /dev/null
refused "two devices" 'one device' "$fs" "$fs"
refused "an unknown option" 'no such option' --force "$fs"
is "without an argument" "$(sh contrib/wiper >/dev/null 2>&1; echo $?)" 1
like "a real loop device" "$(PATH=$work/bin:$PATH sh contrib/wiper "$loop" 2>&1)" 'has partitions|a loop device'
debugfs -w -R "freeb 2000 3" "$fs" 2>/dev/null
refused "a file system with errors" 'e2fsck -fn found errors'
cp "$work/dirty" "$work/image"
blockdev --flushbufs "$disk"
refused "a journal to be replayed" 'needs_recovery'
mkfs.ext4 -q -F -O bigalloc "$fs" 2>/dev/null
refused "clusters of blocks" 'bigalloc'
wipefs -qa "$fs" && mkswap "$fs" >/dev/null 2>&1
refused "no file system" 'swap: not a file system'
make_disk 320 512
mkfs.btrfs -q -f "$fs" >/dev/null 2>&1
refused "btrfs" 'btrfs: only its own tools'
mkfs.xfs -q -f "$fs"
mount "$fs" "$mnt" && cp -r tests/block "$mnt" && sync -f "$mnt" && cp "$work/image" "$work/dirty"
umount "$mnt"
cp "$work/dirty" "$work/image"
blockdev --flushbufs "$disk"
refused "a log to be replayed" 'the log is not clean'

# --- mounted read-only; nobody gets to write meanwhile
make_disk 64 512 2049
mkfs.ext4 -q -F "$fs"
fill
mount -o ro "$fs" "$mnt"
FAKE_DURING="mount -o remount,rw $mnt; grep -c ' $mnt ro' /proc/self/mountinfo" \
	wipe "$work/wiper" --commit "$fs"
is "mounted read-only" "$said" "0 Trimmed. The file system is clean."
like "it cannot be made writable meanwhile" "$(cat "$work/during")" 'write-protected.*1$|write-protected'
umount "$mnt"
is "mounted read-only: every file is whole" "$(whole; echo $?)" 0
FAKE_DURING="mount -o rw $fs $mnt; grep -c ' $mnt ro' /proc/self/mountinfo; umount $mnt; flock -n $disk true || echo locked" \
	wipe "$work/wiper" --commit "$fs"
is "unmounted: mounted read-only at most meanwhile, and locked" \
	"$(sed 1d "$work/during" | grep -v dmesg | tr '\n' ' ')" "1 locked "
is "unmounted: every file is whole" "$(whole; echo $?)" 0
FAKE_DURING="'$program' --yes-i-know-what-i-am-doing --dco-restore $disk" \
	wipe "$work/wiper" --commit "$fs"
like "the wiper's own lock does not hinder the program" "$(cat "$work/during")" \
	'DEVICE CONFIGURATION RESTORE failed'
FAKE_STATUS=5 wipe "$work/wiper" --commit "$fs"
like "a drive that fails" "$said" '^1 .*hdparm failed \(status 5\).*; free blocks were trimmed before this$'
is "a drive that fails: the node is writable again" "$(blockdev --getro "$fs")" 0

# --- the program itself, on a fake drive: the wiper understands what it prints. The sectors of that
# drive are not the ones of the file system, which is noticed last.
cat >"$work/bin/hdparm" <<END
#!/bin/sh
unset LC_ALL
for word; do
	shift
	[ "\${word#/}" != "\$word" ] || set -- "\$@" "\$word"
done
"$runner" -x -b "$program" -s "$shim" "sda sat \$FAKE_DRIVE" -- "\$@" /dev/sda |
	sed -n 's/^|//; T; s/\\\\t/\t/g; p'
END
FAKE_DRIVE="id=hdd sectors=131072" refused "a real -I, a disk" 'does not support TRIM'
FAKE_DRIVE="id=ssd sectors=131073" refused "a real -I, a larger drive" 'the drive says 131073'
FAKE_DRIVE="id=ssd sectors=16384 logical=4096" refused "a real -I, other sectors" 'the drive says 4096'
FAKE_DRIVE="id=ssd sectors=131072" refused "a real -I and --read-sector" 'superblock is not in sector 2051 '
is "a real --read-sector is understood" "$(FAKE_DRIVE="id=ssd sectors=131072" "$work/bin/hdparm" \
	--read-sector 2051 /dev/x | sed -n '/succeeded$/,$p' | sed 1d | tr -d ' \n' | head -c 32)" \
	03080000000000000308000000000000
make_disk 64 4096 259
mkfs.ext4 -q -F -b 4096 "$fs"
FAKE_DRIVE="id=ssd sectors=16384 logical=4096" refused "a real -I, sectors of 4096 bytes" \
	'superblock is not in sector 259 '

summary
