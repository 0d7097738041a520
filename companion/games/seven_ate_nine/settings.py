"""How a game of 7 Ate 9 was set up: its options, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.errors import OptionError
from companion.games.options import Option, Setup, one_of, read_seats, whole_number
from companion.games.seven_ate_nine.cards import DECK, Card, deal
from companion.words import T
from firmware.events import NS_PER_MS, Seat


def _some_seats(text: str) -> tuple[Seat, ...]:
    return read_seats(text) if text else ()


_KNOB_SEATS = ("", *"12345678", "1,2", "2,3", "3,4", "4,5", "5,6")

OPTIONS = (
    Option("wrap", T("Over 10, under 1"), "yes", ("yes", "no"), one_of("yes", "no")),
    Option("wins", T("Rounds to win"), "1", ("1", "3"), one_of("1", "3")),
    Option("kids", T("Children"), "", _KNOB_SEATS, _some_seats, of_seats=True),
    Option("times", T("Adults: times more"), "2", ("2", "3"), one_of("2", "3")),
    Option("decks", T("Stacks"), "kids", ("kids", "equal"), one_of("kids", "equal")),
    Option("side_piles", T("May lay beside"), "", _KNOB_SEATS, _some_seats, of_seats=True),
    Option("contest", T("Late within (ms)"), "300", ("200", "300", "500", "1000"), whole_number(0, 10_000)),
)


@dataclass(frozen=True, slots=True)
class Rules:
    """What is agreed for all rounds of a game.

    Attributes:
        dealt: how many cards each seat gets.
        aside: cards left over.
        kids: seats of children, whose screens have fewer words.
        side_piles: seats that may lay beside their own stack.
        wrap: results above 10 and below 1 come round to the other end.
        wins: rounds to win; a player alone plays one.
        contest: so long after an accepted card the cards of others are late (ns).
        grain: presses this close can't be told apart (ns).
    """

    dealt: Mapping[Seat, int]
    aside: int
    kids: tuple[Seat, ...]
    side_piles: tuple[Seat, ...]
    wrap: bool
    wins: int
    contest: int
    grain: int

    @classmethod
    def of(cls, setup: Setup) -> Rules:
        """The rules of a game set up so.

        Raises:
            OptionError: children or side piles of seats not in play.
        """
        kids, side_piles = setup.options["kids"], setup.options["side_piles"]
        for option, seats in (("kids", kids), ("side_piles", side_piles)):
            if not set(seats) <= set(setup.seats):
                expected = f"{option} to be seats in play {list(setup.seats)}"
                raise OptionError(f"seven_ate_nine: expected {expected}, got {list(seats)}")
        fewer = kids if setup.options["decks"] == "kids" else ()
        dealt = deal(setup.seats, fewer, int(setup.options["times"]))
        return cls(
            dealt=dealt,
            aside=DECK - sum(dealt.values()),
            kids=kids,
            side_piles=side_piles,
            wrap=setup.options["wrap"] == "yes",
            wins=1 if len(setup.seats) == 1 else int(setup.options["wins"]),
            contest=setup.options["contest"] * NS_PER_MS,
            grain=setup.tie,
        )

    @property
    def solo(self) -> bool:
        """Somebody plays alone, against the clock."""
        return len(self.dealt) == 1

    def fits(self, centre: Card | None) -> tuple[int, ...] | None:
        """The values that may be laid on the middle; None while nobody has said what lies there."""
        return None if centre is None else centre.fits(wrap=self.wrap)
