"""What a newcomer sees before a game begins: what the box is, the games, who plays, the options."""

from __future__ import annotations

from typing import assert_never

from companion.games.base import Choice
from companion.games.catalogue import AnyGame, find_game
from companion.session import screens as session_screens
from companion.session.session import Session
from companion.session.state import Stage, State
from companion.table.parts import Poster, Setting
from companion.table.view import Plate, TableView
from companion.words import Say
from firmware.views import Mood


def welcome(session: Session, state: State, say: Say) -> TableView:
    """The seats of this box, and a poster about what is being chosen.

    Args:
        session: the rules of the box.
        state: a state in which nothing is being played.
        say: the language, with the seats' names.
    """
    poster = None if state.naming is not None else _poster(session, state, say)
    return TableView(plates=_seats(session, state, say), middle=() if poster is None else (poster,))


def game_of(choice: Choice) -> str:
    """The game a choice of the menu is; empty if it is something else."""
    word, _, name = choice.text.partition(" ")
    return name if word == "choose" else ""


def _poster(session: Session, state: State, say: Say) -> Poster | None:
    match state.stage:
        case Stage.MENU:
            return _menu(session, state, say)
        case Stage.SEATS:
            return _who_plays(state, say)
        case Stage.OPTIONS:
            return Poster(settings=_options(session, state, say))
        case Stage.RESUME | Stage.HISTORY | Stage.PLAY:
            return None
        case _:
            assert_never(state.stage)


def _menu(session: Session, state: State, say: Say) -> Poster:
    """The game the knob stands on, in two sentences; and what all of this is."""
    box = (
        say("I tell who was first, and by how much."),
        say("You play with your own cards: I judge, time, roll and count."),
    )
    standing = session.standing(state)
    name = "" if standing is None else game_of(standing)
    if not name:
        return Poster(box[0], box[1:])
    game = find_game(name)
    begin = say("ok: we play this. Then everyone presses a button.")
    watch = say("First have a look? Half a minute: “watch”, or key W.")
    lines = (players(game, say), begin, watch) if game.demo else (players(game, say), begin)
    return Poster(goal(game, say), lines, foot=box)


def players(game: AnyGame, say: Say) -> str:
    """For how many a game is, in words."""
    return say("For {least} to {most} players", least=game.players[0], most=game.players[-1])


def goal(game: AnyGame, say: Say) -> str:
    """What a game is about; of one that doesn't say, its title."""
    return say.text(game.title if game.words is None else game.words.goal)


def _who_plays(state: State, say: Say) -> Poster:
    """How to join; what the game is about."""
    assert state.chosen is not None
    return Poster(
        say("Your plate lights up: you're in. Press again: out."),
        (players(state.chosen, say), goal(state.chosen, say)),
    )


def _options(session: Session, state: State, say: Say) -> tuple[Setting, ...]:
    """Each option and how it stands."""
    standing = session.standing(state)
    return tuple(
        Setting(
            say.text(choice.label),
            session_screens.option_shown(session, state, choice.text.removeprefix("change "), say),
            chosen=choice == standing,
        )
        for choice in session.choices(state)
        if choice.text.startswith("change ")
    )


def _seats(session: Session, state: State, say: Say) -> tuple[Plate, ...]:
    """The seats of this box: who is in, before a game begins."""
    joining = state.stage is Stage.SEATS and state.naming is None
    return tuple(
        Plate(seat, say.name(seat), say("in"), strong=True)
        if seat in state.seats and state.stage in {Stage.SEATS, Stage.OPTIONS}
        else Plate(seat, say.name(seat), note=say("to join: press") if joining else "", mood=Mood.WAIT)
        for seat in session.seats
    )
