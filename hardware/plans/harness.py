"""A box's wires as WireViz has them: from the header to the parts on the board, and the cable of one seat.

WireViz's syntax is in its documentation, docs/syntax.md. Every text goes through a YAML library: a bare
``NO``, which is what a microswitch calls its contact, would be read as *false*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import yaml

from firmware.boxfile.settings import Settings
from firmware.boxfile.wiring import (
    CABLE,
    SEAT_COLOURS,
    Socket,
    Stop,
    Use,
    Wire,
    in_runs,
    sockets,
    wires,
)

Harness: TypeAlias = dict[str, Any]

GROUPS: Mapping[str, tuple[str, frozenset[Use]]] = {
    "POWER": ("power of the board", frozenset({Use.POWER_5V, Use.POWER_3V3})),
    "BUS": ("I²C", frozenset({Use.SDA, Use.SCL})),
    "BUTTONS": ("buttons of the seats", frozenset({Use.BUTTON})),
    "LAMPS": ("U1, transistor array", frozenset({Use.LAMP})),
    "HOST": (
        "knob, keys, off, piezo, jumper, reset",
        frozenset(Use) - {Use.POWER_5V, Use.POWER_3V3, Use.GROUND, Use.SDA, Use.SCL, Use.BUTTON, Use.LAMP},
    ),
}
"""The board's parts as the drawing groups them."""

PAIRS = ("WHOG", "OG", "WHGN", "BU", "WHBU", "GN", "WHBN", "BN")
"""A network cable's wires by contact, T568B."""


_PAIRED = {2: "twisted pair", 4: "two twisted pairs"}
"""A cable to screw terminals, by how many there are."""


def board(settings: Settings) -> Harness:
    """The header and the board: each wire with its colour, where it begins and what it comes to."""
    table = wires(settings)
    harness = _harness(f"{settings.source}: header to board")
    harness["connectors"]["PI"] = {
        "type": "Raspberry Pi, 40-pin header",
        "notes": "pin 1 has a square solder pad",
        "pins": [wire.pin.number for wire in table],
        "pinlabels": [wire.pin.name for wire in table],
    }
    grounds = [wire for wire in table if wire.use is Use.GROUND]
    for name, (title, uses) in GROUPS.items():
        group = [wire for wire in table if wire.use in uses]
        beside = {"POWER": grounds[:1], "BUTTONS": grounds[1:]}.get(name, [])
        if group := sorted(group + beside, key=lambda wire: wire.pin.number):
            _join(harness, name, title, group)
    return harness


def _join(harness: Harness, name: str, title: str, group: Sequence[Wire]) -> None:
    """One group of parts and the wires that come to it."""
    pins, labels = zip(*map(_end, group), strict=True)
    harness["connectors"][name] = {"type": title, "pins": list(pins), "pinlabels": list(labels)}
    harness["cables"][f"W_{name}"] = {
        "category": "bundle",
        "gauge": "0.25 mm2",
        "colors": [_colours(wire) for wire in group],
        "wirelabels": [wire.flag for wire in group],
    }
    cores = range(1, len(group) + 1)
    _connect(harness, {"PI": [wire.pin.number for wire in group], f"W_{name}": cores, name: pins})


def _connect(harness: Harness, pins: Mapping[str, Iterable[int | str]]) -> None:
    """Join parts and cables pin by pin, each by a list of its own: YAML makes one an alias of another."""
    harness["connections"].append([{name: list(its)} for name, its in pins.items()])


def _colours(wire: Wire) -> str:
    """A ringed wire is drawn with a black stripe."""
    return f"{wire.colour}BK" if wire.ringed else str(wire.colour)


def _end(wire: Wire) -> tuple[str | int, str]:
    """Where on the board a wire ends, and where the line goes on to from there."""
    if wire.use is Use.GROUND:
        return "GND", "all ground"
    if wire.use in {Use.SDA, Use.SCL}:
        return str(wire.use), _listed(wire.to)
    if wire.use is Use.POWER_3V3:
        return "3V3", _listed(wire.to)
    first, onward = wire.to[0], wire.to[1:]
    return first.pin or first.part, _listed(onward) or str(wire.use)


def _listed(stops: Sequence[Stop]) -> str:
    plain = in_runs([stop.part for stop in stops if stop.pin is None])
    numbered = [
        f"{'out' if stop.part == 'U1' else stop.part + ' pin'} {stop.pin}" for stop in stops if stop.pin
    ]
    return ", ".join([*plain, *numbered])


def seat(settings: Settings) -> Harness:
    """One seat's cable, from its socket in the box to button, lamp and panel; seat 1 stands for all alike."""
    number, socket = next(iter(sockets(settings).items()))
    like_it = [str(other) for other, theirs in sockets(settings).items() if theirs == socket]
    harness = _harness(f"{settings.source}: the cable of a seat, here {number}; alike: {', '.join(like_it)}")
    network = socket == CABLE
    ends = {"J": "in the box", "X": "in the puck"} if network else {"J": "in the box"}
    for letter, where in ends.items():
        harness["connectors"][f"{letter}{number}"] = {
            "type": "8P8C socket (RJ45)" if network else "screw terminal",
            "subtype": where,
            "pins": list(socket),
            "pinlabels": [str(signal) for signal in socket.values()],
        }
    if network:  # in the puck both grounds meet
        grounds = [pin for pin, signal in socket.items() if signal is Use.GROUND]
        harness["connectors"][f"X{number}"]["loops"] = [grounds]
    harness["cables"][f"CABLE{number}"] = {
        "type": "network cable Cat5e, straight, twisted pairs" if network else _PAIRED[len(socket)],
        "colors": list(PAIRS) if network else [inner_colour(signal, number) for signal in socket.values()],
        "gauge": "24 AWG" if network else "0.25 mm2",
    }
    _wire_the_puck(harness, number, socket, network=network)
    return harness


def _wire_the_puck(harness: Harness, number: int, socket: Socket, *, network: bool) -> None:
    """The cable, and from its far end a wire to each part's contact."""
    box, cable, puck = f"J{number}", f"CABLE{number}", f"X{number}"
    if network:
        _connect(harness, {box: socket, cable: socket, puck: socket})
    for name, (title, contacts) in _parts_of(number, socket).items():
        labels = [label for label, _ in contacts]
        harness["connectors"][name] = {"type": title, "pinlabels": labels}
        here, there = [pin for _, pin in contacts], range(1, len(contacts) + 1)
        if not network:
            _connect(harness, {box: here, cable: here, name: there})
            continue
        inner = f"W_{name}"
        harness["cables"][inner] = {
            "category": "bundle",
            "type": "solid wires, colours of what they carry",
            "gauge": "24 AWG",
            "colors": [inner_colour(socket[pin], number) for pin in here],
        }
        _connect(harness, {puck: here, inner: there, name: there})


def inner_colour(signal: Use, number: int) -> str:
    """The hook-up wire of a socket's contact, of seat `number`; four letters: one with a ring."""
    colour = SEAT_COLOURS[number]
    return {
        Use.BUTTON: str(colour),
        Use.GROUND: "BK",
        Use.LAMP: f"{colour}BK",
        Use.POWER_5V: "RD",
        Use.POWER_3V3: "VT",
        Use.SDA: "TQ",
        Use.SCL: "TQBK",
    }[signal]


def _parts_of(number: int, socket: Socket) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    """The puck's parts: what each contact is called on the part, and the socket's pin it is wired to."""

    def pin(signal: Use, which: int = 0) -> int:
        return [at for at, carried in socket.items() if carried is signal][which]

    parts = {
        f"S{number}": (
            "button; 22 ohm and 100 nF at its contacts",
            [("NO", pin(Use.BUTTON)), ("COM", pin(Use.GROUND))],
        )
    }
    if Use.LAMP in socket.values():
        parts[f"H{number}"] = ("lamp, 5 V LED", [("+", pin(Use.POWER_5V)), ("-", pin(Use.LAMP))])
    if Use.SDA in socket.values():
        parts[f"D{number}"] = (
            "OLED panel",
            [
                ("GND", pin(Use.GROUND, 1)),
                ("VCC", pin(Use.POWER_3V3)),
                ("SCL", pin(Use.SCL)),
                ("SDA", pin(Use.SDA)),
            ],
        )
    return parts


def _harness(title: str) -> Harness:
    return {"metadata": {"title": title}, "connectors": {}, "cables": {}, "connections": []}


def texts(name: str, settings: Settings) -> Iterator[tuple[str, str]]:
    """The files of a box, name and text: ``box.yml`` and, if a seat has wires, ``box-seat.yml``."""
    drawn = [("", board(settings)), *([("-seat", seat(settings))] if settings.seats else ())]
    for suffix, harness in drawn:
        head = f"# made of {settings.source} by hardware/plans; WireViz draws it\n"
        body = yaml.safe_dump(
            harness, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None
        )
        yield f"{name}{suffix}.yml", head + body
