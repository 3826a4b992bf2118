# Nothing here is called from Python: see cels.pxd for what other core modules use.
