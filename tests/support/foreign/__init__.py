"""Solvers that are not Bombe's: right ones, and misbehaving ones for the contract suites."""
