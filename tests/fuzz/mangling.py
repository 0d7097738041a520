"""What can become of a text: bytes flipped, lines lost, nesting, and everything that editors put in."""

from __future__ import annotations

from random import Random

NASTY = (
    *("\x00", "\x1b[31m", "\x7f", "\x9b", "\u202e", "\u2028", "\ufeff", "\r", "\r\n", "\t", "\x85", "\ud800"),
    *(
        "ż",
        "🐢",
        "١",
        "½",
        "",
        "\n",
        "'",
        '"',
        "#",
        "=",
        "[]",
        "{}",
        "[[x]]",
        "-1",
        "1e999",
        "nan",
        "null",
        "true",
    ),
    *("[" * 9000, "{a=" * 900, "a." * 3000, "9" * 5000, "0x" + "f" * 9000, "x" * 100_000),
    *("told ", "expect ", "enter ", "game ", "knob +999999999", "press 1 for 2000"),
)


def mangled(text: str, random: Random) -> bytes:
    """A file that was this text before some accidents."""
    lines = text.split("\n")
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        at = random.randrange(len(lines))
        match random.randrange(6):
            case 0:
                del lines[at : at + random.randint(1, 3)]
                lines = lines or [""]
            case 1:
                lines.insert(random.randrange(len(lines)), lines[at])
            case 2:
                lines[at] = _with(random.choice(NASTY), lines[at], random)
            case 3:
                words = lines[at].split(" ")
                words[random.randrange(len(words))] = random.choice(NASTY)
                lines[at] = " ".join(words)
            case 4:
                other = lines[random.randrange(len(lines))]
                lines[at] = (
                    lines[at][: random.randint(0, len(lines[at]))] + other[random.randint(0, len(other)) :]
                )
            case _:
                words = lines[at].split(" ")
                random.shuffle(words)
                lines[at] = " ".join(words)
    data = bytearray(
        random.choice(("\n", "\n", "\n", "\r\n", "\r")).join(lines).encode(errors="surrogatepass")
    )
    if random.random() < 0.1:
        data[:0] = b"\xef\xbb\xbf"
    for _ in range(random.choice((0, 0, 0, 0, 0, 1, 3))):
        if data:
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    if random.random() < 0.1:
        del data[random.randint(0, len(data)) :]
    return bytes(data)


def _with(piece: str, line: str, random: Random) -> str:
    at = random.randint(0, len(line))
    return line[:at] + piece + line[at:]
