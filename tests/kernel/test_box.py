"""`pierwszy box`, unmodified, on the guest's real lines: tests/kernel/guest/box_*.py, run in there by pytest.

In there the rulings are compared with the truth of the injector's own clock. Here, what the boxes have left
behind is looked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from tests.kernel.rig import PI_4, Chip, I2c, Ran, Rig, job_of

GUESTS = {"contacts": ("box_contacts", "box_panels"), "games": ("box_seventeen", "box_starts", "box_zero")}
"""Which files a guest runs. Each guest has one processor, so two of them have done soonest."""

CHIPS = (Chip("gpio-brcmstb@107d508500"), PI_4)
PANELS = I2c((0x3C, 0x3D))

LONGEST_S = 280.0
"""On a machine so busy that most plans are spoilt and made anew; a quiet one takes a tenth."""

Capture = pytest.CaptureFixture[str]
Guests = Mapping[str, "Future[Ran]"]


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guests]:
    """All guests, at once."""
    with ThreadPoolExecutor() as pool:

        def begin(name: str) -> Future[Ran]:
            out, job = tmp_path_factory.mktemp(name), job_of(*GUESTS[name])
            return pool.submit(Rig().run, job, out=out, chips=CHIPS, i2c=PANELS, timeout=LONGEST_S)

        yield {name: begin(name) for name in GUESTS}


def passed(guests: Guests, name: str) -> Path:
    """A guest's tests have all passed; what they have left."""
    ran = guests[name].result()
    assert ran.code == 0, ran.output
    return ran.out


def replayed(journal: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> list[dict[str, Any]]:
    """What `pierwszy journal export` makes of the first game, played by `pierwszy replay`."""
    monkeypatch.setenv("STATE_DIRECTORY", str(journal))
    assert main(["journal", "export", "1"]) == 0
    script = journal / "game.table"
    script.write_text(capsys.readouterr().out)
    assert main(["replay", str(script)]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.timeout(LONGEST_S)
@pytest.mark.parametrize("name", GUESTS)
def test_a_box_in_a_guest_rules_as_contacts_truly_closed(name: str, guests: Guests) -> None:
    passed(guests, name)


@pytest.mark.timeout(LONGEST_S)
def test_the_journal_of_a_game_played_by_hand_tells_that_game(
    guests: Guests, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    told = replayed(passed(guests, "games") / "seventeen", monkeypatch, capsys)
    winners = [line["winner"] for line in told if line["event"] == "ruling"]
    assert [winner for winner, _ in groupby(winners)] == [3, 1, 2, 3, 2, 3]
    assert told[-1]["snapshot"]["winners"] == [3]


@pytest.mark.timeout(LONGEST_S)
def test_the_journal_of_a_game_that_was_killed_and_gone_on_with_tells_all_of_it(
    guests: Guests, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    told = replayed(passed(guests, "games") / "starts", monkeypatch, capsys)
    orders = [line["order"] for line in told if line["event"] == "ruling"]
    assert orders == [[2], [2, 3], [3], [3, 1]]
