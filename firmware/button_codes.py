"""Buttons and keys of plugged-in devices: what the kernel calls them, and their numbers there.

Source: include/uapi/linux/input-event-codes.h. Left out is what is hardly anybody's button (Braille dots,
keys of boats and spreadsheets); such a one goes by its number. A button head's lines (hardware/head), of
which the kernel knows nothing, have numbers after all others.
"""

from __future__ import annotations

from collections.abc import Iterator

BUTTONS = range(1, 0x300)
"""The numbers there are, KEY_MAX included."""

LINES = range(0x300, 0x308)
"""Of a button head's lines 1 to 8, LINE1 to LINE8."""

_KEYBOARD = """
ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER LEFTCTRL
A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH Z X C V B N M COMMA DOT SLASH RIGHTSHIFT
KPASTERISK LEFTALT SPACE CAPSLOCK F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK
KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT - ZENKAKUHANKAKU 102ND F11 F12 RO
KATAKANA HIRAGANA HENKAN KATAKANAHIRAGANA MUHENKAN KPJPCOMMA KPENTER RIGHTCTRL KPSLASH SYSRQ RIGHTALT
LINEFEED HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT DELETE MACRO MUTE VOLUMEDOWN VOLUMEUP POWER
KPEQUAL KPPLUSMINUS PAUSE SCALE KPCOMMA HANGEUL HANJA YEN LEFTMETA RIGHTMETA COMPOSE
STOP AGAIN PROPS UNDO FRONT COPY OPEN PASTE FIND CUT HELP MENU CALC SETUP SLEEP WAKEUP FILE SENDFILE
DELETEFILE XFER PROG1 PROG2 WWW MSDOS COFFEE ROTATE_DISPLAY CYCLEWINDOWS MAIL BOOKMARKS COMPUTER
BACK FORWARD CLOSECD EJECTCD EJECTCLOSECD NEXTSONG PLAYPAUSE PREVIOUSSONG STOPCD RECORD REWIND PHONE
ISO CONFIG HOMEPAGE REFRESH EXIT MOVE EDIT SCROLLUP SCROLLDOWN KPLEFTPAREN KPRIGHTPAREN NEW REDO
F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24 - - - - - PLAYCD PAUSECD PROG3 PROG4 ALL_APPLICATIONS
SUSPEND CLOSE PLAY FASTFORWARD BASSBOOST PRINT HP CAMERA SOUND QUESTION EMAIL CHAT SEARCH"""

_REMOTE = """
OK SELECT GOTO CLEAR POWER2 OPTION INFO TIME VENDOR ARCHIVE PROGRAM CHANNEL FAVORITES EPG PVR MHP
LANGUAGE TITLE SUBTITLE ANGLE FULL_SCREEN MODE KEYBOARD ASPECT_RATIO PC TV TV2 VCR VCR2 SAT SAT2 CD
TAPE RADIO TUNER PLAYER TEXT DVD AUX MP3 AUDIO VIDEO DIRECTORY LIST MEMO CALENDAR RED GREEN YELLOW
BLUE CHANNELUP CHANNELDOWN FIRST LAST AB NEXT RESTART SLOW SHUFFLE BREAK PREVIOUS"""


def _numbered(name: str, numbers: range) -> str:
    return " ".join(f"{name}{number}" for number in numbers)


_RUNS = (
    (1, "KEY_", _KEYBOARD),
    (0x160, "KEY_", _REMOTE),
    (0x200, "KEY_NUMERIC_", "0 1 2 3 4 5 6 7 8 9 STAR POUND A B C D"),
    (0x290, "KEY_", _numbered("MACRO", range(1, 31))),
    (0x100, "BTN_", _numbered("", range(10))),
    (0x110, "BTN_", "LEFT RIGHT MIDDLE SIDE EXTRA FORWARD BACK TASK"),
    (0x120, "BTN_", "TRIGGER THUMB THUMB2 TOP TOP2 PINKIE BASE BASE2 BASE3 BASE4 BASE5 BASE6 - - - DEAD"),
    (0x130, "BTN_", "SOUTH EAST C NORTH WEST Z TL TR TL2 TR2 SELECT START MODE THUMBL THUMBR"),
    (0x140, "BTN_TOOL_", "PEN RUBBER BRUSH PENCIL AIRBRUSH FINGER MOUSE LENS QUINTTAP"),
    (0x149, "BTN_", "STYLUS3 TOUCH STYLUS STYLUS2"),
    (0x14D, "BTN_TOOL_", "DOUBLETAP TRIPLETAP QUADTAP"),
    (0x150, "BTN_", "GEAR_DOWN GEAR_UP"),
    (0x220, "BTN_DPAD_", "UP DOWN LEFT RIGHT"),
    (0x2C0, "BTN_TRIGGER_HAPPY", _numbered("", range(1, 41))),
    (0x300, "LINE", _numbered("", range(1, 9))),
)
"""The first number of each run of names, what they all begin with, and the rest of each; ``-``: no name."""


def _named() -> Iterator[tuple[int, str]]:
    for first, beginning, names in _RUNS:
        for number, name in enumerate(names.split(), first):
            if name != "-":
                yield number, beginning + name


_NAMES = dict(_named())
_NUMBERS = {name: number for number, name in _NAMES.items()} | {
    "BTN_A": 0x130,
    "BTN_B": 0x131,
    "BTN_X": 0x133,
    "BTN_Y": 0x134,
    "BTN_TRIGGER_HAPPY": 0x2C0,
}


def number_of(code: str | int) -> int:
    """The kernel's number of a button.

    Args:
        code: its name or its number, as text, too.

    Raises:
        ValueError: there is no such button.
    """
    number = _NUMBERS.get(code) if isinstance(code, str) else code
    if number is None and str(code).isdecimal() and len(str(code)) < 5:
        number = int(code)
    if number is None or not (number in BUTTONS or code in _NUMBERS):
        expected = "a button's name, such as BTN_TRIGGER, BTN_SOUTH or KEY_A, or its number, 1 to 767"
        raise ValueError(f"expected {expected}, got {code!r:.60}")
    return number


def name_of(number: int) -> str:
    """What the kernel calls a button; its number where it has no name here."""
    return _NAMES.get(number, str(number))
