from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ScriptError
from companion.scripts.script import (
    LONGEST_DAYS,
    Begin,
    Command,
    Dice,
    Expect,
    ExpectationError,
    Script,
    Tell,
    Wire,
    perform,
    read,
)
from firmware.events import NS_PER_S, Enter, HostKey, Key, Knob, Press, Release, Resumed, Rolled, Tick, Within
from firmware.written import told

LONGEST = "a time within 30 days, 2592000 seconds"

COMMANDS = (
    "a command (game, press, hold, down, up, enter, knob, ok, hold-ok, back, undo, redo, pause, resume, "
    "told, dice, expect)"
)


TOLD = "told what, or told STAMP what: tick, or a command for one event"


def one(line: str) -> Command:
    (command,) = read(line, "one.table").commands
    return command


# -- reading -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("0 game seventeen", Begin("seventeen", ())),
        ("0 game seventeen seats=1,2 first=1", Begin("seventeen", ("seats=1,2", "first=1"))),
        ("1 enter reverse", Enter("reverse", NS_PER_S)),
        ("1 enter  trap  3 ", Enter("trap  3", NS_PER_S)),
        ("3.0 knob +2", Knob(2, 3 * NS_PER_S)),
        ("3.0 knob -12", Knob(-12, 3 * NS_PER_S)),
        ("1 ok", Key(HostKey.OK, NS_PER_S)),
        ("1 hold-ok", Key(HostKey.HOLD_OK, NS_PER_S)),
        ("1 back", Key(HostKey.BACK, NS_PER_S)),
        ("1 undo", Key(HostKey.UNDO, NS_PER_S)),
        ("1 redo", Key(HostKey.REDO, NS_PER_S)),
        ("1 pause", Key(HostKey.PAUSE, NS_PER_S)),
        ("1 resume", Resumed(NS_PER_S - 1, NS_PER_S)),
        ("2 told 1.5 down 3", Tell(Press(3, 3 * NS_PER_S // 2))),
        ("2 told 1.5 down 3 within 12/0.5", Tell(Press(3, 3 * NS_PER_S // 2, Within(12_000_000, 500_000)))),
        ("2 told up 3", Tell(Release(3, 2 * NS_PER_S))),
        ("2 told 1 tick", Tell(Tick(NS_PER_S))),
        ("2 told dice 3 red", Tell(Rolled(("3", "red"), 2 * NS_PER_S))),
        ("2 told resume at 1", Tell(Resumed(NS_PER_S, 2 * NS_PER_S))),
        ("2 told game dice", Tell(Begin("dice", ()))),
        ("2 told 1 enter a b", Tell(Enter("a b", NS_PER_S))),
        (r'2 told enter "a \u0023b"', Tell(Enter("a #b", 2 * NS_PER_S))),
        ("2 told 1 knob -1", Tell(Knob(-1, NS_PER_S))),
        ("2 told 1 hold-ok", Tell(Key(HostKey.HOLD_OK, NS_PER_S))),
        ("4 dice 2 3 7", Dice(("2", "3", "7"))),
        ("1.5 down 3", Wire(3, True, 1_500_000_000)),
        ("1.500004 up 3", Wire(3, False, 1_500_004_000)),
        ("1.6 down 4 at 1.5999", Wire(4, True, 1_599_900_000)),
        ("1.6 up 4 at 0.000000001", Wire(4, False, 1)),
        ("5 expect phase window", Expect("phase", "window")),
        ("1.6 down 4 at 1.5 within 4", Wire(4, True, 1_500_000_000, Within(4_000_000, 4_000_000))),
        (
            "1.6 down 4 within 18/0/8 of pad",
            Wire(4, True, 1_600_000_000, Within(18_000_000, 0, 8_000_000, "pad")),
        ),
        ("1.6 down 4 within 0.000001/999", Wire(4, True, 1_600_000_000, Within(1, 999_000_000))),
    ],
)
def test_a_line_is_read_as_what_it_says(line: str, action: object) -> None:
    assert one(line).action == action


@pytest.mark.parametrize(
    ("line", "length"),
    [("1 press 2", 80_000_000), ("1 press 2 for 0.3", 300_000_000), ("1 hold 2", 1_200_000_000)],
)
def test_a_press_is_a_closing_and_an_opening(line: str, length: int) -> None:
    script = read(line, "press.table")
    assert script.commands == (
        Command(NS_PER_S, 1, Wire(2, True, NS_PER_S)),
        Command(NS_PER_S + length, 1, Wire(2, False, NS_PER_S + length)),
    )
    assert script.length == NS_PER_S + length


@pytest.mark.parametrize("line", ["1 press 2 within 12/0 for 0.3", "1 press 2 for 0.3 within 12/0"])
def test_a_press_may_be_as_unsure_as_its_source(line: str) -> None:
    script = read(f"{line}\n2 press 3 within 4\n3 told down 1 within 9/20", "press.table")
    assert script.commands[:2] == (
        Command(NS_PER_S, 1, Wire(2, True, NS_PER_S, Within(12_000_000, 0))),
        Command(NS_PER_S + 300_000_000, 1, Wire(2, False, NS_PER_S + 300_000_000)),
    )
    assert script.reach == 12_000_000


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("0", 0),
        ("7", 7 * NS_PER_S),
        ("1.5", 1_500_000_000),
        ("1.000000001", 1_000_000_001),
        ("2.", 2 * NS_PER_S),
    ],
)
def test_times_are_exact_to_the_nanosecond(text: str, at: int) -> None:
    assert one(f"{text} ok").at == at


@given(st.integers(0, 86_400 * LONGEST_DAYS * NS_PER_S))
def test_every_time_in_nanoseconds_can_be_written(at: int) -> None:
    assert one(f"{at // NS_PER_S}.{at % NS_PER_S:09d} ok").at == at


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("4", 4),
        ("-1", -1),
        ("null", None),
        ("true", True),
        ("window", "window"),
        ('"true"', "true"),
        ("[1,3]", [1, 3]),
        ("[1, 3]", [1, 3]),
        ('{"a": 1}', {"a": 1}),
        ("Not now", "Not now"),
        ("1 and 2", "1 and 2"),
    ],
)
def test_expected_values_are_json_or_bare_words(text: str, value: Any) -> None:
    assert one(f"1 expect some.path {text}").action == Expect("some.path", value)


def test_comments_blank_lines_and_any_blanks_between_words_are_allowed() -> None:
    text = "# a table\n\n   \n\t1.0\tpress  1   # the first\n1.0 enter c#  # a hash inside a word stays\n"
    script = read(text, "t.table")
    assert [(command.line, command.action) for command in script.commands] == [
        (4, Wire(1, True, NS_PER_S)),
        (5, Enter("c#", NS_PER_S)),
        (4, Wire(1, False, NS_PER_S + 80_000_000)),
    ]


def test_lines_run_in_order_of_time_and_equal_times_in_file_order() -> None:
    script = read("2 ok\n1 undo\n2 back\n1 redo\n", "t.table")
    assert [(command.at // NS_PER_S, command.line) for command in script.commands] == [
        (1, 2),
        (1, 4),
        (2, 1),
        (2, 3),
    ]


def test_a_button_down_at_zero_before_any_game_is_down_when_the_box_is_switched_on() -> None:
    script = read("0 down 3\n0 game buzzer\n0 down 4\n1 down 5\n", "t.table")
    assert script.closed == (3,)
    assert [command.action for command in script.commands][1:] == [Wire(4, True, 0), Wire(5, True, NS_PER_S)]


def test_an_empty_script_has_no_length() -> None:
    assert read("# nothing\n", "t.table") == Script("t.table", ())
    assert read("", "t.table").length == 0


MS = (
    "milliseconds from 0 to 9999, up to six decimals, or two of them as EARLIER/LATER, "
    "or three as EARLIER/LATER/APART of DEVICE"
)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ok", "a time in seconds, up to nine decimals"),
        ("-1 ok", "a time in seconds, up to nine decimals"),
        ("1.0000000001 ok", "a time in seconds, up to nine decimals"),
        ("1e3 ok", "a time in seconds, up to nine decimals"),
        (".5 ok", "a time in seconds, up to nine decimals"),
        ("1.+5 ok", "a time in seconds, up to nine decimals"),
        ("² ok", "a time in seconds, up to nine decimals"),
        ("9" * 5000 + " ok", LONGEST),
        ("1", COMMANDS),
        ("1 jump", COMMANDS),
        ("1 OK", COMMANDS),
        ("1 game", "game NAME option=value ..."),
        ("1 press", "press SEAT, or with for SECONDS or within MS"),
        ("1 press 1 2", "press SEAT, or with for SECONDS or within MS"),
        ("1 press 1 for", "press SEAT, or with for SECONDS or within MS"),
        ("1 press 1 for long", "a time in seconds, up to nine decimals"),
        *(
            (f"1 press 1 within {text}", MS)
            for text in ("x", "-1", "10000", "1.0000001", "4/", "/4", "1/2/3")
        ),
        ("1 press 1 within", "press SEAT, or with for SECONDS or within MS"),
        ("1 up 1 within 4", "up SEAT, or up SEAT at STAMP"),
        ("1 press 9", "a seat from 1 to 8"),
        ("1 press 0", "a seat from 1 to 8"),
        ("1 press x", "a seat from 1 to 8"),
        ("1 press ³", "a seat from 1 to 8"),
        ("1 hold", "hold SEAT"),
        ("1 hold 1 for 2", "hold SEAT"),
        ("1 down", "down SEAT, or down SEAT at STAMP"),
        ("1 down 1 2", "down SEAT, or down SEAT at STAMP"),
        ("1 up 1 at", "up SEAT, or up SEAT at STAMP"),
        ("1 up 1 at noon", "a time in seconds, up to nine decimals"),
        ("999999999 ok", LONGEST),
        ("2592001 ok", LONGEST),
        ("1 press 1 for 999999999", LONGEST),
        ("1 told resume at 999999999", LONGEST),
        ("1 enter", "enter TEXT"),
        ("1 knob", "knob +STEPS or knob -STEPS"),
        ("1 knob 2", "knob +STEPS or knob -STEPS"),
        ("1 knob +", "knob +STEPS or knob -STEPS"),
        ("1 knob +-2", "knob +STEPS or knob -STEPS"),
        ("1 knob +²", "knob +STEPS or knob -STEPS"),
        ("1 ok now", "ok and nothing after it"),
        ("1 hold-ok 2", "hold-ok and nothing after it"),
        ("1 back 2", "back and nothing after it"),
        ("1 undo 2", "undo and nothing after it"),
        ("1 redo 2", "redo and nothing after it"),
        ("1 pause 2", "pause and nothing after it"),
        ("1 resume 2", "resume and nothing after it"),
        ("1 dice", "dice FACES"),
        ("1 told", TOLD),
        ("1 told 1", COMMANDS),
        ("1 told tick 1", COMMANDS),
        ("1 told press 1", TOLD),
        ("1 told told ok", TOLD),
        ("1 told expect phase up", TOLD),
        ("1 told 1s ok", "a time in seconds, up to nine decimals"),
        ("1 told resume", TOLD),
        ('1 told enter "a', "a JSON value or a bare word after the path"),
        ("1 expect", "expect PATH VALUE"),
        ("1 expect phase", "expect PATH VALUE"),
        ("1 expect seats [1,2", "a JSON value or a bare word after the path"),
        ('1 expect phase "open', "a JSON value or a bare word after the path"),
        ("1 expect ruling {winner}", "a JSON value or a bare word after the path"),
        ("1 " + "told " * 5000 + "ok", "told what, or told STAMP what: tick, or a command for one event"),
        ("1 expect seats " + "[" * 100_000, "a JSON value or a bare word after the path"),
        ("1 expect seats " + "[" * 500 + "]" * 500, "a JSON value or a bare word after the path"),
    ],
)
def test_a_line_that_can_not_be_read_names_file_line_what_was_expected_and_what_came(
    line: str, expected: str
) -> None:
    with pytest.raises(ScriptError) as caught:
        read(f"# first\n{line}  # a note\n", "party.table")
    assert str(caught.value) == f"party.table:2: expected {expected}; got {told(line + '  # a note')}"


@given(st.text(max_size=40))
def test_any_text_is_a_script_or_a_script_error_of_one_line(text: str) -> None:
    try:
        said = read(text, "t.table").source
    except ScriptError as error:
        said = str(error)
    assert said.startswith("t.table")
    assert len(said.splitlines()) == 1


# -- playing -------------------------------------------------------------------------------------------------


class Told:
    """A `companion.scripts.script.Table` that keeps what it was told."""

    origin = 0

    def __init__(self, snapshot: dict[str, Any] | None = None) -> None:
        self.heard: list[object] = []
        self._snapshot = snapshot or {}

    def wire(self, seat: int, closed: bool, stamp: int, within: Within | None = None) -> None:
        self.heard.append((seat, closed, stamp) if within is None else (seat, closed, stamp, within))

    def do(self, action: object) -> None:
        self.heard.append(action)

    def snapshot(self) -> dict[str, Any]:
        return self._snapshot


def expect(what: str, snapshot: dict[str, Any]) -> None:
    for command in read(f"\n5 expect {what}", "t.table").commands:
        perform(command, Told(snapshot), "t.table")


def test_the_table_is_told_each_command() -> None:
    table = Told()
    script = read("0 game buzzer\n1 press 2\n2 knob +1\n3 undo\n4 enter right\n5 dice 6", "t.table")
    for command in script.commands:
        perform(command, table, script.source)
    assert table.heard == [
        Begin("buzzer", ()),
        (2, True, NS_PER_S),
        (2, False, NS_PER_S + 80_000_000),
        Knob(1, 2 * NS_PER_S),
        Key(HostKey.UNDO, 3 * NS_PER_S),
        Enter("right", 4 * NS_PER_S),
        Dice(("6",)),
    ]


THERE = {
    "phase": "open",
    "paused": False,
    "turn": None,
    "seats": [1, 3],
    "players": {"1": {"points": 2}},
    "laid": [{"seat": 4}],
}


@pytest.mark.parametrize(
    "what",
    [
        "phase open",
        "paused false",
        "turn null",
        "seats [1,3]",
        "seats.1 3",
        "players.1.points 2",
        'players {"1": {"points": 2}}',
        "laid.0.seat 4",
    ],
)
def test_what_is_as_expected_passes(what: str) -> None:
    expect(what, THERE)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("phase idle", 'phase to be "idle", it was "open"'),
        ("paused true", "paused to be true, it was false"),
        ('paused "false"', 'paused to be "false", it was false'),
        ("seats [3,1]", "seats to be [3, 1], it was [1, 3]"),
        ("players.1.points 3", "players.1.points to be 3, it was 2"),
        ("players.2.points 0", "players.2.points to be 0, it was not there: no '2' among 1"),
        (
            "winner 1",
            "winner to be 1, it was not there: no 'winner' among phase, paused, turn, seats, players, laid",
        ),
        ("seats.2 3", "seats.2 to be 3, it was not there: '2' of [1, 3]"),
        ("seats.first 3", "seats.first to be 3, it was not there: 'first' of [1, 3]"),
        ("turn.seat 3", "turn.seat to be 3, it was not there: 'seat' of null"),
        ("turn 'źle'", "turn to be \"'źle'\", it was null"),
    ],
)
def test_a_failed_expectation_names_file_line_what_was_expected_and_what_was_there(
    what: str, said: str
) -> None:
    with pytest.raises(ExpectationError) as caught:
        expect(what, THERE)
    assert str(caught.value) == f"t.table:2: expected {said}"


def test_null_is_not_the_same_as_not_there() -> None:
    with pytest.raises(ExpectationError, match="not there"):
        expect("gone null", THERE)
