"""A guest with real GPIO lines: runs a command under a Linux kernel whose chips are gpio-sim's.

The kernel is user-mode Linux, an ordinary process (`make kernel` builds it). Its root file system is this
machine's, read-only, so the project and its .venv are inside as they are; one folder, the run's own, can be
written from both sides, at the same path. Each run is a guest of its own, started and gone within a second or
two; any number may run at the same time.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tests.kernel.build import ROOT, cached_kernel

GUEST = Path(__file__).parent / "guest"
INIT = GUEST / "init.sh"
UP, DONE = "guest: up\n", "guest: done\n"
"""What the guest says before and after its job's own output."""

PYTHON = sys.executable
"""The interpreter the tests run with; it is at the same path in the guest."""

MEMORY_MB = 384
PRIORITY, UNHURRIED = -10, 19
"""A guest's niceness, and that of one in which nothing is ever late."""

TRAVELS = "time-travel=inf-cpu"

SHARED_MEMORY = Path("/dev/shm")


class RigError(Exception):
    """The rig itself failed: no kernel, or a guest that didn't get to its end."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A simulated GPIO chip.

    Attributes:
        label: what it calls itself; one word, no two chips of a guest alike.
        lines: how many lines it has. Watched lines of all chips together: at most 190.
    """

    label: str
    lines: int = 28


@dataclass(frozen=True, slots=True)
class I2c:
    """The recording adapter, ``/dev/i2c-1`` (tests/kernel/module/i2crec.c).

    Attributes:
        addresses: who answers on it.
        khz: the bus's clock, which says how long a transfer takes; 0 takes no time.
    """

    addresses: tuple[int, ...] = (0x3C,)
    khz: int = 400


@dataclass(frozen=True, slots=True)
class Ran:
    """A guest that came to its end.

    Attributes:
        code: the job's exit status.
        output: what the job wrote to its standard output and error, and the kernel's errors, if any.
        out: the folder that the guest could write to; gone if none was asked for.
    """

    code: int
    output: str
    out: Path


PI_4 = Chip("pinctrl-bcm2711")


class Rig:
    """Runs commands in guests.

    Args:
        kernel: the kernel to boot; None for the one that `make kernel` left in its cache.
        realtime: guests go before whatever else this machine does, where that is allowed: for those in which
            a program's hand must be on time, not only the kernel's.

    Raises:
        RigError: if there is no kernel.
    """

    def __init__(self, kernel: Path | None = None, *, realtime: bool = False) -> None:
        self._realtime = realtime
        self._kernel = kernel or cached_kernel()
        if not self._kernel.is_file():
            raise RigError(f"expected a kernel at {self._kernel}, got none: make kernel")

    def run(
        self,
        job: Sequence[str | Path],
        *,
        out: Path | None = None,
        chips: Sequence[Chip] = (PI_4,),
        i2c: I2c | None = None,
        env: Mapping[str, str] | None = None,
        time_travel: bool = False,
        timeout: float = 60,
        heard: Callable[[str], object] = lambda line: None,
    ) -> Ran:
        """Run ``job`` in a guest of its own and wait for its end.

        The job starts in ``/run/work`` (in memory, as is all of ``/run``), as root, with the repository on
        PYTHONPATH and the folder ``out`` as RIG.

        Args:
            job: the command, its program by absolute path or by PATH.
            out: the folder shared with the guest, in which nothing is cleared; None if none is wanted.
            chips: the GPIO chips, ``/dev/gpiochip0`` first.
            i2c: the I2C adapter; None for none.
            env: more environment variables for the job.
            time_travel: the guest's clock stands still while anything computes, and jumps where all sleep, so
                that nothing in it is ever late, however slow this machine is; but what spins never ends.
            timeout: seconds until the guest is ended by force.
            heard: told each line of output as it comes, in a thread of its own.

        Raises:
            RigError: if the guest doesn't boot, dies, or isn't done in time; with what it said.
        """
        with tempfile.TemporaryDirectory(prefix="rig-") as spare:
            folder = (out or Path(spare)).resolve()
            arguments = _arguments(folder, i2c)
            if time_travel:
                arguments.append(TRAVELS)
            return self._run(folder, _script(job, env or {}), chips, arguments, timeout, heard)

    def _run(
        self,
        out: Path,
        script: str,
        chips: Sequence[Chip],
        arguments: list[str],
        timeout: float,
        heard: Callable[[str], object],
    ) -> Ran:
        status = out / "status"
        status.unlink(missing_ok=True)
        (out / "chips").write_text("".join(f"{chip.label} {chip.lines}\n" for chip in chips))
        (out / "job").write_text(script)
        output = self._boot(arguments, timeout, heard)
        if not status.is_file():
            raise RigError(f"expected a guest that runs its job to the end, got:\n{output}")
        return Ran(int(status.read_text()), output.partition(UP)[2].rpartition(DONE)[0], out)

    def _boot(self, arguments: list[str], timeout: float, heard: Callable[[str], object]) -> str:
        """Start the guest and wait; what it wrote to its console."""
        guest = subprocess.Popen(
            [self._kernel, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "TMPDIR": _memory_folder()},
            start_new_session=True,  # so that its many processes can be ended together
        )
        with suppress(
            PermissionError
        ):  # as root only; whoever else is busy would smear what the guest measures
            os.setpriority(os.PRIO_PROCESS, guest.pid, UNHURRIED if TRAVELS in arguments else PRIORITY)
            if self._realtime:
                os.sched_setscheduler(guest.pid, os.SCHED_RR, os.sched_param(1))
        assert guest.stdout is not None
        lines: list[str] = []
        listener = threading.Thread(target=_listen, args=(guest.stdout, lines, heard))
        listener.start()
        try:
            guest.wait(timeout)
        except subprocess.TimeoutExpired:
            _end(guest)
            listener.join()
            said = "".join(lines)
            raise RigError(f"expected a guest that is done in {timeout:g} s, got:\n{said}") from None
        except BaseException:
            _end(guest)
            raise
        listener.join()
        return "".join(lines)


def job_of(*files: str) -> list[str | Path]:
    """The job that runs these of a guest's files of tests."""
    pytest = [PYTHON, "-m", "pytest", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib"]
    paths = [GUEST / f"{file}.py" for file in files]
    return [*pytest, "-rA", "--timeout=240", "-c", ROOT / "pyproject.toml", *paths]


def _arguments(out: Path, i2c: I2c | None) -> list[str]:
    """The kernel's command line."""
    return [
        f"mem={MEMORY_MB}M",
        "root=none",
        "rootfstype=hostfs",
        "rootflags=/",
        "ro",
        f"init={INIT}",
        "con=null",
        "con0=null,fd:1",
        "quiet",
        "loglevel=4",  # errors are seen
        "panic=-1",
        "random.trust_cpu=on",  # else Python waits 14 s for random bytes
        f"uml_dir={out}/",
        f"rig={out}",
        *([f"i2crec.addr={','.join(map(str, i2c.addresses))}", f"i2crec.khz={i2c.khz}"] if i2c else []),
    ]


def _script(job: Sequence[str | Path], env: Mapping[str, str]) -> str:
    """The job as a shell script."""
    variables = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **env}
    lines = [f"export {name}={shlex.quote(value)}" for name, value in variables.items()]
    return "\n".join([*lines, f"exec {shlex.join(map(str, job))}", ""])


def _memory_folder() -> str:
    """Where the guest keeps its memory: a file system in memory, if it has the room."""
    if SHARED_MEMORY.is_dir() and shutil.disk_usage(SHARED_MEMORY).free > MEMORY_MB << 20:
        return str(SHARED_MEMORY)
    return tempfile.gettempdir()


def _listen(console: IO[bytes], lines: list[str], heard: Callable[[str], object]) -> None:
    with console:
        for raw in console:
            line = raw.decode(errors="replace")
            lines.append(line)
            heard(line.rstrip("\n"))


def _end(guest: subprocess.Popen[bytes]) -> None:
    """End a guest by force: its kernel and whatever runs in it."""
    os.killpg(guest.pid, signal.SIGKILL)
    guest.wait()
