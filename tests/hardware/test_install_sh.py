"""install.sh and config_txt.sh function by function; `tests/install` runs all of it on a Debian."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.boxfile.settings import parse

HARDWARE = Path(__file__).parents[2] / "hardware"
SCRIPTS = ("install.sh", "config_txt.sh", "uninstall.sh", "pierwszy-shutdown")
MUX = "dtoverlay=i2c-mux,pca9548,addr=0x70,disconnect_on_idle\ndtoverlay=\n"
OFF = "dtoverlay=gpio-shutdown,gpio_pin=8,active_low=1,gpio_pull=up,debounce=1000\ndtoverlay=\n"
LINES = f"dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\n{MUX}{OFF}".rstrip("\n")
NEEDS = ("panels", "mux=0x70", "off=8")
BEGIN = "# >>> pierwszy: put here by its hardware/install.sh, which also takes it away"
END = "# <<< pierwszy"


def run(*words: str) -> subprocess.CompletedProcess[bytes]:
    """Call a function of install.sh."""
    script = '. "$1"; shift; "$@"'
    words = ("bash", "-c", script, "bash", str(HARDWARE / "install.sh"), *words)
    return subprocess.run(words, capture_output=True, check=False)


def called(*words: str) -> bytes:
    """What a function of install.sh prints."""
    ran = run(*words)
    assert (ran.returncode, ran.stderr) == (0, b"")
    return ran.stdout


def result(*words: str) -> str:
    return called(*words).decode()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "config.txt"


@pytest.mark.parametrize("name", SCRIPTS)
def test_bash_can_read_it(name: str) -> None:
    subprocess.run(["bash", "-n", HARDWARE / name], check=True)


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
@pytest.mark.parametrize("name", SCRIPTS)
def test_shellcheck_finds_nothing(name: str) -> None:
    subprocess.run(["shellcheck", "-x", HARDWARE / name], check=True)


# -- what a box needs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "needs"),
    [
        ("box.toml", "panels mux=0x70 off=8\n"),
        ("box-eight.toml", "panels mux=0x70\n"),
        ("box-middle.toml", "panels off=8\n"),
        ("box-minimal.toml", "panels\n"),
        ("box-usb.toml", "television\n"),
    ],
)
def test_what_the_shipped_boxes_need(name: str, needs: str) -> None:
    assert result("box_needs", str(HARDWARE / name)) == needs


def test_a_box_without_panels_needs_no_i2c_and_one_with_two_muxes_both(tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.write_text("[seats.1]\nbutton = 5\n")
    assert result("box_needs", str(box)) == "\n"
    seat = '[seats.{0}]\nbutton = {1}\npanel = {{ driver = "ssd1306", mux = {2}, channel = {0} }}\n'
    box.write_text(seat.format(1, 5, 0x72) + seat.format(2, 6, 0x71) + seat.format(3, 13, 0x72))
    assert result("box_needs", str(box)) == "panels mux=0x71 mux=0x72\n"


@pytest.mark.parametrize(("said", "needs"), [("true", "television\n"), ("false", "\n")])
def test_a_box_needs_a_television_if_its_file_says_so(tmp_path: Path, said: str, needs: str) -> None:
    (tmp_path / "box.toml").write_text(f"[screen]\ntelevision = {said}\n[seats.1]\nbutton = 5\n")
    assert result("box_needs", str(tmp_path / "box.toml")) == needs


def test_the_program_names_each_fault_of_a_box_file(tmp_path: Path) -> None:
    assert result("check_box", sys.prefix, str(HARDWARE / "box.toml")) == ""
    (tmp_path / "box.toml").write_text("[seats.1]\nbutton = 98\n[seats.2]\nbutton = 99\n")
    ran = run("check_box", sys.prefix, str(tmp_path / "box.toml"))
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert re.fullmatch(
        rb"(?s).*seats\.1\.button: .*seats\.2\.button: .*\ninstall\.sh: expected a box file without faults\n",
        ran.stderr,
    )


def test_the_snippet_to_put_in_by_hand_is_what_the_installer_puts_in(config: Path) -> None:
    config.write_text("")
    made = result("config_with", str(config), result("config_lines", str(config), *NEEDS).rstrip("\n"))
    snippet = (HARDWARE / "config.txt").read_text().splitlines()
    by_hand = [line for line in snippet if line and not line.startswith("#")]
    assert made.splitlines() == [BEGIN, *by_hand, END]


# -- config.txt ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "lacks"),
    [
        ("", "on speed mux off"),
        ("#dtparam=i2c_arm=on\n", "on speed mux off"),
        ("dtparam=i2c_arm=on\n", "speed mux off"),
        ("dtparam=i2c_arm=on\r\n", "speed mux off"),
        ("dtparam=i2c=on\n", "speed mux off"),
        ("dtparam=spi=on,i2c_arm\n", "speed mux off"),
        ("dtparam=i2c_arm=on # no comment can stand here\n", "on speed mux off"),
        ("dtparam=spi=on,i2c_arm=on,i2c_arm_baudrate=400000\n", "mux off"),
        ("dtparam=i2c_arm=off\n", "on speed mux off"),
        ("dtparam=i2c_arm=off\ndtparam=i2c_arm=on\n", "speed mux off"),
        ("dtparam=i2c_arm_baudrate=100000\n", "on mux off"),
        ("[pi4]\ndtparam=i2c_arm=on\n", "on speed mux off"),
        ("[pi4]\n[all]\ndtparam=i2c_arm=on\n", "speed mux off"),
        ("dtoverlay=i2c-mux,pca9548\n", "on speed off"),
        ("dtoverlay=i2c-mux,pca9548,addr=0x70\n", "on speed off"),
        ("dtoverlay=i2c-mux,addr=0x70,pca9548\n", "on speed off"),
        ("dtoverlay=i2c-mux,pca9548,addr=0x71\n", "on speed mux off"),
        ("dtoverlay=i2c-mux,pca9545\n", "on speed mux off"),
        ("dtoverlay=gpio-shutdown\n", "on speed mux"),
        ("dtoverlay=gpio-shutdown,gpio_pin=9\r\n", "on speed mux"),
        ("[none]\ndtoverlay=i2c-mux,pca9548\n", "on speed mux off"),
    ],
)
def test_only_what_its_owner_has_not_set_for_every_model_is_added(config: Path, own: str, lacks: str) -> None:
    lines = {
        "on": "dtparam=i2c_arm=on\n",
        "speed": "dtparam=i2c_arm_baudrate=400000\n",
        "mux": MUX,
        "off": OFF,
    }
    config.write_text(own, newline="")
    assert result("config_lines", str(config), *NEEDS) == "".join(lines[word] for word in lacks.split())


def test_what_stands_between_the_markers_is_not_its_owners(config: Path) -> None:
    config.write_text("arm_64bit=1\n")
    config.write_text(result("config_with", str(config), LINES))
    assert result("config_lines", str(config), *NEEDS).splitlines() == LINES.splitlines()


def test_a_box_without_panels_adds_nothing(config: Path) -> None:
    config.write_text("")
    assert result("config_lines", str(config)) == ""


def test_the_block_stays_where_it_is_when_it_changes(config: Path) -> None:
    config.write_text("arm_64bit=1\n")
    config.write_text(result("config_with", str(config), LINES) + "hdmi_blanking=2\n")
    assert result("config_with", str(config), "dtparam=i2c_arm=on").splitlines() == [
        "arm_64bit=1", BEGIN, "[all]", "dtoverlay=", "dtparam=i2c_arm=on", END, "hdmi_blanking=2",
    ]  # fmt: skip


_line = st.text(st.characters(codec="ascii", exclude_characters="\n\0"), max_size=20)


@given(st.lists(_line), st.lists(_line), st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=8)
def test_whatever_its_owner_wrote_before_and_after_the_block_is_there_without_it(
    tmp_path_factory: pytest.TempPathFactory, before: list[str], after: list[str], ending: str
) -> None:
    config = tmp_path_factory.mktemp("boot") / "config.txt"
    own = [b"".join(f"{line}{ending}".encode() for line in lines) for lines in (before, after)]
    config.write_bytes(own[0])
    config.write_bytes(called("config_with", str(config), LINES) + own[1])
    assert called("config_own", str(config)) == own[0] + own[1]
    assert called("config_with", str(config), "") == own[0] + own[1]
    assert called("config_with", str(config), LINES) == config.read_bytes()


@pytest.mark.parametrize("left", [f"{BEGIN}\n[all]\n", f"{END}\n{BEGIN}\n"])
def test_a_block_without_its_end_is_not_taken_for_one(config: Path, left: str) -> None:
    config.write_text(f"arm_64bit=1\n{left}dtparam=audio=on\n")
    with pytest.raises(AssertionError):
        called("config_own", str(config))


# -- a dry run -----------------------------------------------------------------------------------------------


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a dry run looks: files of a Raspberry Pi OS, on whatever machine this is."""
    for name, text in {
        "etc/os-release": 'ID=debian\nVERSION_ID="13"\n',
        "etc/group": "gpio:x:997:\ni2c:x:994:pi\ninput:x:993:\n",
        "etc/passwd": "pi:x:1000:1000::/home/pi:/bin/bash\n",
        "boot/firmware/config.txt": "arm_64bit=1\n",
        "opt/.keep": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    dpkg = tmp_path / "bin/dpkg"
    dpkg.parent.mkdir()
    dpkg.write_text("#!/bin/sh\necho arm64\n")
    dpkg.chmod(0o755)
    monkeypatch.setenv("PATH", f"{dpkg.parent}:/usr/sbin:/usr/bin:/sbin:/bin")
    return tmp_path


NAME_TAKEN = "expected no account or group 'pierwszy' but the box's own, there is one: rename it"


def dry_run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [HARDWARE / "install.sh", "--dry-run", "--root", root, *words],
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_dry_run_tells_each_step_and_takes_none(root: Path) -> None:
    before = sorted(root.rglob("*"))
    ran = dry_run(root)
    assert (ran.returncode, ran.stderr) == (0, "")
    steps = """\
making /opt/pierwszy-
would write /etc/pierwszy/box.toml
would run: useradd
would run: usermod -aG gpio
would run: usermod -aG i2c
would run: usermod -aG input
would run: cp /boot/firmware/config.txt
would write /boot/firmware/config.txt
would write /etc/modules-load.d/pierwszy.conf
would write /etc/udev/rules.d/60-pierwszy.rules
would run: ln -sfn /opt/pierwszy/pierwszy.service /etc/systemd/system/pierwszy.service.new
would run: ln -sfn /opt/pierwszy/pierwszy-shutdown /usr/lib/systemd/system-shutdown/pierwszy.new
would run: mv -T /opt/pierwszy.new /opt/pierwszy
would run: mv -T /usr/local/bin/pierwszy.new /usr/local/bin/pierwszy
would run: systemctl -q enable pierwszy.service
"""
    places = [ran.stdout.index(step) for step in steps.splitlines()]
    assert places == sorted(places)
    assert sorted(root.rglob("*")) == before
    assert (root / "boot/firmware/config.txt").read_text() == "arm_64bit=1\n"


def test_a_dry_run_of_uninstall_tells_what_would_go(root: Path) -> None:
    (root / "boot/firmware/config.txt").write_text(f"arm_64bit=1\n{BEGIN}\n[all]\n{END}\n")
    ran = dry_run(root, "uninstall")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "would write /boot/firmware/config.txt" in ran.stdout
    assert BEGIN in (root / "boot/firmware/config.txt").read_text()


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "etc/os-release",
            "ID=fedora\n",
            "expected Raspberry Pi OS trixie (13) or bookworm (12), got fedora",
        ),
        ("etc/group", "i2c:x:994:\n", "expected Raspberry Pi OS's group gpio, there is none"),
        ("boot/firmware/config.txt", f"{BEGIN}\n", f"expected the line '{END}' in /boot/firmware/config.txt"),
        ("bin/dpkg", "#!/bin/sh\necho armhf\n", "expected the 64-bit Raspberry Pi OS (arm64), got armhf"),
    ],
)
def test_another_machine_is_refused_in_one_line(root: Path, file: str, text: str, said: str) -> None:
    (root / file).write_text(text)
    ran = dry_run(root)
    assert (ran.returncode, ran.stdout) == (1, "")
    (line,) = ran.stderr.splitlines()
    assert line.startswith(f"install.sh: {said}")


OURS = "pierwszy:x:995:995::/var/lib/pierwszy:/usr/sbin/nologin\n"
THEIRS = "pierwszy:x:1001:1001::/home/pierwszy:/bin/bash\n"


@pytest.mark.parametrize(("file", "line"), [("etc/passwd", THEIRS), ("etc/group", "pierwszy:x:1001:ola\n")])
def test_a_name_that_somebody_has_is_refused_before_anything_is_done(
    root: Path, file: str, line: str
) -> None:
    (root / file).write_text((root / file).read_text() + line)
    ran = dry_run(root)
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", f"install.sh: {NAME_TAKEN}\n")


@pytest.mark.parametrize(("account", "goes"), [(OURS, True), (THEIRS, False), ("", False)])
def test_uninstall_takes_only_the_account_that_was_made_for_the_box(
    root: Path, account: str, goes: bool
) -> None:
    (root / "etc/passwd").write_text(account)
    ran = dry_run(root, "uninstall")
    assert (ran.returncode, "userdel pierwszy" in ran.stdout) == (0, goes)


def test_its_own_account_is_no_hindrance(root: Path) -> None:
    (root / "etc/passwd").write_text(OURS)
    ran = dry_run(root)
    assert (ran.returncode, "useradd" in ran.stdout) == (0, False)


# -- a television --------------------------------------------------------------------------------------------

GROUPS = "video:x:44:\nrender:x:992:\naudio:x:29:\n"


@pytest.fixture
def with_groups(root: Path) -> Path:
    (root / "etc/group").write_text((root / "etc/group").read_text() + GROUPS)
    return root


def folder_made(root: Path, *words: str) -> str:
    """Where a dry run would put the version, which is named for all it is made of."""
    (root / "box.whl").touch()
    ran = dry_run(root, *words, str(root / "box.whl"))
    assert (ran.returncode, ran.stderr) == (0, "")
    made: str = re.findall(r"making (\S+)", ran.stdout)[0]
    return made


def lay_box(root: Path, television: str) -> None:
    (root / "etc/pierwszy").mkdir(exist_ok=True)
    (root / "etc/pierwszy/box.toml").write_text(f"[screen]\ntelevision = {television}\n")


def test_a_television_is_another_version_by_the_flag_or_by_the_box_file(with_groups: Path) -> None:
    without, by_flag = folder_made(with_groups), folder_made(with_groups, "--screen")
    assert by_flag != without
    lay_box(with_groups, "true")
    assert folder_made(with_groups) == by_flag
    lay_box(with_groups, "false")
    assert folder_made(with_groups) == without


def test_a_television_once_had_stays_until_it_is_said_to_go(with_groups: Path) -> None:
    without, by_flag = folder_made(with_groups), folder_made(with_groups, "--screen")
    version = with_groups / "opt/pierwszy-1"
    version.mkdir()
    (version / "pierwszy.service").write_text((HARDWARE / "pierwszy-screen.conf").read_text())
    (with_groups / "opt/pierwszy").symlink_to(version.name)
    assert folder_made(with_groups) == by_flag
    assert folder_made(with_groups, "--no-screen") == without


def test_a_television_that_the_box_file_wants_can_not_be_refused(with_groups: Path) -> None:
    lay_box(with_groups, "true")
    ran = dry_run(with_groups, "--no-screen")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert re.fullmatch(
        r"install.sh: expected no 'television = true' in \S+/box.toml, since --no-screen is given\n",
        ran.stderr,
    )


def test_plugged_in_buttons_bring_a_television_and_a_box_file_unless_there_is_one(with_groups: Path) -> None:
    by_flag = folder_made(with_groups, "--screen")
    assert folder_made(with_groups, "--usb") == by_flag
    lay_box(with_groups, "false")
    assert folder_made(with_groups, "--usb") != by_flag
    ran = dry_run(with_groups, "--usb")
    assert (ran.returncode, "/etc/pierwszy/box.toml" in ran.stdout) == (0, False)


@pytest.mark.parametrize(
    ("name", "next_said"),
    [("box-usb.toml", "plug in whatever has buttons"), ("box-minimal.toml", "test every wire")],
)
def test_the_last_line_says_what_to_do_next_with_such_a_box(name: str, next_said: str) -> None:
    lines = result("eval", f"DONE=true; tell_how_it_stands {HARDWARE / name}").splitlines()
    assert lines[0].startswith("install.sh: done")
    assert [line.partition(next_said)[1] for line in lines[1:]] == [next_said]


RULE = (HARDWARE / "60-pierwszy.rules").read_text(encoding="utf-8").splitlines()[-1]
"""That of a button head."""


def test_a_serial_port_is_anothers_unless_test_id_and_product_are_a_heads() -> None:
    """Keys of parents match one parent, all of them: the device, whose product the firmware says."""
    usb = (HARDWARE / "head" / "usb.c").read_text(encoding="utf-8")
    vendor, product = re.findall(r"VENDOR = 0x(\w{4}), PRODUCT = 0x(\w{4})", usb)[0]
    (name,) = re.findall(r'"(Pierwszy [^"]+)"', usb)
    asked = dict(re.findall(r'ATTRS\{(\w+)\}=="([^"]*)"', RULE))
    assert asked == {"idVendor": vendor, "idProduct": product, "product": name}
    assert 'SUBSYSTEM=="tty", KERNEL=="ttyACM[0-9]*", SUBSYSTEMS=="usb"' in RULE


def test_a_head_is_the_services_and_whose_desk_it_is_on_and_no_modem() -> None:
    given = re.findall(r'(\w+(?:\{\w+\})?)(\+?=)"([^"]*)"', RULE)
    assert given[-4:] == [
        ("GROUP", "=", "input"),
        ("MODE", "=", "0660"),
        ("TAG", "+=", "uaccess"),
        ("ENV{ID_MM_DEVICE_IGNORE}", "=", "1"),
    ]
    unit = (HARDWARE / "pierwszy.service").read_text(encoding="utf-8")
    assert re.search(r"^SupplementaryGroups=.*\binput\b", unit, re.MULTILINE)
    assert "\nDeviceAllow=char-166 rw\n" in unit


def test_uninstall_takes_the_rules_for_plugged_in_buttons_away(root: Path) -> None:
    rules = root / "etc/udev/rules.d/60-pierwszy.rules"
    rules.parent.mkdir(parents=True)
    rules.touch()
    assert "would run: rm /etc/udev/rules.d/60-pierwszy.rules" in dry_run(root, "uninstall").stdout


def test_the_groups_of_a_television_are_expected_only_with_one(root: Path) -> None:
    assert dry_run(root).returncode == 0
    ran = dry_run(root, "--screen")
    assert (ran.returncode, ran.stdout, ran.stderr) == (
        1, "", "install.sh: expected Raspberry Pi OS's group video, there is none\n"
    )  # fmt: skip


def test_an_unknown_system_is_refused_too(root: Path) -> None:
    (root / "etc/os-release").unlink()
    ran = dry_run(root)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.endswith(
        "expected Raspberry Pi OS trixie (13) or bookworm (12), got something unknown\n"
    )


def test_a_box_file_and_plugged_in_buttons_are_not_both_taken(root: Path) -> None:
    ran = dry_run(root, "--usb", "--box", str(HARDWARE / "box.toml"))
    assert (ran.returncode, ran.stderr) == (2, "install.sh: expected --box or --usb, got both\n")


def test_files_elsewhere_are_only_for_a_dry_run(root: Path) -> None:
    ran = subprocess.run(
        [HARDWARE / "install.sh", "--root", root], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (2, "install.sh: expected --dry-run with --root\n")


# -- a newer version -----------------------------------------------------------------------------------------

UPDATE = r"""
. "$1"
STOP_AT=$2 STEP=0
OPT=$PWD/opt/pierwszy UNIT=$PWD/etc/pierwszy.service HOOK=$PWD/hook COMMAND=$PWD/command

stop_here() { ((++STEP != STOP_AT)) || kill -9 $$; }
for name in mv ln cp rm sync; do eval "$name() { stop_here; command $name \"\$@\"; }"; done
sleep() { :; }
mount() { stop_here; echo "$2" >laid-over; }
mountpoint() { [ -e laid-over ]; }
umount() { stop_here; command rm laid-over; }
systemd_runs() { :; }
systemctl() {
    case $* in
        show*) cat state; return ;;
        *is-active*) [ "$(<state)" = active ]; return ;;
        *start\ pierwszy) boot ;;
        *stop\ pierwszy) echo inactive >state ;;
    esac
    stop_here
}
boot() {
    local version
    if [ -e laid-over ]; then version=$(<laid-over); else version=$(readlink -f "$OPT"); fi
    if [ -e "$version/bad" ]; then echo failed; else echo active; fi >state
    echo "${version##*-}" >>started
}

trap clean_up EXIT
uncover "$OPT"-*
use_version "$OPT-new"
start_service
trap - EXIT
echo "$STEP" >steps
"""


@dataclass
class Updated:
    """A box with an older version and the one in use, about to get a new one."""

    folder: Path

    def lay(self, *, bad: bool) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.unit.parent.mkdir(parents=True)
        for name in ("older", "old", "new"):
            version = self.folder / f"opt/pierwszy-{name}"
            version.mkdir(parents=True)
            (version / "whole").touch()
            (version / "pierwszy.service").touch()
        self.link.symlink_to("pierwszy-old")
        if bad:
            (version / "bad").touch()
        (self.folder / "opt/pierwszy-old/pierwszy.service").rename(
            self.unit
        )  # as the first installers left it
        (self.folder / "state").write_text("active\n")
        (self.folder / "started").touch()

    @property
    def link(self) -> Path:
        return self.folder / "opt/pierwszy"

    @property
    def unit(self) -> Path:
        return self.folder / "etc/pierwszy.service"

    def update(self, stop_at: int = 0) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", UPDATE, "bash", HARDWARE / "install.sh", str(stop_at)],
            cwd=self.folder, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def steps(self) -> int:
        return int((self.folder / "steps").read_text())

    def version(self) -> str:
        """Which one starts with the machine: all of it is there."""
        (self.folder / "laid-over").unlink(missing_ok=True)  # no mount outlives the power
        version = self.link.resolve()
        assert (version / "whole").exists()
        assert not self.unit.is_symlink() or self.unit.resolve() == version / "pierwszy.service"
        assert self.unit.exists()
        return version.name.removeprefix("pierwszy-")

    def kept(self) -> set[str]:
        return {path.name.removeprefix("pierwszy-") for path in (self.folder / "opt").glob("pierwszy-*")}


@pytest.fixture
def box(tmp_path: Path) -> Updated:
    return Updated(tmp_path / "box")


def test_stopped_at_any_step_an_update_leaves_a_version_that_starts_and_goes_on(box: Updated) -> None:
    box.lay(bad=False)
    ran = box.update()
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (box.version(), box.kept()) == ("new", {"old", "new"})
    assert (box.folder / "started").read_text() == "new\n"
    for step in range(1, box.steps() + 1):
        box.lay(bad=False)
        assert box.update(stop_at=step).returncode == -9
        tried = (box.folder / "started").read_text()
        assert box.version() in ({"old", "new"} if "new" in tried else {"old"})
        assert {"old", "new"} <= box.kept()
        assert box.update().returncode == 0
        assert (box.version(), "old" in box.kept()) == ("new", True)


def test_one_that_does_not_get_ready_gives_way_to_the_one_before_and_is_never_started_by_the_machine(
    box: Updated,
) -> None:
    box.lay(bad=True)
    ran = box.update()
    assert (ran.returncode, ran.stdout) == (1, "")
    assert re.fullmatch(
        r"install\.sh: expected .*-new to be ready within 30 s, it is not: the version before it runs again; "
        r"journalctl -u pierwszy tells why\n",
        ran.stderr,
    )
    assert (box.folder / "started").read_text() == "new\nold\n"
    assert (box.folder / "state").read_text() == "active\n"
    assert (box.version(), box.kept()) == ("old", {"older", "old", "new"})
    for step in range(6, 20):
        box.lay(bad=True)
        box.update(stop_at=step)
        assert box.version() == "old"


# -- phones --------------------------------------------------------------------------------------------------


def lay_phones(root: Path, on: str) -> None:
    (root / "etc/pierwszy").mkdir(exist_ok=True)
    (root / "etc/pierwszy/box.toml").write_text(f"[phones]\non = {on}\n")


def test_phones_are_another_version_by_the_flag_or_by_the_box_file(root: Path) -> None:
    without, by_flag = folder_made(root), folder_made(root, "--phones")
    assert by_flag != without
    lay_phones(root, "true")
    assert folder_made(root) == by_flag
    lay_phones(root, "false")
    assert folder_made(root) == without


def test_phones_once_let_in_are_until_it_is_said_that_they_are_not(root: Path) -> None:
    without, by_flag = folder_made(root), folder_made(root, "--phones")
    version = root / "opt/pierwszy-1"
    version.mkdir()
    (version / "pierwszy.service").write_text((HARDWARE / "pierwszy-phones.conf").read_text())
    (root / "opt/pierwszy").symlink_to(version.name)
    assert folder_made(root) == by_flag
    assert folder_made(root, "--no-phones") == without


def test_phones_that_the_box_file_has_on_can_not_be_refused(root: Path) -> None:
    lay_phones(root, "true")
    ran = dry_run(root, "--no-phones")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "install.sh: expected no 'on = true' under [phones] in " in ran.stderr


@pytest.mark.parametrize("name", ["box.toml", "box-usb.toml", "box-minimal.toml"])
def test_a_new_box_file_has_them_on_if_they_are_asked_for(name: str) -> None:
    with (HARDWARE / name).open() as file:
        shipped = file.read()
    assert result("new_box", str(HARDWARE / name)) == shipped
    asked = subprocess.run(
        ["bash", "-c", f'. "{HARDWARE}/install.sh"; PHONES=true; new_box "{HARDWARE / name}"'],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert asked.startswith(shipped)
    assert parse(asked, name).phones.on


def test_a_box_file_that_speaks_of_them_is_taken_as_it_is(tmp_path: Path) -> None:
    box = tmp_path / "box.toml"
    box.write_text("[phones]\nport = 9000\n")
    script = f'. "{HARDWARE}/install.sh"; PHONES=true; new_box "{box}"'
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == box.read_text()


def test_the_service_has_no_network_but_where_phones_may_come_and_then_only_a_private_one() -> None:
    alone = (HARDWARE / "pierwszy.service").read_text()
    assert {"PrivateNetwork=yes", "IPAddressDeny=any", "RestrictAddressFamilies=AF_UNIX"} <= set(
        alone.split()
    )
    added = [line for line in (HARDWARE / "pierwszy-phones.conf").read_text().splitlines() if "=" in line]
    allowed = next(line for line in added if line.startswith("IPAddressAllow=")).partition("=")[2].split()
    assert [ip_network(one).is_private for one in allowed if one != "localhost"] == [True] * 4
    assert "RestrictAddressFamilies=AF_INET" in added
