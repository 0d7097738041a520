"""The board editor as the window drives it: drawn, touched where it was drawn, keys as pygame's events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from companion.games.rachmistrz.reckoning.boards import NUMBERS, Board, read_board
from companion.games.rachmistrz.reckoning.drafts import drafted
from companion.games.rachmistrz.things import BOARDS
from companion.i18n import speaker
from companion.store.things import put
from companion.table.honeycomb import HoneycombDraft
from companion.window.desk import Workshop
from companion.window.scale import Scale, finger, unit_of
from companion.window.table.board_editor import BoardEditor
from companion.window.table.overlay import Answer, Leave, Send
from companion.window.theme import PALETTES
from companion.window.type import Type

SIZES = ((640, 400), (800, 480), (1280, 720), (3840, 2160))
KITCHEN = Board("Kitchen", tuple(reversed(NUMBERS)))


@pytest.fixture
def type_() -> Iterator[Type]:
    pygame.font.init()
    yield Type()
    pygame.font.quit()


class Hand:
    """A window of one size with the editor over it, and a hand that touches or types."""

    def __init__(self, type_: Type, editor: BoardEditor, size: tuple[int, int] = (800, 480)) -> None:
        self.editor, self.size = editor, size
        self.scale = Scale(PALETTES["dark"], type_, unit_of(size))
        self.target = Surface(size)
        self.draw()

    def draw(self) -> None:
        rect = self.target.get_rect().inflate(-20, -20)
        self.editor.draw(self.target, scale=self.scale, rect=rect, say=speaker("en"))

    def touch(self, does: str) -> Answer | None:
        self.draw()
        place = next(spot.rect for spot in self.editor.spots if spot.does == does)
        return self.editor.touch(*place.center)

    def key(self, key: int) -> Answer | None:
        scancode = getattr(pygame, f"KSCAN_{chr(key).upper()}", 0) if key < 128 else 0
        return self.editor.key(Event(pygame.KEYDOWN, key=key, scancode=scancode, mod=0, unicode=""))

    def write(self, text: str) -> None:
        """On the keyboard that is open: real keys."""
        self.editor.key(Event(pygame.TEXTINPUT, text=text))
        self.key(pygame.K_RETURN)


def editor(
    known: Mapping[str, Board], save: Callable[[str, Board], object], taken: Collection[str] = ()
) -> BoardEditor:
    """An editor of these boards."""

    def saved(draft: HoneycombDraft) -> str:
        save(draft.word, draft.made())
        return BOARDS.typed(draft.word, draft.made())

    def begun(word: str) -> HoneycombDraft:
        return drafted(word, known.get(word))

    return BoardEditor(Workshop({word: board.name for word, board in known.items()}, taken, begun, saved))


def unsaved(word: str, board: Board) -> None:
    raise AssertionError(f"{word} was written: {board}")


def faults(hand: Hand) -> list[str]:
    return [fault.filled() for fault in hand.editor.draft.faults()]


def test_a_whole_board_by_touches_is_written_and_told_to_the_session(type_: Type, tmp_path: Path) -> None:
    hand = Hand(type_, editor({}, lambda word, board: put(tmp_path, BOARDS, word, board)))
    hand.touch("start:")
    for place, number in enumerate(KITCHEN.numbers):
        hand.touch(f"place:{place}")
        for digit in str(number):
            hand.touch(f"digit:{digit}")
    hand.touch("name")
    hand.write("Kitchen")
    assert hand.touch("save") == Send(BOARDS.typed("kitchen", KITCHEN))
    text = (tmp_path / "boards" / "kitchen.toml").read_text(encoding="utf-8")
    assert read_board(text, "kitchen.toml") == KITCHEN


def test_a_whole_board_by_keys_goes_on_by_itself(type_: Type) -> None:
    saved: dict[str, Board] = {}
    hand = Hand(type_, editor({}, saved.__setitem__))
    hand.key(pygame.K_RETURN)
    for number in KITCHEN.numbers:
        for digit in str(number):
            hand.key(ord(digit))
        if number < 6:  # it might have been 50
            hand.key(pygame.K_RIGHT)
    hand.key(pygame.K_n)
    hand.write("Kitchen")
    answer = hand.key(pygame.K_s)
    assert isinstance(answer, Send)
    assert BOARDS.read_typed(answer.text) == ("kitchen", KITCHEN)
    assert saved == {"kitchen": KITCHEN}


def test_a_double_number_is_named_and_stops_the_hand(type_: Type) -> None:
    hand = Hand(type_, editor({"kitchen": KITCHEN}, unsaved))
    hand.touch("start:kitchen")
    hand.touch("place:4")
    hand.touch("digit:5")
    assert faults(hand) == ["5 stands there twice", "Missing: 50"]
    before = hand.editor.state
    assert hand.touch("digit:3") is None
    assert hand.editor.state != before
    assert faults(hand) == ["53 stands there twice", "Missing: 50"]
    hand.touch("digit:5")
    hand.touch("digit:0")
    assert faults(hand) == []


def test_save_goes_to_what_is_wrong_and_writes_nothing(type_: Type) -> None:
    hand = Hand(type_, editor({"kitchen": KITCHEN}, unsaved))
    hand.touch("start:kitchen")
    hand.touch("place:20")
    hand.touch("digit:9")
    hand.touch("place:53")
    assert hand.touch("save") is None
    hand.touch("erase")
    assert hand.editor.draft.numbers[20] is None
    assert faults(hand) == ["Missing: 34"]


@pytest.mark.parametrize("number", ["55", "0"])
def test_a_number_of_no_board_is_named(type_: Type, number: str) -> None:
    hand = Hand(type_, editor({"kitchen": KITCHEN}, unsaved))
    hand.touch("start:kitchen")
    for digit in number:
        hand.touch(f"digit:{digit}")
    hand.touch("save")
    assert faults(hand)[0] == f"Expected 1 to 54; got {number}"


def test_leaving_what_was_changed_is_asked_and_writes_nothing(type_: Type) -> None:
    hand = Hand(type_, editor({"kitchen": KITCHEN}, unsaved))
    hand.touch("start:kitchen")
    hand.touch("digit:9")
    assert hand.touch("leave") is None
    assert hand.touch("stay") is None
    assert hand.key(pygame.K_ESCAPE) is None
    assert hand.touch("discard") == Leave()


def test_leaving_what_was_not_changed_is_not_asked(type_: Type) -> None:
    hand = Hand(type_, editor({"kitchen": KITCHEN}, unsaved))
    assert hand.key(pygame.K_ESCAPE) == Leave()
    hand.touch("start:kitchen")
    assert hand.touch("leave") == Leave()
    assert hand.touch("save") == Leave()


def test_the_example_is_begun_from_and_gets_a_name_of_its_own(type_: Type) -> None:
    hand = Hand(type_, editor(BOARDS.shipped, unsaved))
    hand.touch("start:example")
    assert faults(hand) == ["The board needs a name"]
    hand.touch("name")
    hand.write("Example")
    hand.touch("save")
    assert faults(hand) == ["Example is another board's name"]


@pytest.mark.parametrize("taken", [(), ("attic",)])
def test_a_new_board_never_takes_the_place_of_another(type_: Type, taken: tuple[str, ...]) -> None:
    boards = {"attic": KITCHEN, "kitchen": KITCHEN}
    hand = Hand(type_, editor(boards, unsaved, taken=taken))
    hand.touch("start:kitchen")
    hand.touch("name")
    hand.write("Attic")
    assert hand.touch("save") is None


def test_a_board_of_the_box_file_is_saved_under_another_name_only(type_: Type) -> None:
    saved: dict[str, Board] = {}
    hand = Hand(type_, editor({"kitchen": KITCHEN}, saved.__setitem__, taken=("kitchen",)))
    hand.touch("start:kitchen")
    assert hand.touch("save") is None
    hand.touch("name")
    hand.write("Kitchen two")
    assert isinstance(hand.touch("save"), Send)
    assert list(saved) == ["kitchen-two"]


def test_what_can_not_be_written_is_told_and_nothing_is_lost(type_: Type) -> None:
    def full(word: str, board: Board) -> None:
        raise OSError(28, "No space left on device", word)

    hand = Hand(type_, editor({"kitchen": KITCHEN}, full))
    hand.touch("start:kitchen")
    hand.touch("name")
    hand.write("Attic")
    before = hand.editor.state
    assert hand.touch("save") is None
    assert hand.editor.state != before
    assert hand.editor.draft.numbers == KITCHEN.numbers


def test_arrows_go_along_lines_and_between_them(type_: Type) -> None:
    hand = Hand(type_, editor({}, unsaved))
    hand.key(pygame.K_RETURN)
    for key in (pygame.K_UP, pygame.K_LEFT, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RIGHT, pygame.K_UP):
        hand.key(key)
    hand.key(pygame.K_9)
    placed = [place for place, number in enumerate(hand.editor.draft.numbers) if number]
    assert len(placed) == 1
    assert placed[0] in range(7, 16), "the second line"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("boards", [0, 1, 20])
def test_everything_that_can_be_touched_is_inside_apart_and_large_enough(
    type_: Type, size: tuple[int, int], boards: int
) -> None:
    known = {f"board-{n}": KITCHEN for n in range(boards)}
    hand = Hand(type_, editor(known, unsaved), size)
    inside = Rect(0, 0, *size).inflate(-20, -20)
    for begun in (False, True):
        if begun:
            hand.touch("start:")
            hand.draw()
        rects = [spot.rect for spot in hand.editor.spots]
        assert all(inside.contains(rect) for rect in rects)
        assert all(rect.collidelist(rects[:n]) == -1 for n, rect in enumerate(rects))
        buttons = [spot.rect for spot in hand.editor.spots if not spot.does.startswith("place")]
        assert all(min(rect.size) >= round(finger(hand.scale.unit) * 0.65) for rect in buttons)
