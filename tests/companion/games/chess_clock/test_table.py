"""What the table window shows of the chess clock."""

from __future__ import annotations

from companion.table.parts import Clock
from firmware.views import Mood
from tests.companion.games.sitting import Sitting, referee_for
from tests.companion.games.tabletop import part, plates, table


def both(game: Sitting, ms: float | None = None) -> list[Clock]:
    """The clocks beside each other."""
    return [one for one in table(game, ms).middle if isinstance(one, Clock)]


def clock() -> Sitting:
    return Sitting(referee_for("turns seats=1,2,3 first=2 time=60"))


def test_the_time_that_runs_is_the_big_one() -> None:
    game = clock()
    game.press(1, 0)
    assert part(game, 15_000) == Clock("0:45", bar=750)
    assert (table(game).headline, table(game).sign) == ("Seat 2", 2)
    assert plates(game)[2].mood is Mood.TURN
    assert plates(game)[1].value == "1:00"


def test_tenths_run_in_the_last_ten_seconds_only_and_low_time_is_marked() -> None:
    game = clock()
    game.press(1, 0)
    assert not part(game, 49_900).moving
    tenths, last = part(game, 51_600), part(game, 54_700)
    assert (tenths.text, tenths.moving, tenths.last) == ("8.4", True, False)
    assert (last.text, last.moving, last.last) == ("5.3", True, True)
    game.ok(51_600)
    assert not part(game, 99_000).moving


def test_a_seat_without_time_has_a_fallen_flag_and_waits() -> None:
    game = clock()
    game.press(1, 0)
    game.wait(60_000)
    assert part(game).fallen
    game.ok(61_000)
    assert not part(game).fallen
    assert (plates(game)[2].mood, plates(game)[2].note) == (Mood.WAIT, "flag no. 1")


def test_each_plate_tells_its_move_and_the_delay_stands_below_the_name() -> None:
    game = Sitting(referee_for("turns seats=1,2 time=60 delay=5"))
    game.ok(0)
    game.press(1, 2000)
    assert table(game, 3500).text == ("delay 4 s",)
    assert [clock.text for clock in both(game, 6900)] == ["1:00", "1:00"]
    assert table(game, 7000).text == ()
    assert [plate.note for plate in plates(game).values()] == ["move 2", "move 1"]


def test_low_time_is_said_below_the_name() -> None:
    game = Sitting(referee_for("turns seats=1,2 time=300"))
    game.ok(0)
    assert [table(game, ms).text for ms in (279_999, 280_000)] == [(), ("low time",)]


def test_two_have_their_clocks_beside_each_other_and_the_one_that_runs_is_marked() -> None:
    game = Sitting(referee_for("turns seats=1,2 time=60"))
    game.ok(0)
    first, second = both(game, 10_000)
    assert first == Clock("0:50", bar=833, runs=True)
    assert second == Clock("1:00", bar=1000, runs=False)
    assert [plate.value for plate in plates(game).values()] == ["", ""]


def test_while_nothing_runs_a_touch_on_the_other_clock_says_whose_turn_it_is() -> None:
    game = Sitting(referee_for("turns seats=1,2 time=60"))
    assert [clock.does for clock in both(game)] == ["", "turn 2"]
    game.enter("turn 2", 0)
    assert [clock.does for clock in both(game)] == ["turn 1", ""]
    game.ok(1000)
    assert [clock.does for clock in both(game)] == ["", ""]
