"""Making recordings, and playing them again.

`recorder` writes what happens in a session, with the digests of `tick_observer`; `starting` brings a machine to where
a recording starts; `replay` plays one, reaches any moment of it, and hands it over to a player.
"""
