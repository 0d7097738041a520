"""The picture of the results: wrong winners by gap, a panel for each table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl

mpl.use("agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from tests.companion.phones.races.judge import Judged
from tests.companion.phones.races.plan import GAPS_MS
from tests.companion.phones.races.report import OURS, by_gap, contestants

STYLES = (
    ("#000000", "o", "-"),
    ("#D55E00", "v", "-"),
    ("#E69F00", "^", "--"),
    ("#0072B2", "s", "-"),
    ("#56B4E9", "D", "--"),
    ("#999999", "P", ":"),
)
"""Colour (Okabe and Ito's, told apart by the colour-blind), marker, line; as `report.contestants`."""


def draw(judged: Mapping[str, Sequence[Judged]], path: Path) -> None:
    """Write the picture; the name's ending says what kind."""
    figure, grid = plt.subplots(
        1, len(judged), sharey=True, squeeze=False, figsize=(3.2 * len(judged) + 0.6, 4.2)
    )
    for axes, (name, races) in zip(grid[0], judged.items(), strict=True):
        _panel(axes, races)
        axes.set_title(name.replace(", ", ",\n"), fontsize=11)
    grid[0][0].set_ylabel("wrong winners, % of races", fontsize=11)
    figure.supxlabel("true gap between the first finger and the second", fontsize=11)
    handles, labels = grid[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper center", ncols=3, frameon=False, fontsize=10)
    figure.tight_layout(rect=(0, 0, 1, 0.84))
    figure.savefig(path, dpi=110)
    plt.close(figure)


def _panel(axes: Axes, races: Sequence[Judged]) -> None:
    gaps = by_gap(races)
    ties = [100 * sum(bool(race.tied) for race in some) / max(1, len(some)) for some in gaps.values()]
    axes.fill_between(GAPS_MS, ties, color="#e6e6e6", zorder=0, label="Pierwszy says: a tie")
    for (who, is_wrong), (colour, marker, line) in zip(contestants().items(), STYLES, strict=True):
        shares = [
            100 * sum(map(is_wrong, some)) / len(some) if some else float("nan") for some in gaps.values()
        ]
        axes.plot(
            GAPS_MS,
            shares,
            color=colour,
            marker=marker,
            linestyle=line,
            markersize=4.5,
            linewidth=2.6 if who == OURS else 1.5,
            label=who.replace("**", ""),
            clip_on=False,
            zorder=5 if who == OURS else 3,
        )
    axes.set_xlim(0, GAPS_MS[-1] + 2)
    axes.set_ylim(0, 100)
    ticks = range(0, GAPS_MS[-1] + 1, 20)
    axes.set_xticks(ticks, [f"{gap} ms" for gap in ticks], fontsize=9)
    axes.minorticks_off()
    axes.grid(axis="y", color="#dddddd")
    axes.spines[["top", "right"]].set_visible(False)
