from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.games.base import NotNow
from firmware.events import Enter, HostKey, Key, Knob, Press, Within
from firmware.views import Cue, Lamp, Sound
from tests.companion.games.sitting import Sitting, ns, referee_for

TIE = 0.5
"""The box's usual tie, ms."""


def sit(options: str = "seats=1,2,3,4 first=1") -> Sitting:
    return Sitting(referee_for(f"seventeen {options}"))


def lay(table: Sitting, *seats: int, mark: str | None = None) -> None:
    """Each of these seats lays a card and says that it is done; a second apart, ``mark`` on the last card."""
    for seat in seats:
        ms = table.now / 1e6 + 1000
        assert table.tap(seat, ms) is None
        if mark is not None and seat == seats[-1]:
            assert table.enter(mark, ms + 200) is None
        assert table.ok(ms + 500) is None
        table.wait(ms + 501)
        assert table.see["phase"] == "turn"


def later(table: Sitting, ms: float = 1000) -> float:
    return table.now / 1e6 + ms


def call(table: Sitting, layer: int, caller: int) -> None:
    """``layer`` lays, ``caller`` calls, and no straggler is expected any more."""
    ms = later(table)
    table.tap(layer, ms)
    assert table.tap(caller, ms + 300) is None
    table.wait(ms + 1000)
    assert (table.see["phase"], table.see["caller"]) == ("reveal", caller)


# -- turns ---------------------------------------------------------------------------------------------------


def test_the_first_seat_begins_with_an_empty_row_and_no_tokens() -> None:
    see = sit("seats=2,4,5 first=4").see
    assert (see["phase"], see["turn"], see["row"], see["due"], see["direction"]) == ("turn", 4, 0, 1, 1)
    assert see["players"] == {seat: {"composure": 0, "nerves": 0} for seat in "245"}
    assert see["last_layer"] is see["caller"] is see["sum"] is None
    assert see["traps"] == []


def test_a_press_on_ones_turn_is_a_card_and_opens_the_window() -> None:
    table = sit()
    assert table.press(1, 1000) is None
    see = table.see
    assert (see["phase"], see["turn"], see["row"], see["last_layer"]) == ("window", 1, 1, 1)


@pytest.mark.parametrize("seat", [2, 3, 4])
def test_only_the_seat_on_turn_lays(seat: int) -> None:
    table = sit()
    assert table.press(seat, 1000) == "Not now: it is seat 1's turn"


def test_a_seat_not_in_the_game_is_told_so() -> None:
    assert sit().press(6, 1000) == "Seat 6 is not in this game"


@pytest.mark.parametrize("by_button", [True, False])
def test_the_layers_second_press_or_ok_hands_the_turn_on_clockwise(by_button: bool) -> None:
    table = sit("seats=1,2,4 first=4")
    table.tap(4, 1000)
    assert (table.press(4, 2000) if by_button else table.ok(2000)) is None
    assert table.see["phase"] == "window"
    table.wait(2000 + TIE)
    assert (table.see["phase"], table.see["turn"], table.see["due"]) == ("turn", 1, 1)


def test_before_a_card_ok_says_what_is_expected() -> None:
    assert sit().ok(1000) == "Seat 1 lays a card and presses"


def test_a_press_right_after_the_turn_ended_was_a_late_call_and_no_card() -> None:
    table = sit()
    table.tap(1, 1000)
    table.ok(2000)
    assert table.press(2, 2100) == "Too late: the turn is over"
    assert table.see["row"] == 1
    table.release(2, 2150)
    assert table.press(2, 2000 + TIE + 200) is None
    assert table.see["row"] == 2


def test_turns_go_round_the_ring() -> None:
    table = sit("seats=1,3,5 first=3")
    lay(table, 3, 5, 1, 3)
    assert (table.see["turn"], table.see["row"]) == (5, 4)


def test_the_knob_chooses_nothing_between_cards() -> None:
    table = sit()
    assert table.happen(Knob(1, ns(1000))) == "Nothing to choose now"
    assert table.happen(Key(HostKey.BACK, ns(1001))) == "Nothing to go back to"
    assert table.referee.choices(table.state) == ()


# -- calls ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("caller", [2, 3, 4])
def test_any_rival_may_call_in_the_window(caller: int) -> None:
    table = sit()
    table.tap(1, 1000)
    assert table.press(caller, 1500) is None
    assert table.see["phase"] == "window"
    table.wait(1500 + TIE)
    assert (table.see["phase"], table.see["caller"], table.see["turn"]) == ("reveal", caller, None)
    assert (table.ruling["winner"], table.ruling["by"], table.ruling["tie"]) == (caller, "time", False)
    assert table.cues == [Cue(Sound.RULING, caller)]


def test_the_first_stamp_wins_and_the_others_are_shown_with_their_margins() -> None:
    table = sit()
    table.tap(1, 1000)
    table.press(4, 1500)
    table.press(2, 1500 + TIE + 0.001)
    table.press(3, 1520)
    table.wait(1600)
    assert table.see["caller"] == 4
    assert (table.ruling["order"], table.ruling["margins_us"]) == ([4, 2, 3], [0, 501, 20_000])


@pytest.mark.parametrize(
    ("layer", "callers", "nearest"),
    [(1, (2, 4), 2), (1, (4, 2), 2), (1, (3, 4), 3), (4, (2, 3), 2), (4, (1, 3), 1), (3, (2, 1), 1)],
)
@pytest.mark.parametrize("gap", [0, TIE])
@pytest.mark.parametrize("reverse", [False, True])
def test_a_tie_goes_to_the_nearest_left_of_the_layer_clockwise_even_in_reverse(
    layer: int, callers: tuple[int, int], nearest: int, gap: float, reverse: bool
) -> None:
    table = sit(f"seats=1,2,3,4 first={layer}")
    table.tap(layer, 1000)
    if reverse:
        table.enter("reverse", 1100)
    table.press(callers[0], 1500)
    table.press(callers[1], 1500 + gap)
    table.wait(1600)
    assert table.see["direction"] == (-1 if reverse else 1)
    assert table.see["caller"] == nearest
    assert table.ruling["tied"] == sorted(callers)
    assert (table.ruling["tie"], table.ruling["by"]) == (True, "left")
    assert table.cues == [Cue(Sound.TIE, nearest)]


def test_a_table_that_wants_human_simultaneity_sets_its_own_tie() -> None:
    table = sit("seats=1,2,3,4 first=1 tie_us=30000")
    table.tap(1, 1000)
    table.press(3, 1500)
    table.press(2, 1530)
    table.press(4, 1530.001)
    table.wait(1600)
    assert (table.see["caller"], table.ruling["tied"]) == (2, [2, 3])


def test_a_press_by_the_last_layer_is_never_a_call() -> None:
    table = sit()
    table.tap(1, 1000)
    table.press(2, 1500)
    assert table.press(1, 1500.2) == "Someone has already called"
    table.release(1, 1510)
    assert table.press(1, 1600) is None
    assert table.see["caller"] == 2
    assert table.ruling["order"] == [2]
    assert table.see["traps"] == []


def test_ok_can_not_end_the_turn_once_someone_has_called() -> None:
    table = sit("seats=1,2,3,4 first=1 tie_us=30000")
    table.tap(1, 1000)
    table.press(2, 1500)
    assert table.ok(1510) == "Someone has already called"


@pytest.mark.parametrize(("after", "counts"), [(0, True), (TIE, True), (TIE + 0.001, False)])
@pytest.mark.parametrize("by_button", [True, False])
def test_a_call_within_tie_of_the_end_of_the_turn_is_in_time(
    after: float, counts: bool, by_button: bool
) -> None:
    table = sit()
    table.tap(1, 1000)
    assert (table.press(1, 2000) if by_button else table.ok(2000)) is None
    why = table.press(3, 2000 + after)
    table.wait(2100)
    if counts:
        assert why is None
        assert table.see["caller"] == 3
    else:
        assert why == "Not now: it is seat 2's turn"
        assert (table.see["phase"], table.see["turn"]) == ("turn", 2)


def test_a_call_after_the_end_joins_no_tie_with_one_that_was_in_time() -> None:
    table = sit("seats=1,2,3 first=1 tie_us=30000")
    table.tap(1, 1000)
    table.ok(2000)
    assert table.press(3, 2020) is None
    assert table.press(2, 2030.001) == "Too late: the turn is over"
    table.wait(2100)
    assert (table.see["caller"], table.ruling["order"]) == (3, [3])


def test_the_first_of_two_closing_presses_ends_the_turn() -> None:
    table = sit("seats=1,2 first=1 tie_us=30000")
    table.tap(1, 1000)
    table.ok(2000)
    table.ok(2020)
    table.wait(2030)
    assert (table.see["phase"], table.see["turn"]) == ("turn", 2)


def test_stragglers_are_shown_in_the_order_and_are_no_traps() -> None:
    table = sit()
    table.tap(1, 1000)
    table.press(2, 1500)
    assert table.press(3, 1999.9) is None
    assert (table.ruling["order"], table.see["traps"]) == ([2, 3], [])
    table.release(3, 2010)
    table.press(3, 2020)
    assert table.see["traps"] == [3]


def test_a_press_at_the_very_instant_of_the_card_or_before_it_is_too_early() -> None:
    table = sit()
    table.press(1, 1000)
    assert table.press(2, 1000) == "Too early: the card was not down yet"
    table.release(2, 1001)
    assert table.press(2, 1000.001) is None


# -- windows with an end -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "counts"), [(5999, True), (5999.999, True), (6000, False), (6001, False)])
def test_a_limited_window_takes_calls_before_its_end_and_none_at_it(at: float, counts: bool) -> None:
    table = sit("seats=1,2,3 first=1 window_s=5")
    table.tap(1, 1000)
    why = table.press(3, at)
    table.wait(7000)
    assert (why is None) is counts
    assert table.see["phase"] == ("reveal" if counts else "turn")


def test_a_tie_across_the_end_of_the_window_is_won_by_who_was_in_time() -> None:
    table = sit("seats=1,2,3 first=1 window_s=5 tie_us=30000")
    table.tap(1, 1000)
    table.press(3, 5990)
    assert table.press(2, 6005) == "Too late: the turn is over"
    table.wait(6100)
    assert table.see["caller"] == 3


def test_a_call_that_may_have_been_first_is_tied_though_its_stamp_is_after_the_end_of_the_window() -> None:
    table = sit("seats=1,2,3 first=1 window_s=5 reach_us=18000")
    table.tap(1, 1000)
    table.press(3, 5999.5)
    assert table.happen(Press(2, ns(6005), Within(ns(18), 0, ns(8), "pad"))) is None
    table.wait(6100)
    assert (table.see["caller"], table.ruling["tied"]) == (2, [2, 3])


def test_a_window_closes_by_itself_at_its_end_and_not_without_one() -> None:
    limited, unlimited = sit("seats=1,2 first=1 window_s=5"), sit("seats=1,2 first=1")
    for table in (limited, unlimited):
        table.tap(1, 1000)
        table.wait(5999.999)
        assert table.see["phase"] == "window"
        table.wait(6000)
    assert (limited.see["phase"], limited.see["turn"]) == ("turn", 2)
    unlimited.wait(3_600_000)
    assert unlimited.see["phase"] == "window"


def test_a_window_shorter_than_a_hold_still_waits_for_the_button() -> None:
    table = sit("seats=1,2 first=1 window_s=0.5")
    table.press(1, 1000)
    table.wait(1700)
    assert table.see["phase"] == "window"
    table.release(1, 1750)
    table.wait(1750)
    assert (table.see["phase"], table.see["turn"]) == ("turn", 2)


def test_the_seconds_of_a_window_count_down_on_the_screen_once_each() -> None:
    table = sit("seats=1,2 first=1 window_s=3")
    table.tap(1, 1000)
    changes = []
    now = table.now
    while (change := table.referee.changes_at(table.state, now)) is not None:
        changes.append(change)
        now = change
    assert changes == [ns(2000), ns(3000), ns(4000)]


# -- holding -------------------------------------------------------------------------------------------------


def test_holding_on_ones_own_turn_is_a_call_at_the_stamp_of_the_press() -> None:
    table = sit()
    lay(table, 1)
    ms = later(table)
    table.press(2, ms)
    table.wait(ms + 799.999)
    assert table.see["phase"] == "window"
    table.wait(ms + 800)
    assert (table.see["phase"], table.see["caller"], table.see["last_layer"]) == ("reveal", 2, 1)
    assert table.see["row"] == 1
    table.release(2, ms + 900)
    assert table.see["traps"] == []


def test_let_go_just_before_it_was_a_card() -> None:
    table = sit()
    lay(table, 1)
    ms = later(table)
    table.press(2, ms)
    table.release(2, ms + 799.999)
    table.wait(ms + 3000)
    assert (table.see["phase"], table.see["row"], table.see["last_layer"]) == ("window", 2, 2)


def test_rivals_who_press_while_the_button_is_down_wait_and_count_by_their_stamps() -> None:
    table = sit()
    lay(table, 1)
    ms = later(table)
    table.press(2, ms)
    table.press(4, ms + 100)
    table.press(3, ms + 200)
    table.wait(ms + 600)
    assert table.see["phase"] == "window"
    table.release(2, ms + 700)
    table.wait(ms + 700)
    assert (table.see["caller"], table.see["last_layer"]) == (4, 2)
    assert (table.ruling["order"], table.ruling["margins_us"]) == ([4, 3], [0, 100_000])


def test_a_hold_wins_over_rivals_who_pressed_after_it_went_down() -> None:
    table = sit()
    lay(table, 1)
    ms = later(table)
    table.press(2, ms)
    table.press(3, ms + 0.1)
    table.wait(ms + 800)
    assert table.see["caller"] == 2
    assert (table.ruling["order"], table.ruling["tie"]) == ([2, 3], False)


def test_rivals_who_call_when_they_hear_the_holder_call_confess_no_trap() -> None:
    table = sit()
    lay(table, 1)
    ms = later(table)
    table.press(2, ms)
    table.press(3, ms + 1299.9)
    assert (table.ruling["order"], table.see["traps"]) == ([2, 3], [])
    table.release(3, ms + 1300)
    table.press(3, ms + 1301)
    assert table.see["traps"] == [3]


def test_a_rivals_hold_is_just_a_call() -> None:
    table = sit()
    table.tap(1, 1000)
    table.press(3, 1500)
    table.wait(4000)
    assert table.see["caller"] == 3


def test_an_empty_row_can_not_be_called_by_holding() -> None:
    table = sit()
    before = table.state
    table.press(1, 1000)
    assert table.wait(1800) == "The row is empty: there is nothing to call"
    assert table.state == before
    assert table.release(1, 2000) is None
    assert table.press(1, 2500) is None
    assert table.see["row"] == 1


def test_nobody_calls_ones_own_last_card_by_holding() -> None:
    table = sit()
    lay(table, 1, mark="play2")
    lay(table, 2)
    assert (table.see["turn"], table.see["due"]) == (2, 1)
    before = table.state
    ms = later(table)
    table.press(2, ms)
    assert table.wait(ms + 800) == "You laid the last card yourself"
    assert table.state == before


def test_rivals_of_a_hold_that_is_refused_have_not_called() -> None:
    table = sit()
    table.press(1, 1000)
    table.press(3, 1300)
    assert table.wait(1800) == "The row is empty: there is nothing to call"
    table.wait(3000)
    assert (table.see["phase"], table.see["row"]) == ("turn", 0)


def test_undo_comes_back_with_every_button_up() -> None:
    table = sit()
    table.press(1, 1000)
    table.state = table.referee.buttons_up(table.state)
    table.wait(5000)
    assert (table.see["phase"], table.see["row"]) == ("window", 1)


# -- special cards -------------------------------------------------------------------------------------------


def test_reverse_flips_the_direction_and_plain_takes_it_back() -> None:
    table = sit()
    table.tap(1, 1000)
    table.enter("reverse", 1100)
    assert (table.see["direction"], table.see["mark"]) == (-1, "reverse")
    table.enter("PLAIN", 1200)
    assert (table.see["direction"], table.see["mark"]) == (1, "plain")
    table.enter("reverse", 1300)
    table.ok(1500)
    table.wait(1600)
    assert (table.see["turn"], table.see["direction"]) == (4, -1)


def test_two_reverses_cancel_out() -> None:
    table = sit()
    lay(table, 1, mark="reverse")
    lay(table, 4, mark="reverse")
    assert (table.see["turn"], table.see["direction"]) == (1, 1)


def test_a_reverse_stays_though_its_card_is_removed_and_over_rounds() -> None:
    table = sit()
    lay(table, 1, mark="reverse")
    lay(table, 4, mark="remove")
    assert (table.see["direction"], table.see["row"], table.see["turn"]) == (-1, 0, 3)
    lay(table, 3)
    call(table, 2, 1)
    table.enter("sum 20", later(table))
    table.ok(later(table))
    assert (table.see["phase"], table.see["direction"], table.see["turn"]) == ("turn", -1, 1)


def test_play2_makes_the_next_seat_lay_two_with_a_window_after_each() -> None:
    table = sit()
    lay(table, 1, mark="play2")
    assert (table.see["turn"], table.see["due"]) == (2, 2)
    lay(table, 2)
    assert (table.see["turn"], table.see["due"], table.see["row"]) == (2, 1, 2)
    ms = later(table)
    table.tap(2, ms)
    assert (table.see["phase"], table.see["due"]) == ("window", 0)
    table.ok(ms + 500)
    table.wait(ms + 600)
    assert (table.see["turn"], table.see["due"], table.see["row"]) == (3, 1, 3)


def test_who_must_lay_two_may_call_instead_and_the_duty_ends_with_the_round() -> None:
    table = sit()
    lay(table, 1, mark="play2")
    ms = later(table)
    table.press(2, ms)
    table.wait(ms + 1500)
    table.release(2, ms + 1500)
    assert table.see["caller"] == 2
    table.enter("sum 17", later(table))
    table.ok(later(table))
    assert (table.see["phase"], table.see["turn"], table.see["due"]) == ("turn", 2, 1)


def test_a_rival_may_call_between_the_two_cards() -> None:
    table = sit()
    lay(table, 1, mark="play2")
    call(table, 2, 4)
    assert table.see["last_layer"] == 2


@pytest.mark.parametrize("which", [0, 1])
def test_play2_on_either_of_two_cards_makes_the_next_seat_lay_two(which: int) -> None:
    table = sit()
    lay(table, 1, mark="play2")
    lay(table, 2, mark="play2" if which == 0 else None)
    assert (table.see["turn"], table.see["due"]) == (2, 1)
    lay(table, 2, mark="play2" if which == 1 else None)
    assert (table.see["turn"], table.see["due"]) == (3, 2)


def test_reverse_on_the_first_of_two_cards_changes_who_is_next_only_after_both() -> None:
    table = sit()
    lay(table, 1, mark="play2")
    lay(table, 2, mark="reverse")
    assert (table.see["turn"], table.see["direction"]) == (2, -1)
    lay(table, 2)
    assert (table.see["turn"], table.see["due"]) == (1, 1)


def test_remove_takes_itself_and_the_card_before_it_and_its_layer_stays_the_last() -> None:
    table = sit()
    lay(table, 1, 2)
    table.tap(3, later(table))
    table.enter("remove", later(table, 100))
    assert (table.see["row"], table.see["last_layer"]) == (1, 3)
    assert table.press(1, later(table, 100)) is None
    table.wait(later(table))
    assert (table.see["caller"], table.see["last_layer"], table.see["row"]) == (1, 3, 1)


def test_remove_can_be_taken_back_while_the_card_is_open() -> None:
    table = sit()
    lay(table, 1, 2)
    table.tap(3, later(table))
    table.enter("remove", later(table, 100))
    table.enter("plain", later(table, 100))
    assert table.see["row"] == 3


@pytest.mark.parametrize("cards", [(), (4,)])
def test_nobody_can_call_an_emptied_row_and_the_next_seat_must_lay(cards: tuple[int, ...]) -> None:
    table = sit("seats=1,2,3,4 first=4" if cards else "seats=1,2,3,4 first=1")
    lay(table, *cards)
    ms = later(table)
    table.tap(1, ms)
    table.enter("remove", ms + 100)
    assert table.see["row"] == 0
    assert table.press(3, ms + 200) == "The row is empty: nobody can call"
    assert table.referee.lamp(table.state, 3, table.now) is Lamp.OFF
    table.ok(ms + 300)
    ms = later(table)
    table.press(2, ms)
    assert table.wait(ms + 800) == "The row is empty: there is nothing to call"


def test_a_mark_needs_a_card() -> None:
    table = sit()
    for mark in ("reverse", "play2", "remove", "plain"):
        assert table.enter(mark, 500) == "No card to mark now"
    lay(table, 1)
    assert table.enter("reverse", later(table)) == "No card to mark now"


def test_the_last_card_can_still_be_marked_after_the_call() -> None:
    table = sit()
    lay(table, 1)
    call(table, 2, 3)
    table.enter("remove", later(table))
    assert table.see["row"] == 0
    table.enter("reverse", later(table))
    assert (table.see["row"], table.see["direction"]) == (2, -1)
    table.enter("sum 17", later(table))
    table.ok(later(table))
    assert table.see["direction"] == -1


def test_after_a_call_on_ones_own_turn_there_is_no_open_card() -> None:
    table = sit()
    lay(table, 1)
    ms = later(table)
    table.press(2, ms)
    table.wait(ms + 900)
    assert table.enter("reverse", ms + 1000) == "No card to mark now"


# -- the reveal ----------------------------------------------------------------------------------------------


def test_a_round_needs_its_sum() -> None:
    table = sit()
    call(table, 1, 2)
    assert table.ok(later(table)) == "Count the row and turn the knob to its sum"


def test_the_sum_decides_and_the_winner_of_the_comparison_starts() -> None:
    for total, players, starter in (
        (17, {1: (0, 1), 2: (1, 0)}, 2),
        (16, {1: (1, 0), 2: (0, 1)}, 1),
    ):
        table = sit()
        call(table, 1, 2)
        assert table.enter(f"sum {total}", later(table)) is None
        assert table.see["sum"] == total
        assert table.ok(later(table)) is None
        see = table.see
        assert (see["phase"], see["turn"], see["row"]) == ("turn", starter, 0)
        assert see["last_layer"] is see["caller"] is see["sum"] is None
        for seat, tokens in players.items():
            assert tuple(see["players"][str(seat)].values()) == tokens


@pytest.mark.parametrize("by_button", [True, False])
def test_traps_are_toggled_by_press_or_typed(by_button: bool) -> None:
    table = sit()
    call(table, 1, 2)

    def toggle(seat: int) -> str | None:
        ms = later(table)
        return table.tap(seat, ms) if by_button else table.enter(f"trap {seat}", ms)

    toggle(4)
    toggle(1)
    assert table.see["traps"] == [1, 4]
    assert toggle(3) == "There are only two traps in the game"
    toggle(4)
    assert table.see["traps"] == [1]
    toggle(2)
    assert table.see["traps"] == [1, 2]


def test_a_trap_gives_its_owner_composure_and_the_caller_a_nerve() -> None:
    table = sit()
    call(table, 1, 2)
    table.enter("trap 3", later(table))
    table.enter("sum 17", later(table))
    assert table.ok(later(table)) is None
    tokens = {seat: tuple(player.values()) for seat, player in table.see["players"].items()}
    assert tokens == {"1": (0, 1), "2": (1, 1), "3": (1, 0), "4": (0, 0)}


def test_what_belongs_to_the_reveal_is_refused_before_it() -> None:
    table = sit()
    assert table.enter("trap 2", 100) == "Traps are counted after a call"
    assert table.enter("sum 17", 200) == "The row is counted after a call"


EXPECTED = "Expected reverse, play2, remove, plain, trap SEAT, sum N, composure SEAT N or nerves SEAT N; got "


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("sum 100", "Expected a sum from 0 to 99, got 100"),
        ("trap 7", "Seat 7 is not in this game"),
        ("trap 0", "Seat 0 is not in this game"),
        ("sum", EXPECTED + "sum"),
        ("sum -1", EXPECTED + "sum -1"),
        ("sum ²", EXPECTED + "sum ²"),
        ("sum " + "9" * 5000, EXPECTED + "sum " + "9" * 5000),
        ("trap one", EXPECTED + "trap one"),
        ("Hello there", EXPECTED + "Hello there"),
    ],
)
def test_what_can_not_be_meant_is_refused_and_quoted(typed: str, why: str) -> None:
    table = sit()
    call(table, 1, 2)
    assert table.enter(typed, later(table)) == why


def standing(table: Sitting) -> tuple[str, str]:
    """What a plain ok takes, as typed and as shown."""
    choice = table.referee.choices(table.state)[table.referee.first_choice(table.state)]
    return choice.text, choice.label.filled()


def test_the_knob_offers_marks_traps_and_sums_and_stands_just_below_seventeen() -> None:
    table = sit()
    call(table, 1, 2)
    offered = [choice.text for choice in table.referee.choices(table.state)]
    assert offered == [
        *("reverse", "play2", "remove", "plain"),
        *(f"trap {seat}" for seat in (1, 2, 3, 4)),
        *(f"sum {total}" for total in range(100)),
    ]
    assert standing(table) == ("sum 16", "Sum: 16")


def test_once_the_sum_is_said_ok_settles_and_the_knob_is_beside_that_sum() -> None:
    table = sit()
    call(table, 1, 2)
    table.enter("sum 23", later(table))
    assert standing(table) == ("", "Settle up")
    offered = [choice.text for choice in table.referee.choices(table.state)]
    at = offered.index("")
    assert offered[at - 1 : at + 2] == ["sum 23", "", "sum 24"]


def test_the_knob_offers_every_mark_in_a_window() -> None:
    table = sit()
    table.tap(1, 1000)
    offered = [choice.text for choice in table.referee.choices(table.state)]
    assert offered == ["", "reverse", "play2", "remove", "plain"]


def test_a_press_that_came_after_the_ruling_is_shown_as_late_and_flips_nothing() -> None:
    table = sit()
    table.tap(1, 1000)
    table.press(4, 1500)
    table.wait(1600)
    table.press(2, 1400)
    assert table.see["caller"] == 4
    assert (table.ruling["winner"], table.ruling["late"]) == (4, [2])


# -- the end -------------------------------------------------------------------------------------------------


def won() -> Sitting:
    """Seat 2 has called right three times."""
    table = sit("seats=1,2,3 first=1")
    for layer in (1, 2, 2):
        if layer == 2:
            lay(table, 2)
            call(table, 3, 2)
        else:
            call(table, 1, 2)
        table.enter("sum 17", later(table))
        table.ok(later(table))
    return table


def test_three_composure_win_and_nothing_counts_any_more() -> None:
    table = won()
    assert (table.see["phase"], table.see["turn"]) == ("over", None)
    assert table.referee.outcome(table.state).winners == (2,)
    assert table.cues == [Cue(Sound.OVER)]
    for seat in (1, 2, 3):
        assert table.tap(seat, later(table)) == "The game is over"
    assert table.ok(later(table)) == "The game is over"
    assert table.enter("sum 3", later(table)) == "The row is counted after a call"
    assert table.referee.lamp(table.state, 2, table.now) is Lamp.BLINK


def test_several_with_three_and_equal_nerves_share_the_win() -> None:
    table = sit("seats=1,2,3 first=1")
    for total in (16, 16):
        call(table, 1, 3)
        table.enter("trap 2", later(table))
        table.enter(f"sum {total}", later(table))
        table.ok(later(table))
    assert table.referee.outcome(table.state).winners is None
    call(table, 1, 2)
    table.enter("trap 1", later(table))
    table.enter("sum 17", later(table))
    table.ok(later(table))
    tokens = {seat: tuple(player.values()) for seat, player in table.see["players"].items()}
    assert (tokens["1"], tokens["2"]) == ((3, 1), (3, 1))
    assert table.referee.outcome(table.state).winners == (1, 2)


# -- anything in any order -----------------------------------------------------------------------------------

SEATS = st.integers(1, 8)
STEPS = st.sampled_from([0, 0.1, TIE, 1, 30, 199, 300, 799.999, 800, 3000])
WORDS = st.one_of(
    st.sampled_from(["reverse", "play2", "remove", "plain", "sum 17", "sum 3", "trap", "sum", ""]),
    st.builds("trap {}".format, st.integers(0, 9)),
    st.builds("{} {} {}".format, st.sampled_from(["composure", "nerves"]), SEATS, st.integers(0, 4)),
    st.builds("sum {}".format, st.integers(-1, 101)),
    st.text(max_size=12),
)


class Anything(RuleBasedStateMachine):
    """Nobody keeps to the rules."""

    table: Sitting

    @initialize(
        seats=st.lists(SEATS, min_size=2, max_size=6, unique=True),
        tie=st.sampled_from([0, 500, 30_000]),
        window=st.sampled_from(["0", "0.5", "3"]),
        least=st.sampled_from([0, 500, 2000]),
        close=st.sampled_from(["press", "next"]),
    )
    def begin(self, seats: list[int], tie: int, window: str, least: int, close: str) -> None:
        ring = ",".join(map(str, sorted(seats)))
        options = f"tie_us={tie} window_s={window} window_min_ms={least} close={close}"
        self.table = sit(f"seats={ring} first={seats[0]} {options}")
        self.down: set[int] = set()

    def _at(self, step: float) -> float:
        return self.table.now / 1e6 + step

    @rule(seat=SEATS, step=STEPS)
    def button(self, seat: int, step: float) -> None:
        if seat in self.down:
            self.down.remove(seat)
            assert self.table.release(seat, self._at(step)) is None
        else:
            self.down.add(seat)
            self.table.press(seat, self._at(step))

    @rule(step=STEPS)
    def on_turn(self, step: float) -> None:
        """Keep the game going: whoever is on turn taps."""
        turn = self.table.see["turn"]
        if turn is not None and turn not in self.down:
            self.table.tap(turn, self._at(step))

    @rule(text=WORDS, step=STEPS)
    def typed(self, text: str, step: float) -> None:
        self.table.enter(text, self._at(step))

    @rule(step=STEPS)
    def ok(self, step: float) -> None:
        self.table.ok(self._at(step))

    @rule(step=STEPS)
    def time_passes(self, step: float) -> None:
        self.table.wait(self._at(step))

    @rule(seat=SEATS)
    def elbow(self, seat: int) -> None:
        without = self.table.referee.without(self.table.state, seat)
        self.table.state = self.table.state if without is None else without

    @rule()
    def undone_to_here(self) -> None:
        self.table.state = self.table.referee.buttons_up(self.table.state)

    @invariant()
    def it_can_be_told_and_shown(self) -> None:
        self.table.check()

    @invariant()
    def ok_is_taken_if_and_only_if_something_is_highlighted(self) -> None:
        referee, state, at = self.table.referee, self.table.state, self.table.now
        offered = referee.choices(state)
        if not offered:
            with pytest.raises(NotNow):
                referee.step(state, Key(HostKey.OK, at))
            return
        text = offered[referee.first_choice(state)].text
        referee.step(state, Enter(text, at) if text else Key(HostKey.OK, at))

    @invariant()
    def a_row_that_is_revealed_has_cards_and_somebody_else_called_it(self) -> None:
        see = self.table.see
        if see["phase"] == "reveal":
            assert see["row"] > 0
            assert see["caller"] != see["last_layer"]
        assert see["row"] == 0 or see["last_layer"] is not None

    @invariant()
    def the_counts_make_sense(self) -> None:
        see = self.table.see
        assert see["row"] >= 0
        assert see["due"] in {0, 1, 2}
        assert see["direction"] in {1, -1}
        assert len(see["traps"]) <= 2
        assert (see["phase"] == "over") is (self.table.referee.outcome(self.table.state).winners is not None)
        assert (see["caller"] is not None) is (see["phase"] == "reveal")
        for player in see["players"].values():
            assert 0 <= player["composure"] <= 3
            assert 0 <= player["nerves"] < 2


TestAnything = Anything.TestCase
TestAnything.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)


def test_a_next_card_stamped_before_the_last_one_was_down_is_no_card_and_a_hold_of_it_no_call() -> None:
    table = sit("seats=1,2,3 first=1 close=next")
    table.tap(1, 1000)
    assert table.press(2, 999) == "Too early: the card was not down yet"
    table.wait(3000)
    assert (table.see["phase"], table.see["row"]) == ("window", 1)
