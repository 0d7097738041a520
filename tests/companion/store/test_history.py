from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.games.options import Surroundings
from companion.i18n import speaker
from companion.session import history_screens, screens
from companion.session.result import length, reactions
from companion.session.session import Session
from companion.session.state import Stage, State
from companion.store.archive import Game
from companion.store.listing import as_json, best_solo, table
from firmware.drawing.frames import draw
from firmware.events import NS_PER_MS, Enter
from firmware.presses.race import By, Ruling
from firmware.times import Times

QUIZ: dict[str, Any] = {
    "game": "buzzer",
    "seats": [1, 2, 4],
    "names": {"2": "Ola"},
    "winners": [2],
    "players": {},
    "length_s": 754.2,
    "reactions": {
        "1": {"best_ms": 310.2, "median_ms": 402.5, "presses": 3},
        "2": {"best_ms": 199.9, "median_ms": 250.0, "presses": 4},
    },
}


def game(number: int, result: dict[str, Any] | None) -> Game:
    return Game(number, 1, 0, 9, f"2026-11-{number:02}T19:05:00.000+00:00", "buzzer seats=1,2,4", result)


def solo(record: str, time_s: float) -> dict[str, Any]:
    """What one player's finished game is told as; much of its length was pauses."""
    return {
        **QUIZ,
        "game": "hunt",
        "seats": [1],
        "winners": [1],
        "length_s": 900.0,
        "reactions": {},
        "record": record,
        "time_s": time_s,
    }


def ruling(order: tuple[int, ...], margins_ms: tuple[int, ...], reaction_ms: int) -> Ruling:
    margins = tuple(ms * NS_PER_MS for ms in margins_ms)
    return Ruling(order[0], order, margins, (), By.TIME, reaction=reaction_ms * NS_PER_MS)


def test_reactions_are_from_the_races_opening_to_each_ones_press() -> None:
    rulings = (ruling((2, 1), (0, 50), 200), ruling((2,), (0,), 300), ruling((1, 2), (0, 10), 240))
    assert reactions(State(rulings=rulings)) == {
        "1": {"best_ms": 240.0, "median_ms": 245.0, "presses": 2},
        "2": {"best_ms": 200.0, "median_ms": 250.0, "presses": 3},
    }
    assert reactions(State()) == {}


def test_the_table_says_who_won_how_long_it_took_and_how_quick_they_were() -> None:
    lines = list(table([game(1, QUIZ), game(2, None), game(3, {**QUIZ, "winners": [1, 4], "reactions": {}})]))
    assert [line[18:] for line in lines] == [
        "game    who        won   length  reaction: best / median (ms)",
        "buzzer  1, Ola, 4  Ola   12:34   1 310 / 402, Ola 200 / 250",
        "buzzer  1, Ola, 4  1, 4  12:34",
    ]


def test_a_game_played_together_says_what_all_have_reached_and_that_nobody_won_if_they_lost() -> None:
    together: dict[str, Any] = {**QUIZ, "game": "the_game", "reactions": {}}
    lost, won = {**together, "winners": [], "score": 38}, {**together, "winners": [1, 2, 4], "score": 50}
    lines = list(table([game(1, lost), game(2, won)]))
    assert [line[18:] for line in lines[1:]] == [
        "the_game  1, Ola, 4  nobody (38)     12:34",
        "the_game  1, Ola, 4  1, Ola, 4 (50)  12:34",
    ]
    shown = [history_screens.main([lost, won], number, speaker("en")) for number in (0, 1)]
    assert [(screen.big, screen.text) for screen in shown] == [
        ("Lost", ("Score: 38",)),
        ("1 2 4", ("Score: 50",)),
    ]


def test_the_best_solo_times_stand_below() -> None:
    played = [solo("hunt", 80), solo("hunt", 61.25), solo("hunt easy=yes", 5), solo("hunt", 70), QUIZ]
    games = [game(number, told) for number, told in enumerate(played, start=1)]
    assert best_solo(games) == {"hunt": 61.25, "hunt easy=yes": 5}
    assert list(table(games))[-2:] == ["best solo hunt: 61.250 s", "best solo hunt easy=yes: 5.000 s"]
    assert as_json(games)["best_solo_s"] == {"hunt": 61.25, "hunt easy=yes": 5}


def test_a_solo_game_from_before_times_were_kept_sets_no_record() -> None:
    before = {key: told for key, told in solo("hunt", 5).items() if key not in {"record", "time_s"}}
    assert best_solo([game(1, before)]) == {}
    assert len(list(table([game(1, before)]))) == 2


def test_json_holds_everything_there_is() -> None:
    assert as_json([game(1, QUIZ), game(2, None)]) == {
        "games": [{"id": 1, "began": "2026-11-01T19:05:00.000+00:00", **QUIZ}],
        "best_solo_s": {},
    }


def test_an_empty_history_says_so() -> None:
    assert list(table([])) == list(table([game(1, None)])) == ["no game has been finished yet"]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "0:00"), (59.6, "1:00"), (754.2, "12:34"), (3600, "1:00:00"), (36_061, "10:01:01")],
)
def test_a_length_is_minutes_and_seconds(seconds: float, said: str) -> None:
    assert length(seconds) == said


def test_a_game_on_the_box_fits_its_screen_in_both_languages() -> None:
    results = [
        {**QUIZ, "names": {"2": "Bożydar Łuka"}},
        {**QUIZ, "winners": [1, 4]},
        {**QUIZ, "game": "gone"},
    ]
    for say in (speaker("pl"), speaker("en")):
        for number in range(history_screens.MOST_GAMES):
            screen = history_screens.main(results, number, say)
            assert all(len(line) <= 21 for line in (screen.title, *screen.text, screen.hint)), screen
    tie, gone = (history_screens.main(results, number, speaker("en")) for number in (1, 2))
    assert (tie.big, tie.sign) == ("1 4", None)
    assert (gone.title, gone.big, gone.sign) == ("3/3 gone", "Ola", 2)


@pytest.mark.plays("buzzer", "turns")
@pytest.mark.parametrize("language", ["pl", "en"])
def test_the_history_and_the_question_after_a_restart_look_as_they_did(
    language: str, image_snapshot: Callable[[Image.Image, Path], None]
) -> None:
    """One sheet: a game won, a tie, no older game, none at all; the question, and what is told once."""
    say = speaker(language)
    results = [{**QUIZ, "names": {"2": "Bożydar Łuka"}}, {**QUIZ, "winners": [1, 4], "reactions": {}}]
    shown = [history_screens.main(results, number, say) for number in range(3)]
    shown.append(history_screens.main([], 0, say))
    session = Session(Surroundings((1, 2), Times(), language))
    playing, _ = session.step(session.start(), Enter("game turns", 0))
    asked = replace(session.start(), stage=Stage.RESUME, offered=playing)
    faults: tuple[tuple[str, ...], ...] = ((), ("journal",), ("aside",))
    shown += [screens.view(session, asked, 0, say, fault).main for fault in faults]
    sheet = Image.new("1", (4 * 132, 2 * 68), 255)
    for number, screen in enumerate(shown):
        sheet.paste(draw(screen, (128, 64)), (number % 4 * 132, number // 4 * 68))
    image_snapshot(sheet, Path(__file__).parents[1] / "session" / "snapshots" / f"history-{language}.png")
