"""Whether somebody holds a bus's wires low.

No error alone tells it. To the controller of every Pi before the 5, SDA held low is an acknowledge: all
addresses seem to answer, and all that is sent to arrive, while the panels stand still. A Pi 5's loses the
arbitration or times out (EAGAIN, ETIMEDOUT), as all do with SCL held low (EIO after 35 ms, or ETIMEDOUT
after a second). Only on wires that are free nobody answers where nobody is.

Sources: raspberrypi/linux, i2c-bcm2835.c, i2c-designware-master.c, issue 6258.
"""

from __future__ import annotations

import errno

from luma.core.error import Error as LumaError

from firmware.boxfile.settings import PanelSettings
from firmware.pi.oled import OpenPort

NOBODY = 0x03
"""An address that no chip may have (UM10204, "Reserved addresses"); i2cdetect asks it, too."""

NOBODY_ANSWERED = (errno.EREMOTEIO, errno.ENXIO)
"""What the controllers' drivers, and that of buses on any GPIO, say of it."""

TWICE = 2
"""A spike may be taken for an answer; hardly two running."""


def held(bus: int, open_port: OpenPort) -> bool:
    """Whether a bus's wires are held low; False, too, if it can't be opened. May take seconds if they are."""
    for _ in range(TWICE):
        try:
            port = open_port(PanelSettings("ssd1306", bus=bus, address=NOBODY))
        except (LumaError, OSError):
            return False
        try:
            port.data([0])
        except OSError as fault:
            return fault.errno not in NOBODY_ANSWERED
        finally:
            port.cleanup()
    return True
