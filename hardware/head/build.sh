#!/bin/sh -e
# build.sh FOLDER: head.uf2 there, from the sources here. Sources and compiler decide every byte; the one in
# the tree was made by ziglang of .locks/head.txt. Any gcc for ARM does as well, for other bytes:
#   CC="arm-none-eabi-gcc -mcpu=cortex-m0plus" hardware/head/build.sh /tmp
here=$(dirname "$0")
: "${PYTHON:=python3}"
: "${CC:=$PYTHON -m ziglang cc -target thumb-freestanding-eabi -mcpu=cortex_m0plus}"
$CC -mthumb -std=c11 -Os -Wall -Wextra -Werror -ffreestanding -fno-builtin -fno-jump-tables -nostdlib \
    -ffunction-sections -fdata-sections -Wl,--gc-sections -Wl,-e,reset -Wl,-T,"$here/link.ld" \
    "$here"/boot2.S "$here"/*.c -o "$1/head.elf"
exec "$PYTHON" "$here/finish.py" "$1/head.elf"
