"""The searches that the agents of all games share: alpha-beta and UCT."""
