"""What counts most in each game, in our own words: the sentences of `companion.games.rules_page`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.words import T, Text

HOLD_OK = T("Hold ok: the menu, with undo and options.")
"""True in every game."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a reminder says, not yet in a language; see `companion.games.rules_page.Reminder`."""

    goal: Text
    lines: tuple[Text, ...]
    buttons: tuple[Text, ...]


REMINDERS: Mapping[str, Words] = {
    "seven_ate_nine": Words(
        T("All play at once: get rid of your cards first."),
        (
            T("Each card shows a number and a step, plus or minus."),
            T("Work out both: only those two numbers fit on top."),
            T("Past 10 it goes on from 1; below 1 it comes back from 10."),
            T("Draw one card at a time, as many as you need."),
            T("Only the fastest card stays; the late ones go back."),
            T("Your very last card always fits: face down, and you win."),
            T("All stuck: make new stacks, the oldest turns up a card."),
        ),
        (
            T("Press: I have just laid a card."),
            T("ok: stop! Whoever laid a wrong card presses."),
            T("Knob: which card lies there, or: everyone is stuck."),
        ),
    ),
    "kezao": Words(
        T("The dice ask for colours: empty your hand first."),
        (
            T("A plain die: your card must have this colour."),
            T("A crossed die: your card must not have it."),
            T("One colour on both kinds: the dice roll again."),
            T("There is one place for each player; be quick!"),
            T("A joker fits whatever the dice show."),
            T("Wrong card: it comes back with three more; sit out."),
            T("Hand empty: one point. Three points win."),
        ),
        (
            T("Press: roll when it is your roll; then: a card laid."),
            T("ok: stop! Whoever laid a wrong card presses."),
            T("Knob: which two dice you take."),
        ),
    ),
    "rachmistrz": Words(
        T("Three digits make a number: claim it, grow a big group."),
        (
            T("Take all three digits, each once."),
            T("Add, subtract, multiply, divide; brackets are fine."),
            T("A 2 and a 3 never make 23."),
            T("Whoever has a number first turns the glass."),
            T("Others have until the sand is out; each number once."),
            T("Then show your sums: a wrong one gives its token back."),
            T("At the end: your largest group, minus tokens left."),
        ),
        (
            T("Press: I have one! The first press turns the glass."),
            T("ok: that is right; back: that is wrong."),
            T("Knob: digits, numbers and a hint."),
        ),
    ),
    "the_game": Words(
        T("All together: lay all fifty cards on two piles."),
        (
            T("One pile climbs, the other falls; gaps don't matter."),
            T("Your turn: lay one or two, then hold two again."),
            T("The trick: a card of the top's colour always goes."),
            T("Talk, but never tell the exact number."),
            T("If you can't lay on your turn, all have lost."),
            T("For experts: exactly one card a turn."),
        ),
        (
            T("Press or ok: my turn is over."),
            T("Knob: the card you laid: colour, number, pile."),
            T("Knob, before your first card: I'm stuck."),
        ),
    ),
    "seventeen": Words(
        T("Feel when the row makes 17, and call CHECK! first."),
        (
            T("Lay a card; hearts up hides its number, but it counts."),
            T("Then anybody may call. Nobody does? Draw, next player."),
            T("17 or more: composure for the caller, nerves for the last."),
            T("Too little: just the other way round."),
            T("Your second nerves cost one composure, and both go."),
            T("A hidden trap pays its owner and shakes the caller."),
            T("Three composure win."),
        ),
        (
            T("Press on your turn: card laid; again: drawn, done."),
            T("Press on another's card: CHECK! On your own turn: hold."),
            T("Knob: special cards, traps and the sum."),
        ),
    ),
    "buzzer": Words(
        T("A question for all: who is first with the answer?"),
        (
            T("Wait until it is open: early presses bar you a while."),
            T("The first press answers; its lead is shown."),
            T("Right: points. Wrong: the others may press again."),
            T("Too close to tell is a tie: the table decides."),
        ),
        (
            T("Press: I know it!"),
            T("ok: a new question; ok again: open; then: next."),
            T("Knob: was the answer right?"),
        ),
    ),
    "dice": Words(
        T("Dice for any game: the box rolls them fairly."),
        (
            T("From one die to ten, with two sides or a hundred."),
            T("Lock what shall stay; the others roll again."),
            T("The total stands below, and which roll it was."),
        ),
        (
            T("Press or ok: roll."),
            T("Knob: lock a die, or let it go."),
        ),
    ),
    "hourglass": Words(
        T("A sand glass for any game, as long as you like."),
        (
            T("Five seconds to an hour."),
            T("The last seconds tick, then it rings."),
            T("Pressed again it is full, or turned over: you choose."),
        ),
        (
            T("Press: start; again: a new turn of the glass."),
            T("ok: stop the sand, and let it run on."),
            T("Knob: five seconds more or less."),
        ),
    ),
    "stopwatch": Words(
        T("One watch for all: who took how long?"),
        (
            T("The first press starts it for everyone."),
            T("After that every press is a lap of your own."),
            T("The press counts, not when the screen shows it."),
        ),
        (
            T("Press: start; then: my lap."),
            T("ok: start or stop."),
            T("Knob, when it stands: go on, or back to zero."),
        ),
    ),
    "turns": Words(
        T("Each player has a clock; only one of them runs."),
        (
            T("It is your turn: your time runs down."),
            T("Press when you are done: the next clock runs."),
            T("A turn may earn a bonus of some seconds."),
            T("Out of time: you are passed over."),
            T("The last one with time left wins."),
        ),
        (
            T("Press on your turn: I'm done."),
            T("ok: pause, and go on."),
            T("ok, when a time is up: the next player."),
        ),
    ),
}
"""By the game's name."""
