"""Every key that the files which ship with the program tell of: set, and set to what it can't be."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from datetime import date, datetime, time
from math import inf, nan
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from firmware.boxfile.settings import _BoxFile, load, parse
from firmware.boxfile.settings_checks import structure
from firmware.errors import SettingsError

FOLDER = Path(__file__).parents[3] / "hardware"
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("box*.toml"))}

TOLD = re.compile(r"# (?:\[\w+\]|(\w+) = .*)")
"""A line that can be set by taking its # away."""

ODD = (True, 0, -1, 5, 10**30, 0.5, inf, nan, "", "abc", date(2026, 11, 29), datetime(2026, 11, 29), time(7))
ODD_ONES: tuple[Any, ...] = (*ODD, [], ["a"], [["a"]], [*ODD], {}, {"a": 1}, [{}])


def told(name: str) -> list[str]:
    """The keys of a file that stand in comments."""
    return [found[1] for found in map(TOLD.match, TEXTS[name].splitlines()) if found and found[1]]


def with_set(name: str, key: str | None = None) -> str:
    """A file's text with a key set that stands in a comment, and its table; or with all of them."""
    lines: list[str] = []
    table: list[str] = []
    for line in TEXTS[name].splitlines():
        found = TOLD.match(line)
        if found and key in (found[1], None) and found[1]:
            lines += [*table, line[2:]]
            table = []
        elif found and not found[1]:
            table = [line[2:]]
        else:
            lines.append(line)
    return "\n".join(lines)


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """A folder with the files that box files name."""
    (tmp_path / "kitchen.toml").write_text("whatever a game makes of it")
    return tmp_path


@pytest.mark.parametrize(("name", "key"), [(name, key) for name in TEXTS for key in told(name)])
def test_what_a_file_tells_of_can_be_set(name: str, key: str, beside: Path) -> None:
    text = with_set(name, key)
    assert len(list(leaves(tomllib.loads(text)))) == len(list(leaves(tomllib.loads(TEXTS[name])))) + 1
    parse(text, name, beside)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_all_that_a_file_tells_of_can_be_set_at_once_whatever_editor_wrote_it(
    name: str, ends: str, mark: str, beside: Path
) -> None:
    text = with_set(name)
    (beside / "box.toml").write_text(mark + text.replace("\n", ends), encoding="utf-8", newline="")
    assert load(beside / "box.toml").seats == parse(TEXTS[name], name).seats


def keys(table: Any, path: str = "") -> Iterator[str]:
    """Every key there is, by its table: ``seats.N.panel.driver``."""
    for name, hint in get_type_hints(table).items():
        kinds = (hint, *get_args(hint))
        inner = next((kind for kind in kinds if is_dataclass(kind)), None)
        yield from (f"{path}{name}",) if inner is None else keys(inner, f"{path}{name}.")


def test_the_reference_file_tells_of_every_key() -> None:
    words = set(re.findall(r"\w+", TEXTS["box.toml"]))
    assert [key for key in keys(_BoxFile) if key.rpartition(".")[2] not in words] == []


def leaves(table: Mapping[str, Any], *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value with where it stands."""
    for key, value in table.items():
        yield from leaves(value, *path, key) if isinstance(value, dict) else [((*path, key), value)]


ALL = dict(leaves(tomllib.loads(with_set("box.toml"))))


@pytest.mark.parametrize("path", [path for path in ALL if path[0] != "seats" or path[1] == "1"], ids=".".join)
def test_a_key_takes_values_of_its_type_alone_and_any_other_is_a_line_with_its_path(
    path: tuple[str, ...],
) -> None:
    right, place = ALL[path], re.escape(".".join(path))
    fraction = path[0] in {"times", "rest"} or path[-1] in {"margin", "touch"}
    kinds = (float, int) if fraction else (type(right),)
    table = document = tomllib.loads(with_set("box.toml"))
    for key in path[:-1]:
        table = table[key]
    for odd in ODD_ONES:
        table[path[-1]] = odd
        made, faults = structure(document, _BoxFile)
        if made is None:
            assert all(re.match(place + r"(\.\w+)*: expected .*, got |times: ", line) for line in faults)
            assert all(len(line) < 200 and line.isprintable() for line in faults)
        else:
            assert type(odd) in kinds
            assert odd not in (10**30, inf)
    table[path[-1]] = right
    assert structure(document, _BoxFile)[1] == []


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5000,
        "a = " + "[" * 5000 + "]" * 5000,
        "[dice]\nw = " + "{a = " * 2000,
        "[dice]\nw." + "a." * 500 + "b = 1",
        "[times]\nsettle_ms = " + "9" * 5000,
        "[times]\nsettle_ms = 0x" + "f" * 5000,
        "[seats.1]\nbutton = 0x" + "f" * 5000,
        "a\x00 = 1",
        'a = "\x1b[31m"',
    ],
    ids=range(9),
)
def test_what_no_toml_means_is_short_lines(text: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse(text, "my.toml")
    assert all(line.startswith("my.toml: ") and len(line) < 200 for line in caught.value.lines)
