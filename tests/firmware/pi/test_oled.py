from __future__ import annotations

import atexit
import itertools
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st
from luma.core.error import DeviceNotFoundError
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image, ImageChops

from firmware.boxfile.settings import PanelSettings
from firmware.pi.oled import NOP, build
from tests.firmware.fakes.faulty_oled import FaultyOled

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


def lumas_own(settings: PanelSettings, memory: FaultyOled) -> Any:
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


class Watched(FaultyOled):
    """A fake panel that tells after each transfer."""

    def __init__(self, settings: PanelSettings, tell: Callable[[], None]) -> None:
        super().__init__(settings)
        self._tell = tell

    def command(self, *cmd: int) -> None:
        super().command(*cmd)
        self._tell()

    def data(self, data: Sequence[int]) -> None:
        super().data(data)
        self._tell()


BOX = st.tuples(*[st.integers(0, 127)] * 4)
FRAMES = st.lists(st.one_of(st.binary(min_size=1024, max_size=1024), st.lists(BOX, max_size=3)), max_size=4)
"""Pictures one after the other: noise, or a few boxes turned over in the one before."""


def next_frame(before: Image.Image, step: bytes | list[tuple[int, ...]]) -> Image.Image:
    if isinstance(step, bytes):
        return Image.frombytes("1", before.size, step[: before.width * before.height // 8])
    after = before.copy()
    for x0, y0, x1, y1 in step:
        box = (min(x0, x1), min(y0, y1), max(x0, x1) + 1, max(y0, y1) + 1)
        after.paste(ImageChops.invert(after.crop(box)), box)
    return after


@pytest.mark.parametrize("settings", ALL, ids=name)
def test_frames_leave_the_memory_as_lumas_own_display_does_for_no_more_bytes(settings: PanelSettings) -> None:
    ours, theirs = FaultyOled(settings), FaultyOled(settings)
    our_device, their_device = build(settings, ours), lumas_own(settings, theirs)
    shown = Image.new("1", our_device.size)

    @limits(max_examples=12)
    @given(FRAMES)
    def same(steps: list[bytes | list[tuple[int, ...]]]) -> None:
        nonlocal shown
        for step in steps:
            shown = next_frame(shown, step)
            cost = (ours.sent.wire, theirs.sent.wire)
            our_device.display(shown)
            lumas_display(their_device, shown)
            assert ours.ram == theirs.ram
            assert ours.picture(upright=True).tobytes() == shown.tobytes()
            assert ours.sent.wire - cost[0] <= theirs.sent.wire - cost[1]

    same()


@pytest.mark.parametrize("settings", ALL, ids=name)
def test_a_frame_that_changes_everything_costs_what_lumas_own_costs(settings: PanelSettings) -> None:
    ours, theirs = FaultyOled(settings), FaultyOled(settings)
    our_device, their_device = build(settings, ours), lumas_own(settings, theirs)
    our_start, their_start = ours.sent, theirs.sent
    image = Image.new("1", our_device.size, 255)
    our_device.display(image)
    lumas_display(their_device, image)
    assert ours.sent.transfers - our_start.transfers == theirs.sent.transfers - their_start.transfers
    assert ours.sent.payload - our_start.payload == theirs.sent.payload - their_start.payload


@pytest.mark.parametrize("settings", ALL, ids=name)
def test_the_same_frame_again_costs_nothing(settings: PanelSettings) -> None:
    memory = FaultyOled(settings)
    device = build(settings, memory)
    sent = memory.sent
    device.display(Image.new("1", device.size))
    assert memory.sent == sent


@pytest.mark.parametrize("driver", LUMA)
@pytest.mark.parametrize("transfer", range(4))
def test_after_a_spoilt_transfer_all_of_the_next_frame_is_sent(driver: Any, transfer: int) -> None:
    memory = FaultyOled(PanelSettings(driver))
    device = build(memory.settings, memory)
    image = Image.new("1", (128, 64))
    image.putpixel((0, 0), 255)
    image.putpixel((127, 63), 255)
    memory.glitch(after=transfer)
    with pytest.raises((DeviceNotFoundError, OSError)):
        device.display(image)
    start = memory.sent.payload
    device.display(image)
    assert memory.sent.payload - start >= 1024
    assert memory.picture().tobytes() == image.tobytes()


@pytest.mark.parametrize("settings", ALL, ids=name)
def test_a_new_panel_is_lit_and_blank(settings: PanelSettings) -> None:
    memory = FaultyOled(settings)
    build(settings, memory)
    assert memory.on
    assert memory.picture().getbbox() is None


def test_contrast_and_column_offset_come_from_the_settings() -> None:
    settings = PanelSettings("sh1106", contrast=9, column_offset=0)
    memory = FaultyOled(settings)
    device = build(settings, memory)
    image = Image.linear_gradient("L").resize((128, 64)).convert("1")
    device.display(image)
    assert memory.contrast == 9
    assert memory.picture().tobytes() == image.tobytes()


def test_a_wrong_column_offset_shows() -> None:
    settings = PanelSettings("sh1106", column_offset=0)
    memory = FaultyOled(settings, first_column=2)
    image = Image.new("1", (128, 64))
    image.putpixel((2, 0), 255)
    build(settings, memory).display(image)
    assert memory.picture().getpixel((0, 0)) == 255


@pytest.mark.parametrize("settings", ALL, ids=name)
def test_a_renewed_panel_that_lost_its_power_shows_its_picture_and_no_noise_before(
    settings: PanelSettings,
) -> None:
    glass: list[Image.Image] = []
    memory = Watched(settings, lambda: glass.append(memory.picture(upright=True)))
    device = build(settings, memory)
    image = Image.new("1", device.size)
    image.paste(255, (3, 5, 40, 14))
    device.display(image)
    device.contrast(9)
    memory.unplug()
    memory.plug()
    glass.clear()
    device.renew()
    dark = Image.new("1", device.size).tobytes()
    assert {picture.tobytes() for picture in glass[:-1]} == {dark}
    assert glass[-1].tobytes() == image.tobytes()
    assert memory.contrast == 9


@pytest.mark.parametrize("settings", ALL, ids=name)
def test_renewing_a_panel_that_is_well_cannot_be_seen(settings: PanelSettings) -> None:
    glass: list[bytes] = []
    memory = Watched(settings, lambda: glass.append(memory.picture(upright=True).tobytes()))
    device = build(settings, memory)
    image = Image.new("1", device.size)
    image.paste(255, (3, 5, 40, 14))
    device.display(image)
    glass.clear()
    device.renew()
    assert set(glass) == {image.tobytes()}


@pytest.mark.parametrize("settings", ALL, ids=name)
def test_a_panel_built_anew_never_shows_what_it_held_before(settings: PanelSettings) -> None:
    glass: list[bytes] = []
    memory = Watched(settings, lambda: glass.append(memory.picture(upright=True).tobytes()))
    before = build(settings, memory)
    before.display(Image.new("1", before.size, 255))
    glass.clear()
    build(settings, memory)
    lit, dark = Image.new("1", before.size, 255).tobytes(), Image.new("1", before.size).tobytes()
    assert glass[0] == lit  # one byte asks whether it is there
    assert set(glass[1:]) == {dark}


def test_probing_changes_nothing_and_finds_a_panel_gone() -> None:
    memory = FaultyOled(PanelSettings("ssd1306"))
    device = build(memory.settings, memory)
    ram, start = memory.ram, memory.sent.wire
    device.probe()
    assert (memory.ram, memory.on, memory.sent.wire - start) == (ram, True, 3)
    memory.unplug()
    with pytest.raises(DeviceNotFoundError):
        device.probe()


def test_panels_built_again_and_again_leave_nothing_at_exit() -> None:
    hooks = atexit._ncallbacks()
    for driver in LUMA:
        settings = PanelSettings(driver)  # type: ignore[arg-type]
        build(settings, FaultyOled(settings))
    assert atexit._ncallbacks() == hooks


def test_blanking_switches_off_clears_and_closes() -> None:
    settings = PanelSettings("ssd1306")
    memory = FaultyOled(settings)
    device = build(settings, memory.open())
    device.display(Image.new("1", device.size, 255))
    device.blank()
    assert not memory.on
    assert memory.ram == bytes(1024)
    assert memory.handles == 0


def test_dropping_closes_and_sends_nothing() -> None:
    settings = PanelSettings("sh1106")
    memory = FaultyOled(settings)
    device = build(settings, memory.open())
    sent = memory.sent
    device.drop()
    assert memory.handles == 0
    assert memory.sent == sent


def test_an_absent_panel_is_found_out_by_one_byte_before_luma_prepares_anything() -> None:
    tried: list[tuple[int, ...]] = []

    class Asked(FaultyOled):
        def command(self, *cmd: int) -> None:
            tried.append(cmd)
            super().command(*cmd)

    memory = Asked(PanelSettings("ssd1306"))
    memory.unplug()
    with pytest.raises(DeviceNotFoundError, match="not found on address: 0x3C"):
        build(memory.settings, memory)
    assert tried == [(NOP,)]
