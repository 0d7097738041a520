"""A small lgpio in memory, so that gpiozero's own lgpio code runs without a chip.

It keeps what the real module keeps (claims, levels, callbacks, one notify thread) and raises its one error
with its own texts. Only what gpiozero calls is here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import ModuleType

Func = Callable[[int, int, int, int], None]


class error(Exception):  # noqa: N801, N818 - lgpio's name
    def __str__(self) -> str:
        return repr(self.args[0])


class Callback:
    def __init__(self, chip: FakeLgpio, gpio: int, func: Func) -> None:
        self._chip, self._gpio = chip, gpio
        chip.callbacks[gpio] = func

    def cancel(self) -> None:
        self._chip.callbacks.pop(self._gpio, None)


class FakeLgpio(ModuleType):
    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

    def __init__(self, busy: frozenset[int] = frozenset(), closed_chip: bool = False) -> None:
        super().__init__("lgpio")
        self.error = error
        self.busy = busy
        self.closed_chip = closed_chip
        self.opened: list[int] = []
        self.modes: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.debounce: dict[int, int] = {}
        self.callbacks: dict[int, Func] = {}

    def kernel(self, gpio: int, level: int, tick: int) -> None:
        """An edge, as the notify thread hands it on."""
        self.levels[gpio] = level
        if gpio in self.callbacks:
            self.callbacks[gpio](0, gpio, level, tick)

    def gpiochip_open(self, number: int) -> int:
        if self.closed_chip:
            raise error("can not open gpiochip")
        self.opened.append(number)
        return number

    def gpiochip_close(self, handle: int) -> None:
        self.opened.remove(handle)

    def _claim(self, gpio: int, mode: int) -> None:
        if gpio in self.busy:
            raise error("GPIO busy")
        self.modes[gpio] = mode

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> None:
        self._claim(gpio, flags)

    def gpio_claim_output(self, handle: int, gpio: int) -> None:
        self._claim(gpio, 2)

    def gpio_claim_alert(self, handle: int, gpio: int, edges: int, flags: int) -> None:
        self._claim(gpio, flags)

    def gpio_free(self, handle: int, gpio: int) -> None:
        self.modes.pop(gpio)

    def gpio_get_mode(self, handle: int, gpio: int) -> int:
        return self.modes[gpio]

    def gpio_read(self, handle: int, gpio: int) -> int:
        return self.levels.get(gpio, 1 if self.modes[gpio] & self.SET_PULL_UP else 0)

    def gpio_write(self, handle: int, gpio: int, level: int) -> None:
        self.levels[gpio] = level

    def gpio_set_debounce_micros(self, handle: int, gpio: int, micros: int) -> None:
        self.debounce[gpio] = micros

    def callback(self, handle: int, gpio: int, edges: int, func: Func) -> Callback:
        return Callback(self, gpio, func)


class NotifyThread(threading.Thread):
    """Stands for lgpio's own; runs until it is told to end."""

    __module__ = "lgpio"

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._end = threading.Event()
        self.start()

    def run(self) -> None:
        self._end.wait()

    def die(self) -> None:
        self._end.set()
        self.join()
