"""Writes a game, with the runtime and a cover, as a page: files for a folder, or all of it in one file."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import io
import json
import re
import warnings
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.facts.errors import AgiError, RecordingError, ResourceError
from agi_emu.host_files.reading import (
    ARCHIVE,
    CATALOGUE,
    IMAGE,
    SETTINGS,
    json_value,
    open_file,
    read_start,
    read_whole,
)
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings, settings_as_texts
from agi_emu.presentation.looks import LOOKS
from agi_emu.recording.game_lookup import packed
from agi_emu.resources.catalogue import COMPILED, FOLDER_ENDING, WIDE_FACE, find_translation, translations_folder
from agi_emu.resources.game import Game
from agi_emu.web.runtime import MANIFEST, Runtime

if TYPE_CHECKING:
    from PIL.Image import Image

    from agi_emu.machine.settings import Settings
    from agi_emu.resources.game import Game

PAGE = "index.html"
GENERATOR = '<meta name="generator" content="agi-emu export">'
"""By which a later export knows a page that it may replace."""
GAME, RECORDING = "game.zip", "recording.agirec"
COVER, WEB_MANIFEST = "cover.png", "manifest.webmanifest"
BACKGROUND = "#111111"
"""Of the page, also in the moment before a browser has it."""
WRITTEN = "exported.json"
"""What an export has written, by name and digest: the next one removes what it does not write again."""
LICENCE = re.compile(r"(?i)(licen[cs]e|copying|copyright)(\..{1,8})?")
LONGEST_LICENCE = 64 << 10
SINGLE_LOADER, SINGLE_START = ("blobs.js", "single.js"), "start-single.js"
"""Scripts of a page in one file: what loads the others, and what stands for `start.js`."""
BESIDE = ("beside.html", "beside.js")
"""Files of the page of a report."""
NOT_SERVED = (PAGE, MANIFEST, *SINGLE_LOADER, SINGLE_START, "single-worker.js", *BESIDE)
"""Files of the runtime that a folder does not need as they are."""
NOT_SINGLE = ("single.js", SINGLE_START, "worker.js")
"""Scripts that a page in one file does not need as they are."""
HELD = (".mjs", ".wasm", ".zip", ".bin")
"""Kinds of files of the runtime that a page in one file holds as they are."""
ICON_TYPES = {".png": "image/png", ".svg": "image/svg+xml", ".ico": "image/x-icon", ".gif": "image/gif"}


@dataclass(frozen=True, slots=True)
class Content:
    """What a page plays, and what it says about it."""

    game: Game
    settings: Settings
    title: str = ""
    """Shown over the picture and in the browser's tab; "" for the game's own."""
    icon: Path | None = None
    recording: bytes | None = None
    """A recording of this game, which the page replays."""
    cover: Path | None = None
    """An image for links to the page; None for what the game shows after some seconds."""
    address: str = ""
    """Where the page will be; "" if that is not known."""

    @property
    def shown_title(self) -> str:
        """What the page is called."""
        return self.title or self.game.credits.name or self.game.title

    @property
    def description(self) -> str:
        """What links say of the page."""
        return self.game.credits.about or f"{self.shown_title}: an adventure game to play in your browser"


def licence_of(game: Game) -> str:
    """Return the text of the licence that lies beside the game's files; "" without one."""
    try:
        if game.path.is_dir():
            folder = game.path / game.files.folder
            paths = [path for path in sorted(folder.iterdir()) if LICENCE.fullmatch(path.name)]
            texts = {path.name: read_start(path, LONGEST_LICENCE) for path in paths}
        else:
            with open_file(game.path, ARCHIVE) as packed, zipfile.ZipFile(packed) as archive:
                names = [name for name in archive.namelist() if LICENCE.fullmatch(name.rpartition("/")[2])]
                texts = {}
                for name in sorted(names):
                    with archive.open(name) as file:
                        texts[name] = file.read(LONGEST_LICENCE)
    except (AgiError, OSError, zipfile.BadZipFile):
        return ""
    return next((text[:LONGEST_LICENCE].decode("utf-8", "replace").strip() for text in texts.values()), "")


def folder_files(content: Content, runtime: Runtime) -> dict[str, bytes]:
    """Return the files of a page for a folder, by name; `WRITTEN` first, by which an archive of them is known."""
    files = {name: data for name, data in runtime.files.items() if name not in NOT_SERVED}
    held = _content_files(content)
    page = _page(content, held, runtime).replace("</head>", f"{_links(content)}</head>")
    files |= held | _published_files(content) | {PAGE: page.encode()}
    written = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    return {WRITTEN: json.dumps(written, indent=1).encode()} | files


def remove_left_over(folder: Path, before: Mapping[str, str], files: Mapping[str, bytes]) -> list[str]:
    """Remove what an earlier export wrote and this one did not, if nobody has changed it; return the names.

    `before` are the digests by name that the earlier export left; names that lead out of the folder are left alone.
    """
    removed = []
    for name in sorted(before.keys() - files.keys()):
        path = folder / name
        is_own = path.is_file() and not path.is_symlink() and path.resolve() == folder.resolve() / name
        if is_own and _digest_of(path) == before[name]:
            path.unlink()
            removed.append(name)
            if path.parent != folder and not any(path.parent.iterdir()):
                path.parent.rmdir()
    return removed


def _digest_of(path: Path) -> str:
    with open_file(path, ARCHIVE) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def written_before(folder: Path) -> dict[str, str]:
    """Return what an earlier export has written to a folder, names and digests; nothing if that cannot be known."""
    try:
        found = json_value(read_whole(folder / WRITTEN, SETTINGS))
    except (AgiError, ValueError):
        return {}
    return {str(name): str(digest) for name, digest in found.items()} if isinstance(found, dict) else {}


def _content_files(content: Content) -> dict[str, bytes]:
    files = {GAME: packed(content.game)}
    if content.settings.translation:
        name = f"{content.settings.translation.split(' ')[0]}{COMPILED}"
        folder = f"{Path(GAME).stem}{FOLDER_ENDING}"
        files[f"{folder}/{name}"] = read_whole(translations_folder(content.game.path) / name, CATALOGUE)
        translation = find_translation(content.game, content.settings.translation)
        if translation.face is not None:
            files[f"{folder}/{WIDE_FACE}"] = translation.face.part(translation.code_page)
    if content.recording is not None:
        files[RECORDING] = content.recording
    return files


def _published_files(content: Content) -> dict[str, bytes]:
    """Return what those who pass a page on need of it: a cover, and what a phone keeps among its programs."""
    image = image_in(content.cover) if content.cover else screen_image(content.game, content.settings)
    icon = content.icon or Path(__file__).parents[1] / "data" / "icon.png"
    name = f"icon{icon.suffix.lower()}"
    manifest = {
        "name": content.shown_title,
        "description": content.description,
        "start_url": ".",
        "display": "fullscreen",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "icons": [{"src": name, "sizes": "any", "type": _icon_type(icon)}],
    }
    return {COVER: cover_png(image), name: read_whole(icon, IMAGE), WEB_MANIFEST: json.dumps(manifest).encode()}


def _links(content: Content) -> str:
    """Return what a page in a folder says of itself to links, and to phones that keep it (Open Graph)."""
    address = f"{content.address.rstrip('/')}/" if content.address else ""
    said = {
        "type": "website",
        "title": content.shown_title,
        "description": content.description,
        "image": f"{address}{COVER}",
        **({"url": address} if address else {}),
    }
    lines = [f'<meta property="og:{name}" content="{html.escape(text)}">' for name, text in said.items()]
    lines += [
        '<meta name="twitter:card" content="summary_large_image">',
        f'<link rel="manifest" href="{WEB_MANIFEST}">',
    ]
    return "".join(f"{line}\n" for line in lines)


def single_file(content: Content, runtime: Runtime) -> bytes:
    """Return the whole page as one file, which also opens from the disk."""
    files = _content_files(content)
    return one_file(_page(content, files, runtime), files, runtime, "page.js")


def one_file(page: str, content: Mapping[str, bytes], runtime: Runtime, first: str) -> bytes:
    """Return a page with all its files in it, those of the runtime too; `first` is the script to begin with."""
    scripts = {name: data for name, data in runtime.files.items() if name.endswith(".js") and name not in NOT_SINGLE}
    scripts["start.js"] = runtime.files[SINGLE_START]
    held = {name: data for name, data in runtime.files.items() if name.endswith(HELD)} | dict(content)
    blocks = [data_block(f"file:{name}", _packed(data)) for name, data in sorted(held.items())]
    blocks += [data_block(f"module:{name}", _packed(data)) for name, data in sorted(scripts.items())]
    loader = "".join(runtime.files[name].decode() for name in SINGLE_LOADER)
    licences = "\n\n".join(
        data.decode() for name, data in sorted(runtime.files.items()) if name.startswith("licences/")
    )
    style = runtime.files["page.css"].decode()
    policy = (
        f"default-src 'none'; script-src '{_digest(loader)}' 'strict-dynamic' 'wasm-unsafe-eval'; "
        f"worker-src data:; img-src blob: data:; style-src '{_digest(style)}'; base-uri 'none'; form-action 'none'"
    )
    page = re.sub(r'(http-equiv="Content-Security-Policy" content=")[^"]*', lambda found: found[1] + policy, page)
    page = page.replace('<link rel="stylesheet" href="page.css">', f"<style>{style}</style>")
    whole = "".join(blocks) + f'<script type="module" id="loader" data-first="{first}">{loader}</script>'
    page = page.replace(f'<script type="module" src="{first}"></script>', whole)
    return f"{page}<!--\n{licences.replace('--', '- -')}\n-->\n".encode()


def _page(content: Content, files: Iterable[str], runtime: Runtime) -> str:
    """Return the page's HTML with everything that it has to know, and the names of the files of its game."""
    game = content.game
    title = content.shown_title
    config = {
        "title": title,
        "author": game.credits.author,
        "about": game.credits.about,
        "facts": _facts(content),
        "digest": game.digest,
        "recording": content.recording is not None,
        "files": {f"/{name}": name for name in files},
        "machine": {"profile": game.profile.name, "settings": settings_as_texts(content.settings)},
        "pyodide": runtime.pyodide,
        "looks": list(LOOKS),
    }
    page = runtime.files[PAGE].decode()
    said = {"description": content.description, "author": game.credits.author}
    metas = [f'<meta name="{name}" content="{html.escape(text)}">' for name, text in said.items() if text]
    head = "\n".join([GENERATOR, f"<title>{html.escape(title)}</title>", *metas])
    page = page.replace("<title>agi-emu</title>", head)
    if content.icon:
        page = page.replace('href="data:,"', f'href="{_icon(content.icon)}"')
    return page.replace(
        '<script type="module"', f'{data_block("config", json_text(config), "json")}<script type="module"'
    )


def _facts(content: Content) -> str:
    """Return what the page says about the game, the program and their licences."""
    said = content.game.credits.said
    lines = [f"{name.capitalize()}: {text}" for name, text in said.items() if name != "about"]
    lines += [f"Interpreter: {content.game.profile.name}", f"Computer: {content.settings.machine}"]
    if find_translation(content.game, content.settings.translation).face is not None:
        lines.append("Letters: GNU Unifont, under the SIL Open Font License 1.1")
    licence = licence_of(content.game)
    lines += ["", licence] if licence else ["The game comes without a licence; ask its author before you pass it on."]
    return "\n".join([*lines, "", "Played by agi-emu (MIT), in Pyodide (MPL-2.0); see the folder licences."])


def _icon_type(path: Path) -> str:
    return ICON_TYPES.get(path.suffix.lower(), "image/png")


def _icon(path: Path) -> str:
    return f"data:{_icon_type(path)};base64,{base64.b64encode(read_whole(path, IMAGE)).decode()}"


def json_text(value: Mapping[str, object]) -> str:
    """Return JSON that can stand in a script element: no text of a game can end it."""
    return json.dumps(value).replace("<", "\\u003c")


def data_block(name: str, text: str, kind: str = "octet-stream") -> str:
    """Return a script element that no browser runs."""
    return f'<script type="application/{kind}" id="{html.escape(name)}">{text}</script>\n'


def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def check_recording(game: Game, digest: str) -> None:
    """Raise RecordingError if a recording is of another game."""
    if game.digest != digest:
        raise RecordingError(f"the recording is not of {game.id} as it is now: export the recorded game")


SIZE = 630, 500
"""Pixels of a cover, as itch.io asks for them."""
TICKS = 100
"""Ticks, 20 per second, after which a game shows its title."""
_MONITOR = 640, 480
"""Pixels of a screen in the proportions of a monitor: whole ones across, of which the cover leaves out five a side."""


def screen_image(game: Game, settings: Settings) -> Image:
    """Return what a game shows after some seconds."""
    machine = Machine(game, settings=settings)
    machine.run(ticks=TICKS)
    return machine.frame.image().convert("RGB")


def image_in(path: Path) -> Image:
    """Return the image in a file; ResourceError if it cannot be read, or is too large."""
    from PIL import Image

    try:
        with warnings.catch_warnings(action="error", category=Image.DecompressionBombWarning):
            return Image.open(io.BytesIO(read_whole(path, IMAGE)), formats=("PNG", "GIF", "JPEG", "BMP")).convert("RGB")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, Image.DecompressionBombWarning) as problem:
        raise ResourceError(f"{path}: not an image that can be a cover: give a PNG, GIF, JPEG or BMP") from problem


def cover_png(image: Image) -> bytes:
    """Return a cover as PNG: a screen of 320x200 at twice its width, another image as large as fits."""
    from PIL import Image, ImageOps

    if image.width * 5 == image.height * 8:
        shown = image.resize(_MONITOR, Image.Resampling.NEAREST)
    else:
        shown = ImageOps.contain(image, SIZE)
    cover = Image.new("RGB", SIZE)
    cover.paste(shown, ((SIZE[0] - shown.width) // 2, (SIZE[1] - shown.height) // 2))
    out = io.BytesIO()
    cover.save(out, format="PNG", optimize=True)
    return out.getvalue()
