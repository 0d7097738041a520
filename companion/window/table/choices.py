"""What can be chosen now, as buttons in a row; of many, those around the standing one, and "all"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pygame import Rect, Surface

from companion.window.scale import Scale
from companion.window.table.button import Tone, draw_face, label_height, share_out
from companion.window.table.fit import write_line
from companion.window.table.icons import draw_icon
from companion.window.theme import SPACE
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
class ChoiceButton:
    """One button of the row."""

    rect: Rect
    hit: Choice | AllChoices


Hit: TypeAlias = Choice | AllChoices


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


def lay_out_choices(rect: Rect, scale: Scale, count: int, standing: int | None) -> tuple[ChoiceButton, ...]:
    """Place the row.

    Args:
        rect: its place; without height there is none.
        scale: sizes.
        count: how many choices there are.
        standing: which of them the knob stands on.
    """
    if not rect.height or not count:
        return ()
    gap = max(4, scale.px(SPACE.gap))
    if count <= FEW:
        places = share_out(rect, [1] * count, gap)
        return tuple(ChoiceButton(place, Choice(index)) for index, place in enumerate(places))
    near = FEW - 1
    start = min(max((standing or 0) - near // 2, 0), count - near)
    *places, last = share_out(rect, [1.0] * near + [0.7], gap)
    row = [ChoiceButton(place, Choice(start + n)) for n, place in enumerate(places)]
    return (*row, ChoiceButton(last, AllChoices()))


def draw_choices(
    target: Surface,
    *,
    scale: Scale,
    rect: Rect,
    buttons: Sequence[ChoiceButton],
    labels: Sequence[str],
    standing: int | None,
) -> None:
    """Draw the row.

    Args:
        target: the window.
        scale: theme and sizes.
        rect: the row's place.
        buttons: as `lay_out_choices` placed them within it.
        labels: every choice as shown.
        standing: which of them the knob stands on.
    """
    before = target.get_clip()
    target.set_clip(rect.clip(before))
    for button in buttons:
        stands = isinstance(button.hit, Choice) and button.hit.index == standing
        tone = Tone.MARKED if stands else Tone.PLAIN
        ink = draw_face(target, scale=scale, rect=button.rect, tone=tone)
        place = button.rect.inflate(-scale.px(SPACE.pad), 0)
        text = str(len(labels))
        if isinstance(button.hit, Choice):
            text = labels[button.hit.index]
        else:
            size = round(place.height * 0.42)
            draw_icon(target, "more", colour=ink, centre=(place.x + size // 2 + 4, place.centery), size=size)
            place.update(place.x + size + 4, place.y, place.width - size - 4, place.height)
        height = label_height(scale, button.rect)
        write_line(target, scale=scale, text=text, height=height, colour=ink, rect=place)
    target.set_clip(before)
