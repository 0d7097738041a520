"""Recorded edges judged again with the box's times, or with others."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from firmware.events import NS_PER_MS, NS_PER_US, Edge, Seat
from firmware.times import Times
from tests.kernel.fairness import defaults
from tests.kernel.fairness.chips import Program
from tests.kernel.fairness.job import JOB, TRUTH, Job
from tests.kernel.fairness.judge import Score, judge
from tests.kernel.fairness.plan import LINES, Contacts, Load
from tests.kernel.fairness.replay import Recorded, replay
from tests.kernel.fairness.scoring import score
from tests.kernel.fairness.truth import Truth

START = 10**12
HOLD = 50 * NS_PER_MS
LATE = NS_PER_MS
"""From an edge's stamp until the loop takes it."""


def recorded(*touches: tuple[Seat, int], late: dict[Seat, int] | None = None) -> Recorded:
    """Clean presses at these moments (ns after the first); edges come `LATE`, some seats' later still."""
    flips = sorted(
        [(seat, True, START + at) for seat, at in touches]
        + [(seat, False, START + at + HOLD) for seat, at in touches],
        key=lambda flip: flip[2],
    )
    lates = late or {}
    edges = [(Edge(seat, closed, at), at + lates.get(seat, LATE)) for seat, closed, at in flips]
    truth = Truth({seat: (START + at, START + at) for seat, at in touches})
    return Recorded(1000, truth, flips, sorted(edges, key=lambda edge: edge[1]))


def again(race: Recorded, times: Times | None = None) -> Score:
    times = times or Times()
    return judge(race.truth, replay(race, times, [], random.Random(1)), knows_ties=True, tie=times.tie)


def test_a_race_judged_again_gives_the_true_order_settle_after_the_tie() -> None:
    race = recorded((5, 0), (2, NS_PER_MS), (8, 3 * NS_PER_MS))
    verdict = replay(race, Times(), [], random.Random(1))
    assert verdict.order == (5, 2, 8)
    assert verdict.margins == (0, NS_PER_MS, 3 * NS_PER_MS)
    assert verdict.at == START + Times().tie + Times().settle


def test_a_loop_that_oversleeps_rules_later() -> None:
    verdict = replay(recorded((5, 0)), Times(), [4 * NS_PER_MS], random.Random(1))
    assert verdict.at is not None
    assert verdict.at >= START + Times().tie + Times().settle + 4 * NS_PER_MS


def test_an_edge_later_than_a_short_settle_costs_its_seat_the_race() -> None:
    race = recorded((5, 0), (2, NS_PER_MS), late={5: 12 * NS_PER_MS})
    assert not again(race).wrong_winners
    assert again(race, replace(Times(), settle=5 * NS_PER_MS)).wrong_winners


def test_a_tap_shorter_than_confirm_is_lost() -> None:
    race = recorded((5, 0))
    assert not again(race).lost
    assert again(race, replace(Times(), confirm=HOLD + NS_PER_MS, bounce=2 * HOLD)).lost == 1


def test_a_larger_tie_is_judged_as_one() -> None:
    race = recorded((5, 0), (2, 900 * NS_PER_US))
    assert again(race).ties == 0
    score = again(race, replace(Times(), tie=NS_PER_MS))
    assert (score.ties, score.false_ties, score.missed_ties) == (1, 0, 0)


def guest(folder: Path, program: Program, left: dict[str, Any]) -> Job:
    """A folder as a guest leaves it, of two races, the first of them smeared."""
    job = Job(program, Load.IDLE, Contacts.CLEAN, 0, 17, 1, (1000, 2000))
    folder.mkdir()
    (folder / JOB).write_text(job.text())
    told = [
        {"race": number, "smeared": number == 0, "flips": [(LINES[seat], *rest) for seat, *rest in flips]}
        for number, flips in enumerate(_flips(job))
    ]
    (folder / TRUTH).write_text("".join(json.dumps(race) + "\n" for race in told))
    (folder / f"{program}.json").write_text(json.dumps(left))
    return job


def _flips(job: Job) -> list[list[tuple[Seat, bool, int, int]]]:
    """Both races' flips, the second 200 ms after the first, each pull done at once."""
    return [
        [
            (flip.seat, flip.closed, at, at)
            for flip in race.flips
            for at in [START + number * 200 * NS_PER_MS + flip.at]
        ]
        for number, race in enumerate(job.races())
    ]


PLAYED = Job(Program.OURS, Load.IDLE, Contacts.CLEAN, 0, 17, 1, (1000, 2000))
SILENT: dict[str, Any] = {"ruled_at": None, "ruling": None, "margins": [], "presses": {}}
OURS = {
    "races": [SILENT, SILENT],
    "edges": [(seat, closed, at, at + LATE) for race in _flips(PLAYED) for seat, closed, at, _ in race],
    "overslept": [0],
}


def test_a_guests_files_become_scores_without_the_smeared_races(tmp_path: Path) -> None:
    calls = [(seat, at + LATE) for race in _flips(PLAYED) for seat, closed, at, _ in race if closed]
    job = guest(tmp_path / "callbacks", Program.CALLBACKS, {"arrival": calls})
    scores = score(tmp_path / "callbacks", job)
    gap = job.races()[1].gap // NS_PER_US
    assert set(scores) == {("arrival", gap), ("monotonic", gap)}
    assert scores["arrival", gap].wrong_orders == 0
    assert scores["arrival", gap].latencies == [LATE]
    assert scores["monotonic", gap].latencies == [LATE + Times().tie]


def test_a_contestant_that_saw_nothing_lost_every_press(tmp_path: Path) -> None:
    job = guest(tmp_path / "ours", Program.OURS, OURS)
    [one] = score(tmp_path / "ours", job).values()
    assert one.lost == one.pressed == len(job.races()[1].order)
    assert one.wrong_winners == 1


def test_recorded_edges_go_to_the_race_they_are_stamped_in(tmp_path: Path) -> None:
    guest(tmp_path / "ours", Program.OURS, OURS)
    [race] = defaults.read(tmp_path / "ours").races
    assert len(race.edges) == len(race.flips) == len(PLAYED.races()[1].flips)
    assert not judge(race.truth, replay(race, Times(), [], random.Random(1)), knows_ties=True).lost


def test_the_times_told_begin_with_lateness_and_stamps(tmp_path: Path) -> None:
    guest(tmp_path / "ours-idle", Program.OURS, OURS)
    by_load = defaults.seen(tmp_path)
    assert "| idle, clean | 1.0 |" in defaults.lateness(by_load)
    assert "| idle, clean | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 |" in defaults.stamps(by_load)


def test_every_time_has_the_shipped_one_among_those_tried() -> None:
    assert all(getattr(Times(), name) in values for name, values in defaults.OTHERS.items())
