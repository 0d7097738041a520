"""Plays a plan and tells what the pins of a header, opened as the box opens them, made of it.

``python -m tests.kernel.guest.edges PLAN``: a JSON list of ``[chip, line, offset_ns, closed]``. Prints a
JSON object of ``pulled``, a list of ``[chip, line, closed, before_ns, after_ns]``, and ``edges``, a list of
``[chip, line, closed, stamp_ns]`` in the order of their arrival.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import astuple
from typing import Any

from firmware.pi.factory import open_header
from tests.kernel.guest.injector import Injector, Pull

SETTLED_S = 0.1
"""Longer than an edge is on its way."""


class Watch:
    """One pin with its pull-up on; keeps what happens to it."""

    def __init__(self, chip: str, line: int, pin: Any, edges: list[tuple[str, int, bool, int]]) -> None:
        self._chip, self._line, self._edges = chip, line, edges
        self._pin = pin
        pin.function, pin.pull, pin.bounce, pin.edges = "input", "up", None, "both"
        pin.when_changed = self._changed  # kept weakly

    def _changed(self, ticks: float, state: int) -> None:
        self._edges.append((self._chip, self._line, not state, round(ticks * 1e9)))


def main() -> None:
    plan = [Pull(*pull) for pull in json.loads(sys.argv[1])]
    edges: list[tuple[str, int, bool, int]] = []
    headers = {chip: open_header(chip) for chip in sorted({pull.chip for pull in plan})}
    watches = [
        Watch(chip, line, headers[chip].factory.pin(line), edges)
        for chip, line in sorted({(pull.chip, pull.line) for pull in plan})
    ]
    pulled = Injector().play(plan)
    time.sleep(SETTLED_S)
    print(json.dumps({"pulled": [astuple(pull) for pull in pulled], "edges": edges}))
    del watches


if __name__ == "__main__":
    main()
