"""Direction pass, movement pass, collision, control lines, placement search (reference: objects.md 3, 6-10). For other core modules only; nothing here is called from Python."""
