from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from firmware.boxfile.settings import PanelSettings
from firmware.fakes.oled_bench import OledBench
from firmware.pi import pencil
from firmware.pi.panels import LumaPanels
from firmware.views import PanelId, Screen

SOON = 10.0
"""Seconds; only a broken worker ever waits this long."""

A_MOMENT = 0.05
"""Seconds a worker is given to do what it must not do."""

BUSES: dict[PanelId, PanelSettings] = {1: PanelSettings("ssd1306", bus=1), 2: PanelSettings("ssd1306", bus=2)}

Draw = Callable[[Screen, tuple[int, int]], Image.Image]


class Drawn:
    """Draws blank pictures and remembers of what."""

    def __init__(self) -> None:
        self.titles: list[str] = []

    def __call__(self, screen: Screen, size: tuple[int, int]) -> Image.Image:
        self.titles.append(screen.title)
        return Image.new("1", size)


@pytest.fixture
def opened() -> Iterator[Callable[[Draw], LumaPanels]]:
    panels: list[LumaPanels] = []

    def open_panels(draw: Draw) -> LumaPanels:
        panels.append(LumaPanels(BUSES, draw=draw, open_port=OledBench(BUSES).open_port))
        return panels[-1]

    yield open_panels
    for each in panels:
        each.close()


def show(panels: LumaPanels, title: str) -> None:
    panels.show(dict.fromkeys(BUSES, Screen(title)))


def test_hushed_panels_draw_nothing_and_then_only_the_newest_screen(
    opened: Callable[[Draw], LumaPanels],
) -> None:
    drawn = Drawn()
    panels = opened(drawn)
    assert panels.flush(SOON)
    panels.hush(True)
    show(panels, "old")
    assert not panels.flush(A_MOMENT)
    assert drawn.titles == []
    show(panels, "new")
    panels.hush(False)
    assert panels.flush(SOON)
    assert drawn.titles == ["new", "new"]


def test_a_hush_without_end_is_heeded_only_for_a_while(
    opened: Callable[[Draw], LumaPanels], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pencil, "HUSH_S", A_MOMENT)
    drawn = Drawn()
    panels = opened(drawn)
    panels.hush(True)
    show(panels, "patient")
    assert panels.flush(SOON)
    assert drawn.titles == ["patient", "patient"]


def test_closing_does_not_wait_for_a_hush(opened: Callable[[Draw], LumaPanels]) -> None:
    panels = opened(Drawn())
    assert panels.flush(SOON)
    panels.hush(True)
    show(panels, "last")
    panels.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("panels-bus")]


def test_panels_of_two_buses_are_drawn_one_after_the_other(opened: Callable[[Draw], LumaPanels]) -> None:
    together = threading.Barrier(2)
    alone = []

    def draw(_: Screen, size: tuple[int, int]) -> Image.Image:
        try:
            together.wait(A_MOMENT)
        except threading.BrokenBarrierError:
            alone.append(size)
            together.reset()
        return Image.new("1", size)

    panels = opened(draw)
    show(panels, "both")
    assert panels.flush(SOON)
    assert len(alone) == len(BUSES)
