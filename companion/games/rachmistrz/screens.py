"""What people see of Rachmistrz: the digits, the sand, whose sum is to be said, and what it was worth."""

from __future__ import annotations

from companion.games.clocks import LAST_S, sand, sand_changes_at
from companion.games.options import Setup
from companion.games.rachmistrz.rules import USUAL_DIE, Rules
from companion.games.rachmistrz.state import Claim, Options, Phase, State
from companion.games.ruling_words import listed, place, winners_screen
from companion.words import Say
from firmware.events import Seat
from firmware.falling_sand import next_number_in, seconds_shown
from firmware.rolling import Die
from firmware.views import Dice, Face, Lamp, Mood, Score, Screen

MOST_BESIDE = 3
"""So many claims stand beside the sand, with the digits still above them: of more, the numbers alone."""


# -- the main panel ------------------------------------------------------------------------------------------


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The main panel, by phase."""
    rules = Rules(setup)
    match state.phase:
        case Phase.ROLL:
            return _roll(state, rules, say)
        case Phase.THINK:
            if rules.board is not None and not rules.board.printed:  # people look at theirs
                return Screen(say("not a printed board"), figure=_dice(state))
            return Screen(say("Got a number? Press!"), figure=_dice(state))
        case Phase.GLASS:
            return _glass(state, rules, now, say)
        case Phase.VERIFY:
            return _verify(state, rules, say)
        case Phase.SCORE:
            return _groups(state, say)
        case Phase.OVER:
            return winners_screen(say("The best reckoner"), state.won, _points(state), say)


def _dice(state: State) -> Dice:
    return Dice(tuple(Face(str(digit)) for digit in state.digits or "???"))


def _scores(state: State) -> tuple[Score, ...]:
    """What each seat has left; those that have just laid a token stand out."""
    laid = {claim.seat for claim in state.claims if claim.right}
    return tuple(Score(seat, state.hand(seat), seat in laid) for seat in state.tokens)


def _roll(state: State, rules: Rules, say: Say) -> Screen:
    title = say("{who} rolls", who=say.name(state.roller))
    faces = (say("digits 1 to 9"),) if rules.die == USUAL_DIE else ()  # the printed ones may be others
    return Screen(title, str(state.roller), state.roller, faces, _scores(state))


def _numbers(claims: tuple[Claim, ...]) -> str:
    return " ".join(claim.number for claim in claims)


def _glass(state: State, rules: Rules, now: int, say: Say) -> Screen:
    first, title = state.first_seats, state.lying
    if len(first) > 1:
        title += " · " + say("tie {seats}", seats=listed(first))
    came_first = [state.of(seat)[0] for seat in first]
    claims = tuple(Score(claim.seat, claim.number, claim in came_first) for claim in state.claims)
    if len(claims) > MOST_BESIDE:
        title, claims = f"{state.lying} · {_numbers(state.claims)}", ()
    left = state.glass.left(now)
    running = sand(left, rules.setup.options.glass, running=True)
    return Screen(title, str(seconds_shown(left)), scores=claims, figure=running)


def _verify(state: State, rules: Rules, say: Say) -> Screen:
    """Whose sum is to be said; that none makes its number is told now that it is."""
    claim = state.judged
    assert claim is not None
    told = state.hint if state.hinted or state.unmakeable else None
    title = state.lying if told is None else say.text(told)
    no_field = claim.result is not None and not rules.is_whole(claim)
    text = [say("field?") if no_field else say("the sum?"), say("back: wrong")]
    if len(state.tokens[claim.seat]) > 1:
        text[0] = say("{what} colour {n}", what=text[0], n=claim.colour + 1)
    return Screen(title, claim.number, claim.seat, tuple(text))


def _groups(state: State, say: Say) -> Screen:
    seat = next((seat for seat in state.tokens if seat not in state.groups), None)
    if seat is None:
        return Screen(say("Largest group"), say("Points"), scores=_points(state))
    title = say("{who}: group?", who=say.name(seat))
    return Screen(title, str(seat), seat, (), _points(state))


def _points(state: State) -> tuple[Score, ...]:
    return tuple(Score(seat, str(state.scores.get(seat, "?")), seat in state.won) for seat in state.tokens)


# -- a seat's own panel --------------------------------------------------------------------------------------


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: what it may do now, in the fewest words."""
    rules = Rules(setup)
    title = say("tokens {tokens}", tokens=state.hand(seat))
    match state.phase:
        case Phase.ROLL:
            return _seat_rolls(state, seat, rules.die, title, say)
        case Phase.THINK:
            return Screen(title, figure=_dice(state), hint=say("Got a number? Press!"), mood=Mood.TURN)
        case Phase.GLASS:
            return _seat_in_time(state, seat, rules, now, say)
        case Phase.VERIFY:
            return _seat_judged(state, seat, title, say)
        case Phase.SCORE:
            return _seat_counted(state, seat, title, say)
        case Phase.OVER:
            return Screen(big=say("the end"), sign=seat)


def _seat_rolls(state: State, seat: Seat, die: Die | None, title: str, say: Say) -> Screen:
    before = " ".join(_told(claim, say) for claim in state.of(seat))
    if seat == state.roller:
        prompt = say("roll the dice") if die is None else say("press: roll")
        return Screen(title, say("YOU"), seat, (before,) if before else (), hint=prompt, mood=Mood.TURN)
    text = say("you: {what}", what=before) if before else say("rolls the dice")
    prompt = say("Got a number? Press!") if die is None else ""
    return Screen(title, str(state.roller), state.roller, (text,), hint=prompt, mood=Mood.WAIT)


def _told(claim: Claim, say: Say) -> str:
    """What became of a token: it is turned over, or comes back."""
    if claim.result is None:
        return say("right") if claim.right else say("wrong")
    if claim.right:
        return say("{number} right", number=claim.number)
    return say("{number} wrong", number=claim.number)


def _seat_in_time(state: State, seat: Seat, rules: Rules, now: int, say: Say) -> Screen:
    """Who still thinks needs the digits most, and the sand only when it is nearly out."""
    left, mine = state.glass.left(now), state.of(seat)
    seconds, running = seconds_shown(left), sand(left, rules.setup.options.glass, running=True)
    if len(mine) < rules.most:
        prompt = say("Got another? Press!") if mine else say("Got a number? Press!")
        if seconds > LAST_S and state.digits:
            title = say("{seconds} s", seconds=seconds)
            return Screen(title, figure=_dice(state), hint=prompt, mood=Mood.TURN)
        return Screen(state.lying, str(seconds), hint=prompt, mood=Mood.TURN, figure=running)
    known = all(claim.result is not None for claim in mine)
    prompt = say("your number: {number}", number=_numbers(mine)) if known else say("say your number")
    came = say("FIRST!") if state.race.winner == seat else place(say, state.race, seat)
    return Screen(came, str(seconds), hint=prompt, mood=Mood.WAIT, figure=running)


def _seat_judged(state: State, seat: Seat, title: str, say: Say) -> Screen:
    judged, mine = state.judged, state.of(seat)
    assert judged is not None
    if seat == judged.seat:
        return Screen(title, judged.number, seat, (say("say your sum"),), mood=Mood.TURN)
    if not mine:
        return Screen(title, judged.number, judged.seat, (say("says the sum"),), mood=Mood.WAIT)
    so_far = tuple(_told(claim, say) for claim in mine if claim.right is not None)
    return Screen(title, _numbers(mine), seat, so_far, mood=Mood.WAIT)


def _seat_counted(state: State, seat: Seat, title: str, say: Say) -> Screen:
    if seat not in state.groups:
        return Screen(title, say("Count"), seat, (say("your largest group"),))
    group = say("largest group {n}", n=state.groups[seat])
    return Screen(title, str(state.scores[seat]), seat, hint=group, mood=Mood.WAIT)


# -- lamps and time ------------------------------------------------------------------------------------------


def lamp(setup: Setup[Options], state: State, seat: Seat, now: int) -> Lamp:
    """Lit: you may press. Blinking: it is about you."""
    rules = Rules(setup)
    match state.phase:
        case Phase.ROLL:
            if rules.die is None:
                return Lamp.BLINK if seat == state.roller else Lamp.ON
            return Lamp.ON if seat == state.roller else Lamp.OFF
        case Phase.THINK:
            return Lamp.ON
        case Phase.GLASS:
            if len(state.of(seat)) < rules.most:
                return Lamp.ON
            return Lamp.BLINK if seat in state.first_seats else Lamp.OFF
        case Phase.VERIFY:
            return Lamp.BLINK if state.judged is not None and seat == state.judged.seat else Lamp.OFF
        case Phase.SCORE | Phase.OVER:
            return Lamp.BLINK if seat in state.won else Lamp.OFF


def changes_at(setup: Setup[Options], state: State, now: int) -> int | None:
    """While sand runs, the next second, or the next grain that is seen (ns)."""
    if state.phase is not Phase.GLASS:
        return None
    left = state.glass.left(now)
    return min(now + next_number_in(left), sand_changes_at(left, setup.options.glass, now)) if left else None
