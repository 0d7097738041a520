"""Nothing on the table is too small to be read, in any scene of any game, on the smallest screens too."""

from __future__ import annotations

import pygame
import pytest
from pygame import Color, Surface

from companion.i18n import speaker
from companion.window.scale import Scale, unit_of
from companion.window.table.table_painter import TablePainter, TableScene
from companion.window.theme import PALETTES
from companion.window.type import Type
from tests.companion.games.scenes import SCENES
from tests.companion.window.table_album import tables_of

LEAST = {(1280, 720): 16, (800, 480): 11}
"""Letter heights (px)."""

CUT = {(1280, 720): 20, (800, 480): 13}
"""A sentence smaller than this is cut instead, so what isn't (numbers in small fields) is short."""


class Measured(Type):
    """Keeps what was written in which height."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[tuple[int, str]] = []

    def ink(self, text: str, height: int, colour: Color, *, strong: bool = False) -> Surface:
        self.written.append((height, text))
        return super().ink(text, height, colour, strong=strong)

    def write(
        self,
        target: Surface,
        text: str,
        height: int,
        colour: Color,
        at: tuple[float, int],
        *,
        strong: bool = False,
    ) -> None:
        self.written.append((height, text))
        super().write(target, text, height, colour, at, strong=strong)


@pytest.mark.parametrize("size", LEAST)
@pytest.mark.parametrize("scene", SCENES)
def test_the_smallest_letters_of_a_scene_can_be_read(scene: str, size: tuple[int, int]) -> None:
    pygame.font.init()
    letters = Measured()
    painter = TablePainter(size, Scale(PALETTES["dark"], letters, unit_of(size)))
    target, say = Surface(size), speaker("pl")
    for seen in tables_of(scene, "pl"):
        painter.paint(target, TableScene(view=seen.view, lit=seen.lit, say=say))
    written = [(height, text) for height, text in letters.written if text.strip()]
    assert min(written) >= (LEAST[size], "")
    assert [line for line in written if line[0] < CUT[size] and len(line[1]) > len("+1000,0 ms")] == []
