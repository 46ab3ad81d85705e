"""Pictures as pixels: drawn by resvg with the fonts that matplotlib brings, the same on every machine."""

import io
import re
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from ..errors import HustingsError, extra

WIDTHS = range(100, 8001)  # of a picture, in pixels
_FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")


def pixels(picture: str, width: int = 900) -> np.ndarray:
    """A picture in its light colours: (H, W, 3) uint8, W being `width`.

    Raises:
        HustingsError: when the extra `play` is not installed.
    """
    with extra("play", "a picture in pixels"):
        fonts = font_files()
        import PIL.Image

        from .painting import painted
    found = painted(str(picture), width, fonts)
    if found is None:
        found = np.array(PIL.Image.open(io.BytesIO(png(picture, width))).convert("RGB"))
    return found


def png(picture: str, width: int = 900) -> bytes:
    """The same as the bytes of a PNG."""
    with extra("play", "a picture in pixels"):
        import resvg_py
    return resvg_py.svg_to_bytes(
        svg_string=str(picture),
        width=width,
        skip_system_fonts=True,
        font_files=font_files(),
        sans_serif_family="DejaVu Sans",
    )


def sized(picture: str, width: int) -> str:
    """A picture that measures `width` pixels where nothing else says how large it is.

    >>> sized('<svg width="900" height="600"><rect width="9"/></svg>', 450)
    '<svg width="450" height="300"><rect width="9"/></svg>'
    """
    tag, more = picture.split(">", 1)
    size = {name: float(number) for name, number in re.findall(r'\b(width|height)="([\d.]+)"', tag)}
    height = round(width * size["height"] / size["width"])
    for name, number in (("width", width), ("height", height)):
        tag = re.sub(rf'\b{name}="[\d.]+"', f'{name}="{number}"', tag)
    return f"{tag}>{more}"


def font_files() -> list[str]:
    """The fonts; without them a picture would have no words."""
    spec = find_spec("matplotlib")
    folder = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf" if spec and spec.origin else Path()
    files = [str(folder / name) for name in _FONTS]
    if not all(Path(file).is_file() for file in files):
        raise HustingsError(
            f"a picture in pixels needs the fonts of matplotlib ({', '.join(_FONTS)}): "
            "pip install 'hustings[play]'"
        )
    return files
