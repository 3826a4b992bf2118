"""Faults of the computer: a full, damaged or vanished disk, no memory. A small library lets calls of libc fail."""
