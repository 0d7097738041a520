"""What the self-test advises is never what the box then refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.selftest.absent import absent_findings
from companion.selftest.check_events import Scanned
from firmware.boxfile.settings import PanelSettings, eight_seats
from firmware.views import PanelId

PANELS = eight_seats().panels


def advice(
    panels: dict[PanelId, PanelSettings], name: PanelId, answers: tuple[int, int | None, int | None, int]
) -> str:
    """What is said of one panel that is missing, while this place answers."""
    scanned = Scanned(frozenset({name}), frozenset({answers}), {}, 0)
    (finding,) = absent_findings("panels", panels, scanned)
    assert finding.kind == "other-address"
    assert finding.do is not None
    return finding.do.filled()


@pytest.mark.parametrize(
    ("name", "place"), [("main", (1, None, None, 0x3C)), (2, (1, 0x70, 1, 0x3D))], ids=["main", "a seat"]
)
def test_an_address_another_panel_has_is_not_to_be_written_into_the_box_file(
    name: PanelId, place: tuple[int, int | None, int | None, int]
) -> None:
    told = advice(dict(PANELS), name, place)
    assert "move the address resistor" in told
    assert "Write" not in told


def test_a_free_address_may_be_written_into_the_box_file() -> None:
    alone: dict[PanelId, PanelSettings] = {"main": replace(PANELS["main"], address=0x3C)}
    assert "Write address = 0x3D" in advice(alone, "main", (1, None, None, 0x3D))
