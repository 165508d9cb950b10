"""Commands for authors of agents for the course framework."""
