"""A ruling in words: who came when, by how much, and never a tie passed over in silence; who has won."""

from __future__ import annotations

from collections.abc import Iterable

from companion.words import Say
from firmware.events import NS_PER_MS, NS_PER_US, Seat
from firmware.presses.race import Race
from firmware.presses.spans import leeway
from firmware.views import Score, Screen


def margin(say: Say, ns: int, tie: int) -> str:
    """How much later: ``+12.4 ms``, ``+620 µs``, or that it can't be told apart from a tie."""
    return say("tie") if ns <= tie else apart(say, ns, tie)


def apart(say: Say, ns: int, tie: int) -> str:
    """How much later somebody was who certainly was, as fine as the box can tell."""
    if ns < NS_PER_MS:
        grain = max(min(tie, ns) // 10, NS_PER_US)
        return say("+{us} µs", us=ns // grain * grain // NS_PER_US)
    if ns < 1000 * NS_PER_MS:
        return say("+{ms} ms", ms=say.number(ns / NS_PER_MS, 1))
    return say("+{s} s", s=say.number(ns / (1000 * NS_PER_MS), 2))


def behind(say: Say, race: Race, seat: Seat) -> str:
    """How much later than the first of a race a seat came that is in it."""
    press, first = next(press for press in race.presses if press.seat == seat), race.presses[0]
    tie = leeway(press, first, race.tie)
    return say("tie") if press in race.group else apart(say, press.at - first.at, tie)


def others(say: Say, race: Race) -> list[str]:
    """Everyone but the winner: ``2 +12.4 ms``, in order, then those whose press came too late."""
    ruling = race.ruling
    if ruling is None:
        return []
    later = [
        say("{seat} {margin}", seat=seat, margin=behind(say, race, seat))
        for seat in ruling.order
        if seat != ruling.winner
    ]
    return later + [say("{seat} came too late", seat=seat) for seat in ruling.late]


def place(say: Say, race: Race, seat: Seat) -> str:
    """How a seat that pressed but didn't win came in; empty if it didn't press."""
    ruling = race.ruling
    if ruling is None or seat not in {*ruling.order, *ruling.late}:
        return ""
    if seat in ruling.late:
        return say("came too late")
    if seat in ruling.tied:
        return say("tie")
    return say("place {place}, {margin}", place=ruling.order.index(seat) + 1, margin=behind(say, race, seat))


def listed(seats: Iterable[Seat]) -> str:
    """Seats as ``1, 2, 4``."""
    return ", ".join(map(str, seats))


def winners_screen(title: str, won: tuple[Seat, ...], scores: tuple[Score, ...], say: Say) -> Screen:
    """The main panel at the end of a game: who has won, or that several share it."""
    shared = len(won) > 1
    return Screen(
        title,
        big=say("Shared!") if shared else say.name(won[0]),
        sign=None if shared else won[0],
        scores=scores,
    )
