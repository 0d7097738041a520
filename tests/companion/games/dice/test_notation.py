"""How dice are written, read, and called."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.dice.notation import called, read_set
from companion.games.dice.sets import DiceSet, Term
from companion.games.reading import ExpectedError
from companion.i18n import speaker
from firmware.rolling import MOST_ADDED, MOST_DICE, Die, plain_die
from tests.companion.games.dice.dice_sitting import LENT, MADE

FUDGE = Die("fudge", MADE["fudge"])


def dice_of(text: str) -> DiceSet:
    return read_set(text, MADE, LENT)


@pytest.mark.parametrize(
    ("typed", "dice"),
    [
        ("3d6", "3d6"),
        ("d20", "1d20"),
        ("D20", "1d20"),
        ("d%", "1d100"),
        ("2D%", "2d100"),
        ("2d6+1d8", "2d6+1d8"),
        ("2d6+3", "2d6+3"),
        ("3+2d6", "2d6+3"),
        ("d20-1", "1d20-1"),
        ("2d6+3-4", "2d6-1"),
        ("2d6+3-3", "2d6"),
        ("4d6k3", "4d6k3"),
        ("4d6kh3", "4d6k3"),
        ("4d6k4", "4d6k4"),
        ("2d20l1", "2d20l1"),
        ("2d20KL1", "2d20l1"),
        ("2d20k1+5", "2d20k1+5"),
        ("2d20k1+1d4k1-100", "2d20k1+1d4k1-100"),
        ("weather", "1weather"),
        ("2weather+1d6", "2weather+1d6"),
        ("4fudgek3+1", "4fudgek3+1"),
        ("20d6", "20d6"),
        ("kezao", "kezao"),
    ],
)
def test_dice_are_read_as_players_write_them(typed: str, dice: str) -> None:
    assert str(dice_of(typed)) == dice


def test_a_k_before_the_sides_is_a_die_as_poles_write_it_and_one_behind_them_keeps() -> None:
    assert dice_of("2k6") == dice_of("2d6") == DiceSet((Term(2, plain_die(6)),))
    assert dice_of("k20").dice == (plain_die(20),)
    assert dice_of("4k6k3") == dice_of("4d6k3") == DiceSet((Term(4, plain_die(6), 3),))
    assert dice_of("2k20l1") == DiceSet((Term(2, plain_die(20), 1, highest=False),))


def test_a_box_s_own_dice_are_read_by_name_beside_the_numbered_ones() -> None:
    assert dice_of("2fudge+1d6").dice == (FUDGE, FUDGE, plain_die(6))
    assert dice_of("kezao").dice == LENT["kezao"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        *(
            (text, "dice such as 3d6, 2d6+3, 4d6k3 or d%, of 2 to 100 sides")
            for text in (
                *("", "d1", "d101", "6", "3d", "d6+", "snow", "d6 d6", "²d6", "+d6", "2d6++3", "1d6k1k1"),
                *("kezao+d6", "9999999999d6", "d9999999999", "k", "%", "d6k", "-3+d6"),
            )
        ),
        *((text, "1 to 20 dice") for text in ("0d6", "21d6", "10d6+11d8", "0d6+1d6", "21weather")),
        ("2d6-1d4", "numbers taken away, such as d20-1, not dice"),
        *(
            (text, "as many dice to keep as are rolled, or fewer, such as 4d6k3")
            for text in ("4d6k5", "4d6k0", "4d6l5", "d6k9999999999")
        ),
        ("2weatherk1", "dice with numbers, where only some are kept"),
        *(
            (text, "dice with numbers, and at most 100 added to them")
            for text in ("d6+101", "d6-101", "d6+100+1", "weather+1")
        ),
    ],
)
def test_what_can_not_be_rolled_is_refused_with_what_was_expected(typed: str, expected: str) -> None:
    with pytest.raises(ExpectedError, match="^" + expected.replace("+", r"\+")):
        dice_of(typed)


@pytest.mark.parametrize(
    ("sets", "named", "known"),
    [
        ({}, {}, " sides"),
        (LENT, {}, "or kezao"),
        (LENT, {"weather": ("sun", "rain")}, "or kezao, weather"),
    ],
)
def test_what_is_known_by_name_is_told_with_what_was_expected(
    sets: dict[str, tuple[Die, ...]], named: dict[str, tuple[str, ...]], known: str
) -> None:
    with pytest.raises(ExpectedError, match=f"{known}$"):
        read_set("snow", named, sets)


# -- what they are called ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "english", "polish"),
    [
        ("3d6", "3d6", "3k6"),
        ("3k6", "3d6", "3k6"),
        ("d%", "d%", "k%"),
        ("2d6+1d8-3", "2d6+1d8-3", "2k6+1k8-3"),
        ("4d6k3", "4d6 highest 3", "4k6 najwyższe 3"),
        ("2d20kl1+5", "2d20 lowest +5", "2k20 najniższa +5"),
        ("2fudge+1", "2fudge+1", "2fudge+1"),
        ("kezao", "kezao", "kezao"),
        ("2d6+", "2d6+", "2k6+"),
        ("", "", ""),
    ],
)
def test_dice_are_called_in_people_s_words(typed: str, english: str, polish: str) -> None:
    assert (speaker("en").text(called(typed)), speaker("pl").text(called(typed))) == (english, polish)


# -- whatever is put together --------------------------------------------------------------------------------


@st.composite
def dice_sets(draw: st.DrawFn) -> DiceSet:
    """Any set that can be rolled."""
    left, terms = MOST_DICE, []
    dice = st.one_of(st.integers(2, 100).map(plain_die), st.just(FUDGE))
    for _ in range(draw(st.integers(1, 4))):
        count = draw(st.integers(1, max(1, left // 2)))
        left -= count
        keeps = draw(st.none() | st.integers(1, count))
        terms.append(Term(count, draw(dice), keeps, keeps is None or draw(st.booleans())))
    return DiceSet(tuple(terms), draw(st.integers(-MOST_ADDED, MOST_ADDED)))


@given(dice_sets())
def test_what_is_written_is_read_as_the_same(dice: DiceSet) -> None:
    assert dice_of(str(dice)) == dice


@given(dice_sets(), st.data())
def test_the_total_is_the_sum_of_the_dice_that_count_and_the_number_added(
    dice: DiceSet, data: st.DataObject
) -> None:
    faces = tuple(data.draw(st.sampled_from(die.faces)) for die in dice.dice)
    thrown = dice.thrown(faces)
    assert thrown.total == sum(int(faces[number - 1]) for number in thrown.kept) + dice.modifier
    assert sorted((*thrown.kept, *thrown.dropped)) == list(range(1, len(faces) + 1))
    before = 0
    for term in dice.terms:
        mine = range(before + 1, before + term.count + 1)
        kept = [int(faces[number - 1]) for number in mine if number in thrown.kept]
        dropped = [int(faces[number - 1]) for number in mine if number in thrown.dropped]
        assert len(kept) == (term.count if term.keeps is None else term.keeps)
        if term.highest:
            assert min(kept) >= max(dropped, default=-100)
        else:
            assert max(kept) <= min(dropped, default=100)
        before += term.count


@given(st.text(alphabet="0123dDkKlLh%+-xz ²", max_size=12))
def test_whatever_is_typed_is_read_or_refused(typed: str) -> None:
    called(typed)
    with suppress(ExpectedError):
        assert 1 <= len(dice_of(typed).dice) <= MOST_DICE
