from __future__ import annotations

import unicodedata
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import OptionError
from companion.games.the_game.cards import DECK, Card, Colour, Pile, fits, turns_back
from firmware.views import Cue, Lamp, Screen, Sound
from tests.companion.games.legible import cut
from tests.companion.games.sitting import Sitting
from tests.companion.games.the_game.the_game_sitting import entered, evening, laid, nothing_fits, sit
from tests.companion.session.evening import Evening


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
    laid(table, "done")
    assert (table.see["turn"], cards(table), table.see["draw"]) == (2, [2, 2, 2, 2], 41)
    laid(table, "blue 4 falling", "green 2 falling")
    assert (table.see["turn"], table.see["draw"], table.see["laid_this_turn"]) == (3, 39, 0)
    laid(table, "blue 5 rising", "done", "green 8 falling")
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


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("czerwona 7 malejący", "red 7 falling"),
        ("CZERWONY 7 Malejąca", "red 7 falling"),
        ("czerwoną 7 górny", "red 7 falling"),
        ("  Red   7  UPPER ", "red 7 falling"),
        ("niebieska 4 rosnący", "blue 4 rising"),
        ("niebieski 4 rosnacy", "blue 4 rising"),
        ("szara 10 dolny", "gray 10 rising"),
        ("grey 10 lower", "gray 10 rising"),
        ("żółta 5 rosnący", "yellow 5 rising"),
        (unicodedata.normalize("NFD", "ŻÓŁTĄ 5 rosnący"), "yellow 5 rising"),
        ("zolty 5 rosnacy", "yellow 5 rising"),
        ("zielone 2 malejace", "green 2 falling"),
        ("utknąłem", "stuck"),
        ("utknelismy", "stuck"),
    ],
)
def test_polish_and_english_words_do_the_same(typed: str, english: str) -> None:
    assert laid(sit(), typed).see == laid(sit(), english).see


def test_the_end_of_a_turn_can_be_typed() -> None:
    for typed in ("done", "koniec"):
        assert why(sit(), typed) == "First enter the card"
        assert laid(sit(), "red 7 falling", typed).see["turn"] == 2


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
        ("correct mauve 3 red 3", "Expected blue, red, gray, yellow or green; got mauve"),
        ("correct blue 3 red 12", "Expected a value from 1 to 10; got 12"),
        ("correct blue 3 sideways", "Expected rising or falling; got sideways"),
        ("correct red 3 red 4", "Not laid: red 3"),
        ("correct blue 3 blue 3", "Already laid: blue 3"),
        ("cards 1 3", "Expected a number of cards up to 2; got 3"),
        ("cards 1 two", "Expected a number of cards up to 2; got two"),
    ],
)
def test_what_can_not_be_read_is_refused_with_what_was_expected(typed: str, reason: str) -> None:
    table = laid(sit(), "blue 3 rising")
    assert why(table, typed) == reason


# -- turns ---------------------------------------------------------------------------------------------------


def test_a_turn_ends_after_a_card_by_ok_or_its_seats_press_alone() -> None:
    table = sit("seats=1,2,3 first=3")
    assert table.press(3, 500) == "First enter the card"
    assert table.press(1, 900) == "Not now: it is Seat 3's turn"
    table.enter("red 7 falling", 1300)
    assert table.press(1, 1700) == "Not now: it is Seat 3's turn"
    assert table.see["turn"] == 3
    assert table.tap(3, 2100) is None
    assert table.see["turn"] == 1
    table.enter("red 6 falling", 2500)
    assert table.enter("done", 2900) is None
    assert table.see["turn"] == 2


def test_the_second_card_ends_the_turn_by_itself_and_a_press_after_it_does_nothing() -> None:
    table = laid(sit(), "red 7 falling", "red 6 falling")
    assert (table.see["turn"], table.see["draw"]) == (2, 42)
    assert table.press(1, 5000) == "Not now: it is Seat 2's turn"


def test_pro_takes_exactly_one_card_and_then_ok_or_a_press() -> None:
    table = laid(sit("seats=1,2 pro=yes"), "red 7 falling")
    assert why(table, "blue 4 falling") == "Only 1 card a turn: press"
    assert (table.see["turn"], table.see["laid"], table.see["laid_this_turn"]) == (1, 1, 1)
    assert table.press(1, 5000) is None
    assert (table.see["turn"], cards(table)) == (2, [2, 2])
    laid(table, "blue 4 falling", "done")
    assert table.see["turn"] == 1


def test_the_next_seats_tone_tells_that_a_turn_has_passed_and_a_trick_sounds_right() -> None:
    table = laid(sit(), "green 2 falling")
    assert table.cues == [Cue(Sound.TICK, 1)]
    laid(table, "green 8 falling")
    assert table.cues == [Cue(Sound.RIGHT, 1), Cue(Sound.TICK, 2)]
    laid(table, "red 1 rising")
    assert table.cues == [Cue(Sound.TICK, 2)]
    laid(table, "done")
    assert table.cues == [Cue(Sound.TICK, 3)]


def test_only_the_seat_on_turn_has_its_lamp_lit() -> None:
    table = laid(sit(), "red 7 falling", "done")
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
                laid(table, "done")
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
    laid(table, *order[:44], order[44], "done")
    assert (table.see["draw"], table.see["turn"], cards(table)) == (1, 2, [2, 2])
    laid(table, *order[45:47])
    assert (table.see["draw"], table.see["turn"], cards(table)) == (0, 1, [2, 1])


def test_a_seat_without_cards_is_skipped_once_there_are_none_to_draw() -> None:
    table = down_to("red 1", "red 2", "red 3", "green 1", options="seats=1,2,3 first=2")
    assert (table.see["draw"], sum(cards(table))) == (0, 4)
    turns = []
    for typed in ("red 3 falling", "done", "red 2 falling", "done"):
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
    laid(table, "done")
    assert (table.see["turn"], cards(table)) == (2, [0, 1])


def test_the_turn_comes_back_to_a_seat_that_alone_has_cards() -> None:
    table = down_to("red 1", "red 2", "red 3", options="seats=1,2")
    laid(table, "red 3 falling", "red 2 falling")
    assert (table.see["turn"], cards(table)) == (1, [1, 0])
    table = down_to("red 1", "red 2", options="seats=1,2")
    assert (table.see["turn"], cards(table)) == (1, [2, 0])
    laid(table, "red 2 falling", "done")
    assert (table.see["turn"], cards(table)) == (1, [1, 0])


def test_stuck_before_the_first_card_loses_at_once() -> None:
    table = laid(sit(), "red 7 falling", "done", "stuck")
    assert (table.see["phase"], table.see["turn"], table.see["laid"]) == ("lost", None, 1)
    assert table.referee.outcome(table.state).winners == ()
    assert table.cues == [Cue(Sound.WRONG)]
    assert table.referee.lamp(table.state, 2, table.now) is Lamp.OFF


def test_experts_can_be_made_and_unmade_in_the_middle() -> None:
    table = laid(sit("seats=1,2"), "red 7 falling")
    expert = sit("seats=1,2 pro=yes").referee
    assert expert.takes_over(table.state, table.referee.setup) == table.state
    assert expert.choices(table.state)[0].text == "done"
    assert sit("seats=1,2,3").referee.takes_over(table.state, table.referee.setup) is None


def test_who_has_laid_a_card_is_not_stuck() -> None:
    table = laid(sit(), "red 7 falling")
    assert why(table, "stuck") == "A card was laid: end the turn"


def test_it_is_lost_at_once_when_the_seat_on_turn_has_laid_none_and_no_card_there_is_fits() -> None:
    table = laid(sit("seats=1,2"), *nothing_fits()[:-1])
    assert table.see["phase"] == "turn"
    laid(table, nothing_fits()[-1])
    assert (table.see["phase"], table.see["turn"], table.see["laid"]) == ("lost", None, 20)
    assert table.referee.outcome(table.state).winners == ()
    assert table.cues == [Cue(Sound.WRONG)]


def test_after_a_first_card_that_leaves_nothing_the_turn_ends_and_the_next_one_is_lost() -> None:
    *before, last = nothing_fits()
    table = laid(sit("seats=1,2"), before[0], "done", *before[1:], last)
    assert (table.see["phase"], table.see["turn"], table.see["laid_this_turn"]) == ("turn", 1, 1)
    assert table.press(1, table.now / 1e6 + 400) is None
    assert (table.see["phase"], table.see["laid"]) == ("lost", 20)


def test_a_card_somebody_may_still_hold_keeps_the_game_going() -> None:
    kept = "red 5 rising"
    table = laid(sit("seats=1,2"), *(typed for typed in nothing_fits() if typed != kept), "done")
    assert table.see["phase"] == "turn"
    laid(table, kept)
    assert table.see["rising"] == {"colour": "red", "value": 5}


def test_after_the_end_nothing_counts() -> None:
    for table in (laid(sit(), "stuck"), down_to()):
        for typed in ("red 7 falling", "stuck", "done", "cards 1 2"):
            assert why(table, typed) == "The game is over"
        assert table.press(1, table.now / 1e6 + 400) == "The game is over"
        assert table.ok(table.now / 1e6 + 400) == "The game is over"


# -- what was wrong ------------------------------------------------------------------------------------------


def test_a_card_is_corrected_where_all_that_was_laid_since_still_fits() -> None:
    table = laid(sit(), "red 7 falling", "red 5 falling", "blue 3 falling")
    see = table.see
    assert why(table, "correct red 5 green 3") == "Then it won't fit: blue 3"
    assert why(table, "correct red 5 green 7") == "Then it won't fit: green 7"
    assert why(table, "correct red 5 blue 9") == "Then it won't fit: blue 9"
    laid(table, "correct red 5 green 4", "popraw niebieska 3 zielona 10")
    assert table.see == {**see, "falling": {"colour": "green", "value": 10}}
    assert why(table, "red 5 falling") is None


def test_a_card_on_the_wrong_pile_is_put_on_the_other_where_it_fits() -> None:
    table = laid(sit(), "red 7 falling", "red 5 rising", "blue 3 falling")
    assert why(table, "correct blue 3 rising") == "Then it won't fit: blue 3"
    laid(table, "correct red 7 rising")
    assert table.see["rising"] == {"colour": "red", "value": 5}
    assert table.see["falling"] == {"colour": "blue", "value": 3}


def test_hands_are_said_and_the_rest_of_the_cards_is_in_the_draw_pile() -> None:
    table = laid(sit("seats=1,2"), "red 7 falling", "karty 2 1")
    assert (cards(table), table.see["draw"]) == ([1, 1], 47)
    laid(table, "done", "red 6 falling")
    assert (table.see["turn"], cards(table), table.see["draw"]) == (1, [2, 2], 44)


def test_a_seat_that_is_said_to_hold_nothing_ends_its_turn_without_a_card() -> None:
    table = laid(sit("seats=1,2"), "cards 1 0")
    for typed in ("red 7 falling", "stuck"):
        assert why(table, typed) == "No more cards: press"
    assert table.press(1, table.now / 1e6 + 400) is None
    assert (table.see["turn"], cards(table), table.see["draw"]) == (2, [2, 2], 46)


def test_who_is_said_to_hold_two_again_still_lays_two_in_a_turn() -> None:
    table = laid(sit("seats=1,2"), "red 7 falling", "cards 1 2", "red 6 falling")
    assert (table.see["turn"], cards(table), table.see["draw"]) == (2, [2, 2], 44)


def test_no_more_cards_can_be_said_than_there_are() -> None:
    table = down_to("red 1", "red 2", "red 3", "green 1", options="seats=1,2,3 first=2")
    assert (table.see["draw"], cards(table)) == (0, [2, 2, 0])
    assert why(table, "cards 3 1") == "Expected a number of cards up to 0; got 1"
    laid(table, "cards 1 1", "cards 3 1")
    assert (table.see["draw"], cards(table)) == (0, [1, 2, 1])


def elbowed(*since: str, options: str = "seats=1,2") -> Evening:
    """After a card of seat 1 its button was touched, and the host has done something since."""
    box = entered(evening(options), "red 7 falling")
    box.tap(1, box.now / 1e6 + 400)
    assert box.see["turn"] == 2
    return entered(box, *since)


def test_an_elbow_that_ended_a_turn_is_taken_back_and_what_was_put_right_since_stays() -> None:
    for since in ([], ["correct red 7 red 8"], ["correct red 7 red 8", "correct red 8 red 7"]):
        box = entered(elbowed(*since), "none 1")
        assert (box.see["turn"], box.see["laid_this_turn"], box.see["draw"]) == (1, 1, 46)
        assert box.see["falling"]["value"] == (8 if len(since) == 1 else 7)
        entered(box, "blue 1 falling")
        assert (box.see["turn"], box.see["draw"]) == (2, 44)


def test_a_card_laid_since_was_the_elbowed_seats_second() -> None:
    box = entered(elbowed("blue 4 falling", "none 1"))
    assert (box.see["turn"], box.see["laid_this_turn"], box.see["draw"]) == (2, 0, 44)
    assert {player["cards"] for player in box.see["players"].values()} == {2}


def test_an_elbow_long_past_or_of_who_pressed_nothing_is_not_taken_back() -> None:
    box = elbowed("blue 4 falling", "done")
    for seat in (1, 2):
        box.enter(f"none {seat}", box.now / 1e6 + 400)
        assert box.refused == f"Seat {seat}: no press to take back"
    box = elbowed("blue 4 falling", options="seats=1,2 pro=yes")
    box.enter("none 1", box.now / 1e6 + 400)
    assert box.refused == "Seat 1: no press to take back"


def test_the_fiftieth_card_stays_whoever_s_elbow_came_before_it() -> None:
    table = down_to("red 1", "red 2", options="seats=1,2 pro=no")
    laid(table, "red 2 falling")
    assert table.press(1, table.now / 1e6 + 400) is None
    laid(table, "red 1 falling")
    assert table.see["phase"] == "won"
    assert table.referee.without(table.state, 1) is None


def test_an_elbow_that_lost_the_game_is_taken_back() -> None:
    *before, last = nothing_fits()
    box = entered(evening("seats=1,2"), before[0], "done", *before[1:], last)
    box.tap(1, box.now / 1e6 + 400)
    assert box.see["phase"] == "lost"
    entered(box, "none 1")
    assert (box.see["phase"], box.see["turn"]) == ("turn", 1)


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
    """Every screen says something, and what to do isn't cut."""
    for screen in box.shown.screens().values():
        assert screen.big or screen.text or screen == Screen()
        assert not cut(screen), screen


@settings(max_examples=20)
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
        if chance.random() < 0.1:
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
            does("done")
            continue
        tricks = [(card, pile) for card, pile in moves if turns_back(card, pile, tops.get(pile))]
        card, pile = chance.choice(tricks if tricks and chance.random() < 0.8 else moves)
        laid[card], tops[pile] = pile, card
        does(f"{card.colour} {card.value} {pile}")
    check(box.see, laid, pro)
    assert box.see["winners"] == ([int(seat) for seat in seats.split(",")] if len(laid) == len(DECK) else [])
    for before in reversed(seen[:-1]):
        box.key("undo", box.now / 1e6 + 400)
        assert told(box) == before


@settings(max_examples=25)
@given(pro=st.booleans(), chance=st.randoms(use_true_random=False))
def test_a_sloppy_table_loses_no_card_lays_none_twice_and_can_always_go_on(pro: bool, chance: Random) -> None:
    """Anybody presses, the host walks through all choices and puts right at random what was right."""
    box = evening(f"seats=1,2,4 pro={'yes' if pro else 'no'}")
    for _ in range(60):
        box.wait(box.now / 1e6 + chance.choice((0, 50, 400)))
        card, other = chance.sample(DECK, 2)
        if box.state.play.laid:
            card = chance.choice(box.state.play.laid).card
        seat = chance.choice((1, 2, 4))
        match chance.randrange(8):
            case 0 | 1 | 2 | 3:
                choices = box.session.choices(box.state)
                while (choice := chance.choice(choices)).then is not None:
                    choices = choice.then()
                box.enter(choice.text.replace("stuck", "done"), box.now / 1e6)
            case 4:
                box.tap(seat, box.now / 1e6)
            case 5:
                box.enter(f"correct {card} {chance.choice((other, *Pile))}", box.now / 1e6)
            case 6:
                box.enter(f"cards {seat} {chance.randrange(4)}", box.now / 1e6)
            case 7:
                box.enter(chance.choice((f"none {seat}", "undo", "undo", "redo")), box.now / 1e6)
        see, laid = box.see, box.state.play.laid
        hands = [player["cards"] for player in see["players"].values()]
        assert see["laid"] + see["draw"] + sum(hands) == len(DECK)
        assert see["draw"] >= 0
        assert all(0 <= held <= 2 for held in hands)
        assert len({one.card for one in laid}) == len(laid) == see["laid"]
        assert box.state.play.wrong() is None
        assert (see["phase"] == "turn") is (see["winners"] is None)
        assert box.session.choices(box.state)
