from __future__ import annotations

import json
from typing import Any

from firmware.events import NS_PER_US
from firmware.presses.loopback import tie_for
from firmware.times import Times
from tests.kernel.rig import PYTHON, Rig


def told(module: str) -> dict[str, Any]:
    """What a guest's program prints last."""
    ran = Rig().run([PYTHON, "-m", f"tests.kernel.guest.{module}"])
    assert ran.code == 0, ran.output
    last: dict[str, Any] = json.loads(next(line for line in ran.output.splitlines() if line.startswith("{")))
    return last


def test_a_box_whose_lgpio_thread_has_died_ends_with_exit_1_within_a_heartbeat() -> None:
    box = told("dead_thread")
    assert box["code"] == 1
    assert box["heard"][-2:] == ["STATUS=no press can arrive any more", "STOPPING=1"]
    assert box["lasted"] < 3  # a heartbeat is 1 s here: half of systemd's patience


def test_a_loop_back_finds_each_lines_bias_and_no_more_spread_than_there_was() -> None:
    measured = told("loopback")
    result = measured["result"]
    assert (result["drives"], result["complete"], result["apart"]) == (500, 500, [3])
    assert result["widest_us"] * 1000 <= measured["widest_ns"]
    assert result["tie_us"] * NS_PER_US <= tie_for(measured["widest_ns"])
    # A host that stalls between two pulls leaves them that far apart: no trouble but an honest finding.
    coarse = result["tie_us"] * NS_PER_US > Times().tie
    assert result["troubles"] == ([{"trouble": "coarse", "line": None}] if coarse else [])
    bias = {line["line"]: (line["bias_closing_us"], line["bias_opening_us"]) for line in result["lines"]}
    for way in (0, 1):
        assert 10 < bias[4][way] - bias[1][way] < 25
        assert 30 < bias[2][way] - bias[1][way] < 55
    assert result["tie_us"] >= 2 * result["widest_us"]
