"""The main loop: the order of a cycle, with the position in it as state, and the beats between two cycles. For other core modules only; nothing here is called from Python."""
