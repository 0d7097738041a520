"""Under the machine's own udev, with our rule: whose a head's serial line is, and that a stranger's isn't."""

from __future__ import annotations

import grp
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.guest.head_usb import Plug
from tests.kernel.guest.uhid import wait_for

RULES = Path(__file__).parents[3] / "hardware" / "60-pierwszy.rules"
FOLDER = Path("/etc/udev/rules.d")
UDEVD = Path("/usr/lib/systemd/systemd-udevd")


@pytest.fixture(scope="module", autouse=True)
def udev() -> Iterator[None]:
    assert UDEVD.exists(), "expected udev, which a guest has from the machine it is on: apt install udev"
    rules = Path("/run/rules")
    rules.mkdir()
    (rules / RULES.name).write_bytes(RULES.read_bytes())
    subprocess.run(["mount", "--bind", rules, FOLDER], check=True)
    subprocess.run([UDEVD, "--daemon"], check=True)
    yield
    subprocess.run(["udevadm", "control", "--exit"], check=True)
    subprocess.run(["umount", FOLDER], check=True)


def told(node: Path) -> tuple[str, str, dict[str, str]]:
    """A node's group and mode, and what udev knows of it."""
    wait_for(node.exists, f"{node}")
    subprocess.run(["udevadm", "settle"], check=True)
    found = node.stat()
    ran = subprocess.run(
        ["udevadm", "info", "--query=property", node], capture_output=True, text=True, check=True
    )
    known = dict(line.split("=", 1) for line in ran.stdout.splitlines())
    return grp.getgrgid(found.st_gid).gr_name, f"{found.st_mode & 0o777:o}", known


def test_a_head_is_the_services_and_whoevers_desk_it_is_on_and_no_modem() -> None:
    with Plug():
        group, mode, known = told(Path("/dev/ttyACM0"))
    assert (group, mode) == ("input", "660")
    assert "uaccess" in known["TAGS"].split(":")
    assert known["ID_MM_DEVICE_IGNORE"] == "1"


def test_of_the_same_test_id_what_says_that_it_is_something_else_is_left_as_it_was() -> None:
    with Plug(product=b"Somebody else's"):
        group, _, known = told(Path("/dev/ttyACM0"))
    assert (group, known["ID_VENDOR_ID"], known["ID_MODEL_ID"]) == ("dialout", "1209", "0001")
    assert "uaccess" not in known["TAGS"]
    assert "ID_MM_DEVICE_IGNORE" not in known
