"""What each of our ten games has, as far as it is installed; what another may do without."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from companion.games.catalogue import AnyGame
from tests.companion.games.our_ten import OUR_TEN, ours_here
from tests.companion.games.scenes import LANGUAGES
from tests.companion.window.table_album import THEMES

HERE = Path(__file__).parent
TESTS = HERE.parents[1]

OURS = pytest.mark.parametrize("game", ours_here(), ids=lambda game: game.name)


def folder_of(game: AnyGame) -> Path:
    """The game's folder of tests."""
    return HERE / game.package.rpartition(".")[2]


def test_they_stand_in_the_menu_in_this_order() -> None:
    assert [game.name for game in ours_here()] == [name for name in OUR_TEN if name in names_here()]
    assert ours_here()


def names_here() -> set[str]:
    return {game.name for game in ours_here()}


@OURS
def test_each_has_a_rules_page_and_a_demo_with_captions(game: AnyGame) -> None:
    assert game.words is not None
    assert game.words.lines
    assert game.words.buttons
    assert game.demo
    assert game.words.said


@OURS
def test_each_offers_the_words_typed_most(game: AnyGame) -> None:
    assert game.words is not None
    assert game.words.quick


@OURS
def test_each_has_a_table_of_its_own_in_the_window(game: AnyGame) -> None:
    assert game.views.table is not None


@OURS
def test_each_but_the_tools_without_an_end_tells_of_it_and_is_tested_for_what_it_tells(game: AnyGame) -> None:
    endless = game.name in {"dice", "hourglass", "stopwatch"}
    assert (game.views.ending is None) == endless == (not (folder_of(game) / "test_facts.py").exists())


@OURS
def test_each_has_a_scene_with_pictures_of_its_screens_and_its_tables(game: AnyGame) -> None:
    kept = {path.stem for path in (folder_of(game) / "pictures").glob("*.png")}
    screens = {f"screens-{language}{kind}" for language in LANGUAGES for kind in ("", "-small")}
    tables = {f"table-{language}-{theme}" for language in LANGUAGES for theme in THEMES}
    assert (folder_of(game) / "scene.table").is_file()
    assert screens | tables <= kept


@OURS
def test_each_says_how_it_is_played_at_random(game: AnyGame) -> None:
    assert find_spec(f"tests.companion.games.{folder_of(game).name}.plays") is not None


@OURS
def test_each_has_tests_of_its_rules_and_of_its_table(game: AnyGame) -> None:
    assert {"test_referee.py", "test_table.py"} <= {path.name for path in folder_of(game).glob("test_*.py")}


def test_only_one_of_them_is_ever_named_as_what_a_test_plays() -> None:
    """A mark with a name misspelt would be skipped for ever."""
    named = {
        name
        for path in TESTS.rglob("*.py")
        for marked in re.findall(r"mark\.plays\(([^)]*)\)", path.read_text(encoding="utf-8"))
        for name in re.findall(r'"(\w+)"', marked)
    }
    assert named - set(OUR_TEN) == set()
