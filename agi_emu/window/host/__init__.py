"""The computer underneath: its display, its events, its sound card and its clock.

`sdl` and `audio` are the only modules that know SDL and PortAudio; both libraries may be absent. `host_events` gives
events in words of our own, `sound_out` keeps the card supplied through `sample_ring`, `pacer` waits for the next beat.
"""
