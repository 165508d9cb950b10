"""An agent of edition v14."""
