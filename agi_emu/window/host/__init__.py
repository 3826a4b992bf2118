"""The computer underneath: its display, its sound card and its clock.

`sdl` and `sound_card` are the only modules that know SDL and PortAudio; both libraries may be absent. `sound_out` keeps
the card supplied through `sample_ring`, `pacer` waits for the next beat.
"""
