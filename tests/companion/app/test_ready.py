"""What a box says on standard error once it can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.running import say_ready
from tests.companion.store.recorded import RecordedBox

pytestmark = pytest.mark.plays("buzzer")


def test_ready_is_a_line_of_its_own_and_what_waits_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box = RecordedBox(tmp_path)
    say_ready(box.loop)
    assert capsys.readouterr().err == "pierwszy: ready with 8 seats\n"
    box.enter("name 1 Ola")
    box.enter("game buzzer seats=1,2")
    box.enter("1 +3")
    box.off()
    again = RecordedBox(tmp_path)
    say_ready(again.loop)
    again.off()
    ready, waits = capsys.readouterr().err.splitlines()
    assert ready == "pierwszy: ready with 8 seats"
    assert waits.startswith("pierwszy: waiting: Who's first?")
    assert waits.endswith("3:0 (Ola, Seat 2)")
