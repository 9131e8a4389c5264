# SPDX-License-Identifier: GPL-2.0-or-later
"""json-mutate.py SCHEMA FOLDER: does the schema reject what is wrong? Of the documents in the folder
every member that there is gets another name, another type, or a number that no double holds, once
each, and what is required is taken away: each must be refused."""
import copy
import json
import pathlib
import re
import sys

import jsonschema

TOO_LARGE = 2**53 + 1
MEASURED = re.compile(r"second|percent|temperature") # may have fractions


def members(value, place=()):
    """Every member of every object, as (place, keys that lead to it)."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield place + (key,)
            yield from members(inner, place + (key,))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from members(inner, place + (index,))


def name_of(place):
    return ".".join("[]" if isinstance(key, int) else key for key in place)


def holder(document, place):
    for key in place[:-1]:
        document = document[key]
    return document, place[-1]


def renamed(document, place):
    inside, key = holder(document, place)
    inside[key + "_x"] = inside.pop(key)
    return True


def retyped(document, place):
    inside, key = holder(document, place)
    inside[key] = {} if isinstance(inside[key], list) else []
    return True


def overgrown(document, place):
    inside, key = holder(document, place)
    if type(inside[key]) is not int or MEASURED.search(key):
        return False
    inside[key] = TOO_LARGE
    return True


def documents(folder):
    for path in sorted(folder.glob("*.json"), key=lambda p: p.stat().st_size):
        try:
            yield json.loads(path.read_text("utf-8"))
        except ValueError:
            continue # json-validate.py reports it


def main():
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
    validator = jsonschema.Draft7Validator(schema)
    seen, passed, failed = set(), 0, 0
    for document in documents(pathlib.Path(sys.argv[2])):
        for place in members(document):
            if name_of(place) in seen:
                continue
            seen.add(name_of(place))
            for mutation in (renamed, retyped, overgrown):
                wrong = copy.deepcopy(document)
                if not mutation(wrong, place):
                    continue
                if validator.is_valid(wrong):
                    failed += 1
                    print(f"{name_of(place)} {mutation.__name__}: accepted")
                else:
                    passed += 1
    for key in ("version", "hdparm", "devices", "exit_status"):
        wrong = {"version": 1, "hdparm": "1.0", "devices": [], "exit_status": 0}
        failed += not validator.is_valid(wrong)
        del wrong[key]
        failed += validator.is_valid(wrong)
    print(f"{len(seen)} members; {passed} passed, {failed} failed")
    return 1 if failed or len(seen) < 500 else 0


sys.exit(main())
