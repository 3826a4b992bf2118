# Nothing here is called from Python: see interp.pxd for what other core modules use.
