"""What hands do at this window: buttons held, the knob pressed and turned, told to whoever is at work."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from companion.table.view import TableView
from companion.window.desk import Desk
from companion.window.keys import Holder
from companion.window.table.choice_row import events_for
from firmware.events import NS_PER_MS, Enter, HostEvent, HostKey, Key, Knob, Seat
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
        turned: steps it has been turned, clockwise positive.
    """

    def __init__(self, desk: Callable[[], Desk]) -> None:
        self._desk = desk
        self._holds: dict[Holder, Seat] = {}
        self._since: dict[Seat, int] = {}
        self._by_key: set[Seat] = set()
        self._open_at: dict[Seat, int] = {}
        self._knob: Holder | None = None
        self._menu_at: int | None = None  # when the knob has been pressed long enough for the menu
        self.turned = 0

    @property
    def closed(self) -> Collection[Seat]:
        """The seats whose button is closed now."""
        return self._since.keys()

    @property
    def next_at(self) -> int | None:
        """When `time_passes` has something to do (ns), or None."""
        return earliest(*self._open_at.values(), self._menu_at)

    @property
    def knob_down(self) -> bool:
        """Whether the knob is pressed now."""
        return self._knob is not None

    def time_passes(self, now: int) -> bool:
        """Open what was let go too soon; the menu for a knob that is held. True if there was any."""
        due = [seat for seat, at in self._open_at.items() if at <= now]
        for seat in due:
            self._open(seat, now)
        held = self._menu_at is not None and now >= self._menu_at
        if held:
            self._menu_at = None
            self.tell(Key(HostKey.HOLD_OK, now))
        return bool(due) or held

    def hold(self, seat: Seat, holder: Holder, at: int) -> None:
        """Hold a seat's button, where the window has one."""
        desk = self._desk()
        if not desk.pressable or seat not in desk.seats:
            return
        self._holds[holder] = seat
        self._open_at.pop(seat, None)
        if seat not in self._since:
            self._since[seat] = at
            by_key = holder[0] == "key"
            (self._by_key.add if by_key else self._by_key.discard)(seat)
            desk.press(seat, True, at, by_key=by_key)

    def press_knob(self, holder: Holder, at: int) -> None:
        """Press the knob; a second holder changes nothing."""
        if self._knob is None:
            self._knob, self._menu_at = holder, at + HOLD_NS

    def let_go(self, holder: Holder, at: int) -> None:
        """Let go of whatever this hand held; of the knob: ok, unless that was long."""
        seat = self._holds.pop(holder, None)
        if seat is not None and seat not in self._holds.values():
            if at - self._since[seat] < SHORTEST_NS:
                self._open_at[seat] = self._since[seat] + SHORTEST_NS
            else:
                self._open(seat, at)
        if holder == self._knob:
            if self._menu_at is not None:
                self.tell(Key(HostKey.OK, at))
            self._knob = self._menu_at = None

    def let_go_all(self, at: int) -> None:
        """Let go of everything; a pressed knob is forgotten."""
        self._knob = self._menu_at = None
        self._holds.clear()
        for seat in tuple(self._since):
            self._open(seat, at)

    def _open(self, seat: Seat, at: int) -> None:
        self._open_at.pop(seat, None)
        del self._since[seat]
        self._desk().press(seat, False, at, by_key=seat in self._by_key)

    def turn(self, steps: int, at: int) -> None:
        """Turn the knob."""
        self.turned += steps
        self.tell(Knob(steps, at))

    def choose(self, index: int, at: int, seen: Sequence[str] | None = None) -> None:
        """Take one of what can be chosen, as the knob would; of pages, turn to it.

        ``seen``: what there was to choose as it was touched; what is gone since is not chosen, nor anything
        else in its place.
        """
        view = self._desk().table(at) or TableView()
        if seen is not None and tuple(seen) != view.choices:
            if view.choices.count(seen[index]) != 1:
                return
            index = view.choices.index(seen[index])
        for event in events_for(index, len(view.choices), at, pages=view.pages):
            self.tell(event)

    def do(self, does: str, at: int) -> None:
        """Do what a `Typed` says: by the knob where that could choose it, else by typing it."""
        takes, ways = (self._desk().table(at) or TableView()).takes, does.split("|")
        index = next((index for way in ways if way and (index := _place(way, takes)) is not None), None)
        if index is not None:
            self.choose(index, at)
        elif len(ways) == 1:
            self.tell(Enter(does, at))

    def tell(self, event: HostEvent) -> None:
        """Hand on what the host did."""
        self._desk().tell(event)


def _place(way: str, takes: Sequence[str]) -> int | None:
    """Which of these is meant, if one is."""
    end = way.removeprefix("…")
    found = [index for index, take in enumerate(takes) if take == way or (end != way and take.endswith(end))]
    return found[0] if len(found) == 1 else None
