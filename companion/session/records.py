"""What finished games add up to: who beat whom, series and streaks, the closest finish, the quickest. Pure.

A game won by one side alone is that side's; one that several share is nobody's, and ends every streak. Where
all win or lose together nobody beats anybody: those games are told apart. A player alone plays against the
clock only, which is none of this.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import combinations, pairwise
from operator import attrgetter

from companion.session.played import Margin, Person, Played, Side, moment

US_PER_MS = 1000

EVENING = timedelta(hours=8)
"""Games that began further apart than this are of two evenings."""


@dataclass(frozen=True, slots=True)
class Streak:
    """So many games won in a row."""

    who: Side
    games: int


@dataclass(frozen=True, slots=True)
class Tally:
    """How it stands between sides.

    Attributes:
        sides: whoever has won most first.
        wins: of each, the games it has won alone.
        drawn: games that several shared.
        in_a_row: whoever has won the last ones, be it one.
        by_game: game by game, the wins of each side.
    """

    sides: tuple[Side, ...]
    wins: tuple[int, ...]
    drawn: int = 0
    in_a_row: Streak | None = None
    by_game: dict[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Together:
    """How a game went that all win or lose together: played, won, and the best score."""

    game: str
    played: int
    won: int
    best: float


@dataclass(frozen=True, slots=True)
class Evening:
    """The last evening on which there was a game.

    Attributes:
        games: how many.
        when: when its first one began, as people read it; None: unknown.
        tally: between those who played against each other; None: nobody did.
        together: what they have played together.
    """

    games: int
    when: str | None
    tally: Tally | None
    together: tuple[Together, ...]


@dataclass(frozen=True, slots=True)
class Best:
    """How quick one was, or how little before another, in which game, and when that was.

    Attributes:
        who: the quickest.
        ms: after the race had opened, or before ``over``, as fine as the box can tell.
        over: whom it was close with; None: it is about ``who`` alone.
    """

    who: Person
    ms: float
    game: str
    when: str | None
    over: Person | None = None


@dataclass(frozen=True, slots=True)
class Records:
    """All of it.

    Attributes:
        evening: the last evening; None before any game.
        series: between the same people or teams, the one played last first.
        pairs: who won against whom, in whatever company; those who have met most often first.
        streaks: who now has won how many in a row, two or more, the longest first.
        longest: the longest streak there was.
        closest: of each game the closest finish; the closest of all first.
        fastest: of each game the win soonest after its race opened; the soonest first.
        reactions: the best reaction of each person, the quickest first.
        together: of each game all win or lose together.
    """

    evening: Evening | None = None
    series: tuple[Tally, ...] = ()
    pairs: tuple[Tally, ...] = ()
    streaks: tuple[Streak, ...] = ()
    longest: Streak | None = None
    closest: tuple[Best, ...] = ()
    fastest: tuple[Best, ...] = ()
    reactions: tuple[Best, ...] = ()
    together: tuple[Together, ...] = ()


def records(games: Sequence[Played]) -> Records:
    """What games add up to.

    Args:
        games: the newest first.
    """
    company = [one for one in games if len(one.seats) > 1]
    matches = _matches(company)
    streaks, longest = _streaks(matches)
    return Records(
        evening=evening(games),
        series=_series(matches),
        pairs=_pairs(matches),
        streaks=streaks,
        longest=longest,
        closest=_least((_close(one, one.closest_us) for one in company if one.closest_us), "game"),
        fastest=_least(
            (_quick(one, one.fastest_ms.seat, one.fastest_ms.ms) for one in company if one.fastest_ms), "game"
        ),
        reactions=_least(
            (_quick(one, seat, quick.best_ms) for one in company for seat, quick in one.reactions.items()),
            "who",
        ),
        together=_together(company),
    )


# -- who won ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Match:
    """Sides against each other, and whether each has won."""

    game: str
    sides: dict[Side, bool]

    @property
    def winner(self) -> Side | None:
        """Who has won alone."""
        won = [side for side, has in self.sides.items() if has]
        return won[0] if len(won) == 1 else None


def _matches(games: Iterable[Played]) -> list[_Match]:
    """The games in which people played against each other, and it is known who won."""
    against = (_Match(one.game, one.sides) for one in games if one.score is None and one.winners)
    return [match for match in against if len(match.sides) > 1]


def _tally(matches: Sequence[_Match]) -> Tally:
    """How it stands after these, the newest first."""
    wins = {side: 0 for match in matches for side in match.sides}
    each = {match.game: dict(wins) for match in matches}
    winners = [match.winner for match in matches]
    for match, winner in zip(matches, winners, strict=True):
        if winner is not None:
            wins[winner] += 1
            each[match.game][winner] += 1
    order = sorted(wins, key=lambda side: -wins[side])
    last, row = winners[0], next((n for n, who in enumerate(winners) if who != winners[0]), len(winners))
    return Tally(
        sides=tuple(order),
        wins=tuple(wins[side] for side in order),
        drawn=winners.count(None),
        in_a_row=None if last is None else Streak(last, row),
        by_game={game: tuple(of[side] for side in order) for game, of in each.items()},
    )


def _series(matches: Iterable[_Match]) -> tuple[Tally, ...]:
    between: dict[frozenset[Side], list[_Match]] = {}
    for match in matches:
        between.setdefault(frozenset(match.sides), []).append(match)
    return tuple(map(_tally, between.values()))


def _pairs(matches: Iterable[_Match]) -> tuple[Tally, ...]:
    """Two sides, in games that at least one of them has won."""
    between: dict[frozenset[Side], list[_Match]] = {}
    for match in matches:
        for one, other in combinations(match.sides, 2):
            won = match.sides[one], match.sides[other]
            if any(won):
                two = _Match(match.game, {one: won[0], other: won[1]})
                between.setdefault(frozenset(two.sides), []).append(two)
    return tuple(map(_tally, sorted(between.values(), key=len, reverse=True)))


def _streaks(matches: Sequence[_Match]) -> tuple[tuple[Streak, ...], Streak | None]:
    """Who has won how many in a row now, and the most there were; of equal ones, the first to have them."""
    row: dict[Side, int] = {}
    longest: Streak | None = None
    for match in reversed(matches):
        for side in match.sides:
            row[side] = row.get(side, 0) + 1 if side == match.winner else 0
            if row[side] > (1 if longest is None else longest.games):
                longest = Streak(side, row[side])
    now = [Streak(side, games) for side, games in row.items() if games > 1]
    return tuple(sorted(now, key=lambda streak: -streak.games)), longest


def _together(games: Iterable[Played]) -> tuple[Together, ...]:
    """Of each game that is played together, how it went."""
    of: dict[str, list[Played]] = {}
    for one in games:
        if one.score is not None and len(one.seats) > 1:
            of.setdefault(one.game, []).append(one)
    return tuple(
        Together(
            game, len(played), sum(bool(one.winners) for one in played), max(one.score or 0 for one in played)
        )
        for game, played in of.items()
    )


def evening(games: Sequence[Played]) -> Evening | None:
    """The last game and those before it, the newest first, up to a gap.

    Where a date is unknown, what the box has played without being switched off is one evening.
    """
    if not games:
        return None
    last = next((n for n, (later, one) in enumerate(pairwise(games), 1) if _gap(one, later)), len(games))
    matches = _matches(games[:last])
    return Evening(last, games[last - 1].when, _tally(matches) if matches else None, _together(games[:last]))


def _gap(one: Played, later: Played) -> bool:
    began, next_began = moment(one.began), moment(later.began)
    if began is None or next_began is None:
        return one.run is None or one.run != later.run
    return abs(next_began - began) > EVENING  # a clock that was put right may have gone back


# -- by how little, how quick --------------------------------------------------------------------------------


def _close(one: Played, by: Margin) -> Best:
    grain = max(1, by.tie_us // 10) if by.us < US_PER_MS else 1
    ms = by.us // grain * grain / US_PER_MS
    return Best(one.person(by.seat), ms, one.game, one.when, one.person(by.over))


def _quick(one: Played, seat: int, ms: float) -> Best:
    return Best(one.person(seat), ms, one.game, one.when)


def _least(found: Iterable[Best], of: str) -> tuple[Best, ...]:
    """The least of each game, or of each person, the least of all first; of equal ones, the newest."""
    least: dict[object, Best] = {}
    for one in sorted(found, key=attrgetter("ms")):
        least.setdefault(getattr(one, of), one)
    return tuple(least.values())
