"""The photo finish of the race at hand: what its ruling says, and the stamps of all that doesn't count in it.

A ruling holds the order and the margins of what competed. Early presses, barred and refused ones, those that
came too late and spikes on the wires are not in it by time; a `Camera` remembers their stamps for some
seconds and keeps those of a race with its ruling. Nothing here takes part in a ruling: a camera that saw
nothing leaves a strip without those times.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.games.base import Referee
from companion.games.ruling_words import apart, listed
from companion.session.plugging import by_the_box
from companion.session.state import State
from companion.table.finish import Came, Finish, Mark
from companion.words import Say, Text
from firmware.events import NS_PER_MS, NS_PER_S, Between, Event, Press, Seat
from firmware.presses.race import By, Ruling

Stamp: TypeAlias = tuple[int, Seat]
"""When (ns of game time), and on whose line."""

KEPT_NS = 10 * NS_PER_S
"""So long before the first press of a race something may have come that is still shown with it."""

AROUND_NS = 100 * NS_PER_MS
"""Spikes so soon before the first press or after the last are told with the race."""

REFUSED_NS = 500 * NS_PER_MS
"""A press that was refused so soon before a race's opening, or after its last, was meant for it."""

LONGEST_REACTION_NS = 10 * NS_PER_S
"""A longer reaction was no reaction: a race may be open for minutes."""

_MOST = 64
"""Presses or spikes that are kept; eight hands make fewer in the seconds of a race."""

_MOST_SPIKES = 8
"""Spikes that are shown: a loose wire makes many, and they all say the same."""


@dataclass(frozen=True, slots=True)
class Photo:
    """What was seen of one race: its ruling, and the stamps of presses and spikes, oldest first.

    Those of ``presses`` that were refused are in ``refused``, too. ``gone`` are seats that were in the race
    until their press was taken back.
    """

    ruling: Ruling
    presses: tuple[Stamp, ...] = ()
    spikes: tuple[Stamp, ...] = ()
    refused: tuple[Stamp, ...] = ()
    gone: frozenset[Seat] = frozenset()


class Camera:
    """Remembers presses and spikes with their stamps, in game time.

    Attributes:
        photo: the last race seen; a value, so any thread may read it.
    """

    def __init__(self) -> None:
        self.photo: Photo | None = None
        self._presses: deque[Stamp] = deque(maxlen=_MOST)
        self._spikes: deque[Stamp] = deque(maxlen=_MOST)
        self._refused: deque[Stamp] = deque(maxlen=_MOST)
        self._shooting = False
        self._told: tuple[object, Finish] | None = None

    def finish(self, state: State, say: Say) -> Finish | None:
        """The race at hand, once it is ruled and until the game goes on to something else; from any thread.

        Args:
            state: the state that is shown.
            say: the language, with the seats' names.
        """
        photo, ruling = self.photo, None if state.game is None else state.game.finish(state.play)
        if state.game is None or ruling is None:
            return None
        tie = state.game.setup.tie
        key, told = (ruling, photo, say.language, state.names, tie), self._told
        if told is None or told[0] != key:  # windows ask for every frame
            told = self._told = (key, photo_finish(ruling, photo, tie, say, state.game.of_a_tie))
        return told[1]

    def sees(self, event: Event, before: State, after: State) -> None:
        """An event has made one state into another."""
        if isinstance(event, Press):
            self.press(event.seat, event.at - before.offset)
            if after.refused is not None and after.refused_seat == event.seat:
                self.refuse(event.seat, event.at - before.offset)
        if after.offset != before.offset or (after.game is not before.game and not by_the_box(event)):
            self.forget()
        elif after.ruling is not None and after.ruling is not before.ruling:
            self.shoot(after.ruling)

    def press(self, seat: Seat, at: int) -> None:
        """A seat pressed, stamped ``at`` (ns of game time)."""
        self._presses.append((at, seat))

    def refuse(self, seat: Seat, at: int) -> None:
        """A seat's press wasn't allowed; it may be told after the race it was meant for."""
        self._refused.append((at, seat))
        if self._shooting and self.photo is not None:
            self.photo = replace(self.photo, refused=(*self.photo.refused[-_MOST:], (at, seat)))

    def spike(self, seat: Seat, at: int) -> None:
        """A seat's line closed too shortly for a press; it may be told after the race it belongs to."""
        self._spikes.append((at, seat))
        if self._shooting and self.photo is not None and at <= _last(self.photo.ruling) + AROUND_NS:
            self.photo = replace(self.photo, spikes=(*self.photo.spikes[-_MOST:], (at, seat)))

    def shoot(self, ruling: Ruling) -> None:
        """A race was ruled, or one that was has gained a press: keep what was seen of it."""
        known = self.photo if self._shooting else None
        if known is not None and known.ruling.opened != ruling.opened:
            self._leave(known)
            known = None
        first = _first(ruling)
        known = known or Photo(ruling)
        self.photo = Photo(
            ruling,
            _merged(known.presses, self._presses, first - KEPT_NS),
            _merged(known.spikes, self._spikes, first - KEPT_NS),
            _merged(known.refused, self._refused, ruling.opened - REFUSED_NS),
            known.gone.union(known.ruling.order).difference(ruling.order, ruling.late),
        )
        self._shooting = True

    def _leave(self, race: Photo) -> None:
        """What belonged to an earlier race is nothing early in the next."""
        its = {stamp for stamp in race.presses if stamp[0] >= race.ruling.opened}
        self._presses = deque((stamp for stamp in self._presses if stamp not in its), maxlen=_MOST)

    def forget(self) -> None:
        """Game time has jumped (undo, a pause, another game): stamps so far belong to no race to come."""
        self._presses.clear()
        self._spikes.clear()
        self._refused.clear()
        self._shooting = False


def _first(ruling: Ruling) -> int:
    """The first press (ns of game time)."""
    return ruling.opened + ruling.reaction


def _last(ruling: Ruling) -> int:
    return _first(ruling) + max(ruling.margins, default=0)


def _merged(kept: tuple[Stamp, ...], seen: deque[Stamp], since: int) -> tuple[Stamp, ...]:
    return tuple(sorted({*kept, *(stamp for stamp in seen if stamp[0] >= since)}))


def photo_finish(
    ruling: Ruling, photo: Photo | None, tie: int, say: Say, of_a_tie: Text = Referee.of_a_tie
) -> Finish:
    """The strip of a race.

    Args:
        ruling: the race's ruling.
        photo: what was seen of it; None, or one of another race, where nothing is known.
        tie: presses this close to the first are simultaneous (ns).
        say: the language, with the seats' names.
        of_a_tie: what is said of one that no rule breaks, see `companion.games.base.Referee`.
    """
    seen = photo if photo is not None and photo.ruling == ruling else Photo(ruling)
    marks = [*_competing(ruling), *_beside(ruling, seen, tie), *_spikes(ruling, seen)]
    marks.sort(key=lambda mark: (mark.after is None, mark.after or 0, mark.seat))
    within = tie
    if ruling.spans:  # the widest may be so far from the first and still be in a tie with it
        widest = max(gap - span[0] for gap, span in zip(ruling.margins, ruling.spans, strict=True))
        within = min(span[1] for span in ruling.spans) + widest
    told = 0 < ruling.reaction <= LONGEST_REACTION_NS
    seconds = say("{s} s", s=say.number(ruling.reaction / NS_PER_S, 2))
    return Finish(
        tuple(marks),
        within,
        _verdict(ruling, say, of_a_tie),
        _lead(ruling, ruling.apart(tie), say),
        say("reaction {time}", time=seconds) if told else "",
        _why(marks, say),
    )


def _competing(ruling: Ruling) -> list[Mark]:
    """Everyone in the race; the simultaneous all at one time: there is no order between them."""

    def mark(seat: Seat, gap: int, span: Between | None) -> Mark:
        if seat in ruling.tied:
            return Mark(seat, Came.FIRST if seat == ruling.winner else Came.TIED, 0, span)
        return Mark(seat, Came.FIRST if seat == ruling.winner else Came.AFTER, gap, span)

    spans = ruling.spans or [None] * len(ruling.order)
    return [mark(*one) for one in zip(ruling.order, ruling.margins, spans, strict=True)]


def _beside(ruling: Ruling, seen: Photo, tie: int) -> list[Mark]:
    """Presses that don't count, each seat's once for each reason, with its stamp if that was seen."""
    opened = ruling.opened
    told = {*ruling.order, *ruling.early, *ruling.barred, *ruling.late, *seen.gone}
    meant = [stamp for stamp in seen.refused if stamp[0] <= _last(ruling) + REFUSED_NS]
    refused = replace(seen, presses=tuple(meant))
    others = {seat: at for at, seat in reversed(meant) if seat not in told}  # each one's first
    kinds: tuple[tuple[Came, Iterable[Seat], Photo, tuple[int | None, int | None]], ...] = (
        (Came.EARLY, ruling.early, seen, (None, opened - 1)),
        (Came.EARLY, [seat for seat, at in others.items() if at < opened], refused, (None, opened - 1)),
        (Came.BARRED, ruling.barred, seen, (opened, None)),
        (Came.LATE, ruling.late, seen, (opened, None)),
        (Came.REFUSED, [seat for seat, at in others.items() if at >= opened], refused, (opened, None)),
        (Came.TAKEN_BACK, sorted(seen.gone), seen, (opened, None)),
    )
    return [_mark(came, seat, of, tie, span) for came, seats, of, span in kinds for seat in seats]


def _mark(came: Came, seat: Seat, seen: Photo, tie: int, span: tuple[int | None, int | None]) -> Mark:
    """A seat's press within a span of game time: the last one before the opening, the first one after.

    Nearer to the first than a tie it is told as simultaneous: what is nearer can't be told apart.
    """
    since, until = span
    stamps = [
        at
        for at, whose in seen.presses
        if whose == seat and (since is None or at >= since) and (until is None or at <= until)
    ]
    if not stamps:
        return Mark(seat, came, None)
    after = (stamps[-1] if since is None else stamps[0]) - _first(seen.ruling)
    return Mark(seat, came, 0 if abs(after) <= tie else after)


def _spikes(ruling: Ruling, seen: Photo) -> list[Mark]:
    first, last = _first(ruling), _last(ruling)
    near = [stamp for stamp in seen.spikes if first - AROUND_NS <= stamp[0] <= last + AROUND_NS]
    near.sort(key=lambda stamp: abs(stamp[0] - first))
    return [Mark(seat, Came.GLITCH, at - first) for at, seat in near[:_MOST_SPIKES]]


def _verdict(ruling: Ruling, say: Say, of_a_tie: Text) -> str:
    """Who was first, in one short line; of a tie always said that it was one."""
    if not ruling.tied:
        assert ruling.winner is not None
        return say("First: {who}", who=say.name(ruling.winner))
    seats = listed(ruling.tied)
    if ruling.winner is None:
        return say.text(Text(of_a_tie.sentence, (("seats", seats),)))
    who = say.name(ruling.winner)
    if ruling.by is By.LEFT:
        return say("Tie: {seats}. Nearest left: {who}", seats=seats, who=who)
    return say("Tie: {seats}. The table chose {who}", seats=seats, who=who)


def _lead(ruling: Ruling, tie: int, say: Say) -> str:
    """By how much the first was first."""
    gaps = [gap for seat, gap in zip(ruling.order, ruling.margins, strict=True) if seat != ruling.winner]
    if ruling.tied or not gaps:
        return ""
    return say("by {margin}", margin=apart(say, min(gaps), tie).removeprefix("+"))


def _why(marks: Sequence[Mark], say: Say) -> str:
    """Why somebody whose press might have been first isn't."""
    for mark in marks:
        if mark.came is Came.LATE:
            return say("{who}: too late", who=say.name(mark.seat))
        if mark.came is Came.TAKEN_BACK:
            return say("{who}: taken back", who=say.name(mark.seat))
    return ""
