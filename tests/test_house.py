"""What the house promises as a whole; that floors are kept is lint-imports' part of `make test`."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from graphlib import TopologicalSorter
from itertools import takewhile
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]

MEASURING = ("benchmarks", "kernel")
"""Of the tests' folders those that measure a game they name; the suite runs none of them."""

IMPORT_AND_SEE = """
import importlib, pkgutil, sys
for name in sys.argv[1:]:
    module = importlib.import_module(name)
    for found in pkgutil.iter_modules(getattr(module, "__path__", []), f"{name}."):
        importlib.import_module(found.name)
    print(name, "pygame" in sys.modules)
"""


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """Which modules of ours each module of ours imports, for type-checking, too."""
    graph = grimp.build_graph("companion", "firmware", cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def game_of(module: str) -> str | None:
    """The game's package a module is in."""
    found = re.match(r"companion\.games\.\w+", module)
    return found[0] if found and (ROOT / found[0].replace(".", "/")).is_dir() else None


def test_no_files_import_each_other_in_a_circle(imports: dict[str, set[str]]) -> None:
    TopologicalSorter(imports).prepare()


def test_no_rooms_import_each_other_in_a_circle(imports: dict[str, set[str]]) -> None:
    rooms: dict[str, set[str]] = {}
    for module, imported in imports.items():
        room = ".".join(module.split(".")[:2])
        rooms.setdefault(room, set()).update(".".join(other.split(".")[:2]) for other in imported)
    TopologicalSorter({room: others - {room} for room, others in rooms.items()}).prepare()


def test_a_game_is_imported_by_nobody_so_that_any_can_be_taken_away(imports: dict[str, set[str]]) -> None:
    arrows = [
        f"{module} -> {other}"
        for module, imported in imports.items()
        for other in imported
        if game_of(other) is not None and game_of(other) != game_of(module)
    ]
    assert arrows == []


def imported_by(path: Path) -> Iterator[str]:
    """The modules a file imports from, for type-checking, too."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names)
            case ast.ImportFrom(module=str() as module, names=names, level=0):
                yield from (f"{module}.{one.name}" for one in names)


def test_a_game_and_its_tests_are_imported_by_no_test_but_its_own() -> None:
    arrows = [
        f"{path.relative_to(ROOT)} -> {module}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path.parts[len(ROOT.parts) + 1] not in MEASURING
        for module in imported_by(path)
        if (game := game_of(module.removeprefix("tests."))) is not None
        and not path.is_relative_to(ROOT / "tests" / game.replace(".", "/"))
    ]
    assert arrows == []


def test_contracts_name_packages_or_what_lies_loose_on_a_ground_floor() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    named = {name for contract in contracts for name in contract.get("source_modules", ())}
    assert {name for name in named if len(name.removesuffix(".*").split(".")) > 2} == set()


def _python(*args: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *args], cwd=cwd, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names of what a wheel of this tree holds."""
    where = tmp_path_factory.mktemp("wheel")
    built = _python("-m", "hatchling", "build", "-t", "wheel", "-d", where, cwd=ROOT)
    assert built.returncode == 0, built.stderr
    (path,) = where.glob("*.whl")
    return zipfile.ZipFile(path).namelist()


def test_a_box_without_a_screen_never_imports_pygame(tmp_path: Path) -> None:
    ran = _python("-c", IMPORT_AND_SEE, "firmware.pi", "companion.app", "companion.cli", cwd=tmp_path)
    assert ran.stderr == ""
    assert ran.stdout.splitlines() == ["firmware.pi False", "companion.app False", "companion.cli False"]


def test_nothing_of_phones_is_loaded_while_they_are_off(tmp_path: Path) -> None:
    see = """
import sys, companion.app, companion.cli, companion.window
print([name for name in sys.modules if name.startswith(("companion.phones", "websockets", "segno"))])
"""
    ran = _python("-c", see, cwd=tmp_path)
    assert (ran.stdout, ran.stderr) == ("[]\n", "")


def test_a_box_starts_without_loading_its_self_test(tmp_path: Path) -> None:
    see = "import sys, companion.cli; print({'companion.selftest.course', 'tomlkit'} & set(sys.modules))"
    ran = _python("-c", see, cwd=tmp_path)
    assert (ran.stdout, ran.stderr) == ("set()\n", "")


@pytest.mark.parametrize(
    "path",
    [
        "companion/locale/pl/LC_MESSAGES/pierwszy.mo",
        "firmware/fonts/terminus-normal.otb",
        "firmware/fonts/terminus-bold.otb",
        "firmware/boxes/box.toml",
        "firmware/boxes/box-eight.toml",
        "firmware/boxes/box-middle.toml",
        "firmware/boxes/box-minimal.toml",
        "firmware/boxes/box-usb.toml",
        "firmware/py.typed",
        "companion/py.typed",
        *(str(path.relative_to(ROOT)) for path in ROOT.glob("companion/games/*/*.t[ao]*")),
        *(str(path.relative_to(ROOT)) for path in ROOT.glob("companion/phones/pages/*.html")),
    ],
)
def test_a_wheel_holds_what_the_program_reads(wheel: list[str], path: str) -> None:
    assert path in wheel


def test_a_wheel_holds_the_licences_and_nothing_of_the_tests(wheel: list[str]) -> None:
    assert {Path(path).name for path in wheel if "/licenses/" in path} == {"LICENSE", "OFL.txt"}
    assert {path.split("/")[0] for path in wheel if ".dist-info/" not in path} == {"firmware", "companion"}


@pytest.mark.plays("seventeen")
def test_the_table_script_of_the_readme_plays_as_it_says(tmp_path: Path) -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("    # time in seconds"))
    script = tmp_path / "readme.table"
    script.write_text("\n".join(takewhile(bool, lines[start:])), encoding="utf-8")
    replay = "import sys; from companion.cli import main; sys.exit(main())"
    ran = _python("-c", replay, "replay", script, cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert script.read_text(encoding="utf-8").count("expect ") == 2


def test_a_warning_nobody_expected_fails_a_test(tmp_path: Path) -> None:
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_noisy.py").write_text(
        "import logging\n"
        "log = logging.getLogger('pierwszy.box')\n"
        "def test_noisy(): log.warning('lamp 2 is gone')\n"
        "def test_noisy_and_known(expected_logs): log.warning('lamp 3 is gone')\n"
    )
    ran = _python("-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=tmp_path)
    assert "2 passed, 1 error" in ran.stdout
    assert "pierwszy.box: WARNING: lamp 2 is gone" in ran.stdout
