"""The page: what it imports, what is exported, and the core in WebAssembly."""
