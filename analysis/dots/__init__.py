"""Dots and Boxes: chains and loops, control, exact values, studies."""
