"""`pierwszy desk` on a real X server without a screen: real keys in, the server's own pixels out."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

import pytest
from PIL import Image

from companion import cli
from companion.store.archive import JOURNAL, Archive
from companion.store.listing import exported

MISSING = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
pytestmark = [
    pytest.mark.skipif(
        bool(MISSING), reason=f"{' and '.join(MISSING)} expected: sudo apt install xvfb xdotool"
    ),
    pytest.mark.timeout(180),
]

SOON_S = 60
"""Only something broken ever waits this long."""

LOOKS = 1000
"""At least 50 ms apart."""

SCREEN = ("-screen", "0", "1280x720x24")

GAME = "stopwatch seats=1,2"


class Display:
    """An X server on a free display; its screen is a file that it draws into (an XWD image)."""

    def __init__(self, folder: Path) -> None:
        self._screen = folder / "Xvfb_screen0"
        reader, writer = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-nolisten", "tcp", *SCREEN, "-fbdir", str(folder)],
            pass_fds=[writer],
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as said:
            self.name = f":{said.readline().strip()}"

    def keys(self, *arguments: str) -> None:
        """Let the server report keys as if a keyboard had sent them, by its XTEST extension."""
        subprocess.run(["xdotool", *arguments], env={"DISPLAY": self.name}, check=True, timeout=SOON_S)

    def shot(self) -> Image.Image:
        """What the screen shows."""
        data = self._screen.read_bytes()
        header = struct.unpack_from(">25I", data)
        length, width, height, line, colours = (header[i] for i in (0, 4, 5, 12, 19))
        pixels = data[length + 12 * colours :][: line * height]
        return Image.frombytes("RGB", (width, height), pixels, "raw", "BGRX", line)

    def shut_down(self) -> None:
        """The server ends, and every program on it loses its display."""
        self._server.terminate()
        self._server.wait(SOON_S)


class Desk:
    """`pierwszy desk` as a process of its own, with a state folder of its own."""

    def __init__(self, display: Display, state: Path) -> None:
        self._display, self._state = display, state
        mine = {
            "DISPLAY": display.name,
            "SDL_AUDIODRIVER": "dummy",
            "STATE_DIRECTORY": str(state),
            "PYTHONPATH": str(Path(cli.__file__).parents[1]),
        }
        kept = {name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion.cli", "--lang", "en", "desk"],
            env=kept | mine,
            stderr=subprocess.PIPE,
            text=True,
        )

    def until(self, what: str, true: Callable[[], bool]) -> None:
        """Look again and again, as long as the program runs; between two looks it has the processor."""
        for look in count():
            if true():
                return
            assert look < LOOKS, f"still not: {what}"
            with suppress(subprocess.TimeoutExpired):
                pytest.fail(f"ended, {self.process.wait(0.05)}: {self.said()}")

    def said(self) -> str:
        """What it wrote before it ended."""
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def recorded(self) -> str:
        """The first game of its journal as a table script; empty if there is none yet."""
        if not (self._state / JOURNAL).exists():
            return ""
        with closing(Archive(self._state)) as archive:
            return exported(archive, 1)[0] if archive.games() else ""

    def play(self) -> None:
        """Begin a game by its name and press both seats' keys."""
        self.until("a window drawn", lambda: colours(self._display.shot()) > 100)
        self._display.keys("key", "t")
        self._display.keys("type", f"game {GAME}")
        self._display.keys("key", "Return")
        self.until("a game begun", lambda: f"game {GAME}" in self.recorded())
        self._display.keys("key", "1", "key", "2")
        self.until("both pressed", lambda: presses(self.recorded()) == {"1", "2"})


def colours(picture: Image.Image) -> int:
    """How many colours a picture has."""
    return len(picture.getcolors(picture.width * picture.height) or ())


def presses(script: str) -> set[str]:
    """Which seats pressed, from a table script: those of keys that overlap are told in two lines."""
    words = [line.split() for line in script.splitlines()]
    return {line[2] for line in words if line[1:2] in (["press"], ["down"])}


@pytest.fixture
def display(tmp_path: Path) -> Iterator[Display]:
    display = Display(tmp_path)
    yield display
    display.shut_down()


@pytest.fixture
def desk(display: Display, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(display, tmp_path)
    yield desk
    desk.process.kill()
    desk.process.wait()
    assert desk.process.stderr is not None
    desk.process.stderr.close()


def test_keys_of_a_keyboard_begin_a_game_and_the_screen_shows_it(display: Display, desk: Desk) -> None:
    desk.until("a window drawn", lambda: colours(display.shot()) > 100)
    before = display.shot()
    desk.play()
    desk.until("another picture", lambda: display.shot().tobytes() != before.tobytes())
    assert colours(display.shot()) > 100
    desk.process.terminate()
    desk.process.wait(SOON_S)
    assert "Traceback" not in desk.said()


def test_a_display_that_goes_ends_the_program_and_the_journal_is_whole(display: Display, desk: Desk) -> None:
    desk.play()
    display.shut_down()
    assert desk.process.wait(SOON_S) == 1
    assert "Traceback" not in desk.said()
    assert presses(desk.recorded()) == {"1", "2"}
