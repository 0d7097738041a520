"""Two Debians made into Raspberry Pi OS, without the box and with it; no test changes these themselves."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.install.debian import PYTHON, Debian, Ran, Tree, copied, lay_checkout, made, tidy


def pytest_sessionstart() -> None:
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        pytest.exit("expected root and debootstrap: sudo apt install debootstrap; sudo make test-install", 2)
    tidy()


@dataclass(frozen=True)
class Installed:
    """A Debian with the box; what it was before, and what the installer said."""

    debian: Debian
    before: Tree
    ran: Ran


@pytest.fixture(scope="session", params=sorted(PYTHON))
def bare(request: pytest.FixtureRequest) -> Iterator[Debian]:
    """Raspberry Pi OS with a checkout of the box, not yet installed."""
    with copied(made(request.param)) as debian:
        lay_checkout(debian, request.param)
        yield debian


@pytest.fixture(scope="session")
def installed(bare: Debian) -> Iterator[Installed]:
    """The same with the box installed."""
    with bare.copied() as debian:
        before = debian.tree()
        ran = debian.install()
        assert ran.returncode == 0, ran.stdout + ran.stderr
        yield Installed(debian, before, ran)


@pytest.fixture
def debian(installed: Installed) -> Iterator[Debian]:
    """A copy with the box installed, to do with as one likes."""
    with installed.debian.copied() as copy:
        yield copy


@pytest.fixture(scope="session")
def television(installed: Installed) -> Iterator[Debian]:
    """The same with a television."""
    with installed.debian.copied() as debian:
        ran = debian.install("--screen")
        assert ran.returncode == 0, ran.stdout + ran.stderr
        yield debian


@pytest.fixture
def with_screen(television: Debian) -> Iterator[Debian]:
    """A copy with the box installed for a television, to do with as one likes."""
    with television.copied() as copy:
        yield copy


@pytest.fixture
def fresh(bare: Debian) -> Iterator[Debian]:
    """A copy without the box, to do with as one likes."""
    with bare.copied() as copy:
        yield copy
