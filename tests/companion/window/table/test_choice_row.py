from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface

from companion.games.choice import READ
from companion.scripts import script
from companion.scripts.mock import MockTable
from companion.scripts.virtual import SCRIPT_START_NS
from companion.session.choices import OPTIONS
from companion.session.state import Stage
from companion.window.scale import Scale, finger
from companion.window.table.choice_row import (
    FEW,
    AllChoices,
    Choice,
    draw_choices,
    events_for,
    lay_out_choices,
)
from firmware.boxfile.settings import eight_seats
from firmware.events import NS_PER_S, Enter, HostKey, Key
from firmware.fakes.hand_clock import HandClock
from tests.companion.games.scenes import SCENES, looks_of
from tests.companion.scripts.looking import play_and_look
from tests.companion.window.table.windows import apart, layout_of, scale_of, sizes
from tests.companion.window.watched import Canvas, WatchedType, notes_on, watching

GROUND = (1, 2, 3)


@given(size=sizes, count=st.integers(1, 120), data=st.data())
def test_the_row_has_all_of_few_and_the_nearest_of_many(
    size: tuple[int, int], count: int, data: st.DataObject
) -> None:
    standing = data.draw(st.none() | st.integers(0, count - 1))
    place, scale = layout_of(size).choices, scale_of(size)
    row = lay_out_choices(place, scale, [str(n) for n in range(count)], standing, "more (99)")
    assert apart((button.rect for button in row), place)
    assert all(min(button.rect.size) >= finger(scale.unit) for button in row)
    indices = [button.does.index for button in row if isinstance(button.does, Choice)]
    assert indices == list(range(indices[0], indices[-1] + 1))
    assert 0 <= indices[0] <= (standing or 0) <= indices[-1] < count
    if count <= FEW:
        assert len(indices) == len(row) == count
    else:
        assert isinstance(row[-1].does, AllChoices)
        assert len(indices) == FEW - 1


LONG = ("Stop: wrong card", "The press was taken back", "Maksymilian schował(a) pułapkę", "blue card", "red")


@given(size=sizes, labels=st.lists(st.sampled_from(LONG), min_size=1, max_size=12), data=st.data())
def test_what_is_in_the_row_is_written_out_and_the_rest_is_behind_more(
    size: tuple[int, int], labels: list[str], data: st.DataObject
) -> None:
    standing = data.draw(st.integers(0, len(labels) - 1))
    place, known, more = layout_of(size).choices, scale_of(size), f"more ({len(labels)})"
    with watching():
        scale, target = Scale(known.palette, WatchedType(), known.unit), Canvas(size)
        row = lay_out_choices(place, scale, labels, standing, more)
        draw_choices(target, scale, place, spots=row, labels=labels, standing=standing, more=more)
    written = "".join(note.text for note in notes_on(target)).replace(" ", "")
    shown = [labels[spot.does.index] if isinstance(spot.does, Choice) else more for spot in row]
    assert written == "".join(shown).replace(" ", "")
    assert labels[standing] in shown
    assert (more in shown) == (len(row) - (more in shown) < len(labels))


def test_a_short_choice_stands_on_one_line() -> None:
    labels = ["Go on", "Undo", "Options", "Who plays?", "Correct ..."]
    place, known = layout_of((640, 400)).choices, scale_of((640, 400))
    with watching():
        scale, target = Scale(known.palette, WatchedType(), known.unit), Canvas((640, 400))
        row = lay_out_choices(place, scale, [*labels, *"abc"], 0, "more (8)")
        draw_choices(target, scale, place, spots=row, labels=[*labels, *"abc"], standing=0, more="more (8)")
    assert "Go on" in {note.text for note in notes_on(target)}


def test_without_choices_there_is_no_row() -> None:
    scale = scale_of((1280, 720))
    assert lay_out_choices(Rect(0, 0, 1000, 64), scale, (), None) == ()
    assert lay_out_choices(Rect(0, 0, 1000, 0), scale, "abc", 0) == ()


def drawn(standing: int | None, *, count: int = 20) -> Surface:
    layout, scale = layout_of((1280, 720)), scale_of((1280, 720))
    target = Surface((1280, 720))
    target.fill(GROUND)
    labels = [f"Choice {n}" for n in range(count)]
    row = lay_out_choices(layout.choices, scale, labels, standing, "more")
    draw_choices(target, scale=scale, rect=layout.choices, spots=row, labels=labels, standing=standing)
    return target


def test_the_standing_choice_is_marked_and_no_other() -> None:
    scale, row = (
        scale_of((1280, 720)),
        lay_out_choices(layout_of((1280, 720)).choices, scale_of((1280, 720)), "abcde", 2),
    )
    target = drawn(2, count=5)
    faces = [target.get_at((button.rect.centerx, button.rect.top + 6)) for button in row]
    assert faces == [scale.palette.panel] * 2 + [scale.palette.ink] + [scale.palette.panel] * 2


@pytest.mark.parametrize("name", sorted(SCENES))
def test_touching_a_choice_takes_it_wherever_the_knob_stands(name: str) -> None:
    """In every scene of every game, for every choice: as typed, or as a plain ok where nothing is typed."""
    text = SCENES[name].read_text(encoding="utf-8")
    clock = HandClock(SCRIPT_START_NS)
    checked = 0

    def check(table: MockTable) -> None:
        nonlocal checked
        session, state = table.loop.session, table.loop.state
        choices, at = session.choices(state), clock.now() + NS_PER_S
        if state.paused_at is not None and not state.menu_open:
            return  # what a game offers can't be chosen in a pause
        for index, choice in enumerate(choices):
            after = state
            *turns, ok = events_for(index, len(choices), at)
            for turn in turns:
                after, _ = session.step(after, turn)
                assert after.refused is None
            assert session.standing(after) == choice
            assert ok == Key(HostKey.OK, at)
            typed_at_once = choice.text not in {"", READ, OPTIONS.text} and choice.then is None
            if state.stage is Stage.PLAY and not state.menu_open and state.winners is None and typed_at_once:
                typed, _ = session.step(state, Enter(choice.text, at))
                after, _ = session.step(after, ok)
                assert (after.play, after.refused) == (typed.play, typed.refused)
                checked += 1

    looks = {round(seconds * NS_PER_S): check for seconds in looks_of(text)}
    play_and_look(script.read(text, name), replace(eight_seats(), language="en"), clock, looks)
    assert checked or name in WITHOUT_CHOICES


WITHOUT_CHOICES = {"menu", "names", "hourglass", "chess_clock", "finales", "shelf", "zero"}
"""Scenes in which nothing is chosen during play."""
