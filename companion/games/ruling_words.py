"""A ruling in words: who came when, by how much, and never a tie passed over in silence."""

from __future__ import annotations

from collections.abc import Iterable

from companion.words import Say
from firmware.events import NS_PER_MS, NS_PER_US, Seat
from firmware.presses.race import Ruling


def margin(say: Say, ns: int, tie: int) -> str:
    """How much later: ``+12.4 ms``, ``+620 µs``, or that it can't be told apart from a tie."""
    if ns <= tie:
        return say("tie")
    if ns < NS_PER_MS:
        grain = max(tie // 10, NS_PER_US)
        return say("+{us} µs", us=ns // grain * grain // NS_PER_US)
    if ns < 1000 * NS_PER_MS:
        return say("+{ms} ms", ms=say.number(ns / NS_PER_MS, 1))
    return say("+{s} s", s=say.number(ns / (1000 * NS_PER_MS), 2))


def others(say: Say, ruling: Ruling, tie: int) -> list[str]:
    """Everyone but the winner: ``2 +12.4 ms``, in order, then those whose press came too late."""
    later = [
        say("{seat} {margin}", seat=seat, margin=margin(say, gap, tie))
        for seat, gap in zip(ruling.order, ruling.margins, strict=True)
        if seat != ruling.winner
    ]
    return later + [say("{seat} came too late", seat=seat) for seat in ruling.late]


def place(say: Say, ruling: Ruling, seat: Seat, tie: int) -> str:
    """How a seat that pressed but didn't win came in; empty if it didn't press."""
    if seat in ruling.late:
        return say("came too late")
    if seat in ruling.tied:
        return say("tie")
    if seat not in ruling.order:
        return ""
    index = ruling.order.index(seat)
    return say("place {place}, {margin}", place=index + 1, margin=margin(say, ruling.margins[index], tie))


def listed(seats: Iterable[Seat]) -> str:
    """Seats as ``1, 2, 4``."""
    return ", ".join(map(str, seats))
