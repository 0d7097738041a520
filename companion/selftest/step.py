"""What a step of the self-test is: asks one thing after another, and says at the end what it has found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Self, TypeAlias, TypeVar

from companion.selftest.check_events import CheckEffect, CheckEvent
from companion.selftest.findings import Finding
from companion.words import T, Text
from firmware.boxfile.settings import PanelSettings, Settings
from firmware.events import NS_PER_MS, NS_PER_S, Line, Seat
from firmware.plugged import Plugged
from firmware.views import PanelId

LIMIT_NS = 20 * NS_PER_S
"""How long a question waits for its answer."""

TOO_SOON_NS = 300 * NS_PER_MS
"""An answer sooner than this after its question is meant for the one before."""

S = TypeVar("S")
Took: TypeAlias = "tuple[S, tuple[CheckEffect, ...]]"
"""What a step has become, and what it asks for."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the box at some point of the test.

    Attributes:
        settings: how it should be built.
        box_faults: what the box itself says is broken: the keys of `firmware.ports.Box.faults`.
        closed: lines closed since the test began.
        levels: an encoder's phases now, True if closed.
        where: at which place the button of each line was found; as built, until the buttons were tried.
        chattering: lines that never rest.
        deaf: lines not to be listened to: their buttons stick, or they chatter.
        file: the box file is the builder's own, and may be written to.
        plugged: the plugged-in button of each seat that has one.
        strays: those that came where a seat's other one was asked for.
    """

    settings: Settings
    box_faults: frozenset[str] = frozenset()
    closed: frozenset[Line] = frozenset()
    levels: Mapping[Line, bool] = field(default_factory=dict)
    where: Mapping[Line, Seat] = field(default_factory=dict)
    chattering: frozenset[Line] = frozenset()
    deaf: frozenset[Line] = frozenset()
    file: bool = False
    plugged: Mapping[Seat, Plugged] = field(default_factory=dict)
    strays: Mapping[Seat, Plugged] = field(default_factory=dict)

    @property
    def answering(self) -> frozenset[Seat]:
        """The seats from which an answer comes with its place."""
        return frozenset(seat for line, seat in self.where.items() if line not in self.deaf)


@dataclass(frozen=True, slots=True)
class Ask:
    """What whoever builds the box is asked now; terminal and panels both show this.

    Attributes:
        key: what is asked, in two words for machines: ``press 3``, ``lamp 3``.
        do: the whole of it, for the terminal.
        big: the one big thing on the panels.
        sign: the seat whose shape stands beside it.
        text: a few short lines below.
        hint: what to press.
        until: when it is given up (ns); None if it can't wait for ever anyway.
        number: which of the step's questions it is, and of how many; None if that says nothing.
        lit: the lamps lit meanwhile.
        cards: the panels that show their test picture meanwhile, each with how it is driven.
        keys: what it waits for: ``"yes-no"``, ``"press"`` (of one certain button) or, for time only, ``""``.
    """

    key: str
    do: Text
    big: Text | str = ""
    sign: Seat | None = None
    text: tuple[Text | str, ...] = ()
    hint: Text | str = ""
    until: int | None = None
    number: tuple[int, int] | None = None
    lit: frozenset[Seat] = frozenset()
    cards: Mapping[PanelId, PanelSettings] = field(default_factory=dict)
    keys: str = "yes-no"


@dataclass(frozen=True, slots=True)
class Step(ABC):
    """One part of the self-test, such as all buttons, and where it is.

    Attributes:
        known: what is known as it begins.
    """

    name: ClassVar[str]
    """As the command line takes it."""
    title: ClassVar[Text]
    """As people read it; at most 9 characters in either language, for it shares a line."""
    raw: ClassVar[bool] = False
    """Whether it wants presses as they come, not as answers."""

    known: Known

    @abstractmethod
    def start(self, now: int) -> Took[Self]:
        """Begin."""

    @abstractmethod
    def take(self, event: CheckEvent) -> Took[Self]:
        """What an event makes of it."""

    @abstractmethod
    def wake_at(self) -> int | None:
        """When it wants a tick (ns), or None."""

    @abstractmethod
    def ask(self) -> Ask | None:
        """What is asked now; None when the step is over."""

    @abstractmethod
    def findings(self) -> tuple[Finding, ...]:
        """What was found; once the step is over or broken off."""

    def learn(self) -> Known:
        """What is known after it."""
        return self.known


PRESS_OR_HOLD = T("press: yes  hold: no")
