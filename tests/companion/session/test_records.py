"""What finished games add up to."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.session.played import Played, read_all
from companion.session.records import Records, Streak, Tally, Together, records
from tests.companion.session.evenings import told

OLA, JAN, EWA = ("Ola",), ("Jan",), ("Ewa",)
THREE = {1: "Ola", 2: "Jan", 4: "Ewa"}


def after(*games: dict[str, Any]) -> Records:
    """The records after these games, the oldest first."""
    return records(read_all(reversed(games)))


def series(*games: dict[str, Any]) -> list[tuple[tuple[object, ...], tuple[int, ...], int]]:
    return [(one.sides, one.wins, one.drawn) for one in after(*games).series]


# -- series ------------------------------------------------------------------------------------------------


def test_a_series_is_between_the_same_people_whatever_they_play() -> None:
    (one,) = after(told(1), told(2, game="17"), told(1), told(1, game="17")).series
    assert (one.sides, one.wins, one.drawn) == ((OLA, JAN), (3, 1), 0)
    assert one.by_game == {"kezao": (2, 0), "17": (1, 1)}
    assert one.in_a_row == Streak(OLA, 2)


def test_whoever_has_won_more_stands_first() -> None:
    assert series(told(1), told(2), told(2)) == [((JAN, OLA), (2, 1), 0)]


def test_a_name_at_another_seat_or_in_other_letters_is_the_same_person() -> None:
    games = told(1), told(4, names={4: "OLA", 3: "Jan"}), told(1, names={1: "Jan", 2: "ola"})
    assert series(*games) == [((("ola",), JAN), (2, 1), 0)]


def test_without_a_name_the_seat_is_who_has_won() -> None:
    assert series(told(2, names={1: "Ola"}, seats=(1, 2))) == [(((2,), OLA), (1, 0), 0)]


def test_other_company_is_another_series_the_last_played_first() -> None:
    assert series(told(1), told(4, names=THREE), told(2)) == [
        ((OLA, JAN), (1, 1), 0),
        ((EWA, OLA, JAN), (1, 0, 0), 0),
    ]


def test_a_shared_win_is_nobodys_and_counted_as_drawn() -> None:
    assert series(told(1, 2), told(1)) == [((OLA, JAN), (1, 0), 1)]
    (one,) = after(told(1), told(1, 2)).series
    assert one.in_a_row is None


def test_a_team_wins_as_one_by_its_name_or_its_players() -> None:
    four = {**THREE, 3: "Adam"}
    teams = [{"seats": [1, 2], "name": "Foxes"}, {"seats": [4, 3], "name": ""}]
    assert series(told(1, 2, names=four, teams=teams)) == [((("Foxes",), ("Adam", "Ewa")), (1, 0), 0)]


def test_the_second_team_of_one_name_is_told_by_its_players() -> None:
    teams = [{"seats": [1], "name": "Foxes"}, {"seats": [2], "name": "Foxes"}]
    assert series(told(1, teams=teams)) == [((("Foxes",), JAN), (1, 0), 0)]


def test_a_game_all_win_or_lose_together_is_no_win_against_anybody() -> None:
    found = after(told(1, 2, game="the_game", score=50), told(game="the_game", score=38))
    assert (found.series, found.pairs, found.longest) == ((), (), None)
    assert found.together == (Together("the_game", 2, 1, 50),)


def test_alone_nobody_is_beaten_and_nobody_quicker() -> None:
    alone = told(1, names={1: "Ola"}, reactions={"1": {"best_ms": 1, "median_ms": 1}})
    found = after(alone)
    assert (found.series, found.reactions, found.longest) == ((), (), None)


# -- who won against whom ----------------------------------------------------------------------------------


def test_in_a_game_of_three_the_winner_has_won_against_both_others() -> None:
    pairs = after(told(1, names=THREE), told(1)).pairs
    assert [(one.sides, one.wins, one.drawn) for one in pairs] == [
        ((OLA, JAN), (2, 0), 0),
        ((OLA, EWA), (1, 0), 0),
    ]


def test_two_who_share_a_win_drew_with_each_other_and_have_won_against_the_third() -> None:
    pairs = {one.sides: (one.wins, one.drawn) for one in after(told(1, 2, names=THREE)).pairs}
    assert pairs == {(OLA, JAN): ((0, 0), 1), (OLA, EWA): ((1, 0), 0), (JAN, EWA): ((1, 0), 0)}


def test_a_team_meets_others_as_one() -> None:
    teams = [{"seats": [1, 2], "name": ""}]
    pairs = after(told(1, 2, names=THREE, teams=teams)).pairs
    assert [one.sides for one in pairs] == [(("Jan", "Ola"), EWA)]


# -- in a row ----------------------------------------------------------------------------------------------


def test_a_streak_goes_on_in_other_company_and_ends_with_the_first_game_not_won() -> None:
    found = after(told(2), told(1), told(1, names=THREE), told(1), told(2), told(2))
    assert found.streaks == (Streak(JAN, 2),)
    assert found.longest == Streak(OLA, 3)


def test_games_played_without_somebody_leave_their_streak_alone() -> None:
    others = told(2, names={2: "Jan", 3: "Ewa"})
    assert after(told(1), others, told(1)).streaks == (Streak(OLA, 2),)


def test_a_shared_win_ends_a_streak() -> None:
    found = after(told(1), told(1), told(1, 2), told(1))
    assert (found.streaks, found.longest) == ((), Streak(OLA, 2))


def test_of_two_streaks_as_long_the_first_stays_the_longest() -> None:
    assert after(told(1), told(1), told(2), told(2)).longest == Streak(OLA, 2)


# -- the evening -------------------------------------------------------------------------------------------


def evening(*games: dict[str, Any]) -> tuple[int, tuple[int, ...] | None]:
    found = after(*games).evening
    assert found is not None
    return found.games, None if found.tally is None else found.tally.wins


def test_an_evening_is_the_last_game_and_those_before_it_up_to_eight_hours_apart() -> None:
    games = told(2, at=-9 * 60), told(1, at=0), told(1, at=8 * 60), told(2, at=16 * 60)
    assert evening(*games) == (3, (2, 1))
    found = after(*games).evening
    assert found is not None
    assert found.when == "2026-11-28 18:00"


def test_in_an_evening_of_changing_company_each_player_or_team_has_its_wins() -> None:
    teams = [{"seats": [1, 2], "name": "Foxes"}]
    found = after(told(1, 2, names=THREE, teams=teams), told(1), told(1), told(1, 2)).evening
    assert found is not None
    assert found.tally is not None
    assert (found.tally.sides, found.tally.wins) == ((OLA, ("Foxes",), JAN, EWA), (2, 1, 0, 0))
    assert found.tally.drawn == 1


def test_where_the_date_is_unknown_an_evening_is_one_run_of_the_box() -> None:
    unknown: dict[str, Any] = {"began": "1970-01-01T00:01:00+00:00", "when": None}
    games = told(2, run=1, **unknown), told(1, run=2, **unknown), told(1, run=2), told(1, run=3, **unknown)
    assert [evening(*games[:n])[0] for n in (1, 2, 3, 4)] == [1, 1, 2, 1]


def test_a_clock_that_was_put_back_does_not_make_two_evenings_one() -> None:
    assert evening(told(1, at=60), told(1, at=0)) == (2, (2, 0))
    assert evening(told(1, at=24 * 60), told(1, at=0)) == (1, (1, 0))


def test_an_evening_of_games_together_has_no_winner() -> None:
    assert evening(told(1, 2, score=50, game="the_game")) == (1, None)
    assert after().evening is None


# -- by how little, how quick ------------------------------------------------------------------------------


def test_the_closest_finish_of_each_game_and_the_closest_of_all_first() -> None:
    def close(us: int, game: str) -> dict[str, Any]:
        return told(1, game=game, closest_us={"seat": 2, "over": 1, "us": us, "tie_us": 500})

    found = after(close(9000, "kezao"), close(700, "kezao"), close(650, "17"), told(1)).closest
    assert [(one.who, one.over, one.ms, one.game) for one in found] == [
        ("Jan", "Ola", 0.65, "17"),
        ("Jan", "Ola", 0.7, "kezao"),
    ]


def test_the_fastest_win_and_everyones_best_reaction() -> None:
    quick = {"1": {"best_ms": 300, "median_ms": 400}, "2": {"best_ms": 250, "median_ms": 400}}
    found = after(
        told(1, fastest_ms={"seat": 1, "ms": 300}, reactions=quick),
        told(1, fastest_ms={"seat": 2, "ms": 280}, reactions={"2": {"best_ms": 280, "median_ms": 400}}),
    )
    assert [(one.who, one.ms) for one in found.fastest] == [("Jan", 280)]
    assert [(one.who, one.ms) for one in found.reactions] == [("Jan", 250), ("Ola", 300)]


# -- whatever was played -----------------------------------------------------------------------------------

NAMES = st.dictionaries(st.integers(1, 5), st.sampled_from(["Ola", "Jan", "Ewa", "ola"]), max_size=4)


@st.composite
def results(draw: st.DrawFn) -> dict[str, Any]:
    seats = tuple(draw(st.lists(st.integers(1, 5), min_size=1, max_size=5, unique=True)))
    winners = draw(st.lists(st.sampled_from(seats), unique=True))
    score: dict[str, Any] = {"score": 7} if draw(st.booleans()) else {}
    names, game = draw(NAMES), draw(st.sampled_from(["kezao", "17"]))
    return told(*winners, names=names, seats=seats, game=game, at=draw(st.integers(0, 1000)), **score)


@given(st.lists(results(), max_size=8))
def test_every_game_against_each_other_is_in_one_series_won_or_drawn(games: list[dict[str, Any]]) -> None:
    found = after(*games)
    met = [one for one in read_all(games) if _against(one)]
    assert sum(_played(one) for one in found.series) == len(met)
    for one in (*found.series, *found.pairs):
        assert list(one.wins) == sorted(one.wins, reverse=True)
        assert tuple(map(sum, zip(*one.by_game.values(), strict=True))) == one.wins
    assert sum(_played(one) for one in found.pairs) == sum(map(_meetings, met))


def _against(game: Played) -> bool:
    return len(game.sides) > 1 and game.score is None and bool(game.winners)


def _played(tally: Tally) -> int:
    return sum(tally.wins) + tally.drawn


def _meetings(game: Played) -> int:
    """Pairs of players who were rivals, but for those who both lost to a third."""
    lost, all_of_them = list(game.sides.values()).count(False), len(game.sides)
    return (all_of_them * (all_of_them - 1) - lost * (lost - 1)) // 2


@given(st.lists(results(), max_size=8))
def test_the_longest_streak_is_the_longest_run_of_games_that_one_has_won(games: list[dict[str, Any]]) -> None:
    found = after(*games)
    rows: dict[object, str] = {}
    for game in filter(_against, read_all(games)):
        alone = list(game.sides.values()).count(True) == 1
        for side, won in game.sides.items():
            rows[side] = rows.get(side, "") + ("w" if won and alone else " ")
    best = {who: max(map(len, row.split())) for who, row in rows.items() if row.strip()}
    longest = max(best.values(), default=0)
    assert (found.longest.games if found.longest is not None else 1) == max(longest, 1)
    now = {who: len(row) - len(row.rstrip("w")) for who, row in rows.items()}
    told_now = {streak.who: streak.games for streak in found.streaks}
    assert told_now == {who: row for who, row in now.items() if row > 1}
