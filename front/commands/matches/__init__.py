"""Commands that play matches, and that show and rate what was played."""
