# Nothing here is called from Python: see sprites.pxd for what other core modules use.
