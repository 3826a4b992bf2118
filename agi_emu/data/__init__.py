"""Files that belong to the program: tables, the 8x8 face, the icon, and our demo game with its sources."""

from pathlib import Path

_FOLDER = Path(__file__).parent


def read_data(name: str) -> bytes:
    """Return a file of this folder."""
    return (_FOLDER / name).read_bytes()


def read_table(name: str) -> list[list[str]]:
    """Return the rows of a table of this folder, without its heading; tabs separate the cells."""
    return [line.split("\t") for line in read_data(name).decode().splitlines()[1:]]


def demo_path() -> Path:
    """Return the archive of the demo game, The Last Lamp; it is made when the package is built."""
    return _FOLDER / "demo.zip"


def icon_path() -> Path:
    """Return the program's icon, a PNG of 192 by 192 pixels: the lamp of the demo game."""
    return _FOLDER / "icon.png"


def demo_sources() -> Path:
    """Return the project folder that the demo game is built from."""
    return _FOLDER / "demo"


def template_files(name: str) -> dict[str, bytes]:
    """Return the files of a template by their path within it."""
    folder = _FOLDER / "templates" / name
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
