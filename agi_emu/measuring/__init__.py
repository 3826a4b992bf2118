"""Measures the program's speed: the benchmark suite, its saved results, and instruction counts.

`suite` runs the benchmarks of the source tree, `trees` builds another commit beside it, `results` keeps and compares
what they found, `history` draws it over time. Used by `agi-emu bench` only.
"""
