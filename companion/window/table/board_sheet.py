"""How the board editor looks: the board beside a number pad, or a question; and what can be touched there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pygame import Rect, Surface

from companion.table.honeycomb import POINTS
from companion.window.scale import Scale, finger
from companion.window.table.board import Comb, draw_comb, draw_number
from companion.window.table.board_typing import Typing
from companion.window.table.button import (
    Spot,
    Tone,
    draw_lettered,
    draw_pictured,
    share_out,
)
from companion.window.table.fit import write_line
from companion.window.table.overlay import draw_head, lay_out_head
from companion.window.theme import SIZES
from companion.words import Say, Text

NOTHING = Text("")

_BOARD = 0.62
"""The board's share of the sheet's width."""

_PAD = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"), ("erase", "0", "next"))


@dataclass(frozen=True, slots=True)
class Asked:
    """One answer to a question: what it does, and how it is shown."""

    does: str
    label: Text


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is to be drawn: a question with its answers, or a board being typed.

    Attributes:
        question: above the answers.
        choices: the answers.
        mark: which of them Enter takes.
        closes: what closing the question does.
        typing: the board.
        troubles: what is wrong with it, what matters most first.
        saves: whether it can be saved.
    """

    question: Text = NOTHING
    choices: tuple[Asked, ...] = ()
    mark: int = 0
    closes: str = "discard"
    typing: Typing | None = None
    troubles: tuple[Text, ...] = ()
    saves: bool = False


def draw_sheet(target: Surface, scale: Scale, rect: Rect, sheet: Sheet, say: Say) -> tuple[Spot[str], ...]:
    """Draw it; what can be touched."""
    if sheet.typing is None:
        return tuple(_question(target, scale, rect, sheet, say))
    left = Rect(rect.x, rect.y, round(rect.width * _BOARD), rect.height)
    gap = scale.gap
    right = Rect(left.right + gap, rect.y, rect.right - left.right - gap, rect.height)
    return (*_side(target, scale, right, sheet, say), *_board(target, scale, left, sheet.typing))


def _question(target: Surface, scale: Scale, rect: Rect, sheet: Sheet, say: Say) -> Iterator[Spot[str]]:
    """A question, and its answers below in as many columns as it takes."""
    gap, tall, head = scale.gap, finger(scale.unit), lay_out_head(rect, scale)
    draw_head(target, scale, head, say.text(sheet.question), say)
    yield Spot(head.close, sheet.closes)
    rows = max(1, (head.body.height + gap) // (tall + gap))
    columns = -(-len(sheet.choices) // rows)
    rows = -(-len(sheet.choices) // columns)
    tall = min((head.body.height + gap) // rows - gap, round(tall * 1.6))
    top = head.body.centery - (rows * (tall + gap) - gap) // 2
    width = min((rect.width + gap) // columns - gap, round(rect.width * 0.6))
    left = rect.centerx - (columns * (width + gap) - gap) // 2
    for index, choice in enumerate(sheet.choices):
        column, row = divmod(index, rows)
        place = Rect(left + column * (width + gap), top + row * (tall + gap), width, tall)
        tone = Tone.MARKED if index == sheet.mark else Tone.PLAIN
        _button(target, scale, place, say.text(choice.label), tone)
        yield Spot(place, choice.does)


def _board(target: Surface, scale: Scale, rect: Rect, typing: Typing) -> Iterator[Spot[str]]:
    """The board; every number's place can be touched, as far as the middle between two."""
    comb, palette, wrong = Comb.within(rect), scale.palette, typing.settled.wrong
    draw_comb(target, scale, comb)
    for place in sorted(range(len(POINTS)), key=lambda place: place == typing.place):
        number = typing.draft.numbers[place]
        here, bad = place == typing.place, place in wrong
        face, ink, rim = palette.card, palette.card_ink, None
        if bad:
            face, ink, rim = palette.bad, palette.ground, palette.ink
        elif here:
            face, ink, rim = palette.accent, palette.accent_ink, palette.ink
        elif number is None:
            face, ink, rim = palette.ground, palette.faint, palette.faint
        text = str(number) if number is not None else "?" if here else ""
        large = 1.15 if here or bad else 1.0
        draw_number(target, scale, comb, place, text=text, face=face, ink=ink, rim=rim, large=large)
        across = max(8, int(comb.side * 0.84))
        spot = Rect(0, 0, across, across)
        spot.center = comb.point(place)
        yield Spot(spot, f"place:{place}")


def _side(target: Surface, scale: Scale, rect: Rect, sheet: Sheet, say: Say) -> Iterator[Spot[str]]:
    """From the top: the name, what is wrong, the pad, and at the bottom save and leave."""
    assert sheet.typing is not None
    gap, tall = max(4, scale.gap // 2), finger(scale.unit)
    draft = sheet.typing.draft
    name = Rect(rect.x, rect.y, rect.width, tall)
    shown = say("Name: {name}", name=draft.name) if draft.name else say("Name?")
    _button(target, scale, name, shown, Tone.PLAIN if draft.name else Tone.CALL)
    yield Spot(name, "name")
    foot = Rect(rect.x, rect.bottom - tall, rect.width, tall)
    leave, save = share_out(foot, [1.0, 1.0], gap)
    _button(target, scale, leave, say("Leave"))
    _button(target, scale, save, say("Save"), Tone.CALL if sheet.saves else Tone.OFF)
    yield Spot(leave, "leave")
    yield Spot(save, "save")
    rows = len(_PAD)
    high = min(round(tall * 1.5), (foot.top - name.bottom - 2 * tall) // rows - gap)
    pad = Rect(rect.x, foot.top - rows * (high + gap), rect.width, rows * (high + gap))
    said = Rect(rect.x, name.bottom + gap, rect.width, pad.top - name.bottom - 2 * gap)
    _troubles(target, scale, said, sheet, say)
    for row, words in enumerate(_PAD):
        line = Rect(pad.x, pad.y + row * (high + gap), pad.width, high)
        for place, word in zip(share_out(line, [1.0] * 3, gap), words, strict=True):
            _key(target, scale, place, word, say)
            yield Spot(place, f"digit:{word}" if word.isdigit() else word)


def _key(target: Surface, scale: Scale, rect: Rect, word: str, say: Say) -> None:
    if word == "erase":
        draw_pictured(target, scale, rect, "backspace")
    else:
        _button(target, scale, rect, say("Next") if word == "next" else word)


def _button(target: Surface, scale: Scale, rect: Rect, text: str, tone: Tone = Tone.PLAIN) -> None:
    draw_lettered(target, scale, rect, text, aside=2 * scale.pad, tone=tone)


def _troubles(target: Surface, scale: Scale, rect: Rect, sheet: Sheet, say: Say) -> None:
    """What is wrong, a line each, as many as fit; that nothing is, where nothing is."""
    size, palette = scale.letters(SIZES.text), scale.palette
    assert sheet.typing is not None
    if not sheet.troubles:
        text = say("All numbers are there")
        write_line(target, scale, rect, text, height=size, colour=palette.good)
        return
    wrong = bool(sheet.typing.settled.wrong)
    most = max(1, rect.height // max(1, round(size * 1.1)))
    lines = sheet.troubles[:most]
    high = rect.height // len(lines)
    for row, trouble in enumerate(lines):
        place = Rect(rect.x, rect.y + row * high, rect.width, high)
        colour = palette.bad if wrong and row == 0 else palette.ink
        write_line(target, scale, place, say.text(trouble), height=size, colour=colour)
