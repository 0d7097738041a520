"""A box on a whole arm64 machine whose menu switches that off, by the knob alone."""

from __future__ import annotations

import pytest

from tests.arm64.machine import LINE, SOON_S, Emulated, press

pytestmark = pytest.mark.timeout(3600)

A, B, OK = 17, 27, 22
TO_THE_END = 30
"""More choices than the menu has."""


def turn(machine: Emulated, steps: int) -> None:
    """Turn the knob clockwise: A closes first and opens first."""
    a, b = LINE.format(A), LINE.format(B)
    edges = " ".join(f"echo pull-{way} >{line}; sleep 0.05;" for way in ("down", "up") for line in (a, b))
    machine.do(f"for step in $(seq {steps}); do {edges} done")


def test_switch_off_in_the_menu_powers_the_machine_off(machine: Emulated) -> None:
    turn(machine, TO_THE_END)
    press(machine, OK)
    turn(machine, 1)
    press(machine, OK)
    assert machine.emulator.wait(SOON_S) == 0
