"""View, loop and cel of an object: selection, automatic loops, cycling. For other core modules only; nothing here is called from Python."""
