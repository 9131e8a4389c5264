# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs hdparm, and reads its JSON document (hdparm.schema.json)."""
from __future__ import absolute_import, division, print_function
__metaclass__ = type

import json

# The version of the documents that these modules read.
VERSION = 1

# Exit statuses of --conf --check that are answers: the same, different, unknowable (ENODATA).
ANSWERS = (0, 1, 61)


class ProgramError(Exception):
    """hdparm's message on standard error, or the reason why hdparm could not be run."""


def find_program(module):
    """The path of hdparm: as given, or in the folders of root's PATH."""
    path = module.params['executable']
    return path or module.get_bin_path('hdparm', True, ['/usr/sbin', '/sbin', '/usr/local/sbin'])


def run_program(module, program, words, text=None):
    """Runs hdparm --json with these words and this standard input, and returns the document."""
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
    """The texts of "errors", with the path of the device if given."""
    texts = []
    for error in errors:
        words = [path, error.get('option'), error.get('message')]
        texts.append(': '.join(word for word in words if word))
    return texts


def refuse_options(words):
    """Refuses a word for a drive that hdparm would take for an option."""
    for word in words:
        if not word or word.startswith('-'):
            raise ProgramError("'%s' names no drive" % word)
