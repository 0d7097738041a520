"""Everything the box knows about what is being played: one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from typing import Any

from companion.games.base import Referee
from companion.games.catalogue import AnyGame
from companion.games.growing import Grown
from companion.session.kept import Kept
from companion.session.zero import Zero
from companion.words import Names, Text
from firmware.events import Press, Seat
from firmware.presses.race import Ruling


class Stage(Enum):
    """Where the box is between switching on and a result."""

    RESUME = "resume"
    """It was started again and offers to go on."""
    MENU = "menu"
    SEATS = "seats"
    OPTIONS = "options"
    ZERO = "zero"
    """Every button answers once, see `companion.session.zero`."""
    HISTORY = "history"
    """The last finished games are looked at."""
    PLAY = "play"
    OFF = "off"
    """The box ends, and the machine with it: nothing leads on from here."""


@dataclass(frozen=True, slots=True)
class Naming:
    """A name being made with the knob; `companion.session.naming` says how.

    Attributes:
        seat: whose, a seat or a team, ``1+2``; None while that is the question.
        text: its letters so far.
    """

    seat: Seat | str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Shelved:
    """A game left unfinished; `companion.session.shelf` says more.

    Attributes:
        game: which, by its name.
        seats: how many play it.
        score: how it stood, ``2:1:0:0``; empty if that can't be told in numbers.
        at: when it was left (ns).
        state: the game as it stood; None: it is of an earlier run of the box, and has to be fetched.
        key: by which it is fetched.
        days: how many days ago that run was.
    """

    game: str
    seats: int
    score: str
    at: int = 0
    state: State | None = None
    key: str = ""
    days: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Everything the box knows about what is being played.

    Attributes:
        stage: menu, seats, options, zero or play.
        language: of every screen now.
        chosen: the game being set up.
        kept: what outlives a game: names, options, volume.
        naming: the name being made with the knob, while that is done.
        seats: who joined.
        said: options chosen so far, as typed.
        pressed: the last presses an option was chosen with, each soon after the one before: made together.
        under: the game at hand, paused, while its options or players are looked at.
        zero: the test of buttons before the game, at its stage.
        shelf: games left unfinished, the last first.
        game: the referee at work, with its set-up.
        play: that referee's state.
        cursor: which choice the knob stands on; None if it wasn't turned since the last change.
        inside: the choices it has gone into, by their words, while the knob is turned; see `path`.
        menu_open: the hold-ok menu is shown.
        paused_at: since when play is paused (ns), or None.
        offset: how far game time is behind the monotonic clock (ns).
        began: the game time at which this game began (ns).
        heard: the game time at which a clock that runs out was last ticked, or began to run as it does (ns).
        rulings: every race's ruling in this game, in order; the last may still gain late presses.
        offered: what could be gone on with, while that is the question; `offered_at` its last event's time.
        refused: why the last input was not allowed.
        refused_seat: whose press that was, None for the host.
        last_ok: the stamp of the last ok.
        swerved_at: when a press, or time, last changed what ok would do (ns); `swerved_by` tells it.
        before: the state before the last decision, for undo; `decided_at` is that decision's game time, and
            `decided_by` the seat whose press it was, None for the host.
        undone: the state to return to on redo; `undone_at` is the game time at which it was left.
    """

    stage: Stage = Stage.MENU
    language: str = "pl"
    kept: Kept = field(default_factory=Kept)
    naming: Naming | None = None
    chosen: AnyGame | None = None
    seats: tuple[Seat, ...] = ()
    said: Mapping[str, str] = field(default_factory=dict)
    pressed: tuple[Press, ...] = ()
    under: State | None = None
    zero: Zero | None = None
    shelf: tuple[Shelved, ...] = ()
    game: Referee[Any, Any] | None = None
    play: Any = None
    cursor: int | None = None
    inside: tuple[str, ...] = ()
    menu_open: bool = False
    paused_at: int | None = None
    offset: int = 0
    began: int = 0
    heard: int = 0
    rulings: Grown[Ruling] = field(default_factory=Grown)
    offered: State | None = None
    offered_at: int = 0
    refused: Text | None = None
    refused_seat: Seat | None = None
    last_ok: int | None = None
    swerved_at: int | None = None
    swerved_by: Text | None = None
    before: State | None = None
    decided_at: int = 0
    decided_by: Seat | None = None
    undone: State | None = None
    undone_at: int = 0

    def afresh(self, stage: Stage = Stage.MENU) -> State:
        """Nothing of any game, at the stage asked for: only what the table keeps, and who is here."""
        return State(
            stage=stage,
            language=self.language,
            kept=self.kept,
            seats=self.sitting,
            shelf=self.shelf,
            last_ok=self.last_ok,
        )

    @property
    def sitting(self) -> tuple[Seat, ...]:
        """Who sits at the table, whatever is played: nobody, where all may play because nobody was asked."""
        asked = self.chosen is None or not self.chosen.at_once or "seats" in self.said
        return self.seats if asked else ()

    def looked_at(self, stage: Stage) -> State:
        """The game at hand while its players or options are looked at; one that is over is left by it."""
        under = self if self.winners is None else None
        return replace(self.afresh(stage), chosen=self.chosen, said=self.said, seats=self.seats, under=under)

    @property
    def at_hand(self) -> State:
        """The state of the game at hand, also while its options or players are looked at."""
        return self if self.under is None else self.under

    def going_on(self, at: int) -> State:
        """The game at hand after its pause, if it paused; nothing is being chosen."""
        paused = 0 if self.paused_at is None else max(0, at - self.paused_at)
        return replace(self, paused_at=None, offset=self.offset + paused, menu_open=False, cursor=None)

    @property
    def path(self) -> tuple[str, ...]:
        """The choices the knob has gone into: none while it isn't turned."""
        return () if self.cursor is None else self.inside

    @property
    def names(self) -> Names:
        """The names of seats, and teams, that have one."""
        return self.kept.names

    @property
    def volume(self) -> int:
        """How loud cues are: 0, silence, to `firmware.views.LOUDEST`."""
        return self.kept.volume

    def game_time(self, now: int) -> int:
        """The referee's time at ``now``: it stands still during a pause."""
        return (now if self.paused_at is None else min(now, self.paused_at)) - self.offset

    @property
    def ruling(self) -> Ruling | None:
        """The last ruling."""
        return self.at_hand.rulings.last

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        """Who has won the game at hand; None while there is none, or it goes on."""
        return None if self.game is None else self.game.outcome(self.play).winners

    def snapshot(self, now: int) -> dict[str, Any]:
        """The state as JSON: the common keys, then the game's own."""
        won = self.winners
        snapshot: dict[str, Any] = {
            "game": None if self.chosen is None else self.chosen.name,
            "phase": self.stage.value,
            "seats": list(self.seats),
            "turn": None,
            "players": {},
            "ruling": None if self.ruling is None else self.ruling.snapshot(),
            "winners": None if won is None else list(won),
            "refused": None if self.refused is None else self.refused.filled(),
            "paused": self.paused_at is not None,
            "menu": self.menu_open,
            "cursor": self.cursor,
            "language": self.language,
            "names": {str(seat): name for seat, name in self.names.items()},
            "naming": None if self.naming is None else asdict(self.naming),
            "voices": {str(seat): voice.value for seat, voice in self.kept.voices.items()},
            "volume": self.volume,
            "phones": self.kept.phones,
            "buttons": {str(seat): asdict(button) for seat, button in self.kept.buttons.items()},
        }
        if self.zero is not None:
            snapshot["zero"] = self.zero.snapshot()
        if self.game is not None:
            snapshot.update(self.game.snapshot(self.play, self.game_time(now)))
        return snapshot
