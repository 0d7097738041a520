"""The image that is shipped, and heads that run it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.head.emulated import HEAD, Head, image_of


@pytest.fixture(scope="session")
def image() -> bytes:
    return bytes(image_of((HEAD / "head.uf2").read_bytes()))


@pytest.fixture
def new_head(image: bytes) -> Iterator[Callable[[], Head]]:
    """Heads whose USB is held against the rules to the end."""
    heads: list[Head] = []

    def new() -> Head:
        heads.append(Head(image))
        return heads[-1]

    yield new
    assert [fault for head in heads for fault in head.usb.faults] == []


@pytest.fixture
def head(new_head: Callable[[], Head]) -> Head:
    """One that is plugged in, its port open."""
    plugged = new_head()
    plugged.plug_in()
    return plugged
