"""Everything in The Game with the knob alone: a card, what is left, giving up, putting right, undo."""

from __future__ import annotations

from tests.companion.games.the_game.the_game_sitting import entered, evening
from tests.companion.session.evening import Evening

COLOURS = ("a blue card", "a red card", "a gray card", "a yellow card", "a green card")


def offered(box: Evening) -> list[str]:
    return [choice.label.filled() for choice in box.session.choices(box.state)]


def stands(box: Evening) -> str:
    """What the knob stands on."""
    choice = box.session.standing(box.state)
    assert choice is not None
    return choice.label.filled()


def turned(box: Evening, steps: int) -> str:
    """The knob turned; what it stands on then."""
    box.knob(steps, box.now / 1e6 + 100)
    return stands(box)


def ok(box: Evening) -> str | None:
    """Ok; why it was refused."""
    box.ok(box.now / 1e6 + 400)
    return box.refused


def take(box: Evening, *labels: str) -> str | None:
    """Turn to each label and press ok; why the last of them was refused."""
    why = None
    for label in labels:
        turned(box, -99)
        turned(box, offered(box).index(label))
        why = ok(box)
    return why


def correct(box: Evening, *labels: str) -> str | None:
    """The same in the menu of hold-ok, under what can be put right."""
    if box.see["menu"]:  # after a refusal it is still there
        box.key("hold-ok", box.now / 1e6 + 100)
    box.key("hold-ok", box.now / 1e6 + 400)
    return take(box, "Correct ...", *labels)


# -- laying --------------------------------------------------------------------------------------------------


def test_a_card_is_laid_in_three_steps_and_a_plain_ok_then_ends_the_turn() -> None:
    box = evening()
    assert offered(box) == [*COLOURS, "What is left?", "I can't lay!"]
    assert box.shown.main.hint == "ok: a blue card"
    assert turned(box, 1) == "a red card"
    ok(box)
    assert (stands(box), turned(box, 6)) == ("red 1", "red 7")
    ok(box)
    assert (box.shown.main.title, stands(box)) == ("red 7", "↓ falling")
    ok(box)
    assert box.see["falling"] == {"colour": "red", "value": 7}
    assert offered(box) == ["Turn done", *COLOURS, "What is left?"]
    assert box.shown.main.hint == "ok: Turn done"
    assert ok(box) is None
    assert box.see["turn"] == 2


def test_cards_that_lie_are_skipped_and_so_is_a_colour_without_any() -> None:
    box = evening()
    for value in range(1, 10):
        entered(box, f"red {value} rising")
    take(box, "a red card")
    assert offered(box) == ["red 10"]
    take(box, "red 10", "↑ rising")
    assert "a red card" not in offered(box)


def test_back_goes_one_step_back_at_a_time() -> None:
    box = evening()
    take(box, "a red card", "red 7")
    assert box.shown.main.title == "red 7"
    box.key("back", box.now / 1e6 + 100)
    assert (stands(box), box.shown.main.title) == ("red 7", "a red card")
    box.key("back", box.now / 1e6 + 100)
    assert stands(box) == "a red card"
    box.key("back", box.now / 1e6 + 100)
    assert (stands(box), box.see["cursor"]) == ("a blue card", None)


def test_a_pile_a_card_may_not_go_to_says_why_and_the_other_one_comes_first() -> None:
    box = entered(evening(), "green 2 falling")
    take(box, "a red card", "red 8")
    assert (offered(box), stands(box)) == (["NO: ↓ below 2 or green", "↑ rising"], "↑ rising")
    assert turned(box, -1) == "NO: ↓ below 2 or green"
    assert ok(box) == "↓ below 2 or green"
    assert (box.see["laid"], stands(box)) == (1, "NO: ↓ below 2 or green")
    turned(box, 1)
    assert ok(box) is None
    assert box.see["rising"] == {"colour": "red", "value": 8}


def test_a_card_half_chosen_does_not_become_the_next_seats() -> None:
    box = entered(evening(), "red 8 rising")
    take(box, "a blue card", "blue 4")
    box.tap(1, box.now / 1e6 + 400)
    assert (box.see["turn"], offered(box)) == (2, [*COLOURS, "What is left?", "I can't lay!"])
    box.ok(box.now / 1e6 + 50)
    assert (box.refused, box.see["laid"]) == ("Someone has already pressed", 1)


def test_an_ok_on_its_way_when_the_seat_ends_its_turn_begins_nothing_for_the_next() -> None:
    box = entered(evening(), "red 8 rising")
    box.press(1, box.now / 1e6 + 400)
    box.ok(box.now / 1e6 + 150)
    assert (box.refused, box.see["cursor"], box.see["turn"]) == ("Someone has already pressed", None, 2)


def test_experts_are_offered_no_second_card() -> None:
    box = entered(evening("seats=1,2 pro=yes"), "red 7 falling")
    assert offered(box) == ["Turn done", "What is left?"]


def test_what_is_left_is_a_row_a_colour_from_which_a_card_can_be_laid() -> None:
    box = entered(evening(), "red 7 falling", "red 10 rising")
    take(box, "What is left?")
    assert offered(box) == [
        "of 48 fit ↓32 ↑8",
        "blue 123456789 10",
        "red 123456·89 ·",
        "gray 123456789 10",
        "yellow 123456789 10",
        "green 123456789 10",
    ]
    take(box, "red 123456·89 ·", "red 9", "↑ rising")
    assert box.see["rising"] == {"colour": "red", "value": 9}


def test_nobody_loses_by_a_slip_of_the_knob() -> None:
    box = evening()
    assert turned(box, 99) == "I can't lay!"
    ok(box)
    assert offered(box) == ["No, a card fits", "Yes, we lost"]
    ok(box)
    assert (box.see["phase"], offered(box)) == ("turn", list(COLOURS))
    box.key("back", box.now / 1e6 + 100)
    turned(box, 1)
    ok(box)
    assert (box.see["phase"], box.see["winners"]) == ("lost", [])


# -- putting right -------------------------------------------------------------------------------------------


def test_a_card_entered_wrong_is_put_right_and_the_rest_of_the_game_stays() -> None:
    box = entered(evening(), "blue 7 falling", "blue 5 falling", "green 3 falling", "gray 9 rising")
    before = box.see
    assert correct(box, "Wrong card", "blue 5", "a yellow card", "NO: yellow 8") == (
        "Then it won't fit: yellow 8"
    )
    assert correct(box, "Wrong card", "blue 5", "a red card", "red 4") is None
    assert box.see == before
    assert not box.see["paused"]
    entered(box, "gray 4 rising", "blue 5 rising")
    assert correct(box, "Wrong card", "green 3", "a gray card", "gray 2") is None
    assert box.see["falling"] == {"colour": "gray", "value": 2}
    box.key("undo", box.now / 1e6 + 400)
    assert box.see["falling"] == {"colour": "green", "value": 3}


def test_a_card_put_on_the_wrong_pile_is_put_on_the_other() -> None:
    box = entered(evening(), "blue 7 falling", "blue 5 falling", "green 3 falling")
    assert correct(box, "Wrong card", "green 3", "↑ rising") is None
    assert box.see["rising"] == {"colour": "green", "value": 3}
    assert box.see["falling"] == {"colour": "blue", "value": 5}


def test_hands_are_said_beginning_with_what_they_are() -> None:
    box = entered(evening(), "blue 7 falling")
    box.key("hold-ok", box.now / 1e6 + 400)
    take(box, "Correct ...", "Cards ...", "Seat 1: 1")
    assert (offered(box), stands(box)) == (["0", "1", "2"], "1")
    take(box, "2")
    assert (box.see["players"]["1"]["cards"], box.see["draw"]) == (2, 43)


def test_a_game_lost_by_a_mistyped_card_goes_on_once_it_is_put_right() -> None:
    box = entered(evening("seats=1,2"), *(f"blue {value} falling" for value in range(10, 1, -1)))
    entered(box, *(f"red {value} rising" for value in range(1, 11)), "blue 1 falling")
    assert (box.see["phase"], box.see["winners"]) == ("lost", [])
    assert correct(box, "Wrong card", "red 10", "NO: ↓ falling") == "Then it won't fit: red 10"
    assert correct(box, "Wrong card", "blue 1", "a gray card", "gray 1") is None
    assert (box.see["phase"], box.see["winners"], box.see["turn"]) == ("turn", None, 1)
    assert box.shown.main.hint == "ok: a blue card"


# -- undo ----------------------------------------------------------------------------------------------------


def test_an_undo_takes_back_a_card_with_all_its_steps_and_one_half_chosen_is_no_decision() -> None:
    box = evening()
    start = box.see
    take(box, "a red card", "red 7", "↓ falling")
    take(box, "a blue card", "blue 4")
    box.key("undo", box.now / 1e6 + 400)
    assert box.see == start
    assert box.state.game is not None
    assert box.state.play == box.state.game.start()
    box.key("undo", box.now / 1e6 + 400)
    assert box.refused == "Nothing to undo"


def test_a_loss_is_undone_and_played_again() -> None:
    box = entered(evening(), "red 7 falling", "blue 1 falling", "stuck")
    assert box.shown.main.hint == "ok: Play again"
    box.key("undo", box.now / 1e6 + 400)
    assert (box.see["phase"], box.see["laid"]) == ("turn", 2)
    entered(box, "stuck")
    ok(box)
    assert (box.see["phase"], box.see["winners"], box.see["laid"]) == ("turn", None, 0)
    assert box.see["seats"] == [1, 2, 3]
