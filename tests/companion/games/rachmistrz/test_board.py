"""Rachmistrz on a board the box knows: tokens lie on fields, and the box counts the groups."""

from __future__ import annotations

from companion.games.options import Surroundings
from companion.games.rachmistrz import GAME
from companion.games.rachmistrz.reckoning.boards import Board
from companion.games.rachmistrz.reckoning.sums import Side, fields
from companion.games.rachmistrz.things import BOARDS
from companion.i18n import speaker
from companion.session.choices import within
from companion.table.honeycomb import FIELDS, largest_group
from firmware.events import Enter
from firmware.times import Times
from tests.companion.games.sitting import AT_TABLE, Sitting, referee_for
from tests.companion.session.evening import Evening

EXAMPLE = BOARDS.shipped["example"]


def sit(options: str = "seats=1,2,3") -> Sitting:
    return Sitting(referee_for(f"rachmistrz board=example {options}"))


def claimed(*seats: int, options: str = "seats=1,2,3", ms: float = 1000, digits: str = "2 3 7") -> Sitting:
    """These seats have pressed, a second after each other, the first a second after ``ms``."""
    table = sit(options)
    go(table, *seats, ms=ms, digits=digits)
    return table


def go(table: Sitting, *seats: int, ms: float, digits: str = "2 3 7") -> None:
    assert table.enter(digits, ms) is None
    for index, seat in enumerate(seats, 1):
        assert table.press(seat, ms + 1000 * index) is None


def number_at(table: Sitting, field: str) -> int:
    """A number that has this field and that nobody has announced."""
    taken = {claim["result"] for claim in table.see["claims"]}
    return next(n for n in range(1, 55) if field in EXAMPLE.fields_of(n) and n not in taken)


def free_of(number: int, *taken: str) -> list[str]:
    return [field for field in EXAMPLE.fields_of(number) if field not in taken]


def choices(table: Sitting, *path: str) -> list[str]:
    """What the knob offers, or what a choice leads to."""
    return [choice.text for choice in within(table.referee.choices(table.state), path)]


def test_a_claim_gets_a_number_and_a_field() -> None:
    table = claimed(1)
    assert table.enter("1 8 c4", 3000) is None
    assert (table.see["claims"], table.see["fields"]) == (
        [{"seat": 1, "result": 8, "verdict": None}],
        ["C4"],
    )
    assert table.enter("1 8", 3100) is None
    assert table.see["fields"] == ["C4"]
    assert table.enter("1 27 c4", 3150) is None, "where its own token lies is free for it"
    assert table.enter("1 11", 3200) is None
    assert table.see["fields"] == [None]


def test_a_field_that_is_not_round_the_number_or_is_taken_is_refused() -> None:
    table = claimed(1, 2)
    assert table.enter("1 8 d4", 4000) == "Expected one of B3, C3, C4; got D4"
    assert table.enter("1 8 z9", 4100) == "Expected one of B3, C3, C4; got Z9"
    table.enter("1 8 c4", 4200)
    assert table.enter("2 27 c4", 4300) == f"Expected one of {', '.join(free_of(27, 'C4'))}; got C4"
    assert table.see["claims"][1] == {"seat": 2, "result": None, "verdict": None}


def test_the_knob_asks_for_the_number_and_then_for_a_free_field() -> None:
    table = claimed(1, 2)
    assert choices(table)[0] == "number 1 1"
    assert choices(table, "number 1 1")[:2] == ["on 1 1", "on 1 2"]
    assert choices(table, "number 1 1", "on 1 8") == ["1 8 B3", "1 8 C3", "1 8 C4", "1 8"]
    table.enter("1 8", 4000)
    assert choices(table)[0] == "field 1 1"
    assert choices(table, "field 1 1") == ["1 8 B3", "1 8 C3", "1 8 C4"]
    table.enter("1 8 b3", 4100)
    assert choices(table)[0] == "number 2 1"
    assert "on 2 8" not in choices(table, "number 2 1")


def test_right_needs_the_field_and_wrong_does_not() -> None:
    table = claimed(1, 2)
    table.enter("1 8", 4000)
    table.wait(18_000)
    assert table.ok(18_000) == "First its number and field"
    assert table.enter("7+3-2", 18_500) == "First its number and field"
    table.enter("1 8 c3", 19_000)
    assert table.enter("7+3-2", 19_100) is None
    assert table.enter("wrong", 19_200) is None
    assert table.see["placed"] == {"C3": 1}


def test_a_token_judged_wrong_leaves_its_field() -> None:
    table = claimed(1, 2)
    table.enter("1 8 c3", 4000)
    table.enter("2 27 c4", 4100)
    table.wait(18_000)
    assert table.enter("2 14 c3", 17_900) == f"Expected one of {', '.join(free_of(14, 'C3'))}; got C3"
    table.enter("wrong", 18_000)
    assert table.enter("2 14 c3", 18_200) is None
    table.enter("wrong", 18_300)
    go(table, 3, ms=20_000)
    assert table.enter("3 8 c3", 22_000) is None
    table.wait(37_000)
    table.enter("right", 37_000)
    assert table.see["placed"] == {"C3": 3}


def blocked() -> tuple[Sitting, float]:
    """All three fields round the number 8 are taken, in three rounds; returns when the next may begin, ms."""
    table, ms = sit(), 1000.0
    for field in EXAMPLE.fields_of(8):
        go(table, 1, ms=ms)
        table.enter(f"1 8 {field}", ms + 1500)
        table.wait(ms + 17_000)
        assert table.enter("right", ms + 17_000) is None
        ms += 20_000
    assert table.see["placed"] == dict.fromkeys(EXAMPLE.fields_of(8), 1)
    return table, ms


def test_a_number_whose_fields_are_taken_is_full_and_the_claim_withdrawn() -> None:
    table, ms = blocked()
    go(table, 2, ms=ms)
    assert "on 2 11" in choices(table, "number 2 1")
    assert "on 2 8" not in choices(table, "number 2 1")
    assert table.enter("2 8", ms + 1500) == "8 is full"
    assert (table.see["phase"], table.see["claims"], table.see["glass_left_ms"]) == ("think", [], None)


def test_with_others_in_the_glass_runs_from_the_next_when_the_first_is_full() -> None:
    table, ms = blocked()
    go(table, 2, 3, ms=ms)
    assert table.enter("2 8", ms + 3000) == "8 is full"
    assert (table.see["phase"], table.see["glass_left_ms"]) == ("glass", 14_000)
    assert [claim["seat"] for claim in table.see["claims"]] == [3]


def test_one_that_was_only_to_be_changed_stays() -> None:
    table, ms = blocked()
    go(table, 2, ms=ms)
    table.enter(f"2 11 {EXAMPLE.fields_of(11)[0]}", ms + 1500)
    assert table.enter("2 8", ms + 1600) == "8 is full"
    assert table.see["claims"] == [{"seat": 2, "result": 11, "verdict": None}]


def test_digits_whose_numbers_are_all_full_are_rolled_again() -> None:
    numbers = [int(number) for number in fields((1, 1, 1), Side.EASY)]
    table, ms = sit("seats=1,2"), 1000.0
    for field in sorted({field for number in numbers for field in EXAMPLE.fields_of(number)}):
        go(table, 1, ms=ms)
        assert table.enter(f"1 {number_at(table, field)} {field}", ms + 1500) is None
        table.wait(ms + 17_000)
        table.enter("right", ms + 17_000)
        ms += 20_000
    assert table.enter("1 1 1", ms) == "1 1 1 make no number: roll again"
    assert (table.see["phase"], table.enter("2 3 7", ms + 100)) == ("roll", None)


def test_the_box_counts_the_groups_and_ok_ends_the_game() -> None:
    table, ms = sit("seats=1,2,3,4,5,6"), 1000.0
    group, alone = ("A1", "A2", "B2", "B3", "C3"), ("G4", "E6")
    for field in (*group, *alone):
        go(table, 1, ms=ms)
        table.enter(f"1 {number_at(table, field)} {field}", ms + 1500)
        table.wait(ms + 17_000)
        table.enter("right", ms + 17_000)
        ms += 20_000
    assert largest_group((*group, *alone)) == 5
    assert table.see["phase"] == "score"
    assert table.see["players"]["1"] == {"tokens": 0, "group": 5, "score": 5}
    assert table.see["players"]["2"] == {"tokens": 7, "group": 0, "score": -7}
    assert table.enter("1 6", ms) == "The box has counted: ok"
    assert table.ok(ms + 500) is None
    assert (table.see["phase"], table.referee.outcome(table.state).winners) == ("over", (1,))


def test_both_colours_of_a_player_are_one_group() -> None:
    table, ms = sit("seats=1,2"), 1000.0
    for first, second in zip(FIELDS[:20:2], FIELDS[1:20:2], strict=True):
        go(table, 1, 1, ms=ms)
        for field, at in ((first, ms + 2500), (second, ms + 2600)):
            assert table.enter(f"1 {number_at(table, field)} {field}", at) is None
        table.wait(ms + 17_000)
        table.enter("right", ms + 17_000)
        table.enter("right", ms + 17_100)
        ms += 20_000
    assert table.see["phase"] == "score"
    assert table.see["players"]["1"] == {"tokens": [0, 0], "group": 20, "score": 20}


def test_a_board_that_is_not_the_printed_one_says_so_and_a_printed_one_does_not() -> None:
    evening = Evening()
    evening.enter("game rachmistrz seats=1,2,3 board=example", 100)
    evening.enter("2 3 7", 200)
    assert evening.shown.main.title == "not a printed board"
    words, boards = ("seats=1,2,3", "board=ours"), {"ours": Board("Ours", EXAMPLE.numbers)}
    own = GAME.begin(words, Surroundings(AT_TABLE, Times(), "en", things={"board": boards}))
    known, _ = own.step(own.start(), Enter("2 3 7", 0))
    assert own.main_screen(known, 0, speaker("en")).title == "Got a number? Press!"
