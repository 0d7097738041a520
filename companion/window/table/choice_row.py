"""What can be chosen now, as buttons in a row; of many, those around the standing one, and "all"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pygame import Rect, Surface

from companion.window.scale import Scale
from companion.window.table.button import Spot, Tone, draw_face, draw_lettered, label_height, share_out
from companion.window.table.fit import write_line
from companion.window.table.icons import draw_icon
from firmware.events import HostEvent, HostKey, Key, Knob

FEW = 6
"""So many stand in one row; of more, one fewer, and a button that shows them all."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of what can be chosen was touched, by its place in ``TableView.choices``."""

    index: int


@dataclass(frozen=True, slots=True)
class AllChoices:
    """All of them are to be shown: `companion.window.table.choice_grid`."""


@dataclass(frozen=True, slots=True)
class Typed:
    """Something that lies on the table was touched: ``does`` is what that is, typed."""

    does: str


Hit: TypeAlias = Choice | AllChoices | Typed


_FAR = 99
"""No knob has so many places: turned so far it stands at one end."""


def turn_to(index: int, at: int) -> tuple[HostEvent, ...]:
    """What the knob would do to stand on a page, wherever it is now."""
    return Knob(-_FAR, at), *((Knob(index, at),) if index else ())


def events_for(index: int, count: int, at: int) -> tuple[HostEvent, ...]:
    """What the knob would do to take a choice: turn to it, and ok.

    The window can't know where the knob is before it is turned (games begin where it suits them), so it is
    turned to the first choice, where it stops, and from there.

    Args:
        index: which choice.
        count: how many there are.
        at: the time of the touch (ns).
    """
    turn = (Knob(index, at),) if index else ()
    return Knob(-count, at), *turn, Key(HostKey.OK, at)


def lay_out_choices(rect: Rect, scale: Scale, count: int, standing: int | None) -> tuple[Spot[Hit], ...]:
    """Place the row.

    Args:
        rect: its place; without height there is none.
        scale: sizes.
        count: how many choices there are.
        standing: which of them the knob stands on.
    """
    if not rect.height or not count:
        return ()
    gap = max(4, scale.gap)
    if count <= FEW:
        wide = min(rect.width, count * rect.width // 3)  # one or two needn't fill it
        room = Rect(rect.centerx - wide // 2, rect.y, wide, rect.height)
        places = share_out(room, [1] * count, gap)
        return tuple(Spot(place, Choice(index)) for index, place in enumerate(places))
    near = FEW - 1
    start = min(max((standing or 0) - near // 2, 0), count - near)
    *places, last = share_out(rect, [1.0] * near + [0.7], gap)
    row: list[Spot[Hit]] = [Spot(place, Choice(start + n)) for n, place in enumerate(places)]
    return (*row, Spot(last, AllChoices()))


def draw_choices(
    target: Surface,
    scale: Scale,
    rect: Rect,  # noqa: ARG001 - its spots say where in it
    *,
    spots: Sequence[Spot[Hit]],
    labels: Sequence[str],
    standing: int | None,
) -> None:
    """Draw the row.

    Args:
        target: the window.
        scale: theme and sizes.
        rect: the row's place.
        spots: as `lay_out_choices` placed them within it.
        labels: every choice as shown.
        standing: which of them the knob stands on.
    """
    for spot in spots:
        if isinstance(spot.does, Choice):
            tone = Tone.MARKED if spot.does.index == standing else Tone.PLAIN
            draw_lettered(target, scale, spot.rect, labels[spot.does.index], aside=scale.pad, tone=tone)
        else:
            _draw_all(target, scale, spot.rect, len(labels))


def _draw_all(target: Surface, scale: Scale, rect: Rect, count: int) -> None:
    """How many there are, behind a picture of more."""
    ink = draw_face(target, scale, rect)
    room = rect.inflate(-scale.pad, 0)
    size = round(room.height * 0.42)
    draw_icon(target, "more", colour=ink, centre=(room.x + size // 2 + 4, room.centery), size=size)
    place = Rect(room.x + size + 4, room.y, room.width - size - 4, room.height)
    write_line(target, scale, place, str(count), height=label_height(scale, rect), colour=ink)
