"""Going on with what was being played: after a restart, from the shelf. Pure."""

from __future__ import annotations

from dataclasses import replace

from companion.games.base import NotNow
from companion.games.choice import Choice
from companion.session.state import State
from companion.words import T
from firmware.events import Enter, Event, HostKey, Key, Release, Rolled, Tick


def offer(state: State, event: Event, standing: Choice | None) -> State:
    """Started again: go on with what was being played, or begin anew.

    Raises:
        NotNow: that is the question now.
    """
    assert state.offered is not None
    chosen = Enter("" if standing is None else standing.text, event.at)
    match chosen if isinstance(event, Key) and event.key is HostKey.OK else event:
        case Enter(text="go on"):
            return resumed(state.offered, state.offered_at, event.at)
        case Key(key=HostKey.BACK | HostKey.HOLD_OK) | Enter(text="new"):
            return replace(state.afresh(), seats=state.offered.sitting, last_ok=None)
        case Release() | Tick() | Rolled():
            return state
    raise NotNow(T("First: go on, or a new game?"))


def resumed(state: State, was: int, at: int) -> State:
    """What was being played, paused, with the clocks where they were at ``was`` (ns); it is ``at`` now."""
    state = state.at_hand
    play = state.play if state.game is None else state.game.buttons_up(state.play)
    return replace(
        state,
        play=play,
        offset=at - state.game_time(was),
        paused_at=None if state.game is None else at,
        naming=None,
        menu_open=False,
        cursor=None,
        last_ok=None,
        swerved_at=None,
        refused=None,
        refused_seat=None,
    )
