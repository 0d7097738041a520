from __future__ import annotations

from dataclasses import replace

import pytest

from companion.selftest.asked_press import AskedPress, Came
from companion.selftest.buttons_step import ButtonsStep
from companion.selftest.knob_step import KnobStep
from companion.selftest.step import Known
from firmware.boxfile import settings as boxes

KNOWN = Known(boxes.default(), deaf=frozenset({6}))


@pytest.mark.parametrize("came", [Came.STUCK, Came.REVERSED, Came.STICKS])
def test_a_button_that_is_never_at_rest_is_not_listened_to_any_more(came: Came) -> None:
    tried = AskedPress(3, 0, came=came, lines=frozenset({3}))
    assert ButtonsStep(KNOWN, tried=(tried,)).learn().deaf == {3, 6}


@pytest.mark.parametrize("came", [Came.STUCK, Came.REVERSED, Came.STICKS])
def test_nor_is_such_a_knob(came: Came) -> None:
    assert KnobStep(KNOWN, tried=(AskedPress("ok", 0, came=came),)).learn().deaf == {"ok", 6}


@pytest.mark.parametrize("came", [Came.CLOSED, Came.DEAD, Came.SKIPPED])
def test_any_other_may_answer(came: Came) -> None:
    tried = AskedPress(3, 0, came=came, lines=frozenset({3}))
    known = replace(KNOWN, deaf=frozenset())
    assert ButtonsStep(known, tried=(tried,)).learn().deaf == frozenset()
