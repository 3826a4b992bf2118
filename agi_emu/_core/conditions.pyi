# Nothing here is called from Python: see conditions.pxd for what other core modules use.
