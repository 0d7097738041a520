"""The table view of whatever the box is doing: a game, or the menus around it.

What a newcomer sees before a game begins: what the box is, the games, who plays, the options.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.catalogue import AnyGame, find_game
from companion.games.choice import Choice
from companion.session import history_screens, letting_go
from companion.session.screens import option_shown
from companion.session.session import Session
from companion.session.state import Stage, State
from companion.table.finish import Finish
from companion.table.parts import Poster, Setting, Standings
from companion.table.view import Plate, TableView, under
from companion.words import Say
from firmware.views import Mood, View

MOST_ROWS = 8
"""Standings that can be read from a sofa."""


def table_view(
    session: Session,
    state: State,
    view: View,
    now: int,
    say: Say,
    *,
    finish: Finish | None = None,
    history: history_screens.Past = history_screens.NO_PAST,
) -> TableView:
    """What the table window shows at ``now``.

    Args:
        session: the rules of the box.
        state: the state to show.
        view: what the box's own screens show of it: the heading says the same as the main panel.
        now: the time (ns of CLOCK_MONOTONIC).
        say: the language, with the seats' names.
        finish: the last race of the game at hand.
        history: the games that were finished, and what they add up to.
    """
    if state.stage is Stage.HISTORY:
        return _history(state, view, history, say)
    paused = state.paused_at is not None
    pause = paused and not state.menu_open and state.naming is None
    choices, standing = ((), None) if pause else (session.choices(state), session.standing(state))
    does = session.ok_does(state)
    game = _game(state, standing)
    if state.stage is Stage.PLAY and state.game is not None:
        shown = state.game.table(state.play, state.game_time(now), say)
        shown = replace(
            shown,
            finish=finish,
            races=state.chosen is not None and state.chosen.races,
            frozen=paused,
            undoes=state.before is not None,
            redoes=state.undone is not None,
        )
        if paused or state.menu_open or state.cursor is not None or state.naming is not None:
            # The host pauses, chooses or names: then the heading is about that, not about the game.
            title = shown.title if state.naming is None and not state.menu_open else ""
            shown = replace(shown, title=title, headline="", sign=None, text=())
    else:
        shown = TableView(plates=_seats(session, state, say))
        if state.naming is None:
            shown = replace(shown, middle=_posters(session, state, game, say))
    shown = letting_go.at_table(under(view.main, shown), view, say)
    if does is not None and shown.hint == say("ok: {what}", what=say.text(does)):
        shown = replace(shown, hint="")  # the controls' ok says it
    if state.refused is not None:
        shown = replace(shown, hint="", refusal=say.text(state.refused), refused=state.refused_seat)
    return replace(
        shown,
        game="" if game is None else game.name,
        choices=tuple(say.text(choice.label) for choice in choices),
        takes=tuple(choice.text for choice in choices),
        standing=None if standing is None else choices.index(standing),
        inside=bool(state.path) and bool(choices),
        ok="" if does is None else say.text(does),
    )


def _history(state: State, view: View, past: history_screens.Past, say: Say) -> TableView:
    """A page of what was played: nobody's place matters, so it has the whole table."""
    pages, place = history_screens.pages(past, say), state.cursor or 0
    page = history_screens.page(pages, place, say)
    lies = (Standings(page.rows[:MOST_ROWS]),) if page.rows else ()
    shown = TableView(text=page.lines, middle=lies)
    there = [one.called for one in pages]
    return replace(
        under(view.main, shown),
        choices=(*there, *([page.called] if place >= len(there) else ())),
        standing=min(place, len(there)),
        ok=say("Back"),
    )


def _game(state: State, standing: Choice | None) -> AnyGame | None:
    """The game at hand: the one chosen, else the one the knob stands on in the menu."""
    if state.chosen is not None or standing is None:
        return state.chosen
    word, _, name = standing.text.partition(" ")
    return find_game(name) if word == "choose" else None


# -- before a game begins ----------------------------------------------------------------------------------


def _seats(session: Session, state: State, say: Say) -> tuple[Plate, ...]:
    """The seats of this box, and who is in."""
    joining = state.stage is Stage.SEATS and state.naming is None
    return tuple(
        Plate(seat, say.name(seat), say("in"), strong=True)
        if seat in state.seats and state.stage in {Stage.SEATS, Stage.OPTIONS}
        else Plate(seat, say.name(seat), note=say("to join: press") if joining else "", mood=Mood.WAIT)
        for seat in session.seats
    )


def _posters(session: Session, state: State, game: AnyGame | None, say: Say) -> tuple[Poster, ...]:
    """About what is being chosen."""
    match state.stage:
        case Stage.MENU:
            return (_menu(game, say),)
        case Stage.SEATS if game is not None:
            joining = say("Your plate lights up: you're in. Press again: out.")
            return (Poster(joining, (_players(game, say), _goal(game, say))),)
        case Stage.OPTIONS:
            return (Poster(settings=_options(session, state, say)),)
    return ()


def _menu(game: AnyGame | None, say: Say) -> Poster:
    """The game the knob stands on, in two sentences; and what all of this is."""
    box = (
        say("I tell who was first, and by how much."),
        say("You play with your own cards: I judge, time, roll and count."),
    )
    if game is None:
        return Poster(box[0], box[1:])
    begin = say("ok: we play this. Then everyone presses a button.")
    watch = say("First have a look? Half a minute: “watch”, or key W.")
    lines = (_players(game, say), begin, watch) if game.demo else (_players(game, say), begin)
    return Poster(_goal(game, say), lines, foot=box)


def _players(game: AnyGame, say: Say) -> str:
    """For how many a game is, in words."""
    return say("For {least} to {most} players", least=game.players[0], most=game.players[-1])


def _goal(game: AnyGame, say: Say) -> str:
    """What a game is about; of one that doesn't say, its title."""
    return say.text(game.title if game.words is None else game.words.goal)


def _options(session: Session, state: State, say: Say) -> tuple[Setting, ...]:
    """Each option and how it stands."""
    standing = session.standing(state)
    return tuple(
        Setting(
            say.text(choice.label),
            option_shown(session, state, choice.text.removeprefix("change "), say),
            chosen=choice == standing,
        )
        for choice in session.choices(state)
        if choice.text.startswith("change ")
    )
