#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A user tries to become root through files that root writes with hdparm: links, pipes, files and
# folders, placed before and during the run, on a real file system without the kernel's protection.
# Usage: attack.sh HDPARM RUNNER SHIM. Ends with "N passed, N failed"; 77 means not root.
set -u
# shellcheck source=tests/block/lib.sh
. "$(dirname "$0")/lib.sh"
hdparm=$(realpath "$1") runner=$(realpath "$2") shim=$(realpath "$3")
needs setpriv setsid mkfifo
tree=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d) fake=$(mktemp -d /tmp/attack.XXXXXX)
protected=$(cat /proc/sys/fs/protected_symlinks /proc/sys/fs/protected_regular /proc/sys/fs/protected_fifos)
attacker=''

protect() { # SYMLINKS REGULAR FIFOS
	echo "$1" >/proc/sys/fs/protected_symlinks
	echo "$2" >/proc/sys/fs/protected_regular
	echo "$3" >/proc/sys/fs/protected_fifos
} 2>/dev/null
stop() {
	[ -n "$attacker" ] || return 0
	{ kill -KILL -- "-$attacker" && wait "$attacker"; } 2>/dev/null
	# also end its child processes
	sleep 0.1
	attacker=''
}
cleanup() {
	stop
	# shellcheck disable=SC2086 # three words
	protect $protected
	rm -rf "$work" "$fake"
}
trap cleanup EXIT
protect 0 0 0
is "the kernel protects nothing by itself" \
	"$(cat /proc/sys/fs/protected_symlinks /proc/sys/fs/protected_regular /proc/sys/fs/protected_fifos | tr '\n' ' ')" \
	"0 0 0 "

# a folder that only root can write to, one for all users such as /tmp, and the user's own
umask 022
chmod 755 "$work"
cd "$work" || exit 1
mkdir etc
mkdir -m 1777 tmp
mkdir home
chown 65534 home
echo victim >etc/victim

user() {
	setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
}
# a replay writes no file; the shim hides /var but for FAKE_STARTED_IN
"$runner" -w "$fake" 'sda sat id=hdd'
iraw() { # FILE; prints the status
	FAKE_STARTED_IN=$work LD_PRELOAD=$shim FAKE_WORLD=$fake timeout 20 "$hdparm" -q --Iraw "$1" /dev/sda >/dev/null 2>err
	echo $?
}
record() { # FILE; prints the status
	timeout 20 "$hdparm" --record "$1" --Istdin <"$tree/tests/data/identify/maxtor-6y080p0.hex" >/dev/null 2>err
	echo $?
}
of() { # FILE; prints owner and mode
	stat -c '%u %a' "$1"
}
unharmed() { # NAME: root's files are unchanged
	is "$1: nothing of root's is touched" "$(ls etc; cat etc/victim)" "$(printf 'victim\nvictim')"
}

# a new file in a folder for all users belongs to root, and root can replace it
is "--record of a new file in /tmp" "$(record tmp/rec)" 0
is "a recording is root's alone" "$(of tmp/rec)" "0 600"
is "the user cannot read it" "$(user cat tmp/rec 2>/dev/null | wc -c)" 0
is "--record of the same file again" "$(record tmp/rec)" 0
is "--Iraw of a new file in /tmp" "$(iraw tmp/raw)" 0
is "it is root's to write" "$(of tmp/raw)" "0 644"
is "--Iraw of a new file in the user's folder" "$(iraw home/raw)" 0
is "it is root's, too" "$(of home/raw)" "0 644"
is "--fallocate in /tmp" "$("$hdparm" --fallocate 4 tmp/room; echo $?)" 0
is "the room is root's alone" "$(of tmp/room)" "0 600"

for folder in tmp home; do
	for act in iraw record; do
		user sh -c "echo mine >$folder/$act; chmod 6777 $folder/$act"
		is "$act in $folder: a user's file is refused" "$($act $folder/$act)" 17
		is "$act in $folder: it stays his" "$(of $folder/$act) $(cat $folder/$act)" "65534 6777 mine"
		like "$act in $folder: the message" "$(cat err)" "$folder/$act: another user's file has that name"
		user sh -c "rm -f $folder/$act; ln -s ../etc/victim $folder/$act; ln -s ../etc/new $folder/$act.new"
		is "$act in $folder: a user's link is refused" "$($act $folder/$act)" 40
		is "$act in $folder: one to a new file" "$($act $folder/$act.new)" 40
		user sh -c "ln -s ../etc $folder/$act.folder"
		is "$act in $folder: one on the way" "$($act $folder/$act.folder/new)" 40
		user mkfifo -m 666 $folder/$act.pipe
		exec 9<>$folder/$act.pipe
		is "$act in $folder: a user's pipe is refused" "$($act $folder/$act.pipe)" 17
		exec 9>&-
		unharmed "$act in $folder"
		rm -f $folder/$act*
	done
	user ln -s ../etc $folder/there
	is "--fallocate in $folder: a link on the way" "$("$hdparm" --fallocate 4 $folder/there/new 2>/dev/null; echo $?)" 40
	unharmed "--fallocate in $folder"
	rm $folder/there
done

# a hard link to root's file: the name is replaced, the file is unchanged
ln etc/victim home/hard
is "a hard link" "$(iraw home/hard)" 0
is "its name is a file of its own now" "$(stat -c '%h %s' home/hard)" "1 512"
unharmed "a hard link"

# root's links are followed, but not in a folder where the user could have placed them
ln -s ../etc/own tmp/own
is "root's link in /tmp is followed" "$(iraw tmp/own)" 0
is "to its end" "$(of etc/own)" "0 644"
rm etc/own
ln -s ../etc/own home/own
is "root's link in the user's folder is not" "$(iraw home/own)" 40
unharmed "root's links"
rm home/own
chmod 1777 home
ln -s ../etc/own home/own
is "nor where the user's folder is sticky" "$(iraw home/own)" 40
unharmed "root's link in a sticky folder"
rm home/own
chmod 755 home

# during the run the attacker replaces files as fast as possible; root's acts must do no harm
meanwhile() { # SCRIPT ACT...: 300 times
	# a function would run in another process; a session of its own can be ended as a whole
	setpriv --reuid 65534 --regid 65534 --clear-groups \
		setsid bash -c "cd home; while :; do $1; done" 2>/dev/null &
	attacker=$!
	until kill -0 -- "-$attacker" 2>/dev/null; do sleep 0.05; done
	shift
	for ((i = 0; i < 300; i++)); do
		"$@" >>statuses 2>/dev/null
	done
	stop
	find home -user 0 -perm /7022 >>bad
	find home -user 0 ! -perm 644 ! -perm 600 >>bad
	rm -rf home/*
}
swap='echo mine >x; chmod 6777 x; rm -f x; ln -s ../etc/victim x; rm -f x; ln -s ../etc/new x; rm -f x;
	ln -s pipe x; rm -f x; mkdir x; rmdir x'
: >bad
meanwhile "$swap" iraw home/x
meanwhile "$swap" record home/x
unharmed "a name that changes"
meanwhile 'rm -f d; mkdir d; mv d e; ln -s ../etc d; rm -rf e' iraw home/d/new
meanwhile 'rm -f d; mkdir d; mv d e; ln -s ../etc d; rm -rf e' record home/d/victim
unharmed "a folder that changes"
meanwhile 'rm -f d; mkdir d; mv d e; ln -s ../etc d; rm -rf e' "$hdparm" --fallocate 9000000000000 home/d/victim
unharmed "a folder that changes before --fallocate removes what it made"
is "nothing of root's is open to others" "$(cat bad)" ""
like "some of it succeeded, and some did not" "$(sort -u statuses | tr '\n' ' ')" '(^| )0 .*(17|40)'

summary
