"""The table view of whatever the box is doing: a game, or the menus around it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.base import Choice
from companion.session.session import Session
from companion.session.state import Stage, State
from companion.session.welcome import game_of, welcome
from companion.table.finish import Finish
from companion.table.view import TableView, under
from companion.words import Say
from firmware.views import View


def table_view(
    session: Session, state: State, view: View, now: int, say: Say, *, finish: Finish | None = None
) -> TableView:
    """What the table window shows at ``now``.

    Args:
        session: the rules of the box.
        state: the state to show.
        view: what the box's own screens show of it: the heading says the same as the main panel.
        now: the time (ns of CLOCK_MONOTONIC).
        say: the language, with the seats' names.
        finish: the last race of the game at hand.
    """
    if state.stage is Stage.PLAY and state.game is not None:
        shown = state.game.table(state.play, state.game_time(now), say)
        shown = replace(
            shown,
            finish=finish,
            frozen=state.paused_at is not None,
            undoes=state.before is not None,
            redoes=state.undone is not None,
        )
        if _asked(state):
            title = shown.title if state.naming is None and not state.menu_open else ""
            shown = replace(shown, title=title, headline="", sign=None, text=())
    else:
        shown = welcome(session, state, say)
    pause = state.paused_at is not None and not state.menu_open and state.naming is None
    choices, standing = ((), None) if pause else (session.choices(state), session.standing(state))
    return replace(
        under(view.main, shown),
        game=_game(state, standing),
        choices=tuple(say.text(choice.label) for choice in choices),
        standing=None if standing is None else choices.index(standing),
    )


def _game(state: State, standing: Choice | None) -> str:
    """The game at hand: the one chosen, else the one the knob stands on in the menu."""
    if state.chosen is not None:
        return state.chosen.name
    return "" if standing is None else game_of(standing)


def _asked(state: State) -> bool:
    """Whether the host pauses, chooses or names: then the heading is about that, not about the game."""
    paused = state.paused_at is not None or state.menu_open
    return paused or state.cursor is not None or state.naming is not None
