from __future__ import annotations

from companion.loop.mailbox import Mailbox
from firmware.events import Within
from firmware.fakes.inputs import FakeInputs
from firmware.plugged import Plugged
from firmware.several_inputs import SeveralInputs

PAD = Plugged("BTN_TRIGGER", Within(1, 0, 1, "usb-1"))


def test_what_one_source_has_all_of_them_have() -> None:
    one, other = FakeInputs([1], Mailbox()), FakeInputs([2], Mailbox())
    both = SeveralInputs(range(1, 4), one, other)
    other.touch(2, True, 5)
    other.broken = ["unplugged 2"]
    both.give({1: PAD})
    both.show([1])
    assert tuple(both.seats) == (1, 2, 3)
    assert (both.closed(1), both.closed(2)) == (False, True)
    assert both.faults() == ["unplugged 2"]
    assert (one.given, other.given) == ({1: PAD}, {1: PAD})
    assert (set(one.lit), set(other.lit)) == ({1}, {1})


def test_whoever_comes_later_knows_what_the_others_know_and_may_go() -> None:
    both, late = SeveralInputs([1]), FakeInputs([1], Mailbox())
    both.give({1: PAD})
    both.show([1])
    both.add(late)
    assert (late.given, set(late.lit)) == ({1: PAD}, {1})
    late.broken = ["asleep 1"]
    assert both.faults() == ["asleep 1"]
    both.remove(late)
    assert both.faults() == []
