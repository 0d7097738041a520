"""The ``pierwszy`` command: argparse, one line for each mistake, and the exit code.

0: done; 1: an expectation or check failed, or what is to be printed can't be;
2: usage, settings or a script that can't be read; 3: the box was switched off in its menu.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from companion import window
from companion.app.certifying import with_standing
from companion.app.desk_table import DeskTable
from companion.app.phones_wanted import with_phones
from companion.app.running import run_box
from companion.app.signals import stopped_by_signals
from companion.errors import DisplayMissingError, OptionError, ScriptError
from companion.games.catalogue import all_games, catalogue, reserved_names
from companion.i18n import speaker
from companion.scripts import script, virtual
from companion.scripts.live_report import LiveReport
from companion.scripts.report import EVENTS, REPLAYED
from companion.scripts.script import ExpectationError, Script
from companion.selftest import STEP_NAMES
from companion.store import listing
from companion.store.archive import JOURNAL, Archive, Game
from companion.store.folder import folder_to_read
from companion.store.things import files_of, known_things
from companion.streams import standard_streams
from firmware.boxfile import settings as boxes
from firmware.boxfile.settings import Settings
from firmware.errors import PierwszyError, SettingsError
from firmware.pi.factory import is_pi
from firmware.whole_file import read_whole
from firmware.written import one_line

TOLD = "seventeen"
"""Whose demo is told in a terminal: it says most of what the box does."""

HANGS_S = 2.0
"""A window that hasn't gone so long after a signal hangs, as its display may: the program ends without it."""


class _Parser(argparse.ArgumentParser):
    """Says a mistake in one line, without the usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {one_line(message)}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    with standard_streams() as out:
        try:
            code = _run(arguments)
            out.flush()  # here, where a reader that has gone is no error
        except BrokenPipeError:
            out.give_up()
            return 0
        except OSError as error:
            out.give_up()
            _say(_why(error))
            return 1
        return code


def _run(arguments: Sequence[str] | None) -> int:
    """What the command does about faults of what it was given.

    Raises:
        OSError: standard output can't take what is printed, or the machine lacks something.
    """
    try:
        options = argument_parser().parse_args(arguments)
        logging.basicConfig(
            level=logging.DEBUG if options.verbose else logging.WARNING,
            format="pierwszy: %(message)s" if not options.verbose else "%(asctime)s %(name)s: %(message)s",
            stream=sys.stderr,
        )
        return _command(options)
    except SystemExit as said:  # by argparse
        return said.code if isinstance(said.code, int) else 0
    except ExpectationError as error:
        print(one_line(str(error)), file=sys.stderr)
        return 1
    except PierwszyError as error:
        for line in error.lines:
            _say(line)
        return 2
    except KeyboardInterrupt:
        return 0


def _say(line: str) -> None:
    print(f"pierwszy: {one_line(line)}", file=sys.stderr)


def _why(error: OSError) -> str:
    reason = (error.strerror or str(error)).lower()
    return reason if error.filename is None else f"{error.filename}: {reason}"


def _common(**more: Any) -> _Parser:
    """The options that may stand before the command or after it."""
    common = _Parser(add_help=False, **more)
    common.add_argument("--settings", type=Path, metavar="FILE", help="the box file to use")
    common.add_argument("--lang", choices=("pl", "en"), help="the language to start in")
    common.add_argument("--verbose", action="store_true", help="log what happens")
    return common


def argument_parser() -> argparse.ArgumentParser:
    """What can be said on the command line."""
    parser = _Parser(
        prog="pierwszy",
        description="A referee box for real board-game tables: who was first?",
        epilog="Without a command: the box if this is a Pi, otherwise the desk window.",
        parents=[_common()],
    )
    late = _common(argument_default=argparse.SUPPRESS)  # not said again leaves what was said before
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    box = commands.add_parser("box", parents=[late], help="run the box")
    box.add_argument("--mock", action="store_true", help="mock pins instead of this machine's")
    box.add_argument("--script", type=Path, metavar="FILE", help="play a table script on mock pins")
    box.add_argument("--json", action="store_true", help="print what happens as JSON lines, see the README")
    box.add_argument("--screen", action="store_true", help="show the table on this machine's display, too")
    box.add_argument("--can-switch-off", action="store_true", help="its menu offers to; then it ends with 3")
    box.add_argument("--phones", action="store_true", help="phones may be seats' buttons")
    desk = commands.add_parser("desk", parents=[late], help="draw the box in a window")
    desk.add_argument("--phones", action="store_true", help="phones may be seats' buttons")
    desk.add_argument("--script", type=Path, metavar="FILE", help="play a table script in the window")
    demo = commands.add_parser(
        "demo", parents=[late], help="show an evening, or a round of a game, in a window"
    )
    demo.add_argument("games", nargs="*", metavar="GAME", help="rounds of these games; all: of every one")
    replay = commands.add_parser("replay", parents=[late], help="play a table script in virtual time")
    replay.add_argument("file", type=Path, metavar="FILE", help="- for standard input")
    replay.add_argument("--json", action="store_true", help="print all that box --json does")
    replay.add_argument("--frames", type=Path, metavar="DIR", help="write each changed screen as PNG")
    check = commands.add_parser("check", parents=[late], help="look whether the box is wired as it should be")
    check.add_argument("steps", nargs="*", metavar="STEP", help=f"only these: {', '.join(STEP_NAMES)}")
    check.add_argument("--mock", action="store_true", help="mock pins instead of this machine's")
    check.add_argument("--script", type=Path, metavar="FILE", help="play a table script on mock pins")
    check.add_argument("--json", action="store_true", help="print all of it at the end as one JSON document")
    history = commands.add_parser("history", parents=[late], help="print finished games, and records")
    history.add_argument("--json", action="store_true", help="everything about them, as JSON")
    pins = commands.add_parser(
        "wiring", parents=[late], help="print which pin goes where, and what is plugged in"
    )
    pins.add_argument("--json", action="store_true", help="the same, as JSON")
    journal = commands.add_parser("journal", parents=[late], help="look at the games that were recorded")
    tasks = journal.add_subparsers(dest="task", metavar="TASK", required=True)
    tasks.add_parser("list", parents=[late], help="print every game with its number")
    for task, what in {"export": "print a game as a table script", "replay": "replay that script"}.items():
        tasks.add_parser(task, parents=[late], help=what).add_argument("game", type=int, metavar="ID")
    audit = tasks.add_parser("audit", parents=[late], help="judge a game's races again, or every game's")
    audit.add_argument("game", nargs="?", type=int, metavar="ID")
    audit.add_argument("--json", action="store_true", help="the same, as JSON")
    return parser


def _command(options: argparse.Namespace) -> int:
    if options.command not in {"history", "check", "wiring", "journal"}:
        _tell_what_games_lack()
    match options.command or ("box" if is_pi() else "desk"):
        case "box":
            return _box(options)
        case "replay":
            return _replay(options)
        case "demo":
            return _demo(options)
        case "history":
            return _history(as_json=options.json)
        case "check":
            return _check(options)
        case "wiring":
            return _wiring(options)
        case "journal":
            return _journal(options)
        case _:
            return _desk(options)


def _replay(options: argparse.Namespace) -> int:
    played, settings = _script(options.file), _settings(options)
    if options.frames is not None:
        try:
            options.frames.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = (error.strerror or "unusable").lower()
            raise OptionError(f"{options.frames}: expected a folder for frames, {reason}") from None
    virtual.replay(played, settings, sys.stdout, options.frames, only=EVENTS if options.json else REPLAYED)
    return 0


def _history(*, as_json: bool) -> int:
    games = _recorded_games()
    if as_json:
        _print_json(listing.as_json(games))
    else:
        print(*listing.table(games), sep="\n")
    return 0


def _print_json(told: object) -> None:
    print(json.dumps(told, ensure_ascii=False, indent=2))


def _wiring(options: argparse.Namespace) -> int:
    from companion.app import pin_table as wiring  # noqa: PLC0415 - a box that starts needs none of it
    from firmware.pi.input_roster import input_devices  # noqa: PLC0415

    settings, devices = with_standing(_settings(options, reference=True)), input_devices()
    if options.json:
        _print_json(wiring.as_json(settings, devices))
    else:
        print(*wiring.lines(settings, speaker(settings.language), devices), sep="\n")
    _say_warnings(settings)
    return 0


def _recorded_games() -> list[Game]:
    """Every game of the journal, oldest first; none where there is no journal yet."""
    if not (folder_to_read() / JOURNAL).exists():
        return []
    with closing(Archive(folder_to_read())) as archive:
        return archive.games()


def _journal(options: argparse.Namespace) -> int:
    if options.task == "list":
        print(*listing.listing(_recorded_games()), sep="\n")
        return 0
    if options.task == "audit":
        return _audit(options)
    with closing(Archive(folder_to_read())) as archive:
        script_text, session = listing.exported(archive, options.game)
    if options.task == "export":
        print(script_text, end="")
    else:
        here = session.here
        files = files_of(here.things)
        box = replace(_settings(options), times=here.times, dice=here.dice, files=files)
        settings = replace(box, certificate=here.certificate)
        virtual.replay(script.read(script_text, f"game {options.game}"), settings, sys.stdout)
    return 0


def _audit(options: argparse.Namespace) -> int:
    from companion.audit.command import audit  # noqa: PLC0415 - a box that starts needs none of it

    with closing(Archive(folder_to_read())) as archive:
        report = audit(archive, options.game)
    print(report.as_json() if options.json else "\n".join(report.lines()))
    return 0 if report.agreed else 1


def _box(options: argparse.Namespace) -> int:
    played = getattr(options, "script", None)
    try:
        settings = _settings(options, reference=True)
    except SettingsError as fault:
        if is_pi() and not _mock(options):
            from companion.app.settings_fault import show_settings_fault  # noqa: PLC0415 - rarely needed

            show_settings_fault(fault, options.settings or boxes.installed())
        raise
    settings = replace(settings, switches_off=getattr(options, "can_switch_off", False))
    script_read = None if played is None else _script(played)
    settings = _with_phones(options, settings, script_read)
    settings = with_standing(settings, mock=_mock(options) or script_read is not None)
    _say_warnings(settings)
    report = LiveReport(_standard_output()) if getattr(options, "json", False) else None
    screen = getattr(options, "screen", False)
    return run_box(settings, mock=_mock(options), script=script_read, report=report, screen=screen)


def _with_phones(options: argparse.Namespace, settings: Settings, played: Script | None) -> Settings:
    return with_phones(settings, asked=getattr(options, "phones", False), scripted=played is not None)


def _mock(options: argparse.Namespace) -> bool:
    return getattr(options, "mock", False) or os.environ.get("GPIOZERO_PIN_FACTORY", "").lower() == "mock"


def _standard_output() -> int:
    """Its descriptor; an OSError if it is closed, before anything is played."""
    return sys.stdout.fileno()


def _check(options: argparse.Namespace) -> int:
    from companion.selftest.run.command import run_check  # noqa: PLC0415 - a box that starts needs none of it

    unknown = [step for step in options.steps if step not in STEP_NAMES]
    if unknown:
        raise OptionError(f"a step of the check is one of {', '.join(STEP_NAMES)}, not {unknown[0]!r}")
    settings = _settings(options, reference=True)
    _say_warnings(settings)
    return run_check(
        with_standing(settings, mock=_mock(options) or options.script is not None),
        options.steps,
        mock=_mock(options),
        script=None if options.script is None else _script(options.script),
        as_json=options.json,
        file=options.settings or boxes.installed(),
    )


def _desk(options: argparse.Namespace) -> int:
    played = getattr(options, "script", None)
    played = None if played is None else _script(played)
    settings = with_standing(_with_phones(options, _settings(options), played), mock=True)
    from companion.app.showing import show  # noqa: PLC0415 - a box without a window shows none

    by_phone = settings.phones.on and played is None
    instead = "whoever has a phone plays" if by_phone else "playing a table script"
    code = _in_window(partial(DeskTable, settings, played), settings, instead, show)
    if code is None and by_phone:
        return run_box(settings, mock=True)
    if code is None:
        virtual.tell(played or _demo_told(), settings, sys.stdout)
    return code or 0


def _demo(options: argparse.Namespace) -> int:
    from companion.app.showing import Showing, rounds  # noqa: PLC0415 - only this shows any

    shown, settings = rounds(options.games), _settings(options)
    code = _in_window(partial(Showing, shown, settings), settings, "telling it")
    if code is None:
        for one in shown:
            print(one.name)
            virtual.tell(one.script, settings, sys.stdout)
    return code or 0


def _in_window(
    made: Callable[[], DeskTable], settings: Settings, instead: str, show: window.Show | None = None
) -> int | None:
    """Show a desk in a window until either ends; the exit code, or None, and why, if there is no display."""
    missing = window.display_missing()
    if missing is None:
        try:
            with made() as desk, stopped_by_signals(desk.end, HANGS_S):
                window.run(desk, settings=settings.window, sound_buffer=settings.sound_buffer, show=show)
                return int(desk.failed)
        except DisplayMissingError as error:
            missing = str(error)
    print(f"pierwszy: {missing}; {instead} here instead", file=sys.stderr)
    return None


def _tell_what_games_lack() -> None:
    """A line for each game, or demo of one, that can't be had; the others play on."""
    games = catalogue()
    games.check_demos(script.read)
    for fault in games.faults:
        print(f"pierwszy: {fault}", file=sys.stderr)


def _demo_told() -> Script:
    """What is told where there is no window: a round of 17, else of the first game that has one."""
    demos = {game.name: game.demo for game in all_games() if game.demo}
    if not demos:
        raise OptionError("expected a game with a demo to play, there is none")
    name = TOLD if TOLD in demos else next(iter(demos))
    return script.read(demos[name], f"{name}.table")


def _settings(options: argparse.Namespace, *, reference: bool = False) -> Settings:
    """The box file asked for; else this machine's for a real box, all eight seats for a virtual one."""
    if options.settings is not None:
        settings = boxes.load(options.settings, reserved_names())
    else:
        settings = boxes.of_this_machine(reserved_names()) if reference else boxes.eight_seats()
    known_things(settings.files)  # faults of its files come before anything begins, as the box file's do
    return settings if options.lang is None else replace(settings, language=options.lang)


def _say_warnings(settings: Settings) -> None:
    for line in settings.warnings:
        _say(f"{settings.source}: {line}")


def _script(path: Path) -> Script:
    """The table script of a file; ``-`` is standard input, unless there is a file of that name."""
    typed = path == Path("-") and not path.exists()
    try:
        text = read_whole(Path("/dev/stdin") if typed else path, "a table script", stream=True)
    except ValueError as error:
        raise ScriptError(f"{path}: {error}") from None
    return script.read(text, str(path))


if __name__ == "__main__":
    sys.exit(main())
