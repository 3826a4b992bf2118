"""Handlers of the actions, one module per family; each binds by name to its row of the opcode table.

`@action("set.view")` binds a function to its row; operands arrive as integers. What a handler opens and waits for
continues in a function bound with `@finish` or `@modal.wait`. What the core executes itself has no handler here.
"""
