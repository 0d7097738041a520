"""Plugged-in buttons as they are typed and kept, and what is said of a table that has some. Pure.

Which button is whose is typed, by the box itself, like all else that a table keeps: so a journal has it, a
replay finds it, and everything that follows from it follows from the state.

At a desk seats without such a button have keys. How unsure these are is typed likewise, as a button of
`firmware.plugged.KEYS`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import TypeAlias

from companion.games.base import NotNow
from companion.words import T, Text
from firmware.digits import is_number
from firmware.events import NS_PER_MS, NS_PER_US, Enter, Event, Press, Seat, Within
from firmware.plugged import HEAD, KEYS, PHONE, WINDOW, Plugged, head_line, port_of
from firmware.presses.spans import leeway

Buttons: TypeAlias = Mapping[Seat, Plugged]
"""Of the seats that have one, or had one once."""

MOST_US = 9_999_999
US_PER_MS = NS_PER_MS // NS_PER_US


# -- typed ---------------------------------------------------------------------------------------------------


def typed(seat: Seat, button: Plugged) -> str:
    """What makes a button a seat's: ``button 3 BTN_TRIGGER 18000/0/8000 usb-... NAME``, times in µs."""
    us = "/".join(str(-(-ns // NS_PER_US)) for ns in button.within[:3])
    return " ".join(("button", str(seat), button.code, us, button.device, button.name)).rstrip()


def away(seat: Seat) -> str:
    """What is typed when a seat's device was pulled out."""
    return f"button {seat} away"


def is_away(text: str) -> bool:
    """Whether that was typed of a device that was pulled out."""
    return text.split()[2:] == ["away"]


NO_SEAT, EARLY = "button full", "button early"
"""What is typed when a button that is nobody's is pressed, and no seat is free, or nobody was asked yet."""


def by_the_box(event: Event) -> bool:
    """Whether that is typed: the box's own doing, and nobody's who plays."""
    return isinstance(event, Enter) and event.text.startswith("button ")


def read(words: Sequence[str], had: Buttons, seats: Collection[Seat]) -> Buttons:
    """The buttons after what was typed behind ``button``.

    Raises:
        NotNow: it can't be read, or says only why something can't be.
    """
    match words:
        case [seat, "away"] if (at := _seat(seat, seats)) is not None and at in had:
            return {**had, at: replace(had[at], here=False)}
        case [seat, "none"] if (at := _seat(seat, seats)) is not None:
            return {other: button for other, button in had.items() if other != at}
        case [seat, code, times, device, *name] if (at := _seat(seat, seats)) is not None:
            button = Plugged(code, _within(times, device), " ".join(name))
            others = {other: one for other, one in had.items() if not _same(one, button)}
            return dict(sorted({**others, at: button}.items()))
        case ["full"]:
            raise NotNow(T("All seats are taken"))
        case ["early"]:
            raise NotNow(T("First choose a game: knob, then ok"))
    raise NotNow(_EXPECTED)


_EXPECTED = T("Expected button SEAT none, or SEAT CODE TIMES DEVICE")


def _same(one: Plugged, other: Plugged) -> bool:
    return (one.code, one.device) == (other.code, other.device)


def is_same(before: Buttons, after: Buttons, seat: Seat) -> bool:
    """Whether a seat has the button it had, and it is there, or not there, as before."""
    was, now = before.get(seat), after.get(seat)
    if was is None or now is None:
        return was is now
    return _same(was, now) and was.here is now.here


def _seat(text: str, seats: Collection[Seat]) -> Seat | None:
    return int(text) if is_number(text) and int(text) in (KEYS, *seats) else None


def _within(times: str, device: str) -> Within:
    parts = times.split("/")
    if len(parts) != 3 or not all(is_number(part) and int(part) <= MOST_US for part in parts):
        raise NotNow(_EXPECTED)
    before, after, apart = (int(part) * NS_PER_US for part in parts)
    return Within(before, after, apart, device)


# -- kept ----------------------------------------------------------------------------------------------------


def to_keep(buttons: Buttons) -> dict[str, str]:
    """Buttons as they are kept, by their seats."""
    return {str(seat): typed(seat, one).removeprefix(f"button {seat} ") for seat, one in buttons.items()}


def from_kept(words: Mapping[str, str], here: Collection[Seat], seats: Collection[Seat]) -> Buttons:
    """Buttons that were kept, those of some seats plugged in; what can't be read is left out."""
    buttons: Buttons = {}
    for seat, said in words.items():
        try:
            buttons = read([seat, *said.split()], buttons, seats)
        except NotNow:
            continue
    return {seat: replace(button, here=seat in here) for seat, button in buttons.items()}


def since(before: Buttons, after: Buttons) -> list[str]:
    """What is typed to make of the buttons before those after."""
    words = [f"button {seat} none" for seat in before if seat not in after]
    for seat, button in after.items():
        if before.get(seat) != button:
            words += [typed(seat, button), *(() if button.here else (away(seat),))]
    return words


# -- said ----------------------------------------------------------------------------------------------------


def called(button: Plugged) -> Text:
    """What a seat's button is of, in few words: of a head, whose name says little, which line."""
    its = head_line(button.code)
    if button.device.startswith(f"{PHONE}-") and not button.name:
        return T("phone")
    return T("{value}", value=button.name) if its is None else T("Pico, line {line}", line=its.line)


def within(buttons: Buttons, seat: Seat) -> Within | None:
    """How unsure a seat's presses are; None: as a pin's."""
    button = buttons.get(seat)
    return button.within if button is not None and button.here else keys(buttons)


def keys(buttons: Buttons) -> Within | None:
    """How unsure keys are; None: as a pin's.

    What only the window tells of them does among themselves, as ever; beside other buttons it must be known.
    """
    button = buttons.get(KEYS)
    if button is None or not button.here:
        return None
    beside = any(other.here for seat, other in buttons.items() if seat != KEYS)
    return button.within if beside or button.device != WINDOW else None


def late(buttons: Buttons, seats: Collection[Seat]) -> dict[Seat, int]:
    """By how much the stamps of these seats may be too late, at most (ns), also once all is plugged in."""
    known = {seat: one.within.before for seat, one in buttons.items() if one.here or seat != KEYS}
    return {seat: max(known.get(seat, 0), known.get(KEYS, 0)) for seat in seats}


def ties(buttons: Buttons, seats: Collection[Seat], tie: int) -> Text | None:
    """How far two presses of these seats may be from each other and still be a tie; None with pins alone.

    Args:
        buttons: those plugged in.
        seats: whoever plays.
        tie: the pins' (ns).
    """
    presses = [Press(seat, 0, within(buttons, seat)) for seat in seats]
    if all(press.within is None for press in presses):
        return None
    widest = max((leeway(one, other, tie) for one, other in permutations(presses, 2)), default=0)
    if not widest:
        return None
    ms = -(-widest // NS_PER_MS)
    kinds = {port_of(press.within.of).partition("-")[0] for press in presses if press.within is not None}
    if PHONE in kinds:
        return T("phones: ties {n} ms", n=ms)
    by_key = [press.within is None or press.within is keys(buttons) for press in presses]
    if all(by_key):
        return T("keys: ties to {n} ms", n=ms)
    if any(by_key):
        return T("mixed: ties to {n} ms", n=ms)
    if kinds == {HEAD}:
        us = -(-widest // NS_PER_US)
        return T("Pico: ties to {n} µs", n=us) if us < US_PER_MS else T("Pico: ties to {n} ms", n=ms)
    return T("USB: ties to {n} ms", n=ms) if kinds == {"usb"} else T("ties up to {n} ms", n=ms)
