"""Files of the host: `reading` with a limit, writing whole or not at all (`drafts`), files `inside` others.

Knows nothing of games. Everything that opens a file uses it.
"""
