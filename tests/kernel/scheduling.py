"""Prints how late edges reach the box by how it is scheduled: `python -m tests.kernel.scheduling`.

What hardware/pierwszy.service says of real-time scheduling comes from here. It takes about three minutes.
"""

from __future__ import annotations

import sys

from tests.kernel.rig import PYTHON, I2c, Rig

if __name__ == "__main__":
    Rig().run(
        [PYTHON, "-m", "tests.kernel.guest.scheduling"],
        i2c=I2c((0x3C, 0x3D)),
        timeout=900,
        heard=lambda line: sys.stdout.write(f"{line}\n"),
    )
