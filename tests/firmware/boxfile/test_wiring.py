from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.boxfile.header import GROUNDS, HEADER
from firmware.boxfile.settings import (
    KnobPins,
    PanelSettings,
    SeatPins,
    Settings,
    default,
    eight_seats,
    middle,
    minimal,
    parse,
)
from firmware.boxfile.wiring import (
    CABLE,
    SEAT_COLOURS,
    Colour,
    Stop,
    Use,
    channels,
    mux_parts,
    needs_regulator,
    sockets,
    wires,
)

PAIRS = ({1, 2}, {3, 6}, {4, 5}, {7, 8})
"""The twisted pairs of a network cable, T568A or T568B."""

BOXES = pytest.mark.parametrize(
    "box",
    [default(), eight_seats(), middle(), minimal()],
    ids=["six", "eight", "middle", "minimal"],
)


@st.composite
def boxes(draw: st.DrawFn) -> Settings:
    """Any box whose pins are apart; buttons that are on none are plugged in."""
    pins = draw(st.permutations(range(4, 28)))
    seats, plugged, lit, shown = (sorted(draw(st.sets(st.integers(1, 8)))) for _ in range(4))
    return Settings(
        seats={seat: SeatPins(pins[seat], pins[seat + 8] if seat in lit else None) for seat in seats},
        inputs=dict.fromkeys(set(plugged) - set(seats)),
        knob=draw(st.sampled_from([None, KnobPins(pins[17], pins[18], pins[19])])),
        piezo=draw(st.sampled_from([None, pins[20]])),
        jumper=draw(st.sampled_from([None, pins[0]])),
        mux_reset=draw(st.sampled_from([None, pins[21]])) if shown else None,
        power_button=draw(st.sampled_from([None, pins[22]])),
        panels={seat: PanelSettings("ssd1306", mux=0x70, channel=seat - 1) for seat in shown},
    )


@given(boxes())
def test_every_pin_of_a_box_has_exactly_one_wire(box: Settings) -> None:
    table = wires(box)
    numbers = [wire.pin.number for wire in table]
    assert numbers == sorted(set(numbers))
    knob = box.knob
    used = [pin for pins in box.seats.values() for pin in (pins.button, pins.lamp)]
    used += [box.piezo, box.jumper, box.mux_reset, box.power_button]
    used += [knob.ok, knob.a, knob.b] if knob is not None else []
    used += [2, 3] if box.panels else []
    assert {wire.pin.gpio for wire in table} - {None} == set(used) - {None}


@given(boxes())
def test_no_two_signals_look_the_same_but_the_hosts(box: Settings) -> None:
    looks = [(wire.colour, wire.ringed) for wire in wires(box) if wire.colour is not Colour.GREY]
    without_ground = [look for look in looks if look[0] is not Colour.BLACK]
    assert len(without_ground) == len(set(without_ground))


@given(boxes())
def test_red_is_5_v_black_ground_and_violet_3_v(box: Settings) -> None:
    names = {Colour.RED: "5V", Colour.BLACK: "GND", Colour.VIOLET: "3V3"}
    for wire in wires(box):
        assert (wire.colour in names) is (wire.pin.gpio is None)
        assert names.get(wire.colour, wire.pin.name) == wire.pin.name


@BOXES
def test_there_are_two_grounds_and_both_are_ground(box: Settings) -> None:
    grounds = [wire.pin.number for wire in wires(box) if wire.use is Use.GROUND]
    assert len(grounds) == 2
    assert set(grounds) <= set(GROUNDS)


def test_seats_have_their_own_colours_lamps_a_ring_on_them() -> None:
    assert len(set(SEAT_COLOURS.values())) == 8
    of_seat_3 = [wire for wire in wires(default()) if wire.seat == 3]
    assert [(wire.use, wire.colour, wire.ringed) for wire in of_seat_3] == [
        (Use.LAMP, Colour.BLUE, True),
        (Use.BUTTON, Colour.BLUE, False),
    ]


@BOXES
def test_a_lamp_goes_through_a_channel_of_its_own_in_and_out_opposite(box: Settings) -> None:
    through = {wire.seat: wire.to for wire in wires(box) if wire.use is Use.LAMP}
    assert set(through) == {seat for seat, pins in box.seats.items() if pins.lamp is not None}
    assert sorted(channels(box).values()) == list(range(1, len(through) + 1))
    for seat, (into, out, socket) in through.items():
        assert (into.part, out.part) == ("U1", "U1")
        assert (into.pin, out.pin) == (channels(box)[seat or 0], 19 - channels(box)[seat or 0])
        assert socket.part == f"J{seat}"
        assert sockets(box)[seat or 0][socket.pin or 0] is Use.LAMP


def test_every_signal_of_the_cable_is_twisted_with_something_quiet() -> None:
    quiet = {Use.GROUND, Use.POWER_5V, Use.POWER_3V3}
    for pair in PAIRS:
        assert {CABLE[pin] for pin in pair} & quiet
    assert Use.GROUND in {CABLE[2], CABLE[6]}


def test_a_crossed_cable_joins_no_supply_to_ground() -> None:
    crossed = {1: 3, 2: 6, 3: 1, 6: 2, 4: 4, 5: 5, 7: 7, 8: 8}
    for here, there in crossed.items():
        met = {CABLE[here], CABLE[there]}
        assert not (Use.GROUND in met and met & {Use.POWER_5V, Use.POWER_3V3})


def test_a_seat_without_a_panel_has_terminals_instead() -> None:
    assert sockets(minimal()) == {seat: {1: Use.BUTTON, 2: Use.GROUND} for seat in (1, 2)}
    lit = replace(minimal(), seats={1: SeatPins(5, 23)})
    assert sockets(lit)[1] == {
        1: Use.BUTTON,
        2: Use.GROUND,
        3: Use.POWER_5V,
        4: Use.LAMP,
    }
    assert sockets(default())[1] == CABLE


def test_panels_beyond_what_the_header_gives_have_a_regulator() -> None:
    assert [needs_regulator(box) for box in (minimal(), default(), eight_seats())] == [False, True, True]
    supply = {wire.use: wire.to for wire in wires(minimal())}
    assert supply[Use.POWER_3V3] == (Stop("R11"), Stop("R12"), Stop("D0"))
    assert Use.POWER_5V not in supply
    assert Stop("U3") in next(wire.to for wire in wires(default()) if wire.use is Use.POWER_5V)


def test_3v_feeds_every_pull_up_and_without_a_regulator_panels_and_mux_too() -> None:
    def fed(box: Settings) -> list[str]:
        return [stop.part for wire in wires(box) if wire.use is Use.POWER_3V3 for stop in wire.to]

    assert fed(default()) == ["R11", "R12", "R13", "R14", "R15", "R16", "R61", "R62", "R63", "R67"]
    behind = replace(minimal(), panels={1: PanelSettings("ssd1306", mux=0x70, channel=0)})
    assert fed(behind) == ["R11", "R12", "D1", "U2"]


def test_each_mux_has_a_name_of_its_own() -> None:
    box = parse(
        """
        [seats.1]
        button = 5
        panel = { driver = "ssd1306", mux = 0x70, channel = 0 }
        [seats.2]
        button = 6
        panel = { driver = "ssd1306", mux = 0x71, channel = 0, address = 0x3D }
        [seats.3]
        button = 13
        panel = { driver = "ssd1306", bus = 3 }
        """,
        "my.toml",
    )
    assert mux_parts(box) == {(1, 0x70): "U2", (1, 0x71): "U12"}
    sda = next(wire for wire in wires(box) if wire.use is Use.SDA)
    assert sda.to == (Stop("U2"), Stop("U12"))  # bus 3 is not on the header's I2C pins


def test_three_keys_come_each_by_its_own_resistor() -> None:
    box = replace(minimal(), knob=KnobPins(ok=22, up=17, down=27, back=4), jumper=None)
    keys = {wire.use: wire.to for wire in wires(box) if wire.colour is Colour.GREY}
    assert keys == {
        Use.OK: (Stop("R53"), Stop("S53")),
        Use.BACK: (Stop("R54"), Stop("S54")),
        Use.UP: (Stop("R55"), Stop("S55")),
        Use.DOWN: (Stop("R56"), Stop("S56")),
    }


@BOXES
def test_the_header_is_what_wires_begin_at(box: Settings) -> None:
    assert all(HEADER[wire.pin.number] is wire.pin for wire in wires(box))
