"""What the table window shows of the stopwatch."""

from __future__ import annotations

from companion.table.parts import Clock, Entries
from companion.table.view import Plate
from tests.companion.games.sitting import Sitting, referee_for
from tests.companion.games.tabletop import part, plates, table


def test_a_watch_shows_tenths() -> None:
    game = Sitting(referee_for("stopwatch seats=1,2,3"))
    assert part(game) == Clock("0.0")
    game.press(3, 1000)
    assert part(game, 1500) == Clock("0.5")
    game.ok(9000)
    assert part(game, 60_000) == Clock("8.0", asleep=True)


def test_laps_stand_on_plates() -> None:
    game = Sitting(referee_for("stopwatch seats=1,2"))
    game.press(1, 0)
    game.press(2, 2000)
    game.press(2, 5000)
    assert plates(game)[1] == Plate(1, "Seat 1")
    assert plates(game)[2] == Plate(2, "Seat 2", "5.0", "lap 2", strong=True)


def laps(game: Sitting) -> list[tuple[int | None, str]]:
    (listed,) = table(game).below
    assert isinstance(listed, Entries)
    return [(entry.seat, entry.told) for entry in listed.entries]


def test_laps_are_listed_below_the_furthest_first_and_again_after_back_to_zero() -> None:
    game = Sitting(referee_for("stopwatch seats=1,2,3"))
    game.press(1, 0)
    assert laps(game) == []
    for ms in (2000, 5000, 9000, 14_000):
        game.press(2, ms)
    game.press(1, 14_500)
    lapped = [(2, "… · 3.0 · 4.0 · 5.0"), (1, "14.5")]
    assert laps(game) == lapped
    game.ok(15_000)
    game.enter("reset", 16_000)
    assert laps(game) == lapped
    game.press(1, 17_000)
    assert laps(game) == []


def test_where_many_have_laps_the_last_of_each_is_listed() -> None:
    game = Sitting(referee_for("stopwatch seats=1,2,3,4,5"))
    game.press(1, 0)
    for seat in (1, 2, 3, 4, 5):
        game.press(seat, 1000 * seat)
        game.press(seat, 1000 * seat + 500)
    assert laps(game)[0] == (1, "0.5")


def test_a_plate_s_time_has_at_most_six_letters() -> None:
    game = Sitting(referee_for("stopwatch seats=1"))
    game.press(1, 0)
    for ms in (599_900, 600_000, 3_599_000):
        game.press(1, ms)
        assert len(plates(game)[1].value) <= 6
