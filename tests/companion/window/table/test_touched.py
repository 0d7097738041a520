from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.window.table.button import Spot, touched
from companion.window.table.choice_row import AllChoices, Choice, lay_out_choices
from companion.window.table.control_bar import Control, beside_knob, lay_out_controls
from tests.companion.window.table.windows import layout_of, scale_of, sizes

ALL = frozenset(Control) - {Control.MORE}


@given(size=sizes, seats=st.integers(0, 8), count=st.integers(1, 20), plates=st.booleans())
def test_everything_is_hit_in_its_middle_and_in_its_corners_and_nothing_beside_it(
    size: tuple[int, int], seats: int, count: int, plates: bool
) -> None:
    layout, scale = layout_of(size, range(1, seats + 1)), scale_of(size)
    buttons = lay_out_controls(layout.controls, scale, beside_knob(ALL))
    choices = lay_out_choices(layout.choices, scale, "x" * count, 0, "more")

    at_table: list[Spot[object]] = [Spot(rect, seat) for seat, rect in layout.plates.items()]
    spots: list[Spot[object]] = [Spot(button.rect, button.does) for button in buttons]
    spots += [Spot(choice.rect, choice.does) for choice in choices]

    def hit(x: int, y: int) -> object:
        return touched([*spots, *(at_table if plates else [])], x, y)

    places = [(spot.rect, spot.does) for spot in spots]
    places += [(seat.rect, seat.does if plates else None) for seat in at_table]
    for rect, what in places:
        assert hit(*rect.center) == what
        assert hit(rect.left, rect.top) == hit(rect.right - 1, rect.bottom - 1) == what
        assert hit(rect.right, rect.centery) != what or what is None
        assert hit(rect.centerx, rect.bottom) != what or what is None


def test_the_last_of_many_choices_shows_all_of_them() -> None:
    layout, scale = layout_of((1280, 720)), scale_of((1280, 720))
    choices = lay_out_choices(layout.choices, scale, "x" * 30, 20, "more (30)")
    hits = [touched(choices, *choice.rect.center) for choice in choices]
    assert hits == [Choice(18), Choice(19), Choice(20), Choice(21), Choice(22), AllChoices()]


def test_the_empty_table_is_nobodys_button() -> None:
    layout, scale = layout_of((1280, 720)), scale_of((1280, 720))
    buttons = lay_out_controls(layout.controls, scale, beside_knob(ALL))
    plates = [Spot(rect, seat) for seat, rect in layout.plates.items()]
    for point in (layout.middle.center, (-5, 9999)):
        assert touched(buttons, *point) is None
        assert touched(plates, *point) is None
