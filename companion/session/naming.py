"""Giving the seats their names with the knob: whose, then letter by letter.

::

    whose? ── ok, or that seat's button ──> letters ── done, hold-ok ──> whose?
       └── done, back, hold-ok: leave          └── back: as it was

Typed, it is one line at any time: ``name 3 Ola``; ``name 3`` forgets it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from companion.games.base import Choice, NotNow
from companion.session.kept import LONGEST_SEAT_NAME
from companion.session.state import Naming, State
from companion.words import Say, T, Who
from firmware.events import Enter, Event, HostKey, Key, Press, Seat
from firmware.views import Mood, Screen

ALPHABET = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPQRSŚTUVWXYZŹŻ"

_DONE = Choice("done", T("Done"))
_LETTERS = (
    _DONE,  # first, where a hard turn to the left ends
    Choice("delete", T("Delete")),
    *(Choice(letter, T("{letter}", letter=letter)) for letter in ALPHABET),
    Choice("blank", T("Space")),
)
_FIRST_LETTER = 2


def open_names(state: State) -> State:
    """The state with the question whose name it is, and the knob on the first seat."""
    return replace(state, naming=Naming(), cursor=1)


def choices(naming: Naming, seats: Collection[Seat]) -> tuple[Choice, ...]:
    """What the knob can choose: a seat, or a letter."""
    if naming.seat is not None:
        return _LETTERS
    return (_DONE, *(Choice(f"seat {seat}", T("{who}", who=Who(seat))) for seat in sorted(seats)))


def step(state: State, naming: Naming, choice: Choice, event: Event, seats: Collection[Seat]) -> State:
    """The state after one event of the host or a seat.

    Args:
        state: the state now.
        naming: its name in the making.
        choice: what the knob stands on.
        event: what happened.
        seats: the seats of this box.

    Raises:
        NotNow: it isn't allowed now.
    """
    match event:
        case Press() if naming.seat is None:
            return _begin(state, event.seat)
        case Enter() if naming.seat is not None:
            return _finish(state, naming.seat, event.text, seats)
        case Key(key=HostKey.OK):
            return _take(state, naming, choice.text, seats)
        case Key(key=HostKey.HOLD_OK) if naming.seat is not None:
            return _finish(state, naming.seat, naming.text, seats)
        case Key(key=HostKey.BACK) if naming.seat is not None:
            return replace(state, naming=Naming(), cursor=_index(naming.seat, seats))
        case Key(key=HostKey.BACK | HostKey.HOLD_OK):
            return replace(state, naming=None, cursor=None)
    raise NotNow(T("First finish the name"))


def _take(state: State, naming: Naming, chosen: str, seats: Collection[Seat]) -> State:
    if naming.seat is None:
        if chosen == _DONE.text:
            return replace(state, naming=None, cursor=None)
        return _begin(state, int(chosen.removeprefix("seat ")))
    if chosen == _DONE.text:
        return _finish(state, naming.seat, naming.text, seats)
    if chosen == "delete":
        return replace(state, naming=replace(naming, text=naming.text[:-1]))
    if len(naming.text) == LONGEST_SEAT_NAME:
        raise NotNow(T("At most {n} letters", n=LONGEST_SEAT_NAME))
    first = not naming.text or naming.text.endswith(" ")
    letter = " " if chosen == "blank" else chosen if first else chosen.lower()
    return replace(state, naming=replace(naming, text=naming.text + letter))


def _begin(state: State, seat: Seat) -> State:
    text = state.names.get(seat, "")
    return replace(state, naming=Naming(seat, text), cursor=0 if text else _FIRST_LETTER)


def _finish(state: State, seat: Seat, text: str, seats: Collection[Seat]) -> State:
    """The name is kept, and the knob goes on to the next seat."""
    following = min(_index(seat, seats) + 1, len(seats))
    return replace(state, kept=state.kept.named(seat, text), naming=Naming(), cursor=following)


def _index(seat: Seat, seats: Collection[Seat]) -> int:
    return sorted(seats).index(seat) + 1


def main_screen(naming: Naming, choice: Choice, say: Say) -> Screen:
    """The letter the knob stands on, large, and the name so far."""
    if naming.seat is None:
        seat = int(choice.text.removeprefix("seat ")) if choice.text.startswith("seat ") else None
        return Screen(say("Whose name?"), say.text(choice.label), seat, hint=say("turn, then ok"))
    written = f"{naming.text.replace(' ', '·')}_"
    return Screen(written, say.text(choice.label), naming.seat, hint=say("hold: done"))


def seat_screens(naming: Naming, seats: Collection[Seat], say: Say) -> dict[Seat, Screen]:
    """Everyone's name; the one that is being made, as far as it is."""
    shown = {}
    for seat in seats:
        if seat == naming.seat:
            shown[seat] = Screen(say("Your name"), f"{naming.text}_", seat, mood=Mood.TURN)
        else:
            hint = say("press: write") if naming.seat is None else ""
            shown[seat] = Screen("", say.name(seat), seat, hint=hint)
    return shown
