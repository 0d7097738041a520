"""The window: waits for an event, hands presses and knob on, redraws what changed. It decides nothing.

An idle window waits in `pygame.event.wait`, which looks at SDL's queue once a millisecond and lets other
threads run meanwhile; the program wakes it through a posted event, which any thread may do. Everything is
stamped right after the wait returns, before anything is drawn: pygame-ce 2.5.8 doesn't hand SDL's own stamps
on, and those are whole milliseconds taken by the same thread at the same moment. Events that came while the
window was drawing share one stamp, which is all that is known about them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import replace
from types import TracebackType
from typing import Self, TypeAlias

import pygame
from pygame.event import Event

from companion.screen import buttons
from companion.screen.desk import Desk
from companion.screen.faces import BoxFace, Face, Held, TableFace
from companion.screen.hands import Hands, KnobPress
from companion.screen.keys import Action, Do, Holder, OkKey, RightClick, SeatKey, Tell, Touch, Turn, translate
from companion.screen.layout import SMALLEST, KnobPart
from companion.screen.look import Look
from companion.screen.opening import open_window
from companion.screen.sounds import Speaker
from companion.screen.table.choice_grid import ChoiceGrid
from companion.screen.table.choices import AllChoices, Choice, events_for
from companion.screen.table.controls import Control
from companion.screen.table.keyboard import Keyboard
from companion.screen.table.layout import unit_of
from companion.screen.table.overlay import Overlay, Pick, Send
from companion.screen.table.rules_page import RulesPage
from companion.screen.theme import PALETTES, SPACE, Type
from companion.table.captions import Captions
from companion.table.rules import reminder
from firmware.events import NS_PER_MS, NS_PER_S, Enter, HostEvent, HostKey, Key, Knob
from firmware.screen_settings import PLAIN, ScreenSettings
from firmware.views import LOUDEST, Cue

IDLE_MS = 1000
"""The longest sleep: Python looks after signals (Ctrl-C) only between two waits."""

FRAME_NS = NS_PER_S // 60
"""From one picture to the next while something moves."""

HUSHED_NS = 100 * NS_PER_MS
"""The longest a picture waits for a ruling: on a line that never rests one may always be near."""

QUICK_WORDS = ("name ",)
"""What the host types most."""

CONTROLS = frozenset(Control) - {Control.MORE}

DOES: Mapping[Control, Action] = {
    Control.BACK: Tell(HostKey.BACK),
    Control.LEFT: Turn(-1),
    Control.RIGHT: Turn(+1),
    Control.UNDO: Tell(HostKey.UNDO),
    Control.REDO: Tell(HostKey.REDO),
    Control.PAUSE: Tell(HostKey.PAUSE),
    Control.MENU: Tell(HostKey.HOLD_OK),
    Control.WRITE: Do.TYPE,
    Control.SOUND: Do.SOUND,
    Control.RULES: Do.RULES,
    Control.WATCH: Do.WATCH,
    Control.LIGHT: Do.LIGHT,
    Control.BOX: Do.BOX,
    Control.FULL: Do.FULL_SCREEN,
}
"""What each control does: the same as a key."""

Show: TypeAlias = "Callable[[str, str], AbstractContextManager[Desk]]"
"""Gives a round that plays itself: of which game, in which language."""


class Window:
    """The window, open until `close`; use it as a context manager and from the main thread only.

    Args:
        desk: the program behind it.
        size: its first size, pixels.
        title: what its frame says.
        clock: tells the time, ns of CLOCK_MONOTONIC.
        look: how the table view looks.
        show: gives a round of a game, by name and language, that plays itself; None: there are none.
        box: whether it shows the box at first, instead of the table.

    Raises:
        DisplayMissingError: there is no display to put a window on.
    """

    def __init__(
        self,
        desk: Desk,
        *,
        size: tuple[int, int] = (1280, 720),
        title: str = "Pierwszy",
        clock: Callable[[], int] = time.monotonic_ns,
        look: ScreenSettings = PLAIN,
        show: Show | None = None,
        box: bool = False,
    ) -> None:
        self._main = desk
        self._showing: Desk | None = None
        self._show = show
        self._shows = ExitStack()
        self._left_at = 0
        self._clock = clock
        self._window = open_window(size, title, SMALLEST)
        self._type = Type()
        self._window.set_icon(buttons.icon(self._type))
        self._speaker = Speaker()
        self._captions = Captions()
        self._heard: tuple[Cue, ...] = ()
        self._hands = Hands()
        self._knob = KnobPress()
        self._look = look
        self._box = box and desk.pressable
        self._overlay: Overlay | None = None
        self._over_state: Hashable = None
        self._turned = 0
        self._full_screen = False
        self._running = True
        self._dirty = True
        self._drawn: int | None = None  # the desk's version on show
        self._drawn_at = 0
        self._size = self.surface.get_size()
        self._face = self._make_face()
        self._wake_type = pygame.event.custom_type()
        self._woken = False
        pygame.key.stop_text_input()
        desk.on_change(self._wake)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def face(self) -> Face:
        """What draws the window as it is now."""
        return self._face

    @property
    def surface(self) -> pygame.Surface:
        """The window's pixels."""
        return self._window.get_surface()

    @property
    def handle(self) -> pygame.Window:
        """The window as pygame knows it."""
        return self._window

    def step(self, timeout_ms: int = IDLE_MS) -> bool:
        """Wait for what happens next, hand it on, draw what it changed.

        Args:
            timeout_ms: how long to wait at most; 0 takes what is there.

        Returns:
            False once the window has been closed or the program has ended.
        """
        events = self._wait(timeout_ms)
        at = self._clock()
        for event in events:
            self._handle(event, at)
        self._time_passes(at)
        self._hear(at)
        if self._showing is not None and (self._showing.stopped() or self._main.version() != self._left_at):
            self._watch(None)
        if self._main.stopped():
            self._running = False
        if self._running:
            self._draw(at)
        return self._running

    def close(self) -> None:
        """Let go of everything held and give window and sound card back."""
        self._running = False
        self._let_go_all(self._clock())
        self._shows.close()
        self._speaker.close()
        self._window.destroy()
        pygame.font.quit()
        pygame.display.quit()

    @property
    def _desk(self) -> Desk:
        """Whoever is at work: the program, or a round of a game that plays itself."""
        return self._main if self._showing is None else self._showing

    def _watch(self, show: AbstractContextManager[Desk] | None) -> None:
        """Let a round play itself, until it ends, is skipped, or something happens on the box; or end it."""
        self._let_go_all(self._clock())
        self._shows.close()
        self._showing = None
        if show is not None:
            self._showing = self._shows.enter_context(show)
            self._showing.on_change(self._wake)
            self._left_at = self._main.version()
        self._repaint()

    def _hear(self, at: int) -> None:
        for cue in self._desk.cues():
            self._speaker.play(cue, self._desk.volume())
            if self._look.captions:
                self._captions.tell(cue, at)
                self._dirty = True

    # -- waiting -----------------------------------------------------------------------------------

    def _wake(self) -> None:
        """Wake the window from another thread; several wakes before it looks are one."""
        if self._woken or not self._running:
            return
        self._woken = True
        with suppress(pygame.error):  # the window is just closing: there is no one to wake
            pygame.event.post(Event(self._wake_type))

    def _wait(self, timeout_ms: int) -> list[Event]:
        now = self._clock()
        moves = self._face.moving and self._overlay is None
        frame = self._drawn_at + (HUSHED_NS if self._desk.hushed() else FRAME_NS)
        read = self._captions.until(now)
        for due in (self._hands.next_at, self._knob.next_at, read, frame if moves or self._dirty else None):
            if due is not None:
                timeout_ms = min(timeout_ms, max(0, -((now - due) // NS_PER_MS)))
        first = pygame.event.wait(timeout_ms) if timeout_ms else pygame.event.poll()
        self._woken = False
        return [first, *pygame.event.get()] if first.type != pygame.NOEVENT else []

    def _time_passes(self, at: int) -> None:
        for seat in self._hands.due(at):
            self._desk.press(seat, False, at)
            self._dirty = True
        if (key := self._knob.due(at)) is not None:
            self._tell(Key(key, at))
        self._dirty |= self._captions.shown(at) != self._heard

    # -- what hands do -----------------------------------------------------------------------------

    def _handle(self, event: Event, at: int) -> None:
        if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED):
            self._repaint()
            return
        action = translate(event, self._window.size)
        if self._overlay is not None and self._over(self._overlay, event, action, at):
            return
        if action is Do.TYPE:
            self._open(Keyboard(QUICK_WORDS, opener=event.scancode))
        elif action is not None:
            self._act(action, at)
            self._dirty = True

    def _over(self, overlay: Overlay, event: Event, action: Action | None, at: int) -> bool:
        """Give what lies over the table its keys and touches; True if nobody else gets them."""
        match action:
            case Touch(x, y, _, down) if down:
                answer = overlay.touch(x, y)
            case _ if event.type in (pygame.KEYDOWN, pygame.TEXTINPUT, pygame.KEYUP):
                answer = overlay.key(event)
            case _:
                return False
        self._dirty = True
        if answer is not None:
            self._close_overlay()
        match answer:
            case Send(text):
                self._tell(Enter(text, at))
            case Pick(index):
                self._choose(index, at)
        return event.type != pygame.KEYUP  # a key let go still opens what it held

    def _open(self, overlay: Overlay) -> None:
        self._let_go_all(self._clock())
        self._overlay = overlay
        pygame.key.start_text_input()
        self._dirty = True

    def _close_overlay(self) -> None:
        self._overlay = None
        pygame.key.stop_text_input()
        self._repaint()

    def _act(self, action: Action, at: int) -> None:
        match action:
            case SeatKey(seat, holder, down):
                self._hold_seat(seat, holder, down, at)
            case OkKey(holder, down) if down:
                self._knob.take(holder, at)
            case OkKey(holder, _):
                self._let_go(holder, at)
            case Touch(x, y, holder, down) if down:
                self._touch(x, y, holder, at)
            case Touch(_, _, holder, _):
                self._let_go(holder, at)
            case Turn(steps):
                self._turn(steps, at)
            case Tell(key):
                self._tell(Key(key, at))
            case RightClick(x, y):
                if isinstance(self._face.target(x, y), KnobPart):
                    self._tell(Key(HostKey.HOLD_OK, at))
            case Do():
                self._do(action, at)

    def _do(self, what: Do, at: int) -> None:
        """What the window does by itself."""
        match what:
            case Do.FULL_SCREEN:
                self._toggle_full_screen()
            case Do.LET_GO:
                self._let_go_all(at)
            case Do.CLOSE:
                self._running = False
            case Do.TYPE:
                self._open(Keyboard(QUICK_WORDS))
            case Do.BOX if self._desk.pressable:
                self._box = not self._box
                self._repaint()
            case Do.LIGHT:
                self._look = replace(self._look, theme="dark" if self._look.theme == "light" else "light")
                self._repaint()
            case Do.SOUND:
                self._tell(Enter(f"volume {(self._desk.volume() + 1) % (LOUDEST + 1)}", at))
            case Do.RULES if game := self._game():
                self._open(RulesPage(reminder(game, self._desk.say())))
            case Do.WATCH if (game := self._game()) and self._show is not None:
                self._watch(self._show(game, self._desk.say().language))

    def _game(self) -> str:
        """The game at hand, for its rules; empty if there is none."""
        view = self._desk.table(self._clock())
        return "" if view is None else view.game

    def _choose(self, index: int, at: int) -> None:
        """Take a choice as the knob would."""
        view = self._desk.table(at)
        for event in events_for(index, len(view.choices) if view is not None else 0, at):
            self._tell(event)

    def _hold_seat(self, seat: int, holder: Holder, down: bool, at: int) -> None:
        if not down:
            self._let_go(holder, at)
        elif self._desk.pressable and seat in self._desk.seats and self._hands.take(holder, seat, at):
            self._desk.press(seat, True, at)

    def _touch(self, x: int, y: int, holder: Holder, at: int) -> None:
        match self._face.target(x, y):
            case None:
                pass
            case KnobPart.OK | Control.OK:
                self._knob.take(holder, at)
            case Control.MORE if isinstance(self._face, TableFace):
                self._face.more = not self._face.more
            case Control() as control if control in DOES:
                self._act(DOES[control], at)
            case Choice(index):
                self._choose(index, at)
            case AllChoices() if isinstance(self._face, TableFace):
                view = self._face.view
                self._open(ChoiceGrid(view.choices, view.standing))
            case KnobPart.LEFT:
                self._turn(-1, at)
            case KnobPart.RIGHT:
                self._turn(+1, at)
            case int(seat):
                self._hold_seat(seat, holder, True, at)

    def _let_go(self, holder: Holder, at: int) -> None:
        seat = self._hands.let_go(holder, at)
        if seat is not None:
            self._desk.press(seat, False, at)
        if (key := self._knob.let_go(holder)) is not None:
            self._tell(Key(key, at))

    def _let_go_all(self, at: int) -> None:
        self._knob.cancel()
        for seat in self._hands.let_go_all():
            self._desk.press(seat, False, at)

    def _turn(self, steps: int, at: int) -> None:
        self._turned += steps
        self._tell(Knob(steps, at))

    def _tell(self, event: HostEvent) -> None:
        self._desk.tell(event)
        self._dirty = True

    # -- what is seen ------------------------------------------------------------------------------

    def _toggle_full_screen(self) -> None:
        self._full_screen = not self._full_screen
        if self._full_screen:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()

    def _make_face(self) -> Face:
        if self._box:
            return BoxFace(self._desk, self._size, self._type)
        palette = PALETTES[self._look.theme]
        return TableFace(self._desk, self._size, self._type, palette, still=self._look.still)

    def _repaint(self) -> None:
        """Draw everything anew: what was drawn is gone, or will look otherwise."""
        self._size = self.surface.get_size()
        self._face = self._make_face()
        self._dirty = True

    def _draw(self, now: int) -> None:
        if self.surface.get_size() != self._size:
            self._repaint()
        version = self._desk.version()
        if self._desk.hushed() and now - self._drawn_at < HUSHED_NS:
            return  # it wakes the window when that is over
        due = self._face.moving and now - self._drawn_at >= FRAME_NS
        if not (self._dirty or due or version != self._drawn):
            return
        self._heard = self._captions.shown(now)
        controls = CONTROLS if self._desk.pressable else CONTROLS - {Control.BOX}
        if self._show is None or self._showing is not None or not self._game():
            controls -= {Control.WATCH}
        held = Held(
            self._hands.closed, self._turned, self._knob.down, self._full_screen, controls, self._heard
        )
        if self._overlay is None:
            painted = self._face.paint(self.surface, held, now)
        else:
            painted = self._paint_over(self._overlay, now)
        if painted or self._dirty:
            self._window.flip()
        self._drawn, self._drawn_at, self._dirty = version, now, False

    def _paint_over(self, overlay: Overlay, now: int) -> bool:
        """Bring what lies over the table up to now."""
        view = self._desk.table(now)
        if isinstance(overlay, ChoiceGrid) and (view is None or view.choices != overlay.choices):
            self._close_overlay()
            return self._face.paint(self.surface, Held(self._hands.closed, self._turned, knob=False), now)
        if overlay.state == self._over_state and not self._dirty:
            return False
        self._over_state = overlay.state
        look = Look(PALETTES[self._look.theme], self._type, unit_of(self._size), self._look.still)
        edge = look.px(SPACE.gap)
        rect = pygame.Rect((0, 0), self._size).inflate(-2 * edge, -2 * edge)
        overlay.draw(self.surface, look=look, rect=rect, say=self._desk.say(), now=now)
        return True
