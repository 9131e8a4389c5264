#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every command of every case twice more. Recorded with serial numbers and replayed without the
# devices: both print the same and end alike. Recorded without them: the recording holds no serial
# number, no world wide name and no password. Usage: run.sh HDPARM SHIM RUNNER CASE...
set -u
hdparm=$(realpath "$1") shim=$2 runner=$3
here=$(dirname "$0")
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
mkdir "$work/open" "$work/masked"

cat >"$work/record" <<END
#!/bin/sh
# what a case itself reads of a pipe is its own affair
trap '' PIPE
n=\$1/\$\$
shift
# what is typed cannot be had twice: there is no replay to compare with
[ ! -t 0 ] || exec "$hdparm" --record \$n.rec "\$@"
for word; do
	# these are at odds with a recording; and a pipe's reader does not wait for a second writer
	case \$word in --record | --replay | --jobs | pipe) exec "$hdparm" "\$@" ;; esac
done
cat >\$n.in
printf '%s\n' "\$*" >\$n.line
case \$n in
*/open/*)
	"$hdparm" --record-serials --record \$n.rec "\$@" <\$n.in >\$n.out 2>\$n.err
	status=\$?
	echo \$status >\$n.status
	# a replay serves the device that was recorded, whichever has its name
	if grep -q 'another device has this name since the conf' \$n.err; then
		cat \$n.out
		cat \$n.err >&2
		rm -f \$n.*
		exit \$status
	fi
	alone='-u LD_PRELOAD -u FAKE_WORLD'
	# the configuration file itself is read anew
	case " \$* " in *' --conf'*) alone= ;; esac
	env \$alone "$hdparm" --replay \$n.rec "\$@" <\$n.in >\$n.out2 2>\$n.err2
	echo \$? >\$n.status2
	cat \$n.out
	cat \$n.err >&2
	exit \$status
	;;
esac
exec "$hdparm" --record \$n.rec "\$@" <\$n.in
END
for how in open masked; do
	printf '#!/bin/sh\nexec %s/record %s/%s "$@"\n' "$work" "$work" $how >"$work/$how.sh"
	chmod +x "$work/record" "$work/$how.sh"
	# the runner's own verdict is not asked here
	"$runner" -b "$work/$how.sh" -s "$shim" "$@" >"$work/runner.log" 2>&1
done
python3 "$here/judge.py" "$work/open" "$work/masked"
