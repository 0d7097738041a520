"""What is printed of finished games."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from companion.session.played import read_all
from companion.session.records import records
from companion.store.archive import Game
from companion.store.listing import as_json, listing, table
from tests.companion.store.recorded import RecordedBox, edited, games_of


@pytest.fixture(autouse=True)
def greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Wall clocks here show UTC."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


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


def test_the_table_says_who_won_how_long_it_took_and_how_quick_they_were() -> None:
    games = game(1, QUIZ), game(2, None), game(3, {**QUIZ, "winners": [1, 4], "reactions": {}})
    assert [line[18:] for line in table(games)][:3] == [
        "game    who        won   length  reaction: best / median (ms)",
        "buzzer  1, Ola, 4  Ola   12:34   1 310 / 402, Ola 200 / 250",
        "buzzer  1, Ola, 4  1, 4  12:34",
    ]


def test_the_table_says_how_each_stood_where_numbers_tell_it() -> None:
    players = {"1": {"points": 3}, "2": {"points": 5}, "4": {"points": 0}}
    assert " 1: 3, Ola: 5, 4: 0  Ola " in list(table([game(1, {**QUIZ, "players": players})]))[1]
    assert " 1, Ola, 4  Ola " in list(table([game(1, {**QUIZ, "players": {"1": {"points": 3}}})]))[1]


def test_a_game_played_together_says_what_all_have_reached_and_that_nobody_won_if_they_lost() -> None:
    together: dict[str, Any] = {**QUIZ, "game": "the_game", "reactions": {}}
    lost, won = {**together, "winners": [], "score": 38}, {**together, "winners": [1, 2, 4], "score": 50}
    lines = list(table([game(1, lost), game(2, won)]))
    assert [line[18:] for line in lines[1:3]] == [
        "the_game  1, Ola, 4  nobody (38)     12:34",
        "the_game  1, Ola, 4  1, Ola, 4 (50)  12:34",
    ]


def test_the_best_solo_times_stand_below() -> None:
    played = [solo("hunt", 80), solo("hunt", 61.25), solo("hunt easy=yes", 5), solo("hunt", 70), QUIZ]
    games = [game(number, told) for number, told in enumerate(played, start=1)]
    assert list(table(games))[-2:] == ["best solo hunt: 61.250 s", "best solo hunt easy=yes: 5.000 s"]
    assert as_json(games)["best_solo_s"] == {"hunt": 61.25, "hunt easy=yes": 5}


def test_a_solo_game_from_before_times_were_kept_sets_no_record() -> None:
    before = {key: told for key, told in solo("hunt", 5).items() if key not in {"record", "time_s"}}
    assert as_json([game(1, before)])["best_solo_s"] == {}
    assert len(list(table([game(1, before)]))) == 2


def test_json_holds_everything_there_is() -> None:
    assert as_json([game(1, QUIZ), game(2, None)]) == {
        "games": [{"id": 1, "began": "2026-11-01T19:05:00.000+00:00", "when": "2026-11-01 19:05", **QUIZ}],
        "best_solo_s": {},
        "records": asdict(records(read_all([game(1, QUIZ).told]))),
    }


def test_an_empty_history_says_so() -> None:
    assert list(table([])) == list(table([game(1, None)])) == ["no game has been finished yet"]


@pytest.mark.plays("buzzer", "the_game")
def test_below_the_table_stands_what_the_games_add_up_to() -> None:
    close = {"closest_us": {"seat": 2, "over": 1, "us": 870, "tie_us": 500}}
    fast = {"fastest_ms": {"seat": 2, "ms": 199.9}}
    names = {"1": "Jan", "2": "Ola"}
    two = {**QUIZ, "seats": [1, 2], "names": names}
    together = {**two, "game": "the_game", "reactions": {}, "winners": [], "score": 38}
    games = [
        two,
        {**two, "winners": [1, 2]},
        {**two, "game": "17", "reactions": {}},
        {**two, **close, **fast},
    ]
    lines = list(table([game(number, told) for number, told in enumerate([*games, together], start=1)]))
    assert lines[6:] == [
        "Evening 05.11, The Game: 0 of 1, won together, best score: 38",
        "Series: 3 : 0, Ola : Jan, drawn: 1, Ola: 2 in a row; Who's first? 2 : 0; 17 1 : 0",
        "In a row: Ola, 2 in a row",
        "Closest finish: 850 µs, Ola, then Jan, Who's first?",
        "Fastest win: 0.20 s, Ola, Who's first?",
        "Best reaction: 0.20 s, Ola; Ola 0.20 s; Jan 0.31 s",
        "Together, The Game: 0 of 1, won together, best score: 38",
    ]


@pytest.mark.parametrize("odd", [{"seats": 5}, {"winners": "Ola"}, {"reactions": [1]}, {"length_s": None}])
def test_what_is_odd_in_one_row_leaves_the_others_as_they_are(odd: dict[str, Any]) -> None:
    games = [game(1, QUIZ), game(2, {**QUIZ, **odd, "record": 5, "time_s": "x"}), game(3, QUIZ)]
    assert [list(table(games))[row] for row in (0, 1)] == list(table([game(1, QUIZ)]))
    assert len(as_json(games)["games"]) == 3
    assert len(list(listing(games))) == 3


@pytest.mark.plays("buzzer")
def test_rows_of_others_cost_no_other_its_place_and_are_counted(
    tmp_path: Path, expected_logs: list[logging.LogRecord]
) -> None:
    box = RecordedBox(tmp_path)
    for _ in range(7):
        box.enter("game buzzer seats=1,2")
        box.wait(400)
    box.off()
    junk = (
        ("first", "x"),
        ("line", None),
        ("began", b"\xff"),
        ("result", '{"game": NaN}'),
        ("result", '{"length_s": 1e999}'),
        ("result", f'{{"players": {"[" * 900}{"]" * 900}}}' * 2),
    )
    with edited(tmp_path) as db:
        for number, (column, value) in enumerate(junk, start=1):
            db.execute(f"UPDATE games SET {column} = ? WHERE id = ?", (value, number))
    games = games_of(tmp_path)
    assert [game.id for game in games] == [4, 5, 6, 7]
    assert len(list(listing(games))) == 4
    json.dumps(as_json(games), allow_nan=False, indent=2)
    (record,) = expected_logs
    assert record.getMessage().endswith("can't be read: 6 of 7 games")


def test_no_line_of_the_list_is_obeyed_by_a_terminal_or_is_two() -> None:
    (line,) = listing([replace(game(1, None), line="a\nb\x1b[2J")])
    assert line.endswith(r"a\nb\u001b[2J")


def test_a_date_before_the_program_was_made_is_unknown() -> None:
    early = replace(game(1, QUIZ), began="1970-01-01T00:00:07.000+00:00")
    assert list(table([early]))[1].startswith("date unknown  buzzer")
    assert next(listing([early])).startswith("   1  date unknown      won by Ola")
    assert as_json([early])["games"][0]["when"] is None
    assert early.told["when"] is None


def test_json_tells_what_they_add_up_to() -> None:
    records = as_json([game(1, QUIZ), game(2, QUIZ)])["records"]
    assert json.loads(json.dumps(records))["series"][0] == {
        "sides": [["Ola"], [1], [4]],
        "wins": [2, 0, 0],
        "drawn": 0,
        "in_a_row": {"who": ["Ola"], "games": 2},
        "by_game": {"buzzer": [2, 0, 0]},
    }
    assert records["longest"] == {"who": ("Ola",), "games": 2}
