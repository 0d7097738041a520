"""The guide's part on a Pico as button head: from an empty Pico to the first race in four steps."""

from __future__ import annotations

from typing import NamedTuple

from hardware.plans.bill import TERMS, of_head, sums
from hardware.plans.head import FIRST_LAMP, FIRST_LINE, Lines, pin_of, svg
from hardware.plans.pieces import bill_table, drawings, tick


class Step(NamedTuple):
    """A step: what it is called, what is done, whether pins are told. None is lit: colours tell the wires."""

    title: str
    words: str
    pins: bool = False


TRIED = """The Pico tells of each press to the microsecond, whatever USB and the computer do. <b>No real one
was tried yet: it was tested in emulation.</b> How it works: <code>hardware/head/README.md</code>."""

STEPS = (
    Step("Buy", "What is in the list above: for fewer seats so many less; lamps only if you like."),
    Step(
        "Flash",
        """Hold BOOTSEL on the empty Pico while you plug it into a computer. A drive named RPI-RP2 appears:
copy <code>hardware/head/head.uf2</code> onto it. The drive goes away, and the Pico is a button head, now
and whenever it has power. The same again brings a newer image.""",
    ),
    Step(
        "Wire",
        """The plug out. Each button goes between its pin and ground, 100 nF across it, close to the switch.
With a meter that beeps: pin and ground beep only while the button is down, and no two of these pins
ever do.""",
        pins=True,
    ),
    Step(
        "Plug in and play",
        """<b>A laptop</b>: once <code>sudo cp hardware/60-pierwszy.rules /etc/udev/rules.d/</code>, then
plug it in, and <code>make run</code>. <b>A Raspberry Pi with a television</b>: plug it in, and
<code>sudo hardware/install.sh --usb</code>. Take <i>Who's first?</i>; at <i>Who plays?</i> each presses
the button they want. <i>Start!</i>""",
    ),
)

READY_MADE = """<h2>Without flashing and wiring</h2>
<p>A ready-made board with GP2040-CE, as in many game controllers, is a gamepad that is asked every
millisecond. Plug it in and press: that is all. It costs fairness: of its own buttons, presses up to 1 ms
apart are a tie, on two such boards 11 ms, beside buttons on pins 12 ms, since nobody knows how long it
takes for itself, and up to 10 ms are reckoned with. A head's tie is 10 µs.</p>"""


def section(name: str, lines: Lines) -> str:
    """One head's part of the page.

    Args:
        name: the section's id.
        lines: whose buttons it has.
    """
    bought = of_head(len(lines))
    said = f"About {sums(bought)[0]:.0f} € together: {TERMS}."
    steps = "".join(_step(name, number, step, lines) for number, step in enumerate(STEPS, start=1))
    return f"""<section class="box" id="{name}" aria-label="{name}">
<p>{TRIED}</p>
<h2>Parts</h2>
{bill_table(name, bought, said)}
<h2>Steps</h2>
<div class="way">
{drawings(name, {"Pico": svg(lines)})}
<div class="steps">
{steps}</div>
</div>
{READY_MADE}
</section>
"""


def _step(name: str, number: int, step: Step, lines: Lines) -> str:
    return f"""<article class="step" id="{name}-step-{number}" data-lights="">
<h3>{tick(f"{name}-done-{number}")} {number}. {step.title}</h3>
<p>{step.words}</p>
{_table(lines) if step.pins else ""}</article>
"""


def _table(lines: Lines) -> str:
    """Which pin is whose."""
    rows = "".join(
        f"<tr><td>button {seat}</td><td>{_pin(FIRST_LINE + line - 1)}</td>"
        f"<td>{_pin(FIRST_LAMP + line - 1)}</td></tr>\n"
        for line, seat in lines.items()
    )
    return f"<table>\n<tr><th></th><th>button</th><th>lamp</th></tr>\n{rows}</table>\n"


def _pin(gpio: int) -> str:
    return f"pin {pin_of(gpio)} (GP{gpio})"
