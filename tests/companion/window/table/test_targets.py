from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.window.table.choices import AllChoices, Choice, lay_out_choices
from companion.window.table.controls import Control, lay_out_controls
from companion.window.table.targets import target_at
from tests.companion.window.table.windows import layout_of, scale_of, sizes

ALL = frozenset(Control) - {Control.MORE}


@given(
    size=sizes, seats=st.integers(0, 8), count=st.integers(1, 20), plates=st.booleans(), more=st.booleans()
)
def test_everything_is_hit_in_its_middle_and_in_its_corners_and_nothing_beside_it(
    size: tuple[int, int], seats: int, count: int, plates: bool, more: bool
) -> None:
    layout, scale = layout_of(size, range(1, seats + 1)), scale_of(size)
    buttons = lay_out_controls(layout.controls, scale, ALL, more=more)
    choices = lay_out_choices(layout.choices, scale, count, 0)

    def hit(x: int, y: int) -> object:
        return target_at(layout, buttons, choices, x, y, plates=plates)

    places = [(button.rect, button.control) for button in buttons]
    places += [(choice.rect, choice.hit) for choice in choices]
    places += [(rect, seat if plates else None) for seat, rect in layout.plates.items()]
    for rect, what in places:
        assert hit(*rect.center) == what
        assert hit(rect.left, rect.top) == hit(rect.right - 1, rect.bottom - 1) == what
        assert hit(rect.right, rect.centery) != what or what is None
        assert hit(rect.centerx, rect.bottom) != what or what is None


def test_the_last_of_many_choices_shows_all_of_them() -> None:
    layout, scale = layout_of((1280, 720)), scale_of((1280, 720))
    choices = lay_out_choices(layout.choices, scale, 30, 20)
    hits = [target_at(layout, (), choices, *choice.rect.center, plates=False) for choice in choices]
    assert hits == [Choice(18), Choice(19), Choice(20), Choice(21), Choice(22), AllChoices()]


def test_the_empty_table_is_nobodys_button() -> None:
    layout, scale = layout_of((1280, 720)), scale_of((1280, 720))
    buttons = lay_out_controls(layout.controls, scale, ALL)
    assert target_at(layout, buttons, (), *layout.middle.center, plates=True) is None
    assert target_at(layout, buttons, (), -5, 9999, plates=True) is None
