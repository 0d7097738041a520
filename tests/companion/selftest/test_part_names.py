from __future__ import annotations

import pytest

from companion.i18n import speaker
from companion.selftest.part_names import listed, name_of
from companion.words import Text
from firmware.events import Line


@pytest.mark.parametrize(
    ("lines", "told"),
    [((3,), "button 3"), ((3, 4, "ok"), "button 3, button 4, the ok button")],
)
def test_things_are_listed_in_the_order_they_are_given(lines: tuple[Line, ...], told: str) -> None:
    words = listed(map(name_of, lines))
    assert isinstance(words, Text)
    assert speaker("en").text(words) == told
