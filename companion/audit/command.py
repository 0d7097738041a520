"""``pierwszy journal audit``: every race of a journal ruled again by the second judge, and what differs."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from companion.audit.compare import Differs, Second, rulings_differ
from companion.audit.first import Heard, Where, edges_gone, goes_on
from companion.errors import JournalError
from companion.store.archive import Archive, Game
from firmware.events import NS_PER_S
from firmware.written import one_line

log = logging.getLogger("pierwszy.journal")


@dataclass
class Audited:
    """A game, or what else was played in a run.

    Attributes:
        name: ``game 7``.
        game: its number; None beside games.
        late: how many disagreements more there are where edges came too late.
        edges_kept: whether there are any edges to judge by.
        whole: whether all its events can be read.
        differs: each disagreement, in order.
    """

    name: str
    game: int | None = None
    races: int = 0
    presses: int = 0
    edges: int = 0
    late: int = 0
    edges_kept: bool = True
    whole: bool = True
    differs: list[Differs] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """What is printed of it."""
        many = f"{_count(self.races, 'race')}, {_count(self.presses, 'press', 'es')}"
        if self.edges_kept:
            many += f", {_count(self.edges, 'edge')}"
        agreed = "agreed" if self.edges_kept else "no edges recorded"
        found = _count(len(self.differs), "disagreement") if self.differs else agreed
        late = f", {self.late} where edges came too late" if self.late else ""
        rest = "" if self.whole else ", the rest can't be read"
        yield f"{self.name}: {many}: {found}{late}{rest}"
        for one in self.differs:
            when = f", at {one.at / NS_PER_S:.9f} s" if one.at else ""
            yield one_line(f"{self.name}{when}: {one.what}")

    def as_data(self) -> dict[str, Any]:
        """The same, as JSON."""
        told = [{"at_ns": one.at, "run": one.where[0], "what": one.what} for one in self.differs]
        return {**asdict(self), "differs": told}


@dataclass
class Report:
    """What an audit has found.

    Attributes:
        audited: games, and what was played beside them if something differs there.
        unread: what can't be read, and so isn't audited.
    """

    audited: list[Audited] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    @property
    def agreed(self) -> bool:
        """Whether nothing differs, and all can be read."""
        return not self.unread and not any(one.differs for one in self.audited)

    def lines(self) -> Iterator[str]:
        """What is printed."""
        for one in self.audited:
            yield from one.lines()
        yield from map(one_line, self.unread)
        games = sum(one.game is not None for one in self.audited)
        races, presses, edges = (
            sum(getattr(one, name) for one in self.audited) for name in ("races", "presses", "edges")
        )
        differ = sum(len(one.differs) for one in self.audited)
        many = f"{_count(games, 'game')}, {_count(races, 'race')}, {_count(presses, 'press', 'es')}"
        verdict = "agreed" if self.agreed else _count(differ, "disagreement")
        unread = f", {len(self.unread)} unreadable" if self.unread else ""
        bare = sum(not one.edges_kept for one in self.audited)
        unjudged = f", {_count(bare, 'game')} without edges not judged" if bare else ""
        yield f"in all: {many}, {_count(edges, 'edge')}: {verdict}{unread}{unjudged}"

    def as_json(self) -> str:
        """The same, as JSON."""
        told = {"agreed": self.agreed, "audited": [one.as_data() for one in self.audited]}
        return json.dumps({**told, "unread": self.unread}, ensure_ascii=False, indent=2)


def _count(many: int, what: str, more: str = "s") -> str:
    return f"{many} {what}{'' if many == 1 else more}"


def audit(archive: Archive, number: int | None = None) -> Report:
    """Judge a game again, or all.

    Raises:
        JournalError: there is no such game, or it can't be read.
    """
    games = archive.games() if number is None else [archive.game(number)]
    report, heard = Report(), Heard()
    if archive.hurt:
        report.unread.append("the journal is damaged: of what it lacks nothing is known")
    if number is None and archive.lost:
        report.unread.append(f"{_count(archive.lost, 'game')} can't be read")
    asked = sorted({game.sitting for game in games})
    for run in sorted({run for one in asked for run in _since_switched_on(archive, one)}):
        _play(archive, heard, run, report.unread if run in asked else [])
    seconds = {stretch: Second(stretch) for stretch in heard.stretches}
    differs = [one for second in seconds.values() for one in second.differs()]
    differs += rulings_differ(heard.rulings, seconds)
    differs = sorted((one for one in differs if one.where[0] in asked), key=lambda one: (one.where, one.at))
    for game in games:
        mine = [one for one in differs if _is_of(game, one.where)]
        differs = [one for one in differs if one not in mine]
        report.audited.append(_audited(game, heard, mine))
    for run in dict.fromkeys(one.where[0] for one in differs if number is None):
        there = [one for one in differs if one.where[0] == run]
        report.audited.append(_with(Audited(f"run {run}, beside its games"), there))
    return report


def _since_switched_on(archive: Archive, run: int) -> Iterator[int]:
    """A run, and those before it in which the same program was at work."""
    yield run
    try:
        while run > 1 and goes_on(archive.sitting(run)):
            run -= 1
            yield run
    except JournalError:
        return


def _play(archive: Archive, heard: Heard, run: int, unread: list[str]) -> None:
    """Play a run again; what of it can't be is said."""
    try:
        sitting = archive.sitting(run)
        heard.play(archive, sitting)
    except JournalError as error:
        unread.append(f"run {run} can't be audited: {error}")
    except Exception as fault:  # what stands there may be anything's
        log.debug("run %d", run, exc_info=True)
        unread.append(f"run {run} can't be played again: {fault!r}")
    else:
        if sitting.lost:
            many, read = _count(sitting.lost, "event"), len(sitting.events)
            unread.append(f"run {run}: {many} can't be read, not audited from event {read} on")
        if edges_gone(sitting):
            unread.append(f"run {run}: its edges were recorded and are gone")
        if run in heard.unknown:
            unread.append(f"run {run}: not audited: it goes on from one that can't be read")


def _is_of(game: Game, where: Where) -> bool:
    run, number = where
    return run == game.sitting and game.first <= number and (game.last is None or number <= game.last)


def _audited(game: Game, heard: Heard, differs: Sequence[Differs]) -> Audited:
    said = [where for one in heard.stretches for _, where in one.said.values()]
    one = _with(Audited(f"game {game.id}", game.id), differs)
    one.races = len({ruled.ruling.opened for ruled in heard.rulings if _is_of(game, ruled.where)})
    one.edges = sum(many for where, many in heard.edges.items() if _is_of(game, where))
    one.presses = sum(_is_of(game, where) for where in heard.pressed)
    one.edges_kept = not one.presses or any(_is_of(game, where) for where in said)
    read = heard.read.get(game.sitting, 0)
    one.whole = read is None or (game.last is not None and game.last < read)
    told = heard.results.get((game.sitting, game.first))
    if one.whole and game.result is not None and (wrong := _result_differs(game.result, told)):
        one.differs.append(Differs((game.sitting, game.first), 0, wrong))
    return one


def _with(one: Audited, differs: Sequence[Differs]) -> Audited:
    one.late = sum(each.late for each in differs)
    one.differs = [each for each in differs if not each.late]
    return one


def _result_differs(stored: dict[str, Any], told: dict[str, Any] | None) -> str:
    """In what a game's result isn't what its events lead to; empty if it is. Earlier versions told less."""
    if not stored:
        return "its result can't be read"
    if told is None:
        return "it has a result, its events lead to none"
    led: dict[str, Any] = json.loads(json.dumps(told))
    for key in dict.fromkeys(("winners", *stored)):
        if stored.get(key) != led.get(key):
            return f"its result says {key} {stored.get(key)!r}, its events lead to {led.get(key)!r}"
    return ""
