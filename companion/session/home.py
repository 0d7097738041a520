"""What the table window shows of the menu and of a game to be gone on with: tiles, and a few words on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.catalogue import AnyGame, find_game
from companion.games.choice import Choice
from companion.session import invitation
from companion.session.choices import OFF
from companion.session.history_screens import title_of
from companion.session.invitation import Invitation
from companion.session.session import Session
from companion.session.shelf import known, score_of, shelved_as, when_left
from companion.session.state import Shelved, State
from companion.table.home import Band, Home, Tile
from companion.table.picture import Picture, initial
from companion.table.view import TableView
from companion.words import Say
from firmware.views import Mood

MOST_WAITING = 3
"""So many games of the shelf have a tile in the menu; where there are more, one leads to all."""

_AGAIN, _LEFT = 1.5, 1.9
"""How broad the tile of the game played last is, and those of games left unfinished."""


def menu(session: Session, state: State, say: Say, invited: Invitation | None = None) -> TableView:
    """The menu: every game a tile, tools and what waits below, then what is about the box itself."""
    choices, standing = session.choices(state), session.standing(state)
    if state.path == invitation.PATH:
        return invitation.table(choices, standing, invited, say)
    if state.path:
        tiles = _waiting(state.shelf, standing, say)
        if state.path == (OFF.text,):
            tiles = tuple(Tile(say.text(one.label), one.text, chosen=one == standing) for one in choices)
        return TableView(row=False, middle=(Home((Band(tiles),)),))
    games: list[Tile] = []
    tools: list[Tile] = []
    rest: list[Tile] = []
    waiting: tuple[Tile, ...] = ()
    for choice in choices:
        word, _, name = choice.text.partition(" ")
        if word == "choose":
            game = find_game(name)
            last = name == state.kept.last
            tile = _game(game, choice, say, last=last, chosen=choice == standing)
            band = tools if game.tool else games
            band.insert(0 if last else len(band), tile)
        elif word == "shelf":
            waiting = _shelf(state, choice, say, chosen=choice == standing)
        else:
            rest.append(Tile(say.text(choice.label), choice.text, chosen=choice == standing))
    bands = (
        Band(tuple(games), 2.6),
        Band(tuple(tools), 1.4),
        Band((*waiting, *rest), 1.1 if waiting else 0.7),
    )
    view = TableView(row=False, middle=(Home(tuple(band for band in bands if band.tiles)),))
    headline, text = _heading(state, standing, say)
    title = say("Pierwszy: who was first, and by how much")
    return replace(view, title=title, headline=headline, text=(text,))


def _heading(state: State, standing: Choice | None, say: Say) -> tuple[str, str]:
    """What the knob stands on; for who has just come, what there is to do."""
    if standing is None or state.cursor is None:
        touch = say("Touch a game, or turn the knob and press it. Key W shows half a minute of it.")
        return say("What shall we play?"), touch
    word, _, name = standing.text.partition(" ")
    if word == "choose":
        return say.text(standing.label), goal(find_game(name), say)
    own = say("You play with your own cards: I judge, time, roll and count.")
    return say.text(standing.label), own


def players(game: AnyGame, say: Say) -> str:
    """For how many a game is."""
    return say("{least}–{most} players", least=game.players[0], most=game.players[-1])


def goal(game: AnyGame, say: Say) -> str:
    """What a game is about; of one that doesn't say, for how many it is."""
    return players(game, say) if game.words is None else say.text(game.words.goal)


def _game(game: AnyGame, choice: Choice, say: Say, *, last: bool, chosen: bool) -> Tile:
    title = say.text(game.title)
    return Tile(
        title,
        choice.text,
        note="" if game.tool else players(game, say),
        mark=say("last time") if last else "",
        picture=game.picture or initial(title),
        chosen=chosen,
        broad=_AGAIN if last and not game.tool else 1.0,
    )


# -- games left unfinished ---------------------------------------------------------------------------------


def _shelf(state: State, choice: Choice, say: Say, *, chosen: bool) -> tuple[Tile, ...]:
    """The games left last, and, where there are more, what leads to all of them."""
    shown = state.shelf if len(state.shelf) <= MOST_WAITING else state.shelf[: MOST_WAITING - 1]
    tiles = [
        replace(tile, title=say("Go on: {game}", game=tile.title), broad=_LEFT)
        for tile in _waiting(shown, None, say)
    ]
    if len(shown) < len(state.shelf):
        tiles.append(Tile(say.text(choice.label), choice.text))
    return tuple(replace(tile, chosen=chosen) for tile in tiles)


def _waiting(shelf: Sequence[Shelved], standing: Choice | None, say: Say) -> tuple[Tile, ...]:
    return tuple(
        Tile(
            title_of(one.game, say),
            f"take {one.key}",
            note=f"{say.text(score_of(one))} · {say.text(when_left(one))}",
            picture=_picture(one, say),
            chosen=standing is not None and standing.text == f"take {one.key}",
        )
        for one in shelf
    )


def _picture(one: Shelved, say: Say) -> Picture:
    game = known(one.game)
    return initial(title_of(one.game, say)) if game is None or game.picture is None else game.picture


def going_on(session: Session, state: State, say: Say) -> TableView:
    """Started again: who played, how it stood and when; go on with it, or not."""
    left = state.offered
    assert left is not None
    assert left.game is not None
    named = say.named(left.names)
    plates = left.game.table(left.play, left.game_time(state.offered_at), named).plates
    standing = session.standing(state)
    waits = state.shelf[0] if state.shelf else shelved_as(left, state.offered_at, "")
    go_on, anew = (
        Tile(say.text(choice.label), choice.text, chosen=choice == standing)
        for choice in session.choices(state)
    )
    tiles = (
        replace(go_on, picture=_picture(waits, say), note=say.text(when_left(waits)), broad=_AGAIN),
        replace(anew, note=say("this one will wait")),
    )
    return TableView(
        headline=say("Go on with {game}?", game=title_of(waits.game, say)),
        plates=tuple(replace(plate, mood=Mood.CALM, bar=0) for plate in plates),
        middle=(Home((Band(tiles),)),),
        row=False,
    )
