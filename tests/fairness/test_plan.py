"""The races that are played: every order comes up, trains end where they should, a seed says it all."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise, permutations
from statistics import mean

from hypothesis import given
from hypothesis import strategies as st

from firmware.events import NS_PER_US
from tests.kernel.fairness.chips import Program
from tests.kernel.fairness.job import Job
from tests.kernel.fairness.plan import (
    FLIPS,
    GAPS_US,
    HOLD_NS,
    LINES,
    SHORTEST_NS,
    TRAIN_NS,
    Block,
    Contacts,
    Load,
    orders,
    plan_race,
    plan_races,
    train,
)

ROUND = 7
"""Two to eight seats."""


def test_two_and_three_seats_come_in_every_order_equally_often() -> None:
    each = [order for order in orders(ROUND * 12, random.Random(1)) if len(order) in {2, 3}]
    places = Counter(tuple(sorted(order).index(seat) for seat in order) for order in each)
    assert places == dict.fromkeys(permutations(range(2)), 6) | dict.fromkeys(permutations(range(3)), 2)


def test_two_to_eight_seats_press_equally_often() -> None:
    numbers = Counter(len(order) for order in orders(ROUND * 3, random.Random(1)))
    assert numbers == dict.fromkeys(range(2, 9), 3)


@given(st.integers(), st.sampled_from(Contacts), st.booleans())
def test_a_train_begins_on_time_alternates_and_ends_where_the_finger_is(
    seed: int, contacts: Contacts, closed: bool
) -> None:
    flips = train(1, 1000, closed, contacts, random.Random(seed))
    assert (flips[0].at, flips[0].closed, flips[-1].closed) == (1000, closed, closed)
    for one, other in pairwise(flips):
        assert one.closed is not other.closed
        assert other.at - one.at >= SHORTEST_NS


def test_trains_last_from_a_tenth_to_five_milliseconds_and_flip_about_eight_times() -> None:
    shortest, longest = TRAIN_NS
    trains = [train(1, 0, True, Contacts.BOUNCE, random.Random(seed)) for seed in range(300)]
    lengths = sorted(flips[-1].at for flips in trains)
    assert shortest <= lengths[0] < 2 * shortest
    assert longest * 0.8 < lengths[-1] <= longest + SHORTEST_NS
    assert FLIPS <= mean(map(len, trains)) <= FLIPS + 3


@given(st.integers(), st.sampled_from(GAPS_US), st.sampled_from(Contacts))
def test_first_touches_are_one_gap_apart_and_nobody_lets_go_early(
    seed: int, gap_us: int, contacts: Contacts
) -> None:
    order = tuple(random.Random(seed).sample(sorted(LINES), 5))
    race = plan_race(0, gap_us * NS_PER_US, order, contacts, random.Random(seed))
    first = {flip.seat: flip.at for flip in reversed(race.flips)}
    assert first == {seat: place * gap_us * NS_PER_US for place, seat in enumerate(order)}
    lets_go = first[order[-1]] + HOLD_NS
    assert {flip.seat for flip in race.flips if flip.at >= lets_go} == set(order)


def test_a_seed_gives_the_same_races_again_and_each_part_its_own() -> None:
    block = Block(Load.HOGS, Contacts.BOUNCE)
    assert plan_races(block, 0, 17, 7) == plan_races(block, 0, 17, 7)
    assert plan_races(block, 0, 17, 7) != plan_races(block, 1, 17, 7)
    assert plan_races(block, 0, 17, 7) != plan_races(block, 0, 18, 7)


def test_all_programs_play_the_same_races() -> None:
    plans = [Job(program, Load.IDLE, Contacts.CLEAN, 0, 17, 7).races() for program in Program]
    assert all(plan == plans[0] for plan in plans)


def test_a_job_survives_the_command_line() -> None:
    job = Job(Program.POLLING, Load.THREADS, Contacts.BOUNCE, 1, 17, 200, (10, 5000))
    assert Job.read(job.text()) == job
