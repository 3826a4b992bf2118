"""Pages about comparisons, to be read in a browser."""
