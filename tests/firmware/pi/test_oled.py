from __future__ import annotations

import atexit
import itertools
import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st
from luma.core.error import DeviceNotFoundError
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image

from firmware.fakes.oled import OledMemory
from firmware.pi.oled import NOP, build
from firmware.settings import PanelSettings

LUMA = {"ssd1306": ssd1306, "ssd1309": ssd1309, "sh1106": sh1106}
SIZES = {
    "ssd1306": [(128, 64), (128, 32), (96, 16), (64, 48), (64, 32)],
    "ssd1309": [(128, 64)],
    "sh1106": [(128, 64), (128, 32)],
}
ALL = [
    PanelSettings(driver, rotate=rotate, width=width, height=height)  # type: ignore[arg-type]
    for driver, sizes in SIZES.items()
    for (width, height), rotate in itertools.product(sizes, range(4))
]


def name(settings: PanelSettings) -> str:
    return f"{settings.driver}-{settings.width}x{settings.height}-{settings.rotate}"


def lumas_own(settings: PanelSettings, memory: OledMemory) -> Any:
    size = {"width": settings.width, "height": settings.height, "rotate": settings.rotate}
    with warnings.catch_warnings():
        # luma.oled 3.16 reads pixels by Image.getdata, which Pillow 13 has deprecated.
        warnings.filterwarnings("ignore", "Image.Image.getdata", DeprecationWarning)
        device = LUMA[settings.driver](memory, **size)
    device.persist = True
    return device


def lumas_display(device: Any, image: Image.Image) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Image.Image.getdata", DeprecationWarning)
        device.display(image)


@pytest.mark.parametrize("settings", ALL, ids=name)
def test_a_frame_leaves_the_memory_as_lumas_own_display_does(settings: PanelSettings) -> None:
    ours, theirs = OledMemory(settings), OledMemory(settings)
    our_device, their_device = build(settings, ours), lumas_own(settings, theirs)

    size = settings.width * settings.height // 8

    @limits(max_examples=20)
    @given(st.binary(min_size=size, max_size=size))
    def same(bits: bytes) -> None:
        image = Image.frombytes("1", our_device.size, bits)
        our_device.display(image)
        lumas_display(their_device, image)
        assert ours.ram == theirs.ram
        assert ours.picture(upright=True).tobytes() == image.tobytes()

    same()


@pytest.mark.parametrize("settings", ALL, ids=name)
def test_a_frame_costs_what_lumas_own_costs(settings: PanelSettings) -> None:
    ours, theirs = OledMemory(settings), OledMemory(settings)
    our_device, their_device = build(settings, ours), lumas_own(settings, theirs)
    our_start, their_start = ours.sent, theirs.sent
    image = Image.new("1", our_device.size)
    our_device.display(image)
    lumas_display(their_device, image)
    assert ours.sent.transfers - our_start.transfers == theirs.sent.transfers - their_start.transfers
    assert ours.sent.payload - our_start.payload == theirs.sent.payload - their_start.payload


@pytest.mark.parametrize("settings", ALL, ids=name)
def test_a_new_panel_is_lit_and_blank(settings: PanelSettings) -> None:
    memory = OledMemory(settings)
    build(settings, memory)
    assert memory.on
    assert memory.picture().getbbox() is None


def test_contrast_and_column_offset_come_from_the_settings() -> None:
    settings = PanelSettings("sh1106", contrast=9, column_offset=0)
    memory = OledMemory(settings)
    device = build(settings, memory)
    image = Image.linear_gradient("L").resize((128, 64)).convert("1")
    device.display(image)
    assert memory.contrast == 9
    assert memory.picture().tobytes() == image.tobytes()


def test_a_wrong_column_offset_shows() -> None:
    settings = PanelSettings("sh1106", column_offset=0)
    memory = OledMemory(settings, first_column=2)
    image = Image.new("1", (128, 64))
    image.putpixel((2, 0), 255)
    build(settings, memory).display(image)
    assert memory.picture().getpixel((0, 0)) == 255


def test_panels_built_again_and_again_leave_nothing_at_exit() -> None:
    hooks = atexit._ncallbacks()
    for driver in LUMA:
        settings = PanelSettings(driver)  # type: ignore[arg-type]
        build(settings, OledMemory(settings))
    assert atexit._ncallbacks() == hooks


def test_blanking_switches_off_clears_and_closes() -> None:
    settings = PanelSettings("ssd1306")
    memory = OledMemory(settings)
    device = build(settings, memory.open())
    device.display(Image.new("1", device.size, 255))
    device.blank()
    assert not memory.on
    assert memory.ram == bytes(1024)
    assert memory.handles == 0


def test_dropping_closes_and_sends_nothing() -> None:
    settings = PanelSettings("sh1106")
    memory = OledMemory(settings)
    device = build(settings, memory.open())
    sent = memory.sent
    device.drop()
    assert memory.handles == 0
    assert memory.sent == sent


def test_an_absent_panel_is_found_out_by_one_byte_before_luma_prepares_anything() -> None:
    tried: list[tuple[int, ...]] = []

    class Asked(OledMemory):
        def command(self, *cmd: int) -> None:
            tried.append(cmd)
            super().command(*cmd)

    memory = Asked(PanelSettings("ssd1306"))
    memory.unplug()
    with pytest.raises(DeviceNotFoundError, match="not found on address: 0x3C"):
        build(memory.settings, memory)
    assert tried == [(NOP,)]
