"""The box itself, as it would be built: its plates are drawn once a size, the rest only where it changed."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial

from PIL import Image
from pygame import Rect, Surface

from companion.window import theme
from companion.window.box.arcade import button, knob
from companion.window.box.bar import draw_bar
from companion.window.box.box_layout import Puck, lay_out
from companion.window.box.panel_glass import draw_glass
from companion.window.desk import Desk
from companion.window.face import Held
from companion.window.key_cap import draw_cap
from companion.window.pieces import Piece, Pieces
from companion.window.scale import unit_of
from companion.window.table.control_bar import Control
from companion.window.type import Type
from firmware.drawing.figures import Spot
from firmware.events import Seat


def _pixels(picture: Image.Image | None) -> Hashable:
    return picture and (picture.size, picture.tobytes())


class BoxFace:
    """The box with its panels, buttons and knob, in a window of one size; a `Face`.

    Attributes:
        layout: where everything is.
    """

    moving = False
    """Its panels change only when the box changes them."""

    def __init__(self, desk: Desk, size: tuple[int, int], type_: Type, margin: float = 0) -> None:
        self._desk = desk
        self.layout = lay_out(size, desk.seats, margin)
        self._type = type_
        self._radius = max(6, round(16 * unit_of(size)))
        self._rim = max(1, round(2 * unit_of(size)))
        self._pieces = Pieces(self._plates())

    def paint(self, target: Surface, held: Held, now: int) -> bool:  # noqa: ARG002 - it shows no time of its own
        """Bring the window up to what the box shows; True if any pixel had to be painted."""
        return self._pieces.paint(target, self._parts(held))

    def forget(self) -> None:
        """What was painted is gone."""
        self._pieces.forget()

    def target(self, x: int, y: int) -> Seat | Control | None:
        """What lies at a point: a seat's button or a control, see `BoxLayout.target`."""
        return self.layout.target(x, y)

    def _parts(self, held: Held) -> Iterator[Piece]:
        desk, layout, news = self._desk, self.layout, self._desk.news()
        pictures, lit, playing, say = desk.pictures(), news.lit, news.playing, news.say
        lying = desk.dice(pictures)
        main, dice = pictures.get("main"), lying.get("main", ())
        draw = partial(draw_glass, type_=self._type, picture=main, dice=dice, pixel=theme.BOX.pixel)
        yield "main", layout.glass, (_pixels(main), dice), draw
        turned = (held.turned % 360, held.knob)
        yield "knob", layout.knob, turned, partial(self._draw_knob, held=held)
        seats = tuple(sorted(puck.seat for puck in layout.pucks))
        yield "bar", layout.bar, say.language, partial(draw_bar, type_=self._type, say=say, seats=seats)
        for puck in layout.pucks:
            seat = puck.seat
            picture, dice = pictures.get(seat), lying.get(seat, ())
            stands = seat in playing, seat in lit, seat in held.seats
            draw = partial(self._draw_puck, puck=puck, picture=picture, dice=dice, stands=stands)
            yield seat, puck.frame, (_pixels(picture), dice, stands), draw

    def _draw_knob(self, target: Surface, rect: Rect, held: Held) -> None:
        drawn = knob(self._type, rect.size, self.layout.dial.width, held.turned, down=held.knob)
        target.blit(drawn, rect)

    def _draw_puck(
        self,
        target: Surface,
        rect: Rect,
        *,
        puck: Puck,
        picture: Image.Image | None,
        dice: tuple[Spot, ...],
        stands: tuple[bool, bool, bool],
    ) -> None:
        seat, rim = puck.seat, self._rim
        playing, lit, down = stands
        colours = theme.seat_colours(seat, playing=playing)
        theme.plate(target, colours.body, colours.rim, rect, radius=self._radius, breadth=rim)
        self._draw_bezel(target, puck.bezel)
        draw_glass(target, self._type, puck.glass, picture, dice, pixel=colours.pixel)
        margin = min(rect.right - puck.button.right, puck.button.top - rect.top)
        halo = max(0, margin - rim - self._radius // 3)  # keeps its square inside the round corner
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
        ground.blit(theme.shadows(layout.size, plates, max(4, round(10 * unit_of(layout.size)))), (0, 0))
        theme.plate(ground, body, rim, layout.box, radius=self._radius, breadth=self._rim)
        self._draw_bezel(ground, layout.bezel)
        return ground
