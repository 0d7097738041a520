"""A keyboard over the table, for fingers: the line the host types, as with real keys, which work too."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pygame import Rect, Surface
from pygame.event import Event

from companion.window import theme
from companion.window.scale import Scale
from companion.window.table.button import Tone, draw_face, label_height, share_out
from companion.window.table.fit import fitted, write_line
from companion.window.table.icons import draw_icon
from companion.window.table.layout import finger
from companion.window.table.overlay import Answer, Leave, Send
from companion.window.theme import SIZES, SPACE
from companion.window.typing_line import Done, TypingLine
from companion.words import Say

Special: TypeAlias = Literal["backspace", "shift", "space", "cancel", "send"]

_ROWS: Sequence[tuple[str, Special | None]] = (
    ("1234567890+-", None),
    ("qwertyuiop*/", None),
    ("asdfghjkl()=", None),
    ("zxcvbnm.,'", "backspace"),
    ("ąćęłńóśźż:", "shift"),
)
"""Rows of keys, each twelve wide; a special one at the end takes two."""

_FOOT: Sequence[tuple[Special, float]] = (("cancel", 3), ("space", 5), ("send", 4))


@dataclass(frozen=True, slots=True)
class KeySpot:
    """One key: what it writes, or what else it does, and its place."""

    rect: Rect
    writes: str = ""
    does: Special | None = None


@dataclass(frozen=True, slots=True)
class KeyboardLayout:
    """Where everything is: the line being typed above, then quick words, then the keys."""

    line: Rect
    words: tuple[KeySpot, ...]
    keys: tuple[KeySpot, ...]


def lay_out_keyboard(rect: Rect, scale: Scale, words: Sequence[str]) -> KeyboardLayout:
    """Place it.

    Args:
        rect: the whole sheet.
        scale: sizes.
        words: quick words, the most needed first; those that don't fit are left out.
    """
    gap = max(3, scale.px(SPACE.gap) // 2)
    inside = rect.inflate(-2 * gap, -2 * gap)
    rows = len(_ROWS) + 2 + bool(words)
    tall = min((inside.height + gap) // rows - gap, round(finger(scale.unit) * 1.3))
    width = min(inside.width, round(tall * 18))
    x, y = inside.centerx - width // 2, inside.bottom - rows * (tall + gap) + gap
    places = [Rect(x, y + row * (tall + gap), width, tall) for row in range(rows)]
    line = Rect(x, inside.y, width, places[0].bottom - inside.y)
    quick = tuple(_quick(places[1], scale, words, gap)) if words else ()
    keys: list[KeySpot] = []
    for place, (letters, special) in zip(places[1 + bool(words) :], _ROWS, strict=False):
        spots = share_out(place, [1.0] * len(letters) + [2.0] * (special is not None), gap)
        keys += [KeySpot(spot, letter) for spot, letter in zip(spots, letters, strict=False)]
        if special is not None:
            keys.append(KeySpot(spots[-1], does=special))
    foot = share_out(places[-1], [share for _, share in _FOOT], gap)
    keys += [KeySpot(spot, does=special) for spot, (special, _) in zip(foot, _FOOT, strict=True)]
    return KeyboardLayout(line, quick, tuple(keys))


def _quick(row: Rect, scale: Scale, words: Sequence[str], gap: int) -> Iterator[KeySpot]:
    x = row.x
    for word in words:
        width = max(
            row.height, scale.type.width(word.strip(), label_height(scale, row)) + 2 * scale.px(SPACE.pad)
        )
        if x + width > row.right:
            return
        yield KeySpot(Rect(x, row.y, width, row.height), word)
        x += width + gap


class Keyboard:
    """An `Overlay`: a line to type, and keys to type it with.

    Args:
        words: what is typed most in the game at hand; one that ends with a space wants more after it.
        opener: scancode of the key that opened it, if one did: what it types is not meant.
    """

    def __init__(self, words: Sequence[str] = (), *, opener: int | None = None) -> None:
        self._line = TypingLine(opener)
        self._words = tuple(words)
        self._capital = False
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
        for spot in (*self._layout.words, *self._layout.keys):
            if spot.rect.collidepoint(x, y):
                return self._answer(self._press(spot))
        return None

    def key(self, event: Event) -> Answer | None:
        """A real key."""
        return self._answer(self._line.handle(event))

    def _answer(self, done: Done | None) -> Answer | None:
        if done is None:
            return None
        return Send(self.text.strip()) if done == "send" else Leave()

    def _press(self, spot: KeySpot) -> Done | None:
        match spot.does:
            case "send":
                return self._line.end()
            case "cancel":
                return "cancel"
            case "backspace":
                self._line.erase()
            case "space":
                self._line.add(" ")
            case "shift":
                self._capital = not self._capital
            case None if len(spot.writes) > 1:
                apart = " " if self.text and not self.text.endswith(" ") else ""
                self._line.add(apart + spot.writes)
            case None:
                self._line.add(self._written(spot))
                self._capital = False
        return None

    def _written(self, spot: KeySpot) -> str:
        return spot.writes.upper() if self._capital else spot.writes

    def draw(self, target: Surface, *, scale: Scale, rect: Rect, say: Say) -> None:
        """Draw the line and the keys."""
        layout = self._layout = lay_out_keyboard(rect, scale, self._words)
        palette, rim = scale.palette, scale.px(SPACE.rim)
        theme.plate(
            target, palette.ground, palette.panel_rim, rect, radius=scale.px(SPACE.radius), breadth=rim
        )
        self._draw_line(target, scale, layout.line, say)
        for spot in layout.words:
            ink = draw_face(target, scale=scale, rect=spot.rect)
            text, height = spot.writes.strip(), label_height(scale, spot.rect)
            write_line(target, scale=scale, text=text, height=height, colour=ink, rect=spot.rect)
        for spot in layout.keys:
            self._draw_key(target, scale, spot, say)

    def _draw_line(self, target: Surface, scale: Scale, rect: Rect, say: Say) -> None:
        """What has been typed, all of it: smaller the longer it is, its end always in sight."""
        palette, pad = scale.palette, scale.px(SPACE.pad)
        theme.plate(
            target, palette.sunk, palette.accent, rect, radius=scale.px(SPACE.radius),
            breadth=scale.px(SPACE.rim),
        )  # fmt: skip
        inside = rect.inflate(-4 * pad, 0)
        shown = self.text or say("Type a name or a number")
        height = fitted(scale, shown, min(scale.px(SIZES.value), round(rect.height * 0.9)), inside.width)
        height = max(height, 16)
        width = scale.type.width(shown, height)
        before = target.get_clip()
        target.set_clip(inside.inflate(2 * pad, 0).clip(before))
        x = min(inside.x, inside.right - width)
        colour = palette.ink if self.text else palette.faint
        scale.type.write(target, shown, height, colour, (x, rect.centery))
        cursor = Rect(x + width + 1 if self.text else x - 4, 0, max(2, height // 10), round(height * 0.85))
        cursor.centery = rect.centery
        target.fill(palette.ink, cursor)
        target.set_clip(before)

    def _draw_key(self, target: Surface, scale: Scale, spot: KeySpot, say: Say) -> None:
        tone = Tone.PLAIN
        if spot.does == "send":
            tone = Tone.CALL if self.text.strip() else Tone.OFF
        elif spot.does == "shift" and self._capital:
            tone = Tone.MARKED
        ink = draw_face(target, scale=scale, rect=spot.rect, tone=tone)
        if spot.does in ("backspace", "shift"):
            size = round(spot.rect.height * 0.5)
            draw_icon(target, spot.does, colour=ink, centre=spot.rect.center, size=size)
            return
        words = {"space": say("Space"), "cancel": say("cancel"), "send": say("send")}
        text = self._written(spot) if spot.does is None else words[spot.does]
        height = label_height(scale, spot.rect)
        write_line(target, scale=scale, text=text, height=height, colour=ink, rect=spot.rect.inflate(-6, 0))
