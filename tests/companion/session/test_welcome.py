"""What a newcomer sees before a game begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.catalogue import all_games
from companion.i18n import speaker
from companion.scripts import script
from companion.session import screens
from companion.session.table import table_view
from companion.table.home import Home, Settings, Tile
from companion.table.view import TableView
from firmware.views import Mood
from tests.companion.games.scenes import SCENES
from tests.companion.store.recorded import RecordedBox
from tests.companion.window.table_album import tables_at, tables_of

pytestmark = pytest.mark.skipif("menu" not in SCENES, reason="the menu has other games than our ten")

LEFT = """
0    game kezao seats=1,2,3
0.3  press 1
1    game seventeen seats=1,2,3,4 first=1
1.2  press 1
2    hold-ok
2.3  knob +99
2.6  ok
3    knob +10
3.6  ok
"""


def _at(seconds: float) -> TableView:
    return next(look.view for look in tables_of("menu", "en") if look.seconds == seconds)


def _left(seconds: float) -> TableView:
    (look,) = tables_at(script.read(LEFT, "left"), [seconds], "en")
    return look.view


def _bands(view: TableView) -> list[tuple[Tile, ...]]:
    (home,) = view.middle
    assert isinstance(home, Home)
    return [band.tiles for band in home.bands]


def test_every_game_is_a_tile_with_its_picture_and_tools_stand_apart() -> None:
    games, tools, rest = _bands(_at(0.1))
    told = [(tile.does, tile.picture) for tile in (*games, *tools)]
    assert told == [(f"choose {game.name}", game.picture) for game in all_games()]
    assert [tile.title for tile in tools] == ["Dice", "Hourglass", "Stopwatch", "Chess clock"]
    assert [tile.does for tile in rest] == ["history", "names", "volume", "language"]


def test_every_choice_is_a_tile_and_none_has_a_button_besides() -> None:
    view = _at(0.1)
    assert not view.row
    assert {tile.does for band in _bands(view) for tile in band} == set(view.takes)


def test_the_menu_says_what_the_game_is_about_and_for_how_many() -> None:
    view = _at(0.1)
    assert (view.game, view.headline) == ("buzzer", "Who's first?")
    assert view.text == ("A question for all: who is first with the answer?",)
    (chosen,) = (tile for band in _bands(view) for tile in band if tile.chosen)
    assert (chosen.title, chosen.note) == ("Who's first?", "2–8 players")


def test_who_has_just_come_is_told_what_to_do() -> None:
    (look,) = tables_at(script.read("0 pause\n", "new"), [0.1], "en")
    assert look.view.headline == "What shall we play?"
    assert look.view.text[0].startswith("Touch a game")


def test_where_the_knob_stands_on_no_game_only_the_box_is_told_of() -> None:
    view = _at(0.3)
    assert view.game == ""
    assert view.text == ("You play with your own cards: I judge, time, roll and count.",)


def test_nobodys_place_takes_room_from_the_games() -> None:
    assert _at(0.1).plates == ()


def test_the_game_played_last_stands_first_and_what_was_left_can_be_touched() -> None:
    games, _, others = _bands(_left(3))
    assert (games[0].title, games[0].mark) == ("17", "last time")
    left = [(tile.title, tile.note) for tile in others if tile.does.startswith("take ")]
    assert left == [("Go on: 17", "players: 4 · today"), ("Go on: Kezao", "7 : 7 : 7 · today")]


def test_all_that_was_left_is_shown_large_once_that_is_chosen() -> None:
    (waiting,) = _bands(_left(3.9))
    assert [(tile.title, tile.chosen) for tile in waiting] == [("17", True), ("Kezao", False)]


def test_plates_ask_for_a_press_and_light_up() -> None:
    before, after = _at(2.1), _at(3.9)
    assert before.headline == "Who plays? Press!"
    assert {plate.note for plate in before.plates} == {"PRESS"}
    assert [plate.seat for plate in after.plates if plate.strong] == [1, 2, 4]
    assert {(plate.note, plate.mood) for plate in after.plates if plate.strong} == {("in", Mood.TURN)}
    assert after.headline == "3 play. Anyone else?"
    assert _bands(after) == [(Tile("That's all", "ok", calls=True),)]


def test_as_long_as_too_few_have_joined_nothing_leads_on() -> None:
    assert [tile.does for (tile,) in _bands(_at(2.1))] == [""]


def test_a_name_is_written_where_its_owner_sits_down() -> None:
    assert [plate.asks for plate in _at(2.1).plates[:2]] == ["name 1 ", "name 2 "]


def test_options_are_shown_with_their_values_and_the_one_that_ok_changes() -> None:
    def settings(seconds: float) -> Settings:
        (part,) = _at(seconds).middle
        assert isinstance(part, Settings)
        return part

    assert not any(one.chosen for one in settings(4.1).settings)
    assert [(tile.title, tile.chosen) for tile in settings(4.1).leads] == [
        ("Start!", True),
        ("More ...", False),
    ]
    assert [(one.name, one.value, one.does, one.chosen) for one in settings(5.1).settings[:2]] == [
        ("Who begins", "Seat 1", "change first", True),
        ("A turn lasts", "as you like", "change window_s", False),
    ]
    assert settings(6.1).settings[0].value == "Seat 2"
    assert _at(6.1).headline == "Who begins: Seat 2"


def test_each_of_our_games_has_a_picture_of_its_own() -> None:
    pictures = [game.picture for game in all_games()]
    assert None not in pictures
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_game_of_the_last_run_says_who_played_how_it_stood_and_when(tmp_path: Path, language: str) -> None:
    box = RecordedBox(tmp_path)
    for text in ("name 1 Ola", "name 2 Jan", "game seven_ate_nine seats=1,2"):
        box.enter(text)
    box.key("ok")
    box.wait(1000)
    box.off()
    again = RecordedBox(tmp_path, start=5 * 10**12)
    say = speaker(language)
    shown = screens.view(again.loop.session, again.state, 0, say)
    view = table_view(again.loop.session, again.state, shown, 0, say)
    again.off()
    assert [plate.name for plate in view.plates] == ["Ola", "Jan"]
    assert all(plate.value for plate in view.plates)
    ((go_on, anew),) = _bands(view)
    assert (go_on.does, go_on.note, go_on.chosen) == ("go on", say("today"), True)
    assert (anew.does, view.row) == ("new", False)
