"""Undo as the inverse of every decision, in every game; and the journal of the same events gives the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.games.growing import Grown
from companion.games.options import Surroundings
from companion.i18n import speaker
from companion.session import screens
from companion.session.kept import Kept
from companion.session.session import Session
from companion.session.state import Stage, State
from companion.store.codec import decode, encode
from companion.store.runs import left_by_back, replay
from companion.store.things import known_things
from firmware.events import Enter, Event, HostKey, Key, Knob, Press, Release, Rolled, Tick
from firmware.presses.race import Ruling
from firmware.rolling import Roll
from firmware.times import Times
from firmware.views import View
from tests.companion.games import anything
from tests.companion.games.sitting import AT_TABLE, MOST_TICKS, ns

TEMPORARY = {"before", "undone", "under", "game", "offered"}
"""Fields of a state that are states or referees themselves: compared by what they hold."""


@dataclass(frozen=True)
class Moment:
    """What a decision was made on: what undo must bring back, and the decision itself for redo."""

    play: Any
    game_time: int
    rulings: Grown[Ruling]
    view: View | None
    kept: Kept

    @classmethod
    def of(cls, session: Session, state: State, now: int) -> Moment:
        plain = state.cursor is None and state.refused is None and state.paused_at is None
        view = screens.view(session, state, now, speaker("en")) if plain else None
        return cls(state.play, state.game_time(now), state.rulings, view, state.kept)


def game_of(state: State, now: int) -> dict[str, Any]:
    """The game's part of a snapshot."""
    assert state.game is not None
    return state.game.snapshot(state.play, state.game_time(now))


def told(state: State) -> dict[str, Any]:
    """A state as plain values, without the chain of those before it."""
    values = {name: getattr(state, name) for name in state.__dataclass_fields__ if name not in TEMPORARY}
    values["under"] = None if state.under is None else told(state.under)
    return values | {"game": None if state.game is None else state.game.setup}


def chain(state: State) -> list[dict[str, Any]]:
    """A state, and all it can be undone to."""
    links = [told(state)]
    while state.before is not None:
        state = state.before
        links.append(told(state))
    return links


class Table(RuleBasedStateMachine):
    """A session with a hand at every button, and a model of what can be undone and redone."""

    def __init__(self) -> None:
        super().__init__()
        self.session = Session(Surroundings(AT_TABLE, Times(), "en", things=known_things()))
        self.state = self.session.start()
        self.events: list[Event] = []
        self.now = ns(1000)
        self.decided: list[Moment] = []
        self.undone: list[tuple[Moment, Moment]] = []
        """Where each undo left, and the decision it took back."""
        self.held: set[int] = set()
        self.left: dict[int, tuple[list[Moment], list[tuple[Moment, Moment]]]] = {}
        """What could be undone and redone in games left, by when they began."""

    @initialize(game=anything.games())
    def begin(self, game: str) -> None:
        self.name = game.partition(" ")[0]
        self.happen(Enter(f"game {game}", self.now))
        assert self.state.stage is Stage.PLAY

    # -- what happens ------------------------------------------------------------------------------

    def pass_time(self, ms: float) -> None:
        until = self.now + ns(ms)
        for _ in range(MOST_TICKS * 10):
            wake = self.session.wake_at(self.state)
            if wake is None or wake > until:
                break
            self.now = max(self.now, wake)
            self.happen(Tick(wake))
        self.now = until

    def happen(self, event: Event) -> None:
        """One event, and the dice it rolls; the model follows."""
        before = self.state
        self.state, effects = self.session.step(before, event)
        leaves_pause = left_by_back(event, before, self.state)  # as the recorder writes it
        self.events.append(Key(HostKey.PAUSE, event.at) if leaves_pause else event)
        if before.game is not None and self.state.game is None:  # it waits on the shelf
            self.left[before.began] = (self.decided, self.undone)
            self.decided, self.undone = [], []
        elif before.game is None and self.state.game is not None:
            self.decided, self.undone = self.left.get(self.state.began, ([], []))
        elif self.state.game is not None and self.state.began in {before.began, *self.left}:
            self.follow(before, event)
        elif self.state.before is not None and self.state.before.began == before.began:  # a rematch
            self.left[self.state.began] = self.left[before.began] = ([], [])
            self.follow(before, event)
        else:
            self.decided, self.undone = [], []
        for effect in effects:
            if isinstance(effect, Roll):
                self.happen(Rolled(self.faces(effect), self.now))

    def faces(self, roll: Roll) -> tuple[str, ...]:
        """Some faces, others each time: there are dice that roll until they differ."""
        step = len(self.events)
        return tuple(die.faces[step * n % len(die.faces)] for n, die in enumerate(roll.dice, 1))

    def follow(self, before: State, event: Event) -> None:
        if self.state.play == before.play and self.state.before is before.before:
            return
        refused = self.state.refused is not before.refused and self.state.refused is not None
        if refused and any(moment.play == self.state.play for moment in self.decided):
            # A press that had begun something proves to be no move: it needn't be undone.
            while self.decided and self.decided.pop().play != self.state.play:
                pass
            return
        by_time = isinstance(event, Tick) and self.state.before is not before.before
        if isinstance(event, Tick | Release | Rolled) and not by_time:
            return
        if isinstance(event, Key) and event.key in {HostKey.UNDO, HostKey.REDO}:
            return
        if len(chain(self.state)) < len(chain(before)):  # the knob chose to undo
            self.undone.append((Moment.of(self.session, before, event.at), self.decided.pop()))
            return
        assert before.game is not None
        if isinstance(event, Press) and self.state.before is before.before:  # of the same race: no other
            self.undone = []
            return
        decision = event.at - before.offset
        at_that_time = Moment.of(self.session, before, event.at)
        assert at_that_time.game_time == decision or before.paused_at is not None
        self.decided.append(at_that_time)
        self.undone = []

    @rule(ms=st.sampled_from((0, 1, 40, 350, 1100, 2500)), seat=st.integers(1, 4), held=st.booleans())
    def press(self, ms: float, seat: int, held: bool) -> None:
        self.pass_time(ms)
        if seat not in self.held:
            self.happen(Press(seat, self.now))
            self.held.add(seat)
        if not held:
            self.release(80, seat)

    @rule(ms=st.sampled_from((5, 80, 700)), seat=st.integers(1, 4))
    def release(self, ms: float, seat: int) -> None:
        self.pass_time(ms)
        if seat in self.held:
            self.held.remove(seat)
            self.happen(Release(seat, self.now))

    @rule(ms=st.sampled_from((1, 31)), seat=st.integers(1, 3))
    def press_that_comes_late(self, ms: float, seat: int) -> None:
        self.pass_time(ms)
        if seat not in self.held:
            self.happen(Press(seat, self.now - ns(ms)))
            self.happen(Release(seat, self.now))

    @rule(ms=st.sampled_from((310, 900)))
    def ok(self, ms: float) -> None:
        self.pass_time(ms)
        self.happen(Key(HostKey.OK, self.now))

    @rule(data=st.data())
    def type(self, data: st.DataObject) -> None:
        self.happen(Enter(data.draw(anything.typed(self.name)), self.now))

    @rule(steps=st.integers(-2, 2))
    def knob(self, steps: int) -> None:
        self.happen(Knob(steps, self.now))

    @rule(key=st.sampled_from((HostKey.PAUSE, HostKey.PAUSE, HostKey.HOLD_OK, HostKey.BACK)))
    def other_key(self, key: HostKey) -> None:
        self.happen(Key(key, self.now))

    # -- undo and redo -----------------------------------------------------------------------------

    @rule(ms=st.sampled_from((0, 350, 2500)))
    def undo(self, ms: float) -> None:
        self.pass_time(ms)
        before = self.state
        self.happen(Key(HostKey.UNDO, self.now))
        if (
            before.game is None
            or before.naming is not None
            or (before.menu_open and before.cursor is not None)
        ):
            return
        if not self.decided:
            assert self.state.refused is not None
            assert told(before)["play"] == self.state.play
            return
        decision = self.decided.pop()
        self.undone.append((Moment.of(self.session, before, self.now), decision))
        self.check_back_at(decision)

    def check_back_at(self, moment: Moment) -> None:
        """Nothing is left of what was undone: not in play, rulings or clocks, and nothing of it is seen."""
        game = self.state.game
        assert game is not None
        assert self.state.play == game.buttons_up(moment.play)
        assert self.state.game_time(self.now) == moment.game_time
        assert self.state.rulings == moment.rulings
        assert game_of(self.state, self.now) == game.snapshot(game.buttons_up(moment.play), moment.game_time)
        if moment.view is not None and self.state.paused_at is None and self.state.play == moment.play:
            as_called = replace(self.state, kept=moment.kept)  # no undo takes a name back
            view = screens.view(self.session, as_called, self.now, speaker("en"))
            assert (view.main, view.lamps) == (moment.view.main, moment.view.lamps)
            assert view.seats == moment.view.seats

    @precondition(lambda self: self.state.game is not None and self.state.naming is None)
    @rule(ms=st.sampled_from((0, 350, 2500)))
    def redo(self, ms: float) -> None:
        self.pass_time(ms)
        self.happen(Key(HostKey.REDO, self.now))
        if not self.undone:
            assert self.state.refused is not None
            return
        moment, decision = self.undone.pop()
        self.decided.append(decision)
        game = self.state.game
        assert game is not None
        assert self.state.play == game.buttons_up(moment.play)
        assert self.state.game_time(self.now) == moment.game_time
        assert self.state.rulings == moment.rulings
        assert game_of(self.state, self.now) == game.snapshot(game.buttons_up(moment.play), moment.game_time)

    @invariant()
    def only_what_was_decided_can_be_undone(self) -> None:
        assert len(chain(self.state)) == len(self.decided) + 1

    def teardown(self) -> None:
        """A journal of all this gives the same; and undo comes back to the very start."""
        written = [decode(encode(event)) for event in self.events]
        assert written == self.events
        again = replay(self.session, self.session.start(), written)
        assert chain(again) == chain(self.state)
        if self.state.game is None or self.state.naming is not None:
            return
        while self.decided:
            self.undo(0)
        assert self.state.before is None
        assert self.state.game is not None
        assert self.state.play == self.state.game.buttons_up(self.state.game.start())


Table.TestCase.settings = settings(max_examples=100, stateful_step_count=40)
TestUndo = Table.TestCase
