"""Plays a plan on pins opened as the box opens them, and tells what came of it.

``python -m tests.kernel.guest.edges CHIP PLAN``: the label of the chip whose pins are opened (others are only
pulled), and a JSON list of ``[chip, line, offset_ns, closed]``. Prints a JSON object of ``pulled``, a list of
`Pulled`, and ``edges``, a list of `Seen` in the order of their arrival, both as lists of their fields.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import astuple
from typing import Any, NamedTuple

from firmware.pi.clock import to_ns
from firmware.pi.factory import open_header
from tests.kernel.guest.injector import Injector, Pull

SETTLED_S = 0.1
"""Longer than an edge is on its way."""


class Seen(NamedTuple):
    """An edge as it reached the program.

    Attributes:
        line: number of the line.
        closed: whether the contact closed.
        stamp_ns: the kernel's stamp, CLOCK_MONOTONIC.
        arrived_ns: when the program got it, by the same clock.
    """

    line: int
    closed: bool
    stamp_ns: int
    arrived_ns: int


class Watch:
    """One pin, pulled up; keeps what happens to it."""

    def __init__(self, line: int, pin: Any, seen: list[Seen]) -> None:
        self._line, self._seen = line, seen
        self._pin = pin
        pin.function, pin.pull, pin.bounce, pin.edges = "input", "up", None, "both"
        pin.when_changed = self._changed  # held weakly, so this object must stay

    def _changed(self, ticks: float, state: int) -> None:
        self._seen.append(Seen(self._line, not state, to_ns(ticks), time.monotonic_ns()))


def main() -> None:
    """Play the plan of the command line."""
    chip, plan_json = sys.argv[1:]
    plan = [Pull(*pull) for pull in json.loads(plan_json)]
    seen: list[Seen] = []
    factory = open_header(chip).factory
    lines = sorted({pull.line for pull in plan if pull.chip == chip})
    watches = [Watch(line, factory.pin(line), seen) for line in lines]
    pulled = Injector().play(plan)
    time.sleep(SETTLED_S)
    print(json.dumps({"pulled": [astuple(pull) for pull in pulled], "edges": seen}))
    del watches


if __name__ == "__main__":
    main()
