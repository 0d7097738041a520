"""What a kernel's own I2C bus carries as the machine goes off, its root read-only."""

from __future__ import annotations

from pathlib import Path

from companion.i18n import speaker
from firmware.boxfile import settings as boxes
from firmware.drawing.frames import draw
from firmware.fakes.oled_bench import OledMemory
from firmware.views import Screen
from tests.kernel.rig import PYTHON, I2c, Rig
from tests.kernel.wire import feed, parse

BOX = Path(__file__).parents[2] / "hardware" / "box-minimal.toml"
SAID = "import sys, pathlib; from companion.app.farewell import *; say_farewell(pathlib.Path(sys.argv[1]))"
JOB = f'cd / && ! touch x && ! {PYTHON} -BI -c "{SAID}" "$0" 2>&1 | grep . && cat /dev/i2crec > "$RIG/wire"'


def test_the_panel_says_that_it_may_be_unplugged_and_nothing_is_written(rig: Rig, tmp_path: Path) -> None:
    ran = rig.run(["sh", "-c", JOB, BOX], out=tmp_path, i2c=I2c())
    assert ran.code == 0, ran.output
    glass = OledMemory(boxes.minimal().panels["main"])
    feed(glass, parse((tmp_path / "wire").read_bytes()))
    assert glass.picture() == draw(Screen(big=speaker("pl")("You may unplug now")))
