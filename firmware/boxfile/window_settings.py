"""How the table window looks: the box file's ``[screen]``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from firmware.boxfile.settings_checks import Within


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """What people choose once for a window; light or dark can be changed while it is shown, too.

    Attributes:
        theme: dark or light.
        still: motion is reduced: dice land at once, nothing glides.
        captions: each sound is also written.
        fullscreen: the window fills the screen from the start; None: where there are no windows, such as on a
            television without a desktop.
        margin: per cent of the window at each edge where nothing that matters stands: televisions cut it off.
            None: the table keeps its usual margin, and the box, which is looked at on a desk, has none.
        letters: how large letters are, per cent of what they were made for.
        television: `pierwszy box` opens the window by itself, on whatever screen is plugged in.
    """

    theme: Literal["dark", "light"] = "dark"
    still: bool = False
    captions: bool = True
    fullscreen: bool | None = None
    margin: Annotated[float | None, Within(0, 10, "g")] = None
    letters: Annotated[int, Within(100, 200)] = 100
    television: bool = False


PLAIN = WindowSettings()
"""As long as nobody chooses."""
