"""The installed service on a Debian that is switched on, under its own systemd; its pins are mock ones."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.install.debian import CHECKOUT, WITH_WHEELS, Debian, Machine

pytestmark = pytest.mark.timeout(1800)

PATIENCE_S = 6
DROP_IN = f"[Service]\nEnvironment=GPIOZERO_PIN_FACTORY=mock\nWatchdogSec={PATIENCE_S}\n"

FIRST_A_GAME = """\
#!/bin/sh
# The service as it was when a game was begun; started again it is the box as it is.
[ -e played ] && exec pierwszy box
touch played
exec pierwszy box --script /srv/quiz.table
"""
QUIZ = "0 game buzzer seats=1,2\n0.2 ok\n0.7 ok\n1.2 press 1\n3600 expect phase ruled\n"


@pytest.fixture
def prepared(debian: Debian) -> Debian:
    debian.put("etc/systemd/system/pierwszy.service.d/mock.conf", DROP_IN)
    return debian


@pytest.fixture
def machine(prepared: Debian) -> Iterator[Machine]:
    with prepared.booted() as booted:
        wait_until_ready(booted)
        yield booted


def wait_until_ready(machine: Machine) -> None:
    machine.wait_for("ready", lambda: machine.service("ActiveState") == "active")


def processes(machine: Machine) -> list[str]:
    """The numbers of the service's processes."""
    return machine.run("cat", "/sys/fs/cgroup/system.slice/pierwszy.service/cgroup.procs").stdout.split()


def as_ola(machine: Machine, *words: str) -> str:
    ran = machine.run("setpriv", "--reuid=ola", "--regid=ola", "--clear-groups", *words)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def install(machine: Machine, *words: str) -> str:
    ran = machine.run(f"/{CHECKOUT}/hardware/install.sh", *words, env=WITH_WHEELS)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_it_starts_with_the_machine_as_nobody_in_particular(machine: Machine) -> None:
    assert machine.service("StatusText") == "menu"
    process = machine.service("MainPID")
    status = dict(
        line.split(":\t", 1) for line in machine.run("cat", f"/proc/{process}/status").stdout.splitlines()
    )
    user = machine.run("id", "-u", "pierwszy").stdout.strip()
    assert set(status["Uid"].split()) == {user}
    assert (status["NoNewPrivs"], status["Seccomp"], status["CapEff"]) == ("1", "2", "0" * 16)
    assert machine.run("readlink", f"/proc/{process}/cwd").stdout == "/run/pierwszy\n"
    assert machine.run("systemctl", "is-system-running").stdout == "running\n"


def test_a_button_heads_port_may_be_opened_there_before_any_was_plugged_in_and_no_other_serial_port(
    machine: Machine,
) -> None:
    """Behind neither node is a device: that it isn't there is what is said once it was allowed to look."""
    enter = "echo $$ > /sys/fs/cgroup/system.slice/pierwszy.service/cgroup.procs"
    said = {}
    for name, major in (("ttyACM0", "166"), ("ttyUSB0", "188")):
        assert machine.run("mknod", f"/dev/{name}", "c", major, "0").returncode == 0
        said[name] = machine.run("sh", "-c", f"{enter} && : <>/dev/{name}").stderr
    assert "No such device" in said["ttyACM0"]
    assert "Operation not permitted" in said["ttyUSB0"]


def test_it_stops_when_it_is_told_to(machine: Machine) -> None:
    assert machine.run("systemctl", "stop", "pierwszy").returncode == 0
    assert (machine.service("Result"), machine.service("ExecMainStatus")) == ("success", "0")
    assert machine.service("ExecMainCode") == "1"  # it ended by itself, killed by nobody
    assert machine.run("ls", "/run/pierwszy").returncode != 0


def test_one_that_hangs_is_killed_and_started_again(machine: Machine) -> None:
    hung = machine.service("MainPID")
    machine.run("systemctl", "kill", "--signal=STOP", "pierwszy")
    machine.wait_for("restarted", lambda: machine.service("NRestarts") == "1", within_s=10 * PATIENCE_S)
    wait_until_ready(machine)
    assert machine.service("MainPID") not in {"0", hung}
    assert "Watchdog timeout" in machine.log()


def test_one_that_is_killed_in_a_game_offers_to_go_on_with_it(prepared: Debian) -> None:
    prepared.put("srv/first-a-game", FIRST_A_GAME)
    prepared.put("srv/quiz.table", QUIZ)
    (prepared.root / "srv/first-a-game").chmod(0o755)
    start = "WorkingDirectory=/var/lib/pierwszy\nExecStart=\nExecStart=/srv/first-a-game\n"
    prepared.put("etc/systemd/system/pierwszy.service.d/mock.conf", DROP_IN + start)
    with prepared.booted() as machine:
        wait_until_ready(machine)
        machine.wait_for("playing", lambda: machine.service("StatusText") == "buzzer, seats 1, 2")
        machine.wait_for("ruled", lambda: "up 1" in machine.run("pierwszy", "journal", "export", "1").stdout)
        machine.run("systemctl", "kill", "--signal=KILL", "pierwszy")
        machine.wait_for("restarted", lambda: machine.service("NRestarts") == "1")
        machine.wait_for("ready", lambda: machine.service("StatusText") == "resume")


def test_anyone_reads_its_games_while_it_runs_and_after_it_was_stopped(prepared: Debian) -> None:
    prepared.put("srv/quiz.table", QUIZ)
    start = "ExecStart=\nExecStart=/opt/pierwszy/bin/pierwszy box --script /srv/quiz.table\n"
    prepared.put("etc/systemd/system/pierwszy.service.d/mock.conf", DROP_IN + start)
    with prepared.booted() as machine:
        wait_until_ready(machine)
        machine.wait_for("playing", lambda: "buzzer" in as_ola(machine, "pierwszy", "journal", "list"))
        machine.wait_for("press", lambda: "up 1" in as_ola(machine, "pierwszy", "journal", "export", "1"))
        running = as_ola(machine, "pierwszy", "journal", "export", "1")
        machine.run("pierwszy", "history")  # by root, who must leave nothing the service can't write to
        machine.run("systemctl", "stop", "pierwszy")
        assert as_ola(machine, "pierwszy", "journal", "export", "1") == running
        assert json.loads(as_ola(machine, "pierwszy", "history", "--json"))["games"] == []
        machine.run("pierwszy", "history")
        assert machine.run("find", "/var/lib/pierwszy", "!", "-user", "pierwszy").stdout == ""


LATE_S = 30
WHEN_RIGHTS_CAME = "[Service]\nEnvironmentFile=-/run/rights.env\n"


def test_rights_to_the_pins_that_come_half_a_minute_late_are_waited_for(debian: Debian) -> None:
    """Without them it finds no chip, as on a Pi whose udev hasn't come to it."""
    debian.put("etc/systemd/system/pierwszy.service.d/late.conf", WHEN_RIGHTS_CAME)
    with debian.booted() as machine:
        machine.wait_for("tried", lambda: machine.service("NRestarts") not in {"", "0"})
        began = time.monotonic()
        while time.monotonic() < began + LATE_S:
            assert machine.service("ActiveState") not in {"failed", "active"}, machine.log()
            time.sleep(1)
        assert "pierwszy: expected" in machine.log()
        machine.run("sh", "-c", "echo GPIOZERO_PIN_FACTORY=mock >/run/rights.env")
        wait_until_ready(machine)


def test_one_that_can_not_start_is_left_alone_after_twenty_tries(prepared: Debian) -> None:
    prepared.put("etc/pierwszy/box.toml", "[seats.1]\nbutton = 99\n")
    with prepared.booted() as machine:
        machine.wait_for("given up", lambda: machine.service("ActiveState") == "failed", within_s=240)
        assert machine.service("NRestarts") == "20"
        assert "pierwszy: /etc/pierwszy/box.toml: seats.1.button: expected a GPIO" in machine.log()


def test_installing_again_does_not_disturb_it_and_a_newer_one_takes_over(machine: Machine) -> None:
    process = machine.service("MainPID")
    assert install(machine) == "install.sh: nothing to do: all of it is there\n"
    assert machine.service("MainPID") == process
    machine.run("sed", "-i", 's/version = "0.1.0"/version = "99"/', f"/{CHECKOUT}/pyproject.toml")
    assert "done. The box starts by itself" in install(machine)
    assert machine.service("ActiveState") == "active"
    assert machine.service("MainPID") not in {"0", process}
    folder = machine.run("readlink", "-f", "/opt/pierwszy").stdout.strip()
    running = machine.run("cat", f"/proc/{machine.service('MainPID')}/cmdline").stdout
    assert running.startswith(f"{folder}/bin/python")
    assert machine.run("findmnt", "--list").stdout.count("/opt/pierwszy") == 0
    assert len(machine.run("sh", "-c", "ls -d /opt/pierwszy-*").stdout.split()) == 2  # one to go back to


NEVER_READY = "s/self._watchdog.ready()/pass/"
KILLED = """\
$0 &
until systemctl show --property=ActiveState pierwszy | grep -q =activating; do sleep 0.1; done
kill -KILL $!
"""


def test_one_that_never_gets_ready_gives_way_to_the_one_before(machine: Machine) -> None:
    before = machine.run("readlink", "-f", "/opt/pierwszy").stdout
    machine.run("sed", "-i", NEVER_READY, f"/{CHECKOUT}/firmware/pi/service.py")
    ran = machine.run(f"/{CHECKOUT}/hardware/install.sh", env=WITH_WHEELS)
    assert ran.returncode == 1
    assert re.search(
        r"-\w+ to be ready within 30 s, it is not: the version before it runs again; .*\n\Z", ran.stderr
    )
    assert machine.service("ActiveState") == "active"
    running = machine.run("cat", f"/proc/{machine.service('MainPID')}/cmdline").stdout
    assert running.startswith(before.strip())
    assert machine.run("readlink", "-f", "/opt/pierwszy").stdout == before


def test_one_whose_installer_was_killed_while_it_was_tried_is_gone_with_the_power(prepared: Debian) -> None:
    before = (prepared.root / "opt/pierwszy").readlink()
    with prepared.booted() as machine:
        wait_until_ready(machine)
        machine.run("sed", "-i", NEVER_READY, f"/{CHECKOUT}/firmware/pi/service.py")
        machine.run("bash", "-c", KILLED, f"/{CHECKOUT}/hardware/install.sh", env=WITH_WHEELS)
        assert "/opt/pierwszy" in machine.run("findmnt", "--list").stdout
    with prepared.booted() as machine:
        wait_until_ready(machine)
        running = machine.run("cat", f"/proc/{machine.service('MainPID')}/cmdline").stdout
        assert running.startswith(f"/opt/{before}/bin/python")


def test_uninstalled_while_it_runs_it_is_stopped_and_gone(machine: Machine) -> None:
    assert processes(machine) != []
    install(machine, "uninstall")
    assert machine.run("systemctl", "status", "pierwszy").returncode == 4  # there is no such unit
    assert processes(machine) == []
    assert machine.run("ls", "/var/lib/pierwszy").stdout.split() == ["journal.lock", "journal.sqlite3"]


def test_installed_anew_it_goes_on_with_the_journal_that_was_left(prepared: Debian) -> None:
    prepared.install("uninstall")
    prepared.put("var/lib/pierwszy/journal.lock", "")
    assert prepared.install().returncode == 0
    with prepared.booted() as machine:
        wait_until_ready(machine)
        assert machine.run("find", "/var/lib/pierwszy", "!", "-user", "pierwszy").stdout == ""
        assert "journal" not in machine.log()  # no word of one that can't be written


# -- switched off --------------------------------------------------------------------------------------------

OFF_BY_MENU = """\
0.5 knob +99
1.0 ok
1.5 knob +1
2.0 ok
3600 expect phase off
"""
FAREWELL = """\
import sys
open("/srv/said", "a").write(f"{sys.argv[1]}\\n")
"""


@pytest.fixture
def saying(prepared: Debian) -> Debian:
    """Its farewell is written down, for it has no panels."""
    (module,) = prepared.root.glob("opt/pierwszy-*/lib/python3*/site-packages/companion/app/farewell.py")
    module.unlink()
    module.write_text(FAREWELL)
    return prepared


def is_off(machine: Machine) -> bool:
    return not Path(f"/proc/{machine.first}").exists()


def test_switched_off_in_the_menu_the_machine_goes_off_and_the_panels_say_so(saying: Debian) -> None:
    saying.put("srv/off.table", OFF_BY_MENU)
    start = "ExecStart=\nExecStart=/opt/pierwszy/bin/pierwszy box --can-switch-off --script /srv/off.table\n"
    saying.put("etc/systemd/system/pierwszy.service.d/mock.conf", DROP_IN + start)
    with saying.booted() as machine:
        machine.wait_for("off", lambda: is_off(machine), within_s=90)
    assert saying.read("srv/said") == "poweroff\n"


def test_started_anew_the_machine_says_no_farewell(saying: Debian) -> None:
    with saying.booted() as machine:
        wait_until_ready(machine)
        machine.run("systemctl", "--no-block", "reboot")
        machine.wait_for("off", lambda: is_off(machine), within_s=90)
    assert not (saying.root / "srv/said").exists()


def test_a_farewell_that_hangs_does_not_keep_the_machine_on(saying: Debian) -> None:
    (module,) = saying.root.glob("opt/pierwszy-*/lib/python3*/site-packages/companion/app/farewell.py")
    module.write_text(FAREWELL + "import time\ntime.sleep(3600)\n")
    with saying.booted() as machine:
        wait_until_ready(machine)
        machine.run("systemctl", "--no-block", "poweroff")
        machine.wait_for("off", lambda: is_off(machine), within_s=90)
    assert saying.read("srv/said") == "poweroff\n"


# -- with a television ---------------------------------------------------------------------------------------

PLAIN = "0"
"""Of a process's scheduling policy: no real-time one (proc(5))."""


def windows(machine: Machine) -> list[str]:
    """The numbers of the processes that are windows of the service."""
    lines = machine.run(
        "grep", "-sl", "companion.window", *(f"/proc/{one}/cmdline" for one in processes(machine))
    )
    return [line.split("/")[2] for line in lines.stdout.split()]


@pytest.fixture
def at_television(with_screen: Debian) -> Debian:
    with_screen.put("etc/systemd/system/pierwszy.service.d/mock.conf", DROP_IN)
    return with_screen


def test_without_a_display_it_plays_on(at_television: Debian) -> None:
    with at_television.booted() as machine:
        wait_until_ready(machine)
        machine.wait_for("told", lambda: "going on without a window" in machine.log())
        assert machine.service("StatusText") == "menu"
        assert machine.run("systemctl", "is-system-running").stdout == "running\n"


def test_the_window_runs_within_what_the_unit_allows_and_never_before_the_box(at_television: Debian) -> None:
    at_television.put(
        "etc/systemd/system/pierwszy.service.d/mock.conf", DROP_IN + "Environment=SDL_VIDEODRIVER=dummy\n"
    )
    with at_television.booted() as machine:
        wait_until_ready(machine)
        machine.wait_for("opened", lambda: windows(machine) != [])
        (window,) = windows(machine)
        policy = ["sh", "-c", f"cut -d' ' -f41 /proc/{window}/stat"]
        machine.wait_for("aside", lambda: machine.run(*policy).stdout.strip() == PLAIN)
        time.sleep(10)  # the box takes it for one that hangs unless it says that it is alive
        assert windows(machine) == [window], machine.log()
        assert "without a window" not in machine.log()


PROMPT = "[Service]\nExecStart=/bin/sleep infinity\n"
"""Stands in for what reads the keys of the first console, of which there is none here."""


def test_no_login_prompt_reads_its_keys_and_one_that_comes_back_does_not_end_it(
    at_television: Debian,
) -> None:
    at_television.put("etc/systemd/system/getty@tty1.service", PROMPT)
    wants = at_television.root / "etc/systemd/system/getty.target.wants/getty@tty1.service"
    wants.unlink(missing_ok=True)
    wants.parent.mkdir(exist_ok=True)
    wants.symlink_to("/etc/systemd/system/getty@tty1.service")
    with at_television.booted() as machine:
        wait_until_ready(machine)
        up = ["systemctl", "is-system-running"]
        machine.wait_for("booted", lambda: machine.run(*up).stdout == "running\n")
        prompt = ["systemctl", "is-active", "getty@tty1"]
        assert machine.run(*prompt).stdout == "inactive\n"
        process = machine.service("MainPID")
        assert machine.run("systemctl", "start", "getty@tty1").returncode == 0
        assert (machine.run(*prompt).stdout, machine.service("MainPID")) == ("active\n", process)
        machine.run("systemctl", "restart", "pierwszy")
        assert machine.run(*prompt).stdout == "inactive\n"


def test_a_television_is_tried_and_given_up_as_any_other_version(machine: Machine) -> None:
    before = machine.run("readlink", "-f", "/opt/pierwszy").stdout
    machine.run("sed", "-i", "s/ --screen$/ --no-such-word/", f"/{CHECKOUT}/hardware/pierwszy-screen.conf")
    ran = machine.run(f"/{CHECKOUT}/hardware/install.sh", "--screen", env=WITH_WHEELS)
    assert (ran.returncode, "the version before it runs again" in ran.stderr) == (1, True)
    assert machine.service("ActiveState") == "active"
    assert machine.run("readlink", "-f", "/opt/pierwszy").stdout == before
    machine.run("sed", "-i", "s/ --no-such-word$/ --screen/", f"/{CHECKOUT}/hardware/pierwszy-screen.conf")
    assert "done. The box starts by itself" in install(machine, "--screen")
    assert "--screen" in machine.service("ExecStart")
    assert "done. The box starts by itself" in install(machine, "--no-screen")
    assert "--screen" not in machine.service("ExecStart")
