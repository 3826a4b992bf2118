# Nothing here is called from Python: see player.pxd for what other core modules use.
