"""Rachmistrz by knob: whatever can be typed can be turned to, and what is highlighted is what ok does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from companion.games.base import NotNow
from companion.games.choice import Choice
from companion.session.choices import within
from firmware.events import Enter
from tests.companion.games.anything import plays_of
from tests.companion.games.sitting import Sitting, referee_for
from tests.companion.session.evening import Evening

GLASS = 15_000


def sit(options: str, *happens: tuple[float, object]) -> Sitting:
    """A table at which these seats press, and these words are typed, at these ms."""
    table = Sitting(referee_for(f"rachmistrz {options}"))
    for ms, what in happens:
        why = table.press(what, ms) if isinstance(what, int) else table.enter(str(what), ms)
        assert why is None, what
    return table


def after_glass(table: Sitting) -> Sitting:
    table.wait(2000 + GLASS)
    return table


def moments() -> Iterator[Sitting]:
    """Every phase, with and without what can be known in it."""
    claims = ((2000, 1), (3000, 2), (4000, "1 8"))
    yield sit("seats=1,2,3 side=hard", (1000, "2 3 7"), *claims)
    for options in ("seats=1,2,3", "seats=1,2,3 board=example"):
        yield sit(options)
        yield sit(options, (1000, "2 3 7"))
        yield sit(options, *claims)
        yield sit(options, (1000, "2 3 7"), *claims)
        yield after_glass(sit(options, *claims))
        yield after_glass(sit(options, (1000, "2 3 7"), *claims))
        judged = after_glass(sit(options, (1000, "2 3 7"), *claims))
        judged.enter("wrong", 18_000)
        yield judged
        yield sit(options, (1000, "tokens 1 0"))
    two = ((1000, "2 3 7"), (2000, 1), (3000, 1), (4000, "1 8"), (5000, "1 11"))
    yield sit("seats=1,2", *two)
    yield after_glass(sit("seats=1,2", *two))
    judged = after_glass(sit("seats=1,2", *two))
    judged.enter("wrong", 18_000)
    judged.enter("right", 18_100)
    yield judged
    yield sit("seats=1,2 dice=virtual", (1000, "tokens 2 5 colour 2"))


def leaves(choices: Iterable[Choice]) -> Iterator[str]:
    """Everything that can be turned to."""
    for choice in choices:
        if choice.then is None:
            yield choice.text
        else:
            yield from leaves(choice.then())


def becomes(table: Sitting, text: str, ms: int) -> Any:
    """The state that these words lead to; None if they are refused."""
    try:
        return table.referee.step(table.state, Enter(text, ms * 1_000_000))[0]
    except NotNow as no:
        return no.leads_to


def test_whatever_can_be_typed_can_be_turned_to() -> None:
    typed, reached = plays_of("rachmistrz").typed, set[str]()
    for table in moments():
        ms = table.now // 1_000_000 + 1
        offered = set(leaves(table.referee.choices(table.state)))
        offered |= set(leaves(table.referee.corrections(table.state)))
        for text in dict.fromkeys(typed):
            wanted = becomes(table, text, ms)
            if wanted is None:
                continue
            found = text in offered or any(leaf and becomes(table, leaf, ms) == wanted for leaf in offered)
            assert found or wanted == table.state, (text, table.see["phase"])
            reached.add(text)
    assert reached == set(typed), "each means something somewhere"


def test_no_two_neighbours_are_called_the_same_and_no_step_leads_nowhere() -> None:
    def check(choices: tuple[Choice, ...], depth: int) -> None:
        assert len({choice.label for choice in choices}) == len(choices)
        assert len({choice.text for choice in choices}) == len(choices)
        for choice in choices[:12] if depth < 3 else ():
            if choice.then is not None:
                inner = choice.then()
                assert 0 <= choice.start < len(inner)
                check(inner, depth + 1)

    for table in moments():
        check(table.referee.choices(table.state), 0)
        check(table.referee.corrections(table.state), 0)


@pytest.mark.parametrize("options", ["seats=1,2,3", "seats=1,2,3 dice=virtual", "seats=1,2"])
def test_what_is_highlighted_is_never_refused(options: str) -> None:
    box = Evening()
    box.enter(f"game rachmistrz {options}", 100)
    for step in range(120):
        if box.see["phase"] == "over":
            return
        if box.session.standing(box.state) is None:
            box.wait(1000 + 1000 * step)
            continue
        box.ok(1000 + 1000 * step)
        assert box.refused in {None, "1 1 1 make no number: roll again"}


def test_a_whole_round_needs_nothing_but_the_knob_and_the_buttons() -> None:
    box = Evening()
    box.enter("game rachmistrz seats=1,2,3", 100)
    box.ok(500)
    for index, turn in enumerate((1, 2, 6)):
        box.knob(turn, 1000 + 1000 * index)
        box.ok(1400 + 1000 * index)
    assert box.see["digits"] == [2, 3, 7]
    box.key("undo", 3700)
    assert (box.see["phase"], box.see["digits"]) == ("roll", None), "three digits are one decision"
    box.key("redo", 3800)
    box.press(2, 4000)
    box.ok(4500)
    box.knob(6, 5000)
    assert box.standing == "2 8"
    box.press(3, 5500)
    assert box.standing == "2 8", "others press, and the hand is still on the knob"
    box.ok(6500)
    assert box.see["claims"][0] == {"seat": 2, "result": 8, "verdict": None}
    box.wait(20_000)
    box.knob(2, 20_100)
    box.ok(20_400)
    assert box.standing == "7+3-2", "its sum: one of those that make it"
    box.ok(20_800)
    assert box.see["claims"][0]["verdict"] == "right"
    box.key("back", 21_500)
    assert (box.see["claims"][1]["verdict"], box.see["phase"]) == ("wrong", "roll")


def test_digits_are_turned_to_while_others_claim() -> None:
    box = Evening()
    box.enter("game rachmistrz seats=1,2,3", 100)
    box.ok(500)
    box.knob(1, 1000)
    box.ok(1500)
    box.press(2, 2000)
    box.knob(2, 2500)
    assert box.standing == "3"
    box.ok(3000)
    box.ok(3500)
    assert (box.see["digits"], box.see["phase"]) == ([2, 3, 1], "glass")


def test_the_last_choice_while_the_glass_runs_withdraws() -> None:
    box = Evening()
    box.enter("game rachmistrz seats=1,2,3", 100)
    box.enter("2 3 7", 1000)
    box.press(1, 2000)
    box.enter("1 8", 3000)
    box.knob(99, 4000)
    box.ok(4500)
    assert box.see["phase"] == "think"


def test_in_the_verdicts_of_two_the_fifth_choice_withdraws_the_claim_at_hand() -> None:
    box = Evening()
    box.enter("game rachmistrz seats=1,4", 100)
    box.enter("2 3 7", 1000)
    for ms, number in ((2000, 8), (3000, 11)):
        box.press(1, ms)
        box.enter(f"1 {number}", ms + 500)
    box.wait(2000 + GLASS)
    box.knob(4, 17_500)
    box.ok(18_000)
    assert box.see["claims"] == [{"seat": 1, "result": 11, "verdict": None}]


def test_the_ticks_of_the_last_seconds_leave_the_knob_where_it_is() -> None:
    box = Evening()
    box.enter("game rachmistrz seats=1,2,3", 100)
    box.enter("2 3 7", 1000)
    box.press(2, 2000)
    box.ok(2500)
    box.knob(6, 3000)
    box.wait(2000 + GLASS - 500)
    assert box.standing == "2 8"


def test_a_sum_is_one_of_those_that_make_the_number_or_built_digit_by_digit() -> None:
    table = after_glass(sit("seats=1,2,3", (1000, "2 3 7"), (2000, 1), (3000, "1 8")))
    path, choices = ["sum"], table.referee.choices(table.state)
    assert [choice.text for choice in within(choices, path)] == ["7+3-2", "(7-3)x2", "build"]
    path += ["build", "7", "x", "2", "+"]
    assert [choice.text for choice in within(choices, path)] == ["3"]
    path += ["3"]
    assert [choice.text for choice in within(choices, path)] == ["7x2+3", "7x(2+3)"]
    assert [choice.text for choice in within(choices, ["sum", "build", "3", "+", "7", "-"])] == ["3+7-2"]
