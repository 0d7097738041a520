"""The picture of the results: wrong winners by gap, a panel for each load and kind of contact."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from tests.kernel.fairness.judge import TIE_NS, Score
from tests.kernel.fairness.plan import Contacts, Load
from tests.kernel.fairness.report import TIE_US, gap
from tests.kernel.fairness.results import Cell, Results

STYLES = {
    "ours": ("#000000", "o", "-", "Pierwszy"),
    "arrival": ("#0072B2", "v", "-", "when_pressed: first call"),
    "monotonic": ("#56B4E9", "^", "--", "when_pressed: time.monotonic(), ties as ours"),
    "bounce_time": ("#D55E00", "s", "-", "when_pressed, bounce_time=0.02"),
    "polling 1 ms": ("#009E73", "D", "-", "is_pressed every 1 ms"),
    "polling 20 ms": ("#CC79A7", "P", "-", "is_pressed every 20 ms"),
}
"""Colour (Okabe and Ito's, told apart by the colour-blind), marker, line, words."""

TITLES = {
    Load.IDLE: "idle",
    Load.HOGS: "busy processes",
    Load.THREADS: "busy threads of its own",
    Load.PANELS: "redrawing OLEDs",
}
CONTACTS = {Contacts.CLEAN: "clean contacts", Contacts.BOUNCE: "bouncing contacts"}


def draw(results: Results, path: Path) -> None:
    """Write the picture; the name's ending says what kind."""
    loads, contacts = results.values("load"), results.values("contacts")
    figure, grid = plt.subplots(
        len(contacts),
        len(loads),
        sharex=True,
        sharey=True,
        squeeze=False,
        figsize=(12.5, 1.2 + 3 * len(contacts)),
    )
    for row, kind in zip(grid, contacts, strict=True):
        for axes, load in zip(row, loads, strict=True):
            _panel(axes, results, load, kind)
    for axes, load in zip(grid[0], loads, strict=True):
        axes.set_title(TITLES[load], fontsize=12)
    for row, kind in zip(grid, contacts, strict=True):
        row[0].set_ylabel(f"{CONTACTS[kind]}\nwrong winners, % of races", fontsize=11)
    figure.supxlabel("true gap between one press and the next", fontsize=11)
    handles, labels = grid[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper center", ncols=3, frameon=False, fontsize=11)
    figure.tight_layout(rect=(0, 0, 1, 0.9))
    figure.savefig(path, dpi=110)
    plt.close(figure)


def _panel(axes: Axes, results: Results, load: Load, contacts: Contacts) -> None:
    gaps = sorted(results.values("gap_us"))
    axes.axvspan(gaps[0] * 0.8, TIE_NS / 1000, color="#eeeeee", zorder=0)
    axes.text(TIE_US * 0.9, 97, "Pierwszy says: a tie", ha="right", va="top", fontsize=9, color="#555555")
    for contestant in results.values("contestant"):
        colour, marker, line, words = STYLES[contestant]
        shares = [_share(results.scores[Cell(contestant, load, contacts, us)]) for us in gaps]
        axes.plot(
            gaps,
            shares,
            color=colour,
            marker=marker,
            linestyle=line,
            markersize=5,
            linewidth=2.6 if contestant == "ours" else 1.5,
            label=words,
            clip_on=False,
            zorder=5 if contestant == "ours" else 3,
        )
    axes.set_xscale("log")
    axes.set_xlim(gaps[0] * 0.8, gaps[-1] * 1.2)
    axes.set_ylim(0, 100)
    axes.set_xticks(gaps, [gap(us) for us in gaps], rotation=60, fontsize=9)
    axes.minorticks_off()
    axes.grid(axis="y", color="#dddddd")
    axes.spines[["top", "right"]].set_visible(False)


def _share(score: Score) -> float:
    return 100 * score.wrong_winners / score.races if score.races else float("nan")
