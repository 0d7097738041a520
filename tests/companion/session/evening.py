"""A session driven as the loop drives it: from the menu on, ticks before what is later, times in ms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from companion.games.base import Effect
from companion.games.choice import Choice
from companion.games.options import Surroundings
from companion.i18n import speaker
from companion.session import screens
from companion.session.session import Session
from companion.session.shelf import Fetch
from companion.session.state import State
from companion.store.things import known_things
from firmware.events import Enter, Event, HostKey, Key, Knob, Press, Release, Seat, Tick
from firmware.times import Times
from firmware.views import View
from tests.companion.games.sitting import AT_TABLE, MOST_TICKS, ns


@dataclass
class Evening:
    """A box switched on.

    Attributes:
        cues: those of the last event and of the ticks before it.
        now: the stamp of the last event (ns).
    """

    session: Session = field(
        default_factory=lambda: Session(Surroundings(AT_TABLE, Times(), "en", things=known_things()))
    )
    state: State = field(init=False)
    now: int = 0
    cues: list[Effect] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = self.session.start()

    @property
    def see(self) -> dict[str, Any]:
        """The snapshot now."""
        return self.state.snapshot(self.now)

    @property
    def refused(self) -> str | None:
        """Why the last input was not allowed."""
        return None if self.state.refused is None else self.state.refused.filled()

    @property
    def shown(self) -> View:
        """What everyone sees now, in the language spoken now."""
        return screens.view(self.session, self.state, self.now, speaker(self.state.language))

    @property
    def standing(self) -> str | None:
        """The words of the choice the knob stands on."""
        choice = self.session.standing(self.state)
        return None if choice is None else choice.text

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What the knob can choose now."""
        return self.session.choices(self.state)

    def option(self, name: str) -> str:
        """What an option stands at, as typed."""
        return self.session.setting_up.option_value(self.state, name)[1]

    def press(self, seat: Seat, ms: float) -> None:
        self.happen(Press(seat, ns(ms)))

    def tap(self, seat: Seat, ms: float) -> None:
        """A press let go 80 ms later."""
        self.press(seat, ms)
        self.happen(Release(seat, ns(ms + 80)))

    def key(self, key: str, ms: float) -> None:
        self.happen(Key(HostKey(key), ns(ms)))

    def ok(self, ms: float) -> None:
        self.key("ok", ms)

    def knob(self, steps: int, ms: float) -> None:
        self.happen(Knob(steps, ns(ms)))

    def enter(self, text: str, ms: float) -> None:
        self.happen(Enter(text, ns(ms)))

    def happen(self, event: Event) -> None:
        """One event, after the ticks that are due before it."""
        self.cues = []
        self._tick_until(event.at - 1)
        self.now = max(self.now, event.at)
        self._step(event)

    def wait(self, ms: float) -> None:
        """Let time pass."""
        self.cues = []
        self._tick_until(ns(ms))
        self.now = max(self.now, ns(ms))

    def _tick_until(self, at: int) -> None:
        for _ in range(MOST_TICKS):
            wake = self.session.wake_at(self.state)
            if wake is None or wake > at:
                return
            self.now = max(self.now, wake)
            self._step(Tick(wake))
        raise AssertionError(f"{MOST_TICKS} ticks in a row, still woken at {wake}: {self.state.play}")

    def _step(self, event: Event) -> None:
        self.state, effects = self.session.step(self.state, event)
        self.cues += [effect for effect in effects if not isinstance(effect, Fetch)]
