from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from tests.kernel.rig import PYTHON, Chip, Rig, RigError

POWER_OFF = "perl -e 'syscall 169, 0xfee1dead, 672274793, 0x4321fedc'"


def shell(text: str) -> list[str]:
    return ["sh", "-c", text]


def test_a_jobs_exit_status_and_all_it_prints_come_out(rig: Rig) -> None:
    ran = rig.run(shell("echo 'two  words'; echo zażółć >&2; printf end; exit 3"))
    assert (ran.code, ran.output) == (3, "two  words\nzażółć\nend")


def test_what_a_job_prints_is_heard_before_it_ends(rig: Rig, tmp_path: Path) -> None:
    # The guest waits for a file that only the listener makes.
    def heard(line: str) -> None:
        if line == "ready":
            (tmp_path / "go").touch()

    ran = rig.run(shell('echo ready; until [ -e "$RIG/go" ]; do sleep 0.05; done'), out=tmp_path, heard=heard)
    assert ran.code == 0


def test_a_job_gets_its_arguments_variables_and_folder(rig: Rig, tmp_path: Path) -> None:
    job = shell('printf "%s|" "$0" "$MOOD" "$PWD"; cat "$RIG/in"; echo made >"$RIG/made"')
    (tmp_path / "in").write_text("from outside")
    ran = rig.run([*job, "a 'b' $c"], out=tmp_path, env={"MOOD": "it's $fine"})
    assert ran.output == "a 'b' $c|it's $fine|/run/work|from outside"
    assert (tmp_path / "made").read_text() == "made\n"


def test_a_guest_cant_write_outside_its_folder(rig: Rig, tmp_path: Path) -> None:
    beside = tmp_path / "beside"
    (tmp_path / "out").mkdir()
    ran = rig.run(shell(f"echo spoiled >{beside}"), out=tmp_path / "out")
    assert ran.code != 0
    assert "Read-only file system" in ran.output
    assert not beside.exists()


def test_what_a_job_leaves_running_doesnt_hold_the_guest(rig: Rig) -> None:
    ran = rig.run(shell("sleep 1000 & setsid sleep 1000 & echo done"), timeout=20)
    assert (ran.code, ran.output) == (0, "done\n")


def test_chips_have_their_labels_lines_and_numbers(rig: Rig) -> None:
    program = """
from pathlib import Path
from threading import Barrier
from firmware.pi.factory import CHIPINFO, chip_label, find_chip
for number in range(3):
    print(number, chip_label(Path(f"/dev/gpiochip{number}")))
print(find_chip(("pinctrl-rp1",)), Path("/dev/gpiochip3").exists())
"""
    chips = (Chip("foreign", 8), Chip("pinctrl-bcm2711"), Chip("pinctrl-rp1", 54))
    ran = rig.run([PYTHON, "-c", program], chips=chips)
    assert ran.output == "0 foreign\n1 pinctrl-bcm2711\n2 pinctrl-rp1\n2 False\n"


def test_guests_run_side_by_side(rig: Rig, tmp_path: Path) -> None:
    # Neither ends before both have begun.
    met = Barrier(2, timeout=30)

    def run(name: str) -> str:
        def heard(line: str) -> None:
            if line == name:
                met.wait()
                (tmp_path / name / "go").touch()

        (tmp_path / name).mkdir()
        job = shell(f'echo {name}; until [ -e "$RIG/go" ]; do sleep 0.05; done')
        return rig.run(job, out=tmp_path / name, heard=heard).output

    with ThreadPoolExecutor() as pool:
        assert list(pool.map(run, ("one", "two"))) == ["one\n", "two\n"]


def test_where_time_travels_sleep_takes_none_of_ours_and_work_none_of_the_guests(rig: Rig) -> None:
    program = """
import time
begun = time.monotonic_ns()
sum(range(3_000_000))
worked = time.monotonic_ns()
time.sleep(3600)
print(worked - begun, time.monotonic_ns() - worked - 3600 * 10**9)
"""
    ran = rig.run([PYTHON, "-c", program], time_travel=True)
    worked, overslept = map(int, ran.output.split())
    assert worked < 1000
    assert 0 <= overslept < 100_000


def test_a_guest_that_isnt_done_in_time_is_ended(rig: Rig, tmp_path: Path) -> None:
    with pytest.raises(RigError, match=r"done in 6 s(.|\n)*guest: up\nwaiting"):
        rig.run(shell("echo waiting; sleep 1000"), out=tmp_path, timeout=6)
    assert not processes_of(tmp_path)


def processes_of(out: Path) -> list[str]:
    """Processes of the host that were started for a run's folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().decode(errors="replace")
        except OSError:  # gone meanwhile
            continue
        if f"rig={out}" in command:
            found.append(command)
    return found


def test_a_guest_that_dies_before_its_job_ends_is_an_error(rig: Rig) -> None:
    with pytest.raises(RigError, match=r"to the end(.|\n)*last words"):
        rig.run(shell(f"echo last words; sleep 0.2; {POWER_OFF}"))


def test_without_a_kernel_the_way_to_get_one_is_said(tmp_path: Path) -> None:
    with pytest.raises(RigError, match=f"expected a kernel at {tmp_path}/linux, got none: make kernel"):
        Rig(tmp_path / "linux")
