"""Whatever can be touched on a table stands for something that is accepted right then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import partial

import pytest

from companion.i18n import speaker
from companion.scripts import script
from companion.scripts.mock import MockTable
from companion.scripts.virtual import SCRIPT_START_NS
from companion.session.table import table_view
from firmware.boxfile.settings import eight_seats
from firmware.events import NS_PER_S, Enter
from firmware.fakes.hand_clock import HandClock
from tests.companion.games.scenes import SCENES, looks_of
from tests.companion.scripts.looking import play_and_look

GAMES = ("buzzer", "chess_clock", "dice", "hourglass", "seventeen", "stopwatch")


def touchable(part: object) -> Iterator[str]:
    """What touches on a part stand for."""
    if isinstance(part, tuple):
        for one in part:
            yield from touchable(one)
    elif is_dataclass(part):
        for field in fields(part):
            value = getattr(part, field.name)
            if field.name != "does":
                yield from touchable(value)
            elif value:
                yield from value if isinstance(value, tuple) else (value,)


@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene in GAMES])
def test_a_touch_on_what_lies_on_a_table_is_never_refused(scene: str) -> None:
    text = SCENES[scene].read_text(encoding="utf-8")
    clock, offered, refused = HandClock(SCRIPT_START_NS), set[str](), []

    def look(table: MockTable, at: float) -> None:
        loop, now = table.loop, clock.now()
        assert loop.view is not None
        view = table_view(loop.session, loop.state, loop.view, now, speaker("en"))
        for does in touchable((view.middle, view.below)):
            offered.add(does)
            after, _ = loop.session.step(replace(loop.state, refused=None), Enter(does, now))
            if does not in view.takes and after.refused is not None:
                refused.append((at, does))

    at = {round(second * NS_PER_S): partial(look, at=second) for second in looks_of(text)}
    play_and_look(script.read(text, scene), replace(eight_seats(), language="en"), clock, at)
    assert refused == []
    assert offered or scene in {"hourglass", "stopwatch"}
