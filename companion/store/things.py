"""The things a box keeps for games (`companion.games.things`), on disk.

Three places have some: each game brings its own, the box file names files of them, and those people made at
the table are files in the state folder, beside the journal. The box file's come first: a file in the folder
whose name is one of theirs is not looked at. One there that is wrong is left out with a warning; it never
stops a box.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.errors import ThingError
from companion.games.catalogue import kinds
from companion.games.options import Surroundings
from companion.games.things import K, Things, ThingsByKind
from companion.table.honeycomb import HoneycombDraft
from firmware.boxfile.settings import NO_FILES, NamedFile, Settings
from firmware.events import Seat
from firmware.whole_file import read_whole, write_whole


def known_things(files: Mapping[str, Mapping[str, NamedFile]] = NO_FILES) -> ThingsByKind:
    """Every thing, those that come with the games first.

    Args:
        files: as the settings have them.

    Raises:
        ThingError: with every fault of all files.
    """
    known: dict[str, dict[str, Any]] = {}
    faults: list[str] = []
    for kind, things in kinds().items():
        known[kind] = dict(things.shipped)
        for word, file in files.get(things.plural, {}).items():
            try:
                known[kind][word] = things.read(file.text, file.source)
            except ThingError as error:
                faults += error.faults
    if faults:
        raise ThingError(faults)
    return known


def surroundings(settings: Settings, seats: Iterable[Seat]) -> Surroundings:
    """What games find on this box.

    Raises:
        ThingError: with every fault of its files.
    """
    things = known_things(settings.files)
    return Surroundings(
        tuple(sorted(seats)),
        settings.times,
        settings.language,
        settings.dice,
        things,
        switches_off=settings.switches_off,
        zero=settings.asks_zero,
        phones=settings.phones.on if settings.offers_phones else None,
        certificate=settings.certificate,
    )


def files_of(known: ThingsByKind) -> Mapping[str, Mapping[str, NamedFile]]:
    """Files from which `known_things` makes these again: what a journal keeps."""
    return {
        things.plural: {
            word: NamedFile(word, things.written(thing)) for word, thing in things.of(known).items()
        }
        for things in kinds().values()
    }


# -- made at the table ---------------------------------------------------------------------------------------


def with_made(settings: Settings, state: Path) -> Settings:
    """A box that knows the things made at its table, too."""
    files = dict(settings.files)
    for things in kinds().values():
        named = files.get(things.plural, {})
        made = {word: file for word, file in _made(state, things) if word not in named}
        if made:
            files[things.plural] = {**named, **made}
    return replace(settings, files=files)


def put(state: Path, things: Things[K], word: str, thing: K) -> Path:
    """Write a thing's file, whole or not at all, and over an older one of that name.

    Args:
        state: the state folder.
        things: what it is one of.
        word: what games ask for it by: plain letters, digits and ``-``.
        thing: the thing.

    Raises:
        OSError: it can't be written.
    """
    path = state / things.plural / f"{word}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, things.written(thing))
    return path


def begun(things: Things[K], known: Mapping[str, K], word: str) -> HoneycombDraft:
    """A draft of the thing known by a word, of an empty one by an empty word; these can be drafted."""
    assert things.draft is not None
    return things.draft(word, known.get(word))


def saved(state: Path, things: Things[Any], draft: HoneycombDraft) -> str:
    """Write down what was drafted, as `put` does; what is to be typed, so that it is known at once."""
    thing = draft.made()
    put(state, things, draft.word, thing)
    return things.typed(draft.word, thing)


def _made(state: Path, things: Things[Any]) -> Iterator[tuple[str, NamedFile]]:
    """Every file that is one of these, by its name."""
    folder, log = state / things.plural, logging.getLogger(f"pierwszy.{things.plural}")
    try:
        paths = sorted(folder.glob("*.toml"))
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        log.warning("%s in %s are left out: %s", things.plural, folder, reason)
        return
    for path in paths:
        if not things.is_word(path.stem):
            expected = f"a name of plain letters, digits and -, not {' or '.join(things.reserved)}"
            log.warning("a %s is left out: %s: expected %s", things.kind, path.name, expected)
            continue
        try:
            text = read_whole(path, f"a {things.kind}")
            things.read(text, path.name)
        except ThingError as error:
            log.warning("a %s is left out: %s", things.kind, error.faults[0])
        except ValueError as error:
            log.warning("a %s is left out: %s: %s", things.kind, path.name, error)
        else:
            yield path.stem, NamedFile(str(path), text)
