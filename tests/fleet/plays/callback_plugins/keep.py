# SPDX-License-Identifier: GPL-2.0-or-later
"""Write each task's result to the file RESULTS, a line of JSON each, for the test."""
import json
import os

from ansible.plugins.callback import CallbackBase

DOCUMENTATION = """
name: keep
type: aggregate
short_description: keeps results for the test
description: A line of JSON for each result.
"""


class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "aggregate"
    CALLBACK_NAME = "keep"
    CALLBACK_NEEDS_ENABLED = True

    def keep(self, result):
        path = os.environ.get("RESULTS")
        if path:
            with open(path, "a", encoding="utf-8") as stream:
                stream.write(json.dumps(result._result, default=str) + "\n")

    def v2_runner_on_ok(self, result):
        self.keep(result)

    def v2_runner_on_failed(self, result, ignore_errors=False):
        self.keep(result)
