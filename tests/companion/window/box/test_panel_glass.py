from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest
from pygame import Color, Rect, Surface

from companion.games.faces import SHADES, colour_face
from companion.i18n import speaker
from companion.window.box.box_face import BoxFace
from companion.window.box.box_layout import PANEL
from companion.window.face import Held
from companion.window.theme import BOX
from companion.window.type import Type
from firmware.drawing.frames import dice_on, draw
from firmware.views import Dice, Face, Mood, PanelId, Screen
from tests.companion.window.test_window import FakeDesk

POLISH = speaker("pl")
WITH = tuple(colour_face("with", colour, POLISH) for colour in SHADES)
WITHOUT = tuple(colour_face("without", colour, POLISH) for colour in SHADES)


class Board:
    """A window's surface, painted as the window paints it."""

    def __init__(self, size: tuple[int, int] = (1280, 720)) -> None:
        self._desk = FakeDesk(range(1, 5), "pl")
        self._face = BoxFace(self._desk, size, Type())
        self.layout = self._face.layout
        self.surface = Surface(size)

    def show(self, screens: dict[PanelId, Screen], *, colours: bool = True) -> bool:
        """Paint these screens; True if any pixel had to be painted."""
        pictures = {name: draw(screen) for name, screen in screens.items()}
        dice = {name: dice_on(pictures[name], screen) for name, screen in screens.items()}
        self._desk.shown, self._desk.lying = pictures, dice if colours else {}
        return self._face.paint(self.surface, Held(), 0)

    def places(self, screen: Screen, glass: Rect) -> list[tuple[Face, Rect]]:
        """Where the dice of a screen lie in the window."""
        scale = glass.width // PANEL[0]
        return [
            (face, Rect(glass.x + x * scale, glass.y + y * scale, side * scale, side * scale))
            for face, x, y, side in dice_on(draw(screen), screen)
        ]

    def bytes(self) -> bytes:
        return pygame.image.tobytes(self.surface, "RGB")


@pytest.fixture
def board() -> Iterator[Board]:
    pygame.font.init()
    yield Board()
    pygame.font.quit()


def near(one: Color, other: Color) -> bool:
    return max(abs(one.r - other.r), abs(one.g - other.g), abs(one.b - other.b)) <= 3


def at(surface: Surface, place: Rect, x: float, y: float) -> Color:
    """The pixel that far across and down a die."""
    return surface.get_at((round(place.x + x * (place.w - 1)), round(place.y + y * (place.h - 1))))


@pytest.mark.parametrize("faces", [WITH[:3], WITH[3:]])
def test_a_with_is_a_die_of_its_colour_on_every_panel(board: Board, faces: tuple[Face, ...]) -> None:
    screen = Screen("rzut 2", figure=Dice(faces))
    board.show({"main": screen, 3: screen})
    seat = board.layout.pucks[2]
    for glass in (board.layout.glass, seat.glass):
        places = board.places(screen, glass)
        assert len(places) == 3
        for face, place in places:
            for x, y in ((0.12, 0.5), (0.88, 0.5), (0.5, 0.92)):
                assert near(at(board.surface, place, x, y), Color(face.colour))
            assert near(at(board.surface, place, 0, 0), BOX.glass)


@pytest.mark.parametrize("faces", [WITHOUT[:3], WITHOUT[3:]])
def test_a_without_is_hollow_and_its_cross_runs_out_over_its_corners(
    board: Board, faces: tuple[Face, ...]
) -> None:
    screen = Screen("rzut 2", figure=Dice(faces))
    board.show({"main": screen})
    for face, place in board.places(screen, board.layout.glass):
        for x, y in ((0.02, 0.02), (0.98, 0.02), (0.02, 0.98), (0.98, 0.98), (0.2, 0.2), (0.8, 0.8)):
            assert near(at(board.surface, place, x, y), Color(face.colour))
        for x, y in ((0.24, 0.5), (0.76, 0.5), (0.02, 0.5)):
            assert near(at(board.surface, place, x, y), BOX.glass)


def test_on_a_turn_s_inverse_screen_dice_lie_on_white(board: Board) -> None:
    screen = Screen(figure=Dice((WITH[0], WITHOUT[3])), mood=Mood.TURN)
    board.show({"main": screen})
    (_, red), (_, green) = board.places(screen, board.layout.glass)
    assert near(at(board.surface, red, 0, 0), BOX.pixel)
    assert near(at(board.surface, red, 0.12, 0.5), Color(WITH[0].colour))
    assert near(at(board.surface, green, 0.02, 0.5), BOX.pixel)


@pytest.mark.parametrize(
    "screen",
    [
        Screen("rzut 2", figure=Dice((Face("6"), Face("1")))),
        Screen("rzut 2", figure=Dice((WITH[0], WITHOUT[1]), rolling=True)),
        Screen("17 · runda 2", "5"),
    ],
    ids=["numbers", "rolling", "no dice"],
)
def test_whatever_has_no_colour_looks_as_on_the_panel(board: Board, screen: Screen) -> None:
    plain = Board()
    board.show({"main": screen})
    plain.show({"main": screen}, colours=False)
    assert board.bytes() == plain.bytes()


def test_dice_are_painted_once_and_leave_nothing_behind(board: Board) -> None:
    empty, dice = Screen("Kezao"), Screen("Kezao", figure=Dice((WITH[0], WITHOUT[1])))
    board.show({"main": empty})
    before = board.bytes()
    assert board.show({"main": dice})
    assert not board.show({"main": dice})
    assert board.show({"main": empty})
    assert board.bytes() == before


def test_dice_found_on_a_picture_that_is_already_there_are_painted(board: Board) -> None:
    screen = Screen("Kezao", figure=Dice((WITH[0], WITHOUT[1])))
    board.show({"main": screen, 1: screen}, colours=False)
    plain = board.bytes()
    assert board.show({"main": screen})
    assert board.bytes() != plain


def test_a_die_shows_its_letter(board: Board) -> None:
    shots = []
    for text in "ŻZ":
        board.show({"main": Screen(figure=Dice((replace(WITH[2], text=text, word=""),)))})
        shots.append(board.bytes())
    assert shots[0] != shots[1]
