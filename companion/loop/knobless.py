"""A box with no knob: two seats' buttons do what the host's knob and keys would.

::

    while something is to be chosen     lowest seat: the next choice, round and round    another: take it
    in a game, and while people join    two held together for a second, let go: ok, or what there is to choose
    two held for 2.5 s                  the menu, as holding ok

A press in a game is the game's at once, always: waiting to see whether another button follows would cost the
race. So two buttons held together have also been two presses; where that matters, undo is in the menu. What
this makes of presses goes on as `Knob` and `Key` events: a journal replays without it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from companion.session.session import Session
from companion.session.state import Stage, State
from companion.words import Say
from firmware.drawing.legibility import small_lines
from firmware.events import NS_PER_MS, Event, HostKey, Key, Knob, Press, Release, Seat
from firmware.views import View

HELD_TOGETHER_NS = 800 * NS_PER_MS
"""Two buttons held together this long are meant: a race's presses are hardly held so."""

MENU_NS = 2500 * NS_PER_MS
"""Held together this long, they open the menu, as holding ok would."""

_, ROW_CELLS = small_lines(128, 64)
"""Letters of a small line on the main panel."""


def choosing(state: State) -> bool:
    """Whether buttons turn and take now, rather than play or join."""
    if state.naming is not None:
        return True
    if state.stage is Stage.PLAY:
        return state.cursor is not None or state.paused_at is not None or state.winners is not None
    return state.stage is not Stage.SEATS


class KnobHost:
    """A box with a knob: its seats' buttons are the game's alone. What else it may be: `KnoblessHost`."""

    def events(self, state: State, event: Event) -> Iterator[Event]:  # noqa: ARG002
        """What becomes of an event: itself."""
        yield event

    def deadline(self) -> int | None:
        """No button of a seat is ever held for the menu."""
        return None

    def together(self) -> Collection[Seat]:
        """No two buttons are ever held for the host."""
        return ()

    def keys(self, state: State, now: int) -> Iterator[Key]:  # noqa: ARG002
        """No key comes from a seat."""
        return iter(())

    def explained(self, view: View, state: State, say: Say) -> View:  # noqa: ARG002
        """The view, which names the knob."""
        return view


class KnoblessHost:
    """Turns presses into what a host would do.

    Args:
        session: the session that is played; asked what there is to choose.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._turns = min(session.seats)
        self._down: dict[Seat, bool] = {}  # whether something was to be chosen as each went down
        self._since: int | None = None
        self._spent: set[Seat] = set()

    def events(self, state: State, event: Event) -> Iterator[Event]:
        """What becomes of an event: itself, or what the host means by it, or nothing."""
        match event:
            case Press():
                self._down[event.seat] = choosing(state)
                if len(self._down) == 2 and not self._spent:
                    self._since = event.at
                if not choosing(state):
                    yield event
            case Release() if event.seat in self._down:
                yield from self._let_go(state, event)
            case _:
                yield event

    def _let_go(self, state: State, release: Release) -> Iterator[Event]:
        """A tap, the end of two held together, or just a game's release."""
        chose, together = self._down.pop(release.seat), self._since
        both = {release.seat, *self._down}
        self._since = None
        if not chose:
            yield release
        if release.seat in self._spent:
            self._spent.discard(release.seat)
        elif together is not None and release.at - together >= HELD_TOGETHER_NS:
            self._spent |= set(self._down)
            yield from self._meant(state, both, release.at)
        elif chose and choosing(state):
            turns = release.seat == self._turns
            yield self._turn(state, release.at) if turns else Key(HostKey.OK, release.at)

    def _meant(self, state: State, both: Collection[Seat], at: int) -> Iterator[Event]:
        """Two were held together and let go: ok, or what there is to choose, or back out of a choice."""
        if state.stage is Stage.SEATS and state.naming is None:
            yield from (Press(seat, at) for seat in sorted(both) if seat not in state.seats)
            yield Key(HostKey.OK, at)
        elif not choosing(state):
            yield Knob(0, at) if self._session.choices(state) else Key(HostKey.OK, at)
        elif state.cursor is not None and state.stage is not Stage.RESUME:
            yield Key(HostKey.BACK, at)

    def _turn(self, state: State, at: int) -> Knob:
        """To the next choice; after the last comes the first."""
        choices, standing = self._session.choices(state), self._session.standing(state)
        last = bool(choices) and standing is choices[-1]
        return Knob(1 - len(choices) if last else 1, at)

    def deadline(self) -> int | None:
        """When two buttons will have been held for the menu (ns), or None."""
        return None if self._since is None else self._since + MENU_NS

    def together(self) -> Collection[Seat]:
        """Whose buttons are held for the host now."""
        return () if self._since is None else tuple(self._down)

    def keys(self, state: State, now: int) -> Iterator[Key]:
        """The menu's key, if its time has come."""
        due = self.deadline()
        if due is not None and now >= due:
            self._since = None
            self._spent |= set(self._down)
            if state.stage is not Stage.RESUME:
                yield Key(HostKey.HOLD_OK, now)

    def explained(self, view: View, state: State, say: Say) -> View:
        """The view, its main screen's last line naming buttons this box has."""
        hint = self._hint(view.main.hint, state, say)
        return view if hint == view.main.hint else replace(view, main=replace(view.main, hint=hint))

    def _hint(self, hint: str, state: State, say: Say) -> str:
        turn, take = self._session.seats[:2]
        if state.refused is not None:
            return hint
        if choosing(state):
            return say("{turn}: next, {take}: ok", turn=turn, take=take)
        both = f"{turn}+{take}"
        for knob in ("ok: ", say("turn: ")):
            if hint.startswith(knob):
                return f"{both}: {hint.removeprefix(knob)}"
        longer = f"{hint} {both}"
        return longer if self._session.choices(state) and len(longer) <= ROW_CELLS else hint
