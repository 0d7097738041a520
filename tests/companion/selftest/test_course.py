"""The test as a whole: it always comes to an end, whoever answers, by whatever means there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.selftest import STEP_NAMES
from companion.selftest.course import STEPS_BY_NAME, Course, steps_of
from firmware.boxfile import settings as boxes
from firmware.events import NS_PER_S
from firmware.views import Sound
from tests.companion.selftest.builder import SIX, Builder, Faults
from tests.firmware.fakes.mock_jumper import Planted

MINIMAL = replace(boxes.minimal(), language="en")
NOTHING = replace(SIX, panels={}, piezo=None, jumper=None)
"""A box with buttons, lamps and a knob, and no panel to read on."""


@pytest.fixture
def builder() -> Iterator[Callable[..., Builder]]:
    built: list[Builder] = []

    def make(*arguments: object, **more: object) -> Builder:
        built.append(Builder(*arguments, **more))  # type: ignore[arg-type]
        return built[-1]

    yield make
    for each in built:
        each.close()


Make = Callable[..., Builder]


def verdicts(builder: Builder) -> dict[str, int]:
    counts: dict[str, int] = builder.report()["counts"]
    return counts


@pytest.mark.parametrize("settings", [SIX, MINIMAL, NOTHING], ids=["six", "minimal", "nothing"])
def test_with_nobody_there_it_ends_and_every_wait_tells_its_limit(builder: Make, settings: object) -> None:
    alone = builder(Faults(), tuple(STEPS_BY_NAME), settings)
    waits = []
    while not alone.checker.state.ended:
        ask = alone.ask
        if ask is not None:
            assert ask.until is not None
            waits.append((ask.until - alone.clock.now()) / NS_PER_S)
        alone.wait(NS_PER_S)
    assert max(waits) <= 90
    assert (alone.clock.now() - 1000 * NS_PER_S) / NS_PER_S < 600
    assert "ok" not in {finding["verdict"] for finding in alone.report()["findings"]}


def test_a_box_of_two_buttons_and_a_panel_needs_no_knob_and_no_keyboard(builder: Make) -> None:
    joined = {1: Planted(), 2: Planted(delay=2_000)}
    done = builder(Faults(jumper=joined), tuple(STEPS_BY_NAME), MINIMAL).work()
    assert done.found == []
    assert verdicts(done) == {"ok": 5, "wrong": 0, "skipped": 0, "none": 5}


def test_without_panels_the_terminal_leads_through_it(builder: Make) -> None:
    done = builder(Faults(closes={2: ()}), ("buttons", "lamps", "knob", "panels"), NOTHING).work()
    assert done.found == ["dead 2"]
    said = " ".join(" ".join(done.lines).split())
    for asked in (
        "Press button 1.",
        "One lamp is lit now.",
        "Turn the knob to the right",
        "lamp of button 2",
    ):
        assert asked in said


def test_it_can_be_answered_by_typing_alone(builder: Make) -> None:
    """Nothing is wired but the lamps and panels, and somebody at the keyboard looks at them."""
    typed = builder(Faults(), ("lamps", "panels", "sound"), SIX)
    for _ in range(200):
        ask = typed.ask
        if ask is None:
            break
        typed.wait(NS_PER_S // 2)
        if ask.key.startswith(("lamp ", "panel ")):
            typed.type(ask.key.split()[1].replace("main", "y"))
        elif ask.key == "sound":
            typed.type("tak")
        typed.wait(2 * NS_PER_S)
    assert typed.checker.state.ended
    assert verdicts(typed) == {"ok": 14, "wrong": 0, "skipped": 0, "none": 0}


def test_n_says_that_nothing_happens(builder: Make) -> None:
    done = builder(Faults(), ("buttons", "knob")).work({"press 2": "n", "turn right": "n"})
    assert done.found == ["dead 2", "dead a b"]


def test_one_question_is_skipped_by_s_and_the_rest_of_a_step_by_ss(builder: Make) -> None:
    done = builder(Faults(), ("buttons", "lamps")).work({"press 2": "s", "lamp 3": "ss"})
    skipped = [
        (finding["step"], finding["about"])
        for finding in done.report()["findings"]
        if finding["verdict"] == "skipped"
    ]
    assert skipped == [("buttons", [2]), ("lamps", [3]), ("lamps", [4]), ("lamps", [5]), ("lamps", [6])]
    assert done.report()["ok"]


@pytest.mark.parametrize("name", steps_of(SIX))
def test_any_step_can_be_skipped_at_its_first_question(builder: Make, name: str) -> None:
    one = builder(Faults(), (name,))
    one.wait(NS_PER_S // 10)
    one.type("ss")
    assert one.checker.state.ended
    assert {finding["verdict"] for finding in one.report()["findings"]} == {"skipped"}


def test_a_button_is_skipped_by_holding_the_knob(builder: Make) -> None:
    one = builder(Faults(), ("buttons",))
    one.wait(3 * NS_PER_S)
    assert one.ask is not None
    assert one.ask.key == "press 1"
    one.press("ok", 1200 * NS_PER_S // 1000)
    one.wait(NS_PER_S)
    assert one.ask.key == "press 2"


def test_broken_off_it_tells_what_it_has_and_isnt_well(builder: Make) -> None:
    one = builder(Faults(), ("buttons", "sound"))
    one.wait(3 * NS_PER_S)
    one.press(1)
    one.wait(NS_PER_S)
    one.type("q")
    report = one.report()
    assert one.checker.state.ended
    assert (report["ended"], report["ok"]) == (False, False)
    told = [(finding["step"], finding["about"], finding["verdict"]) for finding in report["findings"]]
    assert told[0] == ("buttons", [1], "ok")
    assert told[-1] == ("sound", [], "skipped")
    assert {verdict for _, _, verdict in told[1:]} == {"skipped"}


def test_every_step_is_named_for_the_command_line_in_its_order() -> None:
    assert tuple(STEPS_BY_NAME) == STEP_NAMES


def test_steps_are_taken_in_their_order_however_they_are_named(builder: Make) -> None:
    done = builder(Faults(), ("sound", "buttons")).work()
    assert [finding["step"] for finding in done.report()["findings"]] == ["buttons"] * 6 + ["sound"]


def test_an_answer_to_the_question_before_is_no_answer_to_the_next(builder: Make) -> None:
    one = builder(Faults(), ("panels",))
    one.wait(NS_PER_S)
    one.type("y")
    one.type("y")  # a finger on Enter
    assert one.ask is not None
    assert one.ask.key == "panel 1"


def test_a_slip_of_the_finger_is_no_fault_of_the_box(builder: Make) -> None:
    one = builder(Faults(), ("buttons", "lamps"))
    one.wait(3 * NS_PER_S)
    one.press(5)  # asked for 1
    one.wait(NS_PER_S)
    while one.ask is not None and one.ask.key != "lamp 2":
        one.act(one.ask)
        one.wait(2 * NS_PER_S)
    one.press(4)  # where no light is
    one.wait(3 * NS_PER_S)
    assert one.work().found == []


def test_the_melody_is_played_until_somebody_answers(builder: Make) -> None:
    one = builder(Faults(), ("sound",))
    played: list[Sound] = []
    one.checker.box.play = lambda cue: played.append(cue.sound)  # type: ignore[method-assign]
    one.wait(10 * NS_PER_S)
    assert played == [Sound.OVER] * 3


def test_what_was_found_is_read_page_by_page_where_there_is_no_terminal(builder: Make) -> None:
    one = builder(Faults(closes={2: ()}), ("buttons",))
    one.checker.course = Course(("buttons",), paged=True)
    one.checker.begin()
    one.work()
    assert not one.checker.state.ended
    one.wait(NS_PER_S)
    pages = []
    for _ in range(12):
        shown = one.checker._shown
        assert shown is not None
        pages.append((shown[0]["main"].title, *shown[0]["main"].text))
        one.press(1)
        one.wait(NS_PER_S)
    assert pages[:2] == [("Self-test", "fault was found"), ("fault 1/1", "button 2: nothing", "comes")]
    assert "1/1: what to do" in {title for title, *_ in pages}
    assert pages.count(pages[0]) > 1  # they go round
    one.press(1, 1200 * NS_PER_S // 1000)
    one.wait(2 * NS_PER_S)
    assert one.checker.state.ended


def test_pages_turn_and_end_by_themselves(builder: Make) -> None:
    one = builder(Faults(closes={2: ()}), ("buttons",))
    one.checker.course = Course(("buttons",), paged=True)
    one.checker.begin()
    one.work()
    began, titles = one.clock.now(), []
    while not one.checker.state.ended:
        shown = one.checker._shown
        assert shown is not None
        titles.append(shown[0]["main"])
        one.wait(NS_PER_S)
    assert (one.clock.now() - began) / NS_PER_S < 130
    assert sum(a != b for a, b in pairwise(titles)) > 5


def test_a_dead_buttons_lamp_is_asked_for_by_yes_and_no(builder: Make) -> None:
    done = builder(Faults(closes={2: ()}, lights={2: ()}), ("buttons", "lamps")).work()
    assert done.found == ["dark 2", "dead 2"]
    (asked,) = [ask for ask in done.asked if ask.key == "lamp 2"][:1]
    assert asked.big == "2"
