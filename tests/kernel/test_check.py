from __future__ import annotations

import json
from typing import Any

from tests.kernel.rig import PYTHON, I2c, Rig


def test_the_self_test_finds_what_is_wrong_with_real_lines_and_wires() -> None:
    ran = Rig().run([PYTHON, "-m", "tests.kernel.guest.check"], i2c=I2c((0x3D,)), timeout=90)
    assert ran.code == 0, ran.output
    report: dict[str, Any] = json.loads(ran.output[ran.output.index("{") : ran.output.rindex("}") + 1])
    wrong = {
        (finding["kind"], *finding["about"])
        for finding in report["findings"]
        if finding["verdict"] == "wrong"
    }
    no_mux = ("no-mux", 1, 2, 3, 4, 5, 6, 7, 8)
    assert wrong == {("swapped", 2, 3), ("dead", 5), ("reversed", "a", "b"), no_mux}
    assert report["machine"]["chip"] == "gpiochip0 (pinctrl-bcm2711)"
    right = [finding["about"] for finding in report["findings"] if finding["verdict"] == "ok"]
    assert right == [[1], [4], [6], [7], [8], ["ok"], ["main"]]
    edges = [finding["data"].get("edges") for finding in report["findings"] if finding["about"] in right[:5]]
    assert edges == [6] * 5
