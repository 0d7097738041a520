"""What the window needs of the program behind it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from PIL import Image

from companion.table.honeycomb import HoneycombDraft
from companion.table.view import TableView
from companion.words import Say
from firmware.drawing.figures import Spot
from firmware.events import HostEvent, Seat
from firmware.views import Cue, PanelId


@dataclass(frozen=True, slots=True)
class Workshop:
    """Where people make things for a game (`companion.games.things`), on a honeycomb of numbers.

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


class Desk(Protocol):
    """The program as the window sees it; every method may be called while the loop runs in its own thread."""

    @property
    def seats(self) -> Collection[Seat]:
        """The seats that have a button on this box, 1..8."""
        ...

    @property
    def pressable(self) -> bool:
        """Whether the window's keys and plates are the seats' buttons, and the box can be drawn."""
        ...

    @property
    def plays_itself(self) -> bool:
        """Whether it is a showing: any press or touch goes on to what comes after."""
        ...

    def press(self, seat: Seat, closed: bool, at: int) -> None:
        """Close or open a seat's contact; ``at`` is ns of CLOCK_MONOTONIC at the event."""
        ...

    def tell(self, event: HostEvent) -> None:
        """Hand on what the host turned, pressed or typed."""
        ...

    def pictures(self) -> Mapping[PanelId, Image.Image]:
        """What each panel's glass shows now, mode ``"1"``, or ``"L"`` of one that is dimmed."""
        ...

    def dice(self, pictures: Mapping[PanelId, Image.Image]) -> Mapping[PanelId, tuple[Spot, ...]]:
        """The dice that lie on these pictures: see `firmware.drawing.frames.dice_on`."""
        ...

    def table(self, now: int) -> TableView | None:
        """What the table view shows at ``now`` (ns of CLOCK_MONOTONIC); None if nothing yet."""
        ...

    def hushed(self) -> bool:
        """Whether a ruling may be near: nothing should be drawn for as long."""
        ...

    def workshop(self) -> Workshop | None:
        """Where things for the game chosen are made; None where it keeps none."""
        ...

    def lit(self) -> Collection[Seat]:
        """The lamps lit now."""
        ...

    def playing(self) -> Collection[Seat]:
        """The seats in the game now; others are drawn dimmed."""
        ...

    def cues(self) -> Sequence[Cue]:
        """The cues since the last call."""
        ...

    def volume(self) -> int:
        """How loud cues are: 0, silence, to `firmware.views.LOUDEST`."""
        ...

    def say(self) -> Say:
        """The language spoken now."""
        ...

    def stopped(self) -> bool:
        """Whether the program has ended."""
        ...

    def version(self) -> int:
        """A number that changes whenever pictures, lamps, players or language may have changed."""
        ...

    def happened(self) -> object:
        """The same object as long as nothing has happened on the box; a lamp that only blinks is nothing."""
        ...

    def on_change(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` from any thread after each change, cue and at the end; it never blocks or raises."""
        ...


Show: TypeAlias = Callable[[str, str], AbstractContextManager[Desk]]
"""Gives a round of this game in this language that plays itself: a `Desk` that is stopped once it is over."""
