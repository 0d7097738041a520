"""A rig that can't run has failed: nothing here is ever skipped."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from tests.kernel.rig import Ran, Rig, job_of

LONGEST_S = 900.0
"""What a guest whose time travels may take, on a machine so busy that it gets little of it."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"nothing is skipped here: {report.longrepr}"
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Look last at what goes on beside all tests."""
    items.sort(key=lambda item: _travels(item) is not None)


def _travels(item: pytest.Item) -> str | None:
    """Which file of a guest whose time travels a test asks for, if any."""
    file: str | None = item.callspec.params.get("travels") if hasattr(item, "callspec") else None
    return file


@pytest.fixture(scope="session", autouse=True)
def travelling(request: pytest.FixtureRequest) -> Iterator[Mapping[str, Future[Ran]]]:
    """The guests whose time travels, by their file of tests.

    Nothing in them is ever late, so they are begun at once, and take of the processors what the others leave.
    """
    files = filter(None, map(_travels, request.session.items))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {
            file: pool.submit(Rig().run, job_of(file), timeout=LONGEST_S, time_travel=True) for file in files
        }


@pytest.fixture(scope="session")
def rig() -> Rig:
    """Boots guests of the kernel that was built."""
    return Rig()
