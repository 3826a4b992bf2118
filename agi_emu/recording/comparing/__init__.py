"""Compares a recording with what the game does now, or with another recording.

A `RecordingOnDisk` (`recording_file`) is a file with its game and its masks; `compare` plays it and judges each tick,
with `spans` (where two runs differ, and what of that is known) and `work` (rooms that became slower). What comes out is
an `Outcome` (`outcome`): in words, as a record, and read from that again. `updating` writes it into the recording.
"""
