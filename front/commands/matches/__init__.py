"""Commands about agents that play each other, and about what they played."""
