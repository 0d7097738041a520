"""Any dice are put together with the knob alone."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.catalogue import find_game
from companion.games.choice import Choice
from companion.games.dice.notation import read_set
from companion.session import by_knob
from companion.session.session import Session
from tests.companion.games.dice.dice_sitting import MADE, here
from tests.companion.session.evening import Evening

(SET,) = (option for option in find_game("dice").own_options if option.name == "set")


def first(stands: str = "3d6") -> tuple[Choice, ...]:
    change = by_knob.change(SET, stands, (1, 2), MADE)
    assert change.then is not None
    return change.then()


def at(*labels: str, stands: str = "3d6") -> tuple[Choice, ...]:
    """What there is to choose once these have been."""
    choices = first(stands)
    for label in labels:
        (chosen,) = (choice for choice in choices if choice.label.filled() == label)
        assert chosen.then is not None
        choices = chosen.then()
    return choices


def labels(choices: tuple[Choice, ...]) -> list[str]:
    return [choice.label.filled() for choice in choices]


def test_the_sets_most_used_come_first() -> None:
    assert labels(first())[:3] == ["1d6", "2d6", "✓ 3d6"]
    assert {"2d20 highest", "2d20 lowest", "4d6 highest 3"} < set(labels(first()))
    assert first()[-1].label.filled() == "Others ..."


@pytest.mark.parametrize(
    ("steps", "typed"),
    [
        (("Others ...", "20 ...", "20d6", "20d6: that's all"), "20d6"),
        (("Others ...", "1 ...", "1d20", "Plus or minus ...", "1d20+7"), "1d20+7"),
        (("Others ...", "1 ...", "1d20", "Plus or minus ...", "1d20-100"), "1d20-100"),
        (("Others ...", "3 ...", "Others ...", "3d30", "3d30: that's all"), "3d30"),
        (
            (
                *("Others ...", "2 ...", "2d20", "Keep the lowest ...", "2d20 lowest"),
                *("Plus or minus ...", "2d20 lowest +5"),
            ),
            "2d20l1+5",
        ),
        (
            (
                *("Others ...", "4 ...", "4d6", "Keep the highest ...", "4d6 highest 3", "and more ..."),
                *("4d6 highest 3 +1 ...", "4d6 highest 3 +1d4", "4d6 highest 3 +1d4: that's all"),
            ),
            "4d6k3+1d4",
        ),
        (("Others ...", "4 ...", "4fudge", "Plus or minus ...", "4fudge+2"), "4fudge+2"),
        (("Others ...", "2 ...", "2weather", "2weather: that's all"), "2weather"),
    ],
)
def test_any_set_is_found(steps: tuple[str, ...], typed: str) -> None:
    *way, last = steps
    assert f"set set {typed}" in [choice.text for choice in at(*way) if choice.label.filled() == last]


def test_what_can_not_be_is_not_offered() -> None:
    assert labels(at("Others ...", "20 ...", "20d6"))[-1] != "and more ..."
    assert len(at("Others ...", "18 ...", "18d6", "and more ...")) == 2
    assert labels(at("Others ...", "1 ...", "1d6"))[1] == "Plus or minus ..."
    assert labels(at("Others ...", "2 ...", "2weather")) == ["2weather: that's all", "and more ..."]


def test_every_number_of_sides_is_offered_once() -> None:
    usual = labels(at("Others ...", "1 ..."))[: -len(MADE) - 1]
    rare = labels(at("Others ...", "1 ...", "Others ..."))
    assert sorted((*usual, *rare)) == sorted(f"1d{sides}" for sides in range(2, 101))
    assert usual[:6] == ["1d6", "1d4", "1d8", "1d10", "1d12", "1d20"]


def test_whatever_the_knob_puts_together_can_be_rolled_and_is_written_so() -> None:
    for seed in range(300):
        typed = a_way(first(), Random(seed)).text.removeprefix("set set ")
        assert str(read_set(typed, MADE)) == typed


def a_way(choices: tuple[Choice, ...], random: Random) -> Choice:
    """Where the knob leads, turned anyhow."""
    chosen = random.choice(choices)
    while chosen.then is not None:
        chosen = random.choice(chosen.then())
    return chosen


def test_what_is_chosen_is_seen_to_be() -> None:
    box = Evening(Session(here()))
    box.enter("game dice seats=1,2", 0)
    turn_to(box, "options", 500)
    turn_to(box, "change set", 1000)
    turn_to(box, "set set 4d6k3", 2000)
    assert box.standing == "start"
    turn_to(box, "change set", 3000)
    box.knob([choice.text for choice in box.choices].index("set set 4d6k3"), 3500)
    assert box.shown.main.big == "✓ 4d6 highest 3"


def test_two_oks_roll_from_the_menu_on_and_other_dice_are_the_last_choice() -> None:
    box = Evening(Session(here()))
    turn_to(box, "choose dice", 1000)
    assert (box.shown.main.title, box.shown.main.big, box.shown.main.hint) == ("3d6", "Roll!", "ok: Roll")
    assert [choice.text for choice in box.choices] == ["roll", "options"]
    box.knob(1, 1500)
    assert box.shown.main.big == "Options"
    box.knob(-1, 1700)
    box.ok(2000)
    assert box.see["phase"] == "rolling"


def turn_to(box: Evening, text: str, ms: float) -> None:
    """Turn the knob to a choice and press ok."""
    box.knob(-100, ms)
    box.knob([choice.text for choice in box.choices].index(text), ms)
    box.ok(ms)
