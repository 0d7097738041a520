"""What the window needs of the program behind it; what is answered here is so of a box with real buttons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from PIL import Image

from companion.i18n import speaker
from companion.table.honeycomb import HoneycombDraft
from companion.table.view import TableView
from companion.words import Names, Say
from firmware.drawing.figures import Spot
from firmware.events import HostEvent, Seat
from firmware.views import Cue, PanelId


@dataclass(frozen=True, slots=True)
class Workshop:
    """Where people make things for a game (`companion.games.things`), on a honeycomb of numbers.

    It can be pickled: a window in a process of its own makes them there.

    Attributes:
        known: what those this box keeps are called on screens, by the words the game asks for them by.
        taken: words of those that aren't made here: nothing is saved under them.
        begin: a draft of one of them, by its word; of an empty one, by an empty word.
        save: writes one down that has no faults, and tells what is to be typed, so that it is known at once;
            raises OSError where it can't.
    """

    known: Mapping[str, str]
    taken: Collection[str]
    begin: Callable[[str], HoneycombDraft]
    save: Callable[[HoneycombDraft], str]


@dataclass(frozen=True, slots=True)
class News:
    """How things are on the box, all but what the table shows.

    Attributes:
        version: a number that changes whenever pictures, lamps, players or language may have changed.
        happened: a number that changes whenever something has happened; a lamp that only blinks is nothing.
        hushed: a ruling may be near: nothing should be drawn for as long.
        volume: how loud cues are: 0, silence, to `firmware.views.LOUDEST`.
        lit: the lamps lit.
        playing: the seats in the game; others are drawn dimmed.
        language: that is spoken.
        names: of the seats.
    """

    version: int
    happened: int
    hushed: bool
    volume: int
    lit: frozenset[Seat]
    playing: tuple[Seat, ...]
    language: str
    names: Names

    @property
    def say(self) -> Say:
        """The language spoken, with the seats' names."""
        return speaker(self.language).named(self.names)


class Desk(Protocol):
    """The program as the window sees it; every method may be called while the loop runs in its own thread."""

    @property
    def seats(self) -> Collection[Seat]:
        """The seats that have a button on this box, 1..8."""
        ...

    @property
    def pressable(self) -> bool:
        """Whether the window's keys and plates are the seats' buttons, and the box can be drawn."""
        return False

    @property
    def plays_itself(self) -> bool:
        """Whether it is a showing: any press or touch goes on to what comes after."""
        return False

    def press(self, seat: Seat, closed: bool, at: int, *, by_key: bool = True) -> None:  # noqa: ARG002
        """Close or open a seat's contact, by its key or not; ``at`` is ns of CLOCK_MONOTONIC at the event."""
        return

    def tell(self, event: HostEvent) -> None:
        """Hand on what the host turned, pressed or typed."""
        ...

    def pictures(self) -> Mapping[PanelId, Image.Image]:
        """What each panel's glass shows now, mode ``"1"``, or ``"L"`` of one that is dimmed."""
        return {}

    def dice(self, pictures: Mapping[PanelId, Image.Image]) -> Mapping[PanelId, tuple[Spot, ...]]:  # noqa: ARG002
        """The dice that lie on these pictures: see `firmware.drawing.frames.dice_on`."""
        return {}

    def table(self, now: int) -> TableView | None:
        """What the table view shows at ``now`` (ns of CLOCK_MONOTONIC); None if nothing yet."""
        ...

    def drawn(self, version: int) -> None:  # noqa: ARG002
        """The window shows that version of `News`."""
        return

    def news(self) -> News:
        """How things are now."""
        ...

    def workshop(self) -> Workshop | None:
        """Where things for the game chosen are made; None where it keeps none."""
        ...

    def cues(self) -> Sequence[Cue]:
        """The cues since the last call."""
        ...

    def stopped(self) -> bool:
        """Whether the program has ended."""
        ...

    def on_change(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` from any thread after each change, cue and at the end; it never blocks or raises."""
        ...


Show: TypeAlias = Callable[[str, str], AbstractContextManager[Desk]]
"""Gives a round of this game in this language that plays itself: a `Desk` that is stopped once it is over."""
