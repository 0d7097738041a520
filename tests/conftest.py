"""What every test has: a warning nobody expected fails it; without a game it plays it is skipped."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from PIL import Image, ImageShow

from companion.games.catalogue import all_games
from firmware.pi import inputs

# The same examples every time, however busy the machine; `pytest --hypothesis-profile=thorough` looks for new
# ones, and much longer.
settings.register_profile("house", deadline=None, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=1500)
settings.load_profile("house")

# Hypothesis also tries numbers that it finds in whichever modules of ours are imported: with other tests
# beside it or in another process, a test would look at other examples.
_found = providers._get_local_constants
providers._get_local_constants = lambda: Constants() if settings().derandomize else _found()

_NUMBERS = count()

OURS = {"pierwszy", "firmware", "companion"}

PLAYS = "plays(*games): uses these games as its material, and is skipped where one of them isn't installed"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", PLAYS)


def pytest_runtest_setup(item: pytest.Item) -> None:
    played = {name for mark in item.iter_markers("plays") for name in mark.args}
    missing = played - {game.name for game in all_games()}
    if missing:
        pytest.skip(f"not installed: {', '.join(sorted(missing))}")


class KeepRecords(logging.Handler):
    """Keeps what our own loggers say, from WARNING up, whichever thread says it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.split(".")[0] in OURS:
            self.records.append(record)


@pytest.fixture(autouse=True)
def _warnings(request: pytest.FixtureRequest) -> Iterator[list[logging.LogRecord]]:
    """Fails the test on warnings, unless it asks for `expected_logs`."""
    handler = KeepRecords()
    logging.getLogger().addHandler(handler)
    yield handler.records
    logging.getLogger().removeHandler(handler)
    if handler.records and "expected_logs" not in request.fixturenames:
        said = "\n".join(
            f"{record.name}: {record.levelname}: {record.getMessage()}" for record in handler.records
        )
        pytest.fail(f"unexpected log records (ask for expected_logs to allow them):\n{said}", pytrace=False)


@pytest.fixture
def expected_logs(_warnings: list[logging.LogRecord]) -> list[logging.LogRecord]:
    """The warnings and worse that our loggers said so far; the test looks at them itself."""
    return _warnings


@pytest.fixture(autouse=True, scope="session")
def _nothing_pops_up() -> None:
    """No viewer that happens to be installed opens a picture that differs."""
    ImageShow._viewers.clear()


@pytest.fixture
def image_snapshot(
    image_snapshot: Callable[[Image.Image, Path], None], request: pytest.FixtureRequest
) -> Callable[[Image.Image, Path], None]:
    """The plugin's own, but a picture of another size than the kept one is a difference, and no TypeError."""
    renewed = request.config.getoption("--image-snapshot-update")

    def compare(shot: Image.Image, path: Path) -> None:
        if path.exists() and not renewed:
            with Image.open(path) as kept:
                if kept.size != shot.size:
                    shot = shot.convert("RGBA")  # the only kind the plugin can make larger
        image_snapshot(shot, path)

    return compare


@pytest.fixture(autouse=True)
def _state_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test finds another's journal, or the developer's."""
    # mktemp would look through all there are.
    state = tmp_path_factory.getbasetemp() / "states" / str(next(_NUMBERS))
    state.mkdir(parents=True)
    monkeypatch.setenv("STATE_DIRECTORY", str(state))


@pytest.fixture(autouse=True)
def _nothing_plugged_in(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test hears the developer's keyboard, or takes the gamepad."""
    for folder in ("DEV", "SYS"):
        monkeypatch.setattr(inputs, folder, tmp_path_factory.getbasetemp() / "nowhere")
