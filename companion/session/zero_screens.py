"""What people see of a zero test: who is still to press, then what was found."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from companion.games.ruling_words import listed
from companion.session.offers import Offers
from companion.session.state import State
from companion.session.zero import LASTS_NS, Verdict, Zero
from companion.table.home import Band, Home, Tile
from companion.table.parts import Countdown
from companion.table.view import Plate, TableView
from companion.words import Say, T, Text
from firmware.events import NS_PER_MS, NS_PER_S, Seat
from firmware.views import Lamp, Mood, Score, Screen, View

ANSWERED = "✓"

MOST_CELLS = 4
"""So many of the main panel have room for a word each."""

MOST_LINES = 2
"""Below the choice on the main panel; what is wrong with more than that each seat sees at its own place."""

WRONG: Mapping[Verdict, tuple[Text, Text]] = {
    Verdict.STUCK: (T("stuck"), T("down all the time")),
    Verdict.NOISY: (T("bad wire"), T("its wire crackles")),
    Verdict.MISSING: (T("missing"), T("no press came")),
    Verdict.LATE: (T("late"), T("a second late")),
}
"""What is found of a button, and the same for whoever sits there."""


def view(offers: Offers, state: State, now: int, say: Say, ties: tuple[str, ...]) -> View:
    """What every screen and lamp shows; ``ties``: how close a tie will be, if that is to be told."""
    zero, choice = state.zero, offers.standing(state)
    assert zero is not None
    assert choice is not None
    if zero.ended is None:
        ok = say("ok: {what}", what=say.text(choice.label))
        left = max(0, -(-(zero.ends - now) // NS_PER_S))
        cells = tuple(Score(seat, ANSWERED if seat in zero.let_go else "…") for seat in zero.seats)
        main = Screen(say("All press, once"), str(left), scores=cells, hint=ok)
    elif zero.is_well:
        main = Screen(say("Zero test"), _all(zero, say), text=(*_spread(zero, say), *ties))
    else:
        told, cells = _amiss(zero, say)
        main = Screen(
            say("Zero test"), say.text(choice.label), text=told, scores=cells, hint=say("turn, then ok")
        )
    playing = {seat: _seat(zero, seat, say) for seat in state.seats}
    return View(
        main,
        {seat: playing.get(seat, Screen()) for seat in offers.seats},
        {seat: Lamp.ON if _is_asked(zero, seat) else Lamp.OFF for seat in offers.seats},
        now + 1 + (zero.ends - now - 1) % NS_PER_S if zero.ended is None and now < zero.ends else None,
    )


def table(offers: Offers, state: State, now: int, say: Say, ties: tuple[str, ...]) -> TableView:
    """What the table window shows; see `view`."""
    zero = state.zero
    assert zero is not None
    plates = tuple(_plate(zero, seat, say) for seat in state.seats)
    if zero.ended is None:
        return TableView(
            plates=plates,
            headline=say("All press together, once!"),
            text=(say("and let go: then each button has answered"),),
            leads=True,
            middle=(Countdown(max(0, zero.ends - now), LASTS_NS),),
        )
    standing = offers.standing(state)
    tiles = tuple(
        Tile(say.text(one.label), one.text, chosen=one == standing, calls=n == 0)
        for n, one in enumerate(offers.choices(state))
    )
    return TableView(
        plates=plates,
        headline=_all(zero, say) if zero.is_well else say("Not all answer"),
        text=(*_spread(zero, say), *ties) if zero.is_well else _wrong(zero, say),
        leads=True,
        middle=(Home((Band(tiles),)),),
        row=False,
    )


def _is_asked(zero: Zero, seat: Seat) -> bool:
    return zero.ended is None and seat in zero.seats and seat not in zero.pressed


def _wrong(zero: Zero, say: Say) -> tuple[str, ...]:
    """What is wrong, and whose buttons: a line of each kind, if a small panel has room for them."""
    kinds = {kind: zero.found(kind) for kind in WRONG}
    lines = tuple(f"{say.text(WRONG[kind][0])}: {listed(seats)}" for kind, seats in kinds.items() if seats)
    if len(lines) <= MOST_LINES:
        return lines
    return (say("amiss: {seats}", seats=listed(sorted(chain.from_iterable(kinds.values())))),)


def _amiss(zero: Zero, say: Say) -> tuple[tuple[str, ...], tuple[Score, ...]]:
    """The same for the main panel: lines, and cells, which stay where a small one has no room for lines."""
    found = {seat: say.text(WRONG[how][0]) for seat in zero.seats if (how := zero.verdict(seat)) in WRONG}
    if len(found) <= MOST_CELLS and len(set(found.values())) <= MOST_LINES:
        return (), tuple(Score(seat, how) for seat, how in found.items())
    return _wrong(zero, say), tuple(Score(seat, "!") for seat in found)


def _seat(zero: Zero, seat: Seat, say: Say) -> Screen:
    if _is_asked(zero, seat):
        return Screen("", say("PRESS"), seat, (say("all together, once"),), mood=Mood.TURN)
    if seat in zero.waiting:
        return Screen("", say("LET GO"), seat, (say("the button is down"),), mood=Mood.WAIT)
    if (wrong := _wrong_with(zero, seat)) is None:
        return Screen("", ANSWERED, seat)
    return Screen("", say.text(wrong[0]).upper(), seat, (say.text(wrong[1]),), mood=Mood.WAIT)


def _plate(zero: Zero, seat: Seat, say: Say) -> Plate:
    name = say.name(seat)
    if _is_asked(zero, seat):
        return Plate(seat, name, note=say("PRESS"), mood=Mood.TURN, strong=True)
    if seat in zero.waiting:
        return Plate(seat, name, note=say("let go!"), mood=Mood.WAIT)
    if (wrong := _wrong_with(zero, seat)) is None:
        return Plate(seat, name, value=ANSWERED)
    return Plate(seat, name, note=say.text(wrong[0]), mood=Mood.WAIT, strong=True)


def _wrong_with(zero: Zero, seat: Seat) -> tuple[Text, Text] | None:
    return WRONG.get(zero.verdict(seat)) if zero.ended is not None and seat in zero.seats else None


def _all(zero: Zero, say: Say) -> str:
    return say.plural("{n} answers", "All {n} answer", len(zero.seats))


def _spread(zero: Zero, say: Say) -> tuple[str, ...]:
    """How long after the first the last has pressed."""
    if len(zero.seats) < 2:
        return ()
    return (say("all within {ms} ms", ms=-(-zero.spread // NS_PER_MS)),)
