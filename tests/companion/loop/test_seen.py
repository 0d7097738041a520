"""What others than the loop see of a table: only those at the knob its host's code."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.loop.seen import SeenTable
from firmware.boxfile.phone_settings import PhoneSettings
from tests.companion.session.test_invitation import by_phone
from tests.companion.store.recorded import ENGLISH, RecordedBox

OFFERS = replace(ENGLISH, offers_phones=True, phones=PhoneSettings(on=True))


@pytest.mark.parametrize("by_host", [False, True])
def test_pages_never_see_the_host_s_code(tmp_path: Path, by_host: bool) -> None:
    box, invited = RecordedBox(tmp_path, settings=OFFERS), by_phone()
    box.loop.invitation = invited
    box.knob([choice.text for choice in box.loop.session.choices(box.state)].index("phones"))
    box.key("ok")
    box.wait(400)
    box.knob(1)
    table = SeenTable(box.loop, by_host=by_host).at(box.clock.now())
    assert table is not None
    assert "The host" in table.headline
    assert (invited.host_code in repr(table)) is by_host
    box.off()


def test_an_invitation_is_shown_when_it_comes_though_nothing_else_happens(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path, settings=OFFERS)
    box.knob([choice.text for choice in box.loop.session.choices(box.state)].index("phones"))
    box.key("ok")
    assert box.loop.view is not None
    assert box.loop.view.main.big == "No network"
    box.loop.invitation = by_phone()
    box.wait(1)
    assert box.loop.view.main.big == by_phone().code
    box.off()
