"""The table view of whatever the box is doing: a game, or the menus around it.

What a newcomer sees before a game begins: what the box is, the games, who plays, the options.
"""

from __future__ import annotations

from dataclasses import replace
from textwrap import shorten

from companion.games.catalogue import AnyGame, find_game
from companion.games.choice import Choice
from companion.session import (
    by_knob,
    finale,
    history_screens,
    home,
    letting_go,
    naming,
    plugging,
    zero_screens,
)
from companion.session.choices import ALL_IN
from companion.session.invitation import Invitation
from companion.session.screens import is_of_seats, option_shown, ties_told
from companion.session.session import Session
from companion.session.state import Stage, State
from companion.table.finish import Finish
from companion.table.home import Band, Home, Setting, Settings, Tile
from companion.table.parts import Poster, Standings
from companion.table.view import Part, Plate, TableView, under
from companion.words import Say
from firmware.views import Mood, View

MOST_OF_A_NAME = 14
"""Letters of a device's name that a plate has room for."""

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
    invited: Invitation | None = None,
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
        invited: where phones find the table, while they are on.
    """
    if state.stage is Stage.HISTORY:
        return _history(state, view, history, say)
    paused = state.paused_at is not None
    pause = paused and not state.menu_open and state.naming is None
    choices, standing = ((), None) if pause else (session.choices(state), session.standing(state))
    does = session.ok_does(state)
    game = _game(state, standing)
    if state.stage is Stage.PLAY and state.game is not None:
        over = finale.table_view(state, now, say, history)
        shown = over or state.game.table(state.play, state.game_time(now), say)
        shown = replace(
            shown,
            finish=finish if over is None else None,
            races=over is None and state.chosen is not None and state.chosen.races,
            frozen=paused,
            undoes=state.before is not None,
            redoes=state.undone is not None,
        )
        turned = state.cursor is not None and over is None  # at the end, who has won stays to be seen
        if paused or state.menu_open or turned or state.naming is not None:
            # The host pauses, chooses or names: then the heading is about that, not about the game.
            title = shown.title if state.naming is None and not state.menu_open else ""
            shown = replace(shown, title=title, headline="", sign=None, text=())
    else:
        shown = _before(session, state, now, say, invited)
    shown = letting_go.at_table(under(view.main, shown), view, say)
    if state.naming is not None and state.naming.seat is not None:
        name = naming.so_far(state.naming)
        shown = replace(shown, title=say("Your name"), headline=name, text=(shown.headline,))
    told = shown.hint == say("ok: {what}", what="" if does is None else say.text(does))
    if told or (state.stage is not Stage.PLAY and state.naming is None):
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
    """A page of what was played, and tiles of all pages; nobody's place matters, so all is theirs."""
    pages, place = history_screens.pages(past, say), state.cursor or 0
    page = history_screens.page(pages, place, say)
    called = [one.called for one in pages]
    if called and place >= len(called):
        called.append(page.called)
    stands, takes = min(place, len(called) - 1), [one.text for one in history_screens.PLACES[: len(called)]]
    named = [one.partition(" · ") for one in called]
    tiles = [Tile(what, takes[n], note=when, chosen=n == stands) for n, (what, _, when) in enumerate(named)]
    main = view.main
    shown = TableView(
        title=main.title if main.title.startswith("!") else page.called,
        text=page.lines if page.rows else (),
        middle=(Standings(page.rows[:MOST_ROWS]) if page.rows else Poster(page.lines[0], page.lines[1:]),),
        below=(Home((Band(tuple(tiles)),)),) if tiles else (),
    )
    return replace(
        under(replace(main, text=()), shown),
        hint=page.also,
        row=False,
        pages=True,
        choices=tuple(called),
        takes=tuple(takes),
        standing=stands if called else None,
        ok=say("Back"),
    )


def _game(state: State, standing: Choice | None) -> AnyGame | None:
    """The game at hand: the one chosen, else the one the knob stands on in the menu."""
    if state.chosen is not None or standing is None:
        return state.chosen
    word, _, name = standing.text.partition(" ")
    return find_game(name) if word == "choose" else None


# -- before a game begins ----------------------------------------------------------------------------------

MOST_TILES = 24
"""What there is more of in one step is turned through, in a row."""


def _before(session: Session, state: State, now: int, say: Say, invited: Invitation | None) -> TableView:
    """Whatever is set up."""
    if state.naming is not None:
        return TableView(plates=_seats(session, state, say))
    match state.stage:
        case Stage.MENU:
            return home.menu(session, state, say, invited)
        case Stage.RESUME:
            return home.going_on(session, state, say)
        case Stage.SEATS:
            return _joining(session, state, say, invited)
        case Stage.OPTIONS:
            return _options(session, state, say)
        case Stage.ZERO:
            return zero_screens.table(session, state, now, say, ties_told(session, state, say))
    return TableView()


def _seats(session: Session, state: State, say: Say) -> tuple[Plate, ...]:
    """The seats of this box, who is in, and a pencil for each name."""
    joining = state.stage is Stage.SEATS and state.naming is None
    written = None if state.naming is None else state.naming.seat
    plates = []
    for seat in session.seats:
        asks = "" if written is not None else f"name {seat} "
        plate = Plate(seat, say.name(seat), asks=asks)
        if joining and seat in state.seats:
            button = state.kept.buttons.get(seat)
            device = _short(say.text(plugging.called(button))) if button is not None and button.here else ""
            device = "" if device == plate.name else device  # a phone's is its player's
            plate = replace(plate, note=device or say("in"), mood=Mood.TURN, strong=True)
        elif joining:
            plate = replace(plate, note=say("PRESS"))
        plates.append(plate)
    return tuple(plates)


def _short(name: str) -> str:
    """As much of a device's name as a plate has room for, whole words if there is one that short."""
    return shorten(name, MOST_OF_A_NAME, placeholder="", break_long_words=False) or name[:MOST_OF_A_NAME]


def _joining(session: Session, state: State, say: Say, invited: Invitation | None) -> TableView:
    """Everyone who plays presses: that is all there is to say, so it is as large as can be."""
    assert state.chosen is not None
    least, most = state.chosen.players[0], state.chosen.players[-1]
    here = len(state.seats)
    headline = say("Who plays? Press!")
    if least <= here < most:
        headline = say.plural("{n} plays. Anyone else?", "{n} play. Anyone else?", here)
    elif here == most:
        headline = say.plural("{n} plays!", "{n} play!", here)
    if invited is not None and not here:
        said = say("Press, or join by phone: {players}", players=home.players(state.chosen, say))
        plates = _seats(session, state, say)
        return TableView(
            plates=plates,
            headline=say("Who plays?"),
            text=(said,),
            tall=True,
            middle=(invited.part,),
            row=False,
        )
    text = say("Pressed by mistake? Press again.") if here else home.players(state.chosen, say)
    if here < least:
        leads = Tile(say("at least {n} of you", n=least), "")
    else:
        leads = Tile(say.text(ALL_IN), "ok", calls=True)
    return TableView(
        plates=_seats(session, state, say),
        headline=headline,
        text=(text, *ties_told(session, state, say)),
        leads=True,
        middle=(Home((Band((leads,)),)),),
        row=False,
    )


def _options(session: Session, state: State, say: Say) -> TableView:
    """Each option, how it stands, and what leads on; or what one of them may be made of."""
    assert state.chosen is not None
    choices, standing = session.choices(state), session.standing(state)
    assert standing is not None
    rows, leads = [], []
    for choice in choices:
        label, chosen = say.text(choice.label), choice == standing
        word, _, name = choice.text.partition(" ")
        if word == "change":
            value = option_shown(session, state, name, say)
            rows.append(Setting(label, value, choice.text, chosen=chosen))
        else:
            first = choice == choices[0] and not state.path
            broad = 2.0 if first else 1.0
            leads.append(Tile(label, choice.text, chosen=chosen, calls=first, broad=broad))
    if state.path:
        leads.append(Tile(say("Back"), "back", calls=True))
    seated = state.path and is_of_seats(session, state, by_knob.stands_on(standing, state))
    shown = TableView(plates=_seats(session, state, say) if seated else ())
    if rows:
        part: Part = Settings(tuple(rows), tuple(leads))
        title, value = say.text(state.chosen.title), next((one.value for one in rows if one.chosen), "")
        headline = f"{say.text(standing.label)}: {value}" if value else title
        text = ties_told(session, state, say) or (home.goal(state.chosen, say),) if not value else ()
        return replace(shown, title=title, headline=headline, text=text, middle=(part,), row=False)
    if len(leads) <= MOST_TILES:
        return replace(shown, middle=(Home((Band(tuple(leads)),)),), row=False)
    return shown
