"""What hands do at this window: buttons held, the knob pressed and turned, told to whoever is at work."""

from __future__ import annotations

from collections.abc import Callable

from companion.window.desk import Desk
from companion.window.hands import Hands, KnobPress
from companion.window.keys import Holder
from companion.window.table.choice_row import events_for
from firmware.events import HostEvent, HostKey, Key, Knob, Seat
from firmware.times import earliest


class Pressing:
    """Hands on the window's buttons and knob.

    Args:
        desk: gives whoever is at work now.

    Attributes:
        hands: which seats' buttons are held.
        knob: whether the knob is pressed.
        turned: steps it has been turned, clockwise positive.
    """

    def __init__(self, desk: Callable[[], Desk]) -> None:
        self._desk = desk
        self.hands = Hands()
        self.knob = KnobPress()
        self.turned = 0

    @property
    def next_at(self) -> int | None:
        """When `time_passes` has something to do (ns), or None."""
        return earliest(self.hands.next_at, self.knob.next_at)

    def time_passes(self, now: int) -> bool:
        """Open what has been closed long enough, notice a knob that is held; True if there was any."""
        opened = self.hands.due(now)
        for seat in opened:
            self._desk().press(seat, False, now)
        held = self.knob.due(now)
        if held is not None:
            self.tell(Key(held, now))
        return bool(opened) or held is not None

    def hold(self, seat: Seat, holder: Holder, at: int) -> None:
        """Hold a seat's button, where the window has one."""
        desk = self._desk()
        if desk.pressable and seat in desk.seats and self.hands.take(holder, seat, at):
            desk.press(seat, True, at)

    def let_go(self, holder: Holder, at: int) -> None:
        """Let go of whatever this hand held."""
        seat = self.hands.let_go(holder, at)
        if seat is not None:
            self._desk().press(seat, False, at)
        if (key := self.knob.let_go(holder)) is not None:
            self.tell(Key(key, at))

    def let_go_all(self, at: int) -> None:
        """Let go of everything; a pressed knob is forgotten."""
        self.knob.cancel()
        for seat in self.hands.let_go_all():
            self._desk().press(seat, False, at)

    def turn(self, steps: int, at: int) -> None:
        """Turn the knob."""
        self.turned += steps
        self.tell(Knob(steps, at))

    def press_key(self, key: HostKey, at: int) -> None:
        """Press a key the host's rules know by name."""
        self.tell(Key(key, at))

    def choose(self, index: int, at: int) -> None:
        """Take one of what can be chosen, as the knob would."""
        view = self._desk().table(at)
        for event in events_for(index, len(view.choices) if view is not None else 0, at):
            self.tell(event)

    def tell(self, event: HostEvent) -> None:
        """Hand on what the host did."""
        self._desk().tell(event)
