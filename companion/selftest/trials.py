"""How a panel whose picture is wrong might really be built: other settings, to be tried in turn."""

from __future__ import annotations

from dataclasses import fields, replace

from firmware.boxfile.settings import PanelSettings

USUAL_OFFSET = 2
"""First visible column of most SH1106 boards, and what is taken where the box file says nothing."""


def trials(panel: PanelSettings) -> tuple[PanelSettings, ...]:
    """Settings that differ from a panel's own by what is commonly mistaken, the likeliest first."""
    others = []
    if panel.driver == "sh1106":
        offset = USUAL_OFFSET if panel.column_offset is None else panel.column_offset
        others = [replace(panel, column_offset=other) for other in (0, USUAL_OFFSET, 4) if other != offset]
        others.append(replace(panel, driver="ssd1306", column_offset=None))
    elif (panel.width, panel.height) == (128, 64):
        others = [replace(panel, driver="sh1106", column_offset=offset) for offset in (None, 0)]
    others.append(replace(panel, rotate=(panel.rotate + 2) % 4))
    if panel.width == 128 and panel.height in {32, 64}:
        others.append(replace(panel, height=96 - panel.height))
    return tuple(others)


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
