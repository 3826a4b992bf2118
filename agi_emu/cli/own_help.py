"""The verbs, and the help of the program itself, said without click: importing that takes longer than all else here."""

from __future__ import annotations

import shutil

VERB_GROUPS: dict[str, dict[str, str]] = {
    "Play": {
        "run": "play a game in a window",
        "save": "show, compare, change and convert savegames and states",
        "config": "show or edit your settings",
        "doctor": "check what works on this computer and what to install",
        "desktop": "add the program to your desktop: menu, icon, file types, manual, completion",
    },
    "Make games": {
        "new": "begin a game: write a small project of sources",
        "import": "make a project of a folder of WinAGI, AGI Studio or agikit",
        "build": "build a game from a folder of sources, or compile one LOGIC source",
        "preview": "show a project in your browser while you draw",
        "lint": "report likely mistakes in a game or its sources",
        "dap": "let an editor debug a game: stop, step both ways, ask who did it",
        "lsp": "answer an editor: mistakes, completion, names, pictures",
        "extract": "export a game's resources as images, sounds and texts, or as sources you can build",
        "translate": "write a game's texts for translators, and check what they make of them",
        "export": "make a page of a game or a recording, to play in a browser",
    },
    "Test games": {
        "movie": "look at a recording and edit it tick by tick, to a script and back",
        "replay": "play a recording, with or without a window",
        "compare": "check recordings tick by tick",
        "coverage": "show what recordings reach of a game",
        "monkey": "play a game with random keys, reproducible by a seed",
        "mcp": "let an agent of a language model play",
    },
    "Study games and the program": {
        "info": "show what a game is and what it holds",
        "capture": "save a game's screen or sound to files",
        "sound": "play one sound of a game, or write it to a file",
        "trace": "record every cycle of a game, or compare with a trace of the original",
        "bench": "measure how fast a game runs on this computer",
    },
}
"""What somebody wants to do -> verb -> one line of help, in the order of the help.

The module ``agi_emu.cli.commands.<verb>`` holds a click command named ``command``.
"""

VERBS = {verb: line for verbs in VERB_GROUPS.values() for verb, line in verbs.items()}

MOST_COLUMNS = 100
LEAST_COLUMNS = 50
VERB_OR_GAME = "[VERB [ARGS]... | GAME]"
ABOUT = "Run games made for Sierra's Adventure Game Interpreter exactly as the original DOS interpreter did."
OPTIONS = {"--version": "Show the version and exit.", "-h, --help": "Show this message and exit."}
MORE = (
    "agi-emu GAME means agi-emu run GAME; agi-emu alone shows your games, or plays the demo game until you have some; "
    "agi-emu help VERB shows the options of a verb. Exit codes: 0 success, 1 difference found, 2 wrong usage, "
    "3 unreadable file, 4 something missing on this computer."
)


def own_help() -> str:
    """Return the help for the terminal's width."""
    # Imported when needed: games begin faster without.
    import textwrap

    width = max(min(shutil.get_terminal_size().columns, MOST_COLUMNS) - 2, LEAST_COLUMNS)

    def filled(text: str, start: str = "  ") -> str:
        return textwrap.fill(text, width, initial_indent=start, subsequent_indent=" " * len(start)) + "\n"

    parts = [f"Usage: agi-emu [OPTIONS] {VERB_OR_GAME}\n", filled(ABOUT)]
    for title, lines in {"Options": OPTIONS, **VERB_GROUPS}.items():
        widest = max(map(len, OPTIONS if lines is OPTIONS else VERBS))
        parts += [f"{title}:\n" + "".join(filled(text, f"  {name:{widest}}  ") for name, text in lines.items())]
    return "\n".join([*parts, filled(MORE)])
