"""How the table window looks: the box file's ``[screen]``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """What people choose once for a window; light or dark can be changed while it is shown, too.

    Attributes:
        theme: dark or light.
        still: motion is reduced: dice land at once, nothing glides.
        captions: each sound is also written.
    """

    theme: Literal["dark", "light"] = "dark"
    still: bool = False
    captions: bool = True


PLAIN = WindowSettings()
"""As long as nobody chooses."""
