"""The tests of conditions (reference: commands.md 2 and 3). For other core modules only; nothing here is called from Python."""
