"""Each planted fault is found, at every seat, and nothing else is."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st

from companion.i18n import speaker
from companion.selftest import check_report
from firmware.boxfile.settings import PanelSettings, Settings
from firmware.events import Seat
from firmware.views import PanelId
from tests.companion.selftest.builder import EIGHT, SIX, Builder, Faults
from tests.firmware.fakes.mock_jumper import Planted

SEATS = tuple(SIX.seats)
PANELS = SIX.panels
Case = tuple[Callable[[Seat], Faults], Callable[[Seat], set[str]]]


def after(seat: Seat) -> Seat:
    """The next seat round the ring."""
    return seat % len(SEATS) + 1


def pair(seat: Seat) -> str:
    return " ".join(map(str, sorted((seat, after(seat)))))


BUTTONS: Mapping[str, Case] = {
    "dead": (lambda s: Faults(closes={s: ()}), lambda s: {f"dead {s}"}),
    "swapped": (lambda s: Faults(closes={s: (after(s),), after(s): (s,)}), lambda s: {f"swapped {pair(s)}"}),
    "both on one line": (lambda s: Faults(closes={s: (after(s),)}), lambda s: {f"astray {s} {after(s)}"}),
    "on the knob's line": (lambda s: Faults(closes={s: ("ok",)}), lambda s: {f"astray {s} ok"}),
    "joined": (
        lambda s: Faults(closes=dict.fromkeys((s, after(s)), (s, after(s)))),
        lambda s: {f"joined {pair(s)}"},
    ),
    "stuck": (lambda s: Faults(stuck=[s]), lambda s: {f"stuck {s}"}),
    "backwards": (lambda s: Faults(backwards=[s]), lambda s: {f"backwards {s}"}),
    "sticks": (lambda s: Faults(sticks=[s]), lambda s: {f"sticks {s}"}),
    "noisy": (lambda s: Faults(hums=[s]), lambda s: {f"noisy {s}"}),
    "chatters": (lambda s: Faults(chatters=[s]), lambda s: {f"chatters {s}"}),
}

LAMPS: Mapping[str, Case] = {
    "dark": (lambda s: Faults(lights={s: ()}), lambda s: {f"dark {s}"}),
    "swapped": (lambda s: Faults(lights={s: (after(s),), after(s): (s,)}), lambda s: {f"swapped {pair(s)}"}),
    "joined": (
        lambda s: Faults(lights=dict.fromkeys((s, after(s)), (s, after(s)))),
        lambda s: {f"joined {pair(s)}"},
    ),
    "always on": (lambda s: Faults(glows=[s]), lambda s: {f"always-on {s}"}),
}


@pytest.fixture
def work() -> Iterator[Callable[..., Builder]]:
    built: list[Builder] = []

    def go(*arguments: object, **more: object) -> Builder:
        built.append(Builder(*arguments, **more))  # type: ignore[arg-type]
        return built[-1].work()

    yield go
    for builder in built:
        builder.close()


Work = Callable[..., Builder]


def test_a_box_that_is_well(work: Work) -> None:
    joined = {seat: Planted(delay=2_000 * seat, jitter=5_000) for seat in SEATS}
    builder = work(Faults(jumper=joined))
    assert builder.found == []
    report = builder.report()
    assert report["ok"]
    assert report["counts"] == {"ok": 24, "wrong": 0, "skipped": 0, "none": 2}


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("fault", BUTTONS)
def test_a_button_at_fault(work: Work, fault: str, seat: Seat) -> None:
    plant, expected = BUTTONS[fault]
    assert set(work(plant(seat), ("buttons",)).found) == expected(seat)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("fault", LAMPS)
def test_a_lamp_at_fault(work: Work, fault: str, seat: Seat) -> None:
    plant, expected = LAMPS[fault]
    assert set(work(plant(seat), ("lamps",)).found) == expected(seat)


@pytest.mark.parametrize("fault", BUTTONS)
def test_lamps_and_panels_are_found_well_whatever_a_button_lacks(work: Work, fault: str) -> None:
    plant, expected = BUTTONS[fault]
    assert set(work(plant(3), ("buttons", "lamps", "panels")).found) == expected(3)


@pytest.mark.parametrize(
    ("faults", "found"),
    [
        (Faults(phases=(("b",), ("a",))), "reversed a b"),
        (Faults(phases=((), ("b",))), "phase a"),
        (Faults(phases=(("a",), ())), "phase b"),
        (Faults(phases=((), ())), "dead a b"),
        (Faults(phases=(("a", "b"), ("a", "b"))), "joined a b"),
        (Faults(closes={"ok": ()}), "dead ok"),
        (Faults(closes={"ok": (4,)}), "astray ok 4"),
        (Faults(stuck=["ok"]), "stuck ok"),
        (Faults(hums=["ok"]), "noisy ok"),
        (Faults(), None),
    ],
)
def test_a_knob_at_fault(work: Work, faults: Faults, found: str | None) -> None:
    assert work(faults, ("knob",)).found == [*filter(None, [found])]


@pytest.mark.parametrize(("counted", "built"), [(1, 2), (1, 4), (2, 1), (2, 4), (4, 1), (4, 2)])
def test_a_knob_whose_clicks_are_counted_wrong(work: Work, counted: int, built: int) -> None:
    assert SIX.knob is not None
    box = replace(SIX, knob=replace(SIX.knob, clicks_per_step=counted))
    assert work(Faults(), ("knob",), box).found == []
    builder = work(Faults(clicks=built), ("knob",), box)
    assert builder.found == ["clicks a b"]
    assert f"4 clicks of the knob count as {4 * counted // built} -> Write clicks_per_step = {built}" in said(
        builder
    )


def test_a_knob_that_is_counted_wrong_and_turns_the_wrong_way(work: Work) -> None:
    faults = Faults(phases=(("b",), ("a",)), clicks=2)
    assert work(faults, ("knob",)).found == ["clicks a b", "reversed a b"]


def test_a_knob_that_hums_is_told_once(work: Work) -> None:
    assert work(Faults(hums=["ok"]), ("buttons", "knob")).found == ["noisy ok"]


SH1106 = replace(SIX, panels={name: replace(panel, driver="sh1106") for name, panel in PANELS.items()})
"""The same box with panels of the other kind."""
ALONE = replace(SIX, panels={seat: panel for seat, panel in PANELS.items() if seat != "main"})


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_that_isnt_there(work: Work, name: PanelId, expected_logs: list[logging.LogRecord]) -> None:
    assert work(Faults(absent=[name]), ("panels",)).found == [f"absent {name}"]
    assert expected_logs


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_that_holds_the_bus(
    work: Work, name: PanelId, expected_logs: list[logging.LogRecord]
) -> None:
    builder = work(Faults(holds=[name]), ("panels",))
    assert builder.found == [f"holds {name}"]
    assert "SDA or SCL is low while it is connected" in said(builder)
    assert expected_logs


@pytest.mark.parametrize(
    ("box", "faults"),
    [(SIX, Faults(no_reset=True)), (replace(SIX, mux_reset=None), Faults())],
    ids=["its wire is loose", "the box has none"],
)
def test_a_panel_that_holds_the_bus_without_a_reset(
    work: Work, box: Settings, faults: Faults, expected_logs: list[logging.LogRecord]
) -> None:
    builder = work(replace(faults, holds=[3]), ("panels",), box)
    assert builder.found == (["holds 3"] if box.mux_reset is None else ["held main 1 2 3 4 5 6"])
    assert "SDA or SCL is low, and no panel can be reached" in said(builder)
    assert expected_logs


def test_a_reset_that_does_nothing(work: Work) -> None:
    builder = work(Faults(no_reset=True), ("panels",))
    assert builder.found == ["reset"]
    assert "Follow its wire from pin 26 (GPIO 7) to the mux's RST" in said(builder)


@pytest.mark.parametrize("seat", SEATS)
def test_a_panel_at_the_other_address(work: Work, seat: Seat, expected_logs: list[logging.LogRecord]) -> None:
    faults = Faults(panels={seat: replace(PANELS[seat], address=0x3D)})
    builder = work(faults, ("panels",), ALONE)
    assert builder.found == [f"other-address {seat}"]
    assert f"Write address = 0x3D for its panel under [seats.{seat}]" in said(builder)
    assert expected_logs


def test_a_main_panel_left_at_the_seats_address(work: Work, expected_logs: list[logging.LogRecord]) -> None:
    built: dict[PanelId, PanelSettings] = {"main": replace(EIGHT.panels["main"], address=0x3C)}
    builder = work(Faults(panels=built), ("panels",), EIGHT)
    assert builder.found == ["other-address main"]
    assert "move the address resistor" in said(builder)
    assert expected_logs


def test_a_panel_in_another_channel(work: Work, expected_logs: list[logging.LogRecord]) -> None:
    builder = work(Faults(panels={3: replace(PANELS[3], channel=7)}), ("panels",))
    assert builder.found == ["other-place 3"]
    assert "channel 7" in said(builder)
    assert expected_logs


@pytest.mark.parametrize("seat", SEATS)
def test_two_panels_in_each_others_places(work: Work, seat: Seat) -> None:
    faults = Faults(panels={seat: PANELS[after(seat)], after(seat): PANELS[seat]})
    assert work(faults, ("panels",)).found == [f"swapped {pair(seat)}"]


@pytest.mark.parametrize("name", PANELS)
@pytest.mark.parametrize("column", [0, 4])
def test_a_panel_whose_column_offset_is_another(work: Work, name: PanelId, column: int) -> None:
    builder = work(Faults(first_column={name: column}), ("panels",), SH1106)
    assert builder.found == [f"picture {name}"]
    assert f"It is right with column_offset = {column}: write that" in said(builder)


@pytest.mark.parametrize(
    ("built", "settings", "cure"),
    [
        (replace(PANELS[3], driver="sh1106"), SIX, 'driver = "sh1106"'),
        (replace(PANELS[3], driver="ssd1306"), SH1106, 'driver = "ssd1306"'),
        (replace(PANELS[3], height=32), SIX, "height = 32"),
        (replace(PANELS[3], rotate=2), SIX, "rotate = 2"),
    ],
)
def test_a_panel_built_otherwise(work: Work, built: PanelSettings, settings: object, cure: str) -> None:
    builder = work(Faults(panels={3: built}), ("panels",), settings)
    assert builder.found == ["picture 3"]
    assert f"It is right with {cure}: write that" in said(builder)


@pytest.mark.parametrize(
    ("why", "panels", "found"),
    [
        ("mux", SEATS, "no-mux 1 2 3 4 5 6"),
        ("bus", tuple(PANELS), "no-bus main 1 2 3 4 5 6"),
        ("permission", tuple(PANELS), "no-permission main 1 2 3 4 5 6"),
        (None, tuple(PANELS), "all-silent main 1 2 3 4 5 6"),
    ],
)
def test_one_cause_is_told_once_however_many_panels_it_takes(
    work: Work,
    why: str | None,
    panels: tuple[PanelId, ...],
    found: str,
    expected_logs: list[logging.LogRecord],
) -> None:
    closed = {} if why is None else dict.fromkeys(panels, why)
    assert work(Faults(absent=panels), ("panels",), closed=closed).found == [found]
    assert expected_logs


def test_a_piezo_that_is_mute(work: Work) -> None:
    assert work(Faults(mute=True), ("sound",)).found == ["mute"]


JOINED = {seat: Planted(delay=2_000 * seat) for seat in SEATS}


@pytest.mark.parametrize(
    ("jumper", "found"),
    [
        ({}, ["no-jumper"]),
        ({2: Planted()}, ["one-line 2"]),
        ({**JOINED, 3: Planted(lose_every=50)}, ["lost 3"]),
        ({**JOINED, 3: Planted(delay=800_000)}, ["coarse"]),
    ],
)
def test_a_loop_back_at_fault(work: Work, jumper: Mapping[Seat, Planted], found: list[str]) -> None:
    assert work(Faults(jumper=jumper), ("loopback",)).found == found


WHOLE = {**{f"button {name}": case for name, case in BUTTONS.items()}}
WHOLE |= {f"lamp {name}": case for name, case in LAMPS.items()}


@given(st.sampled_from(sorted(WHOLE)), st.sampled_from(sorted(WHOLE)), st.sampled_from((1, 2)))
@budget(max_examples=25)
def test_two_faults_at_once_are_both_found_and_nothing_else(one: str, other: str, seat: Seat) -> None:
    (plant, expected), (plant_too, expected_too) = WHOLE[one], WHOLE[other]
    builder = Builder(plant(seat).both(plant_too(seat + 3)), ("buttons", "lamps"))
    try:
        assert set(builder.work().found) == expected(seat) | expected_too(seat + 3)
    finally:
        builder.close()


def said(builder: Builder) -> str:
    """What is to be done, as the terminal says it, in one line."""
    checker = builder.checker
    return " ".join(" ".join(check_report.summary(checker.course, checker.state, speaker("en"))).split())
