"""Handlers of the actions, one module per family; each binds by name to its row of the opcode table."""
