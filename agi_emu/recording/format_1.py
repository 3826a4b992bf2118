"""Reads the state in a recording of format 1: the bytes of the layout of that time, as they were in memory.

They become a state file, whose parts have names, so that such a recording stays readable when the layout changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from agi_emu.machine.saving.state_saving import settings_as_texts
from agi_emu.state.files import state_file
from agi_emu.state.files.chunk_parts import ChunkPart, join_parts
from agi_emu.state.files.description_chunks import save_identity, save_settings, save_summary
from agi_emu.state.files.state_chunks import pack
from agi_emu.state.files.state_file import Chunk
from agi_emu.state.state_contents import GameIdentity, StateContents, StateSummary

if TYPE_CHECKING:
    from agi_emu.recording.recording import Head

LAYOUT = "b53d596975c079ca"
"""The name of the layout, as written after `start state`."""
STATE_FILE_VERSION = 1
"""Version of the chunks made here; the state file's own converters handle later versions."""
ARENA_OFFSET = 164336
"""Offset of the backgrounds under objects, of which only the used part was stored."""
ARENA_CHUNK = "Sprt"

PARTS = """
Vars
  vars@0:1x256
Flag
  flags@256:1x32
Strs
  strings@544:1x10240
Item
  item_rooms@10784:1x256
Room
  general.horizon@20808:2x1 general.block_x1@20810:2x1 general.block_y1@20812:2x1 general.block_x2@20814:2x1
  general.block_y2@20816:2x1 general.block_active@20818:1x1 general.player_control@20819:1x1
  general.picture_number@20820:1x1 general.picture_visible@20821:1x1 general.text_mode@20822:1x1
  general.priority_base_set@20823:1x1 general.object_count@20824:2x1 general.item_count@20826:2x1
  general.game_id@20828:1x8 general.exited@20836:1x1 general.exit_code@20837:1x1 general.shake_offset@20838:1x1
  general.hung@20839:1x1
Clok
  clock.beats@21384:4x1 clock.ticks@21388:4x1 clock.bios@21392:4x1 clock.animation@21396:2x1
  clock.divider@21398:1x1 clock.fraction@21399:1x1 clock.paused@21400:1x1 clock.spare@21401:1x3 rng@36150:2x1
Keyb
  keyboard.bios@21404:2x16 keyboard.queue_value@21436:2x20 keyboard.queue_type@21476:1x20
  keyboard.bios_count@21496:1x1 keyboard.queue_head@21497:1x1 keyboard.queue_tail@21498:1x1
  keyboard.arrow_down@21499:1x1 keyboard.hold@21500:1x1 keyboard.joystick@21501:1x1 keyboard.map_count@21502:2x1
  keyboard.map_key@21504:2x50 keyboard.map_controller@21604:1x50 keyboard.spare@21654:1x2 controllers@288:1x256
Text
  text.row@21656:1x1 text.column@21657:1x1 text.reset_column@21658:1x1 text.foreground@21659:1x1
  text.background@21660:1x1 text.attribute@21661:1x1 text.picture_row@21662:1x1 text.input_row@21663:1x1
  text.status_row@21664:1x1 text.status_on@21665:1x1 text.position_depth@21666:1x1 text.attribute_depth@21667:1x1
  text.positions@21668:1x10 text.attributes@21678:1x15 text.escape@21693:1x1 input.word_number@21694:2x10
  input.word_length@21714:1x10 input.word_text@21724:1x440 input.word_count@22164:1x1 input.enabled@22165:1x1
  input.cursor_char@22166:1x1 input.cursor_shown@22167:1x1 input.length@22168:1x1 input.previous_length@22169:1x1
  input.text@22170:1x44 input.previous@22214:1x44 window.x@22258:2x1 window.y@22260:2x1 window.width@22262:2x1
  window.height@22264:2x1 window.open@22266:1x1 window.dialogue_open@22267:1x1 window.row@22268:1x1
  window.column@22269:1x1 window.lines@22270:1x1 window.columns@22271:1x1
Scrp
  script.size@33052:2x1 script.count@33054:2x1 script.saved@33056:2x1 script.largest@33058:2x1
  script.recording@33060:1x1 script.spare@33061:1x1 script.entries@33062:1x512
Load
  loaded.scan_start@33574:2x256 loaded.logics@34086:514x1 loaded.views@34600:514x1 loaded.pictures@35114:514x1
  loaded.sounds@35628:514x1
Pict
  picture@44572:1x26880 priorities@36202:1x168 pen@36153:1x1
Deep
  deep@71452:1x26880 deep_shown@36152:1x1
Objs
  objects@11040:38x256 scratch@20768:38x1
Sprt
  updating_sprites.count@36372:4x1 updating_sprites.entries@36376:16x256 static_sprites.count@40472:4x1
  static_sprites.entries@40476:16x256 arena_used@164332:4x1
Scrn
  screen@98332:1x64000 palette@36154:1x48 text_chars@162332:1x1000 text_attributes@163332:1x1000
Exec
  vm.depth@20840:4x1 vm.work@20844:4x1 vm.error@20848:1x1 vm.error_value@20849:1x1 vm.last_action@20850:1x1
  vm.last_length@20851:1x1 vm.last_operands@20852:1x8 vm.frames@20860:8x64 cycle.number@21372:4x1
  cycle.phase@21376:1x1 cycle.beat_due@21377:1x1 cycle.zero_beats@21378:1x1 cycle.poll_count@21379:1x1
  cycle.old_score@21380:1x1 cycle.old_sound@21381:1x1 cycle.rescan@21382:1x1 cycle.spare@21383:1x1
Menu
  menu.menu_count@22664:1x1 menu.item_count@22665:1x1 menu.submitted@22666:1x1 menu.current@22667:1x1
  menu.requested@22668:1x1 menu.allowed@22669:1x1 menu.next_column@22670:1x1 menu.spare@22671:1x1
  menu.menus@22672:48x32 menu.items@24208:44x200
Modl
  modal.depth@22272:4x1 modal.records@22276:48x4 modal.edit_length@22468:1x1 modal.edit@22469:1x63
  modal.path@22532:1x64 modal.description@22596:1x32 modal.simple_name@22628:1x32 modal.dialog_used@22660:1x1
  modal.spare@22661:1x3
Soun
  sound.position@33008:4x4 sound.counter@33024:2x4 sound.active@33032:1x4 sound.step@33036:1x4
  sound.level@33040:1x4 sound.held@33044:1x4 sound.playing@33048:1x1 sound.number@33049:1x1
  sound.end_flag@33050:1x1 sound.voices_left@33051:1x1
Trac
  trace.state@36142:1x1 trace.logic@36143:1x1 trace.row@36144:1x1 trace.height@36145:1x1
Mous
  mouse.x@36146:1x1 mouse.y@36147:1x1 mouse.button@36148:1x1 mouse.spare@36149:1x1
"""
"""By chunk, the parts in that layout: name, offset, bytes of an element, elements. Frozen."""


def state_file_of(head: Head, layout: str, data: bytes) -> bytes:
    """Return the state file of a start in format 1; ValueError says what is wrong with it."""
    if layout != LAYOUT:
        raise ValueError("the state to start from has an unknown layout; record it again")
    if len(data) < ARENA_OFFSET:
        raise ValueError(f"the state to start from has {len(data)} bytes")
    description = StateContents(
        summary=StateSummary(title=head.name, description="start of a recording"),
        identity=GameIdentity(head.game_digest, head.name, head.profile),
        settings=settings_as_texts(head.settings()),
    )
    chunks = [
        Chunk("Summ", save_summary(description, description.state)),
        Chunk("Game", save_identity(description, description.state)),
        Chunk("Sets", save_settings(description, description.state)),
    ]
    for tag, parts in _chunks_of_parts(data):
        chunks.append(Chunk(tag, pack(join_parts(parts))))
    return state_file.write(chunks, STATE_FILE_VERSION)


def _chunks_of_parts(data: bytes) -> Iterator[tuple[str, list[ChunkPart]]]:
    """Yield each chunk's tag and its parts, cut from the bytes of the layout."""
    for line in PARTS.strip().replace("\n  ", " ").split("\n"):
        tag, *rows = line.split()
        parts: list[ChunkPart] = []
        for row in rows:
            name, _, numbers = row.partition("@")
            start, size, count = map(int, re.split("[:x]", numbers))
            parts.append(ChunkPart(name, size, data[start : start + size * count]))
        if tag == ARENA_CHUNK:
            parts.append(ChunkPart("arena", 1, data[ARENA_OFFSET:]))
        yield tag, parts
