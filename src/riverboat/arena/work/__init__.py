"""Where work runs: here, in processes, or on a cluster."""
