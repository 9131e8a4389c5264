# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Run the stages of .ci/run and `make check-all`: two at a time, each apart (apart.sh). A stage's
# output is shown when it ends; the last line adds up all counts. CACHE keeps downloads for later
# stages and runs. ORDER=reverse or a number: another order. COUNTS: a file for the counts of each
# stage, "NAME PASSED FAILED SKIPPED".
set -u
export WERROR=1 LC_ALL=C DEBIAN_FRONTEND=noninteractive
export CACHE=${CACHE:-/var/cache/hdparm-checks}
[ "$(id -u)" = 0 ] || { echo "needs root, for namespaces and loop devices"; exit 1; }
work=$(mktemp -d)
trap 'umount -l "$work" 2>/dev/null; rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM HUP
# in memory: a package manager waits for the disk after each file
mount -t tmpfs -o mode=755,size=70% tmpfs "$work" || exit 1
logs=$work/logs
mkdir "$logs"
TIMEFORMAT='%U %S'
# the seconds after which a stage is ended and fails
budget=${BUDGET:-5000}

# counted FILE: "PASSED FAILED SKIPPED" of the programs' last lines. "NAME: N passed, N failed" adds
# up the lines before it, and counts only if there are none.
counted() {
	awk '
		/^[0-9]+ passed, [0-9]+ failed/ { n++; passed += $1; failed += $3 }
		/^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped/ { skipped += $5 }
		/: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+$/ {
			gsub(",", "")
			n++
			passed += $3 - $5 - $7
			failed += $5 + $7
		}
		/^[a-z-]+: [0-9]+ passed, [0-9]+ failed/ { sum_passed = $2; sum_failed = $4 }
		END { print n ? passed + 0 " " failed + 0 " " skipped + 0 : sum_passed + 0 " " sum_failed + 0 " 0" }' "$1"
}

# run NAME COMMAND...: run it, keep output, verdict, counts and times, and show the output
run() {
	local name=$1 start=$SECONDS status=124 user kernel
	shift
	if [ "$start" -lt "$budget" ]; then
		{ time timeout -k 10 $((budget - start)) "$@" >"$logs/$name" 2>&1 </dev/null; } \
			2>"$work/$name.time"
		status=$?
	fi
	[ "$status" != 124 ] || echo "no end within the run's $budget s" >>"$logs/$name"
	read -r user kernel < <(tail -n 1 "$work/$name.time")
	# shellcheck disable=SC2046 # three numbers
	set -- $(counted "$logs/$name")
	# an error without a count is one failure
	[ "$status" = 0 ] || [ "$2" != 0 ] || set -- "$1" 1 "$3"
	{
		flock 9
		echo "$name $1 $2 $3" >>"$work/counts"
		echo "$name $user $kernel $((SECONDS - start))" >>"$work/times"
		echo "=== $name: status $status, $1 passed, $2 failed, $((SECONDS - start)) s"
		if [ "$status" = 0 ]; then
			tail -n 12 "$logs/$name"
		else
			grep -vE '^  (CC|AR|LINK) ' "$logs/$name" | tail -n 400
		fi
	} 9>"$work/lock"
}

# stages "NAME DEVICES COMMAND"...: two at a time
stages() {
	local stage name devices command
	while read -r stage; do
		read -r name devices command <<<"$stage"
		while [ "$(jobs -pr | wc -l)" -ge 2 ]; do
			wait -n
		done
		{
			run "$name" bash tests/checks/apart.sh "$work/$name" "$devices" "$command"
			rm -rf --one-file-system "${work:?}/$name"
		} &
	done < <(printf '%s\n' "$@" | case ${ORDER-} in
		'') cat ;;
		reverse) tac ;;
		*) shuf --random-source=<(yes "$ORDER") ;;
		esac)
	wait
}

all_passed() {
	! awk '$3 > 0' "$work/counts" | grep -q .
}

# summary: processors' seconds of each stage beside those in tests/README, and the sum of all counts
summary() {
	echo "=== processors' seconds: user, kernel, both; tests/README's; elapsed"
	# a stage has grown if its part of the whole has: machines differ in speed
	awk '
		FILENAME == ARGV[1] { if ($2 ~ /^[0-9]+$/) said[$1] = $2; next }
		{ n++; name[n] = $1; user[n] = $2; kernel[n] = $3; elapsed[n] = $4 }
		($1 in said) { known += said[$1]; found += $2 + $3 }
		END {
			for (i = 1; i <= n; i++) {
				both = user[i] + kernel[i]
				sum += both
				printf "%-16s %7.1f %7.1f %7.1f %6s %5d\n", name[i], user[i], kernel[i], both, \
					said[name[i]], elapsed[i]
				if (known && said[name[i]] && both / found > said[name[i]] / known * 4 / 3)
					grown = grown sprintf("%s takes a third more than its line in tests/README says\n", name[i])
			}
			printf "%-16s %23.1f\n%s", "all", sum, grown
		}' tests/README "$work/times"
	[ -z "${COUNTS-}" ] || sort "$work/counts" >"$COUNTS"
	awk '
		{ passed += $2; failed += $3; skipped += $4 }
		END {
			printf "%d passed, %d failed%s\n", passed, failed, skipped ? ", " skipped " skipped" : ""
			exit failed > 0 || passed == 0
		}' "$work/counts"
}
