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


def test_plugged_in_buttons_are_asked_for_and_how_often_they_are_asked_is_found() -> None:
    ran = Rig().run([PYTHON, "-m", "tests.kernel.guest.usb_check"], timeout=90)
    assert ran.code == 0, ran.output
    told: dict[str, Any] = json.loads(ran.output[ran.output.index('{"wiring') : ran.output.rindex("}") + 1])
    assert "1: BTN_TRIGGER of DragonRise Inc. Generic USB Joystick at" in told["wiring"]
    assert "3: whichever is pressed at" in told["wiring"]
    assert '  button = { input = "usb-0000:01:00.0-1.3", code = "BTN_SOUTH" }' in told["wiring"].splitlines()
    findings = told["check"]["findings"]
    right = [each["about"] for each in findings if each["verdict"] == "ok" and "found_ms" not in each["data"]]
    assert right == [[1], [2], [3], [1, 2, 3], []], ran.output
    asked = [each["data"] for each in findings if "found_ms" in each["data"]]
    assert [data["told_ms"] for data in asked] == [8, 10]
    assert {data["found_ms"] for data in asked} <= {10, None}  # nothing, where this machine is too busy
    for each in findings:
        if each["about"] == [1, 2]:
            assert (each["kind"] == "polling") is (each["data"]["found_ms"] == 10)
