"""Lists the fields of the state that each numbered digest covers, frozen; and those that no digest covers.

A list says everything that its digest depends on: the fields in order, their types and counts. Where they lie in the
state does not matter, nor what else the state has, so a new field changes no old digest. **A list is never changed**,
except for the name of a field that was renamed: names are not part of a digest. To cover a new field, write a list with
the next number; to leave it out, name it in `LEFT_OUT` (docs/contributing.md, "Adding a state field").

`name:u16` is a number, `name:u8*40` an array of numbers, `name{...}` an area, `name*32{...}` an array of records.
`name*general.object_count{...}` are the first records of an array, as many as that field says.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMPLETE = 1
"""The digest that covers the whole state."""

_VALUES = "vars:u8*256 flags:u8*32 "
_GAME = "controllers:u8*256 strings:u8*10240 item_rooms:u8*256 "
_OBJECTS = """
    objects*general.object_count{x:i16 y:i16 previous_x:i16 previous_y:i16 width:i16 height:i16 shown_width:i16
    shown_height:i16 flags:u16 step_time:u8 step_clock:u8 view:u8 loop:u8 loop_count:u8 cel:u8 cel_count:u8
    step_size:u8 cycle_time:u8 cycle_clock:u8 direction:u8 motion:u8 cycle_type:u8 priority:u8 p0:u8 p1:u8 p2:u8
    p3:u8 has_view:u8 has_cel:u8} """
_GENERAL = """
    general{horizon:i16 block_x1:i16 block_y1:i16 block_x2:i16 block_y2:i16 block_active:u8 player_control:u8
    picture_number:u8 picture_visible:u8 text_mode:u8 priority_base_set:u8 object_count:u16 item_count:u16
    game_id:u8*8 exited:u8 exit_code:u8 shake_offset:u8 hung:u8} """
_CYCLE = (
    "cycle{number:u32 phase:u8 beat_due:u8 zero_beats:u8 poll_count:u8 old_score:u8 old_sound:u8 rescan:u8 spare:u8} "
)
_CLOCK = "clock{beats:u32 ticks:u32 bios:u32 animation:u16 divider:u8 fraction:u8 paused:u8 spare:u8*3} "
_KEYBOARD = """
    keyboard{bios:u16*16 queue_value:u16*20 queue_type:u8*20 bios_count:u8 queue_head:u8 queue_tail:u8 arrow_down:u8
    hold:u8 joystick:u8 map_count:u16 map_key:u16*50 map_controller:u8*50 spare:u8*2} """
_TEXT = """
    text{row:u8 column:u8 reset_column:u8 foreground:u8 background:u8 attribute:u8 picture_row:u8 input_row:u8
    status_row:u8 status_on:u8 position_depth:u8 attribute_depth:u8 positions:u8*10 attributes:u8*15 escape:u8} """
_INPUT = """
    input{word_number:u16*10 word_length:u8*10 word_text:u8*440 word_count:u8 enabled:u8 cursor_char:u8
    cursor_shown:u8 length:u8 previous_length:u8 text:u8*44 previous:u8*44} """
_WINDOW = "window{x:i16 y:i16 width:i16 height:i16 open:u8 dialogue_open:u8 row:u8 column:u8 lines:u8 columns:u8} "
_MENU = """
    menu{menu_count:u8 item_count:u8 submitted:u8 current:u8 requested:u8 allowed:u8 next_column:u8 spare:u8
    menus*32{text:u8*40 length:u8 column:u8 enabled:u8 first:u8 count:u8 current:u8 item_column:u8 spare:u8}
    items*200{text:u8*40 length:u8 controller:u8 enabled:u8 spare:u8}} """
_SOUND = """
    sound{position:u32*4 counter:u16*4 active:u8*4 step:u8*4 level:u8*4 held:u8*4 playing:u8 number:u8 end_flag:u8
    voices_left:u8} """
_SCRIPT = "script{size:u16 count:u16 saved:u16 largest:u16 recording:u8 spare:u8 entries:u8*512} "
_PICTURE = "trace{state:u8 logic:u8 row:u8 height:u8} rng:u16 priorities:u8*168 picture:u8*26880 "
_VM_1 = """
    vm{depth:u32 work:i32 error:u8 error_value:u8 last_action:u8 last_length:u8 last_operands:u8*8 frames*64{pc:u16
    logic:u8 temporary:u8 condition:u8 or_mode:u8 not_flag:u8 loaded_before:u8}} """
_VM_2 = "vm{depth:u32 error:u8 error_value:u8} "
_MODAL_1 = """
    modal{depth:u32 records*4{values:i32*8 opcode:u8 stage:u8 wait:u8 purpose:u8 operands:u8*8 polled:u8 spare:u8*3}
    edit_length:u8 edit:u8*63 path:u8*64 description:u8*32 simple_name:u8*32 dialog_used:u8 spare:u8*3} """
_MODAL_2 = """
    modal{depth:u32 edit_length:u8 edit:u8*63 path:u8*64 description:u8*32 simple_name:u8*32 dialog_used:u8} """
_LOADED_1 = """
    loaded{scan_start:u16*256 logics{count:u16 order:u8*256 present:u8*256} views{count:u16 order:u8*256
    present:u8*256} pictures{count:u16 order:u8*256 present:u8*256} sounds{count:u16 order:u8*256 present:u8*256}} """
_LOADED_2 = _LOADED_1.replace("scan_start:u16*256 ", "")
_UNDER_WAY_2 = """
    vm{frames*vm.depth{logic:u8}}
    modal{records*modal.depth{values:i32*8 opcode:u8 stage:u8 wait:u8 purpose:u8}} """
"""The numbers of the logics under execution, and the suspended commands without their operands, which are followed by
those of an earlier command."""

_ROOM = _GAME + _OBJECTS + _GENERAL
_INPUT_AND_TEXT = _CYCLE + _CLOCK + _KEYBOARD + _TEXT + _INPUT + _WINDOW
_TABLES = _MENU + _SOUND + _SCRIPT

STATE_FIELDS: Mapping[int, str] = MappingProxyType(
    {
        1: _VALUES + _ROOM + _VM_1 + _INPUT_AND_TEXT + _MODAL_1 + _TABLES + _LOADED_1 + _PICTURE,
        2: _ROOM + _VM_2 + _INPUT_AND_TEXT + _MODAL_2 + _TABLES + _LOADED_2 + _PICTURE + _UNDER_WAY_2,
    }
)
"""Fields of the state digest, by its number."""

FRAME_FIELDS: Mapping[int, str] = MappingProxyType(dict.fromkeys((1, 2), "screen:u8*64000 palette:u8*48"))
"""Fields of the frame digest: what the monitor shows with the built-in face, before any look."""

LEFT_OUT: Mapping[str, str] = MappingProxyType(
    {
        "vars": "recordings hold them as they are, so that one can be named or masked",
        "flags": "recordings hold them as they are",
        "vm.work": "where in a logic: differs after the smallest change of a source",
        "vm.fuel": "what the host may still compute in this beat",
        "vm.asked_pc": "where in a logic",
        "vm.last_action": "where in a logic",
        "vm.last_length": "where in a logic",
        "vm.last_operands": "where in a logic",
        "vm.frames": "where in a logic, except for the numbers of the logics",
        "modal.records.operands": "where in a logic",
        "modal.records.polled": "lies after the operands",
        "loaded.scan_start": "where in a logic",
        "scratch": "nothing outlives the command that borrows it",
        "turned": "shows in the picture",
        "general.adapter": "a setting; after toggle.monitor the screen shows it",
        "general.sync_place": "how the monitor is adjusted, which games cannot see",
        "general.first_logic_changed": "shows in what logic 0 does",
        "general.volumes_lost": "shows where the next resource is read",
        "menu.menus.rest": "only the original's own probes have names that long",
        "menu.items.rest": "only the original's own probes have names that long",
        "mouse": "input of AGIMOUSE games: what they read is in variables",
        "deep": "comes from the resource; the screen shows it",
        "deep_shown": "the screen shows it",
        "pen": "shows in the next picture",
        "text.number": "only controllers from 50 on show it",
        "unread": "only savegames hold it",
        "heap": "differs after every change of a size; what comes of it shows in variable 8",
        "updating_sprites": "backgrounds of objects: show in the picture",
        "static_sprites": "backgrounds of objects: show in the picture",
        "arena": "backgrounds of objects: show in the picture",
        "arena_used": "backgrounds of objects: show in the picture",
        "text_chars": "the screen shows it",
        "text_attributes": "the screen shows it",
    }
)
"""Fields and whole areas that the current digests do not cover, and why. Alignment (`spare`) needs no reason."""
