"""A game out of a journal as a table script that plays to the same end: how a player reports a bug.

Every event is ``told`` (`companion.scripts.script`) just as the session was told it, time and dice among
them: from edges alone a replay would have to guess what a busy machine had handed on late. Time between runs
of the box, or while the game waited on the shelf, is left out; the game goes on paused, as it did. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from companion.errors import JournalError
from companion.session import plugging
from companion.session.result import line
from companion.session.session import Session
from companion.session.state import State
from companion.store.codec import Recorded, Woke
from companion.store.edges import Edges
from companion.store.runs import is_back, replay, stepped
from firmware.events import NS_PER_MS, NS_PER_S, Enter, Key, Knob, Press, Release, Resumed, Rolled, Tick

RESTART_NS = NS_PER_S
"""How long a restart takes in the script."""


class HandedOn(NamedTuple):
    """An event of a run, and when it was handed on (ns)."""

    event: Recorded
    now: int


def export(
    session: Session, start: State, before: Sequence[HandedOn], game: Sequence[HandedOn]
) -> Iterator[str]:
    """The lines of a table script.

    Args:
        session: the session the run was played with.
        start: the state the run started in.
        before: everything that happened in the run before the game.
        game: from the event that began it to the last, which may have left it.

    Raises:
        JournalError: none begins there.
    """
    menu = replay(session, start, (handed.event for handed in before))
    state = replay(session, menu, (handed.event for handed in game[:1]))
    if state.game is None or (menu.game is not None and menu.began == state.began):
        raise JournalError("expected a game to begin where its row says so")
    yield from _kept(state)
    begin, *played = stretch(session, state, game)
    run = takewhile(lambda handed: not isinstance(handed.event, Resumed), played)
    early = max((begin.event.at - handed.event.at for handed in run), default=0)
    at = NS_PER_S * max(1, -(-early // NS_PER_S))  # no stamp may be before the script's zero
    shift = at - begin.event.at
    yield f"{_time(at)} told game {line(state.game)}"
    for event, now in played:
        before_it = shift
        if isinstance(event, Resumed):
            yield "# here it was left, and gone on with"
            shift = at + RESTART_NS - event.at
        at, stamp = max(at, now + shift), event.at + shift
        late = "" if stamp == at else f" {_time(stamp)}"
        yield f"{_time(at)} told{late} {_words(event, before_it)}"


def stretch(session: Session, state: State, game: Sequence[HandedOn]) -> list[HandedOn]:
    """The events of one game: up to the one that leaves it for good, without what came in between.

    Args:
        session: the session the run was played with.
        state: what the first event has led to.
        game: from the first event on; others may have been played before the table went on with it.
    """
    began, here, played, kept = state.began, state.game, [game[0]], 1
    away: int | None = None
    left = state
    for handed in game[1:]:
        before, state = state, stepped(session, state, handed.event)
        at_hand = state.at_hand
        if at_hand.began != began and (at_hand.game is None or at_hand.game is not here):
            if away is None:
                away, left = handed.event.at, before
            continue
        if away is not None:
            at, now = handed.event.at, handed.now
            played.append(HandedOn(Resumed(away, at), now))
            played += [HandedOn(Enter(text, at), now) for text in _kept_since(left, state)]
            away = None
        elif not isinstance(handed.event, Woke | Edges) and not (state is before and is_back(handed.event)):
            played.append(handed)  # back, where it was refused once, may do something today
        if at_hand.began == began:
            here, kept = at_hand.game, len(played)
    return played[:kept]


def _kept(state: State) -> Iterator[str]:
    """What the table had kept when the game began."""
    for text in (*_kept_since(State(), state), *_things(state)):
        yield f"0 told enter {_typed(text)}"


def _kept_since(before: State, state: State) -> list[str]:
    """What has been kept since, as it is typed."""
    gone = [f"name {seat}" for seat in before.names if seat not in state.names]
    kept = [text for text in _as_typed(state) if text not in _as_typed(before)]
    return [*gone, *kept, *plugging.since(before.kept.buttons, state.kept.buttons)]


def _as_typed(state: State) -> list[str]:
    names = [f"name {seat} {name}" for seat, name in state.names.items()]
    voices = [f"sound {seat} {voice}" for seat, voice in state.kept.voices.items()]
    phones = "phones on" if state.kept.phones else "phones off"
    return [*names, *voices, f"volume {state.volume}", phones]


def _things(state: State) -> Iterator[str]:
    """The things of this box that the game is played with, as they are typed.

    None of one that every box has, or that is more than can be typed: the replay's box needs its file.
    """
    assert state.game is not None
    assert state.chosen is not None
    setup, things = state.game.setup, state.chosen.things
    for option in state.chosen.own_options:
        word = getattr(setup.options, option.name)
        if things is None or not option.of_things or word in things.reserved:
            continue
        thing = things.of(setup.here.things)[word]
        line = things.typed(word, thing)
        if things.read_typed(line) == (word, thing):
            yield line


def _words(event: Recorded, shift: int = 0) -> str:
    """What happened, in the script's words; ``shift`` is added to when the box was left (ns)."""
    match event:
        case Press(seat, within=None):
            return f"down {seat}"
        case Press(seat, within=(before, after, apart, device)):
            own = f"/{_ms(apart)} of {device}" if device else ""
            return f"down {seat} within {_ms(before)}/{_ms(after)}{own}"
        case Release(seat):
            return f"up {seat}"
        case Tick():
            return "tick"
        case Rolled(faces):
            return f"dice {' '.join(faces)}"
        case Resumed(was):
            return f"resume at {_time(was + shift)}"
        case Key(key):
            return str(key)
        case Knob(steps):
            return f"knob {steps:+d}"
        case Enter(text):
            return f"enter {_typed(text)}"
    raise AssertionError(event)


def _typed(text: str) -> str:
    """What was typed; as JSON, if a script's line can't hold it as it is."""
    plain = text.isprintable() and text == " ".join(text.split()) != "" and text[0] != '"'
    return text if plain and " #" not in f" {text}" else json.dumps(text).replace("#", r"\u0023")


def _ms(ns: int) -> str:
    return _time(ns * (NS_PER_S // NS_PER_MS))


def _time(ns: int) -> str:
    """Seconds, with as many decimals as it takes."""
    whole, part = divmod(ns, NS_PER_S)
    return f"{whole}.{part:09}".rstrip("0").rstrip(".")
