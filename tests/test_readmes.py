"""Both README pages are true: their commands, links and keys exist, and every game is told of."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from companion.cli import argument_parser
from companion.games.catalogue import all_games
from companion.i18n import speaker
from companion.window.table.control_bar import KEY_CAPS

ROOT = Path(__file__).parents[1]
PAGES = pytest.mark.parametrize("page", ["README.md", "README.pl.md"])


def _commands(text: str) -> list[str]:
    """What stands in blocks of code and between back quotes, without comments and prompts."""
    blocks = re.findall(r"^ {4}(.+)$", text, re.MULTILINE)
    inline = re.findall(r"`([^`\n]+)`", text)
    return [line.split(" # ")[0].strip().removeprefix("sudo ") for line in (*blocks, *inline)]


@PAGES
def test_each_make_target_it_names_exists(page: str) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = [
        line.split()[1]
        for line in _commands((ROOT / page).read_text(encoding="utf-8"))
        if line.startswith("make ")
    ]
    assert named
    assert set(named) <= set(targets)


@PAGES
def test_each_command_it_names_is_understood(page: str) -> None:
    lines = [line.removeprefix(".venv/bin/") for line in _commands((ROOT / page).read_text(encoding="utf-8"))]
    told = [line.split("|")[0] for line in lines if line.startswith("pierwszy ")]
    assert told
    for line in told:
        argument_parser().parse_args(shlex.split(line)[1:])


@PAGES
def test_each_file_it_links_is_there(page: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text(encoding="utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_polish_page_is_the_first_thing_the_english_one_links() -> None:
    links = re.findall(r"\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert links[0] == "README.pl.md"


def test_the_polish_page_tells_of_every_game_by_its_polish_name() -> None:
    text, say = (ROOT / "README.pl.md").read_text(encoding="utf-8"), speaker("pl")
    assert [game.name for game in all_games() if f"**{say.text(game.title)}" not in text] == []


@PAGES
def test_every_key_of_the_controls_stands_in_its_table(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    table = " ".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| "))
    caps = {cap.replace("Bksp", "Backspace") for cap in KEY_CAPS.values()}
    assert [cap for cap in caps if not re.search(rf"\b{re.escape(cap)}\b", table)] == []
