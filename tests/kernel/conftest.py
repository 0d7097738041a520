"""A rig that can't run has failed: nothing here is ever skipped."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.kernel.rig import Rig


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"nothing is skipped here: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def rig() -> Rig:
    """Boots guests of the kernel that was built."""
    return Rig()
