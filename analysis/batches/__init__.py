"""Answers about many boards at a time, at the speed of the kernel."""
