"""The history on the box and in the window: what finished games add up to, then the last of them.

The knob turns the pages. It has as many places as there can be pages, however many there are: what it does
must not depend on the disk, since journals replay it. Beyond the last page there is nothing older.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from companion.games.choice import Choice
from companion.session.played import Played, Result, Side, best_solo, read_all
from companion.session.records import US_PER_MS, Best, Evening, Records, Tally, Together, evening, records
from companion.session.result import length
from companion.session.shelf import known, scores
from companion.words import Say, T
from firmware.drawing.legibility import small_lines
from firmware.events import Seat
from firmware.views import Lamp, Screen, View

MOST_GAMES = 10
"""So many games can be looked at, the newest; the whole history is printed by ``pierwszy history``."""

MOST_SERIES = 4
MOST_PAIRS = 6
"""All there are between four people."""

MOST_TOGETHER = 2
PAGES = 1 + MOST_SERIES + MOST_PAIRS + 4 + MOST_TOGETHER + MOST_GAMES

PLACES = tuple(Choice(f"game {number}", T("Back")) for number in range(1, PAGES + 1))
"""Where the knob can stand; ok leads back from each."""

_, ROW_CELLS = small_lines(128, 64)
"""Letters of a small line on the main panel."""

BESIDE_CELLS = 14
"""Letters of one beside a large number."""

Row: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        called: what it is about, in a word or two.
        main: what the main panel shows of it.
        lines: the lines below what is large, where there is room for long ones.
        also: one more thing to say.
        rows: what there is to tell beyond that: who, or in which game, and how it stands.
    """

    called: str
    main: Screen
    lines: tuple[str, ...] = ()
    also: str = ""
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Past:
    """All that was played, as it is looked at.

    Attributes:
        games: the newest first.
    """

    games: tuple[Played, ...] = ()

    @classmethod
    def of(cls, history: Iterable[Result]) -> Past:
        """What results tell, the newest first; those that can't be told are left out."""
        return cls(read_all(history))

    @cached_property
    def records(self) -> Records:
        """What they add up to."""
        return records(self.games)

    @cached_property
    def evening(self) -> Evening | None:
        """The last evening, which is soon told."""
        return evening(self.games)

    @cached_property
    def bests(self) -> dict[str, float]:
        """Best solo times (s) by record."""
        return best_solo(self.games)


NO_PAST = Past()


def view(past: Past, place: int, seats: Collection[Seat], say: Say) -> View:
    """What everyone sees where the knob stands at a place, from 0."""
    blank = {seat: Screen(big=say("Pierwszy")) for seat in seats}
    return View(page(pages(past, say), place, say).main, blank, dict.fromkeys(seats, Lamp.OFF))


def page(there: Sequence[Page], place: int, say: Say) -> Page:
    """The page at a place of the knob's, or that there is no more."""
    if place < len(there):
        return there[place]
    none = say("No older game") if there else say("No game finished yet")
    return Page("–", Screen(say("History"), "–", text=(none,), hint=say("ok: back")), (none,))


def pages(past: Past, say: Say) -> tuple[Page, ...]:
    """All pages there are."""
    say, told, games = say.named({}), past.records, past.games
    few = replace(told, series=told.series[:MOST_SERIES], together=told.together[:MOST_TOGETHER])
    return (
        *of_records(few, say, MOST_PAIRS),
        *(_game(one, f"{n}/{len(games)}", say) for n, one in enumerate(games[:MOST_GAMES], 1)),
    )


def of_records(told: Records, say: Say, most_pairs: int | None = None) -> Iterator[Page]:
    """A page of each record, with so many of two who have met in other company, too (None: all)."""
    pairs = [pair for pair in told.pairs if pair not in told.series]  # they would be said twice
    yield from _evening(told.evening, say)
    yield from _standings(told.series, say("Series"), say)
    yield from _standings(pairs[:most_pairs], say("Head to head"), say)
    yield from _in_a_row(told, say)
    yield from _quickest(told, say)
    yield from (_together(one, say("Together"), say) for one in told.together)


# -- in words ------------------------------------------------------------------------------------------------


def title_of(game: str, say: Say) -> str:
    """A game's title; the name of one that isn't installed any more."""
    found = known(game)
    return game if found is None else say.text(found.title)


def people(side: Side, say: Say) -> str:
    """Who wins and loses as one, or one person: by name, or seat."""
    return " + ".join(who if isinstance(who, str) else say.name(who) for who in side)


def _flowed(words: Iterable[str], between: str, cells: int = ROW_CELLS) -> tuple[str, ...]:
    """Words on as few lines of so many letters as hold them."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(between) + len(word) <= cells:
            lines[-1] += between + word
        else:
            lines.append(word)
    return tuple(lines)


def _in_a_line(rows: Iterable[Row]) -> str:
    """As many rows as one small line of the panel holds."""
    return next(iter(_flowed(map(" ".join, rows), ", ")), "")


def _seconds(ms: float, say: Say) -> str:
    return say("{seconds} s", seconds=say.number(ms / 1000, 2))


def _apart(ms: float, say: Say) -> str:
    """How much one was before another."""
    if ms < 1:
        return say("{us} µs", us=round(ms * US_PER_MS))
    return say("{ms} ms", ms=say.number(ms, 1)) if ms < 1000 else _seconds(ms, say)


def _counts(wins: Iterable[int]) -> str:
    return " : ".join(map(str, wins))


def _page(
    say: Say,
    title: str,
    big: str,
    text: tuple[str, ...],
    *,
    lines: tuple[str, ...] = (),
    rows: Sequence[Row] = (),
    also: str = "",
    hint: str = "",
) -> Page:
    """A page of a record; one row would only say again what is large."""
    main = Screen(title, big, text=text, hint=also or hint or say("ok: back"))
    return Page(title, main, lines or text, also, tuple(rows) if len(rows) > 1 else ())


# -- who won -------------------------------------------------------------------------------------------------


def _standings(tallies: Sequence[Tally], title: str, say: Say) -> Iterator[Page]:
    several = len(tallies) > 1
    for n, tally in enumerate(tallies, 1):
        yield _standing(tally, f"{title} {n}/{len(tallies)}" if several else title, say)


def _standing(tally: Tally, title: str, say: Say, also: str = "") -> Page:
    """How it stands: of two how often each has won, of more whoever has won most."""
    names, wins, run = [people(side, say) for side in tally.sides], tally.wins, tally.in_a_row
    if run is not None and run.games > 1:
        also = say("{who}: {n} in a row", who=people(run.who, say), n=run.games)
    drawn = (say("drawn: {n}", n=tally.drawn),) if tally.drawn else ()
    if len(names) == 2:
        rows = [(title_of(game, say), _counts(each)) for game, each in tally.by_game.items()]
        text, lines = (*_flowed(names, " : "), *drawn), (" : ".join(names), *drawn)
        return _page(say, title, _counts(wins), text, lines=lines, rows=rows, also=also)
    rows = list(zip(names, map(str, wins), strict=True))
    most, leading = say.plural("{n} win", "{n} wins", wins[0]), names[: wins.count(wins[0])]
    hint = _in_a_line(rows[len(leading) :])
    if len(leading) == 1:
        return _page(say, title, names[0], (most,), lines=(most, *drawn), rows=rows, also=also, hint=hint)
    text, lines = _flowed(leading, ", ", BESIDE_CELLS)[:1], (", ".join(leading), *drawn)
    return _page(say, title, most, text, lines=lines, rows=rows, also=also, hint=hint)


def _evening(evening: Evening | None, say: Say) -> Iterator[Page]:
    """None of an evening on which everyone played alone."""
    if evening is None:
        return
    day, together = (evening.when or "").partition(" ")[0], evening.together[:1]
    title = say("Evening {date}", date=_short(day)) if day else say("Last evening")
    if evening.tally is None:
        yield from (_together(one, title, say) for one in together)
    else:
        also = "".join(f"{title_of(one.game, say)}: {_won(one, say)}" for one in together)
        yield _standing(evening.tally, title, say, also)


def _in_a_row(told: Records, say: Say) -> Iterator[Page]:
    if told.longest is None:
        return
    rows = [(people(one.who, say), str(one.games)) for one in told.streaks]
    longest = people(told.longest.who, say), str(told.longest.games)
    who, games = rows[0] if rows else longest
    also = "" if longest in rows or not rows else say("longest: {who} {n}", who=longest[0], n=longest[1])
    title = say("In a row") if rows else say("Longest streak")
    yield _page(say, title, who, (say("{n} in a row", n=games),), rows=rows, also=also)


def _won(one: Together, say: Say) -> str:
    return say("{won} of {played}", won=one.won, played=one.played)


def _together(one: Together, called: str, say: Say) -> Page:
    """How often all have won a game together."""
    score = say("best score: {score}", score=round(one.best))
    page = _page(say, title_of(one.game, say), _won(one, say), (say("won together"),), also=score)
    return replace(page, called=called)


# -- by how little, how quick --------------------------------------------------------------------------------


def _quickest(told: Records, say: Say) -> Iterator[Page]:
    """The closest finish and the fastest win of all, and of each game; everyone's best reaction."""

    def of_games(found: Sequence[Best], time: Callable[[float, Say], str]) -> list[Row]:
        where = (f"{title_of(one.game, say)}: {people((one.who,), say)}" for one in found)
        return [(there, time(one.ms, say)) for there, one in zip(where, found, strict=True)]

    for one in told.closest[:1]:
        over = () if one.over is None else (one.over,)
        parts = f"{people((one.who,), say)},", say("then {who}", who=people(over, say))
        text, lines, rows = _flowed(parts, " "), (" ".join(parts),), of_games(told.closest, _apart)
        also = title_of(one.game, say)
        yield _page(say, say("Closest finish"), rows[0][1], text, lines=lines, rows=rows, also=also)
    for one in told.fastest[:1]:
        text, rows = (people((one.who,), say),), of_games(told.fastest, _seconds)
        yield _page(say, say("Fastest win"), rows[0][1], text, rows=rows, also=title_of(one.game, say))
    rows = [(people((one.who,), say), _seconds(one.ms, say)) for one in told.reactions]
    for who, time in rows[:1]:
        yield _page(say, say("Best reaction"), time, (who,), rows=rows, hint=_in_a_line(rows[1:]))


# -- game by game --------------------------------------------------------------------------------------------


def _game(one: Played, number: str, say: Say) -> Page:
    """One game: what, who won, when, how long it took, who was quickest."""
    say = say.named(dict(one.names.items()))
    sign = one.winners[0] if len(one.winners) == 1 else None
    won = [people(side, say) for side, has in one.sides.items() if has]
    shared: tuple[str, ...] = ()
    if one.score is not None and len(one.seats) > 1:
        big = say("Won") if won else say("Lost")
    elif len(won) > 1:
        big, shared = say("Shared!"), (", ".join(won),)
    else:
        big = won[0] if won else say("Lost")
    score = () if one.score is None else (say("Score: {score}", score=round(one.score)),)
    facts = (*score, one.when or say("date unknown"))
    time, best = length(one.length_s), [reaction.best_ms for reaction in one.reactions.values()]
    figures = say("Length {time}", time=time)
    if best:
        figures = say("{time}, best {seconds} s", time=time, seconds=say.number(min(best) / 1000, 2))
    text = (*_flowed(won if shared else (), ", "), *facts)
    main = Screen(f"{number} {title_of(one.game, say)}", big, sign, text, hint=figures)
    rows = _stood(one, say)
    who = say("Length {time}", time=time) if rows else ", ".join(map(say.name, one.seats))
    lines = dict.fromkeys((*shared, who, *score))
    called = f"{title_of(one.game, say)} · {_short(one.when) or number}"
    return Page(called, main, tuple(lines), rows=rows)


def _stood(one: Played, say: Say) -> tuple[Row, ...]:
    """Who had how much at the end, the most first; nobody where the game doesn't tell, or all play as one."""
    reached = scores(one.players) if one.score is None and not one.teams else ()
    if len(reached) != len(one.seats):
        return ()
    order = sorted(zip(reached, one.seats, strict=True), key=lambda two: (two[1] not in one.winners, -two[0]))
    return tuple((say.name(seat), str(points)) for points, seat in order)


def _short(when: str | None) -> str:
    """A date as it is said: ``2026-11-28 20:00`` -> ``28.11 20:00``; anything else as it is."""
    day, _, time = (when or "").partition(" ")
    parts = day.split("-")
    return f"{parts[2]}.{parts[1]} {time}".strip() if len(parts) == 3 else when or ""
