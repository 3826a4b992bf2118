"""How exactly the machine does what the original did: everything that was recorded, counted."""
