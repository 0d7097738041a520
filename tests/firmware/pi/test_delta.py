from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from firmware.pi.delta import RUN, WINDOW, Pages, Window, runs, windows

WIDTH = 128


@st.composite
def changes(draw: st.DrawFn, pages: int = 8, width: int = WIDTH) -> tuple[Pages, Pages]:
    """A picture and one that differs from it in a few boxes, as screens do."""
    held = draw(st.binary(min_size=pages * width, max_size=pages * width))
    after = [bytearray(held[page * width : (page + 1) * width]) for page in range(pages)]
    for _ in range(draw(st.integers(0, 6))):
        left, top = draw(st.integers(0, width - 1)), draw(st.integers(0, pages - 1))
        right, bottom = draw(st.integers(left + 1, width)), draw(st.integers(top + 1, pages))
        flip = draw(st.integers(1, 255))
        for page in after[top:bottom]:
            page[left:right] = bytes(byte ^ flip for byte in page[left:right])
    return [held[page * width : (page + 1) * width] for page in range(pages)], [bytes(page) for page in after]


def sent(held: Pages, pages: Pages, cover: Sequence[Window]) -> list[bytes]:
    """What the panel holds after these windows; each byte may be written once."""
    memory = [bytearray(page) for page in held]
    written: set[tuple[int, int]] = set()
    for window in cover:
        cells = {(x, y) for y in range(window.top, window.bottom) for x in range(window.left, window.right)}
        assert not cells & written
        written |= cells
        data = window.cut(pages)
        length = window.right - window.left
        for row, page in enumerate(range(window.top, window.bottom)):
            memory[page][window.left : window.right] = data[row * length : (row + 1) * length]
    return [bytes(page) for page in memory]


def cost(cover: Sequence[Window], start: int) -> int:
    return sum(start + (w.right - w.left) * (w.bottom - w.top) for w in cover)


def least(held: bytes, page: bytes, start: int) -> int:
    """The fewest bytes that bring one page up to date, by trying every way to begin a run."""
    best = [0] * (len(page) + 1)
    for end in range(1, len(page) + 1):
        best[end] = min(best[begin] + start + end - begin for begin in range(end))
        if held[end - 1] == page[end - 1]:
            best[end] = min(best[end], best[end - 1])
    return best[-1]


@given(changes())
def test_the_windows_bring_all_that_changed(pair: tuple[Pages, Pages]) -> None:
    held, pages = pair
    for choose in (windows, runs):
        assert sent(held, pages, choose(held, pages)) == pages


@given(changes())
def test_windows_cost_no_more_than_the_whole_the_box_around_the_change_or_a_run_a_page(
    pair: tuple[Pages, Pages],
) -> None:
    held, pages = pair
    price = cost(windows(held, pages), WINDOW)
    changed = [(x, y) for y in range(8) for x in range(WIDTH) if held[y][x] != pages[y][x]]
    if not changed:
        assert price == 0
        return
    columns, rows = {x for x, _ in changed}, {y for _, y in changed}
    box = WINDOW + (max(columns) - min(columns) + 1) * (max(rows) - min(rows) + 1)
    assert price <= min(box, sum(least(*both, WINDOW) for both in zip(held, pages, strict=True)))
    assert box <= WINDOW + 8 * WIDTH


@given(changes(pages=2, width=60))
def test_runs_are_the_cheapest_there_are(pair: tuple[Pages, Pages]) -> None:
    held, pages = pair
    assert cost(runs(held, pages), RUN) == sum(least(*both, RUN) for both in zip(held, pages, strict=True))


def picture(*lit: tuple[int, int]) -> list[bytes]:
    """Blank but for these columns of these pages."""
    pages = [bytearray(WIDTH) for _ in range(8)]
    for column, page in lit:
        pages[page][column] = 1
    return [bytes(page) for page in pages]


def test_nothing_changed_is_nothing_to_send() -> None:
    for choose in (windows, runs):
        assert choose(picture((3, 4)), picture((3, 4))) == []


def test_what_a_panel_holds_unknown_is_all_of_it() -> None:
    assert windows(None, picture()) == [Window(0, 128, 0, 8)]
    assert runs(None, picture()) == [Window(0, 128, page, page + 1) for page in range(8)]


def test_a_gap_is_sent_along_as_long_as_that_is_not_dearer_than_a_new_start() -> None:
    def count(choose: Callable[[Pages | None, Pages], list[Window]], gap: int) -> int:
        return len(choose(picture(), picture((0, 0), (gap + 1, 0))))

    assert [count(windows, gap) for gap in (WINDOW, WINDOW + 1)] == [1, 2]
    assert [count(runs, gap) for gap in (RUN, RUN + 1)] == [1, 2]


def test_a_tall_thing_is_one_window_and_two_far_apart_are_two() -> None:
    tall = [(column, page) for column in range(20, 40) for page in range(1, 6)]
    assert windows(picture(), picture(*tall)) == [Window(20, 40, 1, 6)]
    assert windows(picture(), picture(*tall, (127, 7))) == [Window(20, 40, 1, 6), Window(127, 128, 7, 8)]
    assert len(runs(picture(), picture(*tall))) == 5


def test_lines_of_different_length_are_not_sent_as_wide_as_the_longest() -> None:
    lines = [(column, 0) for column in range(100)] + [(column, 1) for column in range(10)]
    assert sorted(windows(picture(), picture(*lines))) == [Window(0, 10, 1, 2), Window(0, 100, 0, 1)]
