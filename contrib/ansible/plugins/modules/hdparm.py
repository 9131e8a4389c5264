#!/usr/bin/python
# SPDX-License-Identifier: GPL-2.0-or-later
"""Settings of drives: compared by hdparm --conf=- --check, made by hdparm --conf=-, with --json."""
from __future__ import absolute_import, division, print_function
__metaclass__ = type

DOCUMENTATION = r'''
---
module: hdparm
short_description: Set how drives work, now and at each start
version_added: 10.0.0
description:
  - Compares drives with the wanted settings, and sends only the differences.
  - Check mode asks the same questions, sends nothing that changes a drive, and reports the same
    changes. It cannot show that a drive will refuse a setting which the drive claims to have.
  - Most drives do not report their standby timer (C(spindown_time)). The module sends this setting
    once, and again if the value changes, or if O(memory) shows that the drive was without power.
  - With C(--diff) each difference shows the drive, the key, the present and the wanted value.
options:
  drives:
    description:
      - The words of a block of hdparm.conf(5), such as V(/dev/disk/by-id/ata-...),
        V(id:WDC_WD40*) for model and serial number, V(wwn:5000c500*), V(/dev/sd[a-f]), V(all),
        V(rotational), V(ssd), V(usb), V(ata), V(nvme), V(ROOTFS).
      - A drive must match one of the devices and names, and each of the other words.
      - If a named drive is missing, the module fails, unless O(ignore_missing) is true. If there is
        no drive of a kind, the module does nothing.
      - If a named drive lacks a setting, the module fails. If a drive of a kind lacks a setting,
        RV(lacking) lists the setting.
    type: list
    elements: str
    required: true
    aliases: [selector]
  settings:
    description:
      - Keys of hdparm.conf(5) with their values, such as V(apm), V(spindown_time), V(write_cache).
      - The keys are acoustic_management, apm, apm_battery, command_timeout, eh_timeout, epc,
        epc_idle_a, epc_idle_b, epc_idle_c, epc_standby_y, epc_standby_z, error_recovery,
        link_power, lookahead, provisioning, queue_depth, read_ahead_sect, sct_write_cache,
        sct_write_reordering, spindown_time, write_cache, write_read_verify. None of them destroys data. Passwords,
        consent words and commands are not offered.
      - For V(present) also idle_standby, which the service hdparm-idle reads in the file.
    type: dict
    required: true
  state:
    description:
      - V(applied) makes the settings now.
      - V(present) makes them now, and keeps them in the file as a block between two comments. The
        file is replaced only if C(hdparm --conf=FILE --dry-run) finds no error in the new one, and
        only after no drive refused its setting.
    type: str
    choices: [applied, present]
    default: applied
  name:
    description:
      - The name of the block in the file, for V(present). Without it, the words of O(drives).
      - Another block with the same name is replaced, in its place; a new one is added at the end.
        In the file later blocks replace the settings of earlier ones.
    type: str
  path:
    description: The file, for V(present).
    type: path
    default: /etc/hdparm.conf
  wake:
    description:
      - Whether sleeping drives are set, too, which may wake them. Otherwise a sleeping drive is
        skipped, and listed in RV(asleep).
      - Check mode wakes no drive. With O(wake=true) it reports a sleeping drive as changed.
    type: bool
    default: false
  ignore_missing:
    description: Whether to ignore a named drive that is missing.
    type: bool
    default: false
  memory:
    description:
      - A file that keeps the values that were sent for settings that drives do not report. Choose a
        folder that is empty after a start.
    type: path
    default: /run/hdparm/ansible.json
  executable:
    description: The program. By default hdparm in the folders of root's programs.
    type: path
attributes:
  check_mode:
    support: full
    description: Sends only queries.
  diff_mode:
    support: full
    description: Shows drive, key, present value and wanted value.
requirements:
  - hdparm 10.0 or newer
  - root
seealso:
  - module: hdparm.drives.hdparm_info
author:
  - the hdparm maintainers
'''

EXAMPLES = r'''
- name: Rotating SATA disks spin down after 20 minutes, now and after each start
  hdparm.drives.hdparm:
    drives: [rotational, ata]
    settings:
      apm: 127
      spindown_time: 20min
    state: present

- name: No volatile write cache on the members of the array
  hdparm.drives.hdparm:
    drives: ['id:WDC_WD40EFRX*', 'wwn:5000c500a0b0*']
    settings:
      write_cache: off
      error_recovery: 7s else command_timeout 180
    wake: true
'''

RETURN = r'''
differences:
  description:
    - The settings that differ, or differed; the present value is null if it is not known.
    - A drive that was without power may have lost a setting that it does not report.
  returned: success
  type: list
  elements: dict
  sample: [{drive: /dev/sda, key: apm, now: '254', wanted: '127'}]
asleep:
  description: Sleeping drives, which were skipped unless O(wake) is true.
  returned: success
  type: list
  elements: str
lacking:
  description:
    - Settings that a drive does not have. This is a failure only for a named drive, not for drives
      of a kind, such as V(rotational).
  returned: success
  type: list
  elements: dict
  sample: [{drive: /dev/vda, key: apm}]
missing:
  description: Whether all drives are missing.
  returned: success
  type: bool
drives:
  description: The drives that match.
  returned: success
  type: list
  elements: str
file_changed:
  description: Whether the file changed, or would change.
  returned: success
  type: bool
exit_status:
  description: The exit status of the program when it last ran.
  returned: always
  type: int
'''

import json
import os
import re
import tempfile

from ansible.module_utils.basic import AnsibleModule
from ansible.module_utils.common.text.converters import to_bytes, to_text
from ansible_collections.hdparm.drives.plugins.module_utils.program import (
    ANSWERS, ProgramError, find_program, messages, refuse_options, run_program)

# The keys that hdparm --save-conf writes, and apm_battery: only settings.
KEYS = ('acoustic_management', 'apm', 'apm_battery', 'command_timeout', 'eh_timeout', 'epc',
        'epc_idle_a', 'epc_idle_b', 'epc_idle_c', 'epc_standby_y', 'epc_standby_z',
        'error_recovery', 'link_power', 'lookahead', 'provisioning', 'queue_depth', 'read_ahead_sect',
        'sct_write_cache', 'sct_write_reordering', 'spindown_time', 'write_cache',
        'write_read_verify')

# The key that only the service hdparm-idle uses.
SERVED = ('idle_standby',)

# A value of hdparm.conf that needs no quotes, and the only value with blanks.
VALUE = re.compile(r'^[\w.,:+-]+( else command_timeout \w+)?$')
PLAIN_WORD = re.compile(r'^[\w/:.*?\[\]!+-]+$')
NO_WORD = re.compile(r'["{}\x00-\x1f\x7f]|^command_line$', re.IGNORECASE)


def value_text(key, value):
    """A value in the form of the file; YAML reads on and off as booleans."""
    if isinstance(value, bool):
        return 'on' if value else 'off'
    text = to_text(value).strip()
    if not VALUE.match(text):
        raise ProgramError("%s: '%s' is no value of hdparm.conf" % (key, text))
    return text


def wanted_settings(asked, present):
    """The settings as pairs of texts, in the order of the keys."""
    for key in SERVED:
        if key in asked and not present:
            raise ProgramError('%s: the service hdparm-idle applies it, from the file: it needs '
                               'state: present' % key)
    unknown = sorted(set(asked) - set(KEYS + SERVED))
    if unknown:
        raise ProgramError('%s: not offered; the keys are %s' % (', '.join(unknown),
                                                                 ', '.join(KEYS)))
    if not asked:
        raise ProgramError('settings: there are none')
    return [(key, value_text(key, asked[key])) for key in KEYS + SERVED if key in asked]


def block_text(words, settings, modifiers=()):
    """A block of hdparm.conf."""
    for word in words:
        if NO_WORD.search(word):
            raise ProgramError("'%s' is no word for a drive in hdparm.conf" % word)
    quoted = [word if PLAIN_WORD.match(word) else '"%s"' % word for word in words]
    lines = ['\t%s' % modifier for modifier in modifiers]
    lines += ['\t%s = %s' % pair for pair in settings]
    return '%s {\n%s\n}\n' % (' '.join(quoted), '\n'.join(lines))


class Memory(object):
    """The values that were sent for settings that drives do not report, by power cycle."""

    def __init__(self, module, program):
        self.module, self.program = module, program
        self.path = module.params['memory']
        self.cycles = {}
        self.sent = self.read()
        self.changed = False

    def read(self):
        try:
            with open(self.path, 'rb') as stream:
                sent = json.loads(to_text(stream.read()))
        except (IOError, OSError, ValueError):
            return {}
        return sent if isinstance(sent, dict) else {}

    def cycle(self, path):
        """A text that changes when the drive was without power; None if that is not known."""
        if path not in self.cycles:
            document = run_program(self.module, self.program, ['--list', path])
            found = [device['list'] for device in document['devices'] if 'list' in device]
            known = found[0] if found else {}
            name = known.get('serial_number') or known.get('world_wide_name') or path
            cycle = known.get('power_cycle')
            self.cycles[path] = cycle and '%s %s' % (cycle, name)
        return self.cycles[path]

    def has(self, path, key, value):
        cycle = self.cycle(path)
        return bool(cycle) and self.sent.get(cycle, {}).get(key) == value

    def keep(self, path, key, value):
        cycle = self.cycle(path)
        if cycle:
            self.sent.setdefault(cycle, {})[key] = value
            self.changed = True

    def write(self):
        folder = os.path.dirname(self.path)
        if not os.path.isdir(folder):
            os.makedirs(folder, 0o755)
        handle, new = tempfile.mkstemp(dir=self.module.tmpdir)
        with os.fdopen(handle, 'wb') as stream:
            stream.write(to_bytes(json.dumps(self.sent, indent=1, sort_keys=True)))
        self.module.atomic_move(new, self.path)


class Task(object):
    """One task: the drives that match, their differences, and the results."""

    def __init__(self, module):
        self.module, self.params = module, module.params
        self.program = find_program(module)
        self.words = self.params['drives']
        refuse_options(self.words)
        self.settings = wanted_settings(self.params['settings'],
                                        self.params['state'] == 'present')
        self.memory = Memory(module, self.program)
        self.paths, self.asleep, self.lacking = [], [], []
        self.differences, self.failures = [], []
        self.to_send, self.wanted = {}, {}
        self.changed = self.missing = self.file_changed = False
        self.exit_status = 0
        self.diff = []

    def ask(self):
        """Compares the drives with the wanted settings; sends only queries."""
        block = block_text(self.words, self.settings)
        document = run_program(self.module, self.program, ['--conf=-', '--check'], block)
        self.exit_status = document['exit_status']
        if document.get('errors'):
            raise ProgramError('; '.join(messages(document['errors'])))
        for device in document['devices']:
            if device.get('unmatched'):
                self.note_missing()
            elif device['path']:
                self.judge_device(device)
        if self.exit_status not in ANSWERS and not self.failures:
            self.failures.append('hdparm --conf=- --check ended with status %d' % self.exit_status)

    def note_missing(self):
        """Status 0: there is no drive of that kind; 1: a named drive is missing."""
        self.missing = True
        if self.exit_status and not self.params['ignore_missing']:
            self.failures.append('no such drive: %s' % ' '.join(self.words))

    def judge_device(self, device):
        path = device['path']
        if path not in self.paths:
            self.paths.append(path)
        self.failures += messages(device['errors'], path)
        for check in device.get('checks', []):
            self.judge(path, check)

    def judge(self, path, check):
        """Decides about a setting of a drive: right, to be sent, skipped or failed."""
        key, cause = check['key'], check.get('cause')
        self.wanted[path, check['option']] = (key, check['wanted'])
        if check['result'] == 'same':
            return
        if check['result'] == 'lacking':
            self.lacking.append(dict(drive=path, key=key))
            return
        if cause == 'asleep':
            if path not in self.asleep:
                self.asleep.append(path)
            if not self.params['wake']:
                return
        elif cause == 'not_told':
            if self.memory.has(path, key, check['wanted']):
                return
        elif cause:
            self.failures.append('%s: %s: %s' % (path, key, check.get('reason', cause)))
            return
        self.differences.append(dict(drive=path, key=key, now=check['actual'],
                                     wanted=check['wanted']))
        self.to_send.setdefault(path, []).append(key)

    def pairs(self, keys):
        """The settings with these keys of --check, which calls apm_battery apm."""
        return [pair for pair in self.settings
                if pair[0] in keys or (pair[0] == 'apm_battery' and 'apm' in keys)]

    def send(self):
        """Sets drives with the same differences together."""
        groups = {}
        for path in self.paths:
            if path in self.to_send:
                groups.setdefault(tuple(self.to_send[path]), []).append(path)
        for keys in sorted(groups):
            modifiers = () if self.params['wake'] else ('if_awake',)
            block = block_text(self.words, self.pairs(keys), modifiers)
            # the task's words again, so that a drive with a new name is not set by mistake
            document = run_program(self.module, self.program, ['--conf=-'] + groups[keys], block)
            self.exit_status = document['exit_status']
            self.failures += messages(document.get('errors', []))
            for device in document['devices']:
                if device['path']:
                    self.judge_outcome(device)
        if self.memory.changed:
            self.memory.write()

    def judge_outcome(self, device):
        path = device['path']
        self.failures += messages(device['errors'], path)
        if 'skipped' in device:
            # the drive fell asleep after the check
            self.asleep.append(path)
            self.differences = [d for d in self.differences if d['drive'] != path]
        for change in device.get('changes', []):
            self.judge_change(path, change)

    def judge_change(self, path, change):
        outcome, cause = change['outcome'], change.get('cause')
        if outcome in ('applied', 'rounded') or (outcome == 'unverifiable' and cause == 'not_told'):
            self.changed = True
        elif outcome != 'already' and not self.failures:
            self.failures.append('%s: %s: %s' % (path, change['setting'], cause or outcome))
        # the key of --check for the same option
        if cause == 'not_told' and (path, change['option']) in self.wanted:
            self.memory.keep(path, *self.wanted[path, change['option']])

    def keep_file(self):
        """The block in the file; the new file is validated before it replaces the old one."""
        path, old = os.path.realpath(self.params['path']), ''
        created = not os.path.exists(path)
        if not created:
            with open(path, 'rb') as stream:
                old = to_text(stream.read())
        new = with_block(old, self.params['name'] or ' '.join(self.words),
                         block_text(self.words, self.settings))
        self.file_changed = new != old
        if not self.file_changed:
            return
        self.diff.append(dict(before_header=path, after_header=path, before=old, after=new))
        handle, temporary = tempfile.mkstemp(dir=self.module.tmpdir)
        with os.fdopen(handle, 'wb') as stream:
            stream.write(to_bytes(new))
        status, _out, err = self.module.run_command([self.program, '--conf=%s' % temporary,
                                                     '--dry-run'])
        if status:
            self.exit_status = status
            raise ProgramError('%s would have an error, and stays as it is: %s'
                               % (path, err.replace(temporary, path).strip()))
        if self.module.check_mode:
            return
        self.module.atomic_move(temporary, path)
        self.changed = True
        if created:
            # hdparm refuses a file that others can write, which some umasks permit
            os.chmod(path, 0o644)

    def show_differences(self):
        """The parts of --diff, one for each drive."""
        for path in self.paths:
            found = [d for d in self.differences if d['drive'] == path]
            if found:
                self.diff.append(dict(
                    before_header='%s now' % path, after_header='%s wanted' % path,
                    before=''.join('%s = %s\n' % (d['key'], d['now'] or 'not known')
                                   for d in found),
                    after=''.join('%s = %s\n' % (d['key'], d['wanted']) for d in found)))

    def run(self):
        self.ask()
        if self.module.check_mode:
            self.changed = bool(self.to_send)
        else:
            self.send()
        if self.params['state'] == 'present' and not self.failures:
            self.keep_file()
            self.changed = self.changed or self.file_changed
        self.show_differences()

    def result(self):
        return dict(changed=self.changed, exit_status=self.exit_status, drives=self.paths,
                    differences=self.differences, asleep=self.asleep,
                    lacking=self.lacking, missing=self.missing, file_changed=self.file_changed,
                    diff=self.diff)


def with_block(text, name, block):
    """The file with the block between its comments: in its place, or at the end."""
    begin, end = '# BEGIN ANSIBLE hdparm: %s\n' % name, '# END ANSIBLE hdparm: %s\n' % name
    if '\n' in name:
        raise ProgramError('name: it has several lines')
    if text and not text.endswith('\n'):
        text += '\n'
    start = text.find(begin)
    if start < 0:
        return text + ('\n' if text else '') + begin + block + end
    stop = text.find(end, start)
    if stop < 0:
        raise ProgramError("'%s' has no '%s' after it" % (begin.strip(), end.strip()))
    return text[:start] + begin + block + text[stop:]


def main():
    module = AnsibleModule(
        argument_spec=dict(
            drives=dict(type='list', elements='str', required=True, aliases=['selector']),
            settings=dict(type='dict', required=True),
            state=dict(type='str', choices=['applied', 'present'], default='applied'),
            name=dict(type='str'),
            path=dict(type='path', default='/etc/hdparm.conf'),
            wake=dict(type='bool', default=False),
            ignore_missing=dict(type='bool', default=False),
            memory=dict(type='path', default='/run/hdparm/ansible.json'),
            executable=dict(type='path'),
        ),
        supports_check_mode=True,
    )
    try:
        task = Task(module)
    except ProgramError as error:
        module.fail_json(msg=str(error))
    try:
        task.run()
    except ProgramError as error:
        task.failures.append(str(error))
    if task.failures:
        module.fail_json(msg='; '.join(task.failures), **task.result())
    module.exit_json(**task.result())


if __name__ == '__main__':
    main()
