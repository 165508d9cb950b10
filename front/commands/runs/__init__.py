"""Runs over many boards: what is asked of each chunk, and what becomes of the answers."""
