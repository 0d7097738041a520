"""The window: waits for an event, hands presses and knob on, redraws what changed. It decides nothing.

An idle window waits in `pygame.event.wait`, which looks at SDL's queue once a millisecond and lets other
threads run meanwhile; the program wakes it through a posted event, which any thread may do. Everything is
stamped right after the wait returns, before anything is drawn: pygame-ce 2.5.8 doesn't hand SDL's own stamps
on, and those are whole milliseconds taken by the same thread at the same moment. Events that came while the
window was drawing share one stamp, which is all that is known about them.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

import pygame
from pygame.event import Event

from companion.screen import buttons
from companion.screen.desk import Desk
from companion.screen.display import display_missing
from companion.screen.hands import Hands, KnobPress
from companion.screen.keys import Action, Do, Holder, OkKey, RightClick, SeatKey, Tell, Touch, Turn, translate
from companion.screen.layout import SMALLEST, KnobPart, lay_out
from companion.screen.painter import Painter, Scene
from companion.screen.sounds import Speaker
from companion.screen.theme import Type
from companion.screen.typing_line import TypingLine
from firmware.errors import DisplayMissingError
from firmware.events import NS_PER_MS, Enter, HostKey, Key, Knob

IDLE_MS = 1000
"""The longest sleep: Python looks after signals (Ctrl-C) only between two waits."""

_DRAWING_NOWHERE = ("dummy", "offscreen")


def _open(size: tuple[int, int], title: str) -> pygame.Window:
    """Open the window, or say why there is none."""
    if (reason := display_missing()) is not None:
        raise DisplayMissingError(reason)
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
        if driver in _DRAWING_NOWHERE and not os.environ.get("SDL_VIDEODRIVER"):
            pygame.display.quit()
            raise DisplayMissingError(f"no display: expected a screen, SDL found only its {driver} driver")
        if driver == "x11":  # straight to shared memory: without a GPU, SDL's detour through OpenGL costs
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # 14 ms a frame instead of 0.1
        pygame.font.init()
        window = pygame.Window(title, size, resizable=True)
    except pygame.error as error:
        pygame.display.quit()
        raise DisplayMissingError(f"no display: expected SDL to open a window, came: {error}") from error
    window.minimum_size = SMALLEST
    return window


class Window:
    """The desk window, open until `close`; use it as a context manager and from the main thread only.

    Args:
        desk: the program behind it.
        size: its first size, pixels.
        title: what its frame says.
        clock: tells the time, ns of CLOCK_MONOTONIC.

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
    ) -> None:
        self._desk = desk
        self._clock = clock
        self._window = _open(size, title)
        self._type = Type()
        self._window.set_icon(buttons.icon(self._type))
        self._speaker = Speaker()
        self._hands = Hands()
        self._knob = KnobPress()
        self._typing: TypingLine | None = None
        self._turned = 0
        self._full_screen = False
        self._running = True
        self._drawn: int | None = None  # the desk's version on show; None: draw whatever it says
        self._exposed = True  # the desktop lost what it had of the window
        self._size = self.surface.get_size()
        self._painter = Painter(lay_out(self._size, desk.seats), self._type)
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
    def painter(self) -> Painter:
        """What draws the window at its size now."""
        return self._painter

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
        for cue in self._desk.cues():
            self._speaker.play(cue, self._desk.volume())
        if self._desk.stopped():
            self._running = False
        if self._running:
            self._draw()
        return self._running

    def close(self) -> None:
        """Let go of everything held and give window and sound card back."""
        self._running = False
        self._let_go_all(self._clock())
        self._speaker.close()
        self._window.destroy()
        pygame.font.quit()
        pygame.display.quit()

    def _wake(self) -> None:
        """Wake the window from another thread; several wakes before it looks are one."""
        if self._woken or not self._running:
            return
        self._woken = True
        with contextlib.suppress(pygame.error):  # the window is just closing: there is no one to wake
            pygame.event.post(Event(self._wake_type))

    def _wait(self, timeout_ms: int) -> list[Event]:
        now = self._clock()
        for due in (self._hands.next_at, self._knob.next_at):
            if due is not None:
                timeout_ms = min(timeout_ms, max(0, -((now - due) // NS_PER_MS)))
        first = pygame.event.wait(timeout_ms) if timeout_ms else pygame.event.poll()
        self._woken = False
        return [first, *pygame.event.get()] if first.type != pygame.NOEVENT else []

    def _time_passes(self, at: int) -> None:
        for seat in self._hands.due(at):
            self._desk.press(seat, False, at)
            self._drawn = None
        if (key := self._knob.due(at)) is not None:
            self._tell(key, at)

    def _handle(self, event: Event, at: int) -> None:
        if event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED):
            self._exposed = True
            return
        action = translate(event, self._window.size)
        if self._typing is not None and event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT):
            self._type_on(self._typing, event, at)
            if event.type != pygame.KEYUP:  # a key let go still opens what it held
                return
        if action is not None:
            if action is Do.TYPE:
                self._open_line(event.scancode)
            self._act(action, at)
            self._drawn = None

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
                self._tell(key, at)
            case RightClick(x, y):
                if isinstance(self._painter.layout.target(x, y), KnobPart):
                    self._tell(HostKey.HOLD_OK, at)
            case Do.FULL_SCREEN:
                self._toggle_full_screen()
            case Do.LET_GO:
                self._let_go_all(at)
            case Do.CLOSE:
                self._running = False

    def _hold_seat(self, seat: int, holder: Holder, down: bool, at: int) -> None:
        if not down:
            self._let_go(holder, at)
        elif seat in self._desk.seats and self._hands.take(holder, seat, at):
            self._desk.press(seat, True, at)

    def _touch(self, x: int, y: int, holder: Holder, at: int) -> None:
        match self._painter.layout.target(x, y):
            case None:
                pass
            case KnobPart.OK:
                self._knob.take(holder, at)
            case KnobPart.LEFT:
                self._turn(-1, at)
            case KnobPart.RIGHT:
                self._turn(+1, at)
            case seat:
                self._hold_seat(seat, holder, True, at)

    def _let_go(self, holder: Holder, at: int) -> None:
        seat = self._hands.let_go(holder, at)
        if seat is not None:
            self._desk.press(seat, False, at)
        if (key := self._knob.let_go(holder)) is not None:
            self._tell(key, at)

    def _let_go_all(self, at: int) -> None:
        self._knob.cancel()
        for seat in self._hands.let_go_all():
            self._desk.press(seat, False, at)

    def _turn(self, steps: int, at: int) -> None:
        self._turned += steps
        self._desk.tell(Knob(steps, at))

    def _tell(self, key: HostKey, at: int) -> None:
        self._desk.tell(Key(key, at))
        self._drawn = None

    def _open_line(self, opener: int) -> None:
        self._typing = TypingLine(opener)
        pygame.key.start_text_input()

    def _type_on(self, line: TypingLine, event: Event, at: int) -> None:
        done = line.handle(event)
        self._drawn = None
        if done is None:
            return
        self._typing = None
        pygame.key.stop_text_input()
        if done == "send":
            self._desk.tell(Enter(line.text.strip(), at))

    def _toggle_full_screen(self) -> None:
        self._full_screen = not self._full_screen
        if self._full_screen:
            self._window.set_fullscreen(desktop=True)
        else:
            self._window.set_windowed()

    def _draw(self) -> None:
        if self.surface.get_size() != self._size:
            self._size = self.surface.get_size()
            self._painter = Painter(lay_out(self._size, self._desk.seats), self._type)
            self._exposed = True
        version = self._desk.version()
        if version == self._drawn and not self._exposed:
            return
        if self._painter.paint(self.surface, self._scene()) or self._exposed:
            self._window.flip()
        self._drawn, self._exposed = version, False

    def _scene(self) -> Scene:
        desk = self._desk
        pictures = desk.pictures()
        return Scene(
            pictures=pictures,
            dice=desk.dice(pictures),
            lit=desk.lit(),
            playing=desk.playing(),
            down=self._hands.closed,
            turned=self._turned,
            knob_down=self._knob.down,
            typed=None if self._typing is None else self._typing.text,
            say=desk.say(),
        )
