"""Step 4: every panel's test picture; whether it is right, and beside which button it stands.

The picture has a border on the very last pixels, so that a wrong column offset or height cuts it. A picture
that isn't right is shown again by other settings until it is, and the right ones are told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar, Self

from companion.selftest.absent import UNPLUG, absent_findings, panel_name
from companion.selftest.check_events import CheckEvent, Refit, Said, Scanned, Skip, Wanted
from companion.selftest.findings import Finding, nothing, ok, skipped
from companion.selftest.miswiring import Miswiring, miswiring_of
from companion.selftest.part_names import pin, place_of, seats_of, section_of, wires_of
from companion.selftest.step import LIMIT_NS, PRESS_OR_HOLD, TOO_SOON_NS, Ask, Step, Took
from companion.selftest.trials import difference, trials
from companion.words import T, Text
from firmware.boxfile.settings import PanelSettings
from firmware.events import NS_PER_S, Seat, Tick
from firmware.views import PanelId

SCAN_NS = 15 * NS_PER_S
"""So long the wires may take to be looked at; a bus that hangs answers after a second each time."""


class Looked(Enum):
    """How a panel has come out that was looked at."""

    RIGHT = "right"
    CURED = "cured"
    """Its picture is right by other settings."""
    BAD = "bad"
    """Its picture is right by none."""
    UNSEEN = "unseen"
    """Nobody answered for it."""
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class PanelsStep(Step):
    """Looks what answers, then shows each panel's picture.

    Attributes:
        since: when the picture now looked at was shown, or the wires began to be looked at (ns).
        scanned: what answers; None until that is known.
        left: the panels still to be looked at, the one that shows its picture first.
        trial: which of `trials` that is shown by; None as it is set.
        at: beside which button each panel's picture stands.
        looked: how those before have come out, and by which trial.
        said: the unexpected place told before for the same panel; people slip, wires don't.
        unknown: nobody knows what answers: the wires took too long.
    """

    name: ClassVar[str] = "panels"
    title: ClassVar[Text] = T("Panels")

    since: int = 0
    scanned: Scanned | None = None
    left: tuple[PanelId, ...] = ()
    trial: int | None = None
    at: tuple[tuple[PanelId, Seat], ...] = ()
    looked: tuple[tuple[PanelId, Looked, int | None], ...] = ()
    said: Seat | None = None
    unknown: bool = False

    @property
    def panel(self) -> PanelId | None:
        """The panel looked at; None before the first and after the last."""
        return self.left[0] if self.left else None

    @property
    def _panels(self) -> Mapping[PanelId, PanelSettings]:
        return self.known.settings.panels

    def start(self, now: int) -> Took[Self]:
        """Have the wires looked at."""
        if not self._panels:
            return replace(self, scanned=Scanned(frozenset(), frozenset(), {}, now)), ()
        return replace(self, since=now), (Wanted.SCAN,)

    def take(self, event: CheckEvent) -> Took[Self]:
        """One answer."""
        panel = self.panel
        match event:
            case Scanned(at=at) if self.scanned is None:
                there = tuple(name for name in self._panels if name not in event.missing)
                return replace(self, scanned=event, left=there, since=at), ()
            case Skip(whole=True):
                looked = (*self.looked, *((name, Looked.SKIPPED, None) for name in self.left))
                ended = replace(self, looked=looked, left=(), unknown=self.scanned is None)
                return ended, self._as_set()
            case Skip(at=at) if panel is not None:
                return self._done(panel, Looked.SKIPPED, at)
            case Said(yes, seat, at) if panel is not None and at >= self.since + TOO_SOON_NS:
                return self._right(panel, seat, at) if yes else self._wrong(panel, at)
            case Tick(at) if at >= self.wake_at():
                if panel is None:
                    return replace(self, unknown=True), ()
                return self._done(panel, Looked.UNSEEN if self.trial is None else Looked.BAD, at)
        return self, ()

    def _right(self, panel: PanelId, seat: Seat | None, now: int) -> Took[Self]:
        came = Looked.RIGHT if self.trial is None else Looked.CURED
        if not isinstance(panel, int):
            return self._done(panel, came, now)
        told = seat if panel in self.known.answering and seat is not None else panel
        if told != panel and self.said is None:
            return replace(self, since=now, said=told), ()
        return replace(self, at=(*self.at, (panel, told)))._done(panel, came, now)

    def _wrong(self, panel: PanelId, now: int) -> Took[Self]:
        """Show it by the next settings there are."""
        trial = 0 if self.trial is None else self.trial + 1
        others = trials(self._panels[panel])
        if trial < len(others):
            return replace(self, since=now, trial=trial), (Refit(panel, others[trial]),)
        return self._done(panel, Looked.BAD, now)

    def _done(self, panel: PanelId, came: Looked, now: int) -> Took[Self]:
        """Go on to the next panel."""
        looked = (*self.looked, (panel, came, self.trial))
        after = replace(self, since=now, left=self.left[1:], looked=looked, trial=None, said=None)
        return after, () if came is Looked.CURED else self._as_set()

    def _as_set(self) -> tuple[Refit, ...]:
        """Drive the panel as the box file says again."""
        if self.panel is None or self.trial is None:
            return ()
        return (Refit(self.panel, self._panels[self.panel]),)

    def wake_at(self) -> int:
        """When no more answer is waited for."""
        return self.since + (SCAN_NS if self.scanned is None else LIMIT_NS)

    def ask(self) -> Ask | None:
        """Is this picture right, and where is it?"""
        until, panel = self.wake_at(), self.panel
        if self.unknown:
            return None
        if self.scanned is None:
            return Ask("scan", T("Looking which panels answer."), T("Wait"), until=until, keys="")
        if panel is None:
            return None
        settings = self._panels[panel]
        if self.trial is not None:
            settings = trials(settings)[self.trial]
        there = [name for name in self._panels if name not in self.scanned.missing]
        do, text = self._question(panel)
        return Ask(
            f"panel {panel}",
            do,
            big=T("main") if panel == "main" else str(panel),
            sign=panel if isinstance(panel, int) else None,
            text=(text,),
            hint=PRESS_OR_HOLD,
            until=until,
            number=(there.index(panel) + 1, len(there)),
            cards={panel: settings},
        )

    def _question(self, panel: PanelId) -> tuple[Text, Text]:
        who, where = panel_name(panel), wires_of(self._panels[panel])
        if self.trial is not None:
            do = T("And now? {who}, by other settings. Right now: press. Still wrong: hold.", who=who)
            return do, T("and now? whole?")
        if self.said is not None:
            do = T(
                "Once more: press the button beside the panel with the framed picture of {who}. You said "
                "{seat}.",
                who=who,
                seat=self.said,
            )
            return do, T("{seat}? once more", seat=self.said)
        if panel in self.known.answering:
            do = T(
                "One panel shows a framed picture: {who}, {wires}. Is its border whole on all four sides "
                "and its text readable? Then press the button beside it. Wrong: hold any button.",
                who=who,
                wires=where,
            )
            return do, T("whole? press there")
        do = T(
            "Look at {who}, {wires}. Is its border whole on all four sides and its text readable? Right: "
            "press any button. Wrong: hold any button.",
            who=who,
            wires=where,
        )
        return do, T("border whole?")

    def findings(self) -> tuple[Finding, ...]:
        """Which panels answer, show their picture right, and stand where they should."""
        if not self._panels:
            return (nothing(self.name, T("no panels in this box")),)
        if self.scanned is None:
            return self._unknown()
        at: dict[PanelId, frozenset[PanelId]] = {panel: frozenset({seat}) for panel, seat in self.at}
        miswired = miswiring_of(at)
        return (
            *absent_findings(self.name, self._panels, self.scanned),
            *self._reset(self.scanned.resets),
            *self._pictures(miswired.right),
            *self._misplaced(miswired),
            *(
                skipped(self.name, (panel,), T("{who}: skipped", who=panel_name(panel)))
                for panel in (*dict(self._those(Looked.SKIPPED)), *self.left)
            ),
        )

    def _unknown(self) -> tuple[Finding, ...]:
        if not self.unknown:
            return (skipped(self.name, (), T("panels: skipped")),)
        what = T("the panels' wires hang: nothing answers in time")
        return (Finding(self.name, "hangs", (), what, UNPLUG),)

    def _reset(self, works: bool | None) -> Iterator[Finding]:
        gpio = self.known.settings.mux_reset
        if works is False and gpio is not None:
            do = T("Follow its wire from {pin} to the mux's RST.", pin=pin(gpio))
            yield Finding(self.name, "reset", (), T("the mux's reset does nothing"), do)

    def _pictures(self, at_home: Collection[PanelId]) -> Iterator[Finding]:
        """How each panel's picture has come out, the good ones first."""
        for panel, _ in self._those(Looked.RIGHT):
            if panel == "main" or panel in at_home:
                settings = self._panels[panel]
                what = T(
                    "{who}: right ({driver}, {size}, {place})",
                    who=panel_name(panel),
                    driver=settings.driver,
                    size=f"{settings.width}x{settings.height}",
                    place=place_of(settings),
                )
                yield ok(self.name, (panel,), what)
        for panel, trial in self._those(Looked.CURED):
            settings = self._panels[panel]
            keys = difference(settings, trials(settings)[trial or 0])
            do = T(
                "It is right with {keys}: write that into its panel = {{ ... }} under [{section}] in the box "
                "file.",
                keys=keys,
                section=section_of(panel),
            )
            what = T("{who}: its picture is wrong", who=panel_name(panel))
            yield Finding(self.name, "picture", (panel,), what, do, data=(("cure", keys),))
        for panel, _ in self._those(Looked.BAD):
            what = T("{who}: its picture is wrong, by all settings that were tried", who=panel_name(panel))
            do = T(
                "Look what its seller says of its controller (SSD1306, SSD1309 or SH1106) and its size, and "
                "write that as driver, width and height. Snow or missing lines: a loose SDA or SCL, or a "
                "cable too long."
            )
            yield Finding(self.name, "bad-picture", (panel,), what, do)
        for panel, _ in self._those(Looked.UNSEEN):
            what = T("{who}: answers, but nobody has seen its picture", who=panel_name(panel))
            do = T(
                "If it stays dark: some boards have a pin RES that must be high (3.3 V), and a dark panel "
                "may simply be broken. Otherwise look again: pierwszy check panels"
            )
            yield Finding(self.name, "unseen", (panel,), what, do)

    def _misplaced(self, miswired: Miswiring[PanelId]) -> Iterator[Finding]:
        do = T("Swap their plugs, or their channels in the box file.")
        for ring in miswired.rings:
            what = T("the panels {seats} stand in each other's places", seats=seats_of(ring))
            yield Finding(self.name, "swapped" if len(ring) == 2 else "mixed", ring, what, do)
        for panel, seat in miswired.astray:
            what = T("panel {seat} stands at seat {other}", seat=panel, other=seat)
            do = T(
                "Plug it into the mux's channel of seat {other}, or change the channels in the box file.",
                other=seat,
            )
            yield Finding(self.name, "astray", (panel, seat), what, do)

    def _those(self, came: Looked) -> list[tuple[PanelId, int | None]]:
        """The panels that have come out so, and by which trial."""
        return [(panel, trial) for panel, looked, trial in self.looked if looked is came]
