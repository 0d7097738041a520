"""The end of a game as it is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pygame import Color, Rect

from companion.table.finale import Finale, Step, Told
from companion.table.parts import WHOLE
from companion.window.scale import Scale
from companion.window.table.finale import draw_finale, in_order, slips
from firmware.views import SIGNS
from tests.companion.window.table.drawing import GROUND, draw, scale_of
from tests.companion.window.watched import Canvas, WatchedType, notes_on, watching

ROOM = Rect(0, 0, 1200, 330)


def podium(*places: int, joy: int = WHOLE) -> Finale:
    steps = tuple(Step(place, (seat,), f"Seat {seat}", "3p") for seat, place in enumerate(places, start=1))
    told = tuple(Told(label, "312 ms", 1, "Seat 1") for label in ("Fastest press", "Closest race", "Ties"))
    return Finale(
        steps,
        tuple(range(1, len(places) + 1)),
        told=told,
        series=Told("This evening", "Ola 3 : 2 Jan"),
        joy=joy,
    )


@pytest.mark.parametrize(
    ("places", "row"),
    [
        ((1, 2, 3), [2, 1, 3]),
        ((1, 2, 2, 4), [2, 2, 1, 4]),
        ((1, 1, 3), [3, 1, 1]),
        ((1, 2, 3, 4, 5), [4, 2, 1, 3, 5]),
        ((1, 1, 1), [1, 1, 1]),
    ],
)
def test_the_first_stand_in_the_middle_and_those_who_share_a_place_together(
    places: tuple[int, ...], row: list[int]
) -> None:
    assert [step.place for step in in_order(podium(*places).steps)] == row


@pytest.mark.parametrize("joy", range(0, WHOLE, 50))
def test_paper_falls_in_the_winners_colours_and_none_is_left_at_the_end(joy: int) -> None:
    falling = list(slips(ROOM, podium(1, 1, 3, joy=joy)))
    assert {tuple(colour) for colour, _ in falling} <= {tuple(Color(SIGNS[seat].colour)) for seat in (1, 2)}
    assert bool(falling) == (joy > 0)
    assert not list(slips(ROOM, podium(1, 1, 3, joy=WHOLE - 1)))


def test_it_falls_the_same_way_on_every_screen() -> None:
    assert list(slips(ROOM, podium(1, 2, joy=400))) == list(slips(ROOM, podium(1, 2, joy=400)))


def test_with_motion_reduced_nothing_falls() -> None:
    falling, ended = (draw(podium(1, 2, joy=joy), scale_of(still=True), ROOM.size) for joy in (400, WHOLE))
    assert falling.bytes == ended.bytes


@pytest.mark.parametrize("size", [(780, 190), (1200, 330), (1830, 520)])
@pytest.mark.parametrize("sides", range(2, 9))
def test_all_of_it_stays_in_its_place_however_many_there_are(sides: int, size: tuple[int, int]) -> None:
    drawn = draw(podium(*range(1, sides + 1)), scale_of(unit=size[0] / 1250), size)
    assert drawn.place.contains(drawn.ink)


def test_what_is_read_looks_the_same_while_paper_falls_behind_it() -> None:
    ink = scale_of().palette.ink
    falling, ended = (draw(podium(1, 2, 3, joy=joy), scale_of(), ROOM.size) for joy in (400, WHOLE))
    assert falling.count(ink) >= ended.count(ink) > 0


def test_a_longer_name_beside_a_podium_of_eight_is_written_whole() -> None:
    told, size = Told("Fastest card", "1.00 s", 2, "Bożydar Łuka"), (720, 234)
    known = scale_of(unit=800 / 1280)
    with watching():
        scale, target = Scale(known.palette, WatchedType(), known.unit), Canvas(size)
        draw_finale(
            target, scale, Rect((0, 0), size), replace(podium(*range(1, 9)), told=(told,) * 4, series=None)
        )
    assert [note.text for note in notes_on(target)].count(told.name) == 4


def test_light_fades_before_it_comes_to_the_podiums_edge() -> None:
    two, size = replace(podium(1, 2), told=(), series=None), (632, 206)
    drawn = draw(two, scale_of(unit=800 / 1280), size)
    left, right = drawn.place.left, drawn.place.right - 1
    edges = [
        drawn.surface.get_at((x, y))
        for x in (left, right)
        for y in range(drawn.place.top, drawn.place.bottom)
    ]
    assert max(abs(a - b) for edge in edges for a, b in zip(edge, GROUND, strict=True)) < 12
