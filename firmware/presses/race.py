"""One race and its ruling: who was first, by how much, and what decided.

A race is a value: a referee keeps it in its state, lets presses enter as the arbiter hands them on, and
rules once the stream has passed ``due``. Who wins depends on the stamps alone:

- Presses that may have been the first (`firmware.presses.spans`) are simultaneous; of pins those within
  ``tie`` of the first. Between them the game's own rule decides (``by`` is then *left*), or, where it has
  none, nobody but the table (*table*); never chance, never the lower pin.
- A press stamped before the race opened is early, one by a seat that may not press is barred; neither can
  win, both are shown.
- A press that would have mattered but was delivered after the ruling is *late*: shown, never a new ruling.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from firmware.events import NS_PER_US, Between, Press, Seat
from firmware.presses.spans import bars, firsts, may_be_before, over, until


class By(StrEnum):
    """What decided a race."""

    TIME = "time"
    """The stamps alone."""
    LEFT = "left"
    """A tie, broken by the rulebook: nearest the left of someone."""
    TABLE = "table"
    """A tie no rule breaks: the people at the table decide."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict on one race.

    Attributes:
        winner: the seat that was first; None while a tie waits for the table.
        order: every seat that pressed in the race, by stamp.
        margins: for each of ``order``, ns after the first stamp.
        tied: the seats that were simultaneously first, ascending; empty without a tie.
        by: what decided.
        early: seats that pressed before the race opened, ascending like the next two.
        barred: seats that pressed though they might not.
        late: seats whose press was delivered after the ruling it might have changed.
        opened: when the race opened (ns).
        reaction: how long after that the first press came (ns).
        spans: for each of ``order``, how long before and after the first stamp it may have been (ns, both
            may be negative); empty where all are pins.
    """

    winner: Seat | None
    order: tuple[Seat, ...]
    margins: tuple[int, ...]
    tied: tuple[Seat, ...]
    by: By
    early: tuple[Seat, ...] = ()
    barred: tuple[Seat, ...] = ()
    late: tuple[Seat, ...] = ()
    opened: int = 0
    reaction: int = 0
    spans: tuple[Between, ...] = ()

    def apart(self, tie: int) -> int:
        """How far from each other its presses must be to be told apart (ns).

        That is the pins' ``tie``, or less where all are of one device that is surer of them.
        """
        return min(tie, max((until - since for since, until in self.spans), default=tie))

    def snapshot(self) -> dict[str, object]:
        """The ruling as JSON: margins in whole microseconds, spans in all they have."""
        spans = {"spans_us": [[ns / NS_PER_US for ns in span] for span in self.spans]} if self.spans else {}
        return {
            "winner": self.winner,
            "order": list(self.order),
            "margins_us": [margin // NS_PER_US for margin in self.margins],
            "tie": bool(self.tied),
            "tied": list(self.tied),
            "by": str(self.by),
            "early": list(self.early),
            "barred": list(self.barred),
            "late": list(self.late),
            **spans,
        }


def _with(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(sorted({*seats, seat}))


@dataclass(frozen=True, slots=True)
class Race:
    """Presses competing since ``opened``; every method returns a new race.

    Attributes:
        opened: the stamp from which presses count (ns).
        tie: pins' presses this close to the first are simultaneous (ns).
        presses: those that compete, one a seat, by stamp.
        ruling: the ruling so far, with whoever pressed after it; None before `rule`. Worked out once, since
            every screen and lamp asks for it.
        reach: the most by which a stamp of any other source at the table may be too late (ns).
    """

    opened: int
    tie: int
    presses: tuple[Press, ...] = ()
    early: tuple[Seat, ...] = ()
    barred: tuple[Seat, ...] = ()
    late: tuple[Seat, ...] = ()
    _verdict: tuple[Seat | None, By] | None = None
    ruling: Ruling | None = field(init=False, compare=False, repr=False)
    reach: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "ruling", self._sum_up())

    @property
    def first(self) -> Press | None:
        """The earliest competing press."""
        return self.presses[0] if self.presses else None

    @property
    def winner(self) -> Seat | None:
        """Who was first; None before it is ruled, and while a tie waits for the table."""
        return None if self._verdict is None else self._verdict[0]

    @property
    def due(self) -> int | None:
        """The stamp after which no further press can change the winner (ns); None once ruled, or empty."""
        return self.over if self.presses and self._verdict is None else None

    @property
    def over(self) -> int:
        """That stamp, ruled or not; somebody must be in the race."""
        return over(until(self.presses, self.tie), self.tie, self.reach)

    @property
    def group(self) -> tuple[Press, ...]:
        """The presses that may have been the first, by stamp."""
        return firsts(self.presses, self.tie)

    def contests(self, press: Press) -> bool:
        """Whether a press may have been before all that compete, or with them."""
        return bool(self.presses) and all(may_be_before(press, other, self.tie) for other in self.presses)

    def enter(self, press: Press, *, barred: bool = False) -> Race:
        """Let one press in; of one seat only the first counts, in whatever order they enter."""
        if barred:
            return replace(self, barred=_with(self.barred, press.seat))
        if press.at < self.opened:
            return replace(self, early=_with(self.early, press.seat))
        if any(press.seat == other.seat and other.at <= press.at for other in self.presses):
            return self
        if self._verdict is not None and self.contests(press):
            return replace(self, late=_with(self.late, press.seat))
        presses = [other for other in self.presses if other.seat != press.seat]
        insort(presses, press, key=lambda other: (other.at, other.seat))
        return replace(self, presses=tuple(presses))

    def rule(self, break_tie: Callable[[tuple[Seat, ...]], Seat] | None = None) -> Race:
        """Rule the race; call it when the stream has passed ``due``. One that nobody is in stays as it is.

        Args:
            break_tie: the game's rule for simultaneous presses, given their seats; None: the table.
        """
        if not self.presses:
            return self
        group = self._group()
        if len(group) == 1:
            return replace(self, _verdict=(group[0], By.TIME))
        if break_tie is not None:
            return replace(self, _verdict=(break_tie(group), By.LEFT))
        return replace(self, _verdict=(None, By.TABLE))

    def decide(self, seat: Seat) -> Race:
        """The table has decided a tie for ``seat``, which must be one of the tied."""
        if seat not in self._group():
            raise ValueError(f"expected one of the tied seats {self._group()}, got {seat}")
        return replace(self, _verdict=(seat, By.TABLE))

    def without(self, seat: Seat) -> Race:
        """The race as if that seat hadn't competed; to be ruled anew if it was among the first.

        Where it hasn't, this is the race itself.
        """
        if all(press.seat != seat for press in self.presses):
            return self
        presses = tuple(press for press in self.presses if press.seat != seat)
        return replace(self, presses=presses, _verdict=None if seat in self._group() else self._verdict)

    def _sum_up(self) -> Ruling | None:
        if self._verdict is None:
            return None
        winner, by = self._verdict
        group = self._group()
        return Ruling(
            winner=winner,
            order=tuple(press.seat for press in self.presses),
            margins=tuple(press.at - self.presses[0].at for press in self.presses),
            tied=group if len(group) > 1 else (),
            by=by,
            early=self.early,
            barred=self.barred,
            late=self.late,
            opened=self.opened,
            reaction=self.presses[0].at - self.opened,
            spans=self._spans(),
        )

    def _spans(self) -> tuple[Between, ...]:
        if all(press.within is None for press in self.presses):
            return ()
        first = self.presses[0].at
        return tuple((since - first, until - first) for since, until in bars(self.presses, self.tie))

    def _group(self) -> tuple[Seat, ...]:
        return tuple(sorted(press.seat for press in self.group))


NO_RACE = Race(0, 0)
"""Before one was opened."""
