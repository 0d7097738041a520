"""How a panel whose picture is wrong might really be built: other settings, to be tried in turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

from firmware.boxfile.settings import PanelSettings

USUAL_OFFSET = 2
"""First visible column of most SH1106 boards, and what is taken where the box file says nothing."""


def trials(panel: PanelSettings) -> tuple[PanelSettings, ...]:
    """Settings that differ from a panel's own by what is commonly mistaken, the likeliest first."""
    return tuple(_trials(panel))


def _trials(panel: PanelSettings) -> Iterator[PanelSettings]:
    large, turned = (panel.width, panel.height) == (128, 64), replace(panel, rotate=(panel.rotate + 2) % 4)
    if panel.driver == "sh1106":
        offset = USUAL_OFFSET if panel.column_offset is None else panel.column_offset
        for other in (0, USUAL_OFFSET, 4):
            if other != offset:
                yield replace(panel, column_offset=other)
        yield replace(panel, driver="ssd1306", column_offset=None)
    elif large:
        yield replace(panel, driver="sh1106", column_offset=None)
        yield replace(panel, driver="sh1106", column_offset=0)
    yield turned
    if panel.width == 128 and panel.height in {32, 64}:
        yield replace(panel, height=96 - panel.height)


def difference(panel: PanelSettings, other: PanelSettings) -> str:
    """What to write into a panel's table to make it the other, as TOML: ``column_offset = 0``.

    A key whose value is now the default is still written: it may stand there with the old one.
    """
    written = []
    for each in fields(PanelSettings):
        value = getattr(other, each.name)
        if value == getattr(panel, each.name) or value is None:
            continue
        written.append(f'{each.name} = "{value}"' if isinstance(value, str) else f"{each.name} = {value}")
    return ", ".join(written)
