"""Games of a journal for people: a list of them, and one as a table script."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from companion.errors import JournalError
from companion.i18n import speaker
from companion.session import vouching
from companion.session.history_screens import Page, of_records
from companion.session.played import Played, best_solo, read, read_all
from companion.session.records import records
from companion.session.result import length
from companion.session.session import Session
from companion.session.shelf import scores
from companion.session.state import State
from companion.store.archive import Archive, Game, Sitting
from companion.store.export import HandedOn, export, stretch
from companion.store.runs import left_in, replay, session_of, source_of, start_of
from firmware.written import one_line

log = logging.getLogger("pierwszy.journal")

UNKNOWN = "date unknown"
"""What stands where the box didn't know the date."""


def listing(games: Sequence[Game]) -> Iterator[str]:
    """Every game as a line: its number, when it began, how it ended, how it was begun."""
    if not games:
        yield "no game has been recorded yet"
    for game in games:
        yield one_line(f"{game.id:>4}  {game.when or UNKNOWN:<16}  {_end(game):<20}  {game.line}")


def _end(game: Game) -> str:
    if game.result is not None:
        one = read(game.result)
        return "finished" if one is None else f"won by {_winners(one)}"
    return "not finished" if game.last is None else "left"


def exported(archive: Archive, number: int) -> tuple[str, Session]:
    """One game as the text of a table script, and the session it was played with.

    Raises:
        JournalError: there is no such game, or it can't be read.
    """
    game = archive.game(number)
    try:
        sitting = archive.sitting(game.sitting)
        sessions, start, before, events = _story(archive, sitting, game.first)
        events = events if game.last is None else events[: len(events) - len(sitting.events) + game.last + 1]
        lines = tuple(export(sessions[0], start, before, events))
    except JournalError:
        raise
    except Exception as fault:  # what stands there may be anything's
        log.debug("game %d", number, exc_info=True)
        raise JournalError(f"expected game {number} to be one that can be exported, got {fault!r}") from fault
    about = one_line(f"# game {game.id} of the journal, begun {game.when or UNKNOWN}: {_end(game)}")
    judged = dict.fromkeys(_judged(session) for session in sessions)
    return "\n".join((about, *judged, *lines, "")), sessions[0]


def _judged(session: Session) -> str:
    """By which tie, and what vouched for it then."""
    here = session.here
    return one_line(f"# judged with {speaker('en').text(vouching.told(here.certificate, here.times.tie))}")


def _story(
    archive: Archive, sitting: Sitting, first: int
) -> tuple[tuple[Session, ...], State, list[HandedOn], list[HandedOn]]:
    """What a game was played with, that run's start, what came before, and the game to the run's end.

    Of a game that an earlier run had left, it all begins there; it was played with what each run had.
    """
    handed = [HandedOn(*row) for row in zip(sitting.events, sitting.handed_on, strict=True)]
    session, source = session_of(sitting), None if first else source_of(sitting)
    if source is None:
        return (session,), start_of(session, sitting, archive.sitting), handed[:first], handed[first:]
    _, _, first = left_in(session, sitting.header["from"], archive.sitting)
    earlier, start, before, events = _story(archive, archive.sitting(source), first)
    state = replay(earlier[0], start, (one.event for one in (*before, events[0])))
    return (*earlier, session), start, before, [*stretch(earlier[0], state, events), *handed]


def as_json(games: Sequence[Game]) -> dict[str, Any]:
    """Everything about finished games, oldest first; and what they add up to, once there are any."""
    finished = [
        {**game.result, "id": game.id, "began": game.began, "when": game.when}
        for game in games
        if game.result is not None
    ]
    told = {"records": asdict(records(_played(games)))} if finished else {}
    return {"games": finished, "best_solo_s": best_solo(_played(games)), **told}


def table(games: Sequence[Game]) -> Iterator[str]:
    """Finished games as lines of a table, oldest first; ``reaction`` is each player's best and median.

    Below it what they add up to, and what a player alone has reached.
    """
    newest_first = _played(games)
    rows = [_row(one) for one in reversed(newest_first)]
    if not rows:
        yield "no game has been finished yet"
        return
    head = ("when", "game", "who", "won", "length", "reaction: best / median (ms)")
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    if len(rows) > 1:  # of one game, that is all
        yield from map(_record, of_records(records(newest_first), speaker("en")))
    for name, best in best_solo(newest_first).items():
        yield f"best solo {name}: {best:.3f} s"


def _record(page: Page) -> str:
    """A page of the history in one line."""
    title = page.main.title if page.called == page.main.title else f"{page.called}, {page.main.title}"
    told = ", ".join(filter(None, (page.main.big, *page.lines, page.also)))
    return f"{title}: {told}" + "".join(f"; {who} {stands}" for who, stands in page.rows)


def _played(games: Iterable[Game]) -> tuple[Played, ...]:
    """Those that were finished, the newest first."""
    return read_all(game.told for game in reversed(tuple(games)) if game.result is not None)


def _winners(one: Played) -> str:
    """Who won, by name, and what all have reached where they play together: ``nobody (38)``."""
    names = ", ".join(str(one.person(seat)) for seat in one.winners) or "nobody"
    return names if one.score is None else f"{names} ({one.score:g})"


def _who(one: Played) -> str:
    """Who played, each with how it stood at the end, where numbers tell that."""
    people, stood = [str(one.person(seat)) for seat in one.seats], scores(one.players)
    if len(stood) == len(people):
        people = [f"{who}: {score}" for who, score in zip(people, stood, strict=True)]
    return ", ".join(people)


def _row(one: Played) -> tuple[str, ...]:
    return (
        one.when or UNKNOWN,
        one.game,
        _who(one),
        _winners(one),
        length(one.length_s),
        ", ".join(
            f"{one.person(seat)} {quick.best_ms:.0f} / {quick.median_ms:.0f}"
            for seat, quick in one.reactions.items()
        ),
    )
