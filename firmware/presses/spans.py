"""Presses as spans of time: which of them may have been first.

A stamp is never exact. A contact closed somewhere between `earlier` and `later`; pins, whose stamps have no
width of their own, are half a ``tie`` unsure either way. So two pins are simultaneous exactly if they are at
most ``tie`` apart, while a pin and a button that is polled are as honest as their sources, each way.

Nobody who was certainly later than another can be first: those that may have been first are the presses of
which that can't be said. They are a definite group, whatever the order in which they came, and the first
stamp is always one of them.

Two presses of one device know more of each other than of the rest: whatever time it takes from a contact to a
report, it takes for both. They are certain to have come in the order of their stamps if these are more than
`firmware.events.Within.apart` from each other.

A bare contact that opens again before the kernel's thread has run leaves one edge, stamped when it opened
(`firmware.presses.contact`): its press was before that, by up to `UNSEEN_NS`. One that closes again, too,
leaves one stamped at that: so where a contact is seen to bounce its press may have been as much earlier,
which is within the usual ``tie``, and more than that of a box which tells presses apart more finely.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from firmware.events import NS_PER_US, Between, Within

UNSEEN_NS = 500 * NS_PER_US
"""A touch without a stamp came at most so long before the edge that has one. Of 19,600 bouncing presses on a
kernel's lines 999 in 1,000 came within 0.17 ms, and the earliest 0.48 ms before."""


class Span(Protocol):
    """A press, or what is kept of one."""

    @property
    def at(self) -> int:
        """Its stamp (ns)."""
        ...

    @property
    def within(self) -> Within | None:
        """How unsure that is; None: as a pin's."""
        ...


S = TypeVar("S", bound=Span)


def earlier(press: Span, tie: int) -> int:
    """The earliest moment at which the contact may have closed (ns)."""
    return press.at - (tie // 2 if press.within is None else press.within[0])


def later(press: Span, tie: int) -> int:
    """The latest (ns). An odd tie's other half: together they are exactly ``tie``."""
    return press.at + (tie - tie // 2 if press.within is None else press.within[1])


def of_a_bare_contact(tie: int, *, unseen: bool) -> Within | None:
    """How unsure a pin's press is that was seen to bounce; None: as any pin's.

    Args:
        tie: the pins'.
        unseen: its first touch has no stamp, for sure.
    """
    more = UNSEEN_NS if unseen else UNSEEN_NS - tie
    return Within(tie // 2 + more, tie - tie // 2) if more > 0 else None


def leeway(press: Span, other: Span, tie: int) -> int:
    """By how much a press may be stamped after another, and not be certainly later (ns)."""
    if press.within is not None and other.within is not None and press.within.of == other.within.of != "":
        return max(press.within.apart, other.within.apart)
    return press.at - earlier(press, tie) + later(other, tie) - other.at


def may_be_before(press: Span, other: Span, tie: int) -> bool:
    """Whether a press isn't certainly later than another."""
    return press.at - other.at <= leeway(press, other, tie)


def may_be_by(press: Span, at: int, tie: int) -> bool:
    """Whether a press isn't certainly later than a moment that is as unsure as a pin's press (ns)."""
    return earlier(press, tie) <= at + tie - tie // 2


def may_be_in(press: Span, end: int, tie: int) -> bool:
    """Whether a press isn't certainly at the end of a time, or after it (ns).

    A pin's goes by its stamp, and one less sure by as much earlier as it is less sure than that.
    """
    return min(press.at, earlier(press, tie) + tie // 2) < end


def until(presses: Sequence[Span], tie: int) -> int:
    """The moment by which one of these contacts had certainly closed, as any other source knows (ns)."""
    return min(later(press, tie) for press in presses)


def firsts(presses: Sequence[S], tie: int) -> tuple[S, ...]:
    """Those of the presses that may have been the first, in their order."""
    return tuple(press for press in presses if all(may_be_before(press, other, tie) for other in presses))


def bars(presses: Sequence[Span], tie: int) -> tuple[Between, ...]:
    """Since and until when each of these presses may have been (ns), as well as they know of each other."""
    devices = {"" if press.within is None else press.within.of for press in presses}
    if len(devices) == 1 and "" not in devices:
        return tuple((one.at - one.within.apart, one.at) for one in presses if one.within is not None)
    return tuple((earlier(press, tie), later(press, tie)) for press in presses)


def over(moment: int, tie: int, reach: int) -> int:
    """The stamp after which no press at this table can have been by that moment (ns).

    Args:
        moment: see `until`.
        tie: the pins'.
        reach: the most that a stamp of another source may be too late; 0 where there are pins only.
    """
    return moment + max(tie // 2, reach)
