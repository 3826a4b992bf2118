# Written from agi_emu/state/core_rules.py by `python -m agi_emu.state.declarations`: change that.
from libc.stdint cimport int8_t

cdef enum:  # AutoLoop
    AUTO_LOOP_EXACTLY_FOUR = 0
    AUTO_LOOP_FOUR_OR_MORE = 1
    AUTO_LOOP_MORE_THAN_FOUR_NEEDS_F20 = 2

cdef enum:  # FixedPriorityKey
    FIXED_PRIORITY_KEY_BANDS = 0
    FIXED_PRIORITY_KEY_PAST_TABLE_AFTER_BASE = 1
    FIXED_PRIORITY_KEY_TABLE_AFTER_BASE = 2

cdef enum:  # AttenuationVariable
    ATTENUATION_VARIABLE_ABSENT = 0
    ATTENUATION_VARIABLE_ADDED_TO_BYTE = 1
    ATTENUATION_VARIABLE_ADDED_TO_LEVEL = 2

cdef struct CoreRules:
    int last_action  # the highest action that is executed
    int auto_loop  # views whose loop the direction chooses
    int fixed_priority_key  # row by which a fixed priority is sorted
    int direction_pass_in_animation  # directions are chosen after the logics, for every object
    int placement_search_in_position  # position looks for a free place, and draw does not
    int distance_wraps  # distance is taken modulo 256
    int left_edge_at_zero  # x = 0 touches the left edge already
    int motion_commands_keep_type  # stop.motion and start.motion leave the type of motion
    int static_list_by_number  # static objects are drawn in the order of their numbers
    int lists_only_animated  # an object that was not animated is not shown when it is drawn
    int mirror_bits  # bits in which a mirrored cel notes its loop
    int has_mouse_motion  # motion type 4 moves as move.obj does, and player.control leaves it
    int has_rest_of_line  # said takes 9999 as whatever is left
    int compare_strings_keeps_punctuation  # compare.strings only folds case and runs of spaces
    int compare_strings_prefix_bug  # compare.strings takes a proper prefix for equal
    int deep_views  # AGI256: views can have 256 colours
    int bound_placement_search  # a search for a place ends once it has seen the whole picture
    int survive_division_by_zero  # a division by zero leaves the variable unchanged
    int survive_crashes  # calls nest as deeply as the state has room for, not as the original's stack
    int short_zero_notes  # a note of duration 0 is skipped
    int beat_units  # work of the processor in a beat; 0: no end, but empty polls let time pass
    int beat_fuel  # fuel of a beat; 0: nothing ends a beat but its work
    int runaway_units  # work after which a beat passes where it has no end
    int zero_delay_beats  # beats that a cycle takes while v10 is 0
    int cells_per_unit  # picture cells drawn for a unit of work
    int has_chip  # the computer has the sound chip of PCjr and Tandy
    int is_tandy  # the computer is a Tandy
    int tandy_attenuation  # added to attenuations below 8 on a Tandy
    int attenuation_variable  # what v23 makes quieter
    int noise_has_second_byte  # the noise voice sends both bytes of a pitch
    int8_t envelope[254]  # added to a note's attenuation, beat by beat
    int envelope_length
    int heap_bytes  # memory for resources; 0: it has no end
    int background_entry_bytes  # memory for the entry of a background under an object
    int logic_entry_bytes  # memory for the entry of a logic

cdef inline int in_range(str name, value, long long least, long long most) except? -0x8000:
    """Return a rule's value; ValueError when it is out of its range."""
    if not least <= value <= most:
        raise ValueError(f"the rule {name} is {least} to {most}, not {value}")
    return value


cdef inline int rule_of(given, str name, long long least, long long most) except? -0x8000:
    """Return the rule of that name; ValueError when it is out of its range."""
    return in_range(name, getattr(given, name), least, most)


cdef inline int list_in_range(int8_t* target, str name, values, int length, int least, int most) except -1:
    """Copy a rule's list, and return how long it is; ValueError when it is too long or a number out of its range."""
    cdef int count = in_range(f"{name} (its length)", len(values), 0, length), i
    for i in range(count):
        target[i] = in_range(name, values[i], least, most)
    return count


cdef inline int read_rules(CoreRules* rules, given) except -1:
    """Take the rules of a Python `CoreRules`; with a ValueError nothing has changed."""
    cdef CoreRules read
    read.last_action = rule_of(given, "last_action", 0, 181)
    read.auto_loop = rule_of(given, "auto_loop", 0, 2)
    read.fixed_priority_key = rule_of(given, "fixed_priority_key", 0, 2)
    read.direction_pass_in_animation = rule_of(given, "direction_pass_in_animation", 0, 1)
    read.placement_search_in_position = rule_of(given, "placement_search_in_position", 0, 1)
    read.distance_wraps = rule_of(given, "distance_wraps", 0, 1)
    read.left_edge_at_zero = rule_of(given, "left_edge_at_zero", 0, 1)
    read.motion_commands_keep_type = rule_of(given, "motion_commands_keep_type", 0, 1)
    read.static_list_by_number = rule_of(given, "static_list_by_number", 0, 1)
    read.lists_only_animated = rule_of(given, "lists_only_animated", 0, 1)
    read.mirror_bits = rule_of(given, "mirror_bits", 2, 3)
    read.has_mouse_motion = rule_of(given, "has_mouse_motion", 0, 1)
    read.has_rest_of_line = rule_of(given, "has_rest_of_line", 0, 1)
    read.compare_strings_keeps_punctuation = rule_of(given, "compare_strings_keeps_punctuation", 0, 1)
    read.compare_strings_prefix_bug = rule_of(given, "compare_strings_prefix_bug", 0, 1)
    read.deep_views = rule_of(given, "deep_views", 0, 1)
    read.bound_placement_search = rule_of(given, "bound_placement_search", 0, 1)
    read.survive_division_by_zero = rule_of(given, "survive_division_by_zero", 0, 1)
    read.survive_crashes = rule_of(given, "survive_crashes", 0, 1)
    read.short_zero_notes = rule_of(given, "short_zero_notes", 0, 1)
    read.beat_units = rule_of(given, "beat_units", 0, 10000000)
    read.beat_fuel = rule_of(given, "beat_fuel", 0, 1000000000)
    read.runaway_units = rule_of(given, "runaway_units", 1, 1000000000)
    read.zero_delay_beats = rule_of(given, "zero_delay_beats", 0, 254)
    read.cells_per_unit = rule_of(given, "cells_per_unit", 1, 1000000)
    read.has_chip = rule_of(given, "has_chip", 0, 1)
    read.is_tandy = rule_of(given, "is_tandy", 0, 1)
    read.tandy_attenuation = rule_of(given, "tandy_attenuation", 0, 15)
    read.attenuation_variable = rule_of(given, "attenuation_variable", 0, 2)
    read.noise_has_second_byte = rule_of(given, "noise_has_second_byte", 0, 1)
    read.envelope_length = list_in_range(&read.envelope[0], "envelope", given.envelope, 254, -15, 15)
    read.heap_bytes = rule_of(given, "heap_bytes", 0, 65535)
    read.background_entry_bytes = rule_of(given, "background_entry_bytes", 0, 255)
    read.logic_entry_bytes = rule_of(given, "logic_entry_bytes", 0, 255)
    rules[0] = read
    return 0
