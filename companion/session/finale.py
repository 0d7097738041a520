"""The end of a game as people see it: who won and by what, each one's place, the evening's series. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.games.base import Referee
from companion.games.facts import Course, Ending, Fact, Side, closest, fastest, most_won
from companion.session.history_screens import NO_PAST, Past, people
from companion.session.played import Played
from companion.session.records import Tally
from companion.session.state import State
from companion.table.finale import JOY_NS, Finale, Step, Told
from companion.table.parts import WHOLE, share
from companion.table.view import TableView
from companion.words import Say, T, Text
from firmware.events import NS_PER_S, Seat
from firmware.views import Mood, Screen

NAMED = 3
"""So many who share the first place are named in the headline; of more, that they share it is said."""

STARS = "★ ★ ★"
"""Above what a winner reads on a panel."""

MOST_TOLD = 4
"""So much of what stood out is read from afar, the evening's series among it."""

MOST_SIDES = 4
"""So many sides' wins of an evening stand on one line; of more, those who have won most."""


# -- how it has ended ----------------------------------------------------------------------------------------


class _Last:
    """What was told of the state that was asked about last: every frame of a window asks again."""

    def __init__(self) -> None:
        self._told: tuple[State | None, Ending | None] = (None, None)

    def __call__(self, state: State) -> Ending | None:
        """How the game at hand has ended; None while it goes on, or if there is none."""
        last, told = self._told
        if last is not state:
            told = _ending(state)
            self._told = state, told
        return told


ending = _Last()


def _ending(state: State) -> Ending | None:
    if state.game is None or state.winners is None:
        return None
    if state.game.ending is not None:
        return state.game.ending(course(state))
    return _told_by_outcome(state, state.game, state.winners)


def course(state: State) -> Course[Any]:
    """How the game at hand went: what undo would go back through is what was decided."""
    states, one = [state.play], state
    while one.before is not None and one.before.began == state.began:
        one = one.before
        states.append(one.play)
    return Course(tuple(reversed(states)), tuple(state.rulings), max(0, state.decided_at - state.began))


def _told_by_outcome(state: State, game: Referee[Any, Any], won: tuple[Seat, ...]) -> Ending:
    """Of a game that doesn't tell: who has won, and its races."""
    sides = tuple(Side((seat,), (seat in won,), None) for seat in game.setup.seats)
    facts = (
        *fastest(state.rulings, T("Fastest press")),
        *closest(state.rulings, game.setup.tie),
        *most_won(state.rulings, T("Most races won")),
    )
    together = game.outcome(state.play).score is not None
    return Ending(sides=() if together else sides, facts=facts)


def places(sides: tuple[Side, ...]) -> tuple[tuple[int, Side], ...]:
    """Each side's place, the first first: as many before it as stand higher (1, 2, 2, 4)."""
    ordered = sorted(sides, key=lambda side: side.rank, reverse=True)
    return tuple((1 + sum(other.rank > side.rank for other in sides), side) for side in ordered)


def _score(side: Side, say: Say) -> str:
    return "" if side.score is None else say.text(side.score)


def ended_at(state: State) -> int:
    """The game time at which it ended: by the last decision, or by what time has changed after that (ns)."""
    swerved = 0 if state.swerved_at is None else state.swerved_at - state.offset
    return max(state.decided_at, swerved)


# -- each seat's panel ---------------------------------------------------------------------------------------


def seat_screens(state: State, say: Say) -> dict[Seat, Screen]:
    """Everyone's own place; none while the game goes on, or where the game has no places."""
    told = ending(state)
    if told is None or state.game is None or state.game.ending is None:
        return {}
    if len(told.sides) < 2:
        return {seat: _together(state, told, seat, say) for seat in state.game.setup.seats}
    placed = places(told.sides)
    often = [place for place, _ in placed]
    return {
        seat: replace(
            _own_place(side, place, seat, say, shared=often.count(place) > 1),
            hint="" if seat not in told.notes else say.text(told.notes[seat]),
        )
        for place, side in placed
        for seat in side.seats
    }


def _own_place(side: Side, place: int, seat: Seat, say: Say, *, shared: bool) -> Screen:
    """The place, large; the winner's is lit, with stars."""
    title = "" if place > 1 else STARS if shared else f"★ {say('YOU WIN!')} ★"
    tie = (say("tie"),) if shared else ()
    mood, text = Mood.TURN if place == 1 else Mood.CALM, (*tie, _score(side, say))
    return Screen(title, say("{place}.", place=place), seat, text, mood=mood)


def _together(state: State, told: Ending, seat: Seat, say: Say) -> Screen:
    """Won or lost with all others; or a time, alone."""
    won = bool(state.winners)
    reached = _said(told.reached, say)
    alone = state.game is not None and len(state.game.setup.seats) == 1
    big = say("WE WON!") if won else say("the end")
    text = () if alone else (reached,)
    return Screen(
        STARS if won else "", reached if alone else big, seat, text, mood=Mood.TURN if won else Mood.CALM
    )


# -- the table -----------------------------------------------------------------------------------------------


def table_view(state: State, now: int, say: Say, past: Past = NO_PAST) -> TableView | None:
    """What the table shows at ``now`` of a game that is over; None while it goes on."""
    told = ending(state)
    if told is None or state.game is None:
        return None
    sides, seats = places(told.sides) if len(told.sides) > 1 else (), state.game.setup.seats
    won = [side.seats for place, side in sides if place == 1]
    gone = state.game_time(now) - ended_at(state)
    evening, record = series(state, past, say), len(seats) == 1 and _is_record(state, past)
    finale = Finale(
        steps=tuple(
            Step(place, side.seats, say.team(side.seats), _score(side, say)) for place, side in sides
        ),
        seats=seats,
        won=bool(state.winners),
        reached=_said(told.reached, say),
        share=told.share,
        note=say("RECORD!") if record else _said(told.left, say),
        told=tuple(_told(fact, say) for fact in told.facts[: MOST_TOLD - (evening is not None)]),
        series=evening,
        joy=share(gone, JOY_NS) if state.winners else WHOLE,
    )
    lone = won[0][0] if len(won) == 1 and len(won[0]) == 1 else seats[0] if len(seats) == 1 else None
    decided = _said(told.decided, say) or (say("The first place is shared") if len(won) > 1 else "")
    return TableView(
        title="" if state.chosen is None else say("{game}: the end", game=say.text(state.chosen.title)),
        headline=_headline(state, won, say),
        sign=lone,
        text=(decided,),
        middle=(finale,),
    )


def _said(text: Text | None, say: Say) -> str:
    return "" if text is None else say.text(text)


def _told(fact: Fact, say: Say) -> Told:
    name = "" if fact.seat is None else say.name(fact.seat)
    return Told(say.text(fact.label), say.text(fact.value), fact.seat, name)


def _headline(state: State, won: list[tuple[Seat, ...]], say: Say) -> str:
    """Who has won."""
    assert state.game is not None
    seats = state.game.setup.seats
    if len(seats) == 1:
        return say.name(seats[0])
    if not won:
        return say("You have won together!") if state.winners else say("Not this time")
    if len(won) == 1:
        return say("{who} wins!", who=say.team(won[0]))
    return " · ".join(map(say.team, won)) if len(won) <= NAMED else say("Shared!")


def _is_record(state: State, past: Past) -> bool:
    """Whether nobody has been quicker alone, as far as is known."""
    assert state.game is not None
    outcome = state.game.outcome(state.play)
    record = outcome.record or state.game.name
    times = [one.time_s for one in past.games if one.record == record and one.time_s is not None]
    return outcome.solo_ns is not None and bool(times) and round(outcome.solo_ns / NS_PER_S, 3) <= min(times)


# -- the evening ---------------------------------------------------------------------------------------------


def series(state: State, past: Past, say: Say) -> Told | None:
    """How it stands this evening with this game, between all who have played: ``Ola 3 : 2 Jan``.

    None after the evening's first game, and while this one isn't recorded.
    """
    evening = past.evening
    if evening is None or not _is_last(state, past):
        return None
    if past.games[0].score is not None:
        together = next((one for one in evening.together if one.game == past.games[0].game), None)
        if together is None or together.played < 2:
            return None
        return Told(
            say("This evening"), say("{won} of {played} won", won=together.won, played=together.played)
        )
    tally = evening.tally
    if tally is None or sum(tally.wins) + tally.drawn < 2:
        return None
    return Told(say("This evening"), " · ".join(_wins(tally, say)))


def _is_last(state: State, past: Past) -> bool:
    """Whether the newest game that is recorded is the one at hand."""
    game = state.game
    if game is None or not past.games:
        return False
    last: Played = past.games[0]
    return (last.game, last.seats, set(last.winners)) == (
        game.name,
        game.setup.seats,
        set(state.winners or ()),
    )


def _wins(tally: Tally, say: Say) -> Iterator[str]:
    """Two sides against each other, or each with its wins; games that several shared at the end."""
    named = [people(side, say) for side in tally.sides]
    if len(named) == 2:
        yield f"{named[0]} {tally.wins[0]} : {tally.wins[1]} {named[1]}"
    else:
        yield from (f"{who} {n}" for who, n in list(zip(named, tally.wins, strict=True))[:MOST_SIDES])
    if tally.drawn:
        yield say("shared {n}", n=tally.drawn)
