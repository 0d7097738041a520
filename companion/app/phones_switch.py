"""Switches phones on and off, as the table says; what serves them is imported once they are on."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.loop.loop import Loop
from companion.loop.mailbox import Mailbox
from firmware.boxfile.settings import Settings
from firmware.events import Enter
from firmware.ports import Clock
from firmware.several_inputs import SeveralInputs

if TYPE_CHECKING:
    from companion.phones.here import Phones

log = logging.getLogger("pierwszy.phones")


@contextmanager
def phones_of(
    loop: Loop,
    mailbox: Mailbox,
    beside: SeveralInputs | None,
    settings: Settings,
    clock: Clock,
    *,
    by_host: bool = False,
) -> Iterator[None]:
    """Let phones come to a table while it says so; they go at the end.

    Args:
        loop: the table's.
        mailbox: where the loop takes its events from.
        beside: the table's other plugged-in buttons; None: it is none for phones.
        settings: how the box is built.
        clock: the time.
        by_host: whoever has the terminal is the host: there is nothing else to have the table by.
    """
    if beside is None:
        yield
        return

    def made() -> Phones:
        from companion.phones.here import Phones  # noqa: PLC0415 - most evenings have none

        return Phones(loop, mailbox, beside, clock, settings.phones)

    def failed(why: str) -> None:
        log.warning("phones stay off: %s", why)
        mailbox.put(Enter("phones off", clock.now()))

    switch = _Switch(made, failed, by_host=by_host)
    loop.on_phones = switch.turn
    switch.turn(loop.state.kept.phones)
    try:
        yield
    finally:
        loop.on_phones = lambda _: None
        switch.close()


class _Switch:
    """Makes phones and ends them in a thread of its own: neither may hold up the loop."""

    def __init__(self, made: Callable[[], Phones], failed: Callable[[str], None], *, by_host: bool) -> None:
        self._made, self._failed, self._by_host = made, failed, by_host
        self._phones: Phones | None = None
        self._on, self._closed = False, False
        self._turned = threading.Condition()
        self._thread: threading.Thread | None = None

    def turn(self, on: bool) -> None:
        """On or off; returns at once."""
        with self._turned:
            self._on = on
            self._turned.notify()
            if on and self._thread is None:
                self._thread = threading.Thread(target=self._run, name="phones' switch", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Off for good."""
        with self._turned:
            self._on, self._closed = False, True
            self._turned.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            with self._turned:
                self._turned.wait_for(lambda: self._closed or self._on is not (self._phones is not None))
                on, closed = self._on, self._closed
            if self._phones is not None and not on:
                self._phones.close()
                self._phones = None
            if closed:
                return
            if on and self._phones is None:
                try:
                    self._phones = self._made()
                except OSError as fault:
                    with self._turned:
                        self._on = False
                    self._failed(str(fault))
                else:
                    sys.stderr.writelines(
                        f"pierwszy: {line}\n"
                        for line in self._phones.told(drawn=sys.stderr.isatty(), by_host=self._by_host)
                    )
                    sys.stderr.flush()
