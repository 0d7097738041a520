"""What people see of a quiz: may I press, who was first, who is asked next; everyone's place at the end."""

from __future__ import annotations

from companion.games.buzzer.scoring import leaders, teams
from companion.games.buzzer.state import Options, Phase, State, Team
from companion.games.clocks import clock
from companion.games.options import Setup
from companion.games.ruling_words import behind, listed, others
from companion.words import Say, team_key
from firmware.events import Seat
from firmware.falling_sand import next_number_in, seconds_shown
from firmware.views import Lamp, Mood, Score, Screen

NAMED, SHORT = 4, 8
"""So many teams can be named beside a word as large as can be read, with so many letters each."""

QUEUED, QUEUED_BESIDE = 5, 2
"""So many of the queue fit on a line, and so many beside a clock."""


def main(setup: Setup[Options], state: State, now: int, say: Say) -> Screen:
    """The main panel, by phase; once ruled, who, and the whole order."""
    title, left = question_of(state, say), state.clock(setup.options, now)
    match state.phase:
        case Phase.IDLE:
            return Screen(title, say("Quiz"), scores=_scores(setup, state, say))
        case Phase.ARMED:
            if state.early:
                title = say("too early: {seats}", seats=listed(state.early))
            return Screen(title, say("WAIT"), mood=Mood.WAIT)
        case Phase.OPEN:
            return Screen(title, say("PRESS!") if left is None else clock(seconds_shown(left)))
        case Phase.RULED:
            return _ruled(setup, state, title, left, say)
        case Phase.OVER:
            won = leaders(setup, state)
            return Screen(
                title=say.plural("{n} question", "{n} questions", state.question),
                big=say.team(won) if won == setup.options.team(won[0]) else say("Shared!"),
                sign=won[0] if len(won) == 1 else None,
                scores=_scores(setup, state, say, won),
            )


def question_of(state: State, say: Say) -> str:
    """The question's number, and its worth where that isn't as usual."""
    number = state.question
    if state.phase is Phase.IDLE:
        if state.timed_out:
            return say("time is up")
        if not number and state.worth is None:
            return say("Who's first?")
        number += state.worth is not None  # what was said of the next one
    title = say("Question {n}", n=number)
    return title if state.worth is None else say("{title} · {points}p", title=title, points=state.worth)


def _scores(
    setup: Setup[Options], state: State, say: Say, strong: tuple[Seat, ...] = ()
) -> tuple[Score, ...]:
    """Of each team, where there is room for it with its name, or its seats; of each seat that plays alone."""
    every = teams(setup)

    def text(team: Team) -> str:
        points, name = state.points[team[0]], say.team(team)
        if len(team) == 1 or len(every) > NAMED:
            return say("{points}p", points=points)
        return say("{points}p {team}", points=points, team=name if len(name) <= SHORT else team_key(team))

    return tuple(Score(team[0], text(team), strong=not set(team).isdisjoint(strong)) for team in every)


def _ruled(setup: Setup[Options], state: State, title: str, left: int | None, say: Say) -> Screen:
    who = state.answers
    if who is None:
        tied = listed(state.asked(setup.options))
        return Screen(title, say("TIE"), text=(say("seats {seats}", seats=tied),))
    big = say.name(who)
    if state.judged:
        return Screen(say("Right!"), big, who, scores=_scores(setup, state, say, (who,)))
    queue = state.queue(setup.options)
    lines = others(say, state.race) if who == state.race.winner else []
    if queue:
        lines = [say("then: {seats}", seats=listed(queue[:QUEUED]))]
    if left is not None:
        lines = lines[:1] if len(big) <= SHORT else []  # more would hide the clock
        about = title if state.worth is None else say("{points}p", points=state.worth)
        if queue and not lines:
            about = say("then: {seats}", seats=listed(queue[:QUEUED_BESIDE]))
        title = say("{title} · {seconds} s", title=about, seconds=seconds_shown(left))
    return Screen(say("time is up") if state.timed_out else title, big, who, tuple(lines))


def seat(setup: Setup[Options], state: State, seat: Seat, now: int, say: Say) -> Screen:
    """A seat's own panel: may I press, was I first, when am I asked?"""
    title, options = _points(setup, state, seat, say), setup.options
    match state.phase:
        case Phase.IDLE:
            return Screen(title, say("Ready"), seat)
        case Phase.OVER:
            return Screen(big=say("the end"), sign=seat)
        case Phase.RULED if state.answers in options.team(seat):
            return _answering(state, state.answers, seat, title, say)
        case Phase.ARMED | Phase.OPEN | Phase.RULED if not state.may_press(seat, now, options):
            return Screen(title, say("BARRED"), seat, (_why_not(state, seat, options, say),), mood=Mood.WAIT)
        case Phase.ARMED:
            return Screen(title, say("WAIT"), seat, mood=Mood.WAIT)
        case Phase.OPEN:
            return Screen(title, say("PRESS!"), seat, mood=Mood.TURN)
        case Phase.RULED:
            return _place(state, seat, title, options, say)


def _points(setup: Setup[Options], state: State, seat: Seat, say: Say) -> str:
    """A seat's points, or its team's, and which that is."""
    points, team = state.points[seat], setup.options.team(seat)
    if len(team) == 1:
        return say.plural("{n} point", "{n} points", points)
    return say("{points}p {team}", team=say.team(team), points=points)


def _why_not(state: State, seat: Seat, options: Options, say: Say) -> str:
    """Why a seat may not press: its team has answered, or it or one of its team was too early."""
    if state.is_out(seat, options):
        return say("not this question")
    if seat in state.early:
        return say("too early!")
    mates = (mate for mate in options.team(seat) if mate in state.early)
    return say("{who}: too early!", who=say.name(next(mates)))


def _answering(state: State, who: Seat, seat: Seat, title: str, say: Say) -> Screen:
    """Of whoever answers, or has answered right, and of the others in the team."""
    if state.judged:
        return Screen(title, say("Right!").upper(), seat)
    if seat != who:
        return Screen(title, "–", seat, (say("{who} answers", who=say.name(who)),))
    if state.timed_out:
        return Screen(title, say("TIME!"), seat, (say("time is up"),), mood=Mood.WAIT)
    big = say("FIRST!") if seat == state.race.winner else say("YOU!")
    return Screen(title, big, seat, (say("answer now"),), mood=Mood.TURN)


def _place(state: State, seat: Seat, title: str, options: Options, say: Say) -> Screen:
    """When a seat is asked, or how it came in."""
    ruling, queue = state.race.ruling, state.queue(options)
    assert ruling is not None
    if seat in state.asked(options):
        return Screen(title, say("TIE"), seat, (say("the table decides"),))
    if state.answers is not None and (mates := [one for one in queue if one in options.team(seat)]):
        before = queue.index(mates[0]) + 1
        waits = say("you're next") if before == 1 else say("{n} before you", n=before)
        text = waits if seat in mates else say.name(mates[0])
        return Screen(title, say("{place}.", place=before + 1), seat, (text,))
    if seat in ruling.tied:
        return Screen(title, say("TIE"), seat)
    if seat in ruling.late:
        return Screen(title, say("TOO LATE"), seat, (say("the press came too late"),))
    if seat in ruling.order:
        place = say("{place}.", place=ruling.order.index(seat) + 1)
        return Screen(title, place, seat, (behind(say, state.race, seat),))
    return Screen(title, "–", seat)


def lamp(setup: Setup[Options], state: State, seat: Seat, now: int) -> Lamp:
    """Lit: you may press. Blinking: you are first, until it is judged."""
    if state.phase is Phase.OPEN:
        return Lamp.ON if state.may_press(seat, now, setup.options) else Lamp.OFF
    return Lamp.BLINK if seat in state.asked(setup.options) and not state.judged else Lamp.OFF


def changes_at(setup: Setup[Options], state: State, now: int) -> int | None:
    """At each whole second of a clock, and when a bar ends."""
    bars = [state.barred_until(seat, setup.options) for seat in state.early]
    changes = [until for until in bars if until is not None and until > now]
    left = state.clock(setup.options, now)
    if left:
        changes.append(now + next_number_in(left))
    return min(changes, default=None)
