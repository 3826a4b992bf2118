"""Savegames for another interpreter than the one that wrote them, and savegames made of states of ours.

What the new file cannot hold is left out, and a sentence says so.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import addressof, string_at

from agi_emu.facts.errors import SaveError
from agi_emu.logic.opcodes import Record
from agi_emu.state.layout import TEXT_COLUMNS, StateLayout
from agi_emu.state.savegames.savegame import LAYOUTS, SaveForm, Savegame, scan_start_list, scan_starts, script_events
from agi_emu.state.savegames.savegame_state import LACKED, PICTURE_TEXT_ROWS, crypt, decrypted_inventory, pack
from agi_emu.state.state_contents import StateContents

WIDEST = SaveForm(LAYOUTS[1508], b"", has_scan_starts=True)
"""The layout that has every field that any has, plain."""
ALWAYS_LOST = "a savegame holds no picture, random seed or typed keys: a game draws the room again when it restores it"


def convert(save: Savegame, form: SaveForm) -> tuple[Savegame, list[str]]:
    """Return a savegame as another interpreter would have written it, and what was lost or could not be known."""
    converted, lost = _converted(save, form)
    inferred = [*save.layout.notes, *(note for note in form.layout.notes if note not in save.layout.notes)]
    return converted, [*inferred, *lost]


def _converted(save: Savegame, form: SaveForm) -> tuple[Savegame, list[str]]:
    """Return a savegame in another layout, and what was lost."""
    layout = form.layout
    piece = bytearray(layout.length)
    notes = []
    for name, field in save.layout.fields.items():
        raw = save.layout.bytes_of(save.general, name)
        layout.put_bytes(piece, name, raw)
        target = layout.fields.get(name)
        if target is None:
            if raw != LACKED.get(name, 0).to_bytes(field.size, "little"):
                notes.append(f"{name}: has no place there")
        elif any(raw[target.size :]):
            notes.append(f"{name}: what does not fit was left out")
    for name in layout.fields.keys() - save.layout.fields.keys():
        layout.put(piece, name, LACKED[name])
    starts = scan_starts(save) if save.scan_starts is not None else _logics_of_script(save)
    if not form.has_scan_starts and any(offset for _, offset in starts):
        notes.append("scan starts: have no place there")
    converted = Savegame(
        save.description_field,
        bytes(piece),
        save.objects,
        crypt(decrypted_inventory(save), form.inventory_key),
        save.script,
        scan_start_list(starts) if form.has_scan_starts else None,
    )
    return converted, notes


def _logics_of_script(save: Savegame) -> list[tuple[int, int]]:
    """Return the logics in memory as far as the script shows, each beginning at its first byte."""
    firsts = (entries[0] for _, entries in script_events(save))
    loaded = (number for action, number in firsts if action == Record.LOAD_LOGICS)
    return [(logic, 0) for logic in dict.fromkeys((0, *loaded))]


def savegame_of(contents: StateContents, form: SaveForm) -> tuple[Savegame, list[str]]:
    """Return the savegame that an interpreter would have written in this state, and what of the state it cannot hold.

    SaveError when the state does not say what the savegame needs.
    """
    inventory = contents.identity.inventory
    if not inventory:
        raise SaveError("this state does not hold the OBJECT file's text, which a savegame needs; give the game too")
    state = contents.state
    description = contents.summary.description.encode("cp437", "replace")
    save = pack(state, form, inventory, description)
    _, cut = _converted(pack(state, WIDEST, inventory), form)
    lost = [sentence for sentence, is_there in LOST if is_there(state)]
    return save, [ALWAYS_LOST, *lost, *cut, *form.layout.notes]


def _has_words(state: StateLayout) -> bool:
    """Return whether there is text over the picture."""
    first = TEXT_COLUMNS * state.text.picture_row
    return any(state.text_chars[first : first + TEXT_COLUMNS * PICTURE_TEXT_ROWS])


def _has_disabled_items(state: StateLayout) -> bool:
    return any(not each.enabled for each in state.menu.items[: state.menu.item_count])


def _has_deep_picture(state: StateLayout) -> bool:
    raw = string_at(addressof(state) + StateLayout.deep.offset, StateLayout.deep.size)  # type: ignore[attr-defined]
    return bool(state.deep_shown) or any(raw)


LOST: tuple[tuple[str, Callable[[StateLayout], bool]], ...] = (
    ("what is open and waits (a window, prompt or menu) is left out", lambda state: state.modal.depth > 0),
    ("the message window is left out", lambda state: bool(state.window.open) and not state.modal.depth),
    ("the logics under way are left out: logic 0 begins again", lambda state: state.vm.depth > 0),
    ("the text screen is left out", lambda state: bool(state.general.text_mode)),
    ("text over the picture is left out", lambda state: not state.general.text_mode and _has_words(state)),
    ("the sound that plays is left out", lambda state: bool(state.sound.playing)),
    ("menu items that are disabled come back enabled", _has_disabled_items),
    ("the priority bands of set.pri.base are left out", lambda state: bool(state.general.priority_base_set)),
    ("the 256-colour picture is left out", _has_deep_picture),
    ("the trace window is left out", lambda state: bool(state.trace.state)),
)
"""State that has no place in a savegame of the original, and how to detect it (reference: SAVE-15)."""
