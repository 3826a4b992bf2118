"""Turns what a machine shows and sends to its ports into what a person sees and hears; changes nothing in it.

`display_modes` are adapters and monitors, `stills` (PNG) and `animation` (GIF, APNG) write pictures. `synthesiser`
makes samples of port writes at any speed, `under_way` finds what was sent before somebody began to listen, `solo` plays
one sound of a game by itself; `wave`, `vgm` and `midi` write sound files.

Uses machines, and `session` for the sinks that a running machine feeds.
"""
