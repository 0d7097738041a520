"""The shipped image is what its source makes, and what an RP2040's boot ROM takes."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.head.emulated import FLASH, HEAD, Head
from tests.head.usb_host import MS

CODE = FLASH + 0x100


def test_the_shipped_image_is_made_of_the_source_beside_it(tmp_path: Path) -> None:
    if importlib.util.find_spec("ziglang") is None:
        pytest.skip("make test-head installs the compiler")
    subprocess.run(
        ["sh", HEAD / "build.sh", tmp_path], check=True, env={"PYTHON": sys.executable, "HOME": str(tmp_path)}
    )
    assert (tmp_path / "head.uf2").read_bytes() == (HEAD / "head.uf2").read_bytes()


def test_it_can_be_read_in_an_evening() -> None:
    files = [file for kind in ("*.c", "*.h", "*.S", "*.ld") for file in HEAD.glob(kind)]
    lines = [line for file in files for line in file.read_text().splitlines()]
    assert len(lines) <= 700
    assert [line for line in lines if len(line) > 110] == []


def runs(image: bytes) -> bool:
    head = Head(image, through_rom=True)
    for _ in range(300):
        head.run(MS / 10)
        if CODE <= head.chip.core.pc < CODE + len(image):
            return True
    return False


def test_the_boot_rom_takes_it(image: bytes) -> None:
    assert runs(image)


@pytest.mark.parametrize("byte", [0, 60, 251, 252])
def test_the_boot_rom_refuses_it_with_one_bit_of_its_boot_stage_spoilt(image: bytes, byte: int) -> None:
    spoilt = bytearray(image)
    spoilt[byte] ^= 1
    assert not runs(bytes(spoilt))
