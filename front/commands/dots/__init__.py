"""Commands about Dots and Boxes."""
