"""Tiles and options drawn: each is large enough for a finger, says all it has to say, and lies apart."""

from __future__ import annotations

from itertools import combinations

import pytest
from pygame import Rect, Surface

from companion.table.home import Band, Home, Setting, Settings, Tile
from companion.table.picture import initial
from companion.table.view import Part
from companion.window.scale import finger
from companion.window.table.button import Spot
from companion.window.table.choice_row import Typed
from companion.window.table.drawers import DRAWERS
from tests.companion.window.table.drawing import draw, scale_of

PICTURE = initial("Games")
GAMES = tuple(Tile(f"Game {n}", f"choose g{n}", "2–6 players", picture=PICTURE) for n in range(6))
TOOLS = tuple(Tile(f"Tool {n}", f"choose t{n}", picture=PICTURE) for n in range(4))
LEFT = tuple(Tile(f"Go on: {n}", f"take {n}", "2 : 1 · today", picture=PICTURE, broad=1.3) for n in range(3))
REST = tuple(Tile(word, word) for word in ("History", "Names", "Sound: off", "English / polski"))
HOME = Home((Band(GAMES, 2.6), Band((*TOOLS, *LEFT), 1.5), Band(REST, 0.7)))
OPTIONS = Settings(
    tuple(Setting(f"Option {n}", "as you like", f"change {n}", chosen=n == 2) for n in range(9)),
    (Tile("Start!", "start", broad=2), Tile("More ...", "more")),
)
SIZES = [((320, 190), 0.5), ((720, 210), 0.625), ((1150, 350), 1.0), ((3450, 1050), 3.0)]


def spots(part: Part, size: tuple[int, int], unit: float) -> list[Spot[Typed]]:
    drawn = DRAWERS[type(part)](Surface(size), scale=scale_of(unit=unit), rect=Rect((0, 0), size), part=part)
    return list(drawn or ())


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("size", "unit"), SIZES)
@pytest.mark.parametrize("part", [HOME, OPTIONS], ids=["home", "options"])
def test_they_keep_to_their_place(part: Part, size: tuple[int, int], unit: float, theme: str) -> None:
    drawn = draw(part, scale_of(theme, unit), size)
    assert drawn.place.contains(drawn.ink)


@pytest.mark.parametrize(("size", "unit"), SIZES[1:])
def test_each_tile_is_touched_apart_with_a_finger(size: tuple[int, int], unit: float) -> None:
    found = spots(HOME, size, unit)
    assert [spot.does.does for spot in found] == [tile.does for band in HOME.bands for tile in band.tiles]
    assert min(min(spot.rect.size) for spot in found) >= finger(unit)
    assert not any(one.rect.colliderect(other.rect) for one, other in combinations(found, 2))


@pytest.mark.parametrize(("size", "unit"), SIZES[1:])
def test_each_option_is_touched_apart_and_so_is_what_leads_on(size: tuple[int, int], unit: float) -> None:
    found = spots(OPTIONS, size, unit)
    options = [spot.does.does for spot in found if spot.does.does.startswith("change")]
    assert options == [one.does for one in OPTIONS.settings]
    assert {"start", "more"} <= {spot.does.does for spot in found}
    assert min(min(spot.rect.size) for spot in found) >= finger(unit)
    assert not any(one.rect.colliderect(other.rect) for one, other in combinations(found, 2))


def test_of_more_games_than_fit_those_around_the_knob_are_seen() -> None:
    many = tuple(Tile(f"Game {n}", str(n), chosen=n == 70) for n in range(80))
    does = [spot.does.does for spot in spots(Home((Band(many),)), (720, 210), 0.625)]
    assert "70" in does
    assert len(does) < len(many)


def test_where_the_knob_stands_is_the_only_tile_on_other_ground() -> None:
    scale = scale_of()
    chosen = draw(Home((Band((Tile(" ", "a", chosen=True), Tile(" ", "b"))),)), scale, (400, 100))
    assert chosen.box(scale.palette.ink).right < chosen.place.centerx


def test_what_cannot_be_taken_yet_is_not_touched() -> None:
    assert spots(Home((Band((Tile("at least 2 of you", ""),)),)), (400, 100), 1.0) == []
