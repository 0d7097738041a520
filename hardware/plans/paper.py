"""A sheet to draw simple pictures on as SVG: the same bytes for the same strokes, on every machine."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from typing import Literal, TypeAlias

Anchor: TypeAlias = Literal["start", "middle", "end"]
Point: TypeAlias = tuple[float, float]

INK = "#222222"
FAINT = "#8a8a8a"


class Paper:
    """A white sheet.

    Args:
        width: px.
        height: px.
        title: what a screen reader says.
    """

    def __init__(self, width: float, height: float, title: str) -> None:
        self._root = ET.Element(
            "svg",
            {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width:g} {height:g}",
             "width": f"{width:g}", "height": f"{height:g}", "font-family": "sans-serif"},
        )  # fmt: skip
        ET.SubElement(self._root, "title").text = title
        self.box((0, 0), (width, height), fill="white", edge="none")

    def _add(self, tag: str, **said: str | float) -> ET.Element:
        written = {
            name.replace("_", "-"): value if isinstance(value, str) else f"{value:g}"
            for name, value in said.items()
        }
        return ET.SubElement(self._root, tag, written)

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

    def disc(self, at: Point, radius: float, *, fill: str = "white", thick: float = 1.5) -> None:
        """A circle by its middle."""
        self._add("circle", cx=at[0], cy=at[1], r=radius, fill=fill, stroke=INK, stroke_width=thick)

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

    def wire(self, *points: Point, colour: str, ringed: bool = False) -> None:
        """A wire: its colour with a dark edge, so that white is seen too; a ringed one has a black core."""
        self.line(*points, colour=INK, thick=6)
        self.line(*points, colour=colour, thick=4)
        if ringed:
            self.line(*points, colour="black", thick=1.4)

    def words(
        self,
        at: Point,
        text: str | Sequence[str],
        *,
        size: float = 13,
        anchor: Anchor = "start",
        colour: str = INK,
        bold: bool = False,
    ) -> None:
        """One line of text, or several below each other; `at` is where the first one's baseline begins."""
        for row, line in enumerate([text] if isinstance(text, str) else text):
            self._add(
                "text",
                x=at[0],
                y=at[1] + row * size * 1.3,
                font_size=size,
                text_anchor=anchor,
                fill=colour,
                font_weight="bold" if bold else "normal",
            ).text = line

    def svg(self) -> str:
        """The sheet as a file's text."""
        ET.indent(self._root)
        return ET.tostring(self._root, encoding="unicode") + "\n"
