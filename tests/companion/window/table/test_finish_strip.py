from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Color, Rect, Surface

from companion.i18n import speaker
from companion.table.finish import Came, Finish, Mark
from companion.window.scale import Scale
from companion.window.table.finish_strip import Chip, draw_finish, lay_chips
from companion.window.theme import PALETTES
from companion.window.type import Type
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US
from firmware.views import SIGNS
from tests.companion.window.watched import Canvas, WatchedType, notes_on, watching

TIE = 500 * NS_PER_US
RECT = Rect(14, 10, 1252, 116)


@pytest.fixture(scope="module")
def scale() -> Scale:
    pygame.font.init()
    return Scale(PALETTES["dark"], Type(), 1.0)


def finish(*marks: Mark, tie: int = TIE) -> Finish:
    return Finish(marks, tie, "First: Seat 1")


def drawn(scale: Scale, it: Finish, language: str = "en", rect: Rect = RECT) -> Surface:
    target = Surface((rect.right + 14, rect.bottom + 10))
    target.fill("#ff00ff")
    draw_finish(target, scale=scale, rect=rect, finish=it, say=speaker(language))
    return target


def untouched(target: Surface, rect: Rect) -> bool:
    """Whether nothing was drawn outside ``rect``."""
    outside = target.copy()
    outside.fill("#ff00ff", rect)
    everywhere = Surface(target.get_size())
    everywhere.fill("#ff00ff")
    return pygame.image.tobytes(outside, "RGB") == pygame.image.tobytes(everywhere, "RGB")


EIGHT = [Mark(seat, Came.AFTER if seat > 1 else Came.FIRST, seat * NS_PER_US) for seat in range(1, 9)]


def test_bars_are_as_wide_as_presses_are_and_pins_have_none(scale: Scale) -> None:
    marks = Mark(1, Came.FIRST, 0), Mark(3, Came.AFTER, 9 * NS_PER_MS)
    spans = (-1 * NS_PER_MS, 0), (5 * NS_PER_MS, 9 * NS_PER_MS)
    wide = drawn(scale, finish(*(replace(mark, span=span) for mark, span in zip(marks, spans, strict=True))))
    below_chips = range(RECT.y + 76, RECT.bottom)
    rows = [
        max(
            (
                [x for x in range(440, RECT.right) if wide.get_at((x, y)) == Color(SIGNS[seat].colour)]
                for y in below_chips
            ),
            key=len,
        )
        for seat in (1, 3)
    ]
    assert untouched(wide, RECT)
    assert abs(len(rows[1]) - 4 * len(rows[0])) <= 3
    assert rows[0][-1] < rows[1][0], "the first was certainly over by then"


def test_a_bar_that_would_not_stand_out_has_a_line_below_it() -> None:
    light = Scale(PALETTES["light"], Type(), 1.0)
    marks = (
        Mark(5, Came.FIRST, 0, (-4 * NS_PER_MS, 0)),
        Mark(3, Came.AFTER, 9 * NS_PER_MS, (5 * NS_PER_MS,) * 2),
    )
    told = drawn(light, finish(*marks, Mark(8, Came.EARLY, -NS_PER_S)))
    below = [
        (x, y)
        for x in range(440, RECT.right)
        for y in range(RECT.y + 40, RECT.bottom - 30)
        if told.get_at((x, y)) == Color(SIGNS[5].colour)
        and told.get_at((x, y + 1)) == light.palette.faint
        and told.get_at((x + 9, y + 1)) == light.palette.faint
    ]
    assert len(below) > 50


def test_no_line_leads_across_others_to_what_a_bar_tells(scale: Scale) -> None:
    def slanting(before: int) -> int:
        """How much of a row (px) lines take that lead down to presses this unsure (ns)."""
        counted = [
            Mark(seat, Came.AFTER if seat > 1 else Came.FIRST, at, (at - before, at))
            for seat in range(1, 6)
            for at in ((seat - 1) * 21 * NS_PER_MS,)
        ]
        told = drawn(scale, finish(*counted, Mark(8, Came.EARLY, -NS_PER_S)), rect=Rect(14, 10, 780, 116))
        return max(
            sum(told.get_at((x, y)) == scale.palette.faint for x in range(290, 780))
            for y in range(RECT.y, RECT.bottom - 35)
        )

    assert slanting(NS_PER_MS // 2) > 5 * slanting(20 * NS_PER_MS)


@pytest.mark.parametrize(
    "marks",
    [
        [Mark(1, Came.FIRST, 0)],
        EIGHT,
        [Mark(seat, Came.TIED, seat) for seat in range(1, 9)],
        [Mark(1, Came.FIRST, 0), *(Mark(seat, Came.AFTER, 5 * NS_PER_S) for seat in range(2, 9))],
        [Mark(1, Came.FIRST, 0), *(Mark(seat, Came.EARLY, -seat * NS_PER_MS) for seat in range(2, 9))],
        [Mark(1, Came.FIRST, 0), *(Mark(seat, Came.BARRED, None) for seat in range(2, 9))],
        [Mark(1, Came.FIRST, 0), *(Mark(4, Came.GLITCH, at * 100) for at in range(8))],
    ],
)
@pytest.mark.parametrize("size", [(612, 84), (772, 84), (1252, 116), (3800, 348)])
def test_every_race_is_drawn_within_the_strip(scale: Scale, marks: list[Mark], size: tuple[int, int]) -> None:
    large = Scale(scale.palette, scale.type, max(0.5, size[0] / 1252))
    rect = Rect((14, 10), size)
    target = drawn(large, finish(*marks), rect=rect)
    assert untouched(target, rect)


def test_a_tie_tells_no_order_of_the_simultaneous(scale: Scale) -> None:
    one = finish(Mark(4, Came.TIED, 0), Mark(1, Came.TIED, 300_000), Mark(2, Came.AFTER, NS_PER_MS))
    other = finish(Mark(1, Came.TIED, 0), Mark(4, Came.TIED, 100_000), Mark(2, Came.AFTER, NS_PER_MS))
    as_bytes = [pygame.image.tobytes(drawn(scale, it), "RGB") for it in (one, other)]
    assert as_bytes[0] == as_bytes[1]


def test_who_wins_a_tie_by_rule_is_shown_in_it_and_not_as_first_by_time(scale: Scale) -> None:
    undecided = finish(Mark(4, Came.TIED, 0), Mark(1, Came.TIED, 300_000))
    decided = finish(Mark(4, Came.TIED, 0), Mark(1, Came.FIRST, 300_000))
    accent = scale.palette.accent
    alone = finish(Mark(1, Came.FIRST, 0), Mark(4, Came.AFTER, NS_PER_MS))
    assert count(drawn(scale, undecided), accent) == 0
    assert 0 < count(drawn(scale, decided), accent) < count(drawn(scale, alone), accent)


def test_what_does_not_count_has_a_mark_in_the_warning_colour(scale: Scale) -> None:
    bad = scale.palette.bad
    clean = finish(Mark(1, Came.FIRST, 0), Mark(2, Came.AFTER, NS_PER_MS))
    assert count(drawn(scale, clean), bad) == 0
    for came in (Came.EARLY, Came.BARRED, Came.LATE, Came.REFUSED, Came.GLITCH):
        assert count(drawn(scale, finish(*clean.marks, Mark(3, came, 200_000))), bad) > 0


def test_after_a_single_press_there_is_no_scale(scale: Scale) -> None:
    panel = scale.palette.panel  # the scale's, and that of those who came after
    one, two = Mark(1, Came.FIRST, 0), Mark(2, Came.AFTER, NS_PER_MS)
    for others in ([], [Mark(3, Came.EARLY, -NS_PER_S)], [Mark(3, Came.GLITCH, 5)]):
        assert count(drawn(scale, finish(one, *others)), panel) == 0
        assert count(drawn(scale, finish(one, two, *others)), panel) > 1000


def test_what_does_not_count_keeps_its_word_however_many_it_was(scale: Scale) -> None:
    chips = [Chip((Mark(seat, Came.EARLY, -seat),), 400, "early −12.4 ms") for seat in range(1, 9)]
    for most in (1, 2):
        rows = lay_chips(scale, Rect(370, 0, 890, 30 * most), chips, most)
        assert all(chip.words.startswith("early") for chip, _ in rows.chips)
        assert sorted(seat for chip, _ in rows.chips for seat in chip.seats) == list(range(1, 9))


def test_letters_on_the_strip_are_never_smaller_than_is_read(scale: Scale) -> None:
    chips = [Chip((Mark(seat, Came.AFTER, 1),), 400, "+12.4 ms") for seat in range(1, 9)]
    for high in range(28, 90):
        assert lay_chips(scale, Rect(370, 0, 890, high), chips, 2).height >= scale.least


def test_a_longer_name_is_written_whole_where_the_first_leads(scale: Scale) -> None:
    marks = Mark(2, Came.FIRST, 0), Mark(1, Came.AFTER, 100 * NS_PER_MS)
    it = Finish(marks, TIE, "Najszybciej: Bożydar Łuka", lead="o 100,0 ms", reaction="reakcja 1,00 s")
    with watching():
        small, target = Scale(scale.palette, WatchedType(), 800 / 1280), Canvas((748, 100))
        draw_finish(target, scale=small, rect=Rect(14, 10, 720, 62), finish=it, say=speaker("pl"))
    notes = notes_on(target)
    written = " ".join(note.text for note in notes)
    assert all(words in written for words in (it.verdict, it.lead, it.reaction))
    assert all(note.height >= small.least for note in notes if note.text == it.reaction)


def test_the_tie_window_is_shaded_as_wide_as_it_is(scale: Scale) -> None:
    marks = (Mark(1, Came.FIRST, 0), Mark(2, Came.AFTER, 10 * NS_PER_MS))
    shade = tuple(scale.palette.shade)

    def width(tie: int) -> int:
        target = drawn(scale, finish(*marks, tie=tie))
        return sum(tuple(target.get_at((x, RECT.y + 8))) == shade for x in range(target.width))

    assert width(2 * NS_PER_MS) > 1.8 * width(NS_PER_MS) > 1.8 * 40


def test_no_tick_has_its_name_across_the_end_of_the_tie(scale: Scale) -> None:
    good = scale.palette.good
    rect = Rect(14, 10, 1122, 100)
    target = drawn(scale, finish(Mark(1, Came.TIED, 0), Mark(3, Came.TIED, 200_000)), rect=rect)
    ends = [x for x in range(target.width) if target.get_at((x, rect.bottom - 8)) == good]
    assert len(ends) >= 4  # both, from top to bottom


def count(target: Surface, colour: Color) -> int:
    """How many pixels have just this colour."""
    return pygame.mask.from_threshold(target, colour, (1, 1, 1, 255)).count()


xs = st.lists(st.floats(420, 1250), min_size=1, max_size=8).map(sorted)


@given(xs=xs, most=st.sampled_from([1, 2]))
def test_signs_never_cover_each_other(scale: Scale, xs: list[float], most: int) -> None:
    chips = [Chip((Mark(seat, Came.AFTER, 1),), x, "+12.4 ms") for seat, x in enumerate(xs, 1)]
    rect = Rect(370, 0, 890, 90 if most == 2 else 40)
    rows = lay_chips(scale, rect, chips, most)
    assert [chip.seats for chip, _ in rows.chips] == [chip.seats for chip in chips]
    for (_, one), (_, other) in combinations(rows.chips, 2):
        assert not one.colliderect(other)
    assert all(rect.contains(spot) for _, spot in rows.chips)
