"""The bar along the lower edge: the knob, its keys and what the window can do, as buttons for fingers.

Where not all fit side by side, the most needed stand on the first page and the rest behind "more".
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum

from pygame import Rect, Surface

from companion.window.key_cap import draw_cap
from companion.window.scale import Scale, finger
from companion.window.table.button import Spot, Tone, draw_face, label_height, share_out
from companion.window.table.fit import fitted, write_line
from companion.window.table.icons import draw_icon
from companion.window.theme import SIZES, SPACE
from companion.words import Say, T, Text
from firmware.views import LOUDEST, Mood


class Control(Enum):
    """What can be touched below the table, from left to right."""

    BACK = "back"
    LEFT = "left"
    OK = "ok"
    RIGHT = "right"
    UNDO = "undo"
    REDO = "redo"
    PAUSE = "pause"
    MENU = "menu"
    WRITE = "write"
    SOUND = "sound"
    RULES = "rules"
    WATCH = "watch"
    BOARD = "board"
    LIGHT = "light"
    BOX = "box"
    FULL = "full screen"
    MORE = "more"


_NEEDED = (
    Control.OK, Control.LEFT, Control.RIGHT, Control.BACK, Control.MENU, Control.PAUSE, Control.UNDO,
    Control.WRITE, Control.RULES, Control.SOUND, Control.REDO, Control.BOX, Control.LIGHT, Control.BOARD,
    Control.WATCH, Control.FULL,
)  # fmt: skip
"""The most needed first; where there is no room, the others are behind "more"."""

_OK_SHARE = 3.0
"""OK is so many times as wide as the others: it says what it would choose."""

_EASY = 1.25
"""Where there are two pages anyway, a button is at least so many fingers wide."""

_LEAST_ON_CONTROLS = 15
"""Pixels: a word isn't meant to be smaller on any screen."""

_LEAST_WORD = 16
"""Pixels of a window of 1280 x 720: where a longer word would be smaller, the picture stands alone."""

KEY_CAPS: Mapping[Control, str] = {
    Control.BACK: "Esc",
    Control.OK: "Enter",
    Control.UNDO: "Bksp",
    Control.PAUSE: "P",
    Control.MENU: "M",
    Control.WRITE: "T",
    Control.SOUND: "S",
    Control.RULES: "H",
    Control.WATCH: "W",
    Control.BOARD: "B",
    Control.LIGHT: "L",
    Control.BOX: "Tab",
    Control.FULL: "F11",
}
"""The keys that do the same and have a short name; the arrows of LEFT and RIGHT speak for themselves."""


@dataclass(frozen=True, slots=True)
class ControlsState:
    """How the controls stand.

    Attributes:
        takes: what OK would choose, in the table's language; empty: a plain OK.
        mood: TURN: OK is waited for.
        off: controls nothing would follow from.
        down: controls a finger is on.
        volume: 0, silence, to `firmware.views.LOUDEST`.
        paused: the game stands still.
        dark: the theme is the dark one.
        full: the window fills the screen.
        more: the second page is shown.
        keys: there is a keyboard, so the keys that do the same are shown.
    """

    takes: str = ""
    mood: Mood = Mood.CALM
    off: frozenset[Control] = frozenset()
    down: frozenset[Control] = frozenset()
    volume: int = LOUDEST
    paused: bool = False
    dark: bool = True
    full: bool = False
    more: bool = False
    keys: bool = True


def lay_out_controls(
    rect: Rect, scale: Scale, shown: Collection[Control], *, more: bool = False
) -> tuple[Spot[Control], ...]:
    """Place the controls side by side.

    Args:
        rect: the whole bar, at least one finger high.
        scale: sizes.
        shown: the controls there are; MORE comes by itself where it is needed.
        more: the second page, with what isn't on the first.
    """
    gap, least = max(4, scale.px(SPACE.gap * 0.45)), finger(scale.unit)
    wanted = [control for control in _NEEDED if control in shown]
    if _width(wanted, least, gap) > rect.width:
        first: list[Control] = []
        for control in wanted:
            if _width([*first, control, Control.MORE], round(least * _EASY), gap) > rect.width:
                break
            first.append(control)
        wanted = [*(set(wanted) - set(first) if more else first), Control.MORE]
    row = [control for control in Control if control in wanted]
    places = share_out(rect, [_share(control) for control in row], gap)
    return tuple(Spot(place, control) for place, control in zip(places, row, strict=True))


def _share(control: Control) -> float:
    return _OK_SHARE if control is Control.OK else 1.0


def _width(row: Collection[Control], least: int, gap: int) -> float:
    return sum(_share(control) for control in row) * least + gap * (len(row) - 1)


def draw_controls(
    target: Surface,
    scale: Scale,
    rect: Rect,  # noqa: ARG001 - its spots say where in it
    *,
    spots: Collection[Spot[Control]],
    state: ControlsState,
    say: Say,
) -> None:
    """Draw the bar.

    Args:
        target: the window.
        scale: theme and sizes.
        rect: the bar's place.
        spots: as `lay_out_controls` placed them within it.
        state: how they stand.
        say: the language.
    """
    for spot in spots:
        draw = _draw_ok if spot.does is Control.OK else _draw_one
        draw(target, scale, spot, state, say)


def _tone(control: Control, state: ControlsState) -> Tone:
    if control in state.off:
        return Tone.OFF
    if control in state.down:
        return Tone.DOWN
    if control is Control.OK and state.mood is Mood.TURN:
        return Tone.CALL
    if control is Control.PAUSE and state.paused:
        return Tone.CALL
    return Tone.MARKED if control is Control.MORE and state.more else Tone.PLAIN


def _draw_ok(target: Surface, scale: Scale, spot: Spot[Control], state: ControlsState, say: Say) -> None:
    """A check mark, and what it would choose."""
    rect, ink = spot.rect, draw_face(target, scale, spot.rect, _tone(spot.does, state))
    pad, size = scale.pad, round(rect.height * 0.5)
    inside = rect.inflate(-2 * pad, 0)
    draw_icon(target, "ok", colour=ink, centre=(inside.x + size // 2, rect.centery), size=size)
    left = inside.x + size + pad // 2
    right = inside.right - (_cap(target, scale, rect, Control.OK) if state.keys else 0)
    place = Rect(left, rect.y, right - left, rect.height)
    words = state.takes or say("ok").upper()
    write_line(target, scale, place, words, height=label_height(scale, rect), colour=ink)


def _draw_one(target: Surface, scale: Scale, spot: Spot[Control], state: ControlsState, say: Say) -> None:
    """A picture, its word below where there is room, and the key that does the same in the corner."""
    rect, control = spot.rect, spot.does
    ink, (name, word) = draw_face(target, scale, rect, _tone(control, state)), _shown(control, state, say)
    room = rect.inflate(-scale.pad, -scale.pad // 2)
    height = fitted(scale, word, max(_LEAST_ON_CONTROLS, scale.letters(SIZES.small)), room.width)
    if height < scale.px(_LEAST_WORD):
        word = ""
    shift = 0
    if state.keys and control in KEY_CAPS and rect.height > 48:
        shift = _cap(target, scale, rect, control) - scale.pad // 4
    line = height if word else 0
    picture = Rect(room.x, room.y, room.width - shift, room.height - line)
    size = round(min(picture.height * (0.88 if word else 0.66), picture.width))
    draw_icon(target, name, colour=ink, centre=picture.center, size=size)
    if word:
        place = Rect(room.x, room.bottom - line, room.width, line)
        write_line(target, scale, place, word, height=height, colour=ink)


def _cap(target: Surface, scale: Scale, rect: Rect, control: Control) -> int:
    """The key in the upper right corner of a button; its width (px)."""
    height, cap = max(12, scale.letters(SIZES.small * 0.8)), KEY_CAPS[control]
    width = scale.type.width(cap, height) + height // 2
    edge = scale.rim * 3
    place = Rect(rect.right - width - edge, rect.y + edge, width, round(height * 1.1))
    draw_cap(target, scale.type, place, cap, height)
    return width


def _shown(control: Control, state: ControlsState, say: Say) -> tuple[str, str]:
    """A control's picture and its word, of what it leads to; OK and the arrows have no word."""
    match control:
        case Control.PAUSE if state.paused:
            return "go on", say("go on")
        case Control.SOUND:  # but this one: how loud it is
            word = say("sound") if state.volume else say("silence")
            return f"sound {min(max(state.volume, 0), LOUDEST)}", word
        case Control.LIGHT:
            return ("light", say("light")) if state.dark else ("dark", say("dark"))
        case Control.FULL if state.full:
            return "window", say("window")
    return control.value, say.text(_WORDS[control]) if control in _WORDS else ""


_WORDS: Mapping[Control, Text] = {
    Control.BACK: T("back"),
    Control.UNDO: T("undo"),
    Control.REDO: T("redo"),
    Control.PAUSE: T("pause"),
    Control.MENU: T("menu"),
    Control.WRITE: T("write"),
    Control.RULES: T("rules"),
    Control.WATCH: T("watch"),
    Control.BOARD: T("board"),
    Control.BOX: T("box"),
    Control.FULL: T("full screen"),
    Control.MORE: T("more"),
}
