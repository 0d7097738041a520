"""Panels that don't answer: why, and what answers instead.

One cause is one finding: a bus that isn't there, or a mux, is not told once for each of its panels.

What answers behind a mux may stand right on the bus, which all channels hear. So an address that answers on
every channel is taken for the bus's own; where every channel has a panel of that address it can't be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.selftest.check_events import Place, Scanned
from companion.selftest.findings import Finding
from companion.selftest.part_names import seats_of, section_of, wires_of
from companion.words import T, Text
from firmware.boxfile.settings import PanelSettings
from firmware.views import PanelId

ADDRESSES = (0x3C, 0x3D)
"""What these controllers can have (SSD1306 data sheet 8.1.5, SH1106 data sheet "I2C-bus"): the pin SA0 says
which."""

CHANNELS = range(8)


def places_to_try(panels: Iterable[PanelSettings]) -> tuple[Place, ...]:
    """Where a panel may be found that isn't where it should be: each bus, and each channel of each mux."""
    roads: dict[tuple[int, int | None, int | None], None] = {}
    for panel in panels:
        roads[panel.bus, None, None] = None
        if panel.mux is not None:
            roads.update({(panel.bus, panel.mux, channel): None for channel in CHANNELS})
    own = {panel.address for panel in panels}
    return tuple((*road, address) for road in roads for address in sorted({*ADDRESSES, *own}))


def panel_at(place: Place) -> PanelSettings:
    """A panel there, whatever it is."""
    bus, mux, channel, address = place
    return PanelSettings("ssd1306", bus=bus, mux=mux, channel=channel, address=address)


def panel_name(panel: PanelId) -> Text:
    """A panel, to be named in a sentence."""
    return T("the main panel") if panel == "main" else T("panel {seat}", seat=panel)


def absent_findings(
    step: str, panels: Mapping[PanelId, PanelSettings], scanned: Scanned
) -> Iterator[Finding]:
    """Why the panels that don't answer don't."""
    missing = {name: panel for name, panel in panels.items() if name in scanned.missing}
    for why in ("permission", "bus", "mux"):
        hit = {name: panel for name, panel in missing.items() if scanned.closed.get(name) == why}
        for bus in sorted({panel.bus for panel in hit.values()}):
            there = [name for name, panel in hit.items() if panel.bus == bus]
            yield _closed(step, why, bus, there)
            for name in there:
                del missing[name]
    for holding in sorted(scanned.holding & missing.keys(), key=str):
        yield _holding(step, holding, alone=panels[holding].bus not in scanned.held)
        del missing[holding]
    for bus in sorted(scanned.held):
        there = [name for name, panel in missing.items() if panel.bus == bus]
        if not any(panels[name].bus == bus for name in scanned.holding):
            yield _held(step, bus, there)
        for name in there:
            del missing[name]
    if missing and len(missing) == len(panels) > 1 and not scanned.answers:
        yield _all_silent(step, missing)
        return
    strangers = _strangers(panels, scanned.answers)
    for name in missing:
        yield _absent(step, panels, name, strangers, alone=len(missing) == 1)


def _closed(step: str, why: str, bus: int, panels: Sequence[PanelId]) -> Finding:
    """Why a bus can't be opened, or the mux on it: ``why`` is as `Scanned.closed` has it."""
    if why == "permission":
        what = T("no panel can be reached: no permission for /dev/i2c-{bus}", bus=bus)
        do = T("sudo usermod -aG i2c $USER, then log in anew.")
    elif why == "bus":
        what = T("no panel can be reached: there is no /dev/i2c-{bus}", bus=bus)
        do = T(
            "Switch I2C on: sudo raspi-config nonint do_i2c 0, then sudo modprobe i2c-dev, or start the Pi "
            "anew."
        )
    else:
        them = seats_of(panels)
        what = T("the mux on bus {bus} isn't there, nor are its panels ({panels})", bus=bus, panels=them)
        do = T(
            "Look for dtoverlay=i2c-mux,pca9548,addr=0x70 in /boot/firmware/config.txt and start the Pi "
            "anew. Then the mux's wires: VIN to the panels' 3.3 V, GND, SDA to pin 3, SCL to pin 5; A0, A1, "
            "A2 to ground; RST isn't at ground."
        )
    return Finding(step, f"no-{why}", tuple(panels), what, do)


UNPLUG = T("Unplug all panels and plug them in one by one: the one that brings it back shorts SDA or SCL.")


def _holding(step: str, panel: PanelId, *, alone: bool) -> Finding:
    """A panel that holds its wires low: it alone is lost if the mux can be reset, else all of its bus are."""
    who = panel_name(panel)
    what = T("{who} holds the bus: SDA or SCL is low while it is connected", who=who)
    if not alone:
        what = T("{who} holds the bus: SDA or SCL is low, and no panel can be reached", who=who)
    do = T(
        "Look for a short of SDA or SCL to ground in its plug and its cable. Another panel in its place "
        "tells whether it is the panel."
    )
    return Finding(step, "holds", (panel,), what, do)


def _held(step: str, bus: int, panels: Sequence[PanelId]) -> Finding:
    what = T("bus {bus} is held: SDA or SCL is low, and no panel can be reached", bus=bus)
    return Finding(step, "held", tuple(panels), what, UNPLUG)


def _all_silent(step: str, panels: Iterable[PanelId]) -> Finding:
    do = T(
        "They share four wires: 3.3 V (of U3 if there is one, else pin 1), ground, SDA (pin 3), SCL (pin 5). "
        "One is off, or SDA and SCL are swapped."
    )
    return Finding(step, "all-silent", tuple(panels), T("no panel answers at all"), do)


def _strangers(panels: Mapping[PanelId, PanelSettings], answers: frozenset[Place]) -> frozenset[Place]:
    """What answers where no panel should be; what all channels hear is told once, as the bus's own."""
    known = {panel.wires for panel in panels.values()}
    muxes = {(bus, mux) for bus, mux, _, _ in known if mux is not None}
    found = set(answers)
    for bus, mux in muxes:
        for address in {address for *_, address in answers}:
            behind = {(bus, mux, channel, address) for channel in CHANNELS}
            if behind <= answers:
                found -= behind
                found.add((bus, None, None, address))
            elif behind & answers:  # a channel stays connected after it was used
                found.discard((bus, None, None, address))
    return frozenset(found - known)


def _absent(
    step: str,
    panels: Mapping[PanelId, PanelSettings],
    name: PanelId,
    strangers: frozenset[Place],
    *,
    alone: bool,
) -> Finding:
    who, panel = panel_name(name), panels[name]
    what = T("{who} doesn't answer at {wires}", who=who, wires=wires_of(panel))
    road = panel.wires[:3]
    near = sorted(place for place in strangers if place[:3] == road)
    far = sorted((place for place in strangers if place[:3] != road), key=str)
    if near:
        address = f"0x{near[0][3]:02X}"
        do = T(
            "{address} answers there instead. Write address = {address} for its panel under [{section}] in "
            "the box file, or move the address resistor on its back.",
            address=address,
            section=section_of(name),
        )
        if _taken(near[0], panels.values()):
            do = T(
                "{address} answers there instead, which is another panel's: move the address resistor on its "
                "back.",
                address=address,
            )
        return Finding(step, "other-address", (name,), what, do, data=_data(near))
    if far and alone:
        do = T(
            "A panel answers at {wires} instead: plug it in where it belongs, or change [{section}] in the "
            "box file.",
            wires=wires_of(panel_at(far[0])),
            section=section_of(name),
        )
        return Finding(step, "other-place", (name,), what, do, data=_data(far))
    do = T("Look at its four wires: 3.3 V, GND, SDA, SCL (the last two are easily swapped), and at its plug.")
    twin = _possible_twin(panel, panels)
    if twin is not None:
        do = T(
            "{do} Or its address is {address}, like that of {twin}: then it shows the same picture, and the "
            "address resistor on its back has to be moved.",
            do=do,
            address=f"0x{panels[twin].address:02X}",
            twin=panel_name(twin),
        )
    return Finding(step, "absent", (name,), what, do, data=_data(far))


def _possible_twin(panel: PanelSettings, panels: Mapping[PanelId, PanelSettings]) -> PanelId | None:
    """The panel right on the same bus from which one behind its mux with the same address can't be told."""
    if panel.mux is None:
        return None
    twins = (name for name, other in panels.items() if other.wires[:2] == (panel.bus, None))
    return next((name for name in twins if panels[name].address in ADDRESSES), None)


def _taken(place: Place, panels: Iterable[PanelSettings]) -> bool:
    """Whether a box file that names this place too would be refused: all channels hear what is on the bus."""
    bus, mux, _, address = place
    return any(
        panel.bus == bus and panel.address == address and (mux is None or panel.mux is None)
        for panel in panels
    )


def _data(places: list[Place]) -> tuple[tuple[str, object], ...]:
    return (("answers", [list(place) for place in places]),)
