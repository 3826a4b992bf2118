"""From port writes to samples: on the host's side, outside of every machine and its state."""
