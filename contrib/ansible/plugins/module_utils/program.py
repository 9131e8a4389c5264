# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs hdparm, and reads its JSON document (hdparm.schema.json)."""
from __future__ import absolute_import, division, print_function
__metaclass__ = type

import json

# The documents whose members these modules know.
VERSION = 1

# Exit statuses of --conf --check that are answers: the same, different, unknowable (ENODATA).
ANSWERS = (0, 1, 61)


class ProgramError(Exception):
    """What hdparm said on standard error, or why it could not be run."""


def find_program(module):
    """The path of hdparm: as asked, or in the folders of root's PATH."""
    path = module.params['executable']
    return path or module.get_bin_path('hdparm', True, ['/usr/sbin', '/sbin', '/usr/local/sbin'])


def run_program(module, program, words, text=None):
    """Runs hdparm with these words and this standard input: its document, with --json."""
    environ = dict(LC_ALL='C.UTF-8')
    status, out, err = module.run_command([program, '--json'] + words, data=text, binary_data=True,
                                          environ_update=environ)
    try:
        document = json.loads(out)
    except ValueError:
        raise ProgramError('%s printed no JSON document (exit status %d); it has to be hdparm 10.0 '
                           'or newer: %s' % (program, status, err.strip() or out.strip()[:200]))
    if document.get('version') != VERSION:
        raise ProgramError('%s prints documents of version %s; this module knows version %d'
                           % (program, document.get('version'), VERSION))
    document['exit_status'] = status
    return document


def messages(errors, path=None):
    """The texts of "errors", of a device with its path."""
    texts = []
    for error in errors:
        words = [path, error.get('option'), error.get('message')]
        texts.append(': '.join(word for word in words if word))
    return texts


def refuse_options(words):
    """Words for drives must not be taken for options."""
    for word in words:
        if not word or word.startswith('-'):
            raise ProgramError("'%s' names no drive" % word)
