"""Where an agent's files are: under which name they are imported, and zips that are handed in."""
