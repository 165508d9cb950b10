"""Boards, notes and charts as text for terminals and as SVG."""
