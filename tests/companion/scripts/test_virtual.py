from __future__ import annotations

import io
import json
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.app.desk_table import DeskTable
from companion.app.running import run_box
from companion.errors import ScriptError
from companion.games.catalogue import all_games
from companion.loop.mailbox import Mailbox
from companion.scripts.mock import MockTable, check_games
from companion.scripts.script import ExpectationError, read
from companion.scripts.virtual import SCRIPT_START_NS, play, replay, tell
from firmware.boxfile import settings as boxes
from firmware.drawing.frames import draw
from firmware.errors import PinBusyError
from firmware.events import NS_PER_MS, NS_PER_S, Edge, Enter, HostEvent, HostKey, Key
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels, PictureFiles
from firmware.fakes.pins import StampedFactory
from firmware.pi.box import GpioBox
from firmware.pi.clock import MonotonicClock
from firmware.pi.factory import Header
from firmware.pi.panels import LumaPanels
from firmware.views import Rest, Screen, Sound
from tests.firmware.fakes.faulty_oled import FaultyBench, FaultyOled

SOON = 10.0
"""Seconds; only something broken ever waits this long."""

EIGHT = replace(boxes.eight_seats(), language="en")

RACE = """
0    game buzzer seats=1,2,3
0.5  ok
1    ok
1.5  press 3
1.512 press 1
1.6  expect ruling.winner 3
2    enter right
2.1  expect players.3.points 1
"""


def played(text: str, name: str = "t.table") -> list[dict[str, Any]]:
    """What a replay prints."""
    out = io.StringIO()
    replay(read(text, name), EIGHT, out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


# -- replay --------------------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_a_replay_prints_rulings_phases_refusals_and_the_end_in_the_scripts_seconds() -> None:
    lines = played("0 game buzzer seats=1,2\n0.2 press 2\n0.5 ok\n1 ok\n1.5 press 2\n2 enter right\n")
    assert [(line["at"], line["event"]) for line in lines] == [
        (0.0, "phase"),
        (0.23, "refused"),
        (0.5, "phase"),
        (1.0, "phase"),
        (1.5305, "ruling"),
        (1.5305, "phase"),
        (3.0, "end"),
    ]
    assert (lines[1]["seat"], lines[1]["why"]) == (2, "Wait for the question")
    assert (lines[4]["winner"], lines[4]["by"]) == (2, "time")
    assert lines[-1]["snapshot"]["players"]["2"]["points"] == 1


@pytest.mark.plays("seven_ate_nine")
def test_a_phase_that_time_alone_has_begun_is_told_as_well() -> None:
    lines = played("0 game seven_ate_nine seats=1,2\n1 ok\n4.5 expect phase race\n")
    assert [line["phase"] for line in lines if line["event"] == "phase"] == ["ready", "race"]


@pytest.mark.plays("buzzer")
def test_two_races_that_ended_alike_are_two_rulings() -> None:
    once = "{} ok\n{} ok\n{} press 2\n{} enter next\n"
    text = "0 game buzzer seats=1,2\n" + once.format(1, 2, 3, 4) + once.format(5, 6, 7, 8)
    rulings = [line for line in played(text) if line["event"] == "ruling"]
    assert [(line["at"], line["winner"]) for line in rulings] == [(3.0305, 2), (7.0305, 2)]


@pytest.mark.plays("seventeen")
def test_a_refusal_is_told_once_however_long_it_is_shown() -> None:
    text = "0 game seventeen seats=1,2 window_s=1\n1 press 1\n1.3 enter hello\n3 enter hello\n"
    refused = [line["at"] for line in played(text) if line["event"] == "refused"]
    assert refused == [1.3, 3.0]


@pytest.mark.plays("seventeen")
def test_the_end_of_a_game_says_who_won() -> None:
    turn = "{} press 1\n{} press 2\n{} enter sum 17\n{} ok\n"
    rounds = [
        turn.format(1, 2, 3, 4),
        "5 press 2\n5.5 ok\n" + turn.format(6, 7, 8, 9),
        "10 press 2\n10.5 ok\n" + turn.format(11, 12, 13, 14),
    ]
    lines = played("0 game seventeen seats=1,2\n" + "".join(rounds))
    assert [line["winners"] for line in lines if line["event"] == "over"] == [[2]]


@pytest.mark.plays("buzzer")
def test_a_failed_expectation_stops_the_replay_and_frees_the_pins() -> None:
    for _ in range(2):
        with pytest.raises(ExpectationError, match=r"^t\.table:3: expected ruling\.winner to be 1, it was"):
            played("0 game buzzer\n0.5 ok\n1 expect ruling.winner 1\n")


@pytest.mark.plays("buzzer")
def test_expect_sees_the_state_at_that_very_instant() -> None:
    text = "0 game buzzer seats=1,2\n0.5 ok\n1 ok\n1.5 press 1\n"
    expected = "1.5304 expect phase open\n1.5305 expect phase ruled\n"
    assert played(text + expected)[-1]["event"] == "end"


@pytest.mark.plays("buzzer")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "\n1 press 8\n",
            "six.table:2: expected a seat of this box [1, 2, 3, 4, 5, 6], got 8",
        ),
        ("0 down 7\n", "six.table: expected a seat of this box [1, 2, 3, 4, 5, 6], got 7"),
        (
            "1 game chess",
            f"six.table:1: expected a game ({', '.join(game.name for game in all_games())}), got 'chess'",
        ),
        (
            "1 game buzzer seats=1,2 points=x",
            "six.table:1: buzzer: expected points to be a whole number from 0 to 1000; got 'x'",
        ),
        (
            "1 game buzzer seats=1,7",
            "six.table:1: buzzer: expected seats of this box [1, 2, 3, 4, 5, 6], got [1, 7]",
        ),
    ],
)
def test_a_script_that_does_not_suit_the_box_is_refused_before_anything_is_played(
    text: str, said: str
) -> None:
    with pytest.raises(ScriptError) as caught:
        check_games(read(text, "six.table"), boxes.default())
    assert str(caught.value) == said


@pytest.mark.plays("buzzer")
def test_a_button_down_at_the_start_of_a_script_is_stuck() -> None:
    text = "0 down 2\n0 game buzzer seats=1,2\n0.1 expect lines.2.fault stuck\n1 up 2\n"
    assert played(text + "1.1 expect lines.2.fault null")[-1]["event"] == "end"


@pytest.mark.plays("buzzer")
def test_frames_are_written_for_each_changed_screen(tmp_path: Path) -> None:
    replay(read(RACE, "t.table"), EIGHT, io.StringIO(), tmp_path / "new" / "frames")
    names = sorted(path.name for path in (tmp_path / "new" / "frames").iterdir())
    assert names[0] == "000000.000000-1.png"
    assert "000001.530500-main.png" in names
    assert all(path.stat().st_size for path in (tmp_path / "new" / "frames").iterdir())


@pytest.mark.plays("buzzer")
def test_a_script_is_told_in_a_terminal_in_dots() -> None:
    out = io.StringIO()
    tell(read(RACE, "t.table"), EIGHT, out)
    lines = out.getvalue().splitlines()
    assert {"0.000 s", "0.500 s", "2.000 s"} <= set(lines)
    rows = [line for line in lines if not line.endswith(" s")]
    assert {len(row) for row in rows} == {64}
    assert any(dot not in {"\u2800", "\n"} for dot in "".join(rows))


# -- a box that breaks ---------------------------------------------------------------------------------------


@pytest.mark.plays("buzzer")
def test_a_handler_that_raises_once_leaves_every_button_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandClock(SCRIPT_START_NS)
    table = MockTable(EIGHT, clock, NoPanels(), origin=clock.now())
    put = table.mailbox.put
    failed: list[object] = []

    def fail_once(item: Edge | HostEvent | None) -> None:
        if not failed:
            failed.append(item)
            raise MemoryError("no room for one edge")
        put(item)

    monkeypatch.setattr(table.mailbox, "put", fail_once)
    table.wire(1, True, 0)
    assert failed == [Edge(1, True, SCRIPT_START_NS)]
    table.wire(1, False, 0)
    put(Enter("game buzzer", clock.now()))
    for at in (1, 2):
        table.loop.run_until(SCRIPT_START_NS + at * NS_PER_S, clock.set)
        put(Key(HostKey.OK, clock.now()))
        table.loop.step()
    for seat in EIGHT.seats:
        at = 3 * NS_PER_S + seat * 100 * NS_PER_MS
        table.loop.run_until(SCRIPT_START_NS + at, clock.set)
        table.wire(seat, True, at)
    table.loop.run_until(SCRIPT_START_NS + 5 * NS_PER_S, clock.set)
    assert table.snapshot()["ruling"]["order"] == list(EIGHT.seats)
    assert table.snapshot()["faults"] == ["button 1"]


@pytest.mark.plays("buzzer")
def test_panels_that_fail_in_the_middle_of_a_race_change_no_ruling(
    expected_logs: list[logging.LogRecord],
) -> None:
    text = "0 game buzzer seats=1,2,3\n0.5 ok\n1 ok\n1.5 press 3\n1.512 press 1\n1.512 press 2\n"
    script = read(text, "t.table")
    without = play(script, EIGHT, HandClock(SCRIPT_START_NS), NoPanels())["ruling"]

    bench = FaultyBench(EIGHT.panels)
    panels = LumaPanels(EIGHT.panels, draw=draw, open_port=bench.open_port)
    clock = HandClock(SCRIPT_START_NS)
    pulled: list[int] = []

    def pull(now: int, *_: object) -> None:
        if now >= SCRIPT_START_NS + NS_PER_S and not pulled:
            assert panels.flush(SOON)
            for memory in bench.values():
                memory.unplug()
            pulled.append(now)

    broken = play(script, EIGHT, clock, panels, pull)
    assert pulled == [SCRIPT_START_NS + NS_PER_S]
    assert broken["ruling"] == without
    assert broken["phase"] == "ruled"
    assert all("doesn't answer" in record.getMessage() for record in expected_logs)


@pytest.mark.plays("buzzer")
def test_a_panel_that_is_unplugged_is_named_on_the_screens_that_are_left(
    expected_logs: list[logging.LogRecord],
) -> None:
    bench = FaultyBench(EIGHT.panels)
    panels = LumaPanels(EIGHT.panels, draw=draw, open_port=bench.open_port)
    clock = HandClock(SCRIPT_START_NS)
    table = MockTable(EIGHT, clock, panels)
    table.loop.step()
    assert panels.flush(SOON)
    bench[3].unplug()
    table.mailbox.put(Enter("game buzzer", clock.now()))
    table.loop.step()
    panels.flush(SOON)
    table.loop.step()
    assert table.loop.view is not None
    assert table.loop.view.main.title == "! Screen 3 missing"
    assert table.snapshot()["faults"] == ["panel 3"]
    table.box.close()
    assert [record.getMessage().split(" (")[0] for record in expected_logs] == ["panel 3"]


# -- headless ------------------------------------------------------------------------------------------------


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> FaultyBench:
    """The fake panels of the next box that is run."""
    bench = FaultyBench(boxes.default().panels)
    monkeypatch.setattr("companion.app.running.OledBench", lambda panels: bench)
    return bench


@pytest.mark.plays("buzzer")
@pytest.mark.usefixtures("_jumping_time")
def test_a_script_is_played_in_real_time_and_its_expectations_decide(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = "0 game buzzer seats=1,2\n0.01 ok\n0.6 ok\n0.7 press 2 for 0.05\n1 expect ruling.winner {}\n"
    assert run_box(boxes.default(), script=read(text.format(2), "right.table")) == 0
    assert capsys.readouterr().err == "pierwszy: ready with 6 seats\n"
    assert run_box(boxes.default(), script=read(text.format(1), "wrong.table")) == 1
    assert capsys.readouterr().err == (
        "pierwszy: ready with 6 seats\nwrong.table:5: expected ruling.winner to be 1, it was 2\n"
    )


@pytest.mark.plays("buzzer")
@pytest.mark.usefixtures("_jumping_time")
def test_a_button_down_at_the_start_is_stuck_in_real_time_too() -> None:
    text = "0 down 2\n0 game buzzer seats=1,2\n0.2 expect lines.2.fault stuck\n"
    assert run_box(boxes.default(), script=read(text, "stuck.table")) == 0


def test_sigterm_ends_a_box_with_exit_0_and_leaves_its_panels_blank(
    bench: FaultyBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    lit = threading.Event()
    send = FaultyOled.data

    def data(memory: FaultyOled, sent: Sequence[int]) -> None:
        send(memory, sent)
        if memory is bench["main"] and memory.picture().getbbox() is not None:
            lit.set()

    def terminate() -> None:
        if lit.wait(SOON):
            os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(FaultyOled, "data", data)
    before = signal.getsignal(signal.SIGTERM)
    killer = threading.Thread(target=terminate, daemon=True)
    killer.start()
    assert run_box(boxes.default(), mock=True) == 0
    killer.join(SOON)
    assert lit.is_set()
    assert all(memory.picture().getbbox() is None for memory in bench.values())
    assert all(memory.handles == 0 for memory in bench.values())
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_second_box_finds_the_pins_taken_and_leaves_the_journal_alone(
    bench: FaultyBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, clock = boxes.default(), MonotonicClock()
    header = Header(StampedFactory(clock))
    monkeypatch.setattr("companion.app.running.header_of", lambda _: header)
    monkeypatch.setattr("companion.app.running.LumaPanels", partial(LumaPanels, open_port=bench.open_port))
    first = GpioBox(replace(settings, piezo=None), header, Mailbox(), clock, NoPanels())
    with pytest.raises(PinBusyError, match=r"^expected GPIO 17 free for the knob \(with GPIO 27\), got "):
        run_box(settings)
    assert list(Path(os.environ["STATE_DIRECTORY"]).iterdir()) == []
    assert {memory.handles for memory in bench.values()} == {0}
    first.close()


# -- desk ----------------------------------------------------------------------------------------------------


class Watch:
    """Waits for what a desk shows, woken by it."""

    def __init__(self, desk: DeskTable) -> None:
        self.desk = desk
        self._woken = threading.Semaphore(0)
        desk.on_change(self._woken.release)

    def until(self, true: Callable[[], bool]) -> None:
        while not true():
            assert self._woken.acquire(timeout=SOON), "nothing changed any more"


@pytest.fixture
def watch() -> Iterator[Watch]:
    with DeskTable(EIGHT) as desk:
        yield Watch(desk)


@pytest.mark.plays("buzzer")
@pytest.mark.usefixtures("_hasty_host")
def test_the_desk_plays_the_box_by_its_keys(watch: Watch) -> None:
    desk, clock = watch.desk, MonotonicClock()
    heard: list[Sound] = []

    def ruled() -> bool:
        heard.extend(cue.sound for cue in desk.cues())
        return Sound.RULING in heard

    now = clock.now()
    desk.tell(Enter("game buzzer seats=2,5 lang=pl", now))
    desk.tell(Key(HostKey.OK, now))
    desk.tell(Key(HostKey.OK, now + 5 * NS_PER_MS))
    desk.press(5, True, now + 10 * NS_PER_MS)
    watch.until(ruled)
    assert heard == [Sound.START, Sound.START, Sound.RULING]
    assert tuple(desk.news().playing) == (2, 5)
    assert tuple(desk.seats) == (1, 2, 3, 4, 5, 6, 7, 8)
    assert desk.news().say.language == "pl"
    assert not desk.failed


@pytest.mark.plays("seventeen")
def test_the_desk_shows_every_panel_and_lights_lamps(watch: Watch) -> None:
    desk = watch.desk
    desk.tell(Enter("game seventeen seats=1,2 first=2", MonotonicClock().now()))
    watch.until(lambda: set(desk.news().lit) == {2})
    watch.until(lambda: all(desk.pictures()[panel].getbbox() is not None for panel in ("main", 1, 2)))
    assert set(desk.pictures()) == {"main", *range(1, 9)}


@pytest.mark.plays("buzzer")
def test_each_change_has_a_version_of_its_own(watch: Watch) -> None:
    before = watch.desk.news().version
    watch.desk.tell(Enter("game buzzer", MonotonicClock().now()))
    watch.until(lambda: watch.desk.news().version != before)


def test_the_desk_draws_a_dimmed_panel_in_grey(watch: Watch) -> None:
    desk = watch.desk
    main = Screen(big="17")
    watch.until(lambda: desk.pictures()["main"].getbbox() is not None)  # the loop has nothing more to show
    desk._panels.show({"main": main}, Rest(dim=True))
    watch.until(lambda: desk.pictures()["main"].mode == "L" and desk.pictures()["main"].getbbox() is not None)
    grey = desk.pictures()["main"]
    assert [level for _, level in grey.getcolors() or ()] == [0, 102]
    desk._panels.show({"main": main})
    watch.until(lambda: desk.pictures()["main"].mode == "1")


def test_the_desk_speaks_with_the_players_names_and_at_their_volume(watch: Watch) -> None:
    desk, now = watch.desk, MonotonicClock().now()
    desk.tell(Enter("name 2 Ola", now))
    desk.tell(Enter("volume 1", now))
    watch.until(lambda: desk.news().volume == 1)
    assert desk.news().say.name(2) == "Ola"


def test_the_desk_stops_its_loop_when_it_is_left() -> None:
    with DeskTable(EIGHT) as desk:
        assert not desk.stopped()
    assert desk.stopped()
    assert not [thread for thread in threading.enumerate() if thread.name == "loop"]


@pytest.mark.plays("buzzer")
@pytest.mark.usefixtures("_hasty_host")
def test_a_keyboard_can_not_tell_what_its_scan_can_not(watch: Watch) -> None:
    desk, now = watch.desk, MonotonicClock().now()
    heard: list[Sound] = []

    def tied() -> bool:
        heard.extend(cue.sound for cue in desk.cues())
        return Sound.TIE in heard

    desk.tell(Enter("game buzzer seats=2,5", now))
    desk.tell(Key(HostKey.OK, now))
    desk.tell(Key(HostKey.OK, now + 5 * NS_PER_MS))
    desk.press(5, True, now + 10 * NS_PER_MS)
    desk.press(2, True, now + 20 * NS_PER_MS)
    watch.until(tied)


@pytest.mark.plays("buzzer")
@pytest.mark.usefixtures("_jumping_time")
def test_a_script_on_the_desk_keeps_its_own_resolution_and_tells_if_it_failed() -> None:
    text = (
        "0 game buzzer seats=1,2\n0.01 ok\n0.32 ok\n0.4 press 2 for 0.04\n0.402 press 1 for 0.04\n"
        "0.7 expect ruling.winner 2\n0.7 expect phase armed\n"
    )
    with DeskTable(EIGHT, read(text, "desk.table")) as desk:
        players = [thread for thread in threading.enumerate() if thread.name == "script"]
        watch = Watch(desk)
        watch.until(lambda: Sound.RULING in {cue.sound for cue in desk.cues()})
        for player in players:  # none: it was over before anybody looked
            player.join(SOON)
        assert desk.failed


def test_pictures_of_a_replay_are_named_by_time_and_panel(tmp_path: Path) -> None:
    clock = HandClock(SCRIPT_START_NS)
    play(read("0 ok\n", "t.table"), EIGHT, clock, PictureFiles(tmp_path, clock, SCRIPT_START_NS))
    assert (tmp_path / "000000.000000-main.png").exists()
