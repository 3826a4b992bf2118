# Nothing here is called from Python: see motion.pxd for what other core modules use.
