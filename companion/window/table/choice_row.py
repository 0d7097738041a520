"""What can be chosen now, as buttons in a row; of many, those around the standing one, and "more"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pygame import Rect, Surface

from companion.window.scale import Scale, finger
from companion.window.table.button import (
    Spot,
    Tone,
    draw_lettered,
    draw_ok,
    narrowest,
    ok_width,
    one_height,
    share_out,
)
from firmware.events import HostEvent, HostKey, Key, Knob

FEW = 6
"""At most so many stand in one row; of more, some, and a button that shows them all."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of what can be chosen was touched, by its place in ``TableView.choices``."""

    index: int


@dataclass(frozen=True, slots=True)
class AllChoices:
    """All of them are to be shown: `companion.window.table.choice_grid`."""


@dataclass(frozen=True, slots=True)
class Typed:
    """Something that lies on the table was touched: ``does`` is what that is, typed.

    Of ``first|second`` the first that can be chosen now is taken, and none is typed; ``… high`` is known by
    its end. Of ``name 3 ``, with a space at its end, people type the rest.
    """

    does: str


Hit: TypeAlias = Choice | AllChoices | Typed


_FAR = 99
"""There are fewer pages: turned so far back the knob stands on the first."""


def events_for(index: int, count: int, at: int, *, pages: bool = False) -> tuple[HostEvent, ...]:
    """What the knob would do to take one of so many choices: turn to it, and ok; of pages, only turn.

    The window can't know where the knob is before it is turned (games begin where it suits them), so it is
    turned to the first choice, where it stops, and from there.
    """
    turn = Knob(-(_FAR if pages else count), at), *((Knob(index, at),) if index else ())
    return turn if pages else (*turn, Key(HostKey.OK, at))


def lay_out_choices(
    rect: Rect, scale: Scale, labels: Sequence[str], standing: int | None, more: str = ""
) -> tuple[Spot[Hit], ...]:
    """Place the row: all choices, or as many around the standing one as can be written out, and ``more``."""
    count = len(labels)
    if not rect.height or not count:
        return ()
    gap = max(4, scale.gap)
    if count <= FEW and (places := _places(rect, scale, labels, gap)):
        return tuple(Spot(place, Choice(index)) for index, place in enumerate(places))
    for near in range(min(FEW, count) - 1, 0, -1):
        start = min(max((standing or 0) - near // 2, 0), count - near)
        places = _places(rect, scale, [*labels[start : start + near], more], gap)
        if places or near == 1:
            *some, last = places or share_out(rect, [2.0, 1.0], gap)
            row: list[Spot[Hit]] = [Spot(place, Choice(start + n)) for n, place in enumerate(some)]
            return (*row, Spot(last, AllChoices()))
    return (Spot(rect, Choice(0)),)


def _places(rect: Rect, scale: Scale, labels: Sequence[str], gap: int) -> list[Rect]:
    """Places beside each other in which all labels can be written out, as alike as can be; else none."""
    mark = finger(scale.unit) // 2  # any of them may be the one ok takes
    needs = [max(finger(scale.unit), narrowest(scale, label) + scale.pad + mark) for label in labels]
    room = rect.width - gap * (len(labels) - 1)
    if sum(needs) > room:
        return []
    if max(needs) <= room // len(labels):
        return share_out(rect, [1.0] * len(labels), gap)
    lines = [scale.type.width(label, scale.least) + scale.pad + mark for label in labels]
    spare = room - sum(needs) - len(labels) * max(0, ok_width(scale, rect) - mark)
    for index in sorted(range(len(labels)), key=lines.__getitem__):  # a short one stands on one line
        more = max(0, lines[index] - needs[index])
        if lines[index] <= room // len(labels) and more <= spare:
            needs[index] += more
            spare -= more
    spare = room - sum(needs)
    return share_out(rect, [need + spare / len(labels) for need in needs], gap)


def draw_choices(
    target: Surface,
    scale: Scale,
    rect: Rect,  # noqa: ARG001 - its spots say where in it
    *,
    spots: Sequence[Spot[Hit]],
    labels: Sequence[str],
    standing: int | None,
    more: str = "",
    tone: Tone = Tone.PLAIN,
) -> None:
    """Draw the row as `lay_out_choices` placed it; the standing one with a check mark, as ok stands."""
    said = [
        (spot.rect, spot.does, labels[spot.does.index] if isinstance(spot.does, Choice) else more)
        for spot in spots
    ]
    if not said:
        return
    aside = scale.pad + max(ok_width(scale, place) for place, _, _ in said)
    height = one_height(scale, [(label, place) for place, _, label in said], aside)
    for place, does, label in said:
        if isinstance(does, Choice) and does.index == standing:
            ok = Tone.MARKED if tone is Tone.PLAIN else tone
            draw_ok(target, scale, place, label, ok, height=height)
        else:
            draw_lettered(target, scale, place, label, aside=scale.pad, height=height)
