from __future__ import annotations

import logging
import os
import queue
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.pi import input_lamps
from firmware.pi.input_lamps import REDS, TRIES, InputLamps, lamps_of

SOON = 10.0
SEATS = {1: 0x2C0, 2: 0x2C5}


class Buzz:
    """A set's lamps in sysfs, and what is written to them; a file there takes what is written as it is."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.written: queue.Queue[tuple[str, str]] = queue.Queue()
        self.refuses = False
        for number in (1, 2, 3, 4):
            led = folder / "leds" / f"0003:054C:0002.0001::buzz{number}"
            led.mkdir(parents=True)
            (led / "brightness").write_text("0")
        write = Path.write_text

        def write_text(path: Path, data: str) -> int:
            self.written.put((path.parent.name[-5:], data))
            if self.refuses:
                raise PermissionError(13, os.strerror(13))
            return write(path, data)

        monkeypatch.setattr(Path, "write_text", write_text)

    def all(self, count: int) -> list[tuple[str, str]]:
        return [self.written.get(timeout=SOON) for _ in range(count)]

    @property
    def lamps(self) -> dict[int, Path]:
        return lamps_of(self.folder)


@pytest.fixture
def buzz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Buzz:
    monkeypatch.setattr(input_lamps, "AGAIN_S", 0.001)
    return Buzz(tmp_path, monkeypatch)


@pytest.fixture
def lamps() -> Iterator[InputLamps]:
    lamps = InputLamps()
    yield lamps
    lamps.close()


def fit(lamps: InputLamps, buzz: Buzz) -> None:
    lamps.fit(list(buzz.lamps.values()), {seat: buzz.lamps[code] for seat, code in SEATS.items()})


def test_a_sets_lamps_are_beside_its_red_buttons(buzz: Buzz, tmp_path: Path) -> None:
    assert [lamp.parent.name[-1] for lamp in buzz.lamps.values()] == ["1", "2", "3", "4"]
    assert list(buzz.lamps) == list(REDS)
    assert lamps_of(tmp_path / "pad") == {}


def test_a_set_that_sleeps_is_woken_by_every_lamp_once_on(lamps: InputLamps, buzz: Buzz) -> None:
    fit(lamps, buzz)
    assert buzz.all(8) == [(f"buzz{number}", lit) for number in (1, 2, 3, 4) for lit in ("1", "0")]


def test_exactly_the_given_seats_are_lit_and_only_what_changes_is_written(
    lamps: InputLamps, buzz: Buzz
) -> None:
    fit(lamps, buzz)
    buzz.all(8)
    lamps.show({2, 3})
    assert buzz.all(1) == [("buzz2", "1")]
    lamps.show([3, 2])
    lamps.show({1})
    assert buzz.all(2) == [("buzz1", "1"), ("buzz2", "0")]
    assert lamps.failing() == []


def test_plugged_in_again_a_set_shows_what_is_lit(lamps: InputLamps, buzz: Buzz) -> None:
    fit(lamps, buzz)
    buzz.all(8)
    lamps.show({1})
    buzz.all(1)
    buzz.folder = buzz.folder.rename(buzz.folder.with_name("the kernel never takes a name twice"))
    lamps.fit((), {})
    fit(lamps, buzz)
    assert buzz.all(2) == [("buzz1", "1"), ("buzz1", "1")]


def test_a_lamp_that_cant_be_written_is_a_fault_and_one_line_and_is_tried_again(
    lamps: InputLamps, buzz: Buzz, expected_logs: list[logging.LogRecord]
) -> None:
    buzz.refuses = True
    fit(lamps, buzz)
    assert len(buzz.all(4 * TRIES)) == 12
    lamps.show({1})
    assert buzz.all(1) == [("buzz1", "1")]
    assert lamps.failing() == [1, 2]
    buzz.refuses = False
    lamps.show({2})
    assert buzz.all(4) == [("buzz1", "1"), ("buzz1", "0"), ("buzz2", "1"), ("buzz2", "1")]
    lamps.close()
    assert lamps.failing() == []
    (record,) = expected_logs
    reason = "[Errno 13] Permission denied; 60-pierwszy.rules lets the group input"
    assert record.getMessage().endswith(f"::buzz1/brightness can't be lit: {reason}")


def test_closed_all_are_dark(lamps: InputLamps, buzz: Buzz) -> None:
    fit(lamps, buzz)
    lamps.show({1, 2})
    lamps.close()
    assert {lamp.read_text() for lamp in buzz.lamps.values()} == {"0"}


def test_without_lamps_there_is_no_thread_to_end(lamps: InputLamps) -> None:
    lamps.show({1})
    assert lamps.failing() == []
