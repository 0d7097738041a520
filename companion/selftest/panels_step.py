"""Step 4: every panel's test picture; whether it is right, and beside which button it stands.

The picture has a border on the very last pixels, so that a wrong column offset or height cuts it. A picture
that isn't right is shown again by other settings until it is, and the right ones are told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from companion.selftest.absent import absent_findings, panel_name
from companion.selftest.check_events import CheckEvent, Refit, Said, Scanned, Skip, Wanted
from companion.selftest.findings import Finding, nothing, ok, skipped
from companion.selftest.miswiring import Miswiring, miswiring_of
from companion.selftest.part_names import place_of, seats_of, section_of, wires_of
from companion.selftest.step import LIMIT_NS, PRESS_OR_HOLD, TOO_SOON_NS, Ask, Step, Took
from companion.selftest.trials import difference, trials
from companion.words import T, Text
from firmware.boxfile.settings import PanelSettings
from firmware.events import NS_PER_S, Seat, Tick
from firmware.views import PanelId

SCAN_NS = 15 * NS_PER_S
"""So long the wires may take to be looked at; a bus that hangs answers after a second each time."""


@dataclass(frozen=True, slots=True)
class PanelsState:
    """Where the step is.

    Attributes:
        since: when the picture now looked at was shown, or the wires began to be looked at (ns).
        scanned: what answers; None until that is known.
        panel: the panel looked at; None before the first and after the last.
        left: the panels still to be looked at.
        trial: which of `trials` it is shown by; None as it is set.
        at: beside which button each panel's picture stands; None for one nobody saw.
        right: panels whose picture is right as they are set.
        cured: panels whose picture is right by other settings, with these.
        bad: panels whose picture is right by none.
        unseen: panels nobody answered for.
        skipped: panels that were left out.
        said: the unexpected place told before for the same panel; people slip, wires don't.
        unknown: nobody knows what answers: the wires took too long.
    """

    since: int
    scanned: Scanned | None = None
    panel: PanelId | None = None
    left: tuple[PanelId, ...] = ()
    trial: int | None = None
    at: tuple[tuple[PanelId, Seat | None], ...] = ()
    right: tuple[PanelId, ...] = ()
    cured: Mapping[PanelId, PanelSettings] = field(default_factory=dict)
    bad: tuple[PanelId, ...] = ()
    unseen: tuple[PanelId, ...] = ()
    skipped: tuple[PanelId, ...] = ()
    said: Seat | None = None
    unknown: bool = False

    @property
    def over(self) -> bool:
        """Whether nothing is left."""
        return self.unknown or (self.scanned is not None and self.panel is None)


class PanelsStep(Step[PanelsState]):
    """Looks what answers, then shows each panel's picture."""

    name: ClassVar[str] = "panels"
    title: ClassVar[Text] = T("Panels")

    @property
    def _panels(self) -> Mapping[PanelId, PanelSettings]:
        return self.known.settings.panels

    def start(self, now: int) -> Took[PanelsState]:
        """Have the wires looked at."""
        if not self._panels:
            return PanelsState(now, Scanned(frozenset(), frozenset(), {}, now)), ()
        return PanelsState(now), (Wanted.SCAN,)

    def take(self, state: PanelsState, event: CheckEvent) -> Took[PanelsState]:
        """One answer."""
        match event:
            case Scanned(at=at) if state.scanned is None:
                there = tuple(name for name in self._panels if name not in event.missing)
                return self._next(replace(state, scanned=event, left=there), at), ()
            case Skip(whole=True):
                asked = () if state.panel is None else (state.panel,)
                rest = (*state.skipped, *asked, *state.left)
                ended = replace(state, skipped=rest, panel=None, left=(), unknown=state.scanned is None)
                return ended, self._as_set(state)
            case Skip(at=at) if state.panel is not None:
                return self._next(replace(state, skipped=(*state.skipped, state.panel)), at), self._as_set(
                    state
                )
            case Said(yes, seat, at) if state.panel is not None and at >= state.since + TOO_SOON_NS:
                return self._right(state, seat, at) if yes else self._wrong(state, at)
            case Tick(at) if at >= self.wake_at(state):
                return self._nobody(state, at)
        return state, ()

    def _right(self, state: PanelsState, seat: Seat | None, now: int) -> Took[PanelsState]:
        panel = state.panel
        assert panel is not None
        if isinstance(panel, int):
            told = seat if panel in self.known.answering and seat is not None else panel
            if told != panel and state.said is None:
                return replace(state, since=now, said=told), ()
            state = replace(state, at=(*state.at, (panel, told)))
        if state.trial is None:
            return self._next(replace(state, right=(*state.right, panel)), now), ()
        cure = trials(self._panels[panel])[state.trial]
        return self._next(replace(state, cured={**state.cured, panel: cure}), now), ()

    def _wrong(self, state: PanelsState, now: int) -> Took[PanelsState]:
        """Show it by the next settings there are."""
        panel = state.panel
        assert panel is not None
        trial = 0 if state.trial is None else state.trial + 1
        others = trials(self._panels[panel])
        if trial < len(others):
            return replace(state, since=now, trial=trial), (Refit(panel, others[trial]),)
        return self._next(replace(state, bad=(*state.bad, panel)), now), self._as_set(state)

    def _nobody(self, state: PanelsState, now: int) -> Took[PanelsState]:
        if state.panel is None:
            return replace(state, unknown=True), ()
        ended = (
            replace(state, unseen=(*state.unseen, state.panel))
            if state.trial is None
            else replace(state, bad=(*state.bad, state.panel))
        )
        return self._next(ended, now), self._as_set(state)

    def _as_set(self, state: PanelsState) -> tuple[Refit, ...]:
        """Drive the panel as the box file says again."""
        if state.panel is None or state.trial is None:
            return ()
        return (Refit(state.panel, self._panels[state.panel]),)

    def _next(self, state: PanelsState, now: int) -> PanelsState:
        panel = state.left[0] if state.left else None
        return replace(state, since=now, panel=panel, left=state.left[1:], trial=None, said=None)

    def wake_at(self, state: PanelsState) -> int:
        """When no more answer is waited for."""
        return state.since + (SCAN_NS if state.scanned is None else LIMIT_NS)

    def ask(self, state: PanelsState) -> Ask | None:
        """Is this picture right, and where is it?"""
        if state.over:
            return None
        if state.scanned is None:
            until = self.wake_at(state)
            return Ask("scan", T("Looking which panels answer."), T("Wait"), until=until, keys="")
        panel = state.panel
        assert panel is not None
        settings = self._panels[panel]
        if state.trial is not None:
            settings = trials(settings)[state.trial]
        there = [name for name in self._panels if name not in state.scanned.missing]
        number = (there.index(panel) + 1, len(there))
        do, text = self._question(panel, state)
        return Ask(
            f"panel {panel}",
            do,
            big=T("main") if panel == "main" else str(panel),
            sign=panel if isinstance(panel, int) else None,
            text=text,
            hint=PRESS_OR_HOLD,
            until=self.wake_at(state),
            number=number,
            cards={panel: settings},
        )

    def _question(self, panel: PanelId, state: PanelsState) -> tuple[Text, tuple[Text, ...]]:
        where = wires_of(self._panels[panel])
        if state.trial is not None:
            do = T(
                "And now? {who}, by other settings. Right now: press. Still wrong: hold.",
                who=panel_name(panel),
            )
            return do, (T("and now? whole?"),)
        if state.said is not None:
            do = T(
                "Once more: press the button beside the panel with the framed picture of {who}. You said "
                "{seat}.",
                who=panel_name(panel),
                seat=state.said,
            )
            return do, (T("{seat}? once more", seat=state.said),)
        if panel in self.known.answering:
            do = T(
                "One panel shows a framed picture: {who}, {wires}. Is its border whole on all four sides "
                "and its text readable? Then press the button beside it. Wrong: hold any button.",
                who=panel_name(panel),
                wires=where,
            )
            return do, (T("whole? press there"),)
        do = T(
            "Look at {who}, {wires}. Is its border whole on all four sides and its text readable? Right: "
            "press any button. Wrong: hold any button.",
            who=panel_name(panel),
            wires=where,
        )
        return do, (T("border whole?"),)

    def findings(self, state: PanelsState) -> tuple[Finding, ...]:
        """Which panels answer, show their picture right, and stand where they should."""
        if not self._panels:
            return (nothing(self.name, T("no panels in this box")),)
        if state.scanned is None:
            return self._unknown(state)
        seen: dict[PanelId | None, frozenset[PanelId | None]] = {
            panel: frozenset({seat}) for panel, seat in state.at
        }
        miswired = miswiring_of(seen)
        rest = () if state.panel is None else (state.panel, *state.left)
        found = list(absent_findings(self.name, self._panels, state.scanned))
        found += [self._works(panel) for panel in state.right if panel == "main" or panel in miswired.right]
        found += [self._cured(panel, cure) for panel, cure in state.cured.items()]
        found += [self._bad(panel) for panel in state.bad]
        found += [self._unseen(panel) for panel in state.unseen]
        found += self._misplaced(miswired)
        found += [
            skipped(self.name, (panel,), T("{who}: skipped", who=panel_name(panel)))
            for panel in (*state.skipped, *rest)
        ]
        return tuple(found)

    def _unknown(self, state: PanelsState) -> tuple[Finding, ...]:
        if not state.unknown or state.skipped:
            return (skipped(self.name, (), T("panels: skipped")),)
        what = T("the panels' wires hang: nothing answers in time")
        do = T(
            "Unplug all panels and plug them in one by one: the one that brings it back shorts SDA or SCL."
        )
        return (Finding(self.name, "hangs", (), what, do),)

    def _works(self, panel: PanelId) -> Finding:
        settings = self._panels[panel]
        size = f"{settings.width}x{settings.height}"
        what = T(
            "{who}: right ({driver}, {size}, {place})",
            who=panel_name(panel),
            driver=settings.driver,
            size=size,
            place=place_of(settings),
        )
        return ok(self.name, (panel,), what)

    def _cured(self, panel: PanelId, cure: PanelSettings) -> Finding:
        keys = difference(self._panels[panel], cure)
        do = T(
            "It is right with {keys}: write that into its panel = {{ ... }} under [{section}] in the box "
            "file.",
            keys=keys,
            section=section_of(panel),
        )
        what = T("{who}: its picture is wrong", who=panel_name(panel))
        return Finding(self.name, "picture", (panel,), what, do, data=(("cure", keys),))

    def _bad(self, panel: PanelId) -> Finding:
        what = T("{who}: its picture is wrong, by all settings that were tried", who=panel_name(panel))
        do = T(
            "Look what its seller says of its controller (SSD1306, SSD1309 or SH1106) and its size, and "
            "write that as driver, width and height. Snow or missing lines: a loose SDA or SCL, or a cable "
            "too long."
        )
        return Finding(self.name, "bad-picture", (panel,), what, do)

    def _unseen(self, panel: PanelId) -> Finding:
        what = T("{who}: answers, but nobody has seen its picture", who=panel_name(panel))
        do = T(
            "If it stays dark: some boards have a pin RES that must be high (3.3 V), and a dark panel may "
            "simply be broken. Otherwise look again: pierwszy check panels"
        )
        return Finding(self.name, "unseen", (panel,), what, do)

    def _misplaced(self, miswired: Miswiring[PanelId | None]) -> list[Finding]:
        found = []
        do = T("Swap their plugs, or their channels in the box file.")
        for ring in miswired.rings:
            panels = tuple(panel for panel in ring if panel is not None)
            kind = "swapped" if len(panels) == 2 else "mixed"
            what = T("the panels {seats} stand in each other's places", seats=seats_of(panels))
            found.append(Finding(self.name, kind, panels, what, do))
        for panel, seat in miswired.astray:
            if panel is not None and seat is not None:
                what = T("panel {seat} stands at seat {other}", seat=panel, other=seat)
                do = T(
                    "Plug it into the mux's channel of seat {other}, or change the channels in the box file.",
                    other=seat,
                )
                found.append(Finding(self.name, "astray", (panel, seat), what, do))
        return found
