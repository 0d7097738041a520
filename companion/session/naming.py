"""Giving the seats, and teams, their names with the knob: whose, then letter by letter.

::

    whose? ── ok, or that seat's button ──> letters ── done, hold-ok ──> whose?
       └── done, back, hold-ok: leave          └── back: as it was

Beside the letters there are the sounds a seat can have for its own. Typed, it is one line at any time:
``name 3 Ola``, ``name 1+2 Foxes``, ``sound 3 flute``; ``name 3`` forgets a name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from companion.games.base import NotNow
from companion.games.choice import Choice
from companion.session.by_knob import teams_of
from companion.session.kept import LONGEST_SEAT_NAME
from companion.session.state import Naming, State
from companion.table.captions import VOICES
from companion.words import Say, T, Team, Who, team_key
from firmware.events import Enter, Event, HostKey, Key, Press, Seat
from firmware.views import Mood, Screen, Voice

ALPHABET = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPQRSŚTUVWXYZŹŻ"

_DONE = Choice("done", T("Done"))
_LETTERS = (
    _DONE,  # first, where a hard turn to the left ends
    Choice("delete", T("Delete")),
    *(Choice(letter, T("{letter}", letter=letter)) for letter in ALPHABET),
    Choice("blank", T("Space")),
)
_FIRST_LETTER = 2
_SOUNDS = tuple(
    Choice(f"sound {voice}", T("Sound: {voice}", voice=called)) for voice, called in VOICES.items()
)
"""What a seat's own sound can be played on; each is heard when it is taken, and another can follow."""


def open_names(state: State) -> State:
    """The state with the question whose name it is, and the knob on the first seat."""
    return replace(state, naming=Naming(), cursor=1)


def everyone(state: State, seats: Iterable[Seat]) -> tuple[Seat | str, ...]:
    """Whoever can have a name: the seats of this box, then the teams of the game at hand."""
    options = () if state.chosen is None else state.chosen.own_options
    said = ",".join(state.said.get(option.name, option.default) for option in options if option.of_teams)
    return (*sorted(seats), *(team_key(team) for team in teams_of(said) if len(team) > 1))


def choices(naming: Naming, everyone: Sequence[Seat | str]) -> tuple[Choice, ...]:
    """What the knob can choose: a seat, a team, or a letter."""
    if naming.seat is not None:
        return (*_LETTERS, *_SOUNDS) if isinstance(naming.seat, int) else _LETTERS
    return (_DONE, *(Choice(f"seat {whose}", T("{who}", who=_called(whose))) for whose in everyone))


def _called(whose: Seat | str) -> Who | Team:
    return Team(tuple(map(int, whose.split("+")))) if isinstance(whose, str) else Who(whose)


def _whose(choice: Choice) -> Seat | str | None:
    """Who a choice is about, if it is about one of them."""
    word, _, whose = choice.text.partition(" ")
    return None if word != "seat" else int(whose) if whose.isdigit() else whose


def step(state: State, naming: Naming, choice: Choice, event: Event, everyone: Sequence[Seat | str]) -> State:
    """The state after one event of the host or a seat.

    Raises:
        NotNow: it isn't allowed now.
    """
    match event:
        case Press() if naming.seat is None:
            return _begin(state, event.seat)
        case Enter() if naming.seat is not None:
            return _finish(state, naming.seat, event.text, everyone)
        case Key(key=HostKey.OK):
            return _take(state, naming, choice, everyone)
        case Key(key=HostKey.HOLD_OK) if naming.seat is not None:
            return _finish(state, naming.seat, naming.text, everyone)
        case Key(key=HostKey.BACK) if naming.seat is not None:
            return replace(state, naming=Naming(), cursor=_index(naming.seat, everyone))
        case Key(key=HostKey.BACK | HostKey.HOLD_OK):
            return replace(state, naming=None, cursor=None)
    raise NotNow(T("First finish the name"))


def _take(state: State, naming: Naming, choice: Choice, everyone: Sequence[Seat | str]) -> State:
    chosen = choice.text
    if naming.seat is None:
        whose = _whose(choice)
        return replace(state, naming=None, cursor=None) if whose is None else _begin(state, whose)
    if chosen == _DONE.text:
        return _finish(state, naming.seat, naming.text, everyone)
    if isinstance(naming.seat, int) and chosen.startswith("sound "):
        return replace(state, kept=state.kept.voiced(naming.seat, Voice(chosen.removeprefix("sound "))))
    if chosen == "delete":
        return replace(state, naming=replace(naming, text=naming.text[:-1]))
    if len(naming.text) == LONGEST_SEAT_NAME:
        raise NotNow(T("At most {n} letters", n=LONGEST_SEAT_NAME))
    first = not naming.text or naming.text.endswith(" ")
    letter = " " if chosen == "blank" else chosen if first else chosen.lower()
    return replace(state, naming=replace(naming, text=naming.text + letter))


def _begin(state: State, seat: Seat | str) -> State:
    text = state.names.get(seat, "")
    return replace(state, naming=Naming(seat, text), cursor=0 if text else _FIRST_LETTER)


def _finish(state: State, seat: Seat | str, text: str, everyone: Sequence[Seat | str]) -> State:
    """The name is kept, and the knob goes on to the next seat."""
    following = min(_index(seat, everyone) + 1, len(everyone))
    return replace(state, kept=state.kept.named(seat, text), naming=Naming(), cursor=following)


def _index(seat: Seat | str, everyone: Sequence[Seat | str]) -> int:
    return everyone.index(seat) + 1


def main_screen(naming: Naming, choice: Choice, say: Say) -> Screen:
    """The letter the knob stands on, large, and the name so far."""
    if naming.seat is None:
        return Screen(
            say("Whose name?"), say.text(choice.label), _sign(_whose(choice)), hint=say("turn, then ok")
        )
    return Screen(so_far(naming), say.text(choice.label), _sign(naming.seat), hint=say("hold: done"))


def so_far(naming: Naming) -> str:
    """The name in the making, each space to be seen, and where the next letter goes."""
    return f"{naming.text.replace(' ', '·')}_"


def _sign(whose: Seat | str | None) -> Seat | None:
    """A seat's sign; a team has none."""
    return None if isinstance(whose, str) else whose


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
