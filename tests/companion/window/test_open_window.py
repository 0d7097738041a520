from __future__ import annotations

import pytest

from companion.window.display import windows_managed
from companion.window.open_window import fitting


@pytest.mark.parametrize(
    ("display", "window"),
    [
        ((800, 480), (800, 480)),
        ((1024, 600), (1024, 600)),
        ((1280, 720), (1280, 720)),
        ((1366, 768), (1280, 720)),
        ((1920, 1080), (1280, 720)),
        ((3840, 2160), (2560, 1440)),
        ((1080, 1920), (1080, 1280)),
    ],
)
def test_a_window_is_as_usual_where_it_fits_and_larger_on_a_very_large_display(
    display: tuple[int, int], window: tuple[int, int]
) -> None:
    assert fitting(display) == window


@pytest.mark.parametrize(("driver", "managed"), [("kmsdrm", False), ("wayland", True), ("windows", True)])
def test_a_screen_without_a_desktop_has_nobody_who_manages_windows(driver: str, managed: bool) -> None:
    assert windows_managed(driver) is managed
