from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.events import Press, Seat
from firmware.presses.race import By, Race, Ruling

OPENED, TIE = 1_000_000, 500_000


def race(*presses: tuple[Seat, int], tie: int = TIE, barred: tuple[Seat, ...] = ()) -> Race:
    """A race opened at `OPENED` that these presses entered, stamps counted from its opening."""
    entered = Race(OPENED, tie)
    for seat, at in presses:
        entered = entered.enter(Press(seat, OPENED + at), barred=seat in barred)
    return entered


def ruling(entered: Race) -> Ruling:
    assert entered.ruling is not None
    return entered.ruling


presses = st.lists(
    st.tuples(st.integers(1, 8), st.integers(-300_000, 3_000_000)), min_size=1, max_size=12
).filter(lambda found: any(at >= 0 for _, at in found))


# -- the stamps alone ------------------------------------------------------------------------------------


@given(presses, st.integers(0, 1_000_000), st.randoms(use_true_random=False))
def test_any_order_of_entering_gives_the_same_ruling(
    found: list[tuple[Seat, int]], tie: int, chance: Random
) -> None:
    shuffled = list(found)
    chance.shuffle(shuffled)
    assert ruling(race(*shuffled, tie=tie).rule()) == ruling(race(*found, tie=tie).rule())


@given(presses, st.integers(0, 1_000_000))
def test_there_is_exactly_one_winner_or_a_declared_tie(found: list[tuple[Seat, int]], tie: int) -> None:
    ruled = ruling(race(*found, tie=tie).rule())
    first: dict[Seat, int] = {}
    for seat, at in found:
        if at >= 0:
            first[seat] = min(at, first.get(seat, at))
    together = sorted(seat for seat, at in first.items() if at - min(first.values()) <= tie)
    if len(together) == 1:
        assert (ruled.winner, ruled.tied, ruled.by) == (together[0], (), By.TIME)
    else:
        assert (ruled.winner, ruled.tied, ruled.by) == (None, tuple(together), By.TABLE)
    assert list(ruled.order) == sorted(first, key=lambda seat: (first[seat], seat))
    assert list(ruled.margins) == sorted(at - min(first.values()) for at in first.values())


@pytest.mark.parametrize("order", [*permutations([(5, 0), (2, 5_000_000), (7, 10_000_000)])])
def test_three_presses_rank_by_stamp_in_every_order_of_entering(order: tuple[tuple[int, int], ...]) -> None:
    ruled = ruling(race(*order).rule())
    assert (ruled.winner, ruled.order, ruled.margins) == (5, (5, 2, 7), (0, 5_000_000, 10_000_000))


def test_of_one_seat_the_first_press_counts_whichever_enters_first() -> None:
    assert race((3, 900), (3, 100)).presses == race((3, 100), (3, 900)).presses == (Press(3, OPENED + 100),)


# -- ties ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("margin", "tied"), [(TIE - 1, True), (TIE, True), (TIE + 1, False)])
def test_a_tie_reaches_to_exactly_tie_after_the_first(margin: int, tied: bool) -> None:
    ruled = ruling(race((6, 0), (2, margin)).rule())
    assert (ruled.tied, ruled.winner) == (((2, 6), None) if tied else ((), 6))


def test_a_tie_is_counted_from_the_first_and_does_not_chain() -> None:
    assert ruling(race((1, 0), (2, 400_000), (3, 800_000)).rule()).tied == (1, 2)


@pytest.mark.parametrize("seats", [(1, 8), (8, 1)])
def test_equal_stamps_are_a_tie_even_with_no_tolerance_and_no_seat_is_preferred(
    seats: tuple[int, int],
) -> None:
    ruled = ruling(race(*((seat, 100) for seat in seats), tie=0).rule())
    assert (ruled.winner, ruled.tied, ruled.by) == (None, (1, 8), By.TABLE)


def test_a_higher_seat_a_nanosecond_earlier_wins_without_tolerance() -> None:
    assert ruling(race((1, 101), (8, 100), tie=0).rule()).winner == 8


def test_the_game_s_own_rule_breaks_a_tie_and_is_asked_about_the_tied_only() -> None:
    asked: list[tuple[Seat, ...]] = []

    def highest(group: tuple[Seat, ...]) -> Seat:
        asked.append(group)
        return max(group)

    ruled = ruling(race((4, 100), (2, 0), (7, 600_000)).rule(highest))
    assert asked == [(2, 4)]
    assert (ruled.winner, ruled.tied, ruled.by) == (4, (2, 4), By.LEFT)


def test_the_game_s_own_rule_is_not_asked_without_a_tie() -> None:
    def never(_: tuple[Seat, ...]) -> Seat:
        raise AssertionError

    assert ruling(race((4, 0), (2, TIE + 1)).rule(never)).by is By.TIME


def test_the_table_decides_a_tie_for_one_of_the_tied() -> None:
    tied = race((6, 0), (2, 100), (1, 900_000)).rule()
    ruled = ruling(tied.decide(2))
    assert (ruled.winner, ruled.tied, ruled.by) == (2, (2, 6), By.TABLE)
    with pytest.raises(ValueError, match=r"expected one of the tied seats \(2, 6\), got 1"):
        tied.decide(1)


# -- who can't win ---------------------------------------------------------------------------------------


def test_a_press_before_the_opening_is_early_and_one_at_the_opening_competes() -> None:
    ruled = ruling(race((1, -1), (2, 0)).rule())
    assert (ruled.winner, ruled.order, ruled.early) == (2, (2,), (1,))


def test_a_seat_that_was_early_may_press_again_in_time() -> None:
    ruled = ruling(race((1, -1), (1, 5)).rule())
    assert (ruled.winner, ruled.early) == (1, (1,))


def test_a_barred_seat_can_not_win_and_is_shown() -> None:
    ruled = ruling(race((1, 0), (2, 100), barred=(1,)).rule())
    assert (ruled.winner, ruled.order, ruled.tied, ruled.barred) == (2, (2,), (), (1,))


@pytest.mark.parametrize("at", [-500, 0, TIE])
def test_a_press_delivered_after_the_ruling_it_would_have_changed_is_late_and_flips_nothing(at: int) -> None:
    ruled = race((3, 1000)).rule().enter(Press(6, OPENED + 1000 + at))
    late = Ruling(3, (3,), (0,), (), By.TIME, late=(6,), opened=OPENED, reaction=1000)
    assert ruling(ruled) == late


def test_a_late_press_of_the_winner_s_own_changes_nothing() -> None:
    ruled = race((3, 1000)).rule()
    assert ruled.enter(Press(3, OPENED + 1200)) == ruled


def test_a_press_after_the_tie_still_joins_the_order_after_the_ruling() -> None:
    ruled = ruling(race((3, 0)).rule().enter(Press(6, OPENED + TIE + 1)))
    assert (ruled.winner, ruled.order, ruled.margins, ruled.late) == (3, (3, 6), (0, TIE + 1), ())


# -- before and after the ruling -------------------------------------------------------------------------


def test_a_race_is_due_when_no_further_press_can_tie_and_has_no_ruling_before() -> None:
    assert (Race(OPENED, TIE).due, Race(OPENED, TIE).first, Race(OPENED, TIE).ruling) == (None, None, None)
    entered = race((3, 700), (1, 900))
    assert (entered.due, entered.first, entered.ruling) == (OPENED + 700 + TIE, Press(3, OPENED + 700), None)
    assert entered.rule().due is None


@given(st.lists(st.tuples(st.integers(1, 8), st.integers(-300_000, -1)), max_size=4), st.booleans())
def test_a_race_nobody_is_in_has_no_ruling_and_waits_for_the_first(
    early: list[tuple[Seat, int]], withdrawn: bool
) -> None:
    entered = race(*early)
    if withdrawn:
        entered = entered.enter(Press(3, OPENED)).rule().without(3)
    assert (entered.rule(), entered.rule(max).ruling, entered.due) == (entered, None, None)
    with pytest.raises(ValueError, match="expected one of the tied seats"):
        entered.decide(3)
    assert entered.enter(Press(5, OPENED + 7)).rule().winner == 5


def test_without_one_of_the_first_a_race_is_as_if_it_had_only_watched_and_is_ruled_anew() -> None:
    ruled = race((4, 0), (2, 100), (7, TIE + 1)).rule().decide(4)
    anew = ruled.without(4)
    assert anew == race((2, 100), (7, TIE + 1))
    assert (anew.rule().winner, ruling(anew.rule()).by) == (None, By.TABLE)


def test_without_one_who_came_later_the_verdict_stands() -> None:
    ruled = race((4, 0), (2, 100), (7, TIE + 1)).rule().decide(4)
    assert ruled.without(7) == race((4, 0), (2, 100)).rule().decide(4)
    assert ruled.without(3) is ruled


def test_a_ruling_as_json_has_whole_microseconds_and_says_tie() -> None:
    tied = ruling(race((6, 0), (2, 400_999), (1, -5), (4, 600_000)).rule())
    assert tied.snapshot() == {
        "winner": None,
        "order": [6, 2, 4],
        "margins_us": [0, 400, 600],
        "tie": True,
        "tied": [2, 6],
        "by": "table",
        "early": [1],
        "barred": [],
        "late": [],
    }
