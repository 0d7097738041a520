""".locks/: what is installed, version by version and file by file, is what pyproject.toml asks for."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS: dict[str, list[str]] = PROJECT["dependency-groups"]
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
PROGRAM: list[str] = PROJECT["project"]["dependencies"] + GROUPS["build"]
ASKED = {
    "box": PROGRAM + EXTRAS["pi"] + EXTRAS["phones"],
    "desk": PROGRAM + EXTRAS["screen"] + EXTRAS["phones"],
    **{name: asked for name, asked in GROUPS.items() if name != "build"},
}


IMPORTED = r"^ *(?:import|from) (\w+)(?=[\w.]* import |[.\w]*(?: as \w+)?(?: +#.*)?$)"


def locked(name: str) -> list[tuple[Requirement, int]]:
    """Each line of a lock, and how many files may be taken for it."""
    text = re.sub(r"^#.*\n| *\\\n *", " ", (ROOT / f".locks/{name}.txt").read_text(), flags=re.MULTILINE)
    lines = (line.split(" --hash=sha256:") for line in text.strip().splitlines())
    return [(Requirement(line), len(hashes)) for line, *hashes in lines]


def project_name(requirement: Requirement) -> str:
    return re.sub("[-_.]+", "-", requirement.name).lower()


def test_every_group_has_its_lock() -> None:
    assert {path.stem for path in (ROOT / ".locks").iterdir()} == ASKED.keys()


@pytest.mark.parametrize("name", ASKED)
def test_a_lock_has_what_is_asked_for_in_one_version_with_the_hashes_of_its_files(name: str) -> None:
    lock = locked(name)
    assert [str(line) for line, files in lock if not files or not str(line.specifier).startswith("==")] == []
    for asked in map(Requirement, ASKED[name]):
        found = [line for line, _ in lock if project_name(line) == project_name(asked)]
        versions = [str(line.specifier).removeprefix("==") for line in found]
        assert versions, f"expected {asked} in .locks/{name}.txt: make lock"
        assert all(map(asked.specifier.contains, versions)), f"expected {asked}, got {versions}: make lock"


def test_what_several_need_is_the_same_for_all() -> None:
    seen: dict[str, set[str]] = {}
    for name in ASKED:
        for line, _ in locked(name):
            seen.setdefault(f"{project_name(line)} {line.marker}", set()).add(str(line.specifier))
    assert {key: versions for key, versions in seen.items() if len(versions) > 1} == {}


def test_no_lock_says_where_files_are_fetched() -> None:
    assert [path.name for path in (ROOT / ".locks").iterdir() if "://" in path.read_text()] == []


def test_the_program_imports_only_what_it_asks_for() -> None:
    files = [path for room in ("firmware", "companion") for path in (ROOT / room).rglob("*.py")]
    modules = {name for path in files for name in re.findall(IMPORTED, path.read_text(), re.MULTILINE)}
    foreign = modules - sys.stdlib_module_names - {"firmware", "companion", "lgpio"}  # apt's
    asked = {project_name(Requirement(line)) for line in sum(EXTRAS.values(), PROGRAM)}
    provided = packages_distributions()
    unasked = {
        name for name in foreign if asked.isdisjoint(dist.replace(".", "-") for dist in provided[name])
    }
    assert unasked == set()
