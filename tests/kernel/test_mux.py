from __future__ import annotations

import json

from tests.kernel.rig import PYTHON, I2c, Rig

CHANNEL_3 = 1 << 3


def test_after_our_reset_the_kernel_selects_a_channel_anew_which_it_would_not_by_itself(rig: Rig) -> None:
    ran = rig.run([PYTHON, "-m", "tests.kernel.guest.mux"], i2c=I2c((0x3C, 0x70)))
    assert ran.code == 0, ran.output
    assert json.loads(ran.output) == {
        "channel": [CHANNEL_3],
        "again": [],
        "reset": [],
        "ours": [CHANNEL_3],
        "held": [False, True],
    }
