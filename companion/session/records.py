"""What finished games add up to: who beat whom, series and streaks, the closest finish, the quickest. Pure.

A game won by one side alone is that side's; one that several share is nobody's, and ends every streak. Where
all win or lose together nobody beats anybody: those games are told apart. A player alone plays against the
clock only, which is none of this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import combinations, pairwise
from typing import TypeVar

from companion.session.played import Person, Played, Side

R = TypeVar("R")

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
        when: when its first one began, as people read it; empty: unknown.
        tally: between those who played against each other: sides that were always the same, or else each
            person; None: nobody did.
        together: what they have played together.
    """

    games: int
    when: str
    tally: Tally | None
    together: tuple[Together, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """A race decided by little: ``who`` was so many µs before ``over``, as fine as the box can tell."""

    who: Person
    over: Person
    us: int
    game: str
    when: str


@dataclass(frozen=True, slots=True)
class Quick:
    """How quick one was (ms after a race opened), in which game, and when it was played."""

    who: Person
    ms: float
    game: str
    when: str


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
    closest: tuple[Finish, ...] = ()
    fastest: tuple[Quick, ...] = ()
    reactions: tuple[Quick, ...] = ()
    together: tuple[Together, ...] = ()


def records(games: Iterable[Played]) -> Records:
    """What games add up to.

    Args:
        games: the newest first.
    """
    played = _spelt_alike(games)
    company = [one for one in played if len(one.seats) > 1]
    met = [one for one in company if one.against]
    streaks, longest = _streaks(met)
    return Records(
        evening=_evening(played),
        series=_series(met),
        pairs=_pairs(met),
        streaks=streaks,
        longest=longest,
        closest=_least(_closest(company), lambda one: one.us, lambda one: one.game),
        fastest=_least(_wins(company), lambda one: one.ms, lambda one: one.game),
        reactions=_least(_reactions(company), lambda one: one.ms, lambda one: one.who),
        together=_together(company),
    )


def _spelt_alike(games: Iterable[Played]) -> list[Played]:
    """Ola typed and OLA by the knob are one person, written as the last time."""
    spelt: dict[str, str] = {}

    def alike(name: str) -> str:
        return spelt.setdefault(name.casefold(), name)

    return [
        replace(
            one,
            names={seat: alike(name) for seat, name in one.names.items()},
            teams=tuple((seats, alike(name)) for seats, name in one.teams),
        )
        for one in games
    ]


# -- who won ------------------------------------------------------------------------------------------------


def _alone(game: Played) -> Side | None:
    """The side that has won by itself."""
    won = [side for side, has in zip(game.sides, game.won, strict=True) if has]
    return won[0] if len(won) == 1 else None


def _tally(met: Sequence[Played]) -> Tally:
    """How it stands after these games, the newest first."""
    wins = {side: 0 for game in met for side in game.sides}
    each = {game.game: dict(wins) for game in met}
    winners = [_alone(game) for game in met]
    for game, winner in zip(met, winners, strict=True):
        if winner is not None:
            wins[winner] += 1
            each[game.game][winner] += 1
    order = sorted(wins, key=lambda side: -wins[side])
    last, row = winners[0], next((n for n, who in enumerate(winners) if who != winners[0]), len(winners))
    return Tally(
        sides=tuple(order),
        wins=tuple(wins[side] for side in order),
        drawn=winners.count(None),
        in_a_row=None if last is None else Streak(last, row),
        by_game={game: tuple(of[side] for side in order) for game, of in each.items()},
    )


def _series(met: Sequence[Played]) -> tuple[Tally, ...]:
    groups: dict[frozenset[Side], list[Played]] = {}
    for game in met:
        groups.setdefault(frozenset(game.sides), []).append(game)
    return tuple(_tally(games) for games in groups.values())


def _pairs(met: Sequence[Played]) -> tuple[Tally, ...]:
    """Two who were on two sides, in games that at least one of them has won."""
    between: dict[frozenset[Person], list[Played]] = {}
    for game in met:
        sides = list(zip(game.groups, game.won, strict=True))
        for (ours, we_won), (theirs, they_won) in combinations(sides, 2):
            for one, other in ((one, other) for one in ours for other in theirs if we_won or they_won):
                won = tuple(seat for seat, has in ((one, we_won), (other, they_won)) if has)
                two = replace(game, seats=(one, other), winners=won, teams=())
                between.setdefault(frozenset(map(game.person, two.seats)), []).append(two)
    return tuple(_tally(games) for games in sorted(between.values(), key=len, reverse=True))


def _streaks(met: Sequence[Played]) -> tuple[tuple[Streak, ...], Streak | None]:
    """Who has won how many in a row now, and the most there were; of equal ones, the first to have them."""
    row: dict[Person, int] = {}
    longest: Streak | None = None
    for game in reversed(met):
        alone = game.won.count(True) == 1
        for group, won in zip(game.groups, game.won, strict=True):
            for who in map(game.person, group):
                row[who] = row.get(who, 0) + 1 if won and alone else 0
                if row[who] > max(1, 0 if longest is None else longest.games):
                    longest = Streak((who,), row[who])
    now = [Streak((who,), games) for who, games in row.items() if games > 1]
    return tuple(sorted(now, key=lambda streak: -streak.games)), longest


def _together(company: Sequence[Played]) -> tuple[Together, ...]:
    names = dict.fromkeys(one.game for one in company if one.together)
    return tuple(_of_one([one for one in company if one.together and one.game == name]) for name in names)


def _of_one(games: Sequence[Played]) -> Together:
    won = sum(bool(one.winners) for one in games)
    return Together(games[0].game, len(games), won, max(one.score or 0 for one in games))


def _evening(played: Sequence[Played]) -> Evening | None:
    """The last game and those before it, up to a gap.

    Where a date is unknown, what the box has played without being switched off is one evening.
    """
    if not played:
        return None
    last = next((n for n, (later, one) in enumerate(pairwise(played), 1) if _gap(one, later)), len(played))
    games = played[:last]
    met = [one for one in games if one.against]
    same = len({frozenset(one.sides) for one in met}) == 1
    tally = _tally(met) if same else _one_by_one(met) if met else None
    return Evening(last, games[-1].when, tally, _together(games))


def _one_by_one(met: Sequence[Played]) -> Tally:
    """How often each person has won, alone or in a team, in whatever company; the newest game first."""
    wins: dict[Person, int] = {}
    for game in met:
        alone = game.won.count(True) == 1
        for group, won in zip(game.groups, game.won, strict=True):
            for who in map(game.person, group):
                wins[who] = wins.get(who, 0) + (won and alone)
    order = sorted(wins, key=lambda who: -wins[who])
    drawn = sum(game.won.count(True) > 1 for game in met)
    return Tally(tuple((who,) for who in order), tuple(wins[who] for who in order), drawn)


def _gap(one: Played, later: Played) -> bool:
    if one.began is None or later.began is None:
        return one.run is None or one.run != later.run
    return abs(later.began - one.began) > EVENING  # a clock that was put right may have gone back


# -- by how little, how quick --------------------------------------------------------------------------------


def _closest(company: Sequence[Played]) -> Iterator[Finish]:
    for one in company:
        if (by := one.closest) is not None:
            grain = max(1, by.tie_us // 10) if by.us < US_PER_MS else 1
            us = by.us // grain * grain
            yield Finish(one.person(by.seat), one.person(by.over), us, one.game, one.when)


def _wins(company: Sequence[Played]) -> Iterator[Quick]:
    for one in company:
        if one.fastest is not None:
            seat, ms = one.fastest
            yield Quick(one.person(seat), ms, one.game, one.when)


def _reactions(company: Sequence[Played]) -> Iterator[Quick]:
    for one in company:
        for seat, reaction in one.reactions.items():
            yield Quick(one.person(seat), reaction.best_ms, one.game, one.when)


def _least(found: Iterable[R], size: Callable[[R], float], of: Callable[[R], object]) -> tuple[R, ...]:
    """The least of each game, or of each person, the least of all first; of equal ones, the newest."""
    least: dict[object, R] = {}
    for one in sorted(found, key=size):
        least.setdefault(of(one), one)
    return tuple(least.values())
