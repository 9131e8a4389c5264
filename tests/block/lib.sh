# shellcheck shell=bash
# What the tests of real block devices share: root, the counters and the comparisons.
[ "$(id -u)" = 0 ] || { echo "check-block: needs root"; exit 77; }
passed=0
failed=0

# is NAME GOT EXPECTED
is() {
	if [ "$2" = "$3" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL %s\n  got      %s\n  expected %s\n' "$1" "$2" "$3"
	fi
}

# like NAME GOT REGEX
like() {
	if printf '%s' "$2" | grep -qE -- "$3"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL %s\n  got      %s\n  expected %s\n' "$1" "$2" "$3"
	fi
}
