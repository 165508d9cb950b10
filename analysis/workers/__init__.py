"""Processes that share the work of a run: on this machine, and on a cluster."""
