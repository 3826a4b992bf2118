"""Measuring the program's speed: the benchmark suite, its saved results, and instruction counts that do not wobble."""
