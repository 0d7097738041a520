"""`python -m hardware.enclosure`: files for the printer, checks, pictures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from hardware.enclosure import fingerprint
from hardware.enclosure.parameters import FILE, EnclosureError, Parameters, load

MADE = {"stl": fingerprint.PARTS, "pictures": fingerprint.DRAWN}
"""What a command writes, unless it only checks."""


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m hardware.enclosure", description="The box's enclosure.")
    parser.add_argument("--file", type=Path, default=FILE, help="the measures (default: enclosure.toml)")
    parser.add_argument("--seats", type=int, help="this many instead of the file's")
    parser.add_argument("--again", action="store_true", help="even where what is there is up to date")
    parser.set_defaults(out=None, step=False, names=[])
    commands = parser.add_subparsers(dest="command", required=True)
    stl = commands.add_parser("stl", help="check every part and write it as STL")
    stl.add_argument("--out", type=Path, default=fingerprint.STL, help="folder (default: stl/)")
    stl.add_argument("--step", action="store_true", help="as STEP too, for other CAD programs")
    commands.add_parser("check", help="measure every part and say what a printer would make of it")
    pictures = commands.add_parser("pictures", help="draw the pictures, with POV-Ray")
    pictures.add_argument(
        "--out", type=Path, default=fingerprint.PICTURES, help="folder (default: pictures/)"
    )
    pictures.add_argument("names", nargs="*", help="only these")
    return parser


def _stl(asked: Parameters, out: Path | None, step: bool) -> list[str]:
    # Here and not above, so that --help and a wrong measure answer at once: build123d takes seconds to load.
    from build123d import export_step  # noqa: PLC0415

    from hardware.enclosure import making, printable  # noqa: PLC0415
    from hardware.enclosure.assembly import printed  # noqa: PLC0415

    wrong = []
    for name, mesh, found in making.make_all(asked):
        size = " x ".join(f"{reach:.1f}" for reach in found.size)
        print(f"{name:<22} {size:>22} mm {found.volume / 1000:6.1f} cm³  walls from {found.thinnest:.1f} mm, "
              f"bridges to {found.bridge:.1f} mm")  # fmt: skip
        wrong += [f"{name}: {fault}" for fault in printable.faults(found, asked)]
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            mesh.export(out / f"{name}.stl")
            if step:
                export_step(printed(asked)[name](), out / f"{name}.step")
    return wrong


def _asked(said: argparse.Namespace) -> Parameters:
    """The measures, unless they would overwrite what belongs to `enclosure.toml`."""
    others = said.file != FILE or said.seats is not None
    if others and said.out in (fingerprint.STL, fingerprint.PICTURES):
        raise EnclosureError(
            "--out FOLDER expected beside --file or --seats: the usual one is for enclosure.toml"
        )
    return load(said.file, **({"seats": said.seats} if said.seats is not None else {}))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 1 if a part can't be printed, 2 if its measures can't be made."""
    said = _options().parse_args(arguments)
    made = MADE.get(said.command)
    wrong: list[str] = []
    try:
        asked = _asked(said)
        if made and not (said.again or said.names or said.out != made[0] or fingerprint.stale(*made)):
            return 0
        if said.command == "pictures":
            from hardware.enclosure.scenes import draw_all  # noqa: PLC0415

            draw_all(asked, said.out, said.names)
        else:
            wrong = _stl(asked, said.out, said.step)
        if made:
            fingerprint.record(said.out, *made[1:])
    except EnclosureError as error:
        print(error, file=sys.stderr)
        return 2
    for fault in wrong:
        print(fault, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
