"""The box's certificate: written by a check whose jumper is a mock one, believed by this very box alone."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app import certifying
from companion.app.certifying import FILE, facts, with_standing
from companion.cli import main
from companion.i18n import speaker
from companion.selftest.check_screens import screens
from companion.selftest.findings import Verdict
from companion.selftest.run import command
from companion.session import vouching
from companion.session.played import PROGRAM_MADE
from firmware.boxfile import settings as boxes
from firmware.boxfile.settings import Settings
from firmware.certificate import Certificate, Doubt, Standing, read
from firmware.events import NS_PER_US
from firmware.times import Times
from tests.companion.selftest.builder import Builder, Faults
from tests.firmware.fakes.mock_jumper import Planted

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SHIPPED = Path(__file__).parents[3] / "hardware" / "box-minimal.toml"
JOINED = {1: Planted(), 2: Planted(delay=60_000)}


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The state folder of a machine that has a number; the file it stands in is returned."""
    number = tmp_path / "machine-id"
    number.write_text("0123456789abcdef\n")
    monkeypatch.setattr(certifying, "MACHINE", (number, tmp_path / "no-serial-number"))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setattr(certifying, "datetime", At)
    At.moment = NOW
    return number


class At(datetime):
    """The machine's clock."""

    moment = NOW

    @classmethod
    def now(cls, tz: Any = None) -> Any:
        """What it says."""
        return cls.moment


def written(tmp_path: Path) -> Path:
    return tmp_path / "state" / FILE


def box_file(tmp_path: Path) -> Path:
    file = tmp_path / "box.toml"
    file.write_text(SHIPPED.read_text(encoding="utf-8"), encoding="utf-8")
    return file


def loaded(file: Path) -> Settings:
    return replace(boxes.load(file), language="en")


def checked(file: Path, jumper: Mapping[int, Planted] = JOINED, *, writes: bool = True) -> Builder:
    """The loop-back, as on real pins: its jumper and its clock are mock ones."""
    settings = loaded(file)
    of_the_file = partial(command._certify, settings, file)
    builder = Builder(Faults(jumper=jumper), ("loopback",), settings, file=file, certify=of_the_file)
    builder.work(skip={} if writes else {"write tie": "n"})
    builder.close()
    return builder


def doubt(settings: Settings) -> Doubt | None:
    standing = with_standing(settings).certificate
    assert standing is not None
    return standing.doubt


# -- what the check writes -----------------------------------------------------------------------------------


def test_a_box_measured_well_has_a_certificate_of_the_file_with_its_new_tie(tmp_path: Path) -> None:
    file = box_file(tmp_path)
    found = checked(file).report()["findings"]
    made = read(written(tmp_path).read_text())
    assert isinstance(made, Certificate)
    assert found[-1]["kind"] == "certified"
    assert found[-1]["what"] == f"loop-back: certificate {made.id} of 2026-11-30, for a year"
    assert made.facts == facts(loaded(file))
    assert made.tie == loaded(file).times.tie == 150 * NS_PER_US
    assert {each["line"]: each["bias_closing_us"] for each in made.measured["lines"]} == {1: -30, 2: 30}
    assert doubt(loaded(file)) is None
    assert "0123456789abcdef" not in written(tmp_path).read_text()


def test_who_leaves_the_longer_tie_in_the_file_has_a_certificate_too(tmp_path: Path) -> None:
    file = box_file(tmp_path)
    checked(file, writes=False)
    assert loaded(file).times.tie == Times().tie
    assert doubt(loaded(file)) is None


def test_a_box_file_that_ships_with_the_program_is_vouched_for_as_it_is(tmp_path: Path) -> None:
    two = boxes.minimal()
    of_the_box = partial(command._certify, two, None)
    Builder(Faults(jumper=JOINED), ("loopback",), two, certify=of_the_box).work().close()
    assert doubt(two) is None


def test_the_last_screen_names_it(tmp_path: Path) -> None:
    builder = checked(box_file(tmp_path))
    made = read(written(tmp_path).read_text())
    assert isinstance(made, Certificate)
    checker = builder.checker
    last = screens(checker.course, checker.state, 0, speaker("en"))["main"]
    assert (last.big, last.text) == ("All right", (f"certificate {made.id}",))


def test_mock_pins_measure_nothing(tmp_path: Path) -> None:
    builder = Builder(Faults(jumper=JOINED), ("loopback",), loaded(box_file(tmp_path))).work()
    builder.close()
    last = builder.report()["findings"][-1]
    assert last["what"] == "loop-back: no certificate, for mock pins measure nothing"
    assert last["verdict"] == Verdict.NONE
    assert not written(tmp_path).exists()


@pytest.mark.parametrize("planted", [Planted(lose_every=50), Planted(double_every=50)])
def test_a_box_with_something_wrong_has_none(tmp_path: Path, planted: Planted) -> None:
    last = checked(box_file(tmp_path), {1: Planted(), 2: planted}).report()["findings"][-1]
    assert last["what"] == "loop-back: no certificate, for something was wrong"
    assert not written(tmp_path).exists()


def test_lines_that_were_not_measured_are_not_vouched_for(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text((SHIPPED.parent / "box.toml").read_text(encoding="utf-8"), encoding="utf-8")
    found = checked(file, {1: Planted(), 2: Planted(), 4: Planted()}).report()["findings"]
    assert found[-1]["what"].endswith("every button's line: not joined 3, 5, 6")
    assert not written(tmp_path).exists()


def test_a_coarse_box_has_one_that_vouches_for_its_coarse_tie_alone(tmp_path: Path) -> None:
    file = box_file(tmp_path)
    checked(file, {1: Planted(), 2: Planted(delay=400_000)}, writes=False)
    assert doubt(loaded(file)) is Doubt.FINER
    checked(file, {1: Planted(), 2: Planted(delay=400_000)})
    assert (loaded(file).times.tie, doubt(loaded(file))) == (800 * NS_PER_US, None)


def test_a_folder_that_takes_nothing_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    builder = checked(box_file(tmp_path))
    assert builder.found == ["not-certified"]


def test_a_machine_without_a_number_or_a_date_has_none(tmp_path: Path, machine: Path) -> None:
    At.moment = PROGRAM_MADE - timedelta(days=1)
    assert checked(box_file(tmp_path)).found == ["not-certified"]
    At.moment = NOW
    machine.unlink()
    assert checked(box_file(tmp_path)).found == ["not-certified"]
    assert not written(tmp_path).exists()


# -- who believes it -----------------------------------------------------------------------------------------


MEASURED: dict[str, bytes] = {}
"""The files of a box with a certificate: one loop-back is enough for all that follows."""


@pytest.fixture
def own(tmp_path: Path) -> Settings:
    """A box with a certificate."""
    if not MEASURED:
        checked(box_file(tmp_path))
        MEASURED.update({name: (tmp_path / name).read_bytes() for name in ("box.toml", f"state/{FILE}")})
    written(tmp_path).parent.mkdir(exist_ok=True)
    for name, data in MEASURED.items():
        (tmp_path / name).write_bytes(data)
    settings = loaded(tmp_path / "box.toml")
    assert doubt(settings) is None
    return settings


def test_without_one_the_default_is_used_and_no_file_is_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certifying, "facts", None)
    settings = with_standing(loaded(SHIPPED))
    assert settings.certificate == Standing(Doubt.NEVER)
    assert settings.certified is None
    told = vouching.told(settings.certificate, settings.times.tie).filled()
    assert told == "tie 500 µs by default: not measured (pierwszy check loopback)"


def test_another_box_with_the_same_card_does_not_believe_it(own: Settings, tmp_path: Path) -> None:
    (tmp_path / "no-serial-number").write_text("100000003d1e1c5f\0")
    assert doubt(own) is Doubt.ANOTHER_BOX


def test_another_kernel_lapses_it(own: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(release="6.12.48", version="#1"))
    assert doubt(own) is Doubt.KERNEL
    settings = with_standing(own)
    told = vouching.told(settings.certificate, settings.times.tie).filled()
    assert told == (
        "tie 150 µs as the box file says, not vouched for: the certificate has lapsed: another kernel"
    )


def test_another_program_lapses_it(own: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certifying, "JUDGES", certifying.JUDGES[1:])
    assert doubt(own) is Doubt.PROGRAM


def test_another_letter_in_the_box_file_lapses_it(own: Settings, tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(file.read_text() + "# moved to GPIO 5\n")
    assert doubt(loaded(file)) is Doubt.BOX_FILE


@pytest.mark.parametrize(("days", "why"), [(365, None), (366, Doubt.OLD), (-1, Doubt.FUTURE)])
def test_it_is_good_for_a_year(own: Settings, days: int, why: Doubt | None) -> None:
    At.moment = NOW + timedelta(days=days)
    assert doubt(own) is why


def test_altered_it_is_told_and_left_as_it_is(own: Settings, tmp_path: Path) -> None:
    text = written(tmp_path).read_text().replace('"tie_us": 150', '"tie_us": 100')
    written(tmp_path).write_text(text)
    assert doubt(own) is Doubt.ALTERED
    assert written(tmp_path).read_text() == text


def test_whatever_lies_in_its_place_is_no_certificate(own: Settings, tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_bytes(b"\xff\xfe\x00")
    assert doubt(own) is Doubt.UNREADABLE
    path.unlink()
    path.symlink_to(tmp_path / "nowhere")
    assert doubt(own) is Doubt.UNREADABLE
    path.unlink()
    path.mkdir()
    assert doubt(own) is Doubt.UNREADABLE


def test_boxes_without_pins_have_nothing_to_measure(own: Settings) -> None:
    assert doubt(boxes.plugged()) is Doubt.NO_PINS
    assert with_standing(own, mock=True).certificate == Standing(Doubt.MOCK)


def test_every_doubt_has_its_words() -> None:
    assert set(vouching.WHY) == set(Doubt)


# -- who names it --------------------------------------------------------------------------------------------


def test_the_pin_table_and_a_bug_report_name_it(
    own: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    standing = with_standing(own).certificate
    assert standing is not None
    box = ("--settings", str(tmp_path / "box.toml"), "--lang", "en")
    assert main(["wiring", *box]) == 0
    line = f"tie 150 µs, certificate {standing.id} of 2026-11-30"
    assert line in capsys.readouterr().out.splitlines()
    assert main(["wiring", *box, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["certificate"] == standing.as_data()


def test_a_check_without_the_loop_back_says_what_it_finds(
    own: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "two.table"
    script.write_text("2.5 press 1\n3.5 press 2\n", encoding="utf-8")
    box = ("--settings", str(tmp_path / "box.toml"), "--lang", "en")
    assert main([*box, "check", "buttons", "--json", "--script", str(script)]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["box"]["certificate"]["doubt"] == "mock pins"
    assert "tie 150 µs as the box file says, not vouched for: mock pins measure nothing" in told.err
