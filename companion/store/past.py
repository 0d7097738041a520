"""Finished games of a journal with when they were played, by this machine's wall clock."""

from __future__ import annotations

from companion.session.played import Result, moment
from companion.store.archive import Game


def when(began: str) -> str | None:
    """A moment of the journal as people read it, ``2026-11-28 19:05``; None: the box didn't know the date."""
    at = moment(began)
    try:
        return None if at is None else at.astimezone().strftime("%Y-%m-%d %H:%M")
    except OverflowError:  # the last hours of the last year
        return None


def told_with_date(game: Game) -> Result:
    """A finished game's result, with the run of the box it was played in and when."""
    return {**(game.result or {}), "run": game.sitting, "began": game.began, "when": when(game.began)}
