"""``make certify``'s words, and what it says of what it doesn't believe."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.certify import __main__ as command
from tests.certify import biased, report
from tests.certify.coding import packed
from tests.certify.playing import record


def test_all_parts_are_there() -> None:
    parts = command.parts()
    assert tuple(parts) == command.NAMES == tuple(part.NAME for part in parts.values())
    assert set(report.NAMES) == set(parts)
    assert sum(part.RACES for part in parts.values()) > 100_000


def test_trials_and_unfair_boxes_are_kept_apart_from_a_run() -> None:
    words = [[], ["--races", "5"], *(["--biased", bias] for bias in biased.ALL)]
    folders = {command.folder(command.arguments(of)) for of in words}
    assert len(folders) == len(words)


def test_what_isnt_believed_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "certificate.json").write_text(json.dumps({"key": "00"}))
    (tmp_path / "races.xz").write_bytes(packed([record({1: 0, 2: 900})]))
    monkeypatch.setattr("sys.argv", ["certify", "verify", str(tmp_path / "certificate.json")])
    assert command.main() == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("certify: expected a certificate and its races in ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("share", "said"), [(2.9957e-5, "0.003"), (3e-5, "0.003"), (0.0117, "2"), (0.3, "30"), (1.2e-4, "0.02")]
)
def test_a_share_is_rounded_up(share: float, said: str) -> None:
    assert report.percent(share) == said
