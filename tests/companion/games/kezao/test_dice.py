from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.faces import COLOURS, colour_face
from companion.games.kezao.dice import CLASH_NS, PICKS, TUMBLE_NS, YOUNG_PICKS, Throw, dice_of
from companion.i18n import speaker
from companion.loop.dice_cup import DiceCup
from companion.window import sounds
from firmware.events import NS_PER_MS, NS_PER_S
from tests.companion.games.kezao.kezao_sitting import sit
from tests.companion.loop.test_dice_cup import ROLLS, chi_square

FACES = st.sampled_from(tuple(COLOURS))


def shown(pick: str, *faces: str) -> Throw:
    return Throw(0, pick).show(faces)


@pytest.mark.parametrize(
    ("pick", "faces", "must", "may_not", "again"),
    [
        ("++", ("red", "violet"), ("red", "violet"), (), False),
        ("++", ("red", "red"), ("red",), (), False),
        ("+-", ("red", "orange"), ("red",), ("orange",), False),
        ("--", ("yellow", "blue"), (), ("blue", "yellow"), False),
        ("--", ("blue", "blue"), (), ("blue",), False),
        ("+-", ("red", "red"), ("red",), ("red",), True),
        ("+", ("green",), ("green",), (), False),
        ("-", ("green",), (), ("green",), False),
    ],
)
def test_what_dice_ask_for(
    pick: str, faces: tuple[str, ...], must: tuple[str, ...], may_not: tuple[str, ...], again: bool
) -> None:
    throw = shown(pick, *faces)
    assert (throw.colours("with"), throw.colours("without"), throw.clash) == (must, may_not, again)


def test_two_of_each_kind_lie_on_the_table_and_the_roller_takes_two() -> None:
    kinds = [tuple(die.name for die in dice_of(pick)) for pick in (*PICKS, *YOUNG_PICKS)]
    assert kinds == [("with", "with"), ("with", "without"), ("without", "without"), ("with",), ("without",)]


@given(one=FACES, other=FACES)
def test_only_one_colour_on_both_kinds_is_rolled_again(one: str, other: str) -> None:
    assert shown("+-", one, other).clash == (one == other)
    assert not shown("++", one, other).clash
    assert not shown("--", one, other).clash


def test_rolls_are_seen_one_after_the_other_and_the_last_comes_to_rest() -> None:
    throw = Throw(1000, "+-").show(("red", "red")).show(("red", "blue"))
    again = 1000 + TUMBLE_NS + CLASH_NS
    assert throw.rest == again + TUMBLE_NS
    seen, now = [], 1000
    while True:
        seen.append((now, *throw.seen(now)))
        later = throw.changes_at(now)
        if later is None:
            break
        assert throw.seen(later - 1) == throw.seen(now)
        now = later
    assert seen == [
        (1000, 0, True),
        (1000 + TUMBLE_NS, 0, False),
        (again, 1, True),
        (again + TUMBLE_NS, 1, False),
    ]


@pytest.mark.parametrize("pick", PICKS)
def test_every_colour_of_every_die_is_as_likely_as_the_others(pick: str) -> None:
    cup, dice = DiceCup(), dice_of(pick)
    rolls = [cup.roll(dice) for _ in range(ROLLS)]
    for number, die in enumerate(dice):
        counts = Counter(faces[number] for faces in rolls)
        # A fair die exceeds 50 less than once in 200 million runs (5 degrees of freedom).
        assert chi_square(counts, die.faces, ROLLS) < 50.0


def test_a_sixth_of_mixed_pairs_and_no_others_are_rolled_again() -> None:
    cup = DiceCup()
    again = {pick: sum(shown(pick, *cup.roll(dice_of(pick))).clash for _ in range(ROLLS)) for pick in PICKS}
    assert (again["++"], again["--"]) == (0, 0)
    # Six standard deviations either way: less than once in 500 million runs by chance.
    assert abs(again["+-"] - ROLLS / 6) < 6 * (ROLLS * 1 / 6 * 5 / 6) ** 0.5


def test_what_a_box_rolls_in_the_end_is_every_pair_but_a_clash_alike() -> None:
    cup, counts = DiceCup(), Counter[str]()
    pairs = tuple(f"{one} {other}" for one in COLOURS for other in COLOURS if one != other)
    table = sit()
    for _ in range(3000):
        table.faces.extend(cup.roll(dice_of("+-")) for _ in range(12 - len(table.faces)))
        table.roll()
        counts[" ".join(face for _, face in table.see["dice"])] += 1
        assert table.enter("nobody", table.ms + 100) is None
        assert table.ok(table.ms + 1000) is None
    # 30 pairs, 29 degrees of freedom: exceeded less than once in 500 million runs by chance.
    assert chi_square(counts, pairs, 3000) < 100.0


def test_every_face_has_a_letter_of_its_own_in_both_languages() -> None:
    for language in ("pl", "en"):
        letters = [colour_face("with", colour, speaker(language)).text for colour in COLOURS]
        assert len(set(letters)) == len(COLOURS)


def test_they_land_in_the_ear_when_they_do_on_the_screen() -> None:
    rattled = len(sounds._rattle()) * NS_PER_S // sounds.RATE
    assert TUMBLE_NS - 100 * NS_PER_MS < rattled < TUMBLE_NS
