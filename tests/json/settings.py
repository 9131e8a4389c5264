# SPDX-License-Identifier: GPL-2.0-or-later
"""settings.py SCHEMA [update] <LINES: checks that the schema has every setting, with the value
that the table states (settings.c prints them). "update" adds the missing ones."""
import json
import pathlib
import sys

HEAD = '        "settings": {\n          "properties": {\n'


def main():
    path = pathlib.Path(sys.argv[1])
    text = path.read_text()
    known = json.loads(text)["definitions"]["device"]["properties"]["settings"]["properties"]
    passed, faults = 0, []
    for line in sys.stdin:
        key, rule = line.rstrip("\n").split("\t")
        if key not in known and rule and sys.argv[2:] == ["update"]:
            text = text.replace(HEAD, f'{HEAD}            "{key}": {rule},\n', 1)
            path.write_text(text)
        elif key not in known:
            faults.append(f'"{key}": {rule or "..."} is not there; UPDATE=1 puts what is known in')
        elif rule and known[key] != json.loads(rule):
            faults.append(f'"{key}": {known[key]}, but by the table it is {rule}')
        else:
            passed += 1
    for fault in faults:
        print(f"{path}: settings: {fault}")
    print(f"{passed} passed, {len(faults)} failed (schema)")
    return 1 if faults else 0


sys.exit(main())
