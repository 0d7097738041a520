from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import BadEventError
from firmware.events import Press, Within
from firmware.presses.race import By, Race
from firmware.presses.spans import earlier, firsts, later, over, until

MOST = 40
"""How wide a press is at most, and so the table's reach; small numbers meet each other's edges often."""

widths = st.none() | st.tuples(st.integers(0, MOST), st.integers(0, MOST)).map(lambda both: Within(*both))
ties = st.integers(0, 25)
chances = st.randoms(use_true_random=False)


def tables(within: st.SearchStrategy[Within | None]) -> st.SearchStrategy[list[Press]]:
    """One press each of some seats."""
    press = st.builds(Press, st.integers(1, 8), st.integers(0, 120), within)
    return st.lists(press, min_size=1, max_size=8, unique_by=lambda one: one.seat)


def ruled(presses: list[Press], tie: int) -> Race:
    race = Race(0, tie, reach=MOST)
    for press in presses:
        race = race.enter(press)
    return race.rule()


@given(tables(st.none()), ties)
def test_pins_are_simultaneous_exactly_if_they_are_within_the_tie(presses: list[Press], tie: int) -> None:
    first = min(press.at for press in presses)
    assert firsts(presses, tie) == tuple(press for press in presses if press.at <= first + tie)
    assert over(until(presses, tie), tie, 0) == first + tie


@given(tables(st.none()), ties)
def test_presses_said_to_be_as_wide_as_pins_are_ruled_as_pins(presses: list[Press], tie: int) -> None:
    said = [replace(press, within=Within(tie // 2, tie - tie // 2)) for press in presses]
    one, other = ruled(presses, tie).ruling, ruled(said, tie).ruling
    assert one is not None
    assert other is not None
    assert replace(other, spans=()) == one


POLLED, OWN = 8, 10
"""How often the devices are asked, and the longest that one may take for itself."""


@given(
    own=st.lists(st.integers(0, OWN), min_size=2, max_size=2),
    contacts=st.lists(
        st.tuples(st.none() | st.integers(0, 1), st.integers(0, 60), st.integers(0, POLLED)),
        min_size=1,
        max_size=8,
    ),
)
def test_whoever_truly_was_first_is_so_or_tied_whatever_delays_the_devices_have(
    own: list[int], contacts: list[tuple[int | None, int, int]]
) -> None:
    tie, presses = 4, []
    for seat, (device, at, late) in enumerate(contacts, start=1):
        if device is None:
            presses.append(Press(seat, at + late * tie // POLLED - tie // 2))
        else:
            within = Within(POLLED + OWN, 0, POLLED, f"pad {device}")
            presses.append(Press(seat, at + own[device] + late, within))
    race = Race(-99, tie, reach=POLLED + OWN)
    for press in presses:
        race = race.enter(press)
    ruling = race.rule().ruling
    assert ruling is not None
    truly = min(at for _, at, _ in contacts)
    firsts_ = {seat for seat, (_, at, _) in enumerate(contacts, start=1) if at == truly}
    assert firsts_ <= set(ruling.tied or (ruling.winner,))


@given(st.lists(st.integers(0, 60), min_size=2, max_size=8), st.integers(0, POLLED))
def test_of_one_device_only_stamps_as_close_as_it_is_asked_are_a_tie(stamps: list[int], apart: int) -> None:
    of_it = Within(POLLED + OWN, 0, apart, "pad")
    ruling = ruled([Press(seat, at, of_it) for seat, at in enumerate(stamps, start=1)], 2).ruling
    assert ruling is not None
    together = tuple(seat for seat, at in enumerate(stamps, start=1) if at - min(stamps) <= apart)
    assert (ruling.tied or (ruling.winner,)) == together
    assert all(until - since == apart for since, until in ruling.spans)


@given(tables(widths), ties)
def test_nobody_wins_who_may_have_been_later_than_another(presses: list[Press], tie: int) -> None:
    race = ruled(presses, tie)
    by_seat = {press.seat: press for press in presses}
    assert race.ruling is not None
    if race.winner is not None:
        end = later(by_seat[race.winner], tie)
        assert race.first == by_seat[race.winner]
        assert all(end < earlier(press, tie) for press in presses if press.seat != race.winner)
        return
    # A tie: each of them may have been first, and of everybody else that is certain not to be so.
    ends = [later(press, tie) for press in presses]
    may = {press.seat for press in presses if all(earlier(press, tie) <= end for end in ends)}
    assert set(race.ruling.tied) == may
    assert len(may) > 1


@given(tables(widths), ties, chances)
def test_the_ruling_is_the_same_in_whatever_order_they_come(
    presses: list[Press], tie: int, chance: Random
) -> None:
    shuffled = list(presses)
    chance.shuffle(shuffled)
    assert ruled(shuffled, tie).ruling == ruled(presses, tie).ruling


@given(tables(widths), ties)
def test_what_is_stamped_after_a_race_is_due_changes_nothing(presses: list[Press], tie: int) -> None:
    """The gate hands on by stamp: so whoever rules when it is due may judge each event as it comes."""
    race = Race(0, tie, reach=max(tie // 2, MOST))
    for press in sorted(presses, key=lambda press: (press.at, press.seat)):
        if race.due is not None and press.at > race.due:
            race = race.rule()
        race = race.enter(press)
    race = race if race.ruling is not None else race.rule()
    assert race.late == ()
    assert race.ruling == ruled(presses, tie).ruling


@given(tables(widths), ties, st.integers(1, 7))
def test_what_comes_after_its_ruling_flips_nothing_and_is_told_if_it_might_have(
    presses: list[Press], tie: int, ruled_after: int
) -> None:
    race = ruled(presses[:ruled_after], tie)
    winner, group = race.winner, {press.seat for press in race.group}
    for press in presses[ruled_after:]:
        contests = race.contests(press)
        race = race.enter(press)
        assert (press.seat in race.late) == contests
    assert race.winner == winner
    assert {press.seat for press in race.group} == group


@given(tables(widths), ties)
def test_without_one_of_them_it_is_as_if_it_had_not_pressed(presses: list[Press], tie: int) -> None:
    gone, *rest = presses
    race = ruled(presses, tie).without(gone.seat)
    if rest:
        again = race if race.ruling is not None else race.rule()
        assert again.ruling == ruled(rest, tie).ruling


def test_windows_are_as_wide_each_way_as_the_sources_are() -> None:
    """A pin, then a polled button that is stamped up to 12 too late; and the other way round."""
    polled = Within(12, 0)
    assert ruled([Press(1, 100), Press(2, 112, polled)], 2).ruling.tied == (1, 2)  # type: ignore[union-attr]
    assert ruled([Press(1, 100), Press(2, 114, polled)], 2).winner == 1
    assert ruled([Press(2, 100, polled), Press(1, 101)], 2).winner is None
    assert ruled([Press(2, 100, polled), Press(1, 102)], 2).winner == 2


def test_only_who_may_have_been_first_is_in_the_tie_whoever_was_stamped_between() -> None:
    race = ruled([Press(1, 100), Press(2, 103), Press(3, 107, Within(9, 0))], 2)
    assert race.ruling is not None
    assert (race.ruling.tied, race.ruling.order, race.ruling.by) == ((1, 3), (1, 2, 3), By.TABLE)
    assert race.ruling.spans == ((-1, 1), (2, 4), (-2, 7))


def test_a_stamp_outside_its_press_is_refused() -> None:
    with pytest.raises(BadEventError, match="a stamp lies within its press"):
        Press(1, 100, Within(5, -1))
