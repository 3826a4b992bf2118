# Written from agi_emu/state/layout.py by `python -m agi_emu.state.declarations`: change that.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t

cdef enum:
    PICTURE_WIDTH = 160
    PICTURE_HEIGHT = 168
    PICTURE_CELLS = 26880
    SCREEN_WIDTH = 320
    SCREEN_HEIGHT = 200
    SCREEN_PIXELS = 64000
    TEXT_COLUMNS = 40
    TEXT_ROWS = 25
    TEXT_CELLS = 1000
    FRAME_DEPTH = 64
    MODAL_DEPTH = 4
    TURNED_CELS = 64
    VIEW_COPIES = 16
    MEMORY_BYTES = 65536
    IMAGE_BYTES = 67600
    ARENA_BYTES = 262144

cdef struct ScreenObject:
    int16_t x
    int16_t y
    int16_t previous_x
    int16_t previous_y
    int16_t width
    int16_t height
    int16_t shown_width
    int16_t shown_height
    uint16_t flags
    uint8_t step_time
    uint8_t step_clock
    uint8_t view
    uint8_t loop
    uint8_t loop_count
    uint8_t cel
    uint8_t cel_count
    uint8_t step_size
    uint8_t cycle_time
    uint8_t cycle_clock
    uint8_t direction
    uint8_t motion
    uint8_t cycle_type
    uint8_t priority
    uint8_t p0
    uint8_t p1
    uint8_t p2
    uint8_t p3
    uint8_t has_view
    uint8_t has_cel

cdef struct General:
    int16_t horizon
    int16_t block_x1
    int16_t block_y1
    int16_t block_x2
    int16_t block_y2
    uint8_t block_active
    uint8_t player_control
    uint8_t picture_number
    uint8_t picture_visible
    uint8_t text_mode
    uint8_t priority_base_set
    uint16_t object_count
    uint16_t item_count
    uint8_t game_id[8]
    uint8_t exited
    uint8_t exit_code
    uint8_t shake_offset
    uint8_t hung
    uint8_t first_logic_changed
    uint8_t spare[3]

cdef struct Frame:
    uint16_t pc
    uint8_t logic
    uint8_t temporary
    uint8_t condition
    uint8_t or_mode
    uint8_t not_flag
    uint8_t loaded_before

cdef struct Vm:
    uint32_t depth
    int32_t work
    int32_t fuel
    uint32_t asked_pc
    uint8_t error
    uint8_t error_value
    uint8_t last_action
    uint8_t last_length
    uint8_t last_operands[8]
    Frame frames[64]

cdef struct Cycle:
    uint32_t number
    uint8_t phase
    uint8_t beat_due
    uint8_t zero_beats
    uint8_t poll_count
    uint8_t old_score
    uint8_t old_sound
    uint8_t rescan
    uint8_t spare

cdef struct Clock:
    uint32_t beats
    uint32_t ticks
    uint32_t bios
    uint16_t animation
    uint8_t divider
    uint8_t fraction
    uint8_t paused
    uint8_t spare[3]

cdef struct Keyboard:
    uint16_t bios[16]
    uint16_t queue_value[20]
    uint8_t queue_type[20]
    uint8_t bios_count
    uint8_t queue_head
    uint8_t queue_tail
    uint8_t arrow_down
    uint8_t hold
    uint8_t joystick
    uint16_t map_count
    uint16_t map_key[50]
    uint8_t map_controller[50]
    uint8_t spare[2]

cdef struct TextState:
    uint8_t row
    uint8_t column
    uint8_t reset_column
    uint8_t foreground
    uint8_t background
    uint8_t attribute
    uint8_t picture_row
    uint8_t input_row
    uint8_t status_row
    uint8_t status_on
    uint8_t position_depth
    uint8_t attribute_depth
    uint8_t positions[10]
    uint8_t attributes[15]
    uint8_t escape

cdef struct Input:
    uint16_t word_number[10]
    uint8_t word_length[10]
    uint8_t word_text[440]
    uint8_t word_count
    uint8_t enabled
    uint8_t cursor_char
    uint8_t cursor_shown
    uint8_t length
    uint8_t previous_length
    uint8_t text[44]
    uint8_t previous[44]

cdef struct Window:
    int16_t x
    int16_t y
    int16_t width
    int16_t height
    uint8_t open
    uint8_t dialogue_open
    uint8_t row
    uint8_t column
    uint8_t lines
    uint8_t columns

cdef struct ModalRecord:
    int32_t values[8]
    uint8_t opcode
    uint8_t stage
    uint8_t wait
    uint8_t purpose
    uint8_t operands[8]
    uint8_t polled
    uint8_t spare[3]

cdef struct Modal:
    uint32_t depth
    ModalRecord records[4]
    uint8_t edit_length
    uint8_t edit[63]
    uint8_t path[64]
    uint8_t description[32]
    uint8_t simple_name[32]
    uint8_t dialog_used
    uint8_t spare[3]

cdef struct MenuEntry:
    uint8_t text[40]
    uint8_t length
    uint8_t column
    uint8_t enabled
    uint8_t first
    uint8_t count
    uint8_t current
    uint8_t item_column
    uint8_t spare
    uint8_t rest[40]

cdef struct MenuItem:
    uint8_t text[40]
    uint8_t length
    uint8_t controller
    uint8_t enabled
    uint8_t spare
    uint8_t rest[40]

cdef struct Menu:
    uint8_t menu_count
    uint8_t item_count
    uint8_t submitted
    uint8_t current
    uint8_t requested
    uint8_t allowed
    uint8_t next_column
    uint8_t spare
    MenuEntry menus[32]
    MenuItem items[200]

cdef struct Sound:
    uint32_t position[4]
    uint16_t counter[4]
    uint8_t active[4]
    uint8_t step[4]
    uint8_t level[4]
    uint8_t held[4]
    uint8_t playing
    uint8_t number
    uint8_t end_flag
    uint8_t voices_left

cdef struct Script:
    uint16_t size
    uint16_t count
    uint16_t saved
    uint16_t largest
    uint8_t recording
    uint8_t spare
    uint8_t entries[512]

cdef struct LoadedList:
    uint16_t count
    uint8_t order[256]
    uint8_t present[256]

cdef struct Loaded:
    uint16_t scan_start[256]
    LoadedList logics
    LoadedList views
    LoadedList pictures
    LoadedList sounds

cdef struct TurnedCels:
    uint16_t count
    uint16_t offset[64]
    uint8_t view[64]
    uint8_t loop[64]
    uint16_t copied
    uint16_t copy_count
    uint16_t copy_offset[16]
    uint8_t copy_view[16]
    uint8_t spare[2]

cdef struct TraceWindow:
    uint8_t state
    uint8_t logic
    uint8_t row
    uint8_t height

cdef struct Mouse:
    uint8_t x
    uint8_t y
    uint8_t button
    uint8_t spare

cdef struct Unread:
    uint32_t unexplained
    uint16_t key_direction
    uint8_t spare[2]

cdef struct Heap:
    uint16_t used
    uint16_t base
    uint16_t most
    uint16_t wanted
    uint16_t had
    uint8_t has_script
    uint8_t image
    uint16_t places[1024]

cdef struct Sprite:
    uint32_t offset
    int16_t x
    int16_t top
    int16_t width
    int16_t height
    uint8_t object
    uint8_t saved
    uint16_t spare[1]

cdef struct SpriteList:
    uint32_t count
    Sprite entries[256]

cdef struct StateLayout:
    uint8_t vars[256]
    uint8_t flags[32]
    uint8_t controllers[256]
    uint8_t strings[10240]
    uint8_t item_rooms[256]
    ScreenObject objects[256]
    ScreenObject scratch
    uint16_t spare_alignment[1]
    General general
    Vm vm
    Cycle cycle
    Clock clock
    Keyboard keyboard
    TextState text
    Input input
    Window window
    Modal modal
    Menu menu
    Sound sound
    Script script
    Loaded loaded
    TurnedCels turned
    TraceWindow trace
    Mouse mouse
    uint16_t rng
    uint8_t deep_shown
    uint8_t pen
    uint8_t palette[48]
    uint8_t priorities[168]
    uint8_t spare_priorities[2]
    Unread unread
    Heap heap
    SpriteList updating_sprites
    SpriteList static_sprites
    uint8_t picture[26880]
    uint8_t deep[26880]
    uint8_t screen[64000]
    uint8_t text_chars[1000]
    uint8_t text_attributes[1000]
    uint32_t arena_used
    uint8_t arena[262144]
