# Nothing here is called from Python: see object_actions.pxd for what other core modules use.
