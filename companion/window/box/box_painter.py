"""Draws a scene into the window: the table and the plates once a size, the rest only where it changed."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from PIL import Image
from pygame import Rect, Surface

from companion.window import theme
from companion.window.box.arcade import button, knob
from companion.window.box.bar import draw_bar
from companion.window.box.box_layout import BoxLayout, Puck
from companion.window.box.panel_glass import draw_glass
from companion.window.key_cap import draw_cap
from companion.window.pieces import Piece, Pieces
from companion.window.type import Type
from companion.words import Say
from firmware.drawing.figures import Spot
from firmware.events import Seat
from firmware.views import PanelId


@dataclass(frozen=True, slots=True)
class BoxScene:
    """Everything the window shows at one instant.

    Attributes:
        pictures: what each panel shows.
        dice: the dice that lie on it.
        lit: lamps that are on.
        playing: seats in the game; others are dimmed.
        down: seats whose button is held down at this desk.
        turned: steps the knob has been turned, clockwise positive.
        knob_down: whether the knob is pressed.
        say: the language.
    """

    pictures: Mapping[PanelId, Image.Image]
    dice: Mapping[PanelId, tuple[Spot, ...]]
    lit: Collection[Seat]
    playing: Collection[Seat]
    down: Collection[Seat]
    turned: int
    knob_down: bool
    say: Say


def _pixels(picture: Image.Image | None) -> Hashable:
    return picture and (picture.size, picture.tobytes())


class BoxPainter:
    """Paints scenes onto one window of one size.

    Attributes:
        layout: where everything is.
        pieces: what is on show.
    """

    def __init__(self, layout: BoxLayout, type_: Type) -> None:
        self.layout = layout
        self._type = type_
        self._radius = max(6, round(16 * layout.unit))
        self._rim = max(1, round(2 * layout.unit))
        self._ground = self._plates()
        self.pieces = Pieces(self._ground)

    def paint(self, target: Surface, scene: BoxScene) -> bool:
        """Bring the window up to a scene; True if any pixel had to be painted."""
        return self.pieces.paint(target, self._parts(scene))

    def _parts(self, scene: BoxScene) -> Iterator[Piece]:
        layout, say = self.layout, scene.say
        main, dice = scene.pictures.get("main"), scene.dice.get("main", ())
        draw = partial(draw_glass, type_=self._type, picture=main, dice=dice, pixel=theme.BOX.pixel)
        yield "main", layout.glass, (_pixels(main), dice), draw
        turned = (scene.turned % 360, scene.knob_down)
        yield "knob", layout.knob, turned, partial(self._draw_knob, scene=scene)
        seats = tuple(sorted(puck.seat for puck in layout.pucks))
        yield "bar", layout.bar, say.language, partial(draw_bar, type_=self._type, say=say, seats=seats)
        for puck in layout.pucks:
            seat = puck.seat
            picture, dice = scene.pictures.get(seat), scene.dice.get(seat, ())
            stands = seat in scene.lit, seat in scene.down, seat in scene.playing
            draw = partial(self._draw_puck, puck=puck, scene=scene)
            yield seat, puck.frame, (_pixels(picture), dice, stands), draw

    def _draw_knob(self, target: Surface, rect: Rect, scene: BoxScene) -> None:
        drawn = knob(self._type, rect.size, self.layout.dial.width, scene.turned, down=scene.knob_down)
        target.blit(drawn, rect)

    def _draw_puck(self, target: Surface, rect: Rect, puck: Puck, scene: BoxScene) -> None:
        seat, rim = puck.seat, self._rim
        playing = seat in scene.playing
        colours = theme.seat_colours(seat, playing=playing)
        theme.plate(target, colours.body, colours.rim, rect, radius=self._radius, breadth=rim)
        self._draw_bezel(target, puck.bezel)
        picture, dice = scene.pictures.get(seat), scene.dice.get(seat, ())
        draw_glass(target, self._type, puck.glass, picture, dice, pixel=colours.pixel)
        margin = min(rect.right - puck.button.right, puck.button.top - rect.top)
        halo = max(0, margin - rim - self._radius // 3)  # keeps its square inside the round corner
        lit, down = seat in scene.lit, seat in scene.down
        drawn = button(self._type, seat, puck.button.width, halo, playing=playing, lit=lit, down=down)
        target.blit(drawn, puck.button.inflate(2 * halo, 2 * halo))
        draw_cap(target, self._type, puck.cap, str(seat), round(puck.cap.height * 0.95))

    def _draw_bezel(self, target: Surface, bezel: Rect) -> None:
        face, rim, breadth = theme.BOX.bezel, theme.BOX.bezel_rim, max(1, self._rim // 2)
        theme.plate(target, face, rim, bezel, radius=self._radius // 2, breadth=breadth)

    def _plates(self) -> Surface:
        """The table with shadows, the main box and its empty bezel."""
        layout, body, rim = self.layout, theme.BOX.body, theme.BOX.body_rim
        ground = theme.table(layout.size)
        plates: list[Rect] = [layout.box, *(puck.frame for puck in layout.pucks)]
        ground.blit(theme.shadows(layout.size, plates, max(4, round(10 * layout.unit))), (0, 0))
        theme.plate(ground, body, rim, layout.box, radius=self._radius, breadth=self._rim)
        self._draw_bezel(ground, layout.bezel)
        return ground
