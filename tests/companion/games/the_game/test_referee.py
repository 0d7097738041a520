from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import OptionError
from companion.games.the_game.cards import DECK, Card, Colour, Pile, fits, turns_back
from firmware.views import Cue, Lamp, Screen, Sound
from tests.companion.games.sitting import Sitting, referee_for
from tests.companion.session.evening import Evening


def sit(options: str = "seats=1,2,3") -> Sitting:
    return Sitting(referee_for(f"the_game {options}"))


def laid(table: Sitting, *typed: str) -> Sitting:
    """Cards laid one after the other, each of them accepted; turns end by themselves or by ok."""
    for text in typed:
        why = table.ok(table.now / 1e6 + 400) if text == "ok" else table.enter(text, table.now / 1e6 + 400)
        assert why is None, f"{text}: {why}"
    return table


def why(table: Sitting, typed: str) -> str | None:
    """Why something typed now is refused; the state stays as it was."""
    before = table.state
    reason = table.enter(typed, table.now / 1e6 + 400)
    assert (table.state == before) is (reason is not None)
    return reason


def cards(table: Sitting) -> list[int]:
    return [player["cards"] for player in table.see["players"].values()]


# -- set-up --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "draw"), [("1,2", 46), ("1,3,5", 44), ("2,3,4,8", 42), ("1,2,3,4,5", 40)])
def test_two_cards_a_seat_and_the_rest_to_draw(seats: str, draw: int) -> None:
    table = sit(f"seats={seats}")
    assert table.see == {
        "phase": "turn",
        "turn": int(seats[0]),
        "rising": None,
        "falling": None,
        "laid": 0,
        "draw": draw,
        "laid_this_turn": 0,
        "players": {seat: {"cards": 2} for seat in seats.split(",")},
    }


@pytest.mark.parametrize("options", ["seats=1", "seats=1,2,3,4,5,6", "seats=1,2 pro=maybe"])
def test_what_can_not_be_played(options: str) -> None:
    with pytest.raises(OptionError, match="the_game: expected"):
        sit(options)


# -- laying --------------------------------------------------------------------------------------------------


def test_the_rulebooks_own_example() -> None:
    """One plays a red 7, two a blue 4 and a green 2 on it, three a blue 5, four turns the 2 into an 8."""
    table = sit("seats=1,2,3,4")
    laid(table, "red 7 falling")
    assert table.see["falling"] == {"colour": "red", "value": 7}
    assert (table.see["turn"], table.see["laid_this_turn"], cards(table)) == (1, 1, [1, 2, 2, 2])
    laid(table, "ok")
    assert (table.see["turn"], cards(table), table.see["draw"]) == (2, [2, 2, 2, 2], 41)
    laid(table, "blue 4 falling", "green 2 falling")
    assert (table.see["turn"], table.see["draw"], table.see["laid_this_turn"]) == (3, 39, 0)
    laid(table, "blue 5 rising", "ok", "green 8 falling")
    assert table.see["falling"] == {"colour": "green", "value": 8}
    assert table.see["rising"] == {"colour": "blue", "value": 5}
    assert (table.see["laid"], table.see["turn"]) == (5, 4)


def test_one_card_on_each_pile_is_a_turn() -> None:
    table = laid(sit(), "red 7 falling", "red 2 rising")
    assert (table.see["turn"], table.see["laid"]) == (2, 2)


def test_after_a_trick_the_pile_goes_on_from_there() -> None:
    table = laid(sit(), "green 2 falling", "green 8 falling")
    assert why(table, "red 9 falling") == "↓ below 8 or green"
    assert why(table, "red 7 falling") is None
    table = laid(sit(), "green 2 falling", "green 8 falling", "green 10 falling")
    assert table.see["falling"] == {"colour": "green", "value": 10}


def test_what_a_pile_takes_is_said_when_it_does_not_take_a_card() -> None:
    table = laid(sit(), "green 2 falling", "gray 10 rising", "yellow 1 falling")
    assert why(table, "red 5 rising") == "↑ only gray"
    assert why(table, "red 5 falling") == "↓ only yellow"
    table = laid(sit(), "green 2 falling", "blue 5 rising")
    assert why(table, "yellow 2 falling") == "↓ below 2 or green"
    assert why(table, "red 8 falling") == "↓ below 2 or green"
    assert why(table, "red 5 rising") == "↑ above 5 or blue"


def test_an_empty_pile_takes_a_one_and_a_ten() -> None:
    for value in (1, 10):
        assert why(sit(), f"red {value} rising") is None
        assert why(sit(), f"red {value} falling") is None


def test_each_card_exists_once() -> None:
    table = laid(sit(), "red 7 falling")
    assert why(table, "red 7 rising") == "Already laid: red 7"
    assert why(table, "red 7 falling") == "Already laid: red 7"
    assert why(table, "pick red 7") == "Already laid: red 7"


@pytest.mark.parametrize(
    "typed",
    [
        "czerwona 7 malejący",
        "czerwona 7 malejacy",
        "CZERWONY 7 Malejąca",
        "czerwone 7 górny",
        "red 7 upper",
        "  Red   7  FALLING ",
    ],
)
def test_polish_and_english_words_do_the_same(typed: str) -> None:
    table = laid(sit(), typed)
    assert table.see == laid(sit(), "red 7 falling").see


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("violet 7 falling", "Expected blue, red, gray, yellow or green; got violet"),
        ("red 0 falling", "Expected a value from 1 to 10; got 0"),
        ("red 11 falling", "Expected a value from 1 to 10; got 11"),
        ("red -3 falling", "Expected a value from 1 to 10; got -3"),
        ("red 7.5 falling", "Expected a value from 1 to 10; got 7.5"),
        ("red ² falling", "Expected a value from 1 to 10; got ²"),
        ("red seven falling", "Expected a value from 1 to 10; got seven"),
        ("red 7 sideways", "Expected rising or falling; got sideways"),
        ("red 7", "Expected a card and a pile (red 7 falling) or stuck; got red 7"),
        ("red", "Expected a card and a pile (red 7 falling) or stuck; got red"),
        ("red 7 falling now", "Expected a card and a pile (red 7 falling) or stuck; got red 7 falling now"),
        ("", "Expected a card and a pile (red 7 falling) or stuck; got "),
        ("{x} {y} {z}", "Expected blue, red, gray, yellow or green; got {x}"),
        ("pick mauve", "Expected blue, red, gray, yellow or green; got mauve"),
        ("pick red 12", "Expected a value from 1 to 10; got 12"),
    ],
)
def test_what_can_not_be_read_is_refused_with_what_was_expected(typed: str, reason: str) -> None:
    table = laid(sit(), "blue 3 rising")
    assert why(table, typed) == reason


# -- turns ---------------------------------------------------------------------------------------------------


def test_a_turn_ends_after_a_card_by_ok_or_its_seats_press_alone() -> None:
    table = sit("seats=1,2,3 first=3")
    assert table.ok(100) == "First enter the card"
    assert table.press(3, 500) == "First enter the card"
    assert table.press(1, 900) == "Not now: it is seat 3's turn"
    table.enter("red 7 falling", 1300)
    assert table.press(1, 1700) == "Not now: it is seat 3's turn"
    assert table.see["turn"] == 3
    assert table.tap(3, 2100) is None
    assert table.see["turn"] == 1
    table.enter("red 6 falling", 2500)
    assert table.ok(2900) is None
    assert table.see["turn"] == 2


def test_the_second_card_ends_the_turn_by_itself_and_a_press_after_it_does_nothing() -> None:
    table = laid(sit(), "red 7 falling", "red 6 falling")
    assert (table.see["turn"], table.see["draw"]) == (2, 42)
    assert table.press(1, 5000) == "Not now: it is seat 2's turn"
    assert table.ok(6000) == "First enter the card"


def test_pro_takes_exactly_one_card_and_then_ok_or_a_press() -> None:
    table = laid(sit("seats=1,2 pro=yes"), "red 7 falling")
    assert why(table, "blue 4 falling") == "Only 1 card a turn: press"
    assert why(table, "pick blue") == "Only 1 card a turn: press"
    assert (table.see["turn"], table.see["laid"], table.see["laid_this_turn"]) == (1, 1, 1)
    assert table.press(1, 5000) is None
    assert (table.see["turn"], cards(table)) == (2, [2, 2])
    laid(table, "blue 4 falling", "ok")
    assert table.see["turn"] == 1


def test_the_next_seats_tone_tells_that_a_turn_has_passed_and_a_trick_sounds_right() -> None:
    table = laid(sit(), "green 2 falling")
    assert table.cues == [Cue(Sound.TICK, 1)]
    laid(table, "green 8 falling")
    assert table.cues == [Cue(Sound.RIGHT, 1), Cue(Sound.TICK, 2)]
    laid(table, "red 1 rising")
    assert table.cues == [Cue(Sound.TICK, 2)]
    laid(table, "ok")
    assert table.cues == [Cue(Sound.TICK, 3)]


def test_only_the_seat_on_turn_has_its_lamp_lit() -> None:
    table = laid(sit(), "red 7 falling", "ok")
    lamps = [table.referee.lamp(table.state, seat, table.now) for seat in (1, 2, 3)]
    assert lamps == [Lamp.OFF, Lamp.ON, Lamp.OFF]


# -- the end -------------------------------------------------------------------------------------------------


def down_to(*kept: str, options: str = "seats=1,2") -> Sitting:
    """All cards laid but these, named such as ``red 7``; the host's ok ends turns that don't end themselves.

    On the rising pile alone: each colour begins with its highest, which is in order, and all others follow it
    down by the trick.
    """
    table = sit(options)
    for colour in Colour:
        for value in range(10, 0, -1):
            if f"{colour} {value}" in kept:
                continue
            laid(table, f"{colour} {value} rising")
            if table.referee.setup.options.pro and table.see["phase"] == "turn":
                laid(table, "ok")
    return table


def test_fifty_cards_win_even_in_the_middle_of_a_turn() -> None:
    table = down_to("blue 5", "blue 4", options="seats=1,2,3")
    assert (table.see["turn"], cards(table), table.see["draw"]) == (1, [2, 0, 0], 0)
    laid(table, "blue 5 falling")
    assert (table.see["phase"], table.see["laid_this_turn"]) == ("turn", 1)
    assert table.referee.outcome(table.state).winners is None
    laid(table, "blue 4 falling")
    assert (table.see["phase"], table.see["turn"], table.see["laid"]) == ("won", None, 50)
    assert table.referee.outcome(table.state).winners == (1, 2, 3)
    assert table.cues == [Cue(Sound.OVER)]
    assert {table.referee.lamp(table.state, seat, table.now) for seat in (1, 2, 3)} == {Lamp.BLINK}


def test_pro_is_won_by_the_fiftieth_card_without_an_ok() -> None:
    table = down_to(options="seats=1,2 pro=yes")
    assert (table.see["phase"], cards(table)) == ("won", [0, 0])


def test_the_last_cards_are_drawn_by_who_is_first_and_a_seat_gets_one_if_one_is_left() -> None:
    table = sit("seats=1,2")
    order = [f"{colour} {value} rising" for colour in Colour for value in range(10, 0, -1)]
    laid(table, *order[:44], order[44], "ok")
    assert (table.see["draw"], table.see["turn"], cards(table)) == (1, 2, [2, 2])
    laid(table, *order[45:47])
    assert (table.see["draw"], table.see["turn"], cards(table)) == (0, 1, [2, 1])


def test_a_seat_without_cards_is_skipped_once_there_are_none_to_draw() -> None:
    table = down_to("red 1", "red 2", "red 3", "gray 1", options="seats=1,2,3 first=2")
    assert (table.see["draw"], sum(cards(table))) == (0, 4)
    turns = []
    for typed in ("red 3 falling", "ok", "red 2 falling", "ok"):
        turns.append(table.see["turn"])
        laid(table, typed)
    assert turns == [1, 1, 2, 2]
    assert (table.see["turn"], cards(table)) == (1, [1, 1, 0])
    laid(table, "red 1 falling")
    assert (table.see["turn"], cards(table)) == (2, [0, 1, 0])


def test_a_turn_with_one_card_and_none_to_draw_ends_by_itself_but_not_in_pro() -> None:
    table = down_to("red 1", "red 2", "red 3", options="seats=1,2")
    assert (table.see["turn"], cards(table)) == (2, [2, 1])
    laid(table, "red 3 falling")
    assert (table.see["turn"], cards(table)) == (1, [2, 0])
    table = down_to("red 1", "red 2", options="seats=1,2 pro=yes")
    assert cards(table) == [1, 1]
    laid(table, "red 2 falling")
    assert (table.see["turn"], why(table, "red 1 falling")) == (1, "Only 1 card a turn: press")
    laid(table, "ok")
    assert (table.see["turn"], cards(table)) == (2, [0, 1])


def test_the_turn_comes_back_to_a_seat_that_alone_has_cards() -> None:
    table = down_to("red 1", "red 2", "red 3", options="seats=1,2")
    laid(table, "red 3 falling", "red 2 falling")
    assert (table.see["turn"], cards(table)) == (1, [1, 0])
    table = down_to("red 1", "red 2", options="seats=1,2")
    assert (table.see["turn"], cards(table)) == (1, [2, 0])
    laid(table, "red 2 falling", "ok")
    assert (table.see["turn"], cards(table)) == (1, [1, 0])


def test_stuck_before_the_first_card_loses_at_once() -> None:
    table = laid(sit(), "red 7 falling", "ok", "stuck")
    assert (table.see["phase"], table.see["turn"], table.see["laid"]) == ("lost", None, 1)
    assert table.referee.outcome(table.state).winners == ()
    assert table.cues == [Cue(Sound.WRONG)]
    assert table.referee.lamp(table.state, 2, table.now) is Lamp.OFF


def test_who_has_laid_a_card_is_not_stuck() -> None:
    table = laid(sit(), "red 7 falling")
    assert why(table, "stuck") == "A card was laid: end the turn"
    assert why(table, "stuck?") == "A card was laid: end the turn"


def test_after_the_end_nothing_counts() -> None:
    for table in (laid(sit(), "stuck"), down_to()):
        for typed in ("red 7 falling", "stuck", "pick red", "left"):
            assert why(table, typed) == "The game is over"
        assert table.press(1, table.now / 1e6 + 400) == "The game is over"
        assert table.ok(table.now / 1e6 + 400) == "The game is over"


# -- the knob ------------------------------------------------------------------------------------------------


def evening(options: str = "seats=1,2,3") -> Evening:
    box = Evening()
    box.enter(f"game the_game {options}", 0)
    return box


def turned(box: Evening, steps: int) -> str | None:
    """The knob turned; what it stands on then."""
    box.knob(steps, box.now / 1e6 + 100)
    return box.standing


def ok(box: Evening) -> str:
    """Ok; what the main screen shows large after it."""
    box.ok(box.now / 1e6 + 400)
    return box.shown.main.big


def offered(box: Evening) -> list[str]:
    return [choice.text for choice in box.session.choices(box.state)]


def test_a_card_is_laid_with_the_knob_in_three_steps() -> None:
    box = evening()
    assert offered(box) == [
        *("", "pick blue", "pick red", "pick gray", "pick yellow", "pick green"),
        *("left", "stuck?"),
    ]
    assert turned(box, 2) == "pick red"
    assert ok(box) == "red 1"
    assert turned(box, 6) == "pick red 7"
    assert ok(box) == "↓ falling"
    ok(box)
    assert box.see["falling"] == {"colour": "red", "value": 7}
    assert offered(box) == [
        *("", "pick blue", "pick red", "pick gray", "pick yellow", "pick green"),
        "left",
    ]
    ok(box)
    assert (box.refused, box.see["turn"]) == (None, 2)


def test_the_knob_offers_only_cards_that_have_not_been_laid() -> None:
    box = evening()
    for value in range(1, 10):
        box.enter(f"red {value} rising", 400 * value)
        box.ok(400 * value + 350)
    box.enter("pick red", 5000)
    assert offered(box) == ["pick red 10"]
    box.enter("red 10 rising", 6000)
    box.ok(6400)
    assert "pick red" not in offered(box)
    box.enter("pick red", 7000)
    assert box.refused == "No card left: red"


def test_back_takes_one_step_back_at_a_time() -> None:
    box = evening()
    box.enter("pick red", 100)
    box.enter("pick red 7", 200)
    assert box.shown.main.title == "red 7"
    box.key("back", 300)
    assert box.shown.main.title == "which card?"
    box.key("back", 400)
    assert box.shown.main.title == "now: ● Seat 1"
    assert box.refused is None
    box.key("back", 500)
    assert box.refused == "Nothing to choose now"


def test_a_pile_a_card_may_not_go_to_says_why_and_the_other_one_comes_first() -> None:
    box = evening()
    box.enter("green 2 falling", 100)
    box.enter("pick red 8", 200)
    assert box.shown.main.big == "↑ rising"
    assert turned(box, -1) == "red 8 falling"
    assert box.shown.main.big == "NO: ↓ below 2 or green"
    ok(box)
    assert box.refused == "↓ below 2 or green"
    assert (box.see["laid"], box.standing) == (1, "red 8 falling")
    turned(box, 1)
    ok(box)
    assert box.see["rising"] == {"colour": "red", "value": 8}


def test_typing_or_a_press_leaves_nothing_half_chosen() -> None:
    box = evening()
    box.enter("pick red 8", 100)
    box.enter("blue 1 rising", 200)
    assert box.state.play.at_knob is None
    box.enter("pick red 8", 300)
    box.tap(1, 400)
    assert (box.see["turn"], box.state.play.at_knob) == (2, None)


def test_nobody_loses_by_a_slip_of_the_knob() -> None:
    box = evening()
    assert turned(box, 99) == "stuck?"
    assert ok(box) == "No card fits?"
    assert box.see["phase"] == "turn"
    ok(box)
    assert (box.see["phase"], box.state.play.at_knob) == ("turn", None)
    turned(box, 99)
    ok(box)
    box.key("back", box.now / 1e6 + 100)
    assert (box.see["phase"], box.state.play.at_knob) == ("turn", None)
    turned(box, 99)
    ok(box)
    assert turned(box, 1) == "stuck"
    ok(box)
    assert (box.see["phase"], box.see["winners"]) == ("lost", [])


def test_pro_offers_no_second_card() -> None:
    box = evening("seats=1,2 pro=yes")
    box.enter("red 7 falling", 100)
    assert offered(box) == ["", "left"]


def test_an_undo_takes_back_a_loss_and_a_card_with_all_its_steps_at_the_knob() -> None:
    box = evening()
    seen = [box.see]
    for number, typed in enumerate(("pick red", "pick red 7", "red 7 falling", "blue 1 falling", "stuck"), 1):
        box.enter(typed, 100 * number)
        seen.append(box.see)
    start, _, _, card, two, _ = seen
    for before in (two, card, start):
        box.key("undo", box.now / 1e6 + 100)
        assert box.see == before
    assert box.state.game is not None
    assert box.state.play == box.state.game.start()
    box.key("undo", box.now / 1e6 + 100)
    assert box.refused == "Nothing to undo"


def test_an_undo_while_a_card_is_chosen_takes_back_the_choice_alone() -> None:
    box = evening()
    box.enter("red 7 falling", 100)
    for typed in ("pick blue", "pick blue 4"):
        box.enter(typed, 400)
    box.key("undo", 800)
    assert (box.see["laid"], offered(box)[0]) == (1, "")
    box.key("redo", 1000)
    assert offered(box) == ["blue 4 falling", "blue 4 rising"]


def test_a_card_that_was_chosen_and_put_back_needs_no_undo() -> None:
    box = evening()
    box.enter("red 7 falling", 100)
    box.enter("pick blue", 400)
    box.enter("left", 500)
    box.key("back", 600)
    box.key("undo", 800)
    assert box.see["laid"] == 0


def test_a_rematch_after_a_loss_and_after_a_win() -> None:
    box = evening()
    box.enter("stuck", 100)
    assert box.shown.main.hint == "ok: play again"
    ok(box)
    assert (box.see["phase"], box.see["winners"], box.see["laid"]) == ("turn", None, 0)
    assert box.see["seats"] == [1, 2, 3]


# -- what is seen --------------------------------------------------------------------------------------------


def test_the_main_screen_tells_what_lies_whose_turn_it_is_and_how_many_cards_still_fit() -> None:
    box = evening()
    box.enter("name 2 Bożydar Łuka", 0)
    box.enter("green 4 falling", 100)
    box.enter("gray 10 rising", 200)
    main = box.shown.main
    assert (main.title, main.text) == ("now: ▲ Bożydar Łuka", ("↓ green 4", "↑ gray 10"))
    assert main.hint == "of 48 fit ↓21 ↑9"  # below 4: 3 x 5; green: 6 more of 9


def test_the_seats_that_wait_see_which_colours_can_still_turn_a_pile() -> None:
    box = evening()
    box.enter("green 1 falling", 100)
    box.enter("gray 1 rising", 200)
    assert box.shown.seats[3].text == ("trick ↓ green",)  # on a 1, gray cards rise by their numbers
    for value in range(2, 11):
        box.enter(f"green {value} falling", 1000 * value)
        box.ok(1000 * value + 400)
    assert box.see["falling"] == {"colour": "green", "value": 10}
    assert box.shown.seats[1].text == ()  # no green card is left


def test_the_seats_that_wait_read_whose_turn_it_is_while_there_is_room() -> None:
    box = evening()
    box.enter("green 5 falling", 100)
    waiting = box.shown.seats[2]
    assert (waiting.title, waiting.big, waiting.sign) == ("is on turn", "1", 1)
    box.enter("green 7 rising", 200)
    box.ok(600)
    assert (box.shown.seats[3].title, box.shown.seats[3].text) == ("is on turn", ("trick ↓↑ green",))
    box.enter("red 9 rising", 700)
    assert (box.shown.seats[3].title, box.shown.seats[3].text) == ("", ("trick ↓ green", "trick ↑ red"))


def test_experts_read_both_tricks_in_one_row() -> None:
    for language, row in (("en", "↓blue ↑red"), ("pl", "↓niebieski ↑czerwony")):
        box = evening(f"seats=1,2,3 pro=yes lang={language}")
        box.enter("blue 5 falling", 100)
        box.ok(500)
        box.enter("red 7 rising", 600)
        box.ok(1000)
        assert (box.shown.seats[1].title, box.shown.seats[1].text) == ("", (row,))


def test_whoever_ended_a_turn_is_told_to_draw_until_the_next_card_lies() -> None:
    box = evening()
    box.enter("red 7 falling", 100)
    box.tap(1, 200)
    assert box.shown.seats[1].big == "DRAW 1"
    box.enter("red 6 falling", 600)
    assert box.shown.seats[1].big == "2"
    box.enter("red 5 falling", 700)
    assert box.shown.seats[2].big == "DRAW 2"


def test_what_nobody_may_say_stands_on_every_seats_screen() -> None:
    for pro, talk in (("no", "no exact numbers!"), ("yes", "say only colours, piles and tricks")):
        box = evening(f"seats=1,2,3 pro={pro}")
        box.enter("red 7 falling", 100)
        box.ok(200)
        assert {box.shown.seats[seat].hint for seat in (1, 2, 3)} == {talk}


def test_what_is_left_is_a_row_a_colour() -> None:
    box = evening()
    box.enter("red 7 falling", 100)
    box.enter("red 10 rising", 200)
    box.enter("left", 300)
    assert box.shown.main.text == (
        "blu 123456789 10",
        "red 123456·89 ·",
        "gra 123456789 10",
        "yel 123456789 10",
        "gre 123456789 10",
    )
    ok(box)
    assert box.shown.main.title == "now: ▲ Seat 2"


# -- always --------------------------------------------------------------------------------------------------


def told(box: Evening) -> dict[str, Any]:
    """The snapshot, but for the last refusal."""
    return {key: value for key, value in box.see.items() if key != "refused"}


def check(see: dict[str, Any], laid: dict[Card, Pile], pro: bool) -> None:
    """What is true at any time; ``laid`` are the cards laid so far, in order, and where."""
    hands = {int(seat): player["cards"] for seat, player in see["players"].items()}
    assert see["laid"] == len(laid)
    assert see["laid"] + see["draw"] + sum(hands.values()) == len(DECK)
    assert all(0 <= held <= 2 for held in hands.values())
    assert (see["phase"] == "won") is (see["laid"] == len(DECK))
    for pile in Pile:
        top = next((card for card in reversed(laid) if laid[card] is pile), None)
        assert see[str(pile)] == (None if top is None else {"colour": str(top.colour), "value": top.value})
    if see["phase"] == "turn":
        turn = see["turn"]
        assert hands[turn] or (pro and see["laid_this_turn"])
        assert see["laid_this_turn"] <= 1
        assert not see["draw"] or {held for seat, held in hands.items() if seat != turn} == {2}


def check_view(box: Evening) -> None:
    """Every screen says something, and no line is cut."""
    for screen in box.shown.screens().values():
        assert screen.big or screen.text or screen == Screen()
        assert all(len(line) <= 20 for line in (screen.title, *screen.text)), screen


@settings(max_examples=30)
@given(
    seats=st.sampled_from(("1,2", "2,5", "1,2,3,4,5")),
    pro=st.booleans(),
    chance=st.randoms(use_true_random=False),
)
def test_any_legal_game_comes_to_its_end_card_by_card_and_is_undone_to_its_start(
    seats: str, pro: bool, chance: Random
) -> None:
    """One who sees all cards, likes the trick, tries what is illegal, and ends turns now and then."""
    box = evening(f"seats={seats} pro={'yes' if pro else 'no'}")
    seen, laid, tops = [told(box)], dict[Card, Pile](), dict[Pile, Card]()

    def does(typed: str, accepted: bool = True) -> None:
        box.enter(typed, box.now / 1e6 + 400)
        assert (box.refused is None) is accepted, typed
        assert accepted or told(box) == seen[-1]
        if accepted:
            seen.append(told(box))

    while box.see["phase"] == "turn":
        check(box.see, laid, pro)
        check_view(box)
        may_lay = not (pro and box.see["laid_this_turn"])
        everything = [(card, pile) for card in DECK for pile in Pile]
        moves = [
            (card, pile)
            for card, pile in everything
            if may_lay and card not in laid and fits(card, pile, tops.get(pile))
        ]
        if len(moves) < len(everything):
            legal = set(moves)
            card, pile = chance.choice([move for move in everything if move not in legal])
            does(f"{card.colour} {card.value} {pile}", accepted=False)
        if box.see["laid_this_turn"] and (not moves or chance.random() < 0.3):
            does("ok")
            continue
        if not moves:
            does("stuck")
            break
        tricks = [(card, pile) for card, pile in moves if turns_back(card, pile, tops.get(pile))]
        card, pile = chance.choice(tricks if tricks and chance.random() < 0.8 else moves)
        laid[card], tops[pile] = pile, card
        does(f"{card.colour} {card.value} {pile}")
    check(box.see, laid, pro)
    assert box.see["winners"] == ([int(seat) for seat in seats.split(",")] if len(laid) == len(DECK) else [])
    for before in reversed(seen[:-1]):
        box.key("undo", box.now / 1e6 + 400)
        assert told(box) == before
