"""What a picture costs on its way to its panel: the processor, bytes on the wire, and so the time of a bus.

The pictures are those of whole games, played from their table scripts. luma's own driver shows the same ones
in the same run, on a port that only counts.
"""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any

from luma.oled.device import sh1106, ssd1306
from PIL import Image

from companion.scripts import script
from companion.scripts.virtual import SCRIPT_START_NS, play
from firmware.boxfile.settings import PanelSettings, default, eight_seats
from firmware.drawing.frames import draw
from firmware.events import NS_PER_S
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.pi.delta import windows
from firmware.pi.oled import build, pack
from firmware.pi.panels import LumaPanels
from firmware.views import AWAKE, PanelId, Rest, Screen
from tests.benchmarks.machine import heading
from tests.firmware.fakes.faulty_oled import FaultyBench, Sent

JOURNEYS = Path(__file__).parent.parent / "journeys"
GAMES = ("buzzer-whole-quiz", "seventeen-turns", "hourglass-whole-use", "turns-whole-use")
MOST = 200
"""Pictures of one panel in one game: a clock alone could give thousands."""

TIMES = 5

HOURGLASS = "0 game hourglass time=60\n1 ok\n59 expect game hourglass\n"
TICKS = range(10, 50)
"""The seconds of the script of which the ticks are counted."""

BUS_HZ = 400_000
CLOCKS = 9
"""A byte and its acknowledge."""

ENDS = 2
"""A start and a stop, about a clock each."""

SWITCH = Sent(transfers=1, payload=0)
"""What the kernel sends the mux where another channel is to be used: its address and one byte."""

LUMA: Mapping[str, Callable[..., Any]] = {"ssd1306": ssd1306, "sh1106": sh1106}


class Counter:
    """A port that leads nowhere; it counts transfers and payload, and is as quick as can be."""

    def __init__(self) -> None:
        self.transfers = self.payload = 0

    def command(self, *cmd: int) -> None:
        self.transfers += 1
        self.payload += len(cmd)

    def data(self, data: Sequence[int]) -> None:
        self.transfers += 1
        self.payload += len(data)

    def cleanup(self) -> None:
        pass


class Kept(NoPanels):
    """Keeps every screen of every panel that differs from the one before, with its second."""

    def __init__(self, clock: HandClock) -> None:
        self.screens: dict[PanelId, list[tuple[float, Screen]]] = {}
        self._clock = clock

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:
        now = (self._clock.now() - SCRIPT_START_NS) / NS_PER_S
        for name, screen in screens.items():
            kept = self.screens.setdefault(name, [])
            if not kept or kept[-1][1] != screen:
                kept.append((now, screen))


def played(text: str, name: str) -> dict[PanelId, list[tuple[float, Screen]]]:
    """The screens of one table script."""
    clock = HandClock(SCRIPT_START_NS)
    kept = Kept(clock)
    play(script.read(text, name), eight_seats(), clock, kept)
    return kept.screens


def pictures(screens: Sequence[tuple[float, Screen]]) -> list[Image.Image]:
    """What a panel shows, one after the other."""
    return [draw(screen) for _, screen in screens]


def shown(device: Any, port: Counter, shows: Sequence[Image.Image]) -> tuple[float, list[Sent]]:
    """Milliseconds of the processor a picture takes, and what each picture sends; the first doesn't count."""
    device.display(shows[0])
    counts = [(port.transfers, port.payload)]
    start = time.process_time()
    for picture in shows[1:]:
        device.display(picture)
        counts.append((port.transfers, port.payload))
    took = (time.process_time() - start) * 1000 / (len(shows) - 1)
    return took, [Sent(after[0] - before[0], after[1] - before[1]) for before, after in pairwise(counts)]


def ours(driver: str, rotate: int = 0) -> tuple[Any, Counter]:
    port = Counter()
    return build(PanelSettings(driver, rotate=rotate), port), port  # type: ignore[arg-type]


def lumas(driver: str, rotate: int = 0) -> tuple[Any, Counter]:
    port = Counter()
    device = LUMA[driver](port, rotate=rotate)
    device.persist = True
    return device, port


def compare(what: str, shows: Sequence[Image.Image]) -> None:
    """Print what a series of pictures costs with each driver; of several times, the least disturbed."""
    print(f"  {what}; the processor's time is the least of {TIMES}")
    for driver in LUMA:
        times = [(shown(*ours(driver), shows), shown(*lumas(driver), shows)) for _ in range(TIMES)]
        took, theirs_took = (min(each[whose][0] for each in times) for whose in (0, 1))
        wires = [sent.wire for sent in times[0][0][1]]
        wire, theirs = mean(wires), mean(sent.wire for sent in times[0][1][1])
        print(
            f"    {driver}: {took:.3f} ms a picture, luma {theirs_took:.3f} ms ({theirs_took / took:.1f} x)\n"
            f"      {wire:.0f} bytes on the wire, at most {max(wires)}; luma {theirs:.0f} "
            f"({100 * wire / theirs:.0f} %)",
            flush=True,
        )


def measure_drawing(screens: Sequence[tuple[float, Screen]]) -> None:
    """Print what drawing takes, before any of this."""
    start = time.process_time()
    pictures(screens)
    print(f"  drawing a screen: {(time.process_time() - start) * 1000 / len(screens):.2f} ms", flush=True)


def measure_windows(shows: Sequence[Image.Image]) -> None:
    """Print what choosing alone takes, on real screens and on the most scattered noise."""
    pages = [pack(picture) for picture in shows]
    start = time.process_time()
    for before, after in pairwise(pages):
        windows(before, after)
    real = (time.process_time() - start) * 1e6 / (len(pages) - 1)
    chance = random.Random(17)
    noise = [[bytes(chance.random() < 0.1 for _ in range(128)) for _ in range(8)] for _ in range(50)]
    start = time.process_time()
    for before, after in pairwise(noise):
        windows(before, after)
    scattered = (time.process_time() - start) * 1e6 / (len(noise) - 1)
    print(
        f"  choosing the windows: {real:.0f} µs a screen; on scattered noise {scattered:.0f} µs", flush=True
    )


def measure_lamps() -> None:
    """Print what panels are sent when only a lamp changes."""
    settings = default().panels
    bench = FaultyBench(settings)
    panels = LumaPanels(settings, draw=draw, open_port=bench.open_port, now=lambda: 0)
    screens = {name: Screen("a title", "4", hint="a hint") for name in settings}
    panels.show(screens)
    panels.flush(5)
    before = sum(memory.sent.wire for memory in bench.values())
    panels.show({name: Screen("a title", "4", hint="a hint") for name in settings})
    panels.flush(5)
    print(f"  only a lamp changes: {sum(memory.sent.wire for memory in bench.values()) - before} bytes")
    panels.close()


def milliseconds(sent: Sent) -> float:
    """How long that takes on the bus."""
    return (sent.wire * CLOCKS + sent.transfers * ENDS) * 1000 / BUS_HZ


def compute_refresh(what: str, sent: Sequence[Sent]) -> None:
    """Print how soon all panels of the reference box can have such a change, its bus being the limit."""
    count = len(default().panels)
    all_of_them = count * (mean(map(milliseconds, sent)) + milliseconds(SWITCH))
    print(f"    {what}: {all_of_them:.0f} ms for all, {1000 / all_of_them:.1f} a second", flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore", DeprecationWarning)  # luma reads pixels by Image.getdata
    heading("a picture's way to its panel")
    series = [
        pictures(screens[:MOST])
        for game in GAMES
        for name, screens in played((JOURNEYS / f"{game}.table").read_text(encoding="utf-8"), game).items()
        if name in {"main", 1}
    ]
    new = [picture for shows in series for picture in shows]
    hourglass = [kept for kept in played(HOURGLASS, "hourglass")["main"] if int(kept[0]) in TICKS]
    ticks = pictures(hourglass)
    compare(f"{len(new) - 1} screens of games, one after the other", new)
    compare(f"{len(ticks) - 1} ticks of an hourglass", ticks)
    turned = [picture.rotate(90, expand=True) for picture in new]
    took = min(shown(*ours("ssd1306", rotate=1), turned)[0] for _ in range(TIMES))
    print(f"  screens of games on a panel mounted upright: {took:.3f} ms a picture")
    measure_windows(new)
    measure_drawing(hourglass)
    measure_lamps()
    print(f"  {len(default().panels)} panels on one bus of {BUS_HZ // 1000} kHz, by those bytes (computed):")
    compute_refresh("whole new pictures", [Sent(2, 1030)])
    compute_refresh("screens of games", shown(*ours("ssd1306"), new)[1])
    compute_refresh("ticks of an hourglass", shown(*ours("ssd1306"), ticks)[1])
