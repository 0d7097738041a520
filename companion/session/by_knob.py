"""Options that the knob can't just step through: whose seats, which teams, any dice. Pure.

Where an option names seats, whoever it is about presses while the knob stands on it, or is taken from a list.
Dice are put together: how many, which, and more of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from companion.games.base import Choice
from companion.games.options import Option
from companion.session.state import State
from companion.words import T, Text, Who
from firmware.events import Seat

MOST_DICE = 6
"""So many of one kind the knob offers; typed, there can be more."""

KINDS = ("d6", "d4", "d8", "d10", "d12", "d20", "d100", "d2", "d3")


def of_some(option: Option) -> bool:
    """Whether an option names any of the seats, or teams of them."""
    return option.of_teams or (option.of_seats and option.name != "first")


def change(option: Option, value: str, seats: tuple[Seat, ...], dice: Iterable[str]) -> Choice:
    """What the knob offers for an option: a step to its next value, or all that it may be made of.

    Args:
        option: the option.
        value: what it stands at.
        seats: who plays.
        dice: the dice this box knows by name.
    """
    text = f"change {option.name}"
    if of_some(option):
        return Choice(text, option.label, partial(_seats, option, value, seats))
    if option.of_dice:
        return Choice(text, option.label, partial(_dice, option, (*KINDS, *dice)))
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


def _teams(value: str) -> list[set[Seat]]:
    return [set(map(int, team.split("+"))) for team in value.split(",") if team]


def _next_team(value: str, seat: Seat) -> str:
    """The first team, the second, and so on, a new one, and then alone again."""
    teams = _teams(value)
    was = next((n for n, team in enumerate(teams) if seat in team), -1)
    alone = was >= 0 and teams[was] == {seat}
    for team in teams:
        team.discard(seat)
    if was + 1 < len(teams):
        teams[was + 1].add(seat)
    elif not alone:
        teams.append({seat})
    return ",".join("+".join(map(str, sorted(team))) for team in teams if team)


def _said(option: Option, value: str, seat: Seat) -> Text:
    if not option.of_teams:
        inside = seat in _teams(value.replace(",", "+"))[0] if value else False
        return T("{who}: yes", who=Who(seat)) if inside else T("{who}: no", who=Who(seat))
    for number, team in enumerate(_teams(value)):
        if seat in team:
            return T("{who}: team {letter}", who=Who(seat), letter="ABCDEFGH"[number])
    return T("{who}: alone", who=Who(seat))


# -- dice --------------------------------------------------------------------------------------------------


def _dice(option: Option, kinds: tuple[str, ...]) -> tuple[Choice, ...]:
    """The sets most used, then any other."""
    sets = (Choice(f"set {option.name} {text}", T("{dice}", dice=text)) for text in option.offers)
    return (*sets, Choice("other", T("Others ..."), partial(_how_many, option, kinds, "")))


def _how_many(option: Option, kinds: tuple[str, ...], so_far: str) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(n), T("{dice} ...", dice=f"{so_far}{n}"), partial(_which, option, kinds, f"{so_far}{n}"))
        for n in range(1, MOST_DICE + 1)
    )


def _which(option: Option, kinds: tuple[str, ...], so_far: str) -> tuple[Choice, ...]:
    return tuple(
        Choice(kind, T("{dice}", dice=f"{so_far}{kind}"), partial(_more, option, kinds, f"{so_far}{kind}"))
        for kind in kinds
    )


def _more(option: Option, kinds: tuple[str, ...], so_far: str) -> tuple[Choice, ...]:
    """That is all, or further dice."""
    done = Choice(f"set {option.name} {so_far}", T("{dice}: that's all", dice=so_far))
    return (done, Choice("plus", T("and more ..."), partial(_how_many, option, kinds, f"{so_far}+")))
