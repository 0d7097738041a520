"""Runs of the box as a journal has them: the session each was played with, its start, and how it ended.

What a session does with an event depends on the events before it alone, so a run's start and its events give
its state again. A run that went on with a game an earlier one has left starts from that.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, astuple, replace
from typing import Any, TypeAlias

from companion.errors import JournalError, OptionError, ThingError
from companion.games.base import NotNow
from companion.games.catalogue import kinds
from companion.games.options import Surroundings
from companion.games.things import ThingsByKind
from companion.games.typed import folded
from companion.i18n import LANGUAGES
from companion.session import shelf
from companion.session.session import KEYS, Session
from companion.session.state import State
from companion.store.archive import Sitting
from companion.store.codec import Recorded, Woke
from companion.store.edges import Edges
from companion.store.kept_shelf import shelved_of, told
from companion.store.remembered import from_kept, to_keep
from companion.words import T
from firmware.certificate import standing_in
from firmware.digits import is_number
from firmware.events import NS_PER_S, SEATS, Enter, HostKey, Key, Resumed
from firmware.times import Times

log = logging.getLogger("pierwszy.recorder")

Reader: TypeAlias = Callable[[int], Sitting | None]
"""Reads a run by its number; None: there is none."""


def header(session: Session, state: State) -> dict[str, Any]:
    """What a run starts from, as JSON: the box, and what the table had kept."""
    return {
        "box": box_of(session),
        "language": session.here.language,
        "switches off": session.here.switches_off,
        "zero": session.here.zero,
        "phones": None if session.here.phones is None else state.kept.phones,
        "certificate": None if session.here.certificate is None else session.here.certificate.as_data(),
        "edges": True,
        "kept": to_keep(state),
        "shelf": [told(shelved) for shelved in state.shelf],
    }


def box_of(session: Session) -> dict[str, Any]:
    """What a box is to the games played on it, as JSON."""
    here = session.here
    dice = {name: list(faces) for name, faces in here.dice.items()}
    things = {
        kept.plural: {word: kept.written(thing) for word, thing in kept.of(here.things).items()}
        for kept in kinds().values()
    }
    return {"seats": list(here.seats), "times": asdict(here.times), "dice": dice, **things}


def _things_of(box: Mapping[str, Any]) -> ThingsByKind:
    """The things `box_of` has told of.

    Raises:
        ThingError, TypeError, AttributeError: it is something else.
    """
    return {
        kind: {word: kept.read(text, word) for word, text in box.get(kept.plural, {}).items()}
        for kind, kept in kinds().items()
    }


def as_it_was(session: Session, told: object) -> Session | None:
    """This box with the things it kept in a run; None if the run was another box's.

    What an earlier version didn't tell yet is taken to be the same.
    """
    box = box_of(session)
    either = {kept.plural: None for kept in kinds().values()}
    if not isinstance(told, dict) or not isinstance(times := told.get("times", {}), dict):
        return None
    told = {**box, **told, "times": {**box["times"], **times}}
    if {**told, **either} != {**box, **either}:
        return None
    try:
        things = _things_of(told)
    except (AttributeError, TypeError, ThingError):
        return None
    return Session(replace(session.here, things=things))


def session_of(sitting: Sitting) -> Session:
    """The session a sitting was played with.

    Raises:
        JournalError: its header is from something else.
    """
    try:
        box = sitting.header["box"]
        seats, times = tuple(box["seats"]), Times(**box["times"])
        dice = {name: tuple(faces) for name, faces in box.get("dice", {}).items()}
        here = Surroundings(
            seats,
            times,
            sitting.header["language"],
            dice,
            _things_of(box),
            switches_off=sitting.header.get("switches off") is True,
            zero=sitting.header.get("zero") is True,
            phones=phones if isinstance(phones := sitting.header.get("phones"), bool) else None,
            certificate=standing_in(sitting.header.get("certificate")),
        )
    except (KeyError, TypeError, AttributeError, RecursionError, ThingError) as error:
        raise JournalError(f"expected a box and a language in run {sitting.id}, got {error}") from error
    if not _can_be(here):
        raise JournalError(f"expected a box and a language in run {sitting.id}, got another's")
    return Session(here)


def as_played(here: Surroundings, then: Surroundings) -> bool:
    """Whether a run can go on as it is: menu and *Start!* led where they do, what vouched does so now."""
    menus = ((one.switches_off, one.zero, one.phones is None) for one in (here, then))
    return len({*menus}) == 1 and then.certificate in {None, here.certificate}


def _can_be(here: Surroundings) -> bool:
    """Whether this is a box, as far as its values go."""
    return (
        bool(here.seats)
        and all(type(seat) is int and seat in SEATS for seat in here.seats)
        and all(type(ns) is int and 0 <= ns < NS_PER_S for ns in astuple(here.times))
        and here.language in LANGUAGES
        and all(isinstance(face, str) for faces in here.dice.values() for face in faces)
    )


def start_of(session: Session, sitting: Sitting, read: Reader) -> State:
    """The state a sitting started in.

    Args:
        session: what it was played with.
        sitting: that run.
        read: reads the run that had left the game it went on with, if it did.

    Raises:
        JournalError: that game can't be had.
    """
    kept, waiting = sitting.header.get("kept"), sitting.header.get("shelf")
    fresh = from_kept(session.start(), kept if isinstance(kept, dict) else {}, session.here)
    fresh = replace(
        fresh, shelf=tuple(shelved_of(one) for one in (waiting if isinstance(waiting, list) else ()))
    )
    if source_of(sitting) is None:
        return fresh
    try:
        state, _, _ = left_in(session, sitting.header["from"], read)
    except NotNow as error:
        raise JournalError(f"run {sitting.id}: {error}") from error
    return replace(state, kept=fresh.kept, shelf=fresh.shelf)


def source_of(sitting: Sitting) -> int | None:
    """The run that had left the game a sitting went on with; None if it began with none.

    Raises:
        JournalError: it can't be that one.
    """
    source = sitting.header.get("from")
    if source is None:
        return None
    run = str(source).partition(".")[0]
    if not is_number(run) or int(run) >= sitting.id:
        raise JournalError(f"expected run {sitting.id} to go on with an earlier one's game")
    return int(run)


def left_in(session: Session, key: str, read: Reader) -> tuple[State, int, int]:
    """A game that an earlier run has left, on this box.

    With it, when it was left (ns, by the clock of that run), and the number of the event that began it there.

    Args:
        session: what it is to be gone on with.
        key: ``RUN.BEGAN``, as `companion.store.kept_shelf.shelf_key` makes it.
        read: reads that run.

    Raises:
        NotNow: it can't be gone on with here; its reason is for people.
    """
    run, _, began = key.partition(".")
    sitting = read(int(run)) if is_number(run) else None
    if sitting is None:
        raise NotNow(T("This game is lost"))
    try:
        then, end, begun = ended(sitting, read)
    except JournalError as error:
        raise NotNow(T("This game is lost: {problem}", problem=error)) from None
    left, at, found = end.at_hand, last_moment(sitting.events), shelf.find(end, began)
    if str(left.began) != began or left.game is None:
        if found is None or found.state is None:
            raise NotNow(T("This game is lost"))
        left, at = found.state, found.at
    return _on_this_box(session, then, left), at, begun.get(left.began, 0)


def _on_this_box(session: Session, then: Session, state: State) -> State:
    """A game as this box plays it, which may have been built otherwise when it began.

    Raises:
        NotNow: this box can't.
    """
    if box_of(session) == box_of(then):
        return state
    try:
        changed = session.setting_up.on_this_box(state)
    except OptionError as error:
        raise NotNow(T("Not on this box: {problem}", problem=error)) from None
    if changed is None:
        raise NotNow(T("Not on this box"))
    return changed


def stepped(session: Session, state: State, event: Recorded) -> State:
    """The state after one event; as in the loop, one that meets a fault of ours is lost."""
    if isinstance(event, Woke | Edges):
        return state
    try:
        after = session.step(state, event)[0]
    except Exception as fault:  # noqa: BLE001 - the box lost it too, and has said so; or it is another's
        log.info("an event is lost again: %s: %r", event, fault)
        return state
    if not left_by_back(event, state, after):
        return after
    return state.afresh() if state.winners is not None or session.only_looked(state) else state


def left_by_back(event: Recorded, before: State, after: State) -> bool:
    """Whether back has left a pause. It wasn't always so: in a journal it was refused, or left what was over.

    Where it does so now, `companion.store.recorder.Recorder` writes down what it stands for.
    """
    paused = before.paused_at is not None and not before.menu_open
    return is_back(event) and paused and after.paused_at is None and after.game is before.game


def is_back(event: Recorded) -> bool:
    """Whether an event is back, pressed or typed."""
    if isinstance(event, Enter):
        return KEYS.get(folded(event.text)) is HostKey.BACK
    return isinstance(event, Key) and event.key is HostKey.BACK


def replay(session: Session, start: State, events: Iterable[Recorded]) -> State:
    """The state after these events."""
    state = start
    for event in events:
        state = stepped(session, state, event)
    return state


def ended(sitting: Sitting, read: Reader) -> tuple[Session, State, dict[int, int]]:
    """What a run was played with, the state it ended in, and by when each game began the event it began with.

    Raises:
        JournalError: it can't be told.
    """
    session, begun = session_of(sitting), dict[int, int]()
    state = start_of(session, sitting, read)
    for number, event in enumerate(sitting.events):
        state = stepped(session, state, event)
        if state.at_hand.game is not None:
            begun.setdefault(state.at_hand.began, number)
    return session, state, begun


def last_moment(events: Iterable[Recorded]) -> int:
    """The latest stamp of a sitting, by the clock of its last run: a clock that began anew may be behind."""
    at = 0
    for event in events:
        if not isinstance(event, Edges):
            at = event.at if isinstance(event, Resumed) else max(at, event.at)
    return at
