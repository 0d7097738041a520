"""Rolls, cards, places, ties, points. What is wrong, and what it costs, is in test_kezao_wrong."""

from __future__ import annotations

import pytest

from companion.errors import OptionError
from companion.games.base import NotNow
from firmware.events import Knob, Press, Rolled
from firmware.views import Cue, Lamp, Sound
from tests.companion.games.kezao.kezao_sitting import Kezao, full, nearly_out, rolled, sit
from tests.companion.games.sitting import ns, referee_for

TIE = 0.5
"""The box's usual tie, ms."""

EXPECTED = (
    "Expected {dice}, nobody, resume, first SEAT, wrong SEAT, none SEAT, cards SEAT N "
    "or points SEAT N; got {got}"
)


# -- how it begins -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "pile"), [("1,2", 46), ("1,2,3", 39), ("1,2,3,4,5,6,7", 11)])
def test_everyone_has_seven_cards_and_the_rest_is_the_pile(seats: str, pile: int) -> None:
    table = sit(f"seats={seats}")
    assert (set(table.cards), table.see["pile"], table.see["aside"]) == ({7}, pile, 0)
    assert table.cards_in_all() == 60
    assert table.see["places"] == len(table.cards)


def test_the_first_seat_begins_and_the_ring_may_have_gaps() -> None:
    table = sit("seats=2,5,7 first=5")
    rollers = []
    for _ in range(4):
        rollers.append(table.see["roller"])
        table.pass_roll()
    assert rollers == [5, 7, 2, 5]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("seats=1,2,3,4,5,6,7,8", "kezao: expected 2 to 7 seats, got 8"),
        ("seats=1", "kezao: expected 2 to 7 seats, got 1"),
        ("seats=1,2 young=maybe", "kezao: expected young to be yes or no; got 'maybe'"),
        (
            "seats=1,2 wins=5",
            "kezao: expected option=value with one of seats, first, young, dice, lang, tie_us, settle_ms; "
            "got 'wins=5'",
        ),
    ],
)
def test_it_cannot_be_set_up_like_that(options: str, why: str) -> None:
    with pytest.raises(OptionError) as error:
        referee_for(f"kezao {options}")
    assert str(error.value) == why


# -- choosing and rolling ------------------------------------------------------------------------------------


def test_the_knob_turns_through_the_dice_and_stops_at_the_ends() -> None:
    table = sit()
    picked = [table.see["picked"]]
    for at, steps in enumerate((1, 1, 1, -1, -9), 1):
        table.happen(Knob(steps, ns(at * 100)))
        picked.append(table.see["picked"])
    assert picked == ["++", "+-", "--", "--", "+-", "++"]


@pytest.mark.parametrize(
    ("pick", "kinds"),
    [("++", ("with", "with")), ("+-", ("with", "without")), ("--", ("without", "without"))],
)
def test_the_rollers_press_rolls_what_is_picked(pick: str, kinds: tuple[str, str]) -> None:
    table = sit()
    assert table.enter(pick, 500) is None
    assert table.press(1, 1000) is None
    assert table.cues == [Cue(Sound.ROLL)]
    assert table.rolled == [kinds]
    assert (table.see["phase"], table.see["rolling"]) == ("lay", True)
    assert [kind for kind, _ in table.see["dice"]] == list(kinds)


def test_ok_rolls_for_the_roller_and_nobody_else_does() -> None:
    table = sit("seats=1,2,3 first=2")
    assert table.press(3, 500) == "The roller is seat 2"
    assert table.see["phase"] == "choose"
    assert table.ok(1000) is None
    assert table.see["phase"] == "lay"


def test_dice_picked_once_stay_picked() -> None:
    table = sit()
    table.roll(pick="--")
    table.enter("nobody", table.ms + 100)
    table.ok(table.ms + 1000)
    assert (table.see["picked"], table.see["dice"], table.see["with"]) == ("--", [], [])


def test_with_young_children_it_is_one_die() -> None:
    table = sit("seats=1,2 young=yes")
    assert table.see["picked"] == "+"
    assert table.enter("++", 100) == EXPECTED.format(dice="+, -", got="++")
    table.roll("green", pick="-")
    assert (table.see["dice"], table.see["with"], table.see["without"]) == (
        [["without", "green"]],
        [],
        ["green"],
    )


def test_dice_come_to_rest_half_a_second_after_the_press_with_one_sound() -> None:
    table = sit()
    table.press(1, 1000)
    table.wait(1499)
    assert table.see["rolling"]
    table.wait(1500)
    assert table.cues == [Cue(Sound.START)]
    assert not table.see["rolling"]
    table.wait(9000)
    assert table.cues == []


def test_nobody_lays_while_the_dice_roll() -> None:
    table = sit()
    table.press(1, 1000)
    for seat, ms in ((1, 1100), (2, 1300), (3, 1499.999)):
        assert table.press(seat, ms) == "The dice are rolling"
    assert table.ok(1499.9999) == "The dice are rolling"
    assert table.enter("nobody", 1499.9999) == "The dice are rolling"
    assert table.press(3, 1500) is None
    table.wait(1600)
    assert (table.see["laid"], table.cards) == ([3], [7, 7, 6])


def test_the_same_colour_on_both_kinds_is_rolled_again_by_the_box_and_nobody_lays_meanwhile() -> None:
    table = sit()
    table.faces.extend([("red", "red"), ("blue", "blue"), ("red", "orange")])
    table.enter("+-", 500)
    table.press(1, 1000)
    assert table.rolled == [("with", "without")] * 3
    assert (table.see["dice"], table.see["rerolls"]) == ([["with", "red"], ["without", "orange"]], 2)
    assert (table.see["with"], table.see["without"]) == (["red"], ["orange"])
    for ms in (1700, 2200, 3400):
        table.wait(ms)
        assert table.see["rolling"]
        assert table.press(2, ms + 50) == "The dice are rolling"
    assert table.press(2, 3500) is None
    table.wait(3600)
    assert (table.see["laid"], table.see["roller"], table.see["rolling"]) == ([2], 1, False)


def test_faces_of_a_roll_that_was_undone_are_nobodys() -> None:
    table = rolled()
    before = table.see
    table.happen(Rolled(("green", "green"), table.now))
    table.happen(Rolled(("green",), table.now))
    assert table.see == before
    fresh = sit()
    fresh.happen(Rolled(("green", "green"), 1000))
    assert fresh.see["phase"] == "choose"


def test_a_throw_whose_faces_never_came_is_thrown_again() -> None:
    table = sit()
    referee, at = table.referee, ns(1000)
    thrown, effects = referee.step(table.state, Press(1, at))
    assert (referee.snapshot(thrown, at)["phase"], len(effects)) == ("choose", 2)
    with pytest.raises(NotNow, match="rolling"):
        referee.step(thrown, Press(1, at + ns(100)))
    again, effects = referee.step(thrown, Press(1, at + ns(600)))
    assert len(effects) == 2
    after, _ = referee.step(again, Rolled(("red", "blue"), at + ns(630)))
    assert referee.snapshot(after, at + ns(630))["phase"] == "lay"


# -- cards and places ----------------------------------------------------------------------------------------


def test_as_many_cards_may_lie_as_there_are_players_and_one_seat_may_lay_several() -> None:
    table = rolled()
    table.lay(1, 1)
    assert (table.see["phase"], table.see["laid"], table.cards) == ("lay", [1, 1], [5, 7, 7])
    table.lay(2)
    assert (table.see["phase"], table.see["laid"], table.cards) == ("check", [1, 1, 2], [5, 6, 7])
    assert table.press(3, table.ms + 100) == "All places are full"
    assert (table.see["laid"], table.cards) == ([1, 1, 2], [5, 6, 7])


def test_each_card_sounds_like_its_seat_and_the_last_place_like_the_end() -> None:
    table = rolled("seats=1,2")
    table.press(2, 3000)
    table.wait(3100)
    assert table.cues == [Cue(Sound.RULING, 2)]
    table.press(1, 3200)
    table.wait(3300)
    assert table.cues == [Cue(Sound.TIME_UP)]


def test_the_roller_may_lay_as_well() -> None:
    table = rolled()
    table.lay(1)
    assert table.see["laid"] == [1]


def test_hands_in_flight_when_the_places_fill_pay_nothing() -> None:
    table = full(1, 2, 3)
    began = table.state.since / 1e6
    for seat, ms in ((1, began + 1), (2, began + 250), (3, began + 499.999)):
        assert table.press(seat, ms) == "All places are full"
    assert table.cards == [6, 6, 6]
    assert table.of("barred") == [False] * 3


def test_a_press_delivered_after_the_last_place_was_ruled_is_late_and_flips_nothing() -> None:
    table = rolled("seats=1,2")
    table.lay(1)
    table.press(1, 3000)
    table.wait(3100)
    assert (table.see["phase"], table.see["laid"]) == ("check", [1, 1])
    assert table.press(2, 2999) == "the press came too late"
    assert (table.see["laid"], table.cards) == ([1, 1], [5, 7])
    assert (table.ruling["winner"], table.ruling["late"], table.ruling["order"]) == (1, [2], [1])
    assert table.press(2, 2998) == "All places are full"
    assert table.ruling["late"] == [2]


def test_a_press_delivered_late_still_lies_where_there_is_a_place() -> None:
    table = rolled()
    table.press(1, 3000)
    table.wait(3100)
    assert table.press(2, 2999) is None
    table.wait(3200)
    assert (table.see["laid"], table.cards) == ([1, 2], [6, 6, 7])


def test_nobody_can_lay_leads_to_the_check_and_the_next_roll() -> None:
    table = rolled()
    table.lay(2)
    assert table.enter("nobody", table.ms + 100) is None
    assert (table.see["phase"], table.see["laid"], table.see["aside"]) == ("check", [2], 0)
    assert table.enter("nobody", table.ms + 50) == "Now check the cards"
    assert table.press(3, table.ms + 50) == "Now check the cards"
    assert table.ok(table.ms + 10) is None
    assert (table.see["phase"], table.see["roller"], table.see["laid"], table.see["aside"]) == (
        "choose",
        2,
        [],
        1,
    )
    assert table.enter("nobody", table.ms + 50) == "Roll first"


def test_nobody_waits_for_a_card_that_is_just_being_ruled() -> None:
    table = rolled("seats=1,2 tie_us=30000")
    table.press(1, 3000)
    assert table.enter("nobody", 3010) == "Someone has already pressed"
    table.wait(3100)
    assert table.see["laid"] == [1]


def test_a_press_of_the_next_roller_just_after_the_check_was_meant_as_a_mark_and_rolls_nothing() -> None:
    table = full(1, 2, 3)
    assert table.ok(10_000) is None
    assert table.press(2, 10_199.999) == "Too late: the check is over"
    assert table.press(2, 10_200) is None
    assert table.see["phase"] == "lay"


# -- cards laid together -------------------------------------------------------------------------------------


def test_two_at_once_both_lie_where_there_are_places_and_the_ruling_says_tie() -> None:
    table = rolled()
    table.press(3, 3000)
    table.press(1, 3000 + TIE)
    table.wait(3100)
    assert (table.see["phase"], table.see["laid"], table.see["tied"]) == ("lay", [3, 1], [])
    assert (table.ruling["tie"], table.ruling["order"], table.ruling["winner"]) == (True, [3, 1], None)


def test_just_beyond_the_tie_they_are_two_rulings() -> None:
    table = rolled("seats=1,2,3,4")
    table.lay(1, 1, 1)
    table.press(3, 3000)
    table.press(2, 3000 + TIE + 0.001)
    assert table.see["laid"] == [1, 1, 1, 3]
    assert (table.see["phase"], table.ruling["tie"]) == ("check", False)


def test_an_exact_tie_on_the_last_place_is_for_the_table() -> None:
    table = full_but_one()
    table.press(3, 3000)
    table.press(2, 3000)
    table.wait(3100)
    assert table.cues == [Cue(Sound.TIE)]
    assert (table.see["phase"], table.see["laid"], table.see["tied"]) == ("lay", [1, 1], [2, 3])
    assert table.cards == [5, 7, 7]
    (who,) = table.referee.choices(table.state)
    assert who.then is not None
    assert [choice.text for choice in who.then()] == ["first 2", "first 3"]
    for why in (table.ok(3200), table.press(1, 3300), table.enter("nobody", 3400)):
        assert why == "A tie: whose place is it?"
    assert table.enter("first 1", 3500) == "Expected one of the tied seats, got 1"
    assert table.enter("first 3", 3600) is None
    assert (table.see["phase"], table.see["laid"], table.see["tied"]) == ("check", [1, 1, 3], [])
    assert table.cards == [5, 7, 6]
    assert (table.ruling["winner"], table.ruling["by"], table.ruling["tie"]) == (3, "table", True)
    assert table.enter("first 2", 3700) == "There is no tie to decide"


def full_but_one() -> Kezao:
    """One place is left."""
    table = rolled()
    table.lay(1, 1)
    return table


def test_three_at_once_for_two_places_are_decided_one_after_the_other() -> None:
    table = rolled()
    table.lay(1)
    for seat in (1, 2, 3):
        table.press(seat, 3000)
    table.wait(3100)
    assert (table.see["laid"], table.see["tied"]) == ([1], [1, 2, 3])
    table.enter("first 2", 3200)
    assert (table.see["phase"], table.see["laid"], table.see["tied"]) == ("lay", [1, 2], [1, 3])
    table.enter("first 1", 3300)
    assert (table.see["phase"], table.see["laid"], table.cards) == ("check", [1, 2, 1], [5, 6, 7])


def test_a_press_delivered_late_into_a_tie_is_shown_and_changes_nothing() -> None:
    table = full_but_one()
    table.press(3, 3000)
    table.press(2, 3000)
    table.wait(3100)
    assert table.press(1, 2999.9) == "the press came too late"
    assert (table.see["tied"], table.ruling["late"]) == ([2, 3], [1])


def test_one_seat_lays_one_card_at_a_time() -> None:
    table = rolled("seats=1,2 tie_us=1000000")
    assert table.press(1, 3000) is None
    assert table.press(1, 3500) == "One card at a time"
    assert table.press(2, 4000) is None
    table.wait(4100)
    assert (table.see["laid"], table.cards) == ([1, 2], [6, 6])


def test_a_late_delivery_that_moves_a_tie_forward_costs_no_card() -> None:
    table = rolled("seats=1,2,3 tie_us=30000")
    table.press(1, 3000)
    table.press(2, 3025)
    table.press(3, 2990)
    table.wait(3021)
    assert table.see["laid"] == [3, 1]
    table.wait(3100)
    assert (table.see["laid"], table.ruling["order"]) == ([3, 1, 2], [2])


def test_whoever_was_first_has_the_last_place_however_late_it_is_delivered() -> None:
    table = full_but_one()
    table.press(3, 3000)
    table.press(2, 2990)
    table.wait(3100)
    assert (table.see["phase"], table.see["laid"], table.see["tied"]) == ("check", [1, 1, 2], [])
    assert (table.cards, table.ruling["order"]) == ([5, 6, 7], [2, 3])


# -- points --------------------------------------------------------------------------------------------------


def test_the_last_card_ends_the_laying_at_once_and_ok_makes_it_a_point() -> None:
    table = nearly_out(2)
    roller, pile = table.see["roller"], table.see["pile"]
    assert (pile, table.see["aside"]) == (39, 6)
    table.press(2, table.ms + 100)
    table.wait(table.ms + 1)
    assert table.cues == [Cue(Sound.RULING, 2)]
    assert (table.see["phase"], table.see["laid"], table.of("points")) == ("check", [2], [0, 0, 0])
    assert table.ok(table.ms + 1000) is None
    assert table.cues == [Cue(Sound.RIGHT, 2)]
    assert (table.see["phase"], table.of("points"), table.cards) == ("choose", [0, 1, 0], [7, 7, 7])
    assert (table.see["pile"], table.see["aside"], table.see["round"]) == (39, 0, 2)
    assert table.see["roller"] == roller % 3 + 1


def test_two_last_cards_at_once_are_for_the_table_and_the_other_takes_its_card_back() -> None:
    table = nearly_out(1, 3)
    at = table.ms + 100
    for seat in (3, 2, 1):
        table.press(seat, at)
    table.wait(at + 50)
    assert (table.see["phase"], table.see["laid"], table.see["tied"]) == ("lay", [2], [1, 3])
    assert table.ok(at + 400) == "A tie: whose point is it?"
    table.enter("first 3", at + 500)
    assert (table.see["phase"], table.see["laid"], table.cards) == ("check", [2, 3], [1, 6, 0])
    table.ok(at + 2000)
    assert (table.of("points"), table.cards) == ([0, 0, 1], [7, 7, 7])


def test_a_last_card_on_the_last_place_against_another_is_for_the_table() -> None:
    for chosen, points in ((1, [1, 0]), (2, [0, 0])):
        table = nearly_out(1, options="seats=1,2")
        table.lay(2)
        at = table.ms + 100
        table.press(1, at)
        table.press(2, at)
        table.wait(at + 50)
        assert table.see["tied"] == [1, 2]
        table.enter(f"first {chosen}", at + 100)
        table.ok(at + 2000)
        assert table.of("points") == points


def test_three_points_win() -> None:
    table = sit("seats=1,2")
    for points in (1, 2, 3):
        for _ in range(7):
            table.pass_roll(2)
        assert table.of("points") == [0, points]
    assert (table.see["phase"], table.referee.outcome(table.state).winners) == ("over", (2,))
    assert table.cues == [Cue(Sound.OVER, 2)]
    assert table.see["turn"] is None
    assert table.press(1, table.ms + 100) == "The game is over"
    assert table.ok(table.ms + 500) == "The game is over"
    assert table.enter("nobody", table.ms + 100) == "The game is over"


# -- what is typed -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["hello", "+", "+++", "first", "first x", "first 99999999999", "nobody 2"])
def test_nonsense_is_refused_with_what_was_expected(text: str) -> None:
    for table in (sit(), rolled(), full(1, 2, 3)):
        before = table.state
        why = table.enter(text, table.ms + 1000)
        assert why == EXPECTED.format(dice="++, +-, --", got=text)
        assert table.state == before


def test_what_is_typed_at_the_wrong_moment_is_refused() -> None:
    table = rolled()
    assert table.enter("++", 3000) == "The dice are rolled already"
    assert table.enter("resume", 3000) == "Nothing was stopped"
    assert table.enter("first 1", 3000) == "There is no tie to decide"
    assert table.happen(Knob(1, ns(3000))) == "Nothing to choose now"


# -- lamps ---------------------------------------------------------------------------------------------------


def lamps(table: Kezao) -> str:
    signs = {Lamp.ON: "o", Lamp.OFF: ".", Lamp.BLINK: "*"}
    seats = table.referee.setup.seats
    return "".join(signs[table.referee.lamp(table.state, seat, table.now)] for seat in seats)


def test_lamps_are_lit_for_whoever_may_press() -> None:
    table = sit()
    assert lamps(table) == "o.."
    table.press(1, 1000)
    assert lamps(table) == "..."
    table.wait(1600)
    assert lamps(table) == "ooo"
    table.lay(1, 1)
    table.press(2, 3000)
    table.press(3, 3000)
    table.wait(3100)
    assert lamps(table) == ".**"
    table.enter("first 2", 3200)
    assert lamps(table) == "**."
    table.hold(2)
    assert lamps(table) == "*.."
    table.ok(9000)
    assert lamps(table) == "o.o"


def test_screens_may_not_dim_while_cards_are_laid() -> None:
    table = sit()
    assert table.referee.may_doze(table.state)
    table.press(1, 1000)
    assert not table.referee.may_doze(table.state)
