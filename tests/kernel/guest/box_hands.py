"""What hands and faults do to contacts, as pulls of a plan: presses, bounce, spikes, a knob turned.

Offsets are whole nanoseconds after the plan's start. Pure; the numbers of lines come from `BUTTONS` and
`KNOB`, which `box_stage` writes into the box file of the box under test.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from firmware.events import NS_PER_MS, NS_PER_US, Seat
from tests.kernel.guest.injector import Pull

CHIP = "pinctrl-bcm2711"

BUTTONS: dict[Seat, int] = {1: 5, 2: 6, 3: 13, 4: 19, 5: 26, 6: 16, 7: 4, 8: 11}
KNOB_A, KNOB_B, KNOB_OK = 17, 27, 22

HELD_NS = 80 * NS_PER_MS
"""How long a finger stays on a button."""

QUARTER_NS = 15 * NS_PER_MS
DETENT_NS = 75 * NS_PER_MS
"""A knob turned by 13 detents a second, each of four quarters and a rest."""


def contact(line: int, at: int, toggles: Sequence[int] = (0,), *, chip: str = CHIP) -> list[Pull]:
    """A contact that closes at ``at`` and changes at each of ``toggles`` (ns after that; the first is 0)."""
    return [Pull(chip, line, at + offset, closed=number % 2 == 0) for number, offset in enumerate(toggles)]


def press(
    seat: Seat,
    at: int = 0,
    *,
    held: int = HELD_NS,
    bounces: Sequence[int] = (),
    letting_go: Sequence[int] = (),
) -> list[Pull]:
    """A finger on a seat's button.

    Args:
        seat: whose.
        at: when the metal first touches.
        held: how long until it first opens for letting go.
        bounces: an even number of changes after the first touch (ns after it), open first.
        letting_go: an even number of changes after the first opening (ns after it), closed first.
    """
    assert len(bounces) % 2 == len(letting_go) % 2 == 0
    toggles = (0, *bounces, held, *(held + offset for offset in letting_go))
    return contact(BUTTONS[seat], at, toggles)


def spike(seat: Seat, at: int = 0, *, wide: int = 5 * NS_PER_US) -> list[Pull]:
    """Interference on a seat's line: closed for some microseconds."""
    return contact(BUTTONS[seat], at, (0, wide))


def turn(steps: int, at: int = 0, *, bounces: Sequence[int] = (200_000, 350_000)) -> list[Pull]:
    """The knob turned by so many detents, clockwise if positive; each contact bounces as it closes."""
    first, second = (KNOB_A, KNOB_B) if steps > 0 else (KNOB_B, KNOB_A)
    return list(
        chain.from_iterable(
            [
                *contact(first, start, (0, *bounces, 2 * QUARTER_NS)),
                *contact(second, start + QUARTER_NS, (0, *bounces, 2 * QUARTER_NS)),
            ]
            for start in range(at, at + abs(steps) * DETENT_NS, DETENT_NS)
        )
    )


def ok(at: int = 0, *, held: int = HELD_NS) -> list[Pull]:
    """The knob pressed, with a bounce on either way."""
    return contact(KNOB_OK, at, (0, 400_000, 700_000, held, held + 500_000, held + 900_000))


def together(*parts: Iterable[Pull]) -> list[Pull]:
    """Several hands at once."""
    return list(chain.from_iterable(parts))
