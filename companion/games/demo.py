"""What is said about the rounds that play themselves (``companion/demos``): which sentence, from when on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from companion.words import T, Text, Who
from firmware.events import NS_PER_MS

Captions: TypeAlias = tuple[tuple[int, Text], ...]
"""Sentences in order of time: ns after the round's start, and what is said from then on."""


def captions(name: str) -> Captions:
    """What is said about a game's round.

    Args:
        name: the referee's; one of `companion.games.REFEREES`.
    """
    return tuple((round(seconds * 1000) * NS_PER_MS, text) for seconds, text in _SAID[name])


_SAID: Mapping[str, tuple[tuple[float, Text], ...]] = {
    "seven_ate_nine": (
        (0, T("7 Ate 9: the child has a third of the grown-ups' cards.")),
        (2, T("An 8 with ±3: 8 − 3 = 5 fits, and 8 + 3 goes on to 1.")),
        (4.5, T("Any button starts: 3, 2, 1 ...")),
        (9.2, T("{who} was 12 ms earlier: its card stays.", who=Who(4))),
        (12.2, T("0.2 ms apart: too close to tell. Both take theirs back.")),
        (16, T("Stop! A card that doesn't fit: its owner presses.")),
        (17.6, T("{who} takes the card back. ok: go on.", who=Who(2))),
        (20.5, T("{who} lays one card after another.", who=Who(4))),
        (22.4, T("One card left: it fits whatever it is.")),
        (25.2, T("9 ms before {other}: {who} has won!", who=Who(4), other=Who(3))),
    ),
    "kezao": (
        (0, T("Kezao: choose two dice with the knob, then press.")),
        (1.5, T("One die with a colour, one without.")),
        (3, T("Red on both kinds: the dice roll again.")),
        (6, T("Who has a card with red, and no orange on it?")),
        (8.1, T("A press: a card lies. Three players, three places.")),
        (10.2, T("The last place: {who} was 18 ms too late.", who=Who(3))),
        (12.6, T("{who} laid a wrong card: back, and three more.", who=Who(2))),
        (15.1, T("It has to sit out until the next roll.")),
        (17.1, T("Its place was free again: {who} has it.", who=Who(3))),
        (20, T("Next roller, and two quick cards.")),
        (25.2, T("One place, two cards at once: the table decides.")),
        (28.1, T("{who} was first, says the table.", who=Who(3))),
    ),
    "rachmistrz": (
        (0, T("Rachmistrz: roll the three dice and enter the digits.")),
        (1.5, T("4, 5 and 6: who can make a number?")),
        (5.2, T("{who} was 9 ms earlier, and turns the glass.", who=Who(2))),
        (6.5, T("26, it says. Nobody else can have 26 now.")),
        (8.6, T("{who} wanted 26, too: taken! Think again.", who=Who(3))),
        (11, T("A new press, another number.")),
        (15, T("All three are in: now show your sums.")),
        (17.6, T("4 × 5 + 6 = 26. Right!")),
        (20.6, T("(6 − 4) × 5 = 10. Right!")),
        (23.6, T("4 × 6 + 5 is 29, not 28: the token comes back.")),
        (26, T("The next one rolls.")),
    ),
    "the_game": (
        (0, T("The Game: all together against two piles.")),
        (2, T("A blue 2 begins the pile that climbs.")),
        (4.1, T("One card is enough: a press ends the turn.")),
        (6, T("A red 9 begins the pile that falls, then a yellow 8.")),
        (10, T("A gray 6: the climbing pile jumps far.")),
        (12.6, T("A green 4? Too low: the box says what would fit.")),
        (15.6, T("The trick! Gray on gray may go back: 1.")),
        (18.5, T("A green 3 on the falling pile ... what a pity.")),
        (21.1, T("Undo takes it back: a 7 is kinder.")),
        (25.1, T("Six cards lie, forty-four are left to go.")),
    ),
    "seventeen": (
        (0, T("17: lay cards in a row; who feels that it makes 17?")),
        (1.6, T("A press: a card lies. Now the others may call.")),
        (3.6, T("Nobody did: drawn, and the next player's turn.")),
        (6, T("A special card: the other way round!")),
        (9.1, T("One more card, and ...")),
        (10.6, T("CHECK! {who} was 12 ms earlier than {other}.", who=Who(4), other=Who(3))),
        (13.1, T("Hearts turned over: {who} had hidden a trap.", who=Who(2))),
        (14.6, T("The sum is 18: {who} was right, trap or not.", who=Who(4))),
        (16.6, T("Tokens are counted; the next round begins.")),
        (20.2, T("0.3 ms apart: nearest on the layer's left wins.")),
        (22.6, T("Only 12: called too soon, nerves for {who}.", who=Who(1))),
        (28.6, T("{who} calls at 9: too soon again.", who=Who(2))),
        (32.1, T("Three composure: {who} has won!", who=Who(4))),
    ),
    "buzzer": (
        (0, T("A quiz for four: a question is being read.")),
        (2.6, T("Too early! {who} may not press for a moment.", who=Who(3))),
        (4.5, T("Open: who knows it?")),
        (6.2, T("{who} was 12 ms earlier than {other}.", who=Who(2), other=Who(1))),
        (10.1, T("Wrong answer: the others may press again.")),
        (12.7, T("0.3 ms apart: a tie. The table says who answers.")),
        (16.1, T("{who} answers ...", who=Who(1))),
        (18.1, T("... and is right: a point.")),
        (20, T("The next question.")),
        (24.2, T("Only 0.8 ms, but still told apart.")),
        (26.6, T("Right? No, that was a slip ...")),
        (28.1, T("... undo, as if it had never been.")),
        (29.6, T("Wrong: the others may press again.")),
    ),
    "dice": (
        (0, T("Five dice: any button rolls them.")),
        (2.3, T("A press while they roll changes nothing.")),
        (3.2, T("Two sixes!")),
        (6.1, T("Locked, both: they stay.")),
        (10, T("The other three roll again ...")),
        (11, T("... and a third six.")),
        (17, T("The last roll:")),
        (18, T("the same again, but it did roll: number 3.")),
        (21.1, T("All dice free: the next one rolls.")),
        (24, T("A straight!")),
    ),
    "hourglass": (
        (0, T("An hourglass of fifteen seconds.")),
        (1.6, T("Any button starts the sand.")),
        (7.6, T("Turned over: what had run is what is left.")),
        (9.6, T("ok stops the sand ...")),
        (12.6, T("... and lets it run on.")),
        (16.6, T("Time is up!")),
        (18.1, T("Once more, full again.")),
        (20.6, T("The knob takes five seconds away.")),
        (23, T("The last seconds tick.")),
        (28.1, T("Time is up!")),
    ),
    "stopwatch": (
        (0, T("A watch for three runners: any button starts it.")),
        (1.6, T("All are running.")),
        (7.7, T("{who}: a lap of 6 s; {other} 42 ms later.", who=Who(2), other=Who(3))),
        (9.1, T("{who} is round, too.", who=Who(1))),
        (14.1, T("{who} is round again.", who=Who(3))),
        (18.6, T("ok stops it.")),
        (21.5, T("The knob: back to zero? Rather not.")),
        (24.1, T("ok: on it goes.")),
        (26.6, T("Each press is one's own lap.")),
    ),
    "turns": (
        (0, T("A chess clock for three, nine seconds each.")),
        (1.6, T("{who} begins: its time runs.", who=Who(1))),
        (5.6, T("Done: two seconds are added, the next clock runs.")),
        (8.1, T("Not your turn, {who}!", who=Who(3))),
        (10.1, T("{who} is done, and it is {other}'s turn.", who=Who(2), other=Who(3))),
        (11.6, T("A pause: no clock runs.")),
        (14.6, T("And on.")),
        (16.6, T("{who} thinks, and thinks ...", who=Who(1))),
        (23.6, T("Time is up!")),
        (27.6, T("The other two play on.")),
    ),
}
