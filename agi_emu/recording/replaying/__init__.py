"""Makes recordings, and plays them back.

`recorder` writes what happens in a session, with the digests of `tick_observer`; `starting` puts a machine at the start
of a recording. `playback` plays one from there on; `replay` also moves to any moment of it, back too, and lets a player
take over.
"""
