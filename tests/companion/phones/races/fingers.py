"""Fingers on phones: real pages in a real browser, each behind its own network, and when they were touched.

A page's button is told of a touch by a script in the page at the very moment; the finger was there by that
phone's touch delay before. Pages' clocks run unlike, by a script, too. How far the browser's own is from ours
is known by asking it over the browser's pipe, many times: the question left before its time was read, and the
answer came after.
"""

from __future__ import annotations

from time import monotonic_ns
from typing import TYPE_CHECKING, Any

from firmware.events import NS_PER_MS
from tests.companion.phones.proxy import PROFILES, Proxy
from tests.companion.phones.races.plan import Phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HELD_MS = 60
"""How long a finger stays."""

SCRIPT = """(() => {
    const faster = 1 + %d / 1e6, now = performance.now.bind(performance);
    const stamp = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
    performance.now = () => now() * faster;
    Object.defineProperty(Event.prototype, "timeStamp", { get() { return stamp.call(this) * faster; } });
    Element.prototype.setPointerCapture = () => {};  // there is no such pointer
    window.fingers = [];
    window.untouched = now;
    function finger(kind) {
        const event = new PointerEvent(kind, { pointerId: 7, bubbles: true, cancelable: true });
        if (kind === "pointerdown") fingers.push(stamp.call(event));
        document.querySelector(".press").dispatchEvent(event);
    }
    window.touch = (at, held) => setTimeout(() => {
        while (now() < at);
        finger("pointerdown");
        setTimeout(finger, held, "pointerup");
    }, at - now() - 3);
})()"""


class Fingers:
    """Somebody with a phone.

    Args:
        browser: theirs is one of its contexts.
        phone: what is planned of it.
        port: the box's.
        seed: of its network's delays.

    Attributes:
        since: not before this, and not after ``until``, was the zero of its browser's clock (ns of
            CLOCK_MONOTONIC).
    """

    def __init__(self, browser: Browser, phone: Phone, port: int, seed: int) -> None:
        self.phone = phone
        self.since, self.until = -(1 << 62), 1 << 62
        self._proxy = Proxy(port, PROFILES[phone.profile], seed, named=True)
        self._context = browser.new_context(locale="en-GB", viewport={"width": 360, "height": 640})
        self._context.add_init_script(SCRIPT % phone.ppm)
        self.page = self._context.new_page()

    def sit(self, code: str) -> None:
        """Take the seat."""
        page, seat = self.page, self.phone.seat
        page.goto(f"http://127.0.0.1:{self._proxy.port}/{code}")
        page.locator(f"#picks label:has([value='{seat}'])").click()
        page.click("#down")
        page.locator(".press").wait_for()

    def compare(self, times: int = 1) -> None:
        """Ask the browser for its time, so often."""
        for _ in range(times):
            before = monotonic_ns()
            there = round(self.page.evaluate("untouched()") * NS_PER_MS)
            self.since = max(self.since, before - there)
            self.until = min(self.until, monotonic_ns() - there)

    def touch(self, contact: int) -> None:
        """Plan a finger's contact (ns of CLOCK_MONOTONIC); returns at once."""
        zero = (self.since + self.until) // 2
        at = contact - zero + self.phone.touch_ms * NS_PER_MS
        self.page.evaluate(f"void touch({at / NS_PER_MS}, {HELD_MS})")

    def touched(self) -> list[int]:
        """When its page was told of touches since it was last asked that, by the browser's clock (ns)."""
        return [round(at * NS_PER_MS) for at in self.page.evaluate("fingers.splice(0)")]

    def told(self) -> dict[str, Any]:
        """What is known of it, as JSON."""
        phone = self.phone
        return {
            "what": "phone",
            "seat": phone.seat,
            "profile": phone.profile,
            "touch_ms": phone.touch_ms,
            "ppm": phone.ppm,
            "zero": [self.since, self.until],
        }

    def close(self) -> None:
        """Leave."""
        self._context.close()
        self._proxy.close()
