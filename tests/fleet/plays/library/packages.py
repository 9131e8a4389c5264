#!/usr/bin/python
# SPDX-License-Identifier: GPL-2.0-or-later
"""A package manager for the test: it logs what is installed."""
import os

from ansible.module_utils.basic import AnsibleModule


def main():
    module = AnsibleModule(
        argument_spec={"name": {"type": "str"}, "state": {"type": "str"}}, supports_check_mode=True)
    path = os.environ["FLEET_PACKAGES"]
    line = f"{module.params['name']} {module.params['state']}\n"
    installed = os.path.exists(path) and line in open(path, encoding="utf-8")
    if not installed and not module.check_mode:
        with open(path, "a", encoding="utf-8") as stream:
            stream.write(line)
    module.exit_json(changed=not installed)


main()
