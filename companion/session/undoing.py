"""Undo and redo: every state of a game keeps the one its last decision was made on, and the one undone.

What people count as one decision is one: a race with its ruling and all its stragglers (`Referee.decides`). A
rematch is one, too: undone, the finished game is there again.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.base import NotNow
from companion.session.state import State
from companion.words import T
from firmware.events import Event, Press


def decided(state: State, after: State, event: Event) -> State:
    """What a decision, made on ``state``, has led to: it can be undone."""
    assert state.game is not None
    at, by = event.at - state.offset, event.seat if isinstance(event, Press) else None
    if isinstance(event, Press) and not state.game.decides(state.play, after.play, replace(event, at=at)):
        return replace(after, undone=None)
    return replace(after, before=state, decided_at=at, decided_by=by, undone=None)


def fall_back(state: State, play: object) -> State:
    """To where a press began that proved to be no move, so that undo needn't take it back."""
    before = state.before
    while before is not None and before.play != play:
        before = before.before
    if before is None:
        return replace(state, play=play, cursor=None)
    return replace(
        state,
        play=play,
        cursor=None,
        before=before.before,
        decided_at=before.decided_at,
        decided_by=before.decided_by,
    )


def undo(state: State, at: int) -> State:
    """What the last decision was made on, with the game's clock as it stood.

    Raises:
        NotNow: nothing was decided yet.
    """
    if state.before is None or state.game is None:
        raise NotNow(T("Nothing to undo"))
    back = replace(
        state.before,
        play=state.game.buttons_up(state.before.play),
        undone=state,
        undone_at=state.game_time(at),
    )
    return _now(back, state, at, state.decided_at)


def redo(state: State, at: int) -> State:
    """What the last undo took back; `at` is the time now (ns).

    Raises:
        NotNow: nothing was undone since the last decision.
    """
    if state.undone is None or state.undone.game is None:
        raise NotNow(T("Nothing to redo"))
    again = replace(state.undone, play=state.undone.game.buttons_up(state.undone.play))
    return _now(again, state, at, state.undone_at)


def _now(then: State, state: State, at: int, game_time: int) -> State:
    """Another state at this moment: what the table keeps, and whether it pauses, stays as it is."""
    return replace(
        then,
        kept=state.kept,
        shelf=state.shelf,
        offset=at - game_time,
        paused_at=None if state.paused_at is None else at,
        menu_open=False,
        cursor=None,
        last_ok=state.last_ok,
        swerved_at=None,
    )
