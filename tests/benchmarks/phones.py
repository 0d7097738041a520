"""What phones cost: a box without, with them on, and with ten; and when a slow phone can use its page."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from companion.phones.served import read_pages

QUIET_S = 20
"""So long nobody does anything, from five seconds after the last was sent."""

SLOWER = 6
"""A phone's processor is taken to be so many times slower than this one's."""

PHONES = 10
PORT = 18080

BOX = "".join(f"[seats.{seat}]\nbutton = 'usb'\n" for seat in range(1, 9))


class Box:
    """The real program in a process of its own, on mock pins."""

    def __init__(self, folder: str, *, on: bool) -> None:
        file = Path(folder) / "box.toml"
        file.write_text(f"[phones]\non = {str(on).lower()}\nport = {PORT}\n{BOX}")
        words = [sys.executable, "-m", "companion.cli", "box", "--mock", "--settings", str(file)]
        environment = os.environ | {"STATE_DIRECTORY": folder}
        self.process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=environment)
        assert self.process.stderr is not None
        said = ""
        for said in self.process.stderr:
            if ("phones:" if on else "ready") in said:
                break
        self.code = said.strip()[-4:]
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def processor(self) -> float:
        """Its processor time (s)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """What is its own (MiB)."""
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return sum(int(kb) for kb in re.findall(r"Private_\w+:\s+(\d+)", rollup)) / 1024

    def quiet(self) -> tuple[float, float]:
        """Its share of a core while nobody does anything (%), and its memory."""
        time.sleep(5)
        before, began = self.processor(), time.monotonic()
        time.sleep(QUIET_S)
        return 100 * (self.processor() - before) / (time.monotonic() - began), self.memory()

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


def phone(code: str) -> ClientConnection:
    """A phone that has come, and answers for its clock."""
    host = f"127.0.0.1:{PORT}"
    wire = connect(
        f"ws://{host}/ws", origin=Origin(f"http://{host}"), subprotocols=[Subprotocol("pierwszy.1")]
    )
    threading.Thread(target=_goes_on, args=(wire,), daemon=True).start()
    wire.send(json.dumps({"t": "hello", "role": "player", "lang": "en", "step": 0.1, "code": code}))
    return wire


def _goes_on(wire: ClientConnection) -> None:
    with suppress(ConnectionClosed):  # the box has ended
        _answers(wire)


def _answers(wire: ClientConnection) -> None:
    for text in wire:
        told: dict[str, Any] = json.loads(text)
        now = round(time.monotonic() * 1000, 1)
        if told["t"] == "welcome" and told["free"]:
            wire.send(json.dumps({"t": "sit", "seat": told["free"][0], "name": "Ola"}))
        if told["t"] == "q":
            wire.send(json.dumps({"t": "a", "n": told["n"], "c": told["c"], "r": now, "s": now}))


def idle() -> None:
    """Off, on, and with phones: shares of a core and memory."""
    for on, phones in ((False, 0), (True, 0), (True, PHONES)):
        with tempfile.TemporaryDirectory() as folder:
            box = Box(folder, on=on)
            try:
                wires = [phone(box.code) for _ in range(phones)]
                share, memory = box.quiet()
                what = f"phones {'on' if on else 'off'}, {len(wires)} here"
                print(f"{what:22} {share:6.2f} % of a core  {memory:6.1f} MiB of its own")
            finally:
                box.close()


def usable() -> None:
    """How long a slow phone takes from the address to a page that can be used, and how many bytes that is."""
    for name, page in read_pages().items():
        print(f"{name}: {len(page.packed)} bytes on the wire")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not everybody has it
    except ImportError:
        print("pages are tried with playwright: make .venv/.has-browser")
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        box = Box(folder, on=True)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        took = []
        for _ in range(7):
            context = browser.new_context(viewport={"width": 360, "height": 640})
            page = context.new_page()
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(f"http://127.0.0.1:{PORT}/{box.code}")
            page.locator("#picks input").first.wait_for(state="attached")
            took.append(page.evaluate("performance.now()"))
            context.close()
        browser.close()
        box.close()
    took.sort()
    print(
        f"seats to choose from, {SLOWER} times slower: {took[len(took) // 2]:.0f} ms; {took[-1]:.0f} at worst"
    )


if __name__ == "__main__":
    idle()
    usable()
