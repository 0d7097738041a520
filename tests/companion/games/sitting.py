"""One referee at work, driven as the loop drives it: events in order of stamp, ticks before what is later."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.base import Effect, NotNow, Referee
from companion.games.catalogue import find_game
from companion.games.options import Surroundings
from companion.i18n import speaker
from firmware.events import NS_PER_MS, Enter, Event, HostKey, Key, Press, Release, Seat, Tick
from firmware.rolling import NO_SETS, Die
from firmware.times import Times

AT_TABLE = tuple(range(1, 9))
MOST_TICKS = 8
"""More ticks than this without anything else happening would be a loop that spins."""


def referee_for(typed: str, sets: Mapping[str, tuple[Die, ...]] = NO_SETS) -> Referee[Any, Any]:
    """The referee of ``NAME option=value ...``, on a box of eight seats with the usual times.

    Args:
        typed: the game and its options.
        sets: whole sets of dice that games have lent, by name.
    """
    name, *words = typed.split()
    game = find_game(name)
    things = {} if game.things is None else {game.things.kind: game.things.shipped}
    return game.begin(tuple(words), Surroundings(AT_TABLE, Times(), "en", things=things, sets=sets))


def ns(ms: float) -> int:
    """Milliseconds as whole ns."""
    return round(ms * NS_PER_MS)


@dataclass
class Sitting:
    """A game being played; times are in ms.

    Attributes:
        cues: those of the last event and of the ticks before it.
        now: the stamp of the last event (ns).
    """

    referee: Referee[Any, Any]
    state: Any = None
    now: int = 0
    cues: list[Effect] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = self.referee.start()

    @property
    def see(self) -> dict[str, Any]:
        """The snapshot now."""
        return self.referee.snapshot(self.state, self.now)

    @property
    def ruling(self) -> dict[str, Any]:
        """The ruling of the race at hand."""
        ruling = self.referee.ruling(self.state)
        assert ruling is not None, "nothing was ruled"
        return ruling.snapshot()

    def press(self, seat: Seat, ms: float) -> str | None:
        """A press; returns why it is refused, or None."""
        return self.happen(Press(seat, ns(ms)))

    def release(self, seat: Seat, ms: float) -> str | None:
        return self.happen(Release(seat, ns(ms)))

    def tap(self, seat: Seat, ms: float) -> str | None:
        """A press let go 80 ms later."""
        why = self.press(seat, ms)
        self.release(seat, ms + 80)
        return why

    def ok(self, ms: float) -> str | None:
        return self.happen(Key(HostKey.OK, ns(ms)))

    def enter(self, text: str, ms: float) -> str | None:
        return self.happen(Enter(text, ns(ms)))

    def happen(self, event: Event) -> str | None:
        """One event after the ticks that are due before it; returns why it is refused, or None."""
        self.cues = []
        self._tick_until(event.at - 1)
        self.now = max(self.now, event.at)
        return self._step(event)

    def wait(self, ms: float) -> str | None:
        """Let time pass; returns what a tick refused, or None."""
        self.cues = []
        why = self._tick_until(ns(ms))
        self.now = max(self.now, ns(ms))
        return why

    def _tick_until(self, at: int) -> str | None:
        why = None
        for _ in range(MOST_TICKS):
            wake = self.referee.wake_at(self.state)
            if wake is None or wake > at:
                return why
            self.now = max(self.now, wake)
            why = self._step(Tick(wake)) or why
        raise AssertionError(f"{MOST_TICKS} ticks in a row, still woken at {wake}: {self.state}")

    def _step(self, event: Event) -> str | None:
        before, told = self.state, self.see
        try:
            self.state, effects = self.referee.step(before, event)
        except NotNow as no:
            assert self.see == told, "a refusal has changed the state it was given"
            self.state = no.leads_to or no.back_to or before
            return no.why.filled()
        self.cues += effects
        return None

    def check(self) -> None:
        """What holds after every step of every game: the state can be told, shown, and goes on."""
        json.dumps(self.see)
        changes = self.referee.changes_at(self.state, self.now)
        assert changes is None or changes > self.now
        choices = self.referee.choices(self.state)
        assert not choices or self.referee.first_choice(self.state) in range(len(choices))
        for say in (speaker("pl"), speaker("en")):
            main = self.referee.main_screen(self.state, self.now, say)
            assert main.big or main.figure
            for seat in self.referee.setup.seats:
                screen = self.referee.seat_screen(self.state, seat, self.now, say)
                assert screen.big or screen.figure
                self.referee.lamp(self.state, seat, self.now)
            assert all(say.text(choice.label) for choice in choices[:8])
