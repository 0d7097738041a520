"""The button's resistors and capacitor suit the firmware's times."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware.events import NS_PER_S
from firmware.presses.contact import Contact, Kind
from firmware.times import Times
from hardware.plans.files import CIRCUIT
from tests.hardware.edges import (
    closing,
    looped,
    opening,
    reset_held,
    reset_over,
    slowest_supply,
)


def ns(seconds: float) -> int:
    return round(seconds * NS_PER_S)


def touched(*, closed_for: int) -> list[Kind]:
    """What the firmware makes of a line that reads closed once, so long (ns)."""
    contact = Contact(Times())
    contact.edge(True, 1_000)
    contact.edge(False, 1_000 + closed_for)
    contact.advance(1_000 + closed_for + ns(0.1), False)
    return [kind for kind, *_ in contact.outcomes]


@given(st.floats(opening().least, opening().most))
def test_a_mere_touch_stretched_by_the_capacitor_is_no_press(stretched: float) -> None:
    assert touched(closed_for=ns(stretched)) == [Kind.GLITCH]
    assert ns(stretched) < Times().gap


def test_with_the_pis_own_pull_up_alone_a_mere_touch_would_be_a_press() -> None:
    assert touched(closed_for=ns(opening(None).most)) == [Kind.PRESS, Kind.RELEASE]


def test_the_parts_spread_two_seats_by_far_less_than_a_tie() -> None:
    assert ns(closing().most - closing().least) * 100 < Times().tie


def test_a_release_is_hardly_late() -> None:
    assert ns(opening().most) * 20 < Times().release


def test_the_page_says_what_is_computed() -> None:
    page = (CIRCUIT / "README.md").read_text(encoding="utf-8")
    assert f"{closing().least * 1e6:.1f} to {closing().most * 1e6:.1f} µs" in page
    assert f"**{opening().least * 1e3:.2f} to {opening().most * 1e3:.2f} ms**" in page
    assert f"{opening(None).least * 1e3:.1f} to {opening(None).most * 1e3:.1f} ms" in page
    assert f"{opening(4.7e3).least * 1e3:.2f} to {opening(4.7e3).most * 1e3:.2f} ms" in page


def test_a_large_panels_reset_lasts_longer_than_its_data_sheet_asks_and_ends_before_the_program_begins() -> (
    None
):
    assert reset_held().least > 1000 * 3e-6
    assert slowest_supply() > 0.02
    assert reset_over().most < 1


def test_the_page_says_how_long_a_reset_and_a_loop_back_with_pucks_take() -> None:
    page = " ".join((CIRCUIT / "README.md").read_text(encoding="utf-8").split())
    assert f"{reset_held().least * 1e3:.0f} to {reset_held().most * 1e3:.0f} ms" in page
    assert f"{reset_over().least * 1e3:.0f} to {reset_over().most * 1e3:.0f} ms" in page
    assert f"within {slowest_supply() * 1e3:.0f} ms" in page
    assert f"{looped().least * 1e6:.0f} to {looped().most * 1e6:.0f} µs" in page
