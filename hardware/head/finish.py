"""From the linker's ELF to what a Pico takes: the boot stage's checksum put in, a .uf2 written beside it."""

import struct
import sys
from pathlib import Path

FLASH, RP2040 = 0x10000000, 0xE48BFF56
BOOT_STAGE, PAGE = 252, 256


def crc32(data: bytes) -> int:
    """The checksum that the boot ROM wants, data sheet 2.8.1.3.1: not zlib's, its bits go the other way."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (0x04C11DB7 if crc >> 31 else 0)) & 0xFFFFFFFF
    return crc


def image_of(elf: bytes) -> bytes:
    """What an ELF file's segments put into the flash, checksum and all."""
    (headers,), (size, count) = struct.unpack_from("<I", elf, 28), struct.unpack_from("<HH", elf, 42)
    image = bytearray()
    for i in range(count):
        kind, offset, _, address, length, *_ = struct.unpack_from("<8I", elf, headers + i * size)
        if kind == 1 and length and address >= FLASH and address - FLASH < 1 << 24:
            image += bytes(max(0, address - FLASH + length - len(image)))
            image[address - FLASH : address - FLASH + length] = elf[offset : offset + length]
    image[BOOT_STAGE:PAGE] = struct.pack("<I", crc32(bytes(image[:BOOT_STAGE])))
    return bytes(image)


def uf2_of(image: bytes) -> bytes:
    """The same as a file that the drive of an RP2040 takes, a block for each page."""
    pages = [image[at : at + PAGE].ljust(PAGE, b"\0") for at in range(0, len(image), PAGE)]
    blocks = bytearray()
    for i, page in enumerate(pages):
        start = (0x0A324655, 0x9E5D5157, 0x2000, FLASH + PAGE * i, PAGE, i, len(pages), RP2040)
        blocks += struct.pack("<8I476sI", *start, page, 0x0AB16F30)
    return bytes(blocks)


if __name__ == "__main__":
    elf = Path(sys.argv[1])
    elf.with_suffix(".uf2").write_bytes(uf2_of(image_of(elf.read_bytes())))
