# SPDX-License-Identifier: GPL-2.0-or-later
"""json-validate.py SCHEMA FOLDER: check every document in the folder; N.status has its exit status."""
import json
import pathlib
import signal
import sys

import jsonschema


ENDS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE, signal.SIGTERM,
        signal.SIGUSR1)


def no_duplicates(pairs):
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"key twice in one object: {name}")
    return dict(pairs)


def no_constant(word):
    raise ValueError(f"no JSON: {word}")


def judge(validator, path):
    if not path.with_suffix(".status").exists():
        return ["ended without a status"]
    status = int(path.with_suffix(".status").read_text())
    if status - 128 in ENDS and path.stat().st_size == 0:
        return [] # a run that a signal ends prints no document
    try:
        text = path.read_bytes().decode("utf-8")
        document = json.loads(text, object_pairs_hook=no_duplicates, parse_constant=no_constant)
    except ValueError as error:
        return [str(error)]
    faults = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:300]}"
              for e in validator.iter_errors(document)]
    if document.get("exit_status") != status:
        faults.append(f"exit_status {document.get('exit_status')}, but the program's was {status}")
    if not text.endswith("}\n"):
        faults.append("does not end in one newline")
    return faults


def main():
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    passed = failed = 0
    for path in sorted(pathlib.Path(sys.argv[2]).glob("*.json")):
        faults = judge(validator, path)
        if faults:
            failed += 1
            line = path.with_suffix(".line").read_text().strip()
            print(f"hdparm --json {line}")
            for fault in faults:
                print(f"  {fault}")
        else:
            passed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
