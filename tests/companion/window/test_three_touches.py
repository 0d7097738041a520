"""From the menu to the first race by touch alone, on the window people have: a tile, all in, start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pygame
import pytest
from pygame.event import Event, post

from companion.app.desk_table import DeskTable
from companion.games.catalogue import all_games
from companion.window.table.choice_row import Typed
from companion.window.table.keyboard import Keyboard, Special
from companion.window.window import Window
from firmware.boxfile.settings import eight_seats
from tests.companion.window.test_window_table import LONG_MS, where

pytestmark = pytest.mark.usefixtures("_hasty_host")

RACING = [game.name for game in all_games() if game.races]


@pytest.fixture
def table() -> Iterator[DeskTable]:
    with DeskTable(replace(eight_seats(), language="en")) as table:
        yield table


@pytest.fixture(params=[(800, 480), (1280, 720)], ids=["800x480", "1280x720"])
def window(table: DeskTable, request: pytest.FixtureRequest) -> Iterator[Window]:
    with Window(table, size=request.param) as window:
        until(window, lambda: phase(table) == "menu")
        yield window


def phase(table: DeskTable) -> str:
    return str(table.loop.snapshot()["phase"])


def until(window: Window, so: Callable[[], bool]) -> None:
    """Turn the window until it is so; each change wakes the window."""
    while not so():
        assert window.step(LONG_MS)
    window.step(0)


def tap(window: Window, place: tuple[int, int]) -> None:
    """A finger down and up."""
    width, height = window.surface.get_size()
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        post(Event(kind, touch_id=1, finger_id=0, x=place[0] / width, y=place[1] / height))
        window.step(0)


def touch(window: Window, what: object) -> None:
    """A finger on what lies there, once it has been drawn."""
    until(window, lambda: lies(window, what))
    tap(window, where(window, what))


def lies(window: Window, what: object) -> bool:
    """Whether it can be touched: near a ruling the window is drawn later."""
    width, height = window.surface.get_size()
    return any(window.face.target(x, y) == what for y in range(4, height, 12) for x in range(4, width, 12))


def sits(table: DeskTable, seat: int) -> bool:
    return seat in table.loop.snapshot()["seats"]


def sit_down(window: Window, table: DeskTable, *seats: int) -> None:
    """Everyone presses their plate, which is their button here."""
    for seat in seats:
        touch(window, seat)
        until(window, partial(sits, table, seat))


@pytest.mark.parametrize("game", RACING)
def test_a_tile_all_in_and_start_are_three_touches(window: Window, table: DeskTable, game: str) -> None:
    touch(window, Typed(f"choose {game}"))
    until(window, lambda: phase(table) == "seats")
    sit_down(window, table, 1, 2)
    touch(window, Typed("ok"))
    until(window, lambda: phase(table) == "options")
    touch(window, Typed("start"))
    until(window, lambda: table.loop.state.game is not None)
    assert table.loop.snapshot()["game"] == game
    assert table.loop.snapshot()["seats"] == [1, 2]


@pytest.mark.plays("seventeen")
def test_then_the_first_press_is_a_card_and_the_next_a_race(window: Window, table: DeskTable) -> None:
    touch(window, Typed("choose seventeen"))
    until(window, lambda: phase(table) == "seats")
    sit_down(window, table, 1, 2)
    touch(window, Typed("ok"))
    until(window, lambda: phase(table) == "options")
    touch(window, Typed("start"))
    until(window, lambda: table.loop.state.game is not None)
    touch(window, 1)
    until(window, lambda: phase(table) == "window")
    touch(window, 2)
    until(window, lambda: table.loop.state.ruling is not None)


@pytest.mark.plays("seventeen")
def test_a_name_is_written_where_its_owner_sits_down(window: Window, table: DeskTable) -> None:
    touch(window, Typed("choose seventeen"))
    until(window, lambda: phase(table) == "seats")
    touch(window, Typed("name 3 "))
    keyboard = window._overlays.overlay
    assert isinstance(keyboard, Keyboard)
    for key in ("o", "l", "a", Special.SEND):
        assert keyboard._layout is not None
        spot = next(spot for spot in keyboard._layout.keys if spot.does == key)
        tap(window, spot.rect.center)
    until(window, lambda: table.loop.snapshot()["names"] == {"3": "Ola"})
    assert table.loop.snapshot()["seats"] == []  # the pencil is no button
