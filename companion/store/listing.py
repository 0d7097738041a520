"""Games of a journal for people: a list of them, and one as a table script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.session.result import when, winners_named
from companion.session.session import Session
from companion.store.archive import Archive, Game
from companion.store.export import HandedOn, export
from companion.store.recorder import session_of, start_of


def listing(games: Sequence[Game]) -> Iterator[str]:
    """Every game as a line: its number, when it began, how it ended, how it was begun."""
    if not games:
        yield "no game has been recorded yet"
    for game in games:
        yield f"{game.id:>4}  {when(game.began)}  {_end(game):<20}  {game.line}"


def _end(game: Game) -> str:
    if game.result is not None:
        return f"won by {winners_named(game.result)}"
    return "not finished" if game.last is None else "left"


def exported(archive: Archive, number: int) -> tuple[str, Session]:
    """One game as the text of a table script, and the session it was played with.

    Raises:
        JournalError: there is no such game, or it can't be read.
    """
    game = archive.game(number)
    sitting = archive.sitting(game.sitting)
    session = session_of(sitting)
    # A box may be playing this very game: events may have been added since the first query.
    handed = [HandedOn(*row) for row in zip(sitting.events, archive.handed_on(sitting.id), strict=False)]
    end = len(handed) if game.last is None else game.last + 1
    before, events = handed[: game.first], handed[game.first : end]
    lines = export(session, start_of(session, sitting), before, events, game.line)
    about = f"# game {game.id} of the journal, begun {when(game.began)}: {_end(game)}"
    return "\n".join((about, *lines, "")), session
