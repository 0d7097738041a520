"""The self-test as the command runs it: on this machine's pins or mock ones, in a terminal or by a script."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from companion.app.about import about
from companion.app.certifying import certify
from companion.app.signals import stopped_by_signals
from companion.i18n import speaker
from companion.loop.mailbox import Mailbox
from companion.scripts.script import Script
from companion.scripts.virtual import SCRIPT_START_NS, play_on
from companion.selftest import check_report
from companion.selftest.course import Course, steps_of
from companion.selftest.run.builders_hand import BuildersHand, check_commands
from companion.selftest.run.check_box import CheckBox
from companion.selftest.run.checker import Checker
from firmware.boxfile.settings import Settings, load
from firmware.certificate import Certificate
from firmware.events import Enter
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.i2c_wires import I2cWires
from firmware.fakes.oled_bench import OledBench
from firmware.fakes.pins import StampedFactory
from firmware.pi.clock import MonotonicClock
from firmware.pi.factory import Header, header_of
from firmware.pi.inputs import inputs_of
from firmware.pi.oled import open_i2c
from firmware.pi.probing import why_closed
from firmware.ports import Clock, Inputs

if TYPE_CHECKING:
    from companion.window.sound_delay import SoundDelay

BREATH_S = 0.02
"""Nobody types faster than a line in so many seconds; something without end would fill the memory."""

LONGEST = 1000
"""Letters of a line; what is longer is taken in pieces."""


def run_check(
    settings: Settings,
    names: Sequence[str] = (),
    *,
    mock: bool = False,
    script: Script | None = None,
    as_json: bool = False,
    file: Path | None = None,
    out: TextIO | None = None,
    words: TextIO | None = None,
) -> int:
    """Check a box, step by step.

    Args:
        settings: how it should be built.
        names: of the steps; none means all.
        mock: mock pins and fake panels instead of this machine's.
        script: a table script to play on mock pins, in virtual time, or None.
        as_json: print one JSON document on ``out`` at the end; what is asked then goes to standard error.
        file: the box file; None if it is one that ships with the program.
        out: where it is printed; None for standard output.
        words: where words are typed; None for standard input.

    Returns:
        The exit code: 0 if all that was looked at is well, else 1.

    Raises:
        PierwszyError: a chip, pin or library is missing, or the script is of a game; one line.
        ExpectationError: an expectation of the script failed.
    """
    out, words = out or sys.stdout, words or sys.stdin
    terminal = sys.stderr if as_json else out
    mock = mock or script is not None
    attended = mock or out.isatty() or (words is not None and words.isatty())
    paged = bool(settings.panels) and not attended and not as_json
    course = Course(names or steps_of(settings), paged=paged)
    clock: Clock = MonotonicClock() if script is None else HandClock(SCRIPT_START_NS)
    say = speaker(settings.language)

    def tell(lines: Sequence[str]) -> None:
        print(*lines, sep="\n", file=terminal, flush=True)

    if script is not None:
        check_commands(script, settings)
    with ExitStack() as stack:
        stack.enter_context(_findings_alone())
        checker = _open(settings, course, clock, mock=mock, file=file, tell=tell)
        stack.callback(checker.close)
        tell([*check_report.greeting(course, settings, say, mock=mock), ""])
        if script is not None and checker.hand is not None and isinstance(clock, HandClock):
            _play(script, checker, checker.hand, clock)
        else:
            mailbox = checker.box.mailbox
            stack.enter_context(stopped_by_signals(lambda: mailbox.put(Enter("q", clock.now()))))
            if words is not None:
                threading.Thread(
                    target=_listen, args=(words, mailbox, clock), name="words", daemon=True
                ).start()
            checker.begin()
            checker.run()
        sounds = script is None and ("sound" in names or (not mock and not names))
        delay = _sound_delay(settings) if sounds else None
        if delay is not None:
            tell([delay.told(say)])
        tell(check_report.summary(course, checker.state, say))
        if as_json:
            report = check_report.report(course, checker.state, about(settings, mock=mock))
            report["window_sound"] = None if delay is None else delay.as_data()
            print(json.dumps(report, ensure_ascii=False, indent=2), file=out)
        return 0 if course.well(checker.state) else 1


def _sound_delay(settings: Settings) -> SoundDelay | None:
    """How long the window's sounds take; None where there is no window, or no sound card."""
    try:
        from companion.window.sound_delay import measured  # noqa: PLC0415 - a headless box has no pygame
    except ModuleNotFoundError:
        return None
    return measured(settings.sound_buffer)


@contextmanager
def _findings_alone() -> Iterator[None]:
    """Panels that don't answer are findings here, told in order; the log need not say so besides."""
    log = logging.getLogger("pierwszy.panels")
    before = log.level
    if not log.isEnabledFor(logging.DEBUG):
        log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)


def _open(
    settings: Settings,
    course: Course,
    clock: Clock,
    *,
    mock: bool,
    file: Path | None,
    tell: Callable[[Sequence[str]], None],
) -> Checker:
    """The box to be checked, with hands for it where it has no wires."""
    mailbox, hand = Mailbox(), None
    inputs: Inputs | None
    if mock:
        factory = StampedFactory(clock)
        wires = I2cWires(OledBench(settings.panels).open_port)
        if settings.mux_reset is not None:
            wires.wire_reset(factory, settings.mux_reset)
        hand = BuildersHand(settings, factory, mailbox, clock, lambda: checker.snapshot())  # noqa: PLW0108
        header, inputs = Header(factory), hand.inputs
        box = CheckBox(
            settings, header, clock, wires.open_port, lambda _: None, mailbox=mailbox, inputs=inputs
        )
    else:
        header = header_of(settings)
        inputs = inputs_of(settings, mailbox, mailbox.put, clock, spare_typing=True)  # for whoever types here
        box = CheckBox(settings, header, clock, open_i2c, why_closed, mailbox=mailbox, inputs=inputs)
    aside = (lambda act: act()) if isinstance(clock, HandClock) else _in_a_thread
    certify = None if mock else partial(_certify, settings, file)
    checker = Checker(settings, course, box, clock, tell=tell, file=file, aside=aside, certify=certify)
    checker.hand = hand
    return checker


def _certify(settings: Settings, file: Path | None, measured: Mapping[str, Any]) -> Certificate:
    """Of the box file as it is now: the tie may have been written into it."""
    return certify(settings if file is None else load(file), measured)


def _in_a_thread(act: Callable[[], None]) -> None:
    threading.Thread(target=act, name="aside", daemon=True).start()


def _listen(
    words: TextIO, mailbox: Mailbox, clock: Clock, pause: Callable[[float], object] = time.sleep
) -> None:
    """Hand on each line typed, until there are no more, or nobody is left who types."""
    with suppress(OSError, ValueError):
        while line := words.readline(LONGEST):
            mailbox.put(Enter(line.strip(), clock.now()))
            pause(BREATH_S)


def _play(script: Script, checker: Checker, hand: BuildersHand, clock: HandClock) -> None:
    """Play a script in virtual time, and a second beyond it."""
    for seat in script.closed:
        hand.wire(seat, closed=True, stamp=0)
    checker.begin()
    play_on(script, hand, checker, clock)
    if not checker.state.ended:
        checker.box.mailbox.put(Enter("q", clock.now()))
        checker.step()
