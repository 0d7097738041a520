"""Games that have a file system of their own, as the guide puts them on a stick."""

from __future__ import annotations

import pytest

from tests.install.debian import Debian
from tests.install.test_running import prepared, wait_until_ready

__all__ = ["prepared"]

pytestmark = pytest.mark.timeout(1800)


def test_what_is_mounted_there_is_the_services_own(prepared: Debian) -> None:
    prepared.put("etc/fstab", "none /var/lib/pierwszy tmpfs defaults,mode=755,nofail 0 0\n")
    with prepared.booted() as machine:
        wait_until_ready(machine)
        assert machine.run("findmnt", "-no", "FSTYPE", "/var/lib/pierwszy").stdout == "tmpfs\n"
        assert machine.run("find", "/var/lib/pierwszy", "!", "-user", "pierwszy").stdout == ""
        assert machine.run("ls", "/var/lib/pierwszy").stdout != ""


def test_where_it_can_not_be_mounted_the_box_is_not_started(prepared: Debian) -> None:
    prepared.put("etc/fstab", "none /var/lib/pierwszy ext4 nofail 0 0\n")
    with prepared.booted() as machine:
        machine.wait_for("given up", lambda: "Dependency failed for" in machine.log())
        assert machine.service("ActiveState") == "inactive"
