#!/usr/bin/python
# SPDX-License-Identifier: GPL-2.0-or-later
"""Facts of drives, from hdparm --list --json."""
from __future__ import absolute_import, division, print_function
__metaclass__ = type

DOCUMENTATION = r'''
---
module: hdparm_info
short_description: Show drives, their power condition and their settings
version_added: 10.0.0
description:
  - Returns what C(hdparm --list --json) reports of the drives of a host.
  - No drive is woken. A sleeping drive is only asked for its power condition; the other values come
    from the kernel.
  - The queries may restart the standby timer of a drive that is awake.
options:
  drives:
    description:
      - Devices or selectors of hdparm.conf, such as V(/dev/disk/by-id/ata-...), V(id:WDC*),
        V(wwn:5000c500*), V(rotational).
      - By default all disks with hardware.
    type: list
    elements: str
    default: []
  executable:
    description: The program. By default hdparm in the folders of root's programs.
    type: path
requirements:
  - hdparm 10.0 or newer
  - root, for values that the kernel does not know
author:
  - the hdparm maintainers
'''

EXAMPLES = r'''
- name: All drives
  hdparm.drives.hdparm_info:
  register: found

- name: Sleeping drives
  ansible.builtin.debug:
    msg: "{{ found.drives | selectattr('power_condition', 'in', ['standby_y', 'standby_z']) |
      map(attribute='path') }}"
'''

RETURN = r'''
drives:
  description:
    - A dictionary for each drive, with the members of C(list) in hdparm.schema.json, such as
      C(name), C(model), C(serial_number), C(world_wide_name), C(by_id), C(power_condition),
      C(temperature_celsius), C(apm_level), C(standby_timer_s), C(write_cache), C(security) and
      C(used_by); null means not known. C(path) is the device, C(errors) has messages.
  returned: always
  type: list
  elements: dict
hdparm_version:
  description: The program's version.
  returned: always
  type: str
exit_status:
  description: The program's exit status; 110 if a drive did not answer.
  returned: always
  type: int
'''

import errno

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.hdparm.drives.plugins.module_utils.program import (
    ProgramError, find_program, messages, refuse_options, run_program)


def drive_of(device):
    """One drive of the result."""
    drive = dict(device['list'])
    drive['path'] = device['path']
    drive['errors'] = messages(device['errors'])
    return drive


def main():
    module = AnsibleModule(
        argument_spec=dict(
            drives=dict(type='list', elements='str', default=[]),
            executable=dict(type='path'),
        ),
        supports_check_mode=True,
    )
    words = module.params['drives']
    try:
        refuse_options(words)
        document = run_program(module, find_program(module), ['--list'] + words)
    except ProgramError as error:
        module.fail_json(msg=str(error))
    # that there is no drive of a kind is not an error
    errors = [error for error in document.get('errors', []) if error['errno'] != errno.ENOENT]
    if errors:
        module.fail_json(msg='; '.join(messages(errors)), exit_status=document['exit_status'])
    for device in document['devices']:
        if 'list' not in device and device['path']:
            module.fail_json(msg='; '.join(messages(device['errors'], device['path'])),
                             exit_status=document['exit_status'])
    module.exit_json(changed=False, hdparm_version=document['hdparm'],
                     exit_status=document['exit_status'],
                     drives=[drive_of(device) for device in document['devices'] if device['path']])


if __name__ == '__main__':
    main()
