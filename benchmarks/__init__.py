"""Riverboat and its peers: the same work on one core, in one run. `python benchmarks/run.py` measures and saves."""
