"""The tables: what they say of scores, and that files keep scores whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kernel.fairness import report
from tests.kernel.fairness.judge import Score
from tests.kernel.fairness.plan import Contacts, Load
from tests.kernel.fairness.results import Cell, Results, in_order
from tests.kernel.fairness.scoring import CONTESTANTS

FACTS = {
    "from": "2026-01-02",
    "to": "2026-01-02",
    "kernel": "Linux 6.1.0",
    "machine": "a machine",
    "minutes": 35.2,
    "each": 400,
    "played": 28_900,
    "smeared": 100,
}


def results(**scores: dict[int, Score]) -> Results:
    """Scores by contestant and gap (us), idle and clean."""
    cells = {
        Cell(name.replace("_1_ms", " 1 ms"), Load.IDLE, Contacts.CLEAN, gap): score
        for name, gaps in scores.items()
        for gap, score in gaps.items()
    }
    return Results(dict(in_order(cells.items(), CONTESTANTS)), dict(FACTS))


RESULTS = results(
    arrival={100: Score(400, 2000, 200), 1000: Score(400, 2000, 1, 40, false=5000, latencies=[10**6])},
    ours={100: Score(400, 2000, ties=400), 1000: Score(400, 2000, latencies=[31_000_000, 33_000_000])},
)


def row(text: str, name: str) -> list[str]:
    """The fields of the first line that begins so."""
    line = next(line for line in text.splitlines() if line.startswith(f"| {report.NAMES[name]}"))
    return [part.strip() for part in line.strip("|").split("|")][1:]


def test_winners_has_a_row_a_contestant_and_kind_of_contact() -> None:
    text = report.winners(RESULTS)
    assert text.splitlines()[0] == "| wrong winners, % of races | 100 µs | 1 ms |"
    assert row(text, "ours") == ["tie", "0"]
    assert row(text, "arrival") == ["50", "0.2"]
    assert text.index("Pierwszy") < text.index("first call")


@pytest.mark.parametrize(
    ("part", "whole", "said"),
    [(0, 400, "0"), (1, 4000, "0.1"), (7, 400, "1.8"), (42, 400, "10"), (0, 0, "–")],
)
def test_a_share_is_never_rounded_to_nothing(part: int, whole: int, said: str) -> None:
    assert report.percent(part, whole) == said


def test_summary_counts_winners_and_orders_only_above_a_tie() -> None:
    text = report.summary(RESULTS)
    assert row(text, "arrival")[:4] == ["0.2", "10", "0", "125"]
    assert row(text, "ours") == ["0", "0", "0", "0", "0", "0", "33.0", "33.0", "33.0"]
    assert row(text, "arrival")[4:6] == ["–", "–"]


def test_how_it_was_measured_tells_what_it_proves_and_what_was_not_measured() -> None:
    text = report.how(RESULTS)
    assert "2026-01-02, Linux 6.1.0 (user-mode, gpio-sim) on a machine" in text.replace("\n", " ")
    assert "fewer than 0.75 % (95 % sure)" in text.replace("\n", " ")
    assert text.count("Not measured:") == 1
    assert max(map(len, text.splitlines())) <= 110


def test_one_wrong_winner_of_ours_takes_the_claim_away() -> None:
    text = report.how(results(ours={1000: Score(400, 2000, wrong_winners=1)}))
    assert "None wrong" not in text


def test_margins_are_told_of_those_who_know_any() -> None:
    text = report.margins(
        results(ours={1000: Score(1, margin_errors=[-3000, 500])}, arrival={1000: Score(1)})
    )
    assert row(text, "ours") == ["3.0", "3.0", "3.0"]
    assert "when_pressed" not in text


def test_results_come_back_from_their_file_as_they_were(tmp_path: Path) -> None:
    RESULTS.save(tmp_path / "results.json")
    again = Results.load(tmp_path / "results.json")
    assert (again.scores, again.facts) == (RESULTS.scores, RESULTS.facts)


def test_the_whole_report_can_be_told_of_any_results() -> None:
    assert report.markdown(RESULTS).count("| --- | ---:") == 4
