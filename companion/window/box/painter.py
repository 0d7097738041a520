"""Draws a scene into the window: the table and the plates once a size, the rest only where it changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass

from PIL import Image
from pygame import Color, Rect, Surface

from companion.window import theme
from companion.window.box import buttons
from companion.window.box.bar import draw_bar, draw_cap
from companion.window.box.dice import draw_dice
from companion.window.box.glass import draw_glass
from companion.window.box.layout import Layout, Puck
from companion.window.type import Type
from companion.words import Say
from firmware.drawing.figures import Spot
from firmware.events import Seat
from firmware.views import PanelId


@dataclass(frozen=True, slots=True)
class Scene:
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


class Painter:
    """Paints scenes onto one window of one size."""

    def __init__(self, layout: Layout, type_: Type) -> None:
        self._layout = layout
        self._type = type_
        self._ground = self._plates()
        self._shown: dict[str | Seat, Hashable] = {}
        self._buttons: dict[tuple[Seat, bool, bool, bool], Surface] = {}

    @property
    def layout(self) -> Layout:
        """Where everything is."""
        return self._layout

    def paint(self, target: Surface, scene: Scene) -> bool:
        """Bring the window up to a scene; True if any pixel had to be painted."""
        painted = not self._shown
        if painted:
            target.blit(self._ground, (0, 0))
        main, main_dice = scene.pictures.get("main"), scene.dice.get("main", ())
        layout = self._layout
        painted |= self._part(
            "main",
            (_pixels(main), main_dice),
            lambda: self._glass(target, layout.glass, main, theme.BOX.pixel, main_dice),
        )
        painted |= self._part(
            "knob",
            (scene.turned % 360, scene.knob_down),
            lambda: target.blit(
                buttons.knob(
                    self._type, layout.knob.size, layout.dial.width, scene.turned, down=scene.knob_down
                ),
                layout.knob,
            ),
        )
        painted |= self._part(
            "bar",
            scene.say.language,
            lambda: draw_bar(
                target,
                self._type,
                layout.bar,
                say=scene.say,
                seats=sorted(puck.seat for puck in layout.pucks),
            ),
        )
        for puck in layout.pucks:
            painted |= self._puck(target, puck, scene)
        return painted

    def forget(self) -> None:
        """What was painted has been painted over."""
        self._shown.clear()

    def _part(self, name: str | Seat, state: Hashable, draw: Callable[[], object]) -> bool:
        """Draw one part if its state isn't the one on show."""
        if name in self._shown and self._shown[name] == state:
            return False
        draw()
        self._shown[name] = state
        return True

    def _puck(self, target: Surface, puck: Puck, scene: Scene) -> bool:
        seat = puck.seat
        picture, dice = scene.pictures.get(seat), scene.dice.get(seat, ())
        lit, down, playing = seat in scene.lit, seat in scene.down, seat in scene.playing
        return self._part(
            seat,
            (_pixels(picture), dice, lit, down, playing),
            lambda: self._draw_puck(target, puck, picture, dice, lit=lit, down=down, playing=playing),
        )

    def _draw_puck(
        self,
        target: Surface,
        puck: Puck,
        picture: Image.Image | None,
        dice: tuple[Spot, ...],
        *,
        lit: bool,
        down: bool,
        playing: bool,
    ) -> None:
        colours = theme.seat_colours(puck.seat, playing=playing)
        rim = self._rim
        target.blit(self._ground, puck.frame, puck.frame)
        theme.plate(target, colours.body, colours.rim, puck.frame, radius=self._radius, breadth=rim)
        self._bezel(target, puck.bezel)
        self._glass(target, puck.glass, picture, colours.pixel, dice)
        margin = min(puck.frame.right - puck.button.right, puck.button.top - puck.frame.top)
        halo = max(0, margin - rim - self._radius // 3)  # keeps its square inside the round corner
        key = (puck.seat, lit, down, playing)
        if key not in self._buttons:
            self._buttons[key] = buttons.button(
                self._type, puck.seat, puck.button.width, halo, colours, lit=lit, down=down
            )
        target.blit(self._buttons[key], puck.button.inflate(2 * halo, 2 * halo))
        draw_cap(target, self._type, puck.cap, str(puck.seat), round(puck.cap.height * 0.95))

    def _glass(
        self, target: Surface, glass: Rect, picture: Image.Image | None, pixel: Color, dice: tuple[Spot, ...]
    ) -> None:
        """A panel's picture; dice that have a colour are laid over it."""
        place = draw_glass(target, glass, picture, pixel)
        if picture is not None and dice:
            scale = place.width // picture.width
            ground = pixel if picture.getpixel((0, 0)) else theme.BOX.glass  # a turn's screen is inverse
            seen = target.subsurface(glass)
            corner = place.x - glass.x, place.y - glass.y
            draw_dice(seen, self._type, corner, scale, dice, ground=ground)

    def _bezel(self, target: Surface, bezel: Rect) -> None:
        breadth = max(1, self._rim // 2)
        theme.plate(
            target, theme.BOX.bezel, theme.BOX.bezel_rim, bezel, radius=self._radius // 2, breadth=breadth
        )

    @property
    def _radius(self) -> int:
        return max(6, round(16 * self._layout.unit))

    @property
    def _rim(self) -> int:
        return max(1, round(2 * self._layout.unit))

    def _plates(self) -> Surface:
        """The table with shadows, the main box and its empty bezel."""
        layout = self._layout
        ground = theme.table(layout.size)
        plates: list[Rect] = [layout.box, *(puck.frame for puck in layout.pucks)]
        ground.blit(theme.shadows(layout.size, plates, max(4, round(10 * layout.unit))), (0, 0))
        theme.plate(
            ground, theme.BOX.body, theme.BOX.body_rim, layout.box, radius=self._radius, breadth=self._rim
        )
        self._bezel(ground, layout.bezel)
        return ground
