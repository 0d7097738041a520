"""The window: waits for an event, hands presses and knob on, redraws what changed. It decides nothing.

An idle window waits in `pygame.event.wait`, which looks at SDL's queue once a millisecond and lets other
threads run meanwhile; the program wakes it through a posted event, which any thread may do. Everything is
stamped right after the wait returns, before anything is drawn: pygame-ce 2.5.8 doesn't hand SDL's own stamps
on, and those are whole milliseconds taken by the same thread at the same moment. Events that came while the
window was drawing share one stamp, which is all that is known about them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from types import TracebackType
from typing import Self

import pygame
from pygame.event import Event

from companion.window.box.arcade import icon
from companion.window.box.box_face import BoxFace
from companion.window.controls import DOES
from companion.window.cue_player import CuePlayer
from companion.window.desk import Desk, Show
from companion.window.desks import Desks
from companion.window.face import Face, Held
from companion.window.hands import Hands
from companion.window.keys import Action, ButtonKey, Do, Holder, RightClick, Touch, Turn, translate
from companion.window.open_window import fill_screen, follow_screen, open_window
from companion.window.overlay_stack import OverlayStack, grid_of, keyboard_for, overlay_for
from companion.window.scale import MARGIN, Scale, unit_of
from companion.window.table.choice_grid import ChoiceGrid
from companion.window.table.choice_row import AllChoices, Choice, Typed
from companion.window.table.control_bar import KNOB, Control
from companion.window.table.overlay import Act, Answer, Overlay, Pick, Send
from companion.window.table_face import TableFace
from companion.window.theme import PALETTES
from companion.window.type import Type
from firmware.boxfile.settings import SOUND_BUFFER
from firmware.boxfile.window_settings import PLAIN, WindowSettings
from firmware.events import NS_PER_MS, NS_PER_S, Enter, HostKey, Key
from firmware.times import earliest
from firmware.views import louder

IDLE_MS = 1000
"""The longest sleep: Python looks after signals (Ctrl-C) only between two waits."""

FRAME_NS = NS_PER_S // 60
"""From one picture to the next while something moves."""

FOLLOW_NS = NS_PER_S
"""How soon the window fills a screen that has got another size."""

HUSHED_NS = 100 * NS_PER_MS
"""The longest a picture waits for a ruling: on a line that never rests one may always be near."""


class Window:
    """The window, open until `close`; use it as a context manager and from the main thread only.

    Args:
        desk: the program behind it.
        size: its first size, pixels; None: what fits the display, or all of it, as ``settings`` say.
        clock: tells the time, ns of CLOCK_MONOTONIC.
        settings: how the table view looks.
        sound_buffer: how far ahead sounds are worked out, samples.
        show: gives a round of a game, by name and language, that plays itself; None: there are none.
        box: whether it shows the box at first, instead of the table.

    Attributes:
        face: what draws the window as it is now.
        closed: somebody has closed it.

    Raises:
        DisplayMissingError: there is no display to put a window on.
    """

    def __init__(
        self,
        desk: Desk,
        *,
        size: tuple[int, int] | None = None,
        clock: Callable[[], int] = time.monotonic_ns,
        settings: WindowSettings = PLAIN,
        sound_buffer: int = SOUND_BUFFER,
        show: Show | None = None,
        box: bool = False,
    ) -> None:
        self._show = show
        self._clock = clock
        self._window, self._full_screen = open_window(size, fullscreen=settings.fullscreen)
        self._type = Type()
        self._window.set_icon(icon(self._type))
        self._cue_player = CuePlayer(captions=settings.captions, buffer=sound_buffer)
        self._hands = Hands(lambda: self._desk)
        self._overlays = OverlayStack()
        self._settings = settings
        self._box = box and desk.pressable
        self._running = True
        self.closed = False
        self._wake_type = pygame.event.custom_type()
        self._woken = False
        self._desks = Desks(desk, self._wake)
        self._drawn: int | None = None  # the desk's version on show
        self._drawn_at = 0
        self._followed_at = 0
        self._new_face()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def surface(self) -> pygame.Surface:
        """The window's pixels."""
        return self._window.get_surface()

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
        self._dirty |= self._hands.time_passes(at)
        self._cue_player.hear(self._desk.cues(), self._desk.news().volume, at)
        self._dirty |= self._cue_player.time_passes(at)
        if self._desks.round_over:
            self._watch(None)
        if self._desks.stopped:
            self._running = False
        if self._running:
            if self._full_screen and at >= self._followed_at + FOLLOW_NS:
                self._followed_at = at
                follow_screen(self._window)
            self._draw(at)
        return self._running

    def close(self) -> None:
        """Let go of everything held and give window and sound card back."""
        self._running = False
        self._hands.let_go_all(self._clock())
        self._desks.watch(None)
        self._cue_player.close()
        self._window.destroy()
        pygame.font.quit()
        pygame.display.quit()

    @property
    def _desk(self) -> Desk:
        """Whoever is at work: the program, or a round of a game that plays itself."""
        return self._desks.desk

    def _watch(self, show: AbstractContextManager[Desk] | None) -> None:
        """Let a round play itself, or end it."""
        self._hands.let_go_all(self._clock())
        self._desks.watch(show)
        self._new_face()

    # -- waiting

    def _wake(self) -> None:
        """Wake the window from another thread; several wakes before it looks are one."""
        if self._woken or not self._running:
            return
        self._woken = True
        with suppress(pygame.error):  # the window is just closing: there is no one to wake
            pygame.event.post(Event(self._wake_type))

    def _wait(self, timeout_ms: int) -> list[Event]:
        now = self._clock()
        moves = self.face.moving and self._overlays.overlay is None
        frame = self._drawn_at + (HUSHED_NS if self._desk.news().hushed else FRAME_NS)
        redraw = frame if moves or self._dirty else None
        due = earliest(self._hands.next_at, self._cue_player.next_at(now), redraw)
        if due is not None:
            timeout_ms = min(timeout_ms, max(0, -((now - due) // NS_PER_MS)))
        first = pygame.event.wait(timeout_ms) if timeout_ms else pygame.event.poll()
        self._woken = False
        return [first, *pygame.event.get()] if first.type != pygame.NOEVENT else []

    # -- what hands do

    def _handle(self, event: Event, at: int) -> None:
        if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED):
            if event.type == pygame.WINDOWSIZECHANGED:
                self.face.forget()
            self._dirty = True  # uncovered, its pixels are all there and only have to be shown again
            return
        if event.type == pygame.MOUSEMOTION and not event.touch and any(event.rel):
            pygame.mouse.set_visible(True)
        action = translate(event, self._window.size)
        taken, answer = self._overlays.handle(event, action)
        if answer is not None:
            self._answered(answer, at, getattr(event, "scancode", None))
        if action is not None and not taken:
            self._act(action, at, getattr(event, "scancode", None))
        self._dirty |= taken or action is not None

    def _answered(self, answer: Answer, at: int, opener: int | None) -> None:
        """What lay over the table is done with; ``opener``: scancode of the key that said so."""
        grid = self._overlays.overlay
        self._overlays.close()
        self._repaint()
        match answer:
            case Send(text):
                self._hands.tell(Enter(text, at))
            case Pick(index):
                self._hands.choose(index, at, grid.choices if isinstance(grid, ChoiceGrid) else None)
            case Act(action):
                self._act(action, at, opener)

    def _open(self, overlay: Overlay) -> None:
        self._hands.let_go_all(self._clock())
        self._overlays.open(overlay)
        self._dirty = True

    def _act(self, action: Action, at: int, opener: int | None = None) -> None:
        """What hands ask for; ``opener``: scancode of the key they did it with, if it was one."""
        hands = self._hands
        match action:
            case ButtonKey(int(seat), holder, True):
                hands.hold(seat, holder, at)
            case ButtonKey(_, holder, True):
                hands.press_knob(holder, at)
            case Touch(x, y, holder, True):
                self._touch(x, y, holder, at)
            case ButtonKey(holder=holder) | Touch(holder=holder):
                hands.let_go(holder, at)
            case Turn(steps):
                hands.turn(steps, at)
            case HostKey():
                hands.tell(Key(action, at))
            case RightClick(x, y):
                if self._box and self.face.target(x, y) in KNOB:
                    hands.tell(Key(HostKey.HOLD_OK, at))
            case Do():
                self._do(action, at, opener)

    def _touch(self, x: int, y: int, holder: Holder, at: int) -> None:
        match self.face.target(x, y):
            case None if self._desk.plays_itself:
                self._hands.tell(Key(HostKey.OK, at))
            case Control.OK:
                self._hands.press_knob(holder, at)
            case Control() as control if control in DOES:
                self._act(DOES[control], at)
            case Control.MORE if isinstance(self.face, TableFace):
                self._open(self.face.more())
            case Choice(index) if isinstance(self.face, TableFace):
                self._hands.choose(index, at, self.face.view.choices)
            case Typed(does) if does.endswith(" "):
                self._open(keyboard_for(does, self._desk.news().say))
            case Typed(does):
                self._hands.do(does, at)
            case AllChoices() if isinstance(self.face, TableFace):
                self._open(grid_of(self.face.view))
            case int(seat):
                self._hands.hold(seat, holder, at)

    def _do(self, what: Do, at: int, opener: int | None) -> None:
        """What the window does by itself; ``opener``: scancode of the key that asked for it."""
        match what:
            case Do.FULL_SCREEN:
                self._full_screen = not self._full_screen
                fill_screen(self._window, fills=self._full_screen)
            case Do.LET_GO:
                self._hands.let_go_all(at)
            case Do.CLOSE | Do.END:
                self._running = False
                self.closed |= what is Do.CLOSE
            case Do.BOX if self._desk.pressable:
                self._box = not self._box
                self._new_face()
            case Do.LIGHT:
                was_light = self._settings.theme == "light"
                self._settings = replace(self._settings, theme="dark" if was_light else "light")
                self._new_face()
            case Do.SOUND:
                self._hands.tell(Enter(f"volume {louder(self._desk.news().volume)}", at))
            case Do.TYPE | Do.NAME | Do.RULES | Do.BOARD:
                if (overlay := overlay_for(what, self._desk, self._game(), opener=opener)) is not None:
                    self._open(overlay)
            case Do.WATCH if (game := self._game()) and self._show is not None:
                self._watch(self._show(game, self._desk.news().language))

    def _game(self) -> str:
        """The game at hand, for its rules; empty if there is none."""
        view = self._desk.table(self._clock())
        return "" if view is None else view.game

    # -- what is seen

    def _new_face(self) -> None:
        """Everything looks otherwise: another size, another theme, another face."""
        size, settings = self.surface.get_size(), self._settings
        self._size = size
        self._scale = Scale(
            PALETTES[settings.theme],
            self._type,
            unit_of(size),
            settings.still,
            larger=settings.letters / 100,
            margin=MARGIN if settings.margin is None else settings.margin,
        )
        self.face: Face = TableFace(self._desk, size, self._scale, rounds=self._show is not None)
        if self._box:
            self.face = BoxFace(self._desk, size, self._type, settings.margin or 0)
        self._dirty = True

    def _repaint(self) -> None:
        """What was drawn is gone."""
        self.face.forget()
        self._dirty = True

    def _draw(self, now: int) -> None:
        if self.surface.get_size() != self._size:
            self._new_face()
        news = self._desk.news()
        if news.hushed and now - self._drawn_at < HUSHED_NS:
            return  # it wakes the window when that is over
        due = self.face.moving and now - self._drawn_at >= FRAME_NS
        if not (self._dirty or due or news.version != self._drawn):
            return
        if self._overlays.keep_up(lambda: self._desk.table(now)):
            self._repaint()
        if self._overlays.overlay is None:
            painted = self.face.paint(self.surface, self._held(), now)
        else:
            painted = self._overlays.paint(self.surface, self._scale, news.say, anew=self._dirty)
        if painted or self._dirty:
            self._window.flip()
        beat = self._drawn_at + FRAME_NS  # waits end on whole milliseconds, pictures keep their time
        self._drawn_at = beat if due and now < beat + FRAME_NS // 2 else now
        self._drawn, self._dirty = news.version, False
        self._desk.drawn(news.version)

    def _held(self) -> Held:
        """What hands do now, and what they could."""
        hands, heard = self._hands, self._cue_player.shown
        silent = self._cue_player.silent
        return Held(hands.closed, hands.turned, hands.knob_down, self._full_screen, heard, silent)
