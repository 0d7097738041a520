"""The box's certificate: its file, its name, and each way it no longer vouches for a tie."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from firmware import certificate
from firmware.certificate import Certificate, Doubt, Facts, Standing, read, standing_in
from firmware.events import NS_PER_US

HERE = Facts(box="b0c5", kernel="6.12.47 #1 SMP", program="9f11", box_file="77aa")
MADE = date(2026, 11, 30)
MEASURED: dict[str, Any] = {
    "drives": 2000,
    "lines": [{"line": 1, "bias_closing_us": -4.5}, {"line": 2, "bias_closing_us": 4.5}],
    "widest_us": 71.25,
    "tie_us": 150,
}
TIE = 150 * NS_PER_US
CERTIFICATE = Certificate(MADE, HERE, "box.toml", MEASURED)


def test_what_is_written_is_read_and_has_a_short_name() -> None:
    assert read(CERTIFICATE.text()) == CERTIFICATE
    assert len(CERTIFICATE.id) == 8
    assert json.loads(CERTIFICATE.text())["measured"] == MEASURED


@pytest.mark.parametrize("days", [0, 1, 365])
def test_it_vouches_for_the_tie_it_measured_and_any_longer_one_for_a_year(days: int) -> None:
    today = MADE + timedelta(days=days)
    assert CERTIFICATE.doubt(HERE, today, TIE) is None
    assert CERTIFICATE.doubt(HERE, today, 30_000 * NS_PER_US) is None


@pytest.mark.parametrize(
    ("now", "days", "tie", "doubt"),
    [
        (replace(HERE, box="another"), 0, TIE, Doubt.ANOTHER_BOX),
        (replace(HERE, box=""), 0, TIE, Doubt.ANOTHER_BOX),
        (replace(HERE, kernel="6.12.48 #1 SMP"), 0, TIE, Doubt.KERNEL),
        (replace(HERE, program="9f12"), 0, TIE, Doubt.PROGRAM),
        (replace(HERE, box_file="77ab"), 0, TIE, Doubt.BOX_FILE),
        (HERE, 366, TIE, Doubt.OLD),
        (HERE, -1, TIE, Doubt.FUTURE),
        (HERE, 0, TIE - 1, Doubt.FINER),
    ],
)
def test_each_way_it_lapses_has_its_own_reason(now: Facts, days: int, tie: int, doubt: Doubt) -> None:
    assert CERTIFICATE.doubt(now, MADE + timedelta(days=days), tie) is doubt


def test_a_machine_that_cannot_tell_itself_from_others_believes_none_that_could_not_either() -> None:
    nameless = replace(HERE, box="")
    assert replace(CERTIFICATE, facts=nameless).doubt(nameless, MADE, TIE) is Doubt.ANOTHER_BOX


def test_no_byte_of_it_can_be_another_and_nobody_notice() -> None:
    text = CERTIFICATE.text().encode()
    for at in range(len(text)):
        for bit in range(7):
            changed = bytes([*text[:at], text[at] ^ (1 << bit), *text[at + 1 :]]).decode()
            assert read(changed) in {Doubt.ALTERED, Doubt.UNREADABLE}, changed


def test_an_edited_figure_is_told_as_that() -> None:
    assert read(CERTIFICATE.text().replace('"tie_us": 150', '"tie_us": 100')) is Doubt.ALTERED
    assert read(CERTIFICATE.text().replace("2026-11-30", "2027-11-30")) is Doubt.ALTERED
    assert read(CERTIFICATE.text().replace('"kernel": "6.12.47', '"kernel": "6.12.48')) is Doubt.ALTERED


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", '"id"', "{}", '{"id": 7}', "[" * 100_000, '{"id": 1e999}', "9" * 5000, "\0"],
)
def test_what_is_no_certificate_is_none(text: str) -> None:
    assert read(text) in {Doubt.UNREADABLE, Doubt.ALTERED}


@pytest.mark.parametrize(
    "measured", [{}, {"tie_us": None}, {"tie_us": float("inf")}, {"tie_us": 0}, {"tie_us": "x"}]
)
def test_one_that_fits_its_name_but_measured_nothing_is_none(measured: dict[str, Any]) -> None:
    class Bare(Certificate):
        @property
        def tie(self) -> int:
            return 1

    assert read(Bare(MADE, HERE, "box.toml", measured).text()) is Doubt.UNREADABLE


def test_one_of_a_later_version_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "VERSION", 2)
    later = CERTIFICATE.text()
    monkeypatch.undo()
    assert read(later) is Doubt.UNREADABLE


def test_how_it_stands_is_told_and_had_again() -> None:
    good = Standing.of(CERTIFICATE, HERE, MADE, TIE)
    old = Standing.of(CERTIFICATE, HERE, MADE + timedelta(days=400), TIE)
    never = Standing(Doubt.NEVER)
    for standing in (good, old, never):
        assert standing_in(json.loads(json.dumps(standing.as_data()))) == standing
    assert (good.vouching(TIE), good.vouching(TIE - 1)) == (CERTIFICATE.id, None)
    assert (old.id, old.vouching(TIE), never.vouching(TIE)) == (CERTIFICATE.id, None, None)


@pytest.mark.parametrize(
    "told",
    [
        *(None, 7, [], {}, "x", {"doubt": "no such"}, {"doubt": None}),
        {"doubt": None, "id": "\n# x", "made": "2026-11-30", "tie_us": 150},
        {"doubt": None, "id": "3f2a91c0", "made": "soon", "tie_us": 150},
        {"doubt": None, "id": "3f2a91c0", "made": "2026-11-30", "tie_us": None},
    ],
)
def test_a_standing_that_is_something_else_is_unknown(told: object) -> None:
    assert standing_in(told) is None
