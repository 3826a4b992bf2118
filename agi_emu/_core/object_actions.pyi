"""The actions that work on screen objects (reference: objects.md 12, views-and-blitting.md 5, 6; commands.md 4). For other core modules only; nothing here is called from Python."""
