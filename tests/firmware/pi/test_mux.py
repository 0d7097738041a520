"""A sysfs as the kernel's i2c-mux makes it (drivers/i2c/i2c-mux.c), without a kernel."""

from __future__ import annotations

from pathlib import Path

import pytest
from luma.core.error import DeviceNotFoundError

from firmware.boxfile.settings import PanelSettings
from firmware.errors import PanelError
from firmware.pi import mux
from firmware.pi.mux import bus_number
from firmware.pi.oled import open_i2c

BEHIND = PanelSettings("ssd1306", bus=1, mux=0x70, channel=3)


class Sysfs:
    """``/sys/bus/i2c/devices``, where every entry is a link into the tree of real devices."""

    def __init__(self, root: Path) -> None:
        self.devices = root / "bus" / "i2c" / "devices"
        self.devices.mkdir(parents=True)
        self._adapter = root / "devices" / "platform" / "soc" / "fe804000.i2c" / "i2c-1"
        self._folder(self._adapter, "bcm2835 (i2c@7e804000)")

    def _folder(self, folder: Path, name: str) -> None:
        folder.mkdir(parents=True)
        (folder / "name").write_text(f"{name}\n")
        (self.devices / folder.name).symlink_to(folder)

    def add_mux(self, address: int, buses: list[int]) -> None:
        """A mux that answered when its driver looked for it, and its channels' buses."""
        chip = self._adapter / f"1-{address:04x}"
        self._folder(chip, "pca9548")
        for channel, number in enumerate(buses):
            bus = self._adapter / f"i2c-{number}"
            self._folder(bus, f"i2c-1-mux (chan_id {channel})")
            (bus / "mux_device").symlink_to(f"../{chip.name}")
            (chip / f"channel-{channel}").symlink_to(f"../{bus.name}")

    def add_silent_mux(self, address: int) -> None:
        """A mux the overlay names, but nothing answered there: no driver, so no channels."""
        self._folder(self._adapter / f"1-{address:04x}", "pca9548")


@pytest.fixture
def sysfs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sysfs:
    sysfs = Sysfs(tmp_path)
    monkeypatch.setattr(mux, "DEVICES", sysfs.devices)
    return sysfs


def test_a_panel_right_on_the_bus_is_on_the_bus_it_names() -> None:
    assert bus_number(PanelSettings("ssd1306", bus=1)) == 1


@pytest.mark.parametrize(("channel", "number"), [(0, 22), (3, 25), (7, 11)])
def test_a_channels_bus_has_whatever_number_the_kernel_gave_it(
    sysfs: Sysfs, channel: int, number: int
) -> None:
    sysfs.add_mux(0x70, [22, 23, 24, 25, 26, 27, 28, 11])
    panel = PanelSettings("ssd1306", bus=1, mux=0x70, channel=channel)
    assert bus_number(panel) == number


def test_channels_of_two_muxes_are_told_apart(sysfs: Sysfs) -> None:
    sysfs.add_mux(0x70, [11, 12, 13, 14])
    sysfs.add_mux(0x77, [15, 16, 17, 18])
    assert bus_number(PanelSettings("ssd1306", mux=0x77, channel=3)) == 18


def test_a_missing_mux_says_what_makes_it(sysfs: Sysfs) -> None:
    with pytest.raises(
        PanelError, match=r"^expected channel 3 of a mux at 0x70 on bus 1, got no .*/1-0070/chan"
    ):
        bus_number(BEHIND)


def test_a_mux_that_did_not_answer_has_no_channels(sysfs: Sysfs) -> None:
    sysfs.add_silent_mux(0x70)
    with pytest.raises(PanelError, match="expected channel 3 of a mux at 0x70"):
        bus_number(BEHIND)


def test_a_mux_with_four_channels_has_no_fifth(sysfs: Sysfs) -> None:
    sysfs.add_mux(0x70, [11, 12, 13, 14])
    with pytest.raises(PanelError, match="expected channel 4 of a mux"):
        bus_number(PanelSettings("ssd1306", mux=0x70, channel=4))


def test_a_link_that_leads_to_no_bus_is_refused(sysfs: Sysfs) -> None:
    sysfs.add_silent_mux(0x70)
    (sysfs.devices / "1-0070" / "channel-3").symlink_to("../elsewhere")
    with pytest.raises(PanelError, match="to lead to a bus, got 'elsewhere'"):
        bus_number(BEHIND)


def test_the_bus_is_looked_up_when_the_panel_is_opened(sysfs: Sysfs) -> None:
    pytest.importorskip("smbus2")
    with pytest.raises(PanelError, match="expected channel 3 of a mux"):
        open_i2c(BEHIND)
    sysfs.add_mux(0x70, [251, 252, 253, 254])
    with pytest.raises(DeviceNotFoundError, match="/dev/i2c-254"):
        open_i2c(BEHIND)
