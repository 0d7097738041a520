"""The history on the box and in the window: what finished games add up to, then the last of them.

The knob turns the pages. It has as many places as there can be pages, however many there are: what it does
must not depend on the disk, since journals replay it. Beyond the last page there is nothing older.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from companion.games.catalogue import all_games
from companion.games.choice import Choice
from companion.session.played import Person, Played, Result, Side, read_all
from companion.session.records import US_PER_MS, Evening, Finish, Quick, Records, Tally, Together, records
from companion.session.result import length
from companion.table.parts import Standings
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

MOST_ROWS = 8
"""Lines in the window that can be read from a sofa."""

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
        lines: the window's small lines below what is large; none: those of the panel.
        standings: what the window shows below, if there is more to tell.
    """

    called: str
    main: Screen
    lines: tuple[str, ...] = ()
    standings: Standings | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """All that was played, as it is looked at.

    Attributes:
        games: the newest first.
        records: what they add up to.
    """

    games: tuple[Played, ...] = ()
    records: Records = field(default_factory=Records)

    @classmethod
    def of(cls, history: Iterable[Result]) -> Past:
        """What results tell, the newest first; those that can't be told are left out."""
        games = read_all(history)
        return cls(games, records(games))


NO_PAST = Past()


def view(past: Past, place: int, seats: Collection[Seat], say: Say) -> View:
    """What everyone sees.

    Args:
        past: what was played.
        place: where the knob stands, from 0.
        seats: the seats of this box.
        say: the language.
    """
    blank = {seat: Screen(big=say("Pierwszy")) for seat in seats}
    return View(page(pages(past, say), place, say).main, blank, dict.fromkeys(seats, Lamp.OFF))


def page(there: Sequence[Page], place: int, say: Say) -> Page:
    """The page at a place of the knob's, or that there is no more."""
    if place < len(there):
        return there[place]
    none = say("No older game") if there else say("No game finished yet")
    return Page("–", Screen(say("History"), "–", text=(none,), hint=say("ok: back")))


def pages(past: Past, say: Say) -> tuple[Page, ...]:
    """All pages there are."""
    say, told, games = say.named({}), past.records, past.games
    series = told.series[:MOST_SERIES]
    pairs = [pair for pair in told.pairs if pair not in series]  # they would be said twice
    return (
        *_evening(told.evening, say),
        *_standings(series, say("Series"), say),
        *_standings(pairs[:MOST_PAIRS], say("Head to head"), say),
        *_in_a_row(told, say),
        *_closest(told.closest, say),
        *_fastest(told.fastest, say),
        *_reactions(told.reactions, say),
        *_together(told.together, say),
        *(_game(one, f"{n}/{len(games)}", say) for n, one in enumerate(games[:MOST_GAMES], 1)),
    )


# -- in words ------------------------------------------------------------------------------------------------


def called(who: Person, say: Say) -> str:
    """A person's name, or seat."""
    return who if isinstance(who, str) else say.name(who)


def side_called(side: Side, say: Say) -> str:
    """Who wins and loses as one."""
    return " + ".join(called(who, say) for who in side)


def title_of(game: str, say: Say) -> str:
    """A game's title; the name of one that isn't installed any more."""
    return next((say.text(one.title) for one in all_games() if one.name == game), game)


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


def _apart(us: int, say: Say) -> str:
    """How much one was before another."""
    if us < US_PER_MS:
        return say("{us} µs", us=us)
    ms = us / US_PER_MS
    return say("{ms} ms", ms=say.number(ms, 1)) if ms < 1000 else _seconds(ms, say)


def _seconds(ms: float, say: Say) -> str:
    return say("{seconds} s", seconds=say.number(ms / 1000, 2))


def _page(main: Screen, rows: Iterable[Row], say: Say, *lines: str, called: str = "") -> Page:
    """A page of a record; the window has room for all rows, and for long lines."""
    standings = Standings(tuple(rows)[:MOST_ROWS])
    main = main if main.hint else replace(main, hint=say("ok: back"))
    return Page(called or main.title, main, lines, standings if standings.rows else None)


# -- who won -------------------------------------------------------------------------------------------------


def _standings(tallies: Sequence[Tally], title: str, say: Say) -> Iterator[Page]:
    several = len(tallies) > 1
    for n, tally in enumerate(tallies, 1):
        yield _standing(tally, f"{title} {n}/{len(tallies)}" if several else title, say)


def _standing(tally: Tally, title: str, say: Say, also: str = "") -> Page:
    """How it stands: of two how often each has won, of more whoever has won most."""
    names = [side_called(side, say) for side in tally.sides]
    rows = list(zip(names, map(str, tally.wins), strict=True))
    run = tally.in_a_row
    if run is not None and run.games > 1:
        also = say("{who}: {n} in a row", who=side_called(run.who, say), n=run.games)
    drawn = (say("drawn: {n}", n=tally.drawn),) if tally.drawn else ()
    if len(names) == 2:
        by_game = [(title_of(game, say), _counts(wins)) for game, wins in tally.by_game.items()]
        main = Screen(title, _counts(tally.wins), text=(*_flowed(names, " : "), *drawn), hint=also)
        return _page(main, by_game if len(by_game) > 1 else (), say, " : ".join(names), *drawn)
    leading = tally.wins.count(tally.wins[0])
    wins = say.plural("{n} win", "{n} wins", tally.wins[0])
    big, who = (names[0], (wins,)) if leading == 1 else (wins, _flowed(names[:leading], ", ", BESIDE_CELLS))
    main = Screen(title, big, text=who[:1], hint=also or _in_a_line(rows[leading:]))
    return _page(main, rows, say, wins if leading == 1 else ", ".join(names[:leading]), *drawn)


def _counts(wins: Iterable[int]) -> str:
    return " : ".join(map(str, wins))


def _evening(evening: Evening | None, say: Say) -> Iterator[Page]:
    """None of an evening on which everyone played alone."""
    if evening is None:
        return
    day = evening.when.partition(" ")[0]
    title = say("Evening {date}", date=day) if day else say("Last evening")
    if evening.tally is None:
        for page in _together(evening.together[:1], say):
            yield replace(page, called=title)
        return
    together = [f"{title_of(one.game, say)}: {_won(one, say)}" for one in evening.together]
    yield _standing(evening.tally, title, say, *together[:1])


def _in_a_row(told: Records, say: Say) -> Iterator[Page]:
    if told.longest is None:
        return
    rows = [(side_called(one.who, say), str(one.games)) for one in told.streaks]
    longest = side_called(told.longest.who, say), str(told.longest.games)
    who, games = rows[0] if rows else longest
    best = "" if longest in rows else say("longest: {who} {n}", who=longest[0], n=longest[1])
    title = say("In a row") if rows else say("Longest streak")
    main = Screen(title, who, text=(say("{n} in a row", n=games),), hint=best if rows else "")
    yield _page(main, rows if len(rows) > 1 else (), say)


def _won(one: Together, say: Say) -> str:
    return say("{won} of {played}", won=one.won, played=one.played)


def _together(games: Sequence[Together], say: Say) -> Iterator[Page]:
    """How often all have won together, game by game."""
    for one in games[:MOST_TOGETHER]:
        score = say("best score: {score}", score=round(one.best))
        main = Screen(title_of(one.game, say), _won(one, say), text=(say("won together"),), hint=score)
        yield _page(main, (), say, called=say("Together"))


# -- by how little, how quick --------------------------------------------------------------------------------


def _closest(finishes: Sequence[Finish], say: Say) -> Iterator[Page]:
    """The closest finish of all; in the window also of each game."""
    rows = [(f"{title_of(one.game, say)}: {called(one.who, say)}", _apart(one.us, say)) for one in finishes]
    for one in finishes[:1]:
        who = f"{called(one.who, say)},", say("then {who}", who=called(one.over, say))
        main = Screen(say("Closest finish"), rows[0][1], text=_flowed(who, " "), hint=title_of(one.game, say))
        yield _page(main, rows[1:], say, " ".join(who))


def _fastest(wins: Sequence[Quick], say: Say) -> Iterator[Page]:
    """The fastest win of all; in the window also of each game."""
    rows = [(f"{title_of(one.game, say)}: {called(one.who, say)}", _seconds(one.ms, say)) for one in wins]
    for one in wins[:1]:
        who = called(one.who, say)
        main = Screen(say("Fastest win"), rows[0][1], text=(who,), hint=title_of(one.game, say))
        yield _page(main, rows[1:], say)


def _reactions(best: Sequence[Quick], say: Say) -> Iterator[Page]:
    """Everyone's best, the quickest large."""
    rows = [(called(one.who, say), _seconds(one.ms, say)) for one in best]
    for who, time in rows[:1]:
        main = Screen(say("Best reaction"), time, text=(who,), hint=_in_a_line(rows[1:]))
        yield _page(main, rows if len(rows) > 1 else (), say, who)


# -- game by game --------------------------------------------------------------------------------------------


def _game(one: Played, number: str, say: Say) -> Page:
    """One game: what, who won, when, how long it took, who was quickest."""
    say = say.named(one.names)
    title, alone = title_of(one.game, say), one.winners[0] if len(one.winners) == 1 else None
    won = [side_called(side, say) for side, has in zip(one.sides, one.won, strict=True) if has]
    big, told = won[0] if len(won) == 1 else say("Shared!"), _flowed(won, ", ") if len(won) > 1 else ()
    if one.together or not won:
        big, told = say("Won") if won else say("Lost"), ()
    score = [] if one.score is None else [say("Score: {score}", score=round(one.score))]
    time, best = length(one.length_s), [reaction.best_ms for reaction in one.reactions.values()]
    figures = say("Length {time}", time=time)
    if best:
        figures = say("{time}, best {seconds} s", time=time, seconds=say.number(min(best) / 1000, 2))
    text = (*told, *score, one.when or say("date unknown"))
    main = Screen(f"{number} {title}", big, alone, text, hint=figures)
    players = ", ".join(map(say.name, one.seats))
    lines = dict.fromkeys((", ".join(won) if told else players, players, *text[len(told) :]))
    return Page(main.title, main, tuple(lines))
