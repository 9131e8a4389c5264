# SPDX-License-Identifier: GPL-2.0-or-later
"""schema.py SCHEMA [update] <LINES: checks that the schema has every query, and settings with the value
that the table states (schema.c prints them). "update" adds the missing ones."""
import json
import pathlib
import re
import sys

# the place in the schema of an object's first member
HEADS = {
    "settings": '        "settings": {\n          "properties": {\n',
    "saved": '              "additionalProperties": false,\n              "properties": {\n',
}


def main():
    path = pathlib.Path(sys.argv[1])
    text = path.read_text()
    device = json.loads(text)["definitions"]["device"]["properties"]
    objects = {"settings": device["settings"], "saved": device["saved"]["properties"]["settings"]}
    passed, faults = 0, []
    shown = " ".join((*device, *device["settings"]["properties"]))
    for line in sys.stdin:
        name, key, rule = line.rstrip("\n").split("\t")
        if name == "device":
            if re.search(rf"\b{key}(_|\b)", shown):
                passed += 1
            else:
                faults.append(f'"{key}" of a query is in neither "device" nor its "settings"')
            continue
        known, head = objects[name]["properties"], HEADS[name]
        if key not in known and rule and sys.argv[2:] == ["update"]:
            indent = re.search(r"( *)\S.*\n$", head)[1] + "  "
            text = text.replace(head, f'{head}{indent}"{key}": {rule},\n', 1)
            path.write_text(text)
        elif key not in known:
            faults.append(f'{name}: "{key}": {rule or "..."} is not there; UPDATE=1 puts what is known in')
        elif rule and known[key] != json.loads(rule):
            faults.append(f'{name}: "{key}": {known[key]}, but by the table it is {rule}')
        else:
            passed += 1
    for fault in faults:
        print(f"{path}: {fault}")
    print(f"{passed} passed, {len(faults)} failed (schema)")
    return 1 if faults else 0


sys.exit(main())
