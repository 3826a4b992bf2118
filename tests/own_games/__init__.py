"""Our own small games, compiled from source whenever a test needs one."""
