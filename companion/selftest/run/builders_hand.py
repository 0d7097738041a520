"""The builder's hand at a mock box that is being checked: it presses and turns on the wires themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeAlias

from companion.errors import ScriptError
from companion.loop.mailbox import Mailbox
from companion.scripts.mock import MockHand, actions_on
from companion.scripts.script import HELD_NS, PRESS_NS, Begin, Dice, Done, Script, Tell
from companion.selftest.part_names import PHASES, gpio_of
from firmware.boxfile.settings import Settings
from firmware.digits import is_number
from firmware.events import NS_PER_MS, Enter, HostKey, Key, Knob, Line, Resumed
from firmware.fakes.pins import StampedFactory
from firmware.ports import Clock
from firmware.presses.cycle import QUARTERS

QUARTER_NS = 5 * NS_PER_MS
"""Between two edges of a knob being turned."""

CLICKS = 4
"""So many clicks the words ``left`` and ``right`` turn the knob by."""

Contact: TypeAlias = Callable[[bool, int], None]
"""Closes and opens at a stamp (ns)."""

LINE_OF_KEY = {HostKey.OK: "ok", HostKey.HOLD_OK: "ok", HostKey.BACK: "back"}


class BuildersHand(MockHand):
    """Turns the knob and presses buttons by their contacts, for it is these that are tested.

    Args:
        settings: how the box is built.
        factory: its pins.
        mailbox: where goes what is typed.
        clock: the time.
        snapshot: gives the test at this very instant.
    """

    def __init__(
        self,
        settings: Settings,
        factory: StampedFactory,
        mailbox: Mailbox,
        clock: Clock,
        snapshot: Callable[[], dict[str, Any]],
    ) -> None:
        super().__init__(settings, factory, mailbox, clock, clock.now())
        self._snapshot = snapshot
        self._planned: list[tuple[int, int, Contact, bool]] = []
        self._turn = count()
        self._gone = 0  # quarters of the knob's cycles, to the right

    # -- what is planned -------------------------------------------------------------------------------------

    def due(self) -> int | None:
        """When the next contact changes (ns), or None."""
        return self._planned[0][0] if self._planned else None

    def deliver(self, now: int) -> None:
        """Change the contacts that are due."""
        while self._planned and self._planned[0][0] <= now:
            at, _, contact, closed = heappop(self._planned)
            contact(closed, at)

    def _plan(self, at: int, contact: Contact, closed: bool) -> None:
        heappush(self._planned, (at, next(self._turn), contact, closed))

    def _contact(self, line: Line) -> Contact | None:
        """What closes and opens a line; None if this box hasn't got it."""
        if isinstance(line, int):
            return partial(self.touch, line) if line in self._settings.every_seat else None
        gpio = gpio_of(self._settings, line)
        return None if gpio is None else partial(self._on_pin, gpio)

    def _on_pin(self, gpio: int, closed: bool, at: int) -> None:
        self._factory.pin(gpio).edge_at(at, closed)

    def press(self, line: Line, length: int = PRESS_NS) -> None:
        """Press a button of this box now, for ``length`` ns; where there is no knob, its words are typed."""
        now, contact = self._clock.now(), self._contact(line)
        if contact is None:
            self.mailbox.put(Enter("n" if length == HELD_NS or line == "back" else "y", now))
            return
        self._plan(now, contact, True)
        self._plan(now + length, contact, False)

    def turn(self, clicks: int) -> None:
        """Turn the knob, or press the key that stands for it; to the right is positive."""
        knob, now = self._settings.knob, self._clock.now()
        if knob is None:
            return
        if knob.a is not None and knob.b is not None:
            cycle, apart = [(knob.a, True), (knob.b, True), (knob.a, False), (knob.b, False)], QUARTER_NS
            if clicks < 0:
                cycle = [(gpio, not closed) for gpio, closed in reversed(cycle)]
            quarters = abs(clicks) * QUARTERS // knob.clicks_per_step
            first = self._gone if clicks > 0 else -self._gone
            self._gone += quarters if clicks > 0 else -quarters
            edges = [cycle[(first + number) % QUARTERS] for number in range(quarters)]
        else:
            key, apart = knob.up if clicks > 0 else knob.down, PRESS_NS
            edges = [] if key is None else [(key, True), (key, False)] * abs(clicks)
        for number, (gpio, closed) in enumerate(edges):
            self._plan(now + number * apart, partial(self._on_pin, gpio), closed)

    def word(self, text: str) -> bool:
        """A word that stands for a touch: ``3``, ``hold 3``, ``ok``, ``right``; False for any other."""
        held = re.fullmatch("hold (.*)", text.strip().lower())
        name = held[1] if held else text.strip().lower()
        if name in {"right", "left"} and self._settings.knob is not None:
            self.turn(CLICKS if name == "right" else -CLICKS)
            return True
        line: Line = int(name) if is_number(name) else name
        if line in PHASES or self._contact(line) is None:
            return False
        self.press(line, HELD_NS if held else PRESS_NS)
        return True

    # -- a script's table ------------------------------------------------------------------------------------

    def do(self, action: Done) -> None:
        """What whoever builds the box does, now."""
        match action:
            case Knob(steps):
                self.turn(steps)
            case Key(key):
                self.press(LINE_OF_KEY[key], HELD_NS if key is HostKey.HOLD_OK else PRESS_NS)
            case _:
                super().do(action)

    def snapshot(self) -> dict[str, Any]:
        """The test at this very instant."""
        return self._snapshot()


def check_commands(script: Script, settings: Settings) -> None:
    """See that a script says nothing that a self-test has no ear for.

    Raises:
        ScriptError: a line is of a game, or names a seat this box hasn't got.
    """
    for where, action in actions_on(settings, script):
        match action:
            case Begin() | Dice() | Resumed() | Tell():
                raise ScriptError(f"{where}: expected what a self-test hears, got a line of a game")
            case Key(key) if key not in LINE_OF_KEY:
                raise ScriptError(f"{where}: expected ok, hold-ok or back in a self-test, got {key}")
