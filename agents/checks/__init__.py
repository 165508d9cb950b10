"""Checks of agents for the course framework: faults, times, the chance to pass an acceptance."""
