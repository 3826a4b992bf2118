"""Compares a recording with what the game does now, or with another recording.

The modules build on each other in this order: `recording_file` (a file, its game and its masks), `expectation` (what is
expected under the masks), `compare` (plays and judges), `spans` (where two runs differ). `comparison_text` returns the
outcome in words, as a record or as JUnit XML; `updating` writes an outcome into the recording.
"""
