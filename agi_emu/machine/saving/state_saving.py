"""Write a machine down as a state file: the exact state, which game it belongs to, and what a list shows.

Which resources a state needs stands also in its script of resource events, which is read here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from agi_emu.facts.codes import Var
from agi_emu.facts.errors import SaveError
from agi_emu.facts.mercies import MERCIES
from agi_emu.logic.opcodes import Record
from agi_emu.machine.frame import frame_of
from agi_emu.machine.heap_addresses import list_of
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import SETTINGS, Settings, check_work, settings_as_texts, settings_of
from agi_emu.resources.game_names import names_of
from agi_emu.resources.kinds import Kind
from agi_emu.state.files.state_chunks import NOTHING_CARRIED, CarriedData, write_contents
from agi_emu.state.layout import StateLayout
from agi_emu.state.state_contents import (
    PALETTE_BYTES,
    THUMBNAIL_HEIGHT,
    THUMBNAIL_WIDTH,
    GameIdentity,
    ResourceReference,
    StateContents,
    StateSummary,
    with_figures,
)

DIGEST_BYTES = 16


def save_state(
    m: Machine, description: str = "", *, before: bytes = b"", carried: CarriedData = NOTHING_CARRIED
) -> bytes:
    """Return the machine as a state file.

    ValueError if somebody wrote into `m.state` what no machine can be in.
    `before` is the state file of the moment before the sequence under way, which the player may choose instead;
    `carried` is what the state that was loaded held and we know nothing of.
    """
    m.check_writes()
    contents = StateContents(
        m.unguarded.state,
        summary_of(m, description),
        identity_of(m),
        settings_as_texts(m.settings),
        names_of(m.game).sections,
        before,
    )
    return write_contents(contents, state_at_start(m), carried)


def state_at_start(m: Machine) -> StateLayout:
    """Return the state of a machine like this at power-on: what chunks that are left out stand for."""
    return Machine(m.game, settings=m.settings).state


def summary_of(m: Machine, description: str = "") -> StateSummary:
    """Return what a list shows of this moment."""
    frame = frame_of(m.unguarded.state)
    summary = StateSummary(
        title=m.game.title,
        description=description,
        pixels=frame.of_size(THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT).pixels,
        colours=frame.colours.ljust(PALETTE_BYTES, b"\0"),
    )
    return with_figures(summary, m.unguarded.state)


def identity_of(m: Machine) -> GameIdentity:
    """Return which game it is, and the resources that the state speaks of."""
    game = m.game
    names = names_of(game)
    references = [
        ResourceReference(kind.value, number, game.resource_digest(kind, number), names.name_of(f"{kind}s", number))
        for kind, number in sorted(resources_spoken_of(m.unguarded.state), key=lambda each: (each[0].value, each[1]))
    ]
    return GameIdentity(
        game=game.digest,
        game_name=game.id,
        interpreter=game.profile.name,
        game_id=bytes(m.unguarded.state.general.game_id).split(b"\0", 1)[0].decode("cp437"),
        words=hashlib.sha256(game.files.get("words.tok") or b"").digest()[:DIGEST_BYTES],
        items=tuple(item.name for item in m.items),
        references=tuple(references),
        inventory=m.items.plain[m.items.entry_bytes :],
    )


def resources_spoken_of(state: StateLayout) -> set[tuple[Kind, int]]:
    """Return the resources that a state needs: those in memory, those of its script, of its objects and its room."""
    lists = {kind: list_of(state, kind) for kind in Kind}
    found = {(kind, number) for kind, each in lists.items() for number in each.order[: each.count]}
    found.add((Kind.LOGIC, state.vars[Var.ROOM]))
    found.update((Kind.LOGIC, frame.logic) for frame in state.vm.frames[: state.vm.depth])
    found.update((Kind.VIEW, each.view) for each in state.objects[: state.general.object_count] if each.has_view)
    entries = bytes(state.script.entries[: ENTRY_BYTES * state.script.count])
    found.update((kind, entries[at]) for at, kind in resource_numbers(entries))
    if state.sound.playing:
        found.add((Kind.SOUND, state.sound.number))
    return found


def check_work_rules(texts: Mapping[str, str]) -> None:
    """Raise SaveError for a state under rules that this program does not know, or that names none."""
    if "work" not in texts:
        raise SaveError("chunk Sets: the state names no work rules: it is older than the first release, save it again")
    values = {name: _parsed(name, texts[name]) for name in ("work", "budget") if name in texts}
    try:
        check_work(values)
    except ValueError as error:
        raise SaveError(f"chunk Sets: {error}") from error


def settings_from_texts(texts: Mapping[str, str]) -> Settings:
    """Return the settings of a state file, so that a machine like the one that was saved can be made."""
    check_work_rules(texts)
    # A mercy of a later program is not granted: the game then meets the original's own behaviour.
    known = {**texts, "mercies": " ".join(name for name in texts.get("mercies", "").split() if name in MERCIES)}
    try:
        return settings_of({name: _parsed(name, known[name]) for name in SETTINGS if name in known})
    except ValueError as error:
        raise SaveError(f"chunk Sets: {error}") from error


def _parsed(name: str, text: str) -> object:
    try:
        return SETTINGS[name].parsed(text)
    except ValueError as error:
        raise SaveError(f"chunk Sets: {name}: {error}") from error


KINDS = {
    Record.LOAD_LOGICS: Kind.LOGIC,
    Record.LOAD_VIEW: Kind.VIEW,
    Record.LOAD_PIC: Kind.PICTURE,
    Record.LOAD_SOUND: Kind.SOUND,
    Record.DRAW_PIC: Kind.PICTURE,
    Record.DISCARD_PIC: Kind.PICTURE,
    Record.DISCARD_VIEW: Kind.VIEW,
    Record.OVERLAY_PIC: Kind.PICTURE,
}
ENTRY_BYTES = 2
CEL_BYTES = 8
"""Of add.to.pic: four entries; the view's number is the third byte."""


def resource_numbers(entries: bytes) -> Iterator[tuple[int, Kind]]:
    """Yield for every resource that the events speak of where its number stands, and its kind.

    Anything that is not an event ends the list, as it would end the replay.
    """
    at = 0
    while at + ENTRY_BYTES <= len(entries):
        action = entries[at]
        if action == Record.ADD_TO_PIC:
            if at + CEL_BYTES > len(entries):
                return
            yield at + ENTRY_BYTES, Kind.VIEW
            at += CEL_BYTES
            continue
        if action not in KINDS:
            return
        yield at + 1, KINDS[Record(action)]
        at += ENTRY_BYTES
