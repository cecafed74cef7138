"""The styles: static players of a few thresholds."""
