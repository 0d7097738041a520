"""What the table window shows of the stopwatch."""

from __future__ import annotations

from companion.table.parts import Clock, Poster
from companion.table.view import Plate
from tests.companion.games.sitting import Sitting, referee_for
from tests.companion.games.tabletop import part, plates, table


def test_a_watch_shows_tenths_and_where_seats_came_in() -> None:
    game = Sitting(referee_for("stopwatch seats=1,2,3"))
    assert part(game) == Clock("0.0")
    game.press(3, 1000)
    assert part(game, 1500) == Clock("0.5")
    game.press(3, 3000)
    game.press(1, 5000)
    assert part(game) == Clock("4.0", bar=1000, marks=((3, 500), (1, 1000)))
    game.ok(9000)
    stands = Clock("8.0", bar=1000, marks=((3, 250), (1, 500)), asleep=True)
    assert table(game, 60_000).middle[0] == stands


def test_laps_stand_on_plates() -> None:
    game = Sitting(referee_for("stopwatch seats=1,2"))
    game.press(1, 0)
    game.press(2, 2000)
    game.press(2, 5000)
    assert plates(game)[1] == Plate(1, "Seat 1")
    assert plates(game)[2] == Plate(2, "Seat 2", "5.0", "lap 2 · 3.0", strong=True)


def test_laps_are_listed_while_it_stands_and_after_back_to_zero() -> None:
    game = Sitting(referee_for("stopwatch seats=1,2,3"))
    game.press(1, 0)
    for ms in (2000, 5000, 9000, 14_000):
        game.press(2, ms)
    game.press(1, 14_500)
    assert len(table(game).middle) == 1
    game.ok(15_000)
    laps = Poster(lines=("Seat 2: … · 3.0 · 4.0 · 5.0", "Seat 1: 14.5"))
    assert table(game).middle[1:] == (laps,)
    game.enter("reset", 16_000)
    assert table(game).middle[1:] == (laps,)
    game.press(1, 17_000)
    assert len(table(game).middle) == 1


def test_a_plate_s_time_has_at_most_six_letters() -> None:
    game = Sitting(referee_for("stopwatch seats=1"))
    game.press(1, 0)
    for ms in (599_900, 600_000, 3_599_000):
        game.press(1, ms)
        assert len(plates(game)[1].value) <= 6
