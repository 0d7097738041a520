from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.catalogue import all_games
from companion.games.options import YES_NO, Surroundings
from companion.session.session import Session
from companion.words import T
from firmware.times import Times
from firmware.views import Lamp
from tests.companion.session.evening import Evening

GAMES = ", ".join(game.name for game in all_games())


def joined(*seats: int, game: str = "seventeen") -> Evening:
    """A game chosen from the menu, and who has joined; the last press is at 1000 ms + 100 a seat."""
    evening = Evening()
    choose(evening, game, 500)
    for index, seat in enumerate(seats):
        evening.tap(seat, 1000 + 100 * index)
    return evening


def choose(evening: Evening, game: str, ms: float) -> None:
    """Turn the knob to a game and press ok."""
    evening.knob(-100, ms)
    evening.knob([game.name for game in all_games()].index(game), ms)
    evening.ok(ms)
    assert evening.see["game"] == game


def at_options(*seats: int, game: str = "seventeen") -> Evening:
    evening = joined(*seats, game=game)
    evening.ok(3000)
    assert evening.see["phase"] == "options"
    return evening


def stand_on(evening: Evening, option: str, ms: float) -> None:
    """Turn the knob to an option; 400 ms before that into *more* if it isn't among the first."""
    while evening.state.path:
        evening.key("back", ms - 400)
    if f"change {option}" not in texts(evening):
        turn_to(evening, "more", ms - 400)
        evening.ok(ms - 400)
    turn_to(evening, f"change {option}", ms)


def texts(evening: Evening) -> list[str]:
    return [choice.text for choice in evening.choices]


def turn_to(evening: Evening, text: str, ms: float) -> None:
    evening.knob(-100, ms)
    evening.knob(texts(evening).index(text), ms)


def at_options_of_a_tool(game: str, *seats: int) -> Evening:
    """A tool, which begins as soon as it is chosen, and its options."""
    evening = Evening()
    evening.state = replace(evening.state, seats=seats)
    choose(evening, game, 500)
    turn_to(evening, "options", 1000)
    evening.ok(1500)
    assert evening.see["phase"] == "options"
    return evening


def change(evening: Evening, option: str, ms: float) -> None:
    """Turn the knob to an option and press ok once."""
    stand_on(evening, option, ms)
    evening.ok(ms)
    assert evening.refused is None


def test_the_box_switched_on_shows_a_menu_of_every_game_and_the_languages() -> None:
    evening = Evening()
    assert (evening.see["phase"], evening.see["game"], evening.see["winners"]) == ("menu", None, None)
    offered = [choice.text for choice in evening.session.choices(evening.state)]
    assert offered == [*(f"choose {game.name}" for game in all_games()), *offered[-4:]]
    assert offered[-4:] == ["history", "names", "volume", "language"]
    assert evening.standing == offered[0]


def test_a_button_in_the_menu_is_told_to_wait_for_a_game() -> None:
    evening = Evening()
    evening.press(3, 100)
    assert evening.refused == "First choose a game: knob, then ok"
    assert evening.state.refused_seat == 3


def test_the_knob_stops_at_both_ends_of_the_menu() -> None:
    evening = Evening()
    evening.knob(-3, 100)
    assert evening.see["cursor"] == 0
    evening.knob(99, 200)
    assert evening.standing == "language"


def test_the_language_is_switched_from_the_menu_and_back() -> None:
    evening = Evening()
    evening.knob(99, 100)
    evening.ok(500)
    assert (evening.see["language"], evening.standing) == ("pl", "language")
    polish = evening.shown.main
    evening.ok(1000)
    assert evening.see["language"] == "en"
    assert evening.shown.main != polish


@pytest.mark.plays("seventeen")
def test_seats_join_and_leave_by_pressing() -> None:
    evening = joined(3, 1, 4, 3)
    assert evening.see["phase"] == "seats"
    assert evening.see["seats"] == [1, 4]
    lamps = evening.shown.lamps
    assert {seat for seat, lamp in lamps.items() if lamp is Lamp.ON} == {1, 4}
    assert {seat for seat, lamp in lamps.items() if lamp is Lamp.BLINK} == {2, 3, 5, 6, 7, 8}


@pytest.mark.plays("seventeen")
def test_too_few_can_not_begin() -> None:
    evening = joined(2)
    evening.ok(3000)
    assert evening.see["phase"] == "seats"
    assert evening.refused == "At least 2 must join: press!"


@pytest.mark.plays("seventeen")
def test_no_more_join_than_the_game_takes() -> None:
    evening = joined(1, 2, 3, 4, 5, 6, 7)
    assert evening.refused == "At most 6 can play"
    assert evening.see["seats"] == [1, 2, 3, 4, 5, 6]
    evening.tap(6, 2500)
    evening.tap(7, 2600)
    assert evening.see["seats"] == [1, 2, 3, 4, 5, 7]


@pytest.mark.plays("seventeen")
def test_there_is_nothing_to_turn_to_while_people_join() -> None:
    evening = joined(1, 2)
    evening.knob(1, 2000)
    assert evening.refused == "Nothing to choose now"


@pytest.mark.plays("seventeen")
def test_back_goes_one_step_at_a_time_and_remembers_who_joined() -> None:
    evening = at_options(1, 3)
    evening.key("back", 4000)
    assert (evening.see["phase"], evening.see["seats"]) == ("seats", [1, 3])
    evening.key("back", 5000)
    assert (evening.see["phase"], evening.see["game"], evening.see["seats"]) == ("menu", None, [1, 3])
    evening.ok(6000)
    assert evening.see["seats"] == [1, 3]


@pytest.mark.plays("seventeen")
def test_back_first_takes_the_knob_back() -> None:
    evening = at_options(1, 3)
    evening.knob(2, 4000)
    evening.key("back", 4500)
    assert (evening.see["phase"], evening.see["cursor"]) == ("options", None)


@pytest.mark.plays("seventeen", "buzzer")
def test_a_bigger_table_than_the_next_game_takes_loses_its_last_seats() -> None:
    evening = joined(1, 2, 3, 4, 5, 6, 7, 8, game="buzzer")
    assert (evening.see["game"], len(evening.see["seats"])) == ("buzzer", 8)
    evening.key("back", 3000)
    choose(evening, "seventeen", 4000)
    assert (evening.see["game"], evening.see["seats"]) == ("seventeen", [1, 2, 3, 4, 5, 6])


@pytest.mark.plays("seventeen")
def test_start_is_the_first_of_the_options() -> None:
    evening = at_options(2, 5)
    evening.ok(4000)
    assert (evening.see["phase"], evening.see["turn"], evening.see["seats"]) == ("turn", 2, [2, 5])


@pytest.mark.plays("seventeen")
def test_ok_on_an_option_goes_round_its_values() -> None:
    evening = at_options(1, 2)
    seen = []
    for step in range(5):
        change(evening, "window_s", 4000 + 500 * step)
        seen.append(evening.option("window_s"))
    assert seen == ["3", "5", "10", "0", "3"]


@pytest.mark.plays("seventeen")
def test_options_reach_the_game() -> None:
    evening = at_options(2, 3, 6)
    change(evening, "first", 4000)
    change(evening, "window_s", 5000)
    change(evening, "tie_us", 6000)
    evening.key("back", 7000)
    evening.knob(-99, 7000)
    evening.ok(7500)
    game = evening.state.game
    assert game is not None
    assert (game.setup.seats, game.setup.first, game.setup.tie) == ((2, 3, 6), 3, 5_000_000)
    assert game.setup.options.window_s == 3_000_000_000


@pytest.mark.plays("seventeen")
def test_who_was_to_begin_and_left_does_not_begin() -> None:
    evening = at_options(2, 3, 6)
    change(evening, "first", 4000)
    evening.key("back", 5000)
    evening.key("back", 5100)
    assert evening.see["phase"] == "seats"
    evening.tap(3, 6000)
    evening.ok(7000)
    evening.ok(8000)
    assert (evening.see["phase"], evening.see["turn"]) == ("turn", 2)


@pytest.mark.plays("seven_ate_nine")
def test_a_child_that_left_is_no_longer_among_the_children() -> None:
    evening = at_options(1, 2, 3, game="seven_ate_nine")
    evening.enter("game seven_ate_nine seats=1,2,3 kids=1,3 side_piles=3 wins=3", 4000)
    evening.key("hold-ok", 5000)
    evening.knob(3, 5500)
    evening.ok(5600)
    assert evening.see["phase"] == "seats"
    evening.tap(3, 6000)
    evening.ok(7000)
    assert [evening.option(name) for name in ("kids", "side_piles", "wins")] == ["1", "", "3"]
    evening.ok(8000)
    assert (evening.refused, evening.see["phase"], evening.see["seats"]) == (None, "ready", [1, 2])


@pytest.mark.plays("seven_ate_nine")
def test_values_of_options_are_said_in_the_language_of_the_table() -> None:
    evening = at_options(1, 2, game="seven_ate_nine")
    change(evening, "wrap", 4000)
    assert (evening.shown.main.title, evening.shown.main.big) == ("Over 10, under 1", "not allowed")
    change(evening, "lang", 5000)
    assert evening.shown.main.big == "polski"
    change(evening, "wrap", 6000)
    assert evening.shown.main.big == "w kółko"
    change(evening, "contest", 7000)
    assert evening.shown.main.big == "500 ms"


def test_every_value_a_game_offers_in_words_has_a_name_in_both_languages() -> None:
    for game in all_games():
        things = () if game.things is None else game.things.shipped
        for option in game.own_options:
            words = {value for value in option.offers if value.isalpha() and value not in things}
            assert option.shown.keys() <= set(option.offers)
            assert words <= {*YES_NO, *option.shown}


@pytest.mark.plays("seven_ate_nine")
def test_any_children_press_their_own_buttons_while_the_knob_stands_on_them() -> None:
    evening = at_options(1, 2, 4, game="seven_ate_nine")
    stand_on(evening, "kids", 4000)
    for seat, kids in ((4, "4"), (1, "1,4"), (4, "1")):
        evening.tap(seat, 5000)
        assert evening.option("kids") == kids
    evening.tap(3, 6000)
    assert (evening.option("kids"), evening.refused) == ("1", "Seat 3 is not in this game")


@pytest.mark.plays("seven_ate_nine")
def test_children_are_chosen_with_the_knob_alone_too_of_those_who_play() -> None:
    evening = at_options(1, 2, 4, game="seven_ate_nine")
    change(evening, "kids", 4000)
    assert [choice.label.filled() for choice in evening.choices] == ["Seat 1: no", "Seat 2: no", "Seat 4: no"]
    evening.knob(2, 5000)
    evening.ok(5500)
    assert (evening.option("kids"), evening.shown.main.big) == ("4", "Seat 4: yes")
    evening.key("back", 6000)
    assert evening.standing == "change kids"


@pytest.mark.plays("buzzer")
def test_teams_of_any_kind_are_made_by_pressing() -> None:
    evening = at_options(1, 2, 4, game="buzzer")
    stand_on(evening, "teams", 4000)
    seen = []
    for seat in (1, 4, 2, 2, 1, 1, 1):  # a seat's next press is the next team's, then it is alone again
        evening.tap(seat, 5000)
        seen.append(evening.option("teams"))
    assert seen == ["1", "1+4", "1+2+4", "1+4,2", "4,1+2", "4,2,1", "4,2"]


@pytest.mark.plays("dice")
def test_any_dice_are_put_together_with_the_knob() -> None:
    evening = at_options_of_a_tool("dice", 1)
    change(evening, "set", 4000)
    steps = ("Others ...", "2 ...", "2d8", "and more ...", "2d8+1 ...", "2d8+1d20", "2d8+1d20: that's all")
    for at, label in enumerate(steps, 5):
        labels = [choice.label.filled() for choice in evening.choices]
        evening.knob(-100, at * 1000)
        evening.knob(labels.index(label), at * 1000)
        evening.ok(at * 1000)
    assert evening.option("set") == "2d8+1d20"


@pytest.mark.plays("seventeen")
def test_the_language_can_be_an_option_of_the_game() -> None:
    evening = at_options(1, 2)
    change(evening, "lang", 4000)
    assert evening.see["language"] == "pl"


@pytest.mark.parametrize("typed", ["choose chess", "start", "change tie_us", "hello"])
def test_words_that_are_no_choice_of_the_menu_are_refused(typed: str) -> None:
    evening = Evening()
    evening.enter(typed, 100)
    assert evening.see["phase"] == "menu"
    assert evening.refused is not None


@pytest.mark.plays("buzzer")
def test_every_choice_can_be_typed_too() -> None:
    evening = Evening()
    evening.enter("choose buzzer", 100)
    evening.tap(1, 200)
    evening.tap(2, 400)
    evening.ok(1000)
    evening.enter("change penalty", 2000)
    assert evening.option("penalty") == "1000"
    evening.enter("start", 3000)
    assert (evening.see["game"], evening.see["phase"]) == ("buzzer", "idle")


@pytest.mark.parametrize("key", ["undo", "redo", "pause"])
def test_before_a_game_there_is_nothing_to_undo_or_pause(key: str) -> None:
    evening = Evening()
    evening.key(key, 100)
    assert evening.refused == "Nothing is being played"


# -- typed games ---------------------------------------------------------------------------------------------


@pytest.mark.plays("seventeen", "buzzer")
def test_a_typed_game_begins_at_once_wherever_the_box_stands() -> None:
    for evening in (Evening(), joined(1), at_options(1, 2)):
        evening.enter("game seventeen seats=2,4,6 first=4", 5000)
        assert (evening.see["phase"], evening.see["turn"], evening.see["seats"]) == ("turn", 4, [2, 4, 6])
        evening.press(4, 6000)
        evening.key("pause", 7000)
        evening.enter("game buzzer seats=1,2 lang=pl", 8000)
        assert (evening.see["game"], evening.see["paused"], evening.see["language"]) == (
            "buzzer",
            False,
            "pl",
        )


@pytest.mark.plays("seventeen", "buzzer")
def test_without_seats_everyone_the_game_takes_is_in() -> None:
    evening = Evening()
    evening.enter("game seventeen", 100)
    assert evening.see["seats"] == [1, 2, 3, 4, 5, 6]
    evening.enter("game buzzer", 200)
    assert evening.see["seats"] == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.plays("seventeen")
@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("game", f"expected a game ({GAMES}), got ''"),
        ("game chess", f"expected a game ({GAMES}), got 'chess'"),
        (
            "game seventeen colour=red",
            "seventeen: expected option=value with one of seats, first, window_min_ms, window_s, close, "
            "lang, tie_us, settle_ms; got 'colour=red'",
        ),
        (
            "game seventeen fast",
            "seventeen: expected option=value with one of seats, first, window_min_ms, window_s, close, "
            "lang, tie_us, settle_ms; got 'fast'",
        ),
        ("game seventeen first=1 first=2", "seventeen: first is said twice"),
        ("game seventeen seats=1", "For 2 to 6 players"),
        ("game seventeen seats=1,2,3,4,5,6,7", "For 2 to 6 players"),
        ("game seventeen seats=1,1", "seventeen: expected seats to be each seat once; got '1,1'"),
        (
            "game seventeen seats=0,1",
            "seventeen: expected seats to be seats from 1 to 8 with commas between, such as 1,2,4; got '0,1'",
        ),
        (
            "game seventeen seats=",
            "seventeen: expected seats to be seats from 1 to 8 with commas between, such as 1,2,4; got ''",
        ),
        (
            "game seventeen seats=1,2 first=3",
            "Who begins? Seat 3 doesn't play",
        ),
        (
            "game seventeen first=x",
            "seventeen: expected first to be a whole number from 1 to 8; got 'x'",
        ),
        ("game seventeen lang=de", "seventeen: expected lang to be pl or en; got 'de'"),
        (
            "game seventeen tie_us=1000001",
            "seventeen: expected tie_us to be a whole number from 0 to 1000000; got '1000001'",
        ),
        (
            "game seventeen settle_ms=0",
            "seventeen: expected settle_ms to be a whole number from 1 to 1000; got '0'",
        ),
        (
            "game seventeen window_s=1.0001",
            "seventeen: expected window_s to be seconds from 0 to 600; got '1.0001'",
        ),
    ],
)
def test_a_typed_game_that_can_not_be_is_refused_in_one_line(typed: str, why: str) -> None:
    evening = Evening()
    evening.enter(typed, 100)
    assert evening.see["phase"] == "menu"
    assert evening.refused == why


@pytest.mark.plays("buzzer")
def test_a_box_of_six_refuses_the_seat_it_has_not_got() -> None:
    evening = Evening(Session(Surroundings(tuple(range(1, 7)), Times(), "en")))
    evening.enter("game buzzer seats=1,8", 100)
    assert evening.refused == "buzzer: expected seats of this box [1, 2, 3, 4, 5, 6], got [1, 8]"


@pytest.mark.plays("seventeen")
def test_the_games_own_times_default_to_the_boxs() -> None:
    evening = Evening(Session(Surroundings(tuple(range(1, 9)), Times(tie=7_000, settle=40_000_000), "pl")))
    evening.enter("game seventeen", 100)
    game = evening.state.game
    assert game is not None
    assert (game.setup.tie, game.setup.settle, game.setup.language) == (7_000, 40_000_000, "pl")


@pytest.mark.plays("seventeen")
def test_a_games_options_are_remembered_for_the_next_time_it_is_chosen() -> None:
    evening = at_options(1, 2)
    change(evening, "window_s", 4000)
    change(evening, "lang", 4500)
    value = evening.option("window_s")
    assert value != "0"
    evening.knob(-99, 5000)
    evening.ok(5500)
    assert evening.see["phase"] == "turn"
    evening.key("hold-ok", 6000)
    evening.knob(99, 6500)
    evening.ok(7000)
    assert (evening.see["phase"], evening.see["language"]) == ("menu", "pl")
    choose(evening, "seventeen", 8000)
    evening.ok(9000)
    assert evening.see["phase"] == "options"
    assert evening.option("window_s") == value
    assert evening.state.said.keys() == {"window_s"}


@pytest.mark.plays("seventeen", "buzzer")
def test_each_game_remembers_options_of_its_own() -> None:
    evening = Evening()
    evening.enter("game buzzer seats=1,2 points=5", 1000)
    evening.enter("game seventeen seats=1,2 first=2 window_s=3", 2000)
    assert evening.state.kept.options == {"buzzer": {"points": "5"}, "seventeen": {"window_s": "3"}}


@pytest.mark.plays("seventeen")
def test_what_is_typed_needs_no_memory() -> None:
    evening = Evening()
    evening.enter("game seventeen seats=1,2 window_s=3", 1000)
    evening.enter("game seventeen seats=1,2", 2000)
    assert evening.state.game is not None
    assert evening.state.game.setup.options.window_s == 0


@pytest.mark.plays("dice")
def test_the_knob_offers_a_box_s_own_dice_too() -> None:
    evening = Evening(Session(Surroundings(tuple(range(1, 3)), Times(), "en", {"weather": ("sun", "rain")})))
    evening.enter("choose dice", 100)
    turn_to(evening, "options", 500)
    evening.ok(1000)
    offered = set()
    for turn in range(20):
        evening.enter("change set", 1100 + turn * 100)
        offered.add(evening.state.said["set"])
    assert "weather" in offered
    evening.enter("game dice seats=1 set=2weather", 5000)
    assert evening.see["phase"] == "ready"


def test_the_box_s_own_times_stand_last_under_more_where_presses_race_and_nowhere_else() -> None:
    for game in all_games():
        evening = Evening()
        evening.enter(f"choose {game.name}", 100)
        if not game.at_once:
            for seat in range(1, game.players[0] + 1):
                evening.tap(seat, 200 * seat)
            evening.ok(2000)
        elif "options" in texts(evening):
            turn_to(evening, "options", 1000)
            evening.ok(2000)
        else:
            continue
        assert evening.see["phase"] == "options"
        assert not {"change tie_us", "change settle_ms"} & set(texts(evening))
        assert ("more" in texts(evening)) == game.races
        if game.races:
            assert texts(evening)[-1] == "more"
            turn_to(evening, "more", 3000)
            evening.ok(3000)
            assert texts(evening)[-2:] == ["change tie_us", "change settle_ms"]


@pytest.mark.plays("seven_ate_nine")
def test_what_does_nothing_without_another_option_is_offered_only_with_it() -> None:
    evening = at_options(1, 2, 3, game="seven_ate_nine")
    about_kids = {"change decks", "change times", "change side_piles"}
    assert not about_kids & set(texts(evening))
    assert evening.session.setting_up.option_value(evening.state, "kids")[0].called("") == T("nobody")
    turn_to(evening, "change kids", 4000)
    evening.tap(3, 4500)
    evening.tap(2, 5000)
    assert evening.shown.main.big == "seats 2,3"
    assert about_kids < set(texts(evening))
    evening.tap(2, 5500)
    evening.tap(3, 6000)
    assert (evening.shown.main.big, about_kids & set(texts(evening))) == ("nobody", set())


@pytest.mark.plays("dice")
def test_a_tool_begins_at_one_ok_with_its_last_options_and_rolls_at_the_second() -> None:
    evening = Evening()
    evening.enter("game dice seats=1,2 set=2d8", 100)
    evening.enter("menu", 200)
    evening.enter("quit", 300)
    turn_to(evening, "quit", 400)
    evening.ok(500)
    assert evening.see["phase"] == "menu"
    choose(evening, "dice", 1000)
    assert (evening.see["phase"], evening.see["seats"], evening.option("set")) == ("ready", [1, 2], "2d8")
    evening.ok(2000)
    assert (evening.refused, evening.see["phase"]) == (None, "rolling")


@pytest.mark.plays("dice", "buzzer")
def test_who_was_never_asked_to_sit_down_sits_nowhere_after_a_tool() -> None:
    evening = Evening()
    choose(evening, "dice", 500)
    assert len(evening.see["seats"]) == len(evening.session.seats)
    turn_to(evening, "options", 600)
    evening.ok(900)
    change(evening, "set", 1200)
    evening.knob(3, 1300)
    evening.ok(1500)
    turn_to(evening, "start", 1800)
    evening.ok(1900)
    assert (evening.see["phase"], evening.option("set")) == ("ready", "5d6")
    evening.key("back", 2000)
    assert evening.see["phase"] == "menu"
    choose(evening, "buzzer", 3000)
    assert (evening.see["phase"], evening.see["seats"]) == ("seats", [])


@pytest.mark.plays("dice")
def test_back_leaves_a_tool_only_while_nothing_was_done_with_it() -> None:
    evening = Evening()
    choose(evening, "dice", 500)
    evening.ok(1000)
    evening.key("back", 3000)
    assert (evening.see["game"], evening.refused) == ("dice", "Nothing to go back to")


@pytest.mark.plays("buzzer")
def test_who_presses_together_is_a_team() -> None:
    evening = at_options(1, 2, 3, 4, 5, game="buzzer")
    stand_on(evening, "teams", 4000)
    seen = []
    for seat, ms in ((1, 5000), (2, 5100), (3, 7000), (4, 7000), (5, 7250), (5, 9000)):
        evening.press(seat, ms)
        seen.append(evening.option("teams"))
    assert seen == ["1", "1+2", "1+2+3", "1+2,3+4", "1+2,3+4+5", "1+2,3+4,5"]
