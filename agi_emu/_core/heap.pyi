# Nothing here is called from Python: see heap.pxd for what other core modules use.
