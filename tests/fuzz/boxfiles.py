"""Box files and boards after accidents: a box that can be built, or a line for each fault with its path."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.app.pin_table import as_json, lines
from companion.errors import ThingError
from companion.games.catalogue import reserved_names
from companion.i18n import speaker
from companion.store.things import surroundings
from firmware.boxfile.settings import Settings, load
from firmware.boxfile.settings_edit import with_tie
from firmware.errors import SettingsError
from firmware.written import one_line
from tests.fuzz.commanding import judge, run
from tests.fuzz.kinds import Finding, Kind
from tests.fuzz.mangling import mangled

ROOT = Path(__file__).parents[2]
FILES = sorted(ROOT.glob("hardware/box*.toml"))
BOARD = (ROOT / "companion/games/rachmistrz/example.toml").read_text(encoding="utf-8")

VALUES = (
    *(
        "true",
        "false",
        "0",
        "-1",
        "5",
        "17",
        "256",
        "99999999999999999999",
        "0x70",
        "5.5",
        "1e3",
        "nan",
        "-inf",
        "1e400",
    ),
    *(
        '""',
        '"abc"',
        '"pl"',
        '"a\\u001b[31m\\nb"',
        '"kitchen.toml"',
        '"/dev/zero"',
        '"."',
        "'''\n\n'''",
        '"ssd1306"',
    ),
    *(
        "2026-11-29",
        "07:32:00",
        "1979-05-27T07:32:00Z",
        "[]",
        "[[]]",
        '["a", "b"]',
        "[1, 2]",
        '["a", 1, nan]',
        "{}",
    ),
    *(
        "{ a = 1 }",
        '{ driver = "ssd1306" }',
        '{ driver = "sh1106", bus = 3, mux = 0x70, channel = 1 }',
        "[{}]",
    ),
    *("[" * 5000, "[" * 300 + "]" * 300, "{a=" * 200 + "1" + "}" * 200, "9" * 5000, "0x" + "f" * 5000),
)
"""Any value of TOML, anywhere."""

KEYS = ("button", "a.b", '"x y"', '"\\u001b"')


def trial(seed: int, folder: Path) -> Counter[str]:
    """One box file, with one board beside it."""
    random = Random(seed)
    text = "\n".join(_changed(random.choice(FILES).read_text(encoding="utf-8"), random))
    path = folder / "box.toml"
    path.write_bytes(mangled(text, random) if random.random() < 0.4 else text.encode())
    board = mangled(BOARD, random) if random.random() < 0.5 else BOARD.encode()
    (folder / "kitchen.toml").write_bytes(board)
    counts = Counter[str]()
    if random.random() < 0.1:
        words = ["--settings", str(path), "wiring", *random.choice(([], ["--json"]))]
        with pytest.MonkeyPatch.context() as patch:
            judge(run(words, patch), most=1000)
        counts["commands"] += 1
    try:
        settings = load(path, reserved_names())
        surroundings(settings, settings.seats)
    except (SettingsError, ThingError) as error:
        for line in error.lines:
            if not re.fullmatch(r"\S+: .+", one_line(line)[:900]):
                raise Finding(f"expected a line to be read, got {line!r}") from None
        return counts + Counter({"refused": 1, "faults told": len(error.lines)})
    _build(settings, path)
    return counts + Counter({"boxes built": 1})


def _changed(text: str, random: Random) -> Iterator[str]:
    """The lines, some of those that are documented in comments set, and some values another's."""
    often = random.choice((0.0, 0.02, 0.1))
    for line in text.split("\n"):
        told = re.match(r"# (\[\w+\]|\w+ = .*)", line)
        kept = told[1] if told and random.random() < 0.5 else line
        pair = re.match(r"(\w+) = ", kept)
        if pair and random.random() < often:
            kept = f"{random.choice((pair[1], pair[1], *KEYS))} = {random.choice(VALUES)}"
        yield kept


def _build(settings: Settings, path: Path) -> None:
    """A box that was accepted can be wired, told, and measured."""
    list(lines(settings, speaker(settings.language)))
    as_json(settings)
    text = path.read_text(encoding="utf-8-sig")
    path.write_text(with_tie(text, 123_000), encoding="utf-8")
    try:
        tied = load(path).times.tie
    except SettingsError as error:
        if "tie_us" in str(error):
            return  # a settle as short as that, which people have chosen
        raise Finding(f"expected the file as it was but for its tie, got {error}") from None
    if tied != 123_000:
        raise Finding(f"expected a tie of 123 us, got {tied} ns")


KIND = Kind("boxfiles", trial, share=0.5, in_suite=10)
