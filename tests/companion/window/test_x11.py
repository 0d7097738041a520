"""`pierwszy desk` on a real X server without a screen: real keys in, the server's own pixels out."""

from __future__ import annotations

import os
import shutil
import signal
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path

import pytest
from PIL import Image

from companion import cli
from companion.store.archive import JOURNAL, Archive
from companion.store.listing import exported

MISSING = [name for name in ("Xvfb", "xdotool", "xwininfo") if shutil.which(name) is None]
pytestmark = [
    pytest.mark.skipif(
        bool(MISSING), reason=f"{' and '.join(MISSING)} expected: sudo apt install xvfb xdotool x11-utils"
    ),
    pytest.mark.timeout(180),
]

SOON_S = 60
"""Only something broken ever waits this long."""

LOOKS = 1000
"""At least 50 ms apart."""

GAME = "stopwatch seats=1,2"


def _screen(size: tuple[int, int]) -> tuple[str, ...]:
    return "-screen", "0", f"{size[0]}x{size[1]}x24", "-noreset"  # it starts anew when nobody is left


class Display:
    """An X server on this display or a free one; its screen is a file that it draws into (an XWD image)."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 720), *, name: str = "") -> None:
        self.size = size
        self._screen = folder / "Xvfb_screen0"
        reader, writer = os.pipe()
        where = [name] if name else ["-displayfd", str(writer)]
        self._server = subprocess.Popen(
            ["Xvfb", *where, "-nolisten", "tcp", *_screen(size), "-fbdir", str(folder)],
            pass_fds=[writer],
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        if name:
            self.name = name
            os.close(reader)
            return
        with os.fdopen(reader) as said:
            self.name = f":{said.readline().strip()}"

    def keys(self, *arguments: str) -> None:
        """Let the server report keys as if a keyboard had sent them, by its XTEST extension."""
        subprocess.run(["xdotool", *arguments], env={"DISPLAY": self.name}, check=True, timeout=SOON_S)

    def window(self) -> tuple[int, int, int, int]:
        """Where the program's window is, and its size; (0, 0, 0, 0) while there is none."""
        asked = ["xwininfo", "-display", self.name, "-name", "Pierwszy"]
        ran = subprocess.run(asked, check=False, timeout=SOON_S, capture_output=True, text=True)
        told = dict(line.strip().rsplit(None, 1) for line in ran.stdout.splitlines() if line.strip())
        x, y = (int(told.get(f"Absolute upper-left {axis}:", 0)) for axis in "XY")
        width, height = int(told.get("Width:", 0)), int(told.get("Height:", 0))
        return x, y, width, height

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

    def __init__(self, display: Display, state: Path, *arguments: str) -> None:
        self._display, self._state = display, state
        mine = {
            "DISPLAY": display.name,
            "SDL_AUDIODRIVER": "dummy",
            "STATE_DIRECTORY": str(state),
            "PYTHONPATH": str(Path(cli.__file__).parents[1]),
        }
        kept = {name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion.cli", "--lang", "en", *arguments, "desk"],
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
    """Which seats pressed, by an export."""
    return {line.split()[-1] for line in script.splitlines() if " down " in line}


@pytest.fixture
def display(tmp_path: Path) -> Iterator[Display]:
    display = Display(tmp_path)
    yield display
    display.shut_down()


@contextmanager
def at_work(display: Display, state: Path, *arguments: str) -> Iterator[Desk]:
    """A desk on a display, until the block's end."""
    desk = Desk(display, state, *arguments)
    try:
        yield desk
    finally:
        desk.process.kill()
        desk.process.wait()
        assert desk.process.stderr is not None
        desk.process.stderr.close()


@contextmanager
def screen_of(folder: Path, size: tuple[int, int]) -> Iterator[Display]:
    """A display of another size."""
    display = Display(folder, size)
    try:
        yield display
    finally:
        display.shut_down()


@pytest.fixture
def desk(display: Display, tmp_path: Path) -> Iterator[Desk]:
    with at_work(display, tmp_path) as desk:
        yield desk


def test_keys_of_a_keyboard_begin_a_game_and_the_screen_shows_it(display: Display, desk: Desk) -> None:
    desk.until("a window drawn", lambda: colours(display.shot()) > 100)
    before = display.shot()
    desk.play()
    desk.until("another picture", lambda: display.shot().tobytes() != before.tobytes())
    assert colours(display.shot()) > 100
    desk.process.send_signal(signal.SIGHUP)
    assert desk.process.wait(SOON_S) == 0
    assert desk.said() == ""


def test_a_display_that_goes_ends_the_program_and_the_journal_is_whole(display: Display, desk: Desk) -> None:
    desk.play()
    display.shut_down()
    assert desk.process.wait(SOON_S) == 1
    assert "Traceback" not in desk.said()
    assert presses(desk.recorded()) == {"1", "2"}


# -- every screen --------------------------------------------------------------------------------------------

MANAGER = pytest.mark.skipif(shutil.which("openbox") is None, reason="a window manager: apt install openbox")


@contextmanager
def managed(display: Display) -> Iterator[None]:
    """Somebody manages the windows of a display."""
    manager = subprocess.Popen(["openbox"], env={"DISPLAY": display.name, "PATH": os.environ["PATH"]})
    try:
        for look in count():
            asked = ["xprop", "-display", display.name, "-root", "_NET_SUPPORTING_WM_CHECK"]
            told = subprocess.run(
                asked,
                env={"DISPLAY": display.name, "PATH": os.environ["PATH"]},
                check=True,
                capture_output=True,
            )
            if b"window id" in told.stdout:
                break
            assert look < LOOKS
        yield
    finally:
        manager.terminate()
        manager.wait(SOON_S)


@pytest.mark.parametrize("size", [(800, 480), (1920, 1080)])
def test_where_nobody_manages_windows_it_fills_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    with screen_of(tmp_path, size) as display, at_work(display, tmp_path) as desk:
        desk.until("a window as large as the screen", lambda: display.window() == (0, 0, *size))
        desk.until("all of it drawn", lambda: colours(display.shot()) > 100)


def test_a_box_file_keeps_it_a_window(tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.write_text("[seats.1]\nbutton = 5\n[seats.2]\nbutton = 6\n[screen]\nfullscreen = false\n")
    with (
        screen_of(tmp_path, (1920, 1080)) as display,
        at_work(display, tmp_path, "--settings", str(box)) as desk,
    ):
        desk.until("a window", lambda: display.window()[2:] == (1280, 720))


@MANAGER
@pytest.mark.parametrize(
    ("size", "window"),
    [((800, 480), (800, 480)), ((1920, 1080), (1280, 720)), ((3840, 2160), (2560, 1440))],
)
def test_on_a_desktop_the_window_fits_the_display(
    tmp_path: Path, size: tuple[int, int], window: tuple[int, int]
) -> None:
    with (
        screen_of(tmp_path, size) as display,
        managed(display),
        at_work(display, tmp_path) as desk,
    ):
        desk.until("a window", lambda: display.window()[2] > 0)
        desk.until("it is drawn", lambda: colours(display.shot()) > 100)
        x, y, width, height = display.window()
        assert x >= 0
        assert y >= 0
        assert x + width <= size[0]
        assert y + height <= size[1]
        assert abs(width - window[0]) <= 16  # less its frame where it has all of the display
        assert abs(height - window[1]) <= 40
        display.keys("key", "F11")
        desk.until("the whole screen", lambda: display.window() == (0, 0, *size))
        display.keys("key", "F11")
        desk.until("a window again", lambda: display.window()[2:] == (width, height))


@pytest.mark.skipif(shutil.which("xrandr") is None, reason="xrandr expected: apt install x11-xserver-utils")
def test_a_screen_that_gets_another_size_is_filled_again(tmp_path: Path) -> None:
    with screen_of(tmp_path, (1280, 720)) as display, at_work(display, tmp_path) as desk:
        desk.until("a window as large as the screen", lambda: display.window() == (0, 0, 1280, 720))
        # A server of the memory alone complains, and does it.
        changed = ["xrandr", "--display", display.name, "--fb", "800x480"]
        subprocess.run(changed, check=False, stderr=subprocess.DEVNULL)
        desk.until("as large as it is now", lambda: display.window() == (0, 0, 800, 480))
