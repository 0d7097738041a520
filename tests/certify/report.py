"""A certificate for people: a line, a table, a page; all from its JSON, no figure from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, floor, log10
from textwrap import fill
from typing import Any

from tests.certify.judging import FAULTS
from tests.kernel.fairness.report import table as lined

PAGE = "certificate.md"

NAMES = {
    "pins": "on pins, in a kernel",
    "stamps": "a microsecond round the tie, on exact stamps",
    "usb": "on USB buttons, alone and beside pins",
    "head": "on a Pico button head",
    "phones": "on phones' pages",
}


def summary(told: Mapping[str, Any]) -> str:
    """A few lines for a terminal."""
    whole = told["whole"]
    lines = [
        f"{whole['races']:,} races, {whole['presses']:,} presses, {whole['second judge']:,} judged twice"
    ]
    lines += [f"{whole[name]} {called}" for name, called in FAULTS.items()]
    lines += [f"refused: {reason}" for reason in told["refused"]]
    if told["key"] is None:
        lines.append("the key is sealed: not all is played")
    elif not told["refused"]:
        lines.append(f"certified: each of these is under {percent(told['under'])} %, 95 % sure")
    return "\n".join(lines)


def percent(share: float) -> str:
    """A small share, rounded up to a figure that people can say."""
    digits = max(0, -floor(log10(100 * share)))
    return f"{ceil(100 * share * 10**digits) / 10**digits:.{digits}f}"


def table(told: Mapping[str, Any]) -> str:
    """The README's: a row for each part."""
    rows = [_row(NAMES.get(each["part"], each["part"]), each) for each in told["tallies"] if not each["by"]]
    rows.append(_row("all", told["whole"]))
    return lined(
        [
            "races",
            "played",
            "wrong winner",
            "false tie",
            "missed tie",
            "lost",
            "invented",
            "second judge differs",
        ],
        rows,
    )


def _row(name: str, tally: Mapping[str, Any]) -> list[str]:
    named = ("wrong_winners", "false_ties", "missed_ties", "lost", "invented", "disagreed")
    return [name, f"{tally['races']:,}", *(str(tally[each]) for each in named)]


def page(told: Mapping[str, Any]) -> str:
    """The whole certificate, as Markdown."""
    parts = [
        _head(told),
        table(told),
        _bound(told),
        _stamps(told),
        _biases(told),
        _around(told),
        _sealed(told),
    ]
    return "\n".join(parts)


def _text(words: str) -> str:
    return fill(" ".join(words.split()), 110, break_on_hyphens=False) + "\n"


def _head(told: Mapping[str, Any]) -> str:
    reasons = told["refused"]
    what = "Certificate of a run" if not reasons and told["key"] else "No certificate"
    dates = [link["date"] for link in told["chain"]] or ["never"]
    lines = [
        f"# {what}\n",
        _text(
            f"""From {dates[0]} to {dates[-1]}, on {told["machine"]}, in guests of
            {told["sealed"]["kernel"]}; the program that judged: {told["program"]}. Repeat it with
            `make certify`; judge these very races again with `python -m tests.certify verify`."""
        ),
    ]
    return "\n".join([*lines, *(f"- refused: {reason}" for reason in reasons), *([""] if reasons else [])])


def _bound(told: Mapping[str, Any]) -> str:
    whole = told["whole"]
    return _text(
        f"""In {whole["races"]:,} races with {whole["presses"]:,} presses. What never happened in so many is
        under {percent(told["under"])} %, 95 % sure. {whole["ties"]:,} races were ruled a tie; of
        {whole["either is right"]:,} pairs of presses the gap was within the band in which either is right
        (hardware/error-budget.md). A second judge ruled {whole["second judge"]:,} of them from the recorded
        edges."""
    )


def _stamps(told: Mapping[str, Any]) -> str:
    rows = [
        [
            kind,
            f"{of['all']:,}",
            f"{1 - of['outside'] / of['all']:.3%}",
            f"{of['worst_ns'] / 1000:+,.1f} µs",
        ]
        for kind, of in told["whole"]["stamps"].items()
    ]
    return lined(["button", "stamps", "as the budget says", "worst, beside the truth"], rows)


def _biases(told: Mapping[str, Any]) -> str:
    rows = [
        [
            each["part"],
            each["kind"],
            str(each["seat"]),
            f"{each['presses']:,}",
            f"{each['median'] / 1000:+.2f} µs ± {each['unsure'] / 1000:.2f}",
        ]
        for each in told["biases"]
    ]
    return lined(["part", "button", "seat", "presses", "later than the others"], rows)


def _around(told: Mapping[str, Any]) -> str:
    return "\n".join(
        _by(told, name) for name in dict.fromkeys(each["by"] for each in told["tallies"]) if name
    )


def _by(told: Mapping[str, Any], name: str) -> str:
    tallies = [each for each in told["tallies"] if each["by"] == name]
    rows = [_row(f"{each['part']}, {each['of']}", each) for each in sorted(tallies, key=_natural)]
    heads = ["played", "wrong winner", "false tie", "missed tie", "lost", "invented", "second judge differs"]
    return lined([name.replace("_", ", "), *heads], rows)


def _natural(each: Mapping[str, Any]) -> tuple[str, int, str]:
    of = str(each["of"])
    return each["part"], int(of) if of.lstrip("-").isdigit() else 0, of


def _sealed(told: Mapping[str, Any]) -> str:
    last: Iterable[str] = [link["link"] for link in told["chain"]][-1:]
    return _text(
        f"""The key was sealed on {told["sealed"]["date"]}, SHA-256 {told["sealed"]["sha256"]}; it is
        {told["key"] or "not opened yet"}. The chain of {len(told["chain"])} blocks ends with
        {"".join(last) or "nothing"}."""
    )
