"""Table scripts: read, play, check (design: one line a command, ``TIME COMMAND ARGUMENTS``).

Reading gives `Command` values with whole nanoseconds; playing hands them to a `Table` in order of time, equal
times in file order. Presses are raw edges on the table's pins, so a script tests the whole way of a press.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from companion.errors import ScriptError
from firmware.digits import is_number
from firmware.errors import PierwszyError
from firmware.events import (
    NS_PER_MS,
    NS_PER_S,
    SEATS,
    Enter,
    Event,
    HostEvent,
    HostKey,
    Key,
    Knob,
    Press,
    Release,
    Resumed,
    Rolled,
    Seat,
    Tick,
    Within,
)
from firmware.written import told

PRESS_NS = 80 * NS_PER_MS
HELD_NS = 1200 * NS_PER_MS

MOST_MS = 9999
"""As unsure as a press can be typed to be (`companion.session.plugging`)."""

AFTER_SCRIPT_NS = NS_PER_S
"""A script goes on this long after its last line, so that the last press is ruled."""

LONGEST_DAYS = 30
"""Much longer than any game; a table that only waits so long takes ten seconds."""


@dataclass(frozen=True, slots=True)
class Begin:
    """``game NAME option=value ...``."""

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wire:
    """One raw edge of a seat's line: half of ``press`` or ``hold``, or ``down`` or ``up``.

    ``within``: how unsure the stamp of a closing is; None: as a pin's.
    """

    seat: Seat
    closed: bool
    stamp: int
    within: Within | None = None


@dataclass(frozen=True, slots=True)
class Dice:
    """``dice FACES``: what the next roll will show."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Expect:
    """``expect PATH VALUE``."""

    path: str
    value: Any


@dataclass(frozen=True, slots=True)
class Tell:
    """``told STAMP WHAT``: what a recorded game was told, just so; times are the script's (ns)."""

    event: Event | Begin


Done: TypeAlias = Begin | HostEvent | Resumed | Dice | Tell
"""What a host does; of the events, ``at`` is the script's time (ns). `Resumed`: the box was started again."""

Action: TypeAlias = Done | Wire | Expect


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do: when (ns from the script's start), and where it stands in the file."""

    at: int
    line: int
    action: Action


@dataclass(frozen=True, slots=True)
class Script:
    """A whole table script, in order of time.

    Attributes:
        source: the file's name.
        commands: what to do when.
        closed: seats whose buttons are down when the box is switched on: ``down`` at 0 before the game.
    """

    source: str
    commands: tuple[Command, ...]
    closed: tuple[Seat, ...] = ()

    @property
    def length(self) -> int:
        """When the last command runs (ns)."""
        return max((command.at for command in self.commands), default=0)

    @property
    def reach(self) -> int:
        """The most by which a stamp of a press in it may be too late (ns); 0 where all are pins."""
        return max((reach_of(command.action) for command in self.commands), default=0)


def reach_of(action: Action) -> int:
    """The most by which the stamp of one press may be too late (ns); 0 for a pin's and all else.

    What is told was judged before: how long its game waited is told with the game.
    """
    within = action.within if isinstance(action, Wire) else None
    return 0 if within is None else max(within.before, within.apart)


class ExpectationError(PierwszyError, AssertionError):
    """Raised at the first expectation that fails: file, line, what was expected, what was there."""


def read(text: str, source: str) -> Script:
    """Read a table script.

    Raises:
        ScriptError: a line can't be read; file, line, what was expected and what came.
    """
    commands: list[Command] = []
    closed: list[Seat] = []
    begun = False
    for number, line in enumerate(text.split("\n"), start=1):
        words = _COMMENT.sub("", line).split(None, 2)
        if not words:
            continue
        try:
            at = _time(words[0])
            name = words[1] if len(words) > 1 else ""
            rest = words[2].strip() if len(words) > 2 else ""
            made = list(_actions(name, rest, at))
        except ValueError as error:
            raise ScriptError(f"{source}:{number}: expected {error}; got {told(line.strip())}") from None
        begun = begun or isinstance(made[0][1], Begin)
        if at == 0 and name == "down" and not begun and isinstance(made[0][1], Wire):
            closed.append(made[0][1].seat)
            continue
        commands.extend(Command(when, number, action) for when, action in made)
    commands.sort(key=lambda command: command.at)
    return Script(source, tuple(commands), tuple(closed))


_COMMENT = re.compile(r"(?<!\S)#.*")
"""A # that starts the line or follows a blank, and the rest."""


def _time(text: str) -> int:
    """Seconds with up to nine decimals, as whole ns."""
    whole, _, part = text.partition(".")
    if not (whole.isascii() and whole.isdigit() and len(part) <= 9 and is_number(part or "0")):
        raise ValueError("a time in seconds, up to nine decimals")
    if not is_number(whole) or int(whole) > LONGEST_DAYS * 86_400:
        raise ValueError(f"a time within {LONGEST_DAYS} days, {LONGEST_DAYS * 86_400} seconds")
    return int(whole) * NS_PER_S + int(part.ljust(9, "0"))


def _seat(text: str) -> Seat:
    if not is_number(text) or int(text) not in SEATS:
        raise ValueError("a seat from 1 to 8")
    return int(text)


_WITHIN = (
    "milliseconds from 0 to 9999, up to six decimals, or two of them as EARLIER/LATER, "
    "or three as EARLIER/LATER/APART of DEVICE"
)


def _within(words: list[str]) -> Within | None:
    """Takes how unsure a press is out of its words.

    ``within MS``, ``within EARLIER/LATER``, or ``within EARLIER/LATER/APART of DEVICE``.
    """
    if "within" not in words[1:-1]:
        return None
    place = words.index("within")
    match words[place + 1].split("/"), words[place + 2 : place + 4]:
        case [before, after, apart], ["of", device]:
            within = Within(_ms(before), _ms(after), _ms(apart), device)
        case [before, after], _:
            within = Within(_ms(before), _ms(after))
        case [both], _:
            within = Within(_ms(both), _ms(both))
        case _:
            raise ValueError(_WITHIN)
    del words[place : place + (4 if within.of else 2)]
    return within


def _ms(text: str) -> int:
    """Milliseconds below ten seconds, with up to six decimals, as whole ns."""
    whole, _, part = text.partition(".")
    if not is_number(whole) or int(whole) > MOST_MS or len(part) > 6 or not is_number(part or "0"):
        raise ValueError(_WITHIN)
    return int(whole) * NS_PER_MS + int(part.ljust(6, "0"))


def _actions(name: str, rest: str, at: int) -> Iterator[tuple[int, Action]]:
    words = rest.split()
    within = _within(words) if name in {"press", "hold", "down"} else None
    match name, words:
        case "game", [game, *options]:
            yield at, Begin(game, tuple(options))
        case (("press" | "hold"), [seat]):
            yield from _closing(_seat(seat), at, PRESS_NS if name == "press" else HELD_NS, within)
        case "press", [seat, "for", seconds]:
            yield from _closing(_seat(seat), at, _time(seconds), within)
        case (("down" | "up"), ([_] | [_, "at", _])):
            yield at, Wire(_seat(words[0]), name == "down", _time(words[2]) if words[2:] else at, within)
        case "enter", [_, *_]:
            yield at, Enter(rest, at)
        case "knob", [steps] if steps[0] in "+-" and is_number(steps[1:]):
            yield at, Knob(int(steps), at)
        case "resume", []:
            yield at, Resumed(at - 1, at)
        case "told", [_, *_]:
            yield at, Tell(_told(rest, at))
        case _, [] if name in set(HostKey):
            yield at, Key(HostKey(name), at)
        case "dice", [_, *_]:
            yield at, Dice(tuple(words))
        case "expect", [path, _, *_]:
            yield at, Expect(path, _value(rest.split(None, 1)[1]))
        case _:
            raise ValueError(_EXPECTED.get(name, f"a command ({', '.join(_EXPECTED)})"))


_EXPECTED = {
    "game": "game NAME option=value ...",
    "press": "press SEAT, or with for SECONDS or within MS",
    "hold": "hold SEAT",
    "down": "down SEAT, or down SEAT at STAMP",
    "up": "up SEAT, or up SEAT at STAMP",
    "enter": "enter TEXT",
    "knob": "knob +STEPS or knob -STEPS",
    **{key.value: f"{key} and nothing after it" for key in HostKey},
    "resume": "resume and nothing after it",
    "told": "told what, or told STAMP what: tick, or a command for one event",
    "dice": "dice FACES",
    "expect": "expect PATH VALUE",
}


def _told(rest: str, at: int) -> Event | Begin:
    """What a recorded game was told; ``rest`` is ``WHAT``, or ``STAMP WHAT`` where it was told late."""
    first, *more = rest.split(None, 1)
    if first[0].isdigit() and more:
        at, rest = _time(first), more[0]
    name, rest = (*rest.split(None, 1), "")[:2]
    match name, rest.split():
        case "tick", []:
            return Tick(at)
        case "enter", _ if rest.startswith('"'):
            return Enter(str(_value(rest)), at)
        case "resume", ["at", stamp]:
            return Resumed(_time(stamp), at)
        case "told", _:
            raise ValueError(_EXPECTED["told"])
    ((_, action), *others) = _actions(name, rest, at)
    match action:
        case Wire(seat, closed, _, within) if not others:
            return Press(seat, at, within) if closed else Release(seat, at)
        case Dice(faces):
            return Rolled(faces, at)
        case Begin() | Enter() | Knob() | Key():
            return action
        case _:
            raise ValueError(_EXPECTED["told"])


def _closing(seat: Seat, at: int, length: int, within: Within | None) -> Iterator[tuple[int, Action]]:
    yield at, Wire(seat, True, at, within)
    yield at + length, Wire(seat, False, at + length)


MOST_BRACKETS = 400
"""Of a value; more, one in the other, could be more than Python compares."""


def _value(text: str) -> Any:
    """A JSON value; a bare word is a string."""
    try:
        if text.count("[") + text.count("{") > MOST_BRACKETS:
            raise ValueError  # noqa: TRY301 - as if it were no JSON
        return json.loads(text)
    except ValueError:
        if text[:1] in '[{"':
            raise ValueError("a JSON value or a bare word after the path") from None
        return text


class Table(Protocol):
    """What a script is played on; ``origin`` is the stamp at which the script's time is zero (ns)."""

    origin: int

    def wire(self, seat: Seat, closed: bool, stamp: int, within: Within | None = None) -> None:
        """Put one edge on a seat's line, stamped in the script's time (ns); None: as sure as its source."""
        ...

    def do(self, action: Done) -> None:
        """Do what the host does, now."""
        ...

    def snapshot(self) -> dict[str, Any]:
        """The state at this very instant."""
        ...


def perform(command: Command, table: Table, source: str) -> None:
    """Do one command now.

    Raises:
        ExpectationError: an expectation failed.
        ScriptError: a game can't be set up so.
    """
    match command.action:
        case Wire(seat, closed, stamp, within):
            table.wire(seat, closed, stamp, within)
        case Expect(path, value):
            there = _look_up(table.snapshot(), path)
            wanted, was = _json(value), there.why if isinstance(there, _Nothing) else _json(there)
            if wanted != was:
                raise ExpectationError(
                    f"{source}:{command.line}: expected {path} to be {wanted}, it was {was}"
                )
        case action:
            table.do(action)


@dataclass(frozen=True, slots=True)
class _Nothing:
    """There is no such place in the snapshot."""

    why: str


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _look_up(snapshot: dict[str, Any], path: str) -> Any:
    here: Any = snapshot
    for name in path.split("."):
        if isinstance(here, dict) and name in here:
            here = here[name]
        elif isinstance(here, list) and is_number(name) and int(name) < len(here):
            here = here[int(name)]
        elif isinstance(here, dict):
            return _Nothing(f"not there: no {name!r} among {', '.join(map(str, here))}")
        else:
            return _Nothing(f"not there: {name!r} of {json.dumps(here)}")
    return here
