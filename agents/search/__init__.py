"""The searches that agents of every game share: alpha-beta and UCT."""
