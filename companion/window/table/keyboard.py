"""A keyboard over the table, for fingers: the line the host types, as with real keys, which work too."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from pygame import Rect, Surface
from pygame.event import Event

from companion.window.scale import Scale, finger
from companion.window.table.button import (
    Spot,
    Tone,
    draw_lettered,
    draw_pictured,
    one_height,
    share_out,
    touched,
)
from companion.window.table.fit import fitted
from companion.window.table.overlay import Answer, Leave, Send
from companion.window.theme import SIZES, clipped, plate
from companion.window.typing_line import Done, TypingLine
from companion.words import Say


class Special(Enum):
    """What a key does that writes nothing, or not what stands on it."""

    BACKSPACE = "backspace"
    SHIFT = "shift"
    SPACE = "space"
    CANCEL = "cancel"
    SEND = "send"


KeyDoes: TypeAlias = str | Special
"""What a key or a quick word writes, or what else it does."""

_KEYS: Sequence[tuple[str, Special | None]] = (
    ("1234567890+-", None),
    ("qwertyuiop*/", None),
    ("asdfghjkl()=", None),
    ("zxcvbnm.,'", Special.BACKSPACE),
    ("ąćęłńóśźż:", Special.SHIFT),
)
"""Rows of keys, each twelve wide; a special one at the end takes two."""

_FOOT: Sequence[tuple[Special, float]] = ((Special.CANCEL, 3), (Special.SPACE, 5), (Special.SEND, 4))


@dataclass(frozen=True, slots=True)
class KeyboardLayout:
    """Where everything is: the line being typed above, then quick words, then the keys."""

    line: Rect
    words: tuple[Spot[KeyDoes], ...]
    keys: tuple[Spot[KeyDoes], ...]


def lay_out_keyboard(rect: Rect, scale: Scale, words: Sequence[str]) -> KeyboardLayout:
    """Place it.

    Args:
        rect: the whole sheet.
        scale: sizes.
        words: quick words, the most needed first; those that don't fit are left out.
    """
    gap, least = max(3, scale.gap // 2), finger(scale.unit)
    if rect.height + gap < (len(_KEYS) + 3) * (least + gap):
        words = ()
    rows = len(_KEYS) + 2 + bool(words)
    tall = min((rect.height + gap) // rows - gap, round(least * 1.3))
    width = min(rect.width, round(tall * 18))
    x, y = rect.centerx - width // 2, rect.bottom - rows * (tall + gap) + gap
    places = [Rect(x, y + row * (tall + gap), width, tall) for row in range(rows)]
    line = Rect(x, rect.y, width, places[0].bottom - rect.y)
    quick = tuple(_quick(places[1], scale, words, gap)) if words else ()
    keys: list[Spot[KeyDoes]] = []
    for place, (letters, special) in zip(places[1 + bool(words) :], _KEYS, strict=False):
        spots = share_out(place, [1.0] * len(letters) + [2.0] * (special is not None), gap)
        does: list[KeyDoes] = [*letters, *([] if special is None else [special])]
        keys += map(Spot, spots, does)
    foot = share_out(places[-1], [share for _, share in _FOOT], gap)
    keys += [Spot(spot, special) for spot, (special, _) in zip(foot, _FOOT, strict=True)]
    return KeyboardLayout(line, quick, tuple(keys))


def _quick(row: Rect, scale: Scale, words: Sequence[str], gap: int) -> Iterator[Spot[KeyDoes]]:
    """As many words as have room, over the whole row."""
    letters = scale.letters(SIZES.note)
    widths = [max(row.height, scale.type.width(word.strip(), letters) + 2 * scale.pad) for word in words]
    while sum(widths) + gap * (len(widths) - 1) > row.width:
        widths.pop()
    if len(widths) == len(words):  # as broad as they need, and no broader
        row = Rect(row.x, row.y, min(row.width, round(1.5 * sum(widths))), row.height)
    yield from map(Spot, share_out(row, widths, gap), words)


class Keyboard:
    """An `Overlay`: a line to type, and keys to type it with.

    Args:
        words: what is typed most in the game at hand; one that ends with a space wants more after it.
        opener: scancode of the key that opened it, if one did: what it types is not meant.
        before: what is sent before what is typed: ``name 3 `` where a name is asked for.
        asks: what is asked for; empty: anything.
    """

    def __init__(
        self, words: Sequence[str] = (), *, opener: int | None = None, before: str = "", asks: str = ""
    ) -> None:
        self._line = TypingLine(opener)
        self._words = tuple(words)
        self._before, self._asks = before, asks
        self._capital = bool(before)
        self._layout: KeyboardLayout | None = None

    @property
    def text(self) -> str:
        """What has been typed."""
        return self._line.text

    @property
    def state(self) -> Hashable:
        """The line, and whether the next letter is a capital."""
        return self._line.text, self._capital

    def touch(self, x: int, y: int) -> Answer | None:
        """Press the key or the quick word at a point."""
        if self._layout is None:
            return None
        does = touched((*self._layout.words, *self._layout.keys), x, y)
        return None if does is None else self._answer(self._press(does))

    def key(self, event: Event) -> Answer | None:
        """A real key."""
        return self._answer(self._line.handle(event))

    def _answer(self, done: Done | None) -> Answer | None:
        if done is None:
            return None
        return Send(self._before + self.text.strip()) if done == "send" else Leave()

    def _press(self, does: KeyDoes) -> Done | None:
        match does:
            case Special.SEND:
                return self._line.end()
            case Special.CANCEL:
                return "cancel"
            case Special.BACKSPACE:
                self._line.erase()
            case Special.SPACE:
                self._line.add(" ")
            case Special.SHIFT:
                self._capital = not self._capital
            case word if len(word) > 1:
                apart = " " if self.text and not self.text.endswith(" ") else ""
                self._line.add(apart + word)
            case letter:
                self._line.add(self._written(letter))
                self._capital = False
        return None

    def _written(self, letter: str) -> str:
        return letter.upper() if self._capital else letter

    def draw(self, target: Surface, scale: Scale, rect: Rect, say: Say) -> None:
        """Draw the line and the keys."""
        layout = self._layout = lay_out_keyboard(rect, scale, self._words)
        self._draw_line(target, scale, layout.line, say)
        words = [(str(spot.does).strip(), spot.rect) for spot in layout.words]
        high = one_height(scale, words, scale.pad) if words else 0
        for word, place in words:
            draw_lettered(target, scale, place, word, aside=scale.pad, height=high)
        for spot in layout.keys:
            self._draw_key(target, scale, spot, say)

    def _draw_line(self, target: Surface, scale: Scale, rect: Rect, say: Say) -> None:
        """What has been typed, all of it: smaller the longer it is, its end always in sight."""
        palette, pad = scale.palette, scale.pad
        plate(target, palette.sunk, palette.accent, rect, radius=scale.radius, breadth=scale.rim)
        inside = rect.inflate(-4 * pad, 0)
        shown = self.text or self._asks or say("Type a name or a number")
        height = fitted(scale, shown, min(scale.letters(SIZES.value), round(rect.height * 0.9)), inside.width)
        height = max(height, scale.least)
        width = scale.type.width(shown, height)
        x = min(inside.x, inside.right - width)
        broad = max(2, height // 10)
        cursor = Rect(x + width + 1 if self.text else x - 2 * broad, 0, broad, round(height * 0.85))
        cursor.centery = rect.centery
        with clipped(target, inside.inflate(2 * pad, 0)):
            colour = palette.ink if self.text else palette.faint
            scale.type.write(target, shown, height, colour, (x, rect.centery))
            target.fill(palette.ink, cursor)

    def _draw_key(self, target: Surface, scale: Scale, spot: Spot[KeyDoes], say: Say) -> None:
        tone = Tone.PLAIN
        if spot.does is Special.SEND:
            tone = Tone.CALL if self.text.strip() else Tone.OFF
        elif spot.does is Special.SHIFT and self._capital:
            tone = Tone.MARKED
        match spot.does:
            case Special.BACKSPACE | Special.SHIFT as special:
                draw_pictured(target, scale, spot.rect, special.value, tone=tone)
                return
            case Special.SPACE:
                text = say("Space")
            case Special.CANCEL:
                text = say("cancel")
            case Special.SEND:
                text = say("send")
            case letter:
                text = self._written(letter)
        draw_lettered(target, scale, spot.rect, text, aside=6, tone=tone)
