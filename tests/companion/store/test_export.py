from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from companion.errors import JournalError
from companion.scripts import virtual
from companion.scripts.script import Begin, Tell, read
from companion.store.archive import Archive
from companion.store.listing import exported
from firmware.events import NS_PER_MS, NS_PER_S, HostKey, Key, Within
from tests.companion.store.recorded import (
    ENGLISH,
    RecordedBox,
    edited,
    games_of,
    played,
    sitting_of,
    state_of,
)


def script_of(folder: Path, number: int) -> str:
    with closing(Archive(folder)) as archive:
        return exported(archive, number)[0]


def replayed(text: str) -> list[dict[str, Any]]:
    """What a replay of a script prints."""
    out = StringIO()
    virtual.replay(read(text, "export"), ENGLISH, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def end_of(text: str) -> dict[str, Any]:
    return played(replayed(text)[-1]["snapshot"])


def lines_of(folder: Path, number: int = 1) -> list[str]:
    """A script's lines without comments, and without the game's."""
    lines = [line for line in script_of(folder, number).splitlines() if not line.startswith("#")]
    assert lines.pop(0).startswith("1 told game ")
    return lines


def stamped(folder: Path, number: int = 1) -> list[str]:
    """The same, but for when it was handed on."""
    return [line.split("told ")[1] for line in lines_of(folder, number) if "told" in line]


# -- line by line --------------------------------------------------------------------------------------------


@pytest.mark.plays("stopwatch")
def test_a_press_keeps_its_own_stamp(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")
    box.wait(500)
    box.edge(2, True)
    box.wait(80.000001)
    box.edge(2, False)
    box.wait(100)
    box.key("ok")
    box.off()
    assert stamped(tmp_path) == ["1.5 down 2", "1.580000001 up 2", "ok"]
    assert lines_of(tmp_path)[0] == "1.53 told 1.5 down 2"


@pytest.mark.plays("buzzer")
def test_presses_keep_how_unsure_they_are_and_the_game_how_unsure_any_may_be(tmp_path: Path) -> None:
    times = replace(ENGLISH.times, reach=12 * NS_PER_MS)
    box = RecordedBox(tmp_path, settings=replace(ENGLISH, times=times))
    box.enter("game buzzer seats=1,2 reach_us=12000")
    for _ in "12":
        box.wait(500)
        box.key("ok")
    box.wait(500)
    box.edge(1, True)
    box.wait(11)
    box.edge(2, True, within=Within(12 * NS_PER_MS, 0, 8 * NS_PER_MS, "pad"))
    box.wait(500)
    there = box.loop.snapshot()
    box.off()
    assert there["ruling"]["tied"] == [1, 2]
    text = script_of(tmp_path, 1)
    assert "reach_us=12000" in text
    assert "down 2 within 12/0/8 of pad" in text
    assert end_of(text)["ruling"] == there["ruling"]


@pytest.mark.plays("buzzer")
def test_a_race_that_waited_for_no_other_button_waits_for_none_in_a_replay(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2")
    for _ in "12":
        box.wait(500)
        box.key("ok")
    box.wait(500)
    box.edge(1, True)
    box.wait(40)
    box.edge(2, True, late_ms=30, within=Within(12 * NS_PER_MS, 0, 8 * NS_PER_MS, "pad"))
    box.wait(500)
    there = box.loop.snapshot()
    box.off()
    assert (there["ruling"]["winner"], there["ruling"]["late"]) == (1, [2])
    assert end_of(script_of(tmp_path, 1))["ruling"] == there["ruling"]


@pytest.mark.plays("buzzer")
def test_the_game_begins_with_every_option_it_was_played_with(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,3 first=3 answer=5 tie_us=20000")
    box.off()
    (game,) = games_of(tmp_path)
    assert game.line.split() == [
        *("buzzer", "seats=1,3", "tie_us=20000", "settle_ms=30", "lang=en", "first=3", "answer=5")
    ]
    (begin,) = read(script_of(tmp_path, 1), "t").commands
    assert begin.at == NS_PER_S
    assert begin.action == Tell(Begin("buzzer", tuple(game.line.split()[1:])))


@pytest.mark.plays("dice")
def test_what_the_host_does_keeps_its_words_and_dice_are_told(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.loop.dice_cup.lay_ready(("3", "5"))
    box.enter("game dice seats=1,2 set=2d6")
    box.wait(400)
    box.key("ok")
    box.wait(1000)
    box.knob(1)
    box.enter("lock 2")
    box.key("undo")
    box.key("redo")
    box.key("pause")
    box.off()
    assert lines_of(tmp_path) == [
        *("1.4 told ok", "1.4 told dice 3 5", "2.03 told 2 tick", "2.4 told knob +1"),
        *("2.4 told enter lock 2", "2.4 told undo", "2.4 told redo", "2.4 told pause"),
    ]


@pytest.mark.plays("dice")
def test_a_back_in_a_pause_is_what_it_was_when_it_was_pressed(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game dice seats=1,2 set=2d6")
    box.key("ok")
    box.wait(1000)
    box.key("pause")
    box.journal.record(Key(HostKey.BACK, box.clock.now()), box.clock.now())  # it was refused once
    box.wait(1000)
    box.key("back")
    box.key("pause")
    box.enter("back")
    box.knob(1)
    end = box.snapshot()
    box.off()
    assert lines_of(tmp_path)[3:] == [
        f"{at} told {key}" for at, key in ((2, "pause"), *[(3, "pause")] * 3, (3, "knob +1"))
    ]
    assert state_of(sitting_of(tmp_path)).paused_at is None
    assert end_of(script_of(tmp_path, 1)) == end


@pytest.mark.plays("kezao")
def test_dice_rolled_again_at_once_are_told_one_after_the_other(tmp_path: Path) -> None:
    for host in (True, False):
        box = RecordedBox(tmp_path / str(host))
        for faces in (("red", "red"), ("blue", "blue"), ("red", "blue")):
            box.loop.dice_cup.lay_ready(faces)
        box.enter("game kezao seats=1,2")
        box.enter("+-")
        box.wait(400)
        if host:
            box.key("ok")
        else:
            box.tap(1, 80)
        box.wait(3000)
        box.off()
        rolled = [line for line in lines_of(tmp_path / str(host)) if "dice" in line]
        assert [line.partition("dice ")[2] for line in rolled] == ["red red", "blue blue", "red blue"]
        assert end_of(script_of(tmp_path / str(host), 1))["dice"] == [["with", "red"], ["without", "blue"]]


@pytest.mark.plays("buzzer")
def test_a_press_that_came_after_its_ruling_comes_after_it_again(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2")
    for _ in range(2):
        box.wait(400)
        box.key("ok")
    box.wait(500)
    box.edge(1, True)
    box.wait(100)
    box.edge(2, True, late_ms=100.2)
    box.wait(200)
    box.off()
    late = {"winner": 1, "late": [2]}
    assert {key: box.snapshot()["ruling"][key] for key in late} == late
    assert lines_of(tmp_path)[2:] == [
        *("2.33 told 2.3 down 1", "2.3305 told 2.3005 tick", "2.43 told 2.2998 down 2")
    ]
    assert {key: end_of(script_of(tmp_path, 1))["ruling"][key] for key in late} == late


@pytest.mark.plays("stopwatch")
def test_a_press_stamped_before_the_game_began_has_its_place_in_it(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.wait(100)
    box.enter("game stopwatch seats=1,2")
    box.edge(2, True, late_ms=20)
    box.wait(200)
    box.off()
    assert lines_of(tmp_path) == ["1.02 told 0.98 down 2"]


@pytest.mark.plays("stopwatch")
def test_a_press_stamped_long_before_the_game_began_is_no_earlier_than_the_script(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.wait(4000)
    box.enter("game stopwatch seats=1,2")
    box.edge(2, True, late_ms=3500)
    box.wait(200)
    box.off()
    begin, late = script_of(tmp_path, 1).splitlines()[2:]
    assert (begin.split()[0], late.split()[1:]) == ("4", ["told", "0.5", "down", "2"])
    assert end_of(script_of(tmp_path, 1))["elapsed_ms"] == box.snapshot()["elapsed_ms"] + 1000 - 170


@pytest.mark.plays("dice", "stopwatch")
def test_the_event_that_left_the_game_is_not_in_it(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")
    box.wait(500)
    box.tap(1)
    box.enter("game dice seats=1,2")
    box.wait(500)
    box.key("hold-ok")
    box.enter("volume 1")
    box.knob(6)
    box.wait(500)
    box.key("ok")
    assert box.state.game is None
    box.off()
    assert stamped(tmp_path, 1) == ["1.5 down 1", "1.58 up 1"]
    assert [line.partition("told ")[2] for line in lines_of(tmp_path, 2)] == [
        *("hold-ok", "enter volume 1", "knob +6")
    ]


@pytest.mark.plays("buzzer")
def test_plugged_in_buttons_of_before_the_game_are_typed_ahead_of_it(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    pads = ["button 1 BTN_A 18000/0/8000 usb-1 Pad", "button 2 BTN_B 18000/0/8000 usb-1 Pad"]
    for text in (*pads, "button 2 away", "game buzzer seats=1,2"):
        box.enter(text)
    box.key("ok")
    box.wait(500)
    there = box.loop.snapshot()
    box.off()
    text = script_of(tmp_path, 1)
    assert "reach_us=18000" in text
    assert end_of(text)["buttons"] == json.loads(json.dumps(there["buttons"]))


@pytest.mark.plays("buzzer")
def test_presses_of_a_button_head_and_how_unsure_it_became_in_mid_race_are_told_again(tmp_path: Path) -> None:
    box, told = RecordedBox(tmp_path), "button {} LINE{} {}/{}/10 pico-E6616407E3512B2F Pierwszy button head"
    for seat in (1, 2, 3):
        box.enter(told.format(seat, seat, 500, 500))
    box.enter("game buzzer seats=1,2,3,4")
    for _ in "12":
        box.wait(500)
        box.key("ok")
    box.wait(500)
    box.enter(told.format(3, 3, 900, 900))
    measured = Within(174_321, 174_321, 10_000, "pico-E6616407E3512B2F")
    box.edge(3, True, within=measured)
    box.wait(0.012)
    box.edge(1, True, within=measured)
    box.wait(0.008)
    box.edge(2, True)
    box.wait(500)
    there = box.snapshot()
    box.off()
    text = script_of(tmp_path, 1)
    assert "reach_us=500 " in text
    assert "down 3 within 0.174321/0.174321/0.01 of pico-E6616407E3512B2F" in text
    assert (there["ruling"]["winner"], there["ruling"]["margins_us"]) == (3, [0, 12, 20])
    assert end_of(text) == json.loads(json.dumps(there))


@pytest.mark.plays("stopwatch")
def test_names_and_volume_of_before_the_game_are_typed_ahead_of_it(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("name 2 Ola")
    box.enter("name 3 a #1")
    box.enter("volume 2")
    box.enter("game stopwatch seats=1,2")
    box.off()
    typed = script_of(tmp_path, 1).splitlines()[2:-1]
    assert typed == [
        *("0 told enter name 2 Ola", r'0 told enter "name 3 a \u00231"', "0 told enter volume 2")
    ]  # "#" would begin a comment
    assert end_of(script_of(tmp_path, 1)) == box.snapshot()


@pytest.mark.plays("buzzer")
def test_a_press_that_only_woke_the_screen_is_none_of_it(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2")
    box.wait(400_000)
    box.key("ok")
    assert box.snapshot()["phase"] == "idle"
    box.wait(1000)
    box.key("ok")
    assert box.snapshot()["phase"] == "armed"
    box.off()
    assert lines_of(tmp_path) == ["402 told ok"]
    assert end_of(script_of(tmp_path, 1))["phase"] == "armed"


@pytest.mark.plays("turns")
def test_a_restart_leaves_no_gap(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game turns seats=1,2 time=60")
    box.wait(500)
    box.tap(1)
    box.wait(1000)
    box.edge(1, True)
    box.wait(100)
    box.off()
    again = RecordedBox(tmp_path, start=5_000_000_000)
    again.wait(3000)
    again.key("ok")
    again.wait(400)
    again.key("pause")
    again.wait(1000)
    again.tap(2)
    again.key("pause")
    again.off()
    assert stamped(tmp_path) == [
        *("1.5 down 1", "1.58 up 1", "2.64 down 1", "resume at 2.64", "pause", "5.07 down 2", "5.15 up 2"),
        "pause",
    ]
    assert "3.67 told resume at 2.64" in lines_of(tmp_path)
    assert end_of(script_of(tmp_path, 1)) == again.snapshot()


@pytest.mark.plays("hourglass")
def test_a_game_that_time_has_ended_replays_to_its_end(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game hourglass seats=1,2 time=5")
    box.wait(500)
    box.tap(1)
    box.wait(6000)
    box.off()
    assert lines_of(tmp_path)[-1] == "6.53 told 6.5 tick"
    assert end_of(script_of(tmp_path, 1))["phase"] == "up"


@pytest.mark.plays("buzzer")
def test_what_time_decides_just_before_a_restart_is_decided_before_it(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2")
    for _ in range(3):  # open, and nobody knows
        box.wait(400)
        box.key("ok")
    box.wait(100)
    assert box.snapshot()["phase"] == "idle"
    box.off()
    again = RecordedBox(tmp_path, box.clock.now() + 5_000_000_000)
    again.enter("go on")
    again.wait(400)
    again.off()
    assert lines_of(tmp_path)[-1] == "3.23 told resume at 2.2"
    assert end_of(script_of(tmp_path, 1)) == again.snapshot()


@pytest.mark.plays("turns")
def test_a_rematch_begins_with_the_times_that_were_set_by_hand(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game turns seats=1,2 time=3")
    box.enter("time 2 2")
    box.key("ok")
    box.wait(3500)
    box.key("ok")
    assert box.snapshot()["phase"] == "ready"
    box.wait(400)
    box.tap(1)
    box.wait(500)
    box.key("pause")
    box.off()
    assert "time=3,2" in games_of(tmp_path)[-1].line.split()
    assert end_of(script_of(tmp_path, 2))["players"] == box.snapshot()["players"]


# -- rows that are another's ---------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_a_game_is_begun_as_its_events_say_whatever_its_row_does(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2 answer=5")
    end = box.snapshot()
    box.off()
    with edited(tmp_path) as db:
        db.execute("UPDATE games SET line = 'nothing \x1b[2J'")
    assert end_of(script_of(tmp_path, 1)) == end


@pytest.mark.plays("stopwatch")
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET first = 99",
        "UPDATE games SET first = -1",
        "UPDATE games SET first = 0",
        "UPDATE games SET sitting = 7",
        "UPDATE sittings SET header = '{}'",
        "UPDATE sittings SET header = '[' || hex(zeroblob(9000))",
        f"UPDATE sittings SET header = '{'[' * 99_999}'",
        "UPDATE sittings SET header = json_set(header, '$.box.seats', json('[1, 9]'))",
        "UPDATE sittings SET header = json_set(header, '$.box.times.settle', 'long')",
        "UPDATE sittings SET header = json_set(header, '$.language', 5)",
        "UPDATE sittings SET header = json_set(header, '$.box.dice', json('{\"a\": [[]]}'))",
        "UPDATE sittings SET header = json_set(header, '$.shelf', json('[{}]'))",
        "UPDATE games SET first = 0; UPDATE sittings SET header = json_set(header, '$.from', '1.5')",
        "UPDATE games SET first = 0; UPDATE sittings SET header = json_set(header, '$.from', '٣.5')",
    ],
)
def test_a_game_that_can_not_be_told_from_its_rows_is_one_line(tmp_path: Path, change: str) -> None:
    box = RecordedBox(tmp_path)
    box.enter("name 1 Ola")
    box.enter("game stopwatch seats=1,2")
    box.off()
    with edited(tmp_path) as db:
        for statement in change.split("; "):
            db.execute(statement)
    with pytest.raises(JournalError) as no:
        script_of(tmp_path, 1)
    assert "expected" in str(no.value)
    assert len(str(no.value)) < 300
