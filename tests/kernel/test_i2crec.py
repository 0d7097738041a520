from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from firmware.boxfile.settings import PanelSettings
from firmware.events import NS_PER_MS
from firmware.fakes.oled_bench import OledMemory
from tests.kernel.rig import PYTHON, I2c, Rig
from tests.kernel.wire import feed, parse

KHZ = 400
FRAME_BYTES = 1024
CLOCKS_PER_BYTE = 9


@pytest.fixture
def drawn() -> Image.Image:
    """A picture whose every byte is sent: on a dark panel each of its pages, 8 rows high, has a lit row."""
    picture = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(picture)
    for row in range(0, 64, 8):
        draw.line((0, row, 127, row), fill=1)
    draw.ellipse((0, 0, 127, 63), outline=1)
    for column in range(0, 128, 2):
        draw.line((column, 0, 127 - column, 63), fill=1)
    return picture


def test_a_picture_sent_by_luma_is_on_the_wire_and_takes_the_bus_its_time(
    rig: Rig, tmp_path: Path, drawn: Image.Image
) -> None:
    drawn.save(tmp_path / "drawn.png")
    ran = rig.run([PYTHON, "-m", "tests.kernel.guest.picture"], out=tmp_path, i2c=I2c((0x3C,), KHZ))
    assert ran.code == 0, ran.output
    told = json.loads(ran.output)
    writes = parse((tmp_path / "wire").read_bytes())

    glass = OledMemory(PanelSettings("ssd1306"))
    feed(glass, writes)
    assert glass.picture().tobytes() == drawn.tobytes()
    assert [write.at_ns for write in writes] == sorted(write.at_ns for write in writes)
    assert {write.address for write in writes} == {0x3C}
    assert told["took_ns"] >= FRAME_BYTES * CLOCKS_PER_BYTE * NS_PER_MS // KHZ
    assert "0x3D" in told["absent"]


def test_without_addresses_there_is_no_bus(rig: Rig) -> None:
    assert rig.run(["sh", "-c", "ls /dev | grep i2c"]).output == ""
