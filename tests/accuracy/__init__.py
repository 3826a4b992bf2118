"""Measures how exactly the machine does what the original did, with everything that was recorded.

`ground_truth` finds the recordings of the original, `measure` checks all of them on several processors, `runs` plays
the recorded runs and `tables` checks single values (pictures, cels, windows, sentences, sounds). `scores` holds the
counts, `report` writes them as a page.

Uses `tracing` to compare runs, and machines. Only the command line uses this package. Begin with `measure`.
"""
