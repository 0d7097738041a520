"""The guide as one page: choose a box, tick parts and steps; each step lights its parts in the drawings.

All of it is in the file: drawings, style, a few lines of script; it asks no network and works from a folder.
"""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby

from firmware.boxfile.settings import Settings
from hardware.plans.bill import TERMS, bill, sums
from hardware.plans.board_sheet import sheet
from hardware.plans.checks import Check, checks
from hardware.plans.circuit import Kind, Net, Place, parts
from hardware.plans.head import Lines
from hardware.plans.head_page import section
from hardware.plans.layout import PlanError, lay_out
from hardware.plans.legs import legs, shown
from hardware.plans.looks import contacts, socket
from hardware.plans.meter import ALIKE, Joint
from hardware.plans.mistakes import UNSEEN, mistakes, near
from hardware.plans.perfboard import Board, Path, nets_at
from hardware.plans.pieces import bill_table, button, drawings, tick
from hardware.plans.pinout import svg as header
from hardware.plans.steps import Step, before, steps

HERE = pathlib.Path(__file__).parent

WORDS = """Tick what is done: the page keeps it. A step lights its parts and wires in the drawings. What to
buy and print, how to write the card, to install and to play stands in <a href="{}">the guide</a>."""

METER = """<ul>
<li><b>Names</b>: <i>(G14)</i> is a hole of the board, <i>plug 29</i> hole 29 of the plug that goes on the
Pi, and the wire flagged so; <i>plug 29 (F2)</i>: that wire goes into F2.</li>
<li><b>Place</b>: first measure each resistor and capacitor by itself. It must show its value, give or take
a fifth (a meter that knows no farads? Printed on it is 103 for 10 nF, 104 for 100 nF). If you took another
value that the bill allows, reckon with yours.</li>
<li><b>Bare wire</b> lies on the copper side, from hole to hole. Solder it where a leg or a wire comes
through, and at bends; holes that are empty yet are soldered in their step. <b>Insulated</b> wire lies on
the other side, among the parts.</li>
<li><b>Solder</b>: what stands in one line is joined.</li>
<li><b>Measure</b> with the Pi switched off (<code>sudo poweroff</code>), its supply and the plug off it,
pucks unplugged but where a line says otherwise, and those chips and panels out that the step plugs in only
afterwards. Wait until the meter is steady. <i>Beeps</i>: the two are joined. <i>Doesn't beep</i>: whatever
else it shows. <i>Nothing</i>: as with the tips in the air. Something else? The mistake is at one of the
places in the last column; mend it before you go on.</li>
<li><b>Check</b>: it goes through all that the box file names. <code>s</code> skips what isn't there yet,
and what it says of that is no fault; as long as nothing can be pressed, answer in the terminal.</li>
</ul>"""

COLD = "A capacitor of Y5V or Z5U in place of X7R: it measures well, and is far off in the cold"


def page(boxes: Iterable[tuple[str, Settings]], heads: Mapping[str, Lines], readme: str = "README.md") -> str:
    """The whole page.

    Args:
        boxes: by their files' names.
        heads: button heads, and whose buttons they have.
        readme: where the rest is told.
    """
    made = sorted(boxes, key=lambda box: len(box[1].seats))
    choice = "".join(button("box", name, f"{len(box.seats)} seats") for name, box in made)
    choice += "".join(button("box", name, "a Pico on USB" if len(heads) == 1 else name) for name in heads)
    style, script = ((HERE / f"page.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Build the box</title>
<style>
{style}</style>
</head>
<body>
<header>
<h1>Build the box</h1>
<p>{WORDS.format(escape(readme))}</p>
<nav aria-label="which box">{choice}</nav>
</header>
<main>
{"".join(_Section(name, box).html() for name, box in made)}\
{"".join(section(name, lines) for name, lines in heads.items())}</main>
<script>
{script}</script>
</body>
</html>
"""


def source(boxes: Iterable[tuple[str, Settings]]) -> str:
    """All that the page is made of, to tell a stale one."""
    boxfile = HERE.parents[1] / "firmware" / "boxfile"
    files = [*sorted(path for path in HERE.iterdir() if path.is_file()), *sorted(boxfile.glob("*.py"))]
    return "\n".join([*(path.read_text(encoding="utf-8") for path in files), *map(repr, boxes)])


class _Section:
    """One box's part of the page."""

    def __init__(self, name: str, settings: Settings) -> None:
        self.name, self.settings = name, settings
        self.known = {part.ref: part for part in parts(settings)}
        self.drawn = {"Header": header(settings)}
        self.board = Board()
        try:
            self.board = lay_out(settings)
            self.drawn["Board"] = sheet(settings)
        except PlanError:
            pass  # a box without a board's drawing is built by its wires all the same
        self.drawn |= {"Legs": legs(), "Button": contacts()}
        if any(part.kind is Kind.SOCKET for part in self.known.values()):
            self.drawn["Socket"] = socket()
        self.hole = dict(self.board.ends())
        self.ids = [each for svg in self.drawn.values() for each in re.findall(r' id="([^"]+)"', svg)]

    def html(self) -> str:
        """The section."""
        return f"""<section class="box" id="{self.name}" aria-label="{self.name}">
<h2>Parts</h2>
{self._bill()}
<h2>Steps</h2>
{METER}
<div class="way">
{drawings(self.name, self.drawn)}
<div class="steps">
{"".join(self._steps())}</div>
</div>
<h2>What no check finds</h2>
{self._unseen()}
</section>
"""

    def _bill(self) -> str:
        bought = bill(self.settings)
        box, pi = sums(bought)
        said = f"About {box:.0f} € together, and {pi:.0f} € for the Pi, its supply and card: {TERMS}."
        return bill_table(self.name, bought, said)

    # -- steps -----------------------------------------------------------------------------------------------

    def _steps(self) -> Iterator[str]:
        way, beyond = steps(self.settings), near(self.settings)
        begun: set[Net] = set()
        for index, step in enumerate(way):
            good = before(self.settings, way, index)
            new = {good.joints[joint] for joint in step.joints} - begun
            begun |= new
            yield self._step(index + 1, step, new, checks(step, good, mistakes(step, good, beyond), beyond))

    def _step(self, number: int, step: Step, new: set[Net], found: Iterable[Check]) -> str:
        bare, links = (self._wires(paths, new) for paths in (self.board.traces, self.board.links))
        placed = [
            f"<b>{ref}</b> {self._kind(ref)}{self._legs(ref)}" if ref != "PI" else "the plug for the Pi"
            for ref in step.places
        ]
        rows = {
            "Place": "<br>".join(placed),
            "Bare wire": ", ".join(bare.values()),
            "Insulated": ", ".join(links.values()),
            "Solder": "<br>".join(self._joined(step)),
            "Measure": self._measures(step, found),
            "Volts": ""
            if step.volts is None
            else f"The plug on the Pi, the Pi on, without a card: 3.3 V from the OUT of "
            f"{step.volts} to its GND. If not, it is turned round. The Pi off, the plug off.",
            "Plug in": ", ".join([*step.plugs, *(["the cable"] if f"X{step.seat}" in step.places else [])]),
            "Check": _self_test(step),
        }
        said = "".join(f"<dt>{what}</dt><dd>{words}</dd>" for what, words in rows.items() if words)
        words = re.sub(r"\*(.+?)\*", r"<i>\1</i>", re.sub("`(.+?)`", r"<code>\1</code>", escape(step.words)))
        lit = " ".join(f"{self.name}-{each}" for each in self._lights(step, [*bare, *links]))
        return f"""<article class="step" id="{self.name}-step-{number}" data-lights="{lit}">
<h3>{tick(f"{self.name}-done-{number}")} {number}. {escape(step.title)}</h3>
<p>{words}</p>
<dl>{said}</dl>
</article>
"""

    def _lights(self, step: Step, wires: Iterable[str]) -> list[str]:
        """The ids of what a step is about: parts placed, wires laid, wires that end, pins of the header."""
        wanted = {f"part-{ref}" for ref in step.places} | {f"wire-{wire}" for wire in wires}
        wanted |= {f"lead-{ref}-{pin}" for ref, pin in step.joints}
        wanted |= {shown(self.known[ref]) for ref in step.places}
        wanted |= {f"pin-{pin}" for ref, pin in step.joints if ref == "PI"}
        return [each for each in self.ids if each.removesuffix("-back") in wanted]

    def _wires(self, paths: Iterable[Path], new: set[Net]) -> dict[str, str]:
        """The board's wires of nets that begin: hole by hole, by what they are called in the drawing."""
        net = nets_at(self.board, self.settings) if self.hole else {}
        return {
            f"{path[0]}-{path[-1]}": "–".join(str(hole) for hole, _ in groupby(path))
            for path in paths
            if net[path[0]] in new
        }

    def _kind(self, ref: str) -> str:
        return self.known[ref].kind.replace("kohm", "kΩ").replace("ohm", "Ω").replace("uF", "µF")

    def _legs(self, ref: str) -> str:
        """The holes a part is put in; of one with many legs that of the first."""
        piece = self.board.pieces.get(ref)
        if piece is None:
            return ""
        holes = list(map(str, piece.legs.values()))
        pin = "1" if "1" in piece.legs else next(iter(piece.legs))
        return f" (its {pin} in {piece.legs[pin]})" if len(holes) > 4 else f" ({', '.join(holes)})"

    def _joined(self, step: Step) -> Iterator[str]:
        """Net by net the legs that are soldered."""
        by_net: dict[Net, list[str]] = {}
        for joint in step.joints:
            hole = f"&nbsp;({self.hole[joint]})" if joint in self.hole else ""
            by_net.setdefault(self.known[joint[0]].pins[joint[1]], []).append(_plain(joint) + hole)
        for net, joined in by_net.items():
            yield f"<b>{net}</b>: {', '.join(joined)}"

    # -- measurements ----------------------------------------------------------------------------------------

    def _measures(self, step: Step, found: Iterable[Check]) -> str:
        rows = "".join(
            f"<tr><td>{self._held(check)}</td><td>{check.good.words}</td>"
            f'<td class="if">{", ".join(self._suspects(step, check))}</td></tr>'
            for check in found
        )
        head = "<tr><th>between</th><th>shows</th><th>if not, look at</th></tr>"
        return rows and f"<table>{head}{rows}</table>"

    def _held(self, check: Check) -> str:
        """Where the meter is held, and what else is done meanwhile."""
        held = check.measure
        said = f"{self._leg(held.first)} and {self._leg(held.second)}"
        said += f", {held.pressed} pressed" if held.pressed else ""
        return said + (f", the cable of seat {held.cable} in" if held.cable else "")

    def _suspects(self, step: Step, check: Check) -> Iterator[str]:
        """The parts of this step, or single legs of them, whose mistakes a measurement finds."""
        found = {mistake.at[0]: set[str]() for mistake in check.finds}
        for mistake in check.finds:
            own = {pin for pin in mistake.at[1:] if (mistake.at[0], pin) in step.joints}
            found[mistake.at[0]] |= own or {""}
        for ref, pins in found.items():
            if "" in pins or len(pins) > 3:
                yield "the plug" if ref == "PI" else ref
            else:
                yield from (self._leg((ref, pin)) for pin in self.known[ref].pins if pin in pins)

    def _leg(self, joint: Joint) -> str:
        """How a leg is called where it is measured: those of a resistor by what they are on."""
        ref, pin = joint
        said = _plain(joint)
        if pin in "12" and any({"1", "2"} <= legs for legs in ALIKE.get(self.known[ref].kind, ())):
            said = f"{ref}'s end on {self.known[ref].pins[pin]}"
        on_board = self.known[ref].place is Place.BOARD and joint in self.hole
        return f"{said}&nbsp;({self.hole[joint]})" if on_board else said

    def _unseen(self) -> str:
        """Where only eyes help."""
        said: dict[str, dict[str, None]] = {}
        for (_, kind), why in UNSEEN.items():
            refs = [part.ref for part in self.known.values() if part.kind is kind]
            said.setdefault(why, {}).update(dict.fromkeys(refs))
        rows = [f"<b>{', '.join(refs)}</b>: {escape(why)}" for why, refs in said.items() if refs]
        return f"<ul>{''.join(f'<li>{row}.</li>' for row in [*rows, COLD])}</ul>"


def _plain(joint: Joint) -> str:
    return f"{'plug' if joint[0] == 'PI' else joint[0]}&nbsp;{joint[1]}"


def _self_test(step: Step) -> str:
    if not step.checks:
        return ""
    names = "" if step.checks == ("all",) else f" {' '.join(step.checks)}"
    return (
        "The plug on the Pi, the Pi on: <code>sudo systemctl stop pierwszy</code>, then "
        f"<code>sudo pierwszy --lang en check{names}</code>"
    )
