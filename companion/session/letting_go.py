"""Whoever holds a button down is told to let go: until it is released it can press for nothing.

Laid over whatever is shown, in every game and around it, so that no screen says *press!* and no lamp is lit
for a button that can't; which buttons are held `companion.loop.holds` knows. A seat that could do nothing
anyway is left alone, and so are the screens of a game that is over: they ask for nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from companion.games.ruling_words import listed
from companion.session.state import Stage, State
from companion.table.view import TableView
from companion.words import Say
from firmware.events import Seat
from firmware.views import Lamp, Mood, Screen, View


def asked(state: State, view: View) -> frozenset[Seat]:
    """The seats that may press for something now; told to let go, they still are."""
    if _over(state):
        return frozenset()
    turns = {seat for seat, screen in view.seats.items() if screen.mood is Mood.TURN}
    lit = {seat for seat, lamp in view.lamps.items() if lamp is not Lamp.OFF}
    return view.held.union(turns, lit, _racing(state, view))


def _over(state: State) -> bool:
    return state.stage is Stage.PLAY and state.winners is not None


def _racing(state: State, view: View) -> Collection[Seat]:
    """Who may be the first in an open race, however quietly its screen says so."""
    game = state.game
    if game is None or state.paused_at is not None or game.may_doze(state.play):
        return ()
    return [seat for seat in game.setup.seats if view.seats[seat].mood is not Mood.WAIT]


def told(state: State, view: View, held: Collection[Seat], say: Say) -> View:
    """The view, in which whoever may press but holds the button is told to let go, its lamp dark."""
    seats = asked(state, view).intersection(held)
    if not seats:
        return view
    main = view.main
    if not main.title.startswith("!"):
        main = replace(main, title="! " + say("{seats}: let go!", seats=listed(seats)))
    return replace(
        view,
        main=main,
        seats={**view.seats, **{seat: _let_go(seat, say) for seat in seats}},
        lamps={**view.lamps, **dict.fromkeys(seats, Lamp.OFF)},
        held=seats,
    )


def _let_go(seat: Seat, say: Say) -> Screen:
    return Screen(big=say("LET GO"), sign=seat, text=(say("the button is down"),), mood=Mood.WAIT)


def at_table(table: TableView, view: View, say: Say) -> TableView:
    """The table view, in which the plates of whoever is told so say it, too."""
    if not view.held:
        return table
    plates = (
        replace(plate, note=say("let go!"), mood=Mood.WAIT) if plate.seat in view.held else plate
        for plate in table.plates
    )
    return replace(table, plates=tuple(plates))
