from __future__ import annotations

import json
import tempfile
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given, note
from hypothesis import strategies as st

from companion import app
from companion.scripts.script import Begin, read
from companion.store.archive import Archive
from companion.store.export import BEGIN_NS
from companion.store.listing import exported
from firmware.events import HostKey, Key
from tests.companion.games import anything
from tests.companion.store.recorded import ENGLISH, RecordedBox, games_of, played, sitting_of, state_of


def script_of(folder: Path, number: int) -> str:
    with closing(Archive(folder)) as archive:
        return exported(archive, number)[0]


def replayed(text: str) -> list[dict[str, Any]]:
    """What a replay of a script prints."""
    out = StringIO()
    app.replay(read(text, "export"), ENGLISH, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def end_of(text: str) -> dict[str, Any]:
    return played(replayed(text)[-1]["snapshot"])


def lines_of(folder: Path, number: int = 1) -> list[str]:
    """A script's lines without comments, and without the game's."""
    lines = [line for line in script_of(folder, number).splitlines() if not line.startswith("#")]
    assert lines.pop(0).startswith("1 game ")
    return lines


# -- line by line --------------------------------------------------------------------------------------------


@pytest.mark.plays("stopwatch")
def test_a_press_becomes_edges_with_its_own_stamps(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,2")
    box.wait(500)
    box.edge(2, True)
    box.wait(80.000001)
    box.edge(2, False)
    box.wait(100)
    box.key("ok")
    box.off()
    assert lines_of(tmp_path) == ["1.5 down 2", "1.580000001 up 2", "1.680000001 ok"]


@pytest.mark.plays("buzzer")
def test_the_game_begins_with_every_option_it_was_played_with(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,3 first=3 answer=5 tie_us=20000")
    box.off()
    (game,) = games_of(tmp_path)
    assert game.line.split() == [
        *("buzzer", "seats=1,3", "first=3", "tie_us=20000", "settle_ms=30", "lang=en", "answer=5")
    ]
    (begin,) = (c for c in read(script_of(tmp_path, 1), "t").commands if isinstance(c.action, Begin))
    assert begin.at == BEGIN_NS


@pytest.mark.plays("dice")
def test_what_the_host_does_keeps_its_words_and_time_and_dice_come_by_themselves(tmp_path: Path) -> None:
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
        *("1.4 dice 3 5", "1.4 ok", "2.4 knob +1", "2.4 enter lock 2", "2.4 undo", "2.4 redo", "2.4 pause")
    ]


@pytest.mark.plays("dice")
def test_a_back_in_a_pause_is_what_it_was_when_it_was_pressed(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game dice seats=1,2 set=2d6")
    box.key("pause")
    box.journal.record(Key(HostKey.BACK, box.clock.now()), box.clock.now())  # it was refused once
    box.wait(1000)
    box.key("back")
    box.key("pause")
    box.enter("back")
    box.knob(1)
    end = box.snapshot()
    box.off()
    assert lines_of(tmp_path) == ["1 pause", "2 pause", "2 pause", "2 pause", "2 knob +1"]
    assert state_of(sitting_of(tmp_path)).paused_at is None
    assert end_of(script_of(tmp_path, 1)) == end


@pytest.mark.plays("kezao")
def test_dice_rolled_again_at_once_are_laid_ready_with_the_first(tmp_path: Path) -> None:
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
        lines = lines_of(tmp_path / str(host))
        assert lines[1:4] == ["1.4 dice red red", "1.4 dice blue blue", "1.4 dice red blue"]
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
    assert lines_of(tmp_path)[2:] == ["2.3 down 1", "2.3305 down 2 at 2.2998"]
    assert {key: end_of(script_of(tmp_path, 1))["ruling"][key] for key in late} == late


@pytest.mark.plays("stopwatch")
def test_a_press_that_came_too_late_for_its_buttons_release_is_a_press_again(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game stopwatch seats=1,3")
    box.wait(500)
    box.edge(3, True)
    box.wait(80)
    box.edge(3, False)
    box.wait(75)
    box.edge(3, True, late_ms=150)
    box.wait(2000)
    box.off()
    lines = lines_of(tmp_path)
    assert [line.split()[1:3] for line in lines] == [["down", "3"], ["up", "3"], ["down", "3"]]
    presses = replayed(script_of(tmp_path, 1))[-1]["snapshot"]["lines"]["3"]["presses"]
    assert presses == box.loop.snapshot()["lines"]["3"]["presses"] == 2


@pytest.mark.plays("stopwatch")
def test_a_press_stamped_before_the_game_began_has_its_place_in_it(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.wait(100)
    box.enter("game stopwatch seats=1,2")
    box.edge(2, True, late_ms=20)
    box.wait(200)
    box.off()
    assert lines_of(tmp_path) == ["1 down 2 at 0.98"]


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
    assert lines_of(tmp_path, 1) == ["1.5 down 1", "1.58 up 1"]
    assert [line.split(" ", 1)[1] for line in lines_of(tmp_path, 2)] == [
        *("hold-ok", "enter volume 1", "knob +6")
    ]


@pytest.mark.plays("stopwatch")
def test_names_and_volume_of_before_the_game_are_typed_ahead_of_it(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("name 2 Ola")
    box.enter("name 3 a #1")
    box.enter("volume 2")
    box.enter("game stopwatch seats=1,2")
    box.off()
    typed = script_of(tmp_path, 1).splitlines()[1:-1]
    assert typed == ["0 enter name 2 Ola", "0 enter volume 2"]  # "#" would begin a comment


@pytest.mark.plays("buzzer")
def test_a_press_that_only_woke_the_screen_is_in_it(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game buzzer seats=1,2")
    box.wait(400_000)
    box.key("ok")
    assert box.snapshot()["phase"] == "idle"
    box.wait(1000)
    box.key("ok")
    assert box.snapshot()["phase"] == "armed"
    box.off()
    assert lines_of(tmp_path) == ["401 ok", "402 ok"]
    assert end_of(script_of(tmp_path, 1))["phase"] == "armed"


@pytest.mark.plays("turns")
def test_a_restart_leaves_no_gap_and_the_buttons_up(tmp_path: Path) -> None:
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
    assert lines_of(tmp_path) == [
        *("1.5 down 1", "1.58 up 1", "2.64 down 1", "2.670000001 resume at 2.64", "2.770000001 up 1"),
        *("4.070000001 pause", "5.070000001 down 2", "5.150000001 up 2", "5.210000001 pause"),
    ]
    assert end_of(script_of(tmp_path, 1)) == again.snapshot()


# -- anything at all -----------------------------------------------------------------------------------------


class Evening:
    """A random evening on one box, switched off and on at times."""

    def __init__(self, folder: Path, data: st.DataObject) -> None:
        self.folder = folder
        self.draw = data.draw
        self.box = RecordedBox(folder)

    def play(self, game: str) -> None:
        self.box.enter(f"game {game}")
        self.name = game.partition(" ")[0]
        for _ in range(self.draw(st.integers(0, 25))):
            self.box.wait(self.draw(st.sampled_from((0, 0.2, 3, 15, 40, 150, 400, 1100))))
            getattr(
                self, self.draw(st.sampled_from(("tap", "tap", "edge", "late", "key", "key", "knob", "type")))
            )()
            if self.draw(st.integers(0, 12)) == 0:
                self.restart()

    def tap(self) -> None:
        self.box.tap(self.draw(st.integers(1, 4)), self.draw(st.sampled_from((10, 80, 700))))

    def edge(self) -> None:
        self.box.edge(self.draw(st.integers(1, 3)), self.draw(st.booleans()))

    def late(self) -> None:
        seat, late_ms = self.draw(st.integers(1, 3)), self.draw(st.sampled_from((0.1, 1, 5, 20, 60, 150)))
        if late_ms < self.box.ms:
            self.box.edge(seat, True, late_ms)

    def key(self) -> None:
        self.box.key(self.draw(st.sampled_from(anything.KEYS)))

    def knob(self) -> None:
        self.box.knob(self.draw(st.integers(-2, 2)))

    def type(self) -> None:
        self.box.enter(self.draw(anything.typed(self.name)))

    def restart(self) -> None:
        """Killed, and gone on with if it asks, by a clock of its own."""
        self.box.off()
        self.box = RecordedBox(self.folder, start=self.draw(st.sampled_from((5_000_000_000, 10**15))))
        self.box.wait(self.draw(st.sampled_from((400, 2000))))
        self.box.key("ok")
        self.box.wait(400)

    def end(self) -> None:
        """Let what is under way be ruled, then stop every clock."""
        self.box.wait(900)
        if not self.box.snapshot()["paused"]:
            self.box.key("pause")
        self.box.wait(900)


@given(st.data(), anything.games())
def test_any_game_exported_replays_to_the_same_end(data: st.DataObject, game: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        evening = Evening(Path(name), data)
        try:
            evening.play(game)
            evening.end()
        finally:
            evening.box.off()
        at = evening.box.clock.now()
        again = state_of(sitting_of(Path(name)))
        assert again.snapshot(at) == evening.box.state.snapshot(at)
        games = games_of(Path(name))
        if games[-1].last is not None:
            event("left for the menu: there is no end to compare with")
            return
        text = script_of(Path(name), games[-1].id)
        note(text)
        assert end_of(text) == evening.box.snapshot()


@pytest.mark.plays("hourglass")
def test_a_game_that_time_has_ended_replays_to_its_end(tmp_path: Path) -> None:
    box = RecordedBox(tmp_path)
    box.enter("game hourglass seats=1,2 time=5")
    box.wait(500)
    box.tap(1)
    box.wait(6000)
    box.off()
    assert lines_of(tmp_path)[-1] == "6.53 expect phase up"
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
    assert lines_of(tmp_path)[-1] == "2.230000001 resume at 2.2"
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
