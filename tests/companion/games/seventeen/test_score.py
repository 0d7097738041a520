from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.seventeen.score import Player, score_round, winners

C, L, T, U = 1, 2, 3, 4
"""Caller, last layer, and two who hid traps."""

Tokens = dict[int, tuple[int, int]]

RIGHT_ANSWERS: dict[str, tuple[Tokens, tuple[int, ...], int, Tokens, tuple[int, ...]]] = {
    "the rulebook's own example, 18": ({}, (), 18, {C: (1, 0), L: (0, 1)}, ()),
    "exactly 17 is enough": ({}, (), 17, {C: (1, 0), L: (0, 1)}, ()),
    "16 is not": ({C: (1, 1), L: (2, 1)}, (), 16, {C: (0, 0), L: (3, 1)}, (L,)),
    "17 wins for the caller": ({C: (2, 0), L: (2, 1)}, (), 17, {C: (3, 0), L: (1, 0)}, (C,)),
    "a trap and 17": ({T: (1, 0)}, (T,), 17, {C: (1, 1), L: (0, 1), T: (2, 0)}, ()),
    "a trap and 10": ({C: (1, 0), T: (1, 0)}, (T,), 10, {C: (0, 0), L: (1, 0), T: (2, 0)}, ()),
    "the layer's own trap, 10: one composure": ({}, (L,), 10, {C: (0, 0), L: (1, 0)}, ()),
    "the layer's own trap, 20": ({}, (L,), 20, {C: (1, 1), L: (1, 1)}, ()),
    "nerves take the third composure": ({C: (2, 1)}, (T,), 17, {C: (2, 0), L: (0, 1), T: (1, 0)}, ()),
    "two traps cost the caller one nerve, and three ready leave two winners": (
        {C: (2, 1), L: (2, 0), T: (2, 0), U: (2, 1)},
        (T, U),
        5,
        {C: (1, 1), L: (3, 0), T: (3, 0), U: (3, 1)},
        (L, T),
    ),
    "the caller's own trap": ({}, (C,), 17, {C: (1, 1), L: (0, 1)}, ()),
    "nobody returns a composure it hasn't got": ({L: (0, 1)}, (), 17, {C: (1, 0), L: (0, 0)}, ()),
}


@pytest.mark.parametrize("case", RIGHT_ANSWERS)
def test_a_round_is_settled_as_the_rulebook_says(case: str) -> None:
    before, traps, total, expected, won = RIGHT_ANSWERS[case]
    players = {seat: Player(*before.get(seat, (0, 0))) for seat in (C, L, T, U)}
    after, _ = score_round(players, C, L, traps, total)
    tokens = {seat: (player.composure, player.nerves) for seat, player in after.items()}
    assert tokens == dict.fromkeys((C, L, T, U), (0, 0)) | expected
    assert winners(after) == won


@pytest.mark.parametrize(
    ("tokens", "won"),
    [
        ({1: (2, 0), 2: (2, 1)}, ()),
        ({1: (3, 1), 2: (2, 0)}, (1,)),
        ({1: (3, 1), 2: (3, 0)}, (2,)),
        ({1: (3, 1), 2: (3, 1), 3: (2, 0)}, (1, 2)),
    ],
)
def test_three_composure_win_then_fewer_nerves_then_all_who_are_equal(
    tokens: Tokens, won: tuple[int, ...]
) -> None:
    assert winners({seat: Player(*held) for seat, held in tokens.items()}) == won


@st.composite
def rounds(draw: st.DrawFn) -> tuple[dict[int, Player], int, int, list[int], int]:
    """Tokens as they can be between rounds, a caller, another seat that laid last, traps and a sum."""
    seats = range(1, draw(st.integers(2, 6)) + 1)
    held = st.builds(Player, st.integers(0, 2), st.integers(0, 1))
    caller, layer = draw(st.permutations(seats))[:2]
    traps = draw(st.lists(st.sampled_from(seats), max_size=2, unique=True))
    return {seat: draw(held) for seat in seats}, caller, layer, traps, draw(st.integers(0, 99))


@given(rounds())
def test_nobody_gains_two_composure_in_a_round_and_nobody_stays_nervous(
    played: tuple[dict[int, Player], int, int, list[int], int],
) -> None:
    before, caller, layer, traps, total = played
    after, starter = score_round(before, caller, layer, traps, total)
    assert after.keys() == before.keys()
    for seat, player in after.items():
        gained = player.composure - before[seat].composure
        assert -1 <= gained <= 1
        assert player.composure >= 0
        assert 0 <= player.nerves < 2
        if seat not in {caller, layer, *traps}:
            assert player == before[seat]
    assert starter == (caller if total >= 17 else layer)


@given(rounds())
def test_hidden_traps_never_hurt_who_hid_them(
    played: tuple[dict[int, Player], int, int, list[int], int],
) -> None:
    before, caller, layer, traps, total = played
    with_traps, _ = score_round(before, caller, layer, traps, total)
    without, _ = score_round(before, caller, layer, (), total)
    for seat in traps:
        if seat != caller:
            assert with_traps[seat].composure >= without[seat].composure
            assert with_traps[seat].nerves == without[seat].nerves
