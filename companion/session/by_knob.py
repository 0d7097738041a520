"""Options that the knob can't just step through: whose seats, which teams, any dice. Pure.

Where an option names seats, whoever it is about presses while the knob stands on it, or is taken from a list.
Dice are put together: how many, which, what of them counts, and more of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from companion.games.choice import Choice
from companion.games.options import Option
from companion.session.state import State
from companion.words import T, Text, Who, team_key
from firmware.events import Seat
from firmware.rolling import MOST_ADDED, MOST_DICE, MOST_FACES, Die

KINDS = ("d6", "d4", "d8", "d10", "d12", "d20", "d100", "d2", "d3")


def of_some(option: Option) -> bool:
    """Whether an option names any of the seats, or teams of them."""
    return option.of_teams or (option.of_seats and option.name != "first")


def change(
    option: Option, value: str, seats: tuple[Seat, ...], dice: Mapping[str, tuple[str, ...]]
) -> Choice:
    """What the knob offers for an option: a step to its next value, or all that it may be made of."""
    text = f"change {option.name}"
    if of_some(option):
        return Choice(text, option.label, partial(_seats, option, value, seats))
    if option.of_dice:
        return Choice(text, option.label, partial(_dice, _Making(option, value, dice)))
    return Choice(text, option.label)


def stands_on(choice: Choice, state: State) -> str:
    """The name of the option the knob stands on, or is inside of; empty: none."""
    within = (text for text in (*state.path, choice.text) if text.startswith("change "))
    return next(within, "").removeprefix("change ")


# -- seats and teams ---------------------------------------------------------------------------------------


def _seats(option: Option, value: str, seats: tuple[Seat, ...]) -> tuple[Choice, ...]:
    """Each seat, and how it stands in the option's value; taken, it stands otherwise."""
    return tuple(
        Choice(f"set {option.name} {toggled(option, value, seat)}", _said(option, value, seat))
        for seat in seats
    )


def toggled(option: Option, value: str, seat: Seat) -> str:
    """An option's value once that seat has pressed: in or out of it, or in the next team."""
    if option.of_teams:
        return _next_team(value, seat)
    named = {int(part) for part in value.split(",") if part} ^ {seat}
    return ",".join(map(str, sorted(named)))


def together(value: str, seats: Collection[Seat]) -> str:
    """An option's value once these seats have pressed together: they are a team of their own."""
    apart = (team.difference(seats) for team in teams_of(value))
    return _of_teams([*apart, seats])


def teams_of(value: str) -> list[set[Seat]]:
    """The teams of ``1+2,3+4``, and whoever is named alone."""
    return [set(map(int, team.split("+"))) for team in value.split(",") if team]


def _next_team(value: str, seat: Seat) -> str:
    """The first team, the second, and so on, a new one, and then alone again."""
    teams = teams_of(value)
    was = next((n for n, team in enumerate(teams) if seat in team), -1)
    alone = was >= 0 and teams[was] == {seat}
    for team in teams:
        team.discard(seat)
    if was + 1 < len(teams):
        teams[was + 1].add(seat)
    elif not alone:
        teams.append({seat})
    return _of_teams(teams)


def _of_teams(teams: Iterable[Collection[Seat]]) -> str:
    return ",".join(team_key(team) for team in teams if team)


def _said(option: Option, value: str, seat: Seat) -> Text:
    if not option.of_teams:
        inside = seat in teams_of(value.replace(",", "+"))[0] if value else False
        return T("{who}: yes", who=Who(seat)) if inside else T("{who}: no", who=Who(seat))
    for number, team in enumerate(teams_of(value)):
        if seat in team:
            return T("{who}: team {letter}", who=Who(seat), letter="ABCDEFGH"[number])
    return T("{who}: alone", who=Who(seat))


# -- dice --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Making:
    """A set of dice being put together.

    Attributes:
        option: the option it will be the value of.
        stands: what that stands at now.
        known: faces of the dice this box knows by name.
        text: the set so far, as typed.
        count: how many dice of the last kind.
        dice: how many in all.
    """

    option: Option
    stands: str
    known: Mapping[str, tuple[str, ...]]
    text: str = ""
    count: int = 0
    dice: int = 0

    def with_text(self, more: str) -> _Making:
        return replace(self, text=f"{self.text}{more}")

    @property
    def label(self) -> Text:
        return self.option.called(self.text)

    def choice(self, label: Text) -> Choice:
        """What makes it the value; once it is, that is seen."""
        taken = self.text == self.stands
        return Choice(
            f"set {self.option.name} {self.text}", T("✓ {dice}", dice=self.label) if taken else label
        )


def _dice(making: _Making) -> tuple[Choice, ...]:
    """The sets most used, then any other."""
    sets = (replace(making, text=text) for text in making.option.offers)
    return (
        *(one.choice(one.label) for one in sets),
        Choice("other", T("Others ..."), partial(_how_many, making)),
    )


def _how_many(making: _Making) -> tuple[Choice, ...]:
    made = [
        replace(making.with_text(str(n)), count=n, dice=making.dice + n)
        for n in range(1, MOST_DICE - making.dice + 1)
    ]
    return tuple(
        Choice(str(one.count), T("{dice} ...", dice=one.label), partial(_which, one)) for one in made
    )


def _which(making: _Making) -> tuple[Choice, ...]:
    """The usual kinds and those this box knows, then those with any other number of sides."""
    every = (f"d{sides}" for sides in range(2, MOST_FACES + 1))
    rare = tuple(kind for kind in every if kind not in KINDS)
    others = Choice("others", T("Others ..."), lambda: _kinds(making, rare))
    return (*_kinds(making, (*KINDS, *making.known)), others)


def _kinds(making: _Making, kinds: Iterable[str]) -> tuple[Choice, ...]:
    made = ((kind, making.with_text(kind)) for kind in kinds)
    return tuple(Choice(kind, one.label, partial(_more, one, kind)) for kind, one in made)


def _more(making: _Making, kind: str) -> tuple[Choice, ...]:
    """That is all; or only some of them count, a number is added, further dice are rolled."""
    numbers = Die(kind, making.known.get(kind, ())).numbered
    kept = (
        Choice("highest", T("Keep the highest ..."), partial(_kept, making, "k")),
        Choice("lowest", T("Keep the lowest ..."), partial(_kept, making, "l")),
    )
    done, *besides = _besides(making, numbers=numbers)
    return (done, *(kept if numbers and making.count > 1 else ()), *besides)


def _kept(making: _Making, how: str) -> tuple[Choice, ...]:
    made = ((str(n), making.with_text(f"{how}{n}")) for n in range(1, making.count))
    return tuple(Choice(n, one.label, partial(_besides, one, numbers=True)) for n, one in made)


def _besides(making: _Making, *, numbers: bool) -> tuple[Choice, ...]:
    """That is all; or what can be reckoned or rolled besides the dice so far."""
    done = making.choice(T("{dice}: that's all", dice=making.label))
    added = Choice("added", T("Plus or minus ..."), partial(_added, making), MOST_ADDED)
    plus = Choice("plus", T("and more ..."), partial(_how_many, making.with_text("+")))
    return (done, *((added,) if numbers else ()), *((plus,) if making.dice < MOST_DICE else ()))


def _added(making: _Making) -> tuple[Choice, ...]:
    """From the most taken away to the most added; the knob stands on +1."""
    made = (making.with_text(f"{n:+d}") for n in range(-MOST_ADDED, MOST_ADDED + 1) if n)
    return tuple(one.choice(one.label) for one in made)
