"""A box whose file is wrong says so on the panels and lamps that can still be told from it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion import cli
from companion.app import settings_fault
from companion.app.settings_fault import BLINKS, show_settings_fault
from companion.i18n import speaker
from companion.store.folder import state_folder
from companion.store.journal import Journal
from firmware.boxfile.salvage import line_of, salvaged
from firmware.boxfile.settings import default, load, parse
from firmware.drawing.frames import draw
from firmware.errors import SettingsError
from firmware.fakes.oled_bench import OledBench
from firmware.fakes.pins import StampedFactory
from firmware.pi.clock import MonotonicClock
from firmware.pi.factory import Header
from firmware.pi.panels import LumaPanels
from firmware.views import PanelId, Screen

WHOLE = (Path(cli.__file__).parents[1] / "hardware" / "box.toml").read_text(encoding="utf-8")
LINES = WHOLE.splitlines()
SIZE = (128, 64)
WHY = "expected a GPIO 2..27, got 40, which is not on the header"


@pytest.fixture(autouse=True)
def _panels_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Panels that are left lit are closed after the test."""
    made: list[LumaPanels] = []

    def make(*args: object, **options: object) -> LumaPanels:
        made.append(LumaPanels(*args, **options))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr(settings_fault, "LumaPanels", make)
    yield
    for panels in made:
        panels.close()


class Shown:
    """A wrong box file, and what a box of the reference build shows of it."""

    def __init__(self, text: str, folder: Path) -> None:
        path = folder / "box.toml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(SettingsError) as wrong:
            load(path)
        self.bench = OledBench(default().panels)
        self.lamps: list[list[int]] = []
        self.factory = StampedFactory(MonotonicClock())
        show_settings_fault(
            wrong.value,
            path,
            open_port=self.bench.open_port,
            header=lambda _: Header(self.factory),
            wait=self._wait,
        )

    def _wait(self, _: float) -> None:
        pins = [(seat, pins.lamp) for seat, pins in default().seats.items() if pins.lamp is not None]
        self.lamps.append([seat for seat, lamp in pins if self.factory.pin(lamp).state])

    def panels(self, screen: Screen) -> list[PanelId]:
        """The panels that show this."""
        return [name for name in self.bench if self.bench[name].picture(upright=True) == draw(screen, SIZE)]


def test_a_wrong_value_is_shown_with_its_line_and_the_lamps_blink(tmp_path: Path) -> None:
    shown = Shown(WHOLE.replace("button = 13", "button = 40").replace('"pl"', '"en"', 1), tmp_path)
    line = LINES.index("button = 13") + 1
    screen = Screen("! Settings", f"line {line}", text=("seats.3.button", WHY))
    assert shown.panels(screen) == ["main", 1, 2, 4, 5, 6]  # 3 is no seat without its button
    assert shown.lamps == [[1, 2, 4, 5, 6], []] * BLINKS


def test_of_a_file_that_says_nothing_the_reference_panels_are_told_and_no_pin_is_touched(
    tmp_path: Path,
) -> None:
    shown = Shown("no box file\n", tmp_path)
    say, what = speaker("pl"), "expected '=' after a key in a key/value pair (at line 1, column 4)"
    assert shown.panels(Screen(f"! {say('Settings')}", say("line {line}", line=1), text=(what,))) == [
        *default().panels
    ]
    assert shown.factory.pins == {}


def test_a_box_at_work_is_left_alone(tmp_path: Path) -> None:
    with closing(Journal(state_folder())):
        shown = Shown("no box file\n", tmp_path)
    assert not any(memory.picture().getbbox() for memory in shown.bench.values())


@pytest.mark.parametrize("number", [number for number, line in enumerate(LINES) if line[:1].isalpha()])
def test_a_line_that_is_no_toml_costs_what_it_says_and_no_more(number: int) -> None:
    text = "\n".join([*LINES[:number], "oops", *LINES[number + 1 :]])
    with pytest.raises(SettingsError) as wrong:
        parse(text, "box.toml")
    assert line_of(text, wrong.value.faults[0]) == number + 1
    left = salvaged(text)
    assert left is not None
    assert len(left.panels) >= 6


@pytest.mark.parametrize(
    ("change", "to", "said"),
    [
        ("[sound]", "[sounds]", "[sounds]"),
        ("mux = 0x70, channel = 3", "mux = 0x70", "panel = "),
        ("ok = 22", "ok = 5", "button = 5"),
        ("jumper = 4", "jumper = true", "jumper = true"),
        ("a = 17", "", "[knob]"),
    ],
)
def test_whatever_is_wrong_the_line_is_found_and_the_rest_is_read(change: str, to: str, said: str) -> None:
    text = WHOLE.replace(change, to)
    with pytest.raises(SettingsError) as wrong:
        parse(text, "box.toml")
    line = line_of(text, wrong.value.faults[0])
    assert line is not None
    assert text.splitlines()[line - 1].startswith(said)
    left = salvaged(text)
    assert left is not None
    assert "main" in left.panels


def test_before_a_text_without_an_end_all_is_read() -> None:
    text = WHOLE.replace("[seats.4]", '[seats.4]\nnote = """')
    with pytest.raises(SettingsError) as wrong:
        parse(text, "box.toml")
    assert line_of(text, wrong.value.faults[0]) == len(LINES) + 1
    left = salvaged(text)
    assert left is not None
    assert list(left.panels) == ["main", 1, 2, 3]


@pytest.mark.parametrize("text", ["", "seats = 3", "[seats", "[seats.1]\nlamp = 3", "x = [" * 5000])
def test_of_what_is_no_box_nothing_is_left(text: str) -> None:
    assert salvaged(text) is None
