"""Every action and test of the language, run in a compiled logic on a machine."""
