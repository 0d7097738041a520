"""Shows a picture on a panel of ``/dev/i2c-1``, by our driver and luma, and keeps what the bus recorded.

``python -m tests.kernel.guest.picture``: the picture is ``$RIG/drawn.png``, 128 by 64 pixels; the recording
goes to ``$RIG/wire``. Prints a JSON object: ``took_ns``, how long showing it took, and ``absent``, what was
said of a panel that isn't there.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from luma.core.error import Error as LumaError
from PIL import Image

from firmware.boxfile.settings import PanelSettings
from firmware.pi.oled import build, open_i2c

RECORDER = Path("/dev/i2crec")
HERE, ABSENT = PanelSettings("ssd1306", address=0x3C), PanelSettings("ssd1306", address=0x3D)


def main() -> None:
    """Show the picture, then ask for the panel that isn't there."""
    rig = Path(os.environ["RIG"])
    oled = build(HERE, open_i2c(HERE))
    drawn = Image.open(rig / "drawn.png")
    drawn.load()
    started = time.monotonic_ns()
    oled.display(drawn)
    took_ns = time.monotonic_ns() - started
    oled.drop()
    try:
        build(ABSENT, open_i2c(ABSENT))
    except LumaError as exc:
        absent = str(exc)
    else:
        absent = ""
    with RECORDER.open("rb") as recorder:
        (rig / "wire").write_bytes(recorder.read())
    print(json.dumps({"took_ns": took_ns, "absent": absent}))


if __name__ == "__main__":
    main()
