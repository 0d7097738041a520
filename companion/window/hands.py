"""What hands do at this window: buttons held, the knob pressed and turned, told to whoever is at work."""

from __future__ import annotations

from collections.abc import Callable, Collection

from companion.window.desk import Desk
from companion.window.keys import Holder
from companion.window.table.choice_row import events_for
from firmware.events import NS_PER_MS, HostEvent, HostKey, Key, Knob, Seat
from firmware.times import earliest

SHORTEST_NS = 20 * NS_PER_MS
"""A press is at least this long. A key that went down and up while the window was drawing reports both at
one instant; its true length is unknown but not nought, which would look like interference. No finger is
quicker."""

HOLD_NS = 800 * NS_PER_MS
"""The knob held this long asks for the menu."""


class Hands:
    """Hands on the window's buttons and knob; a button stays closed until its last holder lets go.

    Args:
        desk: gives whoever is at work now.

    Attributes:
        knob: whether the knob is pressed.
        turned: steps it has been turned, clockwise positive.
    """

    def __init__(self, desk: Callable[[], Desk]) -> None:
        self._desk = desk
        self._holds: dict[Holder, Seat] = {}
        self._since: dict[Seat, int] = {}
        self._open_at: dict[Seat, int] = {}
        self.knob = KnobPress()
        self.turned = 0

    @property
    def closed(self) -> Collection[Seat]:
        """The seats whose button is closed now."""
        return self._since.keys()

    @property
    def next_at(self) -> int | None:
        """When `time_passes` has something to do (ns), or None."""
        return earliest(*self._open_at.values(), self.knob.next_at)

    def time_passes(self, now: int) -> bool:
        """Open what was let go too soon, notice a knob that is held; True if there was any."""
        due = [seat for seat, at in self._open_at.items() if at <= now]
        for seat in due:
            self._open(seat, now)
        held = self.knob.due(now)
        if held is not None:
            self.tell(Key(held, now))
        return bool(due) or held is not None

    def hold(self, seat: Seat, holder: Holder, at: int) -> None:
        """Hold a seat's button, where the window has one."""
        desk = self._desk()
        if not desk.pressable or seat not in desk.seats:
            return
        self._holds[holder] = seat
        self._open_at.pop(seat, None)
        if seat not in self._since:
            self._since[seat] = at
            desk.press(seat, True, at)

    def let_go(self, holder: Holder, at: int) -> None:
        """Let go of whatever this hand held."""
        seat = self._holds.pop(holder, None)
        if seat is not None and seat not in self._holds.values():
            if at - self._since[seat] < SHORTEST_NS:
                self._open_at[seat] = self._since[seat] + SHORTEST_NS
            else:
                self._open(seat, at)
        if (key := self.knob.let_go(holder)) is not None:
            self.tell(Key(key, at))

    def let_go_all(self, at: int) -> None:
        """Let go of everything; a pressed knob is forgotten."""
        self.knob.cancel()
        self._holds.clear()
        for seat in tuple(self._since):
            self._open(seat, at)

    def _open(self, seat: Seat, at: int) -> None:
        self._open_at.pop(seat, None)
        del self._since[seat]
        self._desk().press(seat, False, at)

    def turn(self, steps: int, at: int) -> None:
        """Turn the knob."""
        self.turned += steps
        self.tell(Knob(steps, at))

    def choose(self, index: int, at: int) -> None:
        """Take one of what can be chosen, as the knob would."""
        view = self._desk().table(at)
        for event in events_for(index, len(view.choices) if view is not None else 0, at):
            self.tell(event)

    def tell(self, event: HostEvent) -> None:
        """Hand on what the host did."""
        self._desk().tell(event)


class KnobPress:
    """The knob, pressed: a short press is OK when it ends, a long one the menu as soon as it is long.

    Attributes:
        next_at: when a press becomes a long one, ns; None if none can.
    """

    def __init__(self) -> None:
        self._holder: Holder | None = None
        self.next_at: int | None = None

    @property
    def down(self) -> bool:
        """Whether the knob is pressed now."""
        return self._holder is not None

    def take(self, holder: Holder, at: int) -> None:
        """Press the knob; a second holder changes nothing."""
        if self._holder is None:
            self._holder, self.next_at = holder, at + HOLD_NS

    def let_go(self, holder: Holder) -> HostKey | None:
        """Let go of the knob: OK, unless it was a long press or another holder's."""
        if holder != self._holder:
            return None
        short = self.next_at is not None
        self.cancel()
        return HostKey.OK if short else None

    def due(self, now: int) -> HostKey | None:
        """The long press, once, as soon as it is long enough."""
        if self.next_at is None or now < self.next_at:
            return None
        self.next_at = None
        return HostKey.HOLD_OK

    def cancel(self) -> None:
        """Forget the press."""
        self._holder = self.next_at = None
