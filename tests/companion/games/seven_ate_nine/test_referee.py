from __future__ import annotations

from typing import Any

import pytest

from companion.errors import OptionError
from companion.games.choice import Choice
from firmware.views import Cue, Lamp, Sound
from tests.companion.games.sitting import Sitting, ns, referee_for
from tests.companion.session.evening import Evening

OPEN = 4000
"""Races of these tests open then, ms: Start! was said at 1000."""

OWN = 40
"""So soon the same hand lays its next card, ms."""


def sit(options: str = "seats=1,2,3,4") -> Sitting:
    return Sitting(referee_for(f"seven_ate_nine {options}"))


def racing(options: str = "seats=1,2,3,4") -> Sitting:
    """A race open since 4000 ms."""
    table = sit(options)
    assert table.press(int(next(iter(table.see["players"]))), 1000) is None
    table.wait(OPEN)
    assert table.see["phase"] == "race"
    return table


def lay(table: Sitting, seat: int, cards: int, ms: float) -> float:
    """A seat lays so many cards in a row; returns when everybody is free to lay again."""
    for number in range(cards):
        assert table.press(seat, ms + number * OWN) is None
        table.release(seat, ms + number * OWN + OWN / 2)
    table.wait(ms + cards * OWN)
    return ms + cards * OWN + 400


def down_to(table: Sitting, left: dict[int, int], ms: float = OPEN) -> float:
    """Each of these seats lays until it has so many left; returns when everybody is free to lay again."""
    for seat, cards in left.items():
        ms = lay(table, seat, cards_of(table)[seat] - cards, ms)
        assert cards_of(table)[seat] == cards
    return ms


def cards_of(table: Sitting) -> dict[int, int]:
    return {int(seat): player["cards"] for seat, player in table.see["players"].items()}


def tokens(table: Sitting) -> list[int]:
    return [player["tokens"] for player in table.see["players"].values()]


# -- dealing -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "dealt", "aside"),
    [
        ("seats=1", [72], 0),
        ("seats=2,5", [36, 36], 0),
        ("seats=1,2,3,4", [18, 18, 18, 18], 0),
        ("seats=1,2,3,4,5", [14] * 5, 2),
        ("seats=1,2,3,4,5,6,7", [10] * 7, 2),
        ("seats=1,2,3,4,5,6,7,8", [9] * 8, 0),
        ("seats=1,2,3 kids=3 times=3", [30, 30, 10], 2),
        ("seats=1,2,3 kids=3", [28, 28, 14], 2),
        ("seats=1,2,3 kids=1,3 times=2", [18, 36, 18], 0),
        ("seats=1,2,3 kids=3 decks=equal", [24, 24, 24], 0),
        ("seats=1,2,3 kids=1,2,3 times=3", [24, 24, 24], 0),
        ("seats=3 kids=3", [72], 0),
        ("seats=1,2,3 decks=equal", [24, 24, 24], 0),
    ],
)
def test_seventy_two_cards_are_dealt_as_agreed_and_the_rest_is_put_aside(
    options: str, dealt: list[int], aside: int
) -> None:
    table = sit(options)
    assert list(cards_of(table).values()) == dealt
    assert table.see["aside"] == aside


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("wrap=maybe", "seven_ate_nine: expected wrap to be yes or no; got 'maybe'"),
        ("wins=2", "seven_ate_nine: expected wins to be 1 or 3; got '2'"),
        ("kids=3 times=4", "seven_ate_nine: expected times to be 2 or 3; got '4'"),
        ("decks=random", "seven_ate_nine: expected decks to be kids or equal; got 'random'"),
        ("kids=5", "seven_ate_nine: expected kids to be seats in play [1, 2, 3], got [5]"),
        ("side_piles=3,4", "seven_ate_nine: expected side_piles to be seats in play [1, 2, 3], got [3, 4]"),
        (
            "kids=all",
            "seven_ate_nine: expected kids to be seats from 1 to 8 with commas between, such as 1,2,4; "
            "got 'all'",
        ),
        ("contest=-1", "seven_ate_nine: expected contest to be a whole number from 0 to 10000; got '-1'"),
    ],
)
def test_options_that_can_not_be_are_one_line(options: str, said: str) -> None:
    with pytest.raises(OptionError) as caught:
        referee_for(f"seven_ate_nine seats=1,2,3 {options}")
    assert str(caught.value) == said


# -- Start! --------------------------------------------------------------------------------------------------


def test_any_press_says_start_and_the_race_opens_exactly_three_seconds_later() -> None:
    table = sit()
    assert table.press(3, 1000) is None
    assert table.cues == [Cue(Sound.TICK)]
    heard, left = [], []
    for ms in (1000.0, 1999.9, 2500, 3999.999):
        table.wait(ms)
        heard += table.cues
        left.append((table.see["phase"], table.see["starts_in_ms"]))
    assert left == [("ready", 3000), ("ready", 2001), ("ready", 1500), ("ready", 1)]
    assert heard == [Cue(Sound.TICK)] * 2
    table.wait(4000)
    assert (table.see["phase"], table.see["starts_in_ms"]) == ("race", None)
    assert table.cues == [Cue(Sound.START)]


def test_ok_says_start_too() -> None:
    table = sit()
    assert table.ok(1000) is None
    table.wait(3999)
    assert table.see["phase"] == "ready"
    table.wait(4000)
    assert table.see["phase"] == "race"


def test_presses_before_the_race_opens_are_early_and_cost_nothing() -> None:
    table = sit()
    table.press(3, 1000)
    assert [table.press(seat, ms) for seat, ms in ((3, 1200), (2, 2000), (1, 3999.999))] == ["Too early"] * 3
    assert table.ok(3999.9995) == "Too early"
    table.wait(4000)
    assert set(cards_of(table).values()) == {18}
    assert table.press(2, 4001) is None
    table.wait(4050)
    assert table.ruling["winner"] == 2


def test_a_press_at_the_very_instant_of_opening_counts() -> None:
    table = sit()
    table.press(3, 1000)
    assert table.press(2, 4000) is None
    table.wait(4050)
    assert (table.ruling["winner"], cards_of(table)[2]) == (2, 17)
    assert table.press(1, 4310) is None
    table.wait(4400)
    assert table.ruling["winner"] == 1
    assert len({table.referee.ruling(table.state).opened, ns(4000)}) == 2  # type: ignore[union-attr]


# -- the place -----------------------------------------------------------------------------------------------


def test_the_first_has_the_place_and_one_card_less() -> None:
    table = racing()
    assert table.press(3, 5000) is None
    table.wait(5050)
    assert cards_of(table) == {1: 18, 2: 18, 3: 17, 4: 18}
    assert table.ruling["winner"] == 3
    assert table.cues == [Cue(Sound.RULING, 3)]


def test_others_within_the_contest_are_late_and_keep_their_cards() -> None:
    table = racing()
    table.press(3, 5000)
    assert table.press(1, 5012.4) is None
    assert table.cues[-1] == Cue(Sound.REFUSED, 1)
    table.press(4, 5300)
    assert cards_of(table) == {1: 18, 2: 18, 3: 17, 4: 18}
    assert table.ruling["order"] == [3, 1, 4]
    assert table.ruling["margins_us"] == [0, 12_400, 300_000]
    assert table.press(2, 5300.001) is None
    table.wait(5400)
    assert table.ruling["order"] == [2]
    assert cards_of(table) == {1: 18, 2: 17, 3: 17, 4: 18}


def test_whoever_is_late_twice_is_told_so_and_stands_in_the_order_once() -> None:
    table = racing()
    table.press(3, 5000)
    table.press(1, 5050)
    assert table.press(1, 5200) == "Too late: card back"
    assert table.ruling["order"] == [3, 1]


def test_the_same_seat_follows_itself_each_press_a_card_and_a_ruling() -> None:
    table = racing()
    for number, ms in enumerate((5000, 5040, 5100, 5390), start=1):
        assert table.press(3, ms) is None
        table.wait(ms + 1)
        assert cards_of(table)[3] == 18 - number
        assert table.ruling["order"] == [3]
    assert table.press(1, 5690) is None  # 300 ms after the newest card
    assert table.ruling["order"] == [3, 1]
    assert cards_of(table)[1] == 18
    assert table.press(1, 5690.1) is None
    table.wait(5700)
    assert (table.ruling["order"], cards_of(table)[1]) == ([1], 17)


def test_in_a_running_contest_another_is_late_even_within_the_tie() -> None:
    table = racing("seats=1,2,3,4 tie_us=30000")
    table.press(3, 5000)
    table.press(3, 5100)
    table.press(1, 5100.2)
    table.wait(5200)
    assert table.ruling["order"] == [3, 1]
    assert (table.ruling["tie"], table.ruling["winner"]) == (False, 3)
    assert cards_of(table) == {1: 18, 2: 18, 3: 16, 4: 18}


def test_a_tie_of_two_seats_gives_nobody_the_place() -> None:
    table = racing()
    table.press(2, 5000)
    table.press(4, 5000.5)
    table.wait(5050)
    ruling = table.ruling
    assert (ruling["winner"], ruling["tie"], ruling["tied"], ruling["by"]) == (None, True, [2, 4], "table")
    assert set(cards_of(table).values()) == {18}
    assert table.cues == [Cue(Sound.TIE)]


def test_after_a_tie_everybody_is_late_until_the_contest_is_over() -> None:
    table = racing()
    table.press(2, 5000)
    table.press(4, 5000.2)
    assert table.press(1, 5150) is None
    assert table.press(2, 5200) == "Too late: card back"
    assert table.ruling["order"] == [2, 4, 1]
    assert set(cards_of(table).values()) == {18}
    assert table.press(2, 5301) is None
    table.wait(5350)
    assert (table.ruling["winner"], cards_of(table)[2]) == (2, 17)


def test_a_seats_second_card_before_its_first_is_ruled_follows_it() -> None:
    table = racing("seats=1,2 tie_us=200000")
    table.press(1, 5000)
    assert table.press(1, 5100) is None
    assert cards_of(table)[1] == 36
    table.wait(5200)
    assert cards_of(table) == {1: 34, 2: 36}
    table.press(1, 6000)
    table.press(1, 6100)
    table.press(2, 6150)  # within the tie of 200 ms: nobody was first
    table.wait(6200)
    assert table.ruling["tied"] == [1, 2]
    assert cards_of(table) == {1: 34, 2: 36}


def test_a_card_that_follows_another_counts_though_the_host_stopped_and_went_on_before_the_ruling() -> None:
    table = racing("seats=1,2 tie_us=1000000")
    table.press(1, 5000)
    table.press(1, 5200)
    assert table.ok(5300) is None
    assert table.ok(5600) is None
    table.wait(6000)
    assert cards_of(table) == {1: 34, 2: 36}


def test_the_last_instant_of_ones_own_contest_still_belongs_to_it() -> None:
    table = racing("seats=1,2")
    table.press(1, 5000)
    assert table.press(1, 5300) is None
    assert cards_of(table)[1] == 34


def test_contest_zero_lets_everyone_play_on_at_once() -> None:
    table = racing("seats=1,2 contest=0")
    for seat, ms in ((1, 5000), (2, 5001), (1, 5002)):
        table.press(seat, ms)
    table.wait(5100)
    assert cards_of(table) == {1: 34, 2: 35}


def test_a_press_delivered_after_the_ruling_never_flips_it() -> None:
    table = racing()
    table.press(3, 5000)
    table.wait(5050)
    assert table.press(1, 4990) is None
    assert (table.ruling["winner"], table.ruling["late"]) == (3, [1])
    assert cards_of(table) == {1: 18, 2: 18, 3: 17, 4: 18}
    table.wait(5400)
    table.press(2, 5500)
    table.wait(5600)
    assert table.press(1, 4995) == "Too late: card back"  # it belongs to a race long over
    assert table.press(1, 3990) == "Too early"
    assert table.ruling["winner"] == 2


def test_a_press_delivered_late_into_a_tie_is_late_even_without_a_contest() -> None:
    table = racing("seats=1,2 contest=0 tie_us=30000")
    table.press(1, 5000)
    table.wait(5040)
    assert table.press(2, 5010) is None
    assert table.ruling["late"] == [2]
    assert cards_of(table) == {1: 35, 2: 36}


def test_a_seat_that_is_not_in_play_is_told_so() -> None:
    assert racing("seats=1,2").press(5, 5000) == "Seat 5 is not in this game"


# -- the last card -------------------------------------------------------------------------------------------


def test_at_one_card_the_next_accepted_press_wins() -> None:
    table = racing()
    ms = down_to(table, {2: 1})
    assert (table.see["players"]["2"]["last"], table.see["players"]["1"]["last"]) == (True, False)
    table.press(2, ms)
    table.wait(ms + 50)
    assert (table.see["phase"], table.referee.outcome(table.state).winners) == ("over", (2,))
    assert table.see["players"]["2"] == {"cards": 0, "tokens": 0, "last": False, "beside": 0}
    assert table.cues == [Cue(Sound.OVER, 2)]


def test_a_late_last_card_does_not_win() -> None:
    table = racing()
    ms = down_to(table, {2: 1})
    table.press(3, ms)
    table.press(2, ms + 1)
    table.wait(ms + 50)
    assert (table.see["phase"], cards_of(table)[2]) == ("race", 1)
    assert table.ruling["order"] == [3, 2]


def test_of_two_seats_at_one_card_the_first_press_wins_and_the_other_reads_by_how_much() -> None:
    table = racing()
    ms = down_to(table, {2: 1, 4: 1})
    table.press(4, ms)
    assert table.press(2, ms + 3.2) is None
    table.wait(ms + 50)
    assert table.referee.outcome(table.state).winners == (4,)
    assert (table.ruling["order"], table.ruling["margins_us"]) == ([4, 2], [0, 3200])
    assert cards_of(table)[2] == 1
    assert table.press(2, ms + 2000) == "The game is over"


def test_a_tie_of_last_cards_is_no_win() -> None:
    table = racing()
    ms = down_to(table, {2: 1, 4: 1})
    table.press(4, ms)
    table.press(2, ms + 0.1)
    table.wait(ms + 50)
    assert (table.see["phase"], table.ruling["tied"]) == ("race", [2, 4])
    assert (cards_of(table)[2], cards_of(table)[4]) == (1, 1)


def test_after_the_last_card_there_is_no_next() -> None:
    table = racing("seats=1,2 tie_us=200000")
    ms = down_to(table, {2: 1})
    table.press(2, ms)
    table.press(2, ms + 100)  # before the first is ruled
    table.wait(ms + 300)
    assert (table.see["phase"], cards_of(table)[2]) == ("over", 0)


def test_the_game_is_over_for_the_host_too() -> None:
    table = racing("seats=1,2")
    ms = down_to(table, {2: 0})
    assert table.ok(ms) == "The game is over"
    assert table.enter("stuck", ms) == "The game is over"
    assert table.referee.choices(table.state) == ()


# -- judging -------------------------------------------------------------------------------------------------


def judging(table: Sitting, ms: float) -> Sitting:
    assert table.ok(ms) is None
    assert (table.see["phase"], table.see["judging"], table.see["marked"]) == ("race", True, [])
    return table


def test_a_wrong_card_returns_to_its_owner_even_after_others_have_gone_on() -> None:
    table = racing()
    ms = down_to(table, {2: 1})
    assert table.see["players"]["2"]["last"] is True
    ms = lay(table, 3, 2, ms)
    judging(table, ms)
    assert table.press(2, ms + 1000) is None
    assert table.cues == [Cue(Sound.WRONG, 2)]
    assert table.see["players"]["2"] == {"cards": 2, "tokens": 0, "last": False, "beside": 0}
    assert (cards_of(table)[3], table.see["marked"]) == (16, [2])


def test_a_seat_marks_once_a_stop_and_only_what_it_has_laid() -> None:
    table = racing()
    ms = lay(table, 2, 2, 5000)
    judging(table, ms)
    assert table.press(2, ms + 1000) is None
    assert table.press(2, ms + 2000) == "Already taken back"
    assert table.press(3, ms + 2500) == "You laid no card"
    assert cards_of(table) == {1: 18, 2: 17, 3: 18, 4: 18}
    table.enter("resume", ms + 3000)
    judging(table, ms + 4000)  # another stop: the card before it
    assert table.press(2, ms + 5000) is None
    assert cards_of(table)[2] == 18
    table.ok(ms + 6000)
    judging(table, ms + 7000)
    assert table.press(2, ms + 8000) == "You laid no card"


def test_hands_in_flight_when_the_host_stops_neither_lay_nor_mark() -> None:
    table = racing()
    ms = lay(table, 2, 1, 5000)
    judging(table, ms)
    assert [table.press(2, ms + after) for after in (0.001, 120, 199.999)] == ["STOP"] * 3
    assert cards_of(table)[2] == 17
    assert table.press(2, ms + 200) is None
    assert cards_of(table)[2] == 18


def test_a_press_stamped_before_the_stop_is_a_card_however_late_it_is_delivered() -> None:
    table = racing()
    judging(table, 5000)
    assert table.press(3, 4999) is None
    table.wait(5100)
    assert (cards_of(table)[3], table.see["judging"]) == (17, True)


def test_a_race_that_waits_for_its_ruling_is_ruled_before_anyone_judges() -> None:
    table = racing("seats=1,2,3 tie_us=30000")
    table.press(1, 5000)
    judging(table, 5010)
    assert table.press(2, 5020) is None  # it still competes: no tie may be hidden by a stop
    table.wait(5100)
    assert (table.ruling["tied"], table.see["judging"]) == ([1, 2], True)
    assert set(cards_of(table).values()) == {24}


def test_a_last_card_that_waits_for_its_ruling_wins_though_the_host_stops() -> None:
    table = racing("seats=1,2 tie_us=30000")
    ms = down_to(table, {2: 1})
    table.press(2, ms)
    table.ok(ms + 10)
    table.wait(ms + 50)
    assert (table.see["phase"], table.see["judging"]) == ("over", False)


@pytest.mark.parametrize("how", ["ok", "resume"])
def test_after_judging_presses_count_from_that_stamp_on(how: str) -> None:
    table = racing()
    judging(table, 5000)
    if how == "ok":
        table.ok(7000)
    else:
        table.enter("resume", 7000)
    assert table.see["judging"] is False
    assert table.press(3, 6999.9) == "Too early"
    assert table.press(2, 7000) is None
    table.wait(7100)
    assert cards_of(table) == {1: 18, 2: 17, 3: 18, 4: 18}


def test_a_stop_ends_the_contest() -> None:
    table = racing("seats=1,2 contest=5000")
    table.press(1, 5000)
    judging(table, 5100)
    table.ok(6000)
    assert table.press(2, 6001) is None
    table.wait(6100)
    assert cards_of(table) == {1: 35, 2: 35}


def test_resume_without_a_stop_is_refused() -> None:
    assert racing().enter("resume", 5000) == "Nothing was stopped"


def test_while_the_host_judges_the_lamp_of_the_card_on_top_blinks() -> None:
    table = racing()
    ms = lay(table, 2, 1, 5000)
    ms = lay(table, 4, 1, ms)
    judging(table, ms)
    lamps = [table.referee.lamp(table.state, seat, table.now) for seat in (1, 2, 3, 4)]
    assert lamps == [Lamp.OFF, Lamp.OFF, Lamp.OFF, Lamp.BLINK]
    table.press(4, ms + 500)
    lamps = [table.referee.lamp(table.state, seat, table.now) for seat in (1, 2, 3, 4)]
    assert lamps == [Lamp.OFF, Lamp.BLINK, Lamp.OFF, Lamp.ON]


def test_a_mark_taken_back_by_undo_leaves_nothing() -> None:
    evening = Evening()
    evening.enter("game seven_ate_nine seats=1,2", 100)
    evening.ok(1000)
    evening.tap(1, 4500)
    evening.enter("card 8 3", 4900)
    evening.tap(2, 5000)
    evening.ok(6000)
    evening.wait(6500)
    before = without_cursor(evening.see)
    evening.tap(2, 7000)
    marked = evening.see
    assert (marked["players"]["2"]["cards"], marked["fits"]) == (36, [1, 5])
    evening.key("undo", 8000)
    assert without_cursor(evening.see) == before


def without_cursor(snapshot: dict[str, Any]) -> dict[str, Any]:
    return {key: told for key, told in snapshot.items() if key != "cursor"}


# -- stuck, side piles, the card in the middle ---------------------------------------------------------------


def test_stuck_stops_the_race_until_ok_and_the_middle_is_shuffled() -> None:
    table = racing()
    ms = lay(table, 2, 3, 5000)
    for _ in range(2):  # nobody can play twice running
        assert table.enter("stuck", ms) is None
        assert table.see["phase"] == "stuck"
        assert table.press(3, ms + 500) == "Not now: nobody can play"
        assert table.ok(ms + 1000) is None
        assert table.see["phase"] == "race"
        assert table.press(3, ms + 999) == "Too early"
        ms += 2000
    assert cards_of(table) == {1: 18, 2: 15, 3: 18, 4: 18}
    judging(table, ms)
    assert table.press(2, ms + 1000) == "You laid no card"  # it is somewhere in the shuffled middle
    table.ok(ms + 2000)
    assert table.press(4, ms + 3000) is None
    table.wait(ms + 3100)
    assert cards_of(table)[4] == 17


def test_stuck_may_be_said_while_the_host_judges() -> None:
    table = judging(racing(), 5000)
    assert table.enter("stuck", 6000) is None
    assert (table.see["phase"], table.see["judging"]) == ("stuck", False)


def test_stuck_is_refused_where_it_can_not_be() -> None:
    assert sit().enter("stuck", 100) == "Nobody is playing now"
    table = racing()
    table.enter("stuck", 5000)
    assert table.enter("stuck", 5500) == "Nobody is playing now"
    table = racing("seats=1,2 tie_us=30000")
    table.press(1, 5000)
    assert table.enter("stuck", 5010) == "Someone has just laid a card"


def test_a_child_lays_beside_its_own_stack_without_a_race() -> None:
    table = racing("seats=1,2,3 side_piles=3")
    assert table.enter("side 3", 5000) is None
    assert table.see["players"]["3"] == {"cards": 23, "tokens": 0, "last": False, "beside": 1}
    assert table.enter("side 2", 5100) == "Seat 2 has no side pile"
    assert table.referee.ruling(table.state) is None


def test_the_last_card_is_never_laid_beside() -> None:
    table = racing("seats=1,2,3 side_piles=3")
    for number in range(23):
        assert table.enter("side 3", 5000 + number) is None
    assert table.see["players"]["3"]["last"] is True
    assert table.enter("side 3", 6000) == "The last card goes to the middle"
    table.press(3, 7000)
    table.wait(7100)
    assert table.referee.outcome(table.state).winners == (3,)


def test_nothing_is_laid_beside_before_the_start() -> None:
    assert sit("seats=1,2,3 side_piles=3").enter("side 3", 100) == "Nobody is playing now"


def test_the_card_in_the_middle_is_known_until_the_next_and_again_when_that_was_wrong() -> None:
    table = racing()
    assert (table.see["centre"], table.see["fits"]) == (None, None)
    table.enter("card 8 3", 4500)
    assert (table.see["centre"], table.see["fits"]) == ({"value": 8, "step": 3}, [1, 5])
    ms = lay(table, 2, 1, 5000)
    assert (table.see["centre"], table.see["fits"]) == (None, None)
    judging(table, ms)
    table.press(2, ms + 1000)
    assert (table.see["centre"], table.see["fits"]) == ({"value": 8, "step": 3}, [1, 5])


def test_of_several_cards_it_is_the_last_that_was_wrong() -> None:
    table = racing()
    ms = lay(table, 2, 1, 5000)
    table.enter("card 8 3", ms)
    ms = lay(table, 2, 1, ms)
    judging(table, ms)
    table.press(2, ms + 1000)
    assert table.see["fits"] == [1, 5]


def test_a_wrong_card_further_down_leaves_the_middle_as_it_is() -> None:
    table = racing()
    ms = lay(table, 2, 1, 5000)
    ms = lay(table, 3, 1, ms)
    table.enter("card 10 1", ms)
    judging(table, ms + 500)
    table.press(2, ms + 1000)
    assert table.see["fits"] == [1, 9]
    table.press(3, ms + 1500)
    assert table.see["fits"] is None


def test_a_late_card_leaves_the_middle_as_it_is() -> None:
    table = racing()
    table.press(2, 5000)
    table.wait(5010)
    table.enter("card 6 2", 5020)
    table.press(3, 5100)
    assert table.see["fits"] == [4, 8]


@pytest.mark.parametrize("typed", ["card 0 1", "card 11 1", "card 5 0", "card 5 4"])
def test_cards_that_there_are_not_are_refused(typed: str) -> None:
    assert racing().enter(typed, 5000) == "Expected a card of 1 to 10 and a step of 1 to 3"


@pytest.mark.parametrize(
    "typed", ["card 8", "card eight 3", "side", "side x", "wrong", "resume now", "cards 1", "-1"]
)
def test_words_nobody_understands_are_refused_with_what_was_expected(typed: str) -> None:
    why = racing("seats=1,2 side_piles=2").enter(typed, 5000)
    assert why == (f"Expected stuck, resume, side SEAT, card VALUE STEP, cards or tokens SEAT N; got {typed}")


def leaves(choices: tuple[Choice, ...]) -> list[str]:
    """All that can be chosen, through however many steps."""
    return [text for one in choices for text in ([one.text] if one.then is None else leaves(one.then()))]


CARDS = [f"card {value} {step}" for value in range(1, 11) for step in (1, 2, 3)]


def test_the_knob_can_do_whatever_can_be_typed() -> None:
    table = racing("seats=1,2,3 side_piles=3")

    def offered() -> list[str]:
        return leaves(table.referee.choices(table.state))

    assert offered() == ["", "stuck", "side 3", *CARDS]
    judging(table, 5000)
    assert offered() == ["resume", "stuck", "side 3", *CARDS]
    table.enter("stuck", 6000)
    assert offered() == ["resume", "side 3", *CARDS]
    assert leaves(sit().referee.choices(sit().state)) == ["", *CARDS]
    assert leaves(racing("seats=2").referee.choices(racing("seats=2").state))[:2] == ["", "cards 2 0"]


def test_while_it_counts_down_nothing_is_highlighted_and_the_card_is_said_among_the_corrections() -> None:
    table = sit("seats=1,2")
    table.ok(1000)
    assert table.referee.choices(table.state) == ()
    assert set(CARDS) < set(leaves(table.referee.corrections(table.state)))


def test_the_card_in_the_middle_is_chosen_in_two_steps_beginning_at_what_lies_there() -> None:
    evening = Evening()
    evening.enter("game seven_ate_nine seats=1,2", 100)
    evening.enter("card 8 3", 200)
    evening.ok(1000)
    evening.tap(1, 4500)
    evening.enter("card 8 3", 4600)
    evening.knob(2, 5000)
    evening.ok(5400)
    assert evening.standing == "card 8"
    evening.knob(1, 5500)
    evening.tap(2, 5600)  # a card laid meanwhile leaves the hand where it is on the knob
    evening.ok(6000)
    assert evening.standing == "card 9 1"
    evening.knob(2, 6300)
    evening.ok(6400)
    assert (evening.see["fits"], evening.see["judging"]) == ([2, 6], False)


# -- three rounds --------------------------------------------------------------------------------------------


def won(table: Sitting, seat: int, ms: float) -> float:
    """A round that a seat wins, from Start! on; returns when the next may start."""
    assert table.ok(ms) is None
    end = down_to(table, {seat: 1}, ms + 3000)
    table.press(seat, end)
    table.wait(end + 100)
    return end + 1000


def test_a_token_a_round_and_the_third_ends_it() -> None:
    table = sit("seats=1,2,3 wins=3")
    ms, seen = 1000.0, []
    for winner in (2, 1, 2, 1, 1):
        ms = won(table, winner, ms)
        seen.append((table.see["phase"], tokens(table), table.see["last_winner"]))
    assert seen == [
        ("ready", [0, 1, 0], 2),
        ("ready", [1, 1, 0], 1),
        ("ready", [1, 2, 0], 2),
        ("ready", [2, 2, 0], 1),
        ("over", [3, 2, 0], 1),
    ]
    assert table.referee.outcome(table.state).winners == (1,)


def test_the_next_round_is_dealt_afresh_and_starts_with_a_press_a_second_later() -> None:
    table = sit("seats=1,2,3 wins=3")
    end = won(table, 2, 1000)
    assert set(cards_of(table).values()) == {24}
    at = end - 1000
    assert table.press(3, at + 150) is None  # it was as late as any: in the order
    assert table.ruling["order"] == [2, 3]
    assert table.press(1, at + 999.9) == "The round is over"
    over = table.see
    assert over["starts_in_ms"] is None
    assert table.press(1, at + 1000) is None
    assert table.see["starts_in_ms"] == 3000
    table.wait(at + 4000)
    assert (table.see["phase"], set(cards_of(table).values())) == ("race", {24})
    assert table.press(3, at + 4100) is None
    table.wait(at + 4200)
    assert table.ruling["order"] == [3]


def test_a_long_contest_never_reaches_into_the_next_round() -> None:
    table = sit("seats=1,2,3 wins=3 contest=10000")
    end = won(table, 2, 1000)
    table.ok(end)
    table.wait(end + 3000)
    assert table.press(3, end + 3100) is None
    table.wait(end + 3200)
    assert (table.ruling["order"], cards_of(table)[3]) == ([3], 23)


def test_cards_of_the_round_before_can_not_be_marked() -> None:
    table = sit("seats=1,2,3 wins=3")
    end = won(table, 2, 1000)
    table.ok(end)
    table.wait(end + 3000)
    judging(table, end + 3500)
    assert table.press(2, end + 4500) == "You laid no card"


def test_panels_never_doze_while_the_next_press_may_be_a_card_or_take_one_back() -> None:
    table = sit("seats=1,2,3")
    assert table.referee.may_doze(table.state)
    table = racing()
    assert not table.referee.may_doze(table.state)
    assert not table.referee.may_doze(judging(table, 5000).state)


# -- alone ---------------------------------------------------------------------------------------------------


def test_alone_a_clock_runs_from_the_opening_and_stands_still_while_judged_or_stuck() -> None:
    table = racing("seats=2")
    assert table.see["clock_ms"] == 0
    table.wait(OPEN + 1234.5)
    assert table.see["clock_ms"] == 1234
    judging(table, OPEN + 2000)
    table.wait(OPEN + 9000)
    assert table.see["clock_ms"] == 2000
    table.ok(OPEN + 10_000)
    table.wait(OPEN + 10_500)
    assert table.see["clock_ms"] == 2500
    table.enter("stuck", OPEN + 11_000)
    table.wait(OPEN + 60_000)
    assert table.see["clock_ms"] == 3000
    table.ok(OPEN + 61_000)
    table.wait(OPEN + 61_001)
    assert table.see["clock_ms"] == 3001


def test_stuck_while_judged_keeps_the_clock_where_judging_has_stopped_it() -> None:
    table = judging(racing("seats=2"), OPEN + 2000)
    table.enter("stuck", OPEN + 5000)
    table.ok(OPEN + 9000)
    table.wait(OPEN + 9001)
    assert table.see["clock_ms"] == 2001


def test_alone_the_time_is_the_last_cards_own() -> None:
    table = racing("seats=2 wins=3")
    ms = down_to(table, {2: 1})
    assert table.referee.outcome(table.state).solo_ns is None
    table.tap(2, ms)
    table.wait(ms + 5000)
    assert table.referee.outcome(table.state).winners == (2,)
    assert table.see["clock_ms"] == ms - OPEN
    assert table.referee.outcome(table.state).solo_ns == ns(ms - OPEN)


def test_a_stop_pressed_with_the_last_card_adds_nothing_to_the_time() -> None:
    table = racing("seats=2 tie_us=30000")
    ms = down_to(table, {2: 1})
    table.press(2, ms)
    table.ok(ms + 20)
    table.wait(ms + 100)
    assert table.referee.outcome(table.state).solo_ns == ns(ms - OPEN)


def test_with_others_there_is_no_clock() -> None:
    table = racing("seats=1,2")
    assert table.see["clock_ms"] is None
    down_to(table, {2: 0})
    assert table.referee.outcome(table.state).solo_ns is None


@pytest.mark.parametrize(
    ("options", "record"),
    [
        ("seats=2", "seven_ate_nine"),
        ("seats=4 wrap=yes contest=0", "seven_ate_nine"),
        ("seats=2 wrap=no", "seven_ate_nine wrap=no"),
        ("seats=2 side_piles=2 wrap=no", "seven_ate_nine wrap=no side_piles"),
    ],
)
def test_an_easier_game_has_a_record_of_its_own(options: str, record: str) -> None:
    table = sit(options)
    assert table.referee.outcome(table.state).record == record
