"""A box with no knob: two seats' buttons do what the host's knob and keys would.

::

    while something is to be chosen     lowest seat: the next choice, round and round    another: take it
      in a list of many                 held 0.8 s: ten on                               held 0.8 s: one back
      two held together, let go         one step back
    in a game, and while people join    two held together, let go: ok, or what there is to choose
    two held for 2.5 s                  the menu, as holding ok

Two held together are a plain ok where nothing else could be meant: what a game merely corrects is in the
menu, too. Where there is more to choose, or the knob itself means something to the game (`Referee.on_knob`),
they begin the choosing, and ok is one tap more.

A press in a game is the game's at once, always: waiting to see whether another button follows would cost the
race. So two buttons held together have also been two presses: what they did is undone, but in an open
race: two eager children may have held on. What this makes of presses goes on as `Knob` and `Key` events: a
journal replays without it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from companion.games.base import NotNow
from companion.session.session import Session
from companion.session.state import Stage, State
from companion.words import Say
from firmware.drawing.legibility import small_lines
from firmware.events import NS_PER_MS, Event, HostKey, Key, Knob, Press, Release, Seat
from firmware.views import Screen, View

HELD_TOGETHER_NS = 800 * NS_PER_MS
"""A button held this long, or two together, is meant: a race's presses are hardly held so."""

MENU_NS = 2500 * NS_PER_MS
"""Held together this long, two open the menu, as holding ok would."""

MANY = 12
"""Above so many choices they are too many to tap through."""

BEYOND = 10
"""So many further is one hold of the lowest seat's button, in a list of many."""

TO_THE_FIRST = -1000
"""A knob turned so far back stands at the beginning of whatever it turns."""

_, ROW_CELLS = small_lines(128, 64)
"""Letters of a small line on the main panel."""


def choosing(state: State) -> bool:
    """Whether buttons turn and take now, rather than play or join."""
    if state.naming is not None:
        return True
    if state.stage is Stage.PLAY:
        return state.cursor is not None or state.paused_at is not None or state.winners is not None
    if state.zero is not None:
        return state.zero.ended is not None
    return state.stage not in {Stage.SEATS, Stage.OFF}


def _standing_still(state: State) -> bool:
    """The game pauses, and nothing is offered but to go on."""
    return state.paused_at is not None and not state.menu_open and state.naming is None


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
        self._down: dict[Seat, tuple[int, bool]] = {}  # since when, and whether it chose as it went down
        self._since: int | None = None
        self._spent: set[Seat] = set()
        self._before = session.start()  # before the buttons that are down went down
        self._turning = False  # the game's own knob

    def events(self, state: State, event: Event) -> Iterator[Event]:
        """What becomes of an event: itself, or what the host means by it, or nothing."""
        match event:
            case Press():
                if not self._down:
                    self._before = state
                chose = self._chooses(state)
                self._down[event.seat] = (event.at, chose)
                if len(self._down) == 2 and not self._spent:
                    self._since = event.at
                if not chose:
                    yield event
            case Release() if event.seat in self._down:
                yield from self._let_go(state, event)
            case _:
                yield event

    def _let_go(self, state: State, release: Release) -> Iterator[Event]:
        """A tap, the end of two held together, or just a game's release."""
        (since, chose), together = self._down.pop(release.seat), self._since
        both = {release.seat, *self._down}
        self._since = None
        if not chose:
            yield release
        if release.seat in self._spent:
            self._spent.discard(release.seat)
        elif together is not None and release.at - together >= HELD_TOGETHER_NS:
            self._spent |= set(self._down)
            yield from self._meant(state, both, release.at)
        elif chose and self._chooses(state):
            held = release.at - since >= HELD_TOGETHER_NS
            yield from self._tapped(state, release, held and self._is_of_many(state))

    # -- what two held together mean -----------------------------------------------------------------

    def _meant(self, state: State, both: Collection[Seat], at: int) -> Iterator[Event]:
        """Two were held together and let go: ok, or what there is to choose, or back out of a choice."""
        if state.stage is Stage.SEATS and state.naming is None:
            yield from (Press(seat, at) for seat in self._join_or_leave(state, both))
            yield Key(HostKey.OK, at)
        elif not choosing(state):
            state, undone = self._unpressed(state, both)
            yield from [Key(HostKey.UNDO, at)] * undone
            turns = self._turns_itself(state)
            self._turning = turns and not self._turning
            if not turns:
                yield Knob(0, at) if self._is_to_choose(state) else Key(HostKey.OK, at)
        elif state.stage is not Stage.RESUME and (
            state.cursor is not None or state.menu_open or state.stage is Stage.OPTIONS
        ):
            yield Key(HostKey.BACK, at)

    def _join_or_leave(self, state: State, both: Collection[Seat]) -> Iterator[Seat]:
        """Who has to press again, so that those play who had joined; if too few, both also."""
        assert state.chosen is not None
        joined = self._before.seats
        few = len(joined) < state.chosen.players[0]
        wanted = {*joined, *(both if few else ())}
        return (seat for seat in sorted(both) if (seat in wanted) is not (seat in state.seats))

    def _unpressed(self, state: State, both: Collection[Seat]) -> tuple[State, int]:
        """The state before two were held, and how many decisions back it is; in an open race none."""
        was, undone = state, 0
        while was.play != self._before.play and was.before is not None and was.decided_by in both:
            was, undone = was.before, undone + 1
        if was.game is None or was.play != self._before.play:
            return state, 0
        race, now = was.game.race(was.play), was.game.race(state.play)
        return (state, 0) if now != race and race.ruling is None else (was, undone)

    def _is_to_choose(self, state: State) -> bool:
        """Whether two held together begin the choosing: more is offered than ok and corrections."""
        corrected = () if state.game is None else state.game.corrections(state.play)
        texts = {choice.text for choice in corrected}
        return sum(choice.text not in texts for choice in self._session.choices(state)) > 1

    def _turns_itself(self, state: State) -> bool:
        """Whether the knob means something to the game itself now."""
        if state.game is None or choosing(state) or self._session.choices(state):
            return False
        try:
            state.game.step(state.play, Knob(1, state.decided_at))
        except NotNow:
            return False
        return True

    # -- what a tap means ----------------------------------------------------------------------------

    def _chooses(self, state: State) -> bool:
        """Whether buttons turn and take now."""
        self._turning = self._turning and self._turns_itself(state)
        return self._turning or choosing(state)

    def _is_of_many(self, state: State) -> bool:
        """Whether what is turned is too long for taps."""
        return self._turning or len(self._session.choices(state)) > MANY

    def _tapped(self, state: State, release: Release, held: bool) -> Iterator[Event]:
        """One button alone: to another choice, or ok."""
        turns = release.seat == self._turns
        if _standing_still(state):
            if not turns:
                yield Key(HostKey.OK, release.at)
        elif turns or held:
            yield self._turn(state, (BEYOND if turns else -1) if held else 1, release.at)
        else:
            self._turning = False
            yield Key(HostKey.OK, release.at)

    def _turn(self, state: State, by: int, at: int) -> Knob:
        """So many choices further; after the last comes the first."""
        count = len(self._session.choices(state))
        if count:
            stands = self._session.stands_at(state)
            return Knob((stands + by) % count - stands, at)
        turned, _ = self._session.step(state, Knob(by, at))
        return Knob(by if turned.play != state.play else TO_THE_FIRST, at)

    # -- the menu ------------------------------------------------------------------------------------

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
            if not choosing(state):
                yield from [Key(HostKey.UNDO, now)] * self._unpressed(state, self._spent)[1]
            if state.stage is not Stage.RESUME:
                yield Key(HostKey.HOLD_OK, now)

    # -- what the main panel says --------------------------------------------------------------------

    def explained(self, view: View, state: State, say: Say) -> View:
        """The view, its main screen naming buttons this box has."""
        main = self._named(view.main, state, say)
        return view if main == view.main else replace(view, main=main)

    def _named(self, main: Screen, state: State, say: Say) -> Screen:
        turn, take = self._session.seats[:2]
        both, knob = f"{turn}+{take}", say("turn: ")
        main = replace(
            main,
            title=main.title.replace(knob, f"{both}: "),
            text=tuple(line.replace(knob, f"{both}: ") for line in main.text),
        )
        if self._chooses(state) and self._is_of_many(state):
            further = say("long {turn}: +{n}, {take}: -1", turn=turn, take=take, n=BEYOND)
            main = replace(main, title=further) if self._turning else replace(main, text=(further,))
        return main if state.refused is not None else replace(main, hint=self._hint(main.hint, state, say))

    def _hint(self, hint: str, state: State, say: Say) -> str:
        turn, take = self._session.seats[:2]
        both = f"{turn}+{take}"
        if _standing_still(state):
            return say("{take}: go on", take=take)
        if self._chooses(state):
            return say("{turn}: next, {take}: ok", turn=turn, take=take)
        if state.stage is Stage.PLAY and (self._is_to_choose(state) or self._turns_itself(state)):
            return say("{both}: choose", both=both)
        named = f"{both}: {hint.removeprefix('ok: ')}" if hint.startswith("ok: ") else hint
        return named if len(named) <= ROW_CELLS else say("{both}: ok", both=both)
