"""Whole tables, judged again from their edges alone: of every race both judges say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from tests.companion.audit.played import audited, recorded
from tests.test_journeys import JOURNEYS


@pytest.mark.parametrize("path", JOURNEYS, ids=lambda path: path.stem)
def test_both_judges_agree_on_a_journey(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded(path.read_text(encoding="utf-8"), tmp_path)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert main(["journal", "audit"]) == 0
    out, err = capsys.readouterr()
    assert (out.splitlines()[-1].endswith(": agreed"), err) == (True, "")
    assert all(one.edges_kept and not one.late for one in audited(tmp_path).audited)
