"""Which /dev/i2c-N a panel behind a mux is on.

The kernel's i2c-mux (``dtoverlay=i2c-mux,pca9548``) makes a bus of each channel and selects it by itself, but
numbers these buses as they come: other numbers on another Pi, and after another overlay. What stays is the
mux's own folder in sysfs, named by its bus and address, where a link leads from each channel to its bus
(Documentation/i2c/i2c-sysfs.rst): ``1-0070/channel-3 -> ../i2c-14``.

A mux keeps its last channel connected. So a panel right on the bus can't have the address of one behind it,
nor can panels behind two muxes of one bus, unless the device tree says ``i2c-mux-idle-disconnect``.
"""

from __future__ import annotations

from pathlib import Path

from firmware.boxfile.settings import PanelSettings
from firmware.digits import is_number
from firmware.errors import PanelError

DEVICES = Path("/sys/bus/i2c/devices")
"""sysfs's folder of all I2C devices."""


def bus_number(settings: PanelSettings) -> int:
    """The number N of a panel's /dev/i2c-N, as it is at this moment.

    Raises:
        PanelError: there is no such mux, or it has no such channel.
    """
    if settings.mux is None:
        return settings.bus
    link = DEVICES / f"{settings.bus}-{settings.mux:04x}" / f"channel-{settings.channel}"
    try:
        name = link.readlink().name
    except OSError as exc:
        raise PanelError(
            f"expected channel {settings.channel} of a mux at {settings.mux:#04x} on bus {settings.bus}, "
            f"got no {link} (dtoverlay=i2c-mux,pca9548 makes it)"
        ) from exc
    number = name.removeprefix("i2c-")
    if not is_number(number):
        raise PanelError(f"expected {link} to lead to a bus, got {name!r}")
    return int(number)
