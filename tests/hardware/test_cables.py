"""What a cable that isn't straight joins, as the circuit's page says it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import permutations

from firmware.boxfile.wiring import CABLE, Use
from hardware.plans.files import CIRCUIT
from hardware.plans.mistakes import CROSSED

PAGE = (CIRCUIT / "README.md").read_text(encoding="utf-8").partition("Only straight cables")[2]
PAIRS = ((1, 2), (3, 6), (4, 5), (7, 8))
QUIET = {Use.GROUND, Use.POWER_5V, Use.POWER_3V3}
STRAIGHT = {contact: contact for contact in CABLE}
CROSSOVER, GIGABIT = ({**STRAIGHT, **crossed} for crossed in CROSSED[:2])
ROLLOVER = {contact: 9 - contact for contact in CABLE}


def harmless(order: Mapping[int, Use], cable: Mapping[int, int]) -> bool:
    """Whether 5 V meet nothing but 5 V and a lamp, and no supply meets ground."""
    for here, there in cable.items():
        met = {order[here], order[there]}
        if Use.POWER_5V in met and not met <= {Use.POWER_5V, Use.LAMP}:
            return False
        if met == {Use.GROUND, Use.POWER_3V3}:
            return False
    return True


def test_the_page_tells_contact_by_contact_what_a_crossed_cable_joins() -> None:
    rows = re.findall(r"^\| (\d) \| (.+?) \| \**(\d) (.+?)\** \| \**(\d) (.+?)\** \|$", PAGE, re.MULTILINE)
    assert [int(row[0]) for row in rows] == list(CABLE)
    for contact, use, crossed, there, gigabit, far in rows:
        assert use == CABLE[int(contact)]
        assert (int(crossed), there) == (CROSSOVER[int(contact)], CABLE[CROSSOVER[int(contact)]])
        assert (int(gigabit), far) == (GIGABIT[int(contact)], CABLE[GIGABIT[int(contact)]])


def test_only_the_gigabit_crossover_puts_5_volts_on_a_signal() -> None:
    assert [harmless(CABLE, cable) for cable in (STRAIGHT, CROSSOVER, ROLLOVER, GIGABIT)] == [
        *[True] * 3,
        False,
    ]


def test_no_order_of_the_contacts_would_bear_every_cable() -> None:
    orders = (dict(zip(CABLE, order, strict=True)) for order in set(permutations(CABLE.values())))
    quiet = [order for order in orders if all(len({order[a], order[b]} & QUIET) == 1 for a, b in PAIRS)]
    assert CABLE in quiet
    bears_gigabit = [order for order in quiet if harmless(order, GIGABIT)]
    assert bears_gigabit
    assert not [order for order in bears_gigabit if harmless(order, ROLLOVER)]
