from __future__ import annotations

import logging
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.errors import LibraryMissingError
from firmware.events import NS_PER_S
from firmware.fakes.hand_clock import HandClock
from firmware.pi.service import Service
from tests.firmware.pi.systemd import Systemd

UNIT = Path(__file__).parents[3] / "hardware" / "pierwszy.service"


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    with closing(Systemd(tmp_path, patience_us=20_000_000)) as listening:
        for name, value in listening.environment.items():
            monkeypatch.setenv(name, value)
        yield listening


@pytest.fixture
def clock() -> HandClock:
    return HandClock(1000 * NS_PER_S)


@pytest.fixture
def service(systemd: Systemd, clock: HandClock) -> Iterator[Service]:
    with closing(Service(clock)) as telling:
        yield telling


def test_it_is_ready_with_the_first_turn_and_not_before(service: Service, systemd: Systemd) -> None:
    assert systemd.heard() == []
    service.turn("menu")
    assert systemd.heard() == ["READY=1", "STATUS=menu"]


def test_what_it_does_is_told_when_that_changes(service: Service, systemd: Systemd) -> None:
    for doing in ("menu", "menu", "buzzer, seats 1, 2", "menu"):
        service.turn(doing)
    assert systemd.heard() == ["READY=1", "STATUS=menu", "STATUS=buzzer, seats 1, 2", "STATUS=menu"]


def test_however_often_it_turns_it_kicks_once_in_a_fourth_of_systemds_patience(
    service: Service, systemd: Systemd, clock: HandClock
) -> None:
    for _ in range(201):
        service.turn("menu")
        clock.advance(NS_PER_S // 10)
    assert systemd.heard() == ["READY=1", "STATUS=menu", *["WATCHDOG=1"] * 4]


def test_a_loop_that_sleeps_as_long_as_it_may_kicks_in_time(
    service: Service, systemd: Systemd, clock: HandClock
) -> None:
    service.turn("menu")
    assert service.heartbeat == 10 * NS_PER_S
    for _ in range(3):
        clock.advance(service.heartbeat)
        service.turn("menu")
        assert systemd.heard()[-1] == "WATCHDOG=1"


def test_a_loop_that_hangs_kicks_no_more(service: Service, systemd: Systemd, clock: HandClock) -> None:
    service.turn("menu")
    systemd.heard()
    clock.advance(3600 * NS_PER_S)
    assert systemd.heard() == []


def test_where_there_is_much_to_read_systemd_is_asked_to_wait(service: Service, systemd: Systemd) -> None:
    service.reading()
    assert systemd.heard() == ["STATUS=reading the journal", "EXTEND_TIMEOUT_USEC=300000000"]


def test_the_end_is_told_with_its_reason(service: Service, systemd: Systemd) -> None:
    service.stopping("no press can arrive any more")
    assert systemd.heard() == ["STATUS=no press can arrive any more", "STOPPING=1"]
    service.close()
    service.turn("menu")
    service.stopping("again")
    assert systemd.heard() == []


def test_without_systemd_nobody_is_told_and_the_loop_may_sleep_as_it_likes(
    monkeypatch: pytest.MonkeyPatch, clock: HandClock
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.setenv("WATCHDOG_USEC", "1")
    with closing(Service(clock)) as alone:
        assert alone.heartbeat is None
        alone.turn("menu")
        alone.stopping("stopping")


def test_a_service_without_a_watchdog_is_ready_all_the_same(
    systemd: Systemd, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WATCHDOG_USEC")
    with closing(Service(clock)) as service:
        service.turn("menu")
        assert service.heartbeat is not None
        assert service.heartbeat > 3600 * NS_PER_S
    assert systemd.heard() == ["READY=1", "STATUS=menu"]


def test_a_systemd_that_can_not_be_told_is_a_warning_once_and_tried_again(
    service: Service, systemd: Systemd, expected_logs: list[logging.LogRecord], tmp_path: Path
) -> None:
    systemd.close()
    for _ in range(3):
        service.turn("menu")
    assert [record.getMessage() for record in expected_logs] == [
        "systemd can't be told: [Errno 2] No such file or directory"
    ]
    with closing(Systemd(tmp_path)) as back:
        service.turn("menu")
        assert back.heard() == ["READY=1", "STATUS=menu"]


def test_a_systemd_that_does_not_listen_is_not_waited_for(
    service: Service, systemd: Systemd, expected_logs: list[logging.LogRecord]
) -> None:
    for number in range(5000):  # far more than a socket keeps
        service.turn(f"game {number}")
    assert len(expected_logs) == 1
    systemd.heard()
    service.turn("menu")
    assert systemd.heard() == ["STATUS=menu"]


def test_a_service_that_lacks_its_library_says_how_to_get_it(
    systemd: Systemd, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "systemd_watchdog", None)
    with pytest.raises(LibraryMissingError, match="pip install systemd-watchdog"):
        Service(clock)


# -- the unit ------------------------------------------------------------------------------------------------


needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here"
)


@needs_systemd
def test_systemd_finds_no_fault_in_the_unit(tmp_path: Path) -> None:
    program = tmp_path / "pierwszy"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    unit = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8")
    assert text.count("/opt/pierwszy/bin/pierwszy") == 1
    unit.write_text(text.replace("/opt/pierwszy/bin/pierwszy", str(program)), encoding="utf-8")
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")


@needs_systemd
def test_the_unit_leaves_the_box_little_of_the_machine() -> None:
    ran = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=10", UNIT],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
