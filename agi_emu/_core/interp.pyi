"""The fetch loop of the logic VM: jumps, conditions, actions on variables, flags and items (reference: commands.md 1, 2, 4). For other core modules only; nothing here is called from Python."""
