#!/bin/sh
# Every command of every case once more, with --json: each must print one document that the schema
# accepts, whose exit_status is the program's. Usage: run.sh HDPARM SHIM RUNNER SCHEMA CASE...
set -u
hdparm=$(realpath "$1") shim=$2 runner=$3 schema=$4
here=$(dirname "$0")
shift 4
documents=$(mktemp -d)
trap 'rm -rf "$documents"' EXIT

# The runner's own verdict is not asked here: its expectations are those of the text.
cat >"$documents/hdparm" <<END
#!/bin/sh
# a case may pipe standard error into what reads only a part of it
trap '' PIPE
printf '%s\n' "\$*" >"$documents/\$\$.line"
"$hdparm" --json "\$@" >"$documents/\$\$.json"
status=\$?
echo \$status >"$documents/\$\$.status"
exit \$status
END
chmod +x "$documents/hdparm"
"$runner" -b "$documents/hdparm" -s "$shim" "$@" >"$documents/runner.log" 2>&1
python3 "$here/validate.py" "$schema" "$documents"
