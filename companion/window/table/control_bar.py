"""The bar along the lower edge: the knob and its keys, as buttons for fingers; the rest is behind one.

Where there is something to choose, the choices stand in the knob's place, see `choice_row`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from pygame import Rect, Surface

from companion.window.scale import Scale
from companion.window.table.button import Spot, Tone, draw_face, draw_ok, set_label, share_out, write_label
from companion.window.table.icons import draw_icon
from companion.window.theme import SIZES, SPACE
from companion.words import Say, T, Text
from firmware.views import LOUDEST, Mood


class Control(Enum):
    """What can be touched below the table, and what "more" leads to, the most needed first."""

    BACK = "back"
    LEFT = "left"
    OK = "ok"
    RIGHT = "right"
    UNDO = "undo"
    PAUSE = "pause"
    MENU = "menu"
    RULES = "rules"
    WRITE = "write"
    SOUND = "sound"
    REDO = "redo"
    WATCH = "watch"
    BOARD = "board"
    LIGHT = "light"
    BOX = "box"
    FULL = "full screen"
    MORE = "more"


KNOB = (Control.LEFT, Control.OK, Control.RIGHT)

_BESIDE = (Control.UNDO, Control.PAUSE, Control.MENU)
"""What matters now, too."""

_WATCHED = (Control.BACK, Control.OK)
"""While something plays itself: leave it, and go on."""

_OK_SHARE = 4.2
"""How wide OK is, against others: it says what it would choose."""

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
    keys: bool = True


def knob_of(shown: Collection[Control]) -> tuple[Control, ...]:
    """Of the controls there are, the knob; while something plays itself, what a hand can do."""
    return tuple(one for one in (KNOB if Control.MENU in shown else _WATCHED) if one in shown)


def beside_knob(shown: Collection[Control]) -> tuple[Control, ...]:
    """Of the controls there are, what stands beside it; MORE comes by itself."""
    more = (Control.MORE,) if behind_more(shown) else ()
    return (*(one for one in _BESIDE if one in shown), *more)


def behind_more(shown: Collection[Control]) -> tuple[Control, ...]:
    """The controls that don't stand in the bar."""
    bar = {*knob_of(shown), *_BESIDE}
    return tuple(control for control in Control if control in shown and control not in bar)


def lay_out_controls(rect: Rect, scale: Scale, row: Sequence[Control]) -> tuple[Spot[Control], ...]:
    """Place controls side by side, in a place at least one finger high."""
    gap = max(4, scale.px(SPACE.gap * 0.45))
    places = (
        share_out(rect, [_OK_SHARE if control is Control.OK else 1.0 for control in row], gap) if row else []
    )
    return tuple(Spot(place, control) for place, control in zip(places, row, strict=True))


def draw_control(
    target: Surface, scale: Scale, rect: Rect, *, control: Control, state: ControlsState, say: Say
) -> None:
    """Draw one: its picture and its word below, or the word alone where it needs two lines."""
    (name, word), tone = shown_as(control, state, say), tone_of(control, state)
    if control is Control.OK:
        draw_ok(target, scale, rect, word, tone)
        return
    ink, room = draw_face(target, scale, rect, tone), rect.inflate(-scale.pad, -scale.pad // 2)
    height, line = scale.letters(SIZES.small), 0
    if word:
        _, lines = set_label(scale, word, (room.width, scale.least), height)
        line = height if len(lines) == 1 and height <= room.height * 0.5 else scale.least
        if scale.type.width(word, scale.least) > room.width or line > room.height * 0.6:
            write_label(target, scale, room, word, colour=ink, height=height)
            return
    picture = Rect(room.x, room.y, room.width, room.height - line)
    size = round(min(picture.height * (0.88 if word else 0.66), picture.width))
    draw_icon(target, name, colour=ink, centre=picture.center, size=size)
    if word:
        place = Rect(room.x, room.bottom - line, room.width, line)
        write_label(target, scale, place, word, colour=ink, height=line)


def tone_of(control: Control, state: ControlsState) -> Tone:
    """How a control stands."""
    if control in state.off:
        return Tone.OFF
    if control in state.down:
        return Tone.DOWN
    if control is Control.OK and state.mood is Mood.TURN:
        return Tone.CALL
    return Tone.CALL if control is Control.PAUSE and state.paused else Tone.PLAIN


def shown_as(control: Control, state: ControlsState, say: Say) -> tuple[str, str]:
    """A control's picture and its word, of what it leads to; the arrows have no word."""
    match control:
        case Control.OK:
            return "ok", state.takes or say("ok").upper()
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
    Control.MORE: T("other"),
}
