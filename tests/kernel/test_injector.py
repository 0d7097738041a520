"""The injector's word is the truth that everything else is measured by, so it is measured here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from firmware.events import NS_PER_MS, NS_PER_US
from tests.kernel.guest.edges import Seen
from tests.kernel.guest.injector import Pull, Pulled, parse_answer, plan_text
from tests.kernel.rig import PYTHON, Chip, Rig

LEFT, RIGHT = Chip("pinctrl-bcm2711"), Chip("contestant")
ROUNDS = 15
"""Another process of the host may take its processor in any single one."""


class Played(NamedTuple):
    pulled: list[Pulled]
    edges: list[Seen]

    def stamps(self, pull: Pulled) -> list[int]:
        """Stamps that lie within a pull, of its line and level."""
        return [
            edge.stamp_ns
            for edge in self.edges
            if edge[:2] == (pull.line, pull.closed) and pull.before_ns <= edge.stamp_ns <= pull.after_ns
        ]


def play(rig: Rig, plan: Sequence[Pull], chips: Sequence[Chip] = (LEFT,)) -> Played:
    """Play a plan in a guest; the last chip's pins are opened as the box opens them."""
    plan_json = json.dumps([astuple(pull) for pull in plan])
    ran = rig.run([PYTHON, "-m", "tests.kernel.guest.edges", chips[-1].label, plan_json], chips=chips)
    assert ran.code == 0, ran.output
    told = json.loads(ran.output)
    return Played([Pulled(*pull) for pull in told["pulled"]], [Seen(*edge) for edge in told["edges"]])


def rounds(lines: Sequence[tuple[str, int]], gap_ns: int) -> list[Pull]:
    """Every round: the lines close one after the other, `gap_ns` apart, and 20 ms later open again."""
    plan = []
    for number in range(ROUNDS):
        start = (40 * number + 1) * NS_PER_MS
        for place, (chip, line) in enumerate(lines):
            at = start + place * gap_ns
            plan += [Pull(chip, line, at, True), Pull(chip, line, at + 20 * NS_PER_MS, False)]
    return plan


def test_every_pull_reaches_the_program_with_a_stamp_made_while_it_was_pulled(rig: Rig) -> None:
    lines = [(chip, line) for line in range(4, 8) for chip in (LEFT.label, RIGHT.label)]
    played = play(rig, rounds(lines, 20 * NS_PER_US), (LEFT, RIGHT))
    pulled = [pull for pull in played.pulled if pull.chip == RIGHT.label]
    assert len(played.pulled) == 2 * len(pulled) == 2 * len(lines) * ROUNDS
    assert len(played.edges) == len(pulled)
    assert all(len(played.stamps(pull)) == 1 for pull in pulled)


def test_stamps_are_in_the_order_of_the_pulls_and_their_gaps_a_few_us_from_the_truth(rig: Rig) -> None:
    lines = [(LEFT.label, line) for line in (9, 4, 27, 17)]  # not in the order of their numbers
    played = play(rig, rounds(lines, 20 * NS_PER_US))
    closings = [pull for pull in played.pulled if pull.closed]
    stamps = [played.stamps(pull)[0] for pull in closings]
    assert stamps == sorted(stamps)
    firsts = range(0, len(closings), len(lines))
    true = [closings[first + 1].before_ns - closings[first].before_ns for first in firsts]
    stamped = [stamps[first + 1] - stamps[first] for first in firsts]
    assert 20 * NS_PER_US <= median(true) < 30 * NS_PER_US
    assert median(abs(gap - truth) for gap, truth in zip(stamped, true, strict=True)) < 10 * NS_PER_US


def test_a_plan_is_kept_to_and_what_is_late_puts_off_the_rest(rig: Rig) -> None:
    plan = sorted(
        rounds([(LEFT.label, 4), (LEFT.label, 5)], 700 * NS_PER_US), key=lambda pull: pull.offset_ns
    )
    pulled = play(rig, plan).pulled
    assert [(pull.line, pull.closed) for pull in pulled] == [(pull.line, pull.closed) for pull in plan]
    planned = [later.offset_ns - sooner.offset_ns for sooner, later in pairwise(plan)]
    true = [later.before_ns - sooner.before_ns for sooner, later in pairwise(pulled)]
    late = [gap - wish for gap, wish in zip(true, planned, strict=True)]
    assert min(late) >= 0
    assert median(late) < NS_PER_MS


def test_programs_run_while_the_next_pull_is_far(rig: Rig) -> None:
    played = play(rig, rounds([(LEFT.label, 4)], 0))
    arrived = [edge.arrived_ns for edge in played.edges]
    opened = [pull.before_ns for pull in played.pulled if not pull.closed]
    in_time = [arrival < opening for arrival, opening in zip(arrived[::2], opened, strict=True)]
    assert sum(in_time) > ROUNDS / 2


def test_a_bounce_train_isnt_merged_but_chatter_is_as_on_a_board(rig: Rig) -> None:
    def train(gap_us: int) -> list[Pull]:
        return [
            Pull(LEFT.label, 4, 40 * NS_PER_MS * number + at * gap_us * NS_PER_US, at % 2 == 0)
            for number in range(ROUNDS)
            for at in range(6)
        ]

    assert len(play(rig, train(100)).edges) > 5 * ROUNDS
    assert len(play(rig, train(3)).edges) < 3 * ROUNDS


def test_a_contact_closed_before_the_pin_is_opened_stays_closed(rig: Rig) -> None:
    program = f"""
import time
from firmware.pi.factory import open_header
from tests.kernel.guest.injector import Injector, Pull
hand = Injector()
hand.play([Pull({LEFT.label!r}, 4, 0, True)])
levels = []
with open_header().factory.pin(4) as pin:
    pin.function, pin.pull = "input", "up"
    for closed in (False, True, False):
        levels.append(pin.state)
        hand.play([Pull({LEFT.label!r}, 4, 0, closed)])
print(levels)
"""
    ran = rig.run([PYTHON, "-c", program])
    assert ran.output == "[False, True, False]\n"


def test_a_plan_that_cant_be_played_pulls_nothing_and_says_why(rig: Rig) -> None:
    program = f"""
import errno
from pathlib import Path
from tests.kernel.guest.injector import DEVICE, Injector, Pull
def tried(play):
    try:
        play()
    except OSError as exc:
        print(errno.errorcode[exc.errno])
fine = Pull({LEFT.label!r}, 4, 0, True)
tried(lambda: Injector().play([fine, Pull("nobody", 4, 0, True)]))
tried(lambda: Injector().play([fine, Pull({LEFT.label!r}, 28, 0, True)]))
tried(lambda: DEVICE.write_text("{LEFT.label} 4 0 sideways\\n"))
tried(lambda: DEVICE.write_text("{LEFT.label} 4 9 d\\n{LEFT.label} 4 8 d\\n"))
print(next(Path("/sys/devices/platform").glob("gpio-sim.0/gpiochip*/sim_gpio5/pull")).read_text(), end="")
print(Injector().play([]))
"""
    ran = rig.run([PYTHON, "-c", program])
    assert "expected a line of a gpio-sim chip, got nobody 4" in ran.output
    said = [line for line in ran.output.splitlines() if "inject:" not in line]
    assert said == ["ENODEV", "ENODEV", "EINVAL", "EINVAL", "pull-down", "[]"]


def test_plans_and_answers_are_the_modules_text() -> None:
    plan = [Pull("pinctrl-rp1", 4, 0, True), Pull("other", 27, 1_000_000, False)]
    assert plan_text(plan) == "pinctrl-rp1 4 0 d\nother 27 1000000 u\n"
    assert parse_answer("pinctrl-rp1 4 d 10 12\nother 27 u 13 15\n") == [
        Pulled("pinctrl-rp1", 4, True, 10, 12),
        Pulled("other", 27, False, 13, 15),
    ]
