"""A picture is compared with the kept one, whatever its kind and size."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB"])
@pytest.mark.parametrize("size", [(8, 4), (4, 8), (2, 2), (8, 2)])
def test_another_size_than_the_kept_pictures_is_a_difference(
    mode: str, size: tuple[int, int], tmp_path: Path, image_snapshot: Callable[[Image.Image, Path], None]
) -> None:
    path = tmp_path / "kept.png"
    Image.new(mode, (4, 4)).save(path)
    with pytest.raises(AssertionError, match="does not match the snapshot"):
        image_snapshot(Image.new(mode, size), path)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB"])
def test_the_same_picture_is_none(
    mode: str, tmp_path: Path, image_snapshot: Callable[[Image.Image, Path], None]
) -> None:
    path = tmp_path / "kept.png"
    Image.new(mode, (4, 4)).save(path)
    image_snapshot(Image.new(mode, (4, 4)), path)
