"""Says what may stand in scripts of pictures, views and sounds and in lists of words and items, and what it means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import count
from typing import NamedTuple

from agi_emu.editor.drawings import drawn_loop, image_text
from agi_emu.editor.protocol import lsp
from agi_emu.editor.questions import Question
from agi_emu.facts.errors import AgiError
from agi_emu.facts.palette import COLOR_NAMES
from agi_emu.facts.versions import PROFILES
from agi_emu.logic.values import BUILT_IN_WORDS
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.project_settings import SETTING_NAMES
from agi_emu.resources.projects.sound_source import parse_sound
from agi_emu.resources.sound import parse_sound as stored_sound

COMMANDS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    ".pic": {
        "color": ("color lightblue", "draws in this colour, by its name or 0 to 15; off: no colours"),
        "priority": ("priority 4", "draws in this priority, 0 to 15; off: no priorities"),
        "line": ("line 0,0 20,30 40,30", "straight lines from point to point"),
        "polygon": ("polygon 0,0 20,30 40,30", "lines from point to point, and one back to the first"),
        "box": ("box 10,10 50,40", "the outline of a rectangle, by two opposite corners"),
        "area": ("area 0,0 20,30 40,30", "a polygon painted over whatever is there"),
        "ellipse": ("ellipse 30,40 10,20", "painted over whatever is there: its centre, half its width and height"),
        "fill": ("fill 12,12 30,30", "floods what is white (color on) or of priority 4 (color off)"),
        "pen": ("pen circle 3 splatter", "circle or square, size 0 to 7; splatter leaves dots out"),
        "plot": ("plot 10,10 20,20", "the pen at points; with splatter, point:texture"),
        "xcorner": ("xcorner 10,10 50 40 20", "from a point alternately to a new x and a new y"),
        "ycorner": ("ycorner 10,10 40 50 30", "from a point alternately to a new y and a new x"),
        "steps": ("steps 10,10 +3-2 +0+5", "from a point by small steps, -6 to 7 across and -7 to 7 down"),
        "bytes": ("bytes F8 0A", "anything else, in hexadecimal"),
        "end": ("end", "the end of the picture, where bytes follow it"),
        "unfinished": ("unfinished", "the picture has no end"),
    },
    ".view": {
        "description": ('description "A brass lamp."', "the text that the player reads about an item"),
        "loop": ("loop", "begins a loop; loop mirrors 0 shows loop 0 mirrored, loop same 0 shares its cels"),
        "cel": ("cel", "begins a cel: rows of 0 to 9 and a to f, a dot where the scene shows through"),
        "strip": (
            "strip walk.png 8x29 7x28:5",
            "cels side by side in an image: width x height :transparent colour",
        ),
        "header": ("header 3 2", "the first bytes of a view that was made otherwise"),
        "packing": ("packing tails difference", "packs as another editor does"),
    },
    ".sound": {
        "voice": ("voice 0", "begins a voice: 0, 1 and 2 are tones, noise is noise"),
        "r": ("r:12", "a rest: beats of 1/60 s"),
        "c4": ("c4:12@3", "a note with its octave, 1 to 8: beats of 1/60 s @attenuation, 0 the loudest, 15 silence"),
        "white0": ("white0:10@4", "noise with its rate, 0 to 3: beats of 1/60 s @attenuation"),
        "periodic0": ("periodic0:10@4", "a humming noise with its rate, 0 to 3: beats of 1/60 s @attenuation"),
    },
}
"""The commands of scripts by the ending of the file: how one is written, and what it does."""
_ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "color": (*COLOR_NAMES, "off"),
    "colour": (*COLOR_NAMES, "off"),
    "priority": (*map(str, range(16)), "off"),
    "pen": ("circle", "square", "splatter"),
    "loop": ("mirrors", "same"),
    "voice": ("0", "1", "2", "noise"),
}
_NOTES = ("c", "c#", "d", "d#", "e", "f", "f#", "g", "g#", "a", "a#", "b")
_NOISES = ("white", "periodic")
_NOTE = re.compile(r"([a-g]#?)([1-8])(:\d+)")
_IMAGES = (".png", ".gif")
_UNKNOWN_WORD = re.compile(r"unknown word '([^']+)'")
_WORD = re.compile(r"[^\s;,]+")
_CHIP_HERTZ, _BEATS = 111_861, 60
_LOWEST_GROUP = 2


class Offer(NamedTuple):
    """What may stand at a place."""

    label: str
    detail: str = ""
    more: str = ""
    kind: lsp.CompletionItemKind = lsp.CompletionItemKind.Keyword


def offers(question: Question, before: str) -> Iterator[Offer]:
    """Yield what may stand after the beginning of a line of a script, a list or the settings."""
    path = question.document.path
    words = before.split(";")[0].split()
    is_first = len(words) <= 1 and not before.endswith((" ", "\t"))
    if ";" in before and path.suffix in COMMANDS:
        return
    if path.suffix == ".sound" and (is_first or words[0] != "voice"):
        yield from _notes(question, is_first)
    elif path.suffix in COMMANDS and is_first:
        for name, (form, meaning) in COMMANDS[path.suffix].items():
            yield Offer(name, form, meaning)
    elif path.suffix == ".toml":
        yield from _settings(before)
    elif path.suffix == ".view" and words[:1] == ["strip"]:
        yield from _strip(question, len(words) + before.endswith(" "))
    elif path.suffix == ".view" and words[:1] == ["loop"] and len(words) + before.endswith(" ") > 2:
        yield from (Offer(str(number), "a loop above") for number in range(_loops_above(question)))
    elif path.suffix in COMMANDS and words:
        names = _ARGUMENTS.get(words[0].lower(), ())
        is_color = names[:1] == COLOR_NAMES[:1]
        kind = lsp.CompletionItemKind.Color if is_color else lsp.CompletionItemKind.EnumMember
        for number, name in enumerate(names):
            yield Offer(name, str(number) if is_color and number < len(COLOR_NAMES) else "", kind=kind)
    elif str(path.name) == question.project.lists[0].rpartition("/")[2]:
        yield from _words(question, before)
    elif path.name == "items.txt" and ":" in before:
        yield from _rooms(question)


def _settings(before: str) -> Iterator[Offer]:
    if "=" not in before:
        yield from (Offer(name, kind=lsp.CompletionItemKind.Property) for name in SETTING_NAMES)
    elif before.startswith("interpreter"):
        yield from (Offer(name, kind=lsp.CompletionItemKind.EnumMember) for name in PROFILES)


def _notes(question: Question, is_first: bool) -> Iterator[Offer]:
    """Yield the notes of the octave and with the beats of the note before, or the noises, and voices."""
    above = "\n".join([*question.document.lines[: question.line - 1], ""])
    here = question.document.line(question.line - 1)[: question.column - 1]
    voices = re.findall(r"^\s*voice\s+(\w+)", above, re.MULTILINE)
    if is_first:
        yield Offer("voice", *COMMANDS[".sound"]["voice"])
    if not voices:
        return
    notes = _NOTE.findall(above + here)
    octave, beats = notes[-1][1:] if notes else ("4", ":12")
    names = _NOISES if voices[-1] == "noise" else _NOTES
    numbers = map(str, range(4)) if names is _NOISES else (octave,)
    _, meaning = COMMANDS[".sound"]["white0" if names is _NOISES else "c4"]
    for number in numbers:
        yield from (Offer(f"{name}{number}{beats}", more=meaning) for name in names)
    yield Offer(f"r{beats}", more=COMMANDS[".sound"]["r"][1])


def _strip(question: Question, position: int) -> Iterator[Offer]:
    if position <= 2:
        for path in sorted(question.document.path.parent.iterdir()):
            if path.suffix.lower() in _IMAGES:
                yield Offer(path.name, "an image", kind=lsp.CompletionItemKind.File)
    elif position == 3:
        yield Offer("nearest", "the nearest colours of an image that has others")


def _loops_above(question: Question) -> int:
    return sum(line.split()[:1] == ["loop"] for line in question.document.lines[: question.line - 1])


def _words(question: Question, before: str) -> Iterator[Offer]:
    """Yield groups with their words, or words that logics wait for and that are in no group."""
    groups: dict[int, list[str]] = {}
    for word, group in question.word_groups.items():
        if word not in BUILT_IN_WORDS:
            groups.setdefault(group, []).append(word)
    if ":" not in before:
        free = next(number for number in count(_LOWEST_GROUP) if number not in groups)
        yield Offer(f"{free}: ", "a new group")
        yield from (Offer(f"{group}: ", ", ".join(words[:8])) for group, words in sorted(groups.items()))
        return
    problems = [made.problem for made in question.project.made.values() if made.problem is not None]
    wanted = {
        match[1] for each in problems for mistake in each.mistakes if (match := _UNKNOWN_WORD.match(mistake.text))
    }
    for word in sorted(wanted):
        yield Offer(word, "a logic waits for it", kind=lsp.CompletionItemKind.Text)


def _rooms(question: Question) -> Iterator[Offer]:
    yield Offer("0", "nowhere", kind=lsp.CompletionItemKind.Value)
    yield Offer("255", "carried by the player", kind=lsp.CompletionItemKind.Value)
    for (kind, number), path in question.project.paths.items():
        if kind is Kind.LOGIC and number:
            yield Offer(str(number), path.name, kind=lsp.CompletionItemKind.File)


def script_page(question: Question) -> tuple[str, lsp.Range] | None:
    """Return what the word at a place of a script means, and where it stands; None for what has no meaning alone."""
    document, line = question.document, question.line - 1
    text = document.line(line).split(";")[0]
    match = next((each for each in _WORD.finditer(text) if each.start() < question.column <= each.end() + 1), None)
    commands = COMMANDS.get(document.path.suffix)
    if match is None or commands is None:
        return None
    word, is_first = match[0].lower(), not text[: match.start()].strip()
    page = ""
    if document.path.suffix == ".sound" and word != "voice":
        page = _about_note(text.split()[0] == "voice", word)
    elif is_first and word in commands:
        form, meaning = commands[word]
        page = f"```agi\n{form}\n```\n\n{meaning}"
        if word == "loop":
            page += _about_loop(question, _loops_above(question))
    elif word in COLOR_NAMES:
        page = f"colour {COLOR_NAMES.index(word)}"
    return (page, document.range_of(line, *match.span())) if page else None


def _about_note(is_voice: bool, word: str) -> str:
    """Return how high and how long a note is."""
    try:
        sound = stored_sound(0, parse_sound(f"voice {'noise' if word.startswith(_NOISES) else 0}\n{word}"))
    except AgiError:
        return ""
    note = next((each for voice in sound.voices for each in voice), None)
    if is_voice or note is None:
        return ""
    length = f"{note.duration} beats, {note.duration / _BEATS:.2f} s"
    is_tone = _NOTE.match(word) is not None and note.divisor
    return f"{_CHIP_HERTZ / note.divisor:.1f} Hz, {length}" if is_tone else length


def _about_loop(question: Question, number: int) -> str:
    data = question.project.data.get(question.source) if question.source is not None else None
    try:
        return f"\n\nloop {number}\n\n{image_text(drawn_loop(data, 0, number))}" if data else ""
    except AgiError:
        return ""
