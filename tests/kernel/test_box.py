"""`pierwszy box`, unmodified, on the guest's real lines: each file of tests is run in a guest of its own.

In there (tests/kernel/guest/box_*.py) the rulings are compared with the truth of the injector's own clock.
Here, what the boxes have left behind is looked at.
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
from tests.kernel.rig import PI_4, PYTHON, Chip, I2c, Ran, Rig

GUEST = Path(__file__).parent / "guest"
PYTEST = (
    "-m",
    "pytest",
    "-p",
    "no:cacheprovider",
    "-o",
    "addopts=--import-mode=importlib",
    "-rA",
    "--timeout=240",
)

STARTS_WITH_ANOTHER_CHIP = (Chip("gpio-brcmstb@107d508500"), PI_4)
TWO_PANELS = I2c((0x3C, 0x3D))

AT_ONCE = 2
"""Each guest has one processor, and waits half of its time."""

LONGEST_S = 280.0
"""On a machine so busy that most plans are spoilt and made anew; a quiet one takes a tenth."""

Capture = pytest.CaptureFixture[str]
Guests = Mapping[str, "Future[Ran]"]


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guests]:
    """All guests, begun at once and done two at a time."""
    with ThreadPoolExecutor(AT_ONCE) as pool:

        def begin(name: str, *, chips: tuple[Chip, ...] = (PI_4,), i2c: I2c | None = None) -> Future[Ran]:
            job: list[str | Path] = [
                PYTHON,
                *PYTEST,
                "-c",
                GUEST.parents[2] / "pyproject.toml",
                GUEST / f"{name}.py",
            ]
            out = tmp_path_factory.mktemp(name)
            return pool.submit(Rig().run, job, out=out, chips=chips, i2c=i2c, timeout=LONGEST_S)

        yield {
            "box_contacts": begin("box_contacts"),
            "box_starts": begin("box_starts", chips=STARTS_WITH_ANOTHER_CHIP),
            "box_seventeen": begin("box_seventeen"),
            "box_panels": begin("box_panels", i2c=TWO_PANELS),
        }


def passed(guests: Guests, name: str) -> Path:
    """A guest's tests have all passed; what they have left."""
    ran = guests[name].result()
    assert ran.code == 0, ran.output
    return ran.out


def replayed(
    journal: Path, game: int, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> list[dict[str, Any]]:
    """What `pierwszy journal export` makes of a game, played by `pierwszy replay`."""
    monkeypatch.setenv("STATE_DIRECTORY", str(journal))
    assert main(["journal", "export", str(game)]) == 0
    script = journal / "game.table"
    script.write_text(capsys.readouterr().out)
    assert main(["replay", str(script)]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.timeout(LONGEST_S)
def test_eight_contacts_of_all_kinds_are_ruled_as_they_truly_closed(guests: Guests) -> None:
    passed(guests, "box_contacts")


@pytest.mark.timeout(LONGEST_S)
def test_a_game_of_seventeen_played_by_hand_is_won_by_whoever_was_first(
    guests: Guests, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    told = replayed(passed(guests, "box_seventeen") / "seventeen", 1, monkeypatch, capsys)
    winners = [line["winner"] for line in told if line["event"] == "ruling"]
    assert [winner for winner, _ in groupby(winners)] == [3, 1, 2, 3, 2, 3]
    assert told[-1]["snapshot"]["winners"] == [3]


@pytest.mark.timeout(LONGEST_S)
def test_a_box_starts_anywhere_alone_and_goes_on_after_any_end(
    guests: Guests, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    told = replayed(passed(guests, "box_starts") / "starts", 1, monkeypatch, capsys)
    orders = [line["order"] for line in told if line["event"] == "ruling"]
    assert orders == [[2], [2, 3], [3], [3, 1]]


@pytest.mark.timeout(LONGEST_S)
def test_panels_hold_the_pictures_that_were_drawn(guests: Guests) -> None:
    passed(guests, "box_panels")
