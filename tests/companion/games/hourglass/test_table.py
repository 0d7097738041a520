"""What the table window shows of the hourglass."""

from __future__ import annotations

from companion.table.parts import Glass
from firmware.events import NS_PER_S, Knob
from tests.companion.games.sitting import Sitting, ns, referee_for
from tests.companion.games.tabletop import part, table


def test_a_glass_shows_exactly_what_is_left() -> None:
    game = Sitting(referee_for("hourglass seats=1,2 time=60"))
    assert part(game) == Glass(60 * NS_PER_S, 60 * NS_PER_S, False, "1:00")
    game.press(1, 1000)
    assert part(game, 16_250) == Glass(44_750_000_000, 60 * NS_PER_S, True, "45")
    assert part(game, 16_250).moving
    game.ok(20_000)
    assert not part(game, 99_000).moving
    assert table(game).headline == "it stands still"


def test_time_that_is_up_stands_still() -> None:
    game = Sitting(referee_for("hourglass seats=1 time=5"))
    game.press(1, 0)
    game.wait(5000)
    assert table(game).headline == "TIME!"
    assert (part(game).left, part(game).moving) == (0, False)


def test_the_knob_fills_the_glass() -> None:
    game = Sitting(referee_for("hourglass seats=1 time=60"))
    game.happen(Knob(1, ns(10)))
    assert part(game).text == "1:05"
