"""What all editions have in common: the base class of agents, and how they ask the oracle."""
