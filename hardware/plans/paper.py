"""A sheet to draw simple pictures on as SVG: the same bytes for the same strokes, on every machine."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, TypeAlias

Anchor: TypeAlias = Literal["start", "middle", "end"]
Point: TypeAlias = tuple[float, float]

INK = "#222222"
FAINT = "#8a8a8a"


class Paper:
    """A white sheet.

    Args:
        width: in units.
        height: in units.
        title: what a screen reader says.
        unit: px, or mm for what is to be printed to scale.
    """

    def __init__(self, width: float, height: float, title: str, unit: Literal["", "mm"] = "") -> None:
        self._root = ET.Element(
            "svg",
            {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width:g} {height:g}",
             "width": f"{width:g}{unit}", "height": f"{height:g}{unit}", "font-family": "sans-serif"},
        )  # fmt: skip
        ET.SubElement(self._root, "title").text = title
        self._on = self._root
        self.box((0, 0), (width, height), fill="white", edge="none")

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """What is drawn meanwhile is one element of this id, so that a page can light it."""
        before, self._on = self._on, self._add("g", id=name)
        yield
        self._on = before

    def _add(self, tag: str, **said: str | float) -> ET.Element:
        written = {
            name.replace("_", "-"): value if isinstance(value, str) else f"{value:g}"
            for name, value in said.items()
        }
        return ET.SubElement(self._on, tag, written)

    def box(
        self,
        at: Point,
        size: Point,
        *,
        fill: str = "none",
        edge: str = INK,
        thick: float = 1.5,
        corner: float = 0,
    ) -> None:
        """A rectangle by its upper left corner and its size; `corner` is its corners' radius."""
        (x, y), (width, height) = at, size
        self._add(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            rx=corner,
            fill=fill,
            stroke=edge,
            stroke_width=thick,
        )

    def disc(
        self, at: Point, radius: float, *, fill: str = "white", edge: str = INK, thick: float = 1.5
    ) -> None:
        """A circle by its middle."""
        self._add("circle", cx=at[0], cy=at[1], r=radius, fill=fill, stroke=edge, stroke_width=thick)

    def dots(self, first: Point, last: Point, every: float, *, thick: float, colour: str = FAINT) -> None:
        """A row of dots."""
        (x, y), (to_x, to_y) = first, last
        self._add(
            "line", x1=x, y1=y, x2=to_x, y2=to_y, stroke=colour, stroke_width=thick,
            stroke_dasharray=f"0 {every:g}", stroke_linecap="round",
        )  # fmt: skip

    def line(self, *points: Point, colour: str = INK, thick: float = 1.5) -> None:
        """A line through these points."""
        self._add(
            "polyline",
            points=" ".join(f"{x:g},{y:g}" for x, y in points),
            fill="none",
            stroke=colour,
            stroke_width=thick,
            stroke_linejoin="round",
        )

    def wire(self, *points: Point, colour: str, ringed: bool = False, thick: float = 6) -> None:
        """A wire: its colour with a dark edge, so that white is seen too; a ringed one has a black core."""
        self.line(*points, colour=INK, thick=thick)
        self.line(*points, colour=colour, thick=thick * 2 / 3)
        if ringed:
            self.line(*points, colour="black", thick=round(thick * 0.7 / 3, 3))

    def words(
        self,
        at: Point,
        text: str | Sequence[str],
        *,
        size: float = 13,
        anchor: Anchor = "start",
        colour: str = INK,
        bold: bool = False,
        upwards: bool = False,
    ) -> None:
        """One line of text, or several below each other; `at` is where the first one's baseline begins."""
        turned = {"transform": f"rotate(-90 {at[0]:g} {at[1]:g})"} if upwards else {}
        for row, line in enumerate([text] if isinstance(text, str) else text):
            self._add(
                "text",
                x=at[0],
                y=at[1] + row * size * 1.3,
                font_size=size,
                text_anchor=anchor,
                fill=colour,
                font_weight="bold" if bold else "normal",
                **turned,
            ).text = line

    def svg(self) -> str:
        """The sheet as a file's text."""
        ET.indent(self._root)
        return ET.tostring(self._root, encoding="unicode") + "\n"
