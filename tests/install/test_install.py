"""install.sh on Debian trixie and bookworm, made to look like Raspberry Pi OS; nothing is running there."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable

import pytest

from tests.install.conftest import Installed
from tests.install.debian import APT, CHECKOUT, PYTHON, STOCK_CONFIG, WITH_WHEELS, Debian, Tree, for_platform

pytestmark = pytest.mark.timeout(1800)


def changed(before: Tree, after: Tree) -> set[str]:
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def without_apt(tree: Tree) -> Tree:
    """All but what apt did, which comes first and stays, with the note of it, and the folders above."""
    above = {"usr", "usr/lib", "var", "var/lib", "etc", "opt", "opt/pierwszy.packages"}
    return {path: what for path, what in tree.items() if not path.startswith(APT) and path not in above}


def one_line(text: str) -> str:
    (line,) = text.splitlines()
    return line


# -- what it makes -------------------------------------------------------------------------------------------


def test_anyone_can_run_the_program(installed: Installed) -> None:
    said = installed.debian.do("setpriv", "--reuid=ola", "--regid=ola", "--init-groups", "pierwszy", "--help")
    assert "A referee box for real board-game tables" in said


def test_it_runs_on_a_gpiozero_of_its_own_and_the_lgpio_of_the_system(installed: Installed) -> None:
    debian = installed.debian
    show = "import gpiozero, lgpio; print(gpiozero.__file__, lgpio.__file__)"
    at = "LG_WD=/tmp"  # a pipe of lgpio's
    gpiozero, lgpio = debian.do("env", at, "/opt/pierwszy/bin/python", "-BIc", show).split()
    assert gpiozero.startswith("/opt/pierwszy/lib/")
    assert lgpio == "/usr/lib/python3/dist-packages/lgpio.py"
    assert debian.do("python3", "-Ic", "import gpiozero; print(gpiozero.__file__)").startswith(
        "/usr/lib/python3/"
    )


def test_nothing_of_it_can_be_changed_but_by_root(installed: Installed) -> None:
    debian = installed.debian
    for folder in ("/opt", "/etc/pierwszy", "/etc/systemd/system", "/etc/modules-load.d", "/usr/local/bin"):
        assert (
            debian.do(
                "find", folder, "(", "-perm", "/022", "-o", "!", "-user", "root", ")", "!", "-type", "l"
            )
            == ""
        )
    assert debian.do("stat", "--format=%a %U:%G", "/etc/pierwszy/box.toml") == "644 root:root\n"


def test_its_user_has_no_shell_no_home_and_three_groups_more(installed: Installed) -> None:
    debian = installed.debian
    assert set(debian.do("id", "-nG", "pierwszy").split()) == {"pierwszy", "gpio", "i2c", "input"}
    home, shell = debian.do("getent", "passwd", "pierwszy").strip().split(":")[5:]
    assert (home, shell) == ("/var/lib/pierwszy", "/usr/sbin/nologin")
    assert not (debian.root / "var/lib/pierwszy").exists()


def test_systemd_finds_nothing_wrong_with_the_service_and_little_to_expose(installed: Installed) -> None:
    debian = installed.debian
    verified = debian.run("systemd-analyze", "verify", "pierwszy.service")
    assert (verified.returncode, verified.stdout + verified.stderr) == (0, "")
    debian.do("systemd-analyze", "security", "--offline=yes", "--threshold=10", "pierwszy.service")
    assert debian.do("systemctl", "is-enabled", "pierwszy") == "enabled\n"


def test_config_txt_gets_a_block_and_a_backup(installed: Installed) -> None:
    debian = installed.debian
    before, after = STOCK_CONFIG.read_text(), debian.read("boot/firmware/config.txt")
    assert after.startswith(before)
    assert after.removeprefix(before).splitlines()[1:-1] == [
        "[all]", "dtoverlay=", "dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000",
        "dtoverlay=i2c-mux,pca9548,addr=0x70,disconnect_on_idle", "dtoverlay=",
        "dtoverlay=gpio-shutdown,gpio_pin=8,active_low=1,gpio_pull=up,debounce=1000", "dtoverlay=",
    ]  # fmt: skip
    assert debian.read("boot/firmware/config.txt.before-pierwszy") == before
    assert debian.read("etc/modules-load.d/pierwszy.conf") == "i2c-dev\n"
    assert "sudo reboot" in installed.ran.stdout


def test_nothing_else_is_touched(installed: Installed) -> None:
    made = re.compile(
        r"opt/pierwszy.*|usr/local/bin/pierwszy|etc/pierwszy.*|etc/systemd/system/(multi-user.target.wants(/|$))?(pierwszy.service)?"
        r"|usr/lib/systemd/system-shutdown(/pierwszy)?"
        r"|etc/(modules-load.d|udev/rules.d)(/(60-)?pierwszy.(conf|rules))?|boot/firmware/config.txt.*|etc/(passwd|shadow|g?group|gshadow)-?"
    )
    touched = changed(installed.before, installed.debian.tree())
    assert [path for path in touched if not made.fullmatch(path)] == []


# -- again ---------------------------------------------------------------------------------------------------


def test_installing_again_changes_nothing_not_even_a_date(debian: Debian) -> None:
    before = debian.touched()
    ran = debian.install(env={})  # nor does it need a network
    assert (ran.returncode, ran.stdout) == (0, "install.sh: nothing to do: all of it is there\n")
    assert changed(before, debian.touched()) == set()


def test_a_newer_checkout_takes_the_place_of_the_older(debian: Debian) -> None:
    old = (debian.root / "opt/pierwszy").readlink()
    debian.put("etc/pierwszy/box.toml", debian.read("etc/pierwszy/box.toml") + "# mine\n")
    version = f"{CHECKOUT}/pyproject.toml"
    debian.put(version, debian.read(version).replace('version = "0.1.0"', 'version = "99"'))
    before = debian.touched()
    assert debian.install().returncode == 0
    show = "from importlib.metadata import version; print(version('pierwszy'))"
    assert debian.do("/opt/pierwszy/bin/python", "-BIc", show) == "99\n"
    assert (debian.root / "opt/pierwszy").readlink() != old
    assert all(path.startswith(("opt", "root/.")) for path in changed(before, debian.touched()))
    # nobody has seen the new one run, so the old one stays
    assert len(list((debian.root / "opt").glob("pierwszy-*"))) == 2


def test_a_file_that_is_not_the_locked_one_is_not_installed(debian: Debian) -> None:
    lock = f"{CHECKOUT}/.locks/box.txt"
    other = re.sub(
        r"(tomlkit==\S+ \\\n)(.*\n)+?(?=\S)", rf"\1    --hash=sha256:{'0' * 64}\n", debian.read(lock)
    )
    debian.put(lock, other)
    old = (debian.root / "opt/pierwszy").readlink()
    ran = debian.install()
    assert (ran.returncode, "pip: " in ran.stderr) == (1, True)
    assert (debian.root / "opt/pierwszy").readlink() == old
    assert len(list((debian.root / "opt").glob("pierwszy-*"))) == 1


def test_a_wheel_is_taken_instead_of_the_checkout(fresh: Debian) -> None:
    fresh.do("apt-get", "-qq", "update")
    fresh.do("apt-get", "-qq", "install", "--no-install-recommends", "python3-venv")
    build = "python3 -m venv /srv/v && /srv/v/bin/pip wheel -q --no-deps -w /srv /{0} && rm -r /srv/v"
    fresh.do("sh", "-ec", build.format(CHECKOUT), env=WITH_WHEELS)
    (wheel,) = (fresh.root / "srv").glob("pierwszy-*.whl")
    fresh.put(f"{CHECKOUT}/pyproject.toml", "not this one")
    assert fresh.install(f"/srv/{wheel.name}").returncode == 0
    assert "A referee box" in fresh.do("pierwszy", "--help")


def test_a_box_without_mux_gets_no_overlay_and_one_without_panels_no_i2c(fresh: Debian) -> None:
    fresh.put("srv/two.toml", '[seats.1]\nbutton = 5\npanel = { driver = "ssd1306" }\n')
    assert fresh.install("--box", "/srv/two.toml").returncode == 0
    assert "i2c-mux" not in fresh.read("boot/firmware/config.txt")
    assert "i2c_arm_baudrate" in fresh.read("boot/firmware/config.txt")
    fresh.put("etc/pierwszy/box.toml", "[seats.1]\nbutton = 5\n")
    assert fresh.install().returncode == 0
    assert fresh.read("boot/firmware/config.txt") == STOCK_CONFIG.read_text()
    assert not (fresh.root / "etc/modules-load.d/pierwszy.conf").exists()


def test_one_that_was_killed_half_way_goes_on(debian: Debian) -> None:
    whole = debian.tree()
    folder = debian.root / "opt" / (debian.root / "opt/pierwszy").readlink()
    for left in (
        folder / "whole",
        debian.root / "opt/pierwszy",
        debian.root / "etc/systemd/system/pierwszy.service",
    ):
        left.unlink()
    assert debian.install().returncode == 0
    assert [
        path for path in changed(whole, debian.tree()) if ".pyc" not in path and "RECORD" not in path
    ] == []


def test_a_dry_run_tells_all_of_it_and_does_none(fresh: Debian) -> None:
    before = fresh.touched()
    ran = fresh.install("--dry-run")
    assert (ran.returncode, ran.stderr) == (0, "")
    for word in ("python3-lgpio", "/opt/pierwszy-", "useradd", "config.txt", "pierwszy.service", "enable"):
        assert word in ran.stdout
    assert changed(before, fresh.touched()) == set()


# -- where it can't ------------------------------------------------------------------------------------------


def be_ubuntu(debian: Debian) -> None:
    (debian.root / "etc/os-release").unlink()
    debian.put("etc/os-release", 'ID=ubuntu\nVERSION_ID="24.04"\n')


def be_bullseye(debian: Debian) -> None:
    (debian.root / "etc/os-release").unlink()
    debian.put("etc/os-release", 'ID=debian\nVERSION_ID="11"\n')


def be_32_bit(debian: Debian) -> None:
    (debian.root / "usr/local/sbin/dpkg").unlink()
    debian.put("usr/local/sbin/dpkg", "#!/bin/sh\necho armhf\n")
    (debian.root / "usr/local/sbin/dpkg").chmod(0o755)


def be_no_pi(debian: Debian) -> None:
    (debian.root / "boot/firmware/config.txt").unlink()


def have_no_gpio_group(debian: Debian) -> None:
    debian.do("groupdel", "gpio")


def have_no_lgpio(debian: Debian) -> None:
    debian.put("etc/apt/sources.list", "")


def have_broken_markers(debian: Debian) -> None:
    debian.put(
        "boot/firmware/config.txt",
        "# >>> pierwszy: put here by its hardware/install.sh, which also takes it away\n",
    )


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (be_ubuntu, "expected Raspberry Pi OS trixie (13) or bookworm (12), got ubuntu 24.04"),
        (be_bullseye, "expected Raspberry Pi OS trixie (13) or bookworm (12), got debian 11"),
        (be_32_bit, "expected the 64-bit Raspberry Pi OS (arm64), got armhf"),
        (be_no_pi, "expected a Raspberry Pi with /boot/firmware/config.txt, there is no such file"),
        (have_no_gpio_group, "expected Raspberry Pi OS's group gpio, there is none"),
        (have_broken_markers, "expected the line '# <<< pierwszy' in /boot/firmware/config.txt, after "),
    ],
)  # fmt: skip
def test_another_machine_is_refused_in_one_line_and_left_as_it_is(
    fresh: Debian, what: Callable[[Debian], None], said: str
) -> None:
    what(fresh)
    before = fresh.touched()
    ran = fresh.install()
    assert (ran.returncode, ran.stdout) == (1, "")
    assert one_line(ran.stderr).startswith(f"install.sh: {said}")
    assert changed(before, fresh.touched()) == set()


def test_whoever_is_not_root_is_refused(fresh: Debian) -> None:
    ran = fresh.run("setpriv", "--reuid=ola", "--clear-groups", f"/{CHECKOUT}/hardware/install.sh")
    assert (ran.returncode, one_line(ran.stderr)) == (
        1, "install.sh: expected to be run by root, got ola: put sudo before it",
    )  # fmt: skip


def test_without_lgpio_in_apts_archive_nothing_is_done(fresh: Debian) -> None:
    have_no_lgpio(fresh)
    before = without_apt(fresh.touched())
    ran = fresh.install()
    assert ran.returncode == 1
    assert "python3-lgpio is in Raspberry Pi OS's own archive" in ran.stderr
    assert changed(before, without_apt(fresh.touched())) == set()


def test_without_a_network_nothing_is_half_done(fresh: Debian) -> None:
    before = without_apt(fresh.touched())
    ran = fresh.install(env={})
    assert ran.returncode == 1
    pip, apt = ran.stderr.splitlines()
    assert re.fullmatch(r"install.sh: pip: .*: is there a network\?", pip)
    assert apt == "install.sh: apt's packages stay: python3-lgpio python3-venv"
    assert changed(before, without_apt(fresh.touched())) == set()


def test_without_room_nothing_is_half_done(fresh: Debian) -> None:
    mount_small = f"mount -t tmpfs -o size=100M tmpfs /opt && exec /{CHECKOUT}/hardware/install.sh"
    ran = fresh.run("sh", "-ec", mount_small, env=WITH_WHEELS)
    assert ran.returncode == 1
    assert re.search(r"^install.sh: expected 250 MB free in /opt, got (99|100) MB$", ran.stderr, re.MULTILINE)
    assert not (fresh.root / "etc/pierwszy").exists()


def test_a_wrong_box_file_is_refused_with_each_fault(fresh: Debian) -> None:
    fresh.put("srv/wrong.toml", "[seats.1]\nbutton = 98\n[seats.2]\nbutton = 99\n")
    before = without_apt(fresh.touched())
    ran = fresh.install("--box", "/srv/wrong.toml")
    assert ran.returncode == 1
    assert "seats.1.button: " in ran.stderr
    assert "seats.2.button: " in ran.stderr
    assert changed(before, without_apt(fresh.touched())) == set()


def test_a_box_file_that_is_there_is_not_replaced_by_another(debian: Debian) -> None:
    debian.put("srv/two.toml", "[seats.1]\nbutton = 5\n")
    before = debian.touched()
    ran = debian.install("--box", "/srv/two.toml")
    assert (ran.returncode, one_line(ran.stderr)) == (
        1, "install.sh: expected no /etc/pierwszy/box.toml yet, since --box is given: move it away",
    )  # fmt: skip
    assert changed(before, debian.touched()) == set()


@pytest.mark.parametrize("words", [["--what"], ["--box"], ["--box", "/none"], ["none.whl"], ["--root", "/"]])
def test_a_wrong_word_is_one_line_and_exit_2(debian: Debian, words: list[str]) -> None:
    ran = debian.install(*words)
    assert ran.returncode == 2
    assert one_line(ran.stderr).startswith("install.sh: expected ")


# -- and away again ------------------------------------------------------------------------------------------

PLAY = """\
install -d -o pierwszy -g pierwszy /var/lib/pierwszy
cd /var/lib/pierwszy
exec setpriv --reuid=pierwszy --regid=pierwszy --init-groups env STATE_DIRECTORY=/var/lib/pierwszy \
    pierwszy box --script /srv/quiz.table
"""
QUIZ = "0 game buzzer seats=1,2\n0.2 ok\n0.7 ok\n1.2 press 1\n1.8 expect ruling.winner 1\n"


def test_uninstalled_it_leaves_nothing_but_the_journal(installed: Installed, debian: Debian) -> None:
    debian.put("srv/quiz.table", QUIZ)
    debian.do("sh", "-ec", PLAY)
    (debian.root / "srv/quiz.table").unlink()
    ran = debian.install("uninstall")
    assert (ran.returncode, ran.stderr) == (0, "")
    backups = {f"etc/{name}-" for name in ("passwd", "shadow", "group", "gshadow")}  # useradd's own
    left = changed(installed.before, debian.tree()) - backups
    assert {path for path in left if not path.startswith("var/lib/pierwszy")} == set()
    assert {path for path in left if path.endswith(".sqlite3")} == {"var/lib/pierwszy/journal.sqlite3"}
    assert debian.do("find", "/var/lib/pierwszy", "!", "-user", "root") == ""
    assert debian.do("find", "/usr/local", "/usr/lib/systemd", "-name", "*pierwszy*") == ""
    assert "python3-lgpio" in debian.do(
        "apt-mark", "showauto"
    )  # `apt autoremove` takes it if nobody needs it


def test_uninstalling_again_changes_nothing(debian: Debian) -> None:
    assert debian.install("uninstall").returncode == 0
    before = debian.touched()
    ran = debian.install("uninstall")
    assert (ran.returncode, ran.stdout) == (0, "install.sh: nothing to take away\n")
    assert changed(before, debian.touched()) == set()


def test_a_box_file_of_ones_own_and_its_boards_are_kept_beside_those_made_on_the_box(debian: Debian) -> None:
    own = {"box.toml": "# mine\n[seats.1]\nbutton = 5\n", "boards/kitchen.toml": "mine\n", ".swap": "a dot\n"}
    for time in ("first", "second"):
        for name, text in own.items():
            debian.put(f"etc/pierwszy/{name}", f"# {time}\n{text}")
        debian.put("var/lib/pierwszy/boards/kitchen.toml", "made on the box\n")
        ran = debian.install("uninstall")
        assert (ran.returncode, ran.stderr) == (0, "")
        assert not (debian.root / "etc/pierwszy").exists()
        assert debian.install("--box", "/var/lib/pierwszy/kept/box.toml").returncode == 0
        assert debian.read("etc/pierwszy/box.toml").startswith("# first\n# mine")
    for kept, time in (("kept", "first"), ("kept-2", "second")):
        for name, text in own.items():
            assert debian.read(f"var/lib/pierwszy/{kept}/{name}") == f"# {time}\n{text}"
    assert debian.read("var/lib/pierwszy/boards/kitchen.toml") == "made on the box\n"


def test_a_login_account_of_that_name_is_refused_and_never_taken_away(fresh: Debian) -> None:
    fresh.do("useradd", "--create-home", "pierwszy")
    fresh.put("home/pierwszy/letter", "dear")
    before = fresh.touched()
    ran = fresh.install()
    assert (ran.returncode, one_line(ran.stderr)) == (
        1, "install.sh: expected no account or group 'pierwszy' but the box's own, there is one: rename it"
    )  # fmt: skip
    ran = fresh.install("uninstall")
    assert (ran.returncode, ran.stdout) == (0, "install.sh: nothing to take away\n")
    assert changed(before, fresh.touched()) == set()


def test_a_login_account_that_came_to_the_name_later_stays_with_what_it_owns(debian: Debian) -> None:
    debian.do("userdel", "pierwszy")
    debian.do("useradd", "--create-home", "pierwszy")
    debian.put("var/lib/pierwszy/journal.sqlite3", "games")
    debian.do("chown", "-R", "pierwszy:", "/var/lib/pierwszy")
    assert debian.install("uninstall").returncode == 0
    assert debian.do("stat", "--format=%U", "/home/pierwszy", "/var/lib/pierwszy") == "pierwszy\npierwszy\n"
    assert not (debian.root / "opt/pierwszy").exists()


KILLED = """\
. "$1"
run() { DONE=true; stop_here; "$@"; }
stop_here() { ((--left)) || exec false; }  # as good as killed, which process 1 can't be
left=$2
main uninstall
"""


def left_by(debian: Debian) -> Tree:
    return {path: what[:-1] for path, what in debian.touched().items() if not path.startswith(APT)}


def test_killed_at_any_step_it_goes_on_when_it_is_run_again(installed: Installed) -> None:
    def lay(debian: Debian) -> None:
        debian.put("etc/pierwszy/box.toml", "# mine\n[seats.1]\nbutton = 5\n")
        debian.put("var/lib/pierwszy/journal.sqlite3", "games")
        debian.do("chown", "-R", "pierwszy:", "/var/lib/pierwszy")

    with installed.debian.copied() as debian:
        lay(debian)
        assert debian.install("uninstall").returncode == 0
        whole = left_by(debian)
    killed = 0
    while True:
        with installed.debian.copied() as debian:
            lay(debian)
            script = f"/{CHECKOUT}/hardware/install.sh"
            if debian.run("bash", "-c", KILLED, "bash", script, str(killed + 1)).returncode == 0:
                break
            killed += 1
            assert killed < 100
            assert debian.install("uninstall").returncode == 0
            assert changed(whole, left_by(debian)) == set()
    assert killed > 10


def test_what_the_owner_wrote_into_config_txt_meanwhile_stays(debian: Debian) -> None:
    config = "boot/firmware/config.txt"
    debian.put(config, debian.read(config) + "hdmi_blanking=2\n")
    assert debian.install("uninstall").returncode == 0
    assert debian.read(config) == STOCK_CONFIG.read_text() + "hdmi_blanking=2\n"


# -- a television --------------------------------------------------------------------------------------------

LOADED = """\
import ctypes
for name in ("libEGL.so.1", "libGLESv2.so.2", "libgbm.so.1", "libdrm.so.2", "libudev.so.1", "libasound.so.2"):
    ctypes.CDLL(name)
import pygame
pygame.display.init()
print(pygame.display.get_driver())
"""


def unit_of(debian: Debian) -> str:
    return debian.do("cat", "/etc/systemd/system/pierwszy.service")


def test_a_television_brings_all_that_is_loaded_to_draw_on_it_and_stays(with_screen: Debian) -> None:
    drew = with_screen.do("/opt/pierwszy/bin/python", "-BIc", LOADED, env={"SDL_VIDEODRIVER": "dummy"})
    assert drew.splitlines()[-1] == "dummy"
    verified = with_screen.run("systemd-analyze", "verify", "pierwszy.service")
    assert (verified.returncode, verified.stdout + verified.stderr) == (0, "")
    assert "--screen" in unit_of(with_screen)
    before = with_screen.touched()
    ran = with_screen.install(env={})
    assert (ran.returncode, ran.stdout) == (0, "install.sh: nothing to do: all of it is there\n")
    assert changed(before, with_screen.touched()) == set()


def test_a_television_goes_again_with_what_apt_brought_for_it(with_screen: Debian) -> None:
    ran = with_screen.install("--no-screen")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "--screen" not in unit_of(with_screen)
    assert with_screen.run("/opt/pierwszy/bin/python", "-BIc", "import pygame").returncode == 1
    assert with_screen.read("opt/pierwszy.packages").split() == ["python3-lgpio", "python3-venv"]
    automatic = with_screen.do("apt-mark", "showauto").split()
    assert ("libgbm1" in automatic, "python3-lgpio" in automatic) == (True, False)
    ran = with_screen.install(env={})
    assert (ran.returncode, ran.stdout) == (0, "install.sh: nothing to do: all of it is there\n")
    assert with_screen.install("--screen").returncode == 0  # what is still there is needed again
    assert "libgbm1" not in with_screen.do("apt-mark", "showauto").split()


# -- a Pi's own wheels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("suite", sorted(PYTHON))
def test_all_it_needs_from_pypi_has_wheels_for_a_pi(suite: str, tmp_path: object) -> None:
    wanted = ["pip", "download", "-q", "--dest", str(tmp_path), *for_platform(suite, "aarch64")]
    ran = subprocess.run(wanted, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
