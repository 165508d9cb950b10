"""The agents of Dots and Boxes."""
