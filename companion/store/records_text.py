"""What finished games add up to, as lines of text: what `pierwszy history` prints below its table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.session.played import Person, Played, Side
from companion.session.records import US_PER_MS, Evening, Records, Tally, Together


def winners_named(one: Played) -> str:
    """Who won, by name, and what all have reached where they play together: ``nobody (38)``."""
    names = ", ".join(str(one.person(seat)) for seat in one.winners) or "nobody"
    return names if one.score is None else f"{names} ({one.score:g})"


def told_in_lines(told: Records) -> Iterator[str]:
    """Each record on a line of its own."""
    if told.evening is not None:
        yield f"last evening{_when(told.evening.when, ' ')}: {_evening(told.evening)}"
    for one in told.series:
        yield f"series: {_tally(one)}{_row(one)}{_by_game(one)}"
    for pair in told.pairs:
        yield f"against each other: {_tally(pair)}"
    if told.longest is not None:
        now = ", ".join(f"{_side(one.who)} {one.games}" for one in told.streaks) or "nobody now"
        yield f"won in a row: {now}; longest {_side(told.longest.who)} {told.longest.games}"
    for close in told.closest:
        margin = f"{_called(close.who)} {close.us / US_PER_MS:.3f} ms before {_called(close.over)}"
        yield f"closest finish: {margin} ({close.game}{_when(close.when, ', ')})"
    for win in told.fastest:
        yield f"fastest win: {_called(win.who)} {win.ms:.0f} ms ({win.game}{_when(win.when, ', ')})"
    if told.reactions:
        yield f"best reaction: {', '.join(f'{_called(one.who)} {one.ms:.0f} ms' for one in told.reactions)}"
    yield from (f"together: {_together(one)}" for one in told.together)


def _when(when: str, before: str) -> str:
    return f"{before}{when.partition(' ')[0]}" if when else ""


def _side(side: Side) -> str:
    return " + ".join(map(_called, side))


def _called(who: Person) -> str:
    return who if isinstance(who, str) else f"seat {who}"


def _counts(wins: Iterable[int]) -> str:
    return " : ".join(map(str, wins))


def _tally(tally: Tally) -> str:
    each = " : ".join(f"{_side(side)} {wins}" for side, wins in zip(tally.sides, tally.wins, strict=True))
    return f"{each}, drawn {tally.drawn}" if tally.drawn else each


def _row(tally: Tally) -> str:
    row = tally.in_a_row
    return f"; {_side(row.who)} {row.games} in a row" if row is not None and row.games > 1 else ""


def _by_game(tally: Tally) -> str:
    each = (f"{game} {_counts(wins)}" for game, wins in tally.by_game.items())
    return f" ({', '.join(each)})" if len(tally.by_game) > 1 else ""


def _evening(evening: Evening) -> str:
    played = f"{evening.games} game{'' if evening.games == 1 else 's'}"
    standing = [] if evening.tally is None else [_tally(evening.tally)]
    return ", ".join((played, *standing, *map(_together, evening.together)))


def _together(one: Together) -> str:
    return f"{one.game} won {one.won} of {one.played}, best {one.best:g}"
