"""Objects in the picture buffer: the two lists, backgrounds, what reaches the screen (reference: views-and-blitting.md 4-6, 8). For other core modules only; nothing here is called from Python."""
