# Nothing here is called from Python: see cycle.pxd for what other core modules use.
