"""The build guide says what is so: its links, commands, figures, and what it quotes of the self-test."""

from __future__ import annotations

import logging
import re
import shlex
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from companion import cli
from companion.games.catalogue import all_games
from companion.selftest import check_report
from companion.selftest.course import STEPS_BY_NAME
from firmware.boxfile.settings import PanelSettings, Settings, default, eight_seats, load, middle, minimal
from firmware.boxfile.wiring import PANEL_MA, wires
from firmware.events import NS_PER_MS
from firmware.views import PanelId
from hardware.plans import pinout
from hardware.plans.bill import bill, sums
from hardware.plans.mistakes import mistakes, near
from hardware.plans.steps import before, steps
from tests.companion.selftest.builder import EIGHT, SIX, Builder, Faults

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "hardware" / "README.md"
TEXT = GUIDE.read_text(encoding="utf-8")
TROUBLE = TEXT.partition("## When something is wrong")[2].partition("## What was tried")[0]


# -- links ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", [GUIDE, GUIDE.parent / "circuit" / "README.md"], ids=["guide", "circuit"])
def test_every_link_leads_to_a_file_or_a_heading(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    headings = {
        re.sub("[^a-z0-9 -]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in text.splitlines()
        if line.startswith("#")
    }
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    assert links
    lost = [
        link
        for link in links
        if not (
            link[1:] in headings if link.startswith("#") else (page.parent / link.partition("#")[0]).exists()
        )
    ]
    assert lost == []


def test_every_drawing_of_the_circuit_is_shown_on_one_of_the_two_pages() -> None:
    circuit = (GUIDE.parent / "circuit" / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"\]\(([^)]+\.svg)\)", TEXT)) | {
        f"circuit/{name}" for name in re.findall(r"\]\(([^)/]+\.svg)\)", circuit)
    }
    drawn = {f"circuit/{path.name}" for path in (GUIDE.parent / "circuit").glob("*.svg")}
    assert drawn <= shown


# -- commands ------------------------------------------------------------------------------------------------


def commands() -> Iterator[str]:
    """Every line of a code block and every code span, with no `sudo` before it."""
    spans = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", TEXT)
    blocks = re.findall(r"^ {4,}(\S.*)$", re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL), re.MULTILINE)
    for said in (*spans, *blocks):
        yield said.removeprefix("sudo ").partition(" > ")[0]


PIERWSZY = sorted({said for said in commands() if said.startswith("pierwszy ")})
INSTALL = sorted({said for said in commands() if said.startswith("hardware/install.sh")})


def test_there_are_commands() -> None:
    assert {"pierwszy --lang en check", "pierwszy wiring", "pierwszy history"} <= set(PIERWSZY)
    assert "hardware/install.sh uninstall" in INSTALL


@pytest.mark.parametrize("said", PIERWSZY)
def test_every_command_is_understood(said: str) -> None:
    options = cli.argument_parser().parse_args(shlex.split(said)[1:])
    assert set(getattr(options, "steps", [])) <= set(STEPS_BY_NAME)


@pytest.mark.parametrize("said", INSTALL)
def test_every_word_for_the_installer_is_one_of_its_usage(said: str) -> None:
    usage = (GUIDE.parent / "install.sh").read_text(encoding="utf-8").partition("usage() {")[2]
    words = shlex.split(said)[1:]
    if "--box" in words:
        assert (ROOT / words.pop(words.index("--box") + 1)).exists()
    assert all(word in usage.partition("\n}")[0] for word in words)


def test_every_make_target_is_there() -> None:
    targets = set(
        re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    targets |= {".venv/.has-hardware"}
    named = {said.split()[1] for said in commands() if said.startswith("make ")}
    assert named
    assert named <= targets


def test_the_steps_named_are_those_there_are() -> None:
    (named,) = re.findall(r"The steps are (.*?)\.", TEXT, re.DOTALL)
    assert re.findall("`([a-z]+)`", named) == list(STEPS_BY_NAME)


# -- figures and pins ----------------------------------------------------------------------------------------

LAMP_MA = 20


@pytest.mark.parametrize(
    ("name", "box"),
    [("minimal", minimal()), ("middle", middle()), ("six", default()), ("eight", eight_seats())],
    ids=["minimal", "middle", "six", "eight"],
)
def test_the_table_of_boxes_counts_seats_panels_steps_euros_and_current(name: str, box: Settings) -> None:
    (row,) = re.findall(rf"^\| \*\*{name}\*\* \|(.*)\|$", TEXT, re.MULTILINE)
    cells = [cell.strip() for cell in row.split("|")]
    lamps = [pins for pins in box.seats.values() if pins.lamp is not None]
    drawn = LAMP_MA * len(lamps) + PANEL_MA * len(box.panels)
    assert (int(cells[1]), int(cells[2])) == (len(box.seats), len(box.panels))
    assert cells[-1].split()[0] == str(drawn)
    without_pi, pi = sums(bill(box))
    assert cells[-3:-1] == [str(len(steps(box))), f"{without_pi:.0f} €"]
    assert f"which are about {pi:.0f} €" in " ".join(TEXT.split())
    assert f"{LAMP_MA} mA a lamp and {PANEL_MA} mA a panel" in TEXT


def test_so_many_mistakes_were_made_as_the_guide_says() -> None:
    box = default()
    way, beyond = steps(box), near(box)
    made = sum(len(list(mistakes(step, before(box, way, at), beyond))) for at, step in enumerate(way))
    assert f"Each of the {round(made, -2):,} of the six-seat box" in " ".join(TEXT.split())


@pytest.mark.parametrize("box", [default(), eight_seats(), minimal()], ids=["six", "eight", "minimal"])
def test_a_headers_drawing_names_every_wire_beside_its_pin(box: Settings) -> None:
    texts = [
        element.text for element in ET.fromstring(pinout.svg(box)).iter("{http://www.w3.org/2000/svg}text")
    ]
    named = {
        (int(number), said)
        for number, said in pairwise(texts)
        if number and number.isdecimal() and said and ", " in said
    }
    assert {number for number, _ in named} == {wire.pin.number for wire in wires(box)}
    for wire in wires(box):
        flag = dict(named)[wire.pin.number]
        colour = wire.colour.name.lower().replace("_", " ")
        use = str(wire.use) if wire.seat is None else f"{wire.use} {wire.seat}"
        assert flag.startswith(use)
        assert flag.endswith(f"{colour}, ringed" if wire.ringed else colour)


def test_a_seat_left_out_of_the_box_file_is_a_smaller_box(tmp_path: Path) -> None:
    text = (GUIDE.parent / "box.toml").read_text(encoding="utf-8")
    smaller = tmp_path / "box.toml"
    smaller.write_text(re.sub(r"\[seats\.[56]\]\n(?:\w.*\n)+", "", text), encoding="utf-8")
    assert list(load(smaller).seats) == [1, 2, 3, 4]


# -- what the self-test says ---------------------------------------------------------------------------------


def other(panel: int, **built: object) -> Faults:
    """A panel that is built otherwise than the box file says."""
    return Faults(panels={panel: replace(SIX.panels[panel], **built)})  # type: ignore[arg-type]


FAULTS: Mapping[str, tuple[Faults, Sequence[str]]] = {
    "stuck": (Faults(stuck=[3]), ["buttons"]),
    "backwards": (Faults(backwards=[5]), ["buttons"]),
    "sticks": (Faults(sticks=[5]), ["buttons"]),
    "hums": (Faults(hums=[2]), ["buttons"]),
    "chatters": (Faults(chatters=[2]), ["buttons"]),
    "joined": (Faults(closes={2: (2, 3), 3: (2, 3)}), ["buttons"]),
    "swapped": (Faults(closes={2: (3,), 3: (2,)}), ["buttons"]),
    "dead": (Faults(closes={4: ()}), ["buttons"]),
    "knob reversed": (Faults(phases=(("b",), ("a",))), ["knob"]),
    "knob half": (Faults(phases=(("a",), ())), ["knob"]),
    "sh1106": (other(2, driver="sh1106"), ["panels"]),
    "upside down": (other(2, rotate=2), ["panels"]),
    "no panel": (Faults(absent=[2]), ["panels"]),
    "knob clicks twice": (Faults(clicks=2), ["knob"]),
    "holds": (Faults(holds=[3]), ["panels"]),
    "no reset": (Faults(no_reset=True), ["panels"]),
    "no panels": (Faults(absent=list(SIX.panels)), ["panels"]),
    "lamps swapped": (Faults(lights={1: (2,), 2: (1,)}), ["lamps"]),
    "lamps joined": (Faults(lights={1: (1, 2), 2: (1, 2)}), ["lamps"]),
    "glows": (Faults(glows=[5]), ["lamps"]),
    "dark": (Faults(lights={3: ()}), ["lamps"]),
    "mute": (Faults(mute=True), ["sound"]),
    "well": (Faults(), ["buttons", "lamps"]),
}

CLOSED: Mapping[str, Mapping[PanelId, str]] = {
    "no bus": dict.fromkeys(SIX.panels, "bus"),
    "no mux": dict.fromkeys(SIX.panels, "mux"),
}


def said_by(builder: Builder) -> str:
    """All that a test says at its end: as it stands in a terminal, and each sentence unbroken."""
    builder.work()
    course, state = builder.checker.course, builder.checker.state
    lines = check_report.summary(course, state, builder.checker._say)
    for finding in course.findings(state):
        lines += [finding.what.filled(), "" if finding.do is None else finding.do.filled()]
    builder.close()
    return "\n".join(lines)


@pytest.fixture
def said(expected_logs: list[logging.LogRecord]) -> str:
    """All that the test says of all faults the guide tells about; panels that are gone are logged, too."""
    texts = [said_by(Builder(faults, names)) for faults, names in FAULTS.values()]
    texts += [
        said_by(Builder(Faults(absent=list(closed)), ["panels"], closed=closed)) for closed in CLOSED.values()
    ]
    as_sold: dict[PanelId, PanelSettings] = {"main": replace(EIGHT.panels["main"], address=0x3C)}
    texts.append(said_by(Builder(Faults(panels=as_sold), ["panels"], EIGHT)))
    late = Builder(names=["lateness"])
    for _ in range(200):
        late.checker.lateness.add(45 * NS_PER_MS)
    assert expected_logs
    return "\n".join([*texts, said_by(late)])


def test_the_guide_quotes_what_the_self_test_says(said: str) -> None:
    blocks = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)
    rows = re.findall(r"^\|[^|]*\| `([^`]+)` \|", TROUBLE, re.MULTILINE)
    prose = re.findall(r"says `([^`]+)`", TROUBLE)
    prose += re.findall(r"`(no panel can be reached[^`]*)`", TROUBLE)
    assert blocks
    assert rows
    assert prose
    ends = re.findall(r"Good is `([^`]+)`.*?`([^`]+)`", TEXT, re.DOTALL)
    quoted = [*blocks, *rows, *prose, ends[0][0]]
    assert [quote for quote in quoted if quote not in said] == []
    assert ends[0][1] in Path(check_report.__file__).read_text(encoding="utf-8")


# -- the first game ------------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_the_first_game_on_the_minimal_box_goes_as_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "first.table"
    before = [game.name for game in all_games()].index("buzzer")
    turned = "".join(f"{2 + number / 2} press 1\n" for number in range(before))
    script.write_text(
        turned
        + """
        5.0 press 2
        6.0 press 1
        7.0 press 2
        8.0 press 1 for 1.0
        8.0 press 2 for 1.0
        11.0 press 2
        13.0 press 1 for 1.0
        13.0 press 2 for 1.0
        15.5 press 1 for 1.0
        15.5 press 2 for 1.0
        18.0 press 2
        18.1 press 1
        18.5 expect ruling.winner 2
        """
    )
    assert cli.main(["replay", str(script), "--settings", str(GUIDE.parent / "box-minimal.toml")]) == 0
    assert '"game": "buzzer"' in capsys.readouterr().out


def test_the_printed_case_is_for_what_the_guide_says() -> None:
    measures = tomllib.loads((GUIDE.parent / "enclosure" / "enclosure.toml").read_text(encoding="utf-8"))
    centre = measures["centre"]
    assert (centre["board"], centre["panel"], measures["puck"]["panel"]) == ("pi4", "2.42", "0.96")
    assert (measures["button"]["hole"], centre["perfboard"]) == (30.0, [90.0, 70.0])
    said = " ".join(TEXT.split())
    assert 'fit a Pi 4, a main panel of 2.42 inches (in the box file: `driver = "ssd1309"`)' in said
    assert "panels of 0.96 inches, buttons of 30 mm, keystone jacks and a perfboard of 90x70 mm" in said
