"""Bugs that interpreters of this language had over the years, each as a test of ours (docs/cases.md)."""
