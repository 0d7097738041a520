"""The hand at a box on mock pins: it closes contacts and does what a host does, as a script says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from companion.errors import ScriptError
from companion.loop.mailbox import Mailbox
from companion.scripts.script import Action, Begin, Done, Keyed, Restart, Script, Turned, Typed, Wire
from firmware.boxfile.settings import Settings
from firmware.events import Enter, Key, Knob, Resumed, Seat
from firmware.fakes.pins import StampedFactory
from firmware.ports import Clock


class MockHand(ABC):
    """Closes and opens the contacts of a mock box; a `companion.scripts.script.Table`.

    Args:
        settings: how the box is built.
        factory: its pins.
        mailbox: where goes what the host does.
        clock: the time.
        origin: the stamp at which a script's time is zero (ns).
    """

    def __init__(
        self, settings: Settings, factory: StampedFactory, mailbox: Mailbox, clock: Clock, origin: int
    ) -> None:
        self.origin = origin
        self.mailbox = mailbox
        self._settings = settings
        self._factory = factory
        self._clock = clock

    def touch(self, seat: Seat, closed: bool, at: int) -> None:
        """Close or open a seat's contact; ``at`` is the stamp the pin gives the edge (ns)."""
        if seat in self._settings.seats:
            self._factory.pin(self._settings.seats[seat].button).edge_at(at, closed)

    def wire(self, seat: Seat, closed: bool, stamp: int) -> None:
        """One edge, stamped in the script's time."""
        self.touch(seat, closed, self.origin + stamp)

    def do(self, action: Done) -> None:
        """What the host does, now."""
        now = self._clock.now()
        match action:
            case Begin(name, words):
                self.mailbox.put(Enter(" ".join(("game", name, *words)), now))
            case Typed(text):
                self.mailbox.put(Enter(text, now))
            case Turned(steps):
                self.mailbox.put(Knob(steps, now))
            case Keyed(key):
                self.mailbox.put(Key(key, now))
            case Restart():
                self.mailbox.put(Resumed(now - 1, now))

    @abstractmethod
    def snapshot(self) -> dict[str, Any]:
        """The state at this very instant."""


def actions_on(settings: Settings, script: Script) -> Iterator[tuple[str, Action]]:
    """What a script does on a box, each action with its place in the file.

    Raises:
        ScriptError: a line names a seat the box hasn't got.
    """
    for seat in script.closed:
        _check_seat(script.source, seat, settings)
    for command in script.commands:
        where = f"{script.source}:{command.line}"
        if isinstance(command.action, Wire):
            _check_seat(where, command.action.seat, settings)
        yield where, command.action


def _check_seat(where: str, seat: Seat, settings: Settings) -> None:
    if seat not in settings.seats:
        raise ScriptError(f"{where}: expected a seat of this box {sorted(settings.seats)}, got {seat}")
