from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.seven_ate_nine.cards import DECK, STEPS, VALUES, Card, deal

CARDS = st.builds(Card, st.sampled_from(VALUES), st.sampled_from(STEPS))


@pytest.mark.parametrize(
    ("value", "step", "fits"),
    [
        (8, 1, (7, 9)),
        (6, 2, (4, 8)),
        (5, 3, (2, 8)),
        (8, 3, (1, 5)),
        (1, 2, (3, 9)),
        (1, 3, (4, 8)),
        (9, 2, (1, 7)),
        (2, 2, (4, 10)),
        (10, 1, (1, 9)),
        (10, 3, (3, 7)),
    ],
)
def test_what_fits_comes_round_at_both_ends(value: int, step: int, fits: tuple[int, ...]) -> None:
    assert Card(value, step).fits(wrap=True) == fits


@pytest.mark.parametrize(
    ("value", "step", "fits"), [(10, 3, (7,)), (2, 2, (4,)), (8, 3, (5,)), (5, 3, (2, 8)), (1, 1, (2,))]
)
def test_without_coming_round_results_outside_are_no_cards(
    value: int, step: int, fits: tuple[int, ...]
) -> None:
    assert Card(value, step).fits(wrap=False) == fits


@given(CARDS)
def test_two_different_values_from_1_to_10_fit_and_easily_one_or_two_of_them(card: Card) -> None:
    both = card.fits(wrap=True)
    assert len(set(both)) == 2
    assert set(both) <= set(VALUES)
    assert both == tuple(sorted(both))
    easy = card.fits(wrap=False)
    assert 1 <= len(easy) <= 2
    assert set(easy) == {value for value in both if abs(value - card.value) == card.step}


@given(CARDS, st.sampled_from(VALUES))
def test_what_fits_is_mutual_between_equal_steps(card: Card, value: int) -> None:
    for wrap in (True, False):
        assert (value in card.fits(wrap=wrap)) == (card.value in Card(value, card.step).fits(wrap=wrap))


@given(st.sets(st.integers(1, 8), min_size=2), st.data())
def test_adults_get_a_childs_cards_so_many_times_and_as_many_as_there_are(
    seats: set[int], data: st.DataObject
) -> None:
    kids = data.draw(st.sets(st.sampled_from(sorted(seats)), max_size=len(seats) - 1))
    times = data.draw(st.sampled_from([2, 3]))
    dealt = deal(seats, kids, times)
    children, adults = {dealt[seat] for seat in kids}, {dealt[seat] for seat in seats - kids}
    assert len(adults) == 1
    assert adults == {child * times for child in children} or not kids
    aside = DECK - sum(dealt.values())
    shares = len(seats) if not kids else len(kids) + times * (len(seats) - len(kids))
    assert 0 <= aside < shares
