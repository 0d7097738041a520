"""What the self-test shows is whole: no line is cut, and every question says what to press and how long."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from companion.i18n import speaker
from companion.selftest import check_report
from companion.selftest.check_screens import Card, pages_of
from companion.selftest.course import STEPS_BY_NAME
from companion.selftest.run.card_drawing import draw_checked
from firmware.drawing.frames import lay_out
from firmware.views import Screen
from tests.companion.selftest.builder import Builder, Faults
from tests.firmware.fakes.mock_jumper import Planted

PICTURES = Path(__file__).parent / "snapshots"
GAP = 4
COLUMNS = 4
JUMPER = {1: Planted(), 2: Planted(delay=2_000)}
SEEN = Faults(
    closes={2: (4,), 4: (2,), 6: ()}, stuck=[5], lights={3: (4,), 4: (3,)}, first_column={}, jumper=JUMPER
)


@pytest.fixture(scope="module")
def shown() -> list[Screen]:
    """Every screen of one course, in the order they came, in English."""
    builder = Builder(SEEN, tuple(STEPS_BY_NAME))
    seen: dict[tuple[object, ...], Screen] = {}
    show = builder.checker._show

    def keep(now: int) -> None:
        show(now)
        assert builder.checker._shown is not None
        for screen in builder.checker._shown[0].values():
            if screen != Screen() and not screen.big.endswith("%"):
                seen.setdefault((type(screen), screen.title.split(" · ")[0], screen.big, screen.text), screen)

    builder.checker._show = keep  # type: ignore[method-assign]
    try:
        builder.work()
    finally:
        builder.close()
    found = builder.checker.course.findings(builder.checker.state)
    return [*seen.values(), *pages_of(found, (128, 64), speaker("en"))]


def test_all_of_it_looks_as_it_did(
    shown: list[Screen], image_snapshot: Callable[[Image.Image, Path], None]
) -> None:
    rows = -(-len(shown) // COLUMNS)
    sheet = Image.new("1", (COLUMNS * (128 + GAP), rows * (64 + GAP)), 255)
    for number, screen in enumerate(shown):
        row, column = divmod(number, COLUMNS)
        sheet.paste(draw_checked(screen, (128, 64)), (column * (128 + GAP), row * (64 + GAP)))
    image_snapshot(sheet, PICTURES / "course-en.png")


def test_nothing_is_cut_on_a_main_panel(shown: list[Screen]) -> None:
    lost = []
    for screen in shown:
        size = (122, 58) if isinstance(screen, Card) else (128, 64)
        page = lay_out(screen, size)
        if (
            page.middle.loss
            or " ".join(page.hint) != " ".join(screen.hint.split())
            or page.title != screen.title
        ):
            lost.append(screen)
    assert lost == []


def test_every_question_tells_how_long_it_waits(shown: list[Screen]) -> None:
    questions = [screen for screen in shown if not isinstance(screen, Card) and screen.big and screen.text]
    told = [screen for screen in questions if screen.title.endswith(" s")]
    assert len(told) > 20
    assert {screen.title for screen in questions} - {screen.title for screen in told} <= {"Self-test"}


@pytest.mark.parametrize("size", [(128, 32), (64, 48)])
def test_pages_fit_small_panels(size: tuple[int, int]) -> None:
    builder = Builder(SEEN, ("buttons",)).work()
    builder.close()
    found = builder.checker.course.findings(builder.checker.state)
    pages = pages_of(found, size, speaker("en"))[1:]
    assert pages
    for page in pages:
        laid = lay_out(page, size)
        assert laid.middle.loss == 0
    words = "".join(line for page in pages for line in page.text).replace(" ", "")
    for finding in found:
        if finding.do is not None:
            assert finding.do.filled().replace(" ", "") in words


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (96, 16), (64, 48), (64, 32)])
def test_a_test_picture_has_a_border_on_the_very_last_pixels(size: tuple[int, int]) -> None:
    picture = draw_checked(Card(big="3", sign=3, text=("0x3c ch 2",)), size)
    width, height = size
    assert (picture.size, picture.mode) == (size, "1")
    edge = Image.new("1", size)
    edge.paste(255, (0, 0, width, height))
    edge.paste(0, (1, 1, width - 1, height - 1))
    lit = [picture.getpixel((x, y)) for x in range(width) for y in range(height) if edge.getpixel((x, y))]
    assert set(lit) == {255}
    assert picture.getpixel((width // 2, 1)) == 0
    assert picture.getpixel((2, 2)) == 255  # the corner that tells which way up
    assert picture.getpixel((width - 3, height - 3)) == 0


@pytest.mark.parametrize("language", ["pl", "en"])
def test_the_terminal_needs_no_more_than_eighty_columns(language: str) -> None:
    builder = Builder(SEEN, ("buttons", "lamps", "knob")).work()
    builder.close()
    checker = builder.checker
    lines = check_report.summary(checker.course, checker.state, speaker(language))
    lines += builder.lines
    lines += check_report.greeting(checker.course, builder.settings, speaker(language), mock=True)
    assert max(map(len, lines)) < 80
