"""Games recorded as a real machine brings what people do: exported and replayed, each ends as it did.

Levels change when people touch; edges, keys and words come later, those of several lines in any order, some
in one step, some after the process has stood still for seconds. The box is switched off and on, games are
left, changed and gone on with. Then every game of the journal is exported, and played by the export. Each
trial exports a journey (`tests/journeys`), too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cache, partial
from heapq import heappop, heappush
from itertools import count
from pathlib import Path

from companion.games.catalogue import all_games
from companion.loop.dice_cup import DiceCup
from companion.scripts.mock import MockTable, reaching
from companion.scripts.script import read
from companion.scripts.virtual import SCRIPT_START_NS, play_command, play_on
from companion.session.session import Session
from companion.session.state import State
from companion.store.archive import Archive, Game
from companion.store.journal import Journal
from companion.store.listing import exported
from companion.store.runs import session_of, start_of, stepped
from companion.store.things import files_of
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Event, HostKey, Key, Knob, Seat
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.pi.clock import to_ticks
from firmware.rolling import Die
from tests.companion.games import anything
from tests.companion.store.recorded import ENGLISH, START, RecordedBox, no_sync, played
from tests.fuzz.kinds import Finding, Kind

LATE_MS = (0, 0, 0, 0.1, 0.5, 1, 1.5, 3, 6, 12, 29, 31, 60, 150, 300)
"""How late something may come."""

GAPS_MS = (0, 0, 0.000_001, 0.05, 0.2, 0.6, 3, 12, 25, 40)
"""How far apart things under way at once may be."""

PAUSES_MS = (0, 5, 35, 60, 150, 320, 400, 400, 1100, 3300, 400_000)

ANYWHERE = (
    *anything.ANYWHERE,
    *("name 1 Jan", "name 1+2 Oni", "sound 2 horn", "volume 3", "back", "pauza", "cofnij", "menu"),
    *(
        "join 4",
        "leave 2",
        "join 1",
        "leave 3",
        "none 1",
        "resume",
        "choose dice",
        "language",
        "new",
        "go on",
    ),
)


class _Cup(DiceCup):
    """Rolls what its seed says."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self._rng = rng

    def roll(self, dice: Sequence[Die]) -> tuple[str, ...]:
        return tuple(self._rng.choice(die.faces) for die in dice)


class Evening:
    """People at a box that records, and what is on its way to it.

    Args:
        rng: what they do.
        folder: the journal's.
    """

    def __init__(self, rng: random.Random, folder: Path) -> None:
        self.rng = rng
        self.folder = folder
        self.did: Counter[str] = Counter()
        self.names = [game.name for game in all_games()]
        self._number = count()
        self._switch_on(START)

    def _switch_on(self, start: int) -> None:
        self.box = RecordedBox(self.folder, start)
        self.box.loop.dice_cup = _Cup(self.rng)
        self._coming: list[tuple[int, int, Callable[[], None]]] = []
        self._wired: dict[Seat, int] = {}

    @property
    def now(self) -> int:
        return self.box.clock.now()

    @property
    def state(self) -> State:
        return self.box.state

    def play(self) -> None:
        """An evening."""
        self.begin()
        for _ in range(self.rng.randint(3, 40)):
            doing = self.rng.choices(
                (
                    self.press,
                    self.race,
                    self.bounce,
                    self.key,
                    self.word,
                    self.spin,
                    self.choose,
                    self.all_at_once,
                ),
                (6, 3, 1, 8, 6, 2, 3, 2),
            )[0]
            doing()
            self.pass_time()
            if self.rng.random() < 0.04:
                self.rng.choice((self.begin, self.restart, self.stand_still, self.leave))()
        if self.rng.random() < 0.7:
            self.settle()
        self.off()

    def off(self) -> None:
        """Switch it off, whatever is on its way."""
        self.box.off()

    # -- what people do ------------------------------------------------------------------------------------

    def begin(self) -> None:
        """A game of any kind."""
        game = self.rng.choice(self.names)
        self.send(Enter(f"game {game} {self.rng.choice(anything.plays_of(game).beginnings)}", self.now))
        self.did["games begun"] += 1

    def press(self) -> None:
        self._press(self.rng.randint(1, 4), self.now + self._gap())

    def race(self) -> None:
        """Several at once, as close as one ns; perhaps with an elbow's press."""
        at = self.now
        for seat in self.rng.sample(range(1, 5), self.rng.randint(2, 4)):
            self._press(seat, at)
            at += self._gap()

    def bounce(self) -> None:
        seat, at = self.rng.randint(1, 4), self.now
        for number in range(self.rng.randint(2, 7)):
            self._edge(seat, number % 2 == 0, at)
            at += self._ns(self.rng.choice((0.004, 0.3, 1.1, 2.5, 6)))
        self._edge(seat, False, at + self._ns(self.rng.choice((0, 80))))

    def key(self) -> None:
        key = self.rng.choice((*anything.KEYS, "undo", "undo", "pause"))
        self.send(Key(HostKey(key), self.now + self._gap()))

    def spin(self) -> None:
        """The knob, notch by notch, some of one instant."""
        at = self.now
        for _ in range(self.rng.randint(1, 4)):
            self.send(Knob(self.rng.choice((-1, 1, 1, 2)), at))
            at += self._gap()

    def word(self) -> None:
        game = self.state.at_hand.game
        typed = () if game is None else anything.plays_of(game.name).typed
        text = self.rng.choice(ANYWHERE if not typed or self.rng.random() < 0.3 else typed)
        self.send(Enter(text, self.now + self._gap()))

    def choose(self) -> None:
        """Whatever can be chosen, by the knob: in the menu of the game, too."""
        if self.state.game is not None and self.rng.random() < 0.4:
            self.send(Key(HostKey.HOLD_OK, self.now), late_ms=0)
            self.pass_time(50)
        session = self.box.loop.session
        offered = session.choices(self.state)
        if offered:
            self.send(
                Knob(self.rng.randrange(len(offered)) - session.stands_at(self.state), self.now), late_ms=0
            )
            self.pass_time(self.rng.choice((0, 320)))
            self.send(Key(HostKey.OK, self.now + self._gap()))
            self.did["choices taken"] += 1

    def all_at_once(self) -> None:
        """Keys, knob, words and buttons within an instant."""
        for _ in range(self.rng.randint(2, 4)):
            self.rng.choice((self.press, self.key, self.spin, self.word))()

    def leave(self) -> None:
        """Quit, and perhaps another game in between; then on with the one left."""
        self.send(Key(HostKey.HOLD_OK, self.now), late_ms=0)
        self.pass_time(400)
        self.send(Enter("name 2 Ela", self.now), late_ms=0)
        offered = self.box.loop.session.choices(self.state)
        quits = next((n for n, choice in enumerate(offered) if choice.text == "quit"), None)
        if quits is not None:
            self.send(Knob(quits - self.box.loop.session.stands_at(self.state), self.now), late_ms=0)
            self.pass_time(0)
            self.send(Key(HostKey.OK, self.now), late_ms=0)
            self.pass_time(500)
        if self.rng.random() < 0.5:
            self.begin()
            self.pass_time(500)
            self.press()
            self.pass_time(500)
            self.send(Key(HostKey.HOLD_OK, self.now), late_ms=0)
            self.pass_time(100)
        if self.state.shelf:
            self.box.clock.set(self.now + NS_PER_S)
            self.send(Enter(f"take {self.rng.choice(self.state.shelf).key}", self.now), late_ms=0)
            self.did["games taken off the shelf"] += 1

    def stand_still(self) -> None:
        """The process is stopped, while people go on."""
        self.race()
        self.key()
        until = self.now + 2 * NS_PER_S
        while self._coming and self._coming[0][0] <= until:
            at, _, do = heappop(self._coming)
            self.box.clock.set(max(at, self.now))
            do()
        self.box.clock.set(until)
        self.box.loop.step()
        self.did["times the process stood still"] += 1

    def restart(self) -> None:
        """Switched off, and on again by a clock of its own; gone on with, or not."""
        self.off()
        self._switch_on(self.rng.choice((5 * NS_PER_S, 10**15)) + self.rng.randrange(NS_PER_S))
        self.pass_time(self.rng.choice((0, 400, 2000)))
        self.send(
            Enter("go on", self.now) if self.rng.random() < 0.7 else Key(HostKey.OK, self.now), late_ms=0
        )
        self.pass_time(self.rng.choice((0, 400)))
        self.did["restarts"] += 1

    def settle(self) -> None:
        """Let what is under way be ruled, then stop every clock."""
        self.pass_time(900)
        if not self.box.snapshot()["paused"]:
            self.send(Key(HostKey.PAUSE, self.now), late_ms=0)
        self.pass_time(900)

    # -- how it comes --------------------------------------------------------------------------------------

    def pass_time(self, ms: float | None = None) -> None:
        """Some time, with all that comes in it."""
        until = self.now + self._ns(self.rng.choice(PAUSES_MS) if ms is None else ms)
        while self._coming and self._coming[0][0] <= until:
            at, _, do = heappop(self._coming)
            if at > self.now:
                self.box.loop.run_until(at, self.box.clock.set)
            do()
            if self.rng.random() < 0.7:
                self.box.loop.step()
        self.box.loop.run_until(until, self.box.clock.set)
        self.box.loop.step()

    def send(self, event: Event, late_ms: float | None = None) -> None:
        """What the host does, stamped by whoever saw it."""
        late = self._late() if late_ms is None else self._ns(late_ms)
        assert isinstance(event, Key | Knob | Enter)
        self._at(event.at + late, partial(self.box.table.mailbox.put, event))
        self.did["events"] += 1

    def _press(self, seat: Seat, at: int) -> None:
        self._edge(seat, True, at)
        self._edge(seat, False, at + self._ns(self.rng.choice((0.5, 4, 10, 80, 80, 700))))

    def _edge(self, seat: Seat, closed: bool, at: int) -> None:
        """A touch: the level is there at once, the kernel tells of it later, a line in its order."""
        pin = self.box.table._factory.pin(ENGLISH.seats[seat].button)
        comes = max(at + self._late(), self._wired.get(seat, 0))
        self._wired[seat] = comes
        self._at(at, partial(pin._change_state, not closed))
        self._at(comes, partial(pin._call_when_changed, to_ticks(at), not closed))
        self.did["events"] += 1

    def _at(self, when: int, do: Callable[[], None]) -> None:
        heappush(self._coming, (when, next(self._number), do))

    def _gap(self) -> int:
        return self._ns(self.rng.choice(GAPS_MS))

    def _late(self) -> int:
        return self._ns(self.rng.choice(LATE_MS))

    @staticmethod
    def _ns(ms: float) -> int:
        return round(ms * NS_PER_MS)


# -- the promise -------------------------------------------------------------------------------------------


def trial(seed: int, folder: Path) -> Counter[str]:
    """One evening and one journey, recorded, exported, and played again."""
    rng = random.Random(seed)
    evening = Evening(rng, folder / "evening")
    evening.play()
    counts = evening.did + _exported(folder / "evening")
    paths = journeys()
    if paths:
        _record(paths[seed % len(paths)], folder / "journey")
        counts += _exported(folder / "journey") + Counter(journeys=1)
    return counts


@cache
def journeys() -> list[Path]:
    """Every journey of a box like this one."""
    return sorted((Path(__file__).parents[1] / "journeys").glob("*.table"))


def _record(path: Path, folder: Path) -> None:
    """Play a journey on a box that records."""
    clock, journal = HandClock(SCRIPT_START_NS), Journal(folder, sync=no_sync)
    script = read(path.read_text(encoding="utf-8"), str(path))
    table = MockTable(
        reaching(ENGLISH, script),
        clock,
        NoPanels(),
        closed=script.closed,
        origin=clock.now(),
        journal=journal,
        offer=False,
    )
    try:
        play_on(script, table, table.loop, clock)
    finally:
        table.box.close()
        journal.close()


def _exported(folder: Path) -> Counter[str]:
    """Every game of a journal as a script, played: does it end as it did?

    Raises:
        Finding: it doesn't.
    """
    counts = Counter[str]()
    with closing(Archive(folder)) as archive:
        for game in archive.games():
            was = _end_of(archive, game)
            if was is None:
                continue
            text, session = exported(archive, game.id)
            now, at = _replayed(text, session)
            _compare(game, was, now, at, text)
            counts["exports"] += 1
    return counts


def _end_of(archive: Archive, game: Game) -> State | None:
    """How a game stood when it ended, was left, or the box was switched off."""
    sitting = archive.sitting(game.sitting)
    session = session_of(sitting)
    state = start_of(session, sitting, archive.sitting)
    end: State | None = None
    began = -1
    for number, event in enumerate(sitting.events[: None if game.last is None else game.last + 1]):
        state = stepped(session, state, event)
        if number == game.first:
            began = state.at_hand.began
        if began == state.at_hand.began and state.at_hand.game is not None:
            end = state.at_hand
    return end


def _replayed(text: str, session: Session) -> tuple[State, int]:
    """How an export ends, and when (ns)."""
    here = session.here
    settings = replace(ENGLISH, times=here.times, dice=here.dice, files=files_of(here.things))
    clock = HandClock(SCRIPT_START_NS)
    script = read(text, "export")
    table = MockTable(settings, clock, NoPanels(), closed=script.closed, origin=clock.now())
    try:
        for command in script.commands:
            play_command(command, script.source, table, table.loop, clock)
        return table.loop.state.at_hand, clock.now()
    finally:
        table.box.close()


def _compare(game: Game, was: State, now: State, at: int, text: str) -> None:
    """See that two states are of one moment of one game."""
    then = was.paused_at
    if then is None:
        then = now.game_time(at) - now.began + was.began + was.offset
    told, tells = played(was.snapshot(then)), played(now.snapshot(at))
    if told != tells:
        keys = [key for key in (told | tells) if told.get(key) != tells.get(key)]
        differ = "; ".join(f"{key} {told.get(key)!r}, got {tells.get(key)!r}" for key in keys)
        raise Finding(f"game {game.id} ({game.line.split()[0]}): expected {differ}")


KIND = Kind("exports", trial, share=1.0, in_suite=1)
