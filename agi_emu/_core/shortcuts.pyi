# Nothing here is called from Python: see shortcuts.pxd for what other core modules use.
