"""The manifest and the licence of the hardware are whole; what they name is there."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HARDWARE = Path(__file__).parents[2] / "hardware"
MANIFEST: dict[str, Any] = tomllib.loads((HARDWARE / "okh.toml").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((HARDWARE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]

REQUIRED = {"okhv", "name", "version", "license", "licensor", "function"}
"""By the schema of OKH-LOSH 1.0, but for `repo`: the project has no address yet."""

FILES = ("readme", "image", "bom", "manufacturing-instructions", "user-manual", "source", "export")


def named(manifest: dict[str, Any]) -> Iterator[str]:
    for key in FILES:
        said = manifest.get(key, [])
        yield from [said] if isinstance(said, str) else said
    for part in manifest.get("part", []):
        yield from named(part)


def test_the_manifest_says_all_that_is_known() -> None:
    assert set(MANIFEST) >= REQUIRED
    assert MANIFEST["version"] == PROJECT["version"]
    assert all({"name", "source", "export"} <= set(part) for part in MANIFEST["part"])


def test_every_file_the_manifest_names_is_there() -> None:
    assert [path for path in named(MANIFEST) if not (HARDWARE / path).exists()] == []
    assert {path.name for path in HARDWARE.glob("box*.toml")} <= set(MANIFEST["source"])


def test_the_licence_is_the_one_named_in_its_own_words() -> None:
    """The text may be used in unmodified form only; this is SPDX's."""
    text = (HARDWARE / "LICENSE").read_text(encoding="utf-8")
    assert MANIFEST["license"] == "CERN-OHL-P-2.0"
    assert text.startswith("CERN Open Hardware Licence Version 2 - Permissive\n")
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert digest == "eeecc593866fa1c3b80189c7e3dc0ceb77740557fa92f81771f891cc54c579cb"
