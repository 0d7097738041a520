"""A game nobody knows, put into a folder, is there wherever games are: found, not listed."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

import companion.games
from companion.app.showing import ALL, caption_at, rounds
from companion.cli import main
from companion.errors import OptionError
from companion.games.catalogue import AnyGame, all_games, catalogue, find_game
from companion.games.words import quick_words, rules_page
from companion.i18n import speaker
from companion.scripts import script
from companion.scripts.virtual import replay, tell
from companion.session.table import table_view
from companion.store.archive import Archive
from companion.store.listing import exported
from companion.table.finale import Finale
from companion.table.home import Home, Tile
from companion.table.picture import initial
from companion.table.view import TableView
from firmware.boxfile.settings import eight_seats
from tests import gallery
from tests.companion.games import scenes, test_every_game
from tests.companion.games.legible import cut, too_small
from tests.companion.session.evening import Evening
from tests.companion.store.recorded import RecordedBox, games_of
from tests.companion.window import table_album

TOY = Path(__file__).with_name("toy")
MOST_LINES = 165


def put(folder: Path, name: str, change: Callable[[Path], object] = lambda _: None) -> None:
    """A copy of the toy as a package of that name."""
    shutil.copytree(TOY, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    change(folder / name)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which games are found, too."""
    before = set(sys.modules)
    games = tmp_path / "games"
    games.mkdir()
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(games)])
    catalogue.cache_clear()
    yield games
    catalogue.cache_clear()
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.fixture
def toy(folder: Path) -> AnyGame:
    put(folder, "toy")
    return find_game("toy")


def test_the_toy_is_small() -> None:
    lines = [line for path in TOY.iterdir() if path.is_file() for line in path.read_text().splitlines()]
    assert len(lines) <= MOST_LINES


# -- from the menu to the export ---------------------------------------------------------------------------


def test_it_is_chosen_in_the_menu_at_its_place_with_its_options(toy: AnyGame) -> None:
    evening = Evening()
    place = [game.name for game in all_games()].index("toy")
    evening.knob(place, 100)
    assert evening.standing == "choose toy"
    assert evening.shown.main.big == "Press most"
    evening.ok(1000)
    evening.tap(1, 2000)
    evening.tap(2, 2500)
    evening.ok(3000)
    evening.knob(2, 3500)
    assert evening.shown.main.big == "3"
    evening.ok(4000)
    assert (evening.shown.main.title, evening.shown.main.big) == ("Presses to win", "5")
    evening.enter("start", 5000)
    assert (evening.see["game"], evening.see["phase"], evening.see["seats"]) == ("toy", "play", [1, 2])
    for ms in range(6000, 11000, 1000):
        assert evening.see["winners"] is None
        evening.tap(2, ms)
    assert evening.see["winners"] == [2]
    evening.key("undo", 12000)
    assert evening.see["players"] == {"1": {"presses": 0}, "2": {"presses": 4}}


def _tile(view: TableView) -> Tile:
    """Its tile in the menu."""
    (home,) = view.middle
    assert isinstance(home, Home)
    (tile,) = (tile for band in home.bands for tile in band.tiles if tile.does == "choose toy")
    return tile


def test_a_newcomer_is_told_what_it_is_about(toy: AnyGame) -> None:
    evening = Evening()
    evening.knob([game.name for game in all_games()].index("toy"), 100)
    view = table_view(evening.session, evening.state, evening.shown, evening.now, speaker("en"))
    assert (view.headline, view.text) == ("Press most", ("Press more often than the others.",))
    tile = _tile(view)
    assert (tile.title, tile.note, tile.chosen) == ("Press most", "2–8 players", True)
    assert tile.picture == initial("Press most")


def test_it_has_a_rules_page_and_words_to_type(toy: AnyGame) -> None:
    assert toy.words is not None
    assert rules_page(toy.title, toy.words, speaker("en")).lines[0] == "Every press counts."
    assert quick_words(toy.words)[0] == "less "


def test_its_demo_plays_itself_with_captions(toy: AnyGame) -> None:
    (shown,) = rounds(["toy"])
    assert [caption_at(shown.captions, at) for at in (0, shown.script.length)] == [
        text for _, text in shown.captions
    ]
    out = StringIO()
    tell(shown.script, eight_seats(), out)
    assert out.getvalue()


def test_its_screens_are_in_the_gallery_and_are_read(toy: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scenes.SCENES, "toy", TOY / "scene.table")
    for language in scenes.LANGUAGES:
        assert list(gallery.shots("toy", language, (128, 64)))
        for moment in scenes.moments_of("toy", language):
            assert not [one for panel, one in moment.screens.items() if too_small(one, panel) or cut(one)]
            assert {"main", 1, 2} <= set(moment.screens)


def test_the_table_window_draws_it(toy: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scenes.SCENES, "toy", TOY / "scene.table")
    seen = table_album.tables_of("toy", "en")
    assert [plate.value for plate in seen[1].view.plates] == ["1", "0"]
    (finale,) = seen[-1].view.middle
    assert isinstance(finale, Finale)
    assert [(step.place, step.score) for step in finale.steps] == [(1, "3"), (2, "0")]
    assert len({table_album.picture(one, "en", "dark").tobytes() for one in seen}) == len(seen)


def test_a_journal_goes_on_with_it_and_it_becomes_a_script(toy: AnyGame, tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game toy seats=1,2 goal=5")
    box.wait(500)
    box.tap(2)
    before = box.snapshot()
    box.off()
    again = RecordedBox(tmp_path, start=5 * 10**12)
    again.key("ok")
    assert again.snapshot()["players"] == before["players"]
    again.key("ok")
    again.wait(500)
    again.tap(1)
    told = again.snapshot()
    again.off()
    (game,) = games_of(tmp_path)
    with closing(Archive(tmp_path)) as archive:
        text, _ = exported(archive, game.id)
    out = StringIO()
    replay(script.read(text, "export"), eight_seats(), out)
    assert json.loads(out.getvalue().splitlines()[-1])["snapshot"]["players"] == told["players"]


def test_it_is_played_at_random_like_any_other(toy: AnyGame) -> None:
    for seed in range(20):
        test_every_game.plays("toy", seed)


# -- what a game may lack, and what can be wrong with one --------------------------------------------------


def test_a_game_without_demo_rules_page_and_table_simply_has_none(folder: Path) -> None:
    def bare(package: Path) -> None:
        (package / "demo.table").unlink()
        (package / "words.py").unlink()
        text = (package / "__init__.py").read_text()
        lines = [line for line in text.splitlines() if "WORDS" not in line]
        (package / "__init__.py").write_text("\n".join(lines).replace(", screens.table", ""))

    put(folder, "toy", bare)
    game = find_game("toy")
    assert catalogue().faults == []
    assert (game.words, game.demo, game.views.table) == (None, "", None)
    assert "toy" not in [one.name for one in rounds([ALL])]
    with pytest.raises(OptionError, match=r"^toy: expected a demo, it has none$"):
        rounds(["toy"])
    evening = Evening()
    evening.knob([one.name for one in all_games()].index("toy"), 100)
    view = table_view(evening.session, evening.state, evening.shown, evening.now, speaker("en"))
    assert (view.headline, view.text) == ("Press most", ("2–8 players",))  # nothing to tell
    evening.enter("game toy seats=1,2", 1000)
    evening.tap(1, 2000)
    view = table_view(evening.session, evening.state, evening.shown, evening.now, speaker("en"))
    assert [plate.value for plate in view.plates] == ["1", "0"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            lambda package: (package / "state.py").write_text("import nothing_of_that_name\n"),
            "companion.games.toy is left out: No module named 'nothing_of_that_name'",
        ),
        (
            lambda package: (package / "__init__.py").write_text("GAME = 17\n"),
            "companion.games.toy is left out: expected GAME to be a Game, got int",
        ),
        (
            lambda package: (package / "demo.table").write_text("0 game toy\n1 sing\n"),
            "the demo of companion.games.toy is left out: demo.table:2: expected ",
        ),
        (
            lambda package: (package / "demo.table").write_bytes(b"0 game \xff\n"),
            "the demo of companion.games.toy is left out: 'utf-8' codec can't decode",
        ),
    ],
    ids=["import", "no-game", "demo", "demo-bytes"],
)
def test_what_is_wrong_with_a_game_is_one_line_at_start_and_the_others_play_on(
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[Path], object],
    fault: str,
) -> None:
    others = [game.name for game in all_games()]
    catalogue.cache_clear()
    put(folder, "toy", change)
    table = tmp_path / "other.table"
    table.write_text(f"0 game {others[0]}\n")
    assert main(["replay", str(table)]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"pierwszy: {fault}")
    assert set(others) <= {game.name for game in all_games()}


def test_of_two_games_of_one_name_the_first_is_played(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(folder, "toy")
    put(folder, "toy_again")
    table = tmp_path / "other.table"
    table.write_text("0 game toy seats=1,2\n")
    assert main(["replay", str(table)]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        "pierwszy: companion.games.toy_again is left out: its name, toy, is taken by companion.games.toy"
    )
    assert find_game("toy").package == "companion.games.toy"
