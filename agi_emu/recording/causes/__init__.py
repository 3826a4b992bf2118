"""Finds why a recording differs after a game was changed: which resources, and which lines of a logic.

`bisecting` plays a recording with mixtures of the old and the new game (`mixed_game`, `logic_changes`) until it has the
fewest changes that cause the difference. `source_places` finds the line of source behind an action.
"""
